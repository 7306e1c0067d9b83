"""Texts cut into words and sentences quickly, for looking through a whole corpus.

The words here are runs of letters and digits, case folded: enough to find what is alike.
What a difference means is left to the comparer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from variorum.compare.lexicon import folded
from variorum.compare.reading import TAG
from variorum.model import Entry, Passage

WORD = re.compile(r"\w+")
_TAGS = re.compile(TAG)
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
        found: list[Place] = []
        start = 0
        for match in _STOP.finditer(text):
            if match.end() > start:
                found.append(self.place(entry, passage, start, text[start : match.end()]))
            start = match.end()
        if start < len(text):
            found.append(self.place(entry, passage, start, text[start:]))
        return found
