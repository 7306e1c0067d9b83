"""The glossary of a folder of catalogues: `glossary.csv`, one concept a row.

The columns are `concept`, `system` (empty: all games), one for each language (`fr`, `hu`,
`en`) and `note`, in UTF-8 with commas.  A cell of a language may be empty while nobody knows
the word, and may hold several, divided by semicolons, of which the first is the usual one.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category

from variorum.compare.language import languages
from variorum.files import decode_utf8
from variorum.model import Term, VariorumError
from variorum.say import say

GLOSSARY = "glossary.csv"
"""The name of the file, in the folder of the catalogues."""

LONGEST = 200
"""Characters of a cell: a term is a name or a short phrase, never a rule."""

PREFERRED, ADMITTED = "preferred", "admitted"
"""The status of words that share a cell: of the first, and of the others."""

_NAMES = ("concept", "system", "note")
_CONCEPT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Row:
    """One concept: its words by language, and the line (from 1) where its row begins."""

    line: int
    concept: str
    system: str | None
    words: tuple[tuple[str, str], ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class Doubt:
    """What rows contradict or leave open: `severity` is `error` or `notice`."""

    line: int
    severity: str
    kind: str
    message: str


def alternatives(cell: str) -> tuple[str, ...]:
    """The words of a cell, which semicolons divide: the first is the usual one."""
    return tuple(word for part in cell.split(";") if (word := part.strip()))


def glossary_path(folder: Path) -> Path:
    """Where the glossary of a folder of catalogues belongs."""
    return folder / GLOSSARY


def parse_glossary(raw: bytes, file: str) -> tuple[Row, ...]:
    """The rows of a glossary, in the order of the file.

    `file` is its name for messages.  Raises VariorumError, with file and line, for what is no
    UTF-8, no CSV, has another header, cells too many or too few, a concept that is no slug
    or stands twice for one game, and a row without any word.
    """
    text = decode_utf8(raw, file).removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    header: list[str] | None = None
    seen: dict[tuple[str, str | None], int] = {}
    line = 1
    try:
        for cells in reader:
            at, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = _header(cells, file, at)
                continue
            row = _row(header, [cell.strip() for cell in cells], file, at)
            first = seen.setdefault((row.concept, row.system), at)
            if first != at:
                raise VariorumError(
                    say(
                        "the concept {concept!r} stands on line {first} too; keep one row, or give it "
                        "another name",
                        concept=row.concept,
                        first=first,
                    ),
                    *(file, at),
                )
            rows.append(row)
    except csv.Error as error:
        raise VariorumError(
            say(
                "is no CSV here ({error}); put quotation marks around the cell and double "
                "those in it",
                error=error,
            ),
            *(file, line),
        ) from error
    if header is None:
        raise VariorumError(
            say("is empty; begin with the line {expected}", expected=_expected()), file, 1
        )
    return tuple(rows)


def terms_of(rows: Iterable[Row], systems: Collection[str]) -> tuple[Term, ...]:
    """The words of the rows that hold for `systems`, by row and language of the header.

    Rows of other games are left out, as catalogues of games that a build lacks are.
    """
    return tuple(
        Term(row.concept, row.system, lang, word, status, row.note)
        for row in rows
        if row.system is None or row.system in systems
        for lang, cell in row.words
        for word, status in _with_status(alternatives(cell))
    )


def _with_status(words: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    for at, word in enumerate(words):
        yield word, None if len(words) == 1 else ADMITTED if at else PREFERRED


def doubts(rows: Iterable[Row], systems: Collection[str] | None = None) -> list[Doubt]:
    """What does not agree within a glossary, by line.

    A word that has other translations in another row of the same game is an error, unless
    notes on both rows tell them apart; a game that is not among `systems` (null: not known)
    is one too; an empty cell is a notice.
    """
    found: list[Doubt] = []
    first: dict[tuple[str | None, str, str], Row] = {}
    for row in rows:
        if systems is not None and row.system is not None and row.system not in systems:
            known = ", ".join(sorted(systems)) or say("none")
            what = say(
                "there is no game {system!r}; the games are: {known}",
                system=row.system,
                known=known,
            )
            found.append(Doubt(row.line, "error", "unknown_system", what))
        told = False
        for lang, cell in row.words:
            if not cell:
                what = say("{concept!r} has no word in {lang}", concept=row.concept, lang=lang)
                found.append(Doubt(row.line, "notice", "empty_cell", what))
            for word in alternatives(cell):
                other = first.setdefault((row.system, lang, word.casefold()), row)
                if other is row or told or (row.note and other.note and row.note != other.note):
                    continue
                apart = [key for key in dict(row.words) if _differ(row, other, key)]
                if apart:
                    told = True
                    what = say(
                        "{word!r} ({lang}) has another translation on line {line} ({apart}); use "
                        "one, or tell the two apart in their notes",
                        word=word,
                        lang=lang,
                        line=other.line,
                        apart=", ".join(apart),
                    )
                    found.append(Doubt(row.line, "error", "two_translations", what))
    return sorted(found, key=lambda doubt: (doubt.line, doubt.severity, doubt.message))


def _differ(row: Row, other: Row, lang: str) -> bool:
    one, two = ({w.casefold() for w in alternatives(dict(r.words)[lang])} for r in (row, other))
    return bool(one and two) and one.isdisjoint(two)


def _header(cells: list[str], file: str, line: int) -> list[str]:
    names = [cell.strip() for cell in cells]
    known = (*_NAMES, *languages())
    wrong = [name for name in names if name not in known]
    missing = [name for name in _NAMES if name not in names]
    if wrong or missing or len(set(names)) != len(names) or len(names) == len(_NAMES):
        raise VariorumError(
            say("is no header of a glossary; write {expected}", expected=_expected()), file, line
        )
    return names


def _expected() -> str:
    return ",".join(("concept", "system", *languages(), "note"))


def _row(header: list[str], cells: list[str], file: str, line: int) -> Row:
    def fail(what: str) -> VariorumError:
        return VariorumError(what, file, line)

    if len(cells) != len(header):
        raise fail(
            say(
                "has {cells} cells where the header has {wanted}; put quotation marks around a "
                "cell with a comma in it",
                cells=len(cells),
                wanted=len(header),
            )
        )
    cell = dict(zip(header, cells, strict=True))
    if not _CONCEPT.fullmatch(cell["concept"]):
        raise fail(
            say(
                "{concept!r} is no name of a concept; use small letters, digits and hyphens",
                concept=cell["concept"],
            )
        )
    for name, value in cell.items():
        if len(value) > LONGEST:
            raise fail(
                say(
                    "the cell {name} is longer than {longest} characters; shorten it",
                    name=name,
                    longest=LONGEST,
                )
            )
        if any(not c.isprintable() and category(c) != "Zs" for c in value):
            raise fail(
                say(
                    "the cell {name} holds a line break or an invisible character; take it out",
                    name=name,
                )
            )
    words = tuple(_words(header, cell))
    if not any(alternatives(word) for _, word in words):
        raise fail(
            say(
                "{concept!r} has no word in any language; add one, or take it out",
                concept=cell["concept"],
            )
        )
    return Row(line, cell["concept"], cell["system"] or None, words, cell["note"] or None)


def _words(header: list[str], cell: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name in header:
        if name not in _NAMES:
            yield name, cell[name]
