"""Records: delimiter-separated files (RFC 4180 and what programs write in its place).

The whole file is read under each delimiter; what a header says and how many rows keep its number
of columns decide.  A quote opens a quoted cell only where the cell also closes, so that a bare
inch mark is text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from variorum.compare.language import UNKNOWN, data
from variorum.model import Finding, Property

from . import markup
from .markup import Run
from .parsed import Draft, Lines, Parsed, Piece, RepeatedRecord
from .passages import passage, take_list_mark

DELIMITERS = (";", "\t", "|", ",")
# A header names columns: short cells that are no sentences.
LONGEST_HEADER_CELL = 40


class Cell(NamedTuple):
    """Characters of the source text; `inner_*` are without the quotes around them."""

    start: int
    end: int
    inner_start: int
    inner_end: int


class Record(NamedTuple):
    """One record: its cells, and where its line end stops."""

    cells: tuple[Cell, ...]
    start: int
    end: int


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


def records(text: str, delimiter: str) -> list[Record]:
    """All records of `text`, blank lines included (a record of one empty cell)."""
    special = re.compile("[" + re.escape(delimiter) + "\r\n]")
    closing = re.compile(r'"[ \t]*(?=[' + re.escape(delimiter) + r"\r\n]|\Z)")
    found: list[Record] = []
    cells: list[Cell] = []
    at = begin = 0
    # Where no closing quote was found once, none follows: a bare mark must not cost a scan each.
    no_close_after = len(text) + 1
    while at < len(text):
        inner_start = inner_end = at
        quoted = False
        if text[at] == '"' and at < no_close_after:
            end = _closing_quote(text, at + 1, closing)
            if end is None:
                no_close_after = at
            else:
                quoted = True
                inner_start, inner_end = at + 1, end
                stop = special.search(text, end + 1)
                cell_end = stop.start() if stop else len(text)
        if not quoted:
            stop = special.search(text, at)
            cell_end = inner_end = stop.start() if stop else len(text)
        cells.append(Cell(at, cell_end, inner_start, inner_end))
        at = cell_end
        if at >= len(text):
            break
        if text[at] == delimiter:
            at += 1
            if at == len(text):
                cells.append(Cell(at, at, at, at))
            continue
        at += 2 if text.startswith("\r\n", at) else 1
        found.append(Record(tuple(cells), begin, at))
        cells, begin = [], at
    if cells:
        found.append(Record(tuple(cells), begin, len(text)))
    return found


def _closing_quote(text: str, at: int, closing: re.Pattern[str]) -> int | None:
    """Offset of the quote that closes a cell opened before `at`; a doubled quote does not."""
    while True:
        m = closing.search(text, at)
        if m is None:
            return None
        quotes = m.start()
        while quotes > at and text[quotes - 1] == '"':
            quotes -= 1
        if (m.start() - quotes) % 2 == 0:
            return m.start()
        at = m.start() + 1


def recognise(text: str) -> str | None:
    """The delimiter of a file of records, or null for a file that is none."""
    best: tuple[float, int, str] | None = None
    first_line = text.lstrip("\r\n").split("\n", 1)[0]
    for preference, delimiter in enumerate(DELIMITERS):
        if delimiter not in first_line:
            continue
        score = _score(text, delimiter)
        if score and (best is None or (score, -preference) > (best[0], -best[1])):
            best = (score, preference, delimiter)
    return best[2] if best else None


def _score(text: str, delimiter: str) -> float:
    """How well `delimiter` explains the file: 0 not at all, above 1 with a header that says so."""
    rows = [r for r in records(text, delimiter) if text[r.start : r.end].strip()]
    if not rows:
        return 0.0
    head = [text[c.inner_start : c.inner_end] for c in rows[0].cells]
    if len(head) < 2 or any(len(h) > LONGEST_HEADER_CELL for h in head[:1]):
        return 0.0
    kept = sum(len(r.cells) == len(head) for r in rows) / len(rows)
    words = data(UNKNOWN, "read")
    named = sum(
        _fold(h) in words["name_columns"] or _fold(h) in words["text_columns"] for h in head
    )
    if named >= 2 or (named == 1 and kept >= 0.5):
        return 1 + named + kept
    if any(re.search(r"[.!?:]\s*$", h) for h in head):
        return 0.0
    # Without a known header the rows must agree, and there must be rows to agree.
    return kept if len(rows) >= 3 and kept >= 0.9 else 0.0


def columns(text: str, rows: list[Record]) -> Columns:
    """What each column holds, from the header's words, else from the cells themselves."""
    words = data(UNKNOWN, "read")
    head = tuple(text[c.inner_start : c.inner_end].strip() for c in rows[0].cells)
    folded = [_fold(h) for h in head]

    def naming(kind: str) -> int | None:
        exact = [i for i, h in enumerate(folded) if h in words[kind]]
        loose = [i for i, h in enumerate(folded) if set(re.findall(r"\w+", h)) & set(words[kind])]
        return next(iter([*exact, *loose]), None)

    text_column = naming("text_columns")
    name_column = next(
        (i for i in (naming("name_columns"),) if i is not None and i != text_column), None
    )
    header = text_column is not None or name_column is not None
    body = rows[1:] if header else rows
    width = len(head)
    lengths = [
        sum(r.cells[i].inner_end - r.cells[i].inner_start for r in body if i < len(r.cells))
        for i in range(width)
    ]
    if text_column is None:
        others = [i for i in range(width) if i != name_column]
        text_column = max(others, key=lambda i: (lengths[i], -i), default=None)
    if name_column is None:
        name_column = next((i for i in range(width) if i != text_column), 0)
    if not header and len(rows) > 1 and text_column is not None:
        cell = rows[0].cells[text_column]
        usual = sorted(
            r.cells[text_column].inner_end - r.cells[text_column].inner_start
            for r in rows[1:]
            if text_column < len(r.cells)
        )
        # Column titles nobody has taught us are still short where the texts are long.
        header = bool(usual) and (cell.inner_end - cell.inner_start) * 3 < usual[len(usual) // 2]
    return Columns(name_column, text_column, header, head if header else ())


def parse(source: str, text: str, lang: str, delimiter: str) -> Parsed:
    """Fragments and drafts of a file of records.  `text` is the source text."""
    parsed = Parsed("csv")
    lines = Lines(text)
    rows = records(text, delimiter)
    filled = [r for r in rows if text[r.start : r.end].strip()]
    layout = columns(text, filled)
    paired = markup.tag_names(text)
    seen: dict[str, int] = {}
    width = len(filled[0].cells)
    for record in rows:
        whole = text[record.start : record.end]
        if not whole.strip():
            parsed.pieces.append(Piece("blank", record.start, record.end))
            continue
        content = whole.rstrip("\r\n")
        if record is filled[0] and layout.header:
            _header_pieces(parsed, record, text, delimiter)
            continue
        line = lines.line(record.start)
        earlier = seen.get(content)
        _inspect_markup(parsed, source, text, record, layout, lines, paired)
        if len(record.cells) != width:
            _ragged(parsed, source, record, width, line, text)
        if earlier is not None:
            draft = parsed.drafts[earlier]
            parsed.repeats.append(RepeatedRecord(earlier, line, draft.line_start))
            end = record.start + len(content)
            parsed.pieces.append(Piece("repeat", record.start, end, earlier))
            if end < record.end:
                parsed.pieces.append(Piece("blank", end, record.end, earlier))
            continue
        seen[content] = len(parsed.drafts)
        _record(parsed, source, text, lang, record, layout, lines, paired, width)
    return parsed


def _header_pieces(parsed: Parsed, record: Record, text: str, delimiter: str) -> None:
    end = record.start + len(text[record.start : record.end].rstrip("\r\n"))
    parsed.pieces.append(Piece("header", record.start, end))
    if end < record.end:
        parsed.pieces.append(Piece("blank", end, record.end))


def _ragged(parsed: Parsed, source: str, record: Record, width: int, line: int, text: str) -> None:
    n = len(record.cells)
    cell = record.cells[width] if n > width else record.cells[-1]
    parsed.findings.append(
        Finding(
            "ragged_row",
            "warning",
            source,
            line,
            cell.start - record.start + 1,
            text[cell.start : cell.end][:60] or None,
            None,
            None,
            f"this row has {n} cells where the header has {width}; "
            + (
                "the surplus is kept as text: a delimiter in a text needs quotes around the cell"
                if n > width
                else "the missing ones are taken as empty"
            ),
        )
    )


def _record(
    parsed: Parsed,
    source: str,
    text: str,
    lang: str,
    record: Record,
    layout: Columns,
    lines: Lines,
    paired: frozenset[str],
    width: int,
) -> None:
    index = len(parsed.drafts)
    last = record.start + len(text[record.start : record.end].rstrip("\r\n"))
    draft = Draft(
        None,
        lines.line(record.start),
        lines.line(max(record.start, last - 1)),
        structured=True,
        capability=True,
        evidence=["a record of a list"],
    )
    parsed.drafts.append(draft)
    properties: list[Property] = []
    at = record.start
    for i, cell in enumerate(record.cells):
        if at < cell.inner_start:
            parsed.pieces.append(Piece("delimiter", at, cell.inner_start, index))
        at = cell.inner_start
        if i == layout.name:
            at = _name_cell(parsed, draft, text, cell, index, paired)
        elif i == layout.text or i >= width:
            _text_cell(parsed, draft, source, text, lang, cell, index, lines, paired)
            at = cell.inner_end
        elif cell.inner_end > cell.inner_start:
            value = text[cell.inner_start : cell.inner_end]
            parsed.pieces.append(Piece("property", cell.inner_start, cell.inner_end, index))
            title = layout.titles[i] if i < len(layout.titles) else str(i + 1)
            if value.strip():
                properties.append(
                    Property(title, value.strip(), source, lines.line(cell.inner_start))
                )
            at = cell.inner_end
    draft.properties = tuple(properties)
    if at < last:
        parsed.pieces.append(Piece("delimiter", at, last, index))
    if last < record.end:
        parsed.pieces.append(Piece("blank", last, record.end, index))


def _cell_runs(
    text: str, cell: Cell, paired: frozenset[str]
) -> tuple[list[Run], list[markup.Paragraph]]:
    """The runs and paragraphs of a cell; of a doubled quote in a quoted cell one is a delimiter."""
    tags = list(markup.tags_of(text, cell.inner_start, cell.inner_end, paired))
    runs, found = markup.paragraphs(text, cell.inner_start, cell.inner_end, tags)
    if cell.inner_start == cell.start or '""' not in text[cell.inner_start : cell.inner_end]:
        return runs, found
    for p in found:
        p.runs = [part for run in p.runs for part in _unquoted(text, run) if part.kind == "text"]
    return [part for run in runs for part in _unquoted(text, run)], found


def _unquoted(text: str, run: Run) -> list[Run]:
    parts: list[Run] = []
    at = run.start
    for m in re.finditer('""', text[run.start : run.end]) if run.kind == "text" else ():
        second = run.start + m.end() - 1
        parts += [Run("text", at, second), Run("delimiter", second, second + 1)]
        at = second + 1
    return [*parts, Run(run.kind, at, run.end)] if at < run.end else parts


def _name_cell(
    parsed: Parsed, draft: Draft, text: str, cell: Cell, index: int, paired: frozenset[str]
) -> int:
    """The title without its markup; returns where the cell's pieces end."""
    runs, found = _cell_runs(text, cell, paired)
    words = [r for p in found for r in p.runs]
    title = " ".join("".join(text[r.start : r.end] for r in p.runs) for p in found).strip()
    draft.title = title or None
    if words:
        draft.title_start = words[0].start
    for run in runs:
        kind = "heading" if run.kind == "text" else run.kind
        parsed.pieces.append(Piece(kind, run.start, run.end, index))
    return cell.inner_end


def _text_cell(
    parsed: Parsed,
    draft: Draft,
    source: str,
    text: str,
    lang: str,
    cell: Cell,
    index: int,
    lines: Lines,
    paired: frozenset[str],
) -> None:
    runs, found = _cell_runs(text, cell, paired)
    for p in found:
        take_list_mark(text, p, runs)
        draft.passages.append(passage(source, text, p, lines, lang))
    parsed.pieces += [Piece(r.kind, r.start, r.end, index) for r in runs]


def _inspect_markup(
    parsed: Parsed,
    source: str,
    text: str,
    record: Record,
    layout: Columns,
    lines: Lines,
    paired: frozenset[str],
) -> None:
    """Broken tags are reported on every row that has them, repeated rows too: each needs mending."""
    for cell in record.cells:
        tags = list(markup.tags_of(text, cell.inner_start, cell.inner_end, paired))
        if not tags:
            continue
        for fault in markup.faults(text, cell.inner_start, cell.inner_end, tags):
            parsed.findings.append(markup_finding(source, text, fault, lines))


def markup_finding(source: str, text: str, fault: markup.Fault, lines: Lines) -> Finding:
    """The finding that reports broken markup."""
    return Finding(
        "markup",
        "warning",
        source,
        lines.line(fault.start),
        lines.column(fault.start),
        text[fault.start : fault.end][:60],
        fault.suggestion,
        None,
        fault.message,
    )


__all__ = ["Run", "columns", "markup_finding", "parse", "recognise", "records"]
