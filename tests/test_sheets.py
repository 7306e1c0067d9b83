"""Translations made in a spreadsheet: what is exported, filled in and saved comes back."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from catalogue_samples import LEAP, RULES, game, write_game
from hypothesis import given
from hypothesis import strategies as st

from variorum import po
from variorum.cli import main
from variorum.model import VariorumError
from variorum.translations.sheets import NEEDED, read_sheet

HU = Path("translations/hu/LC_MESSAGES/tin.po")
SIGNS = '+1 lépés, "idézet"; pontosvessző\nés új sor'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "rules.db", game(RULES))
    assert main(["translations", "extract"]) == 0
    return tmp_path


def exported() -> list[dict[str, str]]:
    """The rows of the sheet as `export` writes it."""
    assert main(["export", "--format", "csv", "--spreadsheet", "-o", "out.csv"]) == 0
    return list(csv.DictReader(io.StringIO(Path("out.csv").read_text("utf-8-sig"))))


def saved(rows: list[dict[str, str]], delimiter: str = ",", name: str = "in.csv") -> str:
    """The rows as a spreadsheet saves them: its own sign between, line ends of Windows."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    Path(name).write_bytes(out.getvalue().encode("utf-8"))
    return name


def texts() -> dict[tuple[str | None, str], tuple[str, bool]]:
    return {m.key: (m.msgstr[0], m.fuzzy) for m in po.read(HU).live() if any(m.msgstr)}


def filled(rows: list[dict[str, str]], **words: str) -> list[dict[str, str]]:
    """The Hungarian of some texts, by the beginning of the source text."""
    for row in rows:
        for start, text in words.items():
            if row["source_text"].startswith(start):
                row |= {"to": "hu", "text": text}
    return rows


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_sheet_that_was_filled_in_is_taken_in(folder: Path, delimiter: str) -> None:
    rows = filled(exported(), Leap="Ugrás", It=SIGNS, Each="'+2 komp")
    assert main(["translations", "import", saved(rows, delimiter)]) == 0
    found = texts()
    assert found["tin/leap#title", "Leap"] == ("Ugrás", False)
    assert found["tin/leap", LEAP[1][0]] == (SIGNS, False)
    # The apostrophe that keeps a spreadsheet from running a cell is none of the translator's.
    assert found["tin/ferry", "Each ferry carries two crews."] == ("+2 komp", False)
    before = HU.read_bytes()
    assert main(["translations", "import", "in.csv"]) == 0
    assert HU.read_bytes() == before


def test_what_still_has_to_be_looked_at_is_left(folder: Path) -> None:
    rows = filled(exported(), Leap="Ugrás", Swim="Úszás", Ferry="Komp")
    states = {"Leap": "fuzzy", "Swim": "stale", "Ferry": "translated"}
    for row in rows:
        row["state"] = states.get(row["source_text"], "")
    assert main(["translations", "import", saved(rows)]) == 0
    assert texts() == {("tin/ferry#title", "Ferry"): ("Komp", False)}


def test_columns_may_be_moved_and_others_added(folder: Path) -> None:
    rows = [
        {"Notes": "?", "TEXT": "Ugrás", **{k: v for k, v in row.items() if k != "text"}}
        for row in filled(exported(), Leap="Ugrás")
        if row["to"]
    ]
    assert main(["translations", "import", saved(rows)]) == 0
    assert texts() == {("tin/leap#title", "Leap"): ("Ugrás", False)}


def test_a_text_that_has_changed_since_gets_a_suggestion(folder: Path) -> None:
    name = saved(filled(exported(), It="8 hüvelyket ugrik a falakon át."))
    Path("rules.db").unlink()
    changed = ("Leap", ["It leaps 9 inches over walls.", *LEAP[1][1:]])
    write_game(Path("rules.db"), game([changed, *RULES[1:]]))
    assert main(["translations", "import", name]) == 0
    assert texts()["tin/leap", "It leaps 9 inches over walls."] == (
        "8 hüvelyket ugrik a falakon át.",
        True,
    )


def test_what_both_sides_changed_is_for_a_person_unless_it_is_known_what_was_sent(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved(filled(exported(), Leap="Ugrás"), name="first.csv")
    assert main(["translations", "import", "first.csv"]) == 0
    before = HU.read_bytes()
    saved(filled(exported(), Leap="Szökellés"), name="second.csv")
    assert main(["translations", "import", "second.csv", "--sent", "first.csv"]) == 0
    assert texts()["tin/leap#title", "Leap"] == ("Szökellés", False)
    HU.write_bytes(before)
    assert main(["translations", "import", "second.csv"]) == 1
    assert {"Ugrás", "Szökellés"} <= set(HU.read_text("utf-8").replace("\\n", '"').split('"'))


@pytest.mark.parametrize(
    ("raw", "line", "word"),
    [
        (b"", 1, "column"),
        (b"name;text\nLeap;It leaps.\n", 1, "column"),
        (
            "entry_key,position,lang,source_text,to,text\ntin/leap,0,en,é".encode("latin-1"),
            2,
            "UTF-8",
        ),
        (
            b'entry_key,position,lang,source_text,to,text\ntin/leap,0,en,Leap,hu,"open\n',
            2,
            "quotes",
        ),
        (
            b'entry_key,position,lang,source_text,to,text\ntin/leap,1,en,"two\nlines",,\n'
            b"tin/leap,one,en,Leap,hu,x\n",
            4,
            "position",
        ),
        (b"entry_key,position,lang,source_text,to,text\ntin/leap\n", None, None),
    ],
)
def test_what_is_no_such_sheet_says_where_and_changes_nothing(
    raw: bytes,
    line: int | None,
    word: str | None,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("in.csv").write_bytes(raw)
    before = HU.read_bytes()
    status = main(["translations", "import", "in.csv"])
    told = capsys.readouterr()
    assert HU.read_bytes() == before
    if line is None:
        assert status == 0 and "no translation" in told.out
        return
    assert status == 2 and told.err.startswith(f"in.csv:{line}: ") and str(word) in told.err


def test_a_sheet_needs_a_database_and_names_its_catalogue_itself(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = saved(filled(exported(), Leap="Ugrás"))
    assert main(["translations", "import", name, "--into", str(HU)]) == 2
    Path("rules.db").unlink()
    assert main(["translations", "import", name]) == 2
    assert texts() == {}


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_a_sheet_or_an_error(raw: bytes) -> None:
    head = ",".join(NEEDED).encode() + b"\n"
    for whole in (raw, head + raw):
        try:
            read_sheet(whole, "in.csv")
        except VariorumError as error:
            assert error.line and error.line <= whole.count(b"\n") + whole.count(b"\r") + 1
