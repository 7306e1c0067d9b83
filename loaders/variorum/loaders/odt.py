"""OpenDocument texts (ODF 1.3, ISO/IEC 26300): ODT, and the flat form that is one XML file.

The text is what a reader of the document sees with all tracked changes accepted.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import chain

from variorum.say import say

from . import manuscript, refusals
from .form import Container, Extracted
from .manuscript import CHROME, CONTENTS, HIDDEN, LINK, PLAIN, STRONG, Block, Manuscript, Words
from .odtstyles import (
    DC,
    DEEPEST,
    OFFICE,
    OUTLINE,
    STYLE,
    STYLES,
    TABLE,
    TEXT,
    Counter,
    Look,
    Sheet,
)
from .safexml import subtrees, whole
from .zipped import Archive, mimetype

_MIME = "application/vnd.oasis.opendocument.text"
_FLAT = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_P, _H, _LIST, _TABLE = f"{TEXT}p", f"{TEXT}h", f"{TEXT}list", f"{TABLE}table"
_CHANGES, _SECTION = f"{TEXT}tracked-changes", f"{TEXT}section"
_INDEXES = frozenset(
    f"{TEXT}{name}"
    for name in (
        *("table-of-content", "illustration-index", "table-index", "object-index"),
        *("user-index", "alphabetical-index", "bibliography"),
    )
)
_BODY = frozenset((_P, _H, _LIST, _TABLE, _CHANGES, *_INDEXES))
_MARGINS = frozenset(
    f"{STYLE}{name}{which}" for name in ("header", "footer") for which in ("", "-left", "-first")
)
_NOTE, _ANNOTATION = f"{TEXT}note", f"{OFFICE}annotation"
_NO_TEXT = frozenset((f"{TEXT}ruby-text", f"{TEXT}note-citation", f"{OFFICE}forms"))
_ANCHORS = frozenset(
    f"{TEXT}{name}"
    for name in ("bookmark", "bookmark-start", "reference-mark", "reference-mark-start")
)
_REFERENCES = frozenset((f"{TEXT}bookmark-ref", f"{TEXT}reference-ref"))
_HREF = "{http://www.w3.org/1999/xlink}href"
# So many empty cells of a row are kept of those that a table repeats.
_MOST_CELLS = 64


class _Reader:
    def __init__(self, has_pages: bool) -> None:
        self.sheet = Sheet()
        self.page = 1 if has_pages else None
        self._deleted: dict[str, tuple[str | None, str]] = {}
        self._outline: Counter | None = None
        self._counters: dict[str, Counter] = {}
        self._begun = False

    def blocks(self, elements: Iterator[ET.Element] | ET.Element) -> Iterator[Block]:
        """The blocks of body elements, in order; styles and changes are taken in."""
        for element in elements:
            tag = element.tag
            if tag in (_P, _H):
                yield from self._paragraph(element)
            elif tag == _LIST:
                yield from self._list(element, None, 1)
            elif tag == _TABLE:
                yield from self._table(element)
            elif tag in STYLES or tag == OUTLINE:
                self.sheet.add(element)
            elif tag == _CHANGES:
                self._changes(element)
            elif tag in _INDEXES:
                for p in element.iter(_P):
                    yield Block(CONTENTS, Words([("".join(words_of(p)), PLAIN)]), page=self.page)
            elif tag in _MARGINS:
                said = "\n".join("".join(words_of(p)) for p in element.iter(_P))
                yield Block(CHROME, Words([(said.strip(), PLAIN)]))
            elif tag not in _NO_TEXT:
                yield from self.blocks(element)

    def _changes(self, element: ET.Element) -> None:
        for region in element:
            name = region.get(f"{TEXT}id", "") or region.get(
                "{http://www.w3.org/XML/1998/namespace}id", ""
            )
            gone = region.find(f"{TEXT}deletion")
            if gone is not None:
                by = gone.findtext(f"{OFFICE}change-info/{DC}creator")
                paragraphs = [e for e in gone.iter() if e.tag in (_P, _H)]
                self._deleted[name] = (by, "\n".join("".join(words_of(p)) for p in paragraphs))

    def _paragraph(self, element: ET.Element) -> Iterator[Block]:
        look = self.sheet.look("paragraph", element.get(f"{TEXT}style-name"))
        if look.new_page and self._begun and self.page is not None:
            self.page += 1
        self._begun = True
        read = _Paragraph(self, look)
        read.walk(element, look)
        level = look.level
        if element.tag == _H:
            told = whole(element.get(f"{TEXT}outline-level"), DEEPEST)
            level = 0 if level == 0 else level or 1 if told is None else told
        block = Block("text", read.words, page=read.page, anchors=read.anchors)
        if level is not None and read.words.plain.strip():
            block.role, block.level = "heading", level
            if element.tag == _H and self.sheet.outline and level:
                self._outline = self._outline or Counter(self.sheet.outline)
                block.number = self._outline.next(level)
        yield block
        yield from read.after

    def _list(self, element: ET.Element, style: str | None, level: int) -> Iterator[Block]:
        style = element.get(f"{TEXT}style-name") or style
        goes_on = element.get(f"{TEXT}continue-numbering") == "true" or (
            f"{TEXT}continue-list" in element.attrib
        )
        name = style or ""
        if level == 1 and not (goes_on and name in self._counters):
            self._counters[name] = Counter(self.sheet.levels(style))
        counter = self._counters.setdefault(name, Counter(self.sheet.levels(style)))
        for item in element:
            first = item.tag == f"{TEXT}list-item"
            start = item.get(f"{TEXT}start-value", "")
            for child in item:
                if child.tag == _LIST:
                    yield from self._list(child, style, level + 1)
                    continue
                for block in self.blocks(iter((child,))):
                    if block.role == "text" and block.words.plain.strip():
                        block.role, block.level = "item", level
                        if first:
                            block.number = counter.next(level, whole(start))
                            first = False
                    elif block.role == "heading" and first:
                        block.number = block.number or counter.next(level)
                        first = False
                    yield block

    def _table(self, element: ET.Element) -> Iterator[Block]:
        page, rows, heads = self.page, [], 0
        header = element.find(f"{TABLE}table-header-rows")
        in_header = list(header.iter(f"{TABLE}table-row")) if header is not None else []
        for row in _rows(element):
            heads += any(row is one for one in in_header)
            cells: list[list[Block]] = []
            for cell in row:
                if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                    continue
                cells.append(list(self.blocks(cell)))
                again = whole(cell.get(f"{TABLE}number-columns-repeated"), _MOST_CELLS) or 1
                cells += [[] for _ in range(again - 1)]
            rows.append(cells)
        yield from manuscript.table(rows, heads, page)

    def deleted(self, name: str) -> Block | None:
        """The words that a change deletes where its mark stands."""
        by, said = self._deleted.pop(name, (None, ""))
        if not said.strip():
            return None
        return Block(HIDDEN, Words([(said, PLAIN)]), told=manuscript.deleted(by))


def _rows(element: ET.Element) -> Iterator[ET.Element]:
    for child in element:
        if child.tag == f"{TABLE}table-row":
            yield child
        elif child.tag != f"{TABLE}table-cell":
            yield from _rows(child)


def words_of(element: ET.Element) -> Iterator[str]:
    """The words of an element without notes and comments; tabs and spaces as they are."""
    yield element.text or ""
    for child in element:
        if child.tag in (f"{TEXT}s", f"{TEXT}tab"):
            yield " "
        elif child.tag == f"{TEXT}line-break":
            yield "\n"
        elif child.tag not in (_NOTE, _ANNOTATION) and child.tag not in _NO_TEXT:
            yield from words_of(child)
        yield child.tail or ""


class _Paragraph:
    """One paragraph while it is read: its words, and what stands aside of them."""

    def __init__(self, reader: _Reader, look: Look) -> None:
        self._reader = reader
        self.words = Words(size=look.size)
        self.page = reader.page
        self.after: list[Block] = []
        self._sizes: dict[float, int] = {}
        self.anchors: list[str] = []
        self._leads: str | None = None

    def walk(self, element: ET.Element, look: Look) -> None:
        self._say(element.text, look)
        for child in element:
            self._child(child, look)
            self._say(child.tail, look)
        if self._sizes:
            self.words.size = max(self._sizes, key=lambda s: (self._sizes[s], s))

    def _child(self, child: ET.Element, look: Look) -> None:
        tag = child.tag
        if tag == f"{TEXT}span":
            self.walk(child, self._reader.sheet.span(child.get(f"{TEXT}style-name"), look))
        elif tag == f"{TEXT}s":
            self._say(" ", look)
        elif tag == f"{TEXT}tab":
            self._say("\t", look)
        elif tag == f"{TEXT}line-break":
            self._say("\n", look)
        elif tag == f"{TEXT}soft-page-break":
            if self._reader.page is not None:
                self._reader.page += 1
                if not self.words.plain.strip():
                    self.page = self._reader.page
        elif tag == _NOTE:
            body = child.find(f"{TEXT}note-body")
            self.after += self._reader.blocks(body) if body is not None else ()
        elif tag == _ANNOTATION:
            said = "\n".join("".join(words_of(p)) for p in child.iter(_P))
            told = manuscript.comment(child.findtext(f"{DC}creator"))
            self.after.append(Block(HIDDEN, Words([(said, PLAIN)]), told=told))
        elif tag in _ANCHORS:
            self.anchors.append(child.get(f"{TEXT}name", ""))
        elif tag in _REFERENCES:
            self._link(child, child.get(f"{TEXT}ref-name", ""), look)
        elif tag == f"{TEXT}a":
            told = child.get(_HREF, "")
            inside = told.startswith("#") and "|" not in told
            self._link(child, told[1:] if inside else "", look)
        elif tag == f"{TEXT}change":
            gone = self._reader.deleted(child.get(f"{TEXT}change-id", ""))
            self.after += [gone] if gone is not None else []
        elif tag in (_P, _H, _LIST, _TABLE):
            # A box with a text stands behind the paragraph that it is anchored in.
            self.after += self._reader.blocks(iter((child,)))
        elif tag not in _NO_TEXT:
            self.walk(child, look)

    def _link(self, element: ET.Element, name: str, look: Look) -> None:
        before, self._leads = self._leads, LINK + name if name else None
        self.walk(element, look)
        self._leads = before

    def _say(self, text: str | None, look: Look) -> None:
        if not text:
            return
        # As in HTML, line ends and runs of spaces in the file are one space.
        said = text if text in ("\n", "\t") else " ".join(f"\0{text}\0".split()).replace("\0", "")
        if look.hidden:
            if said.strip():
                self.after.append(Block(HIDDEN, Words([(said, PLAIN)]), told=manuscript.hidden()))
            return
        self.words.add(said, self._leads or (STRONG if look.strong else PLAIN))
        if look.size is not None:
            self._sizes[look.size] = self._sizes.get(look.size, 0) + len(said)


def opens(raw: bytes) -> bool:
    """Whether a file calls itself an OpenDocument text, packed or flat."""
    if raw[:512].lstrip().startswith(b"<?xml") and _FLAT in raw[:4096]:
        return f'office:mimetype="{_MIME}"'.encode() in raw[:65536]
    return (mimetype(raw) or "").startswith(_MIME)


def parts_of(raw: bytes, file: str) -> tuple[bytes, bytes, bool]:
    """The content and the styles of an OpenDocument file, and whether it holds pictures.

    Raises VariorumError for one that is damaged or encrypted.
    """
    if raw[:512].lstrip().startswith(b"<?xml"):
        return raw, b"", b"office:binary-data" in raw
    archive = Archive(raw, file)
    refusals.refuse_locked(archive, file)
    if "content.xml" not in archive:
        raise refusals.no_text_part("content.xml", file)
    pictures = any(name.startswith("Pictures/") for name in archive.names())
    styles = archive.read("styles.xml") if "styles.xml" in archive else b""
    return archive.read("content.xml"), styles, pictures


def extract(raw: bytes, file: str) -> Extracted:
    """The text of an OpenDocument text; `file` is named in errors.

    Raises VariorumError for a document that is damaged, encrypted, or holds only pictures.
    """
    content, styles, pictures = parts_of(raw, file)
    reader = _Reader(b"soft-page-break" in content)
    script = Manuscript()
    margins: list[Block] = []
    kept = STYLES | _MARGINS | {OUTLINE}
    styled = subtrees(styles, file, kept) if styles else iter(())
    for block in reader.blocks(chain(styled, subtrees(content, file, _BODY | kept))):
        if block.role == CHROME:
            if all(block.words.plain != other.words.plain for other in margins):
                margins.append(block)
        else:
            script.add(block)
    if not script.blocks and pictures:
        raise refusals.only_pictures(file)
    for block in margins:
        script.add(block)
    return script.extracted()


CONTAINER = Container(
    "odt",
    say("OpenDocument texts of LibreOffice and others: headings, lists, tables, notes"),
    opens,
    extract,
)
