"""Blocks of a text to pieces and drafts: what every loader of running text does with them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, MutableSequence

from variorum.model import Passage, Property, Span

from .flow import Item
from .parsed import Draft, Lines, Parsed, Piece
from .runs import Paragraph, Run, Runs


class Block:
    """One paragraph of the file with the runs that tile it, up to the next paragraph.

    `cell` is what it is in the record that a row of a table tells.  Of most paragraphs the runs are
    one of words and the space behind it: then `runs` may be where that space ends.
    """

    __slots__ = ("_runs", "cell", "paragraph", "passage")

    def __init__(
        self,
        paragraph: Paragraph,
        runs: MutableSequence[Run] | int,
        passage: Passage,
        cell: Item | None = None,
    ) -> None:
        self.paragraph, self._runs, self.passage, self.cell = paragraph, runs, passage, cell

    @property
    def runs(self) -> MutableSequence[Run]:
        runs = self._runs
        if not isinstance(runs, int):
            return runs
        words = self.paragraph.runs[0]
        return Runs([words, Run("blank", words.end, runs)] if words.end < runs else [words])

    @runs.setter
    def runs(self, runs: MutableSequence[Run]) -> None:
        self._runs = runs

    @property
    def tiles(self) -> Iterable[tuple[str, int, int]]:
        """Kind, start and end of each of the runs: sooner had where no list of them is needed."""
        end = self._runs
        if not isinstance(end, int):
            return end
        words = self.paragraph.runs[0]
        return (words, ("blank", words.end, end)) if words.end < end else (words,)

    @property
    def start(self) -> int:
        return self.extent[0]

    @property
    def extent(self) -> tuple[int, int]:
        """Where the words of the paragraph start and end in the source."""
        return self.paragraph.extent


def preface(parsed: Parsed, block: Block, lines: Lines) -> int:
    """Words before the first heading are an entry without a title, so that none is lost."""
    parsed.drafts.append(
        Draft(
            None,
            block.passage.line,
            last_line(block, lines),
            evidence=("text before the first heading",),
        )
    )
    return len(parsed.drafts) - 1


def add(parsed: Parsed, block: Block, lines: Lines, index: int, kind: str | None) -> None:
    """Put a paragraph into draft `index`; `kind` is its kind where its words do not tell it."""
    draft = parsed.drafts[index]
    p = block.passage
    if kind is not None and kind != p.kind:
        p = Passage(kind, p.text, p.source, p.line, p.spans, p.markup)
    keep(draft, p)
    draft.line_end = max(draft.line_end, last_line(block, lines))
    pieces(parsed, block, index, None)


def keep(draft: Draft, p: Passage) -> None:
    """Put a passage behind those of a draft."""
    if draft.passages:
        draft.passages.append(p)
    else:
        draft.passages = [p]  # a list that grew has room for more, and most have one


def pieces(parsed: Parsed, block: Block, index: int | None, as_kind: str | None) -> None:
    """The pieces of a paragraph; its words become `as_kind`, where that is not null."""
    for kind, start, end in block.tiles:
        parsed.pieces.add(as_kind if as_kind and kind == "text" else kind, start, end, index)


def record_draft(p: Passage, chapter: int | None) -> Draft:
    """The draft of a row of a table that tells a name and its text; `p` is its first cell."""
    return Draft(
        None,
        p.line,
        p.line,
        parent=chapter,
        structured=True,
        capability=True,
        evidence=("a row of a table with names and texts",),
    )


def put_cell(draft: Draft, item: Item, p: Passage, last: int) -> None:
    """Put a cell into the record of its row, by what its column holds; it ends on line `last`."""
    draft.line_end = max(draft.line_end, last)
    if item.role == "heading":
        draft.title, draft.title_start = p.text, item.paragraph.runs[0].start
    elif item.role == "property":
        draft.properties += (Property(item.evidence, p.text, p.source, p.line),)
        if not any(map(str.isalnum, p.text)):
            return  # a stroke says that there is none
        if item.column == "foreign":
            draft.foreign = p.text
        elif item.column == "abbreviation":
            draft.abbreviation = p.text
    else:
        draft.passages.append(p)


def last_line(block: Block, lines: Lines) -> int:
    """The line on which the words of a paragraph end."""
    start, end = block.extent
    line = lines.line(max(start, end - 1))
    # One object for both: a number that is not small takes as much memory as a word.
    return block.passage.line if line == block.passage.line else line


def part_of(p: Passage, start: int, end: int, line: int) -> Passage:
    """Clean characters `start` to `end` of a passage as a passage of its own."""
    spans = []
    first = bisect_right(p.spans, start, key=lambda span: span.start) - 1
    for n in range(max(0, first), len(p.spans)):
        span = p.spans[n]
        if span.start >= end:
            break
        a, b = max(span.start, start), min(span.start + span.length, end)
        if a < b:
            spans.append(Span(a - start, span.source_start + a - span.start, b - a))
    return Passage("text", p.text[start:end], p.source, line, tuple(spans), "")


def open_run_in(
    parsed: Parsed,
    lines: Lines,
    block: Block,
    cut: tuple[int, int],
    parent: int | None,
    *,
    capability: bool = True,
    why: str = "the paragraphs here open with a name and a colon",
) -> None:
    """The draft and the pieces of a paragraph that opens with its name; `cut` as in `runin`."""
    p, index = block.passage, len(parsed.drafts)
    draft = Draft(
        p.text[: cut[0]],
        p.line,
        last_line(block, lines),
        [part_of(p, cut[1], len(p.text), lines.line(p.source_offset(cut[1])))],
        title_start=block.start,
        parent=parent,
        capability=capability,
        evidence=(why,),
    )
    parsed.drafts.append(draft)
    name_end, text_start = p.source_offset(cut[0]), p.source_offset(cut[1])
    for run in block.runs:
        for kind, a, b in (
            ("heading", run.start, min(run.end, name_end)),
            ("delimiter", max(run.start, name_end), min(run.end, text_start)),
            ("text", max(run.start, text_start), run.end),
        ):
            if a < b:
                own = kind if run.kind == "text" else run.kind
                parsed.pieces.append(Piece(own, a, b, index))
