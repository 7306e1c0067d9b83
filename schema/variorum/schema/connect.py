"""Open a database for reading, and refuse what is none of ours."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path

from variorum.model import VariorumError
from variorum.say import say

APPLICATION_ID = 0x56617269  # "Vari", big-endian, as file(1) reads it
SCHEMA_VERSION = 5


def sql(name: str) -> str:
    """The text of one of the package's `.sql` files."""
    return (files("variorum.schema") / name).read_text("utf-8")


def open_database(path: Path) -> sqlite3.Connection:
    """A read-only connection to the database at `path`, with rows as `sqlite3.Row`.

    A database of an older schema is copied into memory and migrated there: it answers the
    same questions, and the file stays as it is.

    Raises VariorumError where there is no file, where it is no SQLite database, where another
    program made it, and where a newer version of this program did.
    """
    if path.is_dir():
        raise VariorumError(
            say("this is a folder; name the database that `variorum build` made of it"), str(path)
        )
    if not path.is_file():
        raise VariorumError(
            say("there is no such database; make one with `variorum build`"), str(path)
        )
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        version = _version(connection, path)
        if version < SCHEMA_VERSION:
            connection = _migrated_copy(connection)
        connection.execute("pragma query_only = on")
    except BaseException:
        connection.close()
        raise
    connection.row_factory = sqlite3.Row
    return connection


def source_bytes(connection: sqlite3.Connection, source: str) -> bytes:
    """The bytes of the file `source`, as they were given to the build.

    They are not stored: the fragments tile the file, so that their texts, encoded, are its
    bytes; only where an encoding does not give them back does the table hold them.
    Raises KeyError where the database has no such source.
    """
    row = connection.execute(
        "select id, encoding, raw from source where source = ?", (source,)
    ).fetchone()
    if row is None:
        raise KeyError(source)
    number, encoding, raw = row
    if raw is not None:
        return bytes(raw)
    texts = connection.execute(
        "select text from fragment where source_id = ? order by position", (number,)
    )
    return "".join(text for (text,) in texts).encode(encoding)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    try:
        (application,) = connection.execute("pragma application_id").fetchone()
        (version,) = connection.execute("pragma user_version").fetchone()
        connection.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        raise VariorumError(
            say(
                "this is no database that can be read ({error}); name another file, or delete "
                "it and build again",
                error=error,
            ),
            str(path),
        ) from error
    if application != APPLICATION_ID:
        raise VariorumError(
            say("another program made this database; name another file with -o"), str(path)
        )
    if version > SCHEMA_VERSION:
        raise VariorumError(
            say(
                "a newer version of variorum made this database (schema {version}, this one "
                "knows {known}); update variorum, or name another file with -o",
                version=version,
                known=SCHEMA_VERSION,
            ),
            str(path),
        )
    return int(version)


def _migrated_copy(connection: sqlite3.Connection) -> sqlite3.Connection:
    from variorum.schema.migrations import apply

    copy = sqlite3.connect(":memory:")
    connection.backup(copy)
    connection.close()
    apply(copy)
    return copy
