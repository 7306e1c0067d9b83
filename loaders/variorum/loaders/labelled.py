"""Labels of parts on lines of their own (`CHAPTER III`, `II. FEJEZET`), with the title below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .drafting import Block
from .headings import is_title_like
from .numberlines import join
from .parsed import Lines
from .partlabels import part_label
from .series import number_at

# So many such labels are a habit.
FEWEST = 2


def with_labels(
    blocks: Sequence[Block], source: str, text: str, lang: str, lines: Lines
) -> list[Block]:
    """The paragraphs, each label of a part with the title that stands below it as one."""
    found = [
        n for n, (a, b) in enumerate(pairwise(blocks)) if _is_label(a, lang) and _is_title(b, lang)
    ]
    if len(found) < FEWEST or len({blocks[n].passage.text for n in found}) < len(found):
        return list(blocks)
    for n in found:
        join(blocks[n], blocks[n + 1], source, text, lang, lines)
    below = {n + 1 for n in found}
    return [b for n, b in enumerate(blocks) if n not in below]


def _is_label(block: Block, lang: str) -> bool:
    words = block.passage.text
    return block.cell is None and len(words) <= part_label(words, lang)


def _is_title(block: Block, lang: str) -> bool:
    """Whether a paragraph is a title that neither has a number nor is a label."""
    words = block.passage.text
    return (
        block.cell is None
        and not block.paragraph.item
        and words[:1].isupper()
        and number_at(words) is None
        and not part_label(words, lang)
        and is_title_like(words, lang)
    )
