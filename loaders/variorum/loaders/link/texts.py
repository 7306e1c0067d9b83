"""A passage as words: what all rules of reference look at."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, count, pairwise, repeat
from typing import TYPE_CHECKING, overload

from variorum.model import Entry, Passage

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

_WORD = re.compile(r"[^\W_]+")
_PARTED = re.compile(rf"({_WORD.pattern})")
_CLOSE = frozenset(" \u00a0\u202f\u2009\n-‐‑’'&+")
_BETWEEN_CELLS = 3
_BEHIND = 10
_STOP = re.compile(r"[.!?:…•\n]")


class Text:
    """A passage of the base witness of `entry`; `position` counts from 1, words and `number`, which
    no other of the texts has, from 0.

    `words` are read when they are first asked for, as is where they stand: `_bounds`, where each
    starts and ends, one after the other, and `_cells`, where the cells of a row end.
    """

    __slots__ = ("_bounds", "_cells", "entry", "number", "passage", "position", "words")

    words: Sequence[str]
    _bounds: array[int]
    _cells: Sequence[int]

    def __init__(self, number: int, entry: Entry, position: int, passage: Passage) -> None:
        self.number = number
        self.entry, self.position, self.passage = entry, position, passage

    if not TYPE_CHECKING:  # for it every attribute would be there

        def __getattr__(self, name: str) -> object:
            read = _READ.get(name)
            if read is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            found = read(self)
            setattr(self, name, found)
            return found

    def forget(self) -> None:
        """Let go the words and where they stand; they are read again where somebody asks."""
        for name in ("words", "_bounds"):
            try:  # noqa: SIM105  # asked of every text several times, and it costs a third
                delattr(self, name)
            except AttributeError:
                pass

    @property
    def text(self) -> str:
        return self.passage.text

    def start(self, word: int) -> int:
        return self._bounds[2 * word]

    def end(self, word: int) -> int:
        return self._bounds[2 * word + 1]

    def gap(self, word: int) -> str:
        """What stands between `word` and the next one (or the end); behind a cell of a row a tab."""
        bounds, after = self._bounds, 2 * word + 2
        end = bounds[after] if after < len(bounds) else len(self.text)
        start = bounds[after - 1]
        if self.passage.kind == "table" and any(start <= cell <= end for cell in self._cells):
            return "\t"
        return self.text[start:end]

    def behind(self, word: int) -> str:
        """The few characters that stand behind `word`."""
        return self.text[self.end(word) : self.end(word) + _BEHIND]

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


def _words(text: Text) -> Sequence[str]:
    return _WORD.findall(text.text)


def _bounds(text: Text) -> array[int]:
    # What stands between words and the words themselves, in turn.
    return array("i", accumulate(map(len, _PARTED.split(text.text)[:-1])))


def _cells(text: Text) -> Sequence[int]:
    # What stands between cells in the source is no part of them.
    return [
        b.start
        for a, b in pairwise(text.passage.spans)
        if b.source_start - a.source_start - a.length >= _BETWEEN_CELLS
    ]


_READ: dict[str, Callable[[Text], object]] = {
    "words": _words,
    "_bounds": _bounds,
    "_cells": _cells,
}


class Vocabulary(dict[str, str]):
    """The words of texts; one that they say often is kept once."""

    def __missing__(self, word: str) -> str:
        self[word] = word
        return word

    def those(self, holds: Callable[[str], object]) -> frozenset[str]:
        """The words of which something holds: a text that has none of them need not be searched."""
        return frozenset(filter(holds, self))


class _Passages(Sequence[Text]):
    """The texts of many entries, each made when it is asked for."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        # Of each entry the number of its first text, and last how many there are.
        self._starts = array("i", accumulate((len(e.passages) for e in entries), initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    def __iter__(self) -> Iterator[Text]:
        number = count().__next__
        for entry in self._entries:
            for position, passage in enumerate(entry.passages, 1):
                yield Text(number(), entry, position, passage)

    @overload
    def __getitem__(self, at: int) -> Text: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Text]: ...
    def __getitem__(self, at: int | slice) -> Text | Sequence[Text]:
        places = range(len(self))[at]
        if not isinstance(places, int):
            return [self[place] for place in places]
        owner = bisect_right(self._starts, places) - 1
        entry, position = self._entries[owner], places - self._starts[owner]
        return Text(places, entry, position + 1, entry.passages[position])


class Texts:
    """The passages of the base witnesses of `entries`, in order, and their words.

    `tokens` are those of many texts: with them only texts that are asked for are read.
    """

    def __init__(self, entries: Sequence[Entry], tokens: Tokens | None = None) -> None:
        self.words = Vocabulary()
        self.all: Sequence[Text] = _Passages(entries)
        self._tokens: _Tokens | None = None
        if tokens is None:
            self.all = list(self.all)
            for text in self.all:
                text.words = list(map(self.words.__getitem__, text.words))
        else:
            self._tokens = _Tokens(tokens, [p.text for entry in entries for p in entry.passages])
            for word in self._tokens.with_word:
                self.words[word] = word

    def holding(self, words: Iterable[str], signs: Iterable[str] = ()) -> Sequence[int]:
        """The numbers of the texts, in order, that hold any of `words` (as written) or of `signs`
        (none of them a space or a line end)."""
        if self._tokens is not None:
            return self._tokens.holding(words, signs)
        wanted = frozenset(words)
        written = [text.text for text in self.all]
        # Of the many signs there may be, texts use one or two.
        used = [s for s in signs if any(map(str.__contains__, written, repeat(s)))]
        return [
            at
            for at, text in enumerate(self.all)
            if not wanted.isdisjoint(text.words) or any(map(text.text.__contains__, used))
        ]

    def those(self, words: Iterable[str], signs: Iterable[str] = ()) -> Iterator[Text]:
        """The texts themselves that `holding` tells."""
        return self.numbered(self.holding(words, signs))

    def numbered(self, numbers: Iterable[int]) -> Iterator[Text]:
        """The texts that have these numbers, in their order."""
        return map(self.all.__getitem__, numbers)

    def in_turn(self, texts: Iterable[Text]) -> Iterator[Text]:
        """The texts, the words of each let go when the next one is asked for, where there are many:
        the words of all and the places of these take as much memory as the corpus."""
        for text in texts:
            yield text
            if self._tokens is not None:
                text.forget()


class _Tokens:
    """The tokens of texts, and which texts hold them."""

    def __init__(self, tokens: Tokens, texts: Sequence[str]) -> None:
        from variorum.compare.tokens import used

        self._cut = tokens.of(texts)
        kinds = tokens.kinds
        self._used = [(number, kinds[number]) for number in used(self._cut)]
        self.with_word: dict[str, list[int]] = {}
        for number, token in self._used:
            for word in _WORD.findall(token):
                self.with_word.setdefault(word, []).append(number)

    def holding(self, words: Iterable[str], signs: Iterable[str]) -> Sequence[int]:
        from variorum.compare.tokens import holders

        wanted = [number for word in words for number in self.with_word.get(word, ())]
        for sign in signs:
            wanted += [number for number, token in self._used if sign in token]
        return holders(wanted, self._cut)
