"""Texts cut into words and sentences quickly, for looking through a whole corpus.

The words here are runs of letters and digits, case folded: enough to find what is alike.
What a difference means is left to the comparer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import is_normalized

from variorum.compare.lexicon import folded
from variorum.compare.reading import TAG

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

WORD = re.compile(r"\w+")
# Where a sentence ends, by its marks alone.  Written so that it begins with few characters:
# all others are skipped at once.
STOP = re.compile(r"[.!?…;\n](?:(?<=\n)\n*|(?<!\n)[.!?…;]*[\"»”’)\]]*(?:\s+|$))")
SENTENCE = 6  # words of a sentence that is worth reporting as repeated
# From so many characters on reading the distinct tokens costs less, with the import of numpy.
LONG = 1 << 19
# What `folded` does not write where it stands.
INVISIBLE = "\u00ad\u200b\u200d\u2060"
_TAGS = re.compile(TAG)
# What `folded` writes with more characters or fewer.
_UNEVEN = re.compile(f"[œŒæÆ{INVISIBLE}]")


def tokens_of(texts: Sequence[str]) -> Tokens | None:
    """The tokens of texts; null for so few of them that they are sooner read through."""
    if sum(map(len, texts)) < LONG:
        return None
    from variorum.compare.tokens import Tokens

    return Tokens(texts)


class Stretch(NamedTuple):
    """A stretch of a text from `start`; its words (letters and digits, case folded)."""

    start: int
    text: str
    words: tuple[str, ...]


def sentences(text: str, pool: dict[str, str]) -> list[Stretch]:
    """The sentences of a passage, by their marks alone.

    Equal words are one object, kept in `pool`, since a corpus says them often.
    """
    low = _aligned(text)
    found: list[Stretch] = []
    for start, end in bounds(text):
        part = text[start:end]
        words = WORD.findall(low, start, end) if low is not None else _words(part)
        found.append(Stretch(start, part, tuple(map(pool.setdefault, words, words))))
    return found


def bounds(text: str) -> list[tuple[int, int]]:
    """Where each sentence of a text starts and ends; they tile it."""
    ends = [match.end() for match in STOP.finditer(text)]
    if text and (not ends or ends[-1] < len(text)):
        ends.append(len(text))
    return list(pairwise([0, *ends]))


def _words(text: str) -> list[str]:
    return WORD.findall(folded(_TAGS.sub(" ", text) if "[" in text or "<" in text else text))


def _aligned(text: str) -> str | None:
    """The folded text, where each of its characters stands for one of `text`; else null."""
    if "[" in text or "<" in text or _UNEVEN.search(text):
        return None
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    if not is_normalized("NFKC", text):
        return None
    low = folded(text)
    return low if len(low) == len(text) else None  # case folding lengthens, or leaves as long
