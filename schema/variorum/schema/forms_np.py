"""`FormsOfPieces` for many texts: pieces and forms are numbers, which arrays count and choose."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from variorum.compare.arrays import Ints, Numbers, slices
from variorum.compare.tokens import Cut, Tokens
from variorum.schema.forms import Told, told_of

# So many tokens are counted at a time: the counts of all are added up then.
_AT_ONCE = 1 << 20

# So many pairs of a text and a form have a place in a table at a time.
_PAIRS = 1 << 22

_NOTHING = Told((), ())

Bools = npt.NDArray[np.bool_]


class _Runs(NamedTuple):
    """A run of numbers for each of many things, which may be empty."""

    numbers: Ints
    starts: Ints
    lengths: Ints

    def of(self, things: Numbers) -> Ints:
        """The runs of things one after the other."""
        return self.numbers[slices(self.starts[things], self.lengths[things])]


class FormsOfTokens:
    """Those of `variorum.schema.forms.Forms`, by the tokens of the texts."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._often: Ints = np.zeros(0, np.int64)
        self._uncounted: list[Numbers] = []
        self._cuts = deque[Cut]()
        self._forms = np.array([], np.object_)
        self._others = self._own = _runs([], {})
        self._told: Bools = np.zeros(0, np.bool_)

    def count(self, texts: Sequence[str]) -> None:
        cut = self._tokens.of(texts)
        self._cuts.append(cut)
        self._uncounted.append(cut.ids)
        if sum(map(len, self._uncounted)) > _AT_ONCE:
            self._add()

    def _add(self) -> None:
        before = self._often
        self._often = np.bincount(np.concatenate(self._uncounted), minlength=len(before))
        self._often[: len(before)] += before
        self._uncounted.clear()

    def learn(self, lang: str) -> None:
        if self._uncounted:
            self._add()
        kinds, often = self._tokens.kinds, self._often
        told = told_of({kinds[n]: int(often[n]) for n in np.flatnonzero(often).tolist()}, lang)
        found = [told.get(piece, _NOTHING) for piece in kinds]
        numbers: dict[str, int] = {}
        for form in chain.from_iterable(chain.from_iterable(told.values())):
            numbers.setdefault(form, len(numbers))
        self._forms = np.array([*numbers], np.object_)
        self._others = _runs([one.others for one in found], numbers)
        self._own = _runs([one.own for one in found], numbers)
        self._told = (self._others.lengths + self._own.lengths) > 0

    def of(self, texts: Sequence[str]) -> Iterator[str]:
        cut = self._cuts.popleft()
        at = np.flatnonzero(self._told[cut.ids])
        ids, size = cut.ids[at], max(len(self._forms), 1)
        # A form in a text is one number: both together, the text first.
        base = (np.searchsorted(cut.ends, at, side="right") - 1) * size
        forms = np.repeat(base, self._others.lengths[ids]) + self._others.of(ids)
        said = np.repeat(base, self._own.lengths[ids]) + self._own.of(ids)
        forms = forms[_firsts(forms, said, len(texts), size)]
        words = self._forms[forms % size].tolist()
        ends = np.searchsorted(forms, np.arange(len(texts) + 1) * size)
        return (" ".join(words[start:end]) for start, end in pairwise(ends.tolist()))


def _firsts(forms: Ints, said: Ints, texts: int, size: int) -> Ints:
    """The places of `forms` where each comes first that is not among `said`.

    Both are numbers of pairs of a text and one of `size` forms, by text.
    """
    some = max(_PAIRS // size, 1)
    first_at = np.empty(min(some, texts) * size, np.int32)
    bounds = np.append(np.arange(0, texts, some), texts) * size
    ends, said_ends = np.searchsorted(forms, bounds), np.searchsorted(said, bounds)
    found = []
    for nth, base in enumerate(bounds[:-1].tolist()):
        own = forms[ends[nth] : ends[nth + 1]] - base
        places = np.arange(len(own), dtype=np.int32)
        first_at[own[::-1]] = places[::-1]  # of equal ones the last that is written stays
        first_at[said[said_ends[nth] : said_ends[nth + 1]] - base] = -1
        found.append(np.flatnonzero(first_at[own] == places) + ends[nth])
    return np.concatenate(found)


def _runs(lists: Sequence[Sequence[str]], numbers: Mapping[str, int]) -> _Runs:
    """For each list the numbers of what it holds."""
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    each = map(numbers.__getitem__, chain.from_iterable(lists))
    own = np.fromiter(each, np.int64, int(lengths.sum()))
    return _Runs(own, np.cumsum(lengths) - lengths, lengths)
