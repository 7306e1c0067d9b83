"""Lines of plain text that were broken at the width of a page, joined to paragraphs again.

Such a text is what somebody copied out of a PDF, or wrapped: lines end inside sentences, words
may be divided, and the marks of pages stand in between.  What is joined stays where it is in the
source; a divided word leaves its hyphen out of its letters, and no space is put into it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from .barecells import with_bare_cells
from .entities import SOFT_HYPHEN
from .gridcells import with_tables
from .headings import is_title_like
from .hyphens import HYPHENS, Vocabulary, halves
from .lonenumbers import lone_numbers
from .pagemarks import without_marks
from .passages import is_bullet, kind_of, list_mark
from .plainlines import line_start
from .ruledlines import without_rules
from .runin import FEWEST, opening
from .runs import Paragraph, Run, Runs, let_go
from .series import number_at
from .sidebyside import apart

_SENTENCE_END = re.compile(r"[.!?:;…»\"”)]\s*$")
# Such room parts the cells of a row, and no words of a line that was spread to its width.
_CELLS = re.compile(r"\S {4,}\S")
_OPENS = "([«“‘`'\""
_LINE_END = re.compile(r"\r\n|\r|\n|\f")
# Lines shorter than this may be names, and say nothing of a width.
SHORTEST = 35
SHORTEST_IN_COLUMN = 18
FEWEST_PAIRS = 3
# Of the longest lines, since letters differ in their width.
ROOM = 0.9
# Of a text of lists and tables so many lines must be cut, so wide, nearly all of them filled up to a
# width, but for some characters.
FEWEST_CUT = 5
NARROWEST = 60
FULL = 0.8
SLACK = 2
# Such a share of the lines that open with names begin paragraphs; a name and its colon are no longer.
SHARE = 0.8
_OPENING = 64


class _Lines:
    """The lines of a text: where each starts and ends, and whether it goes on with the one before
    it.  Its words are made when they are asked for: those of all take more memory than the text.

    A soft hyphen at the end of a line, which is in no paragraph, is one of its words.
    """

    def __init__(self, text: str, found: list[Paragraph]) -> None:
        self.text, self.paragraphs = text, found
        self.starts, self.ends = array("i"), array("i")
        for p in found:
            start, end = p.extent
            self.starts.append(start)
            self.ends.append(end + text.startswith(SOFT_HYPHEN, end))
        self.goes_on = bytearray(len(found))

    def __len__(self) -> int:
        return len(self.paragraphs)

    def words(self, n: int) -> str:
        return self.text[self.starts[n] : self.ends[n]]

    def is_cell(self, n: int) -> bool:
        """Whether line `n` stands in a table."""
        return self.paragraphs[n].cell is not None

    def gap(self, n: int) -> str:
        """What stands between line `n` and the next."""
        return self.text[self.ends[n] : self.starts[n + 1]].replace(SOFT_HYPHEN, "")

    def indent(self, n: int) -> int:
        """How many characters stand before line `n`."""
        return self.starts[n] - line_start(self.text, self.starts[n])


@dataclass(frozen=True, slots=True)
class _Width:
    """Of lines that are cut inside a sentence: `full` is short for one of them, `most` long.

    Shorter lines than `shortest` may be names.  Where few of all lines are cut only those go on
    that stand as far in as the one before (`level`).
    """

    full: float
    most: int
    shortest: int
    level: bool = False


def unwrapped(
    text: str,
    lang: str,
    runs: Sequence[Run],
    found: list[Paragraph],
    begins: Callable[[str], bool] = lambda words: False,
) -> tuple[Sequence[Run], list[Paragraph]]:
    """Join lines that were broken at a width; one whose words `begins` a rule stays.

    `runs` tile the text and `found` are its paragraphs, one a line.  Gives both anew: marks of
    pages are `chrome` and in no paragraph, columns that stood side by side follow each other,
    and the hyphens of divided words are `markup`.  `found` is emptied.
    """
    given = found
    numbers = lone_numbers([text[slice(*p.extent)] for p in found])
    alone = frozenset(found[n].extent[0] for n in numbers)
    with_bare_cells(text, found)
    cells = (n for n, p in enumerate(found) if p.cell is not None)
    kept = frozenset((*numbers, *cells))
    runs, found = with_tables(text, *without_marks(text, runs, found, kept))
    runs, found = without_rules(text, runs, found)
    runs, found, columns = apart(text, runs, found)
    lines = _Lines(text, list(found))
    # Each paragraph is let go when it is joined to the one before it.
    found.clear()
    given.clear()
    width = _width(lines, columns)
    pairs = range(len(lines) - 1)
    bullets = {
        n
        for n in pairs
        if is_bullet(lines.words(n))
        and not is_bullet(lines.words(n + 1))
        and _next(lines.gap(n), columns)
    }
    for n in pairs if alone or bullets else ():
        words = not lines.is_cell(n) and not lines.is_cell(n + 1)
        lines.goes_on[n + 1] = words and (n in bullets or lines.starts[n] in alone)
    if width is None:
        return _joined(lang, runs, lines)
    named = _named(lines, lang)
    for n in pairs:
        if (
            lines.goes_on[n + 1]
            or lines.is_cell(n)
            or lines.is_cell(n + 1)
            or lines.starts[n + 1] in alone
        ):
            continue
        if width.level and not _fills(lines, n, width.most):
            continue
        a, b = lines.words(n), lines.words(n + 1)
        first = lines.paragraphs[n + 1].runs[0]
        if list_mark(text, first.start, first.end) == 0 and n + 1 not in named and not begins(b):
            following = lines.words(n + 2) if n + 2 < len(lines) else ""
            gap = lines.gap(n)
            lines.goes_on[n + 1] = _goes_on(a, b, following, gap, width, columns, lang)
    return _joined(lang, runs, lines)


def _width(lines: _Lines, columns: bool) -> _Width | None:
    """How long full lines are, null for a text whose lines are its paragraphs."""
    # Each by its first line.
    pairs = [
        n
        for n in range(len(lines) - 1)
        if not lines.is_cell(n) and not lines.is_cell(n + 1) and _next(lines.gap(n), columns)
    ]
    if len(pairs) < FEWEST_PAIRS:
        return None
    shortest = SHORTEST_IN_COLUMN if columns else SHORTEST
    inside, cut = array("i"), array("i")
    small = long = 0
    for n in pairs:
        a = lines.words(n)
        long += len(a) >= shortest
        if len(a) < shortest or _SENTENCE_END.search(a):
            continue
        b = lines.words(n + 1)
        # Inside a sentence most words are small; lines that begin with capitals may be a list.
        if shortest + 5 <= len(a) <= 140:
            inside.append(len(a))
            small += b[:1].islower()
        if b[:1].islower() or halves(a, b) is not None:
            cut.append(len(a))
    if len(inside) * 2 >= len(pairs) and small * 4 >= len(inside):
        told = sorted(inside)
        return _Width(told[len(told) * 3 // 4] * 0.7, told[len(told) * 9 // 10], shortest)
    if len(cut) < FEWEST_PAIRS or len(cut) * 10 < long * 4:
        return None if columns else _filled(lines, pairs)
    told = sorted(cut)
    return _Width(told[len(told) // 2] * 0.7, told[len(told) * 9 // 10], shortest)


def _filled(lines: _Lines, pairs: Sequence[int]) -> _Width | None:
    """The width that lines were filled up to in a text of many lists and tables, null where none is.

    Of lines that end inside a sentence nearly all must end where the next word had no room.
    """
    cut = [
        n
        for n in pairs
        if len(a := lines.words(n)) >= SHORTEST
        and not _SENTENCE_END.search(a)
        and lines.words(n + 1)[:1].islower()
        and lines.indent(n) == lines.indent(n + 1)
    ]
    if len(cut) < FEWEST_CUT:
        return None
    most = sorted(lines.indent(n) + len(lines.words(n)) for n in cut)[len(cut) * 9 // 10]
    full = sum(_fills(lines, n, most) for n in cut)
    if most < NARROWEST or full < FULL * len(cut):
        return None
    return _Width(most * 0.7, most, SHORTEST, level=True)


def _fills(lines: _Lines, n: int, most: int) -> bool:
    """Whether line `n` and the next stand as far in, and the first word of the next had no room
    behind it."""
    indent = lines.indent(n)
    word = lines.words(n + 1).split(maxsplit=1)[0]
    room = indent + len(lines.words(n)) + 1 + len(word) <= most - SLACK
    return not room and indent == lines.indent(n + 1)


def _next(gap: str, columns: bool) -> bool:
    """Whether `gap` is the end of one line; words of another column may stand in it."""
    return (columns or not gap.strip()) and len(_LINE_END.findall(gap)) == 1


def _goes_on(
    a: str, b: str, following: str, gap: str, width: _Width, columns: bool, lang: str
) -> bool:
    """Whether line `b` goes on with line `a`; `gap` is what stands between them."""
    if a.isupper() and not b.isupper() and b[:1].isupper() and number_at(a) is not None:
        return False  # a heading in capitals above its text
    if _CELLS.search(b) and not _CELLS.search(a):
        return False  # the titles of columns, or a row, behind running text
    divided = halves(a, b) is not None and b[:1].islower()
    ended = _SENTENCE_END.search(a) is not None
    if not _next(gap, columns):
        # The end of a page, with its marks, cuts a sentence.
        cut = "\f" in gap or bool(gap.strip()) or columns
        ended = ended and not (a[-1] == ";" and len(a) >= width.full)
        small = b.lstrip(_OPENS)[:1].islower() or (b[0] in _OPENS and len(a) >= width.full)
        return cut and not ended and (divided or (small and len(a) >= width.shortest))
    if divided or (b[:1].islower() and not ended and len(a) >= width.shortest):
        return True
    if len(a) >= width.shortest and not ended and _closes(a, b):
        return True
    if len(a) < width.full or (ended and kind_of(b, lang) != "text"):
        return False
    if not ended:
        return True
    # A sentence may end with its line: then the next word had no room on it.
    room = len(a) + 1 + len(b.split(maxsplit=1)[0]) <= width.most * ROOM
    titled = len(b) < width.full and is_title_like(b, lang) and not following[:1].islower()
    return not room and not titled


def _named(lines: _Lines, lang: str) -> frozenset[int]:
    """The lines that open with a name and a colon, where only paragraphs do.

    Inside a paragraph such words come as often behind half a sentence as behind a whole one.
    """
    found = [
        n
        for n in range(len(lines))
        if ":" in (words := lines.words(n))[:_OPENING]
        and not lines.is_cell(n)
        and opening(words, lang) is not None
    ]
    behind = [n for n in found if not n or _begins_anew(lines.words(n - 1), lang)]
    habit = len(behind) >= FEWEST and len(behind) >= SHARE * len(found)
    return frozenset(behind) if habit else frozenset()


def _begins_anew(above: str, lang: str) -> bool:
    """Whether a paragraph may begin behind a line: a sentence ends there, or it is a title."""
    return _SENTENCE_END.search(above) is not None or is_title_like(above, lang)


def _closes(a: str, b: str) -> bool:
    """Whether line `b` closes a bracket that line `a` leaves open, as where an address is broken."""
    return a.count("(") > a.count(")") and b.count(")") > b.count("(")


def _joined(lang: str, runs: Sequence[Run], lines: _Lines) -> tuple[Sequence[Run], list[Paragraph]]:
    """The runs and the paragraphs of lines, each joined to those that it goes on with."""
    text, words = lines.text, lines.words
    joins = [n for n in range(1, len(lines)) if lines.goes_on[n]]
    if not joins:
        return runs, lines.paragraphs
    known = Vocabulary([text], lang)
    pairs = {
        n: pair for n in joins if (pair := halves(words(n - 1), words(n))) and not known.hangs(pair)
    }
    # How many signs at the end of the line before belong to no word; no space follows there.
    signs = dict(zip(pairs, known.dropped(list(pairs.values())), strict=True))
    signs |= {n: 0 for n in joins if n not in pairs and known.lost(words(n - 1), words(n))}
    del known, pairs
    cuts: dict[int, int] = {}
    found: list[Paragraph] = []
    for n, p in enumerate(let_go(lines.paragraphs)):
        if not lines.goes_on[n]:
            if found:
                found[-1].runs = Runs.packed(found[-1].runs)
            found.append(p)
            continue
        whole = found[-1]
        if not whole.joins:
            whole.joins = True
            whole.runs = _with_joins(text, whole.runs)
        last = whole.runs[-1]
        if n in signs:
            # Space may stand behind the hyphen; a soft one is no word anyway.
            end = last.start + len(text[last.start : last.end].rstrip())
            if signs[n] and text[end - 1] in HYPHENS:
                cuts[last.start] = end - signs[n]
                whole.runs[-1] = Run(last.kind, last.start, end - signs[n])
        else:
            whole.runs.append(Run("join", last.end, last.end))
        whole.runs += _with_joins(text, p.runs)
        whole.tags += p.tags
    return _cut(runs, cuts), found


def _with_joins(text: str, own: Sequence[Run]) -> list[Run]:
    """The runs of a paragraph, with a join wherever a line ends between two of them."""
    found: list[Run] = []
    for run in own:
        if found and _LINE_END.search(text, found[-1].end, run.start):
            found.append(Run("join", run.start, run.start))
        found.append(run)
    return found


def _cut(runs: Sequence[Run], cuts: dict[int, int]) -> Sequence[Run]:
    """The tiling runs, those whose start is in `cuts` ending there and a mark behind them."""
    return Runs.of_many(_in_two(runs, cuts)) if cuts else runs


def _in_two(runs: Iterable[Run], cuts: dict[int, int]) -> Iterator[Run]:
    for run in runs:
        at = cuts.get(run.start)
        if at is None or run.kind != "text":
            yield run
        else:
            yield Run("text", run.start, at)
            yield Run("markup", at, run.end)
