"""Words that are variants of one: the same but for accents, or for one slip of the pen."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=65536)
def plain(word: str) -> str:
    """`word` in lower case without accents."""
    if word.isascii():
        return word.lower()
    split = unicodedata.normalize("NFD", word.lower())
    return "".join(c for c in split if not unicodedata.combining(c))


def twins(word: str, other: str) -> bool:
    """Whether one slip (a letter more, less, other, or two swapped) leads from one to the other."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    a, b = word[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[2:] == b[2:] and a[:2] == b[1::-1])


def opens_sentence(text: str, at: int) -> bool:
    """Whether the word at `at` is the first of its sentence or line."""
    return text[max(0, at - 2) : at].strip(" ")[-1:] in ("", ".", "!", "?", ":", "\n")
