"""Columns that say once what holds for a block of rows: cells merged over rows, exported as text.

Of such cells the first keeps the value, and those below it are empty.  A column that only some
rows fill looks nearly the same: here the columns stand before the names and are called what groups
rows (or two of them stand one in the other), begin with the first row, and say nothing twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from variorum.compare.properties import folded_title
from variorum.model import Property

from .columns import Columns, inner_of
from .delimited import Record
from .roles import is_said
from .row import Table, held_property

# So many blocks, of so many rows on average.
FEWEST_BLOCKS = 2
FEWEST_ROWS = 2


class GroupColumns:
    """What the columns of a table say of the row that is read, and of those below it."""

    def __init__(self, table: Table, rows: Sequence[Record]) -> None:
        self._table = table
        self._columns = grouping(table.text, rows, table.layout)
        self._held: dict[int, Property] = {}

    def above(self, record: Record) -> tuple[Property, ...]:
        """What the rows above say that holds for this one, too; its own cells hold from now on."""
        if not self._columns:
            return ()
        found: list[Property] = []
        text = self._table.text
        for n, column in enumerate(self._columns):
            value = _value(text, record, column)
            if value:
                for below in self._columns[n:]:
                    self._held.pop(below, None)
                cell = record.cells[column]
                self._held[column] = held_property(self._table, column, value, cell)
            elif column in self._held:
                found.append(self._held[column])
        return tuple(found)


def grouping(text: str, rows: Sequence[Record], layout: Columns) -> tuple[int, ...]:
    """The columns of a table with a header, from the first on, that group its rows (below it)."""
    found: list[int] = []
    if layout.name is None or not layout.header or not rows:
        return ()
    begins = frozenset([rows[0].start])
    for column in range(min(layout.name, len(layout.titles), layout.text or layout.name)):
        if column in (layout.key, layout.foreign, layout.abbreviation):
            break
        own = _blocks(text, rows, column, begins)
        if own is None:
            break
        found.append(column)
        begins = own
    told = any(is_said(folded_title(layout.titles[c]), "group") for c in found)
    return tuple(found) if told or len(found) > 1 else ()


def _blocks(
    text: str, rows: Sequence[Record], column: int, begins: frozenset[int]
) -> frozenset[int] | None:
    """Where the rows begin that a column fills; null where it groups no rows inside the blocks
    that begin at `begins`."""
    found: list[int] = []
    said: set[str] = set()
    for n, record in enumerate(rows):
        value = _value(text, record, column)
        if record.start in begins:
            said.clear()
            if not value:
                return None
        if value:
            if value in said:
                return None
            said.add(value)
            found.append(record.start)
            if len(found) * FEWEST_ROWS > n + 1 + len(rows) // 2:
                return None
    enough = len(found) >= FEWEST_BLOCKS and len(found) * FEWEST_ROWS <= len(rows)
    return frozenset(found) if enough else None


def _value(text: str, record: Record, column: int) -> str:
    return inner_of(text, record.cells[column]).strip() if column < len(record.cells) else ""
