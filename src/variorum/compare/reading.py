"""A reading cut into passages, sentences and words, ready to be aligned.

Offsets count Unicode characters of the text from 0, end exclusive.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from variorum.compare.lexicon import BOUNDS, Lexicon, lexicon
from variorum.fixed import maker

# Bounded, so that tags which never close cost no second look at the rest of the text.
TAG = r"\[/?[A-Za-z]\w{0,30}(?:=[^\[\]\n]{0,500})?\]|</?[A-Za-z][^<>\n]{0,500}>|\*\*|__"
LONGEST_NUMBER = 18  # digits
AROUND = 4  # words between two that belong together
_SPACE = " \u00a0\u2007\u2009\u202f"
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
# Fractions and raised digits are letters to regular expressions.
_SMALL = "".join(_FRACTIONS) + "²³"
_LETTER = rf"[^\W\d_{_SMALL}]"
_WORD = rf"{_LETTER}+(?:[\u0300-\u036f\u00ad\u200b\u2060]+{_LETTER}*)*"
_QUOTE = "'’ʼ"
_HYPHEN = re.compile("[-‑–]")


class Word(NamedTuple):
    """One word, number, unit or sign: place, the form it is aligned by, why it matters."""

    start: int
    end: int
    form: str
    features: tuple[str, ...]


_word = maker(Word)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters `start` to `end`, words `first` to `last` (exclusive), number of its passage."""

    start: int
    end: int
    first: int
    last: int
    passage: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its words and sentences; `forms` are the words' forms."""

    text: str
    words: tuple[Word, ...]
    sentences: tuple[Sentence, ...]
    forms: tuple[str, ...]


@lru_cache(maxsize=16)
def _pattern(lang: str) -> re.Pattern[str]:
    lex = lexicon(lang)
    inner = rf"{_WORD}(?:[{_QUOTE}](?={_LETTER}))?"
    if not lex.elides:
        inner = rf"{_WORD}(?:[{_QUOTE}]{_WORD})*"
    suffix = "|".join(sorted(map(re.escape, lex.ordinal_suffixes), key=len, reverse=True))
    ordinal = rf"\d+(?:{suffix})(?!\w)" if suffix else r"(?!)"
    if lex.ordinal_dot:
        # As where sentences end: before a capital a short number is an ordinal, too.
        ordinal += rf"|\d{{1,3}}\.(?=[{_SPACE}]+{_LETTER})|\d+\.(?=[{_SPACE}]+[a-zà-öø-ÿőű])"
    group = re.escape(lex.thousands) + _SPACE
    unit, counted = (_behind_hyphen(e) for e in (lex.unit_endings, lex.number_endings))
    short = "|".join(map(re.escape, lex.short_units)) if unit else ""
    inflected = rf"(?P<unit>(?:{short}){unit})|" if short else ""
    # What is most frequent is tried first: nothing at spaces and stops, then a plain word.
    return re.compile(
        r"(?=[^\s.,;:!?])(?:"
        rf"{inflected}"
        rf"(?P<plain>(?![dDkKwW]\d){inner})"
        rf"|(?P<tag>{TAG})"
        rf"|(?P<dice>(?<![\w])(?:[+\-−–](?=\d))?\d*[dDkKwW]\d+(?:[+\-−–]\d+(?!\d*[dDkK]))?(?!\w))"
        rf"|(?P<ordinal>(?<!\w)(?:{ordinal}))"
        rf"|(?P<number>(?:(?<![\w\]\"”″)])[+\-−–±])?(?:\d{{1,3}}(?:[{group}]\d{{3}})+(?![\d])|\d+(?:[.,]\d+)?)\+?)(?:{counted or '(?!)'})?"
        rf"|(?P<inch>(?<=\d)(?:[\"″”]|'')(?:{unit or '(?!)'})?)"
        rf"|(?P<word>{inner})"
        rf"|(?P<sign>[<>=≤≥±×%{_SMALL}]))"
    )


def _behind_hyphen(endings: Sequence[str]) -> str:
    """A pattern of endings that are written behind a hyphen; empty for a language without them."""
    ways = "|".join(sorted(map(re.escape, endings), key=len, reverse=True))
    return rf"(?:{_HYPHEN.pattern}(?:{ways})(?!\w))" if ways else ""


_DICE = re.compile(r"([+-]?)(\d*)[dkw](\d+)([+-]\d+)?")
_MINUS = str.maketrans("−–", "--")


def read(text: str, lang: str) -> Reading:
    """Cut a text into sentences and words by the rules of a language (ISO 639-1 or `und`)."""
    lex = lexicon(lang)
    words = _words(text, lex)
    words = _join_numbers(text, words, lex)
    words = _counted(words)
    words = _phrases(text, words, lex)
    return Reading(text, tuple(words), _sentences(text, words, lex), tuple(w.form for w in words))


