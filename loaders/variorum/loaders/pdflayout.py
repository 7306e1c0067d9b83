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

from .manuscript import listed
from .pdfcolumns import Column, column_of
from .pdfpage import LEAP, Segment

# Where margins are looked for, as a part of the height of a page at its top and bottom.
MARGIN = 0.13
# A text that comes back at the same height on so many pages is no text of theirs.
FEWEST_PAGES = 2
SHARE_OF_PAGES = 0.3
# In parts of its size: how far the head of a table stands above the table at most.
_NEAREST_HEAD = 3.2
# In parts of its size: how far a running head stands above the text at least.
_HEAD_APART = 1.6
# In the size of the text: how large a letter is that opens a paragraph over lines.
_INITIAL = 1.7
_DIGITS = re.compile(r"\d+|\b[ivxlc]{1,6}\b")
_MARK = re.compile(r"(?:[•●○▪■◦‣∙·►\ue000-\uf8ff*–—-]|\(?\d{1,3}[.)]|[a-z]\))")
_PAGE = re.compile(r"\d{1,4}")


@dataclass(slots=True)
class Grid:
    """A table: the left edges of its columns, and its rows of cells of segments.

    `taken` are the ids of the segments of the page that the cells were cut of; `rights` is how far
    the words of each column may go, where that is known.
    """

    edges: list[float]
    rows: list[list[list[Segment]]]
    page: int
    top: float
    taken: frozenset[int] = frozenset()
    rights: tuple[float, ...] = ()


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
    found |= _alternating(pages, heights, common, found)
    for page in pages:
        found -= _table_heads(page, found)
    return found


def _alternating(
    pages: Sequence[Sequence[Segment]],
    heights: Sequence[float],
    common: float,
    margin: set[int],
) -> set[int]:
    """The ids of running heads that say one thing on left pages and another on right ones.

    In short documents one of them comes once: what stands at the top of every page at one height, a
    gap above the text, is a head where there are no more than two, on pages that are numbered.
    """
    heads: list[Segment] = []
    for page, height in zip(pages, heights, strict=True):
        lines = baselines([s for s in page if s.upright])[:2]
        if len(lines) < 2:
            continue
        top, below = lines[0][0], lines[1][0]
        apart = top.y - below.y >= _HEAD_APART * top.size and top.y > height * (1 - MARGIN)
        if len(lines[0]) > 1 or not apart or top.words.strong or top.text[-1:] in ".,;:!?":
            return set()
        heads.append(top)
    numbered = [
        sum(_PAGE.fullmatch(s.text) is not None for s in p if id(s) in margin) for p in pages
    ]
    first = heads[0] if heads else None
    if first is None or len(heads) < FEWEST_PAGES or not all(numbered):
        return set()
    same = all(abs(h.y - first.y) < 1 and h.size == first.size for h in heads)
    few = len(dict.fromkeys(h.text for h in heads)) <= 2 and first.size <= common * 1.25
    return {id(h) for h in heads} if same and few else set()


def _table_heads(page: Sequence[Segment], margin: set[int]) -> set[int]:
    """The ids of segments of a margin that head the columns of a table which goes on below them.

    Each of a line stands where lines of the page begin, and no gap parts them from these.
    """
    body = [s for s in page if id(s) not in margin]
    top = max((s.y for s in body), default=0.0)
    starts = Counter(round(s.x0) for s in body)
    for line in baselines([s for s in page if id(s) in margin and s.upright]):
        near = 0 < line[0].y - top <= _NEAREST_HEAD * line[0].size
        begun = [_begun(starts, s.x0) for s in line]
        stands = min(begun) and max(begun) > 1
        centred = all(s.words.strong for s in line) and _over_columns(starts, line)
        if near and len(line) > 1 and (stands or centred):
            return {id(s) for s in line}
    return set()


def _over_columns(starts: Mapping[int, int], line: Sequence[Segment]) -> bool:
    """Whether lines begin to the left of each of the words, behind those before it."""
    edges = [0.0, *(s.x1 for s in line)]
    return all(
        any(n > 1 and left < x <= s.x0 for x, n in starts.items())
        for left, s in zip(edges, line, strict=False)
    )


def _begun(starts: Mapping[int, int], x: float) -> int:
    """How many lines begin at a place, or nearly there."""
    return sum(starts.get(round(x) + off, 0) for off in (-2, -1, 0, 1, 2))


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


def with_initials(page: Sequence[Segment], common: float) -> list[Segment]:
    """The segments, each large letter that opens a paragraph over lines joined to the first of them.

    `common` is the size of the letters of the text.
    """
    initials = [
        s for s in page if len(s.text) == 1 and s.text.isupper() and s.size >= _INITIAL * common
    ]
    for letter in initials:
        beside = [
            s
            for s in page
            if s is not letter
            and s.size < letter.size
            and letter.y - LEAP * s.size <= s.y <= letter.y + letter.size
            and letter.x0 < s.x0 < letter.x1 + 2 * s.size
        ]
        first = max(beside, key=lambda s: s.y, default=None)
        if first is None or len(beside) < 2:
            continue
        for s in beside:
            s.x0 = letter.x0
        text, look = first.words.runs[0]
        first.words.runs[0] = (letter.text + text, look)
        letter.words.runs.clear()
    return [s for s in page if s.words.runs]


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


def flows(
    page: Sequence[Segment], grids: Sequence[Grid], columns: Sequence[Column] = ()
) -> list[Flow]:
    """The flows of a page in the order of reading; a table stands where its first segment does.

    `columns` are those of the document's text.
    """
    owner = {taken: g for g in grids for taken in g.taken}
    placed: list[Grid] = []
    found: list[Flow] = []
    before: Segment | None = None
    for s in _columns_apart([s for s in page if id(s) not in owner], page, owner, columns):
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
    free: Sequence[Segment],
    page: Sequence[Segment],
    owner: Mapping[int, Grid],
    columns: Sequence[Column],
) -> list[Segment]:
    """The segments of a page, those of columns apart where a program wrote them line by line."""
    edges = [c.left for c in columns]
    if not edges:
        gutter = gutter_of(free)
        if gutter is None:
            return list(page)
        edges = [min(s.x0 for s in free), gutter]
    sides = [column_of(s, edges) for s in free]
    back = sum(
        a is not None and b is not None and b < a and s.y > t.y - s.size * 2.5
        for a, b, s, t in zip(sides, sides[1:], free, free[1:], strict=False)
    )
    if back < 3:
        return list(page)
    parts: list[list[Segment]] = [[] for _ in edges]
    ordered: list[Segment] = []
    for s in sorted(page, key=lambda s: (-s.y, s.x0)):
        side = None if id(s) in owner else column_of(s, edges)
        if side is None:
            ordered += [one for part in parts for one in part]
            ordered.append(s)
            parts = [[] for _ in edges]
        else:
            parts[side].append(s)
    return [*ordered, *(one for part in parts for one in part)]


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
