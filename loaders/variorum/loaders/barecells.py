"""Tables whose cells stand on lines of their own, row after row, as sites and copies leave them.

What tells such a table is what comes again: a row of names of columns, then rows in which the same
columns have values (`4+`, `2-3`, `12`) and the others short words.  Of a few lines nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from variorum.model import Finding
from variorum.say import say

from .parsed import Lines
from .runs import Cell, Paragraph

LONGEST_CELL = 60
# So many columns at most; so many rows below the names of the columns at least, and more where a
# pair of lines is a row, which any list may look like.
WIDEST = 12
FEWEST_ROWS, FEWEST_PAIRS = 2, 3
SHORTEST_WORDS = 4
# Numbers of tables in one text must differ; those that are drawn have the first ones.
FIRST = 1 << 20
_VALUE = re.compile(
    r"(?:[+±−-]?\d{1,3}(?:[.,]\d)?(?:\s?[-–—/]\s?\d{1,3})?(?:\s?[+\"”″'%])?|\d{0,2}[DdKkWw]\d{1,3}(?:[+-]\d)?"
    r"|[-–—*]|\d{1,3}\s?(?:[^\W\d_]{1,3}\.?|pts?|pouces?|lépés|mező))"
)
# A stroke says that a column has nothing here: values or words stand in its other rows.
_NOTHING = frozenset("-–—")
_DIE = re.compile(r"\d{0,2}[DdKkWw]\d{1,3}")
_ENDS = ".!?:;,…"
# A title cut short (`Att.`).
_SHORT = re.compile(r"[^\W\d_]{2,6}\.")


class BareTable(NamedTuple):
    """A table from the paragraph `first` on: its columns, and its rows with that of their names."""

    first: int
    columns: int
    rows: int

    @property
    def end(self) -> int:
        return self.first + self.columns * self.rows


def find_bare_tables(said: Sequence[str], taken: Collection[int] = frozenset()) -> list[BareTable]:
    """The tables among the paragraphs `said` of a text, in their order; none of `taken` is a cell."""
    found: list[BareTable] = []
    short = [
        n not in taken
        and 0 < len(line) <= LONGEST_CELL
        and (line[-1] not in _ENDS or _SHORT.fullmatch(line) is not None)
        for n, line in enumerate(said)
    ]
    values = [
        ok and _VALUE.fullmatch(line) is not None for ok, line in zip(short, said, strict=True)
    ]
    n = 0
    while n < len(said):
        if not short[n]:
            n += 1
            continue
        end = n
        while end < len(said) and short[end]:
            end += 1
        dull: dict[int, tuple[int, int]] = {}
        value = -1
        while n < end:
            if value < n:
                value = next((k for k in range(n, end) if values[k]), end)
            # The second row of a table holds a value.
            if value == end or value >= n + 2 * WIDEST:
                n = end if value == end else value - 2 * WIDEST + 1
                continue
            table = _table(said, values, n, end, dull)
            if table is None:
                n += 1
            else:
                found.append(table)
                n = table.end
    return found


def _table(
    said: Sequence[str],
    values: Sequence[bool],
    first: int,
    end: int,
    dull: dict[int, tuple[int, int]],
) -> BareTable | None:
    """The table that begins at `first`, before `end`; null where none does.

    `dull` says of each number of columns where rows begin and end that all have one word, so that
    their rest is not looked through again.
    """
    for columns in range(2, min(WIDEST, (end - first) // 3) + 1):
        head = range(first, first + columns)
        if any(values[n] and (n > first or not _DIE.fullmatch(said[n])) for n in head):
            return None  # nor is it a wider one
        shape = values[first + columns : first + 2 * columns]
        if True not in shape:
            continue
        if False not in shape:
            rows = _values_alone(values, first + columns, end) / columns
            if columns > 2 and rows >= FEWEST_PAIRS and rows == int(rows):
                return BareTable(first, columns, 1 + int(rows))
            continue
        begun, until = dull.get(columns, (0, 0))
        if first + 2 * columns <= until and (first - begun) % columns == 0:
            continue
        rows = 1
        while first + (rows + 1) * columns <= end:
            at = first + rows * columns
            if values[at : at + columns] != shape and not _fits(said, values, at, shape):
                break
            rows += 1
        if (
            columns == 2
            and shape[0]
            and not _are_words(said[first + columns + 1 : first + rows * columns : 2])
        ):
            return None  # values and the signs of what they are, the first name among them
        told = {said[first + k * columns + c] for k in range(1, rows) for c in _first_words(shape)}
        if rows - 1 >= (FEWEST_PAIRS if columns == 2 else FEWEST_ROWS) and len(told) > 1:
            return BareTable(first, columns, rows)
        if len(told) < 2:
            dull[columns] = (first, first + rows * columns)
    return None


def _fits(said: Sequence[str], values: Sequence[bool], at: int, shape: Sequence[bool]) -> bool:
    """Whether a row that begins at `at` has values where others have, strokes left out."""
    return all(
        values[n] == value or said[n] in _NOTHING
        for n, value in zip(range(at, at + len(shape)), shape, strict=True)
    )


def _values_alone(values: Sequence[bool], start: int, end: int) -> int:
    """How many values follow each other from `start` on."""
    return next((n for n in range(start, end) if not values[n]), end) - start


def _are_words(cells: Sequence[str]) -> bool:
    """Whether cells tell something, on average, and are not signs of a letter or two."""
    return sum(map(len, cells)) >= SHORTEST_WORDS * len(cells)


def _first_words(shape: Sequence[bool]) -> tuple[int, ...]:
    """The first column that holds words."""
    return (shape.index(False),)


def with_bare_cells(text: str, found: Sequence[Paragraph]) -> None:
    """Give the paragraphs that are cells of such tables their places."""
    said = [text[slice(*p.extent)].strip() for p in found]
    taken = {n for n, p in enumerate(found) if p.cell is not None}
    tables = find_bare_tables(said, taken)
    for number, table in enumerate(tables):
        for n in range(table.first, table.end):
            row, column = divmod(n - table.first, table.columns)
            found[n].cell = Cell(FIRST + number, row, column, row == 0)


def tables_found(source: str, text: str, lines: Lines, found: Sequence[Paragraph]) -> list[Finding]:
    """What a person is told of such tables: their rows were read by their places alone."""
    heads = (p for p in found if p.cell is not None and p.cell.table >= FIRST)
    return [
        Finding(
            *("lost_table", "warning", source, lines.line(start), lines.column(start)),
            *(text[start : p.runs[-1].end][:LONGEST_CELL], None, None),
            say(
                "the cells of a table stand here on lines of their own; its rows were told by them"
            ),
        )
        for p in heads
        if p.cell is not None and p.cell.row == p.cell.column == 0
        for start in [p.runs[0].start]
    ]
