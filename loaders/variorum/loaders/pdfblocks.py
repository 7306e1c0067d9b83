"""From the flows of PDF pages to blocks: lines joined to paragraphs, items, tables, headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

from variorum.compare.language import UNKNOWN

from .headings import LONGEST_HEADING, is_title_like
from .hyphens import Vocabulary, halves
from .language import language_of
from .manuscript import GLUED, LINE, MARK, PLAIN, Block, Words, dropped
from .numbering import are_rules
from .pdfcolumns import Column, column_of
from .pdflayout import Flow, Grid
from .pdfpage import LEAP, Segment
from .series import number_at

_BULLET = re.compile(r"[•●○▪■◦‣∙►\ue000-\uf8ff]\s*|[·*–—-]\s+")
_NUMBER = re.compile(r"\(?(\d{1,3})[.)]\s+(?=\S)")
# A dash between two halves of a sentence; a number before the end of its word.
_DASHED = re.compile(r"[–—-]\s+[^\W\d_]*[a-zà-ÿ]")
_COUNTED = re.compile(r"\d[\"”″']?[-\u2010\u2011]\Z")
_NOTE = re.compile(r"\d{1,2}(?=[^\W\d_])")
# Where a word is divided, until it is known whose the hyphen is.
_OPEN = "\x1f"
# Lines that stand so much further apart than those of a paragraph are two of them.
_APART = 1.3
_INDENT = 0.9
# So many names without a text may stand between a table and where it goes on.
_MOST_BEHIND = 3
# So many paragraphs tell the language of a document.
TELLING = 500


def _ended(text: str) -> bool:
    """Whether words end as a sentence, or as what announces one."""
    return text.rstrip(' \t»”")]’')[-1:] in tuple(".!?…:;")


def pitches(pages: Iterable[Sequence[Segment]]) -> dict[float, float]:
    """How far apart the lines of a paragraph stand, by the size of their letters."""
    steps: dict[float, Counter[float]] = {}
    for page in pages:
        for a, b in pairwise(page):
            step = a.y - b.y
            if a.size == b.size and 0.8 * a.size < step < 1.8 * a.size:
                steps.setdefault(a.size, Counter())[round(step, 1)] += 1
    return {
        size: min((s for s, n in counted.items() if n * 4 >= max(counted.values())))
        for size, counted in steps.items()
    }


def right_edge(pages: Sequence[Sequence[Segment]]) -> float:
    """Where lines of the document end that are full."""
    edges = sorted(max(s.x1 for s in page) for page in pages if page)
    return edges[len(edges) // 2] if edges else 0.0


def common_size(pages: Iterable[Sequence[Segment]]) -> float:
    """The size of most letters."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for s in page:
            sizes[s.size] += s.length
    return max(sizes, key=lambda s: (sizes[s], -s), default=0.0)


def paragraphs_of(
    flow: Flow,
    pitch: dict[float, float],
    right: float,
    vocabulary: list[tuple[str, str]],
    columns: Sequence[Column] = (),
) -> list[Block]:
    """The blocks of one flow; the halves of divided words are added to `vocabulary`.

    `right` is where full lines of the document end, `columns` are those of its text.
    """
    if flow.grid is not None:
        return [_table(flow.grid, pitch, vocabulary)]
    own = _own_edge(flow.segments)
    lefts = [c.left for c in columns]
    found: list[Block] = []
    lines: list[Segment] = []
    edge = own or right
    for s in flow.segments:
        if own is None and columns:
            inside = {column_of(line, lefts) for line in [*lines, s]}
            [column] = inside if len(inside) == 1 else [None]
            edge = right if column is None else columns[column].right
        if lines and _goes_on(lines, s, pitch, edge):
            join(found[-1].words, s, lines[-1], vocabulary)
        else:
            found.append(Block("text", Words(list(s.words.runs), s.size), page=s.page))
            lines = []
        lines.append(s)
    return found


def _own_edge(segments: Sequence[Segment]) -> float | None:
    """Where the lines of a box end, null for lines that no edge turns."""
    edge = max(s.x1 for s in segments)
    left = min(s.x0 for s in segments)
    near = [s for s in segments if s.x1 > edge - 0.15 * (edge - left)]
    wordy = sum(len(s.text) for s in segments) > 25 * len(segments)
    return edge if len(near) * 10 >= len(segments) * 6 and wordy and len(segments) > 2 else None


def _goes_on(lines: Sequence[Segment], s: Segment, pitch: dict[float, float], right: float) -> bool:
    """Whether a line goes on with the paragraph of `lines`."""
    last = lines[-1]
    down = last.y - s.y
    if abs(down) <= LEAP * s.size:
        return True
    if abs(s.size - last.size) > 0.6 or down > _APART * pitch.get(s.size, 1.25 * s.size):
        return False
    divided = halves(last.text, s.text) is not None
    ended = _ended(last.text)
    room = last.x1 + 0.25 * s.size + s.first < right - 0.5 * s.size
    if _BULLET.match(s.text) and not divided and (ended or room or not _DASHED.match(s.text)):
        return False
    if _NUMBER.match(s.text) and (ended or room):
        return False
    if last.words.strong != s.words.strong and (room or ended):
        return False
    item = _BULLET.match(lines[0].text) or _NUMBER.match(lines[0].text)
    indented = s.x0 > min(line.x0 for line in lines) + _INDENT * s.size
    centred = abs(last.x0 + last.x1 - s.x0 - s.x1) < s.size / 2
    if indented and not item and not (centred and s.words.strong):
        return False
    if item and len(lines) > 1 and s.x0 < lines[1].x0 - _INDENT * s.size:
        return False
    return divided or not room or (not ended and s.text.lstrip("(")[:1].islower())


