"""Marks of pages in a text that came out of a PDF: numbers of pages and heads that come back.

Numbers that count up far from each other are those of pages; a short line beside them (or beside
a form feed) that comes back is a running head.  Lines of dots with a number are a table of
contents.  None of them is a heading or a part of a text.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise

from variorum.compare.language import UNKNOWN, data

from .flow import CHROME, CONTENTS
from .manuscript import listed
from .runs import Paragraph, Run, Runs
from .sitemarks import site_marks

FEWEST = 3
# With form feeds, which only pages leave, fewer are enough.
FEWEST_WITH_FEEDS = 2
# Characters between two marks at least, on average.
NEAREST = 200
LONGEST_HEAD = 90
# Numbers of pages skip those of pictures.
_MOST_SKIPPED = 4
_DOTS = re.compile(r"[.…·_]\s?[.…·_]\s?[.…·_]")
# A head at one side of the page and its number at the other.
_APART = re.compile(r"(?P<head>[^\W\d].{2,80}?)(?:[ ]{4,}|[ ]*\t+[ ]*)(?P<n>\d{1,4})")
_APART_BEFORE = re.compile(r"(?P<n>\d{1,4})(?:[ ]{4,}|[ ]*\t+[ ]*)(?P<head>[^\W\d].{2,80})")
# Leaders whose numbers stand elsewhere, as in a text that was read down its columns.
_LED = re.compile(r"\S.{0,200}?(?:[.…·]\s?){5,300}")
# So many lines a title page has at most, and so many words a sentence at least.
LINES_OF_TITLE_PAGE = 20
WORDS_OF_SENTENCE = 6
_STOPS = (".", "!", "?")
# A shorter line is not broken at the width of a page.
_FULL = 35
_NUMBERS = re.compile(r"\d+")


@cache
def _of() -> str:
    """A pattern of what stands before the number of all pages."""
    return "|".join(re.escape(w) for w in data(UNKNOWN, "pages")["of"])


@cache
def _of_all() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<head>\S.{{2,80}}?)[\s–—|·-]+(?P<n>\d{{1,4}})\s?(?:{_of()})\s?(?P<all>\d{{1,4}})",
        re.IGNORECASE,
    )


@cache
def _number() -> re.Pattern[str]:
    known = data(UNKNOWN, "pages")
    words = "|".join(re.escape(w) for w in sorted(known["words"], key=len, reverse=True))
    word = rf"(?:(?:{words})\.?)?"
    return re.compile(
        rf"[\W_]*{word}\s*[\W_]*(?P<n>\d{{1,4}})\s*(?P<of>(?:{_of()})\s*\d{{1,4}})?[\W_]*{word}[\W_]*",
        re.IGNORECASE,
    )


@cache
def _titles() -> frozenset[str]:
    return frozenset(data(UNKNOWN, "pages")["contents"])


def without_marks(
    text: str, runs: Sequence[Run], found: list[Paragraph], kept: Collection[int] = frozenset()
) -> tuple[Sequence[Run], list[Paragraph]]:
    """The runs that tile a text and its paragraphs (one a line), marks of pages in none of these.

    `kept` are the indexes of lines that are known to be none.
    """
    marks = page_marks(text, found, kept)
    if not marks:
        return runs, found
    aside = {run.start: kind for n, kind in marks.items() for run in found[n].runs}
    runs = Runs.of_many(Run(aside.get(start, kind), start, end) for kind, start, end in runs)
    return runs, [p for n, p in enumerate(found) if n not in marks]


def page_marks(
    text: str, lines: Sequence[Paragraph], kept: Collection[int] = frozenset()
) -> dict[int, str]:
    """Which of the lines of a text are `chrome` or `contents`, by their indexes; none of `kept`."""
    said = [text[slice(*p.extent)].strip() for p in lines]
    feeds: list[int] = []
    edges: set[int] = set()
    if "\f" in text:
        places = enumerate(pairwise(p.extent for p in lines), 1)
        feeds = [n for n, ((_, end), (start, _)) in places if "\f" in text[end:start]]
        edges = {*feeds, *(n - 1 for n in feeds), 0, len(lines) - 1}
    counting = [n for n, line in enumerate(said) if _NUMBERS.search(line)]
    numbers = _numbers(lines, said, edges, counting)
    beside = _beside_heads(lines, said, counting)
    numbers = sorted({*numbers, *_counted(said, counting), *beside}.difference(kept))
    # Feeds, and numbers that say how many pages there are, stand nowhere else.
    sure = bool(edges) or any(_number_of(said[n]) for n in numbers)
    fewest = FEWEST_WITH_FEEDS if sure else FEWEST
    heads = [n for n in _heads(said, numbers, edges, fewest) if n not in kept]
    if heads and heads[0] == 0 and _is_title(said, heads, feeds):
        del heads[0]
    sites = (n for n in site_marks(said) if n not in kept)
    found = dict.fromkeys((*numbers, *heads, *sites), CHROME)
    with_dots = [
        n
        for n, line in enumerate(said)
        if n not in found
        and _DOTS.search(line)
        and (listed(line) is not None or _LED.fullmatch(line))
    ]
    if len(with_dots) >= FEWEST:
        found |= dict.fromkeys(with_dots, CONTENTS)
        above = with_dots[0] - 1
        if above >= 0 and said[above].lower().strip(" :") in _titles():
            found[above] = CONTENTS
    return found


def _numbers(
    lines: Sequence[Paragraph],
    said: Sequence[str],
    edges: Collection[int],
    counting: Sequence[int],
) -> list[int]:
    """The lines that are nothing but the number of a page, of those with any number (`counting`).

    Numbers at the `edges` of pages are believed; others where they count up, far apart.
    """
    pattern = _number()
    found: list[list[tuple[int, int]]] = []
    # The runs by the number that they end with, in the order in which they began.
    ending: dict[int, list[int]] = {}
    for n in counting:
        line = said[n]
        m = pattern.fullmatch(line) if len(line) <= 40 else None
        if m is None or (n and n not in edges and _ends_sentence(said[n - 1], line)):
            continue
        number = int(m.group("n"))
        # The run that this number goes on with, the one that began last; a list inside a page has
        # numbers of its own.
        near = range(number - _MOST_SKIPPED, number)
        own = max((ending[k][-1] for k in near if ending.get(k)), default=-1)
        if own < 0:
            own = len(found)
            found.append([(n, number)])
        else:
            ending[found[own][-1][1]].pop()
            found[own].append((n, number))
        insort(ending.setdefault(number, []), own)
    kept = [n for run in found for n, _ in run if n in edges]
    for run in found:
        if len(run) < FEWEST:
            continue
        first, last = lines[run[0][0]].runs[0].start, lines[run[-1][0]].runs[0].start
        if (last - first) / (len(run) - 1) >= NEAREST:
            kept += [n for n, _ in run]
    return sorted(frozenset(kept))


def _ends_sentence(above: str, line: str) -> bool:
    """Whether a number with a stop is the last word of the full line above it."""
    return line[-1] == "." and len(above) >= _FULL and (above[-1].isalpha() or above[-1] == ",")


def _counted(said: Sequence[str], counting: Sequence[int]) -> list[int]:
    """The lines of one text that end with the number of a page of all (`The Book 2/24`)."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for n in counting:
        line = said[n]
        m = _of_all().fullmatch(line) if len(line) <= LONGEST_HEAD else None
        if m is not None:
            found.setdefault((m.group("head").lower(), m.group("all")), []).append(
                (n, int(m.group("n")))
            )
    return [
        n
        for own in found.values()
        if len(own) >= FEWEST_WITH_FEEDS and all(a[1] < b[1] for a, b in pairwise(own))
        for n, _ in own
    ]


