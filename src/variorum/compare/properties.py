"""What witnesses of one entry hold besides their texts: where they disagree.

A property differs by right where it tells rows apart (ids, pages, who has the rule): those are
known by their names, and, inside one source, by differing wherever the source tells anything twice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from variorum.compare.comparison import compare
from variorum.compare.language import UNKNOWN, data
from variorum.compare.lexicon import without_accents
from variorum.model import Conflict, Difference, Entry, Property

_PARTING = re.compile(r"[\s_\-.]+")
_HUMP = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?\s*[+\"″%]?")
# When something was written, which says nothing of what it says.
_DATE = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\.?|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})"
    r"(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
# Longer values are no values to agree about.
LONGEST = 500
# More values than these differ by right, whatever they are.
MOST_VALUES = 2

# Values of one property in one source, in order, without those that say the same.
Values = list[Property]


@lru_cache(1 << 10)
def folded_title(title: str) -> str:
    """A property's name for comparison: `ruleText`, `rule_text` and `Rule Text` are one."""
    words = " ".join(_PARTING.split(_HUMP.sub(" ", title.strip(' "')))).strip().lower()
    return without_accents(words)


def is_reference(title: str) -> bool:
    """Whether a property, by its folded name, holds the id of something that is told elsewhere."""
    return title.endswith(" id") or title.startswith("id ")


@lru_cache(1 << 10)
def is_placing(title: str) -> bool:
    """Whether a property, by its name as written, only tells where something stands, or who has it."""
    name = folded_title(title)
    return name in data(UNKNOWN, "read")["row_columns"] or is_reference(name)


def property_conflicts(
    entries: Sequence[Entry], strangers: Collection[tuple[str, str]] = ()
) -> list[Conflict]:
    """Conflicts of scope `property`: witnesses of one entry that give one property two values.

    The readings are the name and the value, parted by a colon.  `strangers` are keys of entries
    with sources whose text there is another one altogether: that is told already.
    """
    told = [(e, _by_name(e)) for e in entries if len(e.witnesses) > 1]
    apart = _telling_apart(told)
    found: list[Conflict] = []
    for entry, names in told:
        base = entry.base_witness.source
        several = _of_several(entry)
        for name, sources in names.items():
            for source, values in sources.items():
                if (entry.key, source) in strangers:
                    continue
                if len(values) == 2 and (source, name) not in apart and source not in several:
                    found.append(_conflict(entry, values[1], values[0]))
            if base not in sources or len(sources[base]) != 1:
                continue
            for source, values in sources.items():
                if source != base and len(values) == 1 and (entry.key, source) not in strangers:
                    found += _disagree(entry, values[0], sources[base][0])
    return found


def _by_name(entry: Entry) -> dict[str, dict[str, Values]]:
    """The values of each property that can be compared, by name and source."""
    found: dict[str, dict[str, Values]] = {}
    for witness in entry.witnesses:
        for p in witness.properties:
            name = folded_title(p.name)
            if is_placing(p.name) or name.isdecimal() or len(p.value) > LONGEST:
                continue
            values = found.setdefault(name, {}).setdefault(p.source, [])
            if len(values) <= MOST_VALUES and not any(
                _same(p.value, v.value, entry.lang) for v in values
            ):
                values.append(p)
    return found


def _of_several(entry: Entry) -> frozenset[str]:
    """The sources that tell an entry of several others (a weapon of two units), by their ids."""
    ids: dict[tuple[str, str], str] = {}
    found = []
    for witness in entry.witnesses:
        for p in witness.properties:
            place = (p.source, folded_title(p.name))
            if is_reference(place[1]) and ids.setdefault(place, p.value) != p.value:
                found.append(p.source)
    return frozenset(found)


def _same(value: str, other: str, lang: str) -> bool:
    return value == other or compare(value, other, lang).kind is None


def _telling_apart(
    told: Sequence[tuple[Entry, dict[str, dict[str, Values]]]],
) -> frozenset[tuple[str, str]]:
    """Source and name of the properties whose values differ by right inside that source."""
    agree: dict[tuple[str, str], int] = {}
    differ: dict[tuple[str, str], int] = {}
    words: dict[tuple[str, str], bool] = {}
    for entry, names in told:
        for name, sources in names.items():
            for source, values in sources.items():
                if sum(w.source == source for w in entry.witnesses) < 2:
                    continue
                place = (source, name)
                count = differ if len(values) > 1 else agree
                count[place] = count.get(place, 0) + 1
                if len(values) > 1 and not all(_NUMBER.fullmatch(v.value) for v in values):
                    words[place] = True
    return frozenset(p for p, n in differ.items() if n > agree.get(p, 0) and (n > 1 or p in words))


def _disagree(entry: Entry, mine: Property, other: Property) -> Iterator[Conflict]:
    if _DATE.fullmatch(mine.value) and _DATE.fullmatch(other.value):
        return
    if not _same(mine.value, other.value, entry.lang):
        yield _conflict(entry, mine, other)


def _conflict(entry: Entry, mine: Property, other: Property) -> Conflict:
    reading, other_reading = f"{mine.name}: {mine.value}", f"{other.name}: {other.value}"
    result = compare(mine.value, other.value, entry.lang)
    ours, theirs = len(mine.name) + 2, len(other.name) + 2
    differences = tuple(
        Difference(
            d.kind, d.start + ours, d.end + ours, d.other_start + theirs, d.other_end + theirs
        )
        for d in result.differences
    )
    return Conflict(
        entry.key,
        entry.key,
        "property",
        result.kind or "wording",
        mine.source,
        mine.line,
        0,
        other.source,
        other.line,
        0,
        reading,
        other_reading,
        differences,
    )
