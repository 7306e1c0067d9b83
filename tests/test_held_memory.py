"""What keeps memory small: compact sequences that read like the plain ones, and nothing that stays."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders import load
from variorum.loaders.link import link
from variorum.loaders.link.index import Index
from variorum.loaders.parsed import Piece, Pieces
from variorum.model import Corpus, Fragment, Fragments, Passage, Source, Span, Spans, System
from variorum.pause import without_collection
from variorum.schema.rows import corpus_tables

places = st.integers(0, 2**31 - 1)
names = st.sampled_from(["a.txt", "b/ő.csv", "text", "blank"])
fragments = st.builds(
    Fragment,
    *(names, names, places, places, places, places, places, places),
    st.none() | st.sampled_from(["tide/reef", "tide/keel"]),
)


@given(st.lists(fragments, max_size=12), st.slices(12))
def test_fragments_read_as_the_tuple_they_stand_for(given: list[Fragment], part: slice) -> None:
    held = Fragments(given)
    assert len(held) == len(given)
    assert list(held) == given
    assert held == tuple(given)
    assert held == Fragments(given)
    assert hash(held) == hash(Fragments(given))
    assert held[part] == tuple(given[part])
    assert [held[n] for n in range(-len(given), len(given))] == [*given, *given]
    assert held != (*given, Fragment("c", "text", 0, 1, 0, 1, 1, 1))
    with pytest.raises(IndexError):
        held[len(given)]


def test_many_fragments_are_read_in_order() -> None:
    given = [Fragment("a", "text", n, n + 1, n, n + 1, n, n, f"a/{n}") for n in range(5000)]
    assert list(Fragments(given)) == given


def rows_of(fragments: list[Fragment]) -> list[tuple[object, ...]]:
    """The rows of fragments of two sources of three letters each."""
    sources = tuple(
        Source(name, b"abc", "abc", "utf-8", "prose", "en", 1, "0" * 64, "tide")
        for name in ("one", "two")
    )
    corpus = Corpus((System("tide", "Tide", "en"),), sources, Fragments(fragments), ())
    tables = {table.name: list(table.rows) for table in corpus_tables(corpus, {}, {})}
    assert [row[-1] for row in tables["source"]] == [None, None]  # the fragments give the bytes
    return tables["fragment"]


def test_fragments_are_written_by_source_in_the_order_of_their_bytes() -> None:
    told = [
        Fragment(name, "text", n, n + 1, n, n + 1, 1, 1)
        for name in ("one", "two")
        for n in range(3)
    ]
    assert [row[-1] for row in rows_of(told)] == [*"abcabc"]
    assert rows_of([told[at] for at in (4, 0, 2, 5, 1, 3)]) == rows_of(told)


def test_a_source_whose_fragments_leave_something_out_keeps_its_bytes() -> None:
    source = Source("one", b"abc", "abc", "utf-8", "prose", "en", 1, "0" * 64, "tide")
    held = [Fragment("one", "text", n, n + 1, n, n + 1, 1, 1) for n in (0, 2)]
    corpus = Corpus((System("tide", "Tide", "en"),), (source,), Fragments(held), ())
    tables = {table.name: list(table.rows) for table in corpus_tables(corpus, {}, {})}
    assert tables["source"][0][-1] == b"abc"


def test_what_finding_references_needs_goes_with_it(tmp_path: Path) -> None:
    """Nobody collects cycles during a build: what holds itself alive stays to the end of it."""
    (tmp_path / "tide.txt").write_text(
        "Keel\n\nA boat with a Keel does not drift.\n\nReef\n\nSee the rule Keel.\n", "utf-8"
    )
    corpus = load([tmp_path / "tide.txt"]).corpus
    gc.collect()
    with without_collection():
        assert link(corpus.entries, corpus.sources).references
        assert not any(isinstance(held, Index) for held in gc.get_objects())


def test_a_source_makes_its_bytes_from_its_text_where_they_are_the_same() -> None:
    about = ("prose", "en", 1, "0" * 64, "tide")
    for raw, text, encoding in [
        (b"\xef\xbb\xbfKeel", "Keel", "utf-8-sig"),
        ("őr".encode("cp1250"), "őr", "cp1250"),
        (b"PK and more", "Keel", "container:zip"),
        (b"+/v8-Keel", "Keel", "utf-7"),
    ]:
        source = Source("one", raw, text, encoding, *about)
        assert source.raw == raw
        assert source.encodes == (encoding in ("utf-8-sig", "cp1250"))
        assert source == Source("one", raw, text, encoding, *about)
        assert replace(source, lang="fr").raw == raw
    with pytest.raises(AttributeError, match="shape"):
        source.shape  # type: ignore[attr-defined]  # noqa: B018


spans = st.builds(Span, places, places, places)
pieces = st.builds(Piece, st.sampled_from(["text", "blank"]), places, places, st.none() | places)


@given(st.lists(spans, max_size=6), st.slices(6))
def test_spans_read_as_the_tuple_they_stand_for(given: list[Span], part: slice) -> None:
    held = Passage("text", "", "a", 1, tuple(given)).spans
    assert isinstance(held, Spans)
    assert held == Spans(given)
    assert held == tuple(given)
    assert (hash(held), repr(held)) == (hash(tuple(given)), repr(tuple(given)))
    assert held[part] == tuple(given[part])
    assert [held[n] for n in range(-len(given), len(given))] == [*given, *given]
    assert held != (*given, Span(0, 0, 1))
    assert all(span in held for span in given) and Span(-1, 0, 0) not in held
    assert list(reversed(held)) == given[::-1]
    assert bool(held) == bool(given)
    with pytest.raises(IndexError):
        held[len(given)]


@given(st.lists(pieces, max_size=6), st.lists(pieces, min_size=1, max_size=6), st.slices(12))
def test_pieces_read_as_the_list_they_stand_for(
    given: list[Piece], more: list[Piece], part: slice
) -> None:
    held = Pieces(given)
    assert held == given
    held += more
    held.append(more[0])
    held[-1] = more[-1]
    told = [*given, *more, more[-1]]
    assert held == told
    assert held[part] == tuple(told[part])
    assert [held[n] for n in range(-len(told), len(told))] == [*told, *told]
    held.sort()
    assert held == sorted(told, key=lambda piece: piece.start)
    with pytest.raises(IndexError):
        held[len(told)]
