"""Arrays of many small numbers, and what is made of them a stretch at a time.

What numpy makes on the way (numbers of 64 bits, places, masks) takes several times the memory of
words that are numbers of 32 bits; of a stretch of them it takes little.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]
Number = TypeVar("Number", np.int64, np.uint64, np.int32, np.uint32)

STRETCH = 1 << 16  # numbers that are looked at together
RUNS = 2_000  # the same of runs of numbers, such as the words of texts


def blocks(length: int) -> Iterator[tuple[int, int]]:
    """Where stretches of a long array start and end."""
    return ((at, min(at + STRETCH, length)) for at in range(0, length, STRETCH))


def occurrences(ids: Numbers, least: int = 0) -> Ints:
    """How often each number stands in `ids`; so many at least are told of."""
    times = np.zeros(max(least, int(ids.max(initial=-1)) + 1), np.int64)
    for at, end in blocks(len(ids)):
        times += np.bincount(ids[at:end], minlength=len(times))
    return times


def once(ordered: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Each of the numbers, which are in order; `np.unique` takes forty times as long."""
    new = np.concatenate([np.ones(min(1, len(ordered)), bool), ordered[1:] != ordered[:-1]])
    found: npt.NDArray[Number] = ordered[new]
    return found


def twice(ordered: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The numbers, which are in order, that stand there again: once less than they do."""
    found: npt.NDArray[Number] = ordered[1:][ordered[1:] == ordered[:-1]]
    return found


def starts_of(lengths: Ints | npt.NDArray[np.bool_]) -> Ints:
    """Where runs that follow one another start, and where the last one ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def runs_of(ordered: npt.NDArray[np.generic]) -> Ints:
    """Where runs of equal values start, and where the last one ends."""
    new = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return np.concatenate([np.zeros(min(1, len(ordered)), np.int64), new, [len(ordered)]])


def slices(starts: Ints, lengths: Ints) -> Ints:
    """The numbers `start` to `start + length` (exclusive) of every run, one after the other."""
    before = np.cumsum(lengths) - lengths
    found: Ints = np.repeat(starts - before, lengths)
    found += np.arange(len(found))
    return found


def taken(numbers: Numbers, starts: Ints, lengths: Ints) -> Numbers:
    """What stands in `numbers` where `slices` tells."""
    ends = starts_of(lengths)
    found = np.empty(int(ends[-1]), np.int32)
    for at in range(0, len(starts), RUNS):
        last = min(at + RUNS, len(starts))
        places = slices(starts[at:last], lengths[at:last])
        np.take(numbers, places, out=found[ends[at] : ends[last]])
    return found


def plain(numbers: Ints) -> array[int]:
    """Numbers of 32 bits as those of Python, each made when it is asked for."""
    return array("i", numbers.astype(np.intc).tobytes())
