"""An author's remark: a paragraph that speaks to the readers of a forum, not of the game."""

from __future__ import annotations

import re
from functools import cache

from variorum.compare.language import data

LONGEST_REMARK = 500
FEWEST_SIGNS = 2


@cache
def _signs(lang: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(s, re.IGNORECASE) for s in data(lang, "read").get("remark_signs", ()))


@cache
def _any_sign(lang: str) -> re.Pattern[str]:
    """What every remark has: most texts have none of the signs, and are asked once.

    Signs that begin where a word does are tried there only.
    """
    told = [s.pattern for s in _signs(lang)]
    words = [s.removeprefix(r"\b") for s in told if s.startswith(r"\b") and _is_one(s)]
    others = [s for s in told if not (s.startswith(r"\b") and _is_one(s))]
    ways = [f"(?:{s})" for s in others]
    if words:
        ways.append(rf"\b(?:{'|'.join(words)})")
    return re.compile("|".join(ways) or "(?!)", re.IGNORECASE)


def _is_one(pattern: str) -> bool:
    """Whether all ways of a pattern are in one group, so that what is before it is before all."""
    depth = 0
    for sign in re.sub(r"\\.|\[[^]]*\]", "", pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            return False
    return True


def is_remark(text: str, lang: str) -> bool:
    """Whether a paragraph (clean text) is a remark: several signs of a person speaking, no number."""
    if len(text) > LONGEST_REMARK or any(map(str.isdigit, text)):
        return False
    if _any_sign(lang).search(text) is None:
        return False
    return sum(s.search(text) is not None for s in _signs(lang)) >= FEWEST_SIGNS
