"""Witnesses of one entry: duplicates, conflicts, apparatus, ids."""

from __future__ import annotations

import pytest
from collate_texts import entry, passage, told_twice, witness
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.compare import collate, rebuild
from variorum.model import Repeat, Witness

LONG = "Le ponton flotte sur la rivière lente."
MORE = "Un gardien l'amarre avant la nuit."
LAST = "Les crues le détachent parfois du quai."


def test_a_record_repeated_byte_for_byte_is_an_identical_duplicate() -> None:
    repeats = [Repeat("bac/ponton", "a.csv", 9, 2)]
    [found] = collate((entry("Ponton", witness(LONG, 2)),), repeats).duplicates
    assert (found.scope, found.relation, found.similarity) == ("entry", "identical", 1.0)
    assert (found.source, found.line, found.other_source, found.other_line) == ("a.csv", 9, "a.csv", 2)  # fmt: skip


@pytest.mark.parametrize(
    ("other", "relation"),
    [
        (LONG, "identical"),
        (LONG.replace("rivière", "rivière\u00a0"), "typographic"),
        (LONG.upper(), "typographic"),
    ],
)
def test_witnesses_that_agree_are_one_duplicate_of_the_entry(other: str, relation: str) -> None:
    result = collate((told_twice(f"{LONG}\n{MORE}", f"{other}\n{MORE}"),))
    [found] = result.duplicates
    assert (found.scope, found.relation) == ("entry", relation)
    assert (found.source, found.line, found.other_source, found.other_line) == ("b.csv", 5, "a.csv", 2)  # fmt: skip
    assert not result.conflicts


def test_markup_inside_a_passage_counts_and_the_tags_around_it_do_not() -> None:
    def tagged(markup: str) -> Witness:
        return Witness("b.csv", 5, 5, "Ponton", (passage(LONG, 5, "b.csv", markup),))

    plain = witness(LONG, 2)
    [block] = collate((entry("Ponton", plain, tagged("[justify][/justify]")),)).duplicates
    [inline] = collate((entry("Ponton", plain, tagged("[justify][b][/b][/justify]")),)).duplicates
    assert (block.relation, inline.relation) == ("identical", "markup")


@pytest.mark.parametrize(
    ("lang", "kind", "first", "second"),
    [
        ("fr", "number", "Le ponton tient 10 tours.", "Le ponton tient 15 tours."),
        ("fr", "negation", "Le ponton ne coule pas.", "Le ponton coule."),
        ("hu", "negation", "A stég nem süllyed el a vízben.", "A stég elsüllyed a vízben."),
        ("hu", "modality", "A stég mozoghat a vízen.", "A stég mozog a vízen."),
        ("en", "unit", "The jetty is 12 cm long.", "The jetty is 12 inches long."),
        ("en", "quantity", "Every jetty floats here.", "One jetty floats here."),
        ("fr", "wording", "Le ponton peut flotter et dériver au loin.", "Le ponton peut flotter au loin."),
        ("fr", "missing_sentence", f"{LONG} {MORE} {LAST}", f"{LONG} {LAST}"),
    ],
)  # fmt: skip
def test_a_difference_is_a_conflict_of_its_class(
    lang: str, kind: str, first: str, second: str
) -> None:
    result = collate((told_twice(first, second, lang),))
    [found] = result.conflicts
    assert (found.scope, found.kind) == ("passage", kind)
    assert not result.duplicates
    assert found.differences
    assert rebuild(found.reading, found.other_reading, found.differences) == found.other_reading
    if kind != "missing_sentence":
        assert (found.source, found.line, found.other_source, found.other_line) == ("b.csv", 5, "a.csv", 2)  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("fr", "Le ponton tient deux tours et coûte 1500 points.", "Le ponton tient 2 tours et coûte 1 500 points."),
        ("hu", "A stég két körig áll.", "A stég 2 körig áll."),
        ("en", "The jetty holds two turns.", "The jetty holds 2 turns."),
    ],
)  # fmt: skip
def test_a_number_written_out_is_no_conflict(lang: str, first: str, second: str) -> None:
    result = collate((told_twice(first, second, lang),))
    assert not result.conflicts
    assert [d.relation for d in result.duplicates] == ["typographic"]


