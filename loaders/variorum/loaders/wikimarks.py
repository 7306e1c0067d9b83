"""The marks inside the lines of a wiki page: emphasis, links, tags (MediaWiki, DokuWiki)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from variorum.compare.language import UNKNOWN, data

from .flow import CHROME, Flow, Item, item_words
from .marked import anchor_name

# Stands for characters that are no words: templates, comments, notes, pictures.
HIDDEN = "\x00"
# Where the program puts the notes, and how far below a heading it is looked for.
_NOTES = re.compile(r"<references\b|\{\{\s*(?:reflist|references|notelist)\b", re.IGNORECASE)
LONGEST_NOTES = 400
_MEDIAWIKI = re.compile(
    r"\x00+|'{2,}|\[\[(?P<page>[^\[\]\n|]{0,400})(?:\|(?P<said>[^\[\]\n]{0,400}))?\]\]"
    r"|\[(?P<url>(?:https?|ftp|mailto):[^\s\[\]]{1,1000})[ ]?(?P<named>[^\[\]\n]{0,400})\]"
    r"|(?:<|&lt;)(?P<close>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,14})\b[^<>\n]{0,500}?(?:>|&gt;)"
    r"|__[A-Z]{3,20}__|~{3,5}"
)
_DOKUWIKI = re.compile(
    _MEDIAWIKI.pattern.replace("|'{2,}", r"|'{2}|\*\*|(?<!:)//|(?<!_)__(?!_)")
    + r"|\\\\(?=\s|$)|\(\(|\)\)"
)
_STRONG, _SLANTED = ("b", "strong"), ("i", "em")


@cache
def namespaces() -> frozenset[str]:
    """What wikis call the pages that hold pictures, lists of pages and other things than texts."""
    return frozenset(data(UNKNOWN, "wiki")["aside"])


def page_anchor(page: str, part: str = "") -> str:
    """The anchor of a page of a wiki, or of one of its parts; no heading is called so."""
    name = anchor_name(page.replace("_", " ").strip())
    return f"|{name}|{part}" if part else f"|{name}"


def put_anchors(
    text: str, items: Sequence[Item], leading: Mapping[str, str], *, exported: bool
) -> None:
    """The anchors of headings: their words, and with `exported` those behind the page's name; a link
    to a page that is not here leads elsewhere, one to a page that only leads to another (`leading`,
    by their anchors) to that."""
    page = ""
    for item in items:
        if item.role == "heading":
            name = anchor_name(item_words(text, item).strip())
            item.anchors = (name,)
            if exported and item.level == 1:
                page = name
                item.anchors += (page_anchor(page),)
            elif exported:
                item.anchors += (page_anchor(page, name),)
    known = {a for item in items for a in item.anchors}
    for item in items:
        if item.links:
            item.links = tuple(
                [
                    (start, end, to if not to.startswith("|") or to in known else "")
                    for start, end, to in (
                        (a, b, leading.get(said, said)) for a, b, said in item.links
                    )
                ]
            )


class Marks:
    """Gives the words of lines to a flow; `masked` is the text with what is no words hidden."""

    def __init__(self, flow: Flow, masked: str, doku: bool) -> None:
        self.flow, self.masked = flow, masked
        self._pattern = _DOKUWIKI if doku else _MEDIAWIKI
        self._open: dict[str, int] = {}

    def begin(self) -> None:
        """A line after which no emphasis goes on."""
        self._open = {}

    def put(self, start: int, end: int) -> None:
        """Characters `start` to `end`, which hold no line end."""
        flow, at = self.flow, start
        for m in self._pattern.finditer(self.masked, start, end):
            flow.words(at, m.start())
            at = m.end()
            self._mark(m)
        flow.words(at, end)

    def _mark(self, m: re.Match[str]) -> None:
        flow, sign = self.flow, m.group()
        if sign[0] == HIDDEN:
            flow.aside(*m.span())
        elif m.group("page") is not None:
            self._link(m)
        elif m.group("url"):
            named = m.span("named") if m.group("named") else m.span("url")
            self._words_in(m, named)
        elif m.group("tag"):
            self._tag(m)
        elif set(sign) == {"'"}:
            self._quotes(m)
        elif sign in ("**", "//"):
            self._toggle("b" if sign == "**" else "i", m.start(), m.end())
            flow.mark(*m.span())
        elif sign.startswith("\\"):
            flow.end()
            flow.mark(*m.span())
        else:
            flow.mark(*m.span())

    def _quotes(self, m: re.Match[str]) -> None:
        """Runs of apostrophes: two emphasise, three make strong, five do both."""
        start, end = m.span()
        n = end - start
        if n == 4 or n > 5:
            # What is too many is words.
            self.flow.words(start, end - min(n - 1, 5))
            start = end - min(n - 1, 5)
        for kind, most in (("b", 3), ("i", 2)):
            if end - start in (most, 5):
                self._toggle(kind, start, end)
        self.flow.mark(start, end)

    def _toggle(self, kind: str, start: int, end: int) -> None:
        begun = self._open.pop(kind, None)
        if begun is None:
            self._open[kind] = end
        elif kind == "b":
            self.flow.strong_ends(begun, start)
        else:
            self.flow.slanted_ends(begun, start)

    def _link(self, m: re.Match[str]) -> None:
        page = m.group("page")
        space, colon, _ = page.partition(":")
        if colon and space.strip().lower() in namespaces():
            self.flow.aside(*m.span())
            return
        said = m.span("said") if m.group("said") else m.span("page")
        lead = self.masked[said[0] : said[1]].startswith(("#", ":"))
        _, sign, part = page.partition("#")
        target = anchor_name(part.replace("_", " ")) if sign else ""
        if not page.startswith("#"):
            target = page_anchor(page.partition("#")[0], target)
        self._words_in(m, (said[0] + lead, said[1]), target)

    def _words_in(self, m: re.Match[str], said: tuple[int, int], target: str = "") -> None:
        self.flow.mark(m.start(), said[0])
        self.flow.words(*said)
        self.flow.link(*said, target)
        self.flow.mark(said[1], m.end())

    def _tag(self, m: re.Match[str]) -> None:
        flow, name = self.flow, m.group("tag").lower()
        if name in _STRONG or name in _SLANTED:
            self._toggle("b" if name in _STRONG else "i", *m.span())
        elif name in ("br", "p", "div", "blockquote", "center", "hr"):
            item = flow.item
            if item is not None and item.role in ("heading", "table"):
                flow.join()
            else:
                flow.end()
        flow.mark(*m.span())


def settle_notes(text: str, items: Sequence[Item]) -> None:
    """A heading above the notes of a page heads nothing else: it is kept aside."""
    for n, item in enumerate(items):
        if item.role != "heading" or not item.paragraph.runs:
            continue
        start = item.paragraph.runs[-1].end
        following = items[n + 1].paragraph.runs if n + 1 < len(items) else ()
        last = following[0].start if following else len(text)
        if _NOTES.search(text, start, min(last, start + LONGEST_NOTES)):
            item.role = CHROME
