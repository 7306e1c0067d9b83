"""The lines and tags of posts read into a flow: BBCode means here what boards make of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .flow import CHROME, Flow, Item
from .markup import Tag
from .postframes import SPOILER, SUBJECT

_HEADING = re.compile(r"h(?P<level>[1-6])")
_SIZE = re.compile(r"\[(?:size|taille|meret)=[\"']?(?P<size>\d{1,3})", re.IGNORECASE)
_STRONG = frozenset(("b", "strong", "gras", "g", "felkover"))
_SLANTED = frozenset(("i", "em", "italique", "dolt", "u"))
_QUOTES = frozenset(("quote", "citation", "cite", "idezet"))
_TITLES = frozenset(("title", "titre"))
_NAMED = re.compile(r"\[(?:quote|citation|cite|idezet)=", re.IGNORECASE)
_SMILE = re.compile(r"(?<!\S)(?::[a-z_]{2,20}:|[:;8][-']?[)(DPpO]|\^\^|[xX]D)(?=[\s.!?]|$)")
_BULLET = re.compile(r"[ \t]*(?:[•●○▪■◦‣∙·►◆◇❖➢➤▶▸⁃\ue000-\uf8ff]|[-–—*](?=\s))[ \t]*(?=\S)")
# Sizes above the usual one are headings, the larger the higher (percent, as phpBB counts).
SUBJECT_EVIDENCE = "the subject of the posts"
SPOILER_EVIDENCE = "the name of what is hidden"
_USUAL = 110
_LARGE = 150
_SPOILER_LEVEL = 3


class Reader:
    """Reads lines and tags into a flow.  A quote that names whom it quotes is another's post."""

    def __init__(self, text: str, tags: Sequence[Tag]) -> None:
        self.text = text
        self.tags = list(tags)
        self.flow = Flow(text)
        self.at = 0
        self.quotes: list[bool] = []
        self.strong: list[int] = []
        self.slanted: list[int] = []
        self.size: int | None = None
        self.posts: list[int] = []

    def read(self, lines: Iterable[tuple[int, int, str | None]]) -> tuple[list[Item], list[int]]:
        """The items, and the numbers of those that begin posts; `lines` as the loader tells them:
        start, end with the line end, and what the board wrote them for (null: the post itself)."""
        for start, end, kind in lines:
            start = max(start, self._reached)
            if start >= end:
                continue
            if kind == SUBJECT:
                self.flow.begin("heading", 1, evidence=SUBJECT_EVIDENCE)
                self._line(start, end)
            elif kind == SPOILER and not self._hidden:
                self._spoiler(start, end)
            elif kind is not None:
                self._board(start, end, kind)
            else:
                self._line(start, end)
        self.flow.end()
        return self.flow.close(), self.posts or [0]

    @property
    def _reached(self) -> int:
        """Where the last tag ended that went over a line end."""
        return self.tags[self.at - 1].end if self.at else 0

    def _board(self, start: int, end: int, kind: str) -> None:
        self.flow.end()
        if kind == "header" and (not self.posts or self.posts[-1] < len(self.flow.items)):
            self.posts.append(len(self.flow.items))
            self.quotes, self.strong, self.slanted, self.size = [], [], [], None
        while self.at < len(self.tags) and self.tags[self.at].start < end:
            tag = self.tags[self.at]
            end = max(end, tag.end)
            self._remember(tag)
            self.at += 1
        self.flow.aside(start, end)

    def _spoiler(self, start: int, end: int) -> None:
        """The name of hidden words, behind what the board writes."""
        self.flow.end()
        at = self.text.find(":", start, end) + 1
        self.flow.mark(start, at)
        self.flow.begin("heading", _SPOILER_LEVEL, evidence=SPOILER_EVIDENCE)
        self._line(at, end)

    def _line(self, start: int, end: int) -> None:
        at = start
        bullet = None if self.flow.is_open else _BULLET.match(self.text, start, end)
        if bullet is not None and not self._hidden:
            self.flow.begin("list_item")
            self.flow.mark(*bullet.span(), "list_mark")
            at = bullet.end()
        while self.at < len(self.tags) and self.tags[self.at].start < end:
            tag = self.tags[self.at]
            self._words(at, tag.start)
            self._tag(tag)
            at = tag.end
            self.at += 1
        self._words(at, end)
        if at <= end:
            self._broken()

    def _broken(self) -> None:
        """A line end: in posts it ends a paragraph."""
        self.flow.end()

    @property
    def _hidden(self) -> bool:
        return any(self.quotes)

    def _words(self, start: int, end: int) -> None:
        if start >= end:
            return
        if self._hidden:
            self.flow.aside(start, end)
            return
        if self.size is not None and not self.flow.is_open and self.text[start:end].strip():
            level = 2 if self.size >= _LARGE else 3
            self.flow.begin("heading", level, evidence="words in a larger size")
        at = start
        for m in _SMILE.finditer(self.text, start, end):
            self.flow.words(at, m.start())
            self.flow.mark(*m.span())
            at = m.end()
        self.flow.words(at, end)

    def _remember(self, tag: Tag) -> None:
        if tag.name in _QUOTES and tag.closing and self.quotes:
            self.quotes.pop()

    def _tag(self, tag: Tag) -> None:
        flow, name = self.flow, tag.name
        if name in _QUOTES:
            flow.end()
            if tag.closing:
                hidden = self._hidden
                if self.quotes:
                    self.quotes.pop()
            else:
                named = _NAMED.match(self.text, tag.start) is not None
                self.quotes.append(named or bool(self.posts))
                hidden = self._hidden
            if hidden:
                flow.aside(tag.start, tag.end, CHROME)
            else:
                flow.mark(tag.start, tag.end)
            return
        if self._hidden:
            flow.aside(tag.start, tag.end)
            return
        heading = _HEADING.fullmatch(name)
        size = _SIZE.match(self.text, tag.start, tag.end)
        if name in _STRONG:
            if tag.closing:
                if self.strong:
                    flow.strong_ends(self.strong.pop(), tag.start)
            else:
                self.strong.append(tag.end)
        elif name in _SLANTED:
            if not tag.closing:
                self.slanted.append(tag.end)
            elif self.slanted:
                flow.slanted_ends(self.slanted.pop(), tag.start)
        elif heading or name in _TITLES:
            flow.end()
            if not tag.closing:
                flow.begin("heading", 1 + int(heading.group("level")) if heading else 2)
        elif size and int(size.group("size")) > _USUAL and not flow.is_open:
            self.size = int(size.group("size"))
        elif tag.closing and name in ("size", "taille", "meret"):
            self.size = None
        elif tag.item and not tag.closing:
            flow.begin("list_item")
        elif tag.block or name in ("br", "hr"):
            flow.end()
        flow.mark(tag.start, tag.end, "list_mark" if name == "*" else "markup")
