"""What a word processor wrote, written out as HTML for the loader of HTML to read.

DOCX and OpenDocument say what is a heading, an item, a cell or a note, each in its own way; both
readers hand blocks to a `Manuscript`.  What no reader of the document sees as its text (comments,
hidden words, what a tracked change deleted, headers and footers) stands in elements that are no
rules, so that it is kept, and is told in a note.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from variorum.say import say

from .form import Extracted, Noted, Place
from .headings import is_title_like
from .listing import contents_words
from .titles import fold

# A line that stands out by so much of the size of the others is a heading.
LARGER = 1.12
DEEPEST = 6
PLAIN, STRONG, MARK = "", "b", "sup"
LINK = "#"
BREAK, LINE, SOFT = "\n", "\v", "\u00ad"
# The end of a line inside a word whose hyphen is its own.
GLUED = "\u2060" + LINE
# Elements of HTML in which the loader looks for no rules.
CONTENTS, CHROME, HIDDEN = "nav", "footer", "template"
FEWEST_LISTED = 3
_LEADERS = " \t.…_·"
_COUNT = re.compile(r"(\d{1,4})[.)]?")
_DROPPED = re.compile(rf"{SOFT}([^{SOFT}{LINE}]{{1,4}}){LINE}")
_EDGES = re.compile(r"^(\s*)(.*?)(\s*)$", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\x7f\ufffe\uffff]|[\ud800-\udfff]")


@dataclass(slots=True)
class Words:
    """The words of a block, in runs of one look: plain, `STRONG`, a `MARK` that refers to a note, or
    `#` and the anchor of the block to which they lead.

    In them `BREAK` breaks a line, and `LINE` is the end of a line that the words go on behind;
    `GLUED` and what `dropped` gives are such ends inside a word.  `size` is that of the letters.
    """

    runs: list[tuple[str, str]] = field(default_factory=list)
    size: float | None = None

    def add(self, text: str, look: str = PLAIN) -> None:
        if not text:
            return
        if self.runs and (self.runs[-1][1] == look or not text.strip()):
            self.runs[-1] = (self.runs[-1][0] + text, self.runs[-1][1])
        else:
            self.runs.append((text, look))

    @property
    def plain(self) -> str:
        """What a reader reads of them."""
        said = "".join(text for text, look in self.runs if look != MARK)
        if LINE in said:
            said = _DROPPED.sub("", said).replace(GLUED, "").replace(LINE, " ")
        return said.replace(SOFT, "")

    @property
    def strong(self) -> bool:
        """Whether all words are strong."""
        return bool(self.runs) and all(
            look in (STRONG, MARK) or not t.strip() for t, look in self.runs
        )

    def written(self, marks: bool = True) -> str:
        """The words as HTML; without `marks` their weight is left out."""
        parts = []
        for text, look in self.runs:
            lead, inner, end = (_escaped(part) for part in _split(text))
            if look == MARK:
                parts.append(f"{lead}<!--{inner}-->{end}")
            elif look.startswith(LINK) and inner:
                parts.append(f'{lead}<a href="{html.escape(look)}">{inner}</a>{end}')
            elif look == STRONG and marks and inner:
                parts.append(f"{lead}<b>{inner}</b>{end}")
            else:
                parts.append(lead + inner + end)
        return "".join(parts).strip()


def dropped(signs: str) -> str:
    """The end of a line inside a word, with the `signs` before it that are none of its own."""
    return SOFT + signs + LINE


def _split(text: str) -> tuple[str, ...]:
    found = _EDGES.match(text)
    return found.groups() if found is not None else ("", text, "")


def _escaped(text: str) -> str:
    plain = text.replace("\r\n", BREAK).replace("\r", BREAK)
    plain = html.escape(_CONTROL.sub("\ufffd", plain), quote=False)
    plain = plain.replace(BREAK, "<br>\n")
    if LINE in plain:
        # A comment inside a word: the hyphen and the line end are kept, and none of its letters.
        plain = _DROPPED.sub(r"<!--\1\n-->", plain).replace(GLUED, "<!--\n-->")
    if SOFT in plain:
        plain = plain.replace(SOFT, "<wbr>")
    return plain.replace(LINE, "\n")


@dataclass(slots=True)
class Block:
    """One block of a document.

    `role` is `heading`, `text`, `item`, `table` or the name of an element without rules
    (`CONTENTS`, `CHROME`, `HIDDEN`).  `level` is that of a heading or of the list of an item, from
    1; `number` what the program writes before it.  A table has `rows` of cells of blocks, its
    first `heads` rows being headers.  `page` is where it begins, `told` what to say about it,
    `anchors` the names by which words lead to it.
    """

    role: str
    words: Words = field(default_factory=Words)
    level: int = 1
    number: str | None = None
    rows: list[list[list[Block]]] = field(default_factory=list)
    heads: int = 0
    page: int | None = None
    told: str | None = None
    anchors: list[str] = field(default_factory=list)


class Manuscript:
    """Blocks in the order of the document; `extracted` gives its text."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def add(self, block: Block) -> None:
        """A block; one without any words is left out."""
        if block.rows or block.words.plain.strip():
            self.blocks.append(block)

    def extracted(self) -> Extracted:
        """The text of the document as HTML, one block a line, with its pages and notes.

        The blocks are used up.
        """
        _title_above(self.blocks)
        headings = [block for block in self.blocks if block.role == "heading"]
        if not headings:
            larger_headings(self.blocks)
        elif len(headings) == 1 and headings[0].level == 1:
            larger_headings(self.blocks, 1)
        _typed_contents(self.blocks)
        _title_of_contents(self.blocks)
        sheet = _Sheet(wanted=frozenset(_targets(self.blocks)))
        # A block that is written needs no more memory.
        self.blocks.reverse()
        while self.blocks:
            sheet.write(self.blocks.pop())
        sheet.lists(0)
        return Extracted("".join(sheet.parts), "html", tuple(sheet.places), tuple(sheet.noted))


