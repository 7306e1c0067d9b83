"""The place where each different text of a corpus stands first."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from variorum.fixed import maker
from variorum.model import Entry, Passage


class Place(NamedTuple):
    """A stretch of text of an entry and its start in the passage."""

    entry: Entry
    passage: Passage
    start: int
    text: str


_place = maker(Place)


class Firsts:
    """The first place of each text that base witnesses of `entries` have, in order, each made when
    it is asked for: tuples of all would take as much memory as short texts.

    `numbers` gives for each passage, in order, the number of its text (from 0).
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        # Of each text the entry's number and that of the passage in its entry.
        self._owner, self._nth = array("i"), array("i")
        self.numbers = array("i")
        self.texts: list[str] = []
        known: dict[str, int] = {}
        for number, entry in enumerate(entries):
            for nth, passage in enumerate(entry.passages):
                at = known.setdefault(passage.text, len(known))
                self.numbers.append(at)
                if at == len(self.texts):
                    self.texts.append(passage.text)
                    self._owner.append(number)
                    self._nth.append(nth)

    def __len__(self) -> int:
        return len(self._owner)

    def __getitem__(self, at: int) -> Place:
        entry = self._entries[self._owner[at]]
        passage = entry.passages[self._nth[at]]
        return _place((entry, passage, 0, passage.text))

    def entry(self, at: int) -> Entry:
        """The entry of a text's first place."""
        return self._entries[self._owner[at]]
