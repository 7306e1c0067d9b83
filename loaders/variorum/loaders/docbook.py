"""DocBook: books, chapters, articles and glossaries in XML, read as pages of HTML are.

Its elements are given the names that say the same in HTML: a title goes by the depth of its section,
terms and their texts are lists of definitions.  What an index, a picture or the people behind a book
need is kept, and is in no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.say import say

from .form import Document, Loader
from .html import parse_page
from .htmlread import Reader
from .htmltags import Token, attributes, tokens
from .parsed import Lines, Parsed

_SECTIONS = frozenset(
    [
        "set",
        "book",
        "part",
        "chapter",
        "preface",
        "appendix",
        "article",
        "reference",
        "refentry",
        "refsect1",
        "refsect2",
        "refsect3",
        "refsection",
        "sect1",
        "sect2",
        "sect3",
        "sect4",
        "sect5",
        "section",
        "simplesect",
        "glossary",
    ]
)
_LISTS = {
    **dict.fromkeys(("itemizedlist", "simplelist", "procedure", "substeps", "calloutlist"), "ul"),
    "orderedlist": "ol",
    **dict.fromkeys(("variablelist", "glosslist", "qandaset"), "dl"),
}
_NAMES = {
    **_LISTS,
    **dict.fromkeys(("para", "simpara", "subtitle", "refname", "refpurpose"), "p"),
    **dict.fromkeys(("term", "glossterm", "question"), "dt"),
    **dict.fromkeys(("glossdef", "answer"), "dd"),
    **dict.fromkeys(("step", "member", "callout"), "li"),
    **dict.fromkeys(("note", "tip", "warning", "caution", "important", "sidebar"), "blockquote"),
    **dict.fromkeys(("informaltable", "table"), "table"),
    **dict.fromkeys(("programlisting", "screen", "literallayout", "synopsis"), "pre"),
    **dict.fromkeys(("link", "ulink", "olink"), "a"),
    "row": "tr",
    "entry": "td",
    **dict.fromkeys(("formalpara", "screenshot"), "div"),
    "emphasis": "em",
}
# What stands inside a paragraph and is none of its words, and what is told of a book.
_ASIDE = dict.fromkeys(
    [
        "indexterm",
        "remark",
        "titleabbrev",
        "mediaobject",
        "inlinemediaobject",
        "graphic",
        "inlinegraphic",
        "screeninfo",
        "manvolnum",
        "refmiscinfo",
    ],
    "svg",
)
_TOLD = dict.fromkeys(
    [
        "author",
        "authorgroup",
        "othercredit",
        "editor",
        "copyright",
        "legalnotice",
        "date",
        "pubdate",
        "releaseinfo",
        "revhistory",
        "keywordset",
        "publisher",
        "productname",
        "productnumber",
        "edition",
    ],
    "nav",
)
# Inside these a paragraph is no paragraph of its own.
_WORDS = frozenset(("title", "term", "glossterm", "question", "footnote"))
_QUOTED = r"\"[^\"]{0,500}\"|'[^']{0,500}'"
_REMARK = r"<!--(?:[^-]|-(?!->))*+-->"
_PROLOG = re.compile(
    rf"(?:\s|<\?[^>]{{0,500}}>|{_REMARK}"
    rf"|<!DOCTYPE(?:[^\[>\"']|{_QUOTED})*+(?:\[(?:[^\]\"'<]|{_QUOTED}|{_REMARK}|<)*+\]\s*)?>)*+",
    re.IGNORECASE,
)
_ROOT = re.compile(rf"<(?:{'|'.join(sorted(_SECTIONS, reverse=True))})[\s>]", re.IGNORECASE)
_PARAGRAPH = re.compile(r"<(?:sim)?para[\s>]")


class _Reader(Reader):
    """Reads the tokens of DocBook under the names of HTML."""

    # The open elements: what they are called there, and here.
    _open: list[tuple[str, str]]
    _written = ""

    def tokens(self) -> Iterator[Token]:
        self._open = []
        m = _PROLOG.match(self.text)
        start = m.end() if m is not None else 0
        self.flow.aside(0, start)
        for token in tokens(self.text, start):
            inside = self._open[-1][0] if self._open else ""
            if token.kind == "text" and inside == "title":
                # HTML has no elements inside a title.
                for part in tokens(self.text, token.start, token.end):
                    yield from self._named(part)
            else:
                yield from self._named(token)

    def _named(self, token: Token) -> Iterator[Token]:
        if token.kind == "open":
            self._written = token.name
            if self.text.startswith("/>", token.end - 2):
                self._empty(token)
                return
            here = self._called(token)
            self._open.append((token.name, here))
            yield token._replace(name=here)
        elif token.kind == "close" and any(name == token.name for name, _ in self._open):
            while self._open:
                name, here = self._open.pop()
                if name == token.name:
                    yield token._replace(name=here)
                    return
        else:
            yield token

    def _empty(self, token: Token) -> None:
        if self.asides:
            self.flow.aside(token.start, token.end)
            return
        self.flow.mark(token.start, token.end)
        anchor = self.told(token).get("id")
        if anchor:
            self.flow.anchor(anchor)

    def _called(self, token: Token) -> str:
        name = token.name
        above = [n for n, _ in self._open]
        if name in ("title", "refentrytitle"):
            inside = next((n for n in reversed(above) if not _is_info(n)), "")
            depth = sum(n in _SECTIONS for n in above)
            return f"h{min(depth, 6)}" if inside in _SECTIONS else "p"
        if name in _TOLD and any(map(_is_info, above)):
            return _TOLD[name]
        if name in ("para", "simpara") and not _WORDS.isdisjoint(above[-2:]):
            return "span"
        if name == "listitem":
            around = next((n for n in reversed(above) if n in _LISTS or n == "varlistentry"), "")
            return "dd" if around == "varlistentry" else "li"
        if name == "emphasis" and attributes(self.text, token).get("role") in ("bold", "strong"):
            return "strong"
        return _NAMES.get(name) or _ASIDE.get(name) or ("div" if name in _SECTIONS else name)

    def told(self, token: Token) -> dict[str, str]:
        found = attributes(self.text, token._replace(name=self._written))
        told = {}
        anchor = found.get("id") or found.get("xml:id")
        if anchor:
            told["id"] = anchor
        if "linkend" in found:
            told["href"] = f"#{found['linkend']}"
        elif "url" in found or "xlink:href" in found:
            told["href"] = found.get("url") or found["xlink:href"]
        return told


def _is_info(name: str) -> bool:
    return name == "info" or (name.endswith("info") and name[:-4] in _SECTIONS) or name == "refmeta"


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a document in DocBook."""
    return parse_page(document, _Reader(document, Lines(document.text)), "docbook")


def recognise(document: Document) -> float:
    """It opens with an element of DocBook that holds others, and has paragraphs."""
    m = _PROLOG.match(document.text)
    if m is None or _ROOT.match(document.text, m.end()) is None:
        return 0.0
    return 0.93 if _PARAGRAPH.search(document.text) is not None else 0.0


LOADER = Loader(
    "docbook",
    say("DocBook: books, chapters, articles and glossaries in XML"),
    recognise,
    parse,
)
