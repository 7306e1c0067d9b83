"""Titles that come back in the same order under one heading after another.

*Movement, shooting, assault, morale* under every unit type: a pair of neighbouring titles that
recurs makes both of them part of a cycle.  A title of the cycle that comes again, or that comes
before the last one in the order of the cycle, opens the next round, whose owner is the heading
just before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# So many other headings between two titles of a cycle end the round.
_GAP = 6


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a cycle: indexes of its owner (null at the top) and of its members."""

    owner: int | None
    members: tuple[int, ...]


def find_rounds(titles: Sequence[str], marked: Sequence[bool] = ()) -> list[Round]:
    """The rounds among `titles` (folded, without articles), in order.

    `marked` says which headings have a foreign name: where the owners have one, another such
    heading owns a round of its own, even if the round goes on where the last one stopped.
    """
    pairs = Counter(pairwise(titles))
    cyclic = {t for (a, b), n in pairs.items() if n > 1 and a != b for t in (a, b)}
    # In the order of the text: of many that follow one title only so many are asked.
    after: dict[str, dict[str, None]] = {}
    for a, b in pairs:
        if a in cyclic and b in cyclic and a != b:
            after.setdefault(a, {})[b] = None
    rounds = _rounds(titles, cyclic, after, [False] * len(titles))
    owners = [r.owner for r in rounds if r.owner is not None]
    if marked and len(owners) > 2 and sum(marked[o] for o in owners) * 3 >= len(owners) * 2:
        return _rounds(titles, cyclic, after, marked)
    return rounds


def _rounds(
    titles: Sequence[str],
    cyclic: set[str],
    after: Mapping[str, Iterable[str]],
    marked: Sequence[bool],
) -> list[Round]:
    rounds: list[Round] = []
    members: list[int] = []
    told: set[str] = set()  # the titles of the members
    owner: int | None = None
    for i, title in enumerate(titles):
        if title not in cyclic:
            continue
        last = members[-1] if members else 0
        between = range(last + 1, i)
        near = members and len(between) <= _GAP
        others = [k for k in between if marked[k]] if near else []
        if (
            not members
            or others
            or title in told
            or len(between) > _GAP
            or (between and _precedes(title, titles[last], after))
        ):
            if members:
                rounds.append(Round(owner, tuple(members)))
            members, told = [], set()
            owner = others[-1] if others else i - 1 if i else None
        members.append(i)
        told.add(title)
    if members:
        rounds.append(Round(owner, tuple(members)))
    return rounds


def _precedes(a: str, b: str, after: Mapping[str, Iterable[str]]) -> bool:
    """Whether title `a` comes before `b` in the order of the cycle, and not the other way round."""
    return _reaches(a, b, after) and not _reaches(b, a, after)


def _reaches(a: str, b: str, after: Mapping[str, Iterable[str]]) -> bool:
    seen, reached = {a}, [a]
    while reached and len(seen) < 100:
        for t in after.get(reached.pop(), ()):
            if t == b:
                return True
            if t not in seen:
                seen.add(t)
                reached.append(t)
    return False
