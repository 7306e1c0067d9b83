"""Whether the paragraphs of a text are rules with numbers (`100.1a`, `1.2.3`, `§ 5`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from .headings import is_dated, is_title_like
from .lonenumbers import lone_numbers
from .series import LEADER, Number, as_counted, goes_on, number_at

# So many numbers with parts, such a share of the paragraphs, and so many in order make rules.
FEWEST = 6
SHARE = 0.25
IN_ORDER = 0.7
# A longer line is no line of contents.
LONGEST_LINE = 200
# So much of a line tells its number.
_LONGEST = 60
# The last line of a paragraph, with an empty one below it: from its last sign, not from its first,
# so that a line without end is read once.
_FILLED = re.compile(r"\S[^\S\n]*\n\s*\n")


def has_rules(text: str, lang: str) -> bool:
    """Whether the paragraphs of a text are rules with numbers, which may stand on their own lines."""
    lines = [s for line in text.splitlines() if (s := line.strip())]
    alone = lone_numbers(lines)
    if alone:
        lines = [
            f"{line} {after}" if n in alone else line
            for n, (line, after) in enumerate(zip_longest(lines, lines[1:], fillvalue=""))
            if n - 1 not in alone
        ]
    return are_rules(lines, sum(1 for _ in _FILLED.finditer(text)) + 1, lang)


def are_rules(lines: Sequence[str], paragraphs: int, lang: str) -> bool:
    """Whether numbers with parts, in order, stand before a good part of the paragraphs of a text.

    `lines` are its lines without outer space, `paragraphs` says how many paragraphs they make.
    Most numbers stand before sentences: titles with numbers are headings of what follows them.
    """
    # A line that the next goes on with is no title, however short it is.
    told = [
        (number, line, not line.endswith((".", ":")) and below[:1].islower())
        for line, below in zip_longest(lines, lines[1:], fillvalue="")
        if (number := number_at(line[:_LONGEST])) is not None and not number.plain
    ]
    found = _without_contents(told)
    listed = len(told) - len(found)
    if len(found) < FEWEST or len(found) < SHARE * (min(len(lines), paragraphs) - listed):
        return False
    if not _in_order([n for n in as_counted([n for n, _, _ in found]) if n is not None]):
        return False
    sentences = sum(on or not is_title_like(line[n.end :], lang) for n, line, on in found)
    return sentences * 2 >= len(found)


def _in_order(numbers: Sequence[Number]) -> bool:
    """Whether most numbers go on with the one before them."""
    ordered = sum(goes_on(a, b) or _in_chapter(a, b) for a, b in pairwise(numbers))
    return ordered >= IN_ORDER * (len(numbers) - 1)


def _in_chapter(before: Number, after: Number) -> bool:
    """The same between a chapter with a letter and rules that leave it out (`A1`, `1.1`, `A2`)."""
    a, b = before.parts, after.parts
    if a[0] and not b[0]:
        return len(a) == 2 and len(b) > 2 and b[1] == a[1]
    return not a[0] and bool(b[0]) and len(b) == 2 and (b[1] == 1 or b[1] == int(a[1]) + 1)


def _without_contents(
    found: Sequence[tuple[Number, str, bool]],
) -> list[tuple[Number, str, bool]]:
    """Numbers with their lines without those of a table of contents, which come again below it."""
    bare = [LEADER.sub("", line) if len(line) <= LONGEST_LINE else line for _, line, _ in found]
    last = {line: n for n, line in enumerate(bare)}
    return [own for n, own in enumerate(found) if last[bare[n]] == n]


def is_open(line: str, lang: str) -> bool:
    """Whether a sentence goes on behind a line: its last words are those of no title either."""
    number = number_at(line)
    words = line[number.end :] if number is not None else line
    goes_on = words[-1:].isalnum() or words[-1:] == ","
    return goes_on and not is_title_like(words, lang) and not is_dated(words)
