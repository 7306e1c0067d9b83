"""Sentences that stand twice, one right behind the other, in one passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_END = re.compile(r"(?<=[^\W\d_]{3})[.!?…]+[\"”»)]*\s+(?=[^\W\d_a-z«“\"(]|[«“\"(])")
_WORD = re.compile(r"\w+")
# Shorter ones are cries (`Roll again. Roll again.`).
_SHORTEST, _FEWEST = 25, 5


def hits(sheet: Sheet) -> Iterator[Hit]:
    for n, line in enumerate(sheet.lines):
        if len(line) < 2 * _SHORTEST:
            continue
        start = sheet.starts[n]
        at = 0
        ends = [m.end() for m in _END.finditer(line)]
        if not ends:
            continue
        told: list[tuple[str, int, int]] = []
        for end in (*ends, len(line)):
            words = _WORD.findall(line, at, end)
            long = len(words) >= _FEWEST
            told.append((" ".join(words).lower() if long else "", at, end))
            at = end
        for said, group in groupby(told, itemgetter(0)):
            same = list(group)
            # What comes thrice or more is a refrain.
            if len(same) == 2 and len(said) >= _SHORTEST:
                _, first, end = same[1]
                last = start + len(line[:end].rstrip())
                message = say("a sentence stands twice")
                yield Hit(start + first, last, "doubled_word", "warning", message, "")