def join(words: Words, s: Segment, last: Segment, vocabulary: list[tuple[str, str]]) -> None:
    """Add a line to the words before it."""
    if abs(last.y - s.y) <= LEAP * s.size:
        words.add("\t", PLAIN)
    else:
        add_end(words, s.words, vocabulary)
    for text, look in s.words.runs:
        words.add(text, look)


def add_end(words: Words, following: Words, vocabulary: list[tuple[str, str]]) -> None:
    """The end of a line between two runs of words, inside a word where it divides one."""
    pair = halves(words.runs[-1][0], following.runs[0][0]) if following.runs else None
    if pair is None:
        counted = following.runs and _COUNTED.search(words.runs[-1][0])
        joins = counted and following.runs[0][0][:1].islower()
        words.add(GLUED if joins else LINE, PLAIN)
        return
    vocabulary.append(pair)
    text, look = words.runs[-1]
    words.runs[-1] = (text.rstrip() + _OPEN, look)


def _table(grid: Grid, pitch: dict[float, float], vocabulary: list[tuple[str, str]]) -> Block:
    edges = [
        max((s.x1 for row in grid.rows for s in row[n]), default=0.0)
        for n in range(len(grid.edges))
    ]
    edges = [max(pair) for pair in zip(edges, grid.rights or edges, strict=True)]
    rows: list[list[list[Block]]] = []
    for row in grid.rows:
        cells: list[list[Block]] = []
        for cell, edge in zip(row, edges, strict=True):
            blocks: list[Block] = []
            for n, s in enumerate(cell):
                if n and not _new_paragraph(cell[n - 1], s, edge, pitch):
                    join(blocks[-1].words, s, cell[n - 1], vocabulary)
                else:
                    blocks.append(Block("text", Words(list(s.words.runs), s.size)))
            cells.append(blocks)
        rows.append(cells)
    heads = int(all(s.words.strong for cell in grid.rows[0] for s in cell))
    return Block("table", rows=rows, heads=heads, page=grid.page)


def _new_paragraph(last: Segment, s: Segment, edge: float, pitch: dict[float, float]) -> bool:
    """Whether a line of a cell begins a paragraph: it opens an item, or that above has ended."""
    if _BULLET.match(s.text) or last.y - s.y > _APART * pitch.get(s.size, 1.25 * s.size):
        return True
    room = last.x1 + 0.25 * s.size + s.first < edge
    return room and _ended(last.text)


