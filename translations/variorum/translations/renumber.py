"""A title whose number alone changed, because something was put in before it."""

from __future__ import annotations

import re

from variorum.translations.matching import words

# `2.`, `3.1`, `4.2.1a)`, `§ 5`: a number that counts things (`3 oars`) has neither point nor sign.
_NUMBER = re.compile(r"(?:§\s*\d[\d.]*|\d+(?:\.\d+)*[a-z]?[.)]|\d+(?:\.\d+)+[a-z]?)(?=\s)")


def renumbered(old: str, new: str, translation: str) -> str | None:
    """The translation of the title `old` under the number of `new`.

    Null where more than the number changed, or where the translation has another number than the
    title that it was made for.
    """
    before, name = _parted(old)
    after, still = _parted(new)
    told, rest = _parted(translation)
    if before == after or words(name) != words(still) or told != before or not rest:
        return None
    return f"{after} {rest}" if after else rest


def _parted(title: str) -> tuple[str, str]:
    """The number before a title, empty where there is none, and the title."""
    number = _NUMBER.match(title)
    return (number[0], title[number.end() :].strip()) if number else ("", title)
