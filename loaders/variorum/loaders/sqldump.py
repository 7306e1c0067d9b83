"""Dumps of databases: the rows that `INSERT INTO … VALUES (…)` puts into tables, as records.

What MySQL, MariaDB, SQLite, PostgreSQL (`--inserts`) and their tools write.  Columns are called as
the statement says, or as `CREATE TABLE` does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from variorum.model import VariorumError
from variorum.say import say

from .form import Document, Loader
from .jsontree import Value
from .objects import parse_values
from .parsed import Lines, Parsed
from .told import Told, unescaped

# So many rows of one width tell a table.
FEWEST_ROWS = 2
LOOKED_AT = 1 << 16
# So many characters at most say which columns a table has.
LONGEST_TABLE = 1 << 15
_NAME = r"(?:`[^`\n]{1,128}`|\"[^\"\n]{1,128}\"|\[[^\]\n]{1,128}\]|[\w.$-]{1,128})"
_NAMES = rf"{_NAME}(?:\s*\.\s*{_NAME})?"
_INSERT = re.compile(
    rf"^[ \t]*(?:INSERT(?:\s+(?:IGNORE|OR\s+\w+|DELAYED|LOW_PRIORITY))?|REPLACE)\s+INTO\s+"
    rf"(?P<table>{_NAMES})\s*(?:\((?P<columns>[^()]*)\)\s*)?VALUES\s*(?=\()",
    re.IGNORECASE | re.MULTILINE,
)
_CREATE = re.compile(
    rf"^[ \t]*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<table>{_NAMES})\s*\(",
    re.IGNORECASE | re.MULTILINE,
)
_BEGINS = re.compile(r"^[ \t]*\((?:\d+|'|NULL\b)", re.IGNORECASE | re.MULTILINE)
_COLUMN = re.compile(rf"\s*(?P<name>{_NAME})\s+[A-Za-z]")
# What begins a line inside `CREATE TABLE` that is no column.
_OTHERS = re.compile(
    r"\s*(?:PRIMARY|FOREIGN|UNIQUE|KEY|INDEX|CONSTRAINT|CHECK|FULLTEXT)\b", re.IGNORECASE
)
_SPACE = re.compile(r"(?:\s|--[^\n]*|/\*(?:(?!\*/).){0,5000}\*/)*+", re.DOTALL)
_STRING = re.compile(r"(?:N|E|_\w+\s)?'(?P<said>(?:[^'\\]|\\.|'')*+)'", re.DOTALL)
_PLAIN_STRING = re.compile(r"(?:N|E)?'(?P<said>(?:[^']|'')*+)'")
# What PostgreSQL calls a list, which holds no text of the rules.
_ARRAY = re.compile(r"ARRAY\s*\[(?:[^'\[\]]|'(?:[^']|'')*+')*+\](?:::[\w\[\]]+)?", re.IGNORECASE)
_WORD = re.compile(r"[^\s,()';]+(?:\([^()';]*\))?")
_ESCAPE = re.compile(r"\\(.)|''", re.DOTALL)
_DOUBLED = re.compile("''")
_STANDS_FOR = {"n": "\n", "r": "\r", "t": "\t", "0": "", "b": "", "Z": ""}
# Only some programs write a backslash before quotes and line ends.
_BACKSLASHES = re.compile(r"`|MySQL|MariaDB|\\'")


def parse(document: Document) -> Parsed:
    """Fragments and drafts of the rows of a dump.

    Raises VariorumError, with the line, for a row that ends nowhere.
    """
    return parse_values(document, _values(document.source, document.text), "sql")


def _values(source: str, text: str) -> list[Value]:
    """An object for each statement: its table, and the rows that go into it."""
    escaped = _BACKSLASHES.search(text) is not None
    try:
        return _statements(source, text, escaped)
    except VariorumError:
        # A text may end with a backslash where programs write none before quotes.
        with suppress(VariorumError):
            return _statements(source, text, not escaped)
        raise


def _statements(source: str, text: str, escaped: bool) -> list[Value]:
    created = _created(text)
    found: list[Value] = []
    at = 0
    while (m := _INSERT.search(text, at)) is not None:
        table = _bare(m["table"])
        said = m["columns"]
        titles = (
            created.get(table.lower(), []) if said is None else list(map(_bare, said.split(",")))
        )
        rows, at = _rows(source, text, m.end(), titles, escaped)
        array = Value("array", rows[0].start, rows[-1].end, rows)
        found.append(Value("object", m.start(), at, [array], [table]))
    return found


def _rows(
    source: str, text: str, at: int, titles: Sequence[str], escaped: bool
) -> tuple[list[Value], int]:
    """The rows of one statement, from the parenthesis at `at` on, and where they end."""
    rows: list[Value] = []
    while True:
        row, at = _row(source, text, at, titles, escaped)
        rows.append(row)
        following = _space(text, at)
        if not text.startswith(",", following):
            return rows, at
        after = _space(text, following + 1)
        if not text.startswith("(", after):
            return rows, at
        at = after


def _row(
    source: str, text: str, start: int, titles: Sequence[str], escaped: bool
) -> tuple[Value, int]:
    items: list[Value] = []
    at = start + 1
    while True:
        at = _space(text, at)
        value, at = _one(text, at, escaped)
        items.append(value)
        at = _space(text, at)
        if text.startswith(")", at):
            break
        if not text.startswith(",", at) or value.start < 0:
            raise VariorumError(
                say("the row that begins here ends nowhere; the dump may have been cut off"),
                source,
                Lines(text).line(start),
            )
        at += 1
    keys = [titles[n] if n < len(titles) else str(n + 1) for n in range(len(items))]
    return Value("object", start, at + 1, items, keys), at + 1


def _one(text: str, at: int, escaped: bool) -> tuple[Value, int]:
    """The value at `at`, and where it ends; one that starts nowhere is none."""
    m = (_STRING if escaped else _PLAIN_STRING).match(text, at)
    if m is not None:
        read = _read_escaped if escaped else _read_plain
        return Value("string", *m.span("said"), read=read), m.end()
    m = _ARRAY.match(text, at) or _WORD.match(text, at)
    if m is None:
        return Value("word", -1, -1), at
    end = m.start() if m.group().upper() == "NULL" else m.end()
    return Value("word", m.start(), end), m.end()


def _space(text: str, at: int) -> int:
    m = _SPACE.match(text, at)
    return m.end() if m is not None else at


def _read_escaped(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "", _ESCAPE, _stands_for)


def _read_plain(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "'", _DOUBLED, lambda m: "'")


def _stands_for(m: re.Match[str]) -> str:
    return "'" if m[1] is None else _STANDS_FOR.get(m[1], m[1])


def _bare(name: str) -> str:
    """A name without its quotes, and without that of the database."""
    return re.split(r"\.(?=[\w`\"\[])", name.strip())[-1].strip(' \t\r\n`"[]')


def _created(text: str) -> dict[str, list[str]]:
    """The columns of each table that is made here, by its name in small letters."""
    found: dict[str, list[str]] = {}
    for m in _CREATE.finditer(text):
        own = found.setdefault(_bare(m["table"]).lower(), [])
        end = text.find(";", m.end(), m.end() + LONGEST_TABLE)
        for line in re.split(r",\s*\n|\n", text[m.end() : end if end >= 0 else m.end()]):
            column = _COLUMN.match(line)
            if column is not None and not _OTHERS.match(line):
                own.append(_bare(column["name"]))
    return found


def recognise(document: Document) -> float:
    """Rows are put into tables, and little else stands between them."""
    text = document.text[:LOOKED_AT]
    if _INSERT.search(text) is None:
        return 0.0
    try:
        values = _values(document.source, document.text)
    except VariorumError:
        # What was cut off, or is no row to us, is told so by `parse`.
        begun = sum(1 for _ in _INSERT.finditer(text)) + sum(1 for _ in _BEGINS.finditer(text))
        return 0.95 if begun > FEWEST_ROWS else 0.0
    rows = sum(len(v.items[0].items) for v in values)
    said = sum(v.end - v.start for v in values)
    return 0.95 if rows >= FEWEST_ROWS and 2 * said > len(document.text) else 0.0


LOADER = Loader(
    "sql",
    say("dumps of databases: the rows that INSERT INTO puts into tables"),
    recognise,
    parse,
)
