"""Marked-up texts whose marks tell no headings, read as plain text is.

Much that is saved by a word processor or pasted into a page has paragraphs and nothing else: its
headings are short lines to the eye alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import NamedTuple

from variorum.model import Passage

from .drafting import Block
from .flow import ASIDES, Item
from .headings import find_headings
from .numbered import lay_out_marked
from .numbering import FEWEST as FEWEST_NUMBERS
from .numbering import are_rules
from .outward import put_links
from .parsed import Lines, Parsed, Piece
from .prose import lay_out
from .runs import TOLD, Run, Runs

# A text whose marks tell fewer headings than one for so many characters, where its lines tell
# so many times as many.
SPARSE = 12_000
MORE = 4
# So many strong lines are a habit.
FEWEST_STRONG = 3
_OPENS = re.compile(r"[§A-Z.\s-]{0,5}\d|[^\W\d_]{3,12}\.?\s\d")
# In fewer characters a short line says too little of what it is.
FEWEST = 500


def is_unmarked(
    spoken: Sequence[Item],
    texts: Callable[[], Iterator[str]],
    cuts: Sequence[tuple[int, int] | None],
    strong: Sequence[bool],
    lang: str,
) -> bool:
    """Whether the marks of a text do not tell where its headings stand.

    They tell none of them, but perhaps its title; or `strong` words tell them, without levels.
    `texts` are the clean words of the `spoken` items, those that are not aside.
    """
    if any(cuts) or any(i.row is not None for i in spoken):
        return False
    marked = sum(i.role == "heading" for i in spoken)
    if sum(strong) >= FEWEST_STRONG and marked - sum(strong) <= 1:
        return True
    if sum(map(len, texts())) < FEWEST:
        return False
    return marked <= 1 or is_sparse([i.role for i in spoken], texts, lang)


def is_sparse(roles: Sequence[str], texts: Callable[[], Iterator[str]], lang: str) -> bool:
    """Whether the lines of a text tell many more headings than its marks."""
    marked = roles.count("heading")
    if marked * SPARSE > sum(map(len, texts())):
        return False
    found = find_headings(list(texts()), lang)
    told = sum(h for h, role in zip(found, roles, strict=True) if role == "text")
    return told >= MORE * marked


def lay_out_unmarked(
    parsed: Parsed,
    text: str,
    lang: str,
    lines: Lines,
    items: list[Item],
    passages: list[Passage | None],
    strong: Sequence[bool],
) -> None:
    """Fill `parsed` as `prose` does; what is aside stays aside, and links reach their drafts.

    `items` and `passages` are emptied.
    """
    spoken = [(i, p) for i, p in zip(items, passages, strict=True) if p is not None]
    # Where strong words are the habit, other short lines are no headings.
    habit = sum(strong) >= FEWEST_STRONG and not is_sparse(
        [i.role for i, _ in spoken], lambda: (p.text for _, p in spoken), lang
    )
    known = {"text": 0 if habit else None}
    marked = [(i.level or 1) if i.role == "heading" else known.get(i.role, 0) for i, _ in spoken]
    # One heading alone is the title; it says nothing of where the others stand, nor do strong words.
    flat = sum(map(bool, marked)) == 1 or any(strong)
    blocks = _blocks(spoken)
    spoken.clear()
    around = _around(items, passages)
    lay_out(parsed, text, lang, lines, blocks, marked, tree=not flat)
    _put_around(parsed, around)


def may_be_numbered(text: str, items: Sequence[Item]) -> bool:
    """Whether enough paragraphs begin with a digit, or a sign or a word that may stand before one."""
    starts = (i.paragraph.runs[0].start for i in items if i.paragraph.runs)
    return sum(_OPENS.match(text, at) is not None for at in starts) >= FEWEST_NUMBERS


def are_numbered(items: Sequence[Item], passages: Sequence[Passage | None], lang: str) -> bool:
    """Whether the paragraphs of a text are rules with numbers, and its marks make no headings of them."""
    spoken = [(i, p) for i, p in zip(items, passages, strict=True) if p is not None]
    if any(i.row is not None for i, _ in spoken):
        return False
    told = [p.text for i, p in spoken if i.role in ("text", "list_item")]
    return are_rules(told, len(told), lang)


def lay_out_numbered(
    parsed: Parsed,
    source: str,
    lang: str,
    lines: Lines,
    items: list[Item],
    passages: list[Passage | None],
) -> None:
    """Fill `parsed` as `numbered` does; what is aside stays aside, and links reach their drafts.

    `items` and `passages` are emptied.
    """
    spoken = [(i, p) for i, p in zip(items, passages, strict=True) if p is not None]
    marked = [i.role == "heading" for i, _ in spoken]
    blocks = _blocks(spoken)
    del spoken
    around = _around(items, passages)
    lay_out_marked(parsed, source, lang, lines, blocks, marked)
    _put_around(parsed, around)


def _blocks(spoken: Sequence[tuple[Item, Passage]]) -> list[Block]:
    return [Block(i.paragraph, _without_entities(i.runs), p) for i, p in spoken]


def _without_entities(runs: MutableSequence[Run]) -> MutableSequence[Run]:
    """The runs, references to characters as text; the same where there are none."""
    if all(run.kind != "entity" for run in runs):
        return runs
    return Runs(Run("text", *run[1:]) if run.kind == "entity" else run for run in runs)


class _Around(NamedTuple):
    """What of the items is in no block: those that are aside, and those with names or links."""

    aside: list[Item]
    linked: list[Item]


def _around(items: list[Item], passages: list[Passage | None]) -> _Around:
    """What is told when the blocks are; both are emptied, since the blocks have the rest."""
    aside = [item for item, p in zip(items, passages, strict=True) if p is None]
    linked = [item for item in items if item.anchors or item.links]
    for item, p in zip(items, passages, strict=True):
        if p is not None and not item.anchors:
            item.paragraph, item.runs = TOLD, TOLD.runs
    items.clear()
    passages.clear()
    return _Around(aside, linked)


def _put_around(parsed: Parsed, around: _Around) -> None:
    """Put what is aside among the pieces, and the links of the text."""
    parsed.pieces += [
        Piece(item.role if item.role in ASIDES else r.kind, r.start, r.end)
        for item in around.aside
        for r in item.runs
    ]
    parsed.pieces.sort()
    _link(parsed, around.linked)


def _link(parsed: Parsed, items: Sequence[Item]) -> None:
    """The links of the text, by the drafts in which their anchors stand."""
    named = {r.start for item in items if item.anchors for r in item.runs}
    # What the names stand at and nothing else: a text has ten times as many pieces.
    drafts = {p.start: p.draft for p in parsed.pieces if p.start in named and p.draft is not None}
    anchors: dict[str, int] = {}
    for item in items:
        starts = [r.start for r in item.runs if r.start in drafts] if item.anchors else []
        for anchor in item.anchors if starts else ():
            anchors.setdefault(anchor, drafts[starts[-1]] or 0)
    put_links(parsed, items, anchors)
