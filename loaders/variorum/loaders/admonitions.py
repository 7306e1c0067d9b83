"""Boxes around paragraphs in Markdown: lines that open and close them are no words of the rules.

`:::tip Title` … `:::` (Pandoc, Docusaurus, MyST), `!!! note "Title"` with its text indented
(Python-Markdown, MkDocs) and `> [!NOTE]` (GitHub, Obsidian).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# What reStructuredText calls its boxes.
NOTES = frozenset(
    [
        "note",
        "tip",
        "hint",
        "important",
        "warning",
        "caution",
        "attention",
        "danger",
        "error",
        "admonition",
        "sidebar",
        "topic",
        "seealso",
        "versionadded",
        "versionchanged",
        "deprecated",
    ]
)
_COLONS = re.compile(
    r"[ \t]*(?P<sign>:{3,})[ \t]*(?:\{?\.?(?P<kind>[A-Za-z][\w-]{0,40})\}?)?"
    r"(?:\[(?P<framed>[^\[\]\r\n]{1,120})\]|[ \t]*(?:\{[^{}\r\n]{0,120}\})?"
    r"(?:[ \t]+(?P<title>\S[^\r\n]{0,119}))?)[ \t]*$"
)
_MARKS = re.compile(
    r"(?P<indent>[ \t]*)(?:!!!|\?\?\?\+?)[ \t]+(?P<kind>[A-Za-z][\w-]{0,40})"
    r"(?:[ \t]+[\w -]{0,80})?(?:[ \t]*\"(?P<title>[^\"\r\n]{0,120})\")?[ \t]*"
    # Its text is indented.
    r"(?=(?:\r?\n[ \t]*)?\r?\n(?: {4}|\t))"
)
_CLOSED = re.compile(r"[ \t]*:{3,}[ \t]*(?=\r?\n|\r|\Z)")
_QUOTED = re.compile(
    r"\[!(?P<kind>[A-Za-z][\w-]{0,40})\][+-]?(?:[ \t]+(?P<title>\S[^\r\n]{0,119}))?[ \t]*$"
)


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A line that opens or closes a box: `start` and `end` of the title in it, equal without one;
    `inside` tells a paragraph of the box: `colons` (up to the line that closes), `indent`,
    `quote`; empty for a line that closes."""

    start: int
    end: int
    inside: str


def last_closed(text: str) -> int:
    """Where the last line begins that closes a box of colons, -1 where none does."""
    at = text.rfind(":::")
    found = -1
    while at >= 0 and found < 0:
        line = text.rfind("\n", 0, at) + 1
        found = line if _CLOSED.match(text, line) else -1
        at = text.rfind(":::", 0, line)
    return found


def box_line(text: str, start: int, end: int, quoted: bool, closed: int) -> BoxLine | None:
    """What the line from `start` to `end` is, behind the marks of a quote if `quoted`; null for a
    line of words.  `closed` is where the last box of colons is closed."""
    inside = "quote" if quoted else "colons"
    found = (_QUOTED if quoted else _COLONS).match(text, start, end)
    if found is None and not quoted:
        inside, found = "indent", _MARKS.match(text, start)
    if found is None or (inside == "colons" and start > closed):
        return None
    name = "framed" if found.groupdict().get("framed") else "title"
    a, b = found.span(name)
    return BoxLine(*((a, b) if a >= 0 else (end, end)), inside if found.group("kind") else "")
