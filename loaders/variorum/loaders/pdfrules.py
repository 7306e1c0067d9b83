"""The lines that are drawn on a PDF page, and the tables whose cells they part.

Where a table is ruled its cells are known whatever stands in them: a name that is centred beside
a long text, texts that nearly touch, cells that go over several rows.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from .pdflayout import Grid
from .pdfpage import Segment

_PATH = 2
_LINE, _MOVE = 0, 2
# Points: how thick a rule is at most, how short at least, how far off lines may be and still meet.
_THICK = 2.5
_SHORTEST = 8.0
_NEAR = 3.0
# A page with more is a drawing.
_MOST_OBJECTS = 20_000
_MOST_POINTS = 40_000
_MOST_RULES = 500
_MOST_COLUMNS = 16


class Rule(NamedTuple):
    """A line at `at` (x of an upright one, y of a level one) from `start` to `end`, in points."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class Rules:
    """The level and the upright lines of a page, sorted."""

    level: list[Rule] = field(default_factory=list)
    upright: list[Rule] = field(default_factory=list)

    def parts(self, left: float, right: float, y: float) -> bool:
        """Whether an upright line stands between two places at a height."""
        first = bisect_left(self.upright, (left - 1,))
        last = bisect_right(self.upright, (right + 1, float("inf")))
        return any(r.start <= y <= r.end for r in self.upright[first:last])


def rules_of(page: Any, raw: Any) -> Rules:
    """The lines of a page (a handle of FPDF_PAGE); `raw` is `pypdfium2.raw`.

    A thin bar is a line, and so are the edges of what is drawn, not filled.
    """
    found = Rules()
    points = 0
    for path in _paths(page, raw):
        points += max(0, raw.FPDFPath_CountSegments(path))
        if points > _MOST_POINTS:
            return Rules()
        for x0, y0, x1, y1 in _strokes(path, raw):
            if abs(y1 - y0) <= _THICK / 2 and abs(x1 - x0) >= _SHORTEST:
                found.level.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
            elif abs(x1 - x0) <= _THICK / 2 and abs(y1 - y0) >= _SHORTEST:
                found.upright.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
    whole = Rules(sorted(_joined(found.level)), sorted(_joined(found.upright)))
    return whole if len(whole.level) + len(whole.upright) <= _MOST_RULES else Rules()


def _paths(page: Any, raw: Any) -> Iterator[Any]:
    for n in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        made = raw.FPDFPage_GetObject(page, n)
        if raw.FPDFPageObj_GetType(made) == _PATH:
            yield made


def _strokes(path: Any, raw: Any) -> Iterator[tuple[float, float, float, float]]:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path, fill, stroke):
        return
    if not stroke.value:
        box = [ctypes.c_float() for _ in range(4)]
        if fill.value and raw.FPDFPageObj_GetBounds(path, *box):
            left, bottom, right, top = (b.value for b in box)
            if right - left <= _THICK:
                yield (left + right) / 2, bottom, (left + right) / 2, top
            elif top - bottom <= _THICK:
                yield left, (bottom + top) / 2, right, (bottom + top) / 2
        return
    matrix, x, y = raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
    if not raw.FPDFPageObj_GetMatrix(path, matrix):
        return
    first = last = (0.0, 0.0)
    for n in range(raw.FPDFPath_CountSegments(path)):
        part = raw.FPDFPath_GetPathSegment(path, n)
        if not raw.FPDFPathSegment_GetPoint(part, x, y):
            continue
        here = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        kind = raw.FPDFPathSegment_GetType(part)
        if kind == _MOVE:
            first = here
        elif kind == _LINE:
            yield *last, *here
        last = here
        if raw.FPDFPathSegment_GetClose(part):
            yield *last, *first


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """The rules, those that go on in each other as one."""
    found: list[Rule] = []
    for rule in sorted(rules):
        near = [n for n in range(max(0, len(found) - 60), len(found)) if _meet(found[n], rule)]
        if not near:
            found.append(rule)
            continue
        last = found[near[-1]]
        found[near[-1]] = Rule(last.at, min(last.start, rule.start), max(last.end, rule.end))
    return found


def _meet(a: Rule, b: Rule) -> bool:
    return abs(a.at - b.at) <= _THICK / 2 and b.start <= a.end + _NEAR and a.start <= b.end + _NEAR


