"""Markdown in plain text: scraped texts often keep its `#` before headings and `**` around names.

Only what scraping leaves and a reader would not take for words of the rules (CommonMark 0.31:
ATX headings, strong emphasis, thematic breaks; the delimiter rows of tables from GitHub's
dialect), and only in a text whose `#` headings or strong words come back.  A single asterisk
stays: it is a marker of abilities.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .markup import Tag
from .tree import Place

_HEADING = re.compile(
    # Without a space more signs than one are no tag (`##Ships`).
    r"^ {0,3}(?P<open>#{1,6}[ \t]+(?=\S)|##{1,5}(?=[^\W\d_a-z]))[^\r\n]*?(?P<close>[ \t]+#+)?[ \t]*$",
    re.M,
)
_STRONG = re.compile(
    r"(?<![\w*])(?P<open>\*\*)(?=[^\s*])[^*\r\n]{1,200}(?<=\S)(?P<close>\*\*)(?![\w*])"
)
_RULE = re.compile(
    r"^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}"
    r"|\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?)[ \t]*$",
    re.M,
)
_ROW = re.compile(r"\|.*\|")
# So many headings or strong words are a habit.
FEWEST = 2


def marks(text: str) -> list[Tag]:
    """The marks in a source text, in order, as tags; none where the text is no Markdown."""
    headings = list(_HEADING.finditer(text)) if "#" in text else []
    strong = list(_STRONG.finditer(text)) if "**" in text else []
    if len(headings) < FEWEST and len(strong) < FEWEST:
        return []
    tags = [
        _tag(*m.span(end))
        for found in (headings if len(headings) >= FEWEST else [], strong)
        for m in found
        for end in ("open", "close")
        if m.group(end)
    ]
    tags += [_tag(*m.span()) for m in _RULE.finditer(text)]
    return sorted(tags, key=lambda t: t.start)


def with_marks(text: str, tags: Sequence[Tag]) -> list[Tag]:
    """`tags` and the Markdown marks that stand in none of them, in order."""
    return beside(text, tags, marks(text))


def beside(text: str, tags: Sequence[Tag], own: Sequence[Tag]) -> list[Tag]:
    """`tags` and those of `own` that stand in none of them, in order; all are places in `text`."""
    if not own:
        return list(tags)
    inside = bytearray(len(text))
    for tag in tags:
        inside[tag.start : tag.end] = b"\x01" * (tag.end - tag.start)
    own = [m for m in own if not any(inside[m.start : m.end])]
    return sorted([*tags, *own], key=lambda t: t.start)


def _tag(start: int, end: int) -> Tag:
    return Tag(start, end, "markdown", closing=False, block=False, item=False, alone=True)


def level(markup: str) -> int | None:
    """The level (from 1) that the marks of a passage give it as a heading, or null."""
    depth = len(markup) - len(markup.lstrip("#"))
    return depth or None


def is_row(text: str) -> bool:
    """Whether a passage is the row of a table between bars."""
    return _ROW.fullmatch(text) is not None


def places(levels: Sequence[int | None]) -> list[Place]:
    """Where headings stand whose text marks levels; one without a level has no parts."""
    found: list[Place] = []
    above: list[tuple[int, int]] = []
    for i, own in enumerate(levels):
        while own is not None and above and above[-1][0] >= own:
            above.pop()
        parent = above[-1][1] if above else None
        depth = 1 if parent is None else found[parent].depth + 1
        found.append(Place(parent, depth, "its marks give its level"))
        if own is not None:
            above.append((own, i))
    return found
