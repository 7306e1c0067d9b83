"""Which delimiter a file of records has, and where its table begins.

The file is read under each delimiter; what a header says and how many rows keep its number of
columns decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from .columns import (
    HEADERS,
    LONGEST_LINE_ABOVE,
    MOST_LINES_ABOVE,
    cells_of,
    head_row,
    inner_of,
    unasked,
)
from .commas import whole_sentences
from .delimited import Record, records, whole_records
from .labels import LONGEST_HEADER_CELL, ends_sentence, is_label
from .roles import folded_title, is_said

DELIMITERS = (";", "\t", "|", ",")
# The mean of what stands between the commas of prose is longer (characters).
SHORTEST_CLAUSE = 20
LONGEST_PREAMBLE = 2000
# So many characters tell the delimiter.
LOOKED_AT = 1 << 18
# A table of rules has few columns; more are another delimiter, or no table.
MOST_COLUMNS = 10_000
# How spreadsheets note the delimiter in the first line.
_NOTED = re.compile(r"\s*\"?sep=(?P<mark>[;\t|,])\"?[;\t|,]*(?:\r\n|\n|\r)", re.IGNORECASE)
_DRAWN = re.compile(r"^[ \t]*\|[ \t]*:?-{2,}:?[ \t]*\|", re.M)
_LINE = re.compile(r"[^\r\n]+")


def recognise(text: str) -> str | None:
    """The delimiter of a file of records, or null for a file that is none."""
    return _best(text)[0]


def stated_delimiter(text: str, stated: Mapping[str, str]) -> str | None:
    """The delimiter under which one of the first lines has all titles that a person stated."""
    wanted = {folded_title(c) for c in stated.values() if not c.isdecimal()}
    if not wanted:
        return None
    for line in re.findall(r"[^\r\n]+", text[:LONGEST_PREAMBLE])[:HEADERS]:
        for delimiter in DELIMITERS:
            if wanted <= frozenset(map(folded_title, line.split(delimiter))):
                return delimiter
    return None


def certainty(text: str) -> float:
    """How sure it is that `text` is a file of records, 0 to 1."""
    if any(first_row_is_endless(text, d) for d in DELIMITERS):
        return 0.6
    delimiter, score = _best(text)
    if delimiter is None or not text.strip():
        return 0.0
    # A table that Markdown draws may have headings, paragraphs and other tables around it.
    drawn = "|" in text and _DRAWN.search(text, 0, LOOKED_AT)
    return 0.6 if score <= 1 or drawn else 0.85


@lru_cache(maxsize=1)
def _best(text: str) -> tuple[str | None, float]:
    """The delimiter that explains `text` best, and how well (`_score`)."""
    noted = _NOTED.match(text)
    if noted:
        return noted["mark"], 2.0
    best: tuple[float, int, str] | None = None
    begin = table_start(text)
    end = text.find("\n", begin + LOOKED_AT) + 1 or len(text)
    looked_at = text[begin:end]
    first_lines = looked_at[:LONGEST_PREAMBLE]
    for preference, delimiter in enumerate(DELIMITERS):
        if delimiter not in first_lines or first_row_is_endless(looked_at, delimiter):
            continue
        if best is not None and not _may_explain(looked_at, delimiter, best[0]):
            continue
        score = _score(looked_at, delimiter)
        if score and (best is None or (score, -preference) > (best[0], -best[1])):
            best = (score, preference, delimiter)
    return (best[2], best[0]) if best else (None, 0.0)


def rows_of(text: str, delimiter: str) -> list[Record]:
    """All records of `text`, sentences whole that commas of their own would part."""
    rows = records(text, delimiter)
    return whole_sentences(text, rows) if delimiter == "," else rows


def notes_delimiter(text: str, at: int) -> bool:
    """Whether the line at `at` is a spreadsheet's note of the delimiter (`sep=;`)."""
    return _NOTED.match(text, at) is not None


def first_row_is_endless(text: str, delimiter: str) -> bool:
    """Whether the first line has more columns than any table of rules.

    An article in one line has as many commas, with a space behind them and words between.
    """
    m = re.match(r"[\r\n]*[^\r\n]*", text)
    line = m.group() if m is not None else ""
    marks = line.count(delimiter)
    if marks <= MOST_COLUMNS:
        return False
    return line.count(delimiter + " ") * 2 < marks or len(line) < SHORTEST_CLAUSE * marks