def ruled(page: Sequence[Segment], rules: Rules, before: Sequence[float] = ()) -> list[Grid]:
    """The tables of a page whose cells are parted by lines, from the top.

    `before` are the edges of the table with which the page before ends: one of the same columns
    may have a single row.
    """
    found: list[Grid] = []
    free = list(page)
    for level, upright in _crossing(rules):
        grid = _grid(free, level, upright, before)
        if grid is not None:
            found.append(grid)
            free = [s for s in free if id(s) not in grid.taken]
    return sorted(found, key=lambda g: -g.top)


def _crossing(rules: Rules) -> list[tuple[list[Rule], list[Rule]]]:
    """The lines in groups that cross or touch each other, the largest first."""
    groups: list[tuple[list[Rule], list[Rule]]] = []
    left = set(range(len(rules.upright)))
    open_level = set(range(len(rules.level)))
    for n in range(len(rules.level)):
        if n not in open_level:
            continue
        open_level.discard(n)
        own, crossed, waiting = [rules.level[n]], [], [rules.level[n]]
        while waiting:
            level = waiting.pop()
            for k in sorted(left):
                if _cross(level, rules.upright[k]):
                    left.discard(k)
                    crossed.append(rules.upright[k])
                    for m in sorted(open_level):
                        if _cross(rules.level[m], rules.upright[k]):
                            open_level.discard(m)
                            own.append(rules.level[m])
                            waiting.append(rules.level[m])
        groups.append((own, crossed))
    return sorted(groups, key=lambda g: -max(r.end - r.start for r in g[0]))


def _cross(level: Rule, upright: Rule) -> bool:
    return (
        level.start - _NEAR <= upright.at <= level.end + _NEAR
        and upright.start - _NEAR <= level.at <= upright.end + _NEAR
    )


def _places(values: Iterable[float]) -> list[float]:
    """The values from the least, those together that are nearly the same."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _NEAR:
            found.append(value)
    return found


def _grid(
    page: Sequence[Segment], level: list[Rule], upright: list[Rule], before: Sequence[float]
) -> Grid | None:
    """The table that lines part, null where they part no two cells that hold words twice."""
    xs, ys = _places(r.at for r in upright), _places(r.at for r in level)[::-1]
    if xs and min(r.start for r in level) < xs[0] - 2 * _NEAR:
        xs.insert(0, min(r.start for r in level))
    if xs and max(r.end for r in level) > xs[-1] + 2 * _NEAR:
        xs.append(max(r.end for r in level))
    if not 3 <= len(xs) <= _MOST_COLUMNS or len(ys) < 2:
        return None
    rows: list[list[list[Segment]]] = [[[] for _ in xs[1:]] for _ in ys[1:]]
    taken: list[Segment] = []
    for s in sorted(page, key=lambda s: (-s.y, s.x0)):
        column, row = _between(xs, s.x0 + 1), _below(ys, s.y + s.size / 4)
        if column is None or row is None:
            continue
        taken.append(s)
        # A cell over several rows stands in the first of them.
        middle = (xs[column] + xs[column + 1]) / 2
        while row and not any(
            abs(r.at - ys[row]) <= _NEAR and r.start <= middle <= r.end for r in level
        ):
            row -= 1
        rows[row][column].append(s)
    filled = [n for n in range(len(xs) - 1) if any(row[n] for row in rows)]
    told = [[row[n] for n in filled] for row in rows if any(row)]
    edges = [xs[n] for n in filled]
    goes_on = len(edges) == len(before) and all(
        abs(a - b) <= _NEAR for a, b in zip(edges, before, strict=True)
    )
    fewest = 1 if goes_on else 2
    if sum(sum(map(bool, row)) > 1 for row in told) < fewest or len(filled) < 2:
        return None
    padding = [
        min((s.x0 for row in told for s in row[n]), default=edge) - edge
        for n, edge in enumerate(edges)
    ]
    rights = tuple(xs[n + 1] - pad for n, pad in zip(filled, padding, strict=True))
    return Grid(edges, told, taken[0].page, taken[0].y, frozenset(map(id, taken)), rights)


def _between(edges: Sequence[float], x: float) -> int | None:
    return next((n for n, (a, b) in enumerate(pairwise(edges)) if a <= x < b), None)


def _below(edges: Sequence[float], y: float) -> int | None:
    return next((n for n, (a, b) in enumerate(pairwise(edges)) if a > y >= b), None)
