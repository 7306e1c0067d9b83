"""The words of a PDF page with their places, as PDFium finds them.

PDFium gives characters in the order of the page's content, with spaces and line ends that it
generates itself.  Here they become segments: words of one line that no wide gap divides.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .manuscript import MARK, PLAIN, STRONG, Words

# In parts of the size of the letters: a gap that divides cells or columns, the height of a line
# that words may leave and still stand on it, letters so small, or so high above the line,
# that they refer to a note.
GAP = 1.4
WIDE = 0.6
LEAP = 0.35
SMALL = 0.78
RAISED = 0.15
_MARKS = "0123456789*†‡"
# A letter so much larger than the next one opens a paragraph.
_INITIAL = 1.5
_BOLD_FROM = 600
_BOLD_NAMES = (b"bold", b"black", b"heavy", b"semibold", b"demi")
# PDFium writes this for a hyphen at the end of a line.
_HYPHEN = 2
_SPACES = frozenset((0x20, 0x09, 0xA0, 0x2002, 0x2003, 0x2009, 0x202F, 0x3000))
_ENDS = frozenset((0x0A, 0x0D))


@dataclass(slots=True)
class Segment:
    """Words on one line: from `x0` to `x1`, standing on `y` (points, upwards), `size` high.

    `first` is how wide the first word is, `longest` how many letters the word has that tells the
    size.  `gaps` are those wider than a space: where they begin and end, and how many runs of
    `words` stand before them.
    """

    page: int
    x0: float
    x1: float
    y: float
    size: float
    words: Words = field(default_factory=Words)
    first: float = 0.0
    upright: bool = True
    longest: int = 0
    gaps: tuple[tuple[float, float, int], ...] = ()

    @property
    def text(self) -> str:
        return self.words.plain.strip()

    @property
    def length(self) -> int:
        """How many characters its words have, about."""
        return sum(len(text) for text, _ in self.words.runs)


@dataclass(slots=True)
class _Token:
    text: str
    look: str
    x0: float
    x1: float
    y: float
    size: float
    upright: bool
    space: bool
    ends: bool


class PageReader:
    """Reads text pages; `raw` is `pypdfium2.raw`."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._box = [ctypes.c_double() for _ in range(4)]
        self._matrix = raw.FS_MATRIX()
        self._name = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()

    def segments(
        self, page: Any, number: int, parts: Callable[[float, float, float], bool]
    ) -> list[Segment]:
        """The segments of a page (a handle of FPDF_TEXTPAGE) in the order of its content.

        `parts` says whether a line is drawn between two places (x) at a height (y).
        """
        found: list[Segment] = []
        open_: Segment | None = None
        before: _Token | None = None
        for token in self._tokens(page):
            if before is not None and _refers(before, token):
                token = replace(token, look=MARK, y=before.y, size=before.size)
            if (
                open_ is None
                or before is None
                or _divides(before, token)
                or parts(before.x1, token.x0, token.y)
            ):
                open_ = Segment(number, token.x0, token.x1, token.y, token.size)
                open_.upright = token.upright
                open_.first = token.x1 - token.x0
                found.append(open_)
            elif token.x0 - before.x1 > WIDE * token.size:
                # Its own run, so that a table can be cut here.
                open_.gaps += ((before.x1, token.x0, len(open_.words.runs)),)
                open_.words.runs.append((" ", PLAIN))
                open_.words.runs.append((token.text, token.look))
                open_.x1 = max(open_.x1, token.x1)
                before = token
                continue
            elif token.space:
                open_.words.add(" ", PLAIN)
            open_.words.add(token.text, token.look)
            open_.x1 = max(open_.x1, token.x1)
            if len(token.text) > open_.longest:
                open_.size, open_.longest = token.size, len(token.text)
            before = token
        return found

    def _tokens(self, page: Any) -> Iterator[_Token]:
        """Words between spaces, and the small marks at their ends apart from them."""
        raw = self._raw
        count = raw.FPDFText_CountChars(page)
        codes = [raw.FPDFText_GetUnicode(page, n) for n in range(count)]
        at = 0
        space = ends = False
        while at < count:
            code = codes[at]
            if code in _SPACES or code in _ENDS or code == 0:
                space, ends = True, ends or code in _ENDS
                at += 1
                continue
            last = at
            while last < count and codes[last] not in _SPACES and codes[last] not in _ENDS:
                last += 1
                if codes[last - 1] == _HYPHEN:
                    break
            text = "".join(chr(c) if c != _HYPHEN else "-" for c in codes[at:last])
            yield from self._word(page, at, last, text, space, ends)
            space = False
            ends = codes[last - 1] == _HYPHEN
            at = last

    def _word(
        self, page: Any, start: int, end: int, text: str, space: bool, ends: bool
    ) -> Iterator[_Token]:
        raw = self._raw
        x0, y = self._origin(page, start)
        size = self._size(page, start)
        if end - start > 1 and text[0].isupper() and size >= _INITIAL * self._size(page, start + 1):
            # A letter over several lines, with the word behind it that stands on its last.
            yield from self._word(page, start, start + 1, text[0], space, ends)
            yield from self._word(page, start + 1, end, text[1:], False, False)
            return
        strong = STRONG if self._is_strong(page, start) else PLAIN
        upright = abs(raw.FPDFText_GetCharAngle(page, start)) < 0.1
        if end - start > 1 and not text.isdigit() and (text[0] in _MARKS or text[-1] in _MARKS):
            raised = self._origin(page, end - 1)[1] - y
            smaller = self._size(page, end - 1) - size
            if abs(smaller) > 0.05 * size or abs(raised) > RAISED * size:
                yield from self._marked(page, start, end, text, space, ends, strong)
                return
        yield _Token(text, strong, x0, self._right(page, end - 1), y, size, upright, space, ends)

    def _marked(
        self, page: Any, start: int, end: int, text: str, space: bool, ends: bool, strong: str
    ) -> Iterator[_Token]:
        """A word with letters of two sizes: the small ones refer to a note."""
        sizes = [self._size(page, n) for n in range(start, end)]
        heights = [self._origin(page, n)[1] for n in range(start, end)]
        largest, base = max(sizes), min(heights)
        is_mark = [
            c in _MARKS and (size < SMALL * largest or y - base > RAISED * largest)
            for c, size, y in zip(text, sizes, heights, strict=True)
        ]
        at = 0
        while at < len(text):
            last = at
            while last < len(text) and is_mark[last] == is_mark[at]:
                last += 1
            look = MARK if is_mark[at] else strong
            x0 = self._origin(page, start + at)[0]
            x1 = self._right(page, start + last - 1)
            yield _Token(text[at:last], look, x0, x1, base, largest, True, space, ends)
            space = ends = False
            at = last

    def _origin(self, page: Any, index: int) -> tuple[float, float]:
        x, y = self._box[0], self._box[1]
        self._raw.FPDFText_GetCharOrigin(page, index, x, y)
        return x.value, y.value

    def _right(self, page: Any, index: int) -> float:
        left, right, bottom, top = self._box
        self._raw.FPDFText_GetCharBox(page, index, left, right, bottom, top)
        return right.value

    def _size(self, page: Any, index: int) -> float:
        """The size of a letter in points: that of its font, as the page scales it."""
        size = self._raw.FPDFText_GetFontSize(page, index)
        if self._raw.FPDFText_GetMatrix(page, index, self._matrix):
            scale = math.hypot(self._matrix.c, self._matrix.d)
            size *= scale if scale > 0 else 1
        return float(round(size, 1))

    def _is_strong(self, page: Any, index: int) -> bool:
        raw = self._raw
        if raw.FPDFText_GetFontWeight(page, index) >= _BOLD_FROM:
            return True
        size = raw.FPDFText_GetFontInfo(page, index, self._name, 256, self._flags)
        name = self._name.value.lower() if 0 < size <= 256 else b""
        return any(part in name for part in _BOLD_NAMES)


