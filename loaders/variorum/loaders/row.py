"""One row of a table: its draft, and the pieces of its cells."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain

from variorum.compare.language import UNKNOWN, data
from variorum.compare.properties import folded_title, is_reference
from variorum.model import Passage, Property, Spans

from . import markup
from .columns import Columns, inner_of
from .delimited import Cell, Record
from .drafting import keep, part_of
from .entities import REFERENCE_SIGNS, read_entities
from .entities import words as said
from .looks import starred, with_looks
from .parsed import Draft, Lines, Parsed, Piece
from .passages import kind_of, list_mark, passage, take_list_mark
from .roles import spoken, word_of_one
from .runs import Paragraph, Run
from .titles import label_end, repeats

# Markup, quotes and line ends: with references, what a cell of words alone has not.
_SIGNS = ("[", "<", '"', "*", "\n", "\r", "\f")
_NUMBER = re.compile(r"\s*[+-]?\d{1,5}(?:[.,]\d+)?\s*[+\"″%]?\s*")


@cache
def _errors() -> frozenset[str]:
    """What a spreadsheet writes where a formula has no value."""
    return frozenset(data(UNKNOWN, "read")["error_cells"])


@dataclass(frozen=True)
class Table:
    """What every row of a table is read with."""

    parsed: Parsed
    source: str
    text: str
    lang: str
    layout: Columns
    lines: Lines
    paired: frozenset[str]
    width: int
    # A hash of what tells each row, where its cells start and end and the draft that it makes: what
    # all rows say would be the source again.
    told: dict[int, tuple[bytes, int]] = field(default_factory=dict)
    # The properties that later rows add to a draft, by its number.
    borne: dict[int, dict[tuple[str, str], Property]] = field(default_factory=dict)

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """Those of the signs that no cell of words alone has which stand in the text at all."""
        return tuple(filter(self.text.__contains__, (*_SIGNS, *REFERENCE_SIGNS)))

    @cached_property
    def opening(self) -> tuple[str, ...]:
        """Those of the signs that open a tag which stand in the text at all."""
        return tuple(filter(self.text.__contains__, "[<"))

    @cached_property
    def counting(self) -> frozenset[int]:
        """The columns that only count the rows."""
        words = data(UNKNOWN, "read")["counter_columns"]
        titles = enumerate(self.layout.titles)
        return frozenset(i for i, t in titles if folded_title(t) in words and i != self.layout.key)

    @cached_property
    def elsewhere(self) -> frozenset[int]:
        """The columns with ids of what other tables tell."""
        titles = enumerate(self.layout.titles)
        own = (self.layout.key, self.layout.name, self.layout.text)
        return frozenset(i for i, t in titles if i not in own and is_reference(folded_title(t)))

    @cached_property
    def named_apart(self) -> frozenset[int]:
        """The columns of names that stand beside texts of their own."""
        return frozenset(name for name, _ in self.layout.pairs)

    def carried(self, record: Record) -> int | None:
        """The draft of the row that says the same under the same key, and names another bearer.

        Without a key all must be the same but ids of what other tables tell, and a count of rows.
        Rows that differ in a number are no such rows: one of the two numbers is wrong.
        """
        if self.layout.key is None and not self.elsewhere:
            return None
        held = [inner_of(self.text, c) for c in record.cells]
        says = self._says(held)
        if says is None:
            return None
        places = array("i", chain.from_iterable([cell[2:] for cell in record.cells])).tobytes()
        first, draft = self.told.setdefault(hash(says), (places, len(self.parsed.drafts)))
        if first is places:
            return None
        ends = iter(memoryview(first).cast("i"))
        earlier = [self.text[a:b] for a, b in zip(ends, ends, strict=True)]
        if self._says(earlier) != says:
            return None
        pairs = enumerate(zip(earlier, held, strict=False))
        differ = [(i, a, b) for i, (a, b) in pairs if a != b]
        if any(
            _NUMBER.fullmatch(a) and _NUMBER.fullmatch(b)
            for i, a, b in differ
            if i not in self.counting and i not in self.elsewhere
        ):
            return None
        return draft if says[0] or any(i in self.elsewhere for i, _, _ in differ) else None

    def _says(self, held: Sequence[str]) -> tuple[str, ...] | None:
        """What tells a row with the cells `held` from others, its key first (empty without one)."""
        layout = self.layout
        if layout.name is None or layout.name >= len(held) or not held[layout.name].strip():
            return None
        key = held[layout.key].strip() if layout.key is not None and layout.key < len(held) else ""
        if key and layout.text is not None and layout.text < len(held):
            return key, held[layout.name], held[layout.text]
        if not key and self.elsewhere:
            apart = self.elsewhere | self.counting
            return "", *("" if i in apart else words for i, words in enumerate(held))
        return None

    def tells(self, record: Record) -> bool:
        """Whether a row names anything or says anything, and is not only ids and numbers."""
        cells = record.cells
        for i in (self.layout.name, self.layout.text):
            if i is not None and i < len(cells):
                words = inner_of(self.text, cells[i])
                if words and not words.isspace() and words.strip() not in _errors():
                    return True
        return len(cells) > self.width and last_filled(record) > self.width


def held_cells(text: str, record: Record) -> list[str]:
    """What the cells of a row hold, those that hold nothing left out."""
    return [c for cell in record.cells if (c := inner_of(text, cell).strip())]


def last_filled(record: Record) -> int:
    """How many cells a row has, without the empty ones at its end."""
    filled = len(record.cells)
    for cell in reversed(record.cells):
        if cell.inner_end > cell.inner_start:
            break
        filled -= 1
    return filled


def read_section(table: Table, record: Record) -> int:
    """The draft and the pieces of a row that heads those below it; returns the draft's number."""
    index = len(table.parsed.drafts)
    cell = record.cells[0]
    line = table.lines.line(record.start)
    draft = Draft(None, line, line, structured=True, evidence=("a row that heads others",))
    table.parsed.drafts.append(draft)
    if record.start < cell.inner_start:
        table.parsed.pieces.append(Piece("delimiter", record.start, cell.inner_start, index))
    at = _name_cell(table, draft, cell, index)
    last = record.start + len(table.text[record.start : record.end].rstrip("\r\n"))
    if at < last:
        table.parsed.pieces.append(Piece("delimiter", at, last, index))
    if last < record.end:
        table.parsed.pieces.append(Piece("blank", last, record.end, index))
    return index


