"""The cells of tables in plain text as blocks: rows that are read across, or cells of records."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from .cells import across, settle_tables
from .drafting import Block, last_line, pieces, put_cell, record_draft
from .flow import HEADER, Item
from .parsed import Lines, Parsed
from .passages import passage
from .runs import Runs
from .strongnames import is_strong


def rows_across(
    text: str, lang: str, lines: Lines, blocks: Sequence[Block], *, records: bool
) -> list[Block]:
    """The blocks, those that are cells of a table joined to its rows.

    With `records` the rows of a table of names and texts stay cells, each with what it is there.
    """
    found: list[Block] = []
    for table, group in groupby(
        blocks, key=lambda b: b.paragraph.cell.table if b.paragraph.cell else None
    ):
        own = list(group)
        if table is None:
            found += own
            continue
        source = own[0].passage.source
        items = [
            Item(
                *("table", None, b.runs, b.paragraph),
                bold=b.paragraph.runs[-1].end if is_strong(text, b) else None,
                cell=b.paragraph.cell,
            )
            for b in own
        ]
        settled = settle_tables(text, items, lang, {}, source) if records else across(items)
        for item in settled:
            tells = item.row is not None or item.role in (HEADER, "heading")
            runs = Runs(sorted(item.runs, key=lambda run: run.start))
            item.paragraph.runs = Runs.packed(item.paragraph.runs)
            said = passage(source, text, item.paragraph, lines, lang, None if tells else "table")
            found.append(Block(item.paragraph, runs, said, item if tells else None))
    return found


class Records:
    """Puts the cells of records into drafts."""

    def __init__(self, parsed: Parsed, lines: Lines) -> None:
        self.parsed, self.lines = parsed, lines
        self._row: int | None = None
        self._draft = 0

    def put(self, block: Block, chapter: int | None) -> None:
        """A block that is a cell; its record stands below the draft `chapter`."""
        item = block.cell
        assert item is not None
        if item.role == HEADER:
            pieces(self.parsed, block, None, HEADER)
            return
        if item.row != self._row:
            self._row, self._draft = item.row, len(self.parsed.drafts)
            self.parsed.drafts.append(record_draft(block.passage, chapter))
        draft = self.parsed.drafts[self._draft]
        put_cell(draft, item, block.passage, last_line(block, self.lines))
        kind = item.role if item.role in ("heading", "property") else None
        pieces(self.parsed, block, self._draft, kind)
