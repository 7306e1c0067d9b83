"""Faults that a language describes as a pattern: data, not code.

`[[pattern]]` of `languages/<lang>/inspect.toml`: `find` (a regular expression), `right`
(what should stand there, with groups; absent where it cannot be known), `kind`, `message`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from variorum.compare.language import data
from variorum.loaders.inspect.sheet import Hit, Sheet


def hits(sheet: Sheet) -> Iterator[Hit]:
    for find, right, kind, message in _patterns(sheet.lang):
        for m in find.finditer(sheet.text):
            correct = None if right is None else _in_case(m.expand(right), m.group())
            yield Hit(m.start(), m.end(), kind, "warning", message, correct)


@cache
def _patterns(lang: str) -> tuple[tuple[re.Pattern[str], str | None, str, str], ...]:
    return tuple(
        (re.compile(p["find"]), p.get("right"), p["kind"], p["message"])
        for p in data(lang, "inspect").get("pattern", ())
    )


def _in_case(right: str, wrong: str) -> str:
    """`right` with a capital where `wrong` begins with one."""
    return right[0].upper() + right[1:] if right and wrong[0].isupper() else right