def read_row(
    table: Table, record: Record, line: int, parent: int | None = None, *, onto: int | None = None
) -> Draft:
    """The draft of a row that begins on `line`, and its pieces; `parent` is the draft of the row
    that heads it, `onto` that of the row above, which a row without a name goes on with."""
    parsed, text, layout = table.parsed, table.text, table.layout
    index, add = len(parsed.drafts) if onto is None else onto, parsed.pieces.add
    words = text[record.start : record.end].rstrip("\r\n")
    last = record.start + len(words)
    several = "\n" in words or "\r" in words
    draft = Draft(
        None,
        line,
        table.lines.line(max(record.start, last - 1)) if several else line,
        structured=True,
        capability=True,
        parent=parent,
        depth=1 if parent is None else 2,
        evidence=("a record of a list",),
    )
    if onto is None:
        parsed.drafts.append(draft)
    else:
        parsed.drafts[onto].line_end = draft.line_end
        draft = parsed.drafts[onto]
    properties = list(draft.properties)
    at = record.start
    own: dict[int, int] = {}
    for name, said_in in layout.pairs:
        pair = [
            c
            for c in record.cells[name : said_in + 1 : said_in - name]
            if inner_of(text, c).strip()
        ]
        if pair:
            own[name] = own[said_in] = _child(table, pair, index)
    for i, cell in enumerate(record.cells):
        _, _, start, end = cell
        if at < start:
            add("delimiter", at, start, index)
        at = start
        if i == layout.name and onto is None:
            at = _name_cell(table, draft, cell, index)
        elif i in own and i in table.named_apart:
            at = _name_cell(table, parsed.drafts[own[i]], cell, own[i])
        elif i in own:
            child = parsed.drafts[own[i]]
            _text_cell(table, child, cell, own[i], child.line_start)
            at = end
        elif i == layout.text or i >= table.width:
            _text_cell(table, draft, cell, index, line)
            at = end
        elif end > start:
            value = text[start:end].strip()
            add("property", start, end, index)
            if value:
                properties.append(_property(table, draft, i, value, cell))
            at = end
    draft.properties = tuple(properties)
    draft.capability = not own and draft.capability
    if at < last:
        add("delimiter", at, last, index)
    if last < record.end:
        add("blank", last, record.end, index)
    return draft


