"""What the tree must know of one heading: its words, its form, what its text says.

Words are compared by their first letters, so that endings do not matter: *járművek* and
*járműről*, *vehicle* and *vehicles*.  The language's function words, its conjunctions and what
a text says that announces what follows are data (`read.toml`).
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, overload

from variorum.compare.language import data
from variorum.fixed import fixed

from .language import stretches
from .titles import fold, folded

_WORD = re.compile(r"[^\W\d_]+")
_ASIDE = re.compile(r"\([^()]*\)|[*†‡]|\[[^\]]*\]")
_FOREIGN = re.compile(r"\(([^()]*[A-Z][^()]*)\)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_NUMBER = re.compile(
    r"(?:([^\W\d_]{2,})\s+)?((?:\d+|[IVX]+(?=\.\d))(?:\.\d+)*|[IVX]+)(?:[.):]|\s*[-–—:]|$|(?=\s))"
)
# One for all: each time that an empty set is made it is another object.
_NOTHING: frozenset[str] = frozenset()
# So many titles of a document, and so many words of its texts, are remembered while the traits are
# found.
_REMEMBERED = 2048
# So many words has the title of a chapter of abilities.
_CHAPTER_WORDS = 4
_ROMAN = re.compile(r"(X{0,3})(IX|IV|V?I{0,3})")


@fixed
class Heading:
    """A heading as written, and the paragraphs of its own body (clean text)."""

    title: str
    body: Sequence[str]


class Headings(Sequence[Heading]):
    """Headings in their order, each made when it is asked for; `body` gives the paragraphs of the
    heading at an index."""

    def __init__(self, titles: Sequence[str], body: Callable[[int], Sequence[str]]) -> None:
        self._titles, self._body = titles, body

    def __len__(self) -> int:
        return len(self._titles)

    @overload
    def __getitem__(self, at: int) -> Heading: ...
    @overload
    def __getitem__(self, at: slice) -> list[Heading]: ...
    def __getitem__(self, at: int | slice) -> Heading | list[Heading]:
        if isinstance(at, slice):
            return [self[n] for n in range(len(self))[at]]
        return Heading(self._titles[at], self._body(at))


@fixed
class Trait:
    """One heading as evidence sees it.

    `title` is folded, without what stands in parentheses; `bare` is without its article;
    `keys` are its telling words, `body` and `opening` (the first sentence) the title words of
    the whole document that its text has, as `Keys.said` reads them; `parts` are the titles that its own title coordinates;
    `foreign` is a foreign name; `number` a series and its numbers; `abilities` says that the title
    is the language's word for special abilities, perhaps with a word before it.
    """

    title: str
    bare: str
    keys: frozenset[str]
    body: bytes
    opening: bytes
    parts: frozenset[str]
    lead: str
    tail: str
    form: tuple[str, ...]
    foreign: str
    number: tuple[str, tuple[int, ...]] | None
    announces: bool
    has_body: bool
    capitals: bool
    abilities: bool

    @property
    def words(self) -> list[str]:
        return self.title.split()


@cache
def function_words(lang: str) -> frozenset[str]:
    return frozenset(data(lang, "read").get("function_words", ()))


@cache
def conjunction(lang: str) -> re.Pattern[str]:
    """What stands between the items of a list or the halves of a title."""
    words = "|".join(map(re.escape, data(lang, "read").get("conjunctions", ())))
    return re.compile(r"[,;/&+:]" + (rf"|\b(?:{words})\b" if words else ""))


@cache
def _announcing(lang: str) -> re.Pattern[str] | None:
    """What a text says when it announces the sections below it: the language's own patterns."""
    patterns = data(lang, "read").get("announcing", ())
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


@cache
def _abilities(lang: str) -> re.Pattern[str] | None:
    """The language's words for special abilities."""
    nouns = "|".join(map(re.escape, data(lang, "read").get("ability_nouns", ())))
    return re.compile(rf"\b(?:{nouns})", re.IGNORECASE) if nouns else None


