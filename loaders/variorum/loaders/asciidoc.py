"""AsciiDoc (as Asciidoctor reads it): headings, lists, terms, tables, notes, links between sections.

Lines that only say how things look (attributes, delimiters, comments) are marks.  What includes
other files, and conditions, are kept aside: a reader of the file alone does not see them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.say import say

from .flow import HEADER, STRONG_LEVEL, Flow, Item
from .form import Document, Loader
from .markdrafts import draft_items
from .marked import Span, anchor_name, put_marked
from .parsed import Parsed
from .runs import Cell, Pairs

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_HEADING = re.compile(r"={1,6}[ \t]+(?=\S)")
_ATTRIBUTE = re.compile(r":!?(?P<name>[\w-]{1,60})!?:(?:[ \t]+(?P<value>\S.*))?$")
_ANCHOR = re.compile(
    r"\[\[(?P<a>[^\[\],]{1,80})(?:,[^\[\]]*)?\]\]$|\[(?:[\w-]*#|id=\"?)(?P<b>[\w.:-]{1,80})"
)
_BLOCK = re.compile(r"\[(?P<first>[^\[\],]*)[^\[\]]*\]$")
_DELIMITER = re.compile(r"(?P<sign>[=*_+.-])(?P=sign){3,}$|--$|```\w*$")
_BREAK = re.compile(r"(?:'{3,}|<{3,})$")
_COMMENTS = re.compile(r"/{4,}$")
_MACRO = re.compile(r"(?:include|ifdef|ifndef|ifeval|endif|image|toc|video|audio)::\S*\[.*\]$")
_TABLE = re.compile(r"[|!,:]===+$")
_ITEM = re.compile(r"[ \t]*(?P<mark>\*{1,5}|\.{1,5}|-|\d{1,3}\.)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)")
_TERM = re.compile(r"[ \t]*(?P<term>\S.{0,119}?)(?P<mark>:{2,4}|;;)(?:[ \t]+(?=\S)|$)")
_NOTE = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)")
_NOTES = frozenset(("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"))
_TITLE = re.compile(r"\.(?=[^\s.])")
_LINK = re.compile(
    r"<<#?(?P<id>[^<>,\n]{1,120})(?:,[ ]?(?P<said>[^<>\n]{1,200}))?>>"
    r"|xref:(?P<to>[^\s\[\]]{1,200})\[(?P<as>[^\[\]\n]{0,200})\]"
    r"|(?:link:|image:|https?://)[^\s\[\]]{1,500}\[(?P<text>[^\[\]\n]{0,200})\]"
    r"|\[\[(?P<anchor>[^\[\]\n]{1,80})\]\]|\{(?:nbsp|empty|zwsp)\}"
    r"|\(\(\([^()\n]{1,200}\)\)\)"
)
# A bar, with how its cell looks before it.
_CELL = re.compile(r"(?:(?<!\S)(?:\d+(?:\.\d+)?[+*])?[<^>.]*[aehlmsd]?)?(?<!\\)\|")
# Signs that no other text has, of which so many make it one of this kind.
_SIGNS = re.compile(
    r"^(?:\[\[[\w.:-]+\]\]|\[[#.%]?[\w-]+[^\[\]\n]*\]|\|===+|={4,}|:[\w-]+:(?:[ \t].*)?"
    r"|(?:include|image|ifdef|toc)::\S*\[.*\]|(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION): \S.*"
    r"|\*{2,5} \S.*|\S.{0,80}::(?:[ \t].*)?)[ \t]*\r?$|<<[^<>\n]{1,80}>>|xref:\S+\[",
    re.M,
)
_HEADINGS = re.compile(r"(?:\A|\n)={1,6}[ \t]+[^\s=][^\r\n]*")
FEWEST_SIGNS = 2
LOOKED_AT = 1 << 17


def recognise(document: Document) -> float:
    """Headings with equals signs, none of which another sign closes, and other marks of AsciiDoc."""
    text = document.text[:LOOKED_AT]
    if "= " not in text:
        return 0.0
    headings = [m.group().strip() for m in _HEADINGS.finditer(text)]
    if not headings or any(h.endswith("=") for h in headings):
        return 0.0
    signs = sum(1 for _ in _SIGNS.finditer(text))
    return 0.8 if signs >= FEWEST_SIGNS else 0.0


class _Reader:
    """Reads the lines of a text into a flow; `about` is what its head says of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.flow = Flow(text)
        self.lines = Pairs(m.span() for m in _LINE.finditer(text) if m.start() < m.end())
        self.paragraph: list[Span] = []
        self.about: dict[str, str] = {}
        self.attributes: dict[str, str] = {}
        self.tables = 0
        # What the next paragraph is, and the delimiter that ends the notes begun before.
        self.role = "text"
        self.boxed = ""
        self.comment = ""
        self.headed = self.terms = self.header = False

    def read(self) -> list[Item]:
        n = 0
        while n < len(self.lines):
            n += self._line(n)
        self._flush()
        return self.flow.close()

    def _line(self, n: int) -> int:
        """Read the line; gives how many lines that took."""
        text, flow = self.text, self.flow
        start, after = self.lines[n]
        end = start + len(text[start:after].rstrip())
        line = text[start:end]
        if self.comment or _COMMENTS.match(line):
            self._flush()
            self.comment = "" if line == self.comment else self.comment or line
            flow.aside(start, after)
        elif not line:
            self._flush()
            flow.mark(start, after, "blank")
        elif line.startswith("//") or _MACRO.match(line):
            self._flush()
            flow.aside(start, after)
        elif (attribute := _ATTRIBUTE.match(line)) is not None:
            self._flush()
            self.attributes.setdefault(attribute["name"], attribute["value"] or "")
            flow.aside(start, after, HEADER)
        elif (heading := _HEADING.match(line)) is not None:
            self._flush()
            flow.begin("heading", heading.group().count("="))
            flow.mark(start, start + heading.end())
            self._words([Span(start + heading.end(), end, end)])
            flow.end()
            flow.mark(end, after, "blank")
            if heading.group().count("=") == 1 and not self.headed:
                return 1 + self._head(n + 1)
            self.headed = True
        elif self._marks(line):
            flow.mark(start, end)
            flow.mark(end, after, "blank")
        elif _TABLE.match(line):
            return self._table(n)
        else:
            self._block(line, start, end, after)
        return 1

    def _head(self, n: int) -> int:
        """The lines below the title up to a blank one: who wrote it, and its revision."""
        self.headed = True
        taken = 0
        while n + taken < len(self.lines) and taken < 3:
            start, after = self.lines[n + taken]
            line = self.text[start:after].strip()
            if not line or _ATTRIBUTE.match(line) or line.startswith(("//", "=")):
                break
            if taken == 0:
                self.about["author"] = re.sub(r"\s*<[^<>]*>", "", line)
            elif (date := re.search(r"\d{4}-\d\d-\d\d", line)) is not None:
                self.about["date"] = date.group()
            self.flow.aside(start, after, HEADER)
            taken += 1
        return taken

    def _marks(self, line: str) -> bool:
        """Whether a line has no words of the rules: what is above a block, and what is around it."""
        anchor = _ANCHOR.match(line)
        block = _BLOCK.match(line)
        if anchor is not None or block is not None:
            self._flush()
            if anchor is not None:
                self.flow.anchor(anchor_name(anchor["a"] or anchor["b"]))
            elif block is not None and block["first"].strip() in _NOTES:
                self.role = "note"
            self.header = "header" in line
            return True
        if _DELIMITER.match(line):
            self._flush()
            if self.boxed == line:
                self.boxed = ""
            elif self.role == "note":
                self.boxed, self.role = line, "text"
            return True
        if line == "+" or _BREAK.match(line):
            self._flush()
            return True
        return False

    def _block(self, line: str, start: int, end: int, after: int) -> None:
        flow = self.flow
        item, term, note, title = (p.match(line) for p in (_ITEM, _TERM, _NOTE, _TITLE))
        at = start
        if item is not None:
            self._flush()
            flow.begin("list_item", len(item["mark"]))
            flow.mark(start, start + item.start("mark"), "blank")
            flow.mark(start + item.start("mark"), start + item.end(), "list_mark")
            at = start + item.end()
        elif term is not None and (self.terms or not self.paragraph):
            self._flush()
            self.terms = True
            flow.begin("heading", STRONG_LEVEL + 1, evidence="a term in a list of definitions")
            flow.mark(start, start + term.start("term"), "blank")
            self._words(
                [
                    Span(
                        start + term.start("term"),
                        start + term.end("term"),
                        start + term.end("term"),
                    )
                ]
            )
            flow.end()
            flow.mark(start + term.start("mark"), start + term.end())
            at = start + term.end()
            if at == end:
                flow.mark(end, after, "blank")
                return
        elif not self.paragraph:
            if title is not None and note is None:
                flow.mark(start, start + 1)
                at = start + 1
            elif note is not None:
                self.role = "note"
            if self.role == "note" or self.boxed:
                flow.begin("note")
            if note is not None:
                flow.mark(start, start + note.end())
                at = start + note.end()
            self.role = "text"
            self.paragraph.append(Span(at, end, after))
            if title is not None and note is None:
                self._flush()
            return
        self.paragraph.append(Span(at, end, after))

    def _flush(self) -> None:
        spans, self.paragraph, self.terms = self.paragraph, [], False
        if spans:
            self._words(spans)
        self.flow.end()

    def _words(self, spans: list[Span]) -> None:
        """Words with their marks; links to sections, and what stands for nothing, apart."""
        text, flow = self.text, self.flow
        own: list[Span] = []
        for span in spans:
            at = span.start
            for m in _LINK.finditer(text, span.start, span.end):
                own.append(Span(at, m.start(), m.start()))
                put_marked(flow, own, frozenset())
                own = []
                self._link(m)
                at = m.end()
            own.append(Span(at, span.end, span.after))
        put_marked(flow, own, frozenset())

    def _link(self, m: re.Match[str]) -> None:
        flow = self.flow
        if m["anchor"]:
            flow.anchor(anchor_name(m["anchor"]))
        target = m["id"] or m["to"] or ""
        said = next((n for n in ("said", "as", "text") if m[n]), None)
        if said is None and m["id"]:
            said = "id"
        if said is None:
            flow.mark(*m.span())
            return
        start, end = m.span(said)
        flow.mark(m.start(), start)
        flow.words(start, end)
        if target:
            file, _, anchor = target.rpartition("#")
            flow.link(start, end, anchor_name(anchor) if not file else "")
        flow.mark(end, m.end())

    def _table(self, n: int) -> int:
        """A table up to the line that ends it; a row has as many cells as its first line."""
        self._flush()
        text, flow = self.text, self.flow
        number, self.tables = self.tables, self.tables + 1
        sign = text[slice(*self.lines[n])].strip()
        last = next(
            (
                k
                for k in range(n + 1, len(self.lines))
                if text[slice(*self.lines[k])].strip() == sign
            ),
            len(self.lines),
        )
        flow.mark(*self.lines[n])
        # Titles stand on a line of their own, with a blank one below it.
        second = text[slice(*self.lines[n + 2])].strip() if n + 2 < last else ""
        headed, self.header = self.header or not second, False
        width = count = 0
        for k in range(n + 1, last):
            start, after = self.lines[k]
            end = start + len(text[start:after].rstrip())
            bars = [(start + m.start(), start + m.end()) for m in _CELL.finditer(text[start:end])]
            if not width:
                width = len(bars)
            at = start
            for (a, b), following in zip(bars, [*(x for x, _ in bars[1:]), end], strict=False):
                self._goes_on(at, a)
                flow.end()
                flow.mark(a, b, "delimiter")
                row, column = divmod(count, width or 1)
                flow.cell = Cell(number, row, column, headed and row == 0)
                flow.begin("table")
                count += 1
                self._words([Span(b, following, following)])
                at = following
            self._goes_on(at, end)
            flow.mark(end, after, "blank")
        flow.end()
        flow.cell = None
        if last < len(self.lines):
            flow.mark(*self.lines[last])
        return min(last + 1, len(self.lines)) - n

    def _goes_on(self, start: int, end: int) -> None:
        """Words of the cell before, on a further line."""
        if start < end and self.text[start:end].strip():
            self.flow.join()
            self._words([Span(start, end, end)])
        else:
            self.flow.mark(start, end, "blank")


def _named(attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name, own in (("author", "author"), ("revdate", "date"), ("url", "url")):
        if attributes.get(name):
            yield own, attributes[name]


def parse(document: Document) -> Parsed:
    """Fragments and drafts of an AsciiDoc text; its head is its bibliography."""
    parsed = Parsed("asciidoc")
    reader = _Reader(document.text)
    items = reader.read()
    parsed.about |= dict(_named(reader.attributes)) | reader.about
    lang = reader.attributes.get("lang", "")[:2].lower()
    del reader  # its lines are no longer needed, and drafts take much memory
    draft_items(parsed, document, items, lang)
    return parsed


LOADER = Loader(
    "asciidoc",
    say("AsciiDoc: headings, lists, terms, tables, notes, links between sections"),
    recognise,
    parse,
)
