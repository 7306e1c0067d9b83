"""The tokens of many texts, each text cut once for all who look through its words.

Texts say the same few thousand words again and again: a *token*, what stands between spaces and
line ends, is looked at once for all the places where it stands.  Which places these are is told
by arrays of numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice, repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from variorum.compare.arrays import (
    RUNS,
    Ints,
    Numbers,
    blocks,
    occurrences,
    plain,
    slices,
    starts_of,
    taken,
)
from variorum.compare.slots import LINE_END, Slots

# Characters of texts that are cut at a time: the arrays of all their tokens take many times as much.
CUT_AT_ONCE = 1 << 16


Places = npt.NDArray[np.bool_]


class Cut(NamedTuple):
    """Texts as numbers of tokens: text k has `ids[ends[k] : ends[k + 1]]`, of which the last is a
    line end that parts it from the next one."""

    ids: Numbers
    ends: Ints


class Tokens:
    """The tokens of texts, by number.

    A line end is a token (number 0), and so is the nothing between two spaces, or between one of
    them and the end of its line.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        """`texts` are those that will be asked for more than once; equal ones are cut once."""
        self._numbering: defaultdict[str, int] = defaultdict(count().__next__)
        line_end = self._numbering["\n"]
        assert line_end == LINE_END
        self._kinds: list[str] = []
        self._places: Mapping[str, int] = {}
        places = dict(zip(dict.fromkeys(texts), count(), strict=False))
        self._known = self._cut(list(places))
        self._places = places

    @property
    def kinds(self) -> Sequence[str]:
        """The different tokens, by number; as many as there are now."""
        if len(self._kinds) < len(self._numbering):
            self._kinds += islice(self._numbering, len(self._kinds), None)
        return self._kinds

    def of(self, texts: Sequence[str]) -> Cut:
        """The tokens of `texts`; those that are new are cut, and not kept."""
        known = self._known
        places = np.fromiter(map(self._places.get, texts, repeat(-1)), np.int64, len(texts))
        new = np.flatnonzero(places < 0)
        if len(new):
            fresh = self._cut([texts[at] for at in new.tolist()])
            places[new] = len(known.ends) + np.arange(len(new))
            ends = np.concatenate([known.ends, fresh.ends + len(known.ids)])
            parts: tuple[Numbers, ...] = (known.ids, fresh.ids)
        elif not len(places):
            return Cut(known.ids[:0], np.zeros(1, np.int64))
        else:
            first, last = int(places[0]), int(places[-1])
            if last - first + 1 == len(places) and np.array_equal(
                places, np.arange(first, last + 1)
            ):
                ends = known.ends[first : last + 2]
                return Cut(known.ids[ends[0] : ends[-1]], ends - ends[0])
            ends, parts = known.ends, (known.ids,)
        return _gathered(parts, ends[places], ends[places + 1])

    def _cut(self, texts: Sequence[str]) -> Cut:
        slots = Slots(self._numbering.__getitem__)
        parts = [slots.cut("\n".join([*some, ""])) for some in _stretches(texts)]
        ids = np.concatenate(parts) if parts else np.zeros(0, np.int32)
        ends = np.flatnonzero(ids == LINE_END)
        if len(ends) > len(texts):  # texts of several lines
            lines = np.fromiter((t.count("\n") + 1 for t in texts), np.int64, len(texts))
            ends = ends[np.cumsum(lines) - 1]
        return Cut(ids, np.concatenate([np.zeros(1, np.int64), ends + 1]))


def _stretches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    first = size = 0
    for at, text in enumerate(texts):
        if size > CUT_AT_ONCE:
            yield texts[first:at]
            first, size = at, 0
        size += len(text)
    if first < len(texts):
        yield texts[first:]


def _gathered(parts: Sequence[Numbers], starts: Ints, ends: Ints) -> Cut:
    """The runs from `starts` to `ends` of arrays that follow one another."""
    lengths = ends - starts
    found = starts_of(lengths)
    if len(parts) == 1:
        return Cut(taken(parts[0], starts, lengths), found)
    ids = np.empty(int(found[-1]), np.int32)
    before = len(parts[0])
    for first in range(0, len(starts), RUNS):
        last = min(first + RUNS, len(starts))
        at = slices(starts[first:last], lengths[first:last])
        own = ids[found[first] : found[last]]
        new = at >= before
        own[~new] = parts[0][at[~new]]
        own[new] = parts[1][at[new] - before]
    return Cut(ids, found)


def used(cut: Cut) -> list[int]:
    """The numbers of the tokens that stand in texts, in order."""
    numbers: list[int] = np.flatnonzero(occurrences(cut.ids)).tolist()
    return numbers


def counted(tokens: Tokens, texts: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The different tokens of texts, and how often each stands in them."""
    times = occurrences(tokens.of(texts).ids).tolist()
    return ((token, often) for token, often in zip(tokens.kinds, times, strict=False) if often)


def holders(tokens: Sequence[int], cut: Cut) -> Sequence[int]:
    """The texts, in order, that hold any of `tokens`."""
    return _owners(_among(tokens, cut), cut) if tokens else ()


def followers(tokens: Sequence[int], after: Sequence[int], cut: Cut) -> Sequence[int]:
    """The texts, in order, in which one of `after` stands behind one of `tokens`, a space between."""
    if not tokens or not after:
        return ()
    found = _among(tokens, cut)
    found[:-1] &= _among(after, cut)[1:]
    found[-1:] = False
    return _owners(found, cut)


def _among(tokens: Sequence[int], cut: Cut) -> Places:
    """Which places of texts hold any of `tokens`."""
    wanted = np.zeros(max(*tokens, int(cut.ids.max(initial=0))) + 1, np.bool_)
    wanted[np.array(tokens, np.int64)] = True
    found = np.empty(len(cut.ids), np.bool_)
    for at, end in blocks(len(found)):
        found[at:end] = wanted[cut.ids[at:end]]
    return found


def _owners(places: Places, cut: Cut) -> Sequence[int]:
    """The texts that have any of the places; each has one at least, where it ends."""
    if len(cut.ends) == 1:
        return ()
    return plain(np.flatnonzero(np.logical_or.reduceat(places, cut.ends[:-1])))
