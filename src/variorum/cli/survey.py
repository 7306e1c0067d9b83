"""What there is to look at in a database, read from its public views, ready to be shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from variorum.cli.texts import Texts
from variorum.say import unpacked

SEVERITIES = ("error", "warning", "note")

# Two rules that disagree in play are errors; two wordings of one rule are a matter of taste.
CONFLICT_SEVERITY = {"wording": "warning", "name": "warning"}

# A text found twice with the same words needs no decision; a pair that only looks alike does.
TO_SETTLE = frozenset({"finding", "conflict", "near"})


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source: `line` and `column` from 1; `title` of the entry it belongs to.

    `where` is the page or place of a container, as PDF and EPUB have them.
    """

    source: str | None
    line: int | None
    column: int | None = None
    entry_key: str | None = None
    title: str | None = None
    where: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One finding, conflict or duplicate.

    `what` is `finding`, `conflict` or `duplicate`; `kind` the contract's word for it.
    `fault` is the faulty part of `context` (a line of the source) as start and end.
    `reading` and `other_reading` are the words at the two places of a conflict or a near
    duplicate, `differences` their differences as (class, start, end, other_start, other_end).
    """

    what: str
    id: str
    kind: str
    severity: str
    scope: str | None
    place: Place
    lang: str
    message: str
    verdict: str | None = None
    excerpt: str | None = None
    suggestion: str | None = None
    context: str | None = None
    fault: tuple[int, int] | None = None
    other: Place | None = None
    reading: str | None = None
    other_reading: str | None = None
    similarity: float | None = None
    differences: tuple[tuple[str, int, int, int, int], ...] = ()

    @property
    def unsettled(self) -> bool:
        """Whether a person still has to decide: no verdict, and something to decide."""
        sort = self.kind if self.what == "duplicate" else self.what
        return self.verdict is None and sort in TO_SETTLE


@dataclass(frozen=True, slots=True)
class Group:
    """The items of one source, worst first; `title` is its system's (null: of no system)."""

    system: str | None
    title: str | None
    source: str | None
    items: tuple[Item, ...] = field(default=())


def survey(db: sqlite3.Connection) -> tuple[Group, ...]:
    """All items of a database, by system and source, then by severity and line.

    `db` is a connection to the public views, as `variorum.schema.open_database` gives it.
    """
    texts = Texts(db)
    items = [*_findings(db, texts), *_conflicts(db, texts), *_duplicates(db, texts)]
    titles = dict(db.execute("select system, title from systems"))
    homes = dict(db.execute("select source, system from sources"))
    grouped: dict[tuple[str | None, str | None], list[Item]] = {}
    for item in items:
        source, key = item.place.source, item.place.entry_key
        # What is about an entry, and about no file, belongs to the entry's game.
        system = (key.partition("/")[0] if key else None) if source is None else homes.get(source)
        grouped.setdefault((system, source), []).append(item)
    groups = [
        Group(system, titles.get(system), source, tuple(sorted(of, key=_rank)))
        for (system, source), of in grouped.items()
    ]
    return tuple(sorted(groups, key=lambda g: (g.system or "", g.source or "")))


def _rank(item: Item) -> tuple[int, int, int, str, str]:
    place = item.place
    return (
        SEVERITIES.index(item.severity),
        place.line or 0,
        place.column or 0,
        item.kind,
        item.id,
    )


def _rows(db: sqlite3.Connection, sql: str) -> Iterable[dict[str, Any]]:
    cursor = db.execute(sql)
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def _findings(db: sqlite3.Connection, texts: Texts) -> Iterable[Item]:
    for row in _rows(
        db,
        "select id, kind, severity, source, line, column, excerpt, suggestion, entry_key,"
        " message, verdict, said from findings",
    ):
        context = texts.line(row["source"], row["line"])
        fault = None
        if context is not None and row["column"] and row["excerpt"]:
            start = row["column"] - 1
            # An excerpt may run over the line's end; what is marked stays on the line.
            fault = (start, min(len(context), start + len(row["excerpt"].split("\n")[0])))
        yield Item(
            what="finding",
            id=row["id"],
            kind=row["kind"],
            severity=row["severity"],
            scope=None,
            place=Place(
                row["source"],
                row["line"],
                row["column"],
                row["entry_key"],
                texts.titles.get(row["entry_key"]),
                texts.where(row["source"], row["line"]),
            ),
            lang=texts.langs.get(row["source"], "und"),
            message=unpacked(row["said"], row["message"]),
            verdict=row["verdict"],
            excerpt=row["excerpt"],
            suggestion=row["suggestion"],
            context=context if fault else None,
            fault=fault,
        )


def _pair(row: Mapping[str, Any], texts: Texts) -> tuple[Place, Place]:
    here = Place(
        row["source"],
        row["line"],
        None,
        row["entry_key"],
        texts.titles.get(row["entry_key"]),
        texts.where(row["source"], row["line"]),
    )
    other = Place(
        row["other_source"],
        row["other_line"],
        None,
        row["other_key"],
        texts.titles.get(row["other_key"]),
        texts.where(row["other_source"], row["other_line"]),
    )
    return here, other


def _conflicts(db: sqlite3.Connection, texts: Texts) -> Iterable[Item]:
    differences: dict[str, list[tuple[str, int, int, int, int]]] = {}
    for row in db.execute(
        "select conflict_id, class, start, end, other_start, other_end from differences"
        " order by conflict_id, position"
    ):
        differences.setdefault(row[0], []).append((row[1], row[2], row[3], row[4], row[5]))
    for row in _rows(
        db,
        "select id, entry_key, other_key, scope, kind, source, line, other_source, other_line,"
        " reading, other_reading, verdict from conflicts",
    ):
        here, other = _pair(row, texts)
        yield Item(
            what="conflict",
            id=row["id"],
            kind=row["kind"],
            severity=CONFLICT_SEVERITY.get(row["kind"], "error"),
            scope=row["scope"],
            place=here,
            other=other,
            lang=texts.langs[row["source"]],
            message="",
            verdict=row["verdict"],
            reading=row["reading"],
            other_reading=row["other_reading"],
            differences=tuple(differences.get(row["id"], ())),
        )


def _duplicates(db: sqlite3.Connection, texts: Texts) -> Iterable[Item]:
    for row in _rows(
        db,
        "select id, entry_key, other_key, scope, relation, similarity, source, line, start,"
        " other_source, other_line, other_start, verdict from duplicates",
    ):
        here, other = _pair(row, texts)
        alike = texts.alike(row) if row["relation"] == "near" else None
        yield Item(
            what="duplicate",
            id=row["id"],
            kind=row["relation"],
            severity="note",
            scope=row["scope"],
            place=here,
            other=other,
            lang=texts.langs[row["source"]],
            message="",
            verdict=row["verdict"],
            reading=alike[0] if alike else None,
            other_reading=alike[1] if alike else None,
            similarity=row["similarity"],
        )
