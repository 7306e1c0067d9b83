"""The glossary's words for the terms that a text uses, for its translator.

A term is found in any of its forms (`wordforms.Shapes`), word by word, so that plurals and case
endings count and another word that begins alike (French `port`, `porte`) does not.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from variorum.compare.lexicon import folded
from variorum.translations.glossary import alternatives
from variorum.translations.wordforms import Shapes, everyday

MOST = 6
"""Terms that one message is told at most, so that the help stays shorter than the text."""

_WORD = re.compile(r"\w+")

_Words = tuple[str, ...]  # folded
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
    def index(system: str, lang: str) -> tuple[Shapes, dict[str, list[tuple[_Words, str]]]]:
        lines: dict[_Words, str] = {}
        # Own words first: a word for all games gives way to the game's.
        for own, words in sorted(held, key=lambda concept: concept[0] is None):
            others = [f"{words[to]} ({to})" for to in sorted(words) if to != lang]
            for word in alternatives(words.get(lang, "")):
                term = _words(word)
                if own in (system, None) and term and others:
                    lines.setdefault(term, f"term: {word} = {', '.join(others)}")
        found: dict[str, list[tuple[_Words, str]]] = {}
        for term in sorted(lines, key=lambda term: (-len(term), term)):
            found.setdefault(term[0], []).append((term, lines[term]))
        return Shapes((word for term in lines for word in term), lang, everyday(lang)), found

    def offered(system: str, lang: str, text: str) -> tuple[str, ...]:
        shapes, known = index(system, lang)
        forms = [shapes.of(word) for word in _words(text)]
        lines: dict[str, None] = {}
        at = 0
        while at < len(forms) and len(lines) < MOST:
            step = 1
            told = [pair for own in forms[at] for pair in known.get(own, ())]
            # The longest first: within it no shorter term is meant.
            for term, line in sorted(told, key=lambda pair: (-len(pair[0]), pair[0])):
                if _same(forms[at : at + len(term)], term):
                    lines[line], step = None, len(term)
                    break
            at += step
        return tuple(lines)

    return offered


def _same(forms: Sequence[tuple[str, ...]], term: _Words) -> bool:
    return len(forms) == len(term) and all(
        own in told for told, own in zip(forms, term, strict=True)
    )


def _words(text: str) -> _Words:
    return tuple(map(folded, _WORD.findall(text)))