class Keys:
    """What is left of words when their endings may differ, for one document.

    Four letters where the titles have so short a word (*cart*, *carts*), else five.
    """

    def __init__(self, titles: Iterable[Sequence[str]]) -> None:
        words = {w for title in titles for w in title if len(w) > 3}
        self._short = {w[:4] for w in words if len(w) < 6}
        self.known = {key: key for key in map(self.key, words)}
        # From one: no word has the number of none.
        self._numbered = ["", *self.known]
        self._sets: dict[frozenset[str], frozenset[str]] = {}
        self._same: dict[str, str] = {}
        self._told = _Told(self._short, {key: n for n, key in enumerate(self._numbered)})

    def key(self, word: str) -> str:
        return _key(word, self._short)

    def same(self, words: str) -> str:
        """One object for words that come again in titles."""
        return self._same.setdefault(words, words)

    def forget(self) -> None:
        """Let go what only `same`, `of` and `mentions` ask, when all titles and texts are read."""
        self.known.clear()
        self._sets.clear()
        self._same.clear()
        self._told.forget()

    def of(self, words: Iterable[str]) -> frozenset[str]:
        """The keys of words of titles."""
        keys = map(self.key, words)
        # One string for each key: slices of all titles would take as much memory as these, and
        # their sets several times as much.
        found = frozenset([self.known.get(key, key) for key in keys])
        return self._sets.setdefault(found, found)

    def mentions(self, text: str) -> bytes:
        """The title words of the document that a text has, each once, for `said`: those of all
        texts would take as much memory as these."""
        found = set[int]()
        for at, end in stretches(text):
            found.update(map(self._told.__getitem__, _WORD.findall(text, at, end)))
        found.discard(0)
        return array("i", found).tobytes()

    def said(self, mentioned: bytes) -> Iterable[str]:
        """The keys of the words that `mentions` gave."""
        return map(self._numbered.__getitem__, memoryview(mentioned).cast("i"))


