"""How the segments of PDF pages belong together: margins, contents, tables, columns, boxes.

The order in which a program wrote a page is nearly always the order of reading; geometry is
asked where it is not: what comes back on every page, what stands in rows and columns, and what
stands beside the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from .manuscript import listed
from .pdfpage import LEAP, Segment, cut

# Where margins are looked for, as a part of the height of a page at its top and bottom.
MARGIN = 0.13
# A text that comes back at the same height on so many pages is no text of theirs.
FEWEST_PAGES = 2
SHARE_OF_PAGES = 0.3
_DIGITS = re.compile(r"\d+|\b[ivxlc]{1,6}\b")
_MARK = re.compile(r"(?:[•●○▪■◦‣∙·►\uf0a7\uf0b7\uf0d8*–—-]|\(?\d{1,3}[.)]|[a-z]\))")
_PAGE = re.compile(r"\d{1,4}")
# Points that edges of one column may differ by.
EDGE = 4.0
# A gap between lines of a table, in their size, beyond which it has ended.
_FAR = 4.0
_MOST_COLUMNS = 8


@dataclass(slots=True)
class Grid:
    """A table: the left edges of its columns, and its rows of cells of segments.

    `taken` are the ids of the segments of the page that the cells were cut of.
    """

    edges: list[float]
    rows: list[list[list[Segment]]]
    page: int
    top: float
    taken: frozenset[int] = frozenset()


@dataclass(slots=True)
class Flow:
    """Segments that follow each other down the page, or a table."""

    segments: list[Segment] = field(default_factory=list)
    grid: Grid | None = None
    right: float = 0.0

    @property
    def top(self) -> float:
        return self.grid.top if self.grid else self.segments[0].y

    @property
    def bottom(self) -> float:
        if self.grid:
            return min(s.y for row in self.grid.rows for cell in row for s in cell)
        return self.segments[-1].y


def margins(pages: Sequence[Sequence[Segment]], heights: Sequence[float]) -> set[int]:
    """The ids of the segments that are running heads, page numbers and the like."""
    places: dict[tuple[str, int, bool], list[Segment]] = {}
    sizes: Counter[float] = Counter()
    found: set[int] = set()
    for page, height in zip(pages, heights, strict=True):
        for s in page:
            sizes[s.size] += len(s.text)
            if not s.upright:
                found.add(id(s))
                continue
            top, bottom = s.y > height * (1 - MARGIN), s.y < height * MARGIN
            if top or bottom:
                told = _DIGITS.sub("#", s.text.lower())
                places.setdefault((told, round(s.y / 6), top), []).append(s)
    common = max(sizes, key=lambda s: (sizes[s], -s), default=0.0)
    fewest = max(FEWEST_PAGES, SHARE_OF_PAGES * min(len(pages), 10))
    for (told, _, _), own in places.items():
        back = len({s.page for s in own}) >= fewest and all(s.size <= common * 1.2 for s in own)
        if back or (re.fullmatch(r"\W*#\W*", told) and own[0].size <= common * 1.2):
            found.update(id(s) for s in own)
    return found


def with_marks_joined(page: Sequence[Segment]) -> list[Segment]:
    """The segments, bullets and numbers of items joined to the words beside them."""
    found: list[Segment] = []
    for s in page:
        mark = found[-1] if found else None
        if (
            mark is not None
            and _MARK.fullmatch(mark.text)
            and abs(mark.y - s.y) <= LEAP * s.size
            and 0 <= s.x0 - mark.x1 < 4 * s.size
        ):
            mark.words.add(" ")
            for text, look in s.words.runs:
                mark.words.add(text, look)
            mark.x1, mark.size, mark.longest, mark.gaps = s.x1, s.size, s.longest, ()
        else:
            found.append(s)
    return found


def contents(page: Sequence[Segment], pages: int, said: Mapping[str, int]) -> set[int]:
    """The ids of the segments of a table of contents: titles with the numbers of later pages.

    Lines without leaders are believed where most of the titles come back; `said` tells how often
    each text (case folded) stands in the document.
    """
    found: set[int] = set()
    lines = baselines(page)
    run: list[list[Segment]] = []
    last = 0
    for line in [*lines, []]:
        number = int(line[-1].text) if len(line) > 1 and _PAGE.fullmatch(line[-1].text) else 0
        if line and number and max(1, last) <= number <= pages + 20:
            run.append(line)
            last = number
            continue
        titles = [told[0].text.casefold() for told in run]
        if len(run) >= 4 and sum(said.get(t, 0) > 1 for t in titles) * 2 > len(run):
            found.update(id(s) for told in run for s in told)
        run, last = [], 0
        if listed(" ".join(s.text for s in line)) is not None:
            found.update(id(s) for s in line)
    return found


def baselines(page: Sequence[Segment]) -> list[list[Segment]]:
    """The segments by the line they stand on, from the top; each line from the left."""
    lines: list[list[Segment]] = []
    for s in sorted(page, key=lambda s: (-s.y, s.x0)):
        if lines and abs(lines[-1][0].y - s.y) <= LEAP * max(s.size, lines[-1][0].size):
            lines[-1].append(s)
        else:
            lines.append([s])
    return [sorted(line, key=lambda s: s.x0) for line in lines]


def tables(page: Sequence[Segment]) -> list[Grid]:
    """The tables of a page, from the top."""
    lines = baselines(page)
    found: list[Grid] = []
    n = 0
    while n < len(lines):
        edges = [s.x0 for s in lines[n]]
        if not 2 <= len(edges) <= _MOST_COLUMNS:
            n += 1
            continue
        band = [lines[n]]
        end = n + 1
        while end < len(lines):
            line = _cut(lines[end], edges)
            if not _in_grid(line, band[-1], edges):
                break
            band.append(line)
            end += 1
        while band and len(band[-1]) == 1 and _column(band[-1][0], edges) == 0:
            band.pop()  # a paragraph that begins where the first column does
            end -= 1
        grid = _grid(band, edges)
        if grid is None:
            n += 1
        else:
            n -= _above(lines[:n], grid)
            if not found:
                n -= _carried(lines[:n], grid)
            whole = lines[n:end]
            grid.taken = frozenset(id(s) for line in whole for s in line)
            found.append(grid)
            n = end
    return found


def _above(lines: Sequence[Sequence[Segment]], grid: Grid) -> int:
    """Put the lines above a table into it that are of it; gives how many.

    In them cells may stand so near that only the columns below divide them, or be the headers of
    columns, which are centred.
    """
    taken = 0
    for whole in reversed(lines):
        below = grid.rows[0]
        top = max(s.y for cell in below for s in cell)
        line = _cut(whole, grid.edges)
        if len(line) < 2 or line[0].y - top > _FAR * line[0].size:
            break
        columns = [_over(s, grid.edges) for s in line]
        if len(dict.fromkeys(columns)) < len(line) or None in columns:
            break
        row: list[list[Segment]] = [[] for _ in grid.edges]
        for s, column in zip(line, columns, strict=True):
            row[column or 0].append(s)
        grid.rows.insert(0, row)
        grid.top = line[0].y
        taken += 1
    return taken


def _carried(lines: Sequence[Sequence[Segment]], grid: Grid) -> int:
    """Put the lines above the first table of a page into it that go on with a row of the page before.

    All of them begin one column that is not the first; gives how many they are.
    """
    columns = {_column(s, grid.edges) for line in lines for s in line}
    if len(columns) != 1 or not columns <= set(range(1, len(grid.edges))):
        return 0
    [column] = columns
    row: list[list[Segment]] = [[] for _ in grid.edges]
    row[column or 0] = [s for line in lines for s in line]
    grid.rows.insert(0, row)
    grid.top = lines[0][0].y
    return len(lines)


def _over(s: Segment, edges: Sequence[float]) -> int | None:
    """The column over which a segment stands, null where it reaches into another."""
    column = sum(edge <= s.x0 + EDGE for edge in edges) - 1
    if column < 0 or (column + 1 < len(edges) and s.x1 > edges[column + 1] + EDGE):
        return None
    return column


def _cut(line: Sequence[Segment], edges: Sequence[float]) -> list[Segment]:
    """The segments of a line, those cut that reach over the edges of columns at a gap."""
    found: list[Segment] = []
    for s in line:
        rest = s
        for edge in edges:
            parts = cut(rest, edge, EDGE) if rest.x0 + EDGE < edge < rest.x1 else None
            if parts is not None:
                found.append(parts[0])
                rest = parts[1]
        found.append(rest)
    return found


def _column(s: Segment, edges: Sequence[float]) -> int | None:
    return next((n for n, edge in enumerate(edges) if abs(s.x0 - edge) <= EDGE), None)


def _in_grid(line: Sequence[Segment], above: Sequence[Segment], edges: Sequence[float]) -> bool:
    """Whether a line goes on with a table: each of its segments begins a column and stays in it."""
    if above[0].y - line[0].y > _FAR * max(s.size for s in line):
        return False
    for s in line:
        column = _column(s, edges)
        if column is None:
            return False
        if column + 1 < len(edges) and s.x1 > edges[column + 1]:
            return False
    return True


def _grid(band: Sequence[Sequence[Segment]], edges: Sequence[float]) -> Grid | None:
    """The rows of a table, null where the lines are columns of running text or too few."""
    full = [line for line in band if len(line) > 1]
    if len(full) < 2:
        return None
    if _is_prose(band, edges):
        return None
    gaps = [a[0].y - b[0].y for a, b in pairwise(band)]
    tight = min(gaps, default=0.0)
    rows: list[list[list[Segment]]] = []
    for n, line in enumerate(band):
        named = _column(line[0], edges) == 0
        apart = n > 0 and gaps[n - 1] > tight * 1.12 + 0.5
        if (
            not rows
            or (named and (apart or tight * 1.12 + 0.5 >= max(gaps)) and _opens_row(line))
            or (apart and len(line) == len(edges))
        ):
            rows.append([[] for _ in edges])
        for s in line:
            rows[-1][_column(s, edges) or 0].append(s)
    return Grid(list(edges), rows, band[0][0].page, band[0][0].y) if len(rows) > 1 else None


def _opens_row(line: Sequence[Segment]) -> bool:
    """Whether a first cell begins here, and does not go on from the line above."""
    text = line[0].text
    return len(line) > 1 and not (text[:1].islower() or text.startswith("("))


def _is_prose(band: Sequence[Sequence[Segment]], edges: Sequence[float]) -> bool:
    """Whether lines side by side are columns of running text: wordy lines that go on or are full.

    First cells of a table name something, in few words.
    """
    left = [line[0] for line in band if _column(line[0], edges) == 0]
    wordy = sum(len(s.text.split()) for s in left) > 4.5 * len(left)
    go_on = sum(s.text[:1].islower() for s in left) * 4 >= len(left)
    full = median((s.x1 - s.x0) / (edges[1] - edges[0]) for s in left) > 0.72
    return wordy and (go_on or full)


def flows(page: Sequence[Segment], grids: Sequence[Grid]) -> list[Flow]:
    """The flows of a page in the order of reading; a table stands where its first segment does."""
    owner = {taken: g for g in grids for taken in g.taken}
    placed: list[Grid] = []
    found: list[Flow] = []
    before: Segment | None = None
    for s in _columns_apart([s for s in page if id(s) not in owner], page, owner):
        grid = owner.get(id(s))
        if grid is not None:
            if all(grid is not g for g in placed):
                placed.append(grid)
                found.append(Flow(grid=grid))
                before = None
            continue
        if before is None or s.y > before.y + LEAP * s.size:
            found.append(Flow())
        found[-1].segments.append(s)
        before = s
    return _boxes_in_place(found)


def _columns_apart(
    free: Sequence[Segment], page: Sequence[Segment], owner: dict[int, Grid]
) -> list[Segment]:
    """The segments of a page, those of two columns apart where a program wrote them line by line."""
    gutter = gutter_of(free)
    if gutter is None:
        return list(page)
    sides = [0 if s.x1 <= gutter else 1 if s.x0 >= gutter else 2 for s in free]
    back = sum(
        a == 1 and b == 0 and s.y > t.y - s.size * 2.5
        for a, b, s, t in zip(sides, sides[1:], free, free[1:], strict=False)
    )
    if back < 3:
        return list(page)
    parts: list[list[Segment]] = [[], [], []]
    ordered: list[Segment] = []
    for s in sorted(page, key=lambda s: (-s.y, s.x0)):
        side = 2 if id(s) in owner else 0 if s.x1 <= gutter else 1 if s.x0 >= gutter else 2
        if side == 2:
            ordered += [*parts[0], *parts[1], s]
            parts = [[], [], []]
        else:
            parts[side].append(s)
    return [*ordered, *parts[0], *parts[1]]


def gutter_of(page: Sequence[Segment]) -> float | None:
    """Where the space between two columns is, null for a page of one."""
    if len(page) < 10:
        return None
    left, right = min(s.x0 for s in page), max(s.x1 for s in page)
    wide = right - left
    best: tuple[int, float] | None = None
    for step in range(35, 66, 2):
        x = left + wide * step / 100
        crossing = sum(s.x0 < x < s.x1 for s in page)
        beside = min(sum(s.x1 <= x for s in page), sum(s.x0 >= x for s in page))
        if crossing * 8 <= len(page) and beside * 4 >= len(page):
            best = min(best or (crossing, x), (crossing, x))
    return best[1] if best else None


def _boxes_in_place(found: list[Flow]) -> list[Flow]:
    """Small flows that a program wrote before the text beside them go behind what they stand by."""
    largest = max(found, key=lambda f: len(f.segments), default=None)
    if largest is None or largest.grid is not None:
        return found
    at = next(n for n, f in enumerate(found) if f is largest)
    inside = [
        f
        for f in found[:at]
        if not f.grid
        and len(f.segments) * 2 < len(largest.segments)
        and largest.bottom < f.bottom
        and f.top < largest.top
    ]
    if not inside:
        return found
    kept = [f for f in found if all(f is not box for box in inside)]
    at = next(n for n, f in enumerate(kept) if f is largest)
    parts: list[Flow] = []
    rest = list(largest.segments)
    for box in sorted(inside, key=lambda f: -f.top):
        cut = next((n for n, s in enumerate(rest) if s.y < box.top - LEAP * s.size), len(rest))
        if cut:
            parts.append(Flow(rest[:cut]))
        parts.append(box)
        rest = rest[cut:]
    if rest:
        parts.append(Flow(rest))
    return [*kept[:at], *parts, *kept[at + 1 :]]