@dataclass(slots=True)
class _Sheet:
    parts: list[str] = field(default_factory=list)
    at: int = 0
    open: list[str] = field(default_factory=list)
    page: int | None = None
    places: list[Place] = field(default_factory=list)
    noted: list[Noted] = field(default_factory=list)
    wanted: frozenset[str] = frozenset()

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.at += len(text)

    def lists(self, depth: int, tag: str = "ul") -> None:
        """Open or close lists until `depth` of them are open, the innermost by `tag`."""
        while len(self.open) > depth or (len(self.open) == depth > 0 and self.open[-1] != tag):
            self.put(f"</{self.open.pop()}>\n")
        while len(self.open) < depth:
            self.open.append(tag)
            self.put(f"<{tag}>\n")

    def write(self, block: Block) -> None:
        if block.page is not None and block.page != self.page:
            self.page = block.page
            self.places.append(Place(self.at, block.page))
        count = _COUNT.fullmatch(block.number or "") if block.role == "item" else None
        if block.role != HIDDEN:
            self.lists(block.level if block.role == "item" else 0, "ol" if count else "ul")
        if block.told is not None:
            words = block.words.written(marks=False)
            at = self.at + len(f"<{block.role}>")
            self.noted.append(Noted(at, block.told, excerpt=words.split("\n")[0][:60] or None))
        if block.role == "table":
            self.table(block)
            return
        number = f"{_escaped(block.number)} " if block.number else ""
        number = self.anchors(block) + number
        if block.role == "heading":
            tag = f"h{min(block.level, DEEPEST)}"
            self.put(f"<{tag}>{number}{block.words.written(marks=False)}</{tag}>\n")
        elif count is not None:
            # A number that only counts is no word of the rule, as in lists of HTML.
            anchors = self.anchors(block)
            self.put(f'<li value="{count.group(1)}">{anchors}{block.words.written()}</li>\n')
        elif block.role in ("text", "item"):
            tag = "p" if block.role == "text" else "li"
            self.put(f"<{tag}>{number}{block.words.written()}</{tag}>\n")
        else:
            self.put(f"<{block.role}>{block.words.written(marks=False)}</{block.role}>\n")

    def anchors(self, block: Block) -> str:
        """The anchors of a block that some words lead to."""
        own = [name for name in block.anchors if LINK + name in self.wanted]
        return "".join(f'<a id="{html.escape(name)}"></a>' for name in dict.fromkeys(own))

    def table(self, block: Block) -> None:
        self.put("<table>\n")
        for number, row in enumerate(block.rows):
            self.put("<tr>\n")
            tag = "th" if number < block.heads else "td"
            for cell in row:
                anchors = "".join(self.anchors(block) for block in cell)
                self.put(f"<{tag}>{anchors}{_cell(cell)}</{tag}>\n")
            self.put("</tr>\n")
        self.put("</table>\n")


def _targets(blocks: Iterable[Block]) -> Iterator[str]:
    """Where the words of blocks lead, each after `LINK`."""
    for block in blocks:
        yield from (look for _, look in block.words.runs if look.startswith(LINK))
        for row in block.rows:
            for cell in row:
                yield from _targets(cell)


