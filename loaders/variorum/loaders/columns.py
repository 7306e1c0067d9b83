"""Which delimiter a file of records has, and what its columns hold.

The whole file is read under each delimiter; what a header says and how many rows keep its number
of columns decide.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from variorum.compare.language import UNKNOWN, data

from .delimited import Record, records

DELIMITERS = (";", "\t", "|", ",")
# A header names columns: short cells that are no sentences.
LONGEST_HEADER_CELL = 40
# What people write above a table: so many lines, so long at most (characters).
MOST_LINES_ABOVE = 3
LONGEST_LINE_ABOVE = 90
LONGEST_PREAMBLE = 1000
# A stop, with the marks and tags that may stand behind it.
_SENTENCE_END = re.compile(r"[.!?:…][\"»”)\s]*(?:\[/[^\[\]]{0,20}\]\s*)*$")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column is what (indexes from 0); `header` is false where the file has no header row."""

    name: int
    text: int | None
    header: bool
    titles: tuple[str, ...]


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.strip().lower())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def recognise(text: str) -> str | None:
    """The delimiter of a file of records, or null for a file that is none."""
    best: tuple[float, int, str] | None = None
    text = text[table_start(text) :]
    first_line = text.lstrip("\r\n").split("\n", 1)[0]
    for preference, delimiter in enumerate(DELIMITERS):
        if delimiter not in first_line:
            continue
        score = _score(text, delimiter)
        if score and (best is None or (score, -preference) > (best[0], -best[1])):
            best = (score, preference, delimiter)
    return best[2] if best else None


def table_start(text: str) -> int:
    """Where the table begins: 0, or the offset of a known header below a few lines that name it."""
    words = data(UNKNOWN, "read")
    above = 0
    for m in re.finditer(r"[^\r\n]+", text[:LONGEST_PREAMBLE]):
        line = m.group().strip()
        for delimiter in DELIMITERS:
            cells = [_fold(c.strip(' "')) for c in line.split(delimiter)]
            named = [c for c in cells if c in words["name_columns"]]
            if named and any(c in words["text_columns"] for c in cells):
                return m.start() if above else 0
        above += bool(line)
        if above > MOST_LINES_ABOVE or len(line) > LONGEST_LINE_ABOVE:
            return 0
    return 0


def _score(text: str, delimiter: str) -> float:
    """How well `delimiter` explains the file: 0 not at all, above 1 with a header that says so."""
    rows = [r for r in records(text, delimiter) if text[r.start : r.end].strip()]
    if not rows:
        return 0.0
    head = _cells(text, rows[0])
    if len(head) < 2 or any(len(h) > LONGEST_HEADER_CELL for h in head[:1]):
        return 0.0
    kept = sum(len(r.cells) == len(head) for r in rows) / len(rows)
    words = data(UNKNOWN, "read")
    named = sum(
        _fold(h) in words["name_columns"] or _fold(h) in words["text_columns"] for h in head
    )
    if named >= 2 or (named == 1 and kept >= 0.5):
        return 1 + named + kept
    # Without a known header the rows must agree, and there must be rows to agree.
    if len(rows) < 3 or kept < 0.9:
        return 0.0
    if any(_SENTENCE_END.search(h) for h in head):
        # A list without a header opens with a text.  Prose may have a mark in every line too,
        # but does not open each with a name, nor begins a sentence behind the mark.
        if delimiter == "," and not all(_texts_are_quoted(text, r) for r in rows):
            return 0.0
        rows_of_cells = [_cells(text, r) for r in rows if len(r.cells) == len(head)]
        named_rows = sum(_is_label(c[0]) and not c[1][:1].islower() for c in rows_of_cells)
        return kept if named_rows >= 0.9 * len(rows) else 0.0
    return kept


def _cells(text: str, record: Record) -> list[str]:
    return [text[c.inner_start : c.inner_end].strip() for c in record.cells]


def _is_label(cell: str) -> bool:
    """Whether a cell is short and no sentence, as a column's title or a name is."""
    return 0 < len(cell) <= LONGEST_HEADER_CELL and not _SENTENCE_END.search(cell)


def _texts_are_quoted(text: str, record: Record) -> bool:
    return all(
        c.inner_start > c.start or _is_label(text[c.start : c.end].strip()) or c.start == c.end
        for c in record.cells
    )


def is_header(text: str, record: Record, layout: Columns) -> bool:
    """Whether a row says the column titles (again: lists pasted together bring theirs along)."""
    return layout.header and [_fold(c) for c in _cells(text, record)] == [
        _fold(t) for t in layout.titles
    ]


def columns(text: str, rows: list[Record]) -> Columns:
    """What each column holds, from the header's words, else from the cells themselves."""
    words = data(UNKNOWN, "read")
    head = tuple(_cells(text, rows[0]))
    # A text that holds the word for *ability* is no title of a column.
    folded = [_fold(h) if _is_label(h) else "" for h in head]

    def naming(kind: str) -> list[int]:
        exact = [i for i, h in enumerate(folded) if h in words[kind]]
        loose = [i for i, h in enumerate(folded) if set(re.findall(r"\w+", h)) & set(words[kind])]
        return [*exact, *loose]

    text_column = next(iter(naming("text_columns")), None)
    name_column = next((i for i in naming("name_columns") if i != text_column), None)
    header = text_column is not None or name_column is not None
    body = rows[1:] if header else rows
    lengths = [
        sum(r.cells[i].inner_end - r.cells[i].inner_start for r in body if i < len(r.cells))
        for i in range(len(head))
    ]
    if text_column is None:
        longest = max(range(len(head)), key=lambda i: (lengths[i], -i), default=None)
        if longest is not None and longest == name_column:
            # `Rule` heads a column of names, or of texts: where they are long it is the text.
            others = sum(lengths) - lengths[longest]
            name_column = None if lengths[longest] > 2 * others > 0 else name_column
        others_than_name = [i for i in range(len(head)) if i != name_column]
        text_column = max(others_than_name, key=lambda i: (lengths[i], -i), default=None)
    if name_column is None:
        name_column = next((i for i in range(len(head)) if i != text_column), 0)
    if not header and len(rows) > 1 and text_column is not None:
        cell = head[text_column]
        usual = sorted(
            r.cells[text_column].inner_end - r.cells[text_column].inner_start
            for r in rows[1:]
            if text_column < len(r.cells)
        )
        # Column titles nobody has taught us are still short where the texts are long.
        header = _is_label(cell) and bool(usual) and len(cell) * 3 < usual[len(usual) // 2]
    return Columns(name_column, text_column, header, head if header else ())
