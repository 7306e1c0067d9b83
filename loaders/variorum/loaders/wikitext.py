"""Pages of wikis in the markup that people write there: MediaWiki (and its XML exports), DokuWiki.

After MediaWiki's help on formatting, tables and links, and DokuWiki's page on its syntax.
Templates, comments, notes, pictures and categories are kept aside.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import pairwise

from variorum.say import say

from .cellplaces import CellPlaces, whole_span
from .cells import settle_tables
from .flow import ASIDES, STRONG_LEVEL, Flow, Item, item_words, spoken_words
from .form import Document, Loader
from .language import language_of
from .linkruns import settle_contents
from .outline import outline
from .parsed import Lines, Parsed
from .runs import Cell
from .typed import typed_rows
from .wikimarks import HIDDEN, Marks, namespaces, page_anchor, put_anchors, settle_notes
from .wikipages import EXPORT, Page, pages, settle_pages, site_name

_HEADING = re.compile(
    r"^[ \t]*(?P<open>={1,6})[ \t]*+(?P<words>[^=\n\r][^\n\r]{0,200}?)[ \t]*(?P=open)[ \t\x00]*\r?$",
    re.M,
)
_LIST = re.compile(r"(?P<mark>[*#:;]+)[ \t]*(?=\S)")
_DOKU_LIST = re.compile(r"(?P<indent>[ ]{2,}|\t)(?P<mark>[*-])[ \t]+(?=\S)")
_DOKU_ROW = re.compile(r"[ \t]*[|^].*[|^][ \t]*$")
_DOKU_CELL = re.compile(r"\[\[[^\[\]]*\]\]|[|^]")
_DOKU_SIGNS = re.compile(
    r"^ {2,}[*-] \S|\*\*[^\s*][^*\n]*\*\*|//[^\s/][^/\n]*//|^\^.*\^[ \t]*$", re.M
)
_RULE = re.compile(r"[ \t]*-{4,}[ \t]*$")
_ROW = re.compile(r"[ \t]*(?P<sign>\{\||\|\}|\|-|\|\+|\||!)")
_ATTRIBUTES = re.compile(r"(?=[^|\[\]\x00]*?\b[a-z]+[ ]*=)[^|\[\]]*+\|(?!\|)")
_SPAN = re.compile(r"\b(col|row)span[ ]*=[ ]*[\"']?(\d{1,3})")
_LINE = re.compile(r"[^\n\r]*(?:\r\n|\n|\r|\Z)")
_SIGNS = re.compile(
    r"\[\[[^\[\]\n]{1,200}\]\]|'''[^'\n]{1,200}'''|^\{\||^\|-|\{\{[^{}\n]|__[A-Z]{3,20}__"
    r"|^;[ \t]*+[^\s;][^\n;]{0,120}(?:\n:[ \t]*| : )(?=[^\s:])",
    re.M,
)
# What is no words: comments and notes, also in the entities of an export.
_NOTE = re.compile(
    r"(?P<open><|&lt;)(?:(?P<comment>!--)"
    r"|(?P<name>ref|math|gallery|score|syntaxhighlight|timeline)\b"
    r"(?:(?!>|&gt;).){0,300}?(?P<alone>/?)(?:>|&gt;))",
    re.IGNORECASE | re.DOTALL,
)
_BRACES = re.compile(r"\{\{|\}\}|\{\||\|\}")
_BRACKETS = re.compile(r"\[\[|\]\]")
DEEPEST = 40
LOOKED_AT = 1 << 17
FEWEST_HEADINGS = 2
FEWEST_SIGNS = 3


def _masked(text: str) -> str:
    """The text with templates, comments, notes and pictures hidden; as long as it was."""
    hidden = list(_notes(text))
    hidden += _nested(text, _BRACES, "{{", "}}")
    hidden += _nested(text, _BRACKETS, "[[", "]]")
    if not hidden:
        return text
    parts, at = [], 0
    for start, end in sorted(hidden):
        if start >= at:
            parts += [text[at:start], HIDDEN * (end - start)]
            at = end
    return "".join([*parts, text[at:]])


def _notes(text: str) -> Iterator[tuple[int, int]]:
    """Where comments, notes and formulas stand; what never closes is words."""
    lower = text.lower() if "<" in text or "&lt;" in text else ""
    if len(lower) != len(text):
        lower = text if lower else ""  # a letter that is two in lower case
    nowhere: set[str] = set()
    at = 0
    for m in _NOTE.finditer(lower):
        if m.start() < at:
            continue
        end = ">" if m.group("open") == "<" else "&gt;"
        if m.group("alone"):
            at = m.end()
        else:
            closing = "--" + end if m.group("comment") else f"{m['open']}/{m['name']}{end}"
            found = -1 if closing in nowhere else lower.find(closing, m.end())
            if found < 0:
                nowhere.add(closing)
                continue
            at = found + len(closing)
        yield m.start(), at


def _nested(
    text: str, signs: re.Pattern[str], opens: str, closes: str
) -> Iterator[tuple[int, int]]:
    """Where templates stand, or links that are no words, the outermost of those inside others."""
    stack: list[int] = []
    for m in signs.finditer(text):
        if m.group() == opens and len(stack) < DEEPEST:
            stack.append(m.start())
        elif m.group() == closes and stack:
            start = stack.pop()
            if not stack and (opens == "{{" or _is_aside(text, start)):
                yield start, m.end()


def _is_aside(text: str, start: int) -> bool:
    space, colon, _ = text[start + 2 : start + 40].partition(":")
    return bool(colon) and space.strip().lower() in namespaces()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.masked = text, _masked(text)
        self.flow = Flow(text)
        found = [len(m.group("open")) for m in _HEADING.finditer(self.masked)]
        # DokuWiki's highest heading has the most signs.
        self.doku = (
            bool(found)
            and found[0] == max(found) > 3
            and (min(found) < found[0] or len(_DOKU_SIGNS.findall(self.masked)) > 0)
        )
        self.marks = Marks(self.flow, self.masked, self.doku)
        self.tables = 0
        self.table: CellPlaces | None = None
        self.listed = self.termed = False
        self.deeper = 0  # the levels of headings below those of pages
        self.pages: dict[int, Page] = {}  # of an export, by where their titles begin
        self.leading: dict[str, str] = {}  # anchors of pages that only lead to others

    def read(self) -> list[Item]:
        if EXPORT.match(self.text):
            self.deeper = 1
            at = 0
            for page in pages(self.text, namespaces()):
                if page.leads:
                    name = html.unescape(self.text[slice(*page.title)])
                    self.leading[page_anchor(name)] = page_anchor(page.leads)
                    continue
                self.pages[page.title[0]] = page
                self._aside(at, page.title[0])
                self.flow.begin("heading", 1)
                self.flow.words(*page.title)
                self.flow.end()
                self._aside(page.title[1], page.text[0])
                self._lines(*page.text)
                at = page.text[1]
            self._aside(at, len(self.text))
            return self.flow.close()
        self._lines(0, len(self.text))
        return self.flow.close()

    def _aside(self, start: int, end: int) -> None:
        self.flow.end()
        self.flow.aside(start, end)

    def _lines(self, start: int, end: int) -> None:
        self.table = None
        for m in _LINE.finditer(self.masked, start, end):
            after = min(m.end(), end)
            last = m.start() + len(self.masked[m.start() : after].rstrip("\r\n"))
            if m.start() < after:
                self._line(m.start(), last, after)
        self.flow.end()

    def _line(self, start: int, end: int, after: int) -> None:
        flow, masked = self.flow, self.masked
        words = masked[start:end]
        said = words.replace(HIDDEN, "").strip()
        if not said and self.table is None:
            flow.end()
            self.marks.put(start, end)
            flow.mark(end, after, "blank")
            return
        heading = _HEADING.fullmatch(masked, start, end)
        if heading is not None:
            self._heading(heading, start, end, after)
        elif self.table is not None or words.lstrip().startswith("{|"):
            self._in_table(start, end, after)
        elif self.doku and _DOKU_ROW.match(words):
            self._doku_row(start, end, after)
        elif _RULE.match(words):
            flow.end()
            flow.mark(start, end)
            flow.mark(end, after, "blank")
        else:
            if self.doku:
                self.tables += flow.cell is not None
                flow.cell = None
            self._block(start, end, after)

    def _heading(self, m: re.Match[str], start: int, end: int, after: int) -> None:
        flow, count = self.flow, len(m.group("open"))
        flow.cell = self.table = None
        level = 7 - count if self.doku else count
        flow.begin("heading", min(level + self.deeper, 6))
        self.listed = self.termed = False
        flow.mark(start, m.start("words"))
        self.marks.begin()
        self.marks.put(*m.span("words"))
        flow.end()
        flow.mark(m.end("words"), end)
        flow.mark(end, after, "blank")

    def _block(self, start: int, end: int, after: int) -> None:
        """A line of a list, or of a paragraph."""
        flow, masked = self.flow, self.masked
        item = (_DOKU_LIST if self.doku else _LIST).match(masked, start, end)
        if item is None:
            if self.listed:
                flow.back(STRONG_LEVEL + (1 if self.termed else 2))
                self.listed = self.termed = False
            if not flow.is_open:
                self.marks.begin()
            self.marks.put(start, end)
            flow.words(end, after)
            return
        mark = item.group("mark")
        self.listed = True
        at = item.end()
        if mark[-1] == ";" and not self.doku:
            colon = masked.find(" : ", at, end)
            last = colon if colon >= 0 else end
            self.termed = True
            flow.begin("heading", STRONG_LEVEL + 1, evidence="a term in a list of definitions")
            flow.mark(start, at)
            self.marks.begin()
            self.marks.put(at, last)
            flow.end()
            if colon < 0:
                flow.mark(end, after, "blank")
                return
            flow.mark(colon, colon + 3)
            at = colon + 3
        elif mark[-1] == ":" and not self.doku:
            flow.begin("text")
            flow.mark(start, at)
        else:
            depth = len(item.group("indent").expandtabs(2)) // 2 if self.doku else len(mark)
            flow.begin("list_item", depth)
            flow.mark(start, at, "list_mark")
        self.marks.begin()
        self.marks.put(at, end)
        flow.end()
        flow.mark(end, after, "blank")

    def _in_table(self, start: int, end: int, after: int) -> None:
        flow = self.flow
        row = _ROW.match(self.masked, start, end)
        sign = row.group("sign") if row is not None else ""
        if sign == "{|":
            flow.end()
            self.table = CellPlaces(self.tables)
            self.tables += 1
            flow.mark(start, end)
        elif self.table is None or not sign:
            self.marks.put(start, end)
            flow.words(end, after)
            return
        elif sign in ("|}", "|-"):
            flow.end()
            flow.mark(start, end)
            flow.cell = None
            if sign == "|}":
                self.table = None
            else:
                self.table.next_row()
        elif sign == "|+":
            flow.end()
            flow.cell = None
            assert row is not None
            flow.mark(start, row.end())
            self.marks.put(row.end(), end)
            flow.end()
        else:
            assert row is not None
            self._cells(start, row.end(), end, sign == "!")
        flow.mark(end, after, "blank")

    def _cells(self, start: int, at: int, end: int, head: bool) -> None:
        """The cells that one line of a table begins."""
        flow, table = self.flow, self.table
        assert table is not None
        flow.end()
        flow.mark(start, at)
        divider = re.compile(r"\|\||!!" if head else r"\|\|")
        while True:
            m = divider.search(self.masked, at, end)
            last = m.start() if m is not None else end
            told = _ATTRIBUTES.match(self.masked, at, last)
            spans = dict(_SPAN.findall(told.group().lower())) if told is not None else {}
            over, down = (whole_span(spans.get(n)) for n in ("col", "row"))
            flow.cell = table.next_cell(head, over, down)
            flow.begin("table")
            if told is not None:
                flow.mark(at, told.end())
                at = told.end()
            self.marks.begin()
            self.marks.put(at, last)
            if m is None:
                return
            flow.end()
            flow.mark(*m.span())
            at = m.end()

    def _doku_row(self, start: int, end: int, after: int) -> None:
        flow, masked = self.flow, self.masked
        flow.end()
        before = flow.cell
        row = before.row + 1 if before is not None else 0
        number = before.table if before is not None else self.tables
        cuts = [m.start() for m in _DOKU_CELL.finditer(masked, start, end) if len(m.group()) == 1]
        flow.mark(start, cuts[0] + 1)
        for column, (a, b) in enumerate(pairwise(cuts)):
            flow.cell = Cell(number, row, column, masked[a] == "^")
            flow.begin("table")
            self.marks.begin()
            self.marks.put(a + 1, b)
            flow.end()
            flow.mark(b, b + 1)
        flow.cell = Cell(number, row, 0, False)
        flow.mark(cuts[-1] + 1, end)
        flow.mark(end, after, "blank")


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a page, or of all pages of an export."""
    text, source = document.text, document.source
    parsed = Parsed("wiki")
    items = (reader := _Reader(text)).read()
    put_anchors(text, items, reader.leading, exported=EXPORT.match(text) is not None)
    of_export = reader.pages
    del reader  # it has the items, which are let go when their drafts are made
    settle_notes(text, items)
    settle_contents(text, items)
    lang = document.lang
    if not document.lang_stated:
        lang = parsed.lang = language_of(spoken_words(text, items))
    first = next((i for i in items if i.role not in ASIDES), None)
    lead = "" if first is None else _subject(text, first)
    items = settle_tables(text, typed_rows(text, items, lang), lang, document.columns, source)
    outline(parsed, source, text, lang, items)
    if of_export:
        settle_pages(parsed.drafts, of_export, text, source, lang, Lines(text))
        parsed.title = site_name(text) or parsed.title
    if lead and parsed.drafts and parsed.drafts[0].title is None:
        _name(parsed, lead)
    return parsed


