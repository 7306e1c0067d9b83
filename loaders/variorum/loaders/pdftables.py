"""Tables of PDF pages that no lines part: cells that stand in rows and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from statistics import median

from .pdfcentred import rows_by_names
from .pdfcolumns import Column, column_of
from .pdflayout import Grid, baselines
from .pdfpage import Segment, cut

# Points that edges of one column may differ by.
EDGE = 4.0
# A gap between lines of a table, in their size, beyond which it has ended.
_FAR = 4.0
_MOST_COLUMNS = 8
# So many lines side by side are columns of text.
_FEWEST_LINES = 3
# So many lines of a page begin one of two columns.
_MOSTLY = 0.9
# In the size of letters: how far apart the titles of columns stand; columns begin farther apart than paragraphs are set in.
_PARTED = 3
_INDENT = 6


def in_columns(page: Sequence[Segment], columns: Sequence[Column]) -> list[Grid]:
    """The tables of a page, those of each column of its text for themselves."""
    lefts = [c.left for c in columns]
    if not lefts:
        return tables(page)
    found: list[Grid] = []
    whole: list[Segment] = []
    lines = baselines(page)
    fits = [all(column_of(s, lefts) is not None for s in line) for line in lines]
    for inside, group in groupby(zip(lines, fits, strict=True), key=lambda pair: pair[1]):
        own = [s for line, _ in group for s in line]
        parts = [[s for s in own if column_of(s, lefts) == n] for n in range(len(lefts))]
        if inside and sum(len(part) >= _FEWEST_LINES for part in parts) > 1:
            found += tables(whole)
            whole = []
            found += (grid for part in parts for grid in tables(part))
        else:
            whole += own
    return [*found, *tables(whole)]


def tables(page: Sequence[Segment]) -> list[Grid]:
    """The tables of a page, from the top."""
    lines = baselines(page)
    starts = Counter(round(s.x0) for s in page)
    found: list[Grid] = []
    n = floor = 0
    while n < len(lines):
        if not 2 <= len(lines[n]) <= _MOST_COLUMNS:
            n += 1
            continue
        told = _table(lines, floor, n, [s.x0 for s in lines[n]])
        if told is None:
            # The titles of columns may be centred above them.
            edges = _columns_below(lines[n], starts)
            told = _table(lines, floor, n + 1, edges, 1) if edges else None
        if told is None:
            n += 1
            continue
        grid, begin, end = told
        begin -= _above(lines[floor:begin], grid)
        if not found:
            begin -= _carried(lines[floor:begin], grid)
        grid.taken = frozenset(id(s) for line in lines[begin:end] for s in line)
        found.append(grid)
        n = floor = end
    return found or _without_heights(lines, starts)


def _without_heights(lines: Sequence[Sequence[Segment]], starts: Mapping[int, int]) -> list[Grid]:
    """The table of a page on which no two cells stand at one height: names in the middle of an even
    number of lines."""
    often = sorted(x for x, n in starts.items() if n > 1)
    count = sum(len(line) for line in lines)
    if len(often) != 2 or sum(starts[x] for x in often) < _MOSTLY * count:
        return []
    edges = [float(x) for x in often]
    if edges[1] - edges[0] < _INDENT * lines[0][0].size:
        return []
    first = next((n for n, line in enumerate(lines) if _column(line[0], edges) == 1), None)
    if first is None or starts[often[0]] >= starts[often[1]]:
        return []
    told = _table(lines, first, first, edges)
    if told is None:
        return []
    grid, begin, end = told
    grid.taken = frozenset(id(s) for line in lines[begin:end] for s in line)
    return [grid]


def _table(
    lines: Sequence[Sequence[Segment]],
    floor: int,
    begin: int,
    edges: list[float],
    fewest: int = 2,
) -> tuple[Grid, int, int] | None:
    """The table whose columns begin at `edges`, with its first line and the line behind it.

    It goes on from line `begin`, and may have begun above it, as far as line `floor`; it has
    `fewest` names at least.
    """
    band: list[Sequence[Segment]] = []
    end = begin
    while end < len(lines):
        line = _cut(lines[end], edges)
        if not _in_grid(line, band[-1] if band else line, edges):
            break
        band.append(line)
        end += 1
    while band and len(band[-1]) == 1 and _column(band[-1][0], edges) == 0:
        band.pop()  # a paragraph that begins where the first column does
        end -= 1
    if not band or _is_prose(band, edges):
        return None
    grid = _grid(band, edges)
    above = _beside(lines[floor:begin], edges)
    parted = rows_by_names([*above, *band], edges, EDGE, fewest)
    if parted is not None:
        rows, top = parted
        if grid is None or not top or len(rows) > len(grid.rows):
            begin -= len(above)
            grid = Grid(edges, rows, band[0][0].page, lines[begin][0].y)
    return None if grid is None else (grid, begin, end)


def _columns_below(line: Sequence[Segment], starts: Mapping[int, int]) -> list[float]:
    """Where the columns begin above which words are centred, nothing where they are not.

    `starts` tells how many lines of the page begin at each place.
    """
    found: list[float] = []
    if any(b.x0 - a.x1 < _PARTED * a.size for a, b in pairwise(line)):
        return []  # words of a line that fills its column
    for s in line:
        last = found[-1] + EDGE if found else 0.0
        often = [x for x, n in starts.items() if n > 1 and last < x <= s.x0 + 1]
        if not often:
            return []
        found.append(float(max(often, key=lambda x: (starts[x], x))))
    return found if any(abs(x - s.x0) > EDGE for x, s in zip(found, line, strict=True)) else []


def _beside(lines: Sequence[Sequence[Segment]], edges: Sequence[float]) -> list[list[Segment]]:
    """The last of the lines that stand in the columns of a table below, the first not in its first.

    So the first row of a table begins whose name stands in the middle.
    """
    found: list[list[Segment]] = []
    best = 0
    for line in reversed(lines):
        own = _cut(line, edges)
        columns = [_column(s, edges) for s in own]
        if None in columns or len(own) > len(edges):
            break
        if found and own[0].y - found[-1][0].y > _FAR * own[0].size:
            break
        found.append(own)
        if 0 not in columns:
            best = len(found)
    return found[:best][::-1]


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
    if not left:
        return False
    wordy = sum(len(s.text.split()) for s in left) > 4.5 * len(left)
    go_on = sum(s.text[:1].islower() for s in left) * 4 >= len(left)
    wide = max(edges[1] - edges[0], 1.0)
    full = median((s.x1 - s.x0) / wide for s in left) > 0.72
    return wordy and (go_on or full)
