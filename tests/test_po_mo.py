"""The binary catalogue: the bytes of msgfmt, and what programs see."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest
from po_samples import HEADER, catalogue, gnu, needs_gettext

from variorum import po
from variorum.model import VariorumError

DATA = catalogue(
    'msgid "zinc"\nmsgstr "cink"',
    'msgctxt "k"\nmsgid "owl"\nmsgstr "bagoly"',
    'msgid "owl"\nmsgid_plural "owls"\nmsgstr[0] "egy bagoly"\nmsgstr[1] "baglyok"',
    '#, fuzzy\nmsgid "doubtful"\nmsgstr "kétes"',
    'msgid "open"\nmsgstr ""',
    '#~ msgid "gone"\n#~ msgstr "elment"',
    'msgid "a\\n"\nmsgstr "b\\n"',
    'msgid "őr"\nmsgstr "guard"',
    header=HEADER.replace('"PO-Rev', '"POT-Creation-Date: 2025-01-01 10:00+0000\\n"\n"PO-Rev'),
)


@needs_gettext
def test_it_has_the_bytes_of_msgfmt(tmp_path: Path) -> None:
    for number, data in enumerate((
        DATA,
        b'msgid "a"\nmsgstr "b"\n',
        b"#, fuzzy\n" + DATA,
        DATA.decode().replace("UTF-8", "ISO-8859-2").encode("iso-8859-2"),
    )):  # fmt: skip
        theirs = tmp_path / f"{number}.mo"
        assert (
            gnu(
                "msgfmt", "--no-hash", "--endianness=little", "-o", str(theirs), data=data
            ).returncode
            == 0
        )
        assert po.compile_mo(po.parse(data)) == theirs.read_bytes()


def test_programs_see_what_is_translated_and_no_more() -> None:
    seen = gettext.GNUTranslations(io.BytesIO(po.compile_mo(po.parse(DATA))))
    assert seen.gettext("zinc") == "cink"
    assert seen.pgettext("k", "owl") == "bagoly"
    assert [seen.ngettext("owl", "owls", n) for n in (1, 2)] == ["egy bagoly", "baglyok"]
    assert [seen.gettext(text) for text in ("doubtful", "open", "gone")] == [
        "doubtful",
        "open",
        "gone",
    ]
    assert seen.info()["language"] == "hu"
    assert "pot-creation-date" not in seen.info()


def test_it_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "a.mo"
    assert po.write_mo(po.parse(DATA), path)
    assert not po.write_mo(po.parse(DATA), path)
    assert path.read_bytes() == po.compile_mo(po.parse(DATA))


def test_files_are_compiled_beside_themselves(tmp_path: Path) -> None:
    path = tmp_path / "game.po"
    path.write_bytes(DATA)
    assert po.compile_file(path) == tmp_path / "game.mo"
    assert po.compile_file(path, tmp_path / "other.mo").read_bytes() == po.compile_mo(
        po.parse(DATA)
    )
    path.write_bytes(DATA + b"\nmsgid")
    before = (tmp_path / "game.mo").read_bytes()
    with pytest.raises(VariorumError):
        po.compile_file(path)
    assert (tmp_path / "game.mo").read_bytes() == before


def test_a_charset_that_is_too_small_becomes_utf8() -> None:
    read = po.parse(
        catalogue('msgid "a"\nmsgstr "b"', header=HEADER.replace("UTF-8", "ISO-8859-1"))
    )
    grown = read.with_messages([read.messages[0], po.Message("a", ("ű",))])
    seen = gettext.GNUTranslations(io.BytesIO(po.compile_mo(grown)))
    assert seen.gettext("a") == "ű"
