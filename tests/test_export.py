"""`variorum export`: what comes out is what the database holds, in every format."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sqlite3
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from catalogue_samples import RULES, game, write_game
from hypothesis import given
from hypothesis import strategies as st

from variorum.cli import main
from variorum.model import Term, Translation, VariorumError
from variorum.schema.describe import views
from variorum.translations.tbx import read_tbx, terms_in, write_tbx
from variorum.translations.tmx import Target, Unit, read_tmx, units_in, write_tmx

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
LEAPS = "It leaps 8 inches over walls."
TERMS = (
    Term("wall", None, "en", "wall", None, 'of <sand> & "stone"'),
    Term("wall", None, "hu", "fal", None, 'of <sand> & "stone"'),
    Term("wall", "tin", "en", "rampart"),
    Term("wall", "tin", "hu", "sánc"),
)


def said(position: int, lang: str, text: str | None, state: str, who: str | None) -> Translation:
    source = LEAPS if position else "Leap"
    path = f"translations/{lang}/LC_MESSAGES/tin.po"
    return Translation("tin/leap", position, lang, source, text, state, who, path, 9)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    corpus = replace(
        game(RULES),
        terms=TERMS,
        translations=(
            said(0, "fr", "Bond", "fuzzy", None),
            said(0, "hu", "=Ugrás <b>&", "translated", "Ödön"),
            said(1, "fr", "Saute\u00a0!", "reviewed", "Zoé"),
            said(1, "hu", "Falakon ugrik át.", "translated", None),
        ),
    )
    return write_game(tmp_path / "rules.db", corpus)


def exported(*options: str) -> bytes:
    assert main(["export", *options, "-o", "out"]) == 0
    return Path("out").read_bytes()


# ---- JSON and CSV ---------------------------------------------------------------------


def test_json_holds_the_book_with_its_translations(database: Path) -> None:
    told = json.loads(exported())
    (tin,) = told["systems"]
    assert (tin["system"], tin["title"], tin["lang"]) == ("tin", "Game tin", "en")
    assert [e["title"] for e in tin["entries"]] == [title for title, _ in RULES]
    assert [[p["text"] for p in e["passages"]] for e in tin["entries"]] == [
        list(texts) for _, texts in RULES
    ]
    leap = tin["entries"][0]
    assert leap["title_translations"]["hu"]["text"] == "=Ugrás <b>&"
    assert leap["title_translations"]["fr"]["state"] == "fuzzy"
    assert leap["passages"][0]["translations"]["fr"] == {
        "text": "Saute\u00a0!",
        "state": "reviewed",
        "translator": "Zoé",
    }
    with contextlib.closing(sqlite3.connect(database)) as connection:
        assert (
            told["revision"] == connection.execute("select revision from revisions").fetchone()[0]
        )


def test_csv_holds_each_place_once_a_translation(database: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(exported("--format", "csv").decode("utf-8"))))
    leap = [row for row in rows if row["entry_key"] == "tin/leap"]
    assert [(row["position"], row["to"], row["text"]) for row in leap] == [
        ("0", "fr", "Bond"),
        ("0", "hu", "=Ugrás <b>&"),
        ("1", "fr", "Saute\u00a0!"),
        ("1", "hu", "Falakon ugrik át."),
        ("2", "", ""),
    ]
    assert len(rows) == 2 + sum(1 + len(texts) for _, texts in RULES)


def test_only_one_language(database: Path) -> None:
    rows = csv.DictReader(io.StringIO(exported("--format", "csv", "--lang", "hu").decode("utf-8")))
    assert {row["to"] for row in rows} == {"hu", ""}
    units = read_tmx(exported("--format", "tmx", "--lang", "fr"), "out")
    assert [[t.lang for t in unit.targets] for unit in units] == [["fr"]]


def test_formulas_are_harmless_only_in_a_file_for_spreadsheets(database: Path) -> None:
    plain = exported("--format", "csv")
    assert b",=Ugr" in plain
    told = exported("--format", "csv", "--spreadsheet")
    assert told.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(told.decode("utf-8-sig"))))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]
    assert [cell for row in rows for cell in row if cell.startswith("'")] == ["'=Ugrás <b>&"]


@pytest.mark.parametrize("name", [view.name for view in views()])
def test_every_public_view_can_be_written(database: Path, name: str) -> None:
    told = json.loads(exported("--view", name))
    rows = list(csv.DictReader(io.StringIO(exported("--view", name, "--format", "csv").decode())))
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        held = [dict(row) for row in connection.execute(f'select * from "{name}"')]
    assert len(told) == len(rows) == len(held)
    assert all(row in told for row in held)


def test_standard_output_is_the_same_bytes(
    database: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["export", "--format", "tbx"]) == 0
    assert capsysbinary.readouterr().out == exported("--format", "tbx")


@pytest.mark.parametrize("kind", ["json", "csv", "tmx", "tbx"])
def test_the_same_database_gives_the_same_bytes(database: Path, kind: str) -> None:
    assert exported("--format", kind) == exported("--format", kind)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--view", "sqlite_master"], "there is no view"),
        (["--view", 'terms" union select 1'], "there is no view"),
        (["--view", "terms", "--format", "tmx"], "--view is for"),
        (["--view", "terms", "--system", "tin"], "--view gives"),
        (["--system", "zinc"], "the games are: tin"),
        (["--format", "tbx", "--lang", "hu"], "leave out --lang"),
        (["--spreadsheet"], "--spreadsheet is for csv"),
    ],
)
def test_what_cannot_be_done_is_told(
    database: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *options, "-o", "out"]) == 2
    assert told in capsys.readouterr().err
    assert not Path("out").exists()


def test_no_database_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export"]) == 2
    assert "rules.db" in capsys.readouterr().err


# ---- TMX ------------------------------------------------------------------------------


def test_tmx_holds_all_current_translations(database: Path) -> None:
    raw = exported("--format", "tmx")
    root = ET.fromstring(raw)
    assert (root.tag, root.get("version")) == ("tmx", "1.4")
    told = [
        [(tuv.get(XML_LANG), tuv.findtext("seg")) for tuv in tu.iterfind("tuv")]
        for tu in root.iterfind("body/tu")
    ]
    assert told == [
        [("en", "Leap"), ("hu", "=Ugrás <b>&")],
        [("en", LEAPS), ("fr", "Saute\u00a0!"), ("hu", "Falakon ugrik át.")],
    ]
    with contextlib.closing(sqlite3.connect(database)) as connection:
        assert read_tmx(raw, "out") == units_in(connection)


TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
    | st.sampled_from("\t\n\r<&>\"'\x01\x1b\ufffe"),
    max_size=20,
)
# What XML cannot hold outside of a text becomes U+FFFD.
NAME = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@given(TEXT, TEXT, NAME | st.none())
def test_a_memory_is_read_back_to_the_letter(source: str, text: str, who: str | None) -> None:
    units = (
        Unit("fr", source, (Target("en", text, who, True), Target("hu", text)), "tin/leap", 3),
        Unit("hu", source, (Target("fr", text, who), Target("fr_CA", text), Target("fr", source))),
        Unit("en", text, (Target("pt_BR", source), Target("pt_PT", text))),
    )
    assert read_tmx(write_tmx(units, "1"), "m") == units


def test_what_cannot_be_held_is_marked() -> None:
    raw = write_tmx([Unit("en", "a\x00b\ud800", (Target("hu", "\x1bc", "d\x1b"),))], "1")
    wanted = Unit("en", "a\ufffdb\ufffd", (Target("hu", "\x1bc", "d\ufffd"),))
    assert read_tmx(raw, "m") == (wanted,)
    for code in (b"0000", b"D800", b"110000", b"-1", b"x", b""):
        evil = raw.replace(b"-001B", b"-" + code)
        assert evil != raw
        assert read_tmx(evil, "m")[0].targets[0].text == "\ufffdc"


def test_a_memory_of_another_program_is_read() -> None:
    raw = """<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
    <tmx version="1.1"><header srclang="EN-US"/><body>
    <tu><tuv lang="HU"><seg>Gyors <bpt i="1">{b}</bpt>tutaj<ept i="1">{/b}</ept></seg></tuv>
    <tuv lang="en-us"><seg>Swift <hi>raft</hi></seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>Alone</seg></tuv></tu>
    <tu><tuv xml:lang="fr"><seg>Sans source</seg></tuv><tuv xml:lang="hu"><seg>x</seg></tuv></tu>
    </body></tmx>""".encode("utf-16")
    assert read_tmx(raw, "m") == (Unit("en", "Swift raft", (Target("hu", "Gyors tutaj"),)),)


def test_any_depth_of_elements_is_read() -> None:
    deep = b"<hi>" * 20_000 + b"raft" + b"</hi>" * 20_000
    raw = b'<tmx><body><tu><tuv xml:lang="en"><seg>A ' + deep + b"!</seg></tuv>"
    raw += b'<tuv xml:lang="hu"><seg>tutaj</seg></tuv></tu></body></tmx>'
    assert read_tmx(raw, "m") == (Unit("en", "A raft!", (Target("hu", "tutaj"),)),)


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE tmx [
<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
<tmx><body><tu><tuv xml:lang="en"><seg>&b;</seg></tuv></tu></body></tmx>"""
THIEF = b"""<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/hostname">]>
<tmx><body><tu><tuv xml:lang="en"><seg>&a;</seg></tuv></tu></body></tmx>"""


