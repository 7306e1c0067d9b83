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
    """What every remark has: most texts have none of the signs, and are asked once."""
    return re.compile("|".join(f"(?:{s.pattern})" for s in _signs(lang)) or "(?!)", re.IGNORECASE)


def is_remark(text: str, lang: str) -> bool:
    """Whether a paragraph (clean text) is a remark: several signs of a person speaking, no number."""
    if len(text) > LONGEST_REMARK or any(map(str.isdigit, text)):
        return False
    if _any_sign(lang).search(text) is None:
        return False
    return sum(s.search(text) is not None for s in _signs(lang)) >= FEWEST_SIGNS
