"""Markdown (CommonMark 0.31, with the tables, footnotes and front matter that programs add).

Lines are read into blocks, then the marks inside the words; what is no mark stays a word, so that
the asterisk of an ability (`Hordes*`) is kept.  Every mark keeps its place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.say import say

from .admonitions import box_line, last_closed
from .drawn import FENCE, broken_terms, closing_fences, drawn_levels
from .flow import HEADER, STRONG_LEVEL, Flow, Item
from .form import Document, Loader
from .frontmatter import Front, front_matter, titled
from .gridcells import bar_cells, grids_of, put_grid
from .grids import Grid
from .markdrafts import draft_items
from .marked import Span, put_marked
from .marksigns import headed_by_equals, recognise
from .ordered import ITEM, begins_list
from .parsed import Parsed
from .plainnames import plain_names
from .runs import Cell, Pairs
from .vault import TAGS, heading_id, holds_notes, remark_at, without_id

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_ATX = re.compile(r"[ \t]{0,3}(?P<open>#{1,6}(?:[ \t]+|(?=[^\W\d_#])(?<=##)))(?P<words>\S[^\r\n]*)")
# So do AsciiDoc and Typst write headings.
_EQUALS = re.compile(r"(?P<open>={1,6}[ \t]+)(?P<words>[^\s=][^\r\n]*)")
_ATX_END = re.compile(r"(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r"[ \t]{0,3}(?:(?P<one>=+)|(?P<two>-+))[ \t]*$")
_RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_QUOTE = re.compile(r"[ \t]{0,3}>[ \t]?")
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION = re.compile(r"[ \t]{0,3}\[(?P<id>[^\[\]\r\n^][^\[\]\r\n]{0,200})\]:[ \t]*\S[^\r\n]*")
_FOOTNOTE = re.compile(r"[ \t]{0,3}\[\^[^\[\]\s]{1,80}\]:[ \t]*")
_TERM = re.compile(r"[ \t]{0,3}:[ \t]+(?=\S)")
_CONTENTS = re.compile(r"[ \t]*(?:\[\[?_?toc_?\]?\]|\{:\s*toc\s*\}|\[\[_TOC_\]\])[ \t]*$", re.I)
_NAMED = re.compile(
    r"[ \t]*(?P<strong>\*\*|__)(?=[^\s*_])[^*\r\n]{1,80}?"
    r"(?:[:.](?P=strong)|(?P=strong)(?:[ \t]*\([^()\r\n]{1,60}\))?[ \t]*(?:[:.]|[–—-][ \t]))[ \t]*\S"
)
_COMMENT = re.compile(r"[ \t]*<(?:!--|(?P<raw>script|style)\b)", re.I)


class Reader:
    """Reads the lines of a text into a flow.  `definitions` are the names of its links."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.flow = Flow(text)
        self.paragraph: list[Span] = []
        self.role, self.level = "text", 0
        self.lines = Pairs(m.span() for m in _LINE.finditer(text, start) if m.start() < m.end())
        self.definitions = frozenset(
            m.group("id").strip().lower()
            for a, b in self.lines
            if (m := _DEFINITION.match(text, a, b))
        )
        self.drawn, self.levels = drawn_levels(text)
        self.closing = closing_fences(text, self.lines)
        self.terms = broken_terms(text)
        self.fence: str | None = None
        self.comment = ""
        self.tables = 0
        self.grids = grids_of(text, self.lines)
        self.equals = headed_by_equals(text)
        self.listed = False
        self.quoted = False
        self.boxed, self.last_box = "", last_closed(text)
        self.vault = holds_notes(text)
        self.plain = plain_names(text)

    def read(self) -> list[Item]:
        n = 0
        while n < len(self.lines):
            n += self._line(n)
        self._flush()
        return self.flow.close()

    def _line(self, n: int) -> int:
        """Read the line; gives how many lines that took."""
        start, after = self.lines[n]
        text, end = self.text, after
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        comment = None if self.comment or self.fence else _COMMENT.match(text, start, end)
        remark = remark_at(text, start, end) if self.vault and not self.fence else None
        if self.comment or comment is not None or remark is not None:
            begun = start
            if comment is not None:
                self.comment = f"</{comment.group('raw')}>" if comment.group("raw") else "-->"
            elif remark is not None and not self.comment:
                self.comment, begun = "%%", remark
            self._flush()
            closed = text[begun:end].lower().find(self.comment.lower())
            at = end if closed < 0 else begun + closed + len(self.comment)
            self.comment = self.comment if closed < 0 else ""
            self.flow.aside(start, at)
            self.flow.words(at, after)
            return 1
        if start in self.drawn and self.fence is None and self._underlined():
            self._underline(start, end, after, self.drawn[start])
            return 1
        fence = FENCE.match(text, start, end)
        if self.fence is not None and n in self.grids:
            return self._grid(self.grids[n], n)
        if self.fence is not None or fence:
            self._fenced(start, end, after, fence)
            return 1
        at = self._quotes(start, end)
        if at > start and not self.quoted:
            self._flush()  # a quote ends the paragraph before it; the other way round it goes on
        self.quoted = at > start
        tags = TAGS.match(text, at, end) if self.vault else None
        if tags is not None or not text[at:end].strip():
            self._flush()
            at = end if tags is not None else at
            self.flow.mark(start, at)
            self.flow.mark(at, after, "blank")
            return 1
        if self.boxed == "quote" and not self.quoted:
            self.boxed = ""
        if self.boxed == "indent" and text[at] not in " \t":
            self.boxed = ""
        box = box_line(text, at, end, self.quoted, self.last_box)
        if box is not None:
            self._flush()
            self.boxed = box.inside
            flow = self.flow
            flow.mark(start, box.start)
            flow.begin("note")
            flow.words(box.start, box.end)
            flow.end()
            flow.mark(box.end, end)
            flow.mark(end, after, "blank")
            return 1
        return self._block(n, start, at, end, after)

    def _named_again(self, at: int, end: int) -> bool:
        """Whether a line opens with a strong name and its mark, as the paragraph before it does; or
        with a plain one in a list of such."""
        return (self.role == "text" and at in self.plain) or (
            self.role == "text"
            and _NAMED.match(self.text, at, end) is not None
            and _NAMED.match(self.text, self.paragraph[0].start, self.paragraph[0].end) is not None
        )

    def _quotes(self, start: int, end: int) -> int:
        at = start
        while (m := _QUOTE.match(self.text, at, end)) is not None:
            at = m.end()
        return at

    def _fenced(self, start: int, end: int, after: int, fence: re.Match[str] | None) -> None:
        """Lines between fences are words as they are, a paragraph each."""
        self._flush()
        if fence is not None and (
            self.fence is None
            or (
                fence.group("fence").startswith(self.fence)
                and not self.text[fence.end("fence") : end].strip()
            )
        ):
            begun = None if self.fence is not None else fence.group("fence")
            # What no line closes would take the rest of the text with it.
            self.fence = begun if begun and self._closes(begun, start) else None
            self.flow.mark(start, end)
        else:
            self.flow.words(start, end)
            self.flow.end()
        self.flow.mark(end, after, "blank")

    def _block(self, n: int, start: int, at: int, end: int, after: int) -> int:
        text, flow = self.text, self.flow
        # Where headings have lines of many signs below them, # begins lines of a program.
        atx = _ATX.match(text, at, end) if len(self.levels) == 2 else None
        if atx is None and self.equals and at == start:
            atx = _EQUALS.match(text, at, end)
        if atx is not None:
            self._flush()
            flow.mark(start, atx.start("words"))
            self._heading(atx.start("words"), end, after, len(atx.group("open").strip()))
            return 1
        setext = _SETEXT.match(text, at, end)
        if setext is not None and self._underlined():
            self._underline(start, end, after, self.levels["=" if setext.group("one") else "-"])
            return 1
        grid = self.grids.get(n)
        if grid is not None and at == start:
            return self._grid(grid, n)
        if _RULE.match(text, at, end) or _CONTENTS.match(text, at, end):
            self._flush()
            flow.mark(start, end)
            flow.mark(end, after, "blank")
            return 1
        if self.role != "table" and self._is_table(n, at, end):
            return self._table(n, at)
        if _DEFINITION.match(text, at, end) and not self.paragraph:
            flow.mark(start, end)
            flow.mark(end, after, "blank")
            return 1
        note = _FOOTNOTE.match(text, at, end)
        term = _TERM.match(text, at, end)
        item = ITEM.match(text, at, end)
        if note is not None:
            self._open("note", start, note.end())
            at = note.end()
        elif term is not None and len(self.paragraph) == 1 and self.role == "text":
            self._defined()
            flow.mark(start, term.end())
            at, self.role = term.end(), "text"
        elif item is not None and not (
            item.group("mark")[0].isdigit()
            and (
                after in self.drawn
                or (
                    self.paragraph
                    and not self.listed
                    and not begins_list(text, self.lines, n, item)
                )
            )
        ):
            self._flush()
            self.listed = True
            flow.begin("list_item", len(item.group("indent").expandtabs(4)) + 1)
            flow.mark(start, item.start("mark"), "blank" if at == start else "markup")
            flow.mark(*item.span("mark"), "list_mark")
            self.role, at = "list_item", item.end()
        elif not self.paragraph or self._named_again(at, end):
            self._flush()
            indented = text[at] in " \t"
            if self.listed and not indented:
                self.listed = False
                flow.back(STRONG_LEVEL + 2)
            if self.boxed:
                flow.begin("note")
            flow.mark(start, at)
        elif start < at:
            # The mark of a quote before a line that goes on.
            self.paragraph.append(Span(start, at, at, mark=True))
        # A comment that goes on below ends the paragraph.
        said = text.find("<!--", at, end)
        if said >= 0 and text.find("-->", said, end) < 0 <= text.find("-->", said):
            self.paragraph += [Span(at, said, said)] if at < said else []
            self._flush()
            flow.aside(said, after)
            self.comment = "-->"
            return 1
        self.paragraph.append(Span(at, end, after))
        return 1

    def _grid(self, grid: Grid, n: int) -> int:
        """A table that lines of signs, or spaces, draw."""
        self._flush()
        put_grid(self.flow, grid, self.lines, self.tables, self.definitions)
        self.tables += 1
        return grid.last - n

    def _closes(self, fence: str, start: int) -> bool:
        """Whether a line after `start` closes what this fence begins."""
        return any(
            length >= len(fence) and last > start
            for length, last in self.closing.get(fence[0], {}).items()
        )

    def _underlined(self) -> bool:
        return self.role == "text" and 0 < len(self.paragraph) <= 2

    def _underline(self, start: int, end: int, after: int, level: int) -> None:
        """The line below a heading; the paragraph before it is the heading."""
        flow = self.flow
        spans, self.paragraph = self.paragraph, []
        last, over = spans[-1], spans[0]
        if len(spans) > 1 and not any(c.isalnum() for c in self.text[over.start : over.end]):
            # The line above a heading between two.
            flow.mark(over.start, over.after)
            spans = spans[1:]
        self._head([*spans[:-1], Span(last.start, last.end, last.end)], level)
        flow.mark(last.end, last.after, "blank")
        flow.mark(start, end)
        flow.mark(end, after, "blank")

    def _open(self, role: str, start: int, at: int) -> None:
        self._flush()
        self.flow.begin(role)
        self.flow.mark(start, at)
        self.role = role

    def _defined(self) -> None:
        """The line before a definition is its term."""
        spans, self.paragraph = self.paragraph, []
        self.flow.begin("heading", STRONG_LEVEL + 1, evidence="a term in a list of definitions")
        self._words(spans)
        self.flow.end()

    def _heading(self, at: int, end: int, after: int, level: int) -> None:
        text, flow = self.text, self.flow
        closing = _ATX_END.search(text, at, end)
        last = closing.start() if closing else end
        self._head([Span(at, last, last)], level)
        flow.mark(last, end)
        flow.mark(end, after, "blank")
        self.listed = False

    def _head(self, spans: Sequence[Span], level: int) -> None:
        """A heading, without the name for links that may stand behind its words."""
        end = spans[-1].end
        words, name = heading_id(self.text, spans[-1].start, end)
        self.flow.begin("heading", level)
        if name:
            self.flow.anchor(name)
        self._words([*spans[:-1], Span(spans[-1].start, words, words)])
        self.flow.end()
        self.flow.mark(words, end)

    def _flush(self) -> None:
        spans = self.paragraph
        if self.role == "text" and len(spans) > 1 and spans[0].start in self.terms:
            first = spans[0]
            self.paragraph = [Span(first.start, first.end, first.end)]
            self._defined()
            self.flow.mark(first.end, first.after, "blank")
            spans = spans[1:]
        self.paragraph = []
        if spans:
            self._words(without_id(self.text, spans) if self.vault else spans)
            if (named := self.plain.get(spans[0].start)) is not None:
                self.flow.strong_ends(spans[0].start, named)
        self.flow.end()
        self.role = "text"

    def _words(self, spans: Sequence[Span]) -> None:
        put_marked(self.flow, spans, self.definitions)

    def _is_table(self, n: int, at: int, end: int) -> bool:
        if n + 1 >= len(self.lines) or "|" not in self.text[at:end]:
            return False
        start, after = self.lines[n + 1]
        below = self._quotes(start, after)
        stripped = self.text[below:after].rstrip("\r\n")
        return "|" in stripped and _DELIMITERS.fullmatch(stripped) is not None

    def _table(self, n: int, at: int) -> int:
        """A table: a row of titles, a row of delimiters, and rows while there are bars."""
        self._flush()
        text, flow = self.text, self.flow
        number, self.tables = self.tables, self.tables + 1
        row = 0
        for k in range(n, len(self.lines)):
            start, after = self.lines[k]
            end = start + len(text[start:after].rstrip("\r\n"))
            at = self._quotes(start, end)
            if k == n + 1:
                flow.mark(start, end, "delimiter")
                flow.mark(end, after, "blank")
                continue
            if "|" not in text[at:end] or not text[at:end].strip():
                return k - n
            flow.mark(start, at)
            column = 0
            for a, b in bar_cells(text, at, end):
                if text[a:b] == "|":
                    flow.end()
                    flow.mark(a, b, "delimiter")
                    column += a > at or bool(text[at:a].strip())
                    continue
                flow.cell = Cell(number, row, column, k == n)
                flow.begin("table")
                self._words([Span(a, b, b)])
            flow.end()
            flow.cell = None
            flow.mark(end, after, "blank")
            row += 1
        return len(self.lines) - n


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a Markdown text; its front matter is its bibliography."""
    text = document.text
    parsed = Parsed("markdown")
    front: Front = front_matter(text)
    reader = Reader(text, front.end)
    if front.end:
        reader.flow.aside(0, front.end, HEADER)
    items = titled(text, front, reader.read())
    del reader  # its lines are no longer needed, and drafts take much memory
    parsed.about |= front.about
    draft_items(parsed, document, items, front.lang or "")
    parsed.title = front.about.get("title") or parsed.title
    return parsed


LOADER = Loader(
    "markdown",
    say("Markdown: headings, lists, tables, quotes, footnotes, front matter"),
    recognise,
    parse,
)
