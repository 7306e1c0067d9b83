"""Plain text to fragments and drafts: paragraphs, headings, and headings inside a paragraph."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress, count
from typing import NamedTuple

from variorum.say import say

from . import markdown, markup
from .around import before_contents
from .barecells import tables_found
from .drafting import Block, add, last_line, open_run_in, pieces, preface
from .entities import read_entities
from .flow import CHROME, CONTENTS
from .form import Loader
from .frames import framed
from .headings import find_headings, stands_behind
from .headlooks import levels_of_sizes, strong_ones
from .inline import inline_headings
from .insections import in_sections
from .labelled import with_labels
from .listing import find_contents, names_of, numbered_name
from .numbertree import (
    by_numbers,
    has_sections,
    levels_by_numbers,
    opens_section,
)
from .outlined import by_outline, name_counted, names_behind
from .pagemarks import is_title_page
from .parsed import Draft, Lines, Parsed, Piece
from .passages import box_label, passage, take_list_mark
from .readdown import rows_again
from .remarks import is_remark
from .runin import Cut, over_names, run_in_abilities, run_in_headings, run_in_lost
from .runs import Run, Runs, grouped, let_go
from .strongnames import FEWEST_LABELS, is_strong, run_in_blocks
from .table import markup_finding
from .tablerows import Records, rows_across
from .titles import fold
from .tree import Headings, build_tree
from .voices import kinds_by_place
from .wrapped import unwrapped


def parse(source: str, text: str, lang: str) -> Parsed:
    """Fragments and drafts of a plain text.  `text` is the source text.

    A text without headings gives one draft without a title for each paragraph; the step
    `nameless` groups them.
    """
    parsed = Parsed("prose")
    lines = Lines(text)
    begins = opens_section if has_sections(text) else lambda words: False
    lead, blocks = blocks_of(parsed, source, text, lang, lines, begins)
    parsed.pieces += [Piece(r.kind, r.start, r.end) for r in lead]
    blocks = with_labels(blocks, source, text, lang, lines)
    lay_out(parsed, text, lang, lines, blocks, [markdown.level(b.passage.markup) for b in blocks])
    return parsed


def lay_out(
    parsed: Parsed,
    text: str,
    lang: str,
    lines: Lines,
    blocks: list[Block],
    marked: Sequence[int | None],
    *,
    tree: bool = True,
) -> None:
    """Fill `parsed` with the pieces and drafts of the paragraphs of a text.

    `marked` are the levels of the paragraphs whose marks say that they are headings, 0 where they
    say that one is none, null where they say nothing; with `tree`, levels tell where headings stand.
    `blocks` is emptied.
    """
    heads = _drafted(parsed, text, lang, lines, blocks, marked, tree=tree)
    # What is needed of them is in the pieces now, and to find the tree takes as much room again.
    blocks.clear()
    if heads is not None:
        _place(parsed, lang, heads)
    name_counted(parsed.drafts)
    # What stood side by side was read one after the other, and names before their texts.
    parsed.pieces.sort()


class _Heads(NamedTuple):
    """Headed drafts that have no places yet: the levels that marks give, and what a table of
    contents names.  With `titled` the first heading is that of all others; `alike` says that these
    look alike, `front` that the first stands on a title page."""

    levels: list[int | None]
    listed: frozenset[str]
    titled: bool
    alike: bool
    front: bool


def _drafted(
    parsed: Parsed,
    text: str,
    lang: str,
    lines: Lines,
    whole: list[Block],
    marked: Sequence[int | None],
    *,
    tree: bool,
) -> _Heads | None:
    """The pieces and drafts of `lay_out`; null where none has a heading."""
    marks = zip(whole, marked, strict=True)
    level_of = {id(b): level for b, level in marks if level is not None}
    blocks = rows_across(text, lang, lines, whole, records=True)
    levels = [level_of.get(id(b)) for b in blocks]
    whole[:] = blocks  # cells were read anew; the others stay: their ids must be theirs alone
    level_of = {id(b): level for b, level in zip(blocks, levels, strict=True) if level is not None}
    blocks, listed, front = _without_contents(parsed, lang, blocks, levels)
    blocks, headers, lost = rows_again(blocks, lang, lines, text)
    parsed.findings += lost
    for block in headers:
        pieces(parsed, block, None, None)
    # A row of a table is no heading, and none of several that stand together.
    texts = [f"{b.passage.text}." if b.paragraph.cell else b.passage.text for b in blocks]
    levels = [0 if b.paragraph.cell else level_of.get(id(b)) for b in blocks]
    del level_of
    is_heading = [
        h and not b.paragraph.item and not (i and _is_farewell(texts[i], lang))
        for i, (h, b) in enumerate(zip(find_headings(texts, lang), blocks, strict=True))
    ]
    is_heading = [
        bool(level)
        or (
            level is None
            and (h or numbered_name(t) in listed)
            and not markdown.is_row(t)
            and box_label(t, lang) is None
        )
        for level, h, t in zip(levels, is_heading, texts, strict=True)
    ]
    run_in = run_in_headings(texts, lang)
    strong = run_in_blocks(text, blocks, lang)
    for n, b in enumerate(blocks):
        if b.paragraph.cell is not None:
            run_in[n] = strong[n] = None
    is_heading = strong_ones(text, blocks, is_heading, levels)
    nothing: list[Cut | None] = [None] * len(blocks)
    bare = nothing if any(strong) else names_behind(texts, is_heading, lang)
    if any(bare):
        run_in = nothing
    elif over_names(is_heading, run_in) and not any(strong):
        strong = run_in
    if any(strong):
        is_heading = [h and not cut for h, cut in zip(is_heading, strong, strict=True)]
        run_in = strong if not any(is_heading) else nothing
    whole.clear()
    if any(run_in) and sum(is_heading) * 2 < len(run_in):
        _run_in(parsed, lines, blocks, run_in)
    elif any(is_heading) or any(bare):
        if not any(strong) and not any(bare):
            bare = run_in_lost(texts, is_heading, lang)
        is_heading = [h or cut is not None for h, cut in zip(is_heading, bare, strict=True)]
        heads = [b for b, h in zip(blocks, is_heading, strict=True) if h]
        levels = [level for level, h in zip(levels, is_heading, strict=True) if h]
        bold = [is_strong(text, b) for b in heads]
        sizes = levels_of_sizes([b.passage.markup for b in heads], bold)
        del heads
        _headed(parsed, text, lang, lines, blocks, is_heading, strong, bare)
        # A heading that other marks tell, above strong or unmarked lines, is the title of all.
        others = tree and any(levels[1:])
        titled = bool(levels[0]) and not bold[0] and not others
        alike = sum(bold) >= FEWEST_LABELS and all(bold[titled:])
        told = [level if tree and not alike else None for level in levels]
        if sizes and not any(told):
            told, titled, alike = sizes, False, False
        return _Heads(told, listed, titled, alike, front and is_heading[0])
    else:
        _nameless(parsed, blocks, lines)
    return None


def _without_contents(
    parsed: Parsed, lang: str, blocks: list[Block], marked: Sequence[int | None]
) -> tuple[list[Block], frozenset[str], bool]:
    """The paragraphs that are no table of contents and of no title page, but for the title; what
    the contents name; whether there is a title page.  The pieces of both go to `parsed`."""
    may_list = [not level for level in marked]
    texts = [b.passage.text for b in blocks]
    found = frozenset(find_contents(texts, lang, may_list, [True] * len(blocks)))
    for n in sorted(found):
        pieces(parsed, blocks[n], None, CONTENTS)
    listed = frozenset(named for n in found for named in names_of(texts[n]))
    front = min(found, default=0) or before_contents(blocks)
    titled = front > 0 and all(may_list[:front]) and is_title_page(texts[:front])
    aside = range(1, front) if titled else ()
    for n in aside:
        pieces(parsed, blocks[n], None, CHROME)
    return [b for n, b in enumerate(blocks) if n not in found and n not in aside], listed, titled


def _is_farewell(text: str, lang: str) -> bool:
    """Whether a short line speaks to the readers; a question may be the heading of its answer."""
    return not text.endswith("?") and is_remark(text, lang)


def blocks_of(
    parsed: Parsed,
    source: str,
    text: str,
    lang: str,
    lines: Lines,
    begins: Callable[[str], bool] = lambda words: False,
) -> tuple[list[Run], list[Block]]:
    """The paragraphs of the file; the runs before the first one come apart.

    `begins` says of a line whether a rule begins there, so that no line before it takes it in.
    """
    tags = list(markup.tags_of(text, 0, len(text), markup.tag_names(text)))
    for fault in markup.faults(text, 0, len(text), tags):
        parsed.findings.append(markup_finding(source, text, fault, lines))
    tags = markdown.beside(text, markdown.with_marks(text, tags), framed(text))
    read, found = read_entities(text, *markup.paragraphs(text, 0, len(text), let_go(tags)))
    runs: Sequence[Run] = Runs.of_many(read)
    del read
    runs, found = unwrapped(text, lang, runs, found, begins)
    parsed.findings += tables_found(source, text, lines, found)
    # A line may be nothing but a character that a reference stands for.
    words = ("text", "entity")
    owners = {run.start: n for n, p in enumerate(found) for run in p.runs if run.kind in words}
    lead, groups = grouped(runs, owners, len(found))
    del runs, owners
    blocks = []
    for p, tiles in zip(found, let_go(groups), strict=True):
        if p.cell is None:
            take_list_mark(text, p, tiles)
        kind = None if p.cell is None else "table"
        told = passage(source, text, p, lines, lang, kind)
        p.runs = Runs.packed(p.runs)
        own = list(tiles) if len(p.runs) == 1 and len(tiles) < 3 else []
        plain = own[:1] == list(p.runs) and all(run.kind == "blank" for run in own[1:])
        blocks.append(Block(p, own[-1].end if plain else tiles, told))
    return lead, blocks


def _headed(
    parsed: Parsed,
    text: str,
    lang: str,
    lines: Lines,
    blocks: list[Block],
    is_heading: list[bool],
    strong: list[Cut | None],
    bare: list[Cut | None],
) -> None:
    """Drafts of a text with headings; paragraphs before the first heading stay without entry.

    `strong` are the cuts of paragraphs that open with their names, in strong words or as all do;
    `bare` those of headings that a text follows on their line.
    """
    current: int | None = None
    kinds = kinds_by_place(blocks, is_heading, lang)
    chapter: int | None = None
    cuts, named = strong, any(strong)
    if not named:
        cuts = run_in_abilities([b.passage.text for b in blocks], is_heading, lang)
    records = Records(parsed, lines)
    told = zip(let_go(blocks), is_heading, kinds, cuts, bare, strict=True)
    for block, heading, kind, cut, end in told:
        if block.cell is not None:
            records.put(block, chapter)
            continue
        if cut is not None:
            current = len(parsed.drafts)
            open_run_in(parsed, lines, block, cut, chapter)
            continue
        if end is not None:
            chapter = current = len(parsed.drafts)
            why = "a name that its text follows on the line, as others do here"
            open_run_in(parsed, lines, block, end, None, capability=False, why=why)
            continue
        if heading:
            chapter = len(parsed.drafts)
            current = len(parsed.drafts)
            parsed.drafts.append(
                Draft(
                    block.passage.text,
                    block.passage.line,
                    last_line(block, lines),
                    title_start=block.start,
                    evidence=("a short line that is no sentence, with text below it",),
                )
            )
            pieces(parsed, block, current, "heading")
            continue
        dense = not named and block.paragraph.cell is None
        sections = inline_headings(block.passage.text, lang) if dense else []
        # What was read before its place has its pieces behind it already.
        if sections and (not parsed.pieces or parsed.pieces[-1].end <= block.start):
            current = in_sections(parsed, lines, block, sections, current)
            continue
        if current is None:
            current = preface(parsed, block, lines)
        add(parsed, block, lines, current, kind)


def _run_in(
    parsed: Parsed,
    lines: Lines,
    blocks: list[Block],
    run_in: list[Cut | None],
) -> None:
    """Drafts of a text whose paragraphs open with their names."""
    index: int | None = None
    records = Records(parsed, lines)
    for block, cut in zip(let_go(blocks), run_in, strict=True):
        if block.cell is not None:
            records.put(block, None)
            continue
        if cut is None:
            if index is None:
                index = preface(parsed, block, lines)
            add(parsed, block, lines, index, None)
            continue
        index = len(parsed.drafts)
        open_run_in(parsed, lines, block, cut, None)


def _nameless(parsed: Parsed, blocks: list[Block], lines: Lines) -> None:
    records = Records(parsed, lines)
    for block in let_go(blocks):
        if block.cell is not None:
            records.put(block, None)
            continue
        p, last = block.passage, last_line(block, lines)
        parsed.drafts.append(Draft(None, p.line, last, [p], capability=True))
        pieces(parsed, block, len(parsed.drafts) - 1, None)


def _place(parsed: Parsed, lang: str, heads: _Heads) -> None:
    """Give every headed draft its parent and depth."""
    levels, listed, titled, alike, front = heads
    own = [d for d in parsed.drafts if d.title is not None]
    inside = [d for d in own if d.parent is not None]
    outline = [d for d in own if d.parent is None]
    early = len(outline) - len(levels)
    if early > 0:  # names that open paragraphs before the first heading, which is no title of these
        levels, titled = [*[None] * early, *levels], False
    # Names that open paragraphs have their texts in a chapter, and are what it announces.
    below: dict[int, list[Draft]] = {}
    for d in inside:
        below.setdefault(d.parent or 0, []).append(d)
    stands = (d.title is not None and d.parent is None for d in parsed.drafts)
    index = array("i", compress(count(), stands))
    whole, rest, index_of = outline[:titled], outline[titled:], index[titled:]
    titles = [d.title or "" for d in rest]
    if any(levels[titled:]):
        places = markdown.places(levels_by_numbers(titles, levels[titled:]))
    else:

        def body(n: int) -> list[str]:
            own = (rest[n], *below.get(index_of[n], ()))
            return [p.text for each in own for p in each.passages]

        placed = partial(build_tree, Headings(titles, body), lang, alike=alike)
        apart = [fold(t) in listed or stands_behind(t, lang) for t in titles]
        places = by_outline(titles, by_numbers(titles, placed, apart), apart)
    if whole:
        whole[0].evidence += ("its marks say that it is the title of all",)
    # Most are read for the same reasons: one object for all that have them.
    reasons: dict[tuple[str, ...], tuple[str, ...]] = {}
    for draft, place in zip(rest, places, strict=True):
        if place.parent is not None:
            draft.parent = index_of[place.parent]
        elif whole:
            draft.parent = index[0]
        draft.depth = place.depth + titled
        draft.counted = place.counted
        why = (*draft.evidence, place.evidence)
        draft.evidence = reasons.setdefault(why, why)
    if outline and outline[0] is parsed.drafts[0] and all(d.depth > 1 for d in outline[1:]):
        parsed.title = outline[0].title
    elif (
        (listed or front)
        and own
        and own[0] is parsed.drafts[0]
        and fold(own[0].title or "") not in listed
    ):
        # What stands above a table of contents, and is not in it, is the title.
        parsed.title = own[0].title
    for draft in inside:
        assert draft.parent is not None
        draft.depth = parsed.drafts[draft.parent].depth + 1


LOADER = Loader(
    "prose",
    say("plain text: rules with headings, an article in one paragraph, prose without names"),
    lambda document: 0.1,
    lambda document: parse(document.source, document.text, document.lang),
)
