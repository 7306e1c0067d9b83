"""What holds for the findings of any text, hostile ones included."""

from __future__ import annotations

import random
import unicodedata

import pytest
from corpus_known import INSPECTED
from hypothesis import given
from hypothesis import strategies as st
from inspect_texts import entries_of, found, source_of
from soaking import examples, part_of

from variorum.loaders.inspect import inspect
from variorum.model import Entry, Finding, Passage, Source, Span, Witness

PIECES = st.sampled_from(
    [
        *"()[]{}.,;:!?\"'’-–/ \u00a0\u202f\t\r",
        *["\n", "\n\n", "# ", "- ", "| ", "...", "..", ",,", "[AB1]", "a 12b3c4 ", "2D6", "3k6"],
        *["the", "the the ", "boatBoat", "aA", "Bbig", "harbour", "harbourr", "Ã©", "\ufffd"],
        *["a az ", "az a ", "le le ", "l' ", "audessus", "őrszemekkelőrszemeket", "e\u0301", "ő"],
        *["the following table:", "a következő táblázat", "tableau suivant :", "D6 Result"],
        *["İ", "ß", "ǅ", "ﬁ", "\u0301", "\U0001f600", "\x00", "\x85", "\u2028", "字"],
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=40).map("".join)
LANGS = st.sampled_from(["en", "fr", "hu", "und"])


def check(findings: tuple[Finding, ...] | list[Finding], *sources: Source) -> None:
    texts = {s.source: s.text for s in sources}
    for f in findings:
        assert f.kind in INSPECTED
        assert f.severity in ("error", "warning", "note")
        assert f.message
        assert f.source is not None and f.line is not None and f.column is not None
        assert f.excerpt and len(f.excerpt) <= 60
        assert f.suggestion != f.excerpt
        assert f.id == "" and f.verdict is None
        ends = "\n" if "\n" in texts[f.source] else "\r"
        lines = texts[f.source].split(ends)
        rest = ends.join(lines[f.line - 1 :])
        assert rest[f.column - 1 : f.column - 1 + len(f.excerpt)] == f.excerpt
        assert f.column <= len(lines[f.line - 1]) + 1


@pytest.mark.invariant
@examples(50)
@given(TEXTS, LANGS)
def test_columns_point_at_the_excerpt(text: str, lang: str) -> None:
    check(found(text, lang), source_of(text, lang))


@pytest.mark.invariant
@examples(40)
@given(TEXTS, LANGS)
def test_the_same_text_gives_the_same_findings(text: str, lang: str) -> None:
    assert found(text, lang) == found(text, lang)


@pytest.mark.invariant
@examples(40)
@given(TEXTS, TEXTS, LANGS)
def test_findings_come_in_the_order_of_the_sources(a: str, b: str, lang: str) -> None:
    sources = [source_of(a, lang, "z.txt"), source_of(b, lang, "a.txt")]
    entries = entries_of(a, lang, "z.txt") + entries_of(b, lang, "a.txt")
    findings = inspect(sources, entries)
    check(findings, *sources)
    order = {"z.txt": 0, "a.txt": 1}
    places = [(order[f.source or ""], f.line, f.column) for f in findings]
    assert places == sorted(places)
    assert inspect(sources, entries[::-1]) == findings


def _marked_up(seed: int) -> tuple[Source, Entry]:
    """A passage whose words stand between tags, over two lines."""
    rng = random.Random(seed)
    raw = ["[b]"]
    clean: list[str] = []
    spans: list[Span] = []
    at = 3
    for word in [
        "The ",
        "boat ",
        "boat ",
        ", and ",
        "crew)",
        " row..",
        " the",
        " the ",
        "sail,,",
        " yes",
    ]:
        tag = rng.choice(["", "", "[/b]", "[i]", "\n"])
        raw.append(tag + word)
        at += len(tag)
        spans.append(Span(sum(map(len, clean)), at, len(word)))
        clean.append(word)
        at += len(word)
    text = "".join(raw)
    passage = Passage("text", "".join(clean), "a.txt", 1, tuple(spans), "[b]")
    witness = Witness("a.txt", 1, 2, None, (passage,))
    entry = Entry(
        "test/a", "rule", "test", "en", None, None, None, None, None, None, None, 1, 1, "unnamed",
        (witness,),
    )  # fmt: skip
    return source_of(text, "en"), entry


@pytest.mark.parametrize("seed", range(20))
def test_places_hold_where_markup_and_line_ends_stand_inside(seed: int) -> None:
    source, entry = _marked_up(seed)
    findings = inspect([source], [entry])
    check(findings, source)
    assert {"doubled_word", "punctuation", "spacing", "bracket"} <= {f.kind for f in findings}


def test_a_suggestion_is_given_only_for_words_without_markup_inside() -> None:
    text = "The boat [b]boat[/b] turns. The gull gull cries."
    clean = "The boat boat turns. The gull gull cries."
    spans = (Span(0, 0, 9), Span(9, 12, 4), Span(13, 20, 28))
    passage = Passage("text", clean, "a.txt", 1, spans, "[b][/b]")
    (entry,) = entries_of("x", "en")
    entry = Entry(
        "test/a", "rule", "test", "en", None, None, None, None, None, None, None, 1, 1, "unnamed",
        (Witness("a.txt", 1, 1, None, (passage,)),),
    )  # fmt: skip
    got = [(f.excerpt, f.suggestion) for f in inspect([source_of(text, "en")], [entry])]
    assert got == [("boat [b]boat", None), ("gull gull", "gull")]


def test_a_decomposed_text_has_the_same_faults() -> None:
    text = "Az őrszem erősen erősen néz. A kapu ,, zárva. Az őrszem,, néz."
    composed = found(text, "hu")
    split = unicodedata.normalize("NFD", text)
    decomposed = found(split, "hu")
    check(decomposed, source_of(split, "hu"))
    assert [f.kind for f in decomposed] == [f.kind for f in composed]
    assert [unicodedata.normalize("NFC", f.excerpt or "") for f in decomposed] == [
        f.excerpt for f in composed
    ]


def test_a_witness_that_two_entries_share_is_looked_at_once() -> None:
    text = "The boat boat turns."
    (entry,) = entries_of(text, "en")
    assert len(inspect([source_of(text, "en")], [entry, entry])) == 1


def test_every_witness_is_looked_at() -> None:
    a, b = "# Tides\nThe boat boat turns.", "# Tides\nThe gull gull cries."
    (first,) = entries_of(a, "en", "a.txt")
    (second,) = entries_of(b, "en", "b.txt")
    both = Entry(
        "test/tides", "rule", "test", "en", "Tides", "Tides", None, None, None, None, None, 1, 1,
        "named", first.witnesses + second.witnesses,
    )  # fmt: skip
    findings = inspect([source_of(a, "en", "a.txt"), source_of(b, "en", "b.txt")], [both])
    assert [(f.source, f.excerpt, f.entry_key) for f in findings] == [
        ("a.txt", "boat boat", "test/tides"),
        ("b.txt", "gull gull", "test/tides"),
    ]


def test_nothing_to_look_at() -> None:
    assert inspect([], []) == ()
    assert inspect([source_of("", "en")], []) == ()
    (entry,) = entries_of("The boat boat turns.", "en", "gone.txt")
    assert inspect([source_of("Other.", "en")], [entry]) == ()


@pytest.mark.invariant
@pytest.mark.parametrize(
    "text",
    [
        "(" * 4_000 + "x" + ")" * 20_000,
        "([{" * 5_000,
        ")" * 20_000,
        "(\n" * 20_000,
        "a\u0301" * 50_000,
        "\u0301" * 50_000,
        "," * 100_000,
        "." * 100_000,
        " ." * 50_000,
        "x" * 200_000,
        "aA" * 50_000,
        "1a2b" * 50_000,
        "\ufffd" * 50_000,
        "Ã©" * 50_000,
        "a, " * 30_000,
        "the " * 3 + "\n" * 100_000,
        "# (a\n" * 5_000,
        "l' " * 30_000,
        "ide" * 100_000,
        "[AB1]" * 20_000,
        " \u00a0" * 50_000,
        "? " * 50_000,
        "the following table " * 5_000,
        "D6 Result\nx\n" * 5_000,
        "a az " * 20_000,
        "le és fel" * 20_000,
        "ő" * 100_000,
    ],
    ids=lambda text: repr(text[:12]),
)
@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_hostile_texts_are_survived(text: str, lang: str) -> None:
    text = part_of(text)
    check(found(text, lang)[:20], source_of(text, lang))


def test_a_thousand_different_words_a_letter_apart() -> None:
    rng = random.Random(5)
    words = ["".join(rng.choice("abcde") for _ in range(9)) for _ in range(4000)]
    text = " ".join(words * 2 + [w[:4] + w[5:] for w in words])
    check(found(text, "en")[:20], source_of(text, "en"))


@pytest.mark.invariant
@pytest.mark.parametrize("text", ["word " * 200_000, "(x) " * 250_000, "Word. " * 170_000])
def test_a_book_on_one_line(text: str) -> None:
    text = part_of(text)
    check(found(text, "en")[:20], source_of(text, "en"))
