"""The glossary's words for the terms that a text uses, for its translator.

A term is found in any form that shares its Snowball stems (https://snowballstem.org), word by
word, so that plurals and case endings count.  As a short stem may be that of another word too
(French `sonné` and `son`), the forms must also begin alike.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from variorum.compare.language import data
from variorum.translations.glossary import alternatives

MOST = 6
"""Terms that one message is told at most, so that the help stays shorter than the text."""

_ALIKE = 5  # letters with which the forms of a word begin; in a short word all but the last

_WORD = re.compile(r"\w+")

Word = tuple[str, str]  # a form in small letters, and its stem
Offer = Callable[[str, str, str], tuple[str, ...]]
"""From a system, the language of a text and the text to lines such as
`term: coque = hull (en), hajótest (hu)`."""


def offer_in(connection: sqlite3.Connection) -> Offer:
    """What the glossary of a database offers; a game's own words come before those for all."""
    by_concept: dict[tuple[str | None, str], dict[str, str]] = {}
    for concept, system, lang, term in connection.execute(
        "select concept, system, lang, term from terms"
        " order by concept, system, lang, coalesce(status, '') = 'admitted', term"
    ):
        words = by_concept.setdefault((system, concept), {})
        words[lang] = f"{words[lang]}; {term}" if lang in words else term
    return offer_of((system, words) for (system, _), words in by_concept.items())


def offer_of(concepts: Iterable[tuple[str | None, Mapping[str, str]]]) -> Offer:
    """What concepts offer, each given with its system (null: all) and its words by language.

    Semicolons divide several words of one language.
    """
    held = tuple(concepts)

    @cache
    def index(system: str, lang: str) -> dict[str, list[tuple[list[Word], str]]]:
        lines: dict[tuple[str, ...], tuple[list[Word], str]] = {}
        # Own words first: a word for all games gives way to the game's.
        for own, words in sorted(held, key=lambda concept: concept[0] is None):
            others = [f"{words[to]} ({to})" for to in sorted(words) if to != lang]
            for word in alternatives(words.get(lang, "")):
                term = _words(word, lang)
                if own in (system, None) and term and others:
                    line = f"term: {word} = {', '.join(others)}"
                    lines.setdefault(tuple(stem for _, stem in term), (term, line))
        found: dict[str, list[tuple[list[Word], str]]] = {}
        for stems in sorted(lines, key=lambda stems: (-len(stems), stems)):
            found.setdefault(stems[0], []).append(lines[stems])
        return found

    def offered(system: str, lang: str, text: str) -> tuple[str, ...]:
        words, known = _words(text, lang), index(system, lang)
        lines: dict[str, None] = {}
        at = 0
        while at < len(words) and len(lines) < MOST:
            step = 1
            for term, line in known.get(words[at][1], ()):
                if _same(words[at : at + len(term)], term):
                    lines[line], step = None, len(term)
                    break  # the longest: within it no shorter term is meant
            at += step
        return tuple(lines)

    return offered


def _same(words: list[Word], term: list[Word]) -> bool:
    return len(words) == len(term) and all(
        stem == wanted and word[: min(_ALIKE, len(form) - 1)] == form[: min(_ALIKE, len(form) - 1)]
        for (word, stem), (form, wanted) in zip(words, term, strict=True)
    )


def _words(text: str, lang: str) -> list[Word]:
    stem = _stemmer(lang)
    return [(word, stem(word)) for word in _WORD.findall(text.casefold())]


@cache
def _stemmer(lang: str) -> Callable[[str], str]:
    name = data(lang, "search").get("snowball")
    if name is None:
        return lambda word: word
    import snowballstemmer  # type: ignore[import-untyped]

    stemmer = snowballstemmer.stemmer(name)
    return cache(lambda word: str(stemmer.stemWord(word)))
