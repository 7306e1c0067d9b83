"""Tables that a program opened under another delimiter than theirs, and saved again.

A spreadsheet takes the commas of a text for delimiters, and on saving puts quotes around what holds
quotes or its own delimiter: records of a table with pipes become cells of another table, whose
header is one cell (`id|name|text`).  The cells joined again are the table as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.model import VariorumError
from variorum.say import say

from .decode import decode
from .form import Container, Extracted, Noted

# What programs write with, and what the tables they misread were written with.
_OUTER = (",", "|", ";", "\t")
_INNER = ("|", "\t", ";")
_LINE_END = r"\r\n|\n|\r"
# So many characters tell whether a table was saved again.
_LOOKED_AT = 1 << 18
_LONGEST_HEADER = 2000
# In so many lines of a table that was, the delimiters of its header come again; in fewer where the
# header has quotes, as the lines of one text may be many.
_SHARE, _FEW = 0.5, 0.1
# The encodings of such tables have these signs where ASCII has them.
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def _cells(outer: str, bare: str) -> re.Pattern[str]:
    """One cell, quoted or not, and what ends it."""
    sign = re.escape(outer)
    quoted = r'"(?P<quoted>(?:[^"]++|"")*+)"'
    return re.compile(
        rf"(?:{quoted}|(?P<bare>[^{bare}\r\n{sign}]*+))(?P<end>{sign}|{_LINE_END}|\Z)"
    )


# Programs that quote leave no quotation mark bare.
_STRICT = {outer: _cells(outer, '"') for outer in _OUTER}
_ANY = {outer: _cells(outer, "") for outer in _OUTER}


def _records(text: str, outer: str, cell: re.Pattern[str]) -> Iterator[tuple[list[str], bool, int]]:
    """The cells of each record under `outer`, whether one had to be quoted, and where it ends.

    Ends where `cell` matches no longer.
    """
    at, cells, quoted = 0, list[str](), False
    while at < len(text):
        m = cell.match(text, at)
        if m is None:
            return
        at = m.end()
        words = m["quoted"]
        if words is None:
            cells.append(m["bare"])
        else:
            cells.append(words.replace('""', '"'))
            quoted = quoted or '"' in words or any(map(words.__contains__, _INNER))
        if m["end"] != outer or at == len(text):
            # Spreadsheets write all rows as wide as the widest.
            while len(cells) > 1 and not cells[-1]:
                cells.pop()
            yield cells, quoted, at
            cells, quoted = [], False


def _outer(text: str) -> str | None:
    """The delimiter under which a table was saved again, null for any other text."""
    header = re.match(rf"[^\r\n]{{1,{_LONGEST_HEADER}}}", text)
    if header is None or not any(map(header.group().__contains__, _INNER)):
        return None
    # The last record may be cut off.
    needed = len(text) if len(text) < _LOOKED_AT else _LOOKED_AT // 2
    return next((o for o in _OUTER if _was_saved(text[:_LOOKED_AT], o, needed)), None)


def _was_saved(text: str, outer: str, needed: int) -> bool:
    """Whether the cells of `text` under `outer` are parts of records under another delimiter.

    So many characters must be `needed` that are read without a bare quotation mark.
    """
    head: list[str] | None = None
    inner, wanted, lines, whole, split, read, share = "", 0, 0, 0, False, 0, _SHARE
    for cells, quoted, end in _records(text, outer, _STRICT[outer]):
        read = end
        split = split or quoted
        if head is None:
            head = cells
            inner = max(_INNER, key=cells[0].count)
            wanted = cells[0].count(inner)
            # A table of its own would have its columns here.
            if len(cells) != 1 or not wanted or (inner == outer and not quoted):
                return False
            share = _FEW if quoted else _SHARE
        elif cells != [""]:
            lines += 1
            whole += sum(c.count(inner) for c in cells) >= wanted
    return split and whole >= share * lines and read >= needed


def opens(raw: bytes) -> bool:
    """Whether a file is a table that was saved again."""
    if raw.startswith(_WIDE) or b'"' not in raw[:_LOOKED_AT]:
        return False
    # Only signs of ASCII tell it, which any encoding of such tables has in their places.
    return (
        _outer(raw[: _LOOKED_AT + _LONGEST_HEADER].decode("latin-1").removeprefix("ï»¿"))
        is not None
    )


def extract(raw: bytes, file: str) -> Extracted:
    """The table as it was, with the finding that says so.  Raises VariorumError as `decode` does."""
    text = decode(raw, file).text.removeprefix("\ufeff")
    outer = _outer(text)
    if outer is None:
        raise VariorumError(
            say("this is no table that was saved again under another delimiter"), file
        )
    records = _records(text, outer, _ANY[outer])
    first, _, _ = next(records)
    # Who writes pipes or tabs took commas for delimiters; else what was read is what was written.
    joint = "," if outer in ("|", "\t") or outer == max(_INNER, key=first[0].count) else outer
    lines = [joint.join(first), *(joint.join(cells) for cells, _, _ in records)]
    said = say(
        "this table was opened under another delimiter than its own and saved again ({outer});"
        " it is read as it was before: where it came from there may be a whole one",
        outer=outer,
    )
    return Extracted("\n".join([*lines, ""]), noted=(Noted(None, said),))


CONTAINER = Container(
    "resaved",
    say(
        "a table with pipes, semicolons or tabs that a spreadsheet saved again with other delimiters"
    ),
    opens,
    extract,
)
