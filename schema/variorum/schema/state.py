"""What a corpus says at one time, as far as history is concerned.

A `State` comes from a corpus that is being built or from a database that was; both give the
same for the same corpus, so that revisions are always told by comparing two of them.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from json.encoder import encode_basestring as quoted
from operator import attrgetter
from typing import Any, NamedTuple

from variorum.model import Corpus, Entry

Telling = tuple[str | None, str]
"""Title and text, as one version says them."""

Place = tuple[str, str, str | None, int]
"""Key, language, source (null: the settled text) and which witness of the source (from 1)."""


class Reading(NamedTuple):
    """What one witness says; `kinds` and `markup` of its passages, in order."""

    source: str
    title: str | None
    text: str
    kinds: tuple[str, ...]
    markup: tuple[str, ...]
    properties: tuple[tuple[str, str], ...]


class EntryState(NamedTuple):
    """What one entry says; `digest` names all of it but its place and its sources."""

    key: str
    kind: str
    system: str
    lang: str
    title: str | None
    name: str | None
    parameter: str | None
    abbreviation: str | None
    english: str | None
    marker: str | None
    parent_key: str | None
    position: int
    status: str
    base: int
    readings: tuple[Reading, ...]
    digest: str

    @property
    def text(self) -> str:
        return self.readings[self.base].text if self.readings else ""


@dataclass(frozen=True, slots=True)
class State:
    """All entries in their order, by key; the games; and translations.

    `translations` holds, by key, language and catalogue, what each catalogue says that is
    current: nothing fuzzy, nothing stale.
    """

    systems: tuple[tuple[str, str, str], ...]
    entries: Mapping[str, EntryState]
    translations: Mapping[tuple[str, str, str], Telling] = field(default_factory=dict)

    @property
    def revision(self) -> str:
        """The name of the state: a digest of all systems and, in their order, all entries."""
        # As `digest_of` would write it, in half the time.
        entries = [f"[{quoted(key)},{quoted(own)}]" for key, own in _digests_in(self.entries)]
        said = [_JSON.encode(self.systems), f"[{','.join(entries)}]"]
        if self.translations:
            told = [[*place, *told] for place, told in sorted(self.translations.items())]
            said.append(_JSON.encode(told))
        return _digest(f"[{','.join(said)}]")

    def tellings(self) -> dict[Place, Telling]:
        """Every text that stands, by its place."""
        told: dict[Place, Telling] = {}
        for entry in self.entries.values():
            told[entry.key, entry.lang, None, 0] = (entry.title, entry.text)
            for reading, place in zip(entry.readings, places_of(entry), strict=True):
                told[place] = (reading.title, reading.text)
        for (key, lang, catalogue), words in self.translations.items():
            told[key, lang, catalogue, 0] = words
        return told


def places_of(entry: Entry | EntryState) -> Iterator[Place]:
    """The places of the witnesses of an entry, in their order."""
    told = entry.witnesses if isinstance(entry, Entry) else entry.readings
    seen: dict[str, int] = {}
    for one in told:
        nth = seen[one.source] = seen.get(one.source, 0) + 1
        yield entry.key, entry.lang, one.source, nth


class _Told(Mapping[str, EntryState]):
    """The states of the entries of a corpus, each made when it is asked for."""

    def __init__(self, entries: Iterable[Entry], digests: Mapping[str, str]) -> None:
        self._entries = {entry.key: entry for entry in entries}
        self._made: dict[str, EntryState] = {}
        self.digests = digests

    def __getitem__(self, key: str) -> EntryState:
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _entry(self._entries[key], self.digests[key])
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def _digests_in(entries: Mapping[str, EntryState]) -> Iterator[tuple[str, str]]:
    """Each key with the digest of what the entry says."""
    if isinstance(entries, _Told):
        return zip(entries, map(entries.digests.__getitem__, entries), strict=True)
    return ((entry.key, entry.digest) for entry in entries.values())


EMPTY = State((), {})

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_NULL = {None: "null"}
_NAMES = attrgetter(
    *("key", "kind", "system", "lang", "title", "name", "parameter", "abbreviation", "english"),
    *("marker", "parent_key", "status"),
)


def entry_digests(corpus: Corpus) -> dict[str, str]:
    """For each key the first 16 hexadecimal digits of the SHA-256 of what the entry says.

    That is its names, kind, parent and status, and every witness's title, passages and
    properties; not where in which file they stand.
    """
    return {entry.key: _digest(_said(entry)) for entry in corpus.entries}


def state_of(corpus: Corpus, digests: Mapping[str, str] | None = None) -> State:
    """The state of a corpus; `digests` are those of `entry_digests`, where they are known."""
    digests = digests or entry_digests(corpus)
    return State(
        tuple((s.key, s.title, s.lang) for s in corpus.systems),
        _Told(corpus.entries, digests),
        _tellings(
            (t.entry_key, t.lang, t.catalogue, t.position, t.text)
            for t in corpus.translations
            if t.current
        ),
    )


def read_state(connection: sqlite3.Connection) -> State:
    """The state that a database holds."""
    cursor = connection.cursor()
    cursor.row_factory = None  # no names are needed of very many rows
    passages: dict[int, list[tuple[str, str, str]]] = {}
    for witness, kind, text, markup in cursor.execute(
        "select witness_id, kind, text, markup from passage order by witness_id, position"
    ):
        passages.setdefault(witness, []).append((kind, text, markup))
    properties: dict[int, list[tuple[str, str]]] = {}
    for witness, name, value in cursor.execute(
        "select witness_id, name, value from property order by id"
    ):
        properties.setdefault(witness, []).append((name, value))
    readings: dict[int, list[Reading]] = {}
    bases: dict[int, int] = {}
    for witness, entry, is_base, source, title in cursor.execute(
        "select w.id, w.entry_id, w.is_base, s.source, w.title"
        " from witness w join source s on s.id = w.source_id order by w.entry_id, w.witness"
    ):
        own = passages.get(witness)
        kinds, texts, markup = zip(*own, strict=True) if own else ((), (), ())
        there = readings.setdefault(entry, [])
        if is_base:
            bases[entry] = len(there)
        named = tuple(properties.get(witness, ()))
        there.append(Reading(source, title, "\n".join(texts), kinds, markup, named))
    entries = {}
    for row in cursor.execute(
        "select e.id, e.key, e.kind, y.key, e.lang, e.title, e.name, e.parameter,"
        " e.abbreviation, e.english, e.marker, up.key, e.position, e.status, e.digest"
        " from entry e join system y on y.id = e.system_id"
        " left join entry up on up.id = e.parent_id order by e.id"
    ):
        number, *columns, digest = row
        told_by = tuple(readings.get(number, ()))
        entries[row[1]] = EntryState._make((*columns, bases.get(number, 0), told_by, digest))
    systems = cursor.execute("select key, title, lang from system order by id")
    return State(tuple(systems), entries, _translations(connection))


def _translations(connection: sqlite3.Connection) -> dict[tuple[str, str, str], Telling]:
    return _tellings(
        connection.execute(
            "select e.key, t.lang, t.catalogue, t.position, t.text from translation t"
            " join entry e on e.id = t.entry_id where t.state in ('translated', 'reviewed')"
            " order by t.id"
        )
    )


def _tellings(
    rows: Iterable[tuple[str, str, str, int, str | None]],
) -> dict[tuple[str, str, str], Telling]:
    """What each catalogue says, from key, language, catalogue, position and text in order."""
    found: dict[tuple[str, str, str], tuple[list[str | None], list[str]]] = {}
    for key, lang, catalogue, position, text in rows:
        title, texts = found.setdefault((key, lang, catalogue), ([None], []))
        if position == 0:
            title[0] = text
        else:
            texts.append(text or "")
    return {place: (title[0], "\n".join(texts)) for place, (title, texts) in found.items()}


def _entry(entry: Entry, digest: str) -> EntryState:
    readings = [
        Reading(
            w.source,
            w.title,
            w.text,
            tuple([p.kind for p in w.passages]),
            tuple([p.markup for p in w.passages]),
            tuple([(p.name, p.value) for p in w.properties]),
        )
        for w in entry.witnesses
    ]
    return EntryState(
        *(entry.key, entry.kind, entry.system, entry.lang, entry.title, entry.name),
        *(entry.parameter, entry.abbreviation, entry.english, entry.marker, entry.parent_key),
        *(entry.position, entry.status, entry.base, tuple(readings), digest),
    )


def _said(entry: Entry) -> str:
    """What an entry says as compact JSON, written here in half the time of an encoder."""
    names = ",".join([_NULL.get(name) or quoted(name) for name in _NAMES(entry)])
    told = []
    for w in entry.witnesses:
        title = "null" if w.title is None else quoted(w.title)
        passages = [f"[{quoted(p.kind)},{_long(p.text)},{quoted(p.markup)}]" for p in w.passages]
        properties = [f"[{quoted(p.name)},{quoted(p.value)}]" for p in w.properties]
        told.append(f"[{title},[{','.join(passages)}],[{','.join(properties)}]]")
    return f"[{names},{entry.base},[{','.join(told)}]]"


def _long(text: str) -> str:
    """What `quoted` gives; that nothing is to be escaped is known in a third of the time."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return quoted(text)


