"""XLSX, the workbooks of Microsoft Excel (ECMA-376, SpreadsheetML, transitional and strict).

The text is what a reader of the workbook sees: values that formulas had when it was saved, numbers
and dates as their formats write them.  Formulas are neither run nor read.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import suppress
from posixpath import dirname, join, normpath

from variorum.model import VariorumError
from variorum.say import say

from .docxparts import local
from .form import Container, Extracted
from .safexml import subtrees, whole
from .shown import BUILT_IN, GENERAL, shown
from .workbook import MOST_SHEETS, Said, Sheet, refuse_many, written
from .zipped import Archive, office_types

_MAIN = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_BOOK = ("sheet.main+xml", "sheet.macroEnabled.main+xml", "template.main+xml")
_IS_BOOK = re.compile(rb"(?:spreadsheetml|ms-excel)\.(?:sheet|template)[.\w]*\.main")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_MOST_ROWS, _MOST_COLUMNS = 1 << 20, 1 << 14
_OFF = ("0", "false")

Runs = tuple[tuple[str, bool], ...]


def _wanted(*names: str) -> frozenset[str]:
    return frozenset(f"{{{space}}}{name}" for space in _MAIN for name in names)


class _Book:
    """The parts of a workbook that all of its sheets share."""

    def __init__(self, archive: Archive, file: str) -> None:
        self._archive, self._file = archive, file
        self.cells = 0
        types = frozenset((f"{{{_TYPES}}}Override", f"{{{_TYPES}}}Default"))
        parts = {
            part.get("PartName", "").lstrip("/"): part.get("ContentType", "")
            for part in subtrees(archive.read("[Content_Types].xml"), file, types)
        }
        book = next((n for n, t in parts.items() if t.endswith(_BOOK)), "xl/workbook.xml")
        if book not in archive:
            raise VariorumError(
                say(
                    "this is no workbook that can be read: it has no part {name}; open it in its"
                    " program and save it as XLSX",
                    name=book,
                ),
                file,
            )
        self._relations = self._read_relations(book)
        self.strings = list(self._strings())
        self.bold, self.formats = self._styles()
        self.since_1904 = False
        self.sheets: list[tuple[str, str, bool]] = []
        ids = ("id", f"{{{_RELATIONS}}}id")
        for element in subtrees(archive.read(book), file, _wanted("sheet", "workbookPr")):
            if local(element) == "workbookPr":
                self.since_1904 = element.get("date1904", "0") not in _OFF
                continue
            name = next((v for k, v in element.items() if k.endswith("}id") or k in ids), "")
            kind, part = self._relations.get(name, ("", ""))
            if kind == "worksheet" and part in archive and len(self.sheets) < MOST_SHEETS:
                hidden = element.get("state", "visible") != "visible"
                self.sheets.append((element.get("name", part), part, hidden))

    def _read_relations(self, part: str) -> dict[str, tuple[str, str]]:
        """What a part is related to by id: the last word of the kind, and the part."""
        folder, _, name = part.rpartition("/")
        told = f"{folder}/_rels/{name}.rels".lstrip("/")
        if told not in self._archive:
            return {}
        found = {}
        tag = frozenset((f"{{{_RELATIONS}}}Relationship",))
        for element in subtrees(self._archive.read(told), self._file, tag):
            target = element.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else join(dirname(part), target)
            kind = element.get("Type", "").rpartition("/")[2]
            found[element.get("Id", "")] = (kind, normpath(path))
        return found

    def _parts(self, kind: str) -> Iterator[bytes]:
        for told, part in self._relations.values():
            if told == kind and part in self._archive:
                yield self._archive.read(part)

    def _strings(self) -> Iterator[Runs]:
        for raw in self._parts("sharedStrings"):
            for element in subtrees(raw, self._file, _wanted("si")):
                yield _runs(element)

    def _styles(self) -> tuple[list[bool], list[str]]:
        """Whether the letters of each style of cells are bold, and how it writes numbers."""
        fonts: list[bool] = []
        own: dict[str, str] = {}
        bold: list[bool] = []
        formats: list[str] = []
        for raw in self._parts("styles"):
            for element in subtrees(raw, self._file, _wanted("fonts", "numFmts", "cellXfs")):
                for child in element:
                    if local(element) == "fonts":
                        fonts.append(_is_bold(child))
                    elif local(element) == "numFmts":
                        own[child.get("numFmtId", "")] = child.get("formatCode", GENERAL)
                    else:
                        font, number = child.get("fontId", "0"), child.get("numFmtId", "0")
                        at = whole(font) or 0
                        bold.append(at < len(fonts) and fonts[at])
                        builtin = BUILT_IN.get(whole(number) or 0, GENERAL)
                        formats.append(own.get(number, builtin))
        return bold, formats

    def sheet(self, name: str, part: str, hidden: bool) -> Sheet:
        """What the cells of a sheet say."""
        sheet = Sheet(name, hidden=hidden)
        at = -1
        for element in subtrees(
            self._archive.read(part), self._file, _wanted("row", "col", "mergeCell")
        ):
            tag = local(element)
            if tag == "row":
                at = self._row(sheet, element, at + 1)
            elif tag == "mergeCell":
                sheet.merged += _range(element.get("ref", ""))
            elif element.get("hidden", "0") not in _OFF:
                first, last = (whole(element.get(n), _MOST_COLUMNS) for n in ("min", "max"))
                if first is not None and last is not None:
                    sheet.hidden_columns.append((first - 1, last - 1))
        for kind, comments in self._read_relations(part).values():
            if kind == "comments" and comments in self._archive:
                sheet.comments += self._comments(comments)
        return sheet

    def _row(self, sheet: Sheet, element: ET.Element, at: int) -> int:
        told = whole(element.get("r"))
        at = told - 1 if told is not None and 0 < told <= _MOST_ROWS else at
        if element.get("hidden", "0") not in _OFF:
            sheet.hidden_rows.append(at)
        column = -1
        for cell in element:
            place = _place(cell.get("r", ""))
            column = place[1] if place else column + 1
            at = place[0] if place and told is None else at
            runs = self._said(sheet, cell, at, column)
            if any(words for words, _ in runs):
                self.cells += 1
                refuse_many(self.cells, self._file)
                sheet.cells.append(Said(at, column, runs))
        return at

    def _said(self, sheet: Sheet, cell: ET.Element, row: int, column: int) -> Runs:
        kind = cell.get("t", "n")
        number = whole(cell.get("s")) or 0
        bold = number < len(self.bold) and self.bold[number]
        value, formula = "", False
        for child in cell:
            name = local(child)
            if name == "is":
                return _strong(_runs(child), bold)
            if name == "v":
                value = child.text or ""
            formula = formula or name == "f"
        if not value:
            if formula and kind != "str":
                sheet.unknown.append((row, column))
            return ()
        if kind == "s":
            at = whole(value)
            if at is None or at >= len(self.strings):
                return ()
            return _strong(self.strings[at], bold)
        if kind == "b":
            value = "FALSE" if value in _OFF else "TRUE"
        elif kind == "n":
            code = self.formats[number] if number < len(self.formats) else GENERAL
            # What is no number is shown as it is.
            with suppress(ValueError, OverflowError):
                value = shown(float(value), code, self.since_1904)
        return ((_unescaped(value), bold),)

    def _comments(self, part: str) -> Iterator[tuple[int, int, str | None, str]]:
        authors: list[str] = []
        for element in subtrees(self._archive.read(part), self._file, _wanted("author", "comment")):
            if local(element) == "author":
                authors.append((element.text or "").strip())
                continue
            place, by = _place(element.get("ref", "")), whole(element.get("authorId"))
            who = (authors[by] or None) if by is not None and by < len(authors) else None
            said = "".join(words for text in element for words, _ in _runs(text))
            if place is not None and said.strip():
                yield *place, who, said


def _runs(element: ET.Element) -> Runs:
    """The words of a text, those that tell how to pronounce it left out."""
    found: list[tuple[str, bool]] = []
    for child in element:
        name = local(child)
        if name == "t":
            found.append((_unescaped(child.text or ""), False))
        elif name == "r":
            words = "".join(t.text or "" for t in child if local(t) == "t")
            looks = next((p for p in child if local(p) == "rPr"), None)
            found.append((_unescaped(words), looks is not None and _is_bold(looks)))
    return tuple(found)


def _strong(runs: Runs, bold: bool) -> Runs:
    """The runs of a cell whose own letters are bold: those without a look of their own are."""
    return tuple((words, True) for words, _ in runs) if bold and len(runs) == 1 else runs


def _is_bold(looks: ET.Element) -> bool:
    return any(local(e) == "b" and e.get("val", "1") not in _OFF for e in looks)


def _unescaped(words: str) -> str:
    """Signs that XML has not are written `_x000D_`, where the file is of Excel."""
    if "_x" not in words:
        return words
    return _ESCAPED.sub(lambda m: chr(int(m.group(1), 16)), words)


def _place(told: str) -> tuple[int, int] | None:
    m = _PLACE.fullmatch(told)
    if m is None:
        return None
    column = 0
    for letter in m.group(1).upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    row = int(m.group(2))
    return (row - 1, column - 1) if 0 < row <= _MOST_ROWS and column <= _MOST_COLUMNS else None


def _range(told: str) -> list[tuple[int, int, int, int]]:
    first, _, last = told.partition(":")
    a, b = _place(first), _place(last or first)
    return [(*a, *b)] if a and b else []


def opens(raw: bytes) -> bool:
    """Whether an archive holds a workbook, as the types of its parts tell."""
    return _IS_BOOK.search(office_types(raw)) is not None


def extract(raw: bytes, file: str) -> Extracted:
    """The text of a workbook; `file` is named in errors.

    Raises VariorumError for one that is damaged or in the binary form, and for one without words.
    """
    archive = Archive(raw, file)
    if "xl/workbook.bin" in archive:
        raise VariorumError(
            say("this is a workbook in the binary form (XLSB); open it and save it as XLSX"), file
        )
    book = _Book(archive, file)
    return written((book.sheet(*told) for told in book.sheets), file)


CONTAINER = Container(
    "xlsx", say("workbooks of Microsoft Excel and others, sheet by sheet"), opens, extract
)
