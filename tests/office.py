"""Small documents of word processors for tests, made of what stands in their text."""

from __future__ import annotations

from zips import zipped

from variorum.loaders import docx, odt
from variorum.loaders.form import Extracted

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_KINDS = {
    "word/document.xml": "document.main",
    "word/styles.xml": "styles",
    "word/numbering.xml": "numbering",
    "word/footnotes.xml": "footnotes",
    "word/header1.xml": "header",
}


def word(body: str, space: str = W, **parts: str) -> bytes:
    """A DOCX with this body; other parts by the names of their files, as `styles`."""
    members = {
        "word/document.xml": f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'
    }
    for name, inner in parts.items():
        root = {"header1": "hdr"}.get(name, name)
        members[f"word/{name}.xml"] = f'<w:{root} xmlns:w="{space}">{inner}</w:{root}>'
    types = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.'
        f'wordprocessingml.{_KINDS[name]}+xml"/>'
        for name in members
    )
    head = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    return zipped({"[Content_Types].xml": f"{head}{types}</Types>", **members})


def p(text: str, properties: str = "", run: str = "") -> str:
    return (
        f"<w:p><w:pPr>{properties}</w:pPr>"
        f'<w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'
    )


def read(body: str, space: str = W, **parts: str) -> str:
    found = docx.extract(word(body, space, **parts), "f.docx")
    assert found.format == "html"
    return found.text


def cell(inner: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


ODF = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{name}="{ODF}{uri}:1.0"'
    for name, uri in (
        *(("office", "office"), ("text", "text"), ("table", "table"), ("style", "style")),
        *(("fo", "xsl-fo-compatible"),),
    )
)


def open_text(body: str, styles: str = "", **members: str | bytes) -> bytes:
    content = (
        f"<office:document-content {SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    mime = "application/vnd.oasis.opendocument.text"
    return zipped({"mimetype": mime, "content.xml": content, **members}, stored=("mimetype",))


def read_open(body: str, styles: str = "") -> Extracted:
    raw = open_text(body, styles)
    assert odt.opens(raw) and not docx.opens(raw)
    return odt.extract(raw, "f.odt")
