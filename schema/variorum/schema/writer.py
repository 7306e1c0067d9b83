"""The one writer of the database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, compress, count, islice
from operator import not_
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.model import Corpus, VariorumError
from variorum.say import say
from variorum.schema.archive import Kept
from variorum.schema.connect import APPLICATION_ID, SCHEMA_VERSION, open_database, sql
from variorum.schema.forms import search_rows
from variorum.schema.history import (
    AsKept,
    Past,
    Revision,
    Signed,
    former_keys,
    no_past,
    past_of,
    record,
    revision_of,
)
from variorum.schema.ledger import ledger_tables
from variorum.schema.migrations import statements
from variorum.schema.replace import complete, replacing
from variorum.schema.rows import Row, Table, corpus_tables
from variorum.schema.state import EMPTY, entry_digests

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

__all__ = ["Progress", "Revision", "write", "write_past"]

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""

# A statement for so many rows takes a third less than one for each; SQLite allows 32,766 values.
_AT_ONCE = 40
_ALIKE_AT_ONCE = 64

# Characters of its sources from which a corpus is large.
_LARGE = 4 << 20

# So many bytes of the index of words are collected before they are written: those of a small
# corpus at least, and what is in proportion for a larger one.
_LEAST_WORDS, _MOST_WORDS = 1 << 20, 64 << 20


def write(
    corpus: Corpus,
    path: Path,
    *,
    date: str | None = None,
    label: str | None = None,
    files: Sequence[Kept] = (),
    keys: AsKept = None,
    program: str | None = None,
    tokens: Tokens | None = None,
    progress: Progress | None = None,
) -> Revision:
    """Write the corpus as the database at `path` and return its revision.

    History is carried over from the database that stands there.  The old file stays whole and
    readable until the new one is complete and checked; where nothing changed it is left alone.
    Equal corpora, dates, labels, files and previous databases give equal bytes.  `date` (ISO
    8601) dates a new revision; without it SOURCE_DATE_EPOCH does, else today.  `files` are
    what the corpus was built from besides its sources, kept so that it can be built again;
    `keys` gives the file of keys as it will be after the build (see `record`); `program` is a
    digest of the program, by which `standing` knows what it wrote; `tokens` may know those of
    the texts already.

    Raises VariorumError, and changes nothing on disk, where `path` holds something that is no
    database of this program or one of a newer version, where the folder cannot be written,
    for a date that is none, and for a text that holds half a surrogate pair.
    """

    def recorded(past: Past, digests: Mapping[str, str]) -> Revision:
        return record(past, corpus, Signed(date, label), files, keys, digests)

    return _write(corpus, path, None, recorded, progress, program, tokens)


def write_past(
    corpus: Corpus,
    past: Past,
    path: Path,
    *,
    program: str | None = None,
    progress: Progress | None = None,
) -> Revision:
    """Write a corpus whose revision the past already ends with; raises like `write`.

    What stands at `path` is replaced, history and all.
    """

    def present(past: Past, _digests: Mapping[str, str]) -> Revision:
        return revision_of(past.ledger.revisions[-1], False, former_keys(past.ledger, corpus))

    return _write(corpus, path, past, present, progress, program)


def _write(
    corpus: Corpus,
    path: Path,
    known: Past | None,
    recorded: Callable[[Past, Mapping[str, str]], Revision],
    progress: Progress | None,
    program: str | None = None,
    tokens: Tokens | None = None,
) -> Revision:
    tell = progress or (lambda _what, _done, _of: None)
    if path.is_dir():
        raise VariorumError(say("this is a folder; name a file with -o"), str(path))
    try:
        digests = entry_digests(corpus)
        with (
            replacing(path) as (stage, new),
            contextlib.closing(open_database(path)) if path.exists() else _nothing() as previous,
            contextlib.closing(_stage(stage, _page_size(corpus))) as database,
        ):
            past = known or (no_past() if previous is None else past_of(previous))
            revision = recorded(past, digests)
            corpus = replace(corpus, former_keys=revision.former)
            tables = [
                *corpus_tables(corpus, digests, past.ledger.since),
                *ledger_tables(past.ledger),
            ]
            if known is None:
                past.state = EMPTY  # large, and all that it says is in the tables
            if program is not None:
                tables.append(Table("program", "digest", [(program,)]))
            steps = len(tables) + 2  # the search, and the check of the written file
            tell("search", 0, steps)
            # First, for what is free when the parts of its index are one is filled by the tables.
            _fill_search(database, corpus, tokens)
            for done, table in enumerate(tables, 1):
                tell(table.name, done, steps)
                _insert(database, table)
            _index(database)
            tell("check", len(tables) + 1, steps)
            complete(database, stage, new)
            tell("done", steps, steps)
    except UnicodeEncodeError as error:
        raise VariorumError(
            say(
                "a text holds half of a surrogate pair ({half!a}), which is no character; "
                "write it anew",
                half=error.object[error.start],
            ),
        ) from error
    return revision


def _nothing() -> contextlib.nullcontext[None]:
    return contextlib.nullcontext()


def _page_size(corpus: Corpus) -> int:
    """The bytes of a page: SQLite's own choice, more where there are very many of them."""
    return 16384 if sum(len(source.text) for source in corpus.sources) > _LARGE else 4096


