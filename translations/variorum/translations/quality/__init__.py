"""Whether a translation says what its source says: checks that need no second reader.

`problems` holds one translation against its source; `problems_in` a whole catalogue.
"""

from variorum.translations.quality.catalogue import problems_in
from variorum.translations.quality.kinds import KINDS, Pair, Problem
from variorum.translations.quality.message import problems
from variorum.translations.quality.terms import Terms

__all__ = ["KINDS", "Pair", "Problem", "Terms", "problems", "problems_in"]
