"""What the rules of reference must know of a language, read once from its data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from variorum.compare.language import UNKNOWN, data

from ..titles import fold

_NEVER = "(?!)"
_STEMMERS = {"fr": "french", "en": "english", "hu": "hungarian"}


@dataclass(frozen=True, slots=True)
class Rules:
    """The table `languages/<lang>/link.toml`, compiled.  The data files say what each is for."""

    lang: str
    lower_case: str
    common_prefix: float
    first_accent: bool
    compounds: bool
    learn_capitals: bool
    name_side: str
    plural_endings: tuple[str, ...]
    derived_endings: tuple[str, ...]
    oblique_endings: tuple[str, ...]
    articles: frozenset[str]
    joiners: frozenset[str]
    conjunctions: frozenset[str]
    repeated_conjunctions: frozenset[str]
    not_after: frozenset[str]
    between: frozenset[str]
    noun: re.Pattern[str]
    noun_last: re.Pattern[str]
    weak_noun: re.Pattern[str]
    plural_noun: re.Pattern[str]
    book: re.Pattern[str]
    book_name: re.Pattern[str]
    parameter: re.Pattern[str]
    places: tuple[tuple[str, re.Pattern[str], frozenset[str], tuple[str, ...]], ...]
    stem: Callable[[str], str] = field(compare=False)

    def key(self, word: str) -> str:
        """The word for comparison: folded, in some languages with a bare first letter."""
        folded = fold(word)
        return _bare(folded[0]) + folded[1:] if self.first_accent and folded else folded

    def is_noun(self, before: str | None, word: str) -> bool:
        """Whether `word`, after `before`, is the language's word for a named ability."""
        word = word.lower()
        if not self.noun_last.search(word):
            return False
        return self.noun.search(f"{before.lower()} {word}" if before else word) is not None


def _bare(letter: str) -> str:
    return letter.translate(_ACCENTS)


_ACCENTS = str.maketrans("àâäçéèêëîïôöùûü", "aaaceeeeiioouuu")


@cache
def rules_of(lang: str) -> Rules:
    """The rules of `lang`; those of no language where there is no data."""
    own = data(lang, "link")
    neutral = data(UNKNOWN, "link")

    def pattern(name: str) -> re.Pattern[str]:
        return re.compile(str(own.get(name, _NEVER)))

    def words(name: str) -> frozenset[str]:
        return frozenset(_list(own, name))

    places = tuple(
        (
            kind,
            pattern(kind),
            words(f"{kind}_words"),
            tuple(_list(own, f"{kind}_stems")),
        )
        for kind in ("page", "figure", "table")
    )
    return Rules(
        lang=lang,
        lower_case=str(own.get("lower_case", "none")),
        common_prefix=float(own.get("common_prefix", 0)),
        first_accent=bool(own.get("first_accent", False)),
        compounds=bool(own.get("compounds", False)),
        learn_capitals=bool(own.get("learn_capitals", False)),
        name_side=str(own.get("name_side", "")),
        plural_endings=tuple(_list(own, "plural_endings")),
        derived_endings=tuple(_list(own, "derived_endings")),
        oblique_endings=tuple(_list(own, "oblique_endings")),
        articles=words("articles"),
        joiners=words("joiners"),
        conjunctions=words("conjunctions"),
        repeated_conjunctions=words("repeated_conjunctions"),
        not_after=words("not_after"),
        between=words("between"),
        noun=pattern("noun"),
        noun_last=pattern("noun_last"),
        weak_noun=pattern("weak_noun"),
        plural_noun=pattern("plural_noun"),
        book=pattern("book"),
        book_name=pattern("book_name"),
        parameter=re.compile(str(neutral.get("parameter", _NEVER))),
        places=places,
        stem=_stemmer(lang),
    )


def _list(table: Mapping[str, Any], name: str) -> Sequence[str]:
    return [str(v) for v in table.get(name, ())]


def _stemmer(lang: str) -> Callable[[str], str]:
    """The Snowball stemmer of `lang`; the word itself where there is none."""
    name = _STEMMERS.get(lang)
    if name is None:
        return lambda word: word
    import snowballstemmer  # type: ignore[import-untyped]

    stem: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return cache(stem)