def _words(text: str, lex: Lexicon) -> list[Word]:
    found: list[Word] = []
    meaning = lex.meaning
    for match in _pattern(lex.lang).finditer(text):
        kind = match.lastgroup
        surface = match.group()
        if kind == "plain" or kind == "word":
            found.append(_word((*match.span(), *meaning(surface))))
        elif kind == "unit":  # the ending is none of the word's own
            found.append(_word((*match.span(), *meaning(_HYPHEN.split(surface, maxsplit=1)[0]))))
        elif kind != "tag":
            form = _number_form(match.group(kind or 0), kind or "", lex)
            feature = "unit:in" if kind == "inch" else f"number:{form}"
            if form == "%":
                feature = "unit:percent"
            bound = (f"bound:>=:{form[:-1]}",) if kind == "number" and form[-1] == "+" else ()
            found.append(Word(match.start(), match.end(), form, (feature, *bound)))
    return found


def _number_form(surface: str, kind: str, lex: Lexicon) -> str:
    """Digits as they are compared: no grouping, one kind of minus, dice as `2d6+1`."""
    plain = surface.translate(_MINUS)
    if kind == "inch":
        return "in"
    if kind == "dice":
        match = _DICE.fullmatch(plain.casefold())
        if match is not None:
            sign, count, sides, plus = match.groups()
            number, faces = (n.lstrip("0") or "0" for n in (count or "1", sides))
            return f"{sign}{number}d{faces}{plus or ''}"
    if kind == "ordinal":
        return re.sub(r"\D", "", plain) + "."
    if kind == "number":
        for char in _SPACE:
            plain = plain.replace(char, "")
        body = plain.lstrip("+-±").rstrip("+")
        if any(c in body for c in lex.thousands) and re.fullmatch(
            rf"\d{{1,3}}(?:[{re.escape(lex.thousands)}]\d{{3}})+", body
        ):
            plain = "".join(c for c in plain if c not in lex.thousands)
        return plain.replace(",", ".")
    return _FRACTIONS.get(surface, surface)


def _join_numbers(text: str, words: list[Word], lex: Lexicon) -> list[Word]:
    """Number words that make one number become one word (`deux cents`, `twenty-five`)."""
    if not lex.numbers:
        return words
    done: list[Word] = []
    at, count = 0, len(words)
    while at < count:
        word = words[at]
        value = None
        if word.features:
            value = _value(word, maybe=_one_of(text, words, at, (100, 1000), lex))
        if value is None or text[word.start].isdigit():
            done.append(word)
            at += 1
            continue
        end, last = word.end, at
        while last + 1 < count:
            step = 1
            gap = text[end : words[last + 1].start]
            joined = words[last + 1].form in lex.joins and last + 2 < count and gap in (" ", "-")
            if joined:
                step = 2
            other = words[last + step]
            one = value >= 1000 and _one_of(text, words, last + step, (100,), lex)
            more = _value(other, maybe=one or step == 2 or gap == "-")
            if gap not in (" ", "-") or more is None or text[other.start].isdigit():
                break
            hundred = words[last + step + 1] if last + step + 1 < count else None
            if (
                value >= 1000
                and 0 < more < 10
                and hundred
                and _value(hundred) == 100
                and text[other.end : hundred.start] in (" ", "-")
            ):  # mille cinq cents
                more, other, step = more * 100, hundred, step + 1
            total = _sum(value, more, glued=gap == "-", joined=joined, lex=lex)
            if total is None:
                break
            value, end, last = total, other.end, last + step
        if last > at:
            word = Word(word.start, end, str(value), (f"number:{value}",))
        done.append(word)
        at = last + 1
    return done


def _one_of(text: str, words: list[Word], at: int, of: tuple[int, ...], lex: Lexicon) -> bool:
    """Whether a word that may be a number counts the next one (`a hundred`, `one thousand`)."""
    return (
        lex.counts_hundreds
        and at + 1 < len(words)
        and _value(words[at + 1]) in of
        and text[words[at].end : words[at + 1].start] in (" ", "-")
    )


def _value(word: Word, maybe: bool = False) -> int | None:
    for feature in word.features:
        name, _, value = feature.partition(":")
        counts = name == "number" or (maybe and name == "maybe")
        # A longer run of digits is no number that anything could be added to.
        if counts and value.isdecimal() and len(value) <= LONGEST_NUMBER:
            return int(value)
    return None


def _sum(value: int, more: int, *, glued: bool, joined: bool, lex: Lexicon) -> int | None:
    """The number that two number words in a row make, null where they make none."""
    if more in (100, 1000) and 0 < value < more and not joined:
        return value * more
    if value == 4 and more == 20 and lex.value("quatre-vingt") == 80:
        return 80
    if joined and not (value >= 100 or more in (1, 11)):
        return None
    if value >= 20 and value % 10 == 0 and 0 < more < (100 if value % 100 == 0 else 20):
        return value + more
    if value == 10 and more < 10 and glued:
        return 10 + more
    if value % 1000 == 0 and 0 < more < 1000 and value >= 1000:
        return value + more
    return None


def _counted(words: list[Word]) -> list[Word]:
    """Units that are other words elsewhere are units just after a number, and only there."""
    for at, word in enumerate(words):
        if word.features and word.features[-1].startswith("counted:"):
            before = words[at - 1].features if at else ()
            if any(f.startswith(("number:", "maybe:")) for f in before):
                words[at] = word._replace(features=word.features[-1:])
            else:
                words[at] = word._replace(features=word.features[:-1])
    return words


