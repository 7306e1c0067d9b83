"""Where the cells of a table stand that go over several columns and rows."""

from __future__ import annotations

from dataclasses import dataclass, field

from .runs import Cell

# Over how many columns or rows a cell may go.
WIDEST = 200


@dataclass(slots=True)
class CellPlaces:
    """The place of each cell of table `number`, as its rows and cells begin one after another."""

    number: int
    row: int = -1
    column: int = -1
    # The last row that the cell above reaches, by column.
    _down: dict[int, int] = field(default_factory=dict)
    _span: int = 1

    def next_row(self) -> None:
        """A row begins."""
        self.row, self.column, self._span = self.row + 1, -1, 1

    def next_cell(self, head: bool, span: int = 1, down: int = 1) -> Cell:
        """The next cell, over `span` columns and `down` rows: it goes to the first column that no
        cell above it reaches into."""
        self.row = max(self.row, 0)
        column = self.column + self._span
        while self._down.get(column, -1) >= self.row:
            column += 1
        self.column, self._span = column, span
        for n in range(column, column + span) if down > 1 else ():
            self._down[n] = max(self._down.get(n, -1), self.row + down - 1)
        return Cell(self.number, self.row, column, head, span, down)


def whole_span(said: str | None) -> int:
    """Over how many columns or rows a cell goes that says `said`; a page may say anything."""
    told = said if said is not None and said.isdecimal() and len(said) < 6 else "1"
    return min(int(told), WIDEST) or 1