def _subject(text: str, item: Item) -> str:
    """What a page is about: the strong words with which the text above its headings begins."""
    first = item.paragraph.runs[0].start if item.paragraph.runs else 0
    whole = item.role != "text" or item.bold is None or item.bold >= item.paragraph.runs[-1].end
    return "" if whole else item_words(text, item)[: (item.bold or first) - first].strip()


def _name(parsed: Parsed, lead: str) -> None:
    """The draft of the text above all headings is about the subject of the page, as all of it is."""
    first, *others = parsed.drafts
    first.title, first.evidence = lead, ("the strong words with which the page begins",)
    parsed.title = parsed.title or lead
    for draft in others:
        draft.parent = 0 if draft.parent is None else draft.parent
        draft.depth += 1


def recognise(document: Document) -> float:
    """Headings between equals signs, and other marks of wikis; or an export that says so."""
    text = document.text[:LOOKED_AT]
    if EXPORT.match(text):
        return 0.95
    headings = sum(1 for _ in _HEADING.finditer(text))
    signs = sum(1 for _ in _SIGNS.finditer(text)) + (
        sum(1 for _ in _DOKU_SIGNS.finditer(text)) if headings else 0
    )
    lines = text.count("\n") + 1
    if headings * 2 > lines:
        return 0.0
    if (
        headings >= FEWEST_HEADINGS
        or (headings and signs)
        or signs >= max(FEWEST_SIGNS, lines / 10)
    ):
        return 0.76 if headings else 0.55
    return 0.0


LOADER = Loader(
    "wiki",
    say("pages of wikis in their own markup: MediaWiki, with its exports in XML, and DokuWiki"),
    recognise,
    parse,
)
