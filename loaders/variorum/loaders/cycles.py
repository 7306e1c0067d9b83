"""Titles that come back in the same order under one heading after another.

*Movement, shooting, assault, morale* under every unit type: a pair of neighbouring titles that
recurs makes both of them part of a cycle.  A title of the cycle that comes again opens the next
round, whose owner is the heading just before it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a cycle: indexes of its owner (null at the top) and of its members."""

    owner: int | None
    members: tuple[int, ...]


def find_rounds(titles: Sequence[str]) -> list[Round]:
    """The rounds among `titles` (folded, without articles), in order."""
    pairs = Counter(itertools.pairwise(titles))
    cyclic = {t for (a, b), n in pairs.items() if n > 1 and a != b for t in (a, b)}
    rounds: list[Round] = []
    members: list[int] = []
    owner: int | None = None
    seen: set[str] = set()

    def close() -> None:
        if members:
            rounds.append(Round(owner, tuple(members)))

    for i, title in enumerate(titles):
        if title not in cyclic:
            continue
        if title in seen or not members or _another_owner(titles, cyclic, members[-1], i):
            close()
            members, seen = [], set()
            owner = i - 1 if i else None
        members.append(i)
        seen.add(title)
    close()
    return rounds


def _another_owner(titles: Sequence[str], cyclic: set[str], last: int, i: int) -> bool:
    """Whether so many other headings stand between that the round is over."""
    return sum(t not in cyclic for t in titles[last + 1 : i]) > 6
