"""Revisions: what names a state of the corpus, and what changed since the last one.

The database only caches history: the earlier rows come from the previous database, as they
were, and one revision is added where the texts differ.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from variorum.model import Corpus, Entry, VariorumError
from variorum.schema.connect import SCHEMA_VERSION
from variorum.schema.rows import Row, Table

# What of an entry a `delta` tells; the passages stand in `text`.
_TOLD = (
    "kind", "lang", "title", "name", "parameter", "abbreviation", "english", "marker",
    "parent_key", "status", "text",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Revision:
    """One state of the corpus; `new` says that this build made it."""

    revision: str
    number: int
    date: str
    label: str | None
    added: int
    changed: int
    removed: int
    new: bool


@dataclass(frozen=True, slots=True)
class _Change:
    entry_key: str
    change: str
    delta: str | None = None


def entry_digests(corpus: Corpus) -> dict[str, str]:
    """For each key the first 16 hexadecimal digits of the SHA-256 of what the entry says.

    That is its names, kind, parent and status, and every witness's title, passages and
    properties; not where in which file they stand.
    """
    return {entry.key: _digest(_said(entry)) for entry in corpus.entries}


def corpus_digest(corpus: Corpus, digests: Mapping[str, str]) -> str:
    """The revision's name: a digest of all systems and, in their order, all entries."""
    systems = [[s.key, s.title, s.lang] for s in corpus.systems]
    return _digest([systems, [[e.key, digests[e.key]] for e in corpus.entries]])


def revision_date(date: str | None) -> str:
    """The date of a new revision: the one given, else SOURCE_DATE_EPOCH's, else today's (UTC).

    Raises VariorumError for a date that is not ISO 8601 (`2024-05-31`, with or without a time)
    and for a SOURCE_DATE_EPOCH that is no number of seconds.
    """
    if date is not None:
        try:
            if not re.match(r"\d{4}-\d\d-\d\d", date):
                raise ValueError(date)
            datetime.datetime.fromisoformat(date)
        except ValueError:
            raise VariorumError(
                f"{date!r} is no date; write it as year-month-day, as in 2024-05-31"
            ) from None
        return date
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise VariorumError(
            f"SOURCE_DATE_EPOCH is {epoch!r}; set it to a number of seconds since 1970, or unset it"
        ) from None


def history_tables(
    previous: sqlite3.Connection | None,
    corpus: Corpus,
    digests: Mapping[str, str],
    date: str | None,
    label: str | None,
) -> tuple[Revision, list[Table]]:
    """The present revision, and the tables `revision`, `change` and `text_version`.

    Where the texts are those of the last revision it stays the present one, with its date;
    a label given then names it anew.
    """
    name = corpus_digest(corpus, digests)
    revisions = _rows(previous, "select * from revision order by number")
    if revisions and revisions[-1][1] == name:
        number, _, its_date, its_label, version, *counts = revisions[-1]
        added, changed, removed = counts
        kept = its_label if label is None else label
        revisions[-1] = (number, name, its_date, kept, version, *counts)
        present = Revision(name, number, its_date, kept, added, changed, removed, False)
        changes: list[_Change] = []
    else:
        changes = list(_changes(previous, corpus, digests))
        added, changed, removed = counts = [
            sum(c.change == which for c in changes) for which in ("added", "changed", "removed")
        ]
        number = len(revisions) + 1
        its_date = revision_date(date)
        present = Revision(name, number, its_date, label, added, changed, removed, True)
        revisions.append((number, name, its_date, label, SCHEMA_VERSION, *counts))
    return present, [
        Table(
            "revision",
            "number revision date label schema_version added changed removed",
            revisions,
        ),
        Table(
            "change",
            "id number entry_key change meaning delta",
            _change_rows(previous, changes, number),
        ),
        Table(
            "text_version",
            "id entry_key lang source number_from number_to title text",
            _version_rows(previous, corpus, changes, number),
        ),
    ]


def _said(entry: Entry) -> list[object]:
    return [
        *(entry.key, entry.kind, entry.system, entry.lang, entry.title, entry.name),
        *(entry.parameter, entry.abbreviation, entry.english, entry.marker, entry.parent_key),
        *(entry.status, entry.base),
        [
            [
                witness.title,
                [[p.kind, p.text, p.markup] for p in witness.passages],
                [[p.name, p.value] for p in witness.properties],
            ]
            for witness in entry.witnesses
        ],
    ]


def _digest(value: object) -> str:
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8")).hexdigest()[:16]


def _rows(previous: sqlite3.Connection | None, query: str) -> list[Row]:
    return [] if previous is None else [tuple(row) for row in previous.execute(query)]


def _changes(
    previous: sqlite3.Connection | None, corpus: Corpus, digests: Mapping[str, str]
) -> Iterator[_Change]:
    """What differs from the previous database, by key."""
    before: dict[str, str] = dict(_rows(previous, "select key, digest from entry"))
    now = {entry.key: entry for entry in corpus.entries}
    for key in sorted(before.keys() | now.keys()):
        if key not in before:
            yield _Change(key, "added")
        elif key not in now:
            yield _Change(key, "removed")
        elif before[key] != digests[key] and previous is not None:
            yield _Change(key, "changed", _delta(_told(previous, key), now[key]))


def _told(previous: sqlite3.Connection, key: str) -> dict[str, str | None]:
    row = previous.execute(
        f"select {', '.join(_TOLD)} from entries where key = ?", (key,)
    ).fetchone()
    return dict(zip(_TOLD, row, strict=True))


def _delta(old: dict[str, str | None], entry: Entry) -> str | None:
    """What changed, in deepdiff's words; null where only another witness did."""
    new = _state(entry)
    changed = {
        f"root['{name}']": {"new_value": new[name], "old_value": old[name]}
        for name in _TOLD
        if new[name] != old[name]
    }
    if not changed:
        return None
    return json.dumps({"values_changed": changed}, ensure_ascii=False, sort_keys=True)


def _state(entry: Entry) -> dict[str, str | None]:
    text = entry.base_witness.text if entry.witnesses else ""
    return {name: text if name == "text" else getattr(entry, name) for name in _TOLD}


def _change_rows(
    previous: sqlite3.Connection | None, changes: list[_Change], number: int
) -> Iterator[Row]:
    earlier = _rows(previous, "select * from change order by id")
    yield from earlier
    for at, c in enumerate(changes, len(earlier) + 1):
        yield at, number, c.entry_key, c.change, None, c.delta


def _version_rows(
    previous: sqlite3.Connection | None, corpus: Corpus, changes: list[_Change], number: int
) -> Iterator[Row]:
    """Earlier versions, those that ended now with their text, and those that begin now."""
    now = {entry.key: entry for entry in corpus.entries}
    touched = {c.entry_key: c.change for c in changes}
    begun = {key for key, change in touched.items() if change == "added"}
    last = 0
    for row in _rows(previous, "select * from text_version order by id"):
        last, key, lang, source, since, until, title, text = row
        if previous is not None and until is None and source is None and key in touched:
            old = _told(previous, key)
            new = _state(now[key]) if key in now else None
            if new is None or any(old[n] != new[n] for n in ("lang", "title", "text")):
                until, title, text = number, old["title"], old["text"]
                begun |= {key} & now.keys()
        yield last, key, lang, source, since, until, title, text
    for at, key in enumerate(sorted(begun), last + 1):
        yield at, key, now[key].lang, None, number, None, None, None
