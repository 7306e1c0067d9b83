"""What stands in a table and is no record: a title above it, sections, sums, notes below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .columns import LONGEST_LINE_ABOVE, inner_of
from .delimited import Record
from .labels import ends_sentence, is_label
from .roles import is_sum
from .row import held_cells

# What notes below a table have and names of a list do not.
_NOTE = re.compile(r"[:©\d]")
# Behind a title: when, or for which edition.
_REMARK = re.compile(r"\s*[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s*$")


def title_above(text: str, rows: Sequence[Record]) -> str | None:
    """What the first line above a table calls it, without a remark that dates it behind it."""
    first = next((cells for r in rows if (cells := held_cells(text, r))), [])
    if len(first) != 1 or len(first[0]) > LONGEST_LINE_ABOVE or ends_sentence(first[0]):
        return None
    title = " ".join(_REMARK.sub("", first[0]).split())
    return title if sum(map(str.isalpha, title)) > 1 else None


def foot_of(text: str, rows: Sequence[Record]) -> int:
    """Where the notes below a table begin: last rows of one cell, a sentence or behind a gap."""
    last = len(rows)
    while last and len(held_cells(text, rows[last - 1])) < 2:
        last -= 1
    gap = False
    for record in rows[last:] if last else ():
        cells = held_cells(text, record)
        if cells and (not is_label(cells[0]) or (gap and _NOTE.search(cells[0]))):
            return record.start
        gap = gap or not cells
    return len(text)


def sums_of(text: str, rows: Sequence[Record], column: int | None) -> frozenset[int]:
    """Where the last rows begin that sum up those above them; `column` is that of the texts."""
    found: list[int] = []
    for record in reversed(rows):
        if not is_sum([inner_of(text, c) for c in record.cells], column):
            if held_cells(text, record):
                break
            continue
        found.append(record.start)
    return frozenset(found)


def sections_of(text: str, rows: Sequence[Record]) -> frozenset[int]:
    """Where rows begin that head those below them: one label in the first cell, where every other
    row has at least three cells filled."""
    full, found = 0, []
    for record, below in pairwise(rows):
        held = held_cells(text, record)
        first = inner_of(text, record.cells[0]).strip()
        heads = len(held) == 1 and is_label(first) and len(held_cells(text, below)) > 2
        if heads:
            found.append(record.start)
            continue
        if held and len(held) < 3:
            return frozenset()
        full += bool(held)
    return frozenset(found) if len(found) > 1 and full >= len(found) else frozenset()
