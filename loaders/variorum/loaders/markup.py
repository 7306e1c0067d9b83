"""Forum markup (BBCode, HTML): which brackets are tags, what stands between them, what is broken.

BBCode has no standard; the tags are data, and a name in brackets that the file both opens and
closes is a tag too.  Text in brackets that is no tag is text.  Boards that write HTML use the
same names between angles.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from variorum.compare.language import UNKNOWN, data
from variorum.say import say

from .plainlines import LINE_BREAK, lines_of
from .runs import Cell, Paragraph, Run

# phpBB stores a number of its own with each tag (`[b:1x2y3z]`).
_BRACKETS = re.compile(
    r"\[(/?)([a-zA-Z][a-zA-Z0-9]{0,14}|\*)(?:=[^\[\]\n]{0,500}|:(?=[a-z]*\d)[a-z0-9]{5,10})?\]"
)
_TAG = re.compile(_BRACKETS.pattern + r"|<(/?)([a-zA-Z][a-zA-Z0-9]{0,14})(?:\s[^<>\n]{0,500})?/?>")
_start = attrgetter("start")
_ADDRESS = r"[^\s\[\]]{1,500}"


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag in the source text; `block` tags make paragraphs, `item` tags list items."""

    start: int
    end: int
    name: str
    closing: bool
    block: bool
    item: bool
    alone: bool
    angles: bool = False

    def closed_by(self) -> str:
        """The tag that closes this one, as its language writes it."""
        return f"</{self.name}>" if self.angles else f"[/{self.name}]"

    def opened_by(self) -> str:
        """The tag that opens this one, without what it may say besides its name."""
        return f"<{self.name}>" if self.angles else f"[{self.name}]"


@dataclass(frozen=True, slots=True)
class Fault:
    """Broken markup: characters `start` to `end` of the source text, with the right reading."""

    start: int
    end: int
    suggestion: str | None
    message: str


def tag_names(text: str) -> frozenset[str]:
    """The names in brackets, in lower case, that `text` opens as well as closes."""
    opened: set[str] = set()
    closed: set[str] = set()
    # A literal is sooner found than one of two; but an HTML tag may hold brackets.
    for m in (_TAG if "<" in text else _BRACKETS).finditer(text):
        if m.group(2):
            (closed if m.group(1) else opened).add(m.group(2).lower())
    return frozenset(opened & closed)


def tags_of(text: str, start: int, end: int, paired: frozenset[str]) -> Iterator[Tag]:
    """The tags in characters `start` to `end`, in order.  `paired` comes from `tag_names`."""
    if text.find("[", start, end) < 0 and text.find("<", start, end) < 0:
        return
    known = data(UNKNOWN, "markup")
    block, inline, alone = known["block"], known["inline"], known["alone"]
    last = start
    for m in _TAG.finditer(text, start, end):
        if m.start() < last:
            continue
        angles = m.group(2) is None
        name = (m.group(4) if angles else m.group(2)).lower()
        item = name in known["item"]
        in_block = name in block or item or (angles and name in known["angled_block"])
        taught = in_block or name in inline or name in alone
        taught = taught or (angles and name in known["angled_inline"])
        if taught or (name in paired and not angles):
            last = m.end()
            if name in known["address"] and not angles:
                # What stands between these is an address, no words of the text.
                closed = re.compile(_ADDRESS + rf"\[/{name}\]", re.I).match(text, last, end)
                last = closed.end() if closed else last
            yield Tag(
                m.start(),
                last,
                name,
                bool(m.group(3) if angles else m.group(1)),
                in_block,
                item,
                name in alone or item or (angles and name in known["open_ended"]),
                angles,
            )


