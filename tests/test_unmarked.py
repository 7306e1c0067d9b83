"""Documents whose headings are short lines to the eye alone, wrapped in formats that could say more.

The shipped texts as such documents: the same entries in the same tree as from the plain text.
"""

from __future__ import annotations

import html
import io
import zipfile
from pathlib import Path

import pytest

from variorum.loaders import load
from variorum.loaders.select import Chosen
from variorum.model import Entry

CORPUS = Path(__file__).parents[1] / "src" / "variorum" / "corpus"
TEXTS = ["hamutenger.txt", "ashen-sea-faq.txt", "fer-et-nacre.txt"]
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def paragraphs(name: str) -> list[str]:
    text = (CORPUS / name).read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip()]


def as_page(lines: list[str]) -> bytes:
    said = "\n".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines)
    return f"<!DOCTYPE html>\n<html>\n<head><title></title></head>\n<body>\n{said}\n</body>\n</html>\n".encode()


def as_docx(lines: list[str]) -> bytes:
    said = "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{html.escape(line, quote=False)}</w:t></w:r></w:p>'
        for line in lines
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
            'officedocument.wordprocessingml.document.main+xml"/></Types>',
        )
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{W}"><w:body>{said}</w:body></w:document>',
        )
    return out.getvalue()


def entries(name: str, raw: bytes) -> list[Entry]:
    return list(load([Chosen(Path(name), name, True, raw)]).corpus.entries)


def told(found: list[Entry]) -> list[tuple[str | None, str | None, int, str]]:
    """Titles, the titles above them, and how their texts begin."""
    title = {e.key: e.title for e in found}
    return [
        (
            e.title,
            title.get(e.parent_key or ""),
            e.depth,
            " ".join(p.text for p in e.passages)[:60],
        )
        for e in found
    ]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("wrap", [as_page, as_docx])
def test_a_document_without_styles_is_read_as_its_text_is(name: str, wrap: object) -> None:
    lines = paragraphs(name)
    plain = entries("a.txt", "\n\n".join(lines).encode())
    assert callable(wrap)
    assert told(entries("a.x", wrap(lines))) == told(plain)
    assert len(plain) > 2


def test_marks_that_tell_the_headings_are_believed() -> None:
    lines = paragraphs("hamutenger.txt")
    said = "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines)
    page = f"<html><body><h1>Egy</h1>{said[:1500]}</p><h2>Kettő</h2>{said[1500:3000]}</body></html>"
    titles = [e.title for e in entries("a.html", page.encode()) if e.title]
    assert "Egy" in titles
    assert "Kettő" in titles


def test_lists_tables_and_short_pages_make_no_headings_of_their_lines() -> None:
    items = "".join(f"<li>Short line {n}</li>" for n in range(40))
    rows = "".join(f"<tr><td>Cell {n}</td><td>Other {n}</td></tr>" for n in range(40))
    text = "<p>A barge waits for dawn at the weir, whoever owns it and wherever it goes.</p>" * 8
    page = f"<html><body>{text}<ul>{items}</ul>{text}<table>{rows}</table>{text}</body></html>"
    assert not [e.title for e in entries("a.html", page.encode()) if e.title]
    short = "<html><body><p>One</p><p>Two of them.</p><p>Three</p></body></html>"
    assert not [e.title for e in entries("b.html", short.encode()) if e.title]