def _beside_heads(
    lines: Sequence[Paragraph], said: Sequence[str], counting: Sequence[int]
) -> list[int]:
    """The lines with a head at one side and the number of a page, which counts up, at the other."""
    found: dict[str, list[tuple[int, int]]] = {}
    for n in counting:
        line = said[n]
        if len(line) > LONGEST_HEAD:
            continue
        m = _APART.fullmatch(line) or _APART_BEFORE.fullmatch(line)
        if m is not None:
            found.setdefault(m.group("head").lower(), []).append((n, int(m.group("n"))))
    kept: list[int] = []
    for own in found.values():
        first, last = (lines[own[k][0]].runs[0].start for k in (0, -1))
        counts = all(0 < b[1] - a[1] <= _MOST_SKIPPED for a, b in pairwise(own))
        if len(own) >= FEWEST and counts and last - first >= NEAREST * (len(own) - 1):
            kept += [n for n, _ in own]
    return kept


def _number_of(line: str) -> bool:
    """Whether the number of a page is told with that of all pages (`2 / 24`)."""
    m = _number().fullmatch(line)
    return m is not None and m.group("of") is not None


def _heads(
    said: Sequence[str], numbers: Sequence[int], ends: Collection[int], fewest: int
) -> list[int]:
    """The lines beside numbers of pages, and at the ends of pages, that come back so often."""
    if not numbers and not ends:
        return []
    marked = frozenset(numbers)
    edges = set(ends)
    for n in numbers:
        edges |= {n - 1, n + 1}
    for n in sorted(edges):
        # A head may stand beyond the number, or beside another head.
        edges |= {k for k in (n - 1, n + 1) if n in marked and k not in marked}
    places: dict[str, list[int]] = {}
    for n, line in enumerate(said):
        if n not in marked and _may_be_head(line):
            places.setdefault(_NUMBERS.sub("#", line.lower()), []).append(n)
    return sorted(
        n
        for own in places.values()
        if sum(n in edges for n in own) >= max(fewest, 0.6 * len(own))
        for n, one_more in zip(own, _count_on([said[n] for n in own]), strict=True)
        # A foot may stand between two columns that were read one after the other.
        if n in edges or one_more
    )


def _count_on(heads: Sequence[str]) -> list[bool]:
    """Whether heads have numbers of pages, each one more than the one before it; said of each."""
    numbers = [_NUMBERS.findall(head) for head in heads]
    if any(len(own) != 1 for own in numbers):
        return [False] * len(heads)
    pages = [int(own[0]) for own in numbers]
    counts = all(b == a + 1 for a, b in pairwise(pages))
    return [counts] * len(heads)


def _is_title(said: Sequence[str], heads: Sequence[int], feeds: Sequence[int]) -> bool:
    """Whether the first line, which heads of pages repeat, is the title: it is written otherwise
    (`THE MARSHES`, `The Marshes`), or stands on a title page."""
    again = {said[n] for n in heads[1:] if said[n].lower() == said[0].lower()}
    titled = bool(feeds) and is_title_page(said[: feeds[0]])
    return bool(again) and (said[0] not in again or titled)


def is_title_page(lines: Sequence[str]) -> bool:
    """Whether lines at the front of a text are a title page: few lines, and no sentence."""
    told = any(t[-1:] in _STOPS and t.count(" ") >= WORDS_OF_SENTENCE for t in lines)
    return len(lines) <= LINES_OF_TITLE_PAGE and not told


def _may_be_head(line: str) -> bool:
    """A line of a sentence is none: it begins small, or ends with a stop or a divided word."""
    return 0 < len(line) <= LONGEST_HEAD and not line[0].islower() and line[-1] not in ".,;:-"
