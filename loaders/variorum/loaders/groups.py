"""Headings that belong together whatever stands above them: evidence from the whole outline.

Lists that a sentence announces, numbered series, alphabetical runs, words that come back in the
titles of a whole chapter.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .cycles import Round
from .traits import Heading, Keys, Trait, conjunction

_SENTENCE = re.compile(r"[^.!?]+")
_ASIDE = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]+")
_WINDOW = 60
# So many items make a list.
_FEWEST_ITEMS = 3


@dataclass(frozen=True, slots=True)
class Groups:
    """What is known of an outline before any heading has its place.

    `child_of` and `beside` map a heading that a sentence lists to the one whose text does, or to
    the first of the list; `ends` maps a heading whose text lists its parts to the last of them;
    `enclosed` maps a heading without a number to the numbered one that it comes after, where the
    next of that series follows; `order` tells how many headings up to this one run in alphabetical order and how long the run
    is; `family` how many later titles take up the word that a title brings; `owner` the owner of
    the round of which a heading is a member (null at the top), `inside` the member of a round
    below which it stands; `rare` says which words are rare enough in titles to tell something;
    `weight` (0 to 1) how much it tells that a text mentions a word.
    """

    child_of: dict[int, int]
    beside: dict[int, int]
    ends: dict[int, int]
    numbered: dict[int, tuple[int, bool]]
    enclosed: dict[int, int]
    order: list[tuple[int, int]]
    family: list[int]
    owner: dict[int, int | None]
    owners: frozenset[int]
    inside: dict[int, int]
    count: Counter[str]
    rare: frozenset[str]
    weight: dict[str, float]


def find_groups(
    headings: Sequence[Heading],
    traits: Sequence[Trait],
    keys: Keys,
    rounds: Sequence[Round],
    lang: str,
) -> Groups:
    """The groups among `headings`, whose traits and rounds are known."""
    # A title that comes back in every round of a cycle counts once.
    count = Counter(k for t in {t.bare: t for t in traits}.values() for k in t.keys)
    n = len(traits)
    rare = frozenset(k for k, c in count.items() if c <= max(8, n // 12))
    texts = Counter(k for t in traits for k in keys.said(t.body))
    weight = {k: min(1.0, max(0.0, 1 - 5 * (texts[k] - 3) / max(n, 40))) for k in count}
    owner: dict[int, int | None] = {}
    inside: dict[int, int] = {}
    for r in rounds:
        for a, b in zip(r.members, [*r.members[1:], None], strict=True):
            owner[a] = r.owner
            if b is not None:
                inside.update(dict.fromkeys(range(a + 1, b), a))
    owners = frozenset(r.owner for r in rounds if r.owner is not None)
    child_of, beside = _listed(headings, traits, keys, count, owner, lang)
    ends = {i: k for k, i in sorted(child_of.items())}
    numbered = _numbered(traits)
    return Groups(
        child_of, beside, ends, numbered, _enclosed(traits, numbered), _order(traits), _family(traits),
        owner, owners, inside, count, rare, weight,
    )  # fmt: skip


def _items(sentence: str, keys: Keys, lang: str) -> list[set[str]]:
    """The telling words of each item of a sentence that enumerates, none where it does not."""
    items: list[set[str]] = []
    parts = conjunction(lang).split(_ASIDE.sub(" ", sentence))
    for item in parts if len(parts) >= _FEWEST_ITEMS else ():
        words = [w for w in _WORD.findall(item.lower()) if len(w) > 3]
        # Of a long item only the end can be the first thing that is listed.
        items.append({keys.key(w) for w in (words if len(words) <= 4 else words[-1:])})
    return [i for i in items if i]


def _listed(
    headings: Sequence[Heading],
    traits: Sequence[Trait],
    keys: Keys,
    count: Counter[str],
    owner: dict[int, int | None],
    lang: str,
) -> tuple[dict[int, int], dict[int, int]]:
    """Headings that one sentence before them lists."""
    child_of: dict[int, int] = {}
    beside: dict[int, int] = {}
    few = max(6, len(traits) // 20)
    # The titles that a list may have, by each of their rare words.
    holding: dict[str, list[int]] = {}
    for k, trait in enumerate(traits):
        if k not in owner and len(trait.words) <= 4:
            for w in trait.keys:
                if count[w] <= few:
                    holding.setdefault(w, []).append(k)
    for i, heading in enumerate(headings):
        known = traits[i].keys
        for text in heading.body:
            for m in _SENTENCE.finditer(text) if "," in text else ():
                items = _items(m.group(), keys, lang) if "," in m.group() else []
                if len(items) < _FEWEST_ITEMS:
                    continue
                found: list[int] = []
                for item in items:
                    told = [k for w in item - known for k in _window(holding.get(w, ()), i)]
                    told = [k for k in told if _has(item, traits[k].keys - known, count, few)]
                    first = min(told, default=-1)
                    if first >= 0 and first not in found:
                        found.append(first)
                found.sort()
                if len(found) < 3 or len(found) * 2 < len(items):
                    continue
                if found[0] <= i + 1:
                    for k in found:
                        child_of.setdefault(k, i)
                # Of a list that announces nothing only headings that follow each other are told.
                for a, k in pairwise(found):
                    if k - a > 1:
                        break
                    beside.setdefault(k, found[0])
    return child_of, beside


def _has(item: set[str], keys: frozenset[str], count: Counter[str], few: int) -> bool:
    """Whether an item of a list has all words of a title that at most a `few` titles have."""
    return all(k in item for k in keys if count[k] <= few)


def _window(places: Sequence[int], i: int) -> Sequence[int]:
    """The headings of `places` that follow heading `i` closely."""
    return places[bisect_right(places, i) : bisect_left(places, i + _WINDOW)]


def _numbered(traits: Sequence[Trait]) -> dict[int, tuple[int, bool]]:
    """Numbered headings: index -> heading it stands below (true) or beside (false)."""
    found: dict[int, tuple[int, bool]] = {}
    last: dict[tuple[str, tuple[int, ...]], int] = {}
    for i, t in enumerate(traits):
        if t.number is None:
            continue
        label, numbers = t.number
        before = last.get((label, (*numbers[:-1], numbers[-1] - 1)))
        above = last.get((label, numbers[:-1]))
        if before is not None and (above is None or before > above):
            found[i] = (before, False)
        elif above is not None and numbers[-1] <= 1:
            found[i] = (above, True)
        last[(label, numbers)] = i
    return found


def _enclosed(traits: Sequence[Trait], numbered: dict[int, tuple[int, bool]]) -> dict[int, int]:
    """Headings without a number between two neighbours of a series; of several the inner one."""
    found: dict[int, int] = {}
    for i, (before, under) in numbered.items():
        if not under and i - before <= _WINDOW:
            for k in range(before + 1, i):
                if traits[k].number is None:
                    found.setdefault(k, before)
    return found


def _order(traits: Sequence[Trait]) -> list[tuple[int, int]]:
    """For each heading its number in an alphabetical run, and the length of the run."""
    best = [(1, 1)] * len(traits)
    same: dict[tuple[int, int], tuple[int, int]] = {}  # most runs are short
    for names in ([t.foreign for t in traits], [t.bare for t in traits]):
        start = 0
        for i in range(1, len(names) + 1):
            if i < len(names) and names[i] and names[i - 1] and names[i - 1] < names[i]:
                continue
            if i - start > 1 and names[start]:
                for k in range(start, i):
                    place = k - start + 1, i - start
                    best[k] = max(best[k], same.setdefault(place, place), key=lambda x: x[1])
            start = i
    return best


def _family(traits: Sequence[Trait]) -> list[int]:
    """How many different later titles carry the word that this title is the first to have."""
    titles: dict[str, list[str]] = {}
    for t in traits:
        for k in t.keys:
            known = titles.setdefault(k, [])
            if t.title not in known[-50:]:
                known.append(t.title)
    seen: set[str] = set()
    found = []
    for t in traits:
        fresh = t.keys - seen
        found.append(len(titles[next(iter(fresh))]) - 1 if len(t.keys) == 1 and fresh else 0)
        seen |= t.keys
    return found
