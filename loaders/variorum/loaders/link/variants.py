"""Announced names that are no title word for word: shortened, reversed, or with another head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from variorum.say import say

from .index import STEM, Index
from .names import Name
from .rules import Rules

# With more candidates than this a variant is a guess.
_MOST = 200
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """The names that an announced run of words can mean, and how it differs from them."""

    names: tuple[Name, ...]
    how: str


def variant(words: Sequence[str], index: Index, rules: Rules, *, cut_short: bool) -> Variant | None:
    """What the words, as written in the text, can mean; null where nothing is near.

    In this order: the words of a name in another order; a name cut short, where `cut_short`
    allows it; a name with another
    word for its head before an inflected complement (*X a tűztől* for *Y a tűztől*).
    """
    candidates = _candidates(words, index, rules)
    if not candidates:
        return None
    forms = [dict(index.readings(w)) for w in words]
    for how, test in (
        (say("its words in another order"), _reordered),
        (say("cut short"), _shortened),
    ):
        if test is _shortened and not cut_short:
            continue
        names = tuple(n for n in candidates if test(forms, _ids(n, index)))
        if names:
            return Variant(names, how)
    if len(words) > 2 and _oblique(words[-1], rules):
        names = tuple(n for n in candidates if _other_head(forms, _ids(n, index)))
        if len(names) == 1:
            return Variant(names, say("another word for its head"))
    return None


def _candidates(words: Sequence[str], index: Index, rules: Rules) -> list[Name]:
    """Names that share a word, the rarest shared word's; none where that is common."""
    lists = [
        index.names_with[n]
        for w in words
        if (len(w) >= _SHORTEST and w.lower() not in rules.joiners) or len(words) == 1
        for n, _ in index.readings(w)
        if n in index.names_with
    ]
    found: dict[Name, None] = {}
    for names in sorted(lists, key=len)[:3]:
        if len(names) <= _MOST:
            found.update(dict.fromkeys(names))
    return [n for n in found if n.origin in ("title", "part")]


def _ids(name: Name, index: Index) -> list[int]:
    return [index.number(w) for w in name.words]


def _reordered(forms: Sequence[dict[int, int]], ids: Sequence[int]) -> bool:
    if len(forms) != len(ids) or len(ids) < 2:
        return False
    left = list(ids)
    for form in forms:
        fitting = [n for n in form if n in left]
        if not fitting:
            return False
        left.remove(fitting[0])
    return True


def _shortened(forms: Sequence[dict[int, int]], ids: Sequence[int]) -> bool:
    if len(forms) >= len(ids):
        return False
    return all(form.get(n, 0) >= STEM for form, n in zip(forms, ids, strict=False))


def _other_head(forms: Sequence[dict[int, int]], ids: Sequence[int]) -> bool:
    rest = len(forms) - 1
    if len(ids) <= rest:
        return False
    return all(form.get(n, 0) >= STEM for form, n in zip(forms[1:], ids[-rest:], strict=True))


def _oblique(word: str, rules: Rules) -> bool:
    return word.lower().endswith(rules.oblique_endings) if rules.oblique_endings else False
