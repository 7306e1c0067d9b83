"""What the tests of history have in common."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from variorum.schema import open_database

WORDS = [
    "lamp",
    "oil",
    "ember",
    "gale",
    "harbour",
    "rope",
    "anchor",
    "reef",
    "tide",
    "hull",
    "mast",
    "keel",
    "salt",
    "brass",
    "drum",
]


def rules_text(told_text: dict[str, list[str]]) -> str:
    return "Lantern Rules\n\n" + "".join(
        f"{title}\n\n" + "".join(f"{passage}\n\n" for passage in passages)
        for title, passages in told_text.items()
    )


def rows(path: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    with contextlib.closing(open_database(path)) as connection:
        return [tuple(row) for row in connection.execute(query, values)]


def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, the search among them."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = [
            row[0]
            for row in connection.execute(
                "select name from sqlite_master where type = 'table' order by name"
            )
        ]
        return {
            name: connection.execute(f'select * from "{name}" order by rowid').fetchall()
            for name in names
            if not name.startswith("search_")
        }
