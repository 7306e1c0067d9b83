"""Passages that lost all their accents, in a text whose other passages have them."""

from __future__ import annotations

from collections.abc import Iterator

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet
from variorum.loaders.inspect.variant import plain
from variorum.say import say

# A passage of so many words has accents, in a language that has many.
FEWEST_WORDS = 12
# So many of its words have accents wherever else they stand.
FEWEST = 3
_SHORTEST = 4


def hits(sheet: Sheet) -> Iterator[Hit]:
    if not sheet.knowledge.get("many_accents"):
        return
    long = [n for n, line in enumerate(sheet.lines) if line.count(" ") >= FEWEST_WORDS]
    bare = [n for n in long if sheet.lines[n].isascii() and not sheet.units[n].is_title]
    if not bare or len(bare) * 2 > len(long):
        return  # a text without accents has none to lose
    accented = {plain(w) for w in sheet.counts if not w.isascii() and len(w) >= _SHORTEST}
    inside: dict[str, int] = {}
    for n in bare:
        for word in WORD.findall(sheet.lines[n].lower()):
            inside[word] = inside.get(word, 0) + 1
    for n in bare:
        lost = [
            m
            for m in WORD.finditer(sheet.lines[n])
            if (word := m.group().lower()) in accented and sheet.counts[word] == inside[word]
        ]
        if len({m.group().lower() for m in lost}) >= FEWEST:
            start = sheet.starts[n]
            message = say(
                "this passage has lost its accents: {number} of its words have them elsewhere",
                number=len(lost),
            )
            first = lost[0]
            yield Hit(start + first.start(), start + first.end(), "encoding", "warning", message)