_STOPS = frozenset(".!?;:\n")


def _phrases(text: str, words: list[Word], lex: Lexicon) -> list[Word]:
    """Phrases of several words and bounds of numbers give their words one feature together."""
    in_order = [word.form for word in words]
    forms = frozenset(in_order)
    taken: set[int] = set()  # words of a longer phrase
    begun = sorted(number for form in forms & lex.begun.keys() for number in lex.begun[form])
    for phrase, feature in map(lex.phrases.__getitem__, begun):
        if not forms.issuperset(phrase):
            continue
        for at in range(len(words) - len(phrase) + 1):
            if in_order[at] != phrase[0] or not taken.isdisjoint(range(at, at + len(phrase))):
                continue
            if tuple(in_order[at : at + len(phrase)]) == phrase:
                for k in range(len(phrase)):
                    words[at + k] = words[at + k]._replace(features=(feature,) if not k else ())
                    taken.add(at + k)
    for first, last, feature in lex.around:
        if first in forms and last in forms:
            _surround(words, first, last, feature)
    counting = [_counts(word) for word in words]
    if lex.bounds is None or not any(counting):
        return words
    pieces: list[str] = []
    where: list[tuple[int, int]] = []  # offset in the joined text, word
    offset, end = 0, 0
    for at, word in enumerate(words):
        if word.features and word.features[0].startswith("unit:"):
            end = word.end
            # A word of comparison behind it may be bound to its ending (`12"-nél távolabb`).
            comparing = next((e for e in lex.comparing if text[word.start : end].endswith(e)), None)
            if comparing is not None:
                pieces.append(comparing)
                offset += len(comparing) + 1
            continue
        gap = text[end : word.start]
        if at and gap != " " and not _STOPS.isdisjoint(gap):
            pieces.append("|")
            offset += 2
        piece = "#" if counting[at] else word.form
        pieces.append(piece)
        where.append((offset, at))
        offset += len(piece) + 1
        end = word.end
    for match in lex.bounds.finditer(" ".join(pieces)):
        inside = [at for start, at in where if match.start() <= start < match.end()]
        number = next((at for at in inside if _counts(words[at])), None)
        if number is None or match.lastgroup is None:
            continue
        value = words[number].form.rstrip("+")
        for feature in words[number].features:
            if feature.startswith("maybe:"):
                value = feature[6:]
        bound = f"bound:{BOUNDS[match.lastgroup]}:{value}"
        for at in inside:
            if at == number:
                words[at] = words[at]._replace(features=(*words[at].features, bound))
            elif words[at].features != ("negation",):
                words[at] = words[at]._replace(features=(bound,))
    return words


def _surround(words: list[Word], first: str, last: str, feature: str) -> None:
    """Give two words, around a few others of which none denies, one feature together."""
    for at, word in enumerate(words):
        if word.form != first:
            continue
        following = enumerate(words[at + 1 : at + 2 + AROUND], at + 1)
        closing = (k for k, w in following if w.form == last or "negation" in w.features)
        end = next(closing, None)
        if end is not None and words[end].form == last:
            words[at] = word._replace(features=(feature,))
            words[end] = words[end]._replace(features=())


def _counts(word: Word) -> bool:
    return bool(word.features) and word.features[0].startswith(("number:", "maybe:"))


_STOP = re.compile(r"[.!?…]+[\"'»”’)\]]*(?=\s|$)|\n")


def _sentences(text: str, words: list[Word], lex: Lexicon) -> tuple[Sentence, ...]:
    """Where sentences end: a mark before a space and a capital, and every line end."""
    cuts: list[tuple[int, bool]] = []
    for match in _STOP.finditer(text):
        end = match.end()
        if match.group() == "\n":
            cuts.append((match.start(), True))
        elif _ends(text, match.start(), end, lex):
            cuts.append((end, False))
    cuts.append((len(text), False))
    found: list[Sentence] = []
    start = first = passage = 0
    for end, line_end in cuts:
        last = first
        while last < len(words) and words[last].start < end:
            last += 1
        if last > first:
            left = start + len(text[start:end]) - len(text[start:end].lstrip())
            right = start + len(text[start:end].rstrip())
            found.append(Sentence(left, right, first, last, passage))
        first, start = last, end
        passage += line_end
    return tuple(found)


def _ends(text: str, dot: int, end: int, lex: Lexicon) -> bool:
    after = text[end : end + 8].lstrip(" \t\u00a0\u202f\"'«„“”‘([-–—•")
    if after and not (after[0].isupper() or after[0].isdigit()):
        return False
    if text[dot:end] != ".":
        return True
    word = re.search(r"[\w.]*$", text[max(0, dot - 12) : dot])
    before = word.group().casefold() if word else ""
    if before in lex.abbreviations:
        return False
    return not (lex.ordinal_dot and before.isdigit() and len(before) <= 3 and bool(after))
