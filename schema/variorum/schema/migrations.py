"""Bring a database of an older schema to the present one.

Each step changes tables only; the views and the full-text table's definition come from the
present `.sql` files afterwards.  sqlite-utils keeps a table of applied migrations with the
time of day; `PRAGMA user_version` says the same without it, so that table is filled in
before and dropped after, and equal inputs still give equal bytes.

A step that was released is never edited: the next schema gets a step of its own, and
SCHEMA_VERSION in `connect` counts them.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.schema.connect import APPLICATION_ID, SCHEMA_VERSION, open_database, sql

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations


def steps() -> Migrations:
    """All steps in order; the name of step N is `schema_N` and leads to schema version N."""
    from sqlite_utils import Migrations

    migrations = Migrations("variorum")

    @migrations()
    def schema_1(db: Database) -> None:
        for statement in statements(sql("schema_1.sql")):
            db.execute(statement)

    @migrations()
    def schema_2(db: Database) -> None:
        for statement in statements(sql("schema_2.sql")):
            db.execute(statement)

    @migrations()
    def schema_3(db: Database) -> None:
        for statement in statements(sql("schema_3.sql")):
            db.execute(statement)

    @migrations()
    def schema_4(db: Database) -> None:
        for statement in statements(sql("schema_4.sql")):
            db.execute(statement)

    @migrations()
    def schema_5(db: Database) -> None:
        for statement in statements(sql("schema_5.sql")):
            db.execute(statement)

    return migrations


def apply(connection: sqlite3.Connection) -> None:
    """Bring the open database to the present schema, in place.  Nothing happens where it is."""
    from sqlite_utils import Database

    (version,) = connection.execute("pragma user_version").fetchone()
    if version >= SCHEMA_VERSION:
        return
    for kind, name in connection.execute(
        "select type, name from sqlite_master where type = 'view' order by name"
    ).fetchall():
        connection.execute(f'drop {kind} "{name}"')
    connection.commit()
    db = Database(connection)
    migrations = steps()
    migrations.ensure_migrations_table(db)
    for number in range(1, version + 1):
        db.table(migrations.migrations_table).insert(
            {"migration_set": migrations.name, "name": f"schema_{number}", "applied_at": ""}
        )
    migrations.apply(db)
    db.table(migrations.migrations_table).drop()
    connection.commit()
    connection.executescript(sql("views.sql"))
    connection.executescript(sql("search.sql"))
    connection.execute(f"pragma user_version = {SCHEMA_VERSION}")
    connection.execute(f"pragma application_id = {APPLICATION_ID}")
    connection.commit()


def migrate(path: Path) -> bool:
    """Bring the database file at `path` to the present schema; true where that changed it.

    The old file stays whole until the new one is complete.  Raises VariorumError as
    `open_database` does.
    """
    from variorum.schema.replace import replacing, vacuum_into

    open_database(path).close()
    with sqlite3.connect(path) as old:
        (version,) = old.execute("pragma user_version").fetchone()
    old.close()
    if version >= SCHEMA_VERSION:
        return False
    with replacing(path) as (stage, new):
        connection = sqlite3.connect(stage)
        try:
            with contextlib.closing(sqlite3.connect(path)) as old:
                old.backup(connection)
            apply(connection)
            vacuum_into(connection, new)
        finally:
            connection.close()
    return True


def statements(script: str) -> list[str]:
    """The single statements of an SQL script (`executescript` would end the transaction)."""
    found, pending = [], ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    return found
