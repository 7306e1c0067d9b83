"""Files that speak of each other's entries by keys: who has an entry, and which files belong together.

Exports of one database lie in several files: one tells the abilities, another only says by ids
which unit has which.
"""

from __future__ import annotations

from collections.abc import Sequence

from variorum.model import Property

from .parsed import BEARER, Draft
from .systems import Member

# So many of the keys that a file names must be those of another, so that the two are of one game.
FEWEST = 3
SHARE = 0.8


def join_referring(groups: list[list[Member]], silent: Sequence[Member]) -> list[list[Member]]:
    """The groups, joined where one names the keys of another; `silent` files tell nothing else.

    Counters of two databases look alike, so a few keys in common say nothing.
    """
    waiting = [*groups, *([m] for m in silent)]
    keys = [_keys(g) for g in groups]
    above = list(range(len(waiting)))

    def find(n: int) -> int:
        while above[n] != n:
            n = above[n]
        return n

    for n, group in enumerate(waiting):
        lang = group[0].lang if n < len(groups) else None
        bearers = [b for m in group for b in m.parsed.bearers]
        for named in ({b.key for b in bearers}, {b.name for b in bearers if b.is_key}):
            shares = (
                (len(named & own), -i)
                for i, own in enumerate(keys)
                if i != n and (lang is None or groups[i][0].lang == lang)
            )
            shared, i = max(shares, default=(0, 0))
            if shared >= FEWEST and shared >= SHARE * len(named):
                above[max(find(n), find(-i))] = min(find(n), find(-i))
                lang = lang or groups[-i][0].lang
    joined: dict[int, list[Member]] = {}
    for n, group in enumerate(waiting):
        joined.setdefault(find(n), []).extend(group)
    return [g for g in joined.values() if any(m.parsed.drafts for m in g)]


def _keys(group: Sequence[Member]) -> frozenset[str]:
    return frozenset(d.key for m in group for d in m.parsed.drafts if d.key)


def give_bearers(members: Sequence[Member]) -> None:
    """Make who has an entry, as other places and files say by its key, a property of it.

    A bearer that is called by a key itself has the name that goes with it; without one it is none.
    """
    by_key: dict[str, Draft] = {}
    called: dict[str, str] = {}
    for member in members:
        called |= member.parsed.called
        for draft in member.parsed.drafts:
            if draft.key:
                by_key.setdefault(draft.key, draft)
                called.setdefault(draft.key, draft.title or "")
    given: dict[str, dict[str, Property]] = {}
    for member in members:
        for bearer in member.parsed.bearers:
            name = called.get(bearer.name, "") if bearer.is_key else bearer.name
            if name and bearer.key in by_key:
                own = given.setdefault(bearer.key, {})
                own.setdefault(name, Property(BEARER, name, member.source, bearer.line))
    for key, properties in given.items():
        draft = by_key[key]
        had = {p.value for p in draft.properties if p.name == BEARER}
        draft.properties += tuple(p for p in properties.values() if p.value not in had)
