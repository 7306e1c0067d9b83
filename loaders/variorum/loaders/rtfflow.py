"""The paragraphs, cells and notes of Rich Text, put together as its words come."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import manuscript
from .manuscript import CONTENTS, HIDDEN, PLAIN, STRONG, Block, Words

# A letter that stands before an item as a bullet does.
_BULLET = "o"


@dataclass(slots=True)
class Look:
    """How characters look, and what the paragraph is that they stand in.

    `heading` is the level of one (0 for the title), null for none; `level` that of a list, from 1;
    `size` is in points.
    """

    strong: bool = False
    hidden: bool = False
    deleted: bool = False
    size: float = 12.0
    heading: int | None = None
    level: int = 1
    in_table: bool = False

    def paragraph(self) -> None:
        """What a paragraph is that nothing is said of."""
        self.heading, self.level, self.in_table = None, 1, False


@dataclass(slots=True)
class Flow:
    """Words that follow each other: the text itself, a note, a box or a margin.

    `number` is what the writer put before the paragraph as its number or bullet; `after` are the
    blocks that stand behind it, `anchors` the names by which words lead to it.
    """

    blocks: list[Block] = field(default_factory=list)
    number: str = ""
    after: list[Block] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    _words: Words = field(default_factory=Words)
    _sizes: dict[float, int] = field(default_factory=dict)
    _contents: bool = False
    _hidden: str = ""
    _gone: dict[str | None, str] = field(default_factory=dict)
    _rows: list[list[list[Block]]] = field(default_factory=list)
    _cells: list[list[Block]] = field(default_factory=list)
    _cell: list[Block] = field(default_factory=list)
    _heads: int = 0
    _header: bool = False

    def add(self, text: str, look: Look, leads: str | None, contents: bool) -> None:
        """Words of the paragraph; `leads` is where they lead, `contents` says that they list
        headings."""
        if look.hidden:
            self._hidden += text
            return
        self._words.add(text, leads or (STRONG if look.strong else PLAIN))
        self._sizes[look.size] = self._sizes.get(look.size, 0) + len(text)
        self._contents |= contents

    def gone(self, text: str, by: str | None) -> None:
        """Words that a tracked change of a person deletes."""
        self._gone[by] = self._gone.get(by, "") + text

    def end_paragraph(self, look: Look) -> None:
        """The paragraph ends, which is what `look` says."""
        found = self._paragraph(look)
        if look.in_table:
            self._cell += found
        else:
            self._end_table()
            self.blocks += found

    def end_cell(self, look: Look, inner: bool) -> None:
        """A cell ends; the cells of `inner` tables are paragraphs of the cell around them."""
        self._cell += self._paragraph(look)
        if not inner:
            self._cells.append(self._cell)
            self._cell = []

    def end_row(self) -> None:
        if self._cells:
            self._heads += self._header and self._heads == len(self._rows)
            self._rows.append(self._cells)
            self._cells = []

    def table_word(self, word: str) -> None:
        """What is said of a row before or behind its cells."""
        if word == "trowd":
            self._header = False
        elif word == "trhdr":
            self._header = True

    def finished(self) -> list[Block]:
        """All blocks; what is still open ends."""
        rest = self._paragraph(Look())
        if self._cell or self._cells:
            self._cells.append(self._cell + rest)
            self._cell, rest = [], []
            self.end_row()
        self._end_table()
        self.blocks += rest
        return self.blocks

    def _paragraph(self, look: Look) -> list[Block]:
        words, number = self._words, self.number.strip()
        if self._sizes:
            words.size = max(self._sizes, key=lambda s: (self._sizes[s], s))
        counted = number if any(map(str.isalnum, number)) and number != _BULLET else None
        found: list[Block] = []
        if words.plain.strip():
            role, level = "text", 1
            if self._contents:
                role = CONTENTS
            elif look.heading is not None:
                role, level = "heading", look.heading
            elif number:
                role, level = "item", look.level
            found = [Block(role, words, level, counted, anchors=self.anchors)]
            self._words, self.anchors = Words(), []
        else:
            self._words = Words()
        if self._hidden.strip():
            hidden = Words([(self._hidden, PLAIN)])
            found.append(Block(HIDDEN, hidden, told=manuscript.hidden()))
        for by, said in self._gone.items():
            if said.strip():
                told = manuscript.deleted(by)
                found.append(Block(HIDDEN, Words([(said, PLAIN)]), told=told))
        found += self.after
        self.number, self._contents, self._hidden = "", False, ""
        self._sizes, self._gone, self.after = {}, {}, []
        return found

    def _end_table(self) -> None:
        if self._rows:
            self.blocks += manuscript.table(self._rows, self._heads, None)
            self._rows, self._heads = [], 0
