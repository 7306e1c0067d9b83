"""Which sentences of two readings answer each other.

Equal sentences are anchors; between two anchors, sentences are paired in order so that
the sum of their similarities is highest.  A sentence that was split, or two that were
joined, are one group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from variorum.compare.reading import Reading

# Below this share of common words, two sentences do not answer each other.
ALIKE = 0.34
# Beyond this many pairs of sentences between two anchors, only equal ones are paired.
MOST = 40_000
# Beyond this many pairs of sentences in all, no anchors are looked for.
MOST_ANCHORS = 100_000_000


Forms = Sequence[tuple[str, ...]]


class Group(NamedTuple):
    """Sentences `first` to `last` (exclusive) answer sentences `other_first` to `other_last`."""

    first: int
    last: int
    other_first: int
    other_last: int


def similarity(forms: Sequence[str], other: Sequence[str]) -> float:
    """Share of words that two sequences have in common, in order: 0 to 1."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_similarity(forms, other))


def align(a: Reading, b: Reading) -> list[Group]:
    """Groups in the order of both readings; a sentence without an answer has an empty other side."""
    if len(a.sentences) == 1 == len(b.sentences):
        return [Group(0, 1, 0, 1)]
    return align_forms(_sentence_forms(a), _sentence_forms(b))


def align_forms(ours: Forms, theirs: Forms) -> list[Group]:
    """The same for any two sequences of texts (sentences, passages), given as words."""
    groups: list[Group] = []
    at = other_at = 0
    for start, other_start, size in _anchors(ours, theirs):
        groups += _between(ours, theirs, at, start, other_at, other_start)
        groups += [
            Group(start + k, start + k + 1, other_start + k, other_start + k + 1)
            for k in range(size)
        ]
        at, other_at = start + size, other_start + size
    groups += _between(ours, theirs, at, len(ours), other_at, len(theirs))
    return groups


def _sentence_forms(reading: Reading) -> Forms:
    return [reading.forms[s.first : s.last] for s in reading.sentences]


def _anchors(ours: Forms, theirs: Forms) -> list[tuple[int, int, int]]:
    """Runs of equal sentences in the order of both: first sentence here, there, and how many."""
    from rapidfuzz.distance import Indel

    if len(ours) * len(theirs) > MOST_ANCHORS:
        return []
    ids: dict[tuple[str, ...], int] = {}
    a = [ids.setdefault(s, len(ids)) for s in ours]
    b = [ids.setdefault(s, len(ids)) for s in theirs]
    return [
        (op.src_start, op.dest_start, op.src_end - op.src_start)
        for op in Indel.opcodes(a, b)
        if op.tag == "equal"
    ]


def _between(
    ours: Forms,
    theirs: Forms,
    at: int,
    end: int,
    other_at: int,
    other_end: int,
) -> list[Group]:
    """Pair the sentences between two anchors."""
    n, m = end - at, other_end - other_at
    if not n or not m:
        return [Group(at, end, other_at, other_end)] if n or m else []
    if n == 1 == m:
        return [Group(at, end, other_at, other_end)]
    if n * m > MOST:
        return [Group(at, end, other_at, other_end)]
    alike = [[similarity(ours[at + i], theirs[other_at + j]) for j in range(m)] for i in range(n)]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if alike[i][j] >= ALIKE:
                best[i][j] = max(best[i][j], best[i + 1][j + 1] + alike[i][j])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < n and j < m:
        if alike[i][j] >= ALIKE and best[i][j] == best[i + 1][j + 1] + alike[i][j]:
            pairs.append((at + i, other_at + j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return _grow(ours, theirs, pairs, (at, end, other_at, other_end))


def _grow(
    ours: Forms,
    theirs: Forms,
    pairs: list[tuple[int, int]],
    bounds: tuple[int, int, int, int],
) -> list[Group]:
    """Let a pair take in its unpaired neighbours where that makes it more alike."""
    at, end, other_at, other_end = bounds
    groups: list[Group] = []
    for k, (i, j) in enumerate(pairs):
        group = Group(i, i + 1, j, j + 1)
        low, other_low = (groups[-1].last, groups[-1].other_last) if groups else (at, other_at)
        high, other_high = pairs[k + 1] if k + 1 < len(pairs) else (end, other_end)
        while True:
            wider = [
                w
                for w in (
                    group._replace(first=group.first - 1),
                    group._replace(last=group.last + 1),
                    group._replace(other_first=group.other_first - 1),
                    group._replace(other_last=group.other_last + 1),
                )
                if w.first >= low and w.last <= high
                if w.other_first >= other_low and w.other_last <= other_high
            ]
            now = _alike(ours, theirs, group)
            value, grown = max(((_alike(ours, theirs, w), w) for w in wider), default=(0.0, group))
            if value <= now + 0.05:
                break
            group = grown
        groups.append(group)
    found: list[Group] = []
    for group in [*groups, Group(end, end, other_end, other_end)]:
        if group.first > at or group.other_first > other_at:
            found.append(Group(at, group.first, other_at, group.other_first))
        if group.last > group.first:
            found.append(group)
        at, other_at = group.last, group.other_last
    return found


def _alike(ours: Forms, theirs: Forms, group: Group) -> float:
    left = [form for s in ours[group.first : group.last] for form in s]
    right = [form for s in theirs[group.other_first : group.other_last] for form in s]
    return similarity(left, right)
