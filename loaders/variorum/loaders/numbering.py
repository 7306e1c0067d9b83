"""Whether the paragraphs of a text are rules with numbers (`100.1a`, `1.2.3`, `§ 5`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from .headings import is_title_like
from .lonenumbers import lone_numbers
from .series import goes_on, number_at

# So many numbers with parts, such a share of the paragraphs, and so many in order make rules.
FEWEST = 6
SHARE = 0.25
IN_ORDER = 0.7
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
    found = [
        (number, line)
        for line in lines
        if (number := number_at(line[:_LONGEST])) is not None and not number.plain
    ]
    if len(found) < FEWEST or len(found) < SHARE * min(len(lines), paragraphs):
        return False
    ordered = sum(goes_on(a, b) for (a, _), (b, _) in pairwise(found))
    if ordered < IN_ORDER * (len(found) - 1):
        return False
    sentences = sum(not is_title_like(line[n.end :], lang) for n, line in found)
    return sentences * 2 >= len(found)


def is_open(line: str, lang: str) -> bool:
    """Whether a sentence goes on behind a line: its last words are those of no title either."""
    number = number_at(line)
    words = line[number.end :] if number is not None else line
    return (words[-1:].isalnum() or words[-1:] == ",") and not is_title_like(words, lang)
