"""Paragraphs of numbered rules: the numbers that open them, and lines that go on with a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .around import Line
from .drafting import Block
from .numbering import is_open
from .parsed import LINE_END, Lines
from .passages import passage
from .runs import Run
from .series import Number, as_counted, goes_on, number_at

# A number that ends a sentence on a line of its own.
_LAST_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,4})*[a-z]?[.,;)]{1,2}")
# A question with its answer below it is its heading.
LONGEST_QUESTION = 160


def numbers_of(blocks: Sequence[Block]) -> list[Number | None]:
    """The numbers that open paragraphs; a row of a table has none."""
    return as_counted(
        [number_at(b.passage.text) if b.passage.kind != "table" else None for b in blocks]
    )


def joined(blocks: Sequence[Block], source: str, text: str, lang: str, lines: Lines) -> list[Block]:
    """The paragraphs, each with the lines below it that go on with its sentence."""
    found: list[Block] = []
    newest: Number | None = None
    for block, number in zip(blocks, numbers_of(blocks), strict=True):
        above = found[-1] if found else None
        if (
            above is not None
            and block.paragraph.cell is None
            and above.paragraph.cell is None
            and _goes_on(above.passage.text, block.passage.text, number, newest, lang)
            and len(LINE_END.findall(text, above.paragraph.runs[-1].end, block.start)) == 1
        ):
            join(above, block, source, text, lang, lines)
            continue
        newest = number if number is not None and not number.plain else newest
        found.append(block)
    return found


def _goes_on(
    above: str, said: str, number: Number | None, newest: Number | None, lang: str
) -> bool:
    """Whether a line goes on with the sentence above it; `newest` is the last number of a rule.

    A line that opens with a number does where that is not the next one, or has no sentence behind it.
    """
    opened = number_at(above)
    if number is None:
        if _LAST_NUMBER.fullmatch(said):
            return is_open(above, lang)
        return said[0].islower() and opened is not None and above[-1] not in ".!?:;"
    if newest is None or not is_open(above, lang):
        return False
    # An item of a list is the first, or stands below the one before it.
    listed = number.plain and (
        number.parts[-1] == 1 or (opened is not None and goes_on(opened, number))
    )
    return not listed and (said[number.end].islower() or not goes_on(newest, number))


def join(above: Block, block: Block, source: str, text: str, lang: str, lines: Lines) -> None:
    """Make a paragraph and the one that goes on with it one, which `above` is then."""
    above.runs = [*above.runs, *block.runs]
    last = above.paragraph.runs[-1]
    if above.paragraph.joins:
        above.paragraph.runs.append(Run("join", last.end, last.end))
    above.paragraph.runs += block.paragraph.runs
    above.paragraph.tags += block.paragraph.tags
    above.passage = passage(source, text, above.paragraph, lines, lang)


def skipped(before: int, last: int, number: Number) -> bool:
    """Whether only letters are missing that look like digits (`l`, `o`, `i`), or a new hundred."""
    if number.text[-1].isalpha():
        return all(chr(96 + n) in "lio" for n in range(before + 1, last) if n <= 26)
    return len(number.parts) == 2 and last % 100 == 0


def is_asked(line: Line, after: Line | None) -> bool:
    """Whether a rule is a question, with its answer below it."""
    answered = after is not None and after.role == "text" and after.apart
    return line.text.endswith("?") and len(line.text) <= LONGEST_QUESTION and answered
