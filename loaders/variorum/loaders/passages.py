"""Runs of text to passages: clean words, their kind, and where each of them stands."""

from __future__ import annotations

import re
from collections.abc import MutableSequence
from functools import cache

from variorum.compare.language import UNKNOWN, data
from variorum.model import Passage, Span, Spans

from .entities import words as said
from .parsed import Lines
from .runs import Paragraph, Run

_BULLET = re.compile(r"(?:[•●○▪■◦‣∙·►◆◇❖➢➤▶▸⁃\ue000-\uf8ff]|[-–—*](?=\s))\s*")
_LONE_BULLET = re.compile(r"[•●○▪■◦‣∙►◆◇❖➢➤▶▸⁃\ue000-\uf8ff]")
_LINE_END = re.compile(r"[\r\n]")
_NUMBER = re.compile(r"(?:\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)")


# A longer line is no label.
LONGEST_LABEL = 40


@cache
def _kind_pattern(lang: str) -> re.Pattern[str]:
    groups = []
    for kind in ("example", "note"):
        openers = [
            *data(lang, "read").get(f"{kind}_openers", ()),
            *data(UNKNOWN, "read").get(f"{kind}_openers", ()),
        ]
        words = "|".join(
            re.escape(w).replace("'", "['’]") for w in sorted(openers, key=len, reverse=True)
        )
        groups.append(
            rf"(?P<{kind}>(?:{words})(?:\s*\d{{1,2}})?\s*[:：.–—-])"
            if words
            else rf"(?P<{kind}>(?!))"
        )
    return re.compile(r"[(\[«\"“]?\s*(?:" + "|".join(groups) + ")", re.IGNORECASE)


def list_mark(text: str, start: int, end: int) -> int:
    """Length of the bullet that opens characters `start` to `end`, with its space; 0 without one."""
    m = _BULLET.match(text, start, end)
    return m.end() - start if m and m.end() < end else 0


def is_bullet(line: str) -> bool:
    """Whether a line is nothing but a bullet, as in text out of a PDF: its item stands below it."""
    return _LONE_BULLET.fullmatch(line) is not None


def is_numbered(text: str) -> bool:
    """Whether a passage opens with the number or letter of a list item (`1.`, `2)`, `a)`)."""
    return _NUMBER.match(text) is not None


def box_label(line: str, lang: str) -> str | None:
    """`example` or `note` for a line that is only the label of a box (`À NOTER`, `Example`); one in
    the plural (`Designer's Notes`) is the title of a chapter."""
    if len(line) > LONGEST_LABEL or line[-1:].lower() == ("k" if lang == "hu" else "s"):
        return None
    m = _kind_pattern(lang).fullmatch(f"{line.rstrip(' :')}:")
    return None if m is None else "example" if m.group("example") else "note"


def kind_of(text: str, lang: str, item: bool = False) -> str:
    """`example`, `note`, `list_item` or `text`, from how the passage opens."""
    m = _kind_pattern(lang).match(text)
    if m is not None:
        return "example" if m.group("example") else "note"
    return "list_item" if item or is_numbered(text) else "text"


def passage(
    source: str, text: str, paragraph: Paragraph, lines: Lines, lang: str, kind: str | None = None
) -> Passage:
    """The passage that `paragraph` holds; `text` is the source text."""
    runs = paragraph.runs
    one = runs[0] if len(runs) == 1 else None
    if one is not None and one.kind == "text":  # as of most
        start, end = one.start, one.end
        clean = text[start:end]
        return Passage(
            kind or kind_of(clean, lang, paragraph.item),
            clean,
            source,
            lines.line(start),
            Spans.whole(start, len(clean)),
            paragraph.tags,
        )
    spans: list[Span] = []
    words: list[str] = []
    at = 0
    before: Run | None = None
    for run in runs:
        if run.kind == "join" or (
            before is not None
            and not paragraph.joins
            and _LINE_END.search(text, before.end, run.start)
        ):
            words.append(" ")  # a line broken at a fixed width
            at += 1
        if run.kind == "join":
            continue
        before = run
        part = said(text, run)
        if run.kind != "entity":
            spans.append(Span(at, run.start, len(part)))
        words.append(part)
        at += len(part)
    clean = "".join(words)
    return Passage(
        kind or kind_of(clean, lang, paragraph.item),
        clean,
        source,
        lines.line(runs[0].start),
        tuple(spans),
        paragraph.tags,
    )


def take_list_mark(text: str, paragraph: Paragraph, runs: MutableSequence[Run]) -> None:
    """Give the bullet of a paragraph a run of its own, in the paragraph and in `runs`."""
    first = paragraph.runs[0]
    if len(paragraph.runs) > 2 and is_bullet(text[first.start : first.end].strip()):
        # It stood on a line of its own.
        runs[runs.index(first)] = Run("list_mark", first.start, first.end)
        paragraph.runs = paragraph.runs[2 if paragraph.runs[1].kind == "join" else 1 :]
        paragraph.item = True
        return
    length = list_mark(text, first.start, first.end)
    if not length:
        return
    cut = first.start + length
    at = runs.index(first)
    words = Run("text", cut, first.end)
    runs[at : at + 1] = [Run("list_mark", first.start, cut), words]
    paragraph.runs[0] = words
    paragraph.item = True