def _child(table: Table, cells: Sequence[Cell], parent: int) -> int:
    """A draft for a named text that a row has besides its own, in `cells` that hold something."""
    line = table.lines.line(cells[0].inner_start)
    last = table.lines.line(cells[-1].inner_end - 1)
    depth = table.parsed.drafts[parent].depth + 1
    draft = Draft(None, line, last, parent=parent, depth=depth, structured=True, capability=True)
    draft.evidence = ("a pair of columns of a record",)
    table.parsed.drafts.append(draft)
    return len(table.parsed.drafts) - 1


def add_bearer(table: Table, record: Record, index: int) -> None:
    """The pieces of a row that names another bearer, which becomes a property of draft `index`."""
    draft = table.parsed.drafts[index]
    last = record.start + len(table.text[record.start : record.end].rstrip("\r\n"))
    had = table.borne.setdefault(index, {(p.name, p.value): p for p in draft.properties})
    at = record.start
    for i, cell in enumerate(record.cells):
        value = inner_of(table.text, cell).strip()
        if i in (table.layout.name, table.layout.text) or i in table.counting or not value:
            continue
        p = _property(table, draft, i, value, cell)
        if (p.name, p.value) not in had:
            if at < cell.inner_start:
                table.parsed.pieces.append(Piece("repeat", at, cell.inner_start, index))
            table.parsed.pieces.append(Piece("property", cell.inner_start, cell.inner_end, index))
            at = cell.inner_end
            had[p.name, p.value] = p
    if at < last:
        table.parsed.pieces.append(Piece("repeat", at, last, index))
    if last < record.end:
        table.parsed.pieces.append(Piece("blank", last, record.end, index))


def settle_bearers(table: Table) -> None:
    """Give the drafts the properties that later rows added to them."""
    for index, properties in table.borne.items():
        table.parsed.drafts[index].properties = tuple(properties.values())


def _property(table: Table, draft: Draft, column: int, value: str, cell: Cell) -> Property:
    """What another cell of a row holds; a key and other names belong to the draft as well."""
    layout = table.layout
    if column == layout.key:
        draft.key = value
    elif not any(map(str.isalnum, value)):
        pass  # a stroke says that there is none
    elif column == layout.foreign:
        draft.foreign = value
    elif column == layout.abbreviation:
        draft.abbreviation = value
    return held_property(table, column, value, cell)


def held_property(table: Table, column: int, value: str, cell: Cell) -> Property:
    """What a cell holds besides names and texts."""
    titles = table.layout.titles
    title = titles[column] if column < len(titles) else ""
    line = table.lines.line(cell.inner_start)
    if _plain_words(table, cell) is None:
        # A text in another language keeps its paragraphs, as the text itself does.
        glue = "\n" if spoken(title) or word_of_one(title) else " "
        value = _said(table.text, _cell_runs(table.text, cell, table.paired)[1], glue) or value
    return Property(title or str(column + 1), value, table.source, line)


def _said(text: str, found: list[Paragraph], glue: str = " ") -> str:
    """The words of a cell, its paragraphs parted by `glue`."""
    return glue.join("".join(said(text, r) for r in p.runs) for p in found).strip()


