"""Lines of plain text that are nothing but signs (`=====`, `* * *`): they part what stands around.

Signs at both ends of a title (`*** Mounts ***`) are none of its words; one sign is enough in a box,
whose lines stand right above and below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .runs import Paragraph, Run, Runs

_SIGNS = frozenset("=_~*#%+^─━═—–-")
_RULE = re.compile(r"(?P<sign>[=_~*#%+^─━═—–-])(?:[ \t]*(?P=sign)){2,}[ \t]*")
_BETWEEN = re.compile(
    r"(?P<open>(?P<sign>[*=#~+-])(?P=sign){0,9})[ \t]+(?P<words>[^\W_](?:[^\r\n]{0,78}\S)?)[ \t]+(?P=open)"
)
_LINE_END = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t]*")


def without_rules(
    text: str, runs: Sequence[Run], found: Sequence[Paragraph]
) -> tuple[Sequence[Run], list[Paragraph]]:
    """The runs, which tile the text, with such lines as marks, and the other paragraphs.

    A text that is made of them is none, so its paragraphs stay.
    """
    signs = [
        n
        for n, p in enumerate(found)
        if text[p.runs[0].start] in _SIGNS and p.cell is None and len(p.runs) == 1
    ]
    rules = {found[n].extent[0] for n in signs if _RULE.fullmatch(text, *found[n].extent)}
    if len(rules) == len(found):
        return runs, list(found)
    titles = {found[n].extent[0]: m for n in signs if (m := _title(text, found, n)) is not None}
    if not rules and not titles:
        return runs, list(found)
    tiled = Runs.of_many(_parted(runs, rules, titles))
    left = (p for p in found if p.runs[0].start not in rules)
    return tiled, [
        replace(p, runs=Runs.of_text(*m.span("words"))) if (m := titles.get(p.extent[0])) else p
        for p in left
    ]


def _title(text: str, found: Sequence[Paragraph], n: int) -> re.Match[str] | None:
    """The words of paragraph `n` between the same signs, where they are a title."""
    m = _BETWEEN.fullmatch(text, *found[n].extent)
    if m is None or len(m["open"]) > 1:
        return m
    start, end = m.span()
    for there in (n - 1, n + 1):
        if not 0 <= there < len(found):
            return None
        line = found[there].extent
        gap = (line[1], start) if there < n else (end, line[0])
        drawn = text.startswith(m["sign"] * 3, line[0]) and _RULE.fullmatch(text, *line)
        if not drawn or _LINE_END.fullmatch(text, *gap) is None:
            return None
    return m


def _parted(
    runs: Sequence[Run], rules: set[int], titles: dict[int, re.Match[str]]
) -> Iterator[Run]:
    """The runs, with lines of signs and the signs around titles as marks."""
    for run in runs:
        if run.kind != "text":
            yield run
        elif run.start in rules:
            yield Run("markup", run.start, run.end)
        elif (m := titles.get(run.start)) is not None:
            start, end = m.span("words")
            yield Run("markup", run.start, start)
            yield Run("text", start, end)
            yield Run("markup", end, run.end)
        else:
            yield run
