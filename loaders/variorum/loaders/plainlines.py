"""Text without tags to paragraphs: one a line, the space around each a run of its own."""

from __future__ import annotations

import re

from .runs import Paragraph, Run, Runs

LINE_BREAK = re.compile(r"\s*[\n\r\f]\s*")
_LINE_END = re.compile(r"[\n\r\f]")
# Most lines begin so near; a sign that a text has not is looked for no further than the line goes.
NEAR = 256


def lines_of(text: str, start: int, end: int) -> tuple[list[Run], list[Paragraph]]:
    """The runs that tile characters `start` to `end` of a text, and the paragraphs that hold words."""
    if _LINE_END.search(text, start, end) is None:
        return _one_paragraph(text, start, end)
    runs: list[Run] = []
    found: list[Paragraph] = []
    at = start
    for m in LINE_BREAK.finditer(text, start, end):
        a, b = m.span()
        if at > start:  # words without outer space
            found.append(Paragraph(Runs.of_text(at, a)))
            runs.append(Run("text", at, a))
        else:
            own, found = _one_paragraph(text, at, a)
            runs += own
        runs.append(Run("blank", a, b))
        at = b
    own, last = _one_paragraph(text, at, end)
    return runs + own, found + last


def _one_paragraph(text: str, start: int, end: int) -> tuple[list[Run], list[Paragraph]]:
    """The same where no line ends, as in most cells."""
    words = text[start:end]
    first = start + len(words) - len(words.lstrip())
    last = start + len(words.rstrip())
    if first >= last:
        return ([Run("blank", start, end)] if start < end else []), []
    runs = [Run("text", first, last)]
    if start < first:
        runs.insert(0, Run("blank", start, first))
    if last < end:
        runs.append(Run("blank", last, end))
    return runs, [Paragraph(Runs.of_text(first, last))]


def line_start(text: str, at: int) -> int:
    """Where the line begins in which offset `at` stands."""
    size = NEAR
    while True:
        low = max(0, at - size)
        found = max(text.rfind(end, low, at) for end in "\n\r\f")
        if found >= 0 or not low:
            return found + 1
        size *= 4