@pytest.mark.parametrize(
    ("raw", "line", "told"),
    [
        (BOMB, 3, "entity"),
        (THIEF, 1, "entity"),
        (b"", 1, "no well-formed XML"),
        (b"<tmx>\n<body></tmx>", 2, "no well-formed XML"),
        (b'<?xml version="1.0" encoding="nowhere"?><tmx/>', 1, "no well-formed XML"),
        (b"\xff\xfe\x00", 1, "no well-formed XML"),
        (b"<html/>", 1, "is no T[MB]X"),
    ],
)
def test_hostile_files_are_refused(raw: bytes, line: int, told: str) -> None:
    for read in (read_tmx, read_tbx):
        with pytest.raises(VariorumError, match=told) as error:
            read(raw, "m")
        assert (error.value.file, error.value.line) == ("m", line)


# ---- TBX ------------------------------------------------------------------------------


def test_tbx_holds_the_glossary(database: Path) -> None:
    raw = exported("--format", "tbx")
    root = ET.fromstring(raw)
    assert (root.tag, root.get("type")) == ("martif", "TBX-Basic")
    told = [
        (
            entry.findtext("descrip[@type='subjectField']"),
            [(s.get(XML_LANG), s.findtext("tig/term")) for s in entry.iterfind("langSet")],
        )
        for entry in root.iterfind("text/body/termEntry")
    ]
    assert told == [
        (None, [("en", "wall"), ("hu", "fal")]),
        ("tin", [("en", "rampart"), ("hu", "sánc")]),
    ]
    assert read_tbx(raw, "out") == TERMS
    with contextlib.closing(sqlite3.connect(database)) as connection:
        assert terms_in(connection) == TERMS


