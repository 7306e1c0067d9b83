"""PDF (ISO 32000): the text that a PDF holds, as HTML, page by page.

PDFium (through pypdfium2) gives characters and their places; the rest is in `pdfpage`,
`pdflayout` and `pdfblocks`.  Nothing is recognised in pictures.
"""

from __future__ import annotations

import ctypes
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from variorum.model import VariorumError
from variorum.say import say, say_n

from .form import Container, Extracted
from .headings import LONGEST_HEADING
from .manuscript import CHROME, CONTENTS, Block, Manuscript, Words, larger_headings
from .pdfblocks import (
    common_size,
    items,
    merged,
    notes,
    paragraphs_of,
    pitches,
    right_edge,
    settle_hyphens,
)
from .pdfcolumns import text_columns
from .pdflayout import contents, flows, margins, with_initials, with_marks_joined
from .pdfpage import PageReader, Segment
from .pdfrules import Rules, ruled, rules_of
from .pdftables import in_columns

_SIGNATURE = b"%PDF-"
MOST_PAGES = 3000
MOST_CHARACTERS = 20_000_000
MOST_BOOKMARKS = 20_000
# Bytes of the title of a bookmark that are read (UTF-16).
_LONGEST_TITLE = 1024
# Bytes that one stream, and all of them, may unpack to; pictures do not count.
LARGEST_STREAM = 64 << 20
LARGEST = 512 << 20
_STREAM = re.compile(rb"<<(?P<told>(?:(?!<<\s*/|stream).){0,2000}?)>>\s*stream\r?\n", re.DOTALL)
_PASSWORD, _PICTURE = 4, 3


def opens(raw: bytes) -> bool:
    """Whether a file begins as a PDF, after at most a kilobyte of something else."""
    return _SIGNATURE in raw[:1024] and not raw.startswith(b"PK")


def extract(raw: bytes, file: str) -> Extracted:
    """The text of a PDF; `file` is named in errors.

    Raises VariorumError for a file that is damaged, needs a password, has too many pages or
    holds only pictures, and ImportError where pypdfium2 is missing.
    """
    import pypdfium2
    import pypdfium2.raw

    _refuse_bombs(raw, file)
    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        raise _unreadable(error, file) from None
    try:
        pages, rules, heights, pictures = _pages(document, pypdfium2.raw, file)
        bookmarks = list(_bookmarks(document.raw, pypdfium2.raw))
    finally:
        document.close()
    if not any(pages):
        raise VariorumError(
            say(
                "this PDF holds only images; run OCR on it (ocrmypdf does) and give the PDF or"
                " text that it makes"
            ),
            file,
        )
    script = _script(pages, rules, heights, bookmarks)
    for number in pictures:
        told = say(
            "page {page} holds a picture and no text; what it shows is not read", page=number
        )
        script.add(Block(CHROME, Words([(f"[{number}]", "")]), page=number, told=told))
    script.blocks.sort(key=lambda b: b.page or 0)
    return script.extracted()


def _unreadable(error: Exception, file: str) -> VariorumError:
    if getattr(error, "err_code", None) == _PASSWORD or "assword" in str(error):
        return VariorumError(
            say("this PDF is guarded by a password; save it again without one"), file
        )
    return VariorumError(
        say(
            "this PDF is cut off or damaged ({why}); download it again, or open it and print it"
            " as a new PDF",
            why=str(error),
        ),
        file,
    )


def _pages(
    document: Any, raw: Any, file: str
) -> tuple[list[list[Segment]], list[Rules], list[float], list[int]]:
    """The segments, lines and heights of the pages, and the pages that are only pictures."""
    if len(document) > MOST_PAGES:
        raise VariorumError(
            say_n(
                "this PDF has {number} page, more than are read of one file",
                "this PDF has {number} pages, more than are read of one file ({most}); split it",
                len(document),
                most=MOST_PAGES,
            ),
            file,
        )
    reader = PageReader(raw)
    pages: list[list[Segment]] = []
    rules: list[Rules] = []
    heights: list[float] = []
    pictures: list[int] = []
    characters = 0
    for number in range(1, len(document) + 1):
        page = raw.FPDF_LoadPage(document.raw, number - 1)
        text = raw.FPDFText_LoadPage(page) if page else None
        if not text:
            # A damaged page leaves the others readable.
            pages.append([])
            rules.append(Rules())
            heights.append(1.0)
            continue
        characters += raw.FPDFText_CountChars(text)
        if characters > MOST_CHARACTERS:
            raise VariorumError(
                say("this PDF holds more than {most} letters; split it", most=MOST_CHARACTERS), file
            )
        rules.append(rules_of(page, raw))
        pages.append(reader.segments(text, number, rules[-1].parts))
        heights.append(raw.FPDF_GetPageHeightF(page))
        if not pages[-1] and _has_picture(page, raw):
            pictures.append(number)
        raw.FPDFText_ClosePage(text)
        raw.FPDF_ClosePage(page)
    return pages, rules, heights, pictures


def _has_picture(page: Any, raw: Any) -> bool:
    count = min(raw.FPDFPage_CountObjects(page), 50)
    return any(
        raw.FPDFPageObj_GetType(raw.FPDFPage_GetObject(page, n)) == _PICTURE for n in range(count)
    )


