"""A marked-up text while it is read: its characters in order, as words or as marks of items.

A loader whose text says itself what is a heading, a paragraph or a row hands each run of
characters to a `Flow`, first to last; what comes out are items whose runs tile the text.
"""

from __future__ import annotations

import re
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field

from .entities import holds_reference, reference_runs
from .entities import words as said
from .runs import Cell, Paragraph, Run, Runs

_SPACE = " \t\r\n\f\v"
# Space that is not one space.
_BREAK = re.compile(r"[ \t\r\n\f\v]{2,}|[\t\r\n\f\v]")
_EMOJI = (
    r"(?:[\U0001F000-\U0001FAFF\u2190-\u21FF\u2300-\u27BF\u2B00-\u2BFF\u3030\u303D\u3297\u3299]"
    r"|[0-9#*](?=\uFE0F?\u20E3)|:[a-z][a-z0-9_+-]{1,40}:)"
    r"[\uFE0E\uFE0F\u200D\u20E3\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F]*"
)
# What the heading of a part that opens on a click is known by.
SUMMARY = "the summary of details"
DECORATED = re.compile(rf"(?:{_EMOJI}\s*)+")
_DECORATED_END = re.compile(rf"(?:\s*{_EMOJI})+$")
MOST_DECORATION = 48
_COUNT = re.compile(r"\(?\d{1,3}[.)]\s*")
# So many characters tell a language.
ENOUGH = 1 << 17
# The level of a paragraph of strong words: below the deepest that HTML and Markdown know.
STRONG_LEVEL = 7
# Roles of items that are no rules: their words are kept as fragments and nothing else.
CHROME, CONTENTS, HEADER = ASIDES = ("chrome", "contents", "header")


@dataclass(slots=True)
class Item:
    """One heading, paragraph, list item or row, with the runs that tile it.

    `role` is `heading`, a kind of passage, `text` (the words tell the kind) or one of `ASIDES`; `level` is that of a heading, from 1, or how deep the list of an item is; `bold` where the strong words end with which
    it opens (offset in the text, null where it opens otherwise), `slanted` where emphasised ones do; `anchors` are the names by which
    links reach it; `row` is a number that the cells of one record share (their roles: `heading`
    for the name, `property` with the column's title as `evidence`, `text`); `links` are runs of
    its words (start, end) that lead to an anchor; `column` says of a property that it is the record's `foreign` name or its `abbreviation`, `also` in which further rows it holds; sections of level `back` and deeper have ended
    before it (0: none); `main` says that it stands where a page has its own text.
    """

    role: str
    level: int | None = None
    runs: MutableSequence[Run] = field(default_factory=list)
    paragraph: Paragraph = field(default_factory=Paragraph)
    bold: int | None = None
    slanted: int | None = None
    anchors: tuple[str, ...] = ()
    evidence: str = ""
    row: int | None = None
    cell: Cell | None = None
    links: tuple[tuple[int, int, str], ...] = ()
    column: str = ""
    also: tuple[int, ...] = ()
    back: int = 0
    main: bool = False