def notes(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, footnotes behind those that refer to them, as other documents have them.

    The number that opens a footnote is a mark, where the page refers to it and no space follows.
    """
    marks: dict[tuple[int | None, str], int] = {}
    for n, b in enumerate(blocks):
        for words in _words(b):
            for text, look in words.runs:
                if look == MARK:
                    marks.setdefault((b.page, text.strip()), n)
    behind: dict[int, list[Block]] = {}
    moved: list[Block] = []
    for n, block in enumerate(blocks):
        text, look = block.words.runs[0] if block.words.runs else ("", PLAIN)
        m = _NOTE.match(text)
        at = marks.get((block.page, m.group())) if m else None
        if m is None or at is None or at >= n or look == MARK or block.role != "text":
            continue
        block.words.runs[:1] = [(m.group(), MARK), (text[m.end() :], look)]
        behind.setdefault(at, []).append(block)
        moved.append(block)
    found: list[Block] = []
    for n, block in enumerate(blocks):
        if all(block is not one for one in moved):
            found += [block, *behind.get(n, ())]
    return found


def merged(blocks: Sequence[Block], vocabulary: list[tuple[str, str]]) -> list[Block]:
    """The blocks, those joined that the end of a column or page has cut in two."""
    found: list[Block] = []
    for block in blocks:
        if block.role == "table":
            _take_in(found, block)
        last = found[-1] if found else None
        if last is not None and _cut(last, block):
            add_end(last.words, block.words, vocabulary)
            for text, look in block.words.runs:
                last.words.add(text, look)
        elif last is not None and last.role == block.role == "table" and _same(last, block):
            again = _said(block.rows[0]) == _said(last.rows[0])
            rows = block.rows[1:] if again else block.rows
            if rows and not rows[0][0]:
                _go_on(last.rows[-1], rows[0], vocabulary)
                rows = rows[1:]
            last.rows += rows
        else:
            found.append(block)
    return found


def _take_in(found: list[Block], block: Block) -> None:
    """Names below a table that goes on with the same head on the next page are rows of it."""
    behind = 0
    while behind < min(_MOST_BEHIND, len(found)) and found[-1 - behind].role == "text":
        behind += 1
    last = found[-1 - behind] if behind < len(found) else None
    if not behind or last is None or last.role != "table" or not _same(last, block):
        return
    names = found[-behind:]
    short = all(len(b.words.plain) <= LONGEST_HEADING and b.page != block.page for b in names)
    if short and _said(block.rows[0]) == _said(last.rows[0]):
        last.rows += [[[name], *([] for _ in last.rows[0][1:])] for name in names]
        del found[-behind:]


def _go_on(
    above: Sequence[list[Block]], row: Sequence[list[Block]], vocabulary: list[tuple[str, str]]
) -> None:
    """Put the cells of a row that a page has cut in two below those of its first half."""
    for cell, more in zip(above, row, strict=True):
        if cell and more and _cut(cell[-1], more[0]):
            first = more.pop(0)
            add_end(cell[-1].words, first.words, vocabulary)
            for text, look in first.words.runs:
                cell[-1].words.add(text, look)
        cell += more


def _cut(last: Block, block: Block) -> bool:
    if last.role != "text" or block.role != "text" or last.words.size != block.words.size:
        return False
    before, after = last.words.plain.rstrip(), block.words.plain.lstrip()
    if last.words.strong or block.words.strong or not before or not after:
        return False
    # A long sentence goes on behind a semicolon; short ones are items of a list.
    goes_on = before[-1] == ";" and len(before) > LONGEST_HEADING and after[0].islower()
    if (_ended(before) and not goes_on) or _BULLET.match(after):
        return False
    if after[0].islower():
        return True
    # What a page cuts may go on with a name, a number or a quote; a title is shorter.
    number = number_at(after)
    unfinished = before[-1] == "," or (len(before) > LONGEST_HEADING and before[-1].isalpha())
    return last.page != block.page and unfinished and (number is None or number.plain)


def _same(last: Block, block: Block) -> bool:
    return last.page != block.page and len(last.rows[0]) == len(block.rows[0])


def _said(row: Sequence[Sequence[Block]]) -> list[str]:
    return [" ".join(b.words.plain for b in cell) for cell in row]


def settle_hyphens(blocks: Sequence[Block], pairs: Sequence[tuple[str, str]]) -> None:
    """Decide for every divided word whose its hyphen is, by the words of all blocks.

    `pairs` are the halves of the divided words.
    """
    every = [words for block in blocks for words in _words(block)]
    lang = language_of("\n".join(w.plain for w in islice(every, TELLING)))
    known = Vocabulary((w.plain.replace(_OPEN, "\n") for w in every), lang)
    pairs = list(dict.fromkeys(pairs))
    told = dict(zip(pairs, known.dropped(pairs), strict=True))
    for words in every:
        for n, (said, look) in enumerate(words.runs):
            if _OPEN not in said:
                continue
            told_so_far, *parts = said.split(_OPEN)
            for part in parts:
                # A word that changes its look at the end of a line goes on in the next run.
                after = part or (words.runs[n + 1][0] if n + 1 < len(words.runs) else "")
                pair = halves(told_so_far, after)
                signs = told.get(pair, 0) if pair is not None else 0
                if pair is not None and known.hangs(pair):
                    told_so_far += LINE + part
                elif signs:
                    told_so_far = told_so_far[:-signs] + dropped(told_so_far[-signs:]) + part
                else:
                    told_so_far += GLUED + part
            words.runs[n] = (told_so_far, look)


def _words(block: Block) -> Iterable[Words]:
    yield block.words
    for row in block.rows:
        for cell in row:
            for inner in cell:
                yield from _words(inner)


def items(blocks: Sequence[Block]) -> None:
    """Make items of the paragraphs that open with a bullet, or with numbers that count.

    Among rules with numbers a number before a title is that of a chapter.
    """
    told = [b.words.plain.strip() for b in blocks if b.role == "text"]
    rules = are_rules(told, len(told), UNKNOWN)
    numbers = [
        int(m.group(1))
        if b.role == "text"
        and (m := _NUMBER.match(b.words.plain))
        and not (rules and is_title_like(b.words.plain[m.end() :].strip(), UNKNOWN))
        else None
        for b in blocks
    ]
    for n, block in enumerate(blocks):
        if block.role != "text":
            continue
        own = numbers[n]
        near = [k for k in (n - 1, n + 1) if 0 <= k < len(blocks) and numbers[k] is not None]
        if _BULLET.match(block.words.plain):
            block.role = "item"
            _open(block.words, _BULLET)
        elif own is not None and any(abs((numbers[k] or 0) - own) == 1 for k in near):
            block.role, block.number = "item", f"{own}."
            _open(block.words, _NUMBER)


def _open(words: Words, mark: re.Pattern[str]) -> None:
    """Take the mark of an item off its words."""
    m = mark.match("".join(text for text, _ in words.runs))
    left = m.end() if m is not None else 0
    while words.runs and left >= len(words.runs[0][0]):
        left -= len(words.runs.pop(0)[0])
    if words.runs:
        text, look = words.runs[0]
        words.runs[0] = (text[left:], look)
