"""Items of a marked-up text (see `flow`) to pieces and drafts: the tree that the marks give.

A heading has its level.  A paragraph that is nothing but strong words is a heading below those
with marks, where a text follows it; one that opens with a strong name and a mark (**Vigie.** Le
socle voit loin) tells an entry of its own, where the text has a habit of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import groupby, pairwise

from variorum.model import Passage, Property

from .drafting import part_of, put_cell, record_draft
from .flow import (
    ASIDES,
    CONTENTS,
    STRONG_LEVEL,
    SUMMARY,
    Item,
    counted,
    item_words,
    opens_decorated,
)
from .headings import (
    LONGEST_CHAIN,
    is_document_title,
    is_numbered_title,
    is_title_like,
    stands_behind,
)
from .listing import FEWEST as FEWEST_LISTED
from .listing import find_contents
from .markdown import places
from .numbertree import by_numbers, levels_by_numbers
from .outlined import name_counted
from .outward import put_links
from .parsed import Draft, Lines, Parsed, Piece
from .passages import kind_of, passage, take_list_mark
from .runs import TOLD, Run, let_go
from .strongnames import (
    FEWEST_LABELS,
    FEWEST_NAMES,
    is_strong_line,
    run_in_names,
    slanted_names,
    without_value,
)
from .unmarked import (
    are_numbered,
    is_unmarked,
    lay_out_numbered,
    lay_out_unmarked,
    may_be_numbered,
)
from .variants import tell_variants

# A question that is strong from end to end is the heading of its answer.
LONGEST_QUESTION = 160
# The items below a name have so many words at least, on average.
WORDY = 6
STRONG = "a paragraph of strong words, with text below it"


def outline(parsed: Parsed, source: str, text: str, lang: str, items: list[Item]) -> None:
    """Fill `parsed` with the pieces and drafts of `items`, whose runs tile `text`.

    `items` is emptied: each is let go when its pieces are made.
    """
    lines = Lines(text)
    for item in items:
        if item.role == "text":
            # A bullet or a number that the writer typed.
            take_list_mark(text, item.paragraph, item.runs)
            if item.bold is not None and item.bold < _end(item) and counted(text, item):
                first, *item.paragraph.runs = item.paragraph.runs
                item.runs[item.runs.index(first)] = Run("list_mark", *first[1:])
                if item.paragraph.runs[0].kind == "join":
                    item.paragraph.runs.pop(0)
                item.role = "list_item"
    if may_be_numbered(text, items):
        passages = [_passage(source, text, lang, lines, item) for item in items]
        if are_numbered(items, passages, lang):
            lay_out_numbered(parsed, source, lang, lines, items, passages)
            _title(parsed)
            return
    typed_contents(text, lang, items)
    for item in items:
        # `<summary>Example: …` opens an example of the rule above it.
        if item.evidence == SUMMARY and kind_of(item_words(text, item).strip(), lang) != "text":
            item.role, item.level, item.evidence = "text", None, ""
    strong_headings(text, lang, items)
    nested_names(text, lang, items)
    told = partial(_passage, source, text, lang, lines)
    # Of those that may open with names; the others are told when their items are let go.
    named = [told(i) if i.bold is not None or i.slanted is not None else None for i in items]
    cuts = run_in_names(items, named, lang)
    decorated = [n for n, cut in enumerate(cuts) if cut and opens_decorated(text, items[n])]
    for n in decorated:
        named[n] = told(items[n])
    cuts = run_in_names(items, named, lang) if decorated else cuts
    slanted = slanted_names(items, named, lang)
    strong = [item.evidence == STRONG for item in items]
    spoken = [item for item in items if _is_spoken(item)]
    if is_unmarked(spoken, lambda: (p.text for p in map(told, spoken) if p), cuts, strong, lang):
        passages = [p or told(item) for item, p in zip(items, named, strict=True)]
        del cuts, slanted
        named.clear()
        spoken.clear()
        lay_out_unmarked(parsed, text, lang, lines, items, passages, strong)
        _title(parsed)
        return
    spoken.clear()
    cuts = [cut or other for cut, other in zip(cuts, slanted, strict=True)]
    anchors: dict[str, int] = {}
    levels: list[int] = []
    outlined: list[int] = []
    current: int | None = None
    chapter: int | None = None
    bearer: int | None = None
    record: int | None = None
    open_: list[tuple[int, int]] = []
    # What cells over several rows say of records that are still to come.
    said_above: dict[int, list[Property]] = {}
    loose = _are_loose(items, cuts)
    heads = [
        i.evidence for i in items if i.role == "heading" and i.row is None and i.paragraph.runs
    ]
    linked: list[Item] = []
    for item, p, cut in zip(let_go(items), let_go(named), cuts, strict=True):
        p = p or told(item)
        if item.back and not (loose and item.back == STRONG_LEVEL + 2):
            while open_ and open_[-1][0] >= item.back:
                open_.pop()
            current = chapter = open_[-1][1] if open_ else None
            bearer = None
        if record is not None and item.row != record:
            record, current = None, chapter
        index = current
        if p is not None and item.row is not None:
            if item.row != record:
                record = item.row
                current = len(parsed.drafts)
                draft = record_draft(p, chapter)
                draft.properties = tuple(said_above.pop(record, ()))
                parsed.drafts.append(draft)
            index = current
            assert index is not None
            draft = parsed.drafts[index]
            put_cell(draft, item, p, _last(item, p, lines))
            for row in item.also:
                said_above.setdefault(row, []).append(draft.properties[-1])
        elif p is not None:
            last = _last(item, p, lines)
            if item.role == "heading":
                index = current = chapter = len(parsed.drafts)
                why = item.evidence or "its marks say that it is a heading"
                draft = Draft(p.text, p.line, last, title_start=_start(item), evidence=(why,))
                parsed.drafts.append(draft)
                levels.append(item.level or 1)
                outlined.append(index)
                while open_ and open_[-1][0] >= (item.level or 1):
                    open_.pop()
                open_.append((item.level or 1, index))
                bearer = None
            elif cut is not None:
                index = current = len(parsed.drafts)
                # Emphasised names stand below strong ones.
                parent = chapter if bearer is None or item.bold is not None else bearer
                parsed.drafts.append(_named(p, cut, last, lines, parent))
                bearer = index if item.bold is not None else bearer
            else:
                if index is None:
                    index = current = len(parsed.drafts)
                    why = "text before the first heading"
                    parsed.drafts.append(Draft(None, p.line, last, evidence=(why,)))
                draft = parsed.drafts[index]
                draft.passages.append(p)
                draft.line_end = max(draft.line_end, last)
        parsed.pieces += _pieces(item, index, p, cut)
        if item.links:
            item.paragraph, item.runs = TOLD, TOLD.runs
            linked.append(item)
        if index is not None and p is not None:
            anchors.update((a, index) for a in item.anchors if a not in anchors)
    titles = [parsed.drafts[index].title or "" for index in outlined]
    stand = places(levels_by_numbers(titles, levels))
    if heads.count(STRONG) * 10 >= len(heads) * 8:
        # Strong words tell headings, and no levels.
        apart = [stands_behind(t, lang) for t in titles]
        stand = by_numbers(titles, partial(list, stand), apart)
    for index, place in zip(outlined, stand, strict=True):
        draft = parsed.drafts[index]
        draft.parent = None if place.parent is None else outlined[place.parent]
        draft.depth = place.depth
        draft.evidence += (place.evidence,)
    name_counted(parsed.drafts)
    for draft in parsed.drafts:
        if draft.parent is not None and draft.title is not None:
            draft.depth = parsed.drafts[draft.parent].depth + 1
    tell_variants(parsed.drafts)
    put_links(parsed, linked, anchors)
    # Cells of a table that plain text draws may stand side by side on several lines.
    parsed.pieces.sort()
    _title(parsed)


def typed_contents(text: str, lang: str, items: Sequence[Item]) -> None:
    """Give the items of a table of contents that somebody typed its role."""
    spoken = [i for i in items if i.role not in ASIDES]
    marked = sum(i.role == "heading" and i.row is None for i in spoken) >= FEWEST_LISTED
    may_list = [i.role in ("text", "list_item", "table") and i.row is None for i in spoken]
    if not any(may_list):
        return
    may_head = [
        i.row is None
        and (i.role == "heading" or (i.role == "text" and (not marked or i.bold is not None)))
        for i in spoken
    ]
    words = [item_words(text, i).strip() for i in spoken]
    for n in find_contents(words, lang, may_list, may_head):
        spoken[n].role = CONTENTS


def _are_loose(items: Sequence[Item], cuts: Sequence[tuple[int, int] | None]) -> bool:
    """Whether items of lists with names go on in paragraphs outside them: most stand alone."""
    lists = [
        list(own)
        for is_item, own in groupby(
            zip(items, cuts, strict=True), key=lambda pair: pair[0].role == "list_item"
        )
        if is_item
    ]
    named = [own for own in lists if any(cut for _, cut in own)]
    return len(named) >= FEWEST_LABELS and sum(len(o) == 1 for o in named) * 2 > len(named)


def _last(item: Item, p: Passage, lines: Lines) -> int:
    return max(p.line, lines.line(max(0, _end(item) - 1)))


def _title(parsed: Parsed) -> None:
    """A heading above all others is the title of the document."""
    titled = [d for d in parsed.drafts if d.title is not None]
    if parsed.title is None and titled and all(d.depth > 1 for d in titled[1:]):
        parsed.title = titled[0].title


def _start(item: Item) -> int:
    return item.paragraph.runs[0].start


def _end(item: Item) -> int:
    return item.paragraph.runs[-1].end


def _passage(source: str, text: str, lang: str, lines: Lines, item: Item) -> Passage | None:
    if not _is_spoken(item):
        return None
    plain = ("text", "heading", "list_item", "property")
    kind = None if item.role in plain else item.role
    return passage(source, text, item.paragraph, lines, lang, kind)


def _is_spoken(item: Item) -> bool:
    """Whether an item has words that are not aside."""
    return item.role not in ASIDES and bool(item.paragraph.runs)


def strong_headings(text: str, lang: str, items: Sequence[Item]) -> None:
    """Make headings of the paragraphs that are nothing but strong words, with a text below.

    Of some that follow each other each stands above the next; only the last two of many do.
    """
    spoken = [i for i in items if i.role not in ASIDES]
    roles = ("text", "list_item") if _titled_items(spoken) else ("text",)
    strong = {
        id(item): item_words(text, item).strip().removesuffix(":").rstrip()
        for item in spoken
        if item.role in roles and item.bold is not None and is_strong_line(text, item)
    }
    often = Counter(strong.values())
    # What comes back again and again (`Range`, `Syntax`) labels a part of what it stands in, where
    # strong lines are mostly that; else it may be a phase of each kind of unit.
    labels = {w for w, n in often.items() if n >= FEWEST_LABELS}
    if sum(often[w] for w in labels) * 2 < len(strong):
        labels = set()
    above: list[Item] = []
    for item in spoken:
        words = strong.get(id(item))
        if (
            words is not None
            and words not in labels
            and (
                _is_title(without_value(words), lang)
                or (item is spoken[0] and is_document_title(words, lang))
            )
        ):
            above.append(item)
            continue
        if words is None and item.role != "heading":
            kept = above if len(above) <= LONGEST_CHAIN else above[-2:]
            for n, one in enumerate(reversed(kept)):
                one.role, one.level, one.evidence = "heading", STRONG_LEVEL - n, STRONG
                opens_decorated(text, one)
        above = []


def nested_names(text: str, lang: str, items: Sequence[Item]) -> None:
    """Make headings of the items of a list whose texts are the items of lists inside it.

    Nearly all of them must be names of their own, with wordy items below them.
    """
    spoken = [i for i in items if i.role not in ASIDES]
    listed = [i for i in spoken if i.role == "list_item" and i.level]
    top = min((i.level or 0 for i in listed), default=0)
    names = [
        (a, item_words(text, a).strip().removesuffix(":").rstrip())
        for a, b in pairwise(spoken)
        if a.role == b.role == "list_item" and a.level == top and (b.level or 0) > top
    ]
    inner = [item_words(text, i) for i in listed if i.level != top]
    if (
        len(names) < FEWEST_LABELS
        or len(names) * 10 < sum(i.level == top for i in listed) * 9
        or len({words for _, words in names}) < len(names)
        or not all(is_title_like(words, lang) for _, words in names)
        or sum(len(words.split()) for words in inner) < WORDY * len(inner)
    ):
        return
    for item, _ in names:
        item.role, item.level = "heading", STRONG_LEVEL + 2
        item.evidence = "an item of a list, with its text in a list inside it"


def _titled_items(spoken: Sequence[Item]) -> bool:
    """Whether items of lists that are nothing but strong words have texts of their own below."""
    after = [
        b.role == "text" or (b.role == "list_item" and (b.level or 0) > (a.level or 0))
        for a, b in pairwise(spoken)
        if a.role == "list_item" and a.bold is not None and a.bold >= _end(a)
    ]
    return len(after) >= FEWEST_NAMES and sum(after) * 10 >= len(after) * 8


def _is_title(words: str, lang: str) -> bool:
    asked = words[-1:] == "?" and len(words) <= LONGEST_QUESTION
    return asked or is_title_like(words, lang) or is_numbered_title(words, lang)


def _named(p: Passage, cut: tuple[int, int], last: int, lines: Lines, chapter: int | None) -> Draft:
    text = part_of(p, cut[1], len(p.text), lines.line(p.source_offset(cut[1])))
    return Draft(
        p.text[: cut[0]],
        p.line,
        last,
        [text],
        title_start=p.spans[0].source_start if p.spans else None,
        parent=chapter,
        evidence=("a paragraph that opens with its name in strong words",),
    )


def _pieces(
    item: Item, index: int | None, p: Passage | None, cut: tuple[int, int] | None
) -> list[Piece]:
    """The pieces of an item; neighbours of one kind are one."""
    found: list[Piece] = []
    name_end, text_start = (
        (p.source_offset(cut[0]), p.source_offset(cut[1])) if p is not None and cut else (0, 0)
    )
    for run in item.runs:
        kind = run.kind
        words = kind in ("text", "entity")
        if p is None:
            kind = item.role if item.role in ASIDES else kind
            _append(found, Piece(kind, run.start, run.end))
            continue
        if words and item.role in ("heading", "property"):
            _append(found, Piece(item.role, run.start, run.end, index))
        elif words and cut is not None:
            for own, a, b in (
                ("heading", run.start, min(run.end, name_end)),
                ("delimiter", max(run.start, name_end), min(run.end, text_start)),
                ("text", max(run.start, text_start), run.end),
            ):
                if a < b:
                    _append(found, Piece(own, a, b, index))
        elif kind in ASIDES:
            _append(found, Piece(kind, run.start, run.end))
        else:
            _append(found, Piece("text" if words else kind, run.start, run.end, index))
    return found


def _append(found: list[Piece], piece: Piece) -> None:
    last = found[-1] if found else None
    if last is not None and last[0::2] == (piece.kind, piece.start) and last.draft == piece.draft:
        found[-1] = Piece(piece.kind, last.start, piece.end, piece.draft)
    else:
        found.append(piece)
