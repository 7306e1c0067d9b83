"""Full-text search: in plain SQL and with a reader's raw words."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schema_corpora import corpus
from soaking import examples

from variorum.compare.tokens import Tokens
from variorum.model import Corpus
from variorum.schema import forms, forms_np, open_database, search_query, write, writer
from variorum.schema.forms import search_rows
from variorum.schema.search import fold, stems, words

PLAIN = """
select entry_key, position from search where search match '"' || replace(:q, '"', '""') || '"'
order by instr(lower(text), lower(:q)) = 0, rank, rowid"""
ANY_FORM = """
select entry_key, position from search where search match :match
order by instr(lower(text), lower(:q)) = 0, rank, rowid"""


def game(texts: list[str], lang: str) -> Corpus:
    return corpus({f"#{n}": [text] for n, text in enumerate(texts)}, lang=lang)


def built(folder: Path, texts: list[str], lang: str) -> sqlite3.Connection:
    write(game(texts, lang), folder / "rules.db", date="2024-05-31")
    return open_database(folder / "rules.db")


def plain(connection: sqlite3.Connection, q: str) -> list[tuple[str, int]]:
    return [tuple(row) for row in connection.execute(PLAIN, {"q": q})]


def any_form(
    connection: sqlite3.Connection, q: str, langs: tuple[str, ...] | None = None
) -> list[tuple[str, int]]:
    query = search_query(q, langs)
    return [tuple(row) for row in connection.execute(ANY_FORM, {"match": query, "q": q})]


def test_titles_and_passages_of_base_witnesses_are_found_with_their_place(tmp_path: Path) -> None:
    write(corpus({"Torches": ["Light them.", "They burn."]}), tmp_path / "r.db", date="2024-05-31")
    connection = open_database(tmp_path / "r.db")
    found = connection.execute("select entry_key, position, lang, title, text from search")
    assert [tuple(row) for row in found] == [
        ("lantern/torches", 0, "en", "Torches", "Torches"),
        ("lantern/torches", 1, "en", "Torches", "Light them."),
        ("lantern/torches", 2, "en", "Torches", "They burn."),
    ]
    joined = connection.execute(
        "select p.text from search s join passages p on p.id = s.rowid where s.search match 'burn'"
    )
    assert [tuple(row) for row in joined] == [("They burn.",)]


@pytest.mark.parametrize(
    ("lang", "query", "text"),
    [
        ("fr", "epee", "Une ÉPÉE rouillée"),
        ("fr", "bœuf", "le boeuf maigre"),
        ("fr", "boeuf", "le bœuf maigre"),
        ("fr", "ombre", "l’ombre et l'ombrelle"),
        ("fr", "lanternes", "une lanterne"),
        ("fr", "marcher", "elles marchaient"),
        ("hu", "lampas", "a lámpás fénye"),
        ("hu", "lámpások", "lámpásokkal"),
        ("hu", "vándor", "vándoroknak"),
        ("hu", "kő", "a köveket"),
        ("hu", "torony", "tornyokból"),
        ("hu", "ás", "ásnak"),
        ("hu", "botorkál", "botorkálhatnak"),
        ("en", "lantern", "two Lanterns"),
        ("en", "dice", "roll a die"),
        ("en", "burning", "it burns"),
    ],
)
def test_a_word_is_found_in_another_form(tmp_path: Path, lang: str, query: str, text: str) -> None:
    connection = built(tmp_path, [text, "xyz"], lang)
    assert any_form(connection, query) == [("lantern/-0", 1)]
    assert any_form(connection, query, (lang,)) == [("lantern/-0", 1)]


def test_plain_sql_finds_the_forms_that_the_corpus_has(tmp_path: Path) -> None:
    connection = built(tmp_path, ["a lámpás", "lámpásokkal mennek", "semmi"], "hu")
    assert set(plain(connection, "lámpás")) == {("lantern/-0", 1), ("lantern/-1", 1)}
    assert plain(connection, "lámpásokkal")[0] == ("lantern/-1", 1)


@pytest.mark.parametrize(
    ("lang", "exact", "look_alike"),
    [("hu", "bor", "bőr"), ("hu", "szűr", "szúr"), ("fr", "pêche", "péché"), ("fr", "sûr", "sur")],
)
@pytest.mark.parametrize("turned", [False, True])
def test_exact_accents_come_first(
    tmp_path: Path, lang: str, exact: str, look_alike: str, turned: bool
) -> None:
    texts = [f"{look_alike} {look_alike}", f"egy {exact} van ott ahol semmi"]
    connection = built(tmp_path, texts[::-1] if turned else texts, lang)
    right = "lantern/-0" if turned else "lantern/-1"
    assert plain(connection, exact)[0] == (right, 1)
    assert any_form(connection, exact)[0] == (right, 1)


def test_several_words_are_all_wanted_and_phrases_stand_together(tmp_path: Path) -> None:
    connection = built(tmp_path, ["red lamp, old oil", "old lamp", "oil of a lamp"], "en")
    assert any_form(connection, "lamps old") == [("lantern/-1", 1), ("lantern/-0", 1)]
    assert any_form(connection, '"old lamp"') == [("lantern/-1", 1)]
    assert any_form(connection, 'oil "red lamp"') == [("lantern/-0", 1)]
    prefixed = search_query("old la", prefix=True)
    assert len(connection.execute(ANY_FORM, {"match": prefixed, "q": ""}).fetchall()) == 2


def test_an_elided_word_is_not_asked_for(tmp_path: Path) -> None:
    connection = built(tmp_path, ["une ombre", "rien"], "fr")
    assert any_form(connection, "l’ombre") == [("lantern/-0", 1)]
    assert any_form(connection, "d'") == []


HOSTILE = [
    "l'ombre", '24"', "AND", "OR NOT", "NEAR(a b)", "a*", "title:x", "^a", "-a", '"', '""', "(", ")",
    "", " ", "\0", "a\0b", "'; drop table entry; --", "{text}: a", "a + b", "œ", "…", "💡", "%", "\\",
]  # fmt: skip


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    connection = built(tmp_path_factory.mktemp("search"), ["a lamp", "l’ombre"], "fr")
    yield connection
    connection.close()


@pytest.mark.parametrize("raw", HOSTILE)
def test_hostile_words_are_no_syntax_error(lamps: sqlite3.Connection, raw: str) -> None:
    any_form(lamps, raw)
    lamps.execute(ANY_FORM, {"match": search_query(raw, prefix=True), "q": raw}).fetchall()
    plain(lamps, raw.replace("\0", ""))


@given(raw=st.text(max_size=30))
def test_no_raw_text_is_a_syntax_error(lamps: sqlite3.Connection, raw: str) -> None:
    any_form(lamps, raw)
    lamps.execute(ANY_FORM, {"match": search_query(raw, prefix=True), "q": ""}).fetchall()


# The tokenizer knows the letters of an older Unicode than Python does.
@pytest.mark.invariant
@examples(25)
@given(text=st.text(st.characters(codec="cp1250", exclude_characters="\r\n"), max_size=40))
def test_every_word_of_a_text_finds_it(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    connection = built(tmp_path_factory.mktemp("words"), [text], "en")
    for word in words(text):
        assert any_form(connection, word), word
    connection.close()


@given(word=st.text(min_size=1, max_size=12), lang=st.sampled_from(["fr", "hu", "en", "und", "xx"]))
def test_stems_are_sorted_folded_and_the_same_each_time(word: str, lang: str) -> None:
    found = stems(word.lower(), lang)
    assert list(found) == sorted(set(found))
    assert found == stems.__wrapped__(word.lower(), lang)  # type: ignore[attr-defined]
    assert fold(fold(word)) == fold(word)


SAID = st.sampled_from(
    [
        "capacité",
        "capacités",
        "Capacite,",
        "cœur",
        "coeurs",
        "l’épée",
        "épées",
        "12",
        "",
        "a\n",
        "\n",
    ]
)


@settings(max_examples=100, deadline=None)
@given(
    texts=st.lists(st.lists(SAID, max_size=6).map(" ".join), max_size=7),
    known=st.lists(st.integers(0, 6), max_size=7),
    at_once=st.integers(1, 4),
)
def test_the_forms_are_the_same_with_tokens_and_without(
    texts: list[str], known: list[int], at_once: int
) -> None:
    french = game(texts, "fr")
    english = replace(french, entries=tuple(replace(e, lang="en") for e in french.entries))
    both = replace(french, entries=french.entries + english.entries[::-1])
    tokens = Tokens([texts[n] for n in known if n < len(texts)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forms_np, "_AT_ONCE", at_once)
        patch.setattr(forms_np, "_PAIRS", 3 * at_once)
        patch.setattr(forms, "_AT_ONCE", at_once)
        assert [*search_rows(both, tokens)] == [*search_rows(both)]


@pytest.mark.parametrize("known", [None, Tokens(()), Tokens(["la capacité et le cœur"])])
def test_the_forms_of_a_text_are_those_that_it_does_not_say(known: Tokens | None) -> None:
    texts = ["la capacité et le cœur", "des capacités, un coeur", "la capacité, des capacités"]
    told = [row[-1].split() for row in search_rows(game(texts, "fr"), known) if row[2]]
    own = ["capacite", "capacites", "coeur", "cœur"]
    assert [[form for form in own if form in forms] for forms in told] == [
        ["capacites", "coeur"],
        ["capacite", "cœur"],
        [],
    ]


def test_a_defensive_sqlite_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["la capacité et le cœur", "des capacités", "l’épée", "rien"]
    found = []
    for guarded in (False, True):
        monkeypatch.setattr(writer, "_guarded", lambda _, guarded=guarded: guarded)
        connection = built(tmp_path, texts, "fr")
        rows = connection.execute("select rowid, * from search order by rowid")
        hits = [any_form(connection, q) for q in ("capacités", "coeur", "#1", "riens")]
        found.append(([tuple(row) for row in rows], hits))
        connection.close()
        (tmp_path / "rules.db").unlink()
    assert found[0] == found[1]
    assert len(found[0][0]) == 8 and found[0][1][0] == [("lantern/-1", 1), ("lantern/-0", 1)]


def test_an_index_of_words_is_that_of_its_texts(tmp_path: Path) -> None:
    built(tmp_path, ["la capacité", "des capacités", ""], "fr").close()
    connection = sqlite3.connect(tmp_path / "rules.db")
    connection.execute("insert into search (search, rank) values ('integrity-check', 1)")
    kept = dict(connection.execute("select k, v from search_config"))
    assert kept.keys() == {"version"}
    connection.close()


def test_a_corpus_in_an_unknown_language_is_searched_as_it_stands(tmp_path: Path) -> None:
    connection = built(tmp_path, ["Blå lanterne"], "da")
    assert any_form(connection, "bla LANTERNE") == [("lantern/-0", 1)]


PAIRS = Path(__file__).parents[2] / "shared" / "cases" / "search.csv"


@pytest.mark.skipif(not PAIRS.is_file(), reason="the pairs to find are not beside the checkout")
def test_the_hard_pairs(tmp_path: Path) -> None:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    found = 0
    for lang in ("fr", "hu"):
        mine = [pair for pair in pairs if pair["lang"] == lang]
        texts = [pair["text"] for pair in mine]
        alike = [pair for pair in mine if pair["found"] != "yes"]
        texts += [pair["query"] for pair in alike]
        folder = tmp_path / lang
        folder.mkdir()
        connection = built(folder, texts, lang)
        for number, pair in enumerate(mine):
            hits = [key for key, _ in any_form(connection, pair["query"])]
            if pair["found"] == "yes":
                found += f"lantern/-{number}" in hits[:5]
            else:
                own = len(mine) + alike.index(pair)
                alone = [hit for hit in hits if hit in (f"lantern/-{own}", f"lantern/-{number}")]
                assert alone[0] == f"lantern/-{own}", pair
    assert found >= 32
