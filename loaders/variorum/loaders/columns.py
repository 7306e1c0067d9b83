"""What the columns of a table of records hold, and which of its rows is the header."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from variorum.compare.language import UNKNOWN

from .delimited import Cell, Record, whole_records
from .labels import LONGEST_HEADER_CELL, heads_texts, is_label
from .roles import SAMPLE, Held, Roles, folded_title, held, is_about, is_said, roles, whole_title
from .secondhead import joined_titles
from .widecolumns import pairs_of

# What people write above a table: so many lines, so long at most (characters).
MOST_LINES_ABOVE = 8
HEADERS = MOST_LINES_ABOVE + 1  # so many rows may be the header
LONGEST_LINE_ABOVE = 90
# Words and letters of a title cut short.
MOST_SHORT = 2
LONGEST_SHORT = 8
_RULED = re.compile(r"[\s:|=-]*-{2,}[\s:|=-]*")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column is what (indexes from 0, null for what the file does not have).

    `header` is false where the file has no header row; `head` is the number of the header, or of
    the first row of the table, among the rows that hold anything; `listed` says that it lists
    things by their names, though it has no texts; `pairs` are columns of names, each with that of
    its texts, of which a row has several; a second row of titles begins at `second` (-1: none).
    """

    name: int | None
    text: int | None
    header: bool
    titles: tuple[str, ...]
    key: int | None = None
    foreign: int | None = None
    abbreviation: int | None = None
    head: int = 0
    listed: bool = False
    pairs: tuple[tuple[int, int], ...] = ()
    second: int = -1


def unasked(text: str, rows: Sequence[Record], head: Sequence[str]) -> list[str]:
    """The cells of a header without the questions of a form, which its answers do not ask again."""
    found = []
    for i, cell in enumerate(head):
        if cell.endswith("?") and len(cell) <= LONGEST_HEADER_CELL:
            below = [inner_of(text, r.cells[i]) for r in rows[1:SAMPLE] if i < len(r.cells)]
            if below and not any(c.rstrip().endswith("?") for c in below):
                continue
        found.append(cell)
    return found


def inner_of(text: str, cell: Cell) -> str:
    """The characters of a cell, without the quotes around them."""
    return text[cell.inner_start : cell.inner_end]


def cells_of(text: str, record: Record) -> list[str]:
    return [inner_of(text, c).strip() for c in record.cells]


def is_header(text: str, record: Record, layout: Columns) -> bool:
    """Whether a row says the column titles (again: lists pasted together bring theirs along), or
    is the line that is drawn below them."""
    if record.start == layout.second:
        return True
    if not layout.header or record.end - record.start > 80 + 2 * sum(map(len, layout.titles)):
        return False
    cells = cells_of(text, record)
    if cells[: len(layout.titles)] == list(layout.titles):
        return not any(cells[len(layout.titles) :])
    if _RULED.fullmatch(text, record.start, record.end):
        return True
    said = layout.text
    if said is not None and said < len(cells) and layout.name is not None:
        # No text is what its column is called; the name may have another title above this part.
        name = cells[layout.name] if layout.name < len(cells) else ""
        title = folded_title(layout.titles[said])
        same = folded_title(cells[said]) == title and is_said(title, "text")
        if same and name and all(map(_is_title, cells)):
            return True
    # Most rows differ in their first cell.
    pairs = zip(cells, layout.titles, strict=False)
    return len(cells) == len(layout.titles) and all(
        a.lower() == b.lower() or folded_title(a) == folded_title(b) for a, b in pairs
    )


def _is_title(cell: str) -> bool:
    return not cell or is_label(cell)


def _is_label(cell: str) -> bool:
    """Whether a cell may be the title of a column, in full or cut short."""
    return is_label(cell) or _is_short(cell)


def _is_short(cell: str) -> bool:
    """Whether a cell is a title cut short (`Abrév.`, `Port. max.`): words of few letters."""
    words = cell.split()
    return 0 < len(words) <= MOST_SHORT and all(
        w.removesuffix(".").isalpha() and len(w) <= LONGEST_SHORT for w in words
    )


