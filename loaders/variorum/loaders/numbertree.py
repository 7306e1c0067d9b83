"""Where headings with numbers stand (`Chapter 2. Ships`, `2.1 Cover`): by their numbers.

A number tells a level better than words do.  A heading without one stands where the words of the
headings say, but not outside the numbered one that it comes after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from .series import Number, as_counted, goes_on, number_at
from .traits import roman
from .tree import Place

Level = TypeVar("Level", int, int | None)

# So many headings with parts in their numbers, such a share of them in order, tell the tree.
FEWEST = 6
FEWEST_OF_MOST = 4
MOST = 0.6
IN_ORDER = 0.7
# A chapter's number may have no stop (`2 Ships`); in any other text it may be a quantity.
BARE = re.compile(r"(\d{1,3})[ \t]+(?=[^\W\d_])")
# So many parts, and so many numbers below them, tell a tree of parts.
FEWEST_PARTS = 2
FEWEST_COUNTED = 3
_ROMAN = re.compile(
    r"(?:[^\W\d_]{3,12}\s)?(?P<n>[IVXL]{1,6})(?:[.):]|\s?[–—:-](?=\s)|(?=\s*$))\s*(?=[^\s\d]|$)"
)
_LETTER = re.compile(r"(?P<n>[A-Z])(?:[.)]|\s[–—-])\s+(?=\S)")
# So many levels of numbers fit between two of marks.
_FINER = 8
_NUMBERED = re.compile(r"^[ \t]{0,20}(?:[^\W\d_]{3,12}\s)?\d{1,3}\.[^\n]{1,60}", re.M)


def opens_section(line: str) -> bool:
    """Whether a line opens with a number with parts and a title (no `1.5 inches`)."""
    number = number_at(line)
    return number is not None and not number.plain and not line[number.end].islower()


def has_sections(text: str) -> bool:
    """Whether the lines of a text open sections with numbers, most of them in order."""
    lines = (m.group().strip() for m in _NUMBERED.finditer(text))
    found = as_counted([number_at(line) for line in lines if opens_section(line)])
    numbers = [n for n in found if n is not None]
    ordered = sum(goes_on(a, b) for a, b in pairwise(numbers))
    return len(numbers) >= FEWEST and ordered >= IN_ORDER * (len(numbers) - 1)


def by_numbers(
    titles: Sequence[str], placed: Callable[[], list[Place]], apart: Sequence[bool]
) -> list[Place]:
    """The places of the headings of a document, in order, as their numbers correct them.

    `placed` gives those that they have without: it is asked where not every number tells one.
    `apart` are the headings without a number that stand above all numbers.
    """
    parts = _parts(titles)
    numbers = as_counted(
        [None if n in parts else number_at(t) or _bare(t) for n, t in enumerate(titles)]
    )
    if not _in_order(numbers) and not (parts and _counted(numbers, parts)):
        return placed()
    told = _told(numbers, again=bool(parts))
    del numbers
    first = next(n for n in range(len(titles)) if told[n] is not None or n in parts)
    alone = all(told[n] is not None or n in parts or apart[n] for n in range(len(titles)))
    places = [Place(None, 1, "")] * len(titles) if alone and not first else placed()
    found = list(places[:first])
    # What stands above the first number stands above all: the title of the document.
    top = 0 if places[first].parent == 0 and first else None
    of: dict[tuple[str | int, ...], int] = {}
    part, current = top, first
    for n in range(first, len(titles)):
        number, parent = told[n], places[n].parent
        if n in parts:
            parent, part, current, why = top, n, n, "its number is that of a part"
            of.clear()
        elif number is not None:
            lengths = range(len(number.parts) - 1, 1, -1)
            above = [of[key] for k in lengths if (key := number.parts[:k]) in of]
            parent, current = above[0] if above else part, n
            of[number.parts] = n
            if number.parts[-1] == 0:
                of.setdefault(number.parts[:-1], n)  # `2.0` stands above `2.1`
            why = f"its number is {number.text}"
        elif apart[n]:
            parent, part, current, why = top, top, n, "it stands beside what has numbers"
        elif parent is None or parent < current:
            parent, why = current, "it comes after the heading with that number"
        else:
            why = places[n].evidence
        depth = 1 if parent is None else found[parent].depth + 1
        found.append(replace(places[n], parent=parent, depth=depth, evidence=why))
    return found


def levels_by_numbers(titles: Sequence[str], levels: Sequence[Level]) -> list[Level]:
    """The levels that marks give headings, finer where those of one level have numbers that go on
    with each other's (`6. Combat`, `6.1 Charges`); null for those to which they give none."""
    found: list[Level] = []
    above: dict[int, list[tuple[str | int, ...]]] = {}
    told = as_counted([number_at(t) for t in titles])
    # Where parts have parts a number that nothing ends may be that of one (`6 Combat`).
    parted = any(n is not None and len(n.parts) > 2 for n in told)
    for number, level, title in zip(told, levels, titles, strict=True):
        if number is None and parted:
            number = _bare(title)
        if level is None:
            found.append(level)
            continue
        above = {deep: numbers for deep, numbers in above.items() if deep <= level}
        if number is None:
            above.pop(level, None)
            found.append(level * _FINER)
            continue
        numbers = above.setdefault(level, [])
        # `2.0` stands above `2.1`.
        own = number.parts[:-1] if len(number.parts) > 2 and number.parts[-1] == 0 else number.parts
        while numbers and own[: len(numbers[-1])] != numbers[-1]:
            numbers.pop()
        found.append(level * _FINER + min(len(numbers), _FINER - 1))
        numbers.append(own)
    return found