def _plain_words(table: Table, cell: Cell) -> str | None:
    """What a cell says that holds words and nothing else, as most do; null for any other."""
    words = table.text[cell.inner_start : cell.inner_end]
    if not words or words[0].isspace() or words[-1].isspace():
        return None
    for sign in table.signs:
        if sign in words:
            return None
    return words


def _cell_runs(text: str, cell: Cell, paired: frozenset[str]) -> tuple[list[Run], list[Paragraph]]:
    """The runs and paragraphs of a cell; of a doubled quote in a quoted cell one is a delimiter."""
    start, end = cell.inner_start, cell.inner_end
    tags = list(markup.tags_of(text, start, end, paired))
    if text.find("*", start, end) >= 0:
        looks = ((start + a, start + b) for a, b in starred(text[start:end]))
        tags = list(with_looks(tags, looks))
    runs, found = read_entities(text, *markup.paragraphs(text, start, end, tags))
    if cell.inner_start == cell.start or '""' not in text[cell.inner_start : cell.inner_end]:
        return runs, found
    for p in found:
        p.runs = [
            part for run in p.runs for part in _unquoted(text, run) if part.kind != "delimiter"
        ]
    return [part for run in runs for part in _unquoted(text, run)], found


def _unquoted(text: str, run: Run) -> list[Run]:
    parts: list[Run] = []
    at = run.start
    for m in re.finditer('""', text[run.start : run.end]) if run.kind == "text" else ():
        second = run.start + m.end() - 1
        parts += [Run("text", at, second), Run("delimiter", second, second + 1)]
        at = second + 1
    return [*parts, Run(run.kind, at, run.end)] if at < run.end else parts


def _name_cell(table: Table, draft: Draft, cell: Cell, index: int) -> int:
    """The title without its markup; returns where the cell's pieces end."""
    text = table.text
    plain = _plain_words(table, cell)
    if plain is not None:
        draft.title, draft.title_start = plain, cell.inner_start
        table.parsed.pieces.add("heading", cell.inner_start, cell.inner_end, index)
        return cell.inner_end
    runs, found = _cell_runs(text, cell, table.paired)
    words = [r for p in found for r in p.runs]
    title = _said(text, found)
    draft.title = title or None
    if words:
        draft.title_start = words[0].start
    for run in runs:
        kind = "heading" if run.kind == "text" else run.kind
        table.parsed.pieces.append(Piece(kind, run.start, run.end, index))
    return cell.inner_end


def _text_cell(table: Table, draft: Draft, cell: Cell, index: int, line: int) -> None:
    """The passages and the pieces of a cell in a row that begins on `line`."""
    text = table.text
    start, end = cell.inner_start, cell.inner_end
    plain = _plain_words(table, cell)
    if plain is not None and not list_mark(text, start, end):
        # Most rows stand on one line, whose number is then kept once.
        line = line if draft.line_end == line else table.lines.line(start)
        cut = label_end(plain, draft.title)
        if cut:
            table.parsed.pieces.add("heading", start, start + cut, index)
            start, plain = start + cut, plain[cut:]
        spans = Spans.whole(start, end - start)
        kind = kind_of(plain, table.lang)
        keep(draft, Passage(kind, plain, table.source, line, spans))
        table.parsed.pieces.add("text", start, end, index)
        return
    runs, found = _cell_runs(text, cell, table.paired)
    headed: frozenset[Run] = frozenset()
    for p in found:
        take_list_mark(text, p, runs)
        told = passage(table.source, text, p, table.lines, table.lang)
        if p is found[0] and len(found) > 1 and repeats(told.text, draft.title):
            headed = frozenset(p.runs)
            continue
        if p is found[0] and (cut := label_end(told.text, draft.title)):
            told = part_of(told, cut, len(told.text), told.line)
        keep(draft, told)
    for r in runs:
        kind = "heading" if r in headed and r.kind == "text" else r.kind
        table.parsed.pieces.append(Piece(kind, r.start, r.end, index))