class _Told(dict[str, int]):
    """The number of the key of each word of the texts that is one of a title, 0 for other words."""

    def __init__(self, short: set[str], numbers: dict[str, int]) -> None:
        self._short, self._numbers = short, numbers

    def forget(self) -> None:
        self.clear()
        self._numbers.clear()

    def __missing__(self, word: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        self[word] = found = self._numbers.get(_key(word, self._short), 0)
        return found


def _key(word: str, short: set[str]) -> str:
    return word[:4] if len(word) < 8 and word[:4] in short else word[:5]


def traits(headings: Sequence[Heading], lang: str) -> tuple[list[Trait], Keys]:
    """The traits of each heading, in order, and the keys of the document's words."""
    keys = Keys(_words(h.title) for h in headings)
    # Titles that come again are taken apart once, and known by the same objects.
    again = {title for title, n in Counter(h.title for h in headings).items() if n > 1}
    remembered = lru_cache(_REMEMBERED)(lambda title: _named(title, keys, lang))

    def named(title: str) -> _Named:
        return remembered(title) if title in again else _named(title, keys, lang)

    found = [_trait(h, named(h.title), keys, lang) for h in headings]
    keys.forget()
    return found, keys


def _words(title: str) -> tuple[str, ...]:
    bare = fold(_ASIDE.sub(" ", title))
    return tuple(_WORD.findall(bare))


class _Named(NamedTuple):
    """What a trait is by its title alone; the fields are those of `Trait`."""

    title: str
    bare: str
    keys: frozenset[str]
    parts: frozenset[str]
    lead: str
    tail: str
    form: tuple[str, ...]
    foreign: str
    number: tuple[str, tuple[int, ...]] | None
    capitals: bool
    abilities: bool


def _named(written: str, keys: Keys, lang: str) -> _Named:
    common = function_words(lang)
    words = _words(written)
    title = " ".join(words)
    foreign = _FOREIGN.search(written)
    if foreign and foreign.group(1).isupper() and not written.isupper():
        foreign = None  # a value or an abbreviation: `Vétéran (XX)`
    nouns = _abilities(lang)
    return _Named(
        title,
        _without_article(title, words, common),
        keys.of(w for w in words if len(w) > 3 and w not in common),
        _parts(fold(_ASIDE.sub(" ", written)), lang),
        *_shapes(title, words, common, keys),
        fold(foreign.group(1)) if foreign and lang != "en" else "",
        _number(written),
        written.isupper() and len(title) > 3,
        len(words) <= _CHAPTER_WORDS and bool(nouns and nouns.search(title)),
    )


def _trait(heading: Heading, named: _Named, keys: Keys, lang: str) -> Trait:
    title, bare, own, parts, lead, tail, form, foreign, number, capitals, abilities = named
    body = heading.body
    text = folded(" ".join(body))
    pattern, nouns = _announcing(lang), _abilities(lang)
    short = 0 < len(body) <= 3
    announces = bool(pattern and short and any(pattern.search(p) for p in body))
    if abilities and len(body) <= 3:
        announces = announces or all(nouns and nouns.search(p) for p in body[:1])
    opening = _SENTENCE_END.split(text, maxsplit=1)[0]
    said = keys.mentions(text)
    opened = said if opening == text else keys.mentions(opening)
    return Trait(
        *(title, bare, own, said, opened, parts, lead, tail, form, foreign, number),
        *(announces, bool(body), capitals, abilities),
    )


def _without_article(title: str, words: Sequence[str], common: frozenset[str]) -> str:
    opened = len(words) > 1 and (len(words[0]) < 3 or words[0] in common)
    return " ".join(words[1:]) if opened else title


def _shapes(
    title: str, words: Sequence[str], common: frozenset[str], keys: Keys
) -> tuple[str, str, tuple[str, ...]]:
    """How a title begins, up to its first telling word, how it ends, and the keys of both.

    Empty where the title is one word or where nothing would be left.
    """
    words = _without_article(title, words, common).split(" ")
    if len(words) < 2:
        return "", "", ()
    first = next((k for k, w in enumerate(words) if len(w) > 3 and w not in common), 0)
    lead = " ".join(words[: first + 1]) if first + 1 < len(words) else ""
    tail = words[-1] if len(words[-1]) > 3 else ""
    lead = lead if len(lead) > 3 else ""
    return keys.same(lead), keys.same(tail), tuple(keys.of((words[first], words[-1])))


def _parts(title: str, lang: str) -> frozenset[str]:
    """The titles that a title coordinates: *be- és kiszállás* names two, also in full."""
    halves = [h.strip() for h in conjunction(lang).split(title)]
    if len(halves) < 2:
        return _NOTHING
    found = {" ".join(_WORD.findall(h)) for h in halves if h and not h.endswith("-")}
    for half, after in pairwise(halves):
        words = _WORD.findall(after)
        if half.endswith("-") and words:
            # The tail that the elided word shares with the next one is not marked: try each.
            found.update(half[:-1] + words[-1][n:] for n in range(1, max(1, len(words[-1]) - 2)))
    return frozenset(found)


def _number(title: str) -> tuple[str, tuple[int, ...]] | None:
    m = _NUMBER.match(title)
    if not m:
        return None
    label, digits = (m.group(1) or "").lower(), m.group(2)
    if digits[0].isdigit():
        if any(len(d) > 6 for d in digits.split(".")):
            return None
        return label, tuple(int(d) for d in digits.split("."))
    first, *rest = digits.split(".")
    value = roman(first)
    if rest:
        numbers = (value, *(int(d) for d in rest if len(d) <= 6))
        return (label + " I", numbers) if value else None
    return (label + " I", (value,)) if value and (label or len(title) > len(digits)) else None


def roman(digits: str) -> int:
    """The value of a Roman number up to 39; 0 where it is none."""
    m = _ROMAN.fullmatch(digits)
    if not m:
        return 0
    tens, ones = m.groups()
    small = {"IX": 9, "IV": 4}.get(ones)
    return len(tens) * 10 + (5 * ("V" in ones) + ones.count("I") if small is None else small)
