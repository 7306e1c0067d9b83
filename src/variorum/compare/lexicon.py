"""What the words of one language mean to the comparer, from `languages/<lang>/compare.toml`.

A *feature* is a short string that says why a change of the word would change the rule:
`number:2`, `maybe:1` (a number only against a number), `negation`, `modality:may`,
`quantity:all`, `unit:cm`, `counted:turn` (a unit only after a number), `bound:>=:4`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from variorum.compare.language import data

Meaning = tuple[str, tuple[str, ...]]

_LETTERS = {"’": "'", "ʼ": "'", "′": "'", "‘": "'", "`": "'", "œ": "oe", "Œ": "OE", "æ": "ae"}
_LETTERS |= {"Æ": "AE", "\u00ad": "", "\u200b": "", "\u2060": "", "\u200d": ""}
_TABLE = str.maketrans(_LETTERS)
_SPECIAL = re.compile(f"[{''.join(_LETTERS)}]")  # translate is slow: only where it is needed

BOUNDS = {"at_least": ">=", "more_than": ">", "at_most": "<=", "less_than": "<"}


def folded(text: str) -> str:
    """The text without what is typographic in a word: case, ligatures, kinds of apostrophe."""
    if not text.isascii():
        if _SPECIAL.search(text):
            text = text.translate(_TABLE)
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", text)
    return text.casefold()


def without_accents(text: str) -> str:
    """The text without combining marks (NFD, marks dropped)."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


class Lexicon:
    """The language data of one language, compiled.

    `meaning(surface)` gives the form under which words are aligned and the features;
    two words of one form say the same.  Forms of numbers are digits: `deux` and `2` are equal.
    """

    def __init__(self, lang: str, table: Mapping[str, Any]) -> None:
        self.lang = lang
        self.elides: bool = table.get("apostrophe") == "elide"
        self.accents_lost: bool = bool(table.get("capitals_lose_accents", True))
        self.ordinal_dot: bool = bool(table.get("ordinal_dot", False))
        self.ordinal_suffixes: tuple[str, ...] = tuple(table.get("ordinal_suffixes", ()))
        self.glued: bool = bool(table.get("glued_numbers", False))
        self.counts_hundreds: bool = bool(table.get("counts_hundreds", False))
        self.thousands: str = table.get("thousands", "")
        self.abbreviations = frozenset(table.get("abbreviations", ()))
        self.conditions = frozenset(table.get("conditions", ()))
        self.numbers: dict[str, int] = dict(table.get("numbers", {}))
        self.maybe: dict[str, int] = dict(table.get("maybe_numbers", {}))
        self.joins = frozenset(table.get("number_joins", {}).get("words", ()))
        self._parts = sorted(self.numbers, key=len, reverse=True)
        self._length = {
            ord(long): short
            for pair in table.get("length", ())
            for short, long in [(pair[0], pair[1])]
        }
        self._words = _features(table)
        ends = [(f"modality:{name}", row) for name, row in table.get("modality", {}).items()]
        ends.append(("negation", table.get("negation", {})))
        self._suffixes = [
            (re.compile(row["suffix"]), frozenset(row.get("not_suffix", ())), feature)
            for feature, row in ends
            if "suffix" in row
        ]
        self._units = frozenset(
            features[0][5:]
            for features in (("unit:in",), *self._words.values())
            if features[0].startswith("unit:")
        )
        endings = table.get("endings", {})
        self.unit_endings: tuple[str, ...] = tuple(endings.get("units", ()))
        self.number_endings: tuple[str, ...] = tuple(endings.get("numbers", ()))
        self.comparing: tuple[str, ...] = tuple(endings.get("comparing", ()))
        self.short_units: tuple[str, ...] = tuple(endings.get("short", ()))
        self._respelled: set[str] = set()  # forms that stand for other spellings, too
        self._spelling: list[tuple[re.Pattern[str], str]] = [
            (re.compile(row["from"]), row["to"]) for row in table.get("spelling", ())
        ]
        self.bounds = _bounds(table.get("bounds", {}))
        self.phrases = _phrases(table)
        # Those that begin with a word, by their numbers: few words of a text begin one.
        self.begun: dict[str, list[int]] = {}
        for number, (phrase, _) in enumerate(self.phrases):
            self.begun.setdefault(phrase[0], []).append(number)
        self.around = _around(table)
        self._contracted: list[tuple[str, str]] = [
            (row["end"], row["full"]) for row in table.get("contracted", ())
        ]
        # Form and features of one word (not of a number in digits), as it is written.
        self.meaning: Callable[[str], Meaning] = cache(self._meaning)

    def spelled_out(self, form: str) -> str:
        """The form with what it contracts in full and joined (`don't` is `donot`)."""
        for end, full in self._contracted:
            if form.endswith(end):
                return form.removesuffix(end) + full
        return form

    def is_unit(self, form: str) -> bool:
        """Whether a word is a unit, of measure or of what is counted."""
        return self._words.get(form, ("",))[0].startswith(("unit:", "counted:"))

    def is_written(self, form: str) -> bool:
        """Whether a form stands in texts letter for letter wherever it is meant."""
        return form.isalpha() and form not in self._units and form not in self._respelled

    def _common(self, form: str) -> str:
        """The one spelling of a word that two countries spell in two ways (`colour`, `color`)."""
        for pattern, instead in self._spelling:
            if pattern.match(form):
                common = pattern.sub(instead, form)
                self._respelled.add(common)
                return common
        return form

    def short(self, form: str) -> str:
        """The form with long vowels made short, where the language tells words by length."""
        return form.translate(self._length) if self._length else form

    def value(self, form: str) -> int | None:
        """What a word that is a number stands for; compounds written in one word included."""
        if form in self.maybe:
            return None
        if form in self.numbers:
            return self.numbers[form]
        return self._glued(form) if self.glued else None

    def _meaning(self, surface: str) -> Meaning:
        form = folded(surface)
        features = self._words.get(form)
        if features is None:
            value = self.value(form)
            if value is not None:
                return str(value), (f"number:{value}",)
            features = tuple(
                name
                for pattern, but, name in self._suffixes
                if form not in but and pattern.search(form)
            )
            form = self._common(form)
        if features and features[0].startswith("unit:"):
            return features[0][5:], features  # cm and centimètres say the same
        return form, features

    def _glued(self, form: str) -> int | None:
        """A number of several parts without a space (`huszonöt`), null where it is none."""
        if len(form) < 5:
            return None
        total = group = 0  # what stands before the last thousand, and after it
        left = form
        while left:
            part = next((w for w in (*self._parts, *self.maybe) if left.startswith(w)), None)
            if part is None:
                return None
            value = self.numbers.get(part, self.maybe.get(part, 0))
            if value >= 1000:
                total, group = total + max(group, 1) * value, 0
            elif value >= 100 > group:
                group = max(group, 1) * value
            else:
                group += value
            left = left[len(part) :]
        return total + group


