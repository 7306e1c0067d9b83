"""What the rules of reference must know of a language, read once from its data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple
from unicodedata import normalize

from variorum.compare.language import UNKNOWN, data

_NEVER = "(?!)"
# So many stems are kept.
_STEMS = 1 << 16
_STEMMERS = {"fr": "french", "en": "english", "hu": "hungarian"}


class Section(NamedTuple):
    """A way to refer to a section by its number, and what stands in each text that holds it: a
    word that begins so (in lower case), or a sign.  `unsure` says that its words may stand before
    any number: one that no title has is no reference then."""

    words: tuple[str, ...]
    signs: tuple[str, ...]
    find: re.Pattern[str]
    unsure: bool


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
    see: frozenset[str]
    see_more: frozenset[str]
    between: frozenset[str]
    noun: re.Pattern[str]
    ends_noun: Callable[[str], bool] = field(compare=False)
    weak_noun: re.Pattern[str]
    plural_noun: re.Pattern[str]
    book: re.Pattern[str]
    book_name: re.Pattern[str]
    parameter: re.Pattern[str]
    sections: tuple[Section, ...]
    places: tuple[tuple[str, re.Pattern[str], frozenset[str], tuple[str, ...]], ...]
    stem: Callable[[str], str] = field(compare=False)
    forget: Callable[[], None] = field(compare=False)
    """Lets go of what is remembered of single words."""

    def key(self, word: str) -> str:
        """The word for comparison: in lower case, œ as oe, in some languages with a bare first letter."""
        folded = word.lower()
        if not folded.isascii():
            folded = normalize("NFC", folded).replace("œ", "oe").replace("æ", "ae")
            if self.first_accent:
                folded = folded[:1].translate(_ACCENTS) + folded[1:]
        return folded

    def is_noun(self, before: str | None, word: str) -> bool:
        """Whether `word`, after `before`, is the language's word for a named ability."""
        if not self.ends_noun(word):
            return False
        phrase = f"{before} {word}" if before else word
        return self.noun.search(phrase.lower()) is not None


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

    noun_last = pattern("noun_last")
    ends_noun = lru_cache(_STEMS)(lambda word: noun_last.search(word.lower()) is not None)
    stem = lru_cache(_STEMS)(_stemmer(lang))

    def forget() -> None:
        ends_noun.cache_clear()
        stem.cache_clear()

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
        see=words("see"),
        see_more=words("see_more"),
        between=words("between"),
        noun=pattern("noun"),
        ends_noun=ends_noun,
        weak_noun=pattern("weak_noun"),
        plural_noun=pattern("plural_noun"),
        book=pattern("book"),
        book_name=pattern("book_name"),
        parameter=re.compile(str(neutral.get("parameter", _NEVER))),
        sections=tuple(
            Section(
                tuple(_list(s, "words")),
                tuple(_list(s, "signs")),
                re.compile(s["find"]),
                bool(s.get("unsure", False)),
            )
            for s in own.get("sections", ())
        ),
        places=places,
        stem=stem,
        forget=forget,
    )


def _list(table: Mapping[str, Any], name: str) -> Sequence[str]:
    return [str(v) for v in table.get(name, ())]


def _stemmer(lang: str) -> Callable[[str], str]:
    """The Snowball stemmer of `lang`; the word itself where there is none."""
    name = _STEMMERS.get(lang)
    if name is None:
        return lambda word: word
    import snowballstemmer  # type: ignore[import-untyped]

    stemmer = snowballstemmer.stemmer(name)
    # The stems are kept here; the stemmer's own memory costs more than it saves.
    stemmer.maxCacheSize = 0
    stem: Callable[[str], str] = stemmer.stemWord
    return stem
