"""Numbers of rules (`100.1a`, `1.2.3`, `§ 5`, `A-3`, `[7.31]`): how they are written, and what
follows what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

# A sign or a word may stand before, a stop or a parenthesis behind; words follow.
_NUMBER = re.compile(
    r"(?P<sign>§{1,2}\s?|(?:[^\W\d_]{3,12}\.?\s(?=\d)))?"
    r"(?P<n>(?:[A-Z]{1,3}[-.]?(?=\d))?\d{1,4}(?:[.-]\d{1,4}){0,6}(?P<letter>[a-z]{1,2})?)"
    r"(?P<stop>[.):]|\s?[:–—-](?=\s))?(?=[ \t\u00a0\u2003]+(?P<words>\S))"
)
# `[7.31]` and `(7.31)` open rules, too; `(1)` is an item of a list, `[1]` a note.
_BRACKETED = re.compile(
    r"(?:\[(?=[^\s\[\]]{3,24}\])|\((?=[^\s()]{3,24}\)))"
    r"(?P<n>(?:[A-Z]{1,3}[-.]?(?=\d))?\d{1,4}(?:\.\d{1,4}){1,6}(?P<letter>[a-z]{1,2})?)"
    r"(?P<stop>[\])])(?=[ \t\u00a0\u2003]+(?P<words>\S))"
)
# What a word counts (`Article 12`) is no higher; four digits are a year.
_LAST_COUNTED = 999
# So many cases right below the rule whose digits they go on with (`7.3`, `7.31`) are counted so.
FEWEST_CASES = 2
# What leads to the page behind a line of contents, and the page.
LEADER = re.compile(r"(?:[\s.·…_]*[.·…_\t]{2,}[\s.·…_]*|\s+)\d{1,4}$")
GLOSSARY_TERM = "a term of the glossary"
_PART = re.compile(r"[A-Z]+|\d+|[a-z]+")


class Number(NamedTuple):
    """A number at the start of a line.

    `parts` are its series and numbers, a letter as its place in the alphabet; `text` is as
    written without sign and stop; `end` where the words begin, `close` where the number ends.
    """

    parts: tuple[str | int, ...]
    text: str
    close: int
    end: int
    plain: bool
    stop: str


def number_at(line: str) -> Number | None:
    """The number that opens a line (without outer space), or null."""
    bracket = line[:1] in ("[", "(")
    m = _BRACKETED.match(line) if bracket else _NUMBER.match(line)
    if m is None:
        return None
    if bracket:
        parts = _parts(m.group("n"))
        own = "" if isinstance(parts[0], int) else parts[0].lower()
        numbers = tuple(p for p in parts if isinstance(p, int))
        return Number(
            (own, *numbers), m.group("n"), m.end("stop"), m.start("words"), plain=False, stop=""
        )
    sign = (m.group("sign") or "").strip()
    if sign and sign[0] != "§" and not (sign[0].isupper() and m.group("stop")):
        return None
    told = m.group("n")
    parts = _parts(told)
    # A word before it (`Art. 2.`) says that it is one, and is no series of its own (`2.1`).
    word = bool(sign) and sign[0] != "§"
    if word and isinstance(parts[0], int) and parts[0] > _LAST_COUNTED:
        return None  # a year (`Season 2022-2023 – …`)
    own = "" if word else sign or ("" if isinstance(parts[0], int) else parts[0])
    numbers = tuple(p for p in parts if isinstance(p, int))
    plain = len(numbers) == 1 and not own and not word
    if plain and not m.group("stop") and not m.group("letter"):
        return None
    return Number(
        (own.lower(), *numbers), told, m.end("n"), m.start("words"), plain, m.group("stop") or ""
    )


def _parts(told: str) -> tuple[str | int, ...]:
    found: list[str | int] = []
    for m in _PART.finditer(told):
        part = m.group()
        if part.isdigit():
            found.append(int(part))
        elif part.isupper():
            found.append(part)
        else:
            found.append(sum((ord(c) - 96) * 26**k for k, c in enumerate(reversed(part))))
    return tuple(found)


def as_counted(numbers: Sequence[Number | None]) -> list[Number | None]:
    """The numbers that open the paragraphs of a text, in order: where they are counted by digits,
    as the cases of wargames are (`7.3`, `7.31`, `7.32`, `7.4`), `7.31` stands below `7.3`."""
    parted = [n for n in numbers if n is not None and not n.plain and len(n.parts) > 2]
    spread = [_by_digits(n) for n in parted]
    below = sum(
        len(b.parts) > len(own.parts) and b.parts[:-1] == a.parts
        for own, (a, b) in zip(parted[1:], pairwise(spread), strict=False)
    )
    if below < FEWEST_CASES or _ordered(spread) <= _ordered(parted):
        return list(numbers)
    found = iter(spread)
    return [
        next(found) if n is not None and not n.plain and len(n.parts) > 2 else n for n in numbers
    ]


def _ordered(numbers: Sequence[Number]) -> int:
    return sum(goes_on(a, b) for a, b in pairwise(numbers))


def _by_digits(number: Number) -> Number:
    """A number of which the digits of the second part are parts."""
    first, second, *rest = number.parts[1:]
    digits = tuple(int(c) for c in str(second))
    return number._replace(parts=(number.parts[0], first, *digits, *rest))


def goes_on(before: Number, after: Number) -> bool:
    """Whether `after` may be the next number of a text: the first below, or one beside or above."""
    a, b = before.parts, after.parts
    if b[:-1] == a:
        return isinstance(b[-1], int) and b[-1] <= 1
    shared = 0
    while shared < min(len(a), len(b)) and a[shared] == b[shared]:
        shared += 1
    if shared >= len(b) or shared >= len(a) or shared < 1:
        return False
    old, new = a[shared], b[shared]
    if not isinstance(old, int) or not isinstance(new, int):
        return False
    return 0 < new - old <= 3 and all(n == 1 or n == 0 for n in b[shared + 1 :])
