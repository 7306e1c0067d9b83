"""The witnesses of an entry passage by passage: which cells stand in which row of a synopsis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from variorum.compare.align import Group
from variorum.compare.witnesses import answering

# Longer texts are not aligned while a reader waits: their passages stand side by side as counted.
LONGEST = 40_000


@dataclass(slots=True)
class Line:
    """A row: passage `base` of the base witness (from 0), or, where it is None, one that it lacks.

    `cells` holds, for each other column, the passages that begin there (first, last) and how
    many rows they take; a column without a cell lacks the passage, or a cell from above covers
    it (`covered`).
    """

    base: int | None
    cells: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    covered: set[int] = field(default_factory=set)


def lines(base: Sequence[str], others: Sequence[Sequence[str]], lang: str) -> list[Line]:
    """The rows for the passages of the base witness and of the other columns, in order.

    What several columns have and the base lacks is one row, where it is the same to the letter.
    """
    lacking: dict[int, list[tuple[str, Line]]] = {}
    found: list[tuple[int, Group]] = []
    for column, texts in enumerate(others):
        for group in _groups(texts, base, lang):
            if group.other_first < group.other_last:
                found.append((column, group))
                continue
            text = "\n".join(texts[group.first : group.last])
            here = lacking.setdefault(group.other_first, [])
            # After the last one of this column there, or its order would be another.
            free = max((n for n, (_, o) in enumerate(here, 1) if column in o.cells), default=0)
            line = next((o for t, o in here[free:] if t == text), None)
            if line is None:
                line = Line(None)
                here.append((text, line))
            line.cells[column] = (group.first, group.last, 1)
    rows: list[Line] = []
    at: list[int] = []
    for passage in range(len(base) + 1):
        rows += [line for _, line in lacking.get(passage, ())]
        if passage < len(base):
            at.append(len(rows))
            rows.append(Line(passage))
    for column, group in found:
        first, last = at[group.other_first], at[group.other_last - 1]
        rows[first].cells[column] = (group.first, group.last, last - first + 1)
        for row in rows[first + 1 : last + 1]:
            row.covered.add(column)
    return rows


def _groups(texts: Sequence[str], base: Sequence[str], lang: str) -> list[Group]:
    if sum(map(len, (*texts, *base))) <= LONGEST:
        return answering(texts, base, lang)
    both = min(len(texts), len(base))
    return [
        *(Group(n, n + 1, n, n + 1) for n in range(both)),
        *(Group(n, n + 1, both, both) for n in range(both, len(texts))),
        *(Group(both, both, n, n + 1) for n in range(both, len(base))),
    ]


def spread(
    spans: Sequence[tuple[int, int]], texts: Sequence[str], first: int
) -> list[tuple[int, int, int]]:
    """Spans of several passages, joined by line ends, as (passage, start, end) of each by itself.

    `first` is the number of the first passage.
    """
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    return [
        (first + n, max(start - at, 0), min(end - at, len(text)))
        for start, end in spans
        for n, (at, text) in enumerate(zip(starts, texts, strict=False))
        if start < at + len(text) and end > at
    ]


def whole(rows: Sequence[Line], kept: set[int]) -> list[int]:
    """The rows of `kept`, and those that a cell has in common with one of them, in order."""
    chosen: set[int] = set()
    blocks = [
        range(n, n + size) for n, row in enumerate(rows) for _, _, size in row.cells.values()
    ] + [range(n, n + 1) for n in range(len(rows))]
    while kept - chosen:
        chosen |= kept
        kept = {n for block in blocks if chosen.intersection(block) for n in block}
    return sorted(chosen)
