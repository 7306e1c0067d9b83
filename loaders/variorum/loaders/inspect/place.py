"""A hit in a sheet becomes a finding: line, column, raw excerpt and suggested reading."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from variorum.loaders.inspect.sheet import Hit, Place, Sheet, Unit
from variorum.model import Finding

LONGEST = 60
_CONTEXT = 20
# A line that is broken at the width of a page is as long.
_BROKEN = 30
_MARKS = ("\u0300", "\u036f")
# Faults of words that follow each other, and where a cell of a row ends.
_WITHIN = frozenset(("doubled_word", "punctuation", "spacing"))
_SIGN = re.compile(r"`[^\w\s`]{1,3}`")
_APART = re.compile(r"\S {3,}\S")
_CELL = re.compile(r"</?t[dhr]\b|\|", re.IGNORECASE)


def without_overlaps(hits: Iterable[Hit]) -> list[Hit]:
    """The hits in the order of the text; of two that overlap, the one that was given first."""
    ranked = sorted(enumerate(hits), key=lambda item: (item[1].start, item[0]))
    kept: list[tuple[int, Hit]] = []
    for rank, hit in ranked:
        if kept and hit.start < kept[-1][1].end:
            if rank < kept[-1][0]:
                kept[-1] = (rank, hit)
            continue
        kept.append((rank, hit))
    return [hit for _, hit in kept]


def findings(sheet: Sheet, hits: Iterable[Hit], places: Mapping[str, Place]) -> Iterator[Finding]:
    """A finding for each hit, in the given order."""
    for hit in hits:
        found = _finding(sheet, hit, places)
        if found is not None:
            yield found


def _finding(sheet: Sheet, hit: Hit, places: Mapping[str, Place]) -> Finding | None:
    index = sheet.index(hit.start)
    low, high = sheet.bounds(index)
    empty = hit.start == hit.end
    start = _left(sheet.text, hit.start, low, empty)
    end = _right(sheet.text, hit.end, high, empty)
    right = hit.right
    if right is not None:
        right = sheet.text[start : hit.start] + right + sheet.text[hit.end : end]
    unit = sheet.units[index]
    place = places[unit.passage.source]
    raw_start = unit.passage.source_offset(start - low)
    raw_end = unit.passage.source_offset(max(end - 1, start) - low) + 1
    while raw_end < len(place.text) and _MARKS[0] <= place.text[raw_end] <= _MARKS[1]:
        raw_end += 1
    excerpt = place.text[raw_start:raw_end]
    if unit.passage.kind == "table" and hit.kind in _WITHIN and _CELL.search(excerpt):
        return None  # two cells of a row are no sentence
    if _APART.search(excerpt) and (hit.kind == "doubled_word" or excerpt[0] in "(["):
        return None  # nor are words that spaces put into columns
    if hit.kind in _WITHIN and _SIGN.search(place.text, max(0, raw_start - 1), raw_end + 1):
        return None  # a sign that is spoken of
    if hit.kind in _WITHIN and "\n" in excerpt and _is_layout(hit, unit, low, place):
        return None
    if len(excerpt) > LONGEST or (right is not None and len(right) > 2 * LONGEST):
        excerpt, right = excerpt[:LONGEST], None
    elif excerpt.split() != unit.passage.text[start - low : end - low].split() and right:
        # Markup or decomposed letters stand inside: the words alone are no reading of it.
        right = None
    if not excerpt or right == excerpt:
        return None
    line = bisect_right(place.lines, raw_start)
    return Finding(
        hit.kind,
        hit.severity,
        unit.passage.source,
        line,
        raw_start - place.lines[line - 1] + 1,
        excerpt,
        right,
        unit.entry.key,
        hit.message,
    )


def _is_layout(hit: Hit, unit: Unit, low: int, place: Place) -> bool:
    """Whether a fault between words is made of nothing but a line end, which nobody typed.

    A space is a fault only as a space.  Two words on lines of their own are doubled in no
    sentence, and a sentence ends with a line that is too short to be broken at a width.
    """
    passage = unit.passage
    start = passage.source_offset(hit.start - low)
    at = place.text.find("\n", start, passage.source_offset(max(hit.end - 1, hit.start) - low) + 1)
    if at < 0:
        return False
    if hit.kind == "spacing":
        spaces = [
            n - low for n in range(hit.start, hit.end) if unit.passage.text[n - low].isspace()
        ]
        return not any(
            span.start <= n < span.start + span.length for n in spaces for span in passage.spans
        )
    above = place.text[place.lines[bisect_right(place.lines, at) - 1] : at].strip()
    end = place.text.find("\n", at + 1)
    below = place.text[at + 1 : end if end >= 0 else len(place.text)].strip()
    if hit.kind == "doubled_word":
        return above == below == place.text[start : start + len(above)]
    return len(above) < _BROKEN or len(above) * 5 < len(below) * 3


def _left(text: str, at: int, low: int, empty: bool) -> int:
    """`at`, or the start of the word that a fault without words of its own leans on."""
    if not empty and _is_word(text[at]) and (at == low or not _is_word(text[at - 1])):
        return at
    floor = max(low, at - _CONTEXT)
    if empty or text[at].isspace():
        while at > floor and text[at - 1].isspace():
            at -= 1
    while at > floor and not text[at - 1].isspace():
        at -= 1
    return at


def _right(text: str, at: int, high: int, empty: bool) -> int:
    if not empty and _is_word(text[at - 1]) and (at >= high or not _is_word(text[at])):
        return at
    roof = min(high, at + _CONTEXT)
    if empty or text[at - 1].isspace():
        while at < roof and text[at].isspace():
            at += 1
    while at < roof and not text[at].isspace():
        at += 1
    return at


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