def _bookmarks(document: Any, raw: Any) -> Iterator[tuple[str, int, int]]:
    """Title, level from 0 and page from 1 of every bookmark; each is visited once."""
    name = ctypes.create_string_buffer(_LONGEST_TITLE)
    seen: set[int] = set()
    waiting = [(raw.FPDFBookmark_GetFirstChild(document, None), 0)]
    while waiting and len(seen) < MOST_BOOKMARKS:
        mark, level = waiting.pop()
        place = ctypes.cast(mark, ctypes.c_void_p).value if mark else None
        if place is None or place in seen:
            continue
        seen.add(place)
        size = min(raw.FPDFBookmark_GetTitle(mark, name, _LONGEST_TITLE), _LONGEST_TITLE)
        title = name.raw[: max(0, size - 2)].decode("utf-16-le", "replace")
        goes = raw.FPDFBookmark_GetDest(document, mark)
        page = raw.FPDFDest_GetDestPageIndex(document, goes) if goes else -1
        if page >= 0:
            yield " ".join(title.split()), level, page + 1
        waiting.append((raw.FPDFBookmark_GetNextSibling(document, mark), level))
        waiting.append((raw.FPDFBookmark_GetFirstChild(document, mark), level + 1))


def _script(
    pages: list[list[Segment]],
    rules: list[Rules],
    heights: list[float],
    bookmarks: list[tuple[str, int, int]],
) -> Manuscript:
    script = Manuscript()
    aside = margins(pages, heights)
    chrome = [[s for s in page if id(s) in aside] for page in pages]
    body = [with_marks_joined([s for s in page if id(s) not in aside]) for page in pages]
    pages.clear()
    common = common_size(body)
    body = [with_initials(page, common) for page in body]
    columns = text_columns(body)
    pitch, right = pitches(body), right_edge(body)
    said = Counter(s.text.casefold() for page in body for s in page if s.length <= LONGEST_HEADING)
    pairs: list[tuple[str, str]] = []
    blocks: list[Block] = []
    edges: list[float] = []
    for number, edge in enumerate(chrome):
        # What is made of a page needs no more memory beside its blocks.
        page, body[number], chrome[number] = body[number], [], []
        listed = contents(page, len(body), said)
        blocks += [Block(CHROME, s.words, page=s.page) for s in edge]
        blocks += [Block(CONTENTS, s.words, page=s.page) for s in page if id(s) in listed]
        free = [s for s in page if id(s) not in listed]
        grids = ruled(free, rules[number], edges)
        edges = grids[-1].edges if grids else []
        owned = frozenset().union(*(g.taken for g in grids))
        grids += in_columns([s for s in free if id(s) not in owned], columns)
        for flow in flows(free, grids, columns):
            blocks += paragraphs_of(flow, pitch, right, pairs, columns)
    blocks = notes(blocks)
    told = merged([b for b in blocks if b.role not in (CHROME, CONTENTS)], pairs)
    kept = {id(b) for b in told}
    blocks = [b for b in blocks if id(b) in kept or b.role in (CHROME, CONTENTS)]
    settle_hyphens(blocks, pairs)
    larger_headings(blocks)
    _by_bookmarks(blocks, bookmarks)
    items(blocks)
    for block in blocks:
        script.add(block)
    return script


def _by_bookmarks(blocks: list[Block], bookmarks: list[tuple[str, int, int]]) -> None:
    """Make headings of the lines that bookmarks name, below those of the bookmarks above them."""
    places: dict[tuple[int, str], Block] = {}
    for block in blocks:
        if block.role in ("text", "heading"):
            said = " ".join(block.words.plain.split()).casefold()
            places.setdefault((block.page or 0, said), block)
    above: list[tuple[int, int]] = []
    for title, level, page in bookmarks:
        found = places.get((page, title.casefold()))
        while above and above[-1][0] >= level:
            above.pop()
        if found is None:
            continue
        if found.role == "text":
            found.role, found.level = "heading", (above[-1][1] if above else 0) + 1
        above.append((level, found.level))


def _refuse_bombs(raw: bytes, file: str) -> None:
    """Raises for streams that would unpack to more than any text needs."""
    total = 0
    for m in _STREAM.finditer(raw):
        told = m.group("told")
        if b"FlateDecode" not in told or b"/Image" in told:
            continue
        size = _unpacked(raw, m.end(), told.count(b"FlateDecode"))
        total += size
        if size > LARGEST_STREAM or total > LARGEST:
            raise VariorumError(
                say(
                    "a part of this PDF would unpack to more than {size} bytes, which no text"
                    " needs; open it and print it as a new PDF",
                    size=min(size, LARGEST_STREAM),
                ),
                file,
                None,
            )


def _unpacked(raw: bytes, start: int, times: int) -> int:
    """How many bytes a stream unpacks to, counted as far as the limit."""
    unpackers = [zlib.decompressobj() for _ in range(min(times, 3))]
    at, size = start, 0
    try:
        while at < len(raw) and not unpackers[0].eof and size <= LARGEST_STREAM:
            portion = raw[at : at + (1 << 14)]
            at += len(portion)
            for unpacker in unpackers:
                portion = unpacker.decompress(portion)
            size += len(portion)
    except zlib.error:
        pass  # PDFium reads what there is of a damaged stream
    return size


CONTAINER = Container("pdf", say("PDF with a text, page by page"), opens, extract, "pdf")
