"""A passage as words: what all rules of reference look at."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from variorum.model import Entry, Passage

_WORD = re.compile(r"[^\W_]+")
_CLOSE = frozenset(" \u00a0\u202f\u2009\n-‐‑’'&+")
_STOP = re.compile(r"[.!?:…•\n]")


@dataclass(frozen=True, eq=False)
class Text:
    """A passage of the base witness of `entry`; `position` counts from 1, words from 0."""

    entry: Entry
    position: int
    passage: Passage
    words: Sequence[str]

    @cached_property
    def _bounds(self) -> array[int]:
        """Where each word starts and ends, one after the other; most passages are never asked."""
        spans = [m.span() for m in _WORD.finditer(self.passage.text)]
        return array("i", chain.from_iterable(spans))

    @property
    def text(self) -> str:
        return self.passage.text

    def start(self, word: int) -> int:
        return self._bounds[2 * word]

    def end(self, word: int) -> int:
        return self._bounds[2 * word + 1]

    def gap(self, word: int) -> str:
        """What stands between `word` and the next one (or the end)."""
        bounds, after = self._bounds, 2 * word + 2
        end = bounds[after] if after < len(bounds) else len(self.text)
        return self.text[bounds[after - 1] : end]

    def joined(self, word: int) -> bool:
        """Whether only space and signs that join (hyphen, apostrophe, &, +) part `word` from the next one."""
        gap = self.gap(word)
        return 0 < len(gap) <= 3 and _CLOSE.issuperset(gap) and word + 1 < len(self.words)

    def capital(self, word: int) -> bool:
        return self.words[word][0].isupper()

    def opens(self, word: int) -> bool:
        """Whether `word` begins a sentence (or follows a colon), so that its capital says nothing."""
        return word == 0 or _STOP.search(self.gap(word - 1)) is not None

    def stands_out(self, word: int) -> bool:
        """Whether `word` has a capital that no beginning of a sentence explains."""
        return self.capital(word) and not self.opens(word)


class Vocabulary(dict[str, str]):
    """The words of texts; one that they say often is kept once."""

    def __missing__(self, word: str) -> str:
        self[word] = word
        return word

    def those(self, holds: Callable[[str], object]) -> frozenset[str]:
        """The words of which something holds: a text that has none of them need not be searched."""
        return frozenset(filter(holds, self))


def read(entry: Entry, vocabulary: Vocabulary) -> list[Text]:
    """The passages of the entry's base witness as words, in order."""
    pooled = vocabulary.__getitem__
    return [
        Text(entry, position, passage, list(map(pooled, _WORD.findall(passage.text))))
        for position, passage in enumerate(entry.passages, 1)
    ]
