"""Records: delimiter-separated files (RFC 4180 and what programs write in its place).

The step `columns` says which delimiter a file has and what its columns hold; this one makes
fragments and drafts of its rows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from variorum.compare.properties import folded_title, is_reference
from variorum.model import Finding, VariorumError
from variorum.say import say, say_n

from . import markup
from .columns import Columns, columns, inner_of, is_header
from .datarows import data_row, id_columns, keep_facts
from .delimited import Cell, Record, records, whole_records
from .delimiters import (
    DELIMITERS,
    MOST_COLUMNS,
    certainty,
    first_row_is_endless,
    recognise,
    rows_of,
    stated_delimiter,
    table_start,
)
from .form import Document, Loader
from .grids import draws_in_text
from .groupcolumns import GroupColumns, degrees
from .parsed import Lines, Parsed, Piece, Pieces, RepeatedRecord, Tie
from .repeated import Repeated
from .row import (
    Table,
    add_bearer,
    held_cells,
    last_filled,
    read_row,
    read_section,
    settle_bearers,
)
from .rowmarkup import inspect_markup, markup_finding
from .runs import let_go
from .sidetables import side_by_side
from .tableparts import foot_of, sections_of, sums_of, tables_of, title_above
from .variants import tell_numbers, tell_variants

# So many rows with too many or too few cells are told one by one.
MOST_RAGGED = 200
_BREAK = re.compile(r"[\r\n]")


def parse(
    source: str,
    text: str,
    lang: str,
    delimiter: str,
    stated: Mapping[str, str] | None = None,
) -> Parsed:
    """Fragments and drafts of a file of records.  `text` is the source text.

    `stated` says which column is what (`Document.columns`).  Raises VariorumError for a table
    with more columns than any has, and for a stated column that is not there.
    """
    parsed = Parsed("csv")
    lines = Lines(text)
    begin = table_start(text)
    if first_row_is_endless(text[begin:], delimiter):
        raise VariorumError(
            say(
                "this row has more than {most} columns; a table of rules has few:"
                " export the columns with names and texts, or leave the file out",
                most=MOST_COLUMNS,
            ),
            source,
            lines.line(begin),
        )
    rows = rows_of(text, delimiter)
    filled = [r for r in rows if r.start >= begin and text[r.start : r.end].strip()]
    if not filled:
        filled = [r for r in rows if text[r.start : r.end].strip()]
    if not filled:
        parsed.pieces += [Piece("blank", r.start, r.end) for r in rows]
        return parsed
    lists = side_by_side(text, rows)
    beside = bool(lists)
    tables = [own for side in let_go(lists or [rows]) for own in tables_of(text, side)]
    del rows, filled
    for own in let_go(tables):
        _read_table(parsed, source, text, lang, own, begin, stated, lines, beside)
    if beside:
        parsed.pieces.sort()
    return parsed


def _read_table(
    parsed: Parsed,
    source: str,
    text: str,
    lang: str,
    rows: list[Record],
    begin: int,
    stated: Mapping[str, str] | None,
    lines: Lines,
    headed: bool,
) -> None:
    """Fragments and drafts of the rows of one table; what stands before `begin` is no part of it.

    `headed` says that the line above its titles heads its rows: other lists stand beside it.
    `rows` is emptied: the cells of all take as much room as what is made of them.
    """
    filled = [r for r in rows if r.start >= begin and text[r.start : r.end].strip()]
    filled = filled or [r for r in rows if text[r.start : r.end].strip()]
    layout = columns(text, filled, lang, stated, source)
    head = filled[layout.head]
    del filled
    width = len(head.cells)
    rows[:] = whole_records(text, rows, width, not inner_of(text, head.cells[-1]).strip())
    if layout.name is None or (layout.text is None and not layout.listed):
        _only_data(parsed, source, text, rows, layout, head, lines)
        return
    begun = len(parsed.drafts)
    if not begun:
        parsed.title = title_above(text, [r for r in rows if r.start < head.start])
    table = Table(parsed, source, text, lang, layout, lines, markup.tag_names(text), width)
    # Programs end every row, or only the header, with a delimiter: that is no cell anyone misses.
    needed = max(last_filled(head), layout.name + 1, (layout.text or 0) + 1)
    needed = needed if layout.header else width
    below = [r for r in rows if r.start > max(head.start, layout.second)]
    again = [r.start for r in below if layout.header and is_header(text, r, layout)]
    sections = sections_of(text, below, frozenset(again), layout.text)
    if headed:
        sections |= sections_of(text, [r for r in rows if r.start <= head.start], {head.start})
    section: int | None = None
    seen = Repeated(text)
    groups = GroupColumns(table, [] if sections else below)
    foot = foot_of(text, rows)
    sums = sums_of(text, [r for r in below if r.start < foot], layout.text)
    dumb = ragged = 0
    further = degrees(text, below, layout)
    words = id_columns(layout)
    del below
    for record in let_go(rows):
        whole = text[record.start : record.end]
        if whole.isspace():
            parsed.pieces.append(Piece("blank", record.start, record.end))
            continue
        content = whole.rstrip("\r\n")
        if record.start in sections:
            section = read_section(table, record)
            continue
        if record.start < head.start or (
            layout.header and (record is head or is_header(text, record, layout))
        ):
            _outside(parsed, record, text, "header")
            continue
        if record.start in sums or (record.start >= foot and held_cells(text, record)):
            _outside(parsed, record, text, "text")
            continue
        if not table.tells(record):
            dumb += bool(held_cells(text, record))
            data_row(parsed, record, text, lines, words)
            continue
        line = lines.line(record.start)
        held = groups.above(record)
        if record.start in further:
            read_row(table, record, line, onto=len(parsed.drafts) - 1)
            continue
        start, end = record.start, record.start + len(content)
        above = "\0".join(p.value for p in held)
        earlier = seen.earlier(start, end, above)
        written, record = record, _rejoined(text, record, layout, needed)
        inspect_markup(table, record)
        cells = len(written.cells)
        if cells < needed or (cells > width and last_filled(written) > width):
            ragged += 1
            if ragged <= MOST_RAGGED:
                _ragged(parsed, source, written, width, line, text)
        if earlier is not None:
            draft = parsed.drafts[earlier]
            parsed.repeats.append(RepeatedRecord(earlier, line, draft.line_start))
            parsed.pieces.append(Piece("repeat", record.start, end, earlier))
            if end < record.end:
                parsed.pieces.append(Piece("blank", end, record.end, earlier))
            continue
        carried = table.carried(record)
        if carried is not None:
            add_bearer(table, record, carried)
            continue
        seen.add(start, end, above, len(parsed.drafts))
        draft = read_row(table, record, line, section)
        if held:
            draft.properties = (*held, *draft.properties)
    settle_bearers(table)
    tell_variants(parsed.drafts[begun:], layout)
    tell_numbers(parsed.drafts[begun:])
    if layout.text is None and not layout.pairs:
        parsed.textless = not begun
        said = say_n(
            "no column of this table holds texts, so its {number} entry has none; if one does,"
            ' state it in variorum.toml: columns = {{ text = "…" }}',
            "no column of this table holds texts, so its {number} entries have none; if one does,"
            ' state it in variorum.toml: columns = {{ text = "…" }}',
            len(parsed.drafts),
        )
        parsed.findings.append(_finding("other", "note", source, lines.line(head.start), said))
    if ragged > MOST_RAGGED:
        more = say_n(
            "{number} more row has another number of cells than the header",
            "{number} more rows have another number of cells than the header: it may be the header,"
            " or the delimiter, that is wrong",
            ragged - MOST_RAGGED,
        )
        parsed.findings.append(_finding("ragged_row", "warning", source, 1, more))
    if dumb:
        said = say_n(
            "{number} row has neither a name nor a text, only ids or numbers; it is kept as data",
            "{number} rows have neither a name nor a text, only ids or numbers;"
            " they are kept as data",
            dumb,
        )
        parsed.findings.append(_finding("other", "note", source, lines.line(head.start), said))


def _only_data(
    parsed: Parsed,
    source: str,
    text: str,
    rows: Sequence[Record],
    layout: Columns,
    head: Record,
    lines: Lines,
) -> None:
    """A table without texts, or without names: all of it is data about what other files tell."""
    n = 0
    words = id_columns(layout)
    for record in rows:
        if not text[record.start : record.end].strip():
            parsed.pieces.append(Piece("blank", record.start, record.end))
        elif record.start < head.start or (record is head and layout.header):
            _outside(parsed, record, text, "header")
        else:
            n += 1
            data_row(parsed, record, text, lines, words)
            keep_facts(parsed, source, record, text, lines, layout)
            if layout.key is not None and layout.name is not None:
                named = [inner_of(text, c).strip() for c in record.cells] + [""] * len(head.cells)
                parsed.called.setdefault(named[layout.key], named[layout.name])
            held = [inner_of(text, c).strip() for c in record.cells]
            ids = [(w, held[i]) for i, w in words if i < len(held) and held[i]]
            name = held[layout.name] if layout.name is not None and layout.name < len(held) else ""
            if name and ids:
                parsed.named_ids.setdefault(ids[0][0], {}).setdefault(ids[0][1], name)
            told = tuple([(w, v) for w, v in ids[bool(name) :] if w])
            if len(told) > (not name):
                parsed.ties.append(Tie(told, lines.line(record.start), bool(name)))
    missing = (
        say(
            "no column of this table holds names, so its {n} rows are kept as data and make no"
            ' entries; if one does, state it in variorum.toml: columns = {{ name = "…" }}',
            n=n,
        )
        if layout.name is None
        else say(
            "no column of this table holds texts, so its {n} rows are kept as data and make no"
            ' entries; if one does, state it in variorum.toml: columns = {{ text = "…" }}',
            n=n,
        )
    )
    # Ids say that other tables tell the rest.
    by_ids = layout.key is not None or any(is_reference(folded_title(t)) for t in layout.titles)
    severity = "note" if by_ids else "warning"
    parsed.findings.append(_finding("no_rules", severity, source, lines.line(head.start), missing))


def _finding(kind: str, severity: str, source: str, line: int, message: str) -> Finding:
    return Finding(kind, severity, source, line, None, None, None, None, message)


def _rejoined(text: str, record: Record, layout: Columns, needed: int) -> Record:
    """The row with its text whole, where a mark of that text (`6 cm ; ou`) cut it.

    Programs put no space behind a delimiter; writers put one behind their marks.
    """
    at = layout.text
    if at is None or len(record.cells) <= needed:
        return record
    cells = list(record.cells)
    whole = cells[at]
    while len(cells) > needed and whole.start == whole.inner_start:
        after = cells[at + 1]
        words = text[after.start : after.end]
        if after.start != after.inner_start or not words.strip() or not words[0].isspace():
            break
        whole = Cell(whole.start, after.end, whole.start, after.end)
        cells[at : at + 2] = [whole]
    return Record(tuple(cells), record.start, record.end)


def _outside(parsed: Parsed, record: Record, text: str, kind: str) -> None:
    """The pieces of a row above, in or below the table that is no record."""
    end = record.start + len(text[record.start : record.end].rstrip("\r\n"))
    parsed.pieces.append(Piece(kind, record.start, end))
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
            None
            if _BREAK.search(text, record.start, cell.start)
            else cell.start - record.start + 1,
            text[cell.start : cell.end][:60] or None,
            None,
            None,
            say_n(
                "this row has {number} cells where the header has {width}; the surplus is kept as "
                "text: a delimiter in a text needs quotes around the cell",
                "this row has {number} cells where the header has {width}; the surplus is kept as "
                "text: a delimiter in a text needs quotes around the cell",
                n,
                width=width,
            )
            if n > width
            else say_n(
                "this row has {number} cells where the header has {width}; the missing ones are "
                "taken as empty",
                "this row has {number} cells where the header has {width}; the missing ones are "
                "taken as empty",
                n,
                width=width,
            ),
        )
    )


__all__ = ["columns", "markup_finding", "parse", "recognise", "records"]


def _sure(document: Document) -> float:
    """Records are certain where a delimiter explains the text."""
    if "+-" in document.text and draws_in_text(document.text):
        return 0.0
    stated = stated_delimiter(document.text, document.columns)
    return certainty(document.text) if stated is None else 0.9


def _parse(document: Document) -> Parsed:
    """A text that no delimiter explains, stated to be records, is read as one column."""
    if not document.text.strip():
        whole = [Piece("blank", 0, len(document.text))] if document.text else []
        return Parsed("csv", Pieces(whole))
    known = stated_delimiter(document.text, document.columns) or recognise(document.text)
    delimiter = known or next(
        (d for d in DELIMITERS if first_row_is_endless(document.text, d)), ";"
    )
    return parse(document.source, document.text, document.lang, delimiter, document.columns)


LOADER = Loader(
    "csv",
    say("records with a name and a text: CSV, TSV, semicolons or pipes, with or without BBCode"),
    _sure,
    _parse,
)
