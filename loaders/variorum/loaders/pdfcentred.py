"""Rows of tables whose names stand at the top, in the middle or at the foot of their texts.

Nothing is drawn between such rows.  The lines of the texts are parted so that each name stands at
the same place of its part, by the way that costs least (Bellman's dynamic programming).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from .pdfpage import Segment

# In parts of the distance of lines: a greater one parts paragraphs, how far a name may stand off
# where paragraphs are apart, and where they are not.
_APART = 1.06
_OFF = 0.6
_OFF_TIGHT = 0.3
_MOST_LINES = 150
# Of so many names it is tried how far their texts stand below them, in the distance of lines.
_TRIED = 4
_SHIFTED = 1.6

Line = Sequence[Segment]
# The upper and the lower end of a block of lines.
Block = tuple[float, float]


def rows_by_names(
    band: Sequence[Line], edges: Sequence[float], near: float, fewest: int = 2
) -> tuple[list[list[list[Segment]]], bool] | None:
    """The rows of a table of these lines, and whether names stand at the top of their texts.

    Columns begin at `edges`, or so `near`; null where names stand now here, now there, and where
    there are fewer than `fewest`, the title of their column counted.  A row without a name may
    stand first: it goes on from the page before.
    """
    if band and len(band[0]) > 1 and all(s.words.strong for s in band[0]):
        head: list[list[Segment]] = [[] for _ in edges]
        for s in band[0]:
            at = next((n for n, edge in enumerate(edges) if abs(s.x0 - edge) <= near), None)
            if at is None:
                return None
            head[at].append(s)
        told = _rows(band[1:], edges, near, fewest - 1)
        return None if told is None else ([head, *told[0]], told[1])
    return _rows(band, edges, near, fewest)


def _rows(
    band: Sequence[Line], edges: Sequence[float], near: float, fewest: int
) -> tuple[list[list[list[Segment]]], bool] | None:
    columns: list[list[Segment]] = [[] for _ in edges]
    for line in band:
        for s in line:
            at = next((n for n, edge in enumerate(edges) if abs(s.x0 - edge) <= near), None)
            if at is None:
                return None
            columns[at].append(s)
    text = max(range(1, len(edges)), key=lambda n: len(columns[n]))
    lines = columns[text]
    if not 2 <= len(lines) <= _MOST_LINES or len(columns[0]) >= len(lines):
        return None
    gaps = [a.y - b.y for a, b in pairwise(lines)]
    pitch = min((g for g in gaps if g > 0.5 * lines[0].size), default=0.0)
    names = _blocks(columns[0], pitch)
    if len(names) < fewest or not pitch:
        return None
    where: list[Block | None] = [(b[0].y, b[-1].y) for b in names]
    where.insert(0, None)
    names.insert(0, [])
    ends = [n + 1 for n, gap in enumerate(gaps) if gap > pitch * _APART] + [len(lines)]
    measures = [(0, _top, 0.0), (1, _middle, 0.0), (2, _foot, 0.0)]
    measures += ((0, _top, shift) for shift in _shifts(lines, where, pitch))
    best: tuple[float, int, list[int]] | None = None
    for stops, off in ((ends, _OFF), (list(range(1, len(lines) + 1)), _OFF_TIGHT)):
        for rank, measure, shift in measures:
            found = _parted(lines, where, stops, measure, shift, off * pitch)
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
    for row, name, part in zip(rows, names, parts, strict=True):
        row[0], row[text] = name, part
        own = part or name
        middles.append((own[0].y + own[-1].y) / 2 if own else -1.0)
    for n, column in enumerate(columns):
        for s in column if n not in (0, text) else ():
            nearest = min(range(len(rows)), key=lambda r: abs(middles[r] - s.y))
            rows[nearest][n].append(s)
    return rows if any(rows[0]) else rows[1:], best[1] == 0


def _shifts(lines: Sequence[Segment], names: Sequence[Block | None], pitch: float) -> list[float]:
    """How far below their names the texts may begin, as cells with space inside have it."""
    found: list[float] = []
    for top, _ in [name for name in names if name is not None][:_TRIED]:
        below = next((top - s.y for s in lines if s.y < top), 0.0)
        if 0 < below < _SHIFTED * pitch and all(abs(below - one) > 1 for one in found):
            found.append(below)
    return found


def _top(a: Block, b: Block) -> float:
    return a[0] - b[0]


def _middle(a: Block, b: Block) -> float:
    return (a[0] + a[1] - b[0] - b[1]) / 2


def _foot(a: Block, b: Block) -> float:
    return a[1] - b[1]


def _blocks(column: Sequence[Segment], pitch: float) -> list[list[Segment]]:
    found: list[list[Segment]] = []
    for s in column:
        last = found[-1][-1] if found else None
        near = last is not None and last.y - s.y <= pitch * 1.15
        if near and last is not None and last.words.strong == s.words.strong:
            found[-1].append(s)
        else:
            found.append([s])
    return found


def _parted(
    lines: Sequence[Segment],
    names: Sequence[Block | None],
    stops: Sequence[int],
    measure: Callable[[Block, Block], float],
    shift: float,
    most: float,
) -> tuple[float, list[int]] | None:
    """What it costs to part the lines among the names, and where the part of each ends.

    Parts end at `stops`; null where some name would stand more than `most` off the place that is
    `shift` above.
    """
    # The least cost with which the names so far have the first lines up to a stop.
    reached: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for number, name in enumerate(names, 1):
        last = number == len(names)
        name_top = name[0] if name is not None else 0.0
        following: dict[int, tuple[float, list[int]]] = {}
        for begin, (cost, told) in reached.items():
            for end in (begin, *stops[bisect_right(stops, begin) :]):
                off = _off(lines, begin, end, name, measure, shift)
                if end > begin and name is None:
                    # Dearer than a name that stands well, cheaper than one that does not.
                    off = most / 3
                elif end > begin and last and abs(off) > most and lines[begin].y >= name_top:
                    off = most  # the last row may go on on the next page
                elif off < -most:
                    break  # further lines stand still lower
                if abs(off) <= most:
                    whole = (cost + abs(off), [*told, end])
                    following[end] = min(following.get(end, whole), whole)
        reached = following
    return reached.get(len(lines))


def _off(
    lines: Sequence[Segment],
    begin: int,
    end: int,
    name: Block | None,
    measure: Callable[[Block, Block], float],
    shift: float,
) -> float:
    if name is None:
        return 0.0
    if begin < end:
        return measure((lines[begin].y, lines[end - 1].y), name) + shift
    # A name without a text stands between those of its neighbours.
    above = begin == 0 or lines[begin - 1].y > name[0]
    below = begin == len(lines) or lines[begin].y < name[1]
    return 0.0 if above and below else float("inf")