class Flow:
    """Collects items.  Every character of `text` is given once, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.items: list[Item] = []
        self._lead: list[Run] = []
        self._next = Item("text")
        self._open: Item | None = None
        self._space: Run | None = None
        # What is open has, and what comes next until it has words.
        self._anchors: list[str] = []
        self._links: list[tuple[int, int, str]] = []
        self._tags: list[str] = []
        self._same: dict[str, str] = {}
        self.cell: Cell | None = None
        self.main = False
        self._back = 0

    def begin(self, role: str = "text", level: int | None = None, *, evidence: str = "") -> None:
        """What is open ends; the words that follow make an item of this role."""
        self.end()
        self._next = Item(role, level, evidence=evidence)

    def end(self) -> None:
        """The open item ends; words that follow make a paragraph."""
        item = self._open
        if item is not None:
            self._open = None
            self._next = Item("text")
            self._trim(item)
            self._links, self._tags = [], []
        elif self._next.role != "text":
            self._next = Item("text")

    @property
    def item(self) -> Item | None:
        """The item that is being read, null where it has no words yet."""
        return self._open

    @property
    def next_role(self) -> str:
        """The role of the words that follow where no item has words."""
        return self._next.role

    @property
    def is_open(self) -> bool:
        """Whether the item that is being read has words."""
        return self._open is not None

    def anchor(self, name: str) -> None:
        """A name by which links reach the next words."""
        self._anchors.append(name)

    def back(self, level: int) -> None:
        """Sections of `level` and deeper are over: words that follow belong above them."""
        self.end()
        self._back = min(level, self._back or level)

    def link(self, start: int, end: int, target: str) -> None:
        """Words `start` to `end` of the open item lead to the anchor `target`."""
        if self._open is not None and start < end:
            self._links.append((start, end, target))

    def words(self, start: int, end: int) -> None:
        """Words of the open item; runs of space in them count as one."""
        whole = self.text[start:end]
        at = end - len(whole.lstrip(_SPACE))
        last = start + len(whole.rstrip(_SPACE))
        if start < at:
            self._blank(start, at)
        if at >= last:
            return
        for m in _BREAK.finditer(self.text, at, last):
            self._put(at, m.start())
            self._blank(*m.span())
            at = m.end()
        self._put(at, last)
        if last < end:
            self._blank(last, end)

    def exact(self, start: int, end: int) -> None:
        """Words whose spaces count."""
        if start < end:
            self._put(start, end)

    def mark(self, start: int, end: int, kind: str = "markup") -> None:
        """Characters that are no words: a tag, a bullet, a delimiter."""
        if start >= end:
            return
        self._settle()
        item = self._open
        if item is None:
            self._lead.append(Run(kind, start, end))
            return
        item.runs.append(Run(kind, start, end))
        if kind == "markup":
            self._tags.append(self.text[start:end])

    def strong_ends(self, start: int, at: int) -> None:
        """Strong words from offset `start` end at `at`; they may be the name that opens an item."""
        item = self._open
        if item is not None and item.bold is None and self._opens(item, start):
            item.bold = at

    def slanted_ends(self, start: int, at: int) -> None:
        """The same for emphasised words."""
        item = self._open
        if item is not None and item.slanted is None and self._opens(item, start):
            item.slanted = at

    def _opens(self, item: Item, start: int) -> bool:
        """Whether words from offset `start` open an item, but for a number that counts, or pictures."""
        before = [r for r in item.paragraph.runs[:3] if r.start < start and r.kind != "join"]
        if len(before) == 1 and not counted(self.text, item):
            return DECORATED.fullmatch(self.text, before[0].start, before[0].end) is not None
        return len(before) < 2

    def join(self) -> None:
        """A break inside an item: a space between its words."""
        item = self._open
        if item is not None and item.paragraph.runs[-1].kind != "join":
            at = item.runs[-1].end
            item.paragraph.runs.append(Run("join", at, at))

    def aside(self, start: int, end: int, role: str = CHROME) -> None:
        """Characters that belong to no rule; the open item goes on behind them."""
        if start < end:
            self._settle()
            where = self._lead if self._open is None else self._open.runs
            where.append(Run(role, start, end))

    def placed(self, items: Sequence[Item]) -> None:
        """Items that were read elsewhere, whose runs tile what follows."""
        self.end()
        if items:
            items[0].runs = Runs([*self._lead, *items[0].runs])
            self._lead = []
            items[0].anchors += tuple(self._anchors)
            self._anchors = []
            self._next = Item("text")
            items[0].back, self._back = self._back, 0
            self.items += items

    def close(self) -> list[Item]:
        """The items; the last of them takes what stands behind its words."""
        self.end()
        if self._lead:
            if self.items:
                self.items[-1].runs += self._lead
            else:
                self.items.append(Item(CHROME, runs=self._lead))
            self._lead = []
        return self.items

    def _put(self, start: int, end: int) -> None:
        if start >= end:
            return
        item = self._open
        if item is None:
            item = self._open = self._next
            item.cell, item.main, item.back = self.cell, self.main, self._back
            self._back = 0
            item.runs, self._lead = self._lead, []
            item.paragraph.joins = True
            item.paragraph.item = item.role == "list_item"
            self.items.append(item)
        elif self._space is not None:
            a, b = self._space.start, self._space.end
            last = item.runs[-1]
            own = item.paragraph.runs
            if own[-1].kind == "join" or (
                own[-1].kind == "text" and self.text[own[-1].end - 1] == " "
            ):
                item.runs.append(Run("blank", a, b))
            elif b - a == 1 and self.text[a] == " ":
                if last.kind == "text" and own[-1] is last and last.end == a:
                    item.runs[-1] = own[-1] = Run("text", last.start, b)
                else:
                    item.runs.append(Run("text", a, b))
                    own.append(item.runs[-1])
            else:
                item.runs.append(Run("blank", a, b))
                if own[-1].kind != "join":
                    own.append(Run("join", a, b))
            self._space = None
        before = item.runs[-1] if item.runs else None
        if (
            before is not None
            and before.kind == "text"
            and before.end == start
            and item.paragraph.runs
            and item.paragraph.runs[-1] is before
            and not holds_reference(self.text, start, end)
        ):
            item.runs[-1] = item.paragraph.runs[-1] = Run("text", before.start, end)
            return
        for run in reference_runs(self.text, Run("text", start, end)):
            item.runs.append(run)
            item.paragraph.runs.append(run)

    def _blank(self, start: int, end: int) -> None:
        if self._open is None:
            self._lead.append(Run("blank", start, end))
        elif self._space is not None and self._space.end == start:
            self._space = Run("blank", self._space.start, end)
        else:
            self._settle()
            self._space = Run("blank", start, end)

    def _settle(self) -> None:
        """Space before a mark: words behind the mark are joined to those before it by a space."""
        space, item = self._space, self._open
        if space is None or item is None:
            return
        self._space = None
        item.runs.append(space)
        if item.paragraph.runs[-1].kind != "join":
            item.paragraph.runs.append(Run("join", space.start, space.end))

    def _trim(self, item: Item) -> None:
        if self._space is not None:
            self._lead.append(self._space)
            self._space = None
        own = item.paragraph.runs
        while own and not self._says(own[-1]):
            own.pop()
        while own and not self._says(own[0]):
            own.pop(0)
        if not own:
            # Nothing but references to spaces: no paragraph.
            self.items.pop()  # the open item is the last
            blank = [
                r if r.kind not in ("text", "entity") else Run("blank", *r[1:]) for r in item.runs
            ]
            self._lead = blank + self._lead
            return
        if item.role == "heading":
            undecorated(self.text, item)
        item.anchors, item.links = tuple(self._anchors), tuple(self._links)
        self._anchors = []
        tags = "".join(self._tags)
        item.paragraph.tags = self._same.setdefault(tags, tags)  # most have those of others
        item.runs, item.paragraph.runs = Runs(item.runs), Runs(item.paragraph.runs)

    def _says(self, run: Run) -> bool:
        return run.kind != "join" and bool(said(self.text, run).strip())


def counted(text: str, item: Item) -> bool:
    """Whether the first run of an item's words is nothing but the number of an item of a list."""
    first = item.paragraph.runs[0]
    return first.kind == "text" and _COUNT.fullmatch(text, first.start, first.end) is not None


