"""Names in strong words that open paragraphs, in the marks of any format: **Vigie.** Le socle voit loin.

Strong words also stress and label; so a text must have a habit of it, each with a name of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from variorum.model import Passage

from .drafting import Block
from .flow import Item
from .headings import is_title_like
from .passages import kind_of
from .titles import fold

FEWEST_NAMES = 2
FEWEST_LABELS = 3
MOST_NAME_WORDS = 8
_CLOSES = re.compile(r"\s*[.:：–—-]+\s*$")
_BEGINS = re.compile(r"\s*[«“\"(]?\s*[^\W\d_]")
_OPENS = re.compile(r"\s*(?:[:：.]|[–—-](?=\s))\s*")
# The marks before the words of a paragraph, other ones behind that of strong words.
_STRONG = re.compile(
    r"(?:\[b\]|<(?:b|strong)\b[^<>]*>|\*\*|__)(?:\[[a-z]\w*(?:=[^\[\]\n]*)?\]|<[a-z][^<>]*>)*\Z",
    re.I,
)
_STRONG_END = re.compile(r"\[/b\]|</(?:b|strong)\s*>|\*\*|__", re.IGNORECASE)
LONGEST_MARK = 120


def run_in_names(
    items: Sequence[Item], passages: Sequence[Passage | None], lang: str
) -> list[tuple[int, int] | None]:
    """For each item where the name that it opens with ends in its clean text, and where its text
    begins; null for those without one.

    A label that comes back (`Cost:` under every unit) is no name.
    """
    cuts = [_cut(i, p, lang) for i, p in zip(items, passages, strict=True)]
    if not _bare_names(items, passages, cuts):
        cuts = [
            c if c is None or (p and _closed(p, c)) else None
            for p, c in zip(passages, cuts, strict=True)
        ]
    names = Counter(
        fold(p.text[: cut[0]]) for p, cut in zip(passages, cuts, strict=True) if p and cut
    )
    distinct = sum(n == 1 for n in names.values())
    if distinct < FEWEST_NAMES or distinct * 2 < len(names):
        return [None] * len(items)
    return [
        cut if p is not None and cut is not None and names[fold(p.text[: cut[0]])] == 1 else None
        for p, cut in zip(passages, cuts, strict=True)
    ]


def _closed(p: Passage, cut: tuple[int, int]) -> bool:
    """Whether a mark stands between a name and its text."""
    return bool(p.text[cut[0] : cut[1]].strip())


def _bare_names(
    items: Sequence[Item],
    passages: Sequence[Passage | None],
    cuts: Sequence[tuple[int, int] | None],
) -> bool:
    """Whether strong words are names though no mark closes them: nearly all that open a paragraph."""
    opened = [
        cut
        for item, p, cut in zip(items, passages, cuts, strict=True)
        if item.bold is not None and item.role in ("text", "list_item") and p is not None
    ]
    bare = sum(
        not _closed(p, cut) for p, cut in zip(passages, cuts, strict=True) if p and cut is not None
    )
    return bare >= FEWEST_LABELS and sum(c is not None for c in opened) * 10 >= len(opened) * 8


def _cut(item: Item, p: Passage | None, lang: str) -> tuple[int, int] | None:
    if p is None or item.bold is None or item.role not in ("text", "list_item"):
        return None
    end = p.clean_offset(item.bold)
    strong, rest = p.text[:end], p.text[end:]
    closed = _CLOSES.search(strong)
    opened = _OPENS.match(rest)
    name_end = closed.start() if closed else len(strong.rstrip())
    text_start = end + (opened.end() if opened else len(rest) - len(rest.lstrip()))
    name = p.text[:name_end]
    if (
        # Without a mark the text must begin as a sentence does.
        not (closed or opened or _begins(rest))
        or text_start >= len(p.text)
        or len(name.split()) > MOST_NAME_WORDS
        or not any(c.isalpha() for c in name)
        or not is_title_like(name, lang)
        or kind_of(p.text, lang, False) in ("example", "note")
    ):
        return None
    return name_end, text_start


def _begins(words: str) -> bool:
    """Whether words begin as a sentence does."""
    found = _BEGINS.match(words)
    return found is not None and found.group()[-1].isupper()


def run_in_blocks(text: str, blocks: Sequence[Block], lang: str) -> list[tuple[int, int] | None]:
    """The same for the paragraphs of a plain text that keeps marks: [b]Vigie[/b]: le socle voit loin."""
    items = [
        Item(
            "list_item" if b.paragraph.item else "text",
            paragraph=b.paragraph,
            bold=_strong_end(text, b),
        )
        for b in blocks
    ]
    found = run_in_names(items, [b.passage for b in blocks], lang)
    return found if sum(c is not None for c in found) >= FEWEST_LABELS else [None] * len(blocks)


def _strong_end(text: str, block: Block) -> int | None:
    """Where the strong words end with which a paragraph opens, null where it opens otherwise."""
    before = text[max(0, block.start - LONGEST_MARK) : block.start]
    if _STRONG.search(before) is None:
        return None
    return next(
        (
            run.start
            for run in block.runs
            if run.start > block.start and _STRONG_END.fullmatch(text, run.start, run.end)
        ),
        None,
    )
