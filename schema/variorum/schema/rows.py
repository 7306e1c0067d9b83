"""The rows of every table, in a fixed order, from the data classes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice, repeat
from operator import attrgetter
from typing import Any

from variorum.compare.order import sort_key
from variorum.model import Corpus, Entry, Source, Span, Spans, VariorumError, Witness
from variorum.say import packed, say
from variorum.schema.state import Place, places_of
from variorum.schema.tiles import Tiles

Row = tuple[Any, ...]

# So many witnesses are made rows of at a time.
_AT_ONCE = 1024
_KIND, _TEXT, _SOURCE = attrgetter("kind"), attrgetter("text"), attrgetter("source")
_LINE, _MARKUP = attrgetter("line"), attrgetter("markup")


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one table; the names of its columns, separated by spaces.

    The database numbers the rows from 1, which is their `id`.  `alike`: of most columns a row has
    the values that the rows around it have.
    """

    name: str
    columns: str
    rows: Iterable[Row]
    alike: bool = False


def corpus_tables(
    corpus: Corpus, digests: Mapping[str, str], since: Mapping[Place, int | None]
) -> Iterator[Table]:
    """All tables but those of history and search.

    `digests` gives each entry's own digest, `since` the revision since which a text stands, where
    that is not the first one.
    Numbers count from 1 in the order of the corpus, so that equal inputs give equal rows.
    Raises VariorumError for a source whose text no file can hold, and ValueError where the
    corpus names a system, source or entry that it does not have.
    """
    systems = _numbers(s.key for s in corpus.systems)
    sources = _numbers(s.source for s in corpus.sources)
    entries = _numbers(e.key for e in corpus.entries)
    yield Table(
        "system",
        "key title lang provisional",
        ((s.key, s.title, s.lang, s.provisional) for s in corpus.systems),
    )
    yield from _source_tables(corpus, systems, sources, entries)
    yield from _entry_tables(corpus, digests, since, systems, sources, entries)
    yield from _pair_tables(corpus, sources, entries)
    yield _apparatus_table(corpus, entries)
    yield Table(
        "cross_reference",
        "from_id passage source_id line start end surface kind target to_id status why",
        (
            (
                *(entries[r.from_key], r.passage, sources[r.source], r.line, r.start, r.end),
                *(r.surface, r.kind, r.target, entries[r.to_key], r.status, r.why),
            )
            for r in corpus.references
        ),
    )
    yield Table(
        "finding",
        "digest kind severity source line column excerpt suggestion entry_id message verdict said",
        (
            (
                *(f.id, f.kind, f.severity, f.source, f.line, f.column, f.excerpt, f.suggestion),
                *(entries[f.entry_key], f.message, f.verdict, packed(f.message)),
            )
            for f in corpus.findings
        ),
    )
    yield from _translation_tables(corpus, since, systems, entries)
    yield Table(
        "former_key",
        "former_key key",
        sorted(corpus.former_keys),
    )


def _source_tables(
    corpus: Corpus, systems: _Numbers, sources: _Numbers, entries: _Numbers
) -> Iterator[Table]:
    tiles = Tiles(corpus.fragments, [s.source for s in corpus.sources])
    yield Table(
        "source",
        "source system_id lang format encoding bytes lines sha256 title author url date"
        " licence raw",
        (
            (
                *(s.source, systems[s.system], s.lang, s.format, s.encoding, len(s.raw)),
                *(s.lines, s.sha256, s.title, s.author, s.url, s.date, s.licence),
                _raw(s, tiles.text(s)),
            )
            for s in corpus.sources
        ),
    )
    yield Table(
        "fragment",
        "source_id position kind start byte_start byte_end line_start line_end entry_id text",
        chain.from_iterable(
            tiles.rows(source, number, entries) for number, source in enumerate(corpus.sources, 1)
        ),
    )
    yield Table(
        "place",
        "source_id start line page label",
        ((sources[p.source], p.start, p.line, p.page, p.label) for p in corpus.places),
    )


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
    if source.encodes and tiled == source.text:
        return None
    try:
        return None if tiled.encode(source.encoding) == source.raw else source.raw
    except (UnicodeEncodeError, LookupError):
        return source.raw


def _entry_tables(
    corpus: Corpus,
    digests: Mapping[str, str],
    since: Mapping[Place, int | None],
    systems: _Numbers,
    sources: _Numbers,
    entries: _Numbers,
) -> Iterator[Table]:
    yield Table(
        "entry",
        "key kind system_id lang title name parameter abbreviation english marker parent_id"
        " depth position status sort_key evidence digest since",
        (
            (
                *(e.key, e.kind, systems[e.system], e.lang, e.title, e.name, e.parameter),
                *(e.abbreviation, e.english, e.marker, entries[e.parent_key], e.depth),
                *(e.position, e.status, _sort_key(e), e.evidence, digests[e.key]),
                since.get((e.key, e.lang, None, 0), 1) if since else 1,
            )
            for e in corpus.entries
        ),
        alike=True,
    )
    places = chain.from_iterable(map(places_of, corpus.entries))
    began = (since.get(place, 1) for place in places) if since else repeat(1)
    yield Table(
        "witness",
        "entry_id witness is_base source_id line_start line_end title structured since",
        (
            (
                *(number, at + 1, at == entry.base, sources[w.source], w.line_start, w.line_end),
                *(w.title, w.structured, next(began)),
            )
            for number, entry in enumerate(corpus.entries, 1)
            for at, w in enumerate(entry.witnesses)
        ),
        alike=True,
    )
    yield Table(
        "passage",
        "witness_id position kind text source_id line markup spans",
        _passage_rows(corpus, sources),
    )
    yield Table(
        "property",
        "witness_id name value source_id line",
        (
            (number, p.name, p.value, sources[p.source], p.line)
            for number, w in enumerate(_witnesses(corpus), 1)
            for p in w.properties
        ),
    )