def _cell(blocks: Iterable[Block]) -> str:
    """The blocks of a cell on one line."""
    parts = []
    for block in blocks:
        number = f"{_escaped(block.number)} " if block.number else ""
        if block.role == "table":
            inner = (cell for row in block.rows for cell in row)
            parts += [told for cell in inner if (told := _cell(cell))]
        elif block.role in (CONTENTS, CHROME, HIDDEN):
            parts.append(f"<{block.role}>{block.words.written(marks=False)}</{block.role}>")
        else:
            parts.append(
                ("• " if block.role == "item" and not number else number) + block.words.written()
            )
    if len(parts) == 1:
        return parts[0]
    return "".join(f"<p>{part}</p>" for part in parts)


def table(rows: list[list[list[Block]]], heads: int, page: int | None) -> list[Block]:
    """A table as one block, or as the blocks of its cells where it only lays out a page.

    One column, one row, or a heading inside a cell is a layout and no table.
    """
    wide = max(map(len, rows), default=0)
    blocks = [block for row in rows for cell in row for block in cell]
    if wide < 2 or len(rows) < 2 or any(b.role == "heading" for b in blocks):
        return blocks
    if not heads and _all_strong(rows[0]) and not _all_strong(rows[1]):
        heads = 1
    return [Block("table", rows=rows, heads=heads, page=page)]


def _all_strong(row: list[list[Block]]) -> bool:
    spoken = [b for cell in row for b in cell if b.words.plain.strip()]
    return bool(spoken) and all(b.words.strong for b in spoken)


def _title_above(blocks: list[Block]) -> None:
    """Where one title stands above headings of the first level, these go a level down."""
    titles = [b for b in blocks if b.role == "heading" and b.level == 0]
    first = next((b for b in blocks if b.role == "heading"), None)
    down = len(titles) == 1 and titles[0] is first
    for block in blocks:
        if block.role == "heading":
            block.level = block.level + 1 if down else max(1, block.level)


def larger_headings(blocks: list[Block], above: int = 0) -> None:
    """Make headings of short lines in larger letters; the largest are the highest, at the level
    below `above`.

    Strong lines in letters of the common size are left to the loader, which looks at what
    follows them.
    """
    sizes: Counter[float] = Counter()
    for b in blocks:
        if b.words.size is not None and b.role in ("text", "item"):
            sizes[b.words.size] += len(b.words.plain)
    if len(sizes) < 2:
        return
    common = max(sizes, key=lambda s: (sizes[s], -s))
    larger = [
        b
        for b in blocks
        if (b.role == "text" or (b.role == "item" and b.number))
        and (b.words.size or 0) >= common * LARGER
        and is_title_like(b.words.plain.strip(), "und")
    ]
    ranks = {
        s: n for n, s in enumerate(sorted({b.words.size or 0 for b in larger}, reverse=True), 1)
    }
    for b in larger:
        b.role, b.level = "heading", ranks[b.words.size or 0] + above


def listed(text: str) -> str | None:
    """The title of a line of a table of contents (dots or a tab, then a page); null for others."""
    line = text.strip()
    led = line.rstrip("0123456789")
    title = led.rstrip(_LEADERS)
    leaders = led[len(title) :]
    if not title or not 0 < len(line) - len(led) <= 4 or "\n" in title:
        return None
    return title if "\t" in leaders or sum(c not in " \t" for c in leaders) > 2 else None


def _typed_contents(blocks: list[Block]) -> None:
    """Tell a table of contents that a person typed: headings of the document and their pages."""
    titles = {b.words.plain.strip().casefold() for b in blocks if b.role == "heading"}
    run: list[tuple[Block, str]] = []
    for block in [*blocks, Block("end")]:
        title = listed(block.words.plain) if block.role == "text" else None
        if title is not None:
            run.append((block, title))
            continue
        if len(run) >= FEWEST_LISTED and sum(t.casefold() in titles for _, t in run) * 2 > len(run):
            for one, _ in run:
                one.role = CONTENTS
        run = []


def _title_of_contents(blocks: list[Block]) -> None:
    """What stands right above a table of contents and calls it so belongs to it."""
    for block, below in pairwise(blocks):
        above = below.role == CONTENTS and block.role in ("heading", "text")
        if above and fold(block.words.plain) in contents_words():
            block.role = CONTENTS


def comment(by: str | None) -> str:
    """What is said of a comment."""
    if by:
        return say("a comment by {name} stands here in the document", name=by)
    return say("a comment stands here in the document")


def deleted(by: str | None) -> str:
    """What is said of words that a tracked change deletes."""
    if by:
        return say(
            "a tracked change by {name} deletes words here; they are not read as rules:"
            " accept or reject the change in the document",
            name=by,
        )
    return say(
        "a tracked change deletes words here; they are not read as rules: accept or reject the"
        " change in the document"
    )


def hidden() -> str:
    """What is said of hidden words."""
    return say(
        "hidden words stand here in the document; they are not read as rules: show or delete them"
    )
