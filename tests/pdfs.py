"""Small PDFs for tests, made of words and where they stand (ISO 32000, the standard fonts)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

PICTURE = "picture"
_FONTS = {"plain": "Helvetica", "bold": "Helvetica-Bold"}


class At(NamedTuple):
    """Words that begin `x` and stand `y` points from the lower left corner."""

    x: float
    y: float
    text: str
    size: float = 10.0
    font: str = "plain"


class Line(NamedTuple):
    """A line that is drawn from one place to another."""

    x0: float
    y0: float
    x1: float
    y1: float


def down(
    x: float,
    y: float,
    lines: Sequence[str],
    size: float = 10.0,
    font: str = "plain",
    step: float = 12.0,
) -> list[At]:
    """Lines below each other, the first at `y`."""
    return [At(x, y - n * step, text, size, font) for n, text in enumerate(lines)]


def pdf(
    *pages: Sequence[At | Line] | str,
    packed: bool = False,
    extra: bytes = b"",
    bookmarks: Sequence[tuple[bytes, int]] = (),
) -> bytes:
    """A PDF of these pages (595 by 842 points); `PICTURE` is a page that shows a picture only.

    `bookmarks` are titles, in PDF's own encoding, with the index of their page; the last one
    is followed by the first.
    """
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b"", b""]
    kids = []
    for page in pages:
        content = _picture() if page == PICTURE else _words(page)
        told = b"/Filter/FlateDecode" if packed else b""
        body = zlib.compress(content, 9) if packed else content
        objects.append(b"<<%s/Length %d>>\nstream\n%s\nendstream" % (told, len(body), body))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R"
            b"/Resources<</Font<</plain 3 0 R/bold 4 0 R>>>>>>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    if bookmarks:
        objects.append(b"<</Type/Outlines/First %d 0 R>>" % (len(objects) + 2))
        objects[0] = objects[0][:-2] + b"/Outlines %d 0 R>>" % len(objects)
        first = len(objects) + 1
        for n, (title, page_at) in enumerate(bookmarks):
            following = first + (n + 1) % len(bookmarks)
            told = b"<</Title<%s>/Dest[%s/Fit]" % (title.hex().encode(), kids[page_at])
            objects.append(told + b"/Parent %d 0 R/Next %d 0 R>>" % (first - 1, following))
    for n, name in enumerate(_FONTS.values()):
        objects[2 + n] = (
            b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>" % name.encode()
        )
    out = b"%PDF-1.4\n" + extra
    places = []
    for n, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (n, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return out + end % (len(objects) + 1, table, len(objects) + 1, len(out))


def _words(page: Sequence[At | Line] | str) -> bytes:
    told = []
    for one in page:
        if isinstance(one, Line):
            told.append(b"%g %g m %g %g l S" % one)
            continue
        assert isinstance(one, At)
        text = one.text.encode("cp1252").replace(b"\\", b"\\\\")
        text = text.replace(b"(", b"\\(").replace(b")", b"\\)")
        told.append(
            b"BT /%s %g Tf %g %g Td (%s) Tj ET" % (one.font.encode(), one.size, one.x, one.y, text)
        )
    return b"\n".join(told)


def _picture() -> bytes:
    return b"q 100 0 0 100 50 50 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q"
