"""A title as written, taken apart: name, parameter, abbreviation, English name, marker."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache

from variorum.compare.lexicon import without_accents
from variorum.fixed import fixed

from .language import lowered, spaced
from .partlabels import part_label
from .series import number_at

_PARENTHESIS = re.compile(r"\s*\(([^()]{1,80})\)")
_MARKER = re.compile(r"\s*([*†‡§¤]+)\s*")
# `[7.31]`, `(7.31)`: a rule that has a number alone.
_BRACKETED_NUMBER = re.compile(r"\s*(?:\[([\w.-]{3,24})\]|\(([\w.-]{3,24})\))\s*")
# `[Errata] Hordes`: what a forum puts before a title.
_FORUM_TAG = re.compile(r"^\s*\[[^\[\]]{2,40}\]\s*(?=\S)")
# `2.1 Cover`: the number of a heading is no part of its name.
_NUMBER = re.compile(
    r"^\s*(?:\(\d{1,3}(?:\.\d{1,3})+\)\s+|§{1,2}\s?\d{1,3}(?:\.\d{1,3})*[a-z]?[.):]?\s+|[A-Z](?:\.\d{1,3})+[.:)]?\s+(?=[^\W\d_])|(?:(?:\d{1,3}|[IVXLC]{1,6})(?:\.\d{1,3})+[.):]?|\d{1,3}[.)]|[IVXLC]{1,6}[.)])\s+"
    r"(?:[:–—-]\s+)?|(?:\d{1,3}|[IVXLC]{1,6})\s?[:–—-]\s+(?=[^\W\d_]))(?=\S)"
)
_ANCHOR = re.compile(r"\s*\[[A-Za-z]{1,4}\d{1,3}\]")
# X, XX, N, X+, X cm, 2, 4+, 12", 2D6, X/Y, D3+3: what stands for a value, or is one.
_VALUE = r"""(?:[XxYyZzNn]{1,3}|[+±-]?\d+(?:[DdKk]\d+)?|[DdKk]\d+)   # a placeholder, a number, dice
        (?:\s?[+"″”%°]|\s?(?:cm|mm|m|px|ps|pts?|pouces?|pas|inch(?:es)?|hexe?s?|lépés|mező))?"""
# `(1/game)`: how often; `(casting value: 7+)`: what the value is of.
_PARAMETER = re.compile(
    rf"(?:[^\W\d_]{{2,16}}(?:\s[^\W\d_]{{2,16}})?\s?:\s?)?"
    rf"(?:{_VALUE}(?:\s?[/+]\s?{_VALUE})?|\d{{1,2}}\s?/\s?[^\W\d_]{{3,12}})",
    re.VERBOSE,
)
_MEASURE = re.compile(r"\d{1,3}\s[a-zà-öø-ÿőű]{1,3}\.?")
# `1. lépés: Vitorlák`: a step, phase or round that is counted, whose number belongs to it.
_ORDINAL = re.compile(r"\s*\d{1,3}\.\s[^\W\d_A-ZÁÉÍÓÖŐÚÜŰ][^\W\d_]{2,15}\s?(?:[:–—]|-\s)")
# `Blast [X]`, `Scout [6"]`; a number alone may be the mark of a note.
_BRACKETED = re.compile(r"\s+\[(?!\d+\])([^\[\]\s]{1,8}(?:\s[^\[\]\s]{1,8}){0,2})\]")
# `Scout - 5 pts`, `Scout – 40 points`: what it costs.
_COST = re.compile(
    r"(?<=\S)\s*(?:[,:]\s+|\s[–—-]\s|\.{2,}\s*|…\s*)"
    r"(?P<cost>[+-]?\d{1,4}\s?(?:pts?\.?|points?|pontérték|pont|gp|XP|CP|PC|po))$"
)
_WORDS_ON = re.compile(r"\s*[^\W\d_]")
_TRAILING_PARAMETER = re.compile(r"\s+(X{1,2}\+?)$")
# One of these stands in every number, tag, anchor, marker and parenthesis.
_SIGN = re.compile(r"[\[(*†‡§¤.):–—-]")
_NO_SLUG = re.compile(r"[^a-z0-9]+")
_LONGEST_NUMBER = 16
_HEADING_NUMBER = re.compile(r"\s*\d{0,3}(?:\.\d{1,3})*")
_WORD = re.compile(r"[^\W\d_]+")
_APOSTROPHE = re.compile("[’ʼ′´]")
_LABEL = re.compile(r"([^\r\n:–—]{1,120}?)\s*(?::|[–—]|(?<=\s)-)\s+")
_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]")
_JOINED = re.compile(r"(?<=[^\W\d_]{2})-(?=[^\W\d_]{2})")
_DASH = re.compile("[‐‑–—]")
_AROUND = "*_`~"
_QUOTES = "\"'«»“”„‘’‹› \u00a0\u202f"


@fixed
class Title:
    """The parts of a title; parts that it does not have are null.  `english` is as written.

    `cut` says that the source has the name only in part, `alone` that no other has the whole.
    """

    name: str
    parameter: str | None = None
    abbreviation: str | None = None
    english: str | None = None
    marker: str | None = None
    cut: bool = False
    alone: bool = False


def dissect(title: str, lang: str, vocabulary: Container[str] = ()) -> Title:
    """Take `title` apart.

    `vocabulary` holds the words (lower case) that the document uses outside parentheses: a
    parenthesis of its words qualifies the name, one of other words is a foreign name.
    """
    alone = _BRACKETED_NUMBER.fullmatch(title) if title[:1] in ("[", "(") else None
    if alone is not None and number_at(f"{title.strip()} x") is not None:
        return Title(alone.group(1) or alone.group(2))
    rest = title = _unmarked(title)
    parameter = abbreviation = english = marker = None
    if 0 < (label := part_label(title, lang)) < len(title):
        rest = title[label:]
    # Most titles are words alone.
    signs = _SIGN.search(title) is not None
    if signs:
        rest = _FORUM_TAG.sub("", rest)
        counted = lang == "hu" and _ORDINAL.match(rest) is not None
        rest = _ANCHOR.sub("", rest if counted else _NUMBER.sub("", rest))
    m = _MARKER.search(rest) if signs else None
    if m is not None and (m.start() > 0 or m.end() < len(rest)):
        marker = m.group(1)
        rest = rest[: m.start()] + " " + rest[m.end() :]
    for m in _PARENTHESIS.finditer(rest) if signs else ():
        inside = m.group(1).strip()
        before = rest[: m.start()]
        if inside.isdigit() and _WORDS_ON.match(rest, m.end()):
            continue  # `Panic (2) Rout` is the second of several, each with a name of its own
        if parameter is None and _PARAMETER.fullmatch(inside):
            parameter = inside
        elif abbreviation is None and (
            abbreviates(inside, before) or _is_used_short(inside, vocabulary)
        ):
            abbreviation = inside
        elif english is None and lang != "en" and _is_foreign(inside, vocabulary):
            english = inside
        else:
            continue
        rest = rest.replace(m.group(0), "\x00", 1)
    m = _BRACKETED.search(rest) if signs and parameter is None else None
    if m is not None and _PARAMETER.fullmatch(m[1]):
        parameter, rest = m[1], rest[: m.start()] + rest[m.end() :]
    m = _COST.search(rest) if signs and parameter is None else None
    if m is not None:
        parameter, rest = m["cost"], rest[: m.start()]
    name = " ".join(rest.replace("\x00", " ").split())
    name = name.removesuffix(":").rstrip()  # how some texts end their headings
    trailing = _TRAILING_PARAMETER.search(name) if name.endswith(("X", "X+")) else None
    if parameter is None and trailing is not None:
        parameter, name = trailing.group(1), name[: trailing.start()]
    if english is not None and abbreviation is None:
        # `Ballistic Skill, BS`: a name and its abbreviation in one parenthesis.
        head, comma, tail = english.rpartition(",")
        if comma and abbreviates(tail.strip(), head):
            english, abbreviation = head.strip(), tail.strip()
    trailing = _TRAILING_PARAMETER.search(english) if english is not None else None
    if english is not None and parameter is None and trailing is not None:
        parameter, english = trailing.group(1), english[: trailing.start()]
    name = _unquoted(name) or title.strip()
    # Most titles are their names: two equal strings would be kept through the build.
    return Title(title if name == title else name, parameter, abbreviation, english, marker)


def _unmarked(title: str) -> str:
    """Without the marks that typed text has around a name (`*Scout*`, `_Scout_`, `Scout` in ticks)."""
    inner = title[1:-1]
    framed = len(title) > 2 and title[0] == title[-1] and title[0] in _AROUND
    return inner.strip() if framed and title[0] not in inner and inner.strip() else title


def is_value(words: str) -> bool:
    """Whether words are a value and nothing else: a number with its unit, dice, `4+`."""
    measured = _PARAMETER.fullmatch(words) is not None and ":" not in words
    return measured or _MEASURE.fullmatch(words) is not None


def number_of(title: str) -> str | None:
    """The number that opens a title and is no part of its name (`2.`), null without one."""
    m = _NUMBER.match(title) if _SIGN.search(title) is not None else None
    return m.group().strip() if m is not None else None


def _unquoted(name: str) -> str:
    """Without quotation marks around the whole name (not around a word of it)."""
    if len(name) > 2 and name[0] in "\"«“„‘'" and name[-1] in "\"»”“’'":
        inner = name[1:-1].strip(_QUOTES)
        if not any(q in inner for q in '"«»“”„'):
            return inner
    return name


def abbreviates(short: str, name: str) -> bool:
    """Whether `short` is made of letters of `name` in order, the first word's initial first."""
    if not 1 < len(short) <= 6 or not short[0].isupper() or not short.isalpha():
        return False
    if sum(c.isupper() for c in short) * 2 < len(short):
        return False
    letters = _letters(name)
    at = 0
    for i, c in enumerate(_letters(short)):
        at = letters.find(c, at) + 1
        if not at or (i == 0 and at != 1):
            return False
    return True


def _is_used_short(short: str, vocabulary: Container[str]) -> bool:
    """Capitals that the document uses by themselves, whatever they stand for."""
    return (
        1 < len(short) <= 5 and short.isalpha() and short.isupper() and short.lower() in vocabulary
    )


def _letters(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in decomposed if c.isalpha())


def _is_foreign(inside: str, vocabulary: Container[str]) -> bool:
    """A name in ASCII with a capital, of which not every word is the document's own."""
    words = [w for w in _WORD.findall(inside) if len(w) > 2]
    if not words or not inside.isascii() or not any(w[0].isupper() for w in words):
        return False
    return any(w.lower() not in vocabulary for w in words)


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """`folded`, remembered: names are asked for again and again."""
    return folded(name)


def folded(name: str) -> str:
    """A name for comparison: lower case, without accents' variants, œ as oe, one kind of apostrophe.

    Accents stay: *kor* and *kör* are two names.
    """
    if not name.isascii():
        name = unicodedata.normalize("NFC", name).replace("œ", "oe").replace("Œ", "OE")
        name = name.replace("æ", "ae").replace("Æ", "AE")
        name = _DASH.sub("-", _APOSTROPHE.sub("'", name))
    name = name.replace("`", "'")
    return lowered(spaced(name).strip(' .:!?*"«»“”„'))


def bare(name: str) -> str:
    """A name without accents, as capitals often are (`CREDITS`, `TABLE DES MATIERES`)."""
    return without_accents(name)


def repeats(text: str, title: str | None) -> bool:
    """Whether a text only says `title` again, as headings that pages bring along do; the number
    that a page gives its heading may stand behind it."""
    if title is None or len(text) > len(title) + _LONGEST_NUMBER:
        return False
    said, name = folded(text), fold(title)
    return said.startswith(name) and _HEADING_NUMBER.fullmatch(said[len(name) :]) is not None


def label_end(text: str, title: str | None) -> int:
    """Where a text goes on that opens with its own title and a colon or dash (`Rope: it …`); 0 where
    it opens otherwise, or says nothing more."""
    if not title or (text[:1].isalnum() and _initial(text) != _initial(title.lstrip(_QUOTES))):
        return 0  # as nearly all do
    m = _LABEL.match(text)
    if m is None or m.end() == len(text) or fold(m[1]) != fold(title):
        return 0
    return m.end()


def _initial(text: str) -> str:
    first = text[:1].lower()
    return {"œ": "o", "æ": "a"}.get(first) or _without_accent(first)[:1]


@lru_cache(maxsize=1 << 16)
def identity(name: str, lang: str) -> str:
    """A name as far as it tells entries apart; a hyphen may be a space, and in French the first
    letter of a word may have lost its accent as a capital."""
    folded_name = fold(name)
    if lang == "fr" and not name.isascii():
        folded_name = _INITIAL.sub(lambda m: _without_accent(m.group()), folded_name)
    return _JOINED.sub(" ", folded_name) if "-" in folded_name else folded_name


def forget() -> None:
    """Let go of the names that are remembered."""
    fold.cache_clear()
    identity.cache_clear()


def _without_accent(c: str) -> str:
    return c if c.isascii() else unicodedata.normalize("NFD", c)[0]


def slug(name: str) -> str:
    """An ASCII slug of `[a-z0-9-]+`, never empty."""
    text = name.lower()
    if not text.isascii():
        text = text.replace("œ", "oe").replace("æ", "ae").replace("ß", "ss")
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if not unicodedata.combining(c))
    text = _NO_SLUG.sub("-", text).strip("-")
    return text[:60].rstrip("-") or "x"
