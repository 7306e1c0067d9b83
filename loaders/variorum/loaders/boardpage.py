"""Posts in a page of HTML whose board names no part of it: frames told by their words, as in a copy.

Boards of old write heads of posts, ranks, quotes and signatures in cells and lines of no class.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .flow import ASIDES, CHROME, Item, item_words
from .postframes import SUBJECT, Line, frame
from .posts import line_kind

# So many heads of posts make a page one of a board, with so many lines of a board in all.
FEWEST_HEADS, FEWEST = 2, 4
_RE = re.compile(r"(?:re|rép|vá|válasz)\s?:\s*", re.IGNORECASE)


def set_aside_frames(text: str, items: Sequence[Item]) -> None:
    """Make `chrome` of the items of a page that a board wrote around posts; none on other pages."""
    _subjects(text, items)
    told = [i for i in items if i.role not in ASIDES]
    lines = [Line(n, n + 1, item_words(text, i)) for n, i in enumerate(told)]
    kinds = [line_kind(line.words) for line in lines]
    if kinds.count("header") < FEWEST_HEADS or sum(k is not None for k in kinds) < FEWEST:
        return
    frame(lines, kinds, line_kind)
    for item, kind in zip(told, kinds, strict=True):
        if kind not in (None, SUBJECT):
            item.role = CHROME


def _subjects(text: str, items: Sequence[Item]) -> None:
    """Set aside what each post says of the subject again (`Re: Rowing`); the first one stays."""
    heads = [(i, item_words(text, i).strip()) for i in items if i.role == "heading"]
    said = {words for _, words in heads}
    subjects = {_RE.sub("", words) for words in said if _RE.match(words)} & said
    seen: set[str] = set()
    for item, words in heads:
        bare = _RE.sub("", words)
        if bare in subjects:
            if bare in seen or bare != words:
                item.role = CHROME
            seen.add(bare)
