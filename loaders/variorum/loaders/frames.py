"""Signs around headings in plain text: `--- Oars ---`, `~ Oars ~`, `*Oars*`, `[Oars]`, `<<Oars>>`.

Who types a text without bold letters draws them.  The signs are no words of the heading.  One line
may be framed for other reasons, and so may pictures, speakers and places for a value; so several
are, each with words of its own and most with a text below them.  (One line between two signs and
more, or in a box, needs no others: see `ruledlines`.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .markup import Tag

# So many lines between the same signs are a habit; such a share stands above a text that is not
# between them, and says what no other says.
FEWEST = 3
SHARE = 0.8
_LINE = re.compile(
    r"^[ \t]*(?P<open>[-=~*_+•·°¤\[<{](?:[-=~*_+•·°¤\[<{]|[ \t](?![ \t]{2})){0,40})"
    r"(?P<words>[^\W\d_](?:[^\r\n]{0,80}[\w)?!.’'+\"”])?)"
    r"(?P<close>(?:[-=~*_+•·°¤\]>}]|[ \t]){0,40}[-=~*_+•·°¤\]>}])[ \t]*\r?$",
    re.M,
)
_MIRRORED = str.maketrans("[<{", "]>}")
_NO_END = ".,:;"
_SIGNS = frozenset("-=~*_+•·°¤[<{")


def framed(text: str) -> list[Tag]:
    """The signs around the headings of a text, in order, as tags; none where it has no such habit."""
    if _SIGNS.isdisjoint(text):
        return []
    by_sign: dict[str, list[re.Match[str]]] = {}
    for m in _LINE.finditer(text):
        opened = "".join(m.group("open").split())
        closed = "".join(m.group("close").split())
        words = m.group("words")
        # `**Oars**` is Markdown, and a sign among the words parts them.
        if (
            opened.translate(_MIRRORED)[::-1] == closed
            and words[-1] not in _NO_END
            and opened != "**"
            and opened[0] not in words
            and closed[0] not in words
        ):
            by_sign.setdefault(opened[0], []).append(m)
    found = [m for own in by_sign.values() if _is_habit(text, own) for m in own]
    return sorted(
        (
            Tag(*m.span(side), "frame", closing=False, block=False, item=False, alone=True)
            for m in found
            for side in ("open", "close")
        ),
        key=lambda tag: tag.start,
    )


def _is_habit(text: str, own: Sequence[re.Match[str]]) -> bool:
    # A longer frame may stand above shorter ones.
    signs = {m.start(): m.group("open") for m in own} | {len(text): None}
    distinct = {m.group("words").casefold() for m in own}
    above = sum(signs.get(_below(text, m.end()), "") not in (m.group("open"), None) for m in own)
    return min(len(distinct), above) >= max(FEWEST, SHARE * len(own))


def _below(text: str, end: int) -> int:
    """Where the next line with words begins, behind that which ends at `end`."""
    at = end
    while at < len(text):
        begin = text.find("\n", at) + 1
        if not begin:
            break
        stop = text.find("\n", begin)
        stop = len(text) if stop < 0 else stop
        if not text[begin:stop].isspace() and begin < stop:
            return begin
        at = begin
    return len(text)
