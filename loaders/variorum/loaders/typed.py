"""Rows that a person typed or pasted into a document: a name, a tab or a semicolon, a text.

Lines in a row that all have as many of them are read as the rows of a table (see `cells`); so are
those of a table of one column, into which records were pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from .flow import HEADER, Item, unworded
from .headings import is_title_like
from .runs import Cell, Paragraph

# So many lines make a table, of so few columns.
FEWEST_ROWS = 3
MOST_COLUMNS = 12
# A column of texts has so many words a cell; one of pages or costs has fewer.
FEWEST_WORDS = 4
_CELL = {
    sign: re.compile(rf'(?P<quoted>"(?:[^"]|"")*")(?={re.escape(sign)}|$)|[^{re.escape(sign)}]*')
    for sign in (";", "|")
}


def typed_rows(text: str, items: Sequence[Item], lang: str) -> list[Item]:
    """The items, typed rows as cells of tables whose numbers follow those that there are."""
    tables = max((i.cell.table for i in items if i.cell), default=-1) + 1
    found: list[Item] = []
    widest: dict[int, int] = {}
    for item in items:
        if item.cell is not None:
            last = item.cell.column + item.cell.span
            widest[item.cell.table] = max(last, widest.get(item.cell.table, 0))
    plain = [_is_line(i, widest) for i in items]
    for is_line, group in groupby(zip(items, plain, strict=True), key=lambda pair: pair[1]):
        own = [item for item, _ in group]
        if not is_line or len(own) < FEWEST_ROWS:
            found += own
            continue
        splits = [_tabs(text, i) or _signs(text, i) for i in own]
        at = 0
        for width, same in groupby(splits, key=len):
            number = len(list(same))
            rows = own[at : at + number]
            cuts = splits[at : at + number]
            at += number
            if not _is_table(text, rows, cuts, width, lang):
                found += rows
                continue
            above = rows[0].cell
            for item in found:
                if above is not None and item.cell is not None and item.cell.table == above.table:
                    item.role = HEADER
            for row, (item, cut) in enumerate(zip(rows, cuts, strict=True)):
                found += _cells(text, item, cut, tables, row)
            tables += 1
    return found


def _is_line(item: Item, widest: Mapping[int, int]) -> bool:
    """Whether an item is a line of its own, or all that a row of its table has; `widest` is how
    many columns each table has."""
    alone = item.cell is None or widest[item.cell.table] == 1
    told = item.role == "text" or (item.role == "table" and item.cell is not None)
    return told and alone and bool(item.paragraph.runs)


def _tabs(text: str, item: Item) -> list[tuple[int, int]]:
    """Where the tabs of a line begin and end."""
    return [
        (r.start, r.end)
        for r in item.runs
        if r.kind == "blank"
        and "\t" in text[r.start : r.end]
        and item.paragraph.runs[0].start < r.start < item.paragraph.runs[-1].start
    ]


def _signs(text: str, item: Item) -> list[tuple[int, int]]:
    """Where the semicolons of a line stand that are in no quotes, or where there are none, its
    pipes."""
    start, end = item.paragraph.runs[0].start, item.paragraph.runs[-1].end
    line = text[start:end]
    if any(r.kind not in ("text", "join") for r in item.paragraph.runs):
        return []
    for sign in _CELL:
        if sign in line:
            return [(start + at, start + at + 1) for at in _separators(line, sign)]
    return []


def _separators(line: str, sign: str) -> Iterator[int]:
    at = 0
    while at < len(line):
        m = _CELL[sign].match(line, at)
        at = m.end() if m is not None else len(line)
        if at < len(line):
            yield at
        at += 1


def _is_table(
    text: str, rows: Sequence[Item], cuts: Sequence[list[tuple[int, int]]], width: int, lang: str
) -> bool:
    """Whether lines with as many separators open with names, each with one of its own."""
    if len(rows) < FEWEST_ROWS or not 0 < width < MOST_COLUMNS:
        return False
    names = [
        text[i.paragraph.runs[0].start : cut[0][0]].strip(' "')
        for i, cut in zip(rows, cuts, strict=True)
    ]
    # Behind a separator with a space around it a sentence goes on.
    spaced = sum(text[cut[0][1] : cut[0][1] + 1] == " " for cut in cuts if text[cut[0][0]] in _CELL)
    wordy = max(
        sum(text[a:b].count(" ") + 1 for a, b in cells) / len(cells)
        for cells in zip(
            *(_between(i, cut) for i, cut in zip(rows, cuts, strict=True)), strict=True
        )
    )
    titled = sum(is_title_like(n, lang) for n in names)
    return (
        titled * 10 >= len(names) * 8
        and len(dict.fromkeys(names)) * 10 >= len(names) * 9
        and spaced * 2 < len(names)
        and wordy >= FEWEST_WORDS
    )


def _between(item: Item, cuts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the cells behind the first one begin and end."""
    ends = [*(start for start, _ in cuts[1:]), item.paragraph.runs[-1].end]
    return list(zip((end for _, end in cuts), ends, strict=True))


def _cells(
    text: str, item: Item, cuts: Sequence[tuple[int, int]], table: int, row: int
) -> Iterator[Item]:
    """The cells of a row; their runs tile those of the line."""
    for start, end in cuts:
        unworded(item, start, end)
    ends = [*(start for start, _ in cuts), item.runs[-1].end]
    begin = item.runs[0].start
    for column, last in enumerate(ends):
        cell = Item("table", cell=Cell(table, row, column, False), main=item.main)
        cell.runs = [r for r in item.runs if begin <= r.start < last]
        words = [r for r in item.paragraph.runs if begin <= r.start < last]
        while words and words[0].kind == "join":
            words.pop(0)
        while words and words[-1].kind == "join":
            words.pop()
        cell.paragraph = Paragraph(words, joins=True)
        cell.links = tuple([link for link in item.links if begin <= link[0] < last])
        if column == 0:
            cell.anchors, cell.back = item.anchors, item.back
        if words:
            _unquoted(text, cell)
        if cell.runs:
            yield cell
        begin = last


def _unquoted(text: str, cell: Item) -> None:
    """Quotes around a cell, and the first of two in it, are marks."""
    start, end = cell.paragraph.runs[0].start, cell.paragraph.runs[-1].end
    if end - start > 1 and text[start] == text[end - 1] == '"':
        for m in list(re.finditer('""', text[start + 1 : end - 1])):
            unworded(cell, start + 1 + m.start(), start + 2 + m.start())
        unworded(cell, start, start + 1)
        unworded(cell, end - 1, end)
