"""What stands around numbered rules: contents before them, headings, a glossary and an index."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from variorum.compare.language import UNKNOWN, data

from .drafting import Block
from .flow import CHROME, CONTENTS
from .headings import find_headings, is_title_like
from .pagemarks import is_title_page
from .runin import opening
from .series import LEADER, Number
from .titles import bare, fold

# So many repeated headings are a table of contents; below a heading that says so fewer are.
FEWEST_CONTENTS = 5
FEWEST_ANNOUNCED = 2
FEWEST_INDEXED = 6
# A longer line is no line of contents.
LONGEST_LINE = 200
LONGEST_TITLE = 60
# One that its marks tell may be so long.
LONGEST_MARKED = 120
MOST_WORDS = 3
_INDEXED = re.compile(
    r"(?P<words>[^\d\n]{2,80}?)[\s.,:…·]+(?:\d{1,4}(?:\.\d{1,4})*[a-z]?(?:\s?[,;–-]\s?|$))+"
)
_STOPS = (".", "!", "?", ":")
# `A. Infantry`, `II. Ships`: a part that rules stand below.
_LETTERED = re.compile(
    r"(?:[A-Z]|[IVXL]{1,6})[.)]\s|[^\W\d_]{3,12}\s(?:[A-Z]|[IVXL]{1,6}|\d{1,3})\b"
)
_ENDS = (".", ")", "”", '"')
_DIVIDED = re.compile(r"[:–—]|\s-\s")


@dataclass(slots=True)
class Line:
    """A paragraph with the number that it opens with, and what it is.

    `apart`: an empty line, or a mark, stands before it; `marked`: its marks say that it is a heading.
    """

    block: Block
    text: str
    number: Number | None
    apart: bool
    marked: bool
    role: str = "text"


@cache
def _words(kind: str, lang: str) -> frozenset[str]:
    """What a language calls a part around the rules (folded, and without accents too)."""
    words = (*data(lang, "numbered").get(kind, ()), *data(UNKNOWN, "numbered").get(kind, ()))
    return frozenset((*words, *map(bare, words)))


def mark_contents(own: Sequence[Line], lang: str) -> frozenset[str]:
    """Mark the table of contents; gives the lines of it that have no number, folded."""
    texts = [
        LEADER.sub("", line.text) if len(line.text) <= LONGEST_LINE else line.text for line in own
    ]
    folded = [fold(t) for t in texts]
    last = {t: n for n, t in enumerate(folded)}
    # Contents may leave the numbers of the headings out.
    for n, line in enumerate(own):
        if line.number is not None and len(line.text) <= LONGEST_LINE:
            words = fold(line.text[line.number.end :])
            last[words] = max(n, last.get(words, 0))
    repeats = [
        last[t] > n and (line.number is not None or is_title_like(bare, lang))
        for n, (t, bare, line) in enumerate(zip(folded, texts, own, strict=True))
    ]
    best: tuple[int, int, int] = (0, 0, 0)
    start = 0
    while start < len(own):
        if not repeats[start]:
            start += 1
            continue
        end, count, missed, at = start + 1, 1, 0, start + 1
        while at < len(own) and missed < 3:
            # The text itself begins where the first line of the contents comes back.
            if folded[at] == folded[start]:
                break
            missed = 0 if repeats[at] else missed + 1
            if repeats[at]:
                count, end = count + 1, at + 1
            at += 1
        best = max(best, (count, -start, end))
        start = max(end, start + 1)
    count, start, end = best[0], -best[1], best[2]
    announced = start > 0 and folded[start - 1] in _words("contents", lang)
    if count < (FEWEST_ANNOUNCED if announced else FEWEST_CONTENTS):
        return frozenset()
    for line in own[start - 1 if announced else start : end]:
        line.role = CONTENTS
    return frozenset(
        t for t, line in zip(folded[start:end], own[start:end], strict=True) if line.number is None
    )


def mark_front(own: Sequence[Line], lang: str) -> None:
    """Mark the headings that stand before the first rule."""
    first = next((n for n, line in enumerate(own) if line.role in ("rule", "chapter")), len(own))
    front = [line for line in own[:first] if line.role == "text"]
    # What follows is part of the question: the last of them stands above the first rule.
    told = [line.text for line in (*front, *own[first : first + 1])]
    for line, heading in zip(front, find_headings(told, lang), strict=False):
        if line.marked or (heading and not line.block.paragraph.item):
            line.role = "heading"
    if front and front[0].role == "text" and is_title_like(front[0].text, lang):
        front[0].role = "heading"
    listed = next((n for n, line in enumerate(own[:first]) if line.role == CONTENTS), 0)
    listed = listed or before_contents([line.block for line in own[:first]])
    if listed and is_title_page([line.text for line in own[:listed]]):
        for line in own[1:listed]:
            line.role = line.role if line.marked else CHROME
    else:
        _mark_title_page(own[: first + 1], lang)


def before_contents(blocks: Sequence[Block]) -> int:
    """How many of some paragraphs stand before a table of contents that is in none of them."""
    found = (n for n, b in enumerate(blocks, 1) if any(kind == CONTENTS for kind, _, _ in b.tiles))
    return next(found, 0)


def _mark_title_page(own: Sequence[Line], lang: str) -> None:
    """Of headings that follow each other at the front the first is the title, and those below it,
    which say more of it, are set aside; the last is a heading too, where a sentence or a rule
    without a title is its text."""
    end = 0
    while end < len(own) and own[end].role == "heading" and not own[end].marked:
        end += 1
    after = own[end] if end < len(own) else None
    last = end
    if (
        after is not None
        and end > 1
        and (_LETTERED.match(own[end - 1].text) or _has_text(after, lang))
    ):
        last = end - 1
    for line in own[1:last]:
        line.role = CHROME


def _has_text(after: Line, lang: str) -> bool:
    """Whether what follows a heading is its text: sentences, or a rule without a title."""
    if after.role in ("rule", "chapter") and after.number is not None:
        return not is_title_like(after.text[after.number.end :], lang)
    return after.role == "text" and after.text.endswith(_STOPS)


def mark_back(own: Sequence[Line], lang: str, known: frozenset[str]) -> None:
    """Mark what stands between and behind the rules: headings, a glossary, an index."""
    glossary = False
    rules = [n for n, line in enumerate(own) if line.role in ("rule", "chapter")]
    if not rules:
        return
    n = rules[0]
    while n < len(own):
        line = own[n]
        name = fold(line.text)
        # The contents name parts that no empty line sets apart.
        above = own[n - 1]
        apart = line.apart or (
            name in known and (above.number is not None or above.text.endswith(_ENDS))
        )
        titled = line.role == "text" and is_title_like(line.text, lang) and apart
        parts = [p.strip() for p in _DIVIDED.split(name)]
        named = line.role == "text" and len(name) <= LONGEST_TITLE and apart
        if named and parts[-1] in _words("glossary", lang):
            line.role, glossary = "heading", True
        elif titled and name in _words("index", lang):
            line.role, glossary = "heading", False
            end = n + 1
            while end < len(own) and own[end].role == "text" and _is_indexed(own[end].text):
                end += 1
            if end - n > FEWEST_INDEXED:
                for other in own[n:end]:
                    other.role = CONTENTS
        elif titled and (name in known or (n > rules[-1] and _is_behind(name, lang))):
            line.role, glossary = "heading", False
        elif glossary and line.role == "text" and _is_term(own, n, lang):
            line.role = "term"
        elif glossary and line.role == "text" and opening(line.text, lang) is not None:
            line.role = "defined"
        elif line.marked and line.role == "text" and len(name) <= LONGEST_MARKED and not glossary:
            # Its marks say that it is one, whatever follows.
            line.role = "heading"
        elif (
            titled and not glossary and n + 1 < len(own) and own[n + 1].role in ("rule", "chapter")
        ):
            line.role = "heading"
        n += 1


def _is_behind(name: str, lang: str) -> bool:
    """Whether a title is that of a part behind the rules (`credits`, `design credits`)."""
    words = name.split()
    back = _words("back", lang)
    return name in back or (len(words) <= MOST_WORDS and not back.isdisjoint((words[0], words[-1])))


def _is_indexed(text: str) -> bool:
    """Whether a line has words and then numbers of pages or rules."""
    return len(text) <= LONGEST_LINE and _INDEXED.fullmatch(text) is not None


def _is_term(own: Sequence[Line], n: int, lang: str) -> bool:
    """Whether a line of a glossary is a term: a title apart from what stands before, with words
    of its definition below."""
    return (
        is_title_like(own[n].text, lang)
        and n + 1 < len(own)
        and (own[n].apart or own[n - 1].role == "heading" or own[n - 1].text.endswith(_ENDS))
        and not (is_title_like(own[n + 1].text, lang) and own[n + 1].apart)
    )