def test_only_the_terms_of_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(Path("rules.db"), replace(game(RULES), terms=TERMS[2:]))
    assert read_tbx(exported("--format", "tbx", "--system", "tin"), "out") == TERMS[2:]


def test_a_glossary_of_another_program_is_read() -> None:
    raw = """<martif type="TBX-Basic" xml:lang="en"><text><body><termEntry id="c7">
    <langSet xml:lang="fr-FR"><ntig><termGrp><term>mât brisé</term></termGrp></ntig></langSet>
    <langSet xml:lang="en"><tig><term>Broken Mast!</term></tig></langSet>
    </termEntry><termEntry/></body></text></martif>""".encode()
    assert read_tbx(raw, "m") == (
        Term("broken-mast", None, "fr", "mât brisé"),
        Term("broken-mast", None, "en", "Broken Mast!"),
    )


def test_the_form_of_2019_and_notes_at_any_place_are_read() -> None:
    raw = """<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" xml:lang="en"><text><body>
    <conceptEntry id="c1"><note>of rules</note><langSec xml:lang="en-GB">
    <descrip type="definition">a plank</descrip><termSec><term>oar</term></termSec></langSec>
    <langSec xml:lang="hu"><termSec><term>evező</term>
    <termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termSec>
    <termSec><term>lapát</term></termSec></langSec></conceptEntry></body></text></tbx>""".encode()
    note = "of rules; a plank"
    assert read_tbx(raw, "m") == (
        Term("oar", None, "en", "oar", None, note),
        Term("oar", None, "hu", "evező", "preferred", note),
        Term("oar", None, "hu", "lapát", None, note),
    )


@given(st.lists(st.sampled_from(["fr", "hu", "en"]), min_size=1, max_size=5), NAME)
def test_several_words_of_a_language_and_their_status_come_back(
    langs: list[str], note: str
) -> None:
    terms = tuple(
        Term("oar", "tin", lang, f"{lang} <{at}> &", "admitted" if at else "preferred", note.strip() or None)
        for lang in sorted(set(langs))
        for at in range(langs.count(lang))
    )  # fmt: skip
    assert read_tbx(write_tbx(terms), "t") == terms


def test_the_translate_toolkit_reads_both(database: Path) -> None:
    tmx = pytest.importorskip("translate.storage.tmx", reason="translate-toolkit is optional")
    tbx = pytest.importorskip("translate.storage.tbx")
    memory = tmx.tmxfile.parsestring(exported("--format", "tmx", "--lang", "hu"))
    assert [(unit.source, unit.target) for unit in memory.units] == [
        ("Leap", "=Ugrás <b>&"),
        (LEAPS, "Falakon ugrik át."),
    ]
    glossary = tbx.tbxfile.parsestring(exported("--format", "tbx"))
    assert [(unit.source, unit.target) for unit in glossary.units] == [
        ("wall", "fal"),
        ("rampart", "sánc"),
    ]