def plain(state: State) -> State:
    """A state of which only keys, languages, titles and texts are known."""
    return plain_state((e.key, e.lang, e.title, e.text) for e in state.entries.values())


def plain_state(rows: Iterable[Sequence[Any]]) -> State:
    """The state of rows of key, language, title and text, which is all that is known of it.

    Entries are in the order of their keys, so that none is ever moved.
    """
    entries = {}
    for at, (key, lang, title, text) in enumerate(sorted(map(tuple, rows)), 1):
        reading = Reading("", title, text, ("text",) if text else (), (), ())
        status = ("named" if text else "empty") if title else "unnamed"
        entries[key] = EntryState(
            *(key, "rule", key.partition("/")[0], lang, title, title, None, None, None, None, None),
            *(at, status, 0, (reading,), digest_of([title, text])),
        )
    return State((), entries)


def digest_of(value: object) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a value as compact JSON."""
    return _digest(_JSON.encode(value))


def _digest(said: str) -> str:
    return hashlib.sha256(said.encode("utf-8")).hexdigest()[:16]


def told(entry: EntryState) -> dict[str, Any]:
    """What a delta tells of an entry, as JSON values.

    `heading` is the base witness's title where the entry has another one; `passages` are the
    kinds of the passages; `readings` what the other witnesses say.
    """
    base = entry.readings[entry.base] if entry.readings else None
    return {
        "key": entry.key,
        "kind": entry.kind,
        "lang": entry.lang,
        "title": entry.title,
        "heading": base.title if base and base.title != entry.title else None,
        "name": entry.name,
        "parameter": entry.parameter,
        "abbreviation": entry.abbreviation,
        "english": entry.english,
        "marker": entry.marker,
        "parent_key": entry.parent_key,
        "position": entry.position,
        "status": entry.status,
        "text": entry.text,
        "passages": list(base.kinds) if base else [],
        "markup": list(base.markup) if base else [],
        "properties": [list(pair) for pair in base.properties] if base else [],
        "base": entry.base,
        "readings": [
            _reading(r) for number, r in enumerate(entry.readings) if number != entry.base
        ],
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "source": reading.source,
        "title": reading.title,
        "text": reading.text,
        "passages": list(reading.kinds),
        "markup": list(reading.markup),
        "properties": [list(pair) for pair in reading.properties],
    }
