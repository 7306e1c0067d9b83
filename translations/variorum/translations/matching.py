"""Which old text a new text comes from.

Pairs come from the key that two texts share and from an index of word pairs, rare ones
first, so the cost is linear in the number of texts; the pairs are then given out best first,
each old text once.  The measures are the share of words in common in their order (Indel) and
the share of words in common weighted by rarity, so that phrases which a whole book repeats
prove nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rapidfuzz.distance import Indel

# Scripts without spaces are cut into characters.
_WORD = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
_MARKS = '.,;:!?…()[]«»„”“"’'
SAMPLE = 2000  # texts that tell which words are common
FEW = 6  # with fewer words than this, letters count and not words
REPEATED = 50  # a word pair in more old texts than this says nothing
TRIED = 6  # old texts that are compared with a new one, of those that share most rare pairs
MANY = 400  # pairs under one key that are all tried
KEY_BONUS = 0.2
GONE_PENALTY = 0.05  # for an old text that was gone before: its successor may be there
UNSEEN = 10  # a word of none of n texts is taken for one of n + 10: in few texts all prove much
RAREST = 8  # words by which a near copy is found; half of them at least it must have
PART_WORDS = 8  # a shorter text may be a part of another by chance
PART_SHARE = 0.9
SURE = 0.75  # so alike under one key, two texts need no further search
# Least shares: words in order, words by rarity; for short texts letters.
SAME_KEY = (0.4, 0.25, 0.65)
OTHER_KEY = (0.5, 0.4, 0.85)
STILL_THERE = (0.8, 0.75, 0.9)
NEAR = (0.65, 0.6, 0.85)  # for a suggestion, which a person reads beside the text it was made for


@dataclass(slots=True)
class Text:
    """One text with its key (null: it has none); `gone` says that it was obsolete before."""

    key: str | None
    text: str
    gone: bool = False
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = words(self.text)


def words(text: str) -> list[str]:
    """The words of a text for comparison: without case, punctuation and spaces."""
    return _WORD.findall(text.casefold())


@dataclass(frozen=True, slots=True)
class Rarity:
    """How much a word proves: `weight` of words by the number of texts that have them."""

    counts: Counter[str]
    texts: int

    def count(self, token: str) -> int:
        """How often the most frequent word of what stands between two spaces was seen."""
        return max((self.counts.get(word, 0) for word in words(token)), default=self.texts)

    def weight(self, counted: Counter[str]) -> float:
        total, of = math.log(self.texts + UNSEEN), self.counts
        return sum(n * (total - math.log(of.get(word, 0) + 1)) for word, n in counted.items())


def rarity(texts: Sequence[str]) -> Rarity:
    """The rarity of words in a sample of `texts`, taken evenly."""
    sample = texts[:: max(1, len(texts) // SAMPLE)]
    counts: Counter[str] = Counter()
    for text in sample:
        counts.update(set(words(text)))
    return Rarity(counts, len(sample))


def likeness(old: Text, new: Text, least: tuple[float, float, float], rare: Rarity) -> float:
    """How alike two texts are, from 0 to 1; 0 where one of the `least` shares is missed."""
    in_order, by_rarity, letters = least
    if min(len(old.words), len(new.words)) < FEW:
        if old.words == new.words:
            return 1.0
        score = Indel.normalized_similarity(
            old.text.casefold(), new.text.casefold(), score_cutoff=letters
        )
        # Letters alone are alike by chance: one word at least must be the same.
        return score if set(old.words) & set(new.words) or letters <= score - 0.2 else 0.0
    order = Indel.normalized_similarity(old.words, new.words, score_cutoff=in_order)
    if not order:
        return 0.0
    ours, theirs = Counter(old.words), Counter(new.words)
    whole = rare.weight(ours) + rare.weight(theirs)
    share = 2 * rare.weight(ours & theirs) / whole if whole else 1.0
    return (order + share) / 2 if share >= by_rarity else 0.0


def is_part(old: Text, new: Text) -> bool:
    """Whether the new text is little but a part of the old one, or the other way round."""
    least = min(len(old.words), len(new.words))
    if least < PART_WORDS or max(len(old.words), len(new.words)) * 0.75 < least:
        return False
    together = len(old.words) + len(new.words)
    common = Indel.normalized_similarity(old.words, new.words) * together / 2
    return common >= PART_SHARE * least


def match(old: Sequence[Text], new: Sequence[Text], rare: Rarity) -> dict[int, int]:
    """For new texts the old text that each comes from, as indexes.

    Each old text once, but where its entry was divided: then each part comes from it.

    `old` are texts that are no longer where they were, `new` those that were not there.
    """
    scored: dict[tuple[int, int], float] = {}
    sure: set[int] = set()
    parts: set[tuple[int, int]] = set()
    for i, j in _by_key(old, new):
        score = likeness(old[i], new[j], SAME_KEY, rare)
        if is_part(old[i], new[j]):
            parts.add((j, i))
            score = max(score, SURE)
        if score:
            scored[j, i] = score + KEY_BONUS - GONE_PENALTY * old[i].gone
            if score >= SURE and not old[i].gone:
                sure.add(j)
    # Where the key and most words speak for one text, no other needs to be looked for.
    open_ = [j for j in range(len(new)) if j not in sure]
    unsure = [new[j] for j in open_]
    pairs = (*_by_words(old, unsure), *near_pairs((text.words for text in old), unsure))
    for k, i in pairs:
        j = open_[k]
        if (j, i) not in scored:
            score = likeness(old[i], new[j], OTHER_KEY, rare)
            if score:
                scored[j, i] = score - GONE_PENALTY * old[i].gone
    found: dict[int, int] = {}
    taken: set[int] = set()

    def rank(pair: tuple[int, int]) -> tuple[float, bool, tuple[int, int]]:
        return -scored[pair], old[pair[1]].key != new[pair[0]].key, pair

    for j, i in sorted(scored, key=rank):
        if j not in found and (i not in taken or (j, i) in parts):
            found[j] = i
            if (j, i) not in parts:
                taken.add(i)
    return found


def match_copies(old: Iterable[str], new: Sequence[Text], rare: Rarity) -> dict[int, int]:
    """For new texts the place of a text in `old` that is nearly the same, if there is one.

    `old`, the texts that are still there, can be many: they are looked through once, for the
    rarest words of the new ones, of which a near copy has most.
    """
    hits: dict[str, list[int]] = {}
    for j, text in enumerate(new):
        # Cut at spaces only, which is several times faster and good enough to find them.
        own = sorted(set(text.text.casefold().split()))
        for word in sorted(own, key=rare.count)[:RAREST]:
            hits.setdefault(word, []).append(j)
    wanted = hits.keys()
    best: dict[int, tuple[float, int]] = {}
    for i, there in enumerate(old):
        shared = wanted & set(there.casefold().split())
        if len(shared) * 2 < RAREST:
            continue
        votes: dict[int, int] = {}
        for word in shared:
            for j in hits[word]:
                votes[j] = votes.get(j, 0) + 1
        for j, count in votes.items():
            if count * 2 >= RAREST:
                score = likeness(Text(None, there), new[j], STILL_THERE, rare)
                if score > best.get(j, (0.0, 0))[0]:
                    best[j] = (score, i)
    return {j: i for j, (_, i) in sorted(best.items())}


def _by_key(old: Sequence[Text], new: Sequence[Text]) -> Iterable[tuple[int, int]]:
    """Pairs (old, new) under one key; where there are too many, the index must do."""
    members: dict[str, tuple[list[int], list[int]]] = {}
    for side, texts in enumerate((old, new)):
        for at, text in enumerate(texts):
            if text.key is not None:
                members.setdefault(text.key, ([], []))[side].append(at)
    for ours, theirs in members.values():
        if len(ours) * len(theirs) <= MANY:
            yield from ((i, j) for i in ours for j in theirs)


def _by_words(old: Sequence[Text], new: Sequence[Text]) -> Iterable[tuple[int, int]]:
    """Pairs (new, old) of the same words: other punctuation, case or spaces at most.

    Of several old texts it is the first under the same key, or none, before the first of all.
    """
    same: dict[tuple[str, ...], int] = {}
    here: dict[tuple[str | None, tuple[str, ...]], int] = {}
    for i, text in enumerate(old):
        if text.words:
            same.setdefault(tuple(text.words), i)
            here.setdefault((text.key, tuple(text.words)), i)
    for j, text in enumerate(new):
        own = tuple(text.words)
        at = here.get((text.key, own), same.get(own))
        if at is not None:
            yield j, at


def near_pairs(old: Iterable[list[str]], new: Sequence[Text]) -> Iterable[tuple[int, int]]:
    """Pairs (new, old) that share rare pairs of words, the best few of each new text.

    `old` are the words of each old text.
    """
    hits: dict[tuple[str, str], list[int] | None] = {}
    for text in new:
        hits.update(dict.fromkeys(pairwise(text.words)))
    for i, own in enumerate(old):
        for pair in hits.keys() & set(pairwise(own)):
            places = hits[pair]
            if places is None:
                hits[pair] = [i]
            else:
                places.append(i)
    for j, text in enumerate(new):
        votes: dict[int, float] = {}
        for pair in dict.fromkeys(pairwise(text.words)):
            places = hits[pair]
            if places and len(places) <= REPEATED:
                for i in places:
                    votes[i] = votes.get(i, 0.0) + 1 / len(places)
        for i in sorted(votes, key=lambda at: (-votes[at], at))[:TRIED]:
            yield j, i
