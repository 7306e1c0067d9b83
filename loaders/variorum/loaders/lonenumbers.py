"""Numbers of rules on lines of their own, as programs write them that take text out of a PDF.

The title, or the text, of such a rule stands on the next line and goes on with its number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from .series import Number, as_counted, goes_on, number_at

# So many numbers alone on their lines are a habit; such shares have words below, and are in order.
FEWEST = 3
WORDED = 0.8
IN_ORDER = 0.6
LONGEST = 20


def _alone(line: str) -> Number | None:
    """The number that is all of a line; one without parts is none by itself."""
    found = number_at(f"{line} x") if len(line) <= LONGEST and line[-1:] != "x" else None
    return found if found is not None and found.end == len(line) + 1 else None


def lone_numbers(lines: Sequence[str]) -> frozenset[int]:
    """Which of the lines of a text (without outer space) are numbers of what the next line says.

    A number without parts (`12`) is one where the next has it as its first (`12.1`).
    """
    own = {n: number for n, line in enumerate(lines) if (number := _alone(line)) is not None}
    parted = [n for n, number in own.items() if not number.plain]
    if len(parted) < FEWEST:
        return frozenset()
    worded = [n for n in parted if n + 1 < len(lines) and lines[n + 1][:1].isalpha()]
    counted = [n for n in as_counted([own[n] for n in parted]) if n is not None]
    ordered = sum(goes_on(a, b) for a, b in pairwise(counted))
    if len(worded) < WORDED * len(parted) or ordered < IN_ORDER * (len(parted) - 1):
        return frozenset()
    first: dict[int, int] = {}
    for n in parted:
        part = own[n].parts[1]
        if isinstance(part, int):
            first.setdefault(part, n)
    chapters: dict[int, int] = {}
    for n, line in enumerate(lines[:-1]):
        bare = line.rstrip(".")
        if len(bare) < 4 and bare.isdecimal() and lines[n + 1][:1].isalpha():
            below = first.get(int(bare), -1)
            if n < below == _next(parted, n):
                # Of two the number of a page comes first.
                chapters[below] = n
    return frozenset((*worded, *chapters.values()))


def _next(numbers: Sequence[int], n: int) -> int:
    """The first of some numbers of lines, which are in order, behind `n`; -1 where none is."""
    at = bisect_right(numbers, n)
    return numbers[at] if at < len(numbers) else -1
