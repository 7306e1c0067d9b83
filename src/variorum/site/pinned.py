"""Datasette's database, reading the generation that its request is pinned to."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from datasette.database import Database

from variorum.site.generations import PINNED, Generation, Generations, is_ours

T = TypeVar("T")

# First parts of our own addresses, and Datasette's: no database may be called so.
TAKEN = frozenset(
    {
        "index",
        "game",
        "entry",
        "at",
        "read",
        "witnesses",
        "conflicts",
        "duplicates",
        "findings",
        "robots",
    }
    | {"translations", "history", "search", "data", "sources", "favicon"}
)


class PinnedDatabase(Database):  # type: ignore[misc]
    """A database under one name whose rows come from one generation a request."""

    def __init__(self, datasette: Any, generations: Generations) -> None:
        self.generations = generations
        self.whole_files = asyncio.Lock()
        super().__init__(datasette, path=str(generations.path), is_mutable=False)

    @property
    def generation(self) -> Generation:
        """The one of the request; outside of a request the present one."""
        return PINNED.get(self.generations.present)

    @property
    def path(self) -> str:
        """The file to read and to hand out for download."""
        return str(self.generation.path)

    @path.setter
    def path(self, value: str) -> None:
        """Datasette sets it once; the generation knows better."""

    @property
    def cached_table_counts(self) -> dict[str, int | None] | None:
        """Rows of each table and view, once counted in this generation."""
        return self.generation.counts

    async def table_counts(self, limit: int = 10) -> dict[str, int | None]:
        """Count the rows, each table for at most `limit` milliseconds."""
        generation = self.generation
        if generation.counts is None:
            counts: dict[str, int | None] = {}
            for table in await self.table_names():
                counts[table] = await self.execute_fn(_counted(table, min(limit, 1000)))
            generation.counts = counts
        return generation.counts

    @property
    def hash(self) -> str:
        """Names the generation; Datasette only compares it."""
        return f"{self.generation.revision}{self.generation.number:04x}"

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return Path(self.path).stat().st_size

    def suggest_name(self) -> str:
        """The name in addresses: the file's, without its ending."""
        return database_name(self.generations.path)

    async def execute_fn(self, fn: Callable[[sqlite3.Connection], T]) -> T:
        """Run `fn` with a connection to the generation, in a thread of Datasette's pool."""
        generation = self.generation

        def run() -> T:
            with generation.connection(self._prepare) as connection:
                return fn(connection)

        if self.ds.executor is None:
            return run()
        return await asyncio.get_running_loop().run_in_executor(self.ds.executor, run)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        self.ds._prepare_connection(connection, self.name)


def database_name(path: Path) -> str:
    """The name under which Datasette serves the file."""
    return f"{path.stem}-db" if path.stem in TAKEN else path.stem


def ours(datasette: Any) -> PinnedDatabase | None:
    """The database whose rules the site shows; None where Datasette serves none of ours."""
    for database in datasette.databases.values():
        if isinstance(database, PinnedDatabase):
            return database
    return None


def pin(datasette: Any) -> PinnedDatabase | None:
    """Let the first database of ours be read by generations; does nothing where there is none.

    With the setting `preview`, a folder of catalogues, their translations are shown in place
    of those that were built.  Raises VariorumError for a broken catalogue.
    """
    found = ours(datasette)
    if found is not None:
        return found
    for name, database in list(datasette.databases.items()):
        if database.path and not database.is_memory and is_ours(Path(database.path)):
            pinned = PinnedDatabase(datasette, _generations(datasette, Path(database.path)))
            datasette.remove_database(name)
            return datasette.add_database(pinned)  # type: ignore[no-any-return]
    return None


def _generations(datasette: Any, path: Path) -> Generations:
    told = (datasette.plugin_config("variorum") or {}).get("preview")
    if not told:
        return Generations(path)
    from variorum.schema.preview import replace_translations
    from variorum.translations.preview import marks_of, translations_in

    folder = Path(told)

    def change(copy: Path) -> None:
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            found = list(translations_in(connection, folder))
        replace_translations(copy, found)

    return Generations(path, change, lambda: marks_of(folder))


def _counted(table: str, limit: int) -> Callable[[sqlite3.Connection], int | None]:
    from datasette.utils import escape_sqlite, sqlite_timelimit

    def count(connection: sqlite3.Connection) -> int | None:
        try:
            with sqlite_timelimit(connection, limit):
                row = connection.execute(f"select count(*) from {escape_sqlite(table)}").fetchone()
        except sqlite3.Error:
            return None
        return int(row[0])

    return count
