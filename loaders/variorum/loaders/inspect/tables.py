"""Tables that a text announces and that did not survive, and what is left of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet, Unit

_ROW = re.compile(r"\s*(?:[-•*–—]|\d+\s*[.)–-]|\d+\+?\s)|[\t|]")
_HEADER = re.compile(r"\d*[dDkKwW]\d+\s+[^\W\d_]{3,}(?:\s+[^\W\d_]+){0,3}")
_SHORT = 60


def hits(sheet: Sheet) -> Iterator[Hit]:
    left: set[int] = set()
    for index, unit in enumerate(sheet.units):
        if index not in left and _HEADER.fullmatch(unit.passage.text.strip()):
            rows = _fragments(sheet, index)
            left.update(rows)
            for n in rows:
                start, end = sheet.bounds(n)
                message = "a piece of a table that was lost"
                yield Hit(start, min(end, start + _SHORT), "lost_table", "error", message)
    yield from _announced(sheet, left)


def _fragments(sheet: Sheet, index: int) -> list[int]:
    """The header row at `index` and the rows after it that have lost their die range."""
    rows = [index]
    while (following := sheet.next_in_source(rows[-1])) is not None:
        text = following.passage.text.strip()
        if following.is_title or len(text) > _SHORT or text[-1] in ".!?:" or _ROW.match(text):
            break
        rows.append(rows[-1] + 1)
    return rows if len(rows) > 1 else []


def _announced(sheet: Sheet, left: set[int]) -> Iterator[Hit]:
    knowledge = sheet.knowledge.get("table", {})
    named = [re.compile(p, re.I | re.M) for p in knowledge.get("named", ())]
    looked_up = [re.compile(p, re.I | re.M) for p in knowledge.get("looked_up", ())]
    colon = [re.compile(p, re.I | re.M) for p in knowledge.get("before_colon", ())]
    tables = any(u.passage.kind == "table" for u in sheet.units)
    seen: set[int] = set()
    for patterns, wants_table in ((named, True), (looked_up, True), (colon, False)):
        for pattern in patterns:
            for m in pattern.finditer(sheet.text):
                index = sheet.index(m.start())
                unit = sheet.units[index]
                if unit.is_title or index in seen or index + 1 in left:
                    continue
                if patterns is looked_up and (tables or _titled(sheet, unit, knowledge)):
                    continue
                if patterns is looked_up or not _follows(sheet, index, wants_table):
                    seen.add(index)
                    message = "what this announces does not follow: the table or list was lost"
                    end = min(m.end(), m.start() + _SHORT)
                    yield Hit(m.start(), end, "lost_table", "error", message)


def _titled(sheet: Sheet, unit: Unit, knowledge: dict[str, object]) -> bool:
    """Whether a title names a table, so that the text may mean that one."""
    word = re.compile(str(knowledge["word"]), re.I)
    return any(u.is_title and word.search(u.passage.text) for u in sheet.units)


def _follows(sheet: Sheet, index: int, wants_table: bool) -> bool:
    """Whether what stands after unit `index` can be what it announces."""
    unit, following = sheet.units[index], sheet.next_in_source(index)
    rest = unit.passage.text
    if following is None:
        return False
    if following.passage.kind in ("table", "list_item") or _ROW.match(following.passage.text):
        return True
    if following.is_title:
        # Named things that are announced stand below the entry as entries of their own.
        return following.entry.parent_key == unit.entry.key or following.entry is unit.entry
    if not wants_table:
        return True
    text = following.passage.text
    return not (len(text) > _SHORT and text.rstrip()[-1:] in ".!?") or "\t" in rest
