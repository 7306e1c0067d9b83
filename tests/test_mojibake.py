"""UTF-8 read in another encoding: told, read right, and never where nothing is wrong."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.cli.pipeline import build
from variorum.cli.rebuild import rebuild
from variorum.loaders.mojibake import CODES, mended

TEXTS = [
    "À l’abri d’une œuvre, le socle « Vigie » bénéficie d’un bonus…",
    "Az őrült hajó tűzzel támad: „ÁRVÍZTŰRŐ tükörfúrógép” – vége.",
    "Ça coûte 5 € — naïve façade, où l’été est chaud ; L’ÉTÉ !",
    "Élan",
]


def misread(text: str, code: str) -> str:
    """UTF-8 read in `code`; its undefined bytes are passed through, as programs do."""
    return "".join(
        bytes([b]).decode(code, "ignore") or chr(b) if b > 127 else chr(b) for b in text.encode()
    )


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("code", CODES)
def test_a_text_is_read_right(code: str, text: str) -> None:
    found = mended(misread(text, code))
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("code", ["cp1252", "cp1250", "latin-1"])
def test_so_is_one_that_was_misread_twice(code: str, text: str) -> None:
    found = mended(misread(misread(text, code), code))
    assert found is not None
    assert (found.text, len(found.lines)) == (text, 1)


def test_only_the_damaged_lines_change() -> None:
    right, wrong = "Le navire tire à l’arrière.\n", "L’équipage est prêt à bord.\n"
    found = mended(right + misread(wrong, "cp1252") + right)
    assert found is not None
    assert found.text == right + wrong + right
    assert found.lines == (2,)


def test_a_space_that_became_a_plain_one_is_no_hindrance() -> None:
    found = mended("Ã  la fin, lâ€™Ã©tÃ© est lÃ .\n")
    assert found is not None
    assert found.text == "à la fin, l’été est là.\n"


@pytest.mark.parametrize(
    "text",
    [
        "SÃO PAULO, Ângela, não",
        "L’encodage : “Ã©” pour é, et c’est tout",
        'The bytes "Ã©" are shown for it',
        "LIBERTÉ\u00a0: « ÉTÉ\u00a0» et « À\u00a0» la fin",
        "DÉFENSÉ” et ‘É’",
        "Tiếng Việt: Ầ Ế ÂN",
        "Das „Å“ ist ein Buchstabe",
        "Pokémon™ ® café’s",
        *TEXTS,
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) is None


@given(st.text(st.sampled_from("éàőűœ’€aÃ©Â \nĹ‘x"), max_size=40))
def test_places_in_the_mended_text_have_places_in_the_old(text: str) -> None:
    found = mended(text)
    if found is None:
        return
    places = [found.original(n) for n in range(len(found.text) + 1)]
    assert places[0] == 0
    assert places[-1] == len(text)
    assert places == sorted(places)


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(database) as connection:
        return connection.execute(query).fetchall()


def test_a_build_reports_it_and_repairs_it_where_a_person_says_so(tmp_path: Path) -> None:
    folder, database = tmp_path / "rules", tmp_path / "rules.db"
    folder.mkdir()
    text = "# Règles\n\n## Forêt\n\nL’arbre est protégé.\n\n## Élan\n\nAllure doublée, là.\n"
    raw = misread(text, "cp1252").encode()
    (folder / "a.md").write_bytes(raw)
    build([folder], database, date="2024-01-01")
    ((line, excerpt, suggestion, message),) = rows(
        database,
        "select line, excerpt, suggestion, message from findings"
        " where message like '%--repair-encoding%'",
    )
    assert (line, excerpt, suggestion) == (1, misread("Règles", "cp1252"), "Règles")
    assert str(message).startswith("5 lines of this file are UTF-8 that was read as cp1252")

    build([folder], database, date="2024-01-02", repair_encoding=True)
    assert rows(database, "select encoding, bytes from sources") == [
        ("utf-8+mojibake:cp1252", len(raw))
    ]
    titles = "select title from entries order by position"
    assert rows(database, titles) == [("Règles",), ("Forêt",), ("Élan",)]
    at = 0
    for start, end, words in rows(
        database, "select byte_start, byte_end, text from fragments order by position"
    ):
        assert isinstance(end, int)
        assert start == at
        assert raw[at:end] == misread(str(words), "cp1252").encode()
        at = end
    assert at == len(raw)

    again = rebuild(database, "2", tmp_path / "again.db")
    assert again.same
    assert rows(tmp_path / "again.db", titles) == rows(database, titles)
