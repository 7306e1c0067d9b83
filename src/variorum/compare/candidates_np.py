"""`near_pairs` for many texts: the same keys and the same judge on numpy arrays.

Words become numbers through a dict; texts are slices of one array of numbers; keys are
sorted, and the texts that share a key are paired block by block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

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

Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]
Number = TypeVar("Number", np.int64, np.uint64, np.int32, np.uint32)

# Texts and pairs that are looked at together, so that memory does not grow with their number;
# fewer where each takes an array of its words.
BLOCK = 50_000
FEW = 2_000


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
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
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
    ranked, size = _ranks(words)
    bag, bag_ends = _bags(ranked, ends, size)
    documents = np.bincount(bag, minlength=size)
    cap = cap_of(texts)
    pairs = _met(_paired(_keys(bag, bag_ends, documents, size), texts, cap), MEET)
    if said is not None:
        code = said.keys * texts + said.owners
        code.sort()
        whole = _met(_paired(once(code), texts, cap), 1)
        pairs = np.concatenate([pairs, whole])
        pairs.sort()
        pairs = once(pairs)
    apart = np.stack([pairs >> np.uint64(32), pairs & np.uint64(0xFFFFFFFF)], axis=1)
    weight = np.log((texts + 50) / np.maximum(documents, 1))
    return _judged(_dice(apart.astype(np.int64), bag, bag_ends, weight, size), ranked, ends, alike)


def once(ordered: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Each of the numbers, which are in order; `np.unique` takes forty times as long."""
    new = np.concatenate([np.ones(min(1, len(ordered)), bool), ordered[1:] != ordered[:-1]])
    found: npt.NDArray[Number] = ordered[new]
    return found


def slices(starts: Ints, lengths: Ints) -> Ints:
    """The numbers `start` to `start + length` (exclusive) of every run, one after the other."""
    before = np.cumsum(lengths) - lengths
    found: Ints = np.repeat(starts - before, lengths)
    found += np.arange(len(found))
    return found


def _ranks(words: Numbers) -> tuple[Numbers, int]:
    """The words as ranks of rarity: 0 is the rarest, of equals the smallest; and how many differ."""
    occurrences = np.bincount(words)
    here = np.flatnonzero(occurrences)
    rank = np.empty(len(occurrences), np.int32)
    rank[here[np.argsort(occurrences[here], kind="stable")]] = np.arange(len(here))
    return rank[words], len(here)