def undecorated(text: str, item: Item) -> None:
    """Make marks of the pictures (emoji) before and after the words of a heading."""
    own = [r for r in item.paragraph.runs if r.kind == "text"]
    if not own or not re.search(r"[^\W_]", "".join(text[r.start : r.end] for r in own)):
        return
    first, last = own[0], own[-1]
    before = DECORATED.match(text, first.start, first.end)
    # Pictures come one or a few: what goes on for longer is no decoration.
    after = _DECORATED_END.search(text, max(last.start, last.end - MOST_DECORATION), last.end)
    for m in (before, after):
        if m is not None:
            unworded(item, m.start(), m.end())
    _strip(text, item)


def opens_decorated(text: str, item: Item) -> bool:
    """Make marks of the pictures before the words of an item; whether there are any, and words."""
    first = item.paragraph.runs[0]
    found = DECORATED.match(text, first.start, first.end) if first.kind == "text" else None
    if found is None or (found.end() == first.end and len(item.paragraph.runs) == 1):
        return False
    unworded(item, found.start(), found.end())
    _strip(text, item)
    return True


def unworded(item: Item, start: int, end: int) -> None:
    """Characters `start` to `end` of the item's words become a mark."""

    def cut(runs: Sequence[Run], keep: bool) -> list[Run]:
        out: list[Run] = []
        for run in runs:
            if run.kind != "text" or run.end <= start or run.start >= end:
                out.append(run)
                continue
            if run.start < start:
                out.append(Run("text", run.start, start))
            if keep:
                out.append(Run("markup", max(run.start, start), min(run.end, end)))
            if end < run.end:
                out.append(Run("text", end, run.end))
        return out

    item.runs = cut(item.runs, True)
    item.paragraph.runs = cut(item.paragraph.runs, False)


def _strip(text: str, item: Item) -> None:
    """No join and no space at either end of the words."""
    own = item.paragraph.runs
    while own and (own[-1].kind == "join" or not text[own[-1].start : own[-1].end].strip()):
        own.pop()
    while own and (own[0].kind == "join" or not text[own[0].start : own[0].end].strip()):
        own.pop(0)
    if own and own[-1].kind == "text":
        last = own[-1]
        kept = len(text[last.start : last.end].rstrip())
        if last.start + kept < last.end:
            unworded(item, last.start + kept, last.end)


def item_words(text: str, item: Item) -> str:
    """The clean words of an item."""
    return "".join(" " if r.kind == "join" else said(text, r) for r in item.paragraph.runs)


def spoken_words(text: str, items: Sequence[Item]) -> str:
    """Enough of the words of the rules to tell their language by."""
    found: list[str] = []
    size = 0
    for item in items:
        if item.role not in ASIDES:
            found.append(item_words(text, item))
            size += len(found[-1])
            if size > ENOUGH:
                break
    return " ".join(found)
