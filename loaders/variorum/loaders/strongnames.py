"""Names in strong words that open paragraphs, in the marks of any format: **Vigie.** Le socle voit loin.

Strong words also stress and label; so a text must have a habit of it, each with a name of its own.
Emphasised words (*Vigie.* Le socle voit loin) mostly stress: such a name is closed by a mark, and
nearly all that open a paragraph are names, with texts of some words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from variorum.model import Passage

from .drafting import Block
from .entities import words as said
from .flow import DECORATED, Item
from .headings import is_numbered_title, is_title_like
from .passages import kind_of
from .runin import told_twice
from .runs import TOLD
from .titles import fold

FEWEST_NAMES = 2
FEWEST_LABELS = 3
MOST_NAME_WORDS = 8
# One letter opens a question or its answer (`Q:`, `A1:`).
FEWEST_LETTERS = 2
_CLOSES = re.compile(r"\s*[.:：–—-]+\s*$")
_BEGINS = re.compile(r"\s*[«“\"(]?\s*[^\W\d_]")
_OPENS = re.compile(r"\s*(?:[:：.]|[–—-](?=\s))\s*")
# What a name has in brackets behind it: its parameter, its name in another language.
_BRACKETED = re.compile(r"\s*\([^()\n]{1,60}\)(?=\s*(?:[:：]|[–—-]\s))")
# What a strong line has behind its words: a value, a cost, a name in another language.
_BEHIND = re.compile(r"\s*\([^()\n]{1,60}\)\s*:?\s*\Z")
# The marks before the words of a paragraph, other ones behind that of strong words.
_STRONG = re.compile(
    r"(?:\[b\]|<(?:b|strong)\b[^<>]*>|\*\*|__)(?:\[[a-z]\w*(?:=[^\[\]\n]*)?\]|<[a-z][^<>]*>)*\Z",
    re.I,
)
_STRONG_END = re.compile(r"\[/b\]|</(?:b|strong)\s*>|\*\*|__", re.IGNORECASE)
_SLANTED = re.compile(
    r"(?:\[[iu]\]|<(?:i|em|u)\b[^<>]*>)(?:\[[a-z]\w*(?:=[^\[\]\n]*)?\]|<[a-z][^<>]*>)*\Z", re.I
)
_SLANTED_END = re.compile(r"\[/[iu]\]|</(?:i|em|u)\s*>", re.IGNORECASE)
LONGEST_MARK = 120
_MARKS = ("]", ">", "**", "__")  # how each of them ends
# So many words at the end of several names say what happened.
TAIL = 3
_STOPS = '.!?…:;)»”"'
# Words of an emphasised name, and of the texts behind such names on average.
MOST_SLANTED = 6
WORDY = 5


def run_in_names(
    items: Sequence[Item], passages: Sequence[Passage | None], lang: str
) -> list[tuple[int, int] | None]:
    """For each item where the name that it opens with ends in its clean text, and where its text
    begins; null for those without one.

    A label that comes back (`Cost:` under every unit) is no name.
    """
    cuts = [_cut(i.bold, i, p, lang) for i, p in zip(items, passages, strict=True)]
    if not _bare_names(items, passages, cuts):
        cuts = [
            c if c is None or (p and _closed(p, c)) else None
            for p, c in zip(passages, cuts, strict=True)
        ]
    return _own_names(items, passages, cuts, FEWEST_NAMES)


def slanted_names(
    items: Sequence[Item], passages: Sequence[Passage | None], lang: str
) -> list[tuple[int, int] | None]:
    """The same for names in emphasised words, which are not strong besides."""
    opened = [
        i.slanted is not None and i.bold is None and p is not None and i.slanted < _end(i)
        for i, p in zip(items, passages, strict=True)
    ]
    cuts: list[tuple[int, int] | None] = []
    stressed = 0
    for item, p, opens in zip(items, passages, opened, strict=True):
        cut = _cut(item.slanted, item, p, lang) if opens else None
        if cut is not None and p is not None and _closed(p, cut):
            named = len(p.text[: cut[0]].split()) <= MOST_SLANTED and p.text[0].isupper()
            cuts.append(cut if named else None)
        else:
            cuts.append(None)
        labelled = p is not None and kind_of(p.text, lang, False) in ("example", "note")
        stressed += opens and cuts[-1] is None and not labelled
    # Only counted: the words of all texts would take many times as much memory as these.
    said = [len(words.split()) for words in _said(passages, cuts)]
    if stressed * 4 > len(said) or sum(said) < WORDY * len(said):
        return [None] * len(items)
    return _own_names(items, passages, cuts, FEWEST_LABELS)


def _end(item: Item) -> int:
    return item.paragraph.runs[-1].end


def _own_names(
    items: Sequence[Item],
    passages: Sequence[Passage | None],
    cuts: Sequence[tuple[int, int] | None],
    fewest: int,
) -> list[tuple[int, int] | None]:
    """The cuts whose names come once, where so many do, and half of all; and those that several
    lists of such names share.

    Names that end in the same words (`the foe has more hits`, `you have more hits`) are results;
    texts that are hardly a sentence are facts (`Author: Joe`).
    """
    own = [p.text[: c[0]] if p and c else "" for p, c in zip(passages, cuts, strict=True)]
    texts = [p.text if p else "" for p in passages]
    first = told_twice(texts)  # a list that was pasted twice
    names = Counter(
        fold(name) for n, name in enumerate(own) if name and first.get(texts[n], n) == n
    )
    tails = Counter(tail for name in names if (tail := _tail(name)))
    names.update({name: 1 for name in names if tails[_tail(name)] > 1})
    distinct = sum(n == 1 for n in names.values())
    facts = [t[-1] not in _STOPS and len(t.split()) < WORDY for t in _said(passages, cuts)]
    if distinct < fewest or distinct * 2 < len(names) or sum(facts) * 2 > len(facts):
        return [None] * len(cuts)
    once = [bool(name) and names[fold(name)] == 1 for name in own]
    shared = _shared(items, passages, cuts, once)
    return [
        cut if one or n in shared else None
        for n, (one, cut) in enumerate(zip(once, cuts, strict=True))
    ]


def _said(
    passages: Sequence[Passage | None], cuts: Sequence[tuple[int, int] | None]
) -> Iterator[str]:
    """The texts behind the names that are cut off."""
    return (p.text[c[1] :] for p, c in zip(passages, cuts, strict=True) if p and c)


def _shared(
    items: Sequence[Item],
    passages: Sequence[Passage | None],
    cuts: Sequence[tuple[int, int] | None],
    once: Sequence[bool],
) -> frozenset[int]:
    """The items with names that few lists have alike, as two kinds of ships have one ability.

    Half of the names in each of these lists come once, and texts are sentences: what most lists
    have (`Cost: 30 crowns`, `Effect: The ship turns.`) labels a part of each.
    """
    lists: list[list[int]] = [[]]
    for n, (item, cut) in enumerate(zip(items, cuts, strict=True)):
        if item.role != "list_item":
            lists += [] if not lists[-1] else [[]]
        elif cut is not None:
            lists[-1].append(n)
    lists = [own for own in lists if own]
    found: dict[str, list[int]] = {}
    held: Counter[str] = Counter()
    for own in lists:
        again = {n: _name(passages[n], cuts[n]) for n in own if not once[n]}
        held.update(set(again.values()))
        fits = sum(once[n] for n in own) * 2 >= len(own)
        for n, name in again.items():
            p, cut = passages[n], cuts[n]
            assert p is not None and cut is not None
            sentence = p.text[-1] in _STOPS and len(p.text[cut[1] :].split()) >= WORDY
            found.setdefault(name, []).append(n if fits and sentence else -1)
    return frozenset(
        n
        for name, own in found.items()
        if held[name] == len(own) and held[name] * 2 < len(lists) and -1 not in own
        for n in own
    )


def _name(p: Passage | None, cut: tuple[int, int] | None) -> str:
    return fold(p.text[: cut[0]]) if p is not None and cut is not None else ""


def _tail(name: str) -> tuple[str, ...]:
    """The last words of a name that has others before them."""
    words = name.split()
    return tuple(words[-TAIL:]) if len(words) > TAIL else ()


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


def _cut(at: int | None, item: Item, p: Passage | None, lang: str) -> tuple[int, int] | None:
    """The name that ends at `at` in the text, where one may."""
    if p is None or at is None or item.role not in ("text", "list_item"):
        return None
    end = p.clean_offset(at)
    strong, rest = p.text[:end], p.text[end:]
    closed = _CLOSES.search(strong)
    bracketed = None if closed else _BRACKETED.match(rest)
    if bracketed is not None:
        end += bracketed.end()
        strong, rest = p.text[:end], p.text[end:]
    opened = _OPENS.match(rest)
    name_end = closed.start() if closed else len(strong.rstrip())
    text_start = end + (opened.end() if opened else len(rest) - len(rest.lstrip()))
    name = p.text[:name_end]
    if (
        # Without a mark the text must begin as a sentence does.
        not (closed or opened or _begins(rest))
        or text_start >= len(p.text)
        or len(name.split()) > MOST_NAME_WORDS
        or sum(c.isalpha() for c in name) < FEWEST_LETTERS
        or not (is_title_like(name, lang) or is_numbered_title(name, lang))
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
    nothing: list[tuple[int, int] | None] = [None] * len(blocks)
    if not any(mark in text for mark in _MARKS):
        return nothing
    bold = [_marked_end(text, b, _STRONG, _STRONG_END) for b in blocks]
    slanted = [_marked_end(text, b, _SLANTED, _SLANTED_END) for b in blocks]
    if all(end is None for end in (*bold, *slanted)):
        return nothing
    # Of those that open without marks only the role is asked.
    plain = {item: Item("list_item" if item else "text", None, TOLD.runs) for item in (True, False)}
    items = [
        plain[b.paragraph.item]
        if s is None and e is None
        else Item(plain[b.paragraph.item].role, None, TOLD.runs, b.paragraph, s, e)
        for b, s, e in zip(blocks, bold, slanted, strict=True)
    ]
    passages = [b.passage for b in blocks]
    for names in (run_in_names, slanted_names):
        found = names(items, passages, lang)
        if sum(c is not None for c in found) >= FEWEST_LABELS:
            return found
    return nothing


def is_strong(text: str, block: Block) -> bool:
    """Whether a paragraph of a text that keeps marks is nothing but strong words."""
    end = _marked_end(text, block, _STRONG, _STRONG_END)
    return end is not None and end >= block.paragraph.runs[-1].end


def _marked_end(
    text: str, block: Block, opens: re.Pattern[str], ends: re.Pattern[str]
) -> int | None:
    """Where the marked words end with which a paragraph opens, null where it opens otherwise."""
    start = block.start
    if not text.endswith(_MARKS, 0, start):
        return None
    if opens.search(text[max(0, start - LONGEST_MARK) : start]) is None:
        return None
    return next(
        (
            run.start
            for run in block.runs
            if run.start > start and ends.fullmatch(text, run.start, run.end)
        ),
        None,
    )


def is_strong_line(text: str, item: Item) -> bool:
    """Whether an item is nothing but strong words, and what stands in brackets behind them."""
    assert item.bold is not None
    behind = "".join(said(text, r) for r in item.paragraph.runs if r.start >= item.bold)
    return item.bold >= _end(item) or _BEHIND.fullmatch(behind) is not None


def without_value(words: str) -> str:
    """A title without pictures before it and without what stands in brackets behind it."""
    pictures = DECORATED.match(words)
    return _BEHIND.sub("", words[pictures.end() :] if pictures else words)
