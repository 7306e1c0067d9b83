"""Lines of plain text that were broken at the width of a page, joined to paragraphs again.

Such a text is what somebody copied out of a PDF, or wrapped: lines end inside sentences, words
may be divided, and the marks of pages stand in between.  What is joined stays where it is in the
source; a divided word leaves its hyphen out of its letters, and no space is put into it.
"""

from __future__ import annotations

import itertools
import re
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
from .ruledlines import without_rules
from .runin import FEWEST, opening
from .runs import Paragraph, Run, Runs
from .series import number_at
from .sidebyside import apart

_SENTENCE_END = re.compile(r"[.!?:;…»\"”)]\s*$")
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


@dataclass(slots=True)
class _Line:
    """One line: its words, and whether it goes on with the line before it."""

    paragraph: Paragraph
    words: str
    goes_on: bool = False

    @property
    def cell(self) -> bool:
        """Whether it stands in a table."""
        return self.paragraph.cell is not None


def _line(text: str, p: Paragraph) -> _Line:
    """A line; a soft hyphen at its end, which is in no paragraph, is one of its words."""
    end = p.runs[-1].end
    return _Line(p, text[p.runs[0].start : end + text.startswith(SOFT_HYPHEN, end)])


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
    numbers = lone_numbers([text[p.runs[0].start : p.runs[-1].end] for p in found])
    alone = frozenset(found[n].runs[0].start for n in numbers)
    with_bare_cells(text, found)
    cells = (n for n, p in enumerate(found) if p.cell is not None)
    kept = frozenset((*numbers, *cells))
    runs, found = with_tables(text, *without_marks(text, runs, found, kept))
    runs, found = without_rules(text, runs, found)
    runs, found, columns = apart(text, runs, found)
    lines = [_line(text, p) for p in found]
    # Each paragraph is let go when it is joined to the one before it.
    found.clear()
    given.clear()
    width = _width(text, lines, columns)
    bullets = {
        n
        for n, (a, b) in enumerate(itertools.pairwise(lines))
        if is_bullet(a.words) and not is_bullet(b.words) and _next(_gap(text, a, b), columns)
    }
    for n, (a, b) in enumerate(itertools.pairwise(lines)) if alone or bullets else ():
        b.goes_on = (
            not a.cell and not b.cell and (n in bullets or a.paragraph.runs[0].start in alone)
        )
    if width is None:
        return _joined(text, lang, runs, lines)
    named = _named(lines, lang)
    for n, (a, b) in enumerate(itertools.pairwise(lines)):
        opens = list_mark(text, b.paragraph.runs[0].start, b.paragraph.runs[0].end) > 0
        opens = opens or n + 1 in named
        following = lines[n + 2].words if n + 2 < len(lines) else ""
        if b.goes_on or a.cell or b.cell or b.paragraph.runs[0].start in alone:
            continue
        if width.level and not _fills(text, a, b, width.most):
            continue
        if not opens and not begins(b.words):
            gap = _gap(text, a, b)
            b.goes_on = _goes_on(a.words, b.words, following, gap, width, columns, lang)
    return _joined(text, lang, runs, lines)


