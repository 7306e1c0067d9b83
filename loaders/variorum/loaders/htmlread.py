"""The tokens of an HTML page read into a flow: what each element means for the words in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import unquote

from variorum.compare.language import UNKNOWN, data
from variorum.model import Finding
from variorum.say import say

from .cellplaces import CellPlaces, whole_span
from .flow import CHROME, STRONG_LEVEL, SUMMARY, Flow, Item
from .form import Document
from .htmllooks import USUAL, Look, Looks, Sizes
from .htmltags import RAW, Token, attributes, tokens
from .parsed import LINE_END, Lines
from .runs import Cell

_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_STRONG = frozenset(("b", "strong"))
_SLANTED = frozenset(("i", "em", "u"))
# A bullet that is typed before words, where the page has no list.
_BULLET = re.compile(
    r"\s*(?:[•●○▪■◦‣∙·►◆◇❖➢➤▶▸⁃\ue000-\uf8ff]|&(?:bull|middot|diams|#8226|#183|#x2022);"
    r"|(?:[-–—]|&[nm]dash;)(?=\s|&nbsp;|&#160;))(?:\s|&nbsp;|&#160;)*(?=\S|\Z)"
)
# What a page calls the words that name something.
_NAMING = re.compile(r"(?:^|[\s_-])(?:name|title|heading|nom|titre|nev|cim)(?:$|\s)", re.I)
# An opening tag of the first kind ends an open element of the second, in the nearest of the third.
_ENDS = {
    "li": (("li",), _LISTS),
    "dt": (("dt", "dd"), frozenset(("dl",))),
    "dd": (("dt", "dd"), frozenset(("dl",))),
    "tr": (("tr", "td", "th"), frozenset(("table",))),
    "td": (("td", "th"), frozenset(("tr", "table"))),
    "th": (("td", "th"), frozenset(("tr", "table"))),
}
_NOTHING: tuple[tuple[str, ...], frozenset[str]] = ((), frozenset())
_TERM = "a term in a list of definitions"
_ENDING = frozenset((*_HEADINGS, "dt", "summary", "td", "th", "table", "section", "article"))
# Where a board says that it quotes a post.
_OF_A_POST = re.compile(r"viewtopic|showthread|showpost|/threads?/|#p(?:ost)?-?\d", re.IGNORECASE)
# A button stands so near the words that it shows.
SPOILER_REACH = 400
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
PAGE_TITLE = "the title of the page"
MOST_FAULTS = 200
# How far up an element may stand that a tag ends.
DEEPEST = 64


@dataclass(slots=True)
class _Element:
    """An open element: `aside` holds no rules, `main` the text of the page, `box` facts.

    `look` is how its words look; `stress` what its tag or its look says that makes them stand out.
    """

    tag: Token
    aside: bool = False
    main: bool = False
    box: bool = False
    words_from: int = 0
    href: str = ""
    look: Look = field(default_factory=Look)
    stress: str = ""


@cache
def _elements() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    table = data(UNKNOWN, "html")
    return frozenset(table["block"]), frozenset(table["void"]), frozenset(table["implied"])


@cache
def _names() -> dict[str, frozenset[str]]:
    return {key: frozenset(words) for key, words in data(UNKNOWN, "chrome").items()}


class Reader:
    """Reads the tokens of a page into a flow."""

    def __init__(self, document: Document, lines: Lines) -> None:
        self.text, self.source, self.lines = document.text, document.source, lines
        self.flow = Flow(document.text)
        self.findings: list[Finding] = []
        self.stack: list[_Element] = []
        self.open: dict[str, int] = {}
        self.asides = 0
        self.mains = 0
        self.boxes = 0
        self.tables: list[CellPlaces] = []
        self.table_count = 0
        self.lang: str | None = None
        self.crossed: list[str] = []
        self.fault_end = -1
        self.block, self.void, self.implied = _elements()
        self.looks = Looks()
        self.sizes = Sizes()

    def read(self) -> list[Item]:
        for token in self.tokens():
            if token.kind == "text":
                self._words(token)
            elif token.kind == "open":
                self._opened(token)
            elif token.kind == "close":
                self._closed(token)
            else:
                if token.name == "style":
                    self.looks.learn(self.text[token.start : token.end])
                self.flow.aside(token.start, token.end)
        for element in reversed(self.stack):
            self._unclosed(element)
        return self.flow.close()

    def tokens(self) -> Iterator[Token]:
        """The tokens that tile the text, by the names of HTML."""
        return tokens(self.text)

    def told(self, token: Token) -> dict[str, str]:
        """The attributes of an opening tag, by the names of HTML."""
        return attributes(self.text, token)

    def _words(self, token: Token) -> None:
        flow, text = self.flow, self.text
        if self.asides:
            flow.aside(token.start, token.end)
        elif self.open.get("title"):
            flow.begin("heading", 1, evidence=PAGE_TITLE)
            flow.words(token.start, token.end)
            flow.end()
        elif self.open.get("pre"):
            at = token.start
            for m in LINE_END.finditer(text, token.start, token.end):
                flow.words(at, m.start())
                flow.end()
                flow.mark(*m.span(), "blank")
                at = m.end()
            flow.words(at, token.end)
        else:
            at = token.start
            fresh = not flow.is_open and flow.next_role == "text" and flow.cell is None
            if fresh and (bullet := _BULLET.match(text, at, token.end)):
                flow.begin("list_item")
                flow.mark(*bullet.span(), "list_mark")
                at = bullet.end()
            flow.words(at, token.end)
            self.sizes.add(token.start, self.stack[-1].look.size if self.stack else USUAL)

    def _opened(self, token: Token) -> None:
        name, flow = token.name, self.flow
        self._imply(name)
        told = self.told(token)
        if name == "html" and told.get("lang"):
            self.lang = told["lang"][:2].lower()
        aside = not self.asides and _is_aside(name, told)
        if aside and _HIDDEN.search(told.get("style", "")):
            # What a reader of a board opens with a button.
            before = self.text[max(0, token.start - SPOILER_REACH) : token.start]
            aside = "spoiler" not in before.lower()
        if name in self.block:
            self._block(name)
        if aside and not _names()["notes"].isdisjoint(told.get("class", "").lower().split()):
            # A heading above the notes of a page heads nothing else.
            flow.end()
            if flow.items and flow.items[-1].role == "heading":
                flow.items[-1].role = CHROME
        if self.asides or aside:
            flow.aside(token.start, token.end)
        else:
            flow.mark(token.start, token.end)
            for anchor in dict.fromkeys(
                (told.get("id"), told.get("name") if name == "a" else None)
            ):
                if anchor:
                    flow.anchor(anchor)
        if name in self.void or (self.text.startswith("/>", token.end - 2) and name in RAW):
            return
        element = _Element(
            *(
                token,
                aside,
                _is_main(name, told),
                _is_box(name, told),
                token.end,
                told.get("href", ""),
            )
        )
        element.look = self.looks.of(name, told, self.stack[-1].look if self.stack else Look())
        element.stress = _stress(name, told, element.look)
        self.stack.append(element)
        self.open[name] = self.open.get(name, 0) + 1
        self.asides += aside
        self.mains += element.main
        self.boxes += element.box
        flow.main = self.mains > 0
        if name == "table" and not self.asides:
            self.tables.append(CellPlaces(self.table_count))
            self.table_count += 1
        self._cell(name, told)

    def _block(self, name: str) -> None:
        """What the opening tag of a block means for the words around it."""
        flow = self.flow
        inside = flow.item
        if name == "br" and inside is not None and inside.role == "heading":
            flow.join()
        elif self.boxes and name not in ("table", "tr", "td", "th"):
            # A label begins a row, its values go on with it.
            if name in _HEADINGS:
                flow.begin("table")
            else:
                flow.join()
        elif name in _HEADINGS:
            flow.begin("heading", _HEADINGS[name])
        elif name == "li":
            flow.begin("list_item", sum(self.open.get(n, 0) for n in _LISTS))
        elif name == "summary":
            flow.begin("heading", STRONG_LEVEL, evidence=SUMMARY)
        elif name == "dt":
            flow.begin("heading", STRONG_LEVEL + 1, evidence=_TERM)
        elif name in ("td", "th"):
            flow.begin("table")
        elif name == "dd":
            flow.end()
        elif inside is not None and inside.role == "heading" and name not in _HEADINGS:
            flow.join()
        elif name == "p" and self.open.get("li") and not flow.is_open and flow.next_role != "text":
            pass  # the paragraph of an item is the item
        else:
            flow.end()

    def _cell(self, name: str, told: dict[str, str]) -> None:
        if not self.tables or self.asides:
            return
        table = self.tables[-1]
        if name == "tr":
            table.next_row()
            self.flow.cell = None
        elif name in ("td", "th"):
            head = name == "th" or self.open.get("thead", 0) > 0
            over, down = (whole_span(told.get(n)) for n in ("colspan", "rowspan"))
            self.flow.cell = table.next_cell(head, over, down)

    def _imply(self, name: str) -> None:
        """End the elements whose closing tag may be left out before this one."""
        ended, inside = _ENDS.get(name, _NOTHING)
        if name in self.block and name != "br" and self.stack and self.stack[-1].tag.name == "p":
            self._pop()
        if not any(self.open.get(n) for n in ended):
            return
        for n in range(len(self.stack) - 1, max(-1, len(self.stack) - DEEPEST), -1):
            here = self.stack[n].tag.name
            if here in inside:
                return
            if here in ended:
                while len(self.stack) > n:
                    self._pop(len(self.stack) > n + 1)
                return

    def _closed(self, token: Token) -> None:
        name, flow = token.name, self.flow
        if not self.open.get(name):
            if name in self.block:
                flow.end()
            if self.asides:
                flow.aside(token.start, token.end)
                return
            flow.mark(token.start, token.end)
            if name in self.crossed:
                self.crossed.remove(name)
            elif name not in ("p", "br") and name not in self.void:
                self._fault(token, say("</{tag}> closes a tag that is not open", tag=name))
            return
        in_aside = self.asides > 0
        while self.stack[-1].tag.name != name:
            self._pop(True)
        element = self._pop()
        if in_aside:
            flow.aside(token.start, token.end)
            return
        outer = {e.stress for e in self.stack[-DEEPEST:]} if element.stress else ()
        if element.stress == "b" and "b" not in outer:
            flow.strong_ends(element.words_from, token.start)
        elif element.stress == "i" and "i" not in outer:
            flow.slanted_ends(element.words_from, token.start)
        elif name == "a" and element.href.startswith("#"):
            flow.link(element.words_from, token.start, unquote(element.href[1:]))
        elif name == "a" and element.href:
            flow.link(element.words_from, token.start, "")
        heads = flow.item is not None and flow.item.role == "heading" and name not in _ENDING
        if element.box or (name in self.block and not heads and not self.boxes):
            flow.end()
        flow.mark(token.start, token.end)
        if name == "dl":
            flow.back(STRONG_LEVEL + 1)
        elif name == "details":
            flow.back(STRONG_LEVEL)
        elif name in _LISTS and not any(self.open.get(n) for n in _LISTS):
            flow.back(STRONG_LEVEL + 2)

    def _pop(self, unclosed: bool = False) -> _Element:
        element = self.stack.pop()
        name = element.tag.name
        self.open[name] -= 1
        self.asides -= element.aside
        self.mains -= element.main
        self.boxes -= element.box
        self.flow.main = self.mains > 0
        if unclosed:
            self._unclosed(element)
            self.crossed = [*self.crossed[-20:], name]
        if name == "table" and self.tables and not self.asides:
            self.tables.pop()
            above = self.tables[-1] if self.tables else None
            self.flow.end()
            self.flow.cell = Cell(above.number, above.row, above.column, False) if above else None
        elif name in ("td", "th") and self.tables and not self.asides:
            self.flow.end()
        elif name == "dl":
            self.flow.end()
            for item in reversed(self.flow.items):
                if item.evidence != _TERM:
                    break
                # No definition follows: such a line says something, and names nothing.
                item.role, item.level, item.evidence = "text", None, ""
        return element

    def _unclosed(self, element: _Element) -> None:
        tag = element.tag
        if tag.name not in self.implied and not self.asides:
            self._fault(tag, say("<{tag}> is opened and never closed", tag=tag.name))

    def _fault(self, token: Token, message: str) -> None:
        """Neighbours are one fault, and a page has so many at most."""
        near = self.fault_end in (token.start, token.end)
        self.fault_end = token.end
        if near or len(self.findings) >= MOST_FAULTS:
            return
        line, column = self.lines.line(token.start), self.lines.column(token.start)
        excerpt = self.text[token.start : token.end][:60]
        self.findings.append(
            Finding("markup", "warning", self.source, line, column, excerpt, None, None, message)
        )


def _stress(name: str, told: dict[str, str], look: Look) -> str:
    """Whether the words of an element are strong (`b`), as what its class calls a name is, or
    emphasised (`i`), as what is underlined is."""
    if name in _HEADINGS or name in ("body", "html"):
        return ""
    if name in _STRONG or look.strong or (name == "span" and _NAMING.search(told.get("class", ""))):
        return "b"
    return "i" if name in _SLANTED or look.slanted else ""


def _is_aside(name: str, told: dict[str, str]) -> bool:
    names = _names()
    if name in names["elements"] or name in RAW or told.get("role", "") in names["roles"]:
        return True
    if "hidden" in told or _HIDDEN.search(told.get("style", "")):
        return True
    # The running head and foot of a word processor's pages.
    if name == "div" and not names["page_parts"].isdisjoint(
        (told.get("title", ""), told.get("type", "").lower())
    ):
        return True
    called = f"{told.get('class', '')} {told.get('id', '')}".lower().split()
    if name == "blockquote" and _OF_A_POST.search(told.get("cite", "")):
        return True
    if name == "aside" and not names["quoting"].isdisjoint(called):
        return True
    return name not in ("html", "body", "main") and any(
        c in names["names"] or any(c.startswith(b) for b in names["beginnings"]) for c in called
    )


def _is_box(name: str, told: dict[str, str]) -> bool:
    """Whether an element is the box of facts beside an article, whose headings are labels."""
    called = told.get("class", "").lower().split()
    return name != "table" and not _names()["boxes"].isdisjoint(called)


def _is_main(name: str, told: dict[str, str]) -> bool:
    called = f"{told.get('class', '')} {told.get('id', '')}".lower().split()
    return name == "main" or told.get("role") == "main" or not _names()["main"].isdisjoint(called)
