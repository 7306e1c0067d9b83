"""Whether a database already is what a build would make of the files there are."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from variorum.model import VariorumError
from variorum.schema.connect import open_database
from variorum.schema.replace import is_as_written

MayBeKept = tuple[tuple[str, str, str], ...]
"""The rows, of which one is kept of a file: role, path, SHA-256 of what is kept of it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a database holds that is up to date; `unsettled`: something waits for a verdict."""

    number: int
    sources: int
    systems: int
    entries: int
    conflicts: int
    findings: int
    unsettled: bool


def kept_row(role: str, path: str, content: bytes) -> tuple[str, str, str]:
    """What `kept_file` says of a file."""
    return role, path, hashlib.sha256(content).hexdigest()


def standing(
    path: Path, program: str, files: Iterable[MayBeKept], label: str | None = None
) -> Standing | None:
    """What the database at `path` holds, where the program with the digest `program` made it
    of these very files and nobody has written to it since; else null.

    A `label` must be the one that the present revision has.  `files` are asked for one by one
    until one differs; null, too, where they raise VariorumError.
    """
    try:
        if not path.exists() or not is_as_written(path):
            return None
        with contextlib.closing(open_database(path)) as database:
            if [row[0] for row in database.execute("select digest from program")] != [program]:
                return None
            kept = {
                tuple(row)
                for row in database.execute(
                    "select role, path, sha256 from kept_file where number_to is null"
                )
            }
            found = set()
            for rows in files:
                own = kept.intersection(rows)
                if not own:
                    return None
                found |= own
            if found != kept:
                return None
            number, named = database.execute(
                "select number, label from revision order by number desc limit 1"
            ).fetchone()
            if label not in (None, named):
                return None

            def count(what: str) -> int:
                return int(database.execute(f"select count(*) from {what}").fetchone()[0])

            return Standing(
                number,
                count("source"),
                count("system"),
                count("entry"),
                count("conflict"),
                count("finding"),
                any(count(f"{table} where verdict is null") for table in ("conflict", "finding")),
            )
    except (VariorumError, sqlite3.DatabaseError, OSError, TypeError):
        return None  # the build itself says what is wrong with it, or makes it anew