def _bare(title: str) -> Number | None:
    m = BARE.match(title)
    if m is None:
        return None
    return Number(("", int(m.group(1))), m.group(1), m.end(1), m.end(), plain=True, stop="")


def _in_order(numbers: Sequence[Number | None]) -> bool:
    """Whether so many numbers have parts, and are in order, that they tell the tree."""
    parted = [n for n in numbers if n is not None and not n.plain and len(n.parts) > 2]
    ordered = sum(goes_on(a, b) for a, b in pairwise(parted))
    # Fewer are enough where most headings have numbers.
    most = sum(n is not None for n in numbers) >= MOST * len(numbers)
    fewest = FEWEST_OF_MOST if most else FEWEST
    return len(parted) >= fewest and ordered >= IN_ORDER * (len(parted) - 1)


def _counted(numbers: Sequence[Number | None], parts: frozenset[int]) -> bool:
    """Whether the numbers without parts count up, anew in each part of the document at most."""
    last = 0
    found = 0
    for n, number in enumerate(numbers):
        if n in parts:
            continue
        if number is None or len(number.parts) != 2 or not isinstance(number.parts[1], int):
            continue
        value = number.parts[1]
        if value != last + 1 and value != 1:
            return False
        last, found = value, found + 1
    return found >= FEWEST_COUNTED


def _parts(titles: Sequence[str]) -> frozenset[int]:
    """The headings with Roman numbers or capital letters, which count up before and between the
    others: they are parts of the document (`II. Le tour`, `B) Ships`)."""
    for pattern, value in ((_ROMAN, roman), (_LETTER, _letter)):
        found = [(n, value(m.group("n"))) for n, t in enumerate(titles) if (m := pattern.match(t))]
        arabic = next((n for n, t in enumerate(titles) if number_at(t) is not None), len(titles))
        counts = [v for _, v in found] == list(range(1, len(found) + 1))
        if len(found) >= FEWEST_PARTS and counts and found[0][0] < arabic:
            return frozenset(n for n, _ in found)
    return frozenset()


def _letter(letter: str) -> int:
    return ord(letter) - 64


def _told(numbers: Sequence[Number | None], *, again: bool) -> list[Number | None]:
    """The numbers that tell a place: those with parts, and of plain ones those of chapters.

    With `again` chapters may be counted anew, in each part of the document.
    """
    opened = {n.parts[1] for n in numbers if n is not None and len(n.parts) > 2}
    found: list[Number | None] = []
    chapter = 0
    for at, number in enumerate(numbers):
        own = number
        if number is not None and len(number.parts) == 2 and number.plain:
            last = number.parts[1]
            later = map(numbers.__getitem__, range(at + 1, len(numbers)))
            follows = next((n for n in later if n is not None), None)
            below = follows is not None and follows.parts[:2] == number.parts
            if not (
                below or (last not in opened and (last == chapter + 1 or (again and last == 1)))
            ):
                own = None
        if own is not None and isinstance(own.parts[1], int):
            chapter = own.parts[1]
        found.append(own)
    return found
