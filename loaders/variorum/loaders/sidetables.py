"""Lists that stand side by side in one sheet under the same titles, as people lay out a page.

    Name | Effect |   | Name | Effect

Each is read as a table of its own.  Of titles that come again below the names of languages the
columns say one thing in several languages: those are one table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.compare.language import UNKNOWN, data

from .columns import MOST_LINES_ABOVE, inner_of
from .delimited import Record
from .roles import folded_title, is_said

_WORD = re.compile(r"[^\W\d_]+")
# A row with a cell longer than this has no titles of columns.
LONGEST_TITLE = 120


def side_by_side(text: str, rows: Sequence[Record]) -> list[list[Record]]:
    """The rows of each of the lists, the parts of one row tiling it; empty where rows are whole."""
    above = 0
    for n, record in enumerate(rows):
        cells = [inner_of(text, c) for c in record.cells]
        if any(len(cell) > LONGEST_TITLE for cell in cells):
            above += 1
            if above > MOST_LINES_ABOVE:
                break
            continue
        titles = [folded_title(cell) for cell in cells]
        starts = _starts(titles)
        if starts:
            width = max(i for i, title in enumerate(titles[: starts[1]]) if title) + 1
            return [] if _speak(text, rows[:n]) else _parted(rows, starts, width - starts[0])
        above += any(titles)
        if above > MOST_LINES_ABOVE:
            break
    return []


def _starts(titles: Sequence[str]) -> list[int]:
    """The columns with which lists of the same titles begin, where these are nothing else: words
    for a name and a text among them."""
    first = next((n for n, title in enumerate(titles) if title), 0)
    starts = [n for n, title in enumerate(titles) if title and title == titles[first]]
    if len(starts) < 2:
        return []
    ends = [*starts[1:], len(titles)]
    lists = [[t for t in titles[a:b] if t] for a, b in zip(starts, ends, strict=True)]
    own = lists[0]
    told = any(is_said(t, "name") for t in own) and any(
        is_said(t, "text") for t in own if t != own[0]
    )
    return starts if told and all(other == own for other in lists) else []


def _speak(text: str, rows: Sequence[Record]) -> bool:
    """Whether rows name languages."""
    known = data(UNKNOWN, "read")["language_codes_by_name"]
    words = (w for r in rows for c in r.cells for w in _WORD.findall(inner_of(text, c)))
    return any(folded_title(w) in known for w in words)


def _parted(rows: Sequence[Record], starts: Sequence[int], width: int) -> list[list[Record]]:
    """The rows parted where the lists begin; what stands left of them belongs to the first.

    Empty cells behind the `width` of a list only part it from the next.
    """
    lists: list[list[Record]] = [[] for _ in starts]
    for record in rows:
        cuts = [0, *(n for n in starts[1:] if n < len(record.cells)), len(record.cells)]
        for own, a, b in zip(lists, cuts, cuts[1:], strict=False):
            cells = record.cells[a:b]
            begin = record.start if a == 0 else cells[0].start
            end = record.end if b == len(record.cells) else record.cells[b].start
            titled = width + (starts[0] if a == 0 else 0)
            while len(cells) > max(1, titled) and cells[-1].start == cells[-1].end:
                cells = cells[:-1]
            own.append(Record(cells, begin, end))
    return lists
