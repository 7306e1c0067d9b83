"""Records whose lines open with short keys (`N:4:Long Oars`, `D:A galley …`), as roguelikes keep
their data, as the values of `jsontree`.

A record begins with the line that names it; lines of its text that follow each other are one text,
and a key that comes again right below holds a list.  Nothing is refused: lines that are none of this are counted.
"""

from __future__ import annotations

import re

from .jsontree import Value
from .settingstree import Settings
from .told import Told, unescaped

_LINE = re.compile(r"[^\r\n]+")
_PAIR = re.compile(r"[ \t]*(?P<key>[A-Za-z][\w-]{0,19}):(?P<said>[^\r\n]*)")
# What names a record, its number before the name.
_NAMED = re.compile(r"[ \t]*(?P<key>N:\d{1,5}|name):(?P<said>(?=[^\s:])[^\r\n]*)")
_TEXTS = frozenset(("D", "desc"))
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# The end of a line of a text, and the key of the next; empty ones part paragraphs.
_GOES_ON = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r)[ \t]*(?:D|desc):)+")
FEWEST = 3
# So few lines may be none of a record.
SHARE = 0.05


def read_records(text: str) -> Settings:
    """The records of a file, as a list of objects with a `name` and a `description`; what stands
    above them is in none."""
    found = Settings([])
    records: list[Value] = []
    keys: list[str] = []
    items: list[Value] = []
    last = ""
    for line in _LINE.finditer(text):
        start, end = line.span()
        if not line.group().strip() or line.group().lstrip().startswith("#"):
            last = ""
            continue
        named = _NAMED.match(text, start, end)
        pair = named or _PAIR.match(text, start, end)
        if pair is None:
            found.others += 1
            last = ""
            continue
        found.pairs += 1
        key = "name" if named is not None else pair["key"]
        if named is not None:
            keys, items = (
                ["name"],
                [Value("string", *_trimmed(text, *pair.span("said")), read=_said)],
            )
            records.append(Value("object", start, end, items, keys))
        elif records and pair["said"].strip():
            _put(text, keys, items, key, pair, goes_on=last == key)
        if records:
            records[-1].end = max(end, records[-1].end)
        last = key
    found.heads = len(records)
    if records:
        found.values = [Value("array", records[0].start, records[-1].end, records)]
    return found


def are_records(text: str) -> bool:
    """Whether nearly all lines of a text are those of records, most of which have a text."""
    if sum(1 for _ in re.finditer(_NAMED.pattern, text, re.MULTILINE)) < FEWEST:
        return False
    found = read_records(text)
    if found.heads < FEWEST or found.others > SHARE * found.pairs:
        return False
    told = sum("description" in record.keys for record in found.values[0].items)
    return told * 2 >= found.heads


def _put(
    text: str,
    keys: list[str],
    items: list[Value],
    key: str,
    pair: re.Match[str],
    *,
    goes_on: bool,
) -> None:
    """Add a pair to the keys and items of a record; one that `goes_on` does so with the text above
    it."""
    start, end = _trimmed(text, *pair.span("said"))
    if key in _TEXTS:
        if goes_on and keys[-1] == "description":
            items[-1].end = end
            return
        key = "description"
    kind = "word" if _NUMBER.fullmatch(text, start, end) else "string"
    value = Value(kind, start, end, read=_said if kind == "string" else None)
    if keys[-1] != key:
        keys.append(key)
        items.append(value)
        return
    held = items[-1].items
    if items[-1].kind != "array" or not isinstance(held, list):
        held = [items[-1]]
        items[-1] = Value("array", items[-1].start, items[-1].end, held)
    # A copy for each would cost time with the square of the lines.
    held.append(value)
    items[-1].end = end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _said(text: str, start: int, end: int) -> Told:
    return unescaped(text, start, end, "", _GOES_ON, _joint)


def _joint(m: re.Match[str]) -> str:
    return " " if m.group().count(":") == 1 else "\n\n"
