"""Characters that stand for others: references of HTML (`&nbsp;`, `&#233;`), ligatures, soft hyphens.

Editors of forums leave references in texts, and PDFs ligatures (one sign for `fi`) and the places
where words may be divided.  What is no reference of HTML 5 stays as it is.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from html.entities import html5

from .runs import Paragraph, Run

SOFT_HYPHEN = "\u00ad"
_SIGNS = "\u00ad\ufb00-\ufb06"
# One of these stands in whatever `words` reads as something else.
REFERENCE_SIGNS = ("&", SOFT_HYPHEN, *map(chr, range(0xFB00, 0xFB07)))
_REFERENCE = re.compile(
    rf"&(?:#\d{{1,7}}|#[xX][0-9a-fA-F]{{1,6}}|[a-zA-Z][a-zA-Z0-9]{{1,31}});|[{_SIGNS}]"
)
_ANY = re.compile(rf"[&{_SIGNS}]")


def words(text: str, run: Run) -> str:
    """What a run of a paragraph says: its characters, or what a reference or ligature stands for."""
    part = text[run.start : run.end]
    if run.kind != "entity":
        return part
    if part[0] == "&":
        return html.unescape(part)
    return "" if part == SOFT_HYPHEN else unicodedata.normalize("NFKC", part)


def holds_reference(text: str, start: int, end: int) -> bool:
    """Whether characters `start` to `end` may hold what `words` reads as something else."""
    return _ANY.search(text, start, end) is not None


def ends_reference(text: str, start: int, end: int) -> bool:
    """Whether the semicolon just before `end` closes a reference that opens after `start`."""
    opened = text.rfind("&", max(start, end - 34), end)
    if opened < 0 or _REFERENCE.fullmatch(text, opened, end) is None:
        return False
    return _is_reference(text[opened:end])


def read_entities(
    text: str, runs: Sequence[Run], found: Sequence[Paragraph]
) -> tuple[list[Run], list[Paragraph]]:
    """Give each reference in the paragraphs a run of its own (`entity`).

    `runs` are those that tile the range; in them a reference is text, or blank where it is only
    space at the edge of a paragraph.  Paragraphs of space alone are dropped.
    """
    if not runs or not holds_reference(text, runs[0].start, runs[-1].end):
        return list(runs), list(found)
    blank: list[tuple[int, int]] = []
    kept: list[Paragraph] = []
    for paragraph in found:
        own = [part for run in paragraph.runs for part in reference_runs(text, run)]
        if any(r.kind == "entity" for r in own):
            own = _trimmed(text, own, blank)
        paragraph.runs = own
        if own:
            kept.append(paragraph)
    if not blank:
        return _split_at_starts(runs, kept), kept
    tiled = [part for run in runs for part in _without(run, blank)]
    return _split_at_starts(tiled, kept), kept


def reference_runs(text: str, run: Run) -> list[Run]:
    """A run of text, each reference in it a run of its own (`entity`)."""
    if run.kind != "text":
        return [run]
    parts: list[Run] = []
    at = run.start
    for m in _REFERENCE.finditer(text, run.start, run.end):
        if not _is_reference(m.group()):
            continue
        if at < m.start():
            parts.append(Run("text", at, m.start()))
        parts.append(Run("entity", m.start(), m.end()))
        at = m.end()
    return [*parts, Run("text", at, run.end)] if at < run.end else parts


def _is_reference(reference: str) -> bool:
    if not reference.startswith("&"):
        return True
    if not reference.startswith("&#"):
        return reference[1:] in html5
    character = html.unescape(reference)
    return character.isprintable() or character.isspace()


def _trimmed(text: str, own: list[Run], blank: list[tuple[int, int]]) -> list[Run]:
    """The runs without the space at both ends, which goes to `blank`."""
    own = list(own)
    while own and not words(text, own[0]).strip():
        blank.append(own.pop(0)[1:])
    while own and not words(text, own[-1]).strip():
        blank.append(own.pop()[1:])
    if own and own[0].kind == "text":
        kind, start, end = own[0]
        first = start + len(text[start:end]) - len(text[start:end].lstrip())
        if first > start:
            blank.append((start, first))
            own[0] = Run(kind, first, end)
    if own and own[-1].kind == "text":
        kind, start, end = own[-1]
        last = start + len(text[start:end].rstrip())
        if last < end:
            blank.append((last, end))
            own[-1] = Run(kind, start, last)
    return own


def _without(run: Run, blank: list[tuple[int, int]]) -> list[Run]:
    """The run with the characters of `blank` in it as runs of their own."""
    inside = sorted(b for b in blank if run.start <= b[0] and b[1] <= run.end)
    parts: list[Run] = []
    at = run.start
    for start, end in inside:
        if at < start:
            parts.append(Run(run.kind, at, start))
        parts.append(Run("blank", start, end))
        at = end
    return [*parts, Run(run.kind, at, run.end)] if at < run.end else parts


def _split_at_starts(runs: Sequence[Run], found: Sequence[Paragraph]) -> list[Run]:
    """The tiling runs, so that each paragraph's first run has one of its own extent among them."""
    firsts = {p.runs[0].start: p.runs[0] for p in found}
    tiled: list[Run] = []
    for run in runs:
        first = firsts.get(run.start)
        if first is not None and run.kind == "text" and first.end < run.end:
            tiled += [Run("text", first.start, first.end), Run("text", first.end, run.end)]
        else:
            tiled.append(run)
    return tiled


__all__ = ["read_entities", "reference_runs", "words"]
