"""What `variorum export` writes: the public views, the whole book, memories and glossaries."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from variorum.model import VariorumError
from variorum.say import say

# What a spreadsheet takes for a formula where a cell begins with it (OWASP, CSV injection).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

BOOK = (
    *("system", "entry_key", "position", "kind", "lang", "source_text"),
    *("to", "text", "state", "translator"),
)

Table = tuple[Sequence[str], list[tuple[Any, ...]]]


def view(connection: sqlite3.Connection, name: str) -> Table:
    """Columns and rows of a public view, sorted by its columns from the left.

    Raises VariorumError for a name that is no public view.
    """
    from variorum.schema.describe import views

    known = [one.name for one in views()]
    if name not in known:
        raise VariorumError(
            say(
                "there is no view {name!r}; the views are: {known}",
                name=name,
                known=", ".join(known),
            )
        )
    columns = [row[1] for row in connection.execute(f'pragma table_info("{name}")')]
    chosen = ", ".join(f'"{column}"' for column in columns)
    order = ", ".join(str(at) for at in range(1, len(columns) + 1))
    return columns, connection.execute(f'select {chosen} from "{name}" order by {order}').fetchall()


def book(connection: sqlite3.Connection, system: str | None, lang: str | None) -> Table:
    """Every title (position 0) and passage, once for each translation of it.

    `to`, `text`, `state` and `translator` are null where there is no catalogue.  `system`
    and `lang` (of the translations) leave out all others.
    """
    rows = connection.execute(
        """with place as (
            select system, key, position as at, 0 as position, kind, lang, title as text
            from entries where title is not null
            union all
            select e.system, e.key, e.position, p.position, p.kind, e.lang, p.text
            from passages p join entries e on e.key = p.entry_key)
        select p.system, p.key, p.position, p.kind, p.lang, p.text,
            t.lang, t.text, t.state, t.translator
        from place p left join translations t on t.entry_key = p.key and t.position = p.position
            and (:lang is null or t.lang = :lang)
        where :system is null or p.system = :system
        order by p.system, p.at, p.position, t.lang, t.catalogue, t.line""",
        {"system": system, "lang": lang},
    )
    return BOOK, rows.fetchall()


def book_tree(
    connection: sqlite3.Connection, system: str | None, lang: str | None
) -> dict[str, Any]:
    """The same as a tree: games with their entries, these with their passages and translations."""
    columns, entries = view(connection, "entries")
    entries.sort(key=lambda row: (row[columns.index("system")], row[columns.index("position")]))
    places: dict[str, dict[int, dict[str, Any]]] = {}
    for _, key, position, kind, _, text, to, words, state, who in book(connection, system, lang)[1]:
        place = places.setdefault(key, {}).setdefault(
            position, {"position": position, "kind": kind, "text": text, "translations": {}}
        )
        if to is not None:
            place["translations"][to] = {"text": words, "state": state, "translator": who}
    games = {}
    for row in connection.execute("select system, title, lang from systems order by system"):
        if system in (None, row[0]):
            games[row[0]] = dict(zip(("system", "title", "lang"), row, strict=True), entries=[])
    for cells in entries:
        entry = dict(zip(columns, cells, strict=True))
        if entry["system"] not in games:
            continue
        held = places.get(entry["key"], {})
        title = held.pop(0, None)
        entry["title_translations"] = title["translations"] if title else {}
        # The text is that of the passages, which are given one by one.
        del entry["text"]
        entry["passages"] = list(held.values())
        games[entry["system"]]["entries"].append(entry)
    last = connection.execute("select revision from revisions order by number desc limit 1")
    (revision,) = last.fetchone() or (None,)
    return {"revision": revision, "systems": list(games.values())}


def as_json(value: object) -> bytes:
    """Indented JSON in UTF-8, with a line end."""
    text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    # A lone surrogate, which UTF-8 cannot hold, is written as JSON escapes it.
    return text.encode("utf-8", "backslashreplace")


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], spreadsheet: bool) -> bytes:
    """CSV in UTF-8 with commas; null is an empty cell.

    For a `spreadsheet` it begins with a byte order mark, and an apostrophe stands before each
    text that would be taken for a formula; otherwise texts are what they are.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row] if spreadsheet else row)
    return out.getvalue().encode("utf-8-sig" if spreadsheet else "utf-8", "backslashreplace")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
