"""Paragraphs that open with a letter or number and their name (*B. Sails. A ship under sail …*).

Old rules are written so: Roman numbers for chapters, letters for their sections, numbers below
these.  Steps of a list look nearly the same (*1. Roll a die. On a six …*): a name has no article
inside it, most paragraphs that are counted open with one, and behind plain numbers texts take
up what their names name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from variorum.compare.language import data

from .parsed import Draft
from .runin import FEWEST, Cut, before_a_stop, opening, take_up, told_once
from .series import goes_on, number_at
from .titles import fold
from .traits import roman
from .tree import Place

# Such a share of counted paragraphs opens with names, and so many levels make an outline.
SHARE = 0.8
FEWEST_KINDS = 2
# So many letters a name in capitals has at least.
LETTERS = 4
# So many words has a name that has an article inside.
SHORT = 4
# So many words a text has behind its name, on average.
WORDS = 6
_COUNTED = re.compile(
    r"\(?(?:(?P<roman>[IVXL]{1,6})|(?P<letter>[A-Z])|(?P<number>\d{1,2})|(?P<small>[a-z]))[.)]\s+"
    r"(?=\S)"
)
# `2 Boats`: a number that nothing ends; `B1`, `B-1`, `2-1`: of a chapter.
_BARE = re.compile(r"(?P<n>\d{1,2})\s+(?=[^\W\d_a-zß-ÿőű])")
_SERIES = re.compile(r"[A-Z]{1,3}-?\d|\d{1,3}-\d")
_SMALL_ROMAN = re.compile(r"[ivx]{1,5}(?=[.)]\s)")


class _Mark(NamedTuple):
    """A way to count: by what, how far, and where the words begin."""

    kind: str
    value: int
    end: int


def names_behind(texts: Sequence[str], is_heading: Sequence[bool], lang: str) -> list[Cut | None]:
    """For each paragraph (clean text) where its counted name ends and its text begins, or null."""
    ends = [0 if h else _opened(t) for t, h in zip(texts, is_heading, strict=True)]
    cuts = [_named(t, end, lang) if end else None for t, end in zip(texts, ends, strict=True)]
    own = [
        (t[end:], (cut[0] - end, cut[1] - end))
        for t, end, cut in zip(texts, ends, cuts, strict=True)
        if cut is not None
    ]
    names = {fold(t[: cut[0]]) for t, cut in own}
    # A name and a colon is more than a short sentence.
    plain = sum(
        texts[n].lstrip("(")[:1].isdigit() and texts[n][cut[0] : cut[0] + 1] == "."
        for n, cut in enumerate(cuts)
        if cut is not None
    )
    words = sum(t.count(" ", cut[1]) for t, cut in own)
    if (
        len(own) < FEWEST
        or len(own) < SHARE * sum(map(bool, ends))
        or len(names) < SHARE * len(told_once(own))
        or words < WORDS * len(own)
        or (plain * 2 > len(own) and not take_up(own))
        or not _count([texts[n] for n, cut in enumerate(cuts) if cut is not None])
    ):
        return [None] * len(texts)
    # In a list of names those with an article inside (`Maître des vents`) are names, too.
    return [
        _short(t, end, lang) if end and cut is None else cut
        for t, end, cut in zip(texts, ends, cuts, strict=True)
    ]


def _short(text: str, start: int, lang: str) -> Cut | None:
    said = text[start:]
    cut = opening(said, lang)
    words = said[: cut[0]].split() if cut is not None else []
    if cut is None or len(words) > SHORT or fold(words[0]) in _articles(lang):
        return None
    return cut[0] + start, cut[1] + start


def capitals_behind(
    texts: Sequence[str], is_heading: Sequence[bool], lang: str
) -> list[Cut | None]:
    """The same where only some paragraphs open with names: those in capitals, which no word of a
    text is (*1.3 BERSERK: A unit that …*, *4.2 ROADS. A unit …*), each of them once."""
    found: list[Cut | None] = []
    for text, heading in zip(texts, is_heading, strict=True):
        end = 0 if heading else _opened(text)
        cut = _named(text, end, lang) if end else None
        found.append(cut if cut is not None and _in_capitals(text[end : cut[0]]) else None)
    own = [(text, cut) for text, cut in zip(texts, found, strict=True) if cut is not None]
    names = Counter(fold(text[_opened(text) : cut[0]]) for text, cut in told_once(own))
    if len(names) < FEWEST:
        return [None] * len(texts)
    return [
        cut if cut is not None and names[fold(text[_opened(text) : cut[0]])] == 1 else None
        for text, cut in zip(texts, found, strict=True)
    ]


def _in_capitals(name: str) -> bool:
    return name.isupper() and sum(map(str.isalpha, name)) >= LETTERS


def _count(texts: Sequence[str]) -> bool:
    """Whether the letters and plain numbers of paragraphs count up, from the first of each kind."""
    last: dict[str, int] = {}
    steps = 0
    for text in texts:
        marks = list(_marks(text))
        steps += not marks or any(m.value in (1, last.get(m.kind, 0) + 1) for m in marks)
        last |= {m.kind: m.value for m in marks}
    return steps >= SHARE * len(texts)


def _opened(text: str) -> int:
    """Where the words begin behind the letter or number of a paragraph; 0 without one."""
    m = _COUNTED.match(text)
    if m is not None:
        return m.end()
    number = number_at(text[:40])
    return number.end if number is not None and not number.plain else 0


def _named(text: str, start: int, lang: str) -> Cut | None:
    said = text[start:]
    cut = opening(said, lang) or before_a_stop(said, lang)
    if cut is None or not _articles(lang).isdisjoint(fold(said[: cut[0]]).split()[1:]):
        return None
    return cut[0] + start, cut[1] + start


@cache
def _articles(lang: str) -> frozenset[str]:
    return frozenset(data(lang, "link").get("articles", ()))


def _marks(title: str) -> Iterator[_Mark]:
    """The ways to read what a title is counted by: `C.` may be a hundred, and `i.` a letter."""
    m = _COUNTED.match(title)
    if m is not None and m.group("number"):
        yield _Mark("1", int(m.group("number")), m.end())
    elif m is not None and m.group("small"):
        yield _Mark("a", ord(m.group("small")) - 96, m.end())
    elif m is not None:
        first = m.group("roman") or m.group("letter")
        if len(first) == 1:
            yield _Mark("A", ord(first) - 64, m.end())
    if m is not None and m.group("roman"):
        yield _Mark("I", roman(m.group("roman")), m.end())
    small = _SMALL_ROMAN.match(title)
    if small is not None:
        yield _Mark("i", roman(small.group().upper()), small.end())


def name_counted(drafts: Iterable[Draft]) -> None:
    """Titles below one heading that count up from the first by letters, small Roman numbers or
    numbers in parentheses (`A. Oars`, `b) Sails`, `(1) Crew`) go by the words behind these; and so
    do those of a document by numbers that nothing ends, where parts have parts (`2 Boats`, `2.1
    Oars`), and by numbers with letters or dashes (`B1 Oars`, `2-1 Oars`)."""
    drafts = [d for d in drafts if d.title and not d.structured]
    _name_numbered(drafts)
    below: dict[int | None, list[tuple[Draft, list[_Mark]]]] = {}
    for draft in drafts:
        # `1.` is no word of any name.
        title = draft.title or ""
        # Capital Roman numbers are no words of any name.
        marks = [] if title[0].isdigit() else [m for m in _marks(title) if m.kind != "I"]
        if marks and not draft.counted:
            below.setdefault(draft.parent, []).append((draft, marks))
    for own in below.values():
        if len(own) < FEWEST_KINDS:
            continue
        for first in own[0][1]:
            counts = [
                next((m.end for m in marks if (m.kind, m.value) == (first.kind, n)), None)
                for n, (_, marks) in enumerate(own, 1)
            ]
            # `A. Company`, `B. Company`: the letters are all that tells them apart.
            words = {
                fold((d.title or "")[end or 0 :]) for (d, _), end in zip(own, counts, strict=True)
            }
            if first.value == 1 and None not in counts and len(words) == len(own):
                for (draft, _), end in zip(own, counts, strict=True):
                    draft.counted = end or 0
                break


def _name_numbered(drafts: Sequence[Draft]) -> None:
    numbers = [None if d.counted else number_at(d.title or "") for d in drafts]
    own = [(d, n) for d, n in zip(drafts, numbers, strict=True) if n is not None and not n.plain]
    ordered = sum(goes_on(a, b) for (_, a), (_, b) in pairwise(own))
    chapters = {n.parts[1] for _, n in own if not n.parts[0]}
    last = 0
    for draft in drafts:
        m = _BARE.match(draft.title or "")
        if m is not None and not draft.counted and chapters:
            chapter = int(m["n"])
            # Beside a chapter that has parts; a year or a measure is none.
            if chapter in (last, last + 1) and {chapter, chapter - 1, chapter + 1} & chapters:
                draft.counted, last = m.end(), chapter
    if len(own) < FEWEST or ordered * 10 < (len(own) - 1) * 7:
        return
    for draft, number in own:
        if number.end < len(draft.title or "") and _SERIES.match(draft.title or ""):
            draft.counted = number.end


def by_outline(titles: Sequence[str], places: list[Place], apart: Sequence[bool]) -> list[Place]:
    """The places of headings that are all counted, by two or more of `I.`, `A.`, `1.`, `a.`, `i.`.

    Each level begins at its first; what comes before the first counted heading, or stands `apart`,
    keeps its place.  `places` as they are where the headings do not count so.
    """
    marks = [list(_marks(t)) for t in titles]
    first = next((n for n, own in enumerate(marks) if own), len(titles))
    top = 0 if first < len(titles) and places[first].parent == 0 else None
    found = list(places[:first])
    open_: list[tuple[str, int, int]] = []
    kinds: set[str] = set()
    for n in range(first, len(titles)):
        if not marks[n] and apart[n]:
            open_.clear()
            depth = 1 if top is None else found[top].depth + 1
            found.append(replace(places[n], parent=top, depth=depth))
            continue
        level = _level(open_, marks[n])
        if level is None:
            return places
        at, mark = level
        del open_[at:]
        parent = open_[-1][2] if open_ else top
        open_.append((mark.kind, mark.value, n))
        kinds.add(mark.kind)
        depth = 1 if parent is None else found[parent].depth + 1
        why = f"it is counted by {titles[n][: mark.end].strip()}"
        found.append(replace(places[n], parent=parent, depth=depth, evidence=why, counted=mark.end))
    return found if len(kinds) >= FEWEST_KINDS else places


def _level(
    open_: Sequence[tuple[str, int, int]], marks: Sequence[_Mark]
) -> tuple[int, _Mark] | None:
    """How many open levels stay above a heading, and its mark: of the level that it goes on with,
    the deepest first, else of a new one; null where it fits none."""
    for at in range(len(open_) - 1, -1, -1):
        kind, value, _ = open_[at]
        for mark in marks:
            if mark.kind == kind and mark.value == value + 1:
                return at, mark
    known = {kind for kind, _, _ in open_}
    # A first `I.` is a Roman number.
    for mark in reversed(marks):
        if mark.value == 1 and mark.kind not in known:
            return len(open_), mark
    return None
