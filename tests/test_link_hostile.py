"""References whatever the input: places point at the words, nothing raises, nothing depends on order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_samples import FILE, entry, linked, placed, references
from soaking import examples, part_of

from variorum.loaders.link import Linked, link
from variorum.model import Entry

LANGUAGES = ("fr", "en", "hu", "und", "xx")
WORDS = st.sampled_from(
    [
        "la",
        "capacité",
        "Volant",
        "volants",
        "Sans",
        "Peur",
        "sans",
        "peur",
        "AA",
        "aa",
        "d'un",
        "ni",
        ",",
        ".",
        "!",
        ":",
        "(",
        ")",
        '"',
        "„",
        "”",
        "«",
        "»",
        '2"',
        "p.",
        "12",
        "page",
        "3",
        "12.",
        "oldal",
        "figure",
        "4",
        "table",
        "below",
        "képesség",
        "szabály",
        "a",
        "az",
        "és",
        "Ködlépő",
        "Ködlépőket",
        "ability",
        "the",
        "Rule",
        "rules",
        "[a-z]+",
        "\\d",
        "(",
        "(X)",
        "(2)",
        "Ordnance",
        "İ",
        "ß",
        "ﬁ",
        "œ",
        "Œ",
        "É",
        "é",
        "\u200b",
        "\n",
        "\t",
        "—",
        "-",
        "'",
        "’",
        "🙂",
    ]
)
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join).filter(lambda n: n.strip() != "")


@st.composite
def systems(draw: st.DrawFn) -> list[Entry]:
    """Entries of one language, with names, texts and a tree that may even be no tree."""
    lang = draw(st.sampled_from(LANGUAGES))
    size = draw(st.integers(1, 6))
    optional = st.none() | NAMES
    return [
        entry(
            draw(optional),
            *draw(st.lists(TEXTS, max_size=3)),
            lang=lang,
            kind=draw(st.sampled_from(("capability", "rule"))),
            key=f"tin/{n}",
            english=draw(optional),
            abbreviation=draw(st.none() | st.sampled_from(("AA", "A", "K.O.", "aa"))),
            marker=draw(st.none() | st.just("*")),
            parent=draw(st.none() | st.integers(0, size).map(lambda k: f"tin/{k}")),
        )
        for n in range(size)
    ]


def check(entries: list[Entry], found: Linked, text: str) -> None:
    """What must be true of any answer."""
    by_key = {e.key: e for e in entries}
    last: dict[tuple[str, int], int] = {}
    for r in found.references:
        passage = by_key[r.from_key].passages[r.passage - 1]
        assert passage.text[r.start : r.end] == r.surface != ""
        assert (r.source, r.line) == (passage.source, passage.line)
        assert (r.to_key in by_key) == (r.status == "resolved")
        assert r.why and r.target
        assert last.get((r.from_key, r.passage), 0) <= r.start, "ordered, and none overlaps another"
        last[r.from_key, r.passage] = r.end
    lines = text.split("\n")
    for f in found.findings:
        assert f.kind in ("dangling_reference", "ambiguous_reference", "name_variant")
        assert f.line and f.column and f.excerpt and len(f.excerpt) <= 60
        if "\r" not in text and len(f.excerpt) < 60:
            start = lines[f.line - 1][f.column - 1 :]
            assert start.split()[0].startswith(f.excerpt.split()[0])


@pytest.mark.invariant
@examples(50)
@given(systems())
def test_places_point_at_the_words(entries: list[Entry]) -> None:
    members, source = placed(entries)
    check(members, link(members, [source]), source.text)


@pytest.mark.invariant
@examples(30)
@given(systems(), st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(entries: list[Entry], random: Random) -> None:
    members, source = placed(entries)
    shuffled = list(members)
    random.shuffle(shuffled)
    assert link(shuffled, [source]) == link(members, [source]) == link(members, [source])


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=80), st.text(min_size=1, max_size=12), st.sampled_from(LANGUAGES))
def test_any_text_and_any_name(text: str, name: str, lang: str) -> None:
    members, source = placed(
        [entry(name, text, lang=lang, key="tin/0"), entry("Other", f"{text} {name}", lang=lang)]
    )
    link(members, [source])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["a+*", "(", "[x", "C++ Canon", "?!", "^$", "\\d", "A", "a", "'", "£"]
)
def test_names_are_words_not_patterns(lang: str, name: str) -> None:
    text = f"aaa {name} x {name}. La capacité {name} képesség ability (a) A a."
    found = linked(entry(name, "x", lang=lang, key="tin/0"), entry("Big Gun", text, lang=lang))
    assert all(r.to_key == "tin/0" for r in found.references)
    if name == "C++ Canon":
        assert all("Canon" in r.surface for r in found.references)
    else:
        assert found.references == ()


def test_unnamed_and_empty_entries_are_silent() -> None:
    assert (
        references(entry(None, "Rien.", key="tin/0"), entry("Vide"), entry("", "", key="tin/1"))
        == []
    )
    assert link([], []) == Linked((), ())


def test_findings_without_their_source_have_a_line() -> None:
    found = link([entry("Mine", "La capacité Fouisseur.")], [])
    assert [(f.source, f.line, f.column, f.excerpt) for f in found.findings] == [
        (FILE, 1, None, None)
    ]


def test_names_hold_within_a_system_and_only_the_base_witness_is_read() -> None:
    volant = entry("Volant", "Il vole.")
    other = replace(entry("Drone", "La capacité Volant."), system="lead", key="lead/drone")
    found = link([volant, other], [])
    assert [(r.to_key, r.status) for r in found.references] == [(None, "dangling")]
    told = entry("Drone", "Rien.")
    witness = entry("Drone", "La capacité Volant.").witnesses[0]
    assert link([volant, replace(told, witnesses=(*told.witnesses, witness))], []).references == ()


@pytest.mark.invariant
@pytest.mark.parametrize(
    "unit",
    ["a ", "Volant ", '"Peur Sans" ', "hosszú ágyúk (Long Guns) ", "Volant (", ": Volant (x ", "ni volant, ni x ", "(((", "„x ", "la capacité Aa, Bb et ",
     "az Aa és a Bb képesség ", "12. oldal p. 3 ", "\n", "é", "Aa Bb "],
)  # fmt: skip
@pytest.mark.parametrize("lang", ["fr", "hu"])
def test_a_long_passage_of_anything(unit: str, lang: str) -> None:
    text = part_of(unit * (200_000 // len(unit)))
    names = [entry("Volant", "x", lang=lang), entry("Sans Peur", "y", lang=lang)]
    members, source = placed([*names, entry("Ágyúk", lang=lang), entry("Long", text, lang=lang)])
    check(members, link(members, [source]), source.text)


def test_a_passage_of_a_megabyte() -> None:
    text = "Chaque drone avec la capacité Volant passe ; les autres attendent leur tour. " * 13_000
    found = linked(entry("Volant", "Il vole."), entry("Drone", text))
    assert len(found.references) == 13_000 and not found.findings


def test_five_thousand_entries() -> None:
    many = [entry(f"Engin {n} Rouge", f"La capacité Engin {n + 1} Rouge.") for n in range(5000)]
    found = linked(*many)
    assert sum(r.status == "resolved" for r in found.references) == 4999
    same = [entry("Engin", "Un Engin.", key=f"tin/{n}") for n in range(5000)]
    assert linked(*same).references == ()
    deep = [
        entry(f"Engin {n}", "Voir l'Engin 3.", key=f"tin/{n}", parent=f"tin/{n - 1}" if n else None)
        for n in range(2000)
    ]
    assert linked(*deep).references


def test_a_circle_of_parents_ends() -> None:
    circle = [
        entry("Rouge Feu", "Le Bleu Feu.", key="tin/a", parent="tin/b"),
        entry("Bleu Feu", "Le Rouge Feu.", key="tin/b", parent="tin/a"),
    ]
    assert len(references(*circle)) <= 2
