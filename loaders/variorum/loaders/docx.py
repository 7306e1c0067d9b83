"""DOCX, the files of Microsoft Word (ECMA-376, WordprocessingML, transitional and strict).

The text is what a reader of the document sees with all tracked changes accepted.  Headings come
from styles and outline levels, numbers from the numbering that Word counts, pages from the marks
that Word leaves when it lays a document out.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from variorum.say import say

from . import manuscript, refusals
from .docxparts import Numbering, Parts, Styles, attribute, local, value
from .form import Container, Extracted
from .manuscript import CHROME, CONTENTS, HIDDEN, LINK, PLAIN, STRONG, Block, Manuscript, Words
from .safexml import whole
from .zipped import Archive, office_types

# Elements that say how a text looks, repeat it for older programs, or hold codes.
_NO_TEXT = frozenset(
    (
        *("pPr", "rPr", "sdtPr", "sdtEndPr", "tblPr", "trPr", "tcPr", "tblGrid", "sectPr"),
        *("Fallback", "instrText", "delInstrText", "delText", "rt", "moveFrom", "fldData"),
        *("ffData", "binData"),
    )
)
_IS_TEXT = re.compile(rb"(?:wordprocessingml|ms-word)\.(?:document|template)[.\w]*\.?main")
_LISTS = re.compile(r"\s*(?:TOC|INDEX|TOA)\b", re.IGNORECASE)
_LEADS = re.compile(r"\s*(?:PAGE)?REF\s+\"?(?P<name>[\w.-]+)", re.IGNORECASE)
_MOST_FIELDS, _LONGEST_FIELD = 40, 500
_SPACES = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}


class _Reader:
    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.styles = Styles(parts)
        self.numbering = Numbering(parts)
        self.page = 1 if parts.has_pages else None
        self.carried: Words | None = None
        # What the fields say that are open, the innermost last, and whether their results follow.
        self.fields: list[tuple[str, bool]] = []

    def blocks(self, elements: Iterator[ET.Element] | ET.Element) -> Iterator[Block]:
        for element in elements:
            name = local(element)
            if name == "p":
                yield from _Paragraph(self, element).blocks()
            elif name == "tbl":
                yield from self.table(element)
            elif name == "sdt" and _is_contents(element):
                for p in element.iter():
                    if local(p) == "p" and (said := "".join(_texts(p))).strip():
                        yield Block(CONTENTS, Words([(said, PLAIN)]), page=self.page)
            elif name not in _NO_TEXT:
                yield from self.blocks(element)

    def table(self, element: ET.Element) -> Iterator[Block]:
        page = self.page
        rows: list[list[list[Block]]] = []
        heads = 0
        for row in _inside(element, "tr"):
            if any(local(e) == "del" for e in row.iterfind("{*}trPr/{*}del")):
                words = Words([("".join(_texts(row)), PLAIN)])
                yield Block(HIDDEN, words, told=manuscript.deleted(None), page=page)
                continue
            if row.find("{*}trPr/{*}tblHeader") is not None and heads == len(rows):
                heads += 1
            cells: list[list[Block]] = []
            for cell in _inside(row, "tc"):
                merged = cell.find("{*}tcPr/{*}vMerge")
                goes_on = merged is not None and value(merged, "continue") == "continue"
                gone = cell.find("{*}tcPr/{*}cellDel") is not None
                if gone and (said := "".join(_texts(cell))).strip():
                    told = manuscript.deleted(None)
                    yield Block(HIDDEN, Words([(said, PLAIN)]), told=told, page=page)
                cells.append([] if goes_on or gone else list(self.blocks(cell)))
                span = cell.find("{*}tcPr/{*}gridSpan")
                wide = whole(value(span), 64) or 1
                cells += [[] for _ in range(wide - 1)]
            rows.append(cells)
        yield from manuscript.table(rows, heads, page)

    @property
    def in_contents(self) -> bool:
        """Whether a field is open that lists headings or words with their pages."""
        return any(_LISTS.match(told) for told, _ in self.fields)

    def leads(self) -> str | None:
        """Where the words lead that a field shows."""
        found = (_LEADS.match(told) for told, shown in reversed(self.fields) if shown)
        return next((LINK + m.group("name") for m in found if m is not None), None)


def _is_contents(element: ET.Element) -> bool:
    galleries = element.iterfind("{*}sdtPr/{*}docPartObj/{*}docPartGallery")
    return any("contents" in value(gallery).lower() for gallery in galleries)


def _inside(element: ET.Element, name: str) -> Iterator[ET.Element]:
    """The nearest descendants called `name`, through content controls and the like."""
    for child in element:
        if local(child) == name:
            yield child
        elif local(child) not in _NO_TEXT and local(child) not in ("tbl", "p"):
            yield from _inside(child, name)


def _texts(element: ET.Element) -> Iterator[str]:
    return (e.text or "" for e in element.iter() if local(e) in ("t", "delText"))


class _Paragraph:
    """One paragraph while it is read: its words, and what stands aside of them."""

    def __init__(self, reader: _Reader, element: ET.Element) -> None:
        self._reader = reader
        self._element = element
        properties = element.find("{*}pPr")
        self._own = properties if properties is not None else ET.Element("pPr")
        self.style = reader.styles.of(self._own)
        self.words = reader.carried or Words()
        reader.carried = None
        self._after: list[Block] = []
        self._page = reader.page
        self._sizes: dict[float, int] = {}
        self._anchors: list[str] = []
        self._contents = False

    def blocks(self) -> Iterator[Block]:
        reader = self._reader
        if self.style.level is not None and reader.in_contents:
            # A list of headings holds none: its field was never closed.
            reader.fields.clear()
        self._contents = reader.in_contents
        self._walk(self._element)
        if self._own.find("{*}rPr/{*}del") is not None:
            # The end of this paragraph is deleted: the next one goes on with it.
            self._reader.carried = self.words
            yield from self._after
            return
        if self._sizes:
            self.words.size = max(self._sizes, key=lambda s: (self._sizes[s], s))
        yield self._block()
        yield from self._after

    def _block(self) -> Block:
        block = Block("text", self.words, page=self._page, anchors=self._anchors)
        numbered = (
            self._reader.numbering.next(self._own, self.style) if self.words.plain.strip() else None
        )
        if self.style.contents or self._contents:
            block.role = CONTENTS
        elif self.style.level is not None:
            block.role, block.level = "heading", self.style.level
            block.number = numbered.label if numbered else None
        elif numbered is not None:
            block.role, block.level, block.number = "item", numbered.level, numbered.label
        return block

    def _walk(self, element: ET.Element) -> None:
        for child in element:
            name = local(child)
            if name == "r":
                self._run(child)
            elif name == "del":
                self._deleted(child)
            elif name == "t":
                self.words.add(child.text or "")
            elif name == "bookmarkStart":
                self._anchors.append(attribute(child, "name") or "")
            elif name == "fldSimple":
                self._field(child, attribute(child, "instr") or "")
            elif name == "hyperlink" and attribute(child, "anchor"):
                self._field(child, f"REF {attribute(child, 'anchor')}")
            elif name not in _NO_TEXT:
                self._walk(child)

    def _field(self, element: ET.Element, told: str) -> None:
        fields = self._reader.fields
        fields.append((told, True))
        self._contents = self._contents or self._reader.in_contents
        self._walk(element)
        if fields:
            fields.pop()

    def _mark(self, kind: str | None) -> None:
        """The beginning, the middle or the end of a field that runs make."""
        fields = self._reader.fields
        if kind == "begin" and len(fields) < _MOST_FIELDS:
            fields.append(("", False))
        elif kind == "separate" and fields:
            fields[-1] = (fields[-1][0], True)
            self._contents = self._contents or self._reader.in_contents
        elif kind == "end" and fields:
            fields.pop()

    def _run(self, run: ET.Element) -> None:
        looks = self._reader.styles.run(run.find("{*}rPr"), self.style)
        words = Words() if looks.hidden else self.words
        for child in run:
            name = local(child)
            if name == "t":
                text = child.text or ""
                words.add(text, self._reader.leads() or (STRONG if looks.strong else PLAIN))
                if looks.size is not None:
                    self._sizes[looks.size] = self._sizes.get(looks.size, 0) + len(text)
            elif name in _SPACES:
                words.add(_SPACES[name], STRONG if looks.strong else PLAIN)
            elif name == "br":
                if attribute(child, "type") in (None, "textWrapping"):
                    words.add("\n")
            elif name == "sym":
                words.add(_symbol(attribute(child, "char")), STRONG if looks.strong else PLAIN)
            elif name == "fldChar":
                self._mark(attribute(child, "fldCharType"))
            elif name == "instrText" and self._reader.fields:
                told, shown = self._reader.fields[-1]
                if not shown and len(told) < _LONGEST_FIELD:
                    self._reader.fields[-1] = (told + (child.text or ""), False)
            elif name == "lastRenderedPageBreak":
                self._new_page()
            elif name in ("footnoteReference", "endnoteReference"):
                self._note(name.removesuffix("Reference"), attribute(child, "id"))
            elif name == "commentReference":
                self._comment(attribute(child, "id"))
            elif name not in _NO_TEXT:
                self._boxes(child)
        if looks.hidden and words.plain.strip():
            self._after.append(Block(HIDDEN, words, told=manuscript.hidden()))

    def _new_page(self) -> None:
        reader = self._reader
        if reader.page is not None:
            reader.page += 1
            if not self.words.plain.strip():
                self._page = reader.page

    def _boxes(self, element: ET.Element) -> None:
        """Text boxes stand behind the paragraph that they are anchored in; formulas are words."""
        if local(element) == "txbxContent":
            self._after += self._reader.blocks(element)
            return
        if local(element) == "t":
            self.words.add(element.text or "")
        for child in element:
            if local(child) not in _NO_TEXT:
                self._boxes(child)

    def _deleted(self, element: ET.Element) -> None:
        words = Words([("".join(_texts(element)), PLAIN)])
        if words.plain.strip():
            by = attribute(element, "author")
            self._after.append(Block(HIDDEN, words, told=manuscript.deleted(by)))

    def _note(self, kind: str, name: str | None) -> None:
        note = self._reader.parts.note(kind, name)
        if note is not None:
            self._after += self._reader.blocks(note)

    def _comment(self, name: str | None) -> None:
        note = self._reader.parts.note("comment", name)
        if note is None:
            return
        said = "\n".join(b.words.plain for b in self._reader.blocks(note))
        told = manuscript.comment(attribute(note, "author"))
        self._after.append(Block(HIDDEN, Words([(said, PLAIN)]), told=told))


def _symbol(code: str | None) -> str:
    try:
        number = int(code or "", 16)
    except ValueError:
        return "\ufffd"
    # Fonts of symbols have their characters in an area of private use: no one knows what they show.
    return chr(number) if 0 <= number < 0xE000 or 0xF8FF < number <= 0xFFFF else "\ufffd"


def opens(raw: bytes) -> bool:
    """Whether an archive holds a document of Word, as the types of its parts tell."""
    return _IS_TEXT.search(office_types(raw)) is not None


def extract(raw: bytes, file: str) -> Extracted:
    """The text of a document of Word; `file` is named in errors.

    Raises VariorumError for a document that is damaged, has no text part or holds only pictures.
    """
    archive = Archive(raw, file)
    parts = Parts(archive, file)
    reader = _Reader(parts)
    script = Manuscript()
    for block in reader.blocks(parts.body()):
        script.add(block)
    if reader.carried is not None:
        script.add(Block("text", reader.carried))
    if not script.blocks and any("/media/" in name for name in archive.names()):
        raise refusals.only_pictures(file)
    seen: dict[str, None] = {}
    for margin in parts.margins():
        said = "\n".join(b.words.plain for b in reader.blocks(iter((margin,)))).strip()
        if said and said not in seen:
            seen[said] = None
            script.add(Block(CHROME, Words([(said, PLAIN)])))
    return script.extracted()


CONTAINER = Container(
    "docx",
    say("documents of Microsoft Word and others: headings, lists, tables, notes"),
    opens,
    extract,
)
