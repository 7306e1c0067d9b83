"""`near_pairs` for many texts: the same keys and the same judge on numpy arrays.

Words become numbers through a dict; texts are slices of one array of numbers; keys are
sorted, and the texts that share a key are paired block by block.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from variorum.compare.arrays import (
    RUNS,
    Codes,
    Ints,
    Numbers,
    blocks,
    occurrences,
    once,
    runs_of,
    slices,
    starts_of,
    twice,
)
from variorum.compare.candidates import (
    DICE,
    EDITS,
    INSIDE,
    LONG,
    MEET,
    RARE,
    SHARE,
    Near,
    Words,
    cap_of,
)

# Pairs that are looked at together, so that memory does not grow with their number.
BLOCK = 50_000
PAIRS_OF_A_TEXT, MOST_PARTS = 4, 8


class Sentences(NamedTuple):
    """Keys of whole sentences, equal for equal ones, and the texts that own them."""

    keys: Ints
    owners: Ints


def near_pairs_np(
    texts: Sequence[Words], sentences: Sequence[Sequence[int]], alike: float
) -> list[Near]:
    """See `candidates.near_pairs`."""
    ids = dict(zip(sorted(set(chain.from_iterable(texts))), count(), strict=False))
    words = np.fromiter(map(ids.__getitem__, chain.from_iterable(texts)), np.int32)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    ends = starts_of(lengths)
    said = None
    if sentences:
        own = np.repeat(np.arange(len(sentences)), np.fromiter(map(len, sentences), np.int64))
        keys = np.fromiter(chain.from_iterable(sentences), np.int64, len(own))
        said = Sentences(np.unique(keys, return_inverse=True)[1], own)
    return alike_pairs(words, ends, said, alike)


def alike_pairs(words: Numbers, ends: Ints, said: Sentences | None, alike: float) -> list[Near]:
    """`candidates.near_pairs` of texts whose words are numbers, smaller for one that sorts before.

    Text k has the words `ends[k]` to `ends[k + 1]` (exclusive); keys of sentences are small
    numbers.
    """
    if not len(words):
        return []
    texts = len(ends) - 1
    rank, size = _ranks(words)
    bag, bag_ends = _bags(words, rank, ends, size)
    documents = occurrences(bag, size)
    cap = cap_of(texts)
    pairs = _met(_keys(bag, bag_ends, documents, size), texts, cap, MEET)
    if said is not None:
        code = said.keys * texts + said.owners
        code.sort()
        whole = _met(once(code), texts, cap, 1)
        pairs = np.concatenate([pairs, whole])
        pairs.sort()
        pairs = once(pairs)
    apart = np.stack([pairs >> np.uint64(32), pairs & np.uint64(0xFFFFFFFF)], axis=1)
    weight = np.log((texts + 50) / np.maximum(documents, 1))
    near = _dice(apart.astype(np.int64), bag, bag_ends, weight, size)
    del bag, bag_ends, pairs, apart
    return _judged(near, words, rank, ends, alike)


def _ranks(words: Numbers) -> tuple[Numbers, int]:
    """Of each word its rank of rarity, 0 for the rarest, of equals the smallest; and how many differ."""
    times = occurrences(words)
    here = np.flatnonzero(times)
    rank = np.zeros(len(times), np.int32)
    rank[here[np.argsort(times[here], kind="stable")]] = np.arange(len(here))
    return rank, len(here)


def _bags(words: Numbers, rank: Numbers, ends: Ints, size: int) -> tuple[Numbers, Ints]:
    """Ranks of the distinct words of every text, rarest first, and where each text's begin."""
    bags: list[Numbers] = []
    lengths: list[Ints] = []
    texts = len(ends) - 1
    # A text and a word make one number, of 32 bits: sorting larger ones takes twice as long.
    step = min(RUNS, (1 << 32) // size)
    for first in range(0, texts, step):
        last = min(first + step, texts)
        own = np.arange(last - first, dtype=np.uint32) * np.uint32(size)
        code = np.repeat(own, np.diff(ends[first : last + 1]))
        code += rank[words[ends[first] : ends[last]]].view(np.uint32)
        code.sort()
        code = once(code)
        starts = np.append(np.searchsorted(code, own), len(code))
        code -= np.repeat(own, np.diff(starts))
        bags.append(code.view(np.int32))
        lengths.append(np.diff(starts))
    return np.concatenate(bags), starts_of(np.concatenate(lengths))


def _keys(bag: Numbers, ends: Ints, documents: Ints, size: int) -> Ints:
    """The pairs of each text's rarest words, each with the text that owns it in one number, in order.

    Those of a million words and seven million texts fit into such a number.
    """
    texts = len(ends) - 1
    bag, ends = _rarest(bag, ends, documents)
    if not len(bag):
        return np.empty(0, np.int64)
    count = np.diff(ends)
    total = int((count * (count - 1) // 2).sum())
    bits = min(32, max(16, (2 * total).bit_length()))
    # Made twice: all at once they are many times as large as the texts.
    again = _often((key for key, _ in _made(bag, ends, count, size)), bits)
    grown = array("q")  # pieces to be put together would lie beside what they make
    for key, owner in _made(bag, ends, count, size):
        often = again[_slots(key, bits)]
        grown.frombytes((key[often] * texts + owner[often]).tobytes())
    found = np.frombuffer(grown, np.int64)
    found.sort()
    return found


def _rarest(bag: Numbers, ends: Ints, documents: Ints) -> tuple[Numbers, Ints]:
    """Of every text the `RARE` rarest words that others have, too, and where each text's begin."""
    texts = len(ends) - 1
    found: list[Numbers] = []
    lengths: list[Ints] = []
    for at in range(0, texts, RUNS):
        own = ends[at : min(at + RUNS, texts) + 1]
        words = bag[own[0] : own[-1]]
        shared = documents[words] > 1
        before = starts_of(shared)
        starts, stops = before[own[:-1] - own[0]], before[own[1:] - own[0]]
        nth = before[:-1] - np.repeat(starts, np.diff(own))
        found.append(words[shared & (nth < RARE)])
        lengths.append(np.minimum(stops - starts, RARE))
    return np.concatenate(found), starts_of(np.concatenate(lengths))


def _made(bag: Numbers, ends: Ints, count: Ints, size: int) -> Iterator[tuple[Ints, Ints]]:
    """The keys of all texts, those of two of the rarest words at a time."""
    for j in range(1, RARE):
        owner = np.flatnonzero(count > j)
        starts = ends[owner]
        later = bag[starts + j]
        for i in range(j):
            key = bag[starts + i].astype(np.int64)
            key *= size
            key += later
            yield key, owner


def _often(keys: Iterable[Ints], bits: int) -> npt.NDArray[np.bool_]:
    """By hash whether more than one text has the key: most have not, and need no sort."""
    times = np.zeros(1 << bits, np.uint8)  # 0, 1 or more
    for key in keys:
        place = _slots(key, bits)
        times[place] = 1 + (times[place] > 0)
        place = np.sort(place.astype(np.uint32))  # sorting larger numbers takes twice as long
        times[twice(place)] = 2
    times >>= 1
    return times.view(np.bool_)


def _slots(key: Ints, bits: int) -> Ints:
    """Hashes of so many bits."""
    slot = key.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    slot >>= np.uint64(64 - bits)
    return slot.view(np.int64)


def _met(owned: Ints, texts: int, cap: int, times: int) -> Codes:
    """The pairs of different texts that share so many keys, each once, in order, as codes (first,
    other); keys that more than `cap` texts have say nothing.

    `owned` has keys and owners in one number, in order; it is used up.
    """
    owner = np.empty(len(owned), np.int32)
    for at, end in blocks(len(owned)):
        owner[at:end] = owned[at:end] % texts
    owned //= texts
    start = runs_of(owned)
    del owned
    size = np.diff(start)
    few = (size > 1) & (size <= cap)
    start, size = start[:-1][few], size[few]
    pairs = int((size * (size - 1) // 2).sum())
    # Most pairs meet less often: those of some texts are made at a time.
    parts = min(MOST_PARTS, 1 + pairs // (PAIRS_OF_A_TEXT * texts))
    found: list[Codes] = [np.empty(0, np.uint64)]
    for part in range(parts):
        first, last = (texts * n // parts << 32 for n in (part, part + 1))
        made = [
            codes[(codes >= np.uint64(first)) & (codes < np.uint64(last))]
            for codes in _pairs_of(owner, start, size)
        ]
        codes = np.sort(np.concatenate(made)) if made else found[0]
        del made
        most = max(0, len(codes) - times + 1)
        codes = once(codes[:most][codes[times - 1 :] == codes[:most]])
        found.append(codes[codes >> np.uint64(32) != codes & np.uint64(0xFFFFFFFF)])
    return np.concatenate(found)


def _pairs_of(owner: Numbers, start: Ints, size: Ints) -> Iterator[Codes]:
    """The pairs of those who stand in one run, which starts there and is so long."""
    for n in np.flatnonzero(np.bincount(size)):
        i, j = np.triu_indices(int(n), 1)
        first = start[size == n]
        step = max(1, BLOCK // len(i))
        for begin in range(0, len(first), step):
            rows = owner[first[begin : begin + step][:, None] + np.arange(n)]
            codes = rows[:, i].astype(np.uint64)
            codes <<= np.uint64(32)
            codes |= rows[:, j].astype(np.uint64)
            yield codes.ravel()


def _dice(pairs: Ints, bag: Numbers, ends: Ints, weight: npt.NDArray[Any], size: int) -> Ints:
    """The pairs whose rare words agree."""
    length = np.diff(ends)
    total = np.empty(len(length))
    for at in range(0, len(total), RUNS):
        own = length[at : at + RUNS]
        weights = weight[bag[ends[at] : ends[at + len(own)]]]
        total[at : at + RUNS] = np.bincount(np.repeat(np.arange(len(own)), own), weights, len(own))
    kept: list[Ints] = [np.empty((0, 2), np.int64)]
    for at in range(0, len(pairs), RUNS):
        block = pairs[at : at + RUNS]
        of_pair = np.arange(len(block)) * size
        said = [
            np.repeat(of_pair, length[text]) + bag[slices(ends[text], length[text])]
            for text in (block[:, 0], block[:, 1])
        ]
        # A pair and a word make one number: those that stand twice are in both texts.
        code = twice(np.sort(np.concatenate(said)))
        both = np.bincount(code // size, weights=weight[code % size], minlength=len(block))
        kept.append(block[2 * both >= DICE * (total[block[:, 0]] + total[block[:, 1]])])
    return np.concatenate(kept)


def _judged(
    pairs: Ints, words: Numbers, rank: Numbers, ends: Ints, alike: float
) -> list[Near]:  # fmt: skip
    """The pairs of which few words were edited.  A word becomes one character for rapidfuzz."""
    from rapidfuzz import process
    from rapidfuzz.distance import Indel, Levenshtein

    points = rank.astype("<u4") + 0x100
    points[points >= 0xD800] += 0x800  # no surrogates
    if len(points) and points.max() > 0x10FFFF:
        raise OverflowError("more than a million different words in one system")
    found: list[Near] = []
    for at in range(0, len(pairs), BLOCK):
        block = pairs[at : at + BLOCK]
        used = once(np.sort(block, axis=None)).tolist()
        text = {k: points[words[ends[k] : ends[k + 1]]].tobytes().decode("utf-32-le") for k in used}
        left = [text[k] for k in block[:, 0].tolist()]
        right = [text[k] for k in block[:, 1].tolist()]
        n = np.array([len(t) for t in left])
        m = np.array([len(t) for t in right])
        edits = process.cpdist(
            left, right, scorer=Levenshtein.distance, score_cutoff=EDITS + 1, dtype=np.int32
        )
        indel = process.cpdist(left, right, scorer=Indel.distance, dtype=np.int32)
        least, most = np.minimum(n, m), np.maximum(n, m)
        common = (n + m - indel) // 2
        similarity = 1 - indel / np.maximum(n + m, 1)
        near = (
            (edits <= np.minimum(EDITS, SHARE * most))
            | ((similarity >= alike) & (least >= LONG))
            | ((least - common <= 2) & (least >= INSIDE * most))
        ) & (indel > 0)
        found += [
            Near(int(i), int(j), round(float(s), 4))
            for (i, j), s in zip(block[near].tolist(), similarity[near].tolist(), strict=True)
        ]
    return found
