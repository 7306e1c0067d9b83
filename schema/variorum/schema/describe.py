"""What the public views hold, in words: the documentation and Datasette's metadata.

Both come from `views.toml`, so that what the site says and what the documentation says are one.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from variorum.schema.connect import sql

_HEAD = """\
# The public views

<!-- Made by `python -m variorum.schema.generate` from schema/variorum/schema/views.toml. -->

Every database that `variorum build` writes can be asked with these views, by `sqlite3`,
Datasette or any program that reads SQLite. The views and their columns are the contract; the
tables behind them are free to change. `PRAGMA user_version` is the version of the schema, and
`PRAGMA application_id` is 0x56617269 ("Vari"). Lines and columns count from 1, characters and
bytes from 0; an `end` is the place after the last.

Words such as `:key` in a query stand for a value to fill in.
"""

_SEARCH = """
The first match alone cannot tell `kor` from `kör`: the tokenizer folds text and query alike.
The `order by` above puts texts with the exact accents first. In Python,
`variorum.schema.search_query` makes a safe query of whatever a reader typed: it takes several
words in any order and in any form, phrases in double quotes, and tries the stems of words that
the corpus does not have.

How a word is found: by its letters without accents and case (`œ` also as `oe`), or by a
Snowball stem that it shares with a word of the text, with and without accents, applied twice.
The languages' `search.toml` add derivations and stems that Snowball leaves apart. `forms`
holds those stems and at most twelve words of the corpus for each, the most frequent first.
"""


@dataclass(frozen=True, slots=True)
class View:
    """One public view: its words for people and a worked query.

    `sort` is a column to sort by on a page; `search` the column that holds the rowids of the
    table `search`; `columns` are pairs of name and description in the view's order.
    """

    name: str
    title: str
    about: str
    columns: tuple[tuple[str, str], ...]
    query_title: str
    query: str
    sort: str | None = None
    search: str | None = None


@cache
def views() -> tuple[View, ...]:
    """All public views, in the order of the contract."""
    told: dict[str, Any] = tomllib.loads(sql("views.toml"))
    return tuple(
        View(
            name=name,
            title=view["title"],
            about=view["about"],
            columns=tuple(told[view.get("like", name)]["columns"].items()),
            query_title=view["query"]["title"],
            query=view["query"]["sql"].strip(),
            sort=view.get("sort"),
            search=view.get("search"),
        )
        for name, view in told.items()
    )


def views_markdown() -> str:
    """The page `docs/views.md`."""
    return _HEAD + "".join(_section(view) for view in views())


def datasette_metadata(database: str, title: str = "Variorum", about: str = "") -> dict[str, Any]:
    """Datasette's metadata for the database that it serves under the name `database`.

    The public views with their titles, columns and worked queries; the tables behind them
    are hidden.  Write it with `json.dumps` as `metadata.json`.
    """
    pages: dict[str, dict[str, Any]] = {}
    for view in views():
        page: dict[str, Any] = {
            "title": view.title,
            "description": view.about,
            "columns": dict(view.columns),
        }
        if view.sort:
            page["sort"] = view.sort
        if view.search:
            page |= {"fts_table": "search", "fts_pk": view.search}
        pages[view.name] = page
    for table, label in _tables():
        pages[table] = {"hidden": True} | ({"label_column": label} if label else {})
    return {
        "title": title,
        "description": about,
        "databases": {
            database: {
                "title": title,
                "tables": pages,
                "queries": {
                    f"about_{view.name}": {
                        "title": view.query_title,
                        "description": view.about,
                        "sql": view.query,
                    }
                    for view in views()
                },
            }
        },
    }


def _tables() -> list[tuple[str, str | None]]:
    """The tables behind the views, each with the column that names a row to people."""
    import sqlite3

    labels = {"system": "title", "source": "source", "entry": "key", "revision": "revision"}
    memory = sqlite3.connect(":memory:")
    try:
        memory.executescript(sql("tables.sql"))
        names = memory.execute("select name from sqlite_master where type = 'table' order by name")
        return [(name, labels.get(name)) for (name,) in names]
    finally:
        memory.close()


def _section(view: View) -> str:
    columns = "".join(f"| `{name}` | {about} |\n" for name, about in view.columns)
    return (
        f"\n## {view.name}\n\n{view.about}\n\n| column | holds |\n| --- | --- |\n{columns}"
        f"\n{view.query_title}:\n\n```sql\n{view.query};\n```\n"
        f"{_SEARCH if view.name == 'search' else ''}"
    )
