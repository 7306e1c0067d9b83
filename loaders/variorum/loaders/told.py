"""Texts written with escapes, as JSON and XML have them: what they say, and where each word stands.

The words are read as any others are; places in them lead back to the source by the parts that
stand there as they are.  What an escape stands for is in no span, as with references of HTML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from variorum.model import Passage, Span

from . import markup
from .entities import read_entities
from .entities import words as said
from .looks import with_looks
from .parsed import Draft, Lines, Parsed, Piece
from .passages import passage, take_list_mark
from .runs import Paragraph, Run
from .titles import repeats


@dataclass(slots=True)
class Told:
    """What characters `start` to `end` of the source say.

    `parts` are (start in `text`, start in the source, as it is): from there to the next part the
    characters of `text` are those of the source, or, where not as it is, one escape stands there.
    """

    text: str
    start: int
    end: int
    parts: Sequence[tuple[int, int, bool]] = ()

    def source(self, at: int) -> int:
        """The offset in the source of offset `at` in `text`; the end leads to the end."""
        if at >= len(self.text):
            return self.end
        if not self.parts:
            return self.start + at
        begin, stands, literal = self.parts[self._part(at)]
        return stands + (at - begin if literal else 0)

    def cut(self, start: int, end: int) -> Told:
        """What characters `start` to `end` of the text say."""
        parts = []
        for begin, stands, literal in self.parts[self._part(start) :]:
            if begin >= end:
                break
            within = max(begin, start)
            parts.append((within - start, stands + (within - begin) * literal, literal))
        return Told(self.text[start:end], self.source(start), self.source(end), parts)

    def spans(self, at: int, start: int, length: int) -> list[Span]:
        """The spans of a run of clean text at `at`, which is `length` characters from `start`."""
        if not self.parts:
            return [Span(at, self.start + start, length)]
        found = []
        end = start + length
        i = self._part(start)
        while i < len(self.parts) and self.parts[i][0] < end:
            begin, stands, literal = self.parts[i]
            after = self.parts[i + 1][0] if i + 1 < len(self.parts) else len(self.text)
            first, last = max(begin, start), min(after, end)
            if literal and first < last:
                found.append(Span(at + first - start, stands + first - begin, last - first))
            i += 1
        return found

    def _part(self, at: int) -> int:
        return max(0, bisect_right(self.parts, at, key=lambda p: p[0]) - 1)


def unescaped(
    text: str,
    start: int,
    end: int,
    sign: str,
    escapes: re.Pattern[str],
    said: Callable[[re.Match[str]], str],
) -> Told:
    """What characters `start` to `end` say, where each of `escapes` stands for what is `said`;
    all of them begin with `sign`."""
    if text.find(sign, start, end) < 0:
        return Told(text[start:end], start, end)
    words: list[str] = []
    parts: list[tuple[int, int, bool]] = []
    at, length = start, 0
    for m in escapes.finditer(text, start, end):
        if at < m.start():
            parts.append((length, at, True))
            words.append(text[at : m.start()])
            length += m.start() - at
        parts.append((length, m.start(), False))
        words.append(said(m))
        length += len(words[-1])
        at = m.end()
    if parts and at < end:
        parts.append((length, at, True))
    words.append(text[at:end])
    return Told("".join(words), start, end, parts)


class _Places(Lines):
    """Lines of the source, asked for by places in what it says."""

    def __init__(self, told: Told, lines: Lines) -> None:
        self._told, self._lines = told, lines

    def line(self, offset: int) -> int:
        return self._lines.line(self._told.source(offset))


@dataclass(frozen=True, slots=True)
class Reading:
    """What all texts of one source are read with; `paired` comes from `markup.tag_names`.

    `looks` finds the characters of a text (start, end) that a program puts there for its own use,
    in order, and that are no words.
    """

    parsed: Parsed
    source: str
    lines: Lines
    lang: str
    paired: frozenset[str] = frozenset()
    looks: Callable[[str], Iterable[tuple[int, int]]] | None = None


def put_name(reading: Reading, draft: Draft, told: Told, index: int) -> None:
    """The title of a draft without its markup, and its pieces."""
    runs, found = _runs(reading, told)
    draft.title = " ".join(plain(reading, told).split()) or None
    draft.title_start = told.source(found[0].runs[0].start) if found else told.start
    _put(reading, told, runs, index, "heading")


def put_text(reading: Reading, draft: Draft, told: Told, index: int) -> None:
    """The passages of a draft, and their pieces."""
    runs, found = _runs(reading, told)
    places = _Places(told, reading.lines)
    headed: frozenset[int] = frozenset()
    for p in found:
        take_list_mark(told.text, p, runs)
        own = passage(reading.source, told.text, p, places, reading.lang)
        if p is found[0] and len(found) > 1 and repeats(own.text, draft.title):
            headed = frozenset(r.start for r in p.runs)
            continue
        spans = [s for r in own.spans for s in told.spans(r.start, r.source_start, r.length)]
        draft.passages.append(
            Passage(own.kind, own.text, own.source, own.line, tuple(spans), own.markup)
        )
    _put(reading, told, runs, index, "text", headed)


def _runs(reading: Reading, told: Told) -> tuple[list[Run], list[Paragraph]]:
    end = len(told.text)
    tags = list(markup.tags_of(told.text, 0, end, reading.paired))
    looks = list(reading.looks(told.text)) if reading.looks is not None else []
    if looks:
        tags = list(with_looks(tags, looks))
    return read_entities(told.text, *markup.paragraphs(told.text, 0, end, tags))


def _put(
    reading: Reading,
    told: Told,
    runs: list[Run],
    index: int,
    kind: str,
    headed: frozenset[int] = frozenset(),
) -> None:
    at = told.start
    for run in runs:
        end = told.source(run.end)
        own = kind if run.kind == "text" else run.kind
        own = "heading" if own == "text" and run.start in headed else own
        if at < end:
            reading.parsed.pieces.append(Piece(own, at, end, index))
        at = end
    if at < told.end:
        reading.parsed.pieces.append(Piece("blank", at, told.end, index))


def plain(reading: Reading, told: Told) -> str:
    """The words of a value without their markup, on one line."""
    found = _runs(reading, told)[1]
    return " ".join("".join(said(told.text, r) for r in p.runs) for p in found).strip()


def put_property(reading: Reading, start: int, end: int, index: int | None) -> None:
    """The piece of a value that is neither name nor text."""
    if start < end:
        reading.parsed.pieces.append(Piece("property", start, end, index))
