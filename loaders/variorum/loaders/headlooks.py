"""What the looks of headings tell in a text that keeps the tags of a board: weights and sizes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .drafting import Block
from .strongnames import FEWEST_LABELS, is_strong

_SIZE = re.compile(r"\[(?:size|taille|meret)=[\"']?(\d{1,3})", re.I)


def strong_ones(
    text: str, blocks: Sequence[Block], is_heading: Sequence[bool], levels: Sequence[int | None]
) -> list[bool]:
    """Which lines are headings where most of these are strong: no others but the first, which may
    be the title, and those that marks tell."""
    bold = [h and is_strong(text, b) for b, h in zip(blocks, is_heading, strict=True)]
    if sum(bold) < FEWEST_LABELS or sum(bold) * 10 < sum(is_heading) * 6:
        return list(is_heading)
    return [
        h and (own or bool(level) or n == 0)
        for n, (h, own, level) in enumerate(zip(is_heading, bold, levels, strict=True))
    ]


def levels_of_sizes(marks: Sequence[str], bold: Sequence[bool]) -> list[int | None]:
    """The levels of headings by the sizes of their letters, the largest the highest; strong ones
    without a size stand below those.  Empty where sizes tell no levels."""
    sizes = [max((int(n) for n in _SIZE.findall(m)), default=0) for m in marks]
    ranks = {size: n for n, size in enumerate(sorted({s for s in sizes if s}, reverse=True), 1)}
    small = [b for s, b in zip(sizes, bold, strict=True) if not s]
    if len(ranks) + any(small) < 2 or not all(small):
        return []
    return [ranks.get(size, len(ranks) + 1) for size in sizes]
