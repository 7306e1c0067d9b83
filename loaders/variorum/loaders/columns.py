"""Which delimiter a file of records has, where its table begins, and what its columns hold.

The file is read under each delimiter; what a header says and how many rows keep its number of
columns decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from variorum.compare.language import UNKNOWN

from .commas import whole_sentences
from .delimited import Cell, Record, records, whole_records
from .labels import LONGEST_HEADER_CELL, ends_sentence, heads_texts, is_label
from .roles import SAMPLE, Held, Roles, folded_title, held, is_about, is_said, roles
from .secondhead import joined_titles
from .widecolumns import pairs_of

DELIMITERS = (";", "\t", "|", ",")
# The mean of what stands between the commas of prose is longer (characters).
SHORTEST_CLAUSE = 20
# What people write above a table: so many lines, so long at most (characters).
MOST_LINES_ABOVE = 8
_HEADERS = MOST_LINES_ABOVE + 1  # so many rows may be the header
LONGEST_LINE_ABOVE = 90
LONGEST_PREAMBLE = 2000
# So many characters tell the delimiter.
LOOKED_AT = 1 << 18
# A table of rules has few columns; more are another delimiter, or no table.
MOST_COLUMNS = 10_000
# How spreadsheets note the delimiter in the first line.
_NOTED = re.compile(r"\s*\"?sep=(?P<mark>[;\t|,])\"?[;\t|,]*(?:\r\n|\n|\r)", re.IGNORECASE)
_DRAWN = re.compile(r"^[ \t]*\|[ \t]*:?-{2,}:?[ \t]*\|", re.M)
_LINE = re.compile(r"[^\r\n]+")
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


def recognise(text: str) -> str | None:
    """The delimiter of a file of records, or null for a file that is none."""
    return _best(text)[0]


def stated_delimiter(text: str, stated: Mapping[str, str]) -> str | None:
    """The delimiter under which one of the first lines has all titles that a person stated."""
    wanted = {folded_title(c) for c in stated.values() if not c.isdecimal()}
    if not wanted:
        return None
    for line in re.findall(r"[^\r\n]+", text[:LONGEST_PREAMBLE])[:_HEADERS]:
        for delimiter in DELIMITERS:
            if wanted <= frozenset(map(folded_title, line.split(delimiter))):
                return delimiter
    return None


def certainty(text: str) -> float:
    """How sure it is that `text` is a file of records, 0 to 1."""
    if any(first_row_is_endless(text, d) for d in DELIMITERS):
        return 0.6
    delimiter, score = _best(text)
    if delimiter is None or not text.strip():
        return 0.0
    # A table that Markdown draws may have headings, paragraphs and other tables around it.
    drawn = "|" in text and _DRAWN.search(text, 0, LOOKED_AT)
    return 0.6 if score <= 1 or drawn else 0.85


@lru_cache(maxsize=1)
def _best(text: str) -> tuple[str | None, float]:
    """The delimiter that explains `text` best, and how well (`_score`)."""
    noted = _NOTED.match(text)
    if noted:
        return noted["mark"], 2.0
    best: tuple[float, int, str] | None = None
    begin = table_start(text)
    end = text.find("\n", begin + LOOKED_AT) + 1 or len(text)
    looked_at = text[begin:end]
    first_lines = looked_at[:LONGEST_PREAMBLE]
    for preference, delimiter in enumerate(DELIMITERS):
        if delimiter not in first_lines or first_row_is_endless(looked_at, delimiter):
            continue
        if best is not None and not _may_explain(looked_at, delimiter, best[0]):
            continue
        score = _score(looked_at, delimiter)
        if score and (best is None or (score, -preference) > (best[0], -best[1])):
            best = (score, preference, delimiter)
    return (best[2], best[0]) if best else (None, 0.0)


def rows_of(text: str, delimiter: str) -> list[Record]:
    """All records of `text`, sentences whole that commas of their own would part."""
    rows = records(text, delimiter)
    return whole_sentences(text, rows) if delimiter == "," else rows


def notes_delimiter(text: str, at: int) -> bool:
    """Whether the line at `at` is a spreadsheet's note of the delimiter (`sep=;`)."""
    return _NOTED.match(text, at) is not None


def first_row_is_endless(text: str, delimiter: str) -> bool:
    """Whether the first line has more columns than any table of rules.

    An article in one line has as many commas, with a space behind them and words between.
    """
    m = re.match(r"[\r\n]*[^\r\n]*", text)
    line = m.group() if m is not None else ""
    marks = line.count(delimiter)
    if marks <= MOST_COLUMNS:
        return False
    return line.count(delimiter + " ") * 2 < marks or len(line) < SHORTEST_CLAUSE * marks


def table_start(text: str) -> int:
    """Where the table begins: 0, or the offset of a known header below a few lines that name it."""
    noted = _NOTED.match(text)
    if noted:
        return noted.end()
    above = 0
    for m in re.finditer(r"[^\r\n]+", text[:LONGEST_PREAMBLE]):
        line = m.group().strip()
        for delimiter in DELIMITERS:
            cells = [folded_title(c.strip(' "')) for c in line[:LONGEST_PREAMBLE].split(delimiter)]
            if any(is_said(c, "name") for c in cells) and any(is_said(c, "text") for c in cells):
                return m.start() if above else 0
        above += bool(line)
        if above > MOST_LINES_ABOVE or len(line) > LONGEST_LINE_ABOVE:
            return 0
    return 0


