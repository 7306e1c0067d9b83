"""A table that was read down its columns: all names, and behind them all texts.

Programs that take text out of a PDF do that.  As many texts as names, in one order, are the rows
again; where the numbers differ, nobody can tell which belongs to which, and that is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from variorum.compare.properties import folded_title
from variorum.model import Finding
from variorum.say import say

from .drafting import Block
from .headings import is_title_like
from .parsed import Lines
from .roles import is_said, may_be_said

FEWEST_ROWS = 3
# Without headers of columns so many rows, and such a share of texts that begin with one word,
# as those of abilities do: a few headings above as many paragraphs are no table.
FEWEST_UNTOLD = 5
ALIKE = 0.8
LONGEST_NAME = 60


def rows_again(
    blocks: Sequence[Block], lang: str, lines: Lines, text: str
) -> tuple[list[Block], list[Block], list[Finding]]:
    """The blocks with every name before its text, the headers of columns, and what is wrong.

    `lines` and `text` are those of the source.
    """
    blocks, headers = _rows_of_columns(blocks, lang)
    named = [_is_name(b, lang) for b in blocks]
    ordered: list[Block] = []
    findings: list[Finding] = []
    at = 0
    while at < len(blocks):
        middle = at
        while middle < len(blocks) and named[middle]:
            middle += 1
        end = middle
        while end < len(blocks) and not named[end] and _is_text(blocks[end]):
            end += 1
        if middle - at < FEWEST_ROWS or end == middle:
            end = max(end, at + 1)
            ordered += blocks[at:end]
            at = end
            continue
        names, texts = list(blocks[at:middle]), list(blocks[middle:end])
        told = [n for n, b in enumerate(names) if _is_header(b)]
        # What stands above the headers of the columns is above the table.
        first = told[0] if len(told) > 1 else 0
        own = [b for b in names[first:] if not _is_header(b)]
        fewest = FEWEST_ROWS if len(told) > 1 else FEWEST_UNTOLD
        if len(own) == len(texts) >= fewest and (len(told) > 1 or _alike(texts)):
            ordered += names[:first]
            for name, said in zip(own, texts, strict=True):
                ordered += [name, said]
            headers += [names[n] for n in told]
        else:
            if len(told) > 1 and len(own) >= FEWEST_ROWS:
                findings.append(_lost(own[0], lines, text))
            ordered += [*names, *texts]
        at = end
    return ordered, [_as_header(b) for b in headers], findings


def _rows_of_columns(blocks: Sequence[Block], lang: str) -> tuple[Sequence[Block], list[Block]]:
    """The blocks, the rows of tables of several columns together, and the headers of their columns.

    Each column stands below its header, and the last, which a word for texts heads, has as many
    sentences as the others have cells: `Roll`, 2-4, 5-7, 8+, `Damage`, three names, `Effect`.
    """
    ordered: list[Block] = []
    headers: list[Block] = []
    at = 0
    for n, block in enumerate(blocks):
        # Below it is a row at least: most paragraphs are no header, and to read them takes its time.
        below = blocks[n + 1 : n + 1 + FEWEST_ROWS]
        if n < at or len(below) < FEWEST_ROWS or not all(map(_is_text, below)):
            continue
        if not _says(block, "text"):
            continue
        end = n + 1 + FEWEST_ROWS
        while end < len(blocks) and _is_text(blocks[end]):
            end += 1
        columns: list[Sequence[Block]] = [blocks[n + 1 : end]]
        rows = len(columns[0])
        first = n
        while (
            FEWEST_ROWS <= rows <= first - 1 - at
            and _is_name(blocks[first - rows - 1], lang)
            and all(_is_cell(b) for b in blocks[first - rows : first])
        ):
            columns.insert(0, blocks[first - rows : first])
            first -= rows + 1
        named = [c for c in columns[:-1] if all(_is_name(b, lang) for b in c)]
        if len(columns) < 3 or not named:
            continue
        ordered += blocks[at:first]
        columns.remove(named[0])
        for cells in zip(named[0], *columns, strict=True):
            ordered += cells
        headers += [blocks[k] for k in range(first, n + 1, rows + 1)]
        at = end
    return [*ordered, *blocks[at:]], headers


def _is_cell(block: Block) -> bool:
    """Whether a paragraph may be a cell of a table: short, and no sentence."""
    said = block.passage.text
    return len(said) <= LONGEST_NAME and said[-1:] not in ".!?…:" and not block.paragraph.item


def _is_name(block: Block, lang: str) -> bool:
    said = block.passage.text
    row = block.paragraph.cell is not None
    apart = not block.paragraph.item and not row
    return len(said) <= LONGEST_NAME and apart and is_title_like(said, lang)


def _is_text(block: Block) -> bool:
    said = block.passage.text
    own = block.passage.kind == "text" and block.paragraph.cell is None
    return own and said[-1:] in ".!?…" and not said[:1].islower()


def _is_header(block: Block) -> bool:
    return _says(block, "name", "text")


def _says(block: Block, *roles: str) -> bool:
    """Whether a paragraph is just what people call a column of one of these roles."""
    said = block.passage.text
    if len(said) > LONGEST_NAME:
        return False
    roles = tuple([role for role in roles if may_be_said(said, role)])
    if not roles:
        return False  # as most are, and to fold them takes its time
    folded = folded_title(said)
    return any(is_said(folded, role) for role in roles)


def _alike(texts: Sequence[Block]) -> bool:
    """Whether most of the texts begin with one word."""
    first = Counter(b.passage.text.split(maxsplit=1)[0].lower() for b in texts)
    return bool(first) and max(first.values()) >= ALIKE * len(texts)


def _as_header(block: Block) -> Block:
    runs = [r._replace(kind="header") if r.kind == "text" else r for r in block.runs]
    return Block(block.paragraph, runs, block.passage, block.cell)


def _lost(block: Block, lines: Lines, text: str) -> Finding:
    start = block.start
    return Finding(
        *("lost_table", "error", block.passage.source, lines.line(start), lines.column(start)),
        *(text[start : start + len(block.passage.text)][:60], None, None),
        say(
            "the names of a table stand here below each other and their texts behind them, not"
            " as many of one as of the other: put each name before its text"
        ),
    )