def paragraphs(
    text: str, start: int, end: int, tags: Iterable[Tag]
) -> tuple[list[Run], list[Paragraph]]:
    """Cut characters `start` to `end` at block tags and line ends.

    Returns the runs, which tile the range, and the paragraphs that hold any text.  Outer space
    of a paragraph is a `blank` run of its own.
    """
    tags = iter(tags)
    first = next(tags, None)
    if first is None:
        return lines_of(text, start, end)
    runs: list[Run] = []
    found: list[Paragraph] = []
    open_paragraph = Paragraph()
    inside: list[str] = []
    table = _Table()

    def close() -> None:
        nonlocal open_paragraph
        if any(r.kind == "text" for r in open_paragraph.runs):
            open_paragraph.tags = "".join(inside)
            found.append(open_paragraph)
        inside.clear()
        open_paragraph = Paragraph(cell=table.cell)

    def add_text(a: int, b: int) -> None:
        at = a
        for m in LINE_BREAK.finditer(text[a:b]):
            add_words(at, a + m.start())
            runs.append(Run("blank", a + m.start(), a + m.end()))
            close()
            at = a + m.end()
        add_words(at, b)

    def add_words(a: int, b: int) -> None:
        if a >= b:
            return
        words = text[a:b]
        lead = len(words) - len(words.lstrip())
        if lead == len(words):
            # Space between two runs of one paragraph belongs to its text.
            kind = "text" if open_paragraph.runs else "blank"
            runs.append(Run(kind, a, b))
            if kind == "text":
                open_paragraph.runs.append(runs[-1])
            return
        if lead and not open_paragraph.runs:
            runs.append(Run("blank", a, a + lead))
            a += lead
        runs.append(Run("text", a, b))
        open_paragraph.runs.append(runs[-1])

    at = start
    for tag in chain((first,), tags):
        add_text(at, tag.start)
        runs.append(Run("markup", tag.start, tag.end))
        if tag.block or tag.name in ("br", "hr"):
            close()
            table.read(tag)
            open_paragraph.cell = table.cell
            open_paragraph.item = tag.item and not tag.closing
        else:
            inside.append(text[tag.start : tag.end])
        at = tag.end
    add_text(at, end)
    close()
    return _trim(text, runs, found), found


@dataclass(slots=True)
class _Table:
    """Where the tags of a board stand in a table: `cell` is the open one."""

    number: int = -1
    row: int = -1
    column: int = -1
    cell: Cell | None = None

    def read(self, tag: Tag) -> None:
        if tag.name in ("table", "tableau"):
            self.number, self.row, self.cell = self.number + (not tag.closing), -1, None
        elif tag.name == "tr" and self.number >= 0:
            self.row, self.column, self.cell = self.row + (not tag.closing), -1, None
        elif tag.name in ("td", "th") and self.row >= 0:
            self.column += not tag.closing
            head = tag.name == "th"
            self.cell = None if tag.closing else Cell(self.number, self.row, self.column, head)


def _trim(text: str, runs: list[Run], found: list[Paragraph]) -> list[Run]:
    """Make the space at the end of each paragraph blank, in its runs and in the tiling ones."""
    changed: dict[Run, list[Run]] = {}
    for paragraph in found:
        while paragraph.runs:
            last = paragraph.runs[-1]
            kept = len(text[last.start : last.end].rstrip())
            if kept == last.end - last.start:
                break
            paragraph.runs.pop()
            blank = Run("blank", last.start + kept, last.end)
            if kept:
                words = Run("text", last.start, last.start + kept)
                paragraph.runs.append(words)
                changed[last] = [words, blank]
                break
            changed[last] = [blank]
    if not changed:
        return runs
    return [new for run in runs for new in changed.get(run, [run])]


