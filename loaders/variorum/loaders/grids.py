"""Tables that plain text draws: with bars, with lines of signs, or by columns of spaces alone.

Pandoc's grid, pipe, simple and multiline tables (Pandoc User's Guide, Tables), the grid and simple
tables of reStructuredText, and columns that at least two spaces keep in their places.  A table
gives the places of its cells; what they hold is judged elsewhere (see `cells`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# Lines that draw: one line of signs, or several side by side, one over each column.
BORDER = re.compile(r"[ \t]*[+├┼┤┌┬┐└┴┘╔╦╗╠╬╣╚╩╝|](?:[-=:─═┄]+[+├┼┤┌┬┐└┴┘╔╦╗╠╬╣╚╩╝|])+[ \t]*$")
_RULER = re.compile(r"[ \t]*(?P<sign>[-=])(?P=sign)+(?:[ \t]+(?P=sign){2,})+[ \t]*$")
_LINE = re.compile(r"[ \t]*(?:-{3,}|={3,}|_{3,}|─{3,})[ \t]*$")
PIPES = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)+\|?[ \t]*$")
_BARS = "|│║"
_GAP = re.compile(r"(?<=\S)(?: {2,}| *\t[ \t]*)(?=\S)")
_LISTED = re.compile(r"[\W_]+|[(§]?\s?(?:\d+|[a-zA-Z]|[ivxIVX]+)(?:[.)]|(?:\.\d+)+[a-z]?[.)]?)")
_FILLED = re.compile(r"[^ ]+")
_LEADERS = re.compile(r"[.…·_ ]*")
# Columns of spaces alone: so many rows and columns; fewer rows where there are more columns.
FEWEST_ROWS = 3
FEWEST_COLUMNS = 2
WIDE = 4
# Words of a cell on average; more are columns of running text.
MOST_WORDS = 4.5
MOST_WORDS_OF_LAST = 12.0
LONGEST_CELL = 8.0
FILLED = 0.7
# Nobody draws longer lines, or more columns.
LONGEST = 400
MOST_COLUMNS = 40

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: for each column the places (start, end in the text) of its words, a line each."""

    cells: tuple[tuple[Place, ...], ...]
    head: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table on lines `first` to `last` (exclusive) of those that were looked at."""

    first: int
    last: int
    rows: tuple[Row, ...]


def find_grids(text: str, lines: Sequence[Place]) -> list[Grid]:
    """The tables on `lines` (start, end without the line end), in order."""
    found: list[Grid] = []
    said = [text[a:b] if b - a <= LONGEST else "" for a, b in lines]
    n = tried = 0
    while n < len(lines):
        grid: Grid | None = None
        if said[n] and not said[n].isspace():
            grid = _drawn(lines, said, n)
            if grid is None and n >= tried and _GAP.search(said[n]):
                end = _rows_end(said, n)
                # The first line may be the end of a text.
                grid = _spaced(lines, said, n, end) or _spaced(lines, said, n + 1, end)
                tried = end
        n = grid.last if grid is not None else n + 1
        if grid is not None and grid.rows:
            found.append(grid)
    return found


def draws_in_text(text: str) -> bool:
    """Whether tables with borders stand in a text, or have cells of several lines: no records."""
    lines = [line.strip() for line in text.splitlines()]
    borders = [line for line in lines if line[:1] == "+" and BORDER.match(line)]
    others = sum(line[:1] not in ("+", "|") and any(map(str.isalpha, line)) for line in lines)
    return len(borders) > 1 and (others > 1 or any("=" in line for line in borders))


def _drawn(lines: Sequence[Place], said: Sequence[str], n: int) -> Grid | None:
    """A table that lines of signs or bars draw and that begins on line `n`.

    One without rows says up to which line nothing is one.
    """
    words = said[n]
    following = said[n + 1] if n + 1 < len(said) else ""
    if BORDER.match(words) and following.strip()[:1] in tuple(_BARS):
        return _grid(lines, said, n)
    if "|" in words and PIPES.match(following) and not PIPES.match(words):
        return _piped(lines, said, n)
    if words.strip()[0] in _BARS and words.strip()[-1] in _BARS and len(words.strip()) > 1:
        return _barred(lines, said, n)
    if words.count(" | ") >= FEWEST_COLUMNS:
        return _parted(lines, said, n)
    if _RULER.match(words) or _RULER.match(following) or _LINE.match(words):
        grid = _ruled(lines, said, n)
        return grid if grid and grid.rows else None
    return None


def _grid(lines: Sequence[Place], said: Sequence[str], n: int) -> Grid:
    """Cells between `|`, rows between `+---+`; `+===+` ends the head."""
    end = n
    while end < len(said) and (said[end].strip()[:1] in ("+", *_BARS, *"├└╠╚┌╔")):
        end += 1
    rows: list[Row] = []
    own: list[int] = []
    headed = 0
    for k in range(n, end):
        if not BORDER.match(said[k]):
            own.append(k)
            continue
        if own:
            rows.append(_merged([_between(lines[i], said[i], _BARS) for i in own]))
        own = []
        if "=" in said[k] and k > n and not headed:
            headed = len(rows)
    if own:  # no line closes it
        rows.append(_merged([_between(lines[i], said[i], _BARS) for i in own]))
    return _made(n, end, rows, headed if headed < len(rows) else 0)


def _piped(lines: Sequence[Place], said: Sequence[str], n: int) -> Grid:
    """A row of titles, one of signs, and rows while there are bars."""
    end = n + 2
    while end < len(said) and "|" in said[end]:
        end += 1
    rows = [_merged([_between(lines[k], said[k], "|")]) for k in (n, *range(n + 2, end))]
    return _made(n, end, rows, 1)


def _barred(lines: Sequence[Place], said: Sequence[str], n: int) -> Grid:
    """Rows between bars, with nothing that says which is the head."""
    end, rows = n, list[Row]()
    while end < len(said) and (w := said[end].strip()) and w[0] in _BARS and w[-1] in _BARS:
        row = _merged([_between(lines[end], said[end], _BARS)])
        if rows and len(row.cells) != len(rows[0].cells):
            break
        rows.append(row)
        end += 1
    return _made(n, end, rows if len(rows) >= FEWEST_ROWS else (), 0)


def _parted(lines: Sequence[Place], said: Sequence[str], n: int) -> Grid | None:
    """Rows of short cells with bars between them and nothing else, as many in each."""
    bars = said[n].count("|")
    end = next((k for k in range(n, len(said)) if said[k].count("|") != bars), len(said))
    rows = [_merged([_between(lines[k], said[k], "|")]) for k in range(n, end)]
    cells = [c for k in range(n, end) for c in said[k].split("|")]
    if len(rows) < FEWEST_ROWS or sum(len(c.split()) for c in cells) > MOST_WORDS * len(cells):
        return None
    return _made(n, end, rows, 0)


def _ruled(lines: Sequence[Place], said: Sequence[str], n: int) -> Grid | None:
    """A simple or multiline table: a line of signs over each column, below the head or above all."""
    ruler = n
    opened = _LINE.match(said[n]) is not None or _RULER.match(said[n]) is not None
    while not _RULER.match(said[ruler]) or (ruler == n and _has_second(said, n)):
        ruler += 1
        # The head is one line, or a few below a line of signs.
        if ruler >= len(said) or not said[ruler].strip() or ruler > n + (6 if opened else 1):
            return None
    if ruler == n + 1 and not opened and not _GAP.search(said[n]):
        return None  # a sentence that ends above a table without a head
    starts = [m.start() for m in re.finditer(r"[-=]+", said[ruler])]
    if len(starts) > MOST_COLUMNS:
        return None
    head = list(range(n + opened, ruler))
    body, end = _body(said, ruler + 1, opened and _LINE.match(said[n]) is not None)
    if not body:
        return None
    rows = [_merged([_at(lines[k], said[k], starts) for k in head])] if head else []
    for own in body:
        told = [_at(lines[k], said[k], starts) for k in own]
        filled = [k for k, (a, b) in enumerate(told[0]) if a < b]
        if len(rows) > bool(head) and len(told) == 1 and len(filled) == 1 and filled[0]:
            # Words below those of one cell go on with it.
            rows[-1] = _longer(rows[-1], told[0])
        else:
            rows.append(_merged(told))
    several = sum(sum(map(bool, row.cells)) > 1 for row in rows)
    return _made(n, end, rows, int(bool(head))) if several * 2 >= len(rows) else None


def _has_second(said: Sequence[str], n: int) -> bool:
    """Whether a ruler opens a table whose head a second one ends (reStructuredText)."""
    for k in range(n + 1, min(n + 6, len(said))):
        if not said[k].strip():
            return False
        if _RULER.match(said[k]):
            return k > n + 1 and k + 1 < len(said) and bool(said[k + 1].strip())
    return False


def _body(said: Sequence[str], start: int, multiline: bool) -> tuple[list[list[int]], int]:
    """The lines of each row below a ruler, and the line behind the table.

    Rows of a multiline table have empty lines between them, and a line of signs ends it.
    """
    k, closed, empty = start, False, False
    while k < len(said):
        if _LINE.match(said[k]) or _RULER.match(said[k]):
            closed = True
            break
        if not said[k].strip():
            if not multiline or (empty and k > start):
                break
            empty = True
        else:
            empty = False
        k += 1
    if multiline and not closed:
        return _body(said, start, False)
    rows: list[list[int]] = [[]]
    spread = multiline and any(not said[i].strip() for i in range(start, k))
    for i in range(start, k):
        if not said[i].strip():
            rows.append([])
        elif spread or not rows[-1]:
            rows[-1].append(i)
        else:
            rows.append([i])
    return [row for row in rows if row], k + closed


def _at(line: Place, words: str, starts: Sequence[int]) -> list[Place]:
    """The cells of a line, cut where the columns start; no word is cut."""
    cuts = [0]
    for start in starts[1:]:
        at = min(start, len(words))
        if 0 < at < len(words) and not words[at - 1].isspace() and not words[at].isspace():
            at = words.rfind(" ", cuts[-1], at) + 1 or at
        cuts.append(max(at, cuts[-1]))
    return [_stripped(line, words, a, b) for a, b in pairwise([*cuts, len(words)])]


def _between(line: Place, words: str, bars: str) -> list[Place]:
    """The cells between the bars of a line."""
    cuts = [k for k, c in enumerate(words) if c in bars and words[k - 1 : k] != "\\"]
    lead = len(words) - len(words.lstrip())
    begins = [0] if not cuts or cuts[0] > lead else []
    last = len(words.rstrip())
    ends = [len(words)] if not cuts or cuts[-1] < last - 1 else []
    edges = [*(b - 1 for b in begins), *cuts, *ends]
    return [_stripped(line, words, a + 1, b) for a, b in pairwise(edges)]


def _stripped(line: Place, words: str, a: int, b: int) -> Place:
    own = words[a:b]
    start = line[0] + a + len(own) - len(own.lstrip())
    return start, max(start, line[0] + a + len(own.rstrip()))


def _merged(told: Sequence[Sequence[Place]], head: bool = False) -> Row:
    """One row of the cells of its lines."""
    width = max(map(len, told), default=0)
    return Row(
        tuple(
            tuple(own[k] for own in told if k < len(own) and own[k][0] < own[k][1])
            for k in range(width)
        ),
        head,
    )


def _longer(row: Row, told: Sequence[Place]) -> Row:
    """A row with the words of one line more."""
    cells = [*row.cells, *[()] * (len(told) - len(row.cells))]
    return Row(tuple((*c, p) if p[0] < p[1] else c for c, p in zip(cells, told, strict=True)))


def _made(first: int, last: int, rows: Sequence[Row], heads: int) -> Grid:
    kept = [Row(row.cells, n < heads) for n, row in enumerate(rows) if any(row.cells)]
    width = max((len(row.cells) for row in kept), default=0)
    if len(kept) < 2 or not FEWEST_COLUMNS <= width <= MOST_COLUMNS:
        return Grid(first, last, ())
    return Grid(first, last, tuple(kept))


def _rows_end(said: Sequence[str], n: int) -> int:
    """Where the lines end that have gaps, with lines of signs between them."""
    end = n
    while end < len(said) and (_GAP.search(said[end]) or (end > n and _LINE.match(said[end]))):
        end += 1
    while end > n and _LINE.match(said[end - 1]):
        end -= 1
    return end


def _spaced(lines: Sequence[Place], said: Sequence[str], n: int, end: int) -> Grid | None:
    """Rows whose columns begin, or end, in the same places, on lines `n` to `end`."""
    own = [k for k in range(n, end) if not _LINE.match(said[k])]
    if len(own) < 2:
        return None
    tabbed = all("\t" in said[k] for k in own)
    if tabbed:
        rows = [[_stripped(lines[k], said[k], a, b) for a, b in _tabbed(said[k])] for k in own]
        if len({len(r) for r in rows}) > 1:
            return None
    elif any("\t" in said[k] for k in own):
        return None
    else:
        starts = _columns([said[k] for k in own])
        rows = [_at(lines[k], said[k], starts) for k in own]
    if _beside(said, n, end, rows, lines):
        return None
    width = len(rows[0])
    words = [
        [said[k][a - lines[k][0] : b - lines[k][0]] for a, b in r]
        for k, r in zip(own, rows, strict=True)
    ]
    if width < FEWEST_COLUMNS or width > MOST_COLUMNS or not _is_table(words, width):
        return None
    ruled = own[0] + 1 < end and _LINE.match(said[own[0] + 1]) is not None
    return _made(n, end, [_merged([row]) for row in rows], int(ruled))


def _beside(
    said: Sequence[str], n: int, end: int, rows: Sequence[Sequence[Place]], lines: Sequence[Place]
) -> bool:
    """Whether a line above or below the rows stands in the second column alone: one of two texts."""
    second = [row[1][0] - lines[n][0] for row in rows[:1] if len(row) > 1]
    around = [said[k] for k in (n - 1, end) if 0 <= k < len(said) and said[k].strip()]
    return bool(second) and any(len(w) - len(w.lstrip()) >= second[0] - 1 for w in around)


def _tabbed(words: str) -> list[Place]:
    edges = [-1, *(k for k, c in enumerate(words) if c == "\t"), len(words)]
    cells = [(a + 1, b) for a, b in pairwise(edges)]
    # Several tabs in a row are one gap.
    return [c for n, c in enumerate(cells) if words[c[0] : c[1]].strip() or n == 0]


def _columns(said: Sequence[str]) -> list[int]:
    """Where the columns start that are empty before them on all lines, by two spaces on each."""
    width = max(map(len, said))
    free = bytearray(b"\1" * width)
    for words in said:
        for m in _FILLED.finditer(words):
            free[m.start() : m.end()] = bytes(m.end() - m.start())
    starts = [0]
    k = min(len(w) - len(w.lstrip()) for w in said)
    while k < width:
        if not free[k]:
            k += 1
            continue
        after = k
        while after < width and free[after]:
            after += 1
        if after < width and all(_apart(w, k, after) for w in said):
            starts.append(after)
        k = after
    return starts


def _apart(words: str, start: int, end: int) -> bool:
    """Whether two spaces stand in a line around a column of spaces, where words stand on both sides."""
    left, right = words[:start], words[end:]
    if not left.strip() or not right.strip():
        return True
    gap = end - start + len(left) - len(left.rstrip()) + len(right) - len(right.lstrip())
    return gap >= 2


def _is_table(rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether cells between spaces are those of a table, and no columns of running text."""
    filled = [sum(map(bool, row)) for row in rows]
    cells = [c for row in rows for c in row if c]
    if any(_LEADERS.fullmatch(c) for c in cells) or not any(c[0].isalpha() for c in cells):
        return False
    if len(rows) < FEWEST_ROWS:
        return (
            width >= WIDE
            and min(filled) == width
            and sum(map(len, cells)) <= LONGEST_CELL * len(cells)
        )
    if sum(f >= min(width, 2) for f in filled) < FILLED * len(rows):
        return False
    columns = [[row[k] for row in rows if row[k]] for k in range(width)]
    if any(not c for c in columns):
        return False
    *first, last = [sum(len(c.split()) for c in own) / len(own) for own in columns]
    if max(first) > MOST_WORDS or last > MOST_WORDS_OF_LAST:
        return False
    # Numbers and bullets before lines make a list.
    listed = sum(_LISTED.fullmatch(c) is not None for c in columns[0])
    if width == FEWEST_COLUMNS and listed * 2 > len(columns[0]):
        return False
    if width > FEWEST_COLUMNS:
        return True
    # A sentence that goes on below is no cell.
    small = sum(c[0].islower() for c in columns[0])
    stops = sum(c[-1] in ".!?," for c in columns[0])
    return small * 2 <= len(columns[0]) and stops * 3 <= len(columns[0])
