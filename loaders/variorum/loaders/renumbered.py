"""Rules that editions of one text give other numbers: what their numbers tell elsewhere.

A rule that has nothing but a number for a name is known by it, until an edition puts a rule before
it.  So where rules that say the same have other numbers in two editions, texts decide: the same
ones first, then, between two of these, those that are nearly the same, then equal numbers whose
texts have something in common.  What is left is told by one edition alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .alias import Titles
from .series import number_at
from .systems import Member
from .titles import folded, identity

# Texts that share so much of their words are one rule, reworded; under one number less will do.
SAME = 0.6
AKIN = 0.3
# So many rules are looked at for one of them between two that say the same.
MOST_BETWEEN = 60
_NUMBERS = re.compile(r"\d+(?:\.\d+)*[a-z]?")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class _Rule:
    """A rule without a name: the number of its draft, its own, what it says but for the numbers in
    it, and what it is told apart by."""

    draft: int
    number: str
    text: str
    identity: str
    words: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.words = frozenset(_WORD.findall(self.text))


def renumbered(members: Sequence[Member], titles: Titles) -> dict[tuple[str, int], str]:
    """What each rule (source, draft) that has only a number is told apart by, in sources that give
    rules other numbers than a source before them; nothing where all numbers agree."""
    found: dict[tuple[str, int], str] = {}
    known: list[_Rule] = []
    for member in members if len(members) > 1 else ():
        own = list(_rules(member, titles))
        pairs = _pairs(known, own)
        if any(known[a].number != own[b].number for b, a in pairs.items()):
            taken = {rule.identity for rule in known}
            for n, rule in enumerate(own):
                if n in pairs:
                    rule.identity = known[pairs[n]].identity
                elif rule.identity in taken:
                    rule.identity = f"{rule.number} {rule.text}"
                found[member.source, rule.draft] = rule.identity
        known = _together(known, own, pairs)
    return found


def _rules(member: Member, titles: Titles) -> Iterator[_Rule]:
    for n, (draft, title) in enumerate(
        zip(member.parsed.drafts, titles[member.source], strict=True)
    ):
        if title is None or not draft.title or not draft.title[-1:].isalnum():
            continue
        number = number_at(f"{draft.title} x")
        if number is not None and number.close == len(draft.title) and draft.passages:
            said = folded("\n".join(p.text for p in draft.passages))
            yield _Rule(n, draft.title, _NUMBERS.sub("0", said), identity(title.name, member.lang))


def _pairs(known: Sequence[_Rule], own: Sequence[_Rule]) -> dict[int, int]:
    """Which of the `known` rules each of `own` is."""
    here, there = Counter(r.text for r in own), Counter(r.text for r in known)
    at = {r.text: n for n, r in enumerate(known)}
    pairs = {n: at[r.text] for n, r in enumerate(own) if here[r.text] == 1 == there.get(r.text, 0)}
    free = set(range(len(known))) - set(pairs.values())
    after = _next(pairs, len(own), len(known))
    last = -1
    for n, rule in enumerate(own):
        if n in pairs:
            last = pairs[n]
            continue
        between = [k for k in range(last + 1, min(after[n], last + 1 + MOST_BETWEEN)) if k in free]
        likest = max(
            between,
            key=lambda k: (_likeness(rule, known[k]), known[k].number == rule.number, -k),
            default=None,
        )
        if likest is not None and _likeness(rule, known[likest]) >= SAME:
            pairs[n] = last = likest
            free.discard(likest)
    numbered = {known[k].number: k for k in sorted(free)}
    for n, rule in enumerate(own):
        k = numbered.get(rule.number) if n not in pairs else None
        if k is not None and k in free and _likeness(rule, known[k]) >= AKIN:
            pairs[n] = k
            free.discard(k)
    return pairs


def _next(pairs: Mapping[int, int], here: int, there: int) -> list[int]:
    """For each of `here` rules which of the others the next one is that has a pair."""
    found = [there] * here
    for n in reversed(range(here - 1)):
        found[n] = pairs.get(n + 1, found[n + 1])
    return found


def _likeness(one: _Rule, other: _Rule) -> float:
    both = len(one.words & other.words)
    return both / (len(one.words) + len(other.words) - both) if both else 0.0


def _together(
    known: Sequence[_Rule], own: Sequence[_Rule], pairs: Mapping[int, int]
) -> list[_Rule]:
    """The rules of both, those that are new behind the one that they follow."""
    behind: dict[int, list[_Rule]] = {}
    last = -1
    for n, rule in enumerate(own):
        if n in pairs:
            last = pairs[n]
        else:
            behind.setdefault(last, []).append(rule)
    found = list(behind.get(-1, ()))
    for n, rule in enumerate(known):
        found += [rule, *behind.get(n, ())]
    return found
