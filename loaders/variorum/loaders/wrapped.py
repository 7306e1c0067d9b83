"""Lines of plain text that were broken at a fixed width, joined to paragraphs again."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from .markup import Paragraph
from .passages import list_mark

_SENTENCE_END = re.compile(r"[.!?:;…»\"”)]\s*$")


def unwrapped(
    text: str, found: list[Paragraph], begins: Callable[[str], bool] = lambda words: False
) -> list[Paragraph]:
    """Join lines that were broken at a fixed width; one whose words `begins` a rule stays.

    A file is wrapped where most lines that another follows at once are about equally long and
    end inside a sentence.
    """
    pairs = [(a, b) for a, b in itertools.pairwise(found) if _follows_at_once(text, a, b)]
    if len(pairs) < 3:
        return found
    inside = [
        (a, b)
        for a, b in pairs
        if not _SENTENCE_END.search(_words(text, a)) and 40 <= len(_words(text, a)) <= 140
    ]
    if len(inside) * 2 < len(pairs):
        return found
    width = sorted(len(_words(text, a)) for a, _ in inside)[len(inside) * 3 // 4]
    joined: list[Paragraph] = [found[0]]
    last_line = found[0]
    for p in found[1:]:
        full = len(_words(text, last_line)) >= width * 0.7
        opens = list_mark(text, p.runs[0].start, p.runs[0].end) > 0 or begins(_words(text, p))
        if _follows_at_once(text, last_line, p) and full and not opens:
            joined[-1].runs += p.runs
            joined[-1].tags += p.tags
        else:
            joined.append(p)
        last_line = Paragraph(list(p.runs))
    return joined


def _words(text: str, p: Paragraph) -> str:
    return text[p.runs[0].start : p.runs[-1].end]


def _follows_at_once(text: str, a: Paragraph, b: Paragraph) -> bool:
    gap = text[a.runs[-1].end : b.runs[0].start]
    return not gap.strip() and len(re.findall(r"\r\n|\r|\n", gap)) == 1
