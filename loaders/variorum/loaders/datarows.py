"""Rows of a table that tell no entry: which id leads to which, and what they say of what has one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.compare.properties import is_placing
from variorum.model import Property

from .columns import Columns, inner_of
from .delimited import Record
from .parsed import Bearer, Fact, Lines, Parsed, Piece
from .relations import word_of

# A key of a database: no count, no size, no name.
_KEY = re.compile(r"(?=[^\s\d]*\d)[\w-]{6,40}")


def id_columns(layout: Columns) -> list[tuple[int, str]]:
    """The columns of ids, each with the word for what they are of."""
    return [(i, w) for i, t in enumerate(layout.titles) if (w := word_of(t)) is not None]


def data_row(
    parsed: Parsed, record: Record, text: str, lines: Lines, words: Sequence[tuple[int, str]]
) -> None:
    """The pieces of a row that tells no entry, and which key it leads to from which.

    `words` are the columns of ids.
    """
    held = [inner_of(text, c).strip() for c in record.cells]
    keys = [(held[i], w) for i, w in words if i < len(held) and _KEY.fullmatch(held[i])]
    if len(keys) < 2:
        keys = [(c, "") for c in held if _KEY.fullmatch(c)]
    if len(keys) > 1:
        (name, by), (key, of) = keys[0], keys[-1]
        parsed.bearers.append(Bearer(key, name, lines.line(record.start), True, of, by))
    at = record.start
    for cell in record.cells:
        if cell.inner_end > cell.inner_start:
            if at < cell.inner_start:
                parsed.pieces.append(Piece("delimiter", at, cell.inner_start))
            parsed.pieces.append(Piece("property", cell.inner_start, cell.inner_end))
            at = cell.inner_end
    last = record.start + len(text[record.start : record.end].rstrip("\r\n"))
    if at < last:
        parsed.pieces.append(Piece("delimiter", at, last))
    if last < record.end:
        parsed.pieces.append(Piece("blank", max(at, last), record.end))


def keep_facts(
    parsed: Parsed, source: str, record: Record, text: str, lines: Lines, layout: Columns
) -> None:
    """What a row says of the one thing whose id it has: its cells, but for those that count rows."""
    held = [inner_of(text, c).strip() for c in record.cells]
    ids = [(i, w) for i, w in id_columns(layout) if i < len(held) and held[i]]
    if len(ids) != 1 or not ids[0][1] or not _KEY.fullmatch(held[ids[0][0]]):
        return
    (at, word) = ids[0]
    for i, (title, value) in enumerate(zip(layout.titles, held, strict=False)):
        if i != at and title and any(map(str.isalnum, value)) and not is_placing(title):
            line = lines.line(record.cells[i].inner_start)
            parsed.facts.append(Fact(held[at], word, Property(title, value, source, line)))