def columns(
    text: str,
    rows: Sequence[Record],
    lang: str = UNKNOWN,
    stated: Mapping[str, str] | None = None,
    source: str = "",
) -> Columns:
    """What each column holds, from the header's words, else from the cells themselves.

    `rows` are those that hold anything.  Raises VariorumError for a column that was `stated`
    (role to title or number) and is not there.
    """
    stated = stated or {}
    at = head_row(text, rows, stated)
    head = cells_of(text, rows[at])
    # A text that holds the word for *ability* is no title of a column.
    own = unasked(text, rows[at:], head)
    titles = [whole_title(h) if _is_label(h) or h not in own else "" for h in head]
    folded = list(map(folded_title, titles))
    bare = [""] * len(head)
    said = any(is_said(f, "text") or is_said(f, "name") for f in folded)
    said = said or any(folded_title(c) in folded for c in stated.values())
    # What has a line drawn below it (Markdown) heads a table, in whatever words.
    below = rows[at + 1] if at + 1 < len(rows) else rows[at]
    said = said or _RULED.fullmatch(text, below.start, below.end) is not None
    joined = joined_titles(head, cells_of(text, below)) if said and below is not rows[at] else None
    if joined is not None:
        head = titles = joined
    beneath_it = rows[at + 1 :] if joined is None else rows[at + 2 :]
    rows = whole_records(text, [rows[at], *beneath_it], len(head), not head[-1])
    table = _Table(text, rows, lang, stated, source)
    pairs = pairs_of(titles, table.held)
    if pairs:
        table = replace(table, apart=frozenset(i for pair in pairs for i in pair))
        said = True
    found = table.roles(titles if said else bare, said)
    if not said and all(titles[: _last_filled(titles)]) and len(rows) > 1:
        # Titles may hold the words among others; and those nobody has taught us are still short
        # where the texts are long.
        beneath = table.roles(titles, True)
        heads_texts = found.text is not None and table.heads_texts(head, found.text)
        if beneath.told or heads_texts or table.heads_ids(head):
            said, found = True, beneath
    name = found.name
    if name is None and found.text is not None and found.key is None:
        # Whatever stands beside the texts is all there is to call them by.
        name = table.most_varied(len(head), found.text)
    return Columns(
        name,
        found.text,
        said,
        tuple(head) if said else (),
        found.key,
        found.foreign,
        found.abbreviation,
        at,
        bool(pairs) or (said and table.lists(titles, found)),
        pairs,
        -1 if joined is None else below.start,
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows from the header on, with all that tells what their columns hold."""

    text: str
    rows: Sequence[Record]
    lang: str
    stated: Mapping[str, str]
    source: str
    # Columns that other columns have to do with alone.
    apart: frozenset[int] = frozenset()

    def roles(self, titles: Sequence[str], header: bool) -> Roles:
        rows = self.rows[header : SAMPLE + header]
        # Notes below a table fill one cell.
        sample = [r for r in rows if _is_full(self.text, r)] or rows
        cells = [
            [] if i in self.apart else [self._cell(r, i) for r in sample]
            for i in range(len(titles))
        ]
        told = ["" if i in self.apart else title for i, title in enumerate(titles)]
        return roles(told, cells, self.lang, self.stated, self.source)

    def held(self, column: int) -> Held:
        """What a column holds below its title."""
        return held([self._cell(r, column) for r in self.rows[1 : SAMPLE + 1]])

    def _cell(self, record: Record, column: int) -> str:
        if column >= len(record.cells):
            return ""
        return inner_of(self.text, record.cells[column])

    def most_varied(self, width: int, text: int) -> int:
        """The column beside the texts whose cells tell rows apart best, the first of equals."""
        others = [i for i in range(width) if i != text]
        varied = {i: held([self._cell(r, i) for r in self.rows[:SAMPLE]]) for i in others}
        return max(others, key=lambda i: (varied[i].filled * varied[i].distinct, -i), default=0)

    def lists(self, titles: Sequence[str], found: Roles) -> bool:
        """Whether the rows have names of their own, and are not about what other files name."""
        if found.name is None or found.text is not None:
            return False
        folded = [folded_title(t) for t in titles]
        name = folded[found.name]
        about = any(f.endswith(" id") for i, f in enumerate(folded) if i != found.key)
        ours = [f for i, f in enumerate(folded) if f and i != found.key and not is_said(f, "row")]
        names = held([self._cell(r, found.name) for r in self.rows[1 : SAMPLE + 1]])
        told = is_about(name, "name") and not about and len(ours) > 1
        return told and names.named and names.distinct >= 0.8

    def heads_texts(self, head: Sequence[str], column: int) -> bool:
        below = [self._cell(r, column) for r in self.rows[1:] if column < len(r.cells)]
        return heads_texts(head[column], below)

    def heads_ids(self, head: Sequence[str]) -> bool:
        """Whether words stand above columns of ids and numbers alone."""
        if any(c.isdigit() for h in head for c in h):
            return False
        columns = range(len(head))
        cells = [c for r in self.rows[1:SAMPLE] for i in columns if (c := self._cell(r, i))]
        return bool(cells) and all(any(sign.isdigit() for sign in c) for c in cells)


def _last_filled(cells: Sequence[str]) -> int:
    return max((i + 1 for i, c in enumerate(cells) if c), default=0)


def head_row(text: str, rows: Sequence[Record], stated: Mapping[str, str]) -> int:
    """Which of the first rows heads the table: titles, groups of columns may stand above it."""
    wanted = {folded_title(c) for c in stated.values() if not c.isdecimal()}
    best, head = 1, -1
    for i, record in enumerate(rows[:HEADERS]):
        cells = [c for c in cells_of(text, record) if c]
        if wanted and wanted <= frozenset(map(folded_title, cells)):
            return i
        if not all(map(_is_label, cells)):
            if len(cells) == 1 and len(cells[0]) <= LONGEST_LINE_ABOVE:
                continue
            break
        folded = [folded_title(whole_title(c)) for c in cells]
        told = any(is_said(f, "name") for f in folded) + any(is_said(f, "text") for f in folded)
        if told > best:
            best, head = told, i
    if head >= 0:
        return head
    # A line with one cell filled is no row of a table whose rows have more.
    full = [_is_full(text, r) for r in rows[:SAMPLE]]
    first = full.index(True) if True in full else 0
    above = rows[:first]
    if not above or len(above) > MOST_LINES_ABOVE:
        return 0
    titled = all(r.end - r.start <= LONGEST_LINE_ABOVE for r in above)
    heads = all(_is_label(c) for c in cells_of(text, rows[first]) if c)
    return first if titled and heads and sum(full) * 10 >= 6 * (len(full) - first) else 0


def _is_full(text: str, record: Record) -> bool:
    """Whether more than one cell holds anything."""
    return sum(bool(inner_of(text, c).strip()) for c in record.cells) > 1
