"""Commas of sentences in records without quotes: they part no cells.

Writers put a space behind a comma, and programs that write records put none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .delimited import Cell, Record
from .labels import is_label

# Fewer rows do not agree about anything; of those that do, so large a share.
_FEWEST_ROWS = 3
_AGREE = 0.9


def whole_sentences(text: str, rows: Sequence[Record]) -> list[Record]:
    """The rows with the cells of each sentence as one, where that alone makes a table of them.

    Such a table has no header: each row opens with a name and has, in one column, a
    sentence.  Any other is left as it is.
    """
    if len(rows) < _FEWEST_ROWS or _share(rows) >= _AGREE:
        return list(rows)
    filled = [r for r in rows if text[r.start : r.end].strip()]
    if len(filled) < _FEWEST_ROWS or _share(filled) >= _AGREE:
        return list(rows)
    whole = {r.start: _joined(text, r) for r in filled}
    joined = list(whole.values())
    width = Counter(len(r.cells) for r in joined).most_common(1)[0][0]
    if width < 2 or _share(joined) < _AGREE:
        return list(rows)
    cells = [_words(text, r) for r in joined if len(r.cells) == width]
    named = sum(is_label(c[0]) for c in cells)
    told = max(sum(_is_sentence(c[i]) for c in cells) for i in range(1, width))
    # A header is of labels alone.
    if min(named, told) < _AGREE * len(joined) or all(map(is_label, _words(text, joined[0]))):
        return list(rows)
    return [whole.get(r.start, r) for r in rows]


def _share(rows: Sequence[Record]) -> float:
    """The share of the rows that have the usual number of cells."""
    return Counter(len(r.cells) for r in rows).most_common(1)[0][1] / len(rows)


def _is_sentence(cell: str) -> bool:
    return bool(cell) and not is_label(cell) and " " in cell and not cell[0].islower()


def _words(text: str, record: Record) -> list[str]:
    return [text[c.inner_start : c.inner_end].strip() for c in record.cells]


def _joined(text: str, record: Record) -> Record:
    """The row, each bare cell that opens with a space put to the bare cell before it."""
    cells: list[Cell] = []
    for cell in record.cells:
        before = cells[-1] if cells else None
        bare = cell.start == cell.inner_start and text[cell.start : cell.start + 1] == " "
        if bare and before is not None and before.start == before.inner_start:
            cells[-1] = Cell(before.start, cell.end, before.start, cell.end)
        else:
            cells.append(cell)
    return Record(tuple(cells), record.start, record.end)
