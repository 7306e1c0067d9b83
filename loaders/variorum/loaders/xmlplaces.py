"""The tags of an XML document and the words between them, each with its place in the text.

expat says whether the document is sound; where it is, tags are found by their brackets alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from .safexml import Guard, feed, guarded
from .told import Told, unescaped

_MARKUP = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(?P<raw>.*?)\]\]>|<!DOCTYPE[^>]*>"
    r"|<(?P<end>/?)(?P<name>[^\s/>]++)"
    r"(?:[^<>\"'/]++|/(?!>)|\"[^\"]*+\"|'[^']*+')*+(?P<alone>/?)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=/]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|lt|gt|amp|quot|apos);")


class Tag(NamedTuple):
    """A start tag (`kind` is `start`), an end tag (`end`), or words (`words`) between tags.

    `name` has no prefix of a namespace; a tag that closes itself is a start and an end.
    """

    kind: str
    name: str
    start: int
    end: int


def check(text: str, file: str) -> None:
    """Raises VariorumError, with the line, for a text that is no sound XML or is made to harm."""
    parser = guarded(file, encoding="utf-8")
    guard = Guard(parser, file)

    def enter(*_: object) -> None:
        guard.enter()

    def leave(*_: object) -> None:
        guard.leave()

    parser.StartElementHandler = enter
    parser.EndElementHandler = leave
    for _ in feed(parser, text.encode(), file):
        pass


def tags(text: str) -> Iterator[Tag]:
    """Tags and words in order; `text` is sound XML (`check`).  Comments and the like are left out."""
    at = 0
    for m in _MARKUP.finditer(text):
        if at < m.start():
            yield Tag("words", "", at, m.start())
        at = m.end()
        if m["raw"] is not None:
            yield Tag("raw", "", *m.span("raw"))
        elif m["name"]:
            name = m["name"].rpartition(":")[2]
            if not m["end"]:
                yield Tag("start", name, m.start(), m.end())
            if m["end"] or m["alone"]:
                yield Tag("end", name, m.start(), m.end())


def attributes(text: str, tag: Tag) -> dict[str, Told]:
    """The attributes of a start tag by name, with their places."""
    found = {}
    for m in _ATTRIBUTE.finditer(text, tag.start + 1 + len(tag.name), tag.end):
        group = 2 if m[2] is not None else 3
        found[m[1]] = words(text, *m.span(group))
    return found


def words(text: str, start: int, end: int, raw: bool = False) -> Told:
    """What characters `start` to `end` say; in `raw` ones (CDATA) a reference stands for itself."""
    if raw:
        return Told(text[start:end], start, end)
    return unescaped(text, start, end, "&", _REFERENCE, lambda m: html.unescape(m.group()))
