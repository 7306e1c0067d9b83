"""Tables inside a running text: rows that tell names and texts are records, others are read across.

Cells come from `flow` as items that say where they stand.  What the columns hold decides (see
`roles`); a table that only places things on a page is no table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from .columns import LONGEST_LINE_ABOVE, MOST_LINES_ABOVE
from .flow import CHROME, HEADER, STRONG_LEVEL, Item, item_words, undecorated
from .headings import is_title_like
from .labels import heads_texts, is_label
from .roles import Roles, folded_title, held, is_about, is_said, is_sum, roles, tells_rules
from .runs import Cell, Run
from .sheetsigns import settle_sheet

# Names are short, texts long (characters, words); fewer rows tell no list.
LONGEST_NAME = 80
FEWEST_ROWS = 2
# So many rows of titles stand above each other.
MOST_HEADS = 3
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
        before = found[-1].row if found else None
        if table is not None:
            settle_sheet(text, own)
            told = [i for i in own if i.role != CHROME]
            if told:
                drawn = (i for i in own if i.role == CHROME)
                told = _settled(text, told, lang, stated, source, numbers, before)
                own = sorted([*drawn, *told], key=lambda i: i.runs[0].start)
        found += own
    return found


def _settled(
    text: str,
    items: list[Item],
    lang: str,
    stated: Mapping[str, str],
    source: str,
    numbers: dict[tuple[int, int], int],
    before: int | None,
) -> list[Item]:
    """The items of one table; `before` is the record that ends where it begins."""
    cells = [_cell(i) for i in items]
    width = max(c.column for c in cells) + 1
    if width < 2 or _lays_out(items, cells):
        for item in items:
            item.role = "text" if item.role == "table" else item.role
            # A column is lines, of which strong words may name some.
            item.cell = None if width < 2 else item.cell
        return items
    for item in items:
        item.role = "table" if item.role == "heading" else item.role
    above = _captions(text, items, cells, width, lang)
    pairs = list(zip(cells, items, strict=True))
    over = _title_rows(text, [(c, i) for c, i in pairs if c.row not in above], width, lang)
    above |= over
    head = min((c.row for c in cells if c.row not in above), default=0)
    titles = [""] * width
    own = [(c, i) for c, i in pairs if c.row not in above]
    is_header = bool(over) or _is_head(text, own, head, width, lang)
    heads = _head_rows(own, head) if is_header else frozenset()
    for cell, item in own:
        if cell.row in heads:
            # Of two rows of titles those above stand over several columns.
            over_all = range(cell.column, min(cell.column + cell.span, width))
            for column in over_all if len(heads) > 1 else over_all[:1]:
                titles[column] = f"{titles[column]} {item_words(text, item)}".strip()
    rows = [(c, i) for c, i in own if c.row not in heads]
    layout = _records(text, rows, titles, width, lang, stated, source)
    if layout is None:
        return list(across(items))
    assert layout.name is not None
    sums = _sums(_lines(text, rows, width), layout.text)
    named = {c.row for c, _ in rows if c.column == layout.name}
    found: list[Item] = []
    last: tuple[int, int] | None = None
    for cell, item in zip(cells, items, strict=True):
        if cell.row in above:
            item.role = "heading" if above[cell.row] else "text"
            item.level, item.evidence = STRONG_LEVEL - 1, "a row of a table that spans it"
            item.cell = None
            found.append(item)
            continue
        if cell.row in sums or cell.row in heads:
            item.role = HEADER
            found.append(item)
            continue
        # A row without a name goes on with the one above it.
        place = (cell.table, cell.row)
        if cell.row in named or (last is None and before is None):
            last = place
        # A table that a page ends goes on with its last row on the next one.
        item.row = before if last is None else numbers.setdefault(last, len(numbers))
        if cell.column == layout.name:
            item.role = "heading"
        elif cell.column != layout.text:
            item.role = "property"
            item.evidence = titles[cell.column] or str(cell.column + 1)
            if cell.column == layout.foreign:
                item.column = "foreign"
            elif cell.column == layout.abbreviation:
                item.column = "abbreviation"
        else:
            item.role = "list_item" if item.role == "list_item" else "text"
        left = found[-1] if found else None
        if left is not None and left.cell == cell and cell.column != layout.text:
            _join(left, item)
        else:
            found.append(item)
    for item in found:
        if item.role == "heading" and item.row is not None:
            undecorated(text, item)
        elif item.role == "property" and item.cell is not None and item.cell.down > 1:
            table, row = item.cell.table, item.cell.row
            below = (numbers.get((table, n)) for n in range(row + 1, row + item.cell.down))
            item.also = tuple([n for n in below if n is not None])
    return found


def _lays_out(items: Sequence[Item], cells: Sequence[Cell]) -> bool:
    """Whether a table only places on the page what has headings of its own, with text below them."""
    if all(i.role != "heading" for i in items):
        return False
    return len({c.row for c in cells}) < 2 or any(
        a.role == "heading" and b.role != "heading" and a.cell == b.cell for a, b in pairwise(items)
    )


def _captions(
    text: str, items: Sequence[Item], cells: Sequence[Cell], width: int, lang: str
) -> dict[int, bool]:
    """The rows that are one cell over all columns, and whether each is a heading.

    Where a program leaves the other cells empty, a strong one is, if names are not.
    """
    count = Counter(c.row for c in cells)
    pairs = [(c, i) for c, i in zip(cells, items, strict=True) if c.column == 0]
    strong = sum(_is_strong(i) for _, i in pairs)
    stands_out = strong * 4 <= len(pairs)
    return {
        c.row: is_title_like(item_words(text, i).strip(), lang)
        for c, i in pairs
        if count[c.row] == 1 and (c.span >= width or (stands_out and _is_strong(i)))
    }


def _title_rows(
    text: str, own: Sequence[tuple[Cell, Item]], width: int, lang: str
) -> dict[int, bool]:
    """The rows of one cell above the row that heads the columns, and whether each is a heading."""
    found: dict[int, bool] = {}
    for row, cells in groupby(own, key=lambda pair: pair[0].row):
        (cell, item), *more = cells
        words = item_words(text, item).strip()
        if more or cell.column or len(found) == MOST_LINES_ABOVE or len(words) > LONGEST_LINE_ABOVE:
            below = [(c, i) for c, i in own if c.row not in found]
            headed = found and len(more) + 1 == width and _is_head(text, below, row, width, lang)
            return found if headed else {}
        found[row] = is_title_like(words, lang)
    return {}


def _is_head(text: str, own: Sequence[tuple[Cell, Item]], head: int, width: int, lang: str) -> bool:
    """Whether the row `head`, the first of its table, names the columns."""
    first = [(c, i) for c, i in own if c.row == head]
    return len(own) > len(first) and (
        _is_header(text, first, own) or _heads(text, own, head, width, lang)
    )


def _head_rows(own: Sequence[tuple[Cell, Item]], head: int) -> frozenset[int]:
    """The rows of titles: `head`, and below a title that goes over several columns those of
    nothing but titles."""
    rows = {row: [c for c, _ in cells] for row, cells in groupby(own, key=lambda p: p[0].row)}
    found = {head}
    if any(c.span > 1 for c in rows[head]):
        for row in range(head + 1, head + MOST_HEADS):
            if not all(c.head for c in rows.get(row, ())) or row + 1 not in rows:
                break
            found |= {row} & rows.keys()
    return frozenset(found)


def _is_header(
    text: str, first: Sequence[tuple[Cell, Item]], own: Sequence[tuple[Cell, Item]]
) -> bool:
    """Whether the first row names the columns: by its cells, by its weight or by its words."""
    if all(c.head for c, _ in first):
        return True
    if len(first) < 2:
        return False
    row = next((c.row for c, _ in own if c.row != first[0][0].row), None)
    if all(map(_is_strong, (i for _, i in first))) and not all(
        _is_strong(i) for c, i in own if c.row == row
    ):
        return True
    said = [folded_title(item_words(text, i)) for _, i in first]
    return any(is_said(t, "name") for t in said) and any(is_said(t, "text") for t in said)


def _heads(text: str, own: Sequence[tuple[Cell, Item]], head: int, width: int, lang: str) -> bool:
    """Whether the first row heads the columns by its words: labels in all of them, none of which
    comes again, that above the texts far shorter than those are (as in a file of records)."""
    lines = _lines(text, own, width)
    titles, below = lines[head], [line for row, line in lines.items() if row != head]
    if not all(map(is_label, titles)):
        return False
    columns = [[line[n] for line in below] for n in range(width)]
    if any(t.lower() in {c.lower() for c in column} for t in titles for column in columns):
        return False
    if any(is_said(folded_title(t), "text") for t in titles):
        return True
    if any(c.isdigit() for t in titles for c in t):
        return False
    found = roles([""] * width, columns, lang, {}, "")
    return found.text is not None and heads_texts(titles[found.text], columns[found.text])


def _sums(lines: Mapping[int, Sequence[str]], column: int | None) -> frozenset[int]:
    """The last rows that sum up those above them; `column` is that of the texts."""
    found: list[int] = []
    for row in sorted(lines, reverse=True):
        if not is_sum(lines[row], column):
            break
        found.append(row)
    return frozenset(found)


def _lines(text: str, rows: Sequence[tuple[Cell, Item]], width: int) -> dict[int, list[str]]:
    """The words of each row, by its number, one string for each column."""
    lines: dict[int, list[str]] = {}
    for cell, item in rows:
        line = lines.setdefault(cell.row, [""] * width)
        line[cell.column] = f"{line[cell.column]} {item_words(text, item)}".strip()
    return lines


def _is_strong(item: Item) -> bool:
    return item.bold is not None and item.bold >= item.paragraph.runs[-1].end


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
    lines = _lines(text, rows, width)
    told = stated or any(is_said(folded_title(t), "text") for t in titles)
    if not lines or (len(lines) < FEWEST_ROWS and not told):
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
    # A name that comes back is a word for a kind of rows, unless a title calls it a name.
    title = folded_title(titles[found.name])
    called = wordy and (is_said(title, "name") or is_about(title, "name"))
    named = (
        sum(is_title_like(n, lang) for n in names) * 10 >= len(names) * 8
        and (called or len(dict.fromkeys(names)) * 10 >= len(names) * 9)
        and sum(any(c.isalpha() for c in n) for n in names) * 10 >= len(names) * 9
        and not any(n[0].isdigit() for n in names)
    )
    # Short texts are told by the title of their column.
    over = folded_title(titles[found.text])
    said = is_said(over, "text") or tells_rules(over, held(texts))
    return found if (wordy or said) and named else None


def across(items: Sequence[Item]) -> Iterator[Item]:
    """One item for each row of a table, its cells joined."""
    for _, group in groupby(items, key=lambda i: _cell(i).row):
        row = list(group)
        whole = row[0]
        whole.role = "table"
        for item in row[1:]:
            _join(whole, item)
        whole.bold = None
        yield whole


def _join(whole: Item, item: Item) -> None:
    """The words of an item go on with those of the one before it."""
    at = item.runs[0].start if item.runs else item.paragraph.runs[0].start
    whole.runs += item.runs
    whole.paragraph.runs += [Run("join", at, at), *item.paragraph.runs]
    whole.paragraph.tags += item.paragraph.tags
    whole.anchors += item.anchors
    whole.links += item.links
