"""The apparatus of an entry: all readings of all witnesses, and who has which.

The witnesses are aligned over all: every witness is compared with the base witness, and
places where their differences touch become one place with one reading for each witness.
The output is what scholars expect of a collation (compare CollateX); the code is our own.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from variorum.compare.classes import SAME, gravest
from variorum.compare.comparison import compare, flip
from variorum.compare.witnesses import Answer, Held
from variorum.model import ApparatusPlace, Difference, Entry, Variant

# By passage of the base: text and how many times a witness has said it, and the witnesses.
_Extra = dict[int, dict[tuple[str, int], list[int]]]


@dataclass(slots=True)
class _Base:
    """What the witnesses have at one passage of the base: texts and differences by witness."""

    text: str
    readings: dict[int, tuple[str, tuple[Difference, ...]] | None] = field(default_factory=dict)


def apparatus_of(entry: Entry, held: Held, known: Container[str] | None) -> list[ApparatusPlace]:
    """The places where the witnesses of `entry` differ, in the order of the base witness.

    `held` holds its witnesses against that one.
    """
    rows = [_Base(p.text) for p in entry.passages]
    extra: _Extra = {}  # passages the base lacks, by the one before
    for number, witness in enumerate(entry.witnesses, 1):
        if number == entry.base + 1:
            continue
        for answer in held.answers(witness):
            _note(entry, answer, number, rows, extra, known)
    places: list[ApparatusPlace] = []
    all_numbers = range(1, len(entry.witnesses) + 1)
    for at in range(len(rows) + 1):
        if at:
            places += _places(entry, at, rows[at - 1], all_numbers)
        for (text, _), numbers in extra.get(at, {}).items():
            others = tuple(n for n in all_numbers if n not in numbers)
            end = len(rows[at - 1].text) if at else 0
            variants = (Variant("", None, others), Variant(text, "missing_passage", tuple(numbers)))
            places.append(ApparatusPlace(entry.key, 0, at, end, end, variants))
    return [
        ApparatusPlace(p.entry_key, k, p.passage, p.start, p.end, p.variants)
        for k, p in enumerate(places, 1)
    ]


def _note(
    entry: Entry,
    answer: Answer,
    number: int,
    rows: list[_Base],
    extra: _Extra,
    known: Container[str] | None,
) -> None:
    """Write down what one witness has for one passage of the base, or between two."""
    passages, pair = entry.passages, answer.pairing
    text = "\n".join(p.text for p in pair.passages)
    if not pair.base:
        at = 0
        if pair.after_base is not None:
            at = next(k for k, p in enumerate(passages, 1) if p is pair.after_base)
        here, times = extra.setdefault(at, {}), 1
        while number in here.get((text, times), ()):
            times += 1
        here.setdefault((text, times), []).append(number)
        return
    first = next(k for k, p in enumerate(passages) if p is pair.base[0])
    if not pair.passages:
        for k in range(first, first + len(pair.base)):
            rows[k].readings[number] = None
        return
    parts = [p.text for p in pair.passages]
    if len(parts) != len(pair.base) or len(parts) == 1:
        # Passages that are divided otherwise stand as a whole at the first one.
        rows[first].readings[number] = (text, flip(answer.result.differences))
        return
    for k, part in enumerate(parts):
        row = rows[first + k]
        row.readings[number] = (part, compare(row.text, part, entry.lang, known=known).differences)


def _places(entry: Entry, passage: int, row: _Base, numbers: range) -> list[ApparatusPlace]:
    lost = tuple(n for n, reading in row.readings.items() if reading is None)
    kept = {n: reading for n, reading in row.readings.items() if reading is not None}
    end = len(row.text)
    places: list[ApparatusPlace] = []
    if lost:
        others = tuple(n for n in numbers if n not in lost)
        variants = (Variant(row.text, None, others), Variant("", "missing_passage", lost))
        places.append(ApparatusPlace(entry.key, 0, passage, 0, end, variants))
    for start, stop in _spans(
        [d for _, ds in kept.values() for d in ds if d.kind not in SAME], end
    ):
        readings: dict[str, tuple[str | None, list[int]]] = {}
        base = row.text[start:stop]
        readings[base] = (None, [n for n in numbers if n not in row.readings])
        for n, (text, differences) in kept.items():
            words, kind = _reading(text, differences, start, stop)
            if kind is None:
                words = base
            readings.setdefault(words, (kind, []))[1].append(n)
        found = tuple(
            Variant(words, kind, tuple(sorted(who))) for words, (kind, who) in readings.items()
        )
        places.append(ApparatusPlace(entry.key, 0, passage, start, stop, found))
    return places


def _spans(differences: list[Difference], end: int) -> list[tuple[int, int]]:
    """Spans of the base text in which any witness differs; those that touch are one."""
    spans: list[tuple[int, int]] = []
    for start, stop in sorted((min(d.start, end), min(d.end, end)) for d in differences):
        if spans and (start < spans[-1][1] or start == spans[-1][0]):
            spans[-1] = (spans[-1][0], max(stop, spans[-1][1]))
        else:
            spans.append((start, stop))
    return spans


def _reading(
    text: str, differences: tuple[Difference, ...], start: int, stop: int
) -> tuple[str, str | None]:
    """What a witness has where the base has characters `start` to `stop`, and the class."""
    low = _mapped(differences, start, after=False)
    high = _mapped(differences, stop, after=True)
    kinds = [
        d.kind
        for d in differences
        if d.kind not in SAME
        if (d.start < stop and d.end > start) or (d.start == d.end and start <= d.start <= stop)
    ]
    return text[low:high], gravest(kinds)


def _mapped(differences: tuple[Difference, ...], at: int, *, after: bool) -> int:
    """The offset in the witness that answers offset `at` of the base, outside of its differences."""
    shift = 0
    for d in differences:
        if d.end < at or (d.end == at and (after or d.start < at)):
            shift = d.other_end - d.end
        else:
            break
    return at + shift
