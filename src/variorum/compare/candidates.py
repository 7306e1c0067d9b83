"""Which pairs of texts are worth comparing: rare words as keys, no loop over all pairs.

The words of a text are put in order of rarity; the pairs of its rarest words are its keys.
Two texts that meet in at least three keys, or in a whole sentence, are candidates: two
texts that keep three of their rare words always meet.  Candidates are judged by their
words: idf-weighted Dice, then words edited.  (Design and figures: a bench that compared
it with MinHash, SimHash and sorted neighbourhoods.)

`near_pairs` takes the plain way for few texts, so that numpy need not be imported, and
the vectorised way of `candidates_np` for many; both give the same pairs.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

Words = Sequence[str]

RARE = 8  # words of a text that make keys
MEET = 3  # keys two texts must share
MANY = 1_000  # texts from which the vectorised way is the faster one, with the import of numpy
SOME = 100  # the same where numpy is there already
DICE = 0.5  # least share of rare words in common
EDITS = 7  # most words edited
SHARE = 0.34  # most of the words edited
ALIKE = 0.7  # from this similarity on, any number of words may be edited ...
LONG = 50  # ... of texts of so many words: shorter ones are alike by their form alone
INSIDE = 0.4  # a text contained in another must be this much of it


class Near(NamedTuple):
    """Texts `first` and `other` (`first` < `other`) are alike; `similarity` 0 to 1 by words."""

    first: int
    other: int
    similarity: float


def cap_of(count: int) -> int:
    """A key that more texts share than this says nothing."""
    return max(24, int(count**0.5 / 16))


def near_pairs(
    texts: Sequence[Words],
    sentences: Sequence[Sequence[int]] = (),
    *,
    alike: float = ALIKE,
    vectorised: bool | None = None,
) -> list[Near]:
    """Pairs of distinct texts (sequences of words) that are copies but for a few words.

    `sentences` gives, for each text, the numbers of its whole sentences (equal sentences have
    equal numbers), which are keys as well; texts of similarity `alike` or more are near
    however many words were edited.  Sorted by position; texts that are equal are not reported.
    """
    if vectorised is None:
        vectorised = len(texts) > (SOME if "numpy" in sys.modules else MANY)
    if vectorised:
        from variorum.compare.candidates_np import near_pairs_np

        return near_pairs_np(texts, sentences, alike)
    return list(_judged(texts, _candidates(texts, sentences), alike))


def _candidates(
    texts: Sequence[Words], sentences: Sequence[Sequence[int]]
) -> list[tuple[int, int]]:
    occurrences: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    for words in texts:
        occurrences.update(words)
        documents.update(set(words))
    order = {w: k for k, w in enumerate(sorted(occurrences, key=lambda w: (occurrences[w], w)))}
    keys: dict[tuple[str, str] | int, list[int]] = {}
    for at, words in enumerate(texts):
        shared = sorted((w for w in set(words) if documents[w] > 1), key=order.__getitem__)
        for pair in combinations(shared[:RARE], 2):
            keys.setdefault(pair, []).append(at)
    met: Counter[tuple[int, int]] = Counter()
    cap = cap_of(len(texts))
    for owners in keys.values():
        if 1 < len(owners) <= cap:
            met.update(combinations(owners, 2))
    whole: dict[int, list[int]] = {}
    for at, hashes in enumerate(sentences):
        for key in dict.fromkeys(hashes):
            whole.setdefault(key, []).append(at)
    for owners in whole.values():
        if 1 < len(owners) <= cap:
            for both in combinations(owners, 2):
                met[both] += MEET
    return sorted(both for both, times in met.items() if times >= MEET)


def _judged(texts: Sequence[Words], pairs: list[tuple[int, int]], alike: float) -> Iterator[Near]:
    from rapidfuzz.distance import Indel, Levenshtein

    documents: Counter[str] = Counter()
    for words in texts:
        documents.update(set(words))
    count = len(texts)
    weight = {w: math.log((count + 50) / n) for w, n in documents.items()}
    bags = [set(words) for words in texts]
    total = [sum(weight[w] for w in sorted(bag)) for bag in bags]
    for i, j in pairs:
        if list(texts[i]) == list(texts[j]):
            continue
        both = sum(weight[w] for w in sorted(bags[i] & bags[j]))
        if 2 * both < DICE * (total[i] + total[j]):
            continue
        n, m = len(texts[i]), len(texts[j])
        least, most = min(n, m), max(n, m)
        edits = Levenshtein.distance(texts[i], texts[j], score_cutoff=EDITS + 1)
        indel = Indel.distance(texts[i], texts[j])
        common = (n + m - indel) // 2
        similarity = 1 - indel / (n + m)
        few = edits <= min(EDITS, SHARE * most)
        if (
            few
            or (similarity >= alike and least >= LONG)
            or (least - common <= 2 and least >= INSIDE * most)
        ):
            yield Near(i, j, round(similarity, 4))
