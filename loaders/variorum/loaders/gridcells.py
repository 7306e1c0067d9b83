"""The tables that plain text draws (see `grids`) as cells: paragraphs or items that say where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from .flow import Flow, Item
from .grids import BORDER, PIPES, Grid, Place, find_grids
from .marked import Span, put_marked
from .runs import Cell, Pairs, Paragraph, Run, Runs

_LINE = re.compile(r"[^\r\n\f]*(?:\r\n|[\n\r\f]|\Z)")
# Without one of these no table is drawn.
_SIGN = re.compile(r"\S(?:  |\t)[ \t]*+\S|[|│║]")


def with_tables(
    text: str, runs: Sequence[Run], found: list[Paragraph]
) -> tuple[Sequence[Run], list[Paragraph]]:
    """The runs that tile a text and its paragraphs (one a line), those of tables a cell each."""
    if _SIGN.search(text) is None:
        return runs, found
    lines = (m.span() for m in _LINE.finditer(text) if m.start() < m.end())
    bare = Pairs((a, a + len(text[a:b].rstrip("\r\n\f"))) for a, b in lines)
    grids = find_grids(text, bare)
    if not grids:
        return runs, found
    runs = list(runs)
    tiled: list[Run] = []
    kept: list[Paragraph] = []
    at = p = 0
    # Tags may have told of tables before.
    first = max((q.cell.table for q in found if q.cell is not None), default=-1) + 1
    for number, grid in enumerate(grids, first):
        start, end = bare[grid.first][0], bare[grid.last - 1][1]
        while at < len(runs) and runs[at].end <= start:
            tiled.append(runs[at])
            at += 1
        while p < len(found) and found[p].runs[0].start < start:
            kept.append(found[p])
            p += 1
        own: list[Run] = []
        while at < len(runs) and runs[at].start < end:
            own.append(runs[at])
            at += 1
        while p < len(found) and found[p].runs[0].start < end:
            p += 1
        cut, cells = _cut(text, own, grid, number)
        tiled += cut
        kept += cells
    return Runs.of_many(chain(tiled, runs[at:])), kept + found[p:]


def _cut(
    text: str, runs: Sequence[Run], grid: Grid, number: int
) -> tuple[list[Run], list[Paragraph]]:
    """The runs of the lines of a table, cut at its cells, and these as paragraphs."""
    places = sorted(
        (place, r, c)
        for r, row in enumerate(grid.rows)
        for c, cell in enumerate(row.cells)
        for place in cell
    )
    own: dict[tuple[int, int], Paragraph] = {}
    tiled: list[Run] = []
    k = 0
    for run in runs:
        if run.kind not in ("text", "blank"):
            tiled.append(run)
            continue
        at = run.start
        while at < run.end:
            while k < len(places) and places[k][0][1] <= at:
                k += 1
            (a, b), r, c = places[k] if k < len(places) else ((run.end, run.end), 0, 0)
            upto = min(run.end, b if a <= at else a)
            words = text[at:upto]
            if a <= at and run.kind == "text":
                tiled.append(Run("text", at, upto))
                p = own.setdefault((r, c), Paragraph(joins=True))
                if p.runs and (p.runs[-1].end < a):
                    p.runs.append(Run("join", at, at))
                p.runs.append(tiled[-1])
            else:
                tiled.append(Run("delimiter" if words.strip() else "blank", at, upto))
            at = upto
    for (r, c), p in own.items():
        p.cell = Cell(number, r, c, grid.rows[r].head)
    return tiled, [p for _, p in sorted(own.items())]


def grids_of(text: str, lines: Sequence[tuple[int, int]]) -> dict[int, Grid]:
    """The tables that the lines of a Markdown text draw, by the line they begin on.

    Those of bars with a row of signs below the titles are left out: they are Markdown's own.
    """
    bare = Pairs((a, a + len(text[a:b].rstrip("\r\n"))) for a, b in lines)
    grids = find_grids(text, bare)
    return {g.first: g for g in grids if not _is_piped(text, *bare[g.first : g.first + 2])}


def _is_piped(text: str, line: Place, below: Place) -> bool:
    """Whether a table that begins on `line` has its columns between bars, and no border above, but
    a row of signs `below` its titles."""
    words = text[line[0] : line[1]]
    signs = PIPES.match(text[below[0] : below[1]]) is not None
    return "|" in words and signs and not BORDER.match(words)


def put_grid(
    flow: Flow, grid: Grid, lines: Sequence[tuple[int, int]], number: int, names: frozenset[str]
) -> None:
    """Give the lines of a table to `flow`; `names` are those of the links of the text."""
    items: list[Item] = []
    for r, row in enumerate(grid.rows):
        for c, places in enumerate(row.cells):
            own = Flow(flow.text)
            own.cell = Cell(number, r, c, row.head)
            own.begin("table")
            for a, b in places:
                put_marked(own, [Span(a, b, b)], names)
                own.join()
            items += own.close() if places else []
    start, end = lines[grid.first][0], lines[grid.last - 1][1]
    flow.placed(_tiled(flow.text, items, start, end))


def _tiled(text: str, items: list[Item], start: int, end: int) -> list[Item]:
    """The items, what stands between their runs given to the item before it."""
    runs = sorted(
        ((run, n) for n, item in enumerate(items) for run in item.runs), key=lambda x: x[0].start
    )
    runs = [(Run("", start, start), 0), *runs, (Run("", end, end), 0)]
    for (a, n), (b, _) in pairwise(runs):
        if a.end < b.start:
            words = text[a.end : b.start]
            items[n].runs.append(Run("delimiter" if words.strip() else "blank", a.end, b.start))
    for item in items:
        item.runs = sorted(item.runs, key=lambda run: run.start)
    return items


def bar_cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The bars of a row, and the runs of characters between them."""
    found: list[tuple[int, int]] = []
    at = start
    for m in re.finditer(r"\\.|\|", text[start:end]):
        if m.group() != "|":
            continue
        bar = start + m.start()
        if at < bar:
            found.append((at, bar))
        found.append((bar, bar + 1))
        at = bar + 1
    return [*found, (at, end)] if at < end else found
