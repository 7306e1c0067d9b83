"""What a person is told of a file that was read in a wrong encoding."""

from __future__ import annotations

import re

from variorum.model import Finding
from variorum.say import say, say_n

from .decode import EXTRACTED, Decoded
from .mojibake import Mended, mended
from .parsed import Lines

# Of a single damaged line the faults in its words tell all.
FEWEST_LINES = 2
_LONGEST = 60
_SPACE = re.compile(r"\s")


def misread(source: str, one: Decoded) -> Finding | None:
    """The finding about a file whose text is damaged, or was read right; null for all others."""
    if one.mended is not None and one.was is not None:
        return _finding(source, one.was, one.mended, True)
    if one.encoding.startswith(EXTRACTED):
        return None
    found = mended(one.text)
    if found is None or len(found.lines) < FEWEST_LINES:
        return None
    return _finding(source, one.text, found, False)


def _finding(source: str, was: str, found: Mended, right: bool) -> Finding:
    """Its place is the first damaged word, its suggestion that word read right."""
    lines = Lines(was)
    start, end = found.old_starts[0], found.old_ends[0]
    first = max(0, start - 20)
    cut = [m.end() for m in _SPACE.finditer(was, first, start)]
    first = cut[-1] if cut else first
    after = _SPACE.search(was, end)
    last = min(after.start() if after else len(was), first + _LONGEST)
    at = found.starts[0] - (start - first)
    reading = found.text[at : at + (last - first)].split()
    codes = ", ".join(found.codes)
    n = len(found.lines)
    if right:
        message = say_n(
            "{number} line was read right that was UTF-8 read as {codes}",
            "{number} lines were read right that were UTF-8 read as {codes}",
            n,
            codes=codes,
        )
        return Finding("encoding", "note", source, found.lines[0], None, None, None, None, message)
    message = say(
        "{lines} of this file are UTF-8 that was read as {codes}; --repair-encoding reads them"
        " right and keeps the bytes",
        lines=say_n("{number} line", "{number} lines", n),
        codes=codes,
    )
    return Finding(
        *("encoding", "warning", source, found.lines[0], lines.column(first), was[first:last]),
        *(reading[0] if reading else None, None, message),
    )
