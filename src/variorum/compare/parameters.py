"""One ability with a value in its name (`Point Defence (3)`): what its texts differ in by right."""

from __future__ import annotations

import re

from variorum.compare.classes import SAME
from variorum.compare.comparison import words_of
from variorum.model import Conflict

_VALUE = re.compile(r"\d+|(?<![^\W\d_])[XYNxyn]{1,2}(?![^\W_])")
_SIGN = "x"
_NUMBER = "987654321"  # stands in no text


def value_of(parameter: str | None) -> str | None:
    """The number or placeholder in a parameter (`4+` has 4), null where there is none."""
    m = _VALUE.search(parameter or "")
    return m.group().lower() if m else None


def is_by_right(conflict: Conflict, mine: str | None, other: str | None, lang: str) -> bool:
    """Whether two readings differ in nothing but the values (`value_of`) of their witnesses."""
    if mine is None or other is None or mine == other:
        return False
    grave = [d for d in conflict.differences if d.kind not in SAME]
    if not conflict.reading or not conflict.other_reading or not grave:
        return False
    a, b = _signed(conflict.reading, mine, lang), _signed(conflict.other_reading, other, lang)
    if len(a) != len(b):
        return False
    differing = [i for i, (one, two) in enumerate(zip(a, b, strict=True)) if one != two]
    # `1 die` and `3 dice`: the word behind the value has its number.
    return all(i and a[i - 1] == _SIGN == b[i - 1] and _is_one_word(a[i], b[i]) for i in differing)


def _signed(text: str, value: str, lang: str) -> list[str]:
    """The words of a text, with a sign in the place of each that is the value."""
    text = text.lower()
    if value.isalpha():
        # In a number's place, so that `X"` is read as `2"` is.
        text = re.sub(rf"(?<![^\W_]){value}(?=d\d|[\W_]|$)", _NUMBER, text)
        value = _NUMBER
    own = re.compile(rf"([+-]?){value}(\+?|d\d.*)")  # `+X`, `X+` and `XD6` too
    return [own.sub(rf"\1{_SIGN}\2", w) if own.fullmatch(w) else w for w in words_of(text, lang)]


def _is_one_word(one: str, other: str) -> bool:
    shared = 0
    for x, y in zip(one, other, strict=False):
        if x != y:
            break
        shared += 1
    return shared >= max(2, min(len(one), len(other)) - 2)
