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
# So many rows tell whether a column may group them.
SAMPLE = 64
# So many rows without a name tell that they are counted.
FEWEST_DEGREES = 2


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
    if not layout.name or not layout.header or _is_full(text, rows):
        return ()
    told = [r for r in rows if not text[r.start : r.end].isspace()]
    begins = frozenset(r.start for r in told[:1])
    for column in range(min(layout.name, len(layout.titles), layout.text or layout.name)):
        if column in (layout.key, layout.foreign, layout.abbreviation):
            break
        own = _blocks(text, told, column, begins)
        if own is None:
            break
        found.append(column)
        begins = own
    said = any(is_said(folded_title(layout.titles[c]), "group") for c in found)
    return tuple(found) if said or len(found) > 1 else ()


def degrees(text: str, rows: Sequence[Record], layout: Columns) -> frozenset[int]:
    """Where the rows begin that go on with the named one above them: a column counts them, from
    one in each named row, and they have texts of their own."""
    name, said = layout.name, layout.text
    if name is None or said is None or not layout.header:
        return frozenset()
    if sum(not _value(text, r, name) for r in rows) < FEWEST_DEGREES:
        return frozenset()
    told = [r for r in rows if not text[r.start : r.end].isspace()]
    nameless = [n for n, r in enumerate(told) if not _value(text, r, name)]
    if len(nameless) < FEWEST_DEGREES or nameless[0] == 0 or len(nameless) == len(told):
        return frozenset()
    texts = all(_value(text, told[n], said) for n in nameless)
    for column in range(len(layout.titles)) if texts else ():
        counts = [_count(_value(text, r, column)) for r in told]
        first = (counts[n - 1] for n in nameless if _value(text, told[n - 1], name))
        goes_on = (counts[n] == counts[n - 1] + 1 for n in nameless)
        if column not in (name, said) and all(goes_on) and all(k == 1 for k in first):
            return frozenset(told[n].start for n in nameless)
    return frozenset()


def _count(value: str) -> int:
    """A small number, -1 for anything else."""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else -1


def _is_full(text: str, rows: Sequence[Record]) -> bool:
    """Whether so many of the first rows fill the first column that it groups none."""
    sample = rows[:SAMPLE]
    return sum(bool(_value(text, r, 0)) for r in sample) * FEWEST_ROWS > len(sample) + 1


def _blocks(
    text: str, rows: Sequence[Record], column: int, begins: frozenset[int]
) -> frozenset[int] | None:
    """Where the rows begin that a column fills; null where it groups no rows inside the blocks
    that begin at `begins`."""
    found: list[int] = []
    said: set[str] = set()
    for record in rows:
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
    enough = len(found) >= FEWEST_BLOCKS and len(found) * FEWEST_ROWS <= len(rows)
    return frozenset(found) if enough else None


def _value(text: str, record: Record, column: int) -> str:
    return inner_of(text, record.cells[column]).strip() if column < len(record.cells) else ""
