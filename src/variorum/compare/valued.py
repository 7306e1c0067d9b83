"""Abilities with a value in their name that two editions give otherwise (`Hull (3)`, `Hull (4)`).

Who has an ability has a value of his own, so two values are no conflict by themselves.  They are
where two sources tell mostly the same abilities, once each, and most values alike: two editions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from variorum.compare.comparison import compare
from variorum.compare.parameters import value_of
from variorum.model import Conflict, Entry, Witness

FEWEST = 8  # abilities that two editions have in common at least, and this share of the smaller one
SHARE = 0.6


def value_conflicts(entries: Sequence[Entry]) -> list[Conflict]:
    """Conflicts of kind `number` and scope `entry`; the readings are the titles."""
    valued = [e for e in entries if len(e.witnesses) > 1 and len(_values(e)) > 1]
    if not valued:
        return []
    wanted = {_pair(e.base_witness, w) for e in valued for w in _against(e)}
    size = Counter[str]()
    common, alike, other = (
        Counter[tuple[str, str]](),
        Counter[tuple[str, str]](),
        Counter[tuple[str, str]](),
    )
    for entry in entries:
        size.update({w.source for w in entry.witnesses if w.passages})
        for witness in _against(entry) if len(entry.witnesses) > 1 else ():
            pair = _pair(entry.base_witness, witness)
            if pair in wanted:
                common[pair] += 1
                values = value_of(entry.base_witness.parameter), value_of(witness.parameter)
                if all(values):
                    (alike if values[0] == values[1] else other)[pair] += 1
    editions = {
        pair
        for pair in wanted
        if common[pair] >= FEWEST
        and common[pair] >= SHARE * min(size[source] for source in pair)
        and other[pair] <= max(1, alike[pair])
    }
    return [
        _conflict(entry, witness)
        for entry in valued
        for witness in _against(entry)
        if _pair(entry.base_witness, witness) in editions
        and _digits(witness) != _digits(entry.base_witness)
        and _digits(witness)
        and _digits(entry.base_witness)
    ]


def _pair(one: Witness, two: Witness) -> tuple[str, str]:
    return min(one.source, two.source), max(one.source, two.source)


def _digits(witness: Witness) -> str:
    value = value_of(witness.parameter) or ""
    return value if value.isdigit() else ""


def _values(entry: Entry) -> set[str]:
    return {value for w in entry.witnesses if (value := _digits(w))}


def _against(entry: Entry) -> Iterator[Witness]:
    """The witnesses that are held against the base: texts of sources that tell the entry once, as
    the base's does."""
    times = Counter(w.source for w in entry.witnesses)
    base = entry.base_witness
    if times[base.source] == 1 and base.passages and base.title:
        for witness in entry.witnesses:
            if (
                witness is not base
                and times[witness.source] == 1
                and witness.passages
                and witness.title
            ):
                yield witness


def _conflict(entry: Entry, witness: Witness) -> Conflict:
    base = entry.base_witness
    reading, other = witness.title or "", base.title or ""
    return Conflict(
        entry.key,
        entry.key,
        "entry",
        "number",
        witness.source,
        witness.line_start,
        0,
        base.source,
        base.line_start,
        0,
        reading,
        other,
        compare(reading, other, entry.lang).differences,
    )
