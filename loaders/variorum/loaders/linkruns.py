"""Lists of nothing but links: a table of contents, or a menu above a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .flow import ASIDES, CHROME, CONTENTS, Item, item_words
from .listing import contents_words
from .titles import fold

_STEP = re.compile(r"\s[>»›/|→]\s")
# So many links that follow each other are a menu or a table of contents.
FEWEST_LINKS = 3


def settle_contents(text: str, items: Sequence[Item]) -> None:
    """Give runs of items that are nothing but links to headings the role of contents; those
    before the first heading that lead elsewhere are a menu."""
    anchors = {a for i in items if i.role == "heading" for a in i.anchors}
    first = next((n for n, i in enumerate(items) if i.role == "heading"), len(items))
    run: list[Item] = []
    announcing: Item | None = None
    before: Item | None = None
    for n, item in enumerate([*items, Item("text")]):
        whole = whole_link(text, item) if item.role != "heading" else None
        if whole is not None and (whole in anchors or (not whole and n < first)):
            if not run:
                announcing = before
            run.append(item)
            continue
        if item.role in ASIDES and n < len(items):
            continue
        if len(run) >= FEWEST_LINKS:
            for link in run:
                link.role = CONTENTS if whole_link(text, link) else CHROME
            if announcing is not None and _heads_links(text, announcing, item):
                announcing.role = CONTENTS
        run, before = [], item
    _paths(text, items[:first])
    _ways_out(text, items)


def _heads_links(text: str, heading: Item, below: Item) -> bool:
    """Whether what stands above links to headings is about them alone: its words say so, or there
    is nothing between them and the next heading (`below`) that it could be a chapter of."""
    if fold(item_words(text, heading)) in contents_words():
        return True
    ends = below.role == heading.role == "heading"
    return ends and (below.level or 0) <= (heading.level or 0)


def _paths(text: str, front: Sequence[Item]) -> None:
    """Give what leads to the pages above this one (`Rules > Combat > Charges`) the role of chrome."""
    for item in front:
        if item.role in ASIDES or not item.links:
            continue
        parts = [p.strip() for p in _STEP.split(item_words(text, item))]
        # All steps but the last are links.
        if 1 < len(parts) <= len(item.links) + 1 and all(parts):
            item.role = CHROME


def _ways_out(text: str, items: Sequence[Item]) -> None:
    """Give links to other pages at the end, with no heading above them, the role of chrome."""
    spoken = [i for i in items if i.role not in ASIDES]
    end = len(spoken)
    while end and spoken[end - 1].role != "heading" and whole_link(text, spoken[end - 1]) == "":
        end -= 1
    above = spoken[end - 1] if end else None
    if above is not None and above.role != "heading" and item_words(text, above)[-1:] != ":":
        for item in spoken[end:]:
            item.role = CHROME


def whole_link(text: str, item: Item) -> str | None:
    """Where an item leads that is one link, but for a number before it (empty: to another page);
    else null."""
    if len(item.links) != 1 or not item.paragraph.runs:
        return None
    start, end, target = item.links[0]
    words = [r for r in item.paragraph.runs if r.kind != "join"]
    outside = "".join(text[r.start : min(r.end, start)] for r in words if r.start < start)
    outside += "".join(text[max(r.start, end) : r.end] for r in words if r.end > end)
    if any(c.isalpha() for c in outside):
        return None
    return "" if "#" in target else target
