"""Texts cut into words and sentences quickly, for looking through a whole corpus.

The words here are runs of letters and digits, case folded: enough to find what is alike.
What a difference means is left to the comparer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from unicodedata import is_normalized

from variorum.compare.lexicon import folded
from variorum.compare.reading import TAG
from variorum.model import Entry, Passage

WORD = re.compile(r"\w+")
_TAGS = re.compile(TAG)
# What `folded` writes with more characters or fewer.
_UNEVEN = re.compile("[œŒæÆ\u00ad\u200b\u200d\u2060]")
_STOP = re.compile(r"[.!?…;]+[\"»”’)\]]*(?:\s+|$)|\n+")


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of text of an entry: its words (letters and digits, case folded), its start."""

    entry: Entry
    passage: Passage
    start: int
    text: str
    words: tuple[str, ...]


@dataclass(slots=True)
class Cutter:
    """Cuts texts into words; equal words are one object, since a corpus says them often."""

    pool: dict[str, str] = field(default_factory=dict)

    def place(self, entry: Entry, passage: Passage, start: int, text: str) -> Place:
        plain = _TAGS.sub(" ", text) if "[" in text or "<" in text else text
        words = WORD.findall(folded(plain))
        return Place(entry, passage, start, text, tuple(map(self.pool.setdefault, words, words)))

    def sentences(self, entry: Entry, passage: Passage) -> list[Place]:
        """The sentences of a passage, by their marks alone."""
        text = passage.text
        ends = [match.end() for match in _STOP.finditer(text)]
        if not ends or ends[-1] < len(text):
            ends.append(len(text))
        low = _aligned(text)
        found: list[Place] = []
        start = 0
        for end in ends:
            if end > start:
                if low is None:
                    found.append(self.place(entry, passage, start, text[start:end]))
                else:
                    words = WORD.findall(low, start, end)
                    kept = tuple(map(self.pool.setdefault, words, words))
                    found.append(Place(entry, passage, start, text[start:end], kept))
            start = end
        return found


def _aligned(text: str) -> str | None:
    """The folded text, where each of its characters stands for one of `text`; else null."""
    if "[" in text or "<" in text or _UNEVEN.search(text):
        return None
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    if not is_normalized("NFKC", text):
        return None
    low = folded(text)
    return low if len(low) == len(text) else None  # case folding lengthens, or leaves as long
