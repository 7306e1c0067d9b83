"""Revisions: one is added to the ledger where a build says something else than the last one.

The database only caches history: the earlier rows come from the previous database, as they
were.
"""

from __future__ import annotations

import datetime
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from operator import attrgetter
from typing import Any

from variorum.model import Corpus, Source, VariorumError
from variorum.say import say
from variorum.schema.archive import Contents, Kept, reconcile
from variorum.schema.changes import changes
from variorum.schema.connect import SCHEMA_VERSION, source_bytes
from variorum.schema.first import first_changes
from variorum.schema.ledger import Ledger, RevisionRow, Version, read_ledger, redirects
from variorum.schema.state import EMPTY, State, read_state, state_of

_CHANGE = attrgetter("change")
# The counts of a revision, in the order of its columns.
COUNTED = ("added", "changed", "removed", "renamed", "moved", "split", "merged")


@dataclass(frozen=True, slots=True)
class Revision:
    """One state of the corpus; `new` says that this build made it.

    `former` are pairs of a former key and the key under which history finds it now.
    """

    revision: str
    number: int
    date: str
    label: str | None
    added: int
    changed: int
    removed: int
    new: bool
    former: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Signed:
    """When, by whom and why a state was made; all may be null."""

    date: str | None = None
    label: str | None = None
    author: str | None = None
    message: str | None = None
    commit_id: str | None = None


AsKept = Callable[[Sequence[tuple[str, str]]], Kept] | None
"""The file of keys, from what history knows of keys that are gone."""


@dataclass(slots=True)
class Past:
    """The ledger, the last state it tells of, and the files of that state."""

    ledger: Ledger
    state: State
    contents: Contents


def no_past() -> Past:
    """The past of a corpus that is built for the first time."""
    return Past(Ledger(), EMPTY, _no_file)


def past_of(connection: sqlite3.Connection) -> Past:
    """The past of an open database."""
    ledger = read_ledger(connection)
    kept = {(f.role, f.path): f for f in ledger.files if f.number_to is None}

    def contents(role: str, path: str) -> bytes:
        import zlib

        literals = kept[role, path].literals
        return source_bytes(connection, path) if literals is None else zlib.decompress(literals)

    return Past(ledger, read_state(connection), contents)


def record(
    past: Past,
    corpus: Corpus,
    signed: Signed,
    files: Sequence[Kept] = (),
    keys: AsKept = None,
    digests: Mapping[str, str] | None = None,
) -> Revision:
    """Add what a build says to the past, which then ends with it; the present revision.

    `files` are what the corpus was built from besides its sources; `keys` gives the file of
    keys as it will be after the build, from the pairs of former keys and keys; `digests` are
    those of `entry_digests`, where they are known.  Where the
    texts are those of the last revision it stays the present one, with its date; a label given
    then names it anew.  Raises VariorumError for a date that is none.
    """
    ledger, before, after = past.ledger, past.state, state_of(corpus, digests)
    first = not before.entries and not ledger.versions
    name = after.revision
    new = not ledger.revisions or ledger.revisions[-1].revision != name
    if new:
        number = len(ledger.revisions) + 1
        if first:
            made = list(first_changes(corpus))
        else:
            made = changes(before, after, dict(corpus.former_keys))
        counts = Counter(map(_CHANGE, made))
        row = RevisionRow(
            *(number, name, _date(signed.date, ledger), signed.label, SCHEMA_VERSION),
            author=signed.author,
            message=signed.message,
            commit_id=signed.commit_id,
        )
        told: dict[str, Any] = {kind: counts[kind] for kind in COUNTED}
        ledger.revisions.append(replace(row, **told))
        ledger.changes += zip(repeat(number), made, strict=False)
    elif signed.label is not None:
        ledger.revisions[-1] = replace(ledger.revisions[-1], label=signed.label)
    present = ledger.revisions[-1]
    if first and present.number == 1:
        ledger.since = {}
    else:
        _turn(ledger, present.number, before, after)
    former = former_keys(ledger, corpus)
    kept = [*(Kept("source", s.source, s.raw) for s in corpus.sources), *files]
    if keys is not None:
        kept.append(keys(former))
    ledger.files = reconcile(ledger.files, present.number, kept, past.contents)
    past.state = after
    past.contents = _contents(corpus.sources, kept[len(corpus.sources) :])
    return revision_of(present, new, former)


def revision_of(
    row: RevisionRow, new: bool, former: Sequence[tuple[str, str]] = ()
) -> Revision:  # fmt: skip
    """A row of the ledger as the revision that a build reports."""
    return Revision(
        *(row.revision, row.number, row.date, row.label, row.added, row.changed, row.removed),
        new=new,
        former=tuple(former),
    )


def former_keys(ledger: Ledger, corpus: Corpus) -> tuple[tuple[str, str], ...]:
    """All pairs of a former key and its key: what people state, then what history knows."""
    living = {entry.key: None for entry in corpus.entries}
    found = {**redirects(ledger, living.__contains__), **dict(corpus.former_keys)}
    return tuple(sorted(found.items()))


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
                say("{date!r} is no date; write it as year-month-day, as in 2024-05-31", date=date)
            ) from None
        return date
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise VariorumError(
            say(
                "SOURCE_DATE_EPOCH is {epoch!r}; set it to a number of seconds since 1970, or "
                "unset it",
                epoch=epoch,
            )
        ) from None


def _date(date: str | None, ledger: Ledger) -> str:
    """The date of the next revision; a clock that was set back does not put it before the last."""
    found = revision_date(date)
    if date is None and ledger.revisions:
        return max(found, ledger.revisions[-1].date)
    return found


def _turn(ledger: Ledger, number: int, before: State, after: State) -> None:
    """Versions that end are given their words; what is said anew begins.

    A version that this very revision began and that a later build of it does not say (a file
    was renamed) is replaced.
    """
    was, now = before.tellings(), after.tellings()
    began = {place: ledger.since.get(place, 1) for place in was}
    ended = [
        Version(*place, since, number, *told)
        for place, told in was.items()
        if (since := began[place]) not in (None, number) and now.get(place) != told
    ]
    ledger.versions += sorted(ended, key=lambda v: (v.entry_key, v.lang, v.source or "", v.nth))
    stands = {
        place: (began[place] or number) if was.get(place) == told else number
        for place, told in now.items()
    }
    ledger.since = {place: since for place, since in stands.items() if since != 1}


def _contents(sources: Sequence[Source], files: Sequence[Kept]) -> Contents:
    own = {source.source: source for source in sources}  # whose bytes need not lie here, too
    known = {(file.role, file.path): file.content for file in files}
    return lambda role, path: own[path].raw if role == "source" else known[role, path]


def _no_file(role: str, path: str) -> bytes:
    raise KeyError(path)
