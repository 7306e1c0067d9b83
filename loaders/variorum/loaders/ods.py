"""OpenDocument spreadsheets (ODF 1.3, ISO/IEC 26300): ODS, and the flat form of one XML file.

The text is what a reader of the workbook sees: the words that the program wrote beside each value.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import chain

from variorum.say import say

from .form import Container, Extracted
from .odt import parts_of, words_of
from .odtstyles import DC, OFFICE, STYLE, STYLES, TABLE, TEXT
from .odtstyles import Sheet as Styles
from .safexml import subtrees, whole
from .workbook import MOST_SHEETS, Said, Sheet, refuse_many, written
from .zipped import mimetype

_MIME = "application/vnd.oasis.opendocument.spreadsheet"
_FLAT = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_ROW, _COLUMN, _SHEET = f"{TABLE}table-row", f"{TABLE}table-column", f"{TABLE}table"
_CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
_P, _NOTE = f"{TEXT}p", f"{OFFICE}annotation"
# Copies of sheets of other files, for formulas that lead there; and what changes took away.
_OTHERS = ("'file:", "file:")
_ASIDE = frozenset((f"{TABLE}tracked-changes", f"{TABLE}dde-links"))
_NO_WORDS = frozenset((f"{TEXT}ruby-text", _NOTE))
_MOST_ROWS, _MOST_COLUMNS = 1 << 20, 1 << 14
_VALUES = ("string-value", "date-value", "time-value", "boolean-value", "value")
Runs = list[tuple[str, bool]]


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self.styles = Styles()
        self._shown: dict[str, bool] = {}
        self._cells = 0

    def sheets(self, elements: Iterator[ET.Element]) -> Iterator[Sheet]:
        """The sheets in order, each when the next one begins."""
        sheet: Sheet | None = None
        row = column = number = 0
        for element in elements:
            if element.tag in STYLES:
                self.styles.add(element)
                looks = element.find(f"{STYLE}table-properties")
                if looks is not None and looks.get(f"{TABLE}display") == "false":
                    self._shown[element.get(f"{STYLE}name", "")] = False
            elif element.tag == _SHEET:
                if sheet is not None:
                    yield sheet
                number += 1
                name = element.get(f"{TABLE}name", str(number))
                other = name.startswith(_OTHERS) or number > MOST_SHEETS
                shown = self._shown.get(element.get(f"{TABLE}style-name", ""), True)
                sheet = None if other else Sheet(name, hidden=not shown)
                row = column = 0
            elif sheet is None:
                continue
            elif element.tag == _COLUMN:
                again = _count(element, "number-columns-repeated")
                if _is_hidden(element):
                    sheet.hidden_columns.append((column, column + again - 1))
                column += again
            elif element.tag == _ROW:
                row = self._row(sheet, element, row)
        if sheet is not None:
            yield sheet

    def _row(self, sheet: Sheet, element: ET.Element, row: int) -> int:
        """Read a row, as often as it is repeated; gives the number of the next one."""
        again = _count(element, "number-rows-repeated")
        said = list(self._said(sheet, element, row, again))
        for number in range(row, row + (again if said else 0)):
            if _is_hidden(element):
                sheet.hidden_rows.append(number)
            sheet.cells += (Said(number, one.column, one.runs) for one in said)
        return min(row + again, _MOST_ROWS)

    def _said(self, sheet: Sheet, element: ET.Element, row: int, rows: int) -> Iterator[Said]:
        """What the cells of a row say that is repeated in so many `rows`."""
        column = 0
        for cell in element:
            if cell.tag not in _CELLS:
                continue
            again = min(_count(cell, "number-columns-repeated"), _MOST_COLUMNS - column)
            runs = tuple(self._words(sheet, cell, row, column))
            down, across = (_count(cell, f"number-{n}-spanned") for n in ("rows", "columns"))
            if runs and (down > 1 or across > 1):
                sheet.merged.append((row, column, row + down - 1, column + across - 1))
            if runs:
                self._cells += again * rows
                refuse_many(self._cells, self._file)
                yield from (Said(row, at, runs) for at in range(column, column + again))
            column += again

    def _words(self, sheet: Sheet, cell: ET.Element, row: int, column: int) -> Runs:
        for note in cell.iterfind(_NOTE):
            said = "\n".join("".join(words_of(p)) for p in note.iter(_P))
            if said.strip():
                sheet.comments.append((row, column, note.findtext(f"{DC}creator"), said))
        if cell.tag != _CELLS[0]:
            return []  # what stands below another cell is seen by nobody
        strong = self.styles.look("table-cell", cell.get(f"{TABLE}style-name")).strong
        found: Runs = []
        paragraphs = list(cell.iterfind(_P))
        for n, p in enumerate(paragraphs):
            if n:
                found.append(("\n", strong))
            self._walk(found, p, strong)
        if any(words.strip() for words, _ in found):
            return _together(found)
        values = (cell.get(f"{OFFICE}{name}") for name in _VALUES)
        value = next((told for told in values if told), None)
        if value is None and cell.get(f"{TABLE}formula") and not paragraphs:
            sheet.unknown.append((row, column))
        return [] if value is None or paragraphs else [(value, strong)]

    def _walk(self, found: Runs, element: ET.Element, strong: bool) -> None:
        _say(found, element.text, strong)
        for child in element:
            if child.tag == f"{TEXT}s":
                told = whole(child.get(f"{TEXT}c"), 80)
                found.append((" " * (1 if told is None else told), strong))
            elif child.tag == f"{TEXT}tab":
                found.append((" ", strong))
            elif child.tag == f"{TEXT}line-break":
                found.append(("\n", strong))
            elif child.tag not in _NO_WORDS:
                name = child.get(f"{TEXT}style-name")
                bold = self._bold(name, strong) if child.tag == f"{TEXT}span" else strong
                self._walk(found, child, bold)
            _say(found, child.tail, strong)

    def _bold(self, name: str | None, strong: bool) -> bool:
        from .odtstyles import Look

        return self.styles.span(name, Look(strong=strong)).strong


def _say(found: Runs, text: str | None, strong: bool) -> None:
    if text:
        # As in HTML, line ends and runs of spaces in the file are one space.
        found.append((" ".join(f"\0{text}\0".split()).replace("\0", ""), strong))


def _together(runs: Runs) -> Runs:
    """The runs, those of one look as one."""
    found: Runs = []
    for words, bold in runs:
        if found and (found[-1][1] == bold or not words.strip()):
            found[-1] = (found[-1][0] + words, found[-1][1])
        elif words:
            found.append((words, bold))
    return found


def _count(element: ET.Element, name: str) -> int:
    return whole(element.get(f"{TABLE}{name}"), _MOST_ROWS) or 1


def _is_hidden(element: ET.Element) -> bool:
    return element.get(f"{TABLE}visibility", "visible") != "visible"


def opens(raw: bytes) -> bool:
    """Whether a file calls itself an OpenDocument spreadsheet, packed or flat."""
    if raw[:512].lstrip().startswith(b"<?xml") and _FLAT in raw[:4096]:
        return f'office:mimetype="{_MIME}"'.encode() in raw[:65536]
    return (mimetype(raw) or "").startswith(_MIME)


def extract(raw: bytes, file: str) -> Extracted:
    """The text of an OpenDocument spreadsheet; `file` is named in errors.

    Raises VariorumError for one that is damaged or encrypted, and for one without words.
    """
    content, styles, _ = parts_of(raw, file)
    reader = _Reader(file)
    styled = subtrees(styles, file, STYLES) if styles else iter(())
    wanted = STYLES | _ASIDE | {_ROW, _COLUMN}
    read = chain(styled, subtrees(content, file, wanted, frozenset((_SHEET,))))
    return written(reader.sheets(read), file)


CONTAINER = Container(
    "ods",
    say("OpenDocument spreadsheets of LibreOffice and others, sheet by sheet"),
    opens,
    extract,
)
