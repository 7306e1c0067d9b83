"""Records that repeat an earlier one of their table, byte for byte."""

from __future__ import annotations

from array import array


class Repeated:
    """The records of a table that have come, each with the number of its draft.

    Of a record only a hash is kept and where it stands: all of them together are the source again.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[int, int] = {}
        self._starts, self._ends, self._drafts = array("q"), array("q"), array("q")
        self._held: dict[int, str] = {}

    def earlier(self, start: int, end: int, held: str) -> int | None:
        """The draft of the record that has the characters from `start` to `end` and what is `held`
        above it; null where none has come."""
        place = self._places.get(hash((self._text[start:end], held)))
        if place is None or self._held.get(place, "") != held:
            return None
        first = self._text[self._starts[place] : self._ends[place]]
        return self._drafts[place] if first == self._text[start:end] else None

    def add(self, start: int, end: int, held: str, draft: int) -> None:
        """Note a record that no earlier one is like."""
        place = len(self._starts)
        self._places[hash((self._text[start:end], held))] = place
        self._starts.append(start)
        self._ends.append(end)
        self._drafts.append(draft)
        if held:
            self._held[place] = held
