"""Translations that come back in a spreadsheet: the CSV of `variorum export` and of the site."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from variorum.model import VariorumError
from variorum.say import say
from variorum.schema.exported import unescaped
from variorum.translations.tmx import Target, Unit
from variorum.translations.xml import locale_of, short_lang

NEEDED = ("entry_key", "position", "lang", "source_text", "to", "text")
# What these rows say still has to be looked at: a translator who has done so says so there.
OPEN = ("fuzzy", "stale")
_DELIMITERS = (",", ";", "\t")
# A cell may hold a whole rule; more than this is none.
_LONGEST = 1 << 24


def read_sheet(raw: bytes, file: str) -> tuple[Unit, ...]:
    """The translations in a sheet, a row each; `file` is its name for messages.

    Columns are found by their titles, in any order, whichever sign a spreadsheet puts between
    them.  Rows without a translation, and those whose `state` is still fuzzy or stale, are left
    out.  Raises VariorumError, with the line, for what is no such sheet.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise VariorumError(
            say("is not UTF-8; let the spreadsheet save it as “CSV UTF-8”"), file, line
        ) from None
    lines = text.splitlines(keepends=True)
    head = lines[0] if lines else ""
    counted = {sign: _columns(head, sign) for sign in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=lambda sign: sum(n in counted[sign] for n in NEEDED))
    columns = counted[delimiter]
    for name in NEEDED:
        if name not in columns:
            raise VariorumError(
                say(
                    "there is no column {name!r}; it needs the columns of `variorum export "
                    "--format csv`: {needed}",
                    name=name,
                    needed=", ".join(NEEDED),
                ),
                file,
                1,
            )
    return tuple(_units(text, delimiter, columns, file))


def _columns(head: str, delimiter: str) -> list[str]:
    row = next(csv.reader([head], delimiter=delimiter), [])
    return [name.strip().lower() for name in row]


def _units(text: str, delimiter: str, columns: list[str], file: str) -> Iterator[Unit]:
    before = csv.field_size_limit(_LONGEST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        next(reader)
        for cells in reader:
            first, line = line + 1, reader.line_num
            row = {
                name: unescaped(cell.replace("\r\n", "\n"))
                for name, cell in zip(columns, cells, strict=False)
            }
            if not row.get("to") or not row.get("text") or row.get("state") in OPEN:
                continue
            position = row["position"].strip()
            if not (position.isascii() and position.isdigit() and len(position) < 10):
                raise VariorumError(
                    say(
                        "the position {position!r} is no number; leave the column as it was",
                        position=position,
                    ),
                    file,
                    first,
                )
            who = row.get("translator") or None
            target = Target(locale_of(row["to"]), row["text"], who, row.get("state") == "reviewed")
            key = row["entry_key"].strip()
            lang = short_lang(row["lang"])
            yield Unit(lang, row["source_text"], (target,), key, int(position))
    except csv.Error as error:
        raise VariorumError(
            say("the quotes do not match here ({error}); save it anew", error=str(error)),
            file,
            reader.line_num or 1,
        ) from None
    finally:
        csv.field_size_limit(before)
