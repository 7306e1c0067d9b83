"""The sheets of a workbook, written out as tables for the step of tables to read.

XLSX and OpenDocument spreadsheets say what stands in a cell, each in its own way; both readers
hand `Sheet`s to `written`.  A sheet is a line with a form feed and its name, and its rows with tabs
between the cells; one of a single column is running text, and is written as paragraphs of HTML.
What is merged over rows, split into runs of bold letters, hidden or commented is settled here, so
that both formats say the same.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from variorum.model import VariorumError
from variorum.say import say, say_n

from . import manuscript
from .form import Extracted, Noted, Place
from .roles import FEWEST_WORDS, LONGEST_NAME, folded_title, is_said

# A workbook of rules has some thousands of cells; these take some hundred megabytes.
MOST_CELLS = 2_000_000
MOST_SHEETS = 1000
# A sheet is written with a place for each of its columns in each of its rows.
MOST_PLACES = 5_000_000
# What stands before the name of a sheet that is a table, of one that is a text, and of a comment.
TABLE, TEXT, ASIDE = "\f", "\f\f", "\f\f\f"
_SIGNS = re.compile(r"[\t\f\v\x1c-\x1f\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ufffe\uffff]|[\ud800-\udfff]")
# So many of the cells of a column open with bold words that name what follows them.
_NAMED = 0.6


class Said(NamedTuple):
    """What one cell says: its row and column, from 0, and its words in runs, bold or not."""

    row: int
    column: int
    runs: tuple[tuple[str, bool], ...]

    @property
    def plain(self) -> str:
        return "".join(words for words, _ in self.runs)


@dataclass(slots=True)
class Sheet:
    """One sheet: what its cells say, those that say nothing left out, in the order of its rows.

    `merged` are the ranges of cells that are shown as one (first row and column, last row and
    column); `comments` are who made each, which may be null, what it says and where;
    `hidden_rows` and `hidden_columns` are shown by no program until somebody asks;
    `unknown` are the cells whose formula has no value in the file.
    """

    name: str
    cells: list[Said] = field(default_factory=list)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    comments: list[tuple[int, int, str | None, str]] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    unknown: list[tuple[int, int]] = field(default_factory=list)
    hidden: bool = False


def letters(column: int) -> str:
    """The name of a column, from 0: A, B … Z, AA …"""
    told = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        told = chr(ord("A") + rest) + told
    return told


def refuse_many(cells: int, file: str) -> None:
    """Raises VariorumError for more cells than are read of one workbook."""
    if cells > MOST_CELLS:
        raise VariorumError(
            say(
                "this workbook has more than {most} cells with something in them; a table of rules"
                " has few: save the sheets with names and texts as a workbook of their own",
                most=MOST_CELLS,
            ),
            file,
        )


def _refuse_sparse(sheet: Sheet, places: int, file: str) -> None:
    if places > MOST_PLACES:
        raise VariorumError(
            say(
                "the cells of the sheet {name} stand so far apart that it has {number} places;"
                " save the part with names and texts as a workbook of its own",
                name=sheet.name,
                number=places,
            ),
            file,
        )


def written(sheets: Iterable[Sheet], file: str) -> Extracted:
    """The text of a workbook; `file` is named in errors.

    Raises VariorumError for a workbook without any words.  The sheets are used up.
    """
    out = _Out()
    for sheet in sheets:
        if sheet.cells:
            _write(out, sheet, file)
    if not out.parts:
        raise VariorumError(
            say("this workbook has no cell with anything in it; check that it is the one meant"),
            file,
        )
    return Extracted("".join(out.parts), "sheets", tuple(out.places), tuple(out.noted))


@dataclass(slots=True)
class _Out:
    parts: list[str] = field(default_factory=list)
    at: int = 0
    places: list[Place] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.at += len(text)


# What stands in one place of the table that is written: one cell, or several that were joined.
_Row = dict[int, list[Said]]


def _write(out: _Out, sheet: Sheet, file: str) -> None:
    rows = _rows(sheet)
    _settle_merged(sheet, rows, file)
    columns = sorted({column for row in rows.values() for column in row})
    _refuse_sparse(sheet, len(rows) * len(columns), file)
    named = _named_column(rows, columns) if len(columns) > 1 else None
    running = len(columns) == 1
    out.places.append(Place(out.at, None, sheet.name))
    name = _SIGNS.sub(" ", _clean(sheet.name)).replace("\n", " ")
    out.put(f"{TEXT if running else TABLE}{name}\n")
    if sheet.hidden:
        told = say("the sheet {name} is hidden in this workbook; it is read", name=sheet.name)
        out.noted.append(Noted(out.at, told))
    starts: dict[int, int] = {}
    places: dict[tuple[int, int], int] = {}
    last: int | None = None
    for number, row in rows.items():
        if last is not None and number > last + 1:
            out.put("\n")
        last = number
        starts[number] = out.at
        for column in columns:
            said = row.get(column, [])
            if column == named:
                said = _named(out, said, places, sheet)
                out.put("\t")
            _cell(out, said, running, places, sheet)
            out.put("\t" if column != columns[-1] else "\n")
    _note_hidden(out, sheet, starts, places)
    for row_, column, by, words in sheet.comments:
        out.put(ASIDE)
        out.places.append(Place(out.at, None, _label(sheet, row_, column)))
        said_ = _SIGNS.sub(" ", _clean(words)).replace("\n", " ").strip()
        out.noted.append(Noted(out.at, manuscript.comment(by), excerpt=said_[:60]))
        out.put(f"{said_}\n")


def _rows(sheet: Sheet) -> dict[int, _Row]:
    rows: dict[int, _Row] = {}
    for said in sorted(sheet.cells, key=lambda s: (s.row, s.column)):
        if said.plain.strip():
            rows.setdefault(said.row, {}).setdefault(said.column, []).append(said)
    sheet.cells.clear()
    return rows


def _label(sheet: Sheet, row: int, column: int) -> str:
    return f"{sheet.name}!{letters(column)}{row + 1}"


def _cell(
    out: _Out,
    said: Sequence[Said],
    running: bool,
    places: dict[tuple[int, int], int],
    sheet: Sheet,
) -> None:
    """The words of a cell, in quotes where programs write them so."""
    words = [_words(one, running) for one in said]
    quoted = not running and (len(words) > 1 or any(w[:1] == '"' or "\n" in w for w in words))
    if running and words:
        out.put("<p>")
    if quoted:
        out.put('"')
    for n, (one, text) in enumerate(zip(said, words, strict=True)):
        if n:
            out.put("\n")
        places[one.row, one.column] = out.at
        out.places.append(Place(out.at, None, _label(sheet, one.row, one.column)))
        out.put(text.replace('"', '""') if quoted else text)
    if quoted:
        out.put('"')
    if running and words:
        out.put("</p>")


def _words(said: Said, running: bool) -> str:
    """The words of a cell; those bold among others stand in tags."""
    strong = [bold for words, bold in said.runs if words.strip()]
    marked = any(strong) and (running or not all(strong))
    parts = []
    for words, bold in said.runs:
        text = _SIGNS.sub(" ", _clean(words))
        text = html.escape(text, quote=False).replace("\n", "<br>") if running else text
        inner = text.strip()
        if marked and bold and inner:
            lead, _, end = text.partition(inner)
            text = f"{lead}<b>{inner}</b>{end}"
        parts.append(text)
    return "".join(parts)


def _clean(words: str) -> str:
    return _CONTROL.sub("\ufffd", words.replace("\r\n", "\n").replace("\r", "\n"))


def _opening(said: Sequence[Said]) -> int:
    """How many runs of a cell are the bold name that opens it: 0 for a cell that has none."""
    if len(said) != 1 or len(said[0].runs) < 2 or not said[0].runs[0][1]:
        return 0
    first = said[0].runs[0][0].strip()
    rest = "".join(words for words, _ in said[0].runs[1:])
    return int(0 < len(first) <= LONGEST_NAME and bool(rest.strip()))


def _named_column(rows: dict[int, _Row], columns: Sequence[int]) -> int | None:
    """The column whose texts open with their names in bold letters, where no other has names."""
    head = next(iter(rows.values()))
    titles = [head[c][0].plain if c in head else "" for c in columns]
    if any(is_said(folded_title(title), "name") for title in titles):
        return None
    for column in columns:
        cells = [row[column] for row in list(rows.values())[1:] if column in row]
        if len(cells) > 1 and sum(map(_opening, cells)) >= _NAMED * len(cells):
            return column
    return None


def _named(
    out: _Out, said: list[Said], places: dict[tuple[int, int], int], sheet: Sheet
) -> list[Said]:
    """Write the name that opens a cell as a cell of its own; gives what is left."""
    cut = _opening(said)
    if not cut:
        return said
    one = said[0]
    name = Said(one.row, one.column, ((one.runs[0][0].strip().rstrip(".:").strip(), False),))
    _cell(out, [name], False, places, sheet)
    rest = one.runs[1:]
    first = rest[0][0].lstrip(" .:–—-")
    return [Said(one.row, one.column, ((first, rest[0][1]), *rest[1:]))]


def _settle_merged(sheet: Sheet, rows: dict[int, _Row], file: str) -> None:
    """A cell over several rows goes with each of them, or they are one row.

    They are one where nothing but a text stands beside it in the others: a name with its text in
    several cells.
    """
    head = next(iter(rows.values()), {})
    fills: list[tuple[int, int, list[int]]] = []
    numbers, places = list(rows), 0
    for top, left, bottom, right in sheet.merged:
        if bottom == top or left not in rows.get(top, {}):
            continue
        inner = numbers[bisect_right(numbers, top) : bisect_right(numbers, bottom)]
        places += len(inner)
        _refuse_sparse(sheet, places, file)
        below = [n for n in inner if n in rows]
        inside = range(left, right + 1)
        others = [[c for c in rows[n] if c not in inside] for n in below]
        texts = [rows[n][c][0].plain for n, own in zip(below, others, strict=True) for c in own]
        wordy = sum(t.count(" ") + 1 for t in texts) >= FEWEST_WORDS * len(texts) > 0
        title = head[left][0].plain if left in head else ""
        one = all(len(own) <= 1 for own in others) and wordy
        if one or (is_said(folded_title(title), "name") and rows[top] is not head):
            for n in below:
                for column, said in rows.pop(n).items():
                    rows[top].setdefault(column, []).extend(said)
        else:
            fills.append((top, left, below))
    for top, left, below in fills:
        for n in below:
            if n in rows and top in rows:
                rows[n].setdefault(left, rows[top][left])


def _note_hidden(
    out: _Out, sheet: Sheet, starts: dict[int, int], places: dict[tuple[int, int], int]
) -> None:
    """Say what of a sheet is hidden, and which cells nobody can read."""
    rows = [n for n in sorted(sheet.hidden_rows) if n in starts]
    for _, group in groupby(enumerate(rows), key=lambda pair: pair[1] - pair[0]):
        run = [n for _, n in group]
        told = say_n(
            "{number} row is hidden here in the sheet {name} (row {first}); it is read",
            "{number} rows are hidden here in the sheet {name} (from row {first}); they are read",
            len(run),
            name=sheet.name,
            first=run[0] + 1,
        )
        out.noted.append(Noted(starts[run[0]], told))
    first_in: dict[int, int] = {}
    for (_, column), place in places.items():
        first_in.setdefault(column, place)
    told_of = sorted(first_in)
    end = -1  # what two of them hide is told once
    for first, last in sorted(sheet.hidden_columns):
        first, end = max(first, end + 1), max(end, last)
        inside = told_of[bisect_left(told_of, first) : bisect_right(told_of, last)]
        if inside:
            told = say(
                "the column {column} of the sheet {name} is hidden; it is read",
                column=letters(first) if first == last else f"{letters(first)}–{letters(last)}",
                name=sheet.name,
            )
            out.noted.append(Noted(min(first_in[column] for column in inside), told))
    if sheet.unknown:
        row, column = sheet.unknown[0]
        at = max((s for n, s in starts.items() if n <= row), default=out.at)
        told = say_n(
            "{number} formula of the sheet {name} has no value in this file ({cell}); open the"
            " workbook in its program and save it again",
            "{number} formulas of the sheet {name} have no value in this file ({cell} …); open the"
            " workbook in its program and save it again",
            len(sheet.unknown),
            name=sheet.name,
            cell=f"{letters(column)}{row + 1}",
        )
        out.noted.append(Noted(at, told, severity="warning"))
