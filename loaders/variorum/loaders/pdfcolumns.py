"""The columns of running text that the pages of a PDF share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from .pdfpage import Segment

# Points that lines of one column may begin apart.
_NEAR = 3.0
_MOST_COLUMNS = 4
_MOST_STARTS = 9
# So many of the lines of a document begin a column, and so many of these nearly fill it.
_SHARE = 0.08
_FULL, _NEARLY = 0.35, 0.85
# How different the widths of columns are at most, and how wide the space between them.
_ALIKE = 0.08
_WIDEST_GUTTER = 60.0
_WORDS = 3
# So many lines tell the columns.
_ENOUGH = 4000


class Column(NamedTuple):
    """From where to where lines of a column go."""

    left: float
    right: float


def text_columns(pages: Sequence[Sequence[Segment]]) -> list[Column]:
    """The columns of the pages, from the left; nothing where there is but one.

    Columns of text are as wide as each other, and their lines fill them; those of a table are not.
    """
    lines = [s for page in pages for s in page if s.upright and s.text.count(" ") >= _WORDS - 1]
    lines = lines[:: 1 + len(lines) // _ENOUGH]
    starts = Counter(round(s.x0 / _NEAR) for s in lines)
    often = [
        x for x, n in starts.items() if n + starts[x + 1] + starts[x - 1] >= _SHARE * len(lines)
    ]
    places: list[float] = []
    for x in sorted(often):
        left = min(s.x0 for s in lines if abs(s.x0 - x * _NEAR) <= _NEAR)
        if not places or left - places[-1] > 2 * _NEAR:
            places.append(left)
    places = places[:_MOST_STARTS]
    for number in range(min(_MOST_COLUMNS, len(places)), 1, -1):
        for edges in combinations(places, number):
            found = _columns(lines, edges)
            if found is not None:
                return found
    return []


def _columns(lines: Sequence[Segment], edges: Sequence[float]) -> list[Column] | None:
    found: list[Column] = []
    for left, following in pairwise([*edges, float("inf")]):
        own = [s for s in lines if abs(s.x0 - left) <= 2 * _NEAR and s.x1 < following]
        if len(own) < _SHARE * len(lines):
            return None
        reach = sorted(s.x1 for s in own)
        right = reach[len(reach) * 9 // 10]
        full = sum(r - left >= _NEARLY * (right - left) for r in reach)
        if full < _FULL * len(reach):
            return None
        found.append(Column(left, right))
    widths = [c.right - c.left for c in found]
    alike = max(widths) - min(widths) <= _ALIKE * max(widths)
    close = all(0 < b.left - a.right < _WIDEST_GUTTER for a, b in pairwise(found))
    return found if alike and close else None


def column_of(s: Segment, lefts: Sequence[float]) -> int | None:
    """The column in which words stand, null for those that reach over more than one.

    Columns begin at `lefts`.
    """
    at = sum(edge <= s.x0 + _NEAR for edge in lefts) - 1
    if at < 0 or (at + 1 < len(lefts) and s.x1 > lefts[at + 1] - 1):
        return None
    return at