def _bags(ranked: Numbers, ends: Ints, size: int) -> tuple[Numbers, Ints]:
    """Distinct words of every text, rarest first, and where each text's words begin."""
    bags: list[Numbers] = []
    lengths: list[Ints] = []
    texts = len(ends) - 1
    # A text and a word make one number, of 32 bits: sorting larger ones takes twice as long.
    step = min(BLOCK, (1 << 32) // size)
    for first in range(0, texts, step):
        last = min(first + step, texts)
        own = np.arange(last - first, dtype=np.uint32) * np.uint32(size)
        code = np.repeat(own, np.diff(ends[first : last + 1]))
        code += ranked[ends[first] : ends[last]].view(np.uint32)
        code.sort()
        code = once(code)
        starts = np.append(np.searchsorted(code, own), len(code))
        code -= np.repeat(own, np.diff(starts))
        bags.append(code.view(np.int32))
        lengths.append(np.diff(starts))
    return np.concatenate(bags), np.concatenate([[0], np.cumsum(np.concatenate(lengths))])


def _keys(bag: Numbers, ends: Ints, documents: Ints, size: int) -> Ints:
    """The pairs of each text's rarest words, each with the text that owns it in one number, in order.

    Those of a million words and seven million texts fit into such a number.
    """
    texts = len(ends) - 1
    shared = documents[bag] > 1
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(shared)])[ends]
    bag = bag[shared]
    if not len(bag):
        return np.empty(0, np.int64)
    count = np.minimum(np.diff(ends), RARE)
    total = int((count * (count - 1) // 2).sum())
    bits = max(16, (2 * total).bit_length())
    # Made twice: all at once they are many times as large as the texts.
    again = _often((key for key, _ in _made(bag, ends, count, size)), bits)
    codes: list[Ints] = [np.empty(0, np.int64)]
    for key, owner in _made(bag, ends, count, size):
        often = again[_slots(key, bits)]
        codes.append(key[often] * texts + owner[often])
    found = np.concatenate(codes)
    found.sort()
    return found


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
    last = np.zeros(1 << bits, np.int32)
    again = np.zeros(1 << bits, bool)
    at = 1
    for key in keys:
        place = _slots(key, bits)
        numbers = np.arange(at, at + len(key), dtype=np.int32)
        twice = last[place] > 0
        last[place] = numbers
        twice |= last[place] != numbers
        again[place[twice]] = True
        at += len(key)
    return again


def _slots(key: Ints, bits: int) -> Ints:
    """Hashes of so many bits."""
    slot = key.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    slot >>= np.uint64(64 - bits)
    return slot.view(np.int64)


def _paired(owned: Ints, texts: int, cap: int) -> Codes:
    """All pairs of owners of a key that 2 to `cap` of them share, as codes (first, other).

    `owned` has keys and owners in one number, in order.
    """
    if not len(owned):
        return np.empty(0, np.uint64)
    key = owned // texts
    owner = (owned - key * texts).astype(np.int32)
    del owned
    start = np.flatnonzero(np.concatenate([np.ones(1, bool), key[1:] != key[:-1]]))
    size = np.diff(np.concatenate([start, [len(key)]]))
    del key
    few = (size > 1) & (size <= cap)
    start, size = start[few], size[few]
    found = np.empty(int((size * (size - 1) // 2).sum()), np.uint64)
    at = 0
    for n in np.flatnonzero(np.bincount(size)):
        i, j = np.triu_indices(int(n), 1)
        first = start[size == n]
        step = max(1, BLOCK // len(i))  # all at once they are several times as large as the pairs
        for begin in range(0, len(first), step):
            rows = owner[first[begin : begin + step][:, None] + np.arange(n)]
            codes = rows[:, i].astype(np.uint64)
            codes <<= np.uint64(32)
            codes |= rows[:, j].astype(np.uint64)
            found[at : at + codes.size] = codes.ravel()
            at += codes.size
    return found


def _met(codes: Codes, times: int) -> Codes:
    """The pairs of different texts that meet so often, each once, in order."""
    codes.sort()
    first = np.concatenate([np.ones(min(1, len(codes)), bool), codes[1:] != codes[:-1]])
    most = max(0, len(codes) - times + 1)
    codes = codes[:most][first[:most] & (codes[times - 1 :] == codes[:most])]
    different: Codes = codes[codes >> np.uint64(32) != codes & np.uint64(0xFFFFFFFF)]
    return different


def _dice(pairs: Ints, bag: Numbers, ends: Ints, weight: npt.NDArray[Any], size: int) -> Ints:
    """The pairs whose rare words agree.  `bag` and text together are sorted: a word is looked up."""
    length = np.diff(ends)
    code = np.repeat(np.arange(len(length)) * size, length)
    code += bag
    total = np.empty(len(length))
    for at in range(0, len(total), BLOCK):
        own = length[at : at + BLOCK]
        weights = weight[bag[ends[at] : ends[at + len(own)]]]
        total[at : at + BLOCK] = np.bincount(np.repeat(np.arange(len(own)), own), weights, len(own))
    kept: list[Ints] = [np.empty((0, 2), np.int64)]
    for at in range(0, len(pairs), FEW):
        block = pairs[at : at + FEW]
        swap = length[block[:, 0]] > length[block[:, 1]]
        small = np.where(swap, block[:, 1], block[:, 0])
        large = np.where(swap, block[:, 0], block[:, 1])
        n = length[small]
        which = np.repeat(np.arange(len(block)), n)
        inside = slices(ends[small], n)
        word = bag[inside]
        wanted = large[which] * size + word
        place = np.minimum(np.searchsorted(code, wanted), len(code) - 1)
        both = np.bincount(
            which, weights=np.where(code[place] == wanted, weight[word], 0.0), minlength=len(block)
        )
        kept.append(block[2 * both >= DICE * (total[block[:, 0]] + total[block[:, 1]])])
    return np.concatenate(kept)


def _judged(
    pairs: Ints, ranked: Numbers, ends: Ints, alike: float
) -> list[Near]:  # fmt: skip
    """The pairs of which few words were edited.  A word becomes one character for rapidfuzz."""
    from rapidfuzz import process
    from rapidfuzz.distance import Indel, Levenshtein

    points = ranked.astype("<u4") + 0x100
    points[points >= 0xD800] += 0x800  # no surrogates
    if len(points) and points.max() > 0x10FFFF:
        raise OverflowError("more than a million different words in one system")
    found: list[Near] = []
    for at in range(0, len(pairs), BLOCK):
        block = pairs[at : at + BLOCK]
        used = once(np.sort(block, axis=None)).tolist()
        text = {k: points[ends[k] : ends[k + 1]].tobytes().decode("utf-32-le") for k in used}
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
