"""Rules with numbers (`100.1a`, `1.2.3`, `§ 5`): a tree by numbers, with contents, glossary, index.

A number that has a title behind it is a heading; one with sentences names a rule by itself.  A
plain number opens a chapter where others continue it, and else an item of a list.  A table of
contents repeats the headings and an index lists numbers and pages: both are kept and hold no
rules.  A number that is missing, doubled or out of order is reported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise, zip_longest

from variorum.model import Finding
from variorum.say import say

from .around import Line, mark_back, mark_contents, mark_front
from .drafting import Block, add, last_line, open_run_in, pieces
from .flow import CHROME, CONTENTS
from .form import Document, Loader
from .headings import is_title_like
from .kinds import FEWEST_TOGETHER, speaks_of_abilities
from .labelled import with_labels
from .numbering import has_rules, is_open
from .numberlines import is_asked, joined, numbers_of, skipped
from .numbertree import BARE
from .outlined import capitals_behind, name_counted, names_behind
from .parsed import LINE_END, Draft, Lines, Parsed, Piece
from .prose import blocks_of
from .runin import Cut, opening
from .runs import let_go
from .series import GLOSSARY_TERM, Number, number_at
from .tablerows import rows_across

MOST_FAULTS = 200
# The letters of a chapter before the number of a rule (`A4. Movement`).
_CHAPTER_LETTERS = re.compile(r"[A-Z]{1,3}[.-]?\d")
LOOKED_AT = 1 << 18


def parse(document: Document) -> Parsed:
    """Fragments and drafts of numbered rules."""
    source, text, lang = document.source, document.text, document.lang
    parsed = Parsed("numbered")
    lines = Lines(text)
    lead, blocks = blocks_of(parsed, source, text, lang, lines, _begins)
    blocks = rows_across(text, lang, lines, blocks, records=False)
    blocks = with_labels(joined(blocks, source, text, lang, lines), source, text, lang, lines)
    parsed.pieces += [Piece(r.kind, r.start, r.end) for r in lead]
    gaps = [
        len(LINE_END.findall(text, a.paragraph.runs[-1].end, b.start)) for a, b in pairwise(blocks)
    ]
    own = [
        Line(b, b.passage.text, number, apart=gap != 1, marked=False)
        for gap, b, number in zip([0, *gaps], blocks, numbers_of(blocks), strict=False)
    ]
    blocks.clear()
    lay_out(parsed, source, lang, lines, own)
    return parsed


def lay_out_marked(
    parsed: Parsed,
    source: str,
    lang: str,
    lines: Lines,
    blocks: list[Block],
    marked: Sequence[bool],
) -> None:
    """Fill `parsed` with the paragraphs of a text with marks; `marked` are those of its headings.

    `blocks` is emptied.
    """
    own = [
        Line(b, b.passage.text, number, apart=True, marked=heading)
        for b, heading, number in zip(blocks, marked, numbers_of(blocks), strict=True)
    ]
    blocks.clear()
    lay_out(parsed, source, lang, lines, own)


def lay_out(parsed: Parsed, source: str, lang: str, lines: Lines, own: list[Line]) -> None:
    """Fill `parsed` with the pieces and drafts of the paragraphs of numbered rules; `own` is
    emptied."""
    known = mark_contents(own, lang)
    _structure(own, lang)
    mark_front(own, lang)
    mark_back(own, lang, known)
    rules = [n for n in own if n.role in ("rule", "chapter")]
    headed = [
        n.marked or n.number is None or is_title_like(n.text[n.number.end :], lang) for n in rules
    ]
    texts = [n.text for n in rules]
    cuts = names_behind(texts, headed, lang)
    if not any(cuts):
        cuts = capitals_behind(texts, headed, lang)
    named = {n.block.start: cut for n, cut in zip(rules, cuts, strict=True) if cut is not None}
    del rules, texts
    _Rules(parsed, source, lang, lines, named).put(own)
    # Columns that stood side by side were read one after the other.
    parsed.pieces.sort()


def _begins(words: str) -> bool:
    number = number_at(words)
    return number is not None and not number.plain


def _structure(own: Sequence[Line], lang: str) -> None:
    """Mark the numbers that make the tree; those of lists stay words."""
    body = [
        (n, line) for n, line in enumerate(own) if line.role != CONTENTS and line.number is not None
    ]
    opened: set[tuple[str | int, ...]] = set()
    chapter = ""
    for (at, line), following in zip_longest(body, body[1:]):
        number = line.number
        assert number is not None
        if not number.plain:
            line.role, chapter = "rule", ""
            opened.add(number.parts[:2])
            continue
        words = line.text[number.end :]
        follows = following[1].number if following is not None else None
        parts, n = number.parts, number.parts[-1]
        below = follows is not None and len(follows.parts) > 2 and follows.parts[:2] == parts
        larger = (
            follows is not None
            and len(follows.parts) == 2
            and len(str(follows.parts[-1])) > len(str(n))
            and str(follows.parts[-1]).startswith(str(n))
        )
        beside = isinstance(n, int) and (parts[0], n - 1) in opened and number.stop != ")"
        first = bool(chapter) and len(str(n)) > len(chapter) and str(n).startswith(chapter)
        titled = is_title_like(words, lang) and not (at and is_open(own[at - 1].text, lang))
        if below or (titled and (larger or beside or first)):
            line.role, chapter = "rule", ""
            opened.add(parts)
            if larger:
                line.role, chapter = "chapter", str(n)


class _Rules:
    """Puts lines into drafts by their roles and numbers; `named` are the cuts of rules that open
    with their names, by where they start."""

    def __init__(
        self, parsed: Parsed, source: str, lang: str, lines: Lines, named: Mapping[int, Cut]
    ) -> None:
        self.named = named
        self.parsed, self.source, self.lang, self.lines = parsed, source, lang, lines
        self.of: dict[tuple[str | int, ...], int] = {}
        self.line_of: dict[tuple[str | int, ...], int] = {}
        self.newest: dict[tuple[object, ...], int] = {}
        self.under: dict[tuple[str | int, ...], int] = {}
        self.chapter: int | None = None
        self.heading: int | None = None
        self.part: int | None = None
        # Where marks tell which numbers are headings, items of lists are none.
        self.items = False

    def put(self, own: list[Line]) -> None:
        current: int | None = None
        self.items = any(line.marked and line.number is not None for line in own)
        given = let_go(own)
        for line, after in pairwise(chain[Line | None](given, (None,))):
            assert line is not None
            if line.role in (CONTENTS, CHROME):
                self._aside(line.block, line.role)
                continue
            number = line.number
            if line.role in ("rule", "chapter") and number is not None:
                current = self._rule(line, number, is_asked(line, after))
            elif line.role == "heading":
                # What stands just above a rule divides the rules, but for the title of them all.
                before = bool(self.parsed.drafts)
                inside = self._inside(after)
                current = self.heading = self._headed(line.block, inside)
                if inside is not None and after is not None and after.number is not None:
                    self.under[after.number.parts[:-1]] = current
                    continue
                divides = before and after is not None and after.role in ("rule", "chapter")
                if divides and after is not None and self._begins_anew(after):
                    self._forget()
                self.part = self.chapter = current if divides else None
                if after is not None and after.number is not None:
                    self._chapter(current, after.number)
            elif line.role == "term":
                current = self._headed(line.block, self.heading)
                self.parsed.drafts[current].evidence = (GLOSSARY_TERM,)
            elif line.role == "defined" and (cut := opening(line.text, self.lang)) is not None:
                current = len(self.parsed.drafts)
                open_run_in(
                    *(self.parsed, self.lines, line.block, cut, self.heading),
                    capability=False,
                    why=GLOSSARY_TERM,
                )
                depth = self.parsed.drafts[self.heading].depth if self.heading is not None else 0
                self.parsed.drafts[current].depth = depth + 1
            else:
                if current is None:
                    current = self._preface(line.block)
                row = line.block.paragraph.cell is not None
                add(self.parsed, line.block, self.lines, current, "table" if row else None)
        self._abilities()
        name_counted(self.parsed.drafts)
        titled = [d for d in self.parsed.drafts if d.title is not None]
        first = titled[0] if titled else None
        if first is not None and first.line_start == 1 and number_at(first.title or "") is None:
            self.parsed.title = first.title

    def _abilities(self) -> None:
        """Titled rules of a chapter that is called after abilities are abilities."""
        below: dict[int, list[Draft]] = {}
        for index in self.of.values():
            draft = self.parsed.drafts[index]
            if draft.parent is not None and _titled(draft):
                below.setdefault(draft.parent, []).append(draft)
        for parent, own in below.items():
            title = self.parsed.drafts[parent].title or ""
            if len(own) >= FEWEST_TOGETHER and speaks_of_abilities(title, self.lang):
                for draft in own:
                    draft.capability = True
                    draft.evidence += ("it stands in a chapter of abilities",)

    def _aside(self, block: Block, kind: str) -> None:
        first, last = block.runs[0], block.runs[-1]
        before = self.parsed.pieces[-1] if self.parsed.pieces else None
        if before is not None and before.kind == kind:
            self.parsed.pieces[-1] = Piece(kind, before.start, last.end)
        else:
            self.parsed.pieces.append(Piece(kind, first.start, last.end))

    def _preface(self, block: Block) -> int:
        why = "text before the first heading"
        end = last_line(block, self.lines)
        self.parsed.drafts.append(Draft(None, block.passage.line, end, evidence=(why,)))
        return len(self.parsed.drafts) - 1

    def _headed(self, block: Block, parent: int | None) -> int:
        index = len(self.parsed.drafts)
        depth = 1 if parent is None else self.parsed.drafts[parent].depth + 1
        self.parsed.drafts.append(
            Draft(
                block.passage.text,
                block.passage.line,
                last_line(block, self.lines),
                title_start=block.start,
                parent=parent,
                depth=depth,
                evidence=("a title among numbered rules",),
            )
        )
        pieces(self.parsed, block, index, "heading")
        return index

    def _rule(self, line: Line, number: Number, asked: bool) -> int:
        parent = self._parent(line, number)
        words = line.text[number.end :]
        item = self.items and line.block.passage.kind == "list_item"
        if line.marked or asked or (not item and is_title_like(words, self.lang)):
            index = self._headed(line.block, parent)
        else:
            index = len(self.parsed.drafts)
            open_run_in(
                *(self.parsed, self.lines, line.block),
                self.named.get(line.block.start, (number.close, number.end)),
                parent,
                capability=False,
                why="a rule with a number",
            )
        draft = self.parsed.drafts[index]
        draft.depth = 1 if parent is None else self.parsed.drafts[parent].depth + 1
        draft.evidence = (f"its number is {number.text}",)
        if number.end < len(draft.title or "") and _CHAPTER_LETTERS.match(line.text):
            draft.counted = number.end
            if len(number.parts) == 2:
                # What is in chapter A may leave the letter out: `A1. Squads`, `1.1 A squad …`.
                if number.parts[1] == 1:
                    self._forget()
                self.of["", number.parts[1]] = index
        self._inspect(line, number, draft)
        self.of[number.parts] = index
        self.under.pop(number.parts, None)
        if number.parts[-1] == 0:
            # `2.0` stands above `2.1`.
            self.of.setdefault(number.parts[:-1], index)
        self.line_of.setdefault(number.parts, draft.line_start)
        if line.role == "chapter":
            self.chapter = index
        return index

    def _chapter(self, index: int, below: Number) -> None:
        """A heading with a bare number (`2 Actions`) is that of the rules that go on with it."""
        draft = self.parsed.drafts[index]
        m = BARE.match(draft.title or "")
        if m is not None and len(below.parts) > 2 and below.parts[1] == int(m.group(1)):
            draft.counted = m.end()
            self.of.setdefault(below.parts[:2], index)
            self.part = self.chapter = index

    def _forget(self) -> None:
        """Numbers without letters begin anew."""
        for known in (self.of, self.line_of, self.under):
            for parts in [p for p in known if not p[0]]:
                del known[parts]
        self.newest.clear()

    def _begins_anew(self, after: Line) -> bool:
        """Whether numbers begin anew below a heading: the first comes again."""
        number = after.number
        return (
            number is not None
            and number.parts in self.line_of
            and all(n in (0, 1) for n in number.parts[1:])
        )

    def _inside(self, after: Line | None) -> int | None:
        """The draft of the rule inside which a heading stands: the one below goes on with its
        numbers (`1.1.2`, a heading, `1.1.3`), or begins them."""
        number = after.number if after is not None and after.role == "rule" else None
        if number is None or len(number.parts) < 3:
            return None
        last, before = number.parts[-1], self.newest.get(number.parts[:-1])
        above = self.of.get(number.parts[:-1])
        if before is None:
            # The heading and the first rule below it may both stand right below the rule above them.
            return above if last in (0, 1) and above == len(self.parsed.drafts) - 1 else None
        return above if isinstance(last, int) and last > before else None

    def _parent(self, line: Line, number: Number) -> int | None:
        """The draft of the nearest number above; a plain number stands in its chapter."""
        for length in range(len(number.parts) - 1, 1, -1):
            above = self.of.get(number.parts[:length])
            if above is not None:
                direct = length == len(number.parts) - 1
                return self.under.get(number.parts[:length], above) if direct else above
        return self.part if line.role == "chapter" else self.chapter

    def _inspect(self, line: Line, number: Number, draft: Draft) -> None:
        """Report a number that comes twice, too early or too late."""
        parts = number.parts
        last = parts[-1]
        assert isinstance(last, int)
        series: tuple[object, ...] = parts[:-1]
        if line.role == "chapter":
            series = ("chapter",)
        elif len(parts) == 2:
            series = ("below", self.chapter, *series)
        self._imply(parts[:-1])
        before = self.newest.get(series)
        self.newest[series] = max(last, before or 0)
        message: str | None = None
        if parts in self.line_of:
            message = say(
                "the number {number} stands on line {line} too; number one of them anew",
                number=number.text,
                line=self.line_of[parts],
            )
        elif before is not None and last < before:
            message = say("the number {number} comes after a higher one", number=number.text)
        elif before is not None and last > before + 1 and not skipped(before, last, number):
            message = say(
                "between this number, {number}, and the one before it numbers are missing",
                number=number.text,
            )
        if message is not None and len(self.parsed.findings) < MOST_FAULTS:
            self.parsed.findings.append(
                Finding(
                    "other", "note", self.source, draft.line_start, None, None, None, None, message
                )
            )

    def _imply(self, parts: tuple[str | int, ...]) -> None:
        """A number that goes on with the one before it and has no rule of its own, but others below
        it (`4.1`, `4.2.1`, `4.3`), is not missing."""
        if len(parts) < 2 or parts in self.line_of:
            return
        last = parts[-1]
        series: tuple[object, ...] = parts[:-1]
        if len(parts) == 2:
            series = ("below", self.chapter, *series)
        before = self.newest.get(series)
        if before is not None and last == before + 1:
            self.newest[series] = before + 1


def _titled(draft: Draft) -> bool:
    """Whether a rule has words beside its number in its title."""
    number = number_at(draft.title or "")
    return number is not None and not number.plain


LOADER = Loader(
    "numbered",
    say("plain text of numbered rules: 100.1a, 1.2.3, § 5, with contents, glossary and index"),
    lambda document: 0.65 if has_rules(document.text[:LOOKED_AT], document.lang) else 0.0,
    parse,
)