def table_start(text: str) -> int:
    """Where the table begins: 0, or the offset of a known header below a few lines that name it."""
    noted = _NOTED.match(text)
    if noted:
        return noted.end()
    above = 0
    for m in re.finditer(r"[^\r\n]+", text[:LONGEST_PREAMBLE]):
        line = m.group().strip()
        for delimiter in DELIMITERS:
            cells = [folded_title(c.strip(' "')) for c in line[:LONGEST_PREAMBLE].split(delimiter)]
            if any(is_said(c, "name") for c in cells) and any(is_said(c, "text") for c in cells):
                return m.start() if above else 0
        above += bool(line)
        if above > MOST_LINES_ABOVE or len(line) > LONGEST_LINE_ABOVE:
            return 0
    return 0


def _may_explain(text: str, delimiter: str, score: float) -> bool:
    """Whether `_score` may give more than `score`, told by the lines of which one is the header.

    Without quotes every line is a row of its own, and each title in it counts one.
    """
    if '"' in text:
        return True
    lines = islice((m.group() for m in _LINE.finditer(text) if not m.group().isspace()), HEADERS)
    return any(
        3 + line.count(delimiter) > score and 2 + sum(_names(line.split(delimiter))) > score
        for line in lines
    )


def _names(cells: Sequence[str]) -> Iterator[bool]:
    """Whether each cell is what people call a column of names or of texts."""
    short = (folded_title(c) for c in cells if len(c.strip()) <= LONGEST_HEADER_CELL)
    return (is_said(title, "name") or is_said(title, "text") for title in short)


def _score(text: str, delimiter: str) -> float:
    """How well `delimiter` explains the file: 0 not at all, above 1 with a header that says so."""
    rows = [r for r in rows_of(text, delimiter) if text[r.start : r.end].strip()]
    if not rows:
        return 0.0
    rows = rows[head_row(text, rows, {}) :]
    head = cells_of(text, rows[0])
    if len(head) < 2 or any(len(h) > LONGEST_HEADER_CELL for h in head[:1]):
        return 0.0
    rows = whole_records(text, rows, len(head), not head[-1])
    kept = sum(len(r.cells) == len(head) for r in rows) / len(rows)
    folded = [folded_title(h) for h in head]
    named = sum(is_said(f, "name") or is_said(f, "text") for f in folded)
    if named >= 2 or (named == 1 and kept >= 0.5):
        return 1 + named + kept
    # Without a known header the rows must agree, and there must be rows to agree.
    closed = delimiter in "|\t" and all(not inner_of(text, r.cells[-1]) for r in rows)
    if len(rows) < (2 if closed else 3) or kept < 0.9:
        return 0.0
    if any(ends_sentence(h) for h in unasked(text, rows, head)):
        # A list without a header opens with a text.  Prose may have a mark in every line too,
        # but does not open each with a name, nor begins a sentence behind the mark.
        if delimiter == "," and not (
            _made_whole(text, rows)
            or all(_texts_are_quoted(text, r) for r in rows)
            or _quoted_where_needed(text, rows)
        ):
            return 0.0
        rows_of_cells = [cells_of(text, r) for r in rows if len(r.cells) == len(head)]
        named_rows = sum(is_label(c[0]) and not c[1][:1].islower() for c in rows_of_cells)
        return kept if named_rows >= 0.9 * len(rows) else 0.0
    return kept


def _texts_are_quoted(text: str, record: Record) -> bool:
    return all(
        c.inner_start > c.start or is_label(text[c.start : c.end].strip()) or c.start == c.end
        for c in record.cells
    )


def _quoted_where_needed(text: str, rows: Sequence[Record]) -> bool:
    """Whether cells are quoted that hold commas, and no bare one begins with the space that writers
    put behind a comma: so programs write records."""
    cells = [c for r in rows for c in r.cells]
    needed = any(c.inner_start > c.start and text.find(", ", c.start, c.end) >= 0 for c in cells)
    return needed and not any(text[c.start : c.start + 1] == " " for c in cells)


def _made_whole(text: str, rows: Sequence[Record]) -> bool:
    """Whether a bare cell holds a comma, as those do whose sentences were parted by commas."""
    return any(
        c.start == c.inner_start and text.find(",", c.start, c.end) >= 0
        for r in rows
        for c in r.cells
    )
