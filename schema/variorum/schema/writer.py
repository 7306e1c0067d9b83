"""The one writer of the database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from variorum.model import Corpus, VariorumError
from variorum.schema.connect import APPLICATION_ID, SCHEMA_VERSION, open_database, sql
from variorum.schema.history import Revision, entry_digests, history_tables
from variorum.schema.replace import replacing, vacuum_into
from variorum.schema.rows import Table, corpus_tables
from variorum.schema.search import search_rows

__all__ = ["Progress", "Revision", "write"]

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""

# What the disk, not the program, did wrong.
_DISK = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}


def write(
    corpus: Corpus,
    path: Path,
    *,
    date: str | None = None,
    label: str | None = None,
    progress: Progress | None = None,
) -> Revision:
    """Write the corpus as the database at `path` and return its revision.

    History is carried over from the database that stands there.  The old file stays whole and
    readable until the new one is complete and checked; where nothing changed it is left alone.
    Equal corpora, dates, labels and previous databases give equal bytes.  `date` (ISO 8601)
    dates a new revision; without it SOURCE_DATE_EPOCH does, else today.

    Raises VariorumError, and changes nothing on disk, where `path` holds something that is no
    database of this program or one of a newer version, where the folder cannot be written,
    for a date that is none, and for a text that holds half a surrogate pair.
    """
    tell = progress or (lambda _what, _done, _of: None)
    if path.is_dir():
        raise VariorumError("this is a folder; name a file with -o", str(path))
    try:
        digests = entry_digests(corpus)
        with (
            replacing(path) as (stage, new),
            contextlib.closing(open_database(path)) if path.exists() else _nothing() as previous,
            contextlib.closing(_stage(stage)) as database,
        ):
            revision, history = history_tables(previous, corpus, digests, date, label)
            tables = [*corpus_tables(corpus, digests), *history]
            steps = len(tables) + 2  # the search, and the check of the written file
            for done, table in enumerate(tables):
                tell(table.name, done, steps)
                _insert(database, table)
            tell("search", len(tables), steps)
            _fill_search(database, corpus)
            tell("check", len(tables) + 1, steps)
            vacuum_into(database, new)
            tell("done", steps, steps)
    except UnicodeEncodeError as error:
        raise VariorumError(
            f"a text holds half of a surrogate pair ({error.object[error.start]!a}), which is no"
            " character; write it anew",
        ) from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in _DISK:
            raise VariorumError(
                f"the database cannot be written ({error}); make room, or name another file"
                " with -o",
                str(path),
            ) from error
        raise
    return revision


def _nothing() -> contextlib.nullcontext[None]:
    return contextlib.nullcontext()


def _stage(stage: Path) -> sqlite3.Connection:
    """An empty database with all tables and views, for this process only."""
    database = sqlite3.connect(stage)
    # A stage that is killed is thrown away: it needs no journal.  Rows come before what they
    # name (an entry before its parent), so the keys are checked when all are there.
    database.executescript(
        "pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off;"
        f" pragma application_id = {APPLICATION_ID}; pragma user_version = {SCHEMA_VERSION};"
    )
    for name in ("tables.sql", "views.sql", "search.sql"):
        database.executescript(sql(name))
    return database


def _insert(database: sqlite3.Connection, table: Table) -> None:
    columns = table.columns.split()
    names = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join("?" * len(columns))
    database.executemany(f'insert into "{table.name}" ({names}) values ({marks})', table.rows)


def _fill_search(database: sqlite3.Connection, corpus: Corpus) -> None:
    rows: Iterable[tuple[object, ...]] = search_rows(corpus)
    database.executemany(
        "insert into search (rowid, entry_key, position, lang, title, text, forms)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    database.execute("insert into search (search) values ('optimize')")
    database.commit()