def test_a_missing_passage_comes_first_with_the_place_after_which_it_would_stand() -> None:
    result = collate((told_twice(f"{LONG}\n{MORE}\n{LAST}", f"{LONG}\n{LAST}"),))
    [found] = result.conflicts
    assert (found.kind, found.scope) == ("missing_passage", "passage")
    assert (found.source, found.line, found.start) == ("a.csv", 3, 0)
    assert (found.other_source, found.other_line, found.other_start) == ("b.csv", 5, len(LONG))
    assert (found.reading, found.other_reading) == (MORE, "")
    assert [(d.scope, d.relation) for d in result.duplicates] == [("passage", "identical")] * 2


def test_a_passage_only_the_later_witness_has_stands_after_one_of_the_base() -> None:
    [found] = collate((told_twice(LONG, f"{LONG}\n{MORE}"),)).conflicts
    assert (found.kind, found.source, found.line) == ("missing_passage", "b.csv", 6)
    assert (found.other_source, found.other_line, found.other_start) == ("a.csv", 2, len(LONG))


def test_passages_divided_otherwise_are_no_missing_passage() -> None:
    result = collate((told_twice(f"{LONG} {MORE}\n{LAST}", f"{LONG}\n{MORE}\n{LAST}"),))
    assert not result.conflicts


def test_texts_that_share_nothing_are_one_conflict_of_the_entry() -> None:
    result = collate((told_twice(LONG, "Aucun feu ne prend ici, dit-on, avant demain soir."),))
    [found] = result.conflicts
    assert (found.scope, found.kind) == ("entry", "wording")
    assert not result.duplicates


def test_every_sentence_that_differs_is_a_conflict_of_its_own() -> None:
    first = "Le ponton tient 10 tours. Un gardien l'amarre. Il doit payer."
    second = "Le ponton tient 15 tours. Un gardien l'amarre. Il peut payer."
    found = collate((told_twice(first, second),)).conflicts
    assert [c.kind for c in found] == ["number", "modality"]
    assert found[1].start == second.index("Il peut") == found[1].other_start


def test_a_misspelling_that_the_corpus_does_not_know_is_typographic() -> None:
    others = entry("Quai", witness("La rivière monte.\nUne rivière baisse.", 20))
    told = told_twice(LONG, LONG.replace("rivière", "rivèire"))
    assert not collate((told, others)).conflicts
    assert [c.kind for c in collate((told,)).conflicts] == ["wording"]


def test_the_apparatus_holds_all_readings_and_who_has_which() -> None:
    told = entry(
        "Ponton",
        witness("Le ponton tient 10 tours sur le lac.", 2, "a.csv"),
        witness("Le ponton tient 15 tours sur le lac.", 2, "b.csv"),
        witness("Le ponton tient 15 tours sur la mer.", 2, "c.csv"),
        witness("Le ponton tient 10 tours sur le lac.", 2, "d.csv"),
    )
    places = collate((told,)).apparatus
    assert [p.position for p in places] == [1, 2]
    assert [[(v.reading, v.kind, v.witnesses) for v in p.variants] for p in places] == [
        [("10", None, (1, 4)), ("15", "number", (2, 3))],
        [("le lac", None, (1, 2, 4)), ("la mer", "wording", (3,))],
    ]
    for p in places:
        assert told.passages[p.passage - 1].text[p.start : p.end] == p.variants[0].reading


def test_the_apparatus_tells_passages_that_some_witnesses_lack() -> None:
    told = entry(
        "Ponton",
        witness(f"{LONG}\n{MORE}", 2, "a.csv"),
        witness(LONG, 2, "b.csv"),
        witness(f"{LONG}\n{MORE}\n{LAST}", 2, "c.csv"),
    )
    places = collate((told,)).apparatus
    assert [(p.passage, [(v.reading, v.witnesses) for v in p.variants]) for p in places] == [
        (2, [(MORE, (1, 3)), ("", (2,))]),
        (2, [("", (1, 2)), (LAST, (3,))]),
    ]


WORDS = st.lists(
    st.sampled_from(["Le ponton", "tient", "ne", "pas", "2", "trois", "tours", "lac", ".", "\n"]),
    max_size=20,
).map(" ".join)


@given(WORDS, WORDS, WORDS)
@pytest.mark.invariant
@examples(60)
def test_any_witnesses_are_collated(first: str, second: str, third: str) -> None:
    told = entry("Ponton", witness(first, 2), witness(second, 40), witness(third, 80))
    result = collate((told,))
    assert result == collate((told,))
    for c in result.conflicts:
        assert rebuild(c.reading, c.other_reading, c.differences) == c.other_reading
        assert c.reading
    for place in result.apparatus:
        numbers = [n for v in place.variants for n in v.witnesses]
        assert len(numbers) == len(set(numbers)) <= 3
