"""Rows of tables whose names stand at the top, in the middle or at the foot of their texts.

Nothing is drawn between such rows.  The lines of the texts are parted so that each name stands at
the same place of its part, by the way that costs least (Bellman's dynamic programming).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from .pdfpage import Segment

# In parts of the distance of lines: a greater one parts paragraphs, how far a name may stand off
# where paragraphs are apart, and where they are not.
_APART = 1.06
_OFF = 0.6
_OFF_TIGHT = 0.3
_MOST_LINES = 150

Line = Sequence[Segment]
# The upper and the lower end of a block of lines.
Block = tuple[float, float]


def rows_by_names(
    band: Sequence[Line], edges: Sequence[float], near: float
) -> tuple[list[list[list[Segment]]], bool] | None:
    """The rows of a table of these lines, and whether names stand at the top of their texts.

    Columns begin at `edges`, or so `near`; null where names stand now here, now there.
    """
    columns: list[list[Segment]] = [[] for _ in edges]
    for line in band:
        for s in line:
            at = next((n for n, edge in enumerate(edges) if abs(s.x0 - edge) <= near), None)
            if at is None:
                return None
            columns[at].append(s)
    text = max(range(1, len(edges)), key=lambda n: len(columns[n]))
    lines = columns[text]
    if not 3 <= len(lines) <= _MOST_LINES or len(columns[0]) >= len(lines):
        return None
    gaps = [a.y - b.y for a, b in pairwise(lines)]
    pitch = min((g for g in gaps if g > 0.5 * lines[0].size), default=0.0)
    names = _blocks(columns[0], pitch)
    if len(names) < 2 or not pitch:
        return None
    where = [(b[0].y, b[-1].y) for b in names]
    ends = [n + 1 for n, gap in enumerate(gaps) if gap > pitch * _APART] + [len(lines)]
    best: tuple[float, int, list[int]] | None = None
    for stops, off in ((ends, _OFF), (list(range(1, len(lines) + 1)), _OFF_TIGHT)):
        for rank, measure in enumerate((_top, _middle, _foot)):
            found = _parted(lines, where, stops, measure, off * pitch)
            if found is not None:
                told = (round(found[0], 1), rank, found[1])
                best = min(best or told, told)
        if best is not None:
            break
    if best is None:
        return None
    cuts = [0, *best[2]]
    parts = [lines[a:b] for a, b in pairwise(cuts)]
    rows: list[list[list[Segment]]] = [[[] for _ in edges] for _ in names]
    middles: list[float] = []
    for row, name, part, place in zip(rows, names, parts, where, strict=True):
        row[0], row[text] = name, part
        middles.append(sum((part[0].y, part[-1].y) if part else place) / 2)
    for n, column in enumerate(columns):
        for s in column if n not in (0, text) else ():
            nearest = min(range(len(rows)), key=lambda r: abs(middles[r] - s.y))
            rows[nearest][n].append(s)
    return rows, best[1] == 0


def _top(a: Block, b: Block) -> float:
    return a[0] - b[0]


def _middle(a: Block, b: Block) -> float:
    return (a[0] + a[1] - b[0] - b[1]) / 2


def _foot(a: Block, b: Block) -> float:
    return a[1] - b[1]


def _blocks(column: Sequence[Segment], pitch: float) -> list[list[Segment]]:
    found: list[list[Segment]] = []
    for s in column:
        if found and found[-1][-1].y - s.y <= pitch * 1.15:
            found[-1].append(s)
        else:
            found.append([s])
    return found


def _parted(
    lines: Sequence[Segment],
    names: Sequence[Block],
    stops: Sequence[int],
    measure: Callable[[Block, Block], float],
    most: float,
) -> tuple[float, list[int]] | None:
    """What it costs to part the lines among the names, and where the part of each ends.

    Parts end at `stops`; null where some name would stand more than `most` off.
    """
    # The least cost with which the names so far have the first lines up to a stop.
    reached: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for name in names:
        following: dict[int, tuple[float, list[int]]] = {}
        for begin, (cost, told) in reached.items():
            for end in (begin, *(stop for stop in stops if stop > begin)):
                off = _off(lines, begin, end, name, measure)
                if off > most:
                    continue
                whole = (cost + off, [*told, end])
                following[end] = min(following.get(end, whole), whole)
        reached = following
    return reached.get(len(lines))


def _off(
    lines: Sequence[Segment],
    begin: int,
    end: int,
    name: Block,
    measure: Callable[[Block, Block], float],
) -> float:
    if begin < end:
        return abs(measure((lines[begin].y, lines[end - 1].y), name))
    # A name without a text stands between those of its neighbours.
    above = begin == 0 or lines[begin - 1].y > name[0]
    below = begin == len(lines) or lines[begin].y < name[1]
    return 0.0 if above and below else float("inf")
