"""What stands in a table and is no record: a title above it, sections, sums, notes below."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from .columns import LONGEST_LINE_ABOVE, MOST_LINES_ABOVE, inner_of
from .delimited import Record
from .delimiters import notes_delimiter
from .labels import ends_sentence, heads_texts, is_label
from .roles import folded_title, is_about, is_said, is_sum
from .row import held_cells

# So many names may stand above a further table, so many rows are below its titles, and so many
# are looked at.
MOST_ABOVE = 3
FEWEST_BELOW = 2
LOOKED_AT = 200
# A heading in capitals has so many letters.
SHORTEST_SHOUT = 4
# What notes below a table have and names of a list do not.
_NOTE = re.compile(r"[:©\d]|\s=\s")
# Behind a title: when, or for which edition.
_REMARK = re.compile(r"\s*[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s*$")


def title_above(text: str, rows: Sequence[Record]) -> str | None:
    """What the first line above a table calls it, without a remark that dates it behind it."""
    told = (r for r in rows if not notes_delimiter(text, r.start))
    first = next((cells for r in told if (cells := held_cells(text, r))), [])
    if len(first) != 1 or len(first[0]) > LONGEST_LINE_ABOVE or ends_sentence(first[0]):
        return None
    title = " ".join(_REMARK.sub("", first[0]).split())
    return title if sum(map(str.isalpha, title)) > 1 else None


def tables_of(text: str, rows: list[Record]) -> list[list[Record]]:
    """The rows of each table of a sheet: another one has titles of its own for its columns, behind
    a gap, and its name above them."""
    found: list[list[Record]] = [rows]
    heads: list[Record] = []
    for record in rows[:MOST_LINES_ABOVE]:
        if heads and not held_cells(text, record):
            break
        if len(held_cells(text, record)) > 1:
            heads.append(record)
    for n, record in enumerate(rows):
        # A row that holds nothing has no more than its delimiters and quotes.
        if record.end - record.start > 3 * len(record.cells) + 2 or held_cells(text, record):
            continue
        head = n + 1
        while head < len(rows) and head < n + MOST_ABOVE and len(held_cells(text, rows[head])) == 1:
            head += 1
        if head + FEWEST_BELOW >= len(rows) or not _names_columns(text, rows[head]):
            continue
        titles = _folded(text, rows[head])
        start = len(rows) - len(found[-1])
        full = sum(len(held_cells(text, r)) > 1 for r in rows[start : min(n, start + LOOKED_AT)])
        new = all(titles != _folded(text, r) for r in heads)
        if new and full > FEWEST_BELOW and _heads_rows(text, rows, head):
            heads.append(rows[head])
            found[-1:] = [rows[start : n + 1], rows[n + 1 :]]
    return found


def _folded(text: str, record: Record) -> tuple[str, ...]:
    return tuple([folded_title(inner_of(text, c)) for c in record.cells])


def _names_columns(text: str, record: Record) -> bool:
    """Whether a row has nothing but titles of columns, one of them in a word for what it holds."""
    filled = held_cells(text, record)
    folded = list(map(folded_title, filled))
    return (
        len(filled) > 1
        and bool(inner_of(text, record.cells[0]).strip())
        and all(is_label(t) and not any(map(str.isdigit, t)) for t in filled)
        and (
            any(is_said(t, r) for t in folded for r in ("name", "text", "other", "group", "key"))
            or any(is_about(t, r) for t in folded for r in ("name", "text"))
        )
    )


def _heads_rows(text: str, rows: Sequence[Record], head: int) -> bool:
    """Whether rows stand below row `head` up to the next gap, with texts below one of its titles."""
    below: list[list[str]] = []
    for record in rows[head + 1 : head + 1 + LOOKED_AT]:
        cells = [inner_of(text, c).strip() for c in record.cells]
        if not any(cells):
            break
        below.append(cells)
    return (
        len(below) >= FEWEST_BELOW
        and all(sum(map(bool, cells)) > 1 for cells in below)
        and any(
            heads_texts(title, [cells[i] for cells in below if i < len(cells)])
            for i, title in enumerate(inner_of(text, c).strip() for c in rows[head].cells)
        )
    )


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


def sections_of(
    text: str, rows: Sequence[Record], heads: Collection[int] = (), said: int | None = None
) -> frozenset[int]:
    """Where rows begin that head those below them: one label in the first cell, where every other
    row has at least three cells filled; in capitals below a gap, where no other name is and every
    other row has a text, which is column `said`; or above titles of columns, which begin at
    `heads`, in capitals or below a gap."""
    found = []
    for n, record in enumerate(rows[1:] if heads else ()):
        above = rows[n]
        parted = n == 0 or not held_cells(text, rows[n - 1])
        if (
            record.start in heads
            and _is_one_label(text, above)
            and (parted or _shouts(text, above))
        ):
            found.append(above.start)
    return frozenset(found) or _among(text, rows) or _shouted(text, rows, said)


def _is_one_label(text: str, record: Record) -> bool:
    held = held_cells(text, record)
    return len(held) == 1 and is_label(held[0]) and bool(inner_of(text, record.cells[0]).strip())


def _shouts(text: str, record: Record) -> bool:
    words = inner_of(text, record.cells[0])
    return words.isupper() and sum(map(str.isalpha, words)) >= SHORTEST_SHOUT


def _shouted(text: str, rows: Sequence[Record], said: int | None) -> frozenset[int]:
    """Where rows begin that are one label in capitals below a gap, each above a row with a text;
    without gaps where the first row of all is one."""
    found: list[int] = []
    gap = True
    for n, record in enumerate(rows if said is not None else ()):
        held = len(held_cells(text, record))
        if held == 1 or _shouts(text, record):
            below = held_cells(text, rows[n + 1]) if n + 1 < len(rows) else []
            # A list that begins with one needs no gaps.
            gap = gap or (bool(found) and found[0] == rows[0].start)
            if not (gap and held == 1 and _shouts(text, record) and len(below) > 1):
                return frozenset()
            found.append(record.start)
        gap = not held
    return frozenset(found) if len(found) > 1 else frozenset()


def _among(text: str, rows: Sequence[Record]) -> frozenset[int]:
    """Where rows begin that head others by having one label where all others are full."""
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
