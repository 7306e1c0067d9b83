"""How two readings differ, which pairs are worth comparing, and the language data."""

from variorum.compare.collate import collate
from variorum.compare.collation import Collation
from variorum.compare.comparison import (
    Aligned,
    Comparison,
    compare,
    flip,
    rebuild,
    words_of,
)

__all__ = [
    "Aligned",
    "Collation",
    "Comparison",
    "collate",
    "compare",
    "flip",
    "rebuild",
    "words_of",
]