class _Open:
    """The tags that are open, the inner ones last, and those of each name."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self._named: dict[str, list[Tag]] = {}

    def first(self, name: str) -> Tag | None:
        own = self._named.get(name)
        return own[0] if own else None

    def last(self, name: str) -> Tag | None:
        own = self._named.get(name)
        return own[-1] if own else None

    def push(self, tag: Tag) -> None:
        self.tags.append(tag)
        self._named.setdefault(tag.name, []).append(tag)

    def take(self, tag: Tag) -> None:
        for own in (self.tags, self._named[tag.name]):
            del own[bisect_left(own, tag.start, key=_start)]

    def inside(self, tag: Tag) -> list[Tag]:
        """The tags that were opened behind one."""
        return self.tags[bisect_left(self.tags, tag.start, key=_start) + 1 :]

    def cut(self, number: int) -> None:
        """Let go of so many of the inner tags."""
        for _ in range(min(number, len(self.tags))):
            self._named[self.tags.pop().name].pop()


def faults(text: str, start: int, end: int, tags: Iterable[Tag]) -> list[Fault]:
    """Tags that do not pair: opened for closed, closed in the wrong order, left over."""
    nested = data(UNKNOWN, "markup")["nested"]
    found: list[Fault] = []
    stack = _Open()
    listed = [t for t in tags if not t.alone]
    last_closed = {t.name: n for n, t in enumerate(listed) if t.closing}
    mended: set[int] = set()
    after = _next_of_name(listed)
    for i, tag in enumerate(listed):
        if i in mended:
            continue
        if not tag.closing:
            same = stack.first(tag.name)
            if same is None or tag.name in nested or _closes_twice(listed, after, i):
                stack.push(tag)
                continue
            following = listed[i + 1] if i + 1 < len(listed) else None
            twice = (
                following is not None
                and following.name == tag.name
                and not following.closing
                and not text[tag.end : following.start].strip()
            )
            if tag.name not in last_closed:
                stack.push(tag)  # no such tag is ever closed here: all of them are left over
                continue
            if twice or following is None:
                right = tag.closed_by()
                found.append(
                    Fault(
                        tag.start,
                        tag.end,
                        right,
                        say("{right} is meant: the tag is opened again", right=right),
                    )
                )
                stack.take(same)
            else:
                found.append(
                    Fault(
                        same.start,
                        same.end,
                        None,
                        say("{tag} is opened and never closed", tag=same.opened_by()),
                    )
                )
                stack.take(same)
                stack.push(tag)
            continue
        same = stack.last(tag.name)
        if same is not None:
            inner = stack.inside(same)
            if not inner:
                stack.take(same)
                continue
            if not any(last_closed.get(t.name, -1) > i for t in inner):
                # Nothing that follows closes any of them.
                found += _left_over(text, inner)
                stack.cut(len(inner) + 1)
                continue
            found.append(_crossing(text, listed, i, stack, mended))
            continue
        found.append(
            Fault(
                tag.start,
                tag.end,
                None,
                say("{tag} closes a tag that is not open", tag=tag.closed_by()),
            )
        )
    found += _left_over(text, stack.tags)
    return sorted(found, key=lambda f: f.start)


def _next_of_name(listed: list[Tag]) -> list[int]:
    """For each tag the index of the next one of its name; the number of tags where there is none."""
    found = [len(listed)] * len(listed)
    last: dict[str, int] = {}
    for i in range(len(listed) - 1, -1, -1):
        found[i] = last.get(listed[i].name, len(listed))
        last[listed[i].name] = i
    return found


def _closes_twice(listed: list[Tag], after: list[int], i: int) -> bool:
    """Whether a tag inside another of its name is closed, and then that one: nothing is wrong."""
    first = after[i]
    if first == len(listed) or not listed[first].closing:
        return False
    second = after[first]
    return second < len(listed) and listed[second].closing


def _crossing(text: str, listed: list[Tag], i: int, stack: _Open, mended: set[int]) -> Fault:
    """Closing tags in the wrong order: the run of them, and the order that closes the stack."""
    run = [i]
    while (
        run[-1] + 1 < len(listed)
        and listed[run[-1] + 1].closing
        and not text[listed[run[-1]].end : listed[run[-1] + 1].start].strip()
    ):
        run.append(run[-1] + 1)
    names = [listed[k].name for k in run]
    top = [t.name for t in reversed(stack.tags[-len(run) :])]
    suggestion = None
    if sorted(names) == sorted(top):
        suggestion = "".join(t.closed_by() for t in reversed(stack.tags[-len(run) :]))
        mended.update(run[1:])
        stack.cut(len(run))
    else:
        same = stack.last(listed[i].name)
        assert same is not None
        stack.take(same)
        run = [i]
    return Fault(
        listed[run[0]].start,
        listed[run[-1]].end,
        suggestion,
        say("tags are closed in another order than they were opened"),
    )


def _left_over(text: str, stack: list[Tag]) -> list[Fault]:
    """Tags that were never closed; neighbours are one fault."""
    found: list[Fault] = []
    for tag in stack:
        message = say("{tag} is opened and never closed", tag=tag.opened_by())
        if found and not text[found[-1].end : tag.start].strip():
            found[-1] = Fault(found[-1].start, tag.end, None, message)
        else:
            found.append(Fault(tag.start, tag.end, None, message))
    return found
