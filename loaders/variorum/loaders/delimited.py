"""The records and cells of delimiter-separated text, under one delimiter.

A quote opens a quoted cell only where the cell also closes, so that a bare inch mark is text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .entities import ends_reference


class Cell(NamedTuple):
    """Characters of the source text; `inner_*` are without the quotes around them."""

    start: int
    end: int
    inner_start: int
    inner_end: int


class Record(NamedTuple):
    """One record: its cells, and where its line end stops."""

    cells: tuple[Cell, ...]
    start: int
    end: int


def records(text: str, delimiter: str) -> list[Record]:
    """All records of `text`, blank lines included (a record of one empty cell)."""
    special = re.compile("[" + re.escape(delimiter) + "\r\n]")
    closing = re.compile(r'"[ \t]*(?=[' + re.escape(delimiter) + r"\r\n]|\Z)")
    found: list[Record] = []
    cells: list[Cell] = []
    at = begin = 0
    # Where no closing quote was found once, none follows: a bare mark must not cost a scan each.
    no_close_after = len(text) + 1
    while at < len(text):
        inner_start = inner_end = at
        quoted = False
        if text[at] == '"' and at < no_close_after:
            end = _closing_quote(text, at + 1, closing)
            if end is None:
                no_close_after = at
            else:
                quoted = True
                inner_start, inner_end = at + 1, end
                cell_end = _stop(text, end + 1, special)
        if not quoted:
            cell_end = inner_end = _stop(text, at, special)
        cells.append(Cell(at, cell_end, inner_start, inner_end))
        at = cell_end
        if at >= len(text):
            break
        if text[at] == delimiter:
            at += 1
            if at == len(text):
                cells.append(Cell(at, at, at, at))
            continue
        at += 2 if text.startswith("\r\n", at) else 1
        found.append(Record(tuple(cells), begin, at))
        cells, begin = [], at
    if cells:
        found.append(Record(tuple(cells), begin, len(text)))
    return found


def _stop(text: str, at: int, special: re.Pattern[str]) -> int:
    """Where the cell at `at` ends; the semicolon of `&nbsp;` ends none."""
    begin = at
    while (stop := special.search(text, at)) is not None:
        if stop.group() != ";" or not ends_reference(text, begin, stop.end()):
            return stop.start()
        at = stop.end()
    return len(text)


def _closing_quote(text: str, at: int, closing: re.Pattern[str]) -> int | None:
    """Offset of the quote that closes a cell opened before `at`; a doubled quote does not."""
    while True:
        m = closing.search(text, at)
        if m is None:
            return None
        quotes = m.start()
        while quotes > at and text[quotes - 1] == '"':
            quotes -= 1
        if (m.start() - quotes) % 2 == 0:
            return m.start()
        at = m.start() + 1
