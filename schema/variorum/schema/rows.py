"""The rows of every table, in a fixed order, from the data classes."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from variorum.model import Corpus, Fragment, Source, Span, VariorumError
from variorum.say import packed, say

Row = tuple[Any, ...]
# So many fragments are made at a time.
_AT_ONCE = 1024


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one table; the names of its columns, separated by spaces."""

    name: str
    columns: str
    rows: Iterable[Row]


def corpus_tables(corpus: Corpus, digests: Mapping[str, str]) -> Iterator[Table]:
    """All tables but those of history and search.  `digests` gives each entry's own digest.

    Numbers count from 1 in the order of the corpus, so that equal inputs give equal rows.
    Raises VariorumError for a source whose text no file can hold, and ValueError where the
    corpus names a system, source or entry that it does not have.
    """
    systems = _numbers(s.key for s in corpus.systems)
    sources = _numbers(s.source for s in corpus.sources)
    entries = _numbers(e.key for e in corpus.entries)
    yield Table(
        "system",
        "id key title lang provisional",
        ((systems[s.key], s.key, s.title, s.lang, s.provisional) for s in corpus.systems),
    )
    yield from _source_tables(corpus, systems, sources, entries)
    yield from _entry_tables(corpus, digests, systems, sources, entries)
    yield from _pair_tables(corpus, sources, entries)
    yield _apparatus_table(corpus, entries)
    yield Table(
        "cross_reference",
        "id from_id passage source_id line start end surface kind target to_id status why",
        (
            (
                *(number, entries[r.from_key], r.passage, sources[r.source], r.line),
                *(r.start, r.end, r.surface, r.kind, r.target),
                *(entries[r.to_key], r.status, r.why),
            )
            for number, r in enumerate(corpus.references, 1)
        ),
    )
    yield Table(
        "finding",
        "id digest kind severity source line column excerpt suggestion entry_id message verdict"
        " said",
        (
            (
                *(number, f.id, f.kind, f.severity, f.source, f.line, f.column, f.excerpt),
                *(f.suggestion, entries[f.entry_key], f.message, f.verdict, packed(f.message)),
            )
            for number, f in enumerate(corpus.findings, 1)
        ),
    )
    yield from _translation_tables(corpus, systems, entries)
    yield Table(
        "former_key",
        "id former_key key",
        ((number, *pair) for number, pair in enumerate(sorted(corpus.former_keys), 1)),
    )


def _source_tables(
    corpus: Corpus, systems: _Numbers, sources: _Numbers, entries: _Numbers
) -> Iterator[Table]:
    tiles = _tiles(corpus)
    yield Table(
        "source",
        "id source system_id lang format encoding bytes lines sha256 title author url date"
        " licence raw",
        (
            (
                *(sources[s.source], s.source, systems[s.system], s.lang, s.format),
                *(s.encoding, len(s.raw), s.lines, s.sha256, s.title, s.author, s.url, s.date),
                *(s.licence, _raw(s, _tiled(s.text, tiles(s)))),
            )
            for s in corpus.sources
        ),
    )

    def fragments() -> Iterator[Row]:
        number = 0
        for s in corpus.sources:
            source, text = sources[s.source], s.text
            for at, f in enumerate(tiles(s), 1):
                number += 1
                place = (number, source, at, f.kind, f.start, f.byte_start, f.byte_end)
                entry = entries[f.entry_key]
                yield *place, f.line_start, f.line_end, entry, text[f.start : f.end]

    yield Table(
        "fragment",
        "id source_id position kind start byte_start byte_end line_start line_end entry_id text",
        fragments(),
    )
    yield Table(
        "place",
        "id source_id start line page label",
        (
            (number, sources[p.source], p.start, p.line, p.page, p.label)
            for number, p in enumerate(corpus.places, 1)
        ),
    )


def _tiles(corpus: Corpus) -> Callable[[Source], Iterator[Fragment]]:
    """What gives the fragments of a source, in the order of its bytes."""
    fragments = corpus.fragments
    own = {s.source: array("i") for s in corpus.sources}
    ends = dict.fromkeys(own, (0, 0))
    mixed: dict[str, None] = {}
    for number, f in enumerate(fragments):
        if f.source not in own:
            raise ValueError(f"the corpus names {f.source!r} and does not have it")
        own[f.source].append(number)
        place = _place(f)
        if place < ends[f.source]:
            mixed[f.source] = None
        ends[f.source] = place
    for name in mixed:
        own[name] = array("i", sorted(own[name], key=lambda n: _place(fragments[n])))

    def tiles(source: Source) -> Iterator[Fragment]:
        places = own[source.source]
        for n in range(0, len(places), _AT_ONCE):
            some = places[n : n + _AT_ONCE]
            if some == array("i", range(some[0], some[0] + len(some))):
                yield from fragments[some[0] : some[0] + len(some)]
            else:
                yield from map(fragments.__getitem__, some)

    return tiles


def _place(fragment: Fragment) -> tuple[int, int]:
    return fragment.byte_start, fragment.start


def _tiled(text: str, fragments: Iterable[Fragment]) -> str:
    """The texts of the fragments of a source one after the other: its text, as a rule."""
    found: list[str] = []
    begin = at = 0
    for f in fragments:
        if f.start != at:
            found.append(text[begin:at])
            begin = f.start
        at = f.end
    return "".join([*found, text[begin:at]])


def _raw(source: Source, tiled: str) -> bytes | None:
    """The bytes of the file, or null where the fragments' texts give them."""
    try:
        source.text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise VariorumError(
            say(
                "half of a surrogate pair ({half!a}), which is no character; save the file "
                "again as UTF-8",
                half=source.text[error.start],
            ),
            source.source,
            source.text.count("\n", 0, error.start) + 1,
        ) from error
    try:
        return None if tiled.encode(source.encoding) == source.raw else source.raw
    except (UnicodeEncodeError, LookupError):
        return source.raw