def _refers(a: _Token, b: _Token) -> bool:
    """Whether a small, raised number behind a word refers to a note."""
    return (
        all(c in _MARKS for c in b.text)
        and len(b.text) < 4
        and b.size < SMALL * a.size
        and RAISED * a.size < b.y - a.y < a.size
        and -0.2 * a.size < b.x0 - a.x1 < 0.5 * a.size
    )


def _divides(a: _Token, b: _Token) -> bool:
    """Whether a segment ends between two words that follow each other."""
    size = max(a.size, b.size)
    if len(a.text) == 1 and a.size >= _INITIAL * b.size:
        return True
    if a.upright != b.upright or abs(b.y - a.y) > LEAP * size:
        return True
    return not -0.5 * size < b.x0 - a.x1 < GAP * size


def cut(s: Segment, edge: float, near: float) -> tuple[Segment, Segment] | None:
    """A segment cut at a gap that ends `near` an edge, null where it has none there.

    Gaps that are all alike are those of a line that fills its column.
    """
    for begins, ends, runs in s.gaps:
        others = [b - a for a, b, n in s.gaps if n != runs]
        alike = len(others) > 1 and ends - begins < 1.5 * max(others)
        if abs(ends - edge) <= near and not alike:
            left = replace(s, x1=begins, words=Words(s.words.runs[:runs], s.words.size))
            right = replace(s, x0=ends, words=Words(s.words.runs[runs + 1 :], s.words.size))
            left.gaps = tuple(g for g in s.gaps if g[2] < runs)
            right.gaps = tuple((a, b, n - runs - 1) for a, b, n in s.gaps if n > runs)
            return left, right
    return None
