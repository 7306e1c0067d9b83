"""Tables inside a running text: rows that tell names and texts are records, others are read across.

Cells come from `flow` as items that say where they stand.  What the columns hold decides (see
`roles`); a table that only places things on a page is no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from .flow import HEADER, Cell, Item, item_words
from .headings import is_title_like
from .markup import Run
from .roles import Roles, folded_title, is_said, roles

# Names are short, texts long (characters, words); fewer rows tell no list.
LONGEST_NAME = 80
FEWEST_ROWS = 2
SHORTEST_TEXT = 40
WORDS_OF_TEXT = 6


def settle_tables(
    text: str, items: Sequence[Item], lang: str, stated: Mapping[str, str], source: str
) -> list[Item]:
    """The items, their cells as parts of records, as rows, or as what they hold.

    `stated` says which column is what (`Document.columns`).
    """
    if not any(i.cell for i in items):
        return list(items)
    found: list[Item] = []
    numbers: dict[tuple[int, int], int] = {}
    for table, group in groupby(items, key=lambda i: i.cell.table if i.cell else None):
        own = list(group)
        found += own if table is None else _settled(text, own, lang, stated, source, numbers)
    return found


def _settled(
    text: str,
    items: list[Item],
    lang: str,
    stated: Mapping[str, str],
    source: str,
    numbers: dict[tuple[int, int], int],
) -> list[Item]:
    """The items of one table."""
    cells = [_cell(i) for i in items]
    width = max(c.column for c in cells) + 1
    if width < 2 or any(i.role == "heading" for i in items):
        for item in items:
            item.role = "text" if item.role == "table" else item.role
        return items
    head = min(c.row for c in cells)
    titles = [""] * width
    first = [(c, i) for c, i in zip(cells, items, strict=True) if c.row == head]
    is_header = all(c.head for c, _ in first)
    if is_header:
        for cell, item in first:
            titles[cell.column] = item_words(text, item).strip()
    rows = [(c, i) for c, i in zip(cells, items, strict=True) if not (is_header and c.row == head)]
    layout = _records(text, rows, titles, width, lang, stated, source)
    if layout is None:
        return list(_across(items))
    for cell, item in zip(cells, items, strict=True):
        if is_header and cell.row == head:
            item.role = HEADER
            continue
        place = (cell.table, cell.row)
        item.row = numbers.setdefault(place, len(numbers))
        if cell.column == layout.name:
            item.role = "heading"
        elif cell.column != layout.text:
            item.role = "property"
            item.evidence = titles[cell.column] or str(cell.column + 1)
        else:
            item.role = "list_item" if item.role == "list_item" else "text"
    return items


def _cell(item: Item) -> Cell:
    assert item.cell is not None
    return item.cell


def _records(
    text: str,
    rows: Sequence[tuple[Cell, Item]],
    titles: Sequence[str],
    width: int,
    lang: str,
    stated: Mapping[str, str],
    source: str,
) -> Roles | None:
    """What the columns hold, where the rows tell names and texts; else null."""
    lines: dict[int, list[str]] = {}
    for cell, item in rows:
        line = lines.setdefault(cell.row, [""] * width)
        line[cell.column] = f"{line[cell.column]} {item_words(text, item)}".strip()
    if len(lines) < FEWEST_ROWS and not stated:
        return None
    columns = [[line[n] for line in lines.values()] for n in range(width)]
    found = roles(titles, columns, lang, stated, source)
    if found.name is None or found.text is None:
        return None
    names = [n for n in columns[found.name] if n]
    texts = [t for t in columns[found.text] if t]
    if not names or not texts or max(map(len, names)) > LONGEST_NAME:
        return None
    wordy = sum(map(len, texts)) >= SHORTEST_TEXT * len(texts) and sum(
        len(t.split()) for t in texts
    ) >= WORDS_OF_TEXT * len(texts)
    named = (
        sum(is_title_like(n, lang) for n in names) * 10 >= len(names) * 8
        and len(dict.fromkeys(names)) * 10 >= len(names) * 9
        and sum(any(c.isalpha() for c in n) for n in names) * 10 >= len(names) * 9
        and not any(n[0].isdigit() for n in names)
    )
    # Short texts are told by the title of their column.
    said = is_said(folded_title(titles[found.text]), "text")
    return found if (wordy or said) and named else None


def _across(items: Sequence[Item]) -> Iterator[Item]:
    """One item for each row, its cells joined."""
    for _, group in groupby(items, key=lambda i: _cell(i).row):
        row = list(group)
        whole = row[0]
        whole.role = "table"
        for item in row[1:]:
            at = item.runs[0].start if item.runs else item.paragraph.runs[0].start
            whole.runs += item.runs
            whole.paragraph.runs += [Run("join", at, at), *item.paragraph.runs]
            whole.paragraph.tags += item.paragraph.tags
            whole.anchors += item.anchors
        whole.bold = None
        yield whole
