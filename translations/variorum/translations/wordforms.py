"""Whether a word of a text is a form of a word of the glossary.

`Shapes` is strict, for finding a term where nobody said that it stands: what may become of a
word before an ending, and which endings there are, is data (`languages/<lang>/terms.toml`).
`reads` is lenient, for seeing whether a translation says a word that it should: there a word
of the same family is as good.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from variorum.compare.language import data
from variorum.compare.lexicon import folded, without_accents
from variorum.schema.search import stems

WORD = re.compile(r"[^\W\d_]+")
"""A word: letters only, so that an elided article stands for itself."""

# Of the word that should be there: letters in common at its beginning, in long words fewer.
_SHARE, _LONG_SHARE, _LONG, _LEAST = 0.75, 0.66, 7, 3
_ROOT = 4  # letters of a stem that may stand anywhere in another word


class Shapes:
    """The words of a language's terms, to be told from the words of a text.

    `plain` are words of every day: of these only forms of the noun count.
    """

    def __init__(self, words: Iterable[str], lang: str, plain: frozenset[str]) -> None:
        table = data(lang, "terms")
        usual = table.get("endings", ())
        self._endings, self._few = (
            re.compile("".join(table.get(name, usual))) for name in ("endings", "plain_endings")
        )
        self._plain = plain
        self._small = small_words(lang)
        self._apart = {(own, word) for own, *rest in table.get("apart", ()) for word in rest}
        self._by_shape: dict[str, list[str]] = {}
        self._known: dict[str, tuple[str, ...]] = {}
        for word in dict.fromkeys(words):
            for shape in _shapes(word, lang):
                self._by_shape.setdefault(shape, []).append(word)

    def of(self, word: str) -> tuple[str, ...]:
        """The words of terms that `word`, folded, is a form of."""
        known = self._known.get(word)
        if known is None:
            found = {word: None} if word in self._by_shape.get(word, ()) else {}
            # An article or the like is a form of no other word (French `dé` and `de`).
            ends = () if word in self._small else range(1, len(word) + 1)
            for end in ends:
                for own in self._by_shape.get(word[:end], ()):
                    endings = self._few if own in self._plain else self._endings
                    if endings.fullmatch(word, end) and (own, word) not in self._apart:
                        found[own] = None
            known = self._known[word] = tuple(found)
        return known


@cache
def _shapes(word: str, lang: str) -> tuple[str, ...]:
    """The word, and what of it may stand before an ending."""
    table = data(lang, "terms")
    found = {word: None}
    for pattern, instead in table.get("stems", ()):
        found[re.sub(pattern, instead, word)] = None
    for group in (*table.get("shapes", ()), *data(lang, "search").get("same", ())):
        if word in group:
            found |= dict.fromkeys(group)
    return tuple(found)


@cache
def everyday(lang: str) -> frozenset[str]:
    """Words that are terms only where something shows it."""
    return frozenset(data(lang, "terms").get("everyday", ()))


@cache
def small_words(lang: str) -> frozenset[str]:
    """Words that carry no matter, as articles."""
    return frozenset(data(lang, "quality").get("common", ()))


@lru_cache(1 << 16)
def form(word: str) -> str:
    """The word as `shares` compares it: without case, accents and ligatures."""
    return without_accents(folded(word))


def shares(word: str, other: str, share: float, least: int = _LEAST) -> bool:
    """Whether `other` begins as `word` does for `share` of its letters, `least` at the least."""
    shared = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        shared += 1
    return shared >= max(least, share * len(word))


def reads(word: str, text: Mapping[str, Any], lang: str) -> bool:
    """Whether one of the folded words of `text` is of the family of `word`, a folded one."""
    return any(_family(word, other, lang) for other in text)


@lru_cache(1 << 16)
def _family(word: str, other: str, lang: str) -> bool:
    plain, theirs = form(word), form(other)
    share = _SHARE if len(plain) < _LONG else _LONG_SHARE
    if plain == theirs or shares(plain, theirs, share):
        return True
    if any(shares(form(shape), theirs, 1.0, 2) for shape in _shapes(word, lang)[1:]):
        return True
    roots, found = stems(word, lang), stems(other, lang)
    if any(len(root) >= _LEAST and root in found for root in roots):
        return True
    # In a compound, or after a verbal prefix; the word that another was made from.
    made = data(lang, "terms").get("derived", ())
    roots = (*roots, *(form(word.removesuffix(end)) for end in made if word.endswith(end)))
    if any(len(root) >= _ROOT and root in theirs for root in (plain, *roots)):
        return True
    return _tail(word, lang).fullmatch(folded(other)) is not None


@cache
def _tail(word: str, lang: str) -> re.Pattern[str]:
    """Words that end with `word` in any form, in a language that writes compounds as one."""
    table = data(lang, "terms")
    if not table.get("compounds", False):
        return re.compile("(?!)")
    shapes = "|".join(map(re.escape, _shapes(word, lang)))
    return re.compile(rf"\w{{2,}}(?:{shapes}){''.join(table.get('endings', ()))}")
