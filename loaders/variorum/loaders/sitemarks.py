"""What a site of documents writes among their words: buttons, counts of views, suggestions.

Some of its lines no text has (`1K views 45 pages`); beside one of these, short ones that may be
titles as well (`Download`) are told by where they stand.  The lines are data (`pages.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from variorum.compare.language import UNKNOWN, data

LONGEST, SHORT = 140, 24
# So far from the first and the last line stand the buttons of a site.
EDGE = 8
# A line below a title is a text when it has so many words.
WORDY = 8
# The name of another document is so long at most, and so many lines tell of them.
NAME, MOST_OTHERS = 70, 120

_BY = re.compile(r"uploaded by|(?:ajouté|mis en ligne) par|feltöltötte:?", re.IGNORECASE)
_OF = re.compile(
    r"(?:page |oldal )?(\d{1,4}) ?(?:/|of|sur|von) ?(\d{1,4})(?: pages?)?", re.IGNORECASE
)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    known = data(UNKNOWN, "pages")
    return tuple(
        re.compile("|".join(f"(?:{p})" for p in known[kind]), re.IGNORECASE)
        for kind in ("site", "buttons", "others")
    )


def site_marks(said: Sequence[str]) -> list[int]:
    """The indexes of the lines of a text that a site wrote; none where no line is surely its own."""
    site, buttons, others = _patterns()
    short = [n for n, line in enumerate(said) if 0 < len(line) <= LONGEST]
    sure = {n for n in short if site.fullmatch(said[n])} | _counted(said)
    sure |= {n + 1 for n in sure if _BY.fullmatch(said[n]) and _is_name(said, n + 1)}
    sure |= _below(said, {n for n in sure if others.fullmatch(said[n])})
    maybe = {n for n in short if n not in sure and buttons.fullmatch(said[n])}
    if len({said[n].casefold() for n in (*sure, *maybe)}) < 2:
        return []
    edges = {*range(EDGE), *range(len(said) - EDGE, len(said))}
    if not sure:
        # Two buttons side by side at an end of the text.
        return sorted(
            n for n in maybe & edges if {n - 1, n + 1} & maybe and not _heads(said, n, maybe)
        )
    found = set(sure)
    for n in sorted(maybe):
        if n in edges or {n - 1, n + 1} & found or not _heads(said, n, maybe):
            found.add(n)
    return sorted(found)


def _below(said: Sequence[str], heads: set[int]) -> set[int]:
    """What follows the last line that announces other documents: nothing but their names."""
    start = max(heads, default=len(said))
    rest = range(start + 1, len(said))
    named = all(len(said[n]) <= NAME and said[n][-1:] not in (".", "!", ":") for n in rest)
    return set(rest) if named and len(rest) <= MOST_OTHERS else set()


def _is_name(said: Sequence[str], n: int) -> bool:
    return n < len(said) and len(said[n].split()) <= 2 and len(said[n]) <= SHORT


def _counted(said: Sequence[str]) -> set[int]:
    """The numbers of pages that are told with that of all of them, where they count up."""
    found: dict[str, list[tuple[int, int]]] = {}
    for n, line in enumerate(said):
        m = _OF.fullmatch(line) if len(line) <= SHORT else None
        if m is not None and int(m.group(1)) <= int(m.group(2)):
            found.setdefault(m.group(2), []).append((n, int(m.group(1))))
    return {
        n
        for own in found.values()
        if len(own) > 1 and all(a[1] < b[1] for a, b in pairwise(own))
        for n, _ in own
    }


def _heads(said: Sequence[str], n: int, others: set[int]) -> bool:
    """Whether a text stands below a line, as below a title."""
    below = n + 1
    return below < len(said) and below not in others and len(said[below].split()) >= WORDY
