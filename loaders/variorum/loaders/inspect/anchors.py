"""Anchors of comments and notes that were copied along: the comment itself is elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

# Initials, or the start of a name, and a number: `[KB2]`, `[Ann3]`; an answer has one of its own.
_ANCHOR = re.compile(r"\[[A-Z][A-Za-z]{0,4}\d{1,4}(?:R\d{1,3})?\]")
# A comment on a whole paragraph is anchored after its last stop, often with others.
_LAST_ANCHORS = re.compile(r"[.!?…] ?(?=\[[A-Z]{2,5}\d)((?:\[[A-Z]{2,5}\d{1,4}\] ?)+)(?:\n|$)")
# The word itself, in the language of the program that wrote it, and what the comment said.
_NAMED = re.compile(
    r"(?<=[^\W\d_])\[(?:Comment|Commentaire|Komment|Megjegyzés|Kommentar|Comentario)"
    r"(?:[ \u00a0]?[A-Z]{0,3}\d{1,4})?(?:[ \u00a0]?:[^\[\]\n]{0,200})?\]"
)
_NAMED_SIGN = re.compile(r"(?<=[^\W\d_])\[[CKM]o?m?e?[mng]")
# Notes in order: letters, as the comments of a document shared on line, or numbers.
_NOTE = re.compile(r"(?<=[^\W\d_])([.,;:!?]?)\[([a-z]|\d{1,3})\](?![\w\[(])")
_NOTE_SIGN = re.compile(r"(?<=[^\W\d_])[.,;:!?]?\[(?:[a-z]|\d{1,3})\]")
_LABEL = re.compile(r"(?:\[|\^|↑\s*)?\(?([a-z]|\d{1,3})(?:\]|[.):]|(?=\s))")
_FEWEST = 2
_WORD = re.compile(r"[^\W\d_]+\Z")


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _initials(sheet)
    for m in sheet.finditer(_NAMED, _NAMED_SIGN):
        yield _hit(m.start(), m.end(), m.group())
    yield from _notes(sheet)


def _initials(sheet: Sheet) -> Iterator[Hit]:
    anchors = list(sheet.finditer(_ANCHOR, _ANCHOR))
    if not anchors:
        return
    last = {
        m.start(1) + a.start()
        for m in _LAST_ANCHORS.finditer(sheet.text)
        for a in _ANCHOR.finditer(m.group(1))
        # One by itself behind a space may be a reference.
        if sheet.text[m.start() + 1] == "[" or m.group(1).count("[") > 1
    }
    for m in anchors:
        if m.start() in last or sheet.text[m.start() - 1 : m.start()].isalpha():
            yield _hit(m.start(), m.end(), m.group())


def _hit(start: int, end: int, anchor: str) -> Hit:
    message = say("“{anchor}” is the anchor of a word processor's comment", anchor=anchor)
    return Hit(start, end, "comment_anchor", "warning", message, "")


def _notes(sheet: Sheet) -> Iterator[Hit]:
    """Anchors of notes in order (`[a]`, `[b]`; `[1]`, `[2]`) whose notes the source has not."""
    found = list(sheet.finditer(_NOTE, _NOTE_SIGN))
    # The same word each time has an index, no note (`value[1]`, `value[2]`).
    placed = ((sheet.units.source(sheet.index(m.start())), m) for m in found)
    for source, group in groupby(placed, lambda item: item[0]):
        notes = [m for _, m in group]
        for kind in (str.isalpha, str.isdigit):
            own = [m for m in notes if kind(m.group(2))]
            if _in_order([m.group(2) for m in own]) and not _is_told(sheet, source, own):
                for m in own:
                    start = m.end(1)
                    message = say("“{anchor}” leads to a note that is not here", anchor=f"[{m[2]}]")
                    yield Hit(start, m.end(), "comment_anchor", "note", message, "")


def _in_order(labels: Sequence[str]) -> bool:
    """Whether labels count from the first letter or from one."""
    if len(labels) < _FEWEST:
        return False
    first = ord("a") if labels[0].isalpha() else 1
    told = [ord(x) if x.isalpha() else int(x) for x in labels]
    return told == list(range(first, first + len(told)))


def _is_told(sheet: Sheet, source: str, anchors: Sequence[re.Match[str]]) -> bool:
    """Whether a passage begins with the label of a note, or one word has all the anchors."""
    words = {
        w.group().lower()
        for m in anchors
        if (w := _WORD.search(sheet.text, max(0, m.start() - 30), m.start()))
    }
    if len(words) < _FEWEST:
        return True
    first = anchors[0].group(2)
    return any(
        (m := _LABEL.match(line)) is not None and m.group(1) == first
        for n, line in enumerate(sheet.lines)
        if line[:4].strip() and sheet.units.source(n) == source
    )
