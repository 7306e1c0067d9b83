"""HTML pages and fragments (HTML 5): the text of a page without what a site puts around it.

A page says by its tags what is a heading, a paragraph, an item of a list, a term and its
definition, a cell.  Navigation, tables of contents, links to edit, footers, forms and scripts are
told by their elements, their roles, and the names that the programs of wikis and boards give them
(data, `chrome.toml`); they are kept as fragments and hold no rules.  A tag that is missing, wrong
or doubled never loses a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from variorum.compare.language import UNKNOWN
from variorum.say import say

from .boardpage import set_aside_frames
from .cells import settle_tables
from .flow import ASIDES, CHROME, HEADER, Item, item_words, spoken_words, unworded
from .form import Document, Loader
from .htmllooks import larger_headings
from .htmlread import PAGE_TITLE, Reader
from .language import language_of
from .linkruns import settle_contents
from .outline import outline
from .parsed import Lines, Parsed
from .titles import fold
from .typed import typed_rows

_PAGE = re.compile(
    r"\s*(?:<\?xml[^<>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*"
    r"(?:<!doctype\s+html|<html\b)",
    re.IGNORECASE,
)
_BLOCKS = re.compile(r"<(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|td|th|section)[\s>]", re.I)
_OPENS = re.compile(
    r"\s*(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*"
    r"<(?:p|div|h[1-6]|ul|ol|dl|table|section|article|main|body|head|header|details|nav|title|meta)"
    r"[\s>]",
    re.IGNORECASE,
)
# The name of the site behind the title of a page.
_SITE = re.compile(r"\s+[-–—|·•]\s+[^-–—|·•]{2,60}$")


def parse(document: Document) -> Parsed:
    """Fragments and drafts of a page."""
    return parse_page(document, Reader(document, Lines(document.text)), "html")


def parse_page(document: Document, reader: Reader, form: str) -> Parsed:
    """The same for what `reader` reads, in any `form`."""
    text, source = document.text, document.source
    parsed = Parsed(form)
    items = reader.read()
    parsed.findings += reader.findings
    marked = any(i.role == "heading" and i.evidence != PAGE_TITLE for i in items)
    if not marked:
        larger_headings(text, items, reader.sizes)
    told = reader.lang
    del reader  # it has the items, which are let go when their drafts are made
    called = _settle_title(text, items)
    _outside(text, items)
    set_aside_frames(text, items)
    settle_contents(text, items)
    lang = document.lang if document.lang_stated else language_of(spoken_words(text, items))
    if lang == UNKNOWN and told:
        lang = told
    parsed.lang = lang
    items = typed_rows(text, items, lang)
    items = settle_tables(text, items, lang, document.columns, source)
    outline(parsed, source, text, lang, items)
    first = next((d.title for d in parsed.drafts if d.title is not None), None)
    if parsed.title is None and first is not None and fold(first) in called:
        parsed.title = first
    return parsed


def _settle_title(text: str, items: Sequence[Item]) -> frozenset[str]:
    """The title of the page stands above all where nothing else does; its site's name goes.

    Gives the titles of the page, folded.
    """
    called: set[str] = set()
    titles = [i for i in items if i.role == "heading" and i.evidence == PAGE_TITLE]
    top = any(i.role == "heading" and i.level == 1 and i.evidence != PAGE_TITLE for i in items)
    for n, item in enumerate(titles):
        called.add(fold(item_words(text, item).strip()))
        if top or n:
            item.role = HEADER
            continue
        words = text[item.paragraph.runs[0].start : item.paragraph.runs[-1].end]
        m = _SITE.search(words)
        if m is not None:
            start = item.paragraph.runs[0].start
            unworded(item, start + m.start(), start + len(words))
    return frozenset(called)


def _outside(text: str, items: Sequence[Item]) -> None:
    """What stands outside the part of the page that has its text is no rule."""
    inside = sum(len(item_words(text, i)) for i in items if i.main and i.role not in ASIDES)
    around = sum(len(item_words(text, i)) for i in items if not i.main and i.role not in ASIDES)
    if inside < max(80, around / 2):
        return
    top = any(i.main and i.role == "heading" and i.level == 1 for i in items)
    for item in items:
        if item.main or item.role in ASIDES:
            continue
        if item.role == "heading" and item.level == 1 and not top:
            top = True
            continue
        item.role = CHROME


def recognise(document: Document) -> float:
    """A page says so; a fragment opens with a block, or has many."""
    head = document.text[:4000]
    if _PAGE.match(head):
        return 0.95
    looked_at = document.text[: 1 << 16]
    blocks = sum(1 for _ in _BLOCKS.finditer(looked_at))
    if _OPENS.match(head) and blocks > 1:
        return 0.7
    return 0.3 if blocks >= 5 and blocks * 400 >= len(looked_at) else 0.0


LOADER = Loader(
    "html",
    say("HTML: pages of wikis, forums and word processors, and parts of pages"),
    recognise,
    parse,
)
