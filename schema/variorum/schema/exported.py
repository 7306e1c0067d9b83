"""The public views and the book of a game as CSV and JSON: what is exported and downloaded."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from variorum.model import VariorumError
from variorum.say import say

# What a spreadsheet takes for a formula where a cell begins with it (OWASP, CSV injection).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

BOOK = (
    *("system", "entry_key", "position", "kind", "lang", "source_text"),
    *("to", "text", "state", "translator"),
)

# Columns and rows; the rows are read while one goes through them.
Table = tuple[Sequence[str], Iterable[tuple[Any, ...]]]

# So many characters are put into one piece of a file.
_PIECE = 1 << 16


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
    return columns, connection.execute(f'select {chosen} from "{name}" order by {order}')


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
    return BOOK, rows


def book_tree(
    connection: sqlite3.Connection, system: str | None, lang: str | None
) -> dict[str, Any]:
    """The same as a tree: games with their entries, these with their passages and translations."""
    columns, rows = view(connection, "entries")
    game, position = columns.index("system"), columns.index("position")
    entries = [row for row in rows if system in (None, row[game])]
    entries.sort(key=lambda row: (row[game], row[position]))
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


def as_json_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """The rows as `as_json` writes a list of objects, piece by piece."""
    before = "[\n "
    for row in rows:
        told = json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False, indent=1)
        yield (before + told.replace("\n", "\n ")).encode("utf-8", "backslashreplace")
        before = ",\n "
    yield b"[]\n" if before.startswith("[") else b"\n]\n"


def as_csv(
    columns: Sequence[str], rows: Iterable[Sequence[Any]], spreadsheet: bool
) -> Iterator[bytes]:
    """CSV in UTF-8 with commas, piece by piece; null is an empty cell.

    For a `spreadsheet` it begins with a byte order mark, and an apostrophe stands before each
    text that would be taken for a formula; otherwise texts are what they are.
    """
    out = io.StringIO("\ufeff" if spreadsheet else "", newline="")
    out.seek(0, io.SEEK_END)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row] if spreadsheet else row)
        if out.tell() > _PIECE:
            yield out.getvalue().encode("utf-8", "backslashreplace")
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode("utf-8", "backslashreplace")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def unescaped(cell: str) -> str:
    """A cell of a file for spreadsheets without the apostrophe that `as_csv` puts before formulas."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell
