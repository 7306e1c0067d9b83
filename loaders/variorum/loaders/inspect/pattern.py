"""Faults that a language describes as a pattern: data, not code.

`[[pattern]]` of `languages/<lang>/inspect.toml`: `find` (a regular expression), `near`
(literals in lower case, one of which stands in each match: what is searched for first), `right`
(what should stand there, with groups; absent where it cannot be known), `kind`, `message`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from variorum.compare.language import data
from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import words

_REACH = 60


@dataclass(frozen=True, slots=True)
class _Pattern:
    find: re.Pattern[str]
    near: tuple[str, ...]
    right: str | None
    kind: str
    message: str


def hits(sheet: Sheet) -> Iterator[Hit]:
    for pattern in _patterns(sheet.lang):
        done = 0
        near = [literal for literal in pattern.near if sheet.may_hold(literal)]
        for at in sorted(_places(sheet.lower, near)):
            start = max(done, at - _REACH)
            m = pattern.find.search(sheet.text, start, at + _REACH) if at >= done else None
            if m:
                done = m.end()
                right = pattern.right
                correct = None if right is None else _in_case(m.expand(right), m.group())
                yield Hit(m.start(), m.end(), pattern.kind, "warning", pattern.message, correct)


def _places(text: str, literals: Sequence[str]) -> set[int]:
    found: set[int] = set()
    for literal in literals:
        at = text.find(literal)
        while at >= 0:
            found.add(at)
            at = text.find(literal, at + 1)
    return found


@cache
def _patterns(lang: str) -> tuple[_Pattern, ...]:
    return tuple(
        _Pattern(
            *(re.compile(p["find"]), tuple(p["near"]), p.get("right"), p["kind"]),
            words(p["message"]),
        )
        for p in data(lang, "inspect").get("pattern", ())
    )


def _in_case(right: str, wrong: str) -> str:
    """`right` with a capital where `wrong` begins with one."""
    return right[0].upper() + right[1:] if right and wrong[0].isupper() else right