def _passage_rows(corpus: Corpus, sources: _Numbers) -> Iterator[Row]:
    witnesses, first = _witnesses(corpus), 1
    while some := [*islice(witnesses, _AT_ONCE)]:
        # Column by column: there are too many rows for a step of Python for each value.
        own = [w.passages for w in some]
        passages, counts = [*chain.from_iterable(own)], [*map(len, own)]
        yield from zip(
            chain.from_iterable(map(repeat, count(first), counts)),
            chain.from_iterable([range(1, n + 1) for n in counts]),
            map(_KIND, passages),
            map(_TEXT, passages),
            map(sources.__getitem__, map(_SOURCE, passages)),
            map(_LINE, passages),
            map(_MARKUP, passages),
            [_spans(p.spans) for p in passages],
            strict=True,
        )
        first += len(some)


def _witnesses(corpus: Corpus) -> Iterator[Witness]:
    return (witness for entry in corpus.entries for witness in entry.witnesses)


def _pair_tables(corpus: Corpus, sources: _Numbers, entries: _Numbers) -> Iterator[Table]:
    yield Table(
        "duplicate",
        "digest entry_id other_entry_id scope relation similarity source_id line start"
        " other_source_id other_line other_start verdict",
        (
            (
                *(d.id, entries[d.entry_key], entries[d.other_key], d.scope),
                *(d.relation, float(d.similarity), sources[d.source], d.line, d.start),
                *(sources[d.other_source], d.other_line, d.other_start, d.verdict),
            )
            for d in corpus.duplicates
        ),
        alike=True,
    )
    yield Table(
        "conflict",
        "digest entry_id other_entry_id scope kind source_id line start other_source_id"
        " other_line other_start reading other_reading verdict",
        (
            (
                *(c.id, entries[c.entry_key], entries[c.other_key], c.scope),
                *(c.kind, sources[c.source], c.line, c.start, sources[c.other_source]),
                *(c.other_line, c.other_start, c.reading, c.other_reading, c.verdict),
            )
            for c in corpus.conflicts
        ),
        alike=True,
    )
    yield Table(
        "difference",
        "conflict_id position kind start end other_start other_end",
        (
            (conflict, position, d.kind, d.start, d.end, d.other_start, d.other_end)
            for conflict, c in enumerate(corpus.conflicts, 1)
            for position, d in enumerate(c.differences, 1)
        ),
    )


def _apparatus_table(corpus: Corpus, entries: _Numbers) -> Table:
    return Table(
        "variant",
        "entry_id place passage start end variant kind reading witnesses",
        (
            (
                *(entries[place.entry_key], place.position, place.passage, place.start, place.end),
                *(number, variant.kind, variant.reading, json.dumps(variant.witnesses)),
            )
            for place in corpus.apparatus
            for number, variant in enumerate(place.variants)
        ),
    )


def _translation_tables(
    corpus: Corpus, since: Mapping[Place, int | None], systems: _Numbers, entries: _Numbers
) -> Iterator[Table]:
    system_of = {e.key: e.system for e in corpus.entries}
    yield Table(
        "translation",
        "entry_id system_id position lang source_text text state translator catalogue line words"
        " since",
        (
            (
                *(entries[t.entry_key], systems[system_of[t.entry_key]]),
                *(t.position, t.lang, t.source_text, t.text, t.state, t.translator, t.catalogue),
                *(t.line, len(t.source_text.split())),
                since.get((t.entry_key, t.lang, t.catalogue, 0), 1) if t.current else None,
            )
            for t in corpus.translations
        ),
    )
    yield Table(
        "term",
        "concept system_id lang term status note",
        ((t.concept, systems[t.system], t.lang, t.term, t.status, t.note) for t in corpus.terms),
    )


def _sort_key(entry: Entry) -> str:
    """By what entries are put in the order of their language; those without a name come first."""
    return sort_key(entry.name, entry.lang) if entry.name is not None else ""


def _spans(spans: Sequence[Span]) -> str:
    numbers = (spans if isinstance(spans, Spans) else Spans(spans)).numbers
    if len(numbers) == 3:
        start, source_start, length = numbers
        return f"[[{start},{source_start},{length}]]"
    threes = zip(*[iter(numbers)] * 3, strict=True)
    return f"[{','.join([f'[{a},{b},{c}]' for a, b, c in threes])}]"


class _Numbers(dict[str | None, int | None]):
    """Numbers by name, from 1; null has none."""

    def __missing__(self, name: str | None) -> int | None:
        raise ValueError(f"the corpus names {name!r} and does not have it")


def _numbers(names: Iterable[str]) -> _Numbers:
    numbers = _Numbers({None: None})
    for name in names:
        if name in numbers:
            raise ValueError(f"the corpus has two of {name!r}")
        numbers[name] = len(numbers)
    return numbers