def _entry_tables(
    corpus: Corpus,
    digests: Mapping[str, str],
    systems: _Numbers,
    sources: _Numbers,
    entries: _Numbers,
) -> Iterator[Table]:
    yield Table(
        "entry",
        "id key kind system_id lang title name parameter abbreviation english marker parent_id"
        " depth position status sort_key evidence digest",
        (
            (
                *(entries[e.key], e.key, e.kind, systems[e.system], e.lang, e.title, e.name),
                *(e.parameter, e.abbreviation, e.english, e.marker, entries[e.parent_key]),
                *(e.depth, e.position, e.status, e.sort_key, e.evidence, digests[e.key]),
            )
            for e in corpus.entries
        ),
    )
    witnesses = [
        (entry, at, witness)
        for entry in corpus.entries
        for at, witness in enumerate(entry.witnesses)
    ]
    yield Table(
        "witness",
        "id entry_id witness is_base source_id line_start line_end title structured",
        (
            (
                *(number, entries[entry.key], at + 1, at == entry.base, sources[w.source]),
                *(w.line_start, w.line_end, w.title, w.structured),
            )
            for number, (entry, at, w) in enumerate(witnesses, 1)
        ),
    )
    passages = (
        (number, position, passage)
        for number, (_, _, w) in enumerate(witnesses, 1)
        for position, passage in enumerate(w.passages, 1)
    )
    yield Table(
        "passage",
        "id witness_id position kind text source_id line markup spans",
        (
            (
                *(number, witness, position, p.kind, p.text, sources[p.source], p.line),
                *(p.markup, _spans(p.spans)),
            )
            for number, (witness, position, p) in enumerate(passages, 1)
        ),
    )
    properties = (
        (number, p) for number, (_, _, w) in enumerate(witnesses, 1) for p in w.properties
    )
    yield Table(
        "property",
        "id witness_id name value source_id line",
        (
            (number, witness, p.name, p.value, sources[p.source], p.line)
            for number, (witness, p) in enumerate(properties, 1)
        ),
    )


def _pair_tables(corpus: Corpus, sources: _Numbers, entries: _Numbers) -> Iterator[Table]:
    yield Table(
        "duplicate",
        "id digest entry_id other_entry_id scope relation similarity source_id line start"
        " other_source_id other_line other_start verdict",
        (
            (
                *(number, d.id, entries[d.entry_key], entries[d.other_key], d.scope),
                *(d.relation, float(d.similarity), sources[d.source], d.line, d.start),
                *(sources[d.other_source], d.other_line, d.other_start, d.verdict),
            )
            for number, d in enumerate(corpus.duplicates, 1)
        ),
    )
    yield Table(
        "conflict",
        "id digest entry_id other_entry_id scope kind source_id line start other_source_id"
        " other_line other_start reading other_reading verdict",
        (
            (
                *(number, c.id, entries[c.entry_key], entries[c.other_key], c.scope),
                *(c.kind, sources[c.source], c.line, c.start, sources[c.other_source]),
                *(c.other_line, c.other_start, c.reading, c.other_reading, c.verdict),
            )
            for number, c in enumerate(corpus.conflicts, 1)
        ),
    )
    differences = (
        (conflict, position, d)
        for conflict, c in enumerate(corpus.conflicts, 1)
        for position, d in enumerate(c.differences, 1)
    )
    yield Table(
        "difference",
        "id conflict_id position kind start end other_start other_end",
        (
            (number, conflict, position, d.kind, d.start, d.end, d.other_start, d.other_end)
            for number, (conflict, position, d) in enumerate(differences, 1)
        ),
    )


def _apparatus_table(corpus: Corpus, entries: _Numbers) -> Table:
    variants = (
        (place, number, variant)
        for place in corpus.apparatus
        for number, variant in enumerate(place.variants)
    )
    return Table(
        "variant",
        "id entry_id place passage start end variant kind reading witnesses",
        (
            (
                *(row, entries[place.entry_key], place.position, place.passage),
                *(place.start, place.end, number, variant.kind, variant.reading),
                json.dumps(variant.witnesses),
            )
            for row, (place, number, variant) in enumerate(variants, 1)
        ),
    )


def _translation_tables(corpus: Corpus, systems: _Numbers, entries: _Numbers) -> Iterator[Table]:
    system_of = {e.key: e.system for e in corpus.entries}
    yield Table(
        "translation",
        "id entry_id system_id position lang source_text text state translator catalogue line words",
        (
            (
                *(number, entries[t.entry_key], systems[system_of[t.entry_key]]),
                *(t.position, t.lang, t.source_text, t.text, t.state, t.translator, t.catalogue),
                *(t.line, len(t.source_text.split())),
            )
            for number, t in enumerate(corpus.translations, 1)
        ),
    )
    yield Table(
        "term",
        "id concept system_id lang term status note",
        (
            (number, t.concept, systems[t.system], t.lang, t.term, t.status, t.note)
            for number, t in enumerate(corpus.terms, 1)
        ),
    )


def _spans(spans: Iterable[Span]) -> str:
    return f"[{','.join([f'[{s.start},{s.source_start},{s.length}]' for s in spans])}]"


class _Numbers(dict[str | None, int | None]):
    """Numbers by name; null has none."""

    def __missing__(self, name: str | None) -> int | None:
        if name is None:
            return None
        raise ValueError(f"the corpus names {name!r} and does not have it")


def _numbers(names: Iterable[str]) -> _Numbers:
    numbers = _Numbers()
    for name in names:
        if name in numbers:
            raise ValueError(f"the corpus has two of {name!r}")
        numbers[name] = len(numbers) + 1
    return numbers
