"""Marks that people type in chats, as tags: `**strong**`, `__strong__`, `||hidden||`, `> ` and `# `.

A copy of a chat, and of a board whose posts are Markdown, keeps them; its lines end paragraphs,
which is why no loader of Markdown reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .markup import Tag

_LINE = re.compile(r"[^\r\n]+")
_PREFIX = re.compile(r"[ \t]*(?:>[> ]*|(?P<heading>#{1,6})[ \t]+)(?=\S)")
_MARK = re.compile(r"\*\*|__(?!_)|\|\|")
# What stands in a line of a copy between two of these is strong.
STRONG, HIDDEN = "b", "hidden"


def chat_tags(text: str) -> Iterator[Tag]:
    """The tags that the marks in `text` stand for, in order; those without a mate are words."""
    for line in _LINE.finditer(text):
        start, end = line.span()
        prefix = _PREFIX.match(text, start, end)
        heading = None
        if prefix is not None:
            heading = prefix.group("heading")
            name = f"h{len(heading)}" if heading else HIDDEN
            yield Tag(prefix.start(), prefix.end(), name, False, bool(heading), False, False)
            start = prefix.end()
        yield from _pairs(text, start, end)
        if heading:
            yield Tag(end, end, f"h{len(heading)}", True, True, False, False)


def _pairs(text: str, start: int, end: int) -> Iterator[Tag]:
    marks = list(_MARK.finditer(text, start, end))
    opened: dict[str, int] = {}
    mates: dict[int, bool] = {}
    for n, m in enumerate(marks):
        mark = m.group()
        if mark == "||":
            mates[n] = False  # what it hides may go over several lines
        elif mark in opened:
            mates[opened.pop(mark)], mates[n] = False, True
        elif m.end() < end and not text[m.end()].isspace():
            opened[mark] = n
    for n in sorted(mates):
        name = HIDDEN if marks[n].group() == "||" else STRONG
        yield Tag(*marks[n].span(), name, mates[n], False, False, False)
