"""Tables that a text announces and that did not survive, and what is left of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from variorum.loaders.headings import TABLE_HEADER
from variorum.loaders.inspect.sheet import Hit, Sheet, Unit
from variorum.say import say

_ROW = re.compile(r"\s*(?:[-•*–—]|\d+\s*[.)–-]|\d+\+?\s)|[\t|]")
_DIE = re.compile(r"[dDkKwW]\d")
_GOES_ON = re.compile(r"[^\n.!?]{0,80}:\s*[^\s\n]")
_SHORT = 60
# So many paragraphs may stand between what announces a table and the table.
_FURTHER = 20
# What is announced: a table, a list (of passages or entries), or whatever follows a colon.
_TABLE, _LIST, _ANYTHING = range(3)


def hits(sheet: Sheet) -> Iterator[Hit]:
    left: set[int] = set()
    for index in _headers(sheet):
        if index not in left:
            rows = _fragments(sheet, index)
            left.update(rows)
            for n in rows:
                start, end = sheet.bounds(n)
                message = say("a piece of a table that was lost")
                yield Hit(start, min(end, start + _SHORT), "lost_table", "error", message)
    yield from _announced(sheet, left)


def _headers(sheet: Sheet) -> list[int]:
    """The units that are the header row of a table of dice."""
    dice = sheet.finditer(_DIE, _DIE)
    return [
        index
        for index in dict.fromkeys(sheet.index(m.start()) for m in dice)
        if TABLE_HEADER.fullmatch(sheet.lines[index].strip())
    ]


def _fragments(sheet: Sheet, index: int) -> list[int]:
    """The header row at `index` and the rows after it that have lost their die range."""
    rows = [index]
    while (following := sheet.next_in_source(rows[-1])) is not None:
        text = following.passage.text.strip()
        if (
            following.is_title
            or len(text) > _SHORT
            or not text
            or text[-1] in ".!?:"
            or _ROW.match(text)
        ):
            break
        rows.append(rows[-1] + 1)
    return rows if len(rows) > 1 else []


def _announced(sheet: Sheet, left: set[int]) -> Iterator[Hit]:
    knowledge = sheet.knowledge.get("table")
    if not knowledge:
        return
    named, looked_up, colon = (
        [re.compile(p, re.I) for p in knowledge[kind]] for kind in ("named", "looked_up", "colon")
    )
    stems = tuple(knowledge["stems"])
    having = _having(sheet, stems)
    tables = any(sheet.units[n].is_title for n in having) or any(
        passage.kind == "table" and n not in left for n, passage in sheet.units.passages()
    )
    for index in sorted(having | _ending_in_colon(sheet)):
        unit = sheet.units[index]
        if unit.is_title or index in left:
            continue
        m = None
        if index in having:
            m = _first(named, unit)
            wanted = _TABLE if m and not _is_list(m.group(), knowledge["lists"]) else _LIST
            follows = index + 1 not in left and _follows(sheet, index, wanted)
            follows = follows or _stands_below(sheet, index, stems)
            if m and (follows or _GOES_ON.match(unit.passage.text, m.end())):
                m = None
            m = m or (None if tables else _first(looked_up, unit))
        if m is None and unit.passage.text.rstrip().endswith(":"):
            follows = index + 1 not in left and _follows(sheet, index, _ANYTHING)
            m = None if follows else _first(colon, unit)
        if m:
            message = say("what this announces does not follow: the table or list was lost")
            start = sheet.starts[index] + m.start()
            end = min(sheet.starts[index] + m.end(), start + _SHORT)
            yield Hit(start, end, "lost_table", "error", message)


def _having(sheet: Sheet, stems: Sequence[str]) -> set[int]:
    """The units that hold one of the stems."""
    found: set[int] = set()
    for stem in stems:
        at = sheet.lower.find(stem) if sheet.may_hold(stem) else -1
        while at >= 0:
            index = sheet.index(at)
            if at + len(stem) <= sheet.bounds(index)[1]:
                found.add(index)
            at = sheet.lower.find(stem, at + 1)
    return found


def _ending_in_colon(sheet: Sheet) -> set[int]:
    return {n for n, line in enumerate(sheet.lines) if line.rstrip()[-1:] == ":"}


def _first(patterns: list[re.Pattern[str]], unit: Unit) -> re.Match[str] | None:
    found = (p.search(unit.passage.text) for p in patterns)
    return next((m for m in found if m), None)


def _is_list(words: str, lists: list[str]) -> bool:
    return any(word in words.lower() for word in lists)


def _stands_below(sheet: Sheet, index: int, stems: tuple[str, ...]) -> bool:
    """Whether a table stands further below in the entry of unit `index`, behind other paragraphs,
    or as data (`tables`) beside its text."""
    entry = sheet.units[index].entry
    at = index
    while (following := sheet.next_in_source(at)) is not None and at < index + _FURTHER:
        if following.entry is not entry or following.is_title:
            break
        if following.passage.kind == "table":
            return True
        at += 1
    return any(p.name.lower().startswith(stems) for p in entry.base_witness.properties)


def _follows(sheet: Sheet, index: int, wanted: int) -> bool:
    """Whether what stands after unit `index` can be what it announces."""
    unit, following = sheet.units[index], sheet.next_in_source(index)
    if following is None:
        return False
    text = following.passage.text
    if following.passage.kind in ("table", "list_item"):
        return True
    if following.is_title:
        caption = sheet.next_in_source(index + 1)
        if caption is not None and caption.passage.kind == "table":
            return True
        # Named things that are announced stand below the entry as entries of their own.
        below = following.entry.parent_key == unit.entry.key or following.entry is unit.entry
        return below and wanted != _TABLE
    if _ROW.match(text):
        return True
    return wanted == _ANYTHING or len(text) <= _SHORT or text.rstrip()[-1:] not in ".!?"
