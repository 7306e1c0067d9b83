"""reStructuredText (docutils 0.21): what Markdown's reader does not know of it.

Headings with lines of signs, lists, paragraphs and drawn tables are read as Markdown's are; here
are directives, terms, labels, notes and roles.  What only says how a page is built (contents,
pictures, comments, files to include) is kept aside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from variorum.say import say

from .admonitions import NOTES
from .commonmark import Reader
from .drawn import has_terms
from .flow import HEADER
from .form import Document, Loader
from .markdrafts import draft_items
from .marked import Span, anchor_name, put_marked
from .parsed import Parsed
from .runs import Cell

_LABEL = re.compile(r"[ \t]*\.\. _`?(?P<id>[^`:\n]{1,120})`?:(?P<url>[ \t]+\S.*)?$")
_DIRECTIVE = re.compile(
    r"[ \t]*\.\. (?:\|[^|\n]{1,80}\| )?(?P<name>[\w:.+-]{1,40})::(?:[ \t]+(?=\S))?"
)
_FOOTNOTE = re.compile(r"[ \t]*\.\. \[[#*\w.-]{1,40}\][ \t]+(?=\S)")
_COMMENT = re.compile(r"[ \t]*\.\.(?:[ \t]|$)")
_OPTION = re.compile(r"[ \t]+:[\w-]{1,40}:(?:[ \t].*)?$")
_FIELD = re.compile(r":(?P<name>[A-Za-zÀ-ÿ][\w -]{0,40}):(?:[ \t]+(?P<value>\S.*))?$")
_CELL = re.compile(r"[ \t]*(?P<row>\*[ \t]+)?(?P<mark>-)(?:[ \t]+|$)")
_ROLE = re.compile(
    r":(?P<role>[\w:.+-]{1,40}):`(?P<said>[^`<>\n]{1,200}?)[ \t]*(?:<(?P<to>[^`<>\n]{1,200})>)?`"
    r"|(?<!`)`(?P<words>[^`<>\n]{1,200}?)(?:[ \t]*<(?P<url>[^`<>\n]{1,300})>)?`__?(?!\w)"
    r"|(?<![\w`:/.-])(?P<bare>[^\W_](?:\w*[^\W_])?)__?(?=[\s.,;:)!?]|$)"
    r"|[ ]?\[[#*\w.-]{1,40}\]_(?!\w)"
    r"|(?<![\w|])\|(?P<short>[^|\s][^|\n]{0,80}?)\|(?![\w|])"
)
# What lies in these is no text of the rules.
_ASIDE = frozenset(
    [
        "contents",
        "toctree",
        "image",
        "figure",
        "include",
        "raw",
        "meta",
        "index",
        "only",
        "role",
        "default-role",
        "highlight",
        "sectnum",
        "section-numbering",
        "class",
        "header",
        "footer",
        "target-notes",
        "replace",
        "unicode",
        "date",
        "math",
        "sectionauthor",
        "codeauthor",
        "tabularcolumns",
        "rubric",
    ]
)
_SIGNS = re.compile(
    r"^[ \t]*\.\. (?:[\w-]+::|_[^:\n]+:|\[[#*\w]+\]|\|[^|\n]+\| )|:[\w-]+:`[^`\n]+`|`[^`\n]+`_\b|`[^`\n]+`_(?!\w)",
    re.M,
)
_DRAWN = re.compile(r"^[^\s].*\r?\n(?P<sign>[=~^\"'*+#`:.-])(?P=sign){2,}[ \t]*\r?$", re.M)
# One of these is enough.
_BLOCK = re.compile(
    r"^\.\. (?:note|warning|tip|figure|image|contents|toctree|list-table|_[\w-]+:$)", re.MULTILINE
)
_COUNTED = re.compile(r"[ \t]*#\.[ \t]+(?=\S)")
_COLUMN = re.compile(r"\S {3,}\S")
# A term has so few spaces, where it ends as a sentence may.
LONGEST_TERM = 4
FEWEST_SIGNS = 2
LOOKED_AT = 1 << 17


def recognise(document: Document) -> float:
    """Headings with lines of signs below them, and directives, labels or roles; or terms."""
    text = document.text[:LOOKED_AT]
    if "\n " in text and has_terms(text):
        return 0.66
    if ".. " not in text and "`_" not in text and ":`" not in text:
        return 0.0
    signs = sum(1 for _ in _SIGNS.finditer(text))
    told = signs >= FEWEST_SIGNS or _BLOCK.search(text) is not None
    return 0.8 if told and _DRAWN.search(text) else 0.0


class _Restructured(Reader):
    """Reads the lines of a text; `about` is what its fields say of it."""

    def __init__(self, text: str) -> None:
        super().__init__(text, 0)
        self.about: dict[str, str] = {}

    def _line(self, n: int) -> int:
        text, flow = self.text, self.flow
        start, after = self.lines[n]
        end = start + len(text[start:after].rstrip())
        line = text[start:end]
        field = _FIELD.match(line)
        if field is not None and not self.paragraph:
            self._flush()
            if (own := _ABOUT.get(field["name"].lower())) and field["value"]:
                self.about.setdefault(own, field["value"])
            flow.aside(start, after, HEADER)
            return 1
        if not _COMMENT.match(line):
            return self._plain(n, start, end, after)
        self._flush()
        label, directive, footnote = (p.match(line) for p in (_LABEL, _DIRECTIVE, _FOOTNOTE))
        if label is not None:
            if not label["url"]:
                flow.anchor(anchor_name(label["id"]))
            flow.mark(start, after)
            return 1
        if footnote is not None:
            flow.begin("note")
            flow.mark(start, start + footnote.end())
            self.paragraph.append(Span(start + footnote.end(), end, after))
            self.role = "note"
            return 1
        name = directive["name"] if directive is not None else ""
        below = self._below(n, line)
        if directive is None or name in _ASIDE:
            flow.aside(start, self.lines[n + below][1])
            return 1 + below
        if name == "list-table":
            return self._list(n, start + directive.end(), below)
        flow.mark(start, start + directive.end())
        self.boxed = "indent" if name in NOTES else ""
        if directive.end() < len(line):
            if self.boxed:
                flow.begin("note")
            self.paragraph.append(Span(start + directive.end(), end, after))
        else:
            flow.mark(end, after, "blank")
        options = takewhile(
            lambda k: _OPTION.match(text[slice(*self.lines[k])].rstrip()),
            range(n + 1, n + 1 + below),
        )
        taken = 1
        for k in options:
            flow.mark(*self.lines[k])
            taken += 1
        return taken

    def _plain(self, n: int, start: int, end: int, after: int) -> int:
        """A line of words; one below a term, which is not indented, is its text."""
        counted = _COUNTED.match(self.text, start, end)
        if counted is not None:
            self._flush()
            self.flow.begin("list_item", 1)
            self.flow.mark(start, counted.end(), "list_mark")
            self.role, self.listed = "list_item", True
            self.paragraph.append(Span(counted.end(), end, after))
            return 1
        indented = start < end and self.text[start] in " \t"
        if len(self.paragraph) == 1 and self.role == "text" and indented and not self.boxed:
            first = self.paragraph[0].start
            # The second line of a text that stands further in goes on with it.
            if self.text[first - 1 : first] in ("", "\n", "\r") and _is_term(
                self.text[first : self.paragraph[0].end]
            ):
                self._defined()
        return super()._line(n)

    def _below(self, n: int, line: str) -> int:
        """How many lines below line `n` stand further in; blank ones between them count."""
        deep = len(line) - len(line.lstrip())
        found = 0
        for k in range(n + 1, len(self.lines)):
            said = self.text[slice(*self.lines[k])].rstrip()
            if said and len(said) - len(said.lstrip()) <= deep:
                break
            found = k - n if said else found
        return found

    def _list(self, n: int, title: int, below: int) -> int:
        """A table written as a list of rows, each a list of cells."""
        text, flow = self.text, self.flow
        number, self.tables = self.tables, self.tables + 1
        start, after = self.lines[n]
        flow.mark(start, title)
        self._words([Span(title, after, after)])
        flow.end()
        row, column, heads = -1, 0, 0
        for k in range(n + 1, n + 1 + below):
            start, after = self.lines[k]
            end = start + len(text[start:after].rstrip())
            cell = _CELL.match(text[start:end])
            if cell is None and row < 0:
                heads += "header-rows" in text[start:end] and not text[start:end].endswith(" 0")
                flow.mark(start, after)
                continue
            at = start
            if cell is not None:
                flow.end()
                row, column = (row + 1, 0) if cell["row"] else (row, column + 1)
                at = start + cell.end()
                flow.mark(start, at, "delimiter")
                flow.cell = Cell(number, row, column, row < heads)
                flow.begin("table")
            else:
                flow.join()
            self._words([Span(at, end, end)])
            flow.mark(end, after, "blank")
        flow.end()
        flow.cell = None
        return 1 + below

    def _words(self, spans: Sequence[Span]) -> None:
        """Words with their marks; roles and links apart."""
        own: list[Span] = []
        for span in spans:
            at = span.start
            for m in () if span.mark else _ROLE.finditer(self.text, span.start, span.end):
                own.append(Span(at, m.start(), m.start()))
                put_marked(self.flow, own, self.definitions)
                own = []
                self._role(m)
                at = m.end()
            own.append(span if span.mark else Span(at, span.end, span.after))
        put_marked(self.flow, own, self.definitions)

    def _role(self, m: re.Match[str]) -> None:
        flow = self.flow
        said = next((n for n in ("said", "words", "bare", "short") if m[n]), None)
        if said is None:
            flow.mark(*m.span())
            return
        start, end = m.span(said)
        flow.mark(m.start(), start)
        flow.words(start, end)
        if m["url"] is None and said != "short":
            flow.link(start, end, anchor_name(m["to"] or m[said]))
        flow.mark(end, m.end())


def _is_term(line: str) -> bool:
    """Whether a line may be a term: it does not stand further in, is no sentence that announces
    what follows, and has no text of its own in a column beside it."""
    sentence = line[-1:] in tuple(".,:;") and line.count(" ") >= LONGEST_TERM
    return line[:1] not in (" ", "\t") and not sentence and _COLUMN.search(line) is None


_ABOUT = {
    "author": "author",
    "authors": "author",
    "date": "date",
    "copyright": "licence",
    "licence": "licence",
    "license": "licence",
    "auteur": "author",
    "szerző": "author",
}


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a text; fields at its head are its bibliography."""
    parsed = Parsed("rst")
    reader = _Restructured(document.text)
    items = reader.read()
    parsed.about |= reader.about
    del reader  # its lines are no longer needed, and drafts take much memory
    draft_items(parsed, document, items)
    return parsed


LOADER = Loader(
    "rst",
    say("reStructuredText: headings, lists, terms, tables, notes, links between sections"),
    recognise,
    parse,
)
