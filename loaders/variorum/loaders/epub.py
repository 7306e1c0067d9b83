"""EPUB (EPUB 3.3, and EPUB 2): the pages of a book in the order of its spine, as HTML."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

from variorum.compare.language import UNKNOWN, data
from variorum.model import VariorumError
from variorum.say import say

from .decode import decode
from .epubstyle import looks, styled
from .form import Container, Extracted, Place
from .refusals import no_text_part, only_pictures
from .safexml import subtrees, tree
from .zipped import Archive, mimetype

_MIME = "application/epub+zip"
_OCF = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_CIPHER = "{http://www.w3.org/2001/04/xmlenc#}CipherReference"
_PAGES = ("application/xhtml+xml", "text/html", "text/x-oeb1-document")
_BODY = re.compile(r"<body\b[^>]*>(?P<body>.*?)(?:</body\s*>|\Z)", re.DOTALL | re.IGNORECASE)
# XML closes any element so; HTML only those that are void.
_EMPTY = re.compile(r"<(?P<name>[A-Za-z][\w:-]*)(?P<told>(?:\s[^<>]{0,2000})?)/>")
_TAG = re.compile(r"<[^<>]{0,3000}>")
# What programs call a book that nobody has named.
_UNTITLED = frozenset(("unknown", "unknown title", "untitled", "untitled document"))
_BREAK = re.compile(
    r"<[a-z]+\b(?=[^>]{0,500}(?:epub:type\s*=\s*['\"]pagebreak|role\s*=\s*['\"]doc-pagebreak))[^>]*?"
    r"(?:title|aria-label)\s*=\s*['\"]\D{0,20}(?P<page>\d{1,5})[^'\"]*['\"][^>]*>",
    re.IGNORECASE,
)


def opens(raw: bytes) -> bool:
    """Whether an archive calls itself an EPUB."""
    return mimetype(raw) == _MIME


def extract(raw: bytes, file: str) -> Extracted:
    """The text of a book; `file` is named in errors.

    Raises VariorumError for a book that is damaged, protected against copying, or holds only
    pictures.
    """
    archive = Archive(raw, file)
    if "META-INF/container.xml" not in archive:
        raise no_text_part("META-INF/container.xml", file)
    roots = subtrees(archive.read("META-INF/container.xml"), file, frozenset((f"{_OCF}rootfile",)))
    package = next((r.get("full-path", "") for r in roots), "")
    if package not in archive:
        raise no_text_part(package or "content.opf", file)
    title, names = _spine(archive, package, file)
    guarded = _guarded(archive, file)
    for name in names:
        if name in guarded:
            raise VariorumError(
                say(
                    "this book is protected against copying (DRM); get a copy without protection,"
                    " or copy the text out of the program that shows it"
                ),
                file,
            )
    pages = [_page(archive.read(name), f"{file}/{name}") for name in names]
    if not any(_TAG.sub("", page).strip() for page in pages):
        raise only_pictures(file)
    places: list[Place] = []
    at = 0
    pages = styled(pages, looks(_sheets(archive)))
    for name, page in zip(names, pages, strict=True):
        places.append(Place(at, None, name))
        places += [Place(at + m.start(), int(m.group("page")), name) for m in _BREAK.finditer(page)]
        at += len(page)
    return Extracted("".join(pages), "html", tuple(places), title=title or None)


def _sheets(archive: Archive) -> Iterator[str]:
    """The style sheets of a book."""
    for name in archive.names():
        if name.lower().endswith(".css"):
            yield archive.read(name).decode("utf-8", "replace")


def _spine(archive: Archive, package: str, file: str) -> tuple[str, list[str]]:
    """The title of the book, and the names of its pages in their order."""
    root = tree(archive.read(package), file, f"{_OPF}package")
    folder = posixpath.dirname(package)
    listed: dict[str, str] = {}
    for item in root.iter(f"{_OPF}item"):
        path = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        if item.get("media-type", "") in _PAGES and path in archive:
            listed[item.get("id", "")] = path
    order = [ref.get("idref", "") for ref in root.iter(f"{_OPF}itemref")]
    names = [listed[name] for name in order if name in listed] or list(listed.values())
    title = " ".join(next((e.text or "" for e in root.iter(f"{_DC}title")), "").split())
    return "" if title.lower() in _UNTITLED else title, list(dict.fromkeys(names))


def _guarded(archive: Archive, file: str) -> frozenset[str]:
    """The members that are encrypted; books without protection encrypt their fonts alone."""
    name = "META-INF/encryption.xml"
    if name not in archive:
        return frozenset()
    found = subtrees(archive.read(name), file, frozenset((_CIPHER,)))
    return frozenset(unquote(e.get("URI", "")) for e in found)


def _page(raw: bytes, name: str) -> str:
    """What stands in the body of a page, as HTML."""
    text = decode(raw, name).text
    found = _BODY.search(text)
    void = frozenset(data(UNKNOWN, "html")["void"])

    def closed(m: re.Match[str]) -> str:
        if m.group("name").lower() in void:
            return m.group()
        return f"<{m.group('name')}{m.group('told')}></{m.group('name')}>"

    body = found.group("body") if found else text
    return _EMPTY.sub(closed, body).strip() + "\n"


CONTAINER = Container("epub", say("books as EPUB, chapter by chapter"), opens, extract)
