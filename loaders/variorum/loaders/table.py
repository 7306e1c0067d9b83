"""Records: delimiter-separated files (RFC 4180 and what programs write in its place).

The step `columns` says which delimiter a file has and what its columns hold; this one makes
fragments and drafts of its rows.
"""

from __future__ import annotations

import re

from variorum.model import Finding, Property

from . import markup
from .columns import Columns, columns, is_header, recognise, table_start
from .delimited import Cell, Record, records
from .entities import read_entities
from .entities import words as said
from .form import Document, Loader
from .markup import Run
from .parsed import Draft, Lines, Parsed, Piece, RepeatedRecord
from .passages import passage, take_list_mark


def parse(source: str, text: str, lang: str, delimiter: str) -> Parsed:
    """Fragments and drafts of a file of records.  `text` is the source text."""
    parsed = Parsed("csv")
    lines = Lines(text)
    rows = records(text, delimiter)
    begin = table_start(text)
    filled = [r for r in rows if r.start >= begin and text[r.start : r.end].strip()]
    if not filled:
        filled = [r for r in rows if text[r.start : r.end].strip()]
    layout = columns(text, filled)
    paired = markup.tag_names(text)
    seen: dict[str, int] = {}
    width = len(filled[0].cells)
    # Programs end every row, or only the header, with a delimiter: that is no cell anyone misses.
    needed = max(_filled(filled[0]), layout.name + 1, (layout.text or 0) + 1)
    needed = needed if layout.header else width
    for record in rows:
        whole = text[record.start : record.end]
        if not whole.strip():
            parsed.pieces.append(Piece("blank", record.start, record.end))
            continue
        content = whole.rstrip("\r\n")
        above = record.start < filled[0].start
        if above or (layout.header and (record is filled[0] or is_header(text, record, layout))):
            _header_pieces(parsed, record, text, delimiter)
            continue
        line = lines.line(record.start)
        earlier = seen.get(content)
        written, record = record, _rejoined(text, record, layout, needed)
        _inspect_markup(parsed, source, text, record, layout, lines, paired)
        if len(written.cells) < needed or _filled(written) > width:
            _ragged(parsed, source, written, width, line, text)
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


def _filled(record: Record) -> int:
    """How many cells a row has, without the empty ones at its end."""
    return max(
        (i + 1 for i, c in enumerate(record.cells) if c.inner_end > c.inner_start), default=0
    )


def _rejoined(text: str, record: Record, layout: Columns, needed: int) -> Record:
    """The row with its last text whole, where a mark of that text (`6 cm ; ou`) cut it.

    Programs put no space behind a delimiter; writers put one behind their marks.
    """
    if layout.text != needed - 1 or len(record.cells) <= needed:
        return record
    cells = list(record.cells)
    whole = cells[layout.text]
    while len(cells) > needed and whole.start == whole.inner_start:
        after = cells[needed]
        words = text[after.start : after.end]
        if after.start != after.inner_start or not words.strip() or not words[0].isspace():
            break
        whole = Cell(whole.start, after.end, whole.start, after.end)
        cells[layout.text : needed + 1] = [whole]
    return Record(tuple(cells), record.start, record.end)


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
    runs, found = read_entities(
        text, *markup.paragraphs(text, cell.inner_start, cell.inner_end, tags)
    )
    if cell.inner_start == cell.start or '""' not in text[cell.inner_start : cell.inner_end]:
        return runs, found
    for p in found:
        p.runs = [
            part for run in p.runs for part in _unquoted(text, run) if part.kind != "delimiter"
        ]
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
    title = " ".join("".join(said(text, r) for r in p.runs) for p in found).strip()
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


def _sure(document: Document) -> float:
    """Records are certain where a delimiter explains the text."""
    return 0.6 if recognise(document.text) is not None and document.text.strip() else 0.0


def _parse(document: Document) -> Parsed:
    """A text that no delimiter explains, stated to be records, is read as one column."""
    delimiter = recognise(document.text) or ";"
    return parse(document.source, document.text, document.lang, delimiter)


LOADER = Loader(
    "csv",
    "records with a name and a text: CSV, TSV, semicolons or pipes, with or without BBCode",
    _sure,
    _parse,
)