def _stage(stage: Path, page_size: int) -> sqlite3.Connection:
    """An empty database with all tables and views, for this process only, in a transaction."""
    database = sqlite3.connect(stage, isolation_level=None)
    # A stage that is killed is thrown away: it needs no journal.  Rows come before what they
    # name (an entry before its parent), so the keys are checked when all are there, and the
    # other constraints with them.  What was deleted is not left in the file.
    for pragma in (
        f"page_size = {page_size}",
        *("journal_mode = off", "synchronous = off", "locking_mode = exclusive"),
        *("foreign_keys = off", "ignore_check_constraints = on", "temp_store = memory"),
        "secure_delete = on",
    ):
        database.execute(f"pragma {pragma}")
    database.execute("begin")
    database.execute(f"pragma application_id = {APPLICATION_ID}")
    database.execute(f"pragma user_version = {SCHEMA_VERSION}")
    for name in ("tables.sql", "views.sql", "search.sql"):
        for statement in statements(sql(name)):
            if not _is_index(statement):
                database.execute(statement)
    return database


def _index(database: sqlite3.Connection) -> None:
    """Sort the rows that are there into the indexes, which is quicker than row by row."""
    for statement in statements(sql("tables.sql")):
        if _is_index(statement):
            database.execute(statement)


def _is_index(statement: str) -> bool:
    return statement.lstrip().startswith(("CREATE INDEX", "CREATE UNIQUE INDEX"))


def _insert(database: sqlite3.Connection, table: Table) -> None:
    columns, rows = table.columns.split(), iter(table.rows)
    if table.alike:
        _insert_alike(database, table.name, columns, rows)
        return
    none = [False] * len(columns)
    many: list[object] = []

    def full() -> Iterator[list[object]]:
        nonlocal many
        while len(many := [*chain.from_iterable(islice(rows, _AT_ONCE))]) == wanted:
            yield many

    wanted = _AT_ONCE * len(columns)
    database.executemany(_statement(table.name, columns, none, _AT_ONCE), full())
    if many:
        statement = _statement(table.name, columns, none, len(many) // len(columns))
        database.execute(statement, many)


def _insert_alike(
    database: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterator[Row]
) -> None:
    """Insert rows that have most values in common with those around them: these are handed over
    once, which takes longer than to write them."""
    statements: dict[tuple[tuple[bool, ...], int], str] = {}
    while some := [*islice(rows, _ALIKE_AT_ONCE)]:
        by_column = [*zip(*some, strict=True)]
        shared = tuple([column.count(column[0]) == len(some) for column in by_column])
        statement = statements.get((shared, len(some)))
        if statement is None:
            statement = _statement(table, columns, shared, len(some))
            statements[shared, len(some)] = statement
        own = zip(*compress(by_column, map(not_, shared)), strict=True)
        database.execute(statement, [*compress(some[0], shared), *chain.from_iterable(own)])


def _statement(table: str, columns: Sequence[str], shared: Sequence[bool], rows: int) -> str:
    """The statement for so many rows: first come the values of columns that are shared by all
    rows, then row by row those of the others."""
    first, then = count(1), count(1 + sum(shared))
    numbers = [next(first) if one else 0 for one in shared]
    values = (", ".join([f"?{n or next(then)}" for n in numbers]) for _ in range(rows))
    names = ", ".join(f'"{column}"' for column in columns)
    return f'insert into "{table}" ({names}) values ({"), (".join(values)})'


def _fill_search(database: sqlite3.Connection, corpus: Corpus, tokens: Tokens | None) -> None:
    # By default a part of the index is written for every megabyte of it, and merged with others.
    size = sum(len(source.text) for source in corpus.sources)
    size = min(max(2 * size, _LEAST_WORDS), _MOST_WORDS)
    database.execute("insert into search (search, rank) values ('hashsize', ?)", (size,))
    rows = search_rows(corpus, tokens)
    if _guarded(database):
        # Row by row: many at once would go through a table of their own into one that is virtual.
        database.executemany(
            "insert into search (rowid, entry_key, position, lang, title, text, forms)"
            " values (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
    else:
        # The table of its texts, then the index of them all, which takes a third less.
        _insert(database, Table("search_content", "id c0 c1 c2 c3 c4 c5", rows, alike=True))
        database.execute("insert into search (search) values ('rebuild')")
    database.execute("insert into search (search) values ('optimize')")
    database.execute("delete from search_config where k = 'hashsize'")


def _guarded(database: sqlite3.Connection) -> bool:
    """Whether this SQLite lets nobody write into the tables that a full-text table is made of,
    as one does that was compiled to be defensive."""
    try:
        database.execute("explain delete from search_content")
    except sqlite3.OperationalError:
        return True
    return False
