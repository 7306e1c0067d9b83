"""A table of contents that nothing marks: the headings of a text, before they come with their texts.

Short lines below each other, with or without numbers of pages, each of them a line of its own
further down, in the same order, where texts follow.  A list that a rule gives (the kinds of units,
before a chapter on each) stands behind a sentence, or tells but a part of the headings.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from variorum.compare.language import UNKNOWN, data, languages
from variorum.fixed import fixed

from .headings import (
    HEAD_NUMBER,
    LONGEST_HEADING,
    is_document_title,
    is_numbered_title,
    is_title_like,
)
from .series import number_at
from .titles import fold

# So many lines are a table of contents; below a heading that says so, or with pages, fewer are.
FEWEST = 4
FEWEST_TOLD = 3
FEWEST_NUMBERED = 2
# Such shares of its lines come again, come again in the same order, and come with texts.
AGAIN = 0.7
AGAIN_ANNOUNCED = 0.5
IN_ORDER = 0.8
WITH_TEXT = 0.5
# Behind other texts it must tell such a share of all headings.
COVERS = 0.6
# A title with a number may be so long, and is known by its number and so many words.
LONGEST_NUMBERED = 200
_KNOWN_BY = 2
# So often it may be told again before it comes with its text.
_NEAR = 8
# So many of its lines in a row may come again in other words.
MOST_MISSED = 2
_LEADERS = 60
_MAY_LEAD = re.compile(r"[\d.·…_\t]")
_DIGIT = re.compile(r"\d")
# A number stands so far in, behind a word.
_FIRST = 16
_PAGE = re.compile(
    r"(?:[\s.·…_]*[.·…_\t]{2,}[\s.·…_]*(?:\d{1,4}|[ivxl]{1,6})?|\s+\(?(?:p{1,2}\.? ?)?\d{1,4}\)?)$"
)


@fixed
class _Line:
    """A paragraph that may be a heading, or tell one: the names by which it goes there, the surest
    first; none for words of a text.  `paged` says that the number of a page stands behind it,
    `numbered` that one with parts stands before it."""

    heads: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    paged: bool = False
    numbered: bool = False


_NO_LINE = _Line()


@dataclass(frozen=True)
class _Rest:
    """A document around what may be its contents: the `heads` behind which a text stands, the
    first paragraph but the very first that is a text, whether the very first is a title."""

    heads: list[int]
    first_text: int
    titled: bool

    @cached_property
    def with_text(self) -> frozenset[int]:
        return frozenset(self.heads)

    def headed(self, start: int) -> int:
        """How many heads there are from a paragraph on."""
        return len(self.heads) - bisect_left(self.heads, start)


@cache
def contents_words() -> frozenset[str]:
    """What languages call a table of contents (folded)."""
    own = [
        w for lang in (UNKNOWN, *languages()) for w in data(lang, "numbered").get("contents", ())
    ]
    return frozenset((*own, *data(UNKNOWN, "pages")["contents"]))


def find_contents(
    texts: Sequence[str], lang: str, may_list: Sequence[bool], may_head: Sequence[bool]
) -> list[int]:
    """Which paragraphs of a document (clean, in order) are its table of contents, by their indexes.

    `may_list` and `may_head` say which may be lines of it and which headings by their marks.
    Chapters may have contents of their own where titles have numbers.
    """
    found: list[int] = []
    if sum(may_list) < FEWEST_TOLD:
        return found
    # Names come again, and what is no line of it is one and the same.
    known: dict[str, _Line] = {}
    lines = []
    for t in texts:
        own = known.get(t)
        if own is None:
            own = _line(t, lang)
            if own is not _NO_LINE:
                known[t] = own
        lines.append(own)
    del known
    last = {name: n for n, line in enumerate(lines) if may_head[n] for name in line.heads}
    again = [
        may and any(last.get(name, n) > n for name in line.lists)
        for n, (may, line) in enumerate(zip(may_list, lines, strict=True))
    ]
    del last
    if sum(again) < FEWEST_TOLD:
        return found
    places: dict[str, list[int]] = {}
    for n, line in enumerate(lines):
        for name in line.heads if may_head[n] else ():
            places.setdefault(name, []).append(n)
    rest = _Rest(
        [
            n
            for n in range(len(lines) - 1)
            if may_head[n] and lines[n].heads and not lines[n + 1].heads
        ],
        next((n for n, line in enumerate(lines) if n and not line.lists), len(lines)),
        bool(lines[0].lists) or is_document_title(texts[0], lang),
    )
    at = 0
    opened: frozenset[str] = frozenset()
    while at < len(lines):
        # Where each chapter has its contents, the heading of them comes again, too.
        if not again[at] or fold(texts[at]) in contents_words():
            at += 1
            continue
        names = lines[at].lists
        surest = names[:1] if places.get(names[0], [0])[-1] > at else names
        end = _end(lines, again, may_list, at, opened.union(surest))
        first = at - (at > 0 and fold(texts[at - 1]) in contents_words())
        if _is_contents(lines, places, range(at, end), first < at, rest, first=not found):
            # A title that was cut differently may stand between two parts of it.
            near = bool(found) and first == at and at - found[-1] - 1 <= MOST_MISSED
            near = near and not any(again[found[-1] + 1 : at])
            found += range(found[-1] + 1 if near else first, end)
            opened = opened.union(surest)
        at = end
    return found


def numbered_name(text: str) -> str | None:
    """What tells a title with a number (`Chapter 2. Ships and Oars`) wherever it stands: the number
    and the first words; null for other lines."""
    if len(text) > LONGEST_NUMBERED or not _DIGIT.search(text, 0, _FIRST):
        return None
    number = number_at(text)
    if number is None:
        return None
    words = fold(text[number.end :]).split()
    if text[-1] in ";:," or (text[-1] == "." and len(text) > LONGEST_HEADING) or not words:
        return None
    return " ".join((".".join(map(str, number.parts[1:])), *words[:_KNOWN_BY]))


def names_of(line: str) -> tuple[str, ...]:
    """The names by which a line of a table of contents calls a heading, with its number or without."""
    bare = _PAGE.sub("", line)
    return (numbered_name(bare) or fold(bare), fold(line))


def _line(text: str, lang: str) -> _Line:
    if len(text) > LONGEST_NUMBERED + _LEADERS:
        return _NO_LINE
    if text.replace(" ", "").isalpha():  # as most names are: no number, no page, no leaders
        name = fold(text) if is_title_like(text, lang) else ""
        return _Line((name,), (name,)) if name else _NO_LINE
    # Behind a word a stop alone leads to no page.
    ends = text[-1:] == "." and text[-2:-1].isalpha()
    bare = _PAGE.sub("", text) if not ends and _MAY_LEAD.search(text) else text
    numbered = numbered_name(bare)
    if numbered is not None:
        number = number_at(bare)
        words = bare[number.end :] if number is not None else ""
        # The contents may leave the numbers out, or the headings may.
        known = (numbered, *((fold(words),) if is_title_like(words, lang) else ()))
        parted = number is not None and not number.plain
        return _Line(known, known, bare != text and text[-1].isdigit(), parted)
    if len(text) > LONGEST_HEADING + _LEADERS:
        return _NO_LINE
    told = (text,) if bare == text else (text, bare)
    if not any(is_title_like(t, lang) or is_numbered_title(t, lang) for t in told):
        return _NO_LINE
    heads = [fold(t) for t in (text, HEAD_NUMBER.sub("", text, 1))]
    lists = [*heads, *(fold(t) for t in (bare, HEAD_NUMBER.sub("", bare, 1)))]
    names, own = (tuple(dict.fromkeys(filter(None, ns))) for ns in (heads, lists))
    return _Line(names, own, bare != text and text[-1].isdigit())


def _end(
    lines: Sequence[_Line],
    again: Sequence[bool],
    may: Sequence[bool],
    start: int,
    opened: frozenset[str],
) -> int:
    """Where the lines end of which most come again; the text begins where the first of them, which
    goes by the names `opened`, does."""
    end, missed = start + 1, 0
    for at in range(start + 1, len(lines)):
        line = lines[at]
        if not opened.isdisjoint(line.heads):
            return at
        if not may[at] or not line.lists:
            break
        missed = 0 if again[at] else missed + 1
        if missed > MOST_MISSED:
            break
        end = end if missed else at + 1
    return end


def _is_contents(
    lines: Sequence[_Line],
    places: dict[str, list[int]],
    own: range,
    announced: bool,
    rest: _Rest,
    *,
    first: bool,
) -> bool:
    """Whether lines are a table of contents; behind the `first` one it is that of a chapter."""
    reached: list[int] = []
    for n in own:
        for name in lines[n].lists:
            further = places.get(name, [])
            at = bisect_left(further, own.stop)
            if at < len(further):
                # A chapter's contents may tell it, too, before it comes with its text.
                near = further[at : at + _NEAR]
                last = further[-1 if lines[n].numbered else at]
                reached.append(next((p for p in near if p in rest.with_text), last))
                break
    fewest = FEWEST_NUMBERED if announced else FEWEST_TOLD
    numbered = sum(lines[n].numbered for n in own) >= fewest
    if not first and not numbered:
        return False
    paged = sum(lines[n].paged for n in own) * 10 >= len(own) * 7
    if len(reached) < (fewest if numbered else FEWEST_TOLD if announced or paged else FEWEST):
        return False
    if len(reached) < (AGAIN_ANNOUNCED if announced else AGAIN) * len(own) or sum(
        a < b for a, b in pairwise(reached)
    ) < IN_ORDER * (len(reached) - 1):
        return False
    # Sections may be all that a numbered title has below it.
    texts = rest.with_text
    told_too = frozenset(reached)
    # A section that the contents do not tell may stand between a title and the first text.
    with_text = sum(p in texts or (p + 1 in texts and p + 1 not in told_too) for p in reached)
    if with_text < WITH_TEXT * len(reached) and not (numbered and len(reached) > 0.9 * len(own)):
        return False
    opens = rest.titled and own.start <= rest.first_text
    if announced or paged or numbered or not own.start or opens:
        return True
    told = sum(p in rest.with_text for p in frozenset(reached))
    before = bool(lines[own.start - 1].lists) or (own.start == 1 and rest.titled)
    return before and told >= COVERS * rest.headed(own.stop)
