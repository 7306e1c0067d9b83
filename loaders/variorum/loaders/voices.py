"""The kinds of paragraphs of plain text, from where they stand and how they speak."""

from __future__ import annotations

import re

from . import markdown
from .drafting import Block
from .headings import is_title_like, table_rows
from .passages import box_label
from .remarks import is_remark

_DICE = re.compile(r"\d*[DdKk]\d")


def kinds_by_place(blocks: list[Block], is_heading: list[bool], lang: str) -> list[str | None]:
    """The kind that a paragraph's place or voice gives it: a remark, or a row of a table or list.

    Short lines after a colon are what the colon announces; where the first of them speaks of
    dice they are the rows of a table.
    """
    kinds: list[str | None] = []
    rows = table_rows([b.passage.text for b in blocks])
    announced: str | None = None
    boxed: str | None = None
    for i, block in enumerate(blocks):
        text = block.passage.text
        above, boxed = boxed, None if is_heading[i] else box_label(text, lang)
        if (boxed or above) and not is_heading[i]:
            kinds.append(boxed or above)  # the label of a box, and what stands in it
            continue
        if block.paragraph.cell or (not is_heading[i] and (rows[i] or markdown.is_row(text))):
            kinds.append("table")
            continue
        if is_heading[i] or not is_title_like(text, lang):
            announced = None
            kinds.append("remark" if is_remark(text, lang) else None)
            continue
        if i and not is_heading[i - 1] and blocks[i - 1].passage.text.rstrip().endswith(":"):
            announced = "table" if _DICE.match(text) else "list_item"
        signature = i > 0 and i + 1 == len(blocks) and kinds[-1] == "remark"
        kinds.append("remark" if signature or is_remark(text, lang) else announced)
    return kinds
