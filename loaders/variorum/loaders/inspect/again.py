"""Sentences that stand twice, one right behind the other, in one passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from operator import itemgetter

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_END = re.compile(r"(?<=[^\W\d_]{3})[.!?…]+[\"”»)]*\s+(?=[^\W\d_a-z«“\"(]|[«“\"(])")
_WORD = re.compile(r"\w+")
# Shorter ones are cries (`Roll again. Roll again.`).
_SHORTEST, _FEWEST = 25, 5
# Two sentences that are one begin with the same letters.
_BEGINNING = 8
_OTHER_STOPS = ("! ", "? ", "… ", '."', ".”", ".»", ".)")


def hits(sheet: Sheet) -> Iterator[Hit]:
    for n, line in enumerate(sheet.lines):
        if len(line) >= 2 * _SHORTEST and _may_say_twice(line):
            yield from _said_twice(line, sheet.starts[n])


def _may_say_twice(line: str) -> bool:
    """Whether a line may hold a sentence twice; nearly all do not, as a look at the beginnings of
    their sentences tells."""
    parts = line.split(". ")
    if any(a[:_BEGINNING].lower() == b[:_BEGINNING].lower() for a, b in pairwise(parts)):
        return True
    return any(map(line.__contains__, _OTHER_STOPS))


def _said_twice(line: str, start: int) -> Iterator[Hit]:
    at = 0
    told: list[tuple[str, int, int]] = []
    for end in (*(m.end() for m in _END.finditer(line)), len(line)):
        words = _WORD.findall(line, at, end)
        told.append((" ".join(words).lower() if len(words) >= _FEWEST else "", at, end))
        at = end
    for said, group in groupby(told, itemgetter(0)):
        same = list(group)
        # What comes thrice or more is a refrain.
        if len(same) == 2 and len(said) >= _SHORTEST:
            _, first, end = same[1]
            last = start + len(line[:end].rstrip())
            message = say("a sentence stands twice")
            yield Hit(start + first, last, "doubled_word", "warning", message, "")
