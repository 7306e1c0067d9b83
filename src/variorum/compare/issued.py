"""When a text was issued, as each edition says of itself above its rules.

*Effective as of May 5, 2023* and *Version 2.1, 2021. 03. 02.* differ from edition to edition by
right: what else these lines say has to be the same.
"""

from __future__ import annotations

import re

from variorum.compare.lexicon import folded
from variorum.model import Conflict

# So many lines stand above the rules at most.
FRONT = 40
_YEAR = r"(?:19[89]|20\d)\d"
_MONTH = r"[^\W\d_]{3,11}\.?"
# Dates of our time in words and figures, numbers of versions and editions.  Battles of old are
# dated, too, and a rule may say so.
_ISSUED = re.compile(
    rf"\b{_YEAR}\.?\s?(?:[-/.]\s?\d{{1,2}}\s?[-/.]\s?\d{{1,2}}\.?|{_MONTH}\s\d{{1,2}}\.?(?:-\w{{1,3}})?)"
    rf"|\b\d{{1,2}}(?:er|st|nd|rd|th)?[-/. ]\s?(?:\d{{1,2}}[-/.]\s?|{_MONTH},?\s){_YEAR}\b"
    rf"|\b{_MONTH}\s(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s)?{_YEAR}\b(?![-/.]\s?\w)"
    r"|\b(?:version|édition|edition|ver\.?|v\.?|verzió|kiadás|rev\.?|revision|révision)"
    r"\s?\d{1,2}(?:\.\d{1,3}){0,3}[a-z]?\b"
    r"|\b\d{1,2}(?:\.\d{1,3}){0,3}\.?\s(?:verzió|kiadás)",
    re.IGNORECASE,
)


def differs_by_issue(conflict: Conflict) -> bool:
    """Whether two readings at the front of two editions differ in nothing but when these were
    issued, or which they are."""
    if conflict.scope == "property" or max(conflict.line, conflict.other_line) > FRONT:
        return False
    mine, other = (_ISSUED.subn("", r) for r in (conflict.reading, conflict.other_reading))
    return mine[1] > 0 and mine[1] == other[1] and folded(mine[0]) == folded(other[0])
