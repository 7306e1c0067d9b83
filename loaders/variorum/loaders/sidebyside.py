"""Columns that stand side by side in plain text, as programs print a PDF with its layout kept.

Spaces hold the right column in its place.  Columns of running text are read one after the other,
rows of a table each from the left; what is taken apart stays where it is in the source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .plainlines import line_start
from .runs import Paragraph, Run, Runs

# So many lines whose right part begins in one place, and such a share of those around them.
FEWEST = 5
FEWEST_LEFT = 3
SHARE = 0.6
# A right column begins so far in, behind so many spaces.
_NEAREST = 12
# A heading in the middle of the page, above both columns, begins behind such a share of the left one.
MIDDLE = 0.6
# Line ends above what begins another block of columns.
BLOCK_GAP = 3
_STOPS = frozenset(("", *".!?:;…"))
# An item of a list may stand so much further in.
_INDENT = 10
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_LINE_END = re.compile(r"[\r\n\f]")
# More words than a first cell of a table has, on average.
_WORDY = 4.5
# Of a narrow column so many words stand on a line, and such a share of its lines goes on with the
# sentence above; names that take two lines have fewer words.
_NARROW = 3
_RUNNING = 0.3


@dataclass(slots=True)
class _Line:
    """A line with the places (columns from 0) where a part of it begins behind a gap."""

    paragraph: Paragraph
    start: int
    end: int
    column: int
    begins: dict[int, tuple[int, int]]


def apart(
    text: str, runs: Sequence[Run], found: list[Paragraph]
) -> tuple[Sequence[Run], list[Paragraph], bool]:
    """Take columns apart.  `runs` tile the text and `found` are its paragraphs, one a line.

    Gives both anew, the paragraphs in the order of reading, and whether there were columns.
    """
    if "   " not in text:
        return runs, found, False
    ordered: list[Paragraph] = []
    cuts: dict[int, tuple[int, int]] = {}
    page: list[_Line] = []
    for a, b in pairwise([*found, None]):
        assert a is not None
        if a.cell is not None:
            # A table that was told before: no column of running text goes over it.
            ordered += [*_page(text, page, cuts), a]
            page = []
            continue
        page.append(_line(text, a))
        if b is None or "\f" in text[page[-1].end : b.extent[0]]:
            ordered += _page(text, page, cuts)
            page = []
    if not cuts:
        return runs, found, False
    return Runs.of_many(_tiled(runs, cuts)), ordered, True


def _tiled(runs: Sequence[Run], cuts: dict[int, tuple[int, int]]) -> Iterator[Run]:
    """The runs, those of words that start at a key of `cuts` in two, the space between them blank."""
    for run in runs:
        cut = cuts.get(run.start) if run.kind == "text" else None
        if cut is None:
            yield run
        else:
            yield Run("text", run.start, cut[0])
            yield Run("blank", *cut)
            yield Run("text", cut[1], run.end)


def _line(text: str, p: Paragraph) -> _Line:
    start, end = p.extent
    before = line_start(text, start)
    begins = {}
    if len(p.runs) == 1 and p.runs[0].kind == "text":
        for m in _GAP.finditer(text, start, end):
            begins[m.end() - before] = m.span()
    return _Line(p, start, end, start - before, begins)


def _page(text: str, page: Sequence[_Line], cuts: dict[int, tuple[int, int]]) -> list[Paragraph]:
    """The paragraphs of a page in the order of reading; where lines are cut goes to `cuts`.

    A right column begins in one place on most of its lines, and beside words of a left one, or
    between its lines where the two do not stand level.
    """
    whole = [line.paragraph for line in page]
    counted = Counter(b for line in page for b in line.begins if b >= _NEAREST)
    counted.update(
        line.column for line in page if line.column in counted or line.column >= 2 * _NEAREST
    )
    if not counted:
        return whole
    right, count = max(counted.items(), key=lambda item: (item[1], -item[0]))
    sides = [_side(line, right) for line in page]
    split = [n for n, side in enumerate(sides) if side == "both"]
    held = [n for n, side in enumerate(sides) if side in ("both", "right")]
    turns = sum({a, b} == {"left", "right"} for a, b in pairwise(sides))
    if count < FEWEST or not split or len(split) + turns < FEWEST_LEFT:
        return whole
    first, last = held[0], held[-1] + 1
    while first and sides[first - 1] == "left" and page[first - 1].column == page[split[0]].column:
        first -= 1
    while last < len(page) and sides[last] == "left":
        last += 1
    band = range(first, last)
    if sum(sides[n] == "over" for n in band) > (1 - SHARE) * len(band):
        return whole
    left = [page[n] for n in band if sides[n] in ("both", "left")]
    parts = [text[x.start : x.begins.get(_cut(x, right), (x.end,))[0]] for x in left]
    words = sum(len(part.split()) for part in parts)
    # Sentences that go on from line to line are running text, in however narrow a column.
    on = sum(a.rstrip()[-1] not in ".!?:;" and b.lstrip()[0].islower() for a, b in pairwise(parts))
    running = words > _NARROW * len(left) and on > _RUNNING * len(left)
    prose = running or words > _WORDY * len(left)
    ordered: list[Paragraph] = whole[:first]
    columns: tuple[list[Paragraph], list[Paragraph]] = ([], [])
    for n in band:
        line = page[n]
        if n > first and sides[n] == "left" and _ends_block(text, page[n - 1], line, columns):
            ordered += [*columns[0], *columns[1]]
            columns = ([], [])
        if sides[n] == "over":
            ordered += [*columns[0], *columns[1], line.paragraph]
            columns = ([], [])
        elif sides[n] == "both":
            cut = line.begins[_cut(line, right)]
            cuts[line.start] = cut
            columns[0].append(Paragraph(Runs.of_text(line.start, cut[0])))
            columns[1].append(Paragraph(Runs.of_text(cut[1], line.end)))
        else:
            columns[sides[n] == "right"].append(line.paragraph)
        if not prose:
            ordered += [*columns[0], *columns[1]]
            columns = ([], [])
    return [*ordered, *columns[0], *columns[1], *whole[last:]]


def _ends_block(
    text: str, above: _Line, line: _Line, columns: tuple[list[Paragraph], list[Paragraph]]
) -> bool:
    """Whether columns end above a line that goes over both, as a heading at the margin does: a gap
    parts it from them, and the sentence with which the left one breaks off goes on at the top of
    the right one."""
    if not all(columns) or text.count("\n", above.end, line.start) < BLOCK_GAP:
        return False
    said, on = columns[0][-1].runs[-1], columns[1][0].runs[0]
    return (
        text[said.start : said.end].rstrip()[-1:] not in _STOPS
        and text[on.start].islower()
        and not text[line.start].islower()
    )


def _side(line: _Line, right: int) -> str:
    """Which columns a line is in, where the right one begins at `right`; `over` for both as one."""
    if _cut(line, right):
        return "both"
    if -1 <= line.column - right <= _INDENT:
        return "right"
    width = line.end - line.start
    # What begins so far in, alone on its line, stands in the middle of the page.
    middle = line.column >= MIDDLE * right and not line.begins
    return "left" if line.column + width < right and not middle else "over"


def _cut(line: _Line, right: int) -> int:
    """Where the part of a line in the right column begins, which may be indented there; 0: nowhere."""
    if right in line.begins:
        return right
    for begins, (start, end) in line.begins.items():
        if right < begins <= right + _INDENT and begins - (end - start) < right:
            return begins
    return 0