def _features(table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Features by form: negation, modality, quantity, units, ordinals, factors, doubtful numbers."""
    found: dict[str, tuple[str, ...]] = {}

    def add(word: str, feature: str) -> None:
        form = folded(word)
        if feature not in found.get(form, ()):
            found[form] = (*found.get(form, ()), feature)

    for word in table.get("negation", {}).get("words", ()):
        add(word, "negation")
    for family in ("modality", "quantity", "unit", "counted"):
        for name, group in table.get(family, {}).items():
            for word in group.get("words", ()):
                add(word, f"{family}:{name}")
    for word, value in table.get("maybe_numbers", {}).items():
        add(word, f"maybe:{value}")
    for word, value in table.get("ordinals", {}).items():
        add(word, f"number:{value}.")
    for word, value in table.get("factors", {}).items():
        add(word, f"number:{value}")
    return found


def _bounds(table: Mapping[str, Any]) -> re.Pattern[str] | None:
    """One pattern for all bounds; the name of its group says which bound."""
    groups = [
        f"(?P<{name}>{'|'.join(f'(?:{p})' for p in table[name])})"
        for name in BOUNDS
        if name in table
    ]
    return re.compile(rf"(?<!\S)(?:{'|'.join(groups)})(?!\S)") if groups else None


def _phrases(table: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
    """Features of more than one word: the words and the feature, longest first."""
    found = [
        (tuple(phrase.split()), f"{family}:{name}")
        for family in ("modality", "quantity")
        for name, group in table.get(family, {}).items()
        for phrase in group.get("phrases", ())
    ]
    return sorted(found, key=lambda item: (-len(item[0]), item))


def _around(table: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Pairs of words that have a feature together, with others between them."""
    return [
        (first, last, f"{family}:{name}")
        for family in ("modality", "quantity")
        for name, group in table.get(family, {}).items()
        for first, last in (pair.split() for pair in group.get("around", ()))
    ]


@lru_cache(maxsize=16)
def lexicon(lang: str) -> Lexicon:
    """The compiled data of a language; the neutral one for a language without data."""
    return Lexicon(lang, data(lang, "compare"))
