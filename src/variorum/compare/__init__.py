"""How two readings differ, which pairs are worth comparing, and the language data."""

from variorum.compare.comparison import (
    Aligned,
    Comparison,
    compare,
    flip,
    rebuild,
    words_of,
)

__all__ = ["Aligned", "Comparison", "compare", "flip", "rebuild", "words_of"]
