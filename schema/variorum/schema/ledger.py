"""All that a database knows of the past, in memory: read, cut off, written.

Nothing in it names a row by its number: the numbers follow from the order when it is
written, so that a ledger cut off at a revision gives the rows that this revision had.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, fields
from itertools import count
from typing import NamedTuple, TypeVar

from variorum.schema import archive
from variorum.schema.archive import KeptFile
from variorum.schema.changes import Change
from variorum.schema.rows import Row, Table
from variorum.schema.state import Place

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """A row of `revision`."""

    number: int
    revision: str
    date: str
    label: str | None
    schema_version: int
    added: int = 0
    changed: int = 0
    removed: int = 0
    renamed: int = 0
    moved: int = 0
    split: int = 0
    merged: int = 0
    author: str | None = None
    message: str | None = None
    commit_id: str | None = None


class Version(NamedTuple):
    """A row of `text_version`: what was said at a place from one revision until another.

    Title and text are null where nobody kept them.
    """

    entry_key: str
    lang: str
    source: str | None
    nth: int
    number_from: int
    number_to: int
    title: str | None
    text: str | None

    @property
    def place(self) -> Place:
        return self[:4]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A commit or a dated folder that was read: `number` is the revision that then stood."""

    commit_id: str
    origin: str
    number: int | None
    date: str
    author: str | None
    message: str | None
    state: str
    note: str | None = None


@dataclass(slots=True)
class Ledger:
    """The past.  `changes` are pairs of a revision's number and a change.

    `versions` are those that are over; `since` is the revision with which a text that stands
    began to do so, where that is not the first one: null where nobody knows.
    """

    revisions: list[RevisionRow] = field(default_factory=list)
    changes: list[tuple[int, Change]] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)
    since: Mapping[Place, int | None] = field(default_factory=dict)
    files: list[KeptFile] = field(default_factory=list)
    replayed: list[Replayed] = field(default_factory=list)


_SINCE = """
select key, lang, null, 0, since from entry where since is not 1
union all
select e.key, e.lang, s.source, (select count(*) from witness o where o.entry_id = w.entry_id
    and o.source_id = w.source_id and o.witness <= w.witness), w.since
from witness w join entry e on e.id = w.entry_id join source s on s.id = w.source_id
where w.since is not 1
union all
select e.key, t.lang, t.catalogue, 0, t.since from translation t join entry e on e.id = t.entry_id
where t.state in ('translated', 'reviewed') and t.since is not 1"""


def _columns(row: type) -> str:
    return " ".join(f.name for f in fields(row))


def read_ledger(connection: sqlite3.Connection) -> Ledger:
    """The past that a database holds."""

    def rows(query: str) -> Iterator[Row]:
        cursor = connection.cursor()
        cursor.row_factory = None  # no names are needed of very many rows
        return cursor.execute(query)

    def all_of(row: type, table: str) -> Iterator[Row]:
        names = ", ".join(f'"{name}"' for name in _columns(row).split())
        return rows(f"select {names} from {table} order by rowid")

    return Ledger(
        [RevisionRow(*row) for row in all_of(RevisionRow, "revision")],
        [
            (
                number,
                Change(key, change, meaning, delta, tuple(json.loads(others)) if others else ()),
            )
            for number, key, change, meaning, delta, others in rows(
                "select number, entry_key, change, meaning, delta, others from change order by id"
            )
        ],
        [
            *map(
                Version._make,
                rows(
                    "select v.entry_key, v.lang, v.source, v.nth, v.number_from, v.number_to,"
                    " s.title, s.text from text_version v left join said s on s.id = v.said_id"
                    " order by v.id"
                ),
            )
        ],
        {(key, lang, source, nth): number for key, lang, source, nth, number in rows(_SINCE)},
        [KeptFile(*row) for row in all_of(KeptFile, "kept_file")],
        [Replayed(*row) for row in all_of(Replayed, "replayed")],
    )


def ledger_tables(ledger: Ledger) -> list[Table]:
    """The rows of all tables of history but `former_key`."""
    said = _numbered(v[6:] for v in ledger.versions if v.text is not None)
    return [
        Table("revision", _columns(RevisionRow), map(astuple, ledger.revisions)),
        Table(
            "change",
            "number entry_key change meaning delta others",
            (
                (
                    *(number, c.entry_key, c.change, c.meaning, c.delta),
                    json.dumps(c.others) if c.others else None,
                )
                for number, c in ledger.changes
            ),
            alike=True,
        ),
        Table("said", "title text", said),
        Table(
            "text_version",
            "entry_key lang source nth number_from number_to said_id",
            ((*v[:6], said.get(v[6:])) for v in ledger.versions),
        ),
        Table("kept_file", _columns(KeptFile), map(astuple, ledger.files)),
        Table("replayed", _columns(Replayed), map(astuple, ledger.replayed)),
    ]


def _numbered(things: Iterable[T]) -> dict[T, int]:
    """Each thing once, with its number, from 1."""
    return dict(zip(dict.fromkeys(things), count(1), strict=False))


def until(ledger: Ledger, number: int, contents: archive.Contents) -> Ledger:
    """The past as it was when revision `number` stood (0: before the first one).

    `contents` gives the sources that the open rows of `files` name.
    """
    if ledger.revisions and number >= ledger.revisions[-1].number:
        return ledger
    files = {
        (kept.role, kept.path): kept.content
        for kept in archive.files_at(ledger.files, number, contents)
    }
    versions = [v for v in ledger.versions if v.number_to <= number]
    since = {at: began for at, began in ledger.since.items() if (began or 0) <= number}
    since |= {
        v.place: v.number_from for v in ledger.versions if v.number_from <= number < v.number_to
    }
    return Ledger(
        ledger.revisions[:number],
        [pair for pair in ledger.changes if pair[0] <= number],
        versions,
        since,
        archive.until(ledger.files, number, files),
        [r for r in ledger.replayed if (r.number or 0) <= number and number > 0],
    )


def redirects(ledger: Ledger, living: Callable[[str], bool]) -> Mapping[str, str]:
    """Where entries that are gone are found now: former key to a key that lives.

    An entry that was renamed is found under its key, one that was merged in the entry it went
    into, one that was split in the part that took most of its words.
    """
    leads: dict[str, str] = {}
    for _, change in ledger.changes:
        if change.change == "added":
            leads.pop(change.entry_key, None)
        elif change.change == "renamed" and change.others:
            leads[change.others[0]] = change.entry_key
            leads.pop(change.entry_key, None)
        elif change.change == "removed" and change.others:
            leads[change.entry_key] = change.others[0]
    found: dict[str, str] = {}
    for former in sorted(leads):
        key, steps = leads[former], 0
        while not living(key) and key in leads and steps < len(leads):
            key, steps = leads[key], steps + 1
        if living(key) and not living(former):
            found[former] = key
    return found
