"""Entries that the source names and the translation calls otherwise than by their titles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.compare.language import data
from variorum.compare.lexicon import folded, without_accents
from variorum.translations.quality.kinds import Pair, Problem

_WORD = re.compile(r"[^\W\d_]+")
_ASIDE = re.compile(r"\([^()]*\)|\*+$")
_SHORT = re.compile(r"(?<!\w)[^\W\d_a-z]{2,4}(?!\w)")

# A word is read as a form of another where they share so much of the longer stem, at the least.
_SHARE, _STEM = 0.6, 3
_LONG_SHARE, _LONG = 0.75, 7  # Endings do not grow with the word.


def references(pair: Pair) -> Iterator[Problem]:
    """Problems of the kind `reference`; inflected forms of a title count as the title."""
    told = [_form(word) for word in _WORD.findall(pair.msgstr)]
    small = set(data(pair.target, "quality").get("common", ()))
    for surface, title in pair.titles.items():
        words = [_form(w) for w in _WORD.findall(_ASIDE.sub(" ", title)) if _counts(w, small)]
        if not words or _abbreviated(title, pair.msgstr):
            continue
        there = sum(any(_same(word, other) for other in told) for word in words)
        # A text may name an entry by a part of its title; then a part must be there.
        whole = len(_WORD.findall(surface)) >= len(words)
        if there < (len(words) if whole else 1):
            yield Problem(
                "reference",
                f"“{surface}” is “{title}” where that entry is translated, and not so called here",
                f"name it “{title}”, in whatever form the sentence needs",
            )


def _abbreviated(title: str, text: str) -> bool:
    """Whether the text has the abbreviation that the title gives, as `Plunging Fire (PF)`."""
    return any(
        re.search(rf"(?<!\w){name}", text) for name in _SHORT.findall(title) if name.isupper()
    )


def _counts(word: str, small: set[str]) -> bool:
    return len(word) >= _STEM and folded(word) not in small


def _form(word: str) -> str:
    return without_accents(folded(word))


def _same(word: str, other: str) -> bool:
    shared = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        shared += 1
    # A compound has the word inside: only the beginning of the longer one must agree.
    share = _SHARE if len(word) < _LONG else _LONG_SHARE
    return shared >= max(_STEM, share * len(word)) or (len(word) > _STEM + 1 and word in other)