def _may_explain(text: str, delimiter: str, score: float) -> bool:
    """Whether `_score` may give more than `score`, told by the lines of which one is the header.

    Without quotes every line is a row of its own, and each title in it counts one.
    """
    if '"' in text:
        return True
    lines = islice((m.group() for m in _LINE.finditer(text) if not m.group().isspace()), _HEADERS)
    return any(
        3 + line.count(delimiter) > score and 2 + sum(_names(line.split(delimiter))) > score
        for line in lines
    )


def _names(cells: Sequence[str]) -> Iterator[bool]:
    """Whether each cell is what people call a column of names or of texts."""
    short = (folded_title(c) for c in cells if len(c.strip()) <= LONGEST_HEADER_CELL)
    return (is_said(title, "name") or is_said(title, "text") for title in short)


def _score(text: str, delimiter: str) -> float:
    """How well `delimiter` explains the file: 0 not at all, above 1 with a header that says so."""
    rows = [r for r in rows_of(text, delimiter) if text[r.start : r.end].strip()]
    if not rows:
        return 0.0
    rows = rows[_head_row(text, rows, {}) :]
    head = _cells(text, rows[0])
    if len(head) < 2 or any(len(h) > LONGEST_HEADER_CELL for h in head[:1]):
        return 0.0
    rows = whole_records(text, rows, len(head), not head[-1])
    kept = sum(len(r.cells) == len(head) for r in rows) / len(rows)
    folded = [folded_title(h) for h in head]
    named = sum(is_said(f, "name") or is_said(f, "text") for f in folded)
    if named >= 2 or (named == 1 and kept >= 0.5):
        return 1 + named + kept
    # Without a known header the rows must agree, and there must be rows to agree.
    closed = delimiter in "|\t" and all(not inner_of(text, r.cells[-1]) for r in rows)
    if len(rows) < (2 if closed else 3) or kept < 0.9:
        return 0.0
    if any(ends_sentence(h) for h in _unasked(text, rows, head)):
        # A list without a header opens with a text.  Prose may have a mark in every line too,
        # but does not open each with a name, nor begins a sentence behind the mark.
        if delimiter == "," and not (
            _made_whole(text, rows) or all(_texts_are_quoted(text, r) for r in rows)
        ):
            return 0.0
        rows_of_cells = [_cells(text, r) for r in rows if len(r.cells) == len(head)]
        named_rows = sum(is_label(c[0]) and not c[1][:1].islower() for c in rows_of_cells)
        return kept if named_rows >= 0.9 * len(rows) else 0.0
    return kept


def _unasked(text: str, rows: Sequence[Record], head: Sequence[str]) -> list[str]:
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


def _cells(text: str, record: Record) -> list[str]:
    return [inner_of(text, c).strip() for c in record.cells]


def _texts_are_quoted(text: str, record: Record) -> bool:
    return all(
        c.inner_start > c.start or is_label(text[c.start : c.end].strip()) or c.start == c.end
        for c in record.cells
    )


def _made_whole(text: str, rows: Sequence[Record]) -> bool:
    """Whether a bare cell holds a comma, as those do whose sentences were parted by commas."""
    return any(
        c.start == c.inner_start and text.find(",", c.start, c.end) >= 0
        for r in rows
        for c in r.cells
    )


def is_header(text: str, record: Record, layout: Columns) -> bool:
    """Whether a row says the column titles (again: lists pasted together bring theirs along), or
    is the line that is drawn below them."""
    if record.start == layout.second:
        return True
    if not layout.header or record.end - record.start > 80 + 2 * sum(map(len, layout.titles)):
        return False
    cells = _cells(text, record)
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
    at = _head_row(text, rows, stated)
    head = _cells(text, rows[at])
    # A text that holds the word for *ability* is no title of a column.
    unasked = _unasked(text, rows[at:], head)
    titles = [h if is_label(h) or h not in unasked else "" for h in head]
    folded = list(map(folded_title, titles))
    bare = [""] * len(head)
    said = any(is_said(f, "text") or is_said(f, "name") for f in folded)
    said = said or any(folded_title(c) in folded for c in stated.values())
    # What has a line drawn below it (Markdown) heads a table, in whatever words.
    below = rows[at + 1] if at + 1 < len(rows) else rows[at]
    said = said or _RULED.fullmatch(text, below.start, below.end) is not None
    joined = joined_titles(head, _cells(text, below)) if said and below is not rows[at] else None
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


def _head_row(text: str, rows: Sequence[Record], stated: Mapping[str, str]) -> int:
    """Which of the first rows heads the table: titles, groups of columns may stand above it."""
    wanted = {folded_title(c) for c in stated.values() if not c.isdecimal()}
    best, head = 1, -1
    for i, record in enumerate(rows[:_HEADERS]):
        cells = [c for c in _cells(text, record) if c]
        if wanted and wanted <= frozenset(map(folded_title, cells)):
            return i
        if not all(is_label(c) for c in cells):
            if len(cells) == 1 and len(cells[0]) <= LONGEST_LINE_ABOVE:
                continue
            break
        folded = list(map(folded_title, cells))
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
    heads = all(is_label(c) for c in _cells(text, rows[first]) if c)
    return first if titled and heads and sum(full) * 10 >= 6 * (len(full) - first) else 0


def _is_full(text: str, record: Record) -> bool:
    """Whether more than one cell holds anything."""
    return sum(bool(inner_of(text, c).strip()) for c in record.cells) > 1
