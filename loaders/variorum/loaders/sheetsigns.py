"""What a spreadsheet draws around a table that it writes as a page: letters above its columns, and
the numbers of its rows."""

from __future__ import annotations

from collections.abc import Sequence

from .flow import CHROME, Item, item_words
from .workbook import letters

# So many rows that count up are no numbers of rules.
_FEWEST_ROWS = 2


def settle_sheet(text: str, items: Sequence[Item]) -> None:
    """Give the letters and numbers around the cells of one table the role of chrome.

    Columns of the other cells count from the first that has no numbers of rows.
    """
    rows: dict[int, list[Item]] = {}
    for item in items:
        if item.cell is not None:
            rows.setdefault(item.cell.row, []).append(item)
    top, *below = rows.values()
    if len(below) < _FEWEST_ROWS or not _are_letters(text, top) or not _are_numbers(text, below):
        return
    for item in [*top, *(row[0] for row in below)]:
        item.role = CHROME
    for item in items:
        if item.cell is not None and item.cell.column:
            item.cell = item.cell._replace(column=item.cell.column - 1)


def _are_letters(text: str, row: Sequence[Item]) -> bool:
    """Whether a row says `A`, `B`, `C` … from its second column on."""
    told = [(i.cell.column, item_words(text, i).strip()) for i in row if i.cell is not None]
    return bool(told) and all(column and words == letters(column - 1) for column, words in told)


def _are_numbers(text: str, rows: Sequence[Sequence[Item]]) -> bool:
    """Whether rows open with numbers that count up; hidden rows have theirs left out."""
    numbers = [
        item_words(text, row[0]).strip()
        if row[0].cell is not None and row[0].cell.column == 0
        else ""
        for row in rows
    ]
    if not all(n.isascii() and n.isdigit() and len(n) < 8 for n in numbers):
        return False
    counted = list(map(int, numbers))
    return counted == sorted(set(counted))
