"""Numbers of rules (`100.1a`, `1.2.3`, `§ 5`, `A-3`): how they are written, and what follows what."""

from __future__ import annotations

import re
from typing import NamedTuple

# A sign or a word may stand before, a stop or a parenthesis behind; words follow.
_NUMBER = re.compile(
    r"(?P<sign>§{1,2}\s?|(?:[^\W\d_]{3,12}\.?\s(?=\d)))?"
    r"(?P<n>(?:[A-Z]{1,3}[-.]?(?=\d))?\d{1,4}(?:[.-]\d{1,4}){0,6}(?P<letter>[a-z]{1,2})?)"
    r"(?P<stop>[.):]|\s?[:–—-](?=\s))?(?=[ \t\u00a0\u2003]+(?P<words>\S))"
)
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
    m = _NUMBER.match(line)
    if m is None:
        return None
    sign = (m.group("sign") or "").strip()
    if sign and sign[0] != "§" and not (sign[0].isupper() and m.group("stop")):
        return None
    told = m.group("n")
    parts = _parts(told)
    # A word before it (`Art. 2.`) says that it is one, and is no series of its own (`2.1`).
    word = bool(sign) and sign[0] != "§"
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
