"""Catalogues as Poedit 3.2 and Lokalize 22.12 saved them: files those programs really wrote.

`data/editors/before.po` is one of ours.  Each program opened it, a title was given another word
at its end, and one message was marked as needing work (see `data/editors/README.md`).
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from variorum import po
from variorum.cli import main

EDITORS = Path(__file__).parent / "data" / "editors"
TEMPLATE = EDITORS / "template.pot"
SAVED = ("poedit-saved.po", "poedit-updated.po", "lokalize-saved.po")
TITLE = "fer-et-nacre/fer-et-nacre#title"


def changed_lines(before: bytes, after: bytes) -> list[str]:
    """The lines that differ, with `-` or `+` before each."""
    lines = [data.decode("utf-8").splitlines() for data in (before, after)]
    return [d for d in difflib.ndiff(*lines) if d[0] in "+-"]


@pytest.mark.parametrize("name", SAVED)
def test_what_an_editor_wrote_keeps_its_bytes(name: str) -> None:
    data = (EDITORS / name).read_bytes()
    assert po.serialise(po.parse(data)) == data


@pytest.mark.parametrize("name", SAVED)
def test_work_done_in_an_editor_survives_an_update(name: str, tmp_path: Path) -> None:
    file = tmp_path / "hu.po"
    file.write_bytes((EDITORS / name).read_bytes())
    before = po.read(file)
    assert main(["translations", "update", "--template", str(TEMPLATE), str(file)]) == 0
    after = po.read(file)
    ours = po.read(TEMPLATE)
    assert [(m.msgctxt, m.msgid) for m in after.live()] == [
        (m.msgctxt, m.msgid) for m in ours.live()
    ]
    assert [m.msgstr for m in after.live()] == [m.msgstr for m in before.live()]
    assert [m.fuzzy for m in after.live()] == [m.fuzzy for m in before.live()]
    (title,) = (m for m in after.live() if m.msgctxt == TITLE)
    assert title.msgstr[0].endswith(" javítva")
    # Who translated, with what program, and the language that was translated from stay.
    assert po.serialise(after).split(b"\n\n")[0] == po.serialise(before).split(b"\n\n")[0]
    assert b"X-Source-Language: fr" in file.read_bytes()


@pytest.mark.parametrize("name", ["poedit-saved.po", "lokalize-saved.po"])
def test_an_update_to_the_same_rules_leaves_an_editors_file_alone(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "hu.po"
    data = (EDITORS / name).read_bytes()
    file.write_bytes(data)
    assert main(["translations", "update", "--template", str(TEMPLATE), str(file)]) == 0
    assert file.read_bytes() == data


def test_what_poedits_own_update_did_is_taken_back_to_the_rules_as_they_are() -> None:
    """Its update put the translation under a text of another template, fuzzy."""
    (theirs,) = (m for m in po.read(EDITORS / "poedit-updated.po").live() if m.previous_msgid)
    assert theirs.fuzzy
    assert theirs.previous_msgctxt == theirs.msgctxt
    ours = {(m.msgctxt, m.msgid) for m in po.read(TEMPLATE).live()}
    assert (theirs.msgctxt, theirs.msgid) not in ours
    assert (theirs.msgctxt, theirs.previous_msgid) in ours


@pytest.mark.parametrize("name", ["poedit-saved.po", "lokalize-saved.po"])
def test_our_wrapping_is_theirs(name: str) -> None:
    """A translator's first save changes the lines of what was edited, and the header."""
    before = (EDITORS / "before.po").read_bytes()
    told = changed_lines(before, (EDITORS / name).read_bytes())
    body = [line for line in told if '\\n"' not in line]
    assert sorted(line for line in body if line.startswith("+ #")) == sorted(
        {
            "poedit-saved.po": ["+ #, fuzzy"],
            "lokalize-saved.po": ["+ # Kovács Anna <anna@example.org>, 2026.", "+ #, fuzzy"],
        }[name]
    )
    assert all(line[2:].startswith(("#", "msgstr", '"')) for line in body)
    assert len(body) <= 6
