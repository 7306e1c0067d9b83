"""Where a difference begins and ends: from words that differ to characters.

Between two words that both readings share stands one stretch of characters on each side.
It is cut at the words that differ, so that the differences account for every character.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from variorum.compare.reading import TAG, Reading
from variorum.model import Difference

if TYPE_CHECKING:
    from variorum.compare.comparison import Piece

_TAG = re.compile(TAG)
Span = tuple[int, int, int, int]


def span_class(text: str, other: str) -> str | None:
    """Class of two stretches that say the same: `markup`, `typographic`, or null where equal."""
    if text == other:
        return None
    left, right = _TAG.sub(" ", text), _TAG.sub(" ", other)
    if (left, right) != (text, other) and left.split() == right.split():
        return "markup"
    return "typographic"


def between(a: Reading, b: Reading, pieces: Sequence[Piece], span: Span) -> list[Difference]:
    """Differences of the stretch `span` (characters of both), whose words differ as `pieces` say."""
    start, stop, other_start, other_stop = span
    found: list[Difference] = []
    for k, piece in enumerate(pieces):
        after = pieces[k + 1] if k + 1 < len(pieces) else None
        end = _cut(a, piece.first, piece.last, after and (after.first, after.last), start, stop)
        other_end = _cut(
            b,
            piece.other_first,
            piece.other_last,
            after and (after.other_first, after.other_last),
            other_start,
            other_stop,
        )
        found.append(_trimmed(a, b, piece, (start, end, other_start, other_end)))
        start, other_start = end, other_end
    if not pieces:
        found += _gap(a.text, b.text, span)
    return found


def _cut(
    reading: Reading,
    first: int,
    last: int,
    after: tuple[int, int] | None,
    start: int,
    stop: int,
) -> int:
    """Where a piece ends: at the words of the next one, at its sentence's end, or at once."""
    if after is None:
        return stop
    if after[0] < after[1]:
        at = reading.words[after[0]].start
        sentence = next((s for s in reading.sentences if s.first == after[0]), None)
        return max(start, min(at, sentence.start) if sentence else at)
    if first < last:
        end = reading.words[last - 1].end
        sentence = next((s for s in reading.sentences if s.last == last), None)
        return min(stop, max(end, sentence.end) if sentence else end)
    return start


def _trimmed(a: Reading, b: Reading, piece: Piece, span: Span) -> Difference:
    """The piece without the equal marks and spaces around its words."""
    start, end, other_start, other_end = span
    low = min(
        (a.words[piece.first].start if piece.first < piece.last else end) - start,
        (b.words[piece.other_first].start if piece.other_first < piece.other_last else other_end)
        - other_start,
    )
    k = 0
    while k < low and a.text[start + k] == b.text[other_start + k]:
        k += 1
    start, other_start = start + k, other_start + k
    high = min(
        end - (a.words[piece.last - 1].end if piece.first < piece.last else start),
        other_end
        - (
            b.words[piece.other_last - 1].end
            if piece.other_first < piece.other_last
            else other_start
        ),
    )
    k = 0
    while k < high and a.text[end - 1 - k] == b.text[other_end - 1 - k]:
        k += 1
    return Difference(piece.kind, start, end - k, other_start, other_end - k)


def _gap(text: str, other: str, span: Span) -> list[Difference]:
    """A difference of marks, spaces or tags only."""
    start, end, other_start, other_end = span
    kind = span_class(text[start:end], other[other_start:other_end])
    if kind is None:
        return []
    whole = kind == "markup"  # a tag is one thing: its brackets are not split off
    while start < end and other_start < other_end and text[start] == other[other_start]:
        if whole and not text[start].isspace():
            break
        start, other_start = start + 1, other_start + 1
    while start < end and other_start < other_end and text[end - 1] == other[other_end - 1]:
        if whole and not text[end - 1].isspace():
            break
        end, other_end = end - 1, other_end - 1
    return [Difference(kind, start, end, other_start, other_end)]
