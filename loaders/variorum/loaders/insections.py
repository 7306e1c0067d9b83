"""A paragraph with headings inside it, as the drafts and pieces of its sections."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from operator import attrgetter

from .drafting import Block, part_of, preface
from .parsed import Draft, Lines, Parsed, Piece


def in_sections(
    parsed: Parsed,
    lines: Lines,
    block: Block,
    sections: list[tuple[int, int]],
    current: int | None,
) -> int:
    """Cut a paragraph at the headings inside it, and give the index of the last draft.

    `sections` holds the clean offsets of the headings; `current` is the draft that the words
    before the first of them belong to, null where there is none yet.
    """
    p = block.passage
    cuts = [0, *[at for pair in sections for at in pair], len(p.text)]
    index = current
    outer = current
    for n, (start, end) in enumerate(itertools.pairwise(cuts)):
        heading = n % 2 == 1
        part = p.text[start:end]
        lead = len(part) - len(part.lstrip())
        a = start + lead
        b = start + len(part.rstrip())
        if a >= b:
            continue
        source_start, source_end = p.source_offset(a), p.source_offset(b)
        line, last = lines.line(source_start), lines.line(max(source_start, source_end - 1))
        if heading:
            index = len(parsed.drafts)
            parsed.drafts.append(
                Draft(
                    p.text[a:b],
                    line,
                    last,
                    title_start=source_start,
                    parent=outer,
                    evidence=("title words between a sentence and a new one, inside a paragraph",),
                )
            )
        else:
            if index is None:
                index = preface(parsed, block, lines)
                outer = index
            draft = parsed.drafts[index]
            draft.passages.append(part_of(p, a, b, line))
            draft.line_end = max(draft.line_end, last)
        _section_pieces(parsed, block, source_start, source_end, index, heading)
    end = parsed.pieces[-1].end
    parsed.pieces += [
        Piece(r.kind, max(r.start, end), r.end, index) for r in block.runs if r.end > end
    ]
    return index if index is not None else 0


def _section_pieces(
    parsed: Parsed,
    block: Block,
    start: int,
    end: int,
    index: int,
    heading: bool,
) -> None:
    """Pieces of one section: what stood since the last piece is blank, then the section's runs."""
    at = parsed.pieces[-1].end if parsed.pieces else 0
    first = bisect_right(block.runs, at, key=attrgetter("end"))
    for n in range(first, len(block.runs)):
        run = block.runs[n]
        a, b = max(run.start, at), min(run.end, end)
        if a >= b:
            break
        if a < start:
            parsed.pieces.append(
                Piece("blank" if run.kind == "text" else run.kind, a, min(b, start), index)
            )
            a = min(b, start)
        if a < b:
            kind = "heading" if heading and run.kind == "text" else run.kind
            parsed.pieces.append(Piece(kind, a, b, index))
        at = b
