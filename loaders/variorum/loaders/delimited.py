"""The records and cells of delimiter-separated text, under one delimiter.

A quote opens a quoted cell only where the cell also closes, so that a bare inch mark is text; nor
does it where the lines up to there are whole records by themselves.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from variorum.fixed import maker

from .entities import ends_reference
from .parsed import LINE_END

# So many lines tell whether a quote goes on over records, or a line end stands in a cell.
LINES_LOOKED_AT = 20
# A line without a delimiter that begins so goes on with the cell of the line before; so does a first
# cell that is a sentence, or longer than names are.
_GOES_ON = re.compile(r"[ \t]*(?:<|[a-zà-ÿ])")
_SENTENCE = re.compile(r".*[.!?:…][\"»”)\s]*", re.DOTALL)
LONGEST_NAME = 80


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


_cell, _record = maker(Cell), maker(Record)


def records(text: str, delimiter: str) -> list[Record]:
    """All records of `text`, blank lines included (a record of one empty cell)."""
    special = re.compile("[" + re.escape(delimiter) + "\r\n]")
    closing = re.compile(r'"[ \t]*(?=[' + re.escape(delimiter) + r"\r\n]|\Z)")
    found: list[Record] = []
    cells: list[Cell] = []
    at = begin = 0
    width = _first_width(text, delimiter)
    # Where the closing quote stands that a bare mark would have taken.
    bare_until = 0
    quotes: bool | None = None
    # Where no closing quote was found once, none follows: a bare mark must not cost a scan each.
    no_close_after = len(text) + 1
    # With quotes nothing is plain, and in a list with semicolons some belong to references.
    signs = tuple(filter(text.__contains__, '"\r&' if delimiter == ";" else '"\r'))
    while at < len(text):
        line_end = text.find("\n", at) if at == begin else -1
        if line_end < 0 and at == begin and "\r" not in signs:
            line_end = len(text)  # the last line may have no line end
        if line_end >= 0:
            line = text[at:line_end]
            if not any(map(line.__contains__, signs)):
                stop = min(line_end + 1, len(text))
                found.append(_record((_plain_cells(line, at, delimiter), at, stop)))
                at = begin = stop
                continue
        inner_start = inner_end = at
        quoted = False
        if text[at] == '"' and at < no_close_after and not _ends_before(text, at + 1, closing):
            end = bare_until if at < bare_until else _closing_quote(text, at + 1, closing)
            if end is None:
                no_close_after = at
            elif _holds_records(text, at, end, delimiter, width) and not (
                quotes := _quotes(text, delimiter) if quotes is None else quotes
            ):
                bare_until = end
            else:
                quoted = True
                inner_start, inner_end = at + 1, end
                cell_end = _stop(text, end + 1, special)
        if not quoted:
            cell_end = inner_end = _stop(text, at, special)
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


def _plain_cells(line: str, at: int, delimiter: str) -> tuple[Cell, ...]:
    """The cells of a line without quotes, as most are; it starts at offset `at`."""
    cells = []
    for part in line.split(delimiter):
        end = at + len(part)
        cells.append(_cell((at, end, at, end)))
        at = end + 1
    return tuple(cells)


def _first_width(text: str, delimiter: str) -> int:
    """The number of cells in the first line that has the delimiter."""
    at = text.find(delimiter)
    if at < 0:
        return 1
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    end = LINE_END.search(text, at)
    return text.count(delimiter, begin, end.start() if end else len(text)) + 1


def _quotes(text: str, delimiter: str) -> bool:
    """Whether some cell of one line is quoted as programs do it: around what needs it."""
    sign = re.escape(delimiter)
    cell = re.compile(rf"(?:^|(?<=[{sign}\r\n]))\"((?:[^\"\r\n]|\"\")*+)\"(?=[{sign}\r\n]|\Z)")
    return any(delimiter in m[1] or '""' in m[1] for m in cell.finditer(text))


def _ends_before(text: str, at: int, closing: re.Pattern[str]) -> bool:
    """Whether the first quote behind the one before `at` ends what that one opened, as in a bare
    cell (`"Sharp" weapons …`): a letter or stop stands before it, and words go on behind it.

    A number before it has an inch mark; one behind a space opens words inside the cell.
    """
    at = text.find('"', at)
    while at >= 0 and text.startswith('""', at):
        at = text.find('"', at + 2)
    if at <= 0 or closing.match(text, at):
        return False
    before, behind = text[at - 1], text[at + 1]
    return (before.isalpha() or before in ".!?,…") and behind in " ,.;:!?)…"


def _holds_records(text: str, at: int, end: int, delimiter: str, width: int) -> bool:
    """Whether the lines from a quote at `at` to the one that would close it are records each."""
    first = LINE_END.search(text, at, end)
    if first is None or width < 2:
        return False
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    for _ in range(LINES_LOOKED_AT):
        stop = LINE_END.search(text, begin)
        last = stop.start() if stop else len(text)
        if text.count(delimiter, begin, last) != width - 1:
            return False
        if stop is None or stop.end() > end:
            return True
        begin = stop.end()
    return True


def whole_records(text: str, rows: list[Record], width: int, ends_open: bool) -> list[Record]:
    """The rows, those put together whose cells went on over line ends without quotes around them.

    `width` is the number of cells of the header; `ends_open` says that it ends with a delimiter,
    as then every whole record does.
    """
    short = [len(r.cells) < width and bool(text[r.start : r.end].strip()) for r in rows]
    if not any(short):
        return rows
    found: list[Record] = []
    before = list(accumulate((len(r.cells) - 1 for r in rows), initial=0))
    closes = _next_closed(text, rows) if ends_open else []
    at = 0
    while at < len(rows):
        last = at
        if short[at]:
            last = closes[at] if ends_open else _goes_on_to(text, rows, at, width)
            if before[last + 1] - before[at] + 1 != width:
                last = at
        found.append(_joined(rows[at : last + 1]))
        at = last + 1
    return found


def _next_closed(text: str, rows: list[Record]) -> list[int]:
    """For each row the first row from it on that ends with a delimiter (itself where none does)."""
    closes = list(range(len(rows)))
    closed: int | None = None
    for i in range(len(rows) - 1, -1, -1):
        cell = rows[i].cells[-1]
        if len(rows[i].cells) > 1 and cell.start == cell.end:
            closed = i
        closes[i] = i if closed is None else closed
    return closes


def _goes_on_to(text: str, rows: list[Record], at: int, width: int) -> int:
    """The last of the rows with which the short row `at` goes on."""
    cells = len(rows[at].cells)
    last = at
    for i in range(at + 1, min(at + LINES_LOOKED_AT, len(rows))):
        first = rows[i].cells[0]
        goes_on = (
            first.end - first.start > LONGEST_NAME
            or (len(rows[i].cells) == 1 and _GOES_ON.match(text, first.start, first.end))
            or _SENTENCE.fullmatch(text, first.start, first.end)
        )
        if cells >= width or not goes_on:
            break
        cells += len(rows[i].cells) - 1
        last = i
    return last


def _joined(rows: list[Record]) -> Record:
    """Rows as one, the last cell of each going on in the first of the next."""
    if len(rows) == 1:
        return rows[0]
    cells = list(rows[0].cells)
    for row in rows[1:]:
        start, end = cells[-1].start, row.cells[0].end
        cells[-1:] = [Cell(start, end, start, end), *row.cells[1:]]
    return Record(tuple(cells), rows[0].start, rows[-1].end)


def _stop(text: str, at: int, special: re.Pattern[str]) -> int:
    """Where the cell at `at` ends; the semicolon of `&nbsp;` ends none."""
    begin = at
    while (stop := special.search(text, at)) is not None:
        if stop.group() != ";" or not ends_reference(text, begin, stop.end()):
            return stop.start()
        at = stop.end()
    return len(text)


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
