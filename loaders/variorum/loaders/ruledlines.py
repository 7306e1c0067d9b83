"""Lines of plain text that are nothing but signs (`=====`, `* * *`): they part what stands around."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .runs import Paragraph, Run, Runs

_RULE = re.compile(r"(?P<sign>[=_~*#%+^─━═—–-])(?:[ \t]*(?P=sign)){2,}[ \t]*")


def without_rules(
    text: str, runs: Sequence[Run], found: Sequence[Paragraph]
) -> tuple[Sequence[Run], list[Paragraph]]:
    """The runs, which tile the text, with such lines as marks, and the other paragraphs.

    A text that is made of them is none, so its paragraphs stay.
    """
    rules = {
        p.extent[0]
        for p in found
        if p.cell is None and len(p.runs) == 1 and _RULE.fullmatch(text, *p.extent)
    }
    if not rules or len(rules) == len(found):
        return runs, list(found)
    tiled = Runs.of_many(
        Run("markup", run.start, run.end) if run.kind == "text" and run.start in rules else run
        for run in runs
    )
    return tiled, [p for p in found if p.runs[0].start not in rules]
