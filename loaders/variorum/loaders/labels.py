"""What cells say that are short and no sentences: titles of columns, and names."""

from __future__ import annotations

import re
from collections.abc import Sequence

# A header names columns: short cells that are no sentences.
LONGEST_HEADER_CELL = 40
# A stop, with the marks and tags that may stand behind it.
_SENTENCE_END = re.compile(r"[.!?:…][\"»”)\s]*(?:\[/[^\[\]]{0,20}\]\s*)*$")


def is_label(cell: str) -> bool:
    """Whether a cell is short and no sentence, as a column's title or a name is."""
    return 0 < len(cell) <= LONGEST_HEADER_CELL and not _SENTENCE_END.search(cell)


def ends_sentence(words: str) -> bool:
    """Whether a stop stands behind the last word."""
    return _SENTENCE_END.search(words) is not None


def heads_texts(cell: str, below: Sequence[str]) -> bool:
    """Whether a cell is the title of the column of texts `below` it: a label, far shorter."""
    usual = sorted(map(len, below))
    return is_label(cell) and bool(usual) and len(cell) * 3 < usual[len(usual) // 2]
