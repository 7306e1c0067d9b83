"""Dice, numbers, units and parameters that differ between a source and its translation.

The comparer reads both sides, each in the writing of its language: `2k6` is `2D6`,
`1 500` is `1,500`, and a number in words is one in digits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from variorum.compare.language import data
from variorum.compare.reading import read
from variorum.say import say
from variorum.translations.quality.kinds import Pair, Problem

_DICE = re.compile(r"[+-]?(\d+d\d+(?:[+-]\d+)?)")
# A run of hexadecimal digits that some program left in a text: its digits are no numbers.
_TOKEN = re.compile(r"(?<!\w)(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{6,}(?!\w)")
# A place that a program fills in, `%2$s` or `%1`, as the third or the first of its values.
_DIRECTIVE = re.compile(r"%\d+(?:\$[-+ #0]*\d*(?:\.\d+)?[a-zA-Z])?(?![\d%])")
# Two letters, or one with an ending: a Roman number may stand for one in digits.
_ROMAN = re.compile(r"(?<![\w'’])(?:[IVXLC]{2,9}|[IVXLC](?=\.|-|e|è|th|st|nd|rd))")
_FRACTIONS = {"1/2": "½", "1/3": "⅓", "1/4": "¼", "3/4": "¾"}
_FRACTION = re.compile(rf"(?<![\w/.,])(?:{'|'.join(_FRACTIONS)})(?![\w/])")
# A mark of quotation that closes what another one opened is no sign of inches, also behind a number.
_CLOSED = re.compile(r"([“„][^“„]*)”")
_CLOSED_STRAIGHT = re.compile(r'(?<![^\s(])("[^\W\d_][^"]*\d)"(?![\w"])')
_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_SMALL = ("1", "2", "1/2", "1/3", "1/4")
_ENDLESS = re.compile(r"\d{19,}")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:/\d+)?")
# X, XX, Y, Z and N stand for the value of an ability, alone in brackets or X and XX anywhere.
_PARAMETER = re.compile(r"(?<=\()\+?(?:X{1,2}|[YZN])\+?(?=\))|(?<![\w'’])X{1,2}\+?(?![\w'’])")


def quantities(pair: Pair) -> Iterator[Problem]:
    """Problems of the kinds `dice`, `number`, `unit` and `parameter`."""
    ours, theirs = _Said(pair.msgid, pair.source), _Said(pair.msgstr, pair.target)
    yield from _differences(
        *("dice", say("dice"), ours.dice, theirs.dice),
        say("write the dice of the source"),
    )
    yield from _numbers(ours, theirs)
    lost, gained = _minus(ours.measured, theirs.units), _minus(theirs.measured, ours.units)
    if lost or gained:
        yield Problem("unit", _told(say("units"), lost, gained), say("use the unit of the source"))
    yield from _differences(
        *("parameter", say("parameters"), _parameters(pair.msgid), _parameters(pair.msgstr)),
        say("write the parameter as in the source"),
    )


class _Said:
    """The quantities of one text."""

    def __init__(self, text: str, lang: str) -> None:
        self.dice: Counter[str] = Counter()
        self.digits: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.doubtful: Counter[str] = Counter()
        text = _DIRECTIVE.sub(" ", _TOKEN.sub(" ", text))
        self.spare = Counter(str(_roman(match[0])) for match in _ROMAN.finditer(text))
        text = _FRACTION.sub(lambda match: _FRACTIONS[match[0]], text)
        # Nobody counts so far; what reads numbers need not.
        self.digits.update(_ENDLESS.findall(text))
        text = _without_closing_marks(_ENDLESS.sub(" ", text))
        any_stem, stems, units = _patterns(lang)
        ends: list[int] = []
        for word in read(text, lang).words:
            surface = text[word.start : word.end]
            dice = _DICE.fullmatch(word.form)
            if dice:
                self.dice[dice[1]] += 1
                ends.append(word.end)
                continue
            feature = next((f for f in word.features if f.startswith(("number:", "maybe:"))), "")
            value = feature.partition(":")[2].rstrip("+.").lstrip("x+±-−")
            if feature.startswith("number:"):
                ends.append(word.end)
            if feature.startswith("number:") and _NUMBER.fullmatch(value):
                kept = self.digits if any(c.isdecimal() for c in surface) else self.words
                kept[_plain(value)] += 1
            elif feature:
                self.doubtful[value] += 1
            elif any_stem.match(word.form):
                self.doubtful.update(v for pattern, v in stems if pattern.match(word.form))
        self.units: set[str] = set()
        self.measured: set[str] = set()
        lowered = text.casefold()
        for unit, anywhere, after in units:
            if anywhere.search(lowered):
                self.units.add(unit)
            if any(after.match(text, end) for end in ends):
                self.measured.add(unit)


def _without_closing_marks(text: str) -> str:
    """The text with a space for each mark of quotation that surely closes one."""
    text = _CLOSED.sub(r"\1 ", text)
    # Of an odd number of straight marks one at least is no quotation, and which nobody can tell.
    return text if text.count('"') % 2 else _CLOSED_STRAIGHT.sub(r"\1 ", text)


@cache
def _patterns(
    lang: str,
) -> tuple[
    re.Pattern[str],
    list[tuple[re.Pattern[str], str]],
    list[tuple[str, re.Pattern[str], re.Pattern[str]]],
]:
    """Of a language the stems of words that may be numbers, all in one and each with its value,
    and each unit as it stands anywhere and right after a number."""
    table = data(lang, "quality")
    stems = {pattern: str(value) for pattern, value in table.get("number_stems", {}).items()}
    units = [
        (
            unit,
            re.compile(rf"(?<!\w)(?:{pattern})(?!\w)|(?<=\d)(?:{pattern})(?!\w)"),
            re.compile(rf"\+?[ \u00a0\u202f-]?(?:{pattern})(?!\w)", re.IGNORECASE),
        )
        for unit, pattern in table.get("units", {}).items()
    ]
    return (
        re.compile("|".join(f"(?:{pattern})" for pattern in stems) or "(?!)"),
        [(re.compile(pattern), value) for pattern, value in stems.items()],
        units,
    )


def _roman(text: str) -> int:
    """The value of a Roman number; of letters that are none, whatever adding them gives."""
    values = [_LETTERS[letter] for letter in text]
    return sum(
        -one if one < two else one for one, two in zip(values, [*values[1:], 0], strict=True)
    )


def _plain(value: str) -> str:
    """Digits without leading zeros, and without the zeros of a decimal fraction."""
    whole, dot, part = value.partition(".")
    whole, part = whole.lstrip("0") or "0", part.rstrip("0")
    return f"{whole}.{part}" if dot and part else whole


def _numbers(ours: _Said, theirs: _Said) -> Iterator[Problem]:
    lost, words_lost = _unsaid(ours, theirs)
    gained, words_gained = _unsaid(theirs, ours)
    said = ours.digits + ours.words + ours.doubtful
    # Of one and two, in all their forms, nobody can tell whether they count.
    words_gained += [
        v
        for v in sorted(theirs.doubtful)
        if v not in said and _other(v) not in said and v not in _SMALL
    ]
    # A number in words may become another word (both, a pair); one against another may not.
    if lost or gained or (words_lost and words_gained):
        told = _told(say("numbers"), lost or words_lost, gained or words_gained)
        yield Problem("number", told, say("write the numbers of the source"))


def _unsaid(ours: _Said, theirs: _Said) -> tuple[list[str], list[str]]:
    """The numbers in digits, and those in words, that the other side does not say."""
    # Digits answer digits and words answer words before the one may stand for the other.
    free = (theirs.words - ours.words) + theirs.doubtful + theirs.spare
    digits = _minus(ours.digits - theirs.digits, free)
    said = theirs.digits + theirs.words + theirs.doubtful + theirs.spare
    # How often a number is said in words is a matter of style: once is enough.  The third and a
    # third are one word in some languages.
    return digits, [v for v in sorted(ours.words) if v not in said and _other(v) not in said]


def _other(value: str) -> str:
    """`1/3` for `3`, and `3` for `1/3`."""
    return value.removeprefix("1/") if "/" in value else f"1/{value}"


def _differences(
    kind: str, what: str, ours: Counter[str], theirs: Counter[str], mend: str
) -> Iterator[Problem]:
    lost, gained = _minus(ours, theirs), _minus(theirs, ours)
    if lost or gained:
        yield Problem(kind, _told(what, lost, gained), mend)


def _parameters(text: str) -> Counter[str]:
    return Counter(_PARAMETER.findall(text))


def _minus(some: Iterable[str], others: Iterable[str]) -> list[str]:
    if isinstance(some, Counter) and isinstance(others, Counter):
        return sorted((some - others).elements())
    return sorted(set(some) - set(others))


def _told(what: str, lost: list[str], gained: list[str]) -> str:
    ours, theirs = ", ".join(lost), ", ".join(gained)
    if not gained:
        return say("the {what} differ: the source has {ours}", what=what, ours=ours)
    if not lost:
        return say("the {what} differ: the translation has {theirs}", what=what, theirs=theirs)
    return say(
        "the {what} differ: the source has {ours} and the translation has {theirs}",
        what=what,
        ours=ours,
        theirs=theirs,
    )
