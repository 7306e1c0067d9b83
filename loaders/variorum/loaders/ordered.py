"""Items of lists in Markdown, and which of those that are counted begin a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)(?=\S)"
)
# So many lines an item has at most before the next one.
LONGEST = 40


def begins_list(text: str, lines: Sequence[tuple[int, int]], n: int, item: re.Match[str]) -> bool:
    """Whether the counted `item` on line `n` is the first of a list, whose second stands below it.

    `lines` are the places (start, end) of all lines.  Only such a list may follow a paragraph
    without a blank line (CommonMark 0.31, 5.3): a number alone stands where a program, or the
    writer, broke the line before it.
    """
    first = item["mark"].strip()
    if first[:-1] != "1":
        return False
    for start, after in lines[n + 1 : n + 1 + LONGEST]:
        m = ITEM.match(text, start, after)
        if m is not None and m["indent"] == item["indent"]:
            return m["mark"].strip() == f"2{first[-1]}"
        if not text[start:after].strip():
            return False
    return False
