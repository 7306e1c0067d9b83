"""How two readings differ, which pairs are worth comparing, and the language data."""

from variorum.compare.collate import collate
from variorum.compare.collation import ApparatusPlace, Collation, Variant
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
    "ApparatusPlace",
    "Collation",
    "Comparison",
    "Variant",
    "collate",
    "compare",
    "flip",
    "rebuild",
    "words_of",
]
