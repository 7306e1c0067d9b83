"""The glossary: read, held against itself, built into the database, offered to translators."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from catalogue_samples import RULES, game, write_game
from hypothesis import given
from hypothesis import strategies as st

from variorum import po
from variorum.cli import main
from variorum.model import Term, VariorumError
from variorum.translations.folder import shipped
from variorum.translations.glossary import (
    Row,
    doubts,
    glossary_path,
    parse_glossary,
    terms_of,
)
from variorum.translations.offered import MOST, offer_of
from variorum.translations.tbx import write_tbx

HEAD = "concept,system,fr,hu,en,note\n"


def rows(text: str) -> tuple[Row, ...]:
    return parse_glossary((HEAD + text).encode(), "glossary.csv")


def test_a_row_gives_a_word_for_each_language() -> None:
    assert terms_of(rows('raft,tin,radeau,tutaj,raft,"logs, tied"\n'), ["tin"]) == (
        Term("raft", "tin", "fr", "radeau", None, "logs, tied"),
        Term("raft", "tin", "hu", "tutaj", None, "logs, tied"),
        Term("raft", "tin", "en", "raft", None, "logs, tied"),
    )


def test_words_of_a_game_that_is_not_there_are_left_out() -> None:
    given = rows("raft,tin,radeau,,raft,\noar,,rame,evező,oar,\n")
    assert {t.concept for t in terms_of(given, ["zinc"])} == {"oar"}


def test_spreadsheets_write_it_with_a_mark_and_other_line_ends() -> None:
    raw = b"\xef\xbb\xbf" + (HEAD + "oar,,rame,evez\u0151,oar,\n\n").replace("\n", "\r\n").encode()
    assert [row.line for row in parse_glossary(raw, "g")] == [2]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 1, "empty"),
        ("word,meaning\n", 1, "header"),
        ("concept,system,note\n", 1, "header"),
        ("concept,system,en,en,note\n", 1, "header"),
        ("concept,system,en,xx,note\n", 1, "header"),
        (HEAD + "oar,,rame,evező,oar\n", 2, "5 cells"),
        (HEAD + "oar,,rame,evező,oar,a,b\n", 2, "7 cells"),
        (HEAD + "\nThe Oar,,rame,evező,oar,\n", 3, "no name of a concept"),
        (HEAD + ",,rame,evező,oar,\n", 2, "no name of a concept"),
        (HEAD + "oar,,,,,\n", 2, "no word"),
        (HEAD + "oar,,rame,,oar,\noar,,aviron,,oar,\n", 3, "line 2"),
        (HEAD + 'oar,,rame,,"oa"r,\n', 2, "no CSV"),
        (HEAD + 'oar,,"rame,,oar,\n', 2, "no CSV"),
        (HEAD + 'oar,,"ra\nme",,oar,\n', 2, "invisible"),
        (HEAD + "oar,,rame,,o\u202ear,\n", 2, "invisible"),
        (HEAD + f"oar,,{'r' * 300},,oar,\n", 2, "longer"),
    ],
)
def test_a_broken_file_is_told_with_its_line(text: str, line: int, told: str) -> None:
    with pytest.raises(VariorumError, match=told) as error:
        parse_glossary(text.encode(), "glossary.csv")
    assert (error.value.file, error.value.line) == ("glossary.csv", line)


def test_no_utf_8_is_told() -> None:
    with pytest.raises(VariorumError):
        parse_glossary(HEAD.encode() + "oar,,rame,evező,oar,\n".encode("utf-16-le"), "g")


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    for text in (raw, HEAD.encode() + raw):
        with contextlib.suppress(VariorumError):
            parse_glossary(text, "g")


def test_doubts() -> None:
    given = rows(
        "oar,,rame,evező,oar,\nscull,,aviron,evező,scull,\nbow,tin,,íj,bow,\nrow,zink,rang,sor,row,\n"
    )
    assert [(d.line, d.severity, d.kind) for d in doubts(given, ["tin"])] == [
        (3, "error", "two_translations"),
        (4, "notice", "empty_cell"),
        (5, "error", "unknown_system"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "oar,,rame,evező,oar,the short one\nscull,,aviron,evező,scull,the long one\n",
        "oar,,rame,evező,oar,\noar,tin,aviron,evező,oar,\n",
        "oar,,Rame,evező,oar,\nscull,,rame,evező,oar,\n",
    ],
)
def test_no_doubt_where_notes_or_games_tell_words_apart(text: str) -> None:
    assert not doubts(rows(text), ["tin"])


def test_the_shipped_glossary_agrees_with_itself_and_the_shipped_games() -> None:
    path = glossary_path(shipped())
    found = parse_glossary(path.read_bytes(), str(path))
    assert len({row.concept for row in found}) >= 150
    assert all(word for row in found for _, word in row.words)
    games = {"ashen-sea", "fer-et-nacre", "hamutenger", "sel-et-braise"}
    assert doubts(found, games) == []


# ---- offered to translators -----------------------------------------------------------

FERRY = {"en": "ferry", "fr": "bac", "hu": "komp"}


@pytest.mark.parametrize(
    ("lang", "text", "line"),
    [
        ("en", "Two Ferries cross.", "term: ferry = bac (fr), komp (hu)"),
        ("fr", "Les bacs passent.", "term: bac = ferry (en), komp (hu)"),
        ("hu", "A kompokon nincs hely.", "term: komp = ferry (en), bac (fr)"),
    ],
)
def test_inflected_forms_are_found(lang: str, text: str, line: str) -> None:
    assert offer_of([(None, FERRY)])("tin", lang, text) == (line,)


def test_only_whole_words_and_words_that_begin_alike_count() -> None:
    offer = offer_of([(None, {"fr": "sonné", "en": "dazed"}), (None, FERRY)])
    assert offer("tin", "fr", "Il perd son bacon.") == ()
    assert offer("tin", "fr", "Il est sonné.") == ("term: sonné = dazed (en)",)


def test_forms_are_those_of_the_word_and_of_no_other() -> None:
    offer = offer_of([(None, {"fr": "port", "en": "harbour"}), (None, {"en": "die", "fr": "dé"})])
    assert offer("tin", "fr", "La porte du fort est fermée.") == ()
    assert offer("tin", "fr", "Les ports sont fermés.") == ("term: port = harbour (en)",)
    assert offer("tin", "en", "Roll two dice.") == ("term: die = dé (fr)",)
    assert offer("tin", "en", "It is dire.") == ()


def test_the_longest_term_and_the_games_own_word_win() -> None:
    offer = offer_of(
        [
            (None, {"en": "sea", "fr": "mer"}),
            (None, {"en": "sea fog", "fr": "brume"}),
            ("tin", {"en": "sea fog", "fr": "Brume du Large"}),
        ]
    )
    assert offer("tin", "en", "Sea fog rises") == ("term: sea fog = Brume du Large (fr)",)
    assert offer("zinc", "en", "Sea fog rises") == ("term: sea fog = brume (fr)",)
    assert offer("zinc", "en", "The sea") == ("term: sea = mer (fr)",)


def test_a_long_text_is_not_told_more_than_a_few() -> None:
    names = [f"{a}{b}x" for a in "bdfg" for b in "aeiou"]
    offer = offer_of((None, {"en": name, "fr": name.upper()}) for name in names)
    assert len(offer("tin", "en", " ".join(names * 2))) == MOST


# ---- on the command line --------------------------------------------------------------

TALE = (
    "Rafts\n\nEach raft carries two crews over the lake.\n\nOars\n\nA crew rows with four oars.\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my" / "translations").mkdir(parents=True)
    (tmp_path / "my" / "tale.txt").write_text(TALE, "utf-8")
    return tmp_path / "my"


def terms(database: str = "rules.db") -> list[tuple[str, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return list(connection.execute("select concept, system, lang, term, note from terms"))


def test_build_reads_it_and_extract_offers_it(folder: Path) -> None:
    glossary_path(folder / "translations").write_text(
        HEAD + "oar,,rame,evező,oar,\nraft,nowhere,radeau,tutaj,raft,\n", "utf-8"
    )
    assert main(["build", "my"]) == 0
    assert terms() == [
        ("oar", None, "fr", "rame", None),
        ("oar", None, "hu", "evező", None),
        ("oar", None, "en", "oar", None),
    ]
    assert main(["translations", "extract", "--translations", "out"]) == 0
    template = next(Path("out").glob("*.pot"))
    offered = [m.msgid for m in po.read(template).messages if "term: oar" in " ".join(m.extracted)]
    assert "A crew rows with four oars." in offered
    assert "Each raft carries two crews over the lake." not in offered


def test_an_earlier_revision_has_its_own_glossary(folder: Path) -> None:
    path = glossary_path(folder / "translations")
    path.write_text(HEAD + "oar,,rame,,oar,\n", "utf-8")
    assert main(["build", "my"]) == 0
    (folder / "tale.txt").write_text(TALE.replace("four", "six"), "utf-8")
    path.write_text(HEAD + "oar,,aviron,,oar,\n", "utf-8")
    assert main(["build", "my"]) == 0
    assert main(["build", "rules.db", "--at", "1", "-o", "old.db"]) == 0
    assert [row[3] for row in terms("old.db")] == ["rame", "oar"]
    assert [row[3] for row in terms()] == ["aviron", "oar"]


def test_a_broken_glossary_stops_the_build(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    glossary_path(folder / "translations").write_text(HEAD + "oar,,rame\n", "utf-8")
    assert main(["build", "my"]) == 2
    assert "my/translations/glossary.csv:2: has 3 cells" in capsys.readouterr().err
    assert not Path("rules.db").exists()


def test_check_reports_what_does_not_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "rules.db", game(RULES))
    path = glossary_path(tmp_path / "translations")
    path.parent.mkdir()
    path.write_text(HEAD + "oar,,rame,evező,oar,\nbow,zinc,arc,íj,bow,\n", "utf-8")
    assert main(["translations", "check"]) == 1
    assert "translations/glossary.csv:3: there is no game 'zinc'" in capsys.readouterr().out
    path.write_text("oar\n", "utf-8")
    assert main(["translations", "check"]) == 1
    assert "glossary.csv:1: is no header" in capsys.readouterr().out


# ---- terms from elsewhere --------------------------------------------------------------


def test_terms_fill_gaps_and_replace_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = glossary_path(Path("translations"))
    path.parent.mkdir()
    path.write_text(HEAD + 'oar,,rame,,oar,"long, thin"\n', "utf-8")
    Path("new.tbx").write_bytes(
        write_tbx(
            [
                Term("oar", None, "hu", "evező"),
                Term("oar", None, "fr", "aviron"),
                Term("oar", None, "en", "Oar"),
                Term("oar", None, "xx", "?"),
                Term("raft", "tin", "en", "raft", None, "of\nlogs"),
                Term("raft", "tin", "fr", "r" * 300),
            ]
        )
    )
    assert main(["translations", "import", "new.tbx"]) == 1
    told = capsys.readouterr().out
    assert "1 new concepts, 1 gaps filled" in told
    assert "'rame' stays; the file has 'aviron'" in told
    held = HEAD + 'oar,,rame,evező,oar,"long, thin"\nraft,tin,,,raft,of logs\n'
    assert path.read_text("utf-8") == held


def test_an_exported_glossary_comes_back_whole(folder: Path) -> None:
    given = terms_of(parse_glossary(glossary_path(shipped()).read_bytes(), "g"), ["hamutenger"])
    Path("all.tbx").write_bytes(write_tbx(given))
    assert main(["translations", "import", "all.tbx", "--translations", "out"]) == 0
    back = terms_of(parse_glossary(Path("out/glossary.csv").read_bytes(), "g"), ["hamutenger"])
    assert sorted(map(repr, back)) == sorted(map(repr, given))


def test_a_broken_file_of_terms_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.tbx").write_bytes(b"<martif>")
    assert main(["translations", "import", "bad.tbx"]) == 2
    assert "bad.tbx:1: is no well-formed XML" in capsys.readouterr().err
    assert not glossary_path(Path("translations")).exists()
