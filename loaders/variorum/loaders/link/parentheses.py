"""What stands in parentheses right after a name: a value, the name in another language, or another rule's."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from variorum.model import Entry

from .names import words_of
from .rules import Rules
from .texts import Text

_AFTER = re.compile(r"[ \u00a0]{0,2}\(([^()\n]{1,60})\)")
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]+")


def after(text: Text, end: int) -> re.Match[str] | None:
    """The parenthesis that begins at `end`; group 1 is what it holds."""
    return _AFTER.match(text.text, end)


def vocabulary(texts: Collection[Text]) -> set[str]:
    """The words of the texts outside parentheses, in lower case."""
    found: set[str] = set()
    for text in texts:
        found.update(_WORD.findall(_IN_PARENTHESES.sub(" ", text.text).lower()))
    return found


def same_name(inside: str, entry: Entry, rules: Rules) -> bool:
    """Whether the parenthesis holds the entry's own name in another language, or part of it."""
    if entry.abbreviation is not None and inside.strip() == entry.abbreviation:
        return True
    words = words_of(inside, rules)
    own = words_of(entry.english or "", rules)
    return bool(words) and set(words) <= set(own)


def foreign(inside: str, native: Callable[[], Collection[str]]) -> bool:
    """Whether this is a name in another language: ASCII, a capital, not all words our own."""
    words = [w for w in _WORD.findall(inside) if len(w) > 2]
    if not words or not inside.isascii() or not any(w[0].isupper() for w in words):
        return False
    return any(w.lower() not in native() for w in words)
