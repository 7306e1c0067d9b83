"""The text of a workbook, as `workbook` writes it: each sheet is read as a file of its own would be.

A sheet of several columns goes through the step of tables (`table`), one of a single column
through that of pages (`html`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from variorum.model import Finding, Passage, VariorumError
from variorum.say import say

from .form import Document, Loader
from .language import language_of
from .parsed import Draft, Lines, Parsed, Piece
from .workbook import ASIDE, TABLE, TEXT

_HEAD = re.compile(r"^(\f{1,3})([^\n]*)(?:\n|\Z)", re.MULTILINE)


def parse(document: Document) -> Parsed:
    """Fragments and drafts of every sheet, each read as a file of its own would be.

    Raises VariorumError for a table with too many columns, and for a column that a person stated
    and that no sheet has.
    """
    text = document.text
    whole = Parsed("sheets")
    lines = Lines(text)
    heads = list(_HEAD.finditer(text))
    first = heads[0].start() if heads else len(text)
    bodies = [(TABLE, 0, first)] if first else []
    refused: list[VariorumError] = []
    read = 0
    for body in bodies:
        read += _read(whole, document, lines, refused, *body)
    for n, head in enumerate(heads):
        kind = "chrome" if head.group(1) == ASIDE else "header"
        whole.pieces.append(Piece(kind, head.start(), head.end()))
        end = heads[n + 1].start() if n + 1 < len(heads) else len(text)
        if head.end() < end:
            read += _read(whole, document, lines, refused, head.group(1), head.end(), end)
    if refused and len(refused) == read:
        raise refused[0]
    whole.textless = whole.textless and bool(whole.drafts)
    # What stands above one sheet of several says what that sheet is.
    whole.title = whole.title if len(bodies) + len(heads) == 1 else None
    return whole


def _read(
    whole: Parsed,
    document: Document,
    lines: Lines,
    refused: list[VariorumError],
    mark: str,
    start: int,
    end: int,
) -> int:
    """Take in one sheet; a column that it has not is among the `refused`."""
    from . import html as pages
    from . import table

    body = document.text[start:end]
    lang = document.lang if document.lang_stated else language_of(body)
    lang = document.lang if lang == "und" else lang
    above = lines.line(start) - 1
    if mark == TEXT:
        one = replace(document, text=body, lang=lang)
        _take(whole, pages.parse(one), start, above)
        return 0
    try:
        part = table.parse(document.source, body, lang, "\t", document.columns)
    except VariorumError as error:
        told = VariorumError(error.message, error.file, above + (error.line or 1))
        if not document.columns:
            raise told from None
        refused.append(told)
        part = table.parse(document.source, body, lang, "\t", {})
    _take(whole, part, start, above)
    return 1


def _take(whole: Parsed, part: Parsed, start: int, above: int) -> None:
    """Add what was read of a part of the text that begins at `start`, below `above` lines."""
    drafts = len(whole.drafts)
    whole.title = whole.title or part.title
    whole.textless = part.textless and (whole.textless or not whole.drafts)
    for piece in part.pieces:
        owner = None if piece.draft is None else piece.draft + drafts
        whole.pieces.append(Piece(piece.kind, piece.start + start, piece.end + start, owner))
    whole.drafts += (_moved(draft, start, above, drafts) for draft in part.drafts)
    whole.repeats += (
        replace(r, draft=r.draft + drafts, line=r.line + above, other_line=r.other_line + above)
        for r in part.repeats
    )
    whole.findings += (_below(finding, above) for finding in part.findings)
    whole.links += ((a + start, b + start, d + drafts) for a, b, d in part.links)
    whole.bearers += (replace(b, line=b.line + above) for b in part.bearers)
    whole.facts += (replace(f, held=replace(f.held, line=f.held.line + above)) for f in part.facts)
    for key, name in part.called.items():
        whole.called.setdefault(key, name)


def _moved(draft: Draft, start: int, above: int, drafts: int) -> Draft:
    draft.line_start += above
    draft.line_end += above
    draft.passages = list(_passages(draft, start, above))
    draft.title_start = None if draft.title_start is None else draft.title_start + start
    draft.parent = None if draft.parent is None else draft.parent + drafts
    draft.properties = tuple(replace(p, line=p.line + above) for p in draft.properties)
    return draft


def _passages(draft: Draft, start: int, above: int) -> Iterator[Passage]:
    for p in draft.passages:
        spans = tuple(s._replace(source_start=s.source_start + start) for s in p.spans)
        yield replace(p, line=p.line + above, spans=spans)


def _below(finding: Finding, above: int) -> Finding:
    return replace(finding, line=None if finding.line is None else finding.line + above)


def _sure(document: Document) -> float:
    """Only a workbook is read so, which says it itself."""
    return 0.0


LOADER = Loader("sheets", say("the sheets of a workbook, each as records"), _sure, parse)
