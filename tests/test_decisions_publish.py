"""Corrections change the published text where the old words stand, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.decisions import Verdict, correct, corrections
from variorum.decisions.publish import Correction
from variorum.model import Conflict, Entry, Finding, Passage, Source, Span, Witness

KEY = "seal/dive"
RAW = "Dive\r\n[b]It dives[/b]  6 pacess\r\nand barks"


def source(raw: str = RAW, name: str = "a.txt") -> Source:
    return Source(name, raw.encode(), raw, "utf-8", "prose", "en", 3, "")


def passage() -> Passage:
    # "It dives  6 pacess and barks": the tags are gone, the line end is a join.
    dives, rest, barks = RAW.index("It dives"), RAW.index("  6"), RAW.index("and")
    return Passage(
        "text", "It dives  6 pacess and barks", "a.txt", 2,
        (Span(0, dives, 8), Span(8, rest, 10), Span(19, barks, 9)),
    )  # fmt: skip


def entry(*passages: Passage, name: str = "a.txt") -> Entry:
    witness = Witness(name, 1, 3, "Dive", passages)
    return Entry(
        KEY, "rule", "seal", "en", "Dive", "Dive", None, None, None, None, None, 1, 1, "named",
        (witness,),
    )  # fmt: skip


def finding(excerpt: str, suggestion: str, column: int, line: int = 2) -> Finding:
    return Finding("spelling", "warning", "a.txt", line, column, excerpt, suggestion, KEY, "?")


ACCEPTED = Verdict("finding", "accepted", "x", (KEY,))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (finding("pacess", "paces", 20), "It dives  6 paces and barks"),
        # The column of the fault, with context before it.
        (finding("6 pacess", "6 paces", 20), "It dives  6 paces and barks"),
        # A tag stands inside the excerpt.
        (finding("dives[/b]  6", "dives[/b] 6", 7), "It dives 6 pacess and barks"),
        # A full stop is missing at the very end.
        (finding("barks", "barks.", 5, 3), "It dives  6 pacess and barks."),
        (finding("and barks", "and it barks", 1, 3), "It dives  6 pacess and it barks"),
    ],
)
def test_an_accepted_suggestion_is_published(found: Finding, text: str) -> None:
    wanted = corrections([(ACCEPTED, found)], [source()])
    (new,), lost = correct([entry(passage())], wanted)
    assert new.passages[0].text == text and lost == ()
    for span in new.passages[0].spans:
        run = new.passages[0].text[span.start : span.start + span.length]
        assert run == RAW[span.source_start : span.source_start + span.length]


def test_several_corrections_of_one_passage() -> None:
    found = [finding("pacess", "paces", 20), finding("dives[/b]  6", "dives[/b] 6", 7)]
    wanted = corrections([(ACCEPTED, item) for item in found], [source()])
    (new,), lost = correct([entry(passage())], wanted)
    assert new.passages[0].text == "It dives 6 paces and barks" and lost == ()


def test_what_no_longer_stands_there_is_left_and_told() -> None:
    assert corrections([(ACCEPTED, finding("walrus", "seal", 20))], [source()]) == ()
    wrong = Correction(KEY, "a.txt", 2, 3, "swims", "dives")
    before = entry(passage())
    assert correct([before], [wrong]) == ((before,), (wrong,))
    dismissed = replace(ACCEPTED, decision="dismissed")
    assert corrections([(dismissed, finding("pacess", "paces", 20))], [source()]) == ()


def plain(text: str, name: str, line: int = 1) -> Passage:
    return Passage("text", text, name, line, (Span(0, 0, len(text)),))


def conflict(reading: str, other: str, start: int = 0, kind: str = "number") -> Conflict:
    return Conflict(
        KEY, KEY, "passage", kind, "b.txt", 1, start, "a.txt", 1, start, reading, other
    )  # fmt: skip


def told() -> Entry:
    one = entry(plain("It dives 6 paces. It barks.", "a.txt"))
    other = entry(plain("It dives 8 paces. It barks.", "b.txt"), name="b.txt")
    return replace(one, witnesses=one.witnesses + other.witnesses)


@pytest.mark.parametrize(
    ("verdict", "texts"),
    [
        (Verdict("conflict", "right", "x", (KEY,), witness="b.txt"), ["8", "8"]),
        (Verdict("conflict", "right", "x", (KEY,), witness="a.txt"), ["6", "6"]),
        (Verdict("conflict", "reading", "x", (KEY,), reading="7"), ["7", "7"]),
        (Verdict("conflict", "differ", "x", (KEY,)), ["6", "8"]),
    ],
)
def test_the_right_reading_is_published_in_every_witness(
    verdict: Verdict, texts: list[str]
) -> None:
    (new,), lost = correct([told()], corrections([(verdict, conflict("8", "6", 9))], []))
    assert [w.text for w in new.witnesses] == [f"It dives {n} paces. It barks." for n in texts]
    assert lost == ()


def test_a_sentence_comes_and_goes_with_its_space() -> None:
    one, other = entry(plain("It dives. It barks.", "a.txt")), entry(plain("It barks.", "b.txt"))
    both = replace(one, witnesses=one.witnesses + other.witnesses)
    item = replace(conflict("", "It dives.", kind="missing_sentence"))
    right = Verdict("conflict", "right", "x", (KEY,), witness="a.txt")
    (new,), _ = correct([both], corrections([(right, item)], []))
    assert [w.text for w in new.witnesses] == ["It dives. It barks."] * 2
    right = replace(right, witness="b.txt")
    (new,), _ = correct([both], corrections([(right, item)], []))
    assert [w.text for w in new.witnesses] == ["It barks."] * 2


def test_a_passage_comes_and_goes_as_a_whole() -> None:
    one = entry(plain("It dives.", "a.txt"))
    other = entry(plain("It dives.", "b.txt"), plain("It barks.", "b.txt", 2))
    both = replace(one, witnesses=one.witnesses + other.witnesses)
    item = Conflict(
        KEY, KEY, "passage", "missing_passage", "b.txt", 2, 0, "a.txt", 1, 9, "It barks.", ""
    )
    for witness, text in (("b.txt", "It dives.\nIt barks."), ("a.txt", "It dives.")):
        right = Verdict("conflict", "right", "x", (KEY,), witness=witness)
        (new,), lost = correct([both], corrections([(right, item)], []))
        assert [w.text for w in new.witnesses] == [text] * 2 and lost == ()


@given(st.text("abc ", min_size=1, max_size=20), st.data())
def test_spans_still_point_at_the_same_characters(text: str, data: st.DataObject) -> None:
    edits = []
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text) - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        new = data.draw(st.text("XY", max_size=4))
        edits.append(Correction(KEY, "a.txt", 1, start, text[start:end], new, raw=True))
    cut = data.draw(st.integers(0, len(text)))
    spans = tuple(s for s in (Span(0, 0, cut), Span(cut, cut, len(text) - cut)) if s.length)
    before = entry(Passage("text", text, "a.txt", 1, spans))
    (after,), _ = correct([before], edits)
    for changed in after.passages:
        covered = 0
        for span in changed.spans:
            run = changed.text[span.start : span.start + span.length]
            assert run == text[span.source_start : span.source_start + span.length]
            assert span.start >= covered
            covered = span.start + span.length
        assert covered <= len(changed.text)