def _width(text: str, lines: Sequence[_Line], columns: bool) -> _Width | None:
    """How long full lines are, null for a text whose lines are its paragraphs."""
    pairs = [
        (a, b)
        for a, b in itertools.pairwise(lines)
        if not a.cell and not b.cell and _next(_gap(text, a, b), columns)
    ]
    if len(pairs) < FEWEST_PAIRS:
        return None
    shortest = SHORTEST_IN_COLUMN if columns else SHORTEST
    inside = [
        (a, b)
        for a, b in pairs
        if not _SENTENCE_END.search(a.words) and shortest + 5 <= len(a.words) <= 140
    ]
    # Inside a sentence most words are small; lines that begin with capitals may be a list.
    small = sum(b.words[:1].islower() for _, b in inside)
    if len(inside) * 2 >= len(pairs) and small * 4 >= len(inside):
        told = sorted(len(a.words) for a, _ in inside)
        return _Width(told[len(told) * 3 // 4] * 0.7, told[len(told) * 9 // 10], shortest)
    long = [(a, b) for a, b in pairs if len(a.words) >= shortest]
    cut = [
        a
        for a, b in long
        if not _SENTENCE_END.search(a.words)
        and (b.words[:1].islower() or halves(a.words, b.words) is not None)
    ]
    if len(cut) < FEWEST_PAIRS or len(cut) * 10 < len(long) * 4:
        return None if columns else _filled(text, pairs)
    told = sorted(len(a.words) for a in cut)
    return _Width(told[len(told) // 2] * 0.7, told[len(told) * 9 // 10], shortest)


def _filled(text: str, pairs: Sequence[tuple[_Line, _Line]]) -> _Width | None:
    """The width that lines were filled up to in a text of many lists and tables, null where none is.

    Of lines that end inside a sentence nearly all must end where the next word had no room.
    """
    cut = [
        (a, b)
        for a, b in pairs
        if len(a.words) >= SHORTEST
        and not _SENTENCE_END.search(a.words)
        and b.words[:1].islower()
        and _indent(text, a) == _indent(text, b)
    ]
    if len(cut) < FEWEST_CUT:
        return None
    most = sorted(_indent(text, a) + len(a.words) for a, _ in cut)[len(cut) * 9 // 10]
    full = sum(_fills(text, a, b, most) for a, b in cut)
    if most < NARROWEST or full < FULL * len(cut):
        return None
    return _Width(most * 0.7, most, SHORTEST, level=True)


def _fills(text: str, a: _Line, b: _Line, most: int) -> bool:
    """Whether two lines stand as far in, and the first word of `b` had no room behind `a`."""
    indent = _indent(text, a)
    room = indent + len(a.words) + 1 + len(b.words.split(maxsplit=1)[0]) <= most - SLACK
    return not room and indent == _indent(text, b)


def _indent(text: str, line: _Line) -> int:
    """How many characters stand before a line."""
    start = line.paragraph.runs[0].start
    return start - 1 - max(text.rfind(end, 0, start) for end in "\n\r\f")


def _gap(text: str, a: _Line, b: _Line) -> str:
    return text[a.paragraph.runs[-1].end : b.paragraph.runs[0].start].replace(SOFT_HYPHEN, "")


def _next(gap: str, columns: bool) -> bool:
    """Whether `gap` is the end of one line; words of another column may stand in it."""
    return (columns or not gap.strip()) and len(_LINE_END.findall(gap)) == 1


def _goes_on(
    a: str, b: str, following: str, gap: str, width: _Width, columns: bool, lang: str
) -> bool:
    """Whether line `b` goes on with line `a`; `gap` is what stands between them."""
    if a.isupper() and not b.isupper() and b[:1].isupper() and number_at(a) is not None:
        return False  # a heading in capitals above its text
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


def _named(lines: Sequence[_Line], lang: str) -> frozenset[int]:
    """The lines that open with a name and a colon, where only paragraphs do.

    Inside a paragraph such words come as often behind half a sentence as behind a whole one.
    """
    found = [
        n
        for n, line in enumerate(lines)
        if ":" in line.words[:_OPENING] and not line.cell and opening(line.words, lang) is not None
    ]
    behind = [n for n in found if not n or _begins_anew(lines[n - 1].words, lang)]
    habit = len(behind) >= FEWEST and len(behind) >= SHARE * len(found)
    return frozenset(behind) if habit else frozenset()


def _begins_anew(above: str, lang: str) -> bool:
    """Whether a paragraph may begin behind a line: a sentence ends there, or it is a title."""
    return _SENTENCE_END.search(above) is not None or is_title_like(above, lang)


def _closes(a: str, b: str) -> bool:
    """Whether line `b` closes a bracket that line `a` leaves open, as where an address is broken."""
    return a.count("(") > a.count(")") and b.count(")") > b.count("(")


def _joined(
    text: str, lang: str, runs: Sequence[Run], lines: list[_Line]
) -> tuple[Sequence[Run], list[Paragraph]]:
    """The runs and the paragraphs of lines, each joined to those that it goes on with; `lines` is
    emptied."""
    joins = [n for n in range(1, len(lines)) if lines[n].goes_on]
    if not joins:
        return runs, [line.paragraph for line in lines]
    known = Vocabulary([text], lang)
    pairs = {
        n: pair
        for n in joins
        if (pair := halves(lines[n - 1].words, lines[n].words)) and not known.hangs(pair)
    }
    # How many signs at the end of the line before belong to no word; no space follows there.
    signs = dict(zip(pairs, known.dropped(list(pairs.values())), strict=True))
    signs |= {
        n: 0 for n in joins if n not in pairs and known.lost(lines[n - 1].words, lines[n].words)
    }
    del known, pairs
    cuts: dict[int, int] = {}
    found: list[Paragraph] = []
    n = -1
    lines.reverse()
    while lines:
        n += 1
        line = lines.pop()
        p = line.paragraph
        if not line.goes_on:
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
