"""The tags of an HTML text, with their places in it (HTML 5, section 13.2.5, tokenization).

Our own, since every character must keep its place: html5lib and lxml build a tree and forget
where it came from, and `html.parser` tells lines and columns and cuts differently from one Python
to the next, which would change databases.  Time is linear whatever stands in the text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_NAME = re.compile(r"</?([a-zA-Z][^\s/<>]{0,60})")
_STOP = re.compile(r"[<>]|=[ \t\r\n]*[\"']")
_ATTRIBUTE = re.compile(
    r"([^\s\"'<>/=]{1,80})(?:[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?"
)
# What stands in these is no HTML (13.2.5.2 ff.).
RAW = frozenset(
    ("script", "style", "xmp", "iframe", "noembed", "noframes", "template", "svg", "math")
)
_PLAIN = frozenset(("title", "textarea"))
# All elements of HTML, those that are no longer written, too.
ELEMENTS = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "address",
        "applet",
        "area",
        "article",
        "aside",
        "audio",
        "b",
        "base",
        "basefont",
        "bdi",
        "bdo",
        "big",
        "blink",
        "blockquote",
        "body",
        "br",
        "button",
        "canvas",
        "caption",
        "center",
        "cite",
        "code",
        "col",
        "colgroup",
        "data",
        "datalist",
        "dd",
        "del",
        "details",
        "dfn",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "em",
        "embed",
        "fieldset",
        "figcaption",
        "figure",
        "font",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "i",
        "iframe",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "legend",
        "li",
        "link",
        "main",
        "map",
        "mark",
        "marquee",
        "math",
        "menu",
        "meta",
        "meter",
        "nav",
        "nobr",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "ol",
        "optgroup",
        "option",
        "output",
        "p",
        "param",
        "picture",
        "plaintext",
        "pre",
        "progress",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "s",
        "samp",
        "script",
        "search",
        "section",
        "select",
        "slot",
        "small",
        "source",
        "span",
        "strike",
        "strong",
        "style",
        "sub",
        "summary",
        "sup",
        "svg",
        "table",
        "tbody",
        "td",
        "template",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "time",
        "title",
        "tr",
        "track",
        "tt",
        "u",
        "ul",
        "var",
        "video",
        "wbr",
        "xmp",
    ]
)
_CLOSING = re.compile(r"</([a-zA-Z][^\s/<>]{0,60})")


@lru_cache(maxsize=4)
def closed_names(text: str) -> frozenset[str]:
    """The names, in small letters, that closing tags of a text have."""
    return frozenset(m.group(1).lower() for m in _CLOSING.finditer(text))


class Token(NamedTuple):
    """Characters `start` to `end` of the text: `kind` is `text`, `open`, `close` or `other`.

    `other` is a comment, a declaration, or what stands between the tags of a script; `name` is
    that of a tag, in small letters.
    """

    kind: str
    start: int
    end: int
    name: str = ""


class _Finder:
    """`str.find` that remembers what is nowhere ahead, so that many failing searches cost one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ahead: dict[str, int] = {}

    def find(self, what: str, start: int) -> int:
        known = self._ahead.get(what, -2)
        if known == -1 or known >= start:
            return known
        found = self._ahead[what] = self._text.find(what, start)
        return found


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens that tile characters `start` to `end` of `text`."""
    end = len(text) if end is None else end
    finder = _Finder(text if end == len(text) else text[:end])
    at = begun = start
    unclosed: set[str] = set()
    while True:
        at = text.find("<", at, end)
        if at < 0:
            break
        token = _token(text, at, end, finder)
        if token is None:
            at += 1
            continue
        if begun < at:
            yield Token("text", begun, at)
        yield token
        at = begun = token.end
        if token.kind == "open" and (token.name in RAW or token.name in _PLAIN):
            inside = end if token.name in unclosed else _closing(text, token.name, at, end)
            if inside == end and token.name in _PLAIN:
                # A title that never closes is no reason to take the whole page for one.
                unclosed.add(token.name)
                continue
            if at < inside:
                kind = "text" if token.name in _PLAIN else "other"
                yield Token(kind, at, inside, token.name if kind == "other" else "")
            at = begun = inside
    if begun < end:
        yield Token("text", begun, end)


def _token(text: str, at: int, end: int, finder: _Finder) -> Token | None:
    follows = text[at + 1 : at + 2]
    if follows.isascii() and (follows.isalpha() or follows == "/"):
        return tag_at(text, at, end, finder)
    if follows == "%":
        # What a program on the server would have replaced.
        closed = finder.find("%>", at + 2)
        return Token("other", at, closed + 2) if 0 <= closed < end else None
    if text.startswith("<!--", at):
        closed = finder.find("-->", at + 4)
        # What never closes is words, so that none are lost.
        return Token("other", at, closed + 3) if 0 <= closed < end else None
    if follows in ("!", "?"):
        closed = finder.find(">", at)
        inside = text.find("<", at + 1, closed) if closed >= 0 else -1
        return Token("other", at, closed + 1) if 0 <= closed < end and inside < 0 else None
    return None


def tag_at(text: str, at: int, end: int, finder: _Finder | None = None) -> Token | None:
    """The tag that opens at offset `at`, or null where none does."""
    m = _NAME.match(text, at, end)
    if m is None:
        return None
    finder = finder or _Finder(text)
    kind = "close" if text[at + 1] == "/" else "open"
    here = m.end()
    while True:
        stop = _STOP.search(text, here, end)
        if stop is None or stop.group() == "<":
            return None
        if stop.group() == ">":
            return Token(kind, at, stop.end(), m.group(1).lower())
        quote = finder.find(stop.group()[-1], stop.end())
        here = stop.end()
        if 0 <= quote < end and _ends_value(text, stop.end(), quote):
            here = quote + 1


def _ends_value(text: str, start: int, quote: int) -> bool:
    """Whether the quote at `quote` closes a value: it does not where the value holds tags and a
    word follows, since then a quote is missing and it opens the next."""
    after = text[quote + 1 : quote + 2]
    return not after or after.isspace() or after in "/>" or text.find(">", start, quote) < 0


def _closing(text: str, name: str, at: int, end: int) -> int:
    """Where the closing tag of a raw element opens; where none does, at the end of the text."""
    m = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, at, end)
    return end if m is None else m.start()


def attributes(text: str, token: Token) -> dict[str, str]:
    """The attributes of an opening tag by their names in small letters, references read."""
    found: dict[str, str] = {}
    begin = token.start + 1 + len(token.name)
    for m in _ATTRIBUTE.finditer(text, begin, token.end - 1):
        value = m.group(2) or m.group(3) or m.group(4) or ""
        found.setdefault(m.group(1).lower(), html.unescape(value))
    return found
