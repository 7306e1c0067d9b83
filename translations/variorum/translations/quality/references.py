"""Entries that the source names and the translation calls otherwise than by their titles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.compare.language import data
from variorum.compare.lexicon import folded
from variorum.say import say
from variorum.translations.quality.kinds import Pair, Problem
from variorum.translations.wordforms import WORD, form, shares

_ASIDE = re.compile(r"\([^()]*\)|\*+$")
_SHORT = re.compile(r"(?<!\w)[^\W\d_a-z]{2,4}(?!\w)")

# A word is read as a form of another where they share so much of the longer stem, at the least.
_SHARE, _STEM = 0.6, 3
_LONG_SHARE, _LONG = 0.75, 7  # Endings do not grow with the word.


def references(pair: Pair) -> Iterator[Problem]:
    """Problems of the kind `reference`; inflected forms of a title count as the title."""
    told = [form(word) for word in WORD.findall(pair.msgstr)]
    small = set(data(pair.target, "quality").get("common", ()))
    for surface, title in pair.titles.items():
        words = [form(w) for w in WORD.findall(_ASIDE.sub(" ", title)) if _counts(w, small)]
        if not words or _abbreviated(title, pair.msgstr):
            continue
        there = sum(any(_same(word, other) for other in told) for word in words)
        # A text may name an entry by a part of its title; then a part must be there.
        whole = len(WORD.findall(surface)) >= len(words)
        if there < (len(words) if whole else 1):
            yield Problem(
                "reference",
                say(
                    "“{surface}” is “{title}” where that entry is translated, and not so called here",
                    surface=surface,
                    title=title,
                ),
                say("name it “{title}”, in whatever form the sentence needs", title=title),
            )


def _abbreviated(title: str, text: str) -> bool:
    """Whether the text has the abbreviation that the title gives, as `Plunging Fire (PF)`."""
    return any(
        re.search(rf"(?<!\w){name}", text) for name in _SHORT.findall(title) if name.isupper()
    )


def _counts(word: str, small: set[str]) -> bool:
    return len(word) >= _STEM and folded(word) not in small


def _same(word: str, other: str) -> bool:
    # A compound has the word inside: only the beginning of the longer one must agree.
    share = _SHARE if len(word) < _LONG else _LONG_SHARE
    return shares(word, other, share, _STEM) or (len(word) > _STEM + 1 and word in other)
