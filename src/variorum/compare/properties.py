"""What witnesses of one entry hold besides their texts: where they disagree.

A property differs by right where it tells rows apart (ids, pages, who has the rule): those are
known by their names, and, inside one source, by differing wherever the source tells anything twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

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
# Two columns of other names are one where so many values agree, so many of them different, and
# such a share of all; of so many columns each is held against each.
FEWEST_AGREEING = 6
FEWEST_VALUES = 3
AGREEING = 0.8
MOST_COLUMNS = 12

# Values of one property in one source, in order, without those that say the same.
Values = list[Property]
# Names and values of what a record holds besides its text.
Told = Sequence[tuple[str, str]]


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

    The readings are the name and the value, parted by a colon.  A column that two sources call
    otherwise (`Cost`, `Points`) is one where nearly all its values agree.  `strangers` are keys of entries
    with sources whose text there is another one altogether: that is told already.
    """
    told = [(e, _by_name(e)) for e in entries if len(e.witnesses) > 1]
    apart = _telling_apart(told)
    found: list[Conflict] = []
    same = _same_columns(told)
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
            for source, other_name in same.get((base, name), ()):
                values = names.get(other_name, {}).get(source, [])
                if len(values) == 1 and (entry.key, source) not in strangers:
                    found += _disagree(entry, values[0], sources[base][0])
    return found


def _same_columns(
    told: Sequence[tuple[Entry, dict[str, dict[str, Values]]]],
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """What other sources call a column of one source: by source and name, sources and names.

    Both have one value of each of several entries, most of which are the same, and neither source
    has a column that is called as the other's is.
    """
    columns: dict[str, set[str]] = {}
    for _, names in told:
        for name, sources in names.items():
            for source in sources:
                columns.setdefault(source, set()).add(name)
    if len(set(map(frozenset, columns.values()))) < 2:
        return {}
    pairs: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    # Of two columns in two sources, the values that agree, and "" for those that do not.
    seen: dict[tuple[str, str, str, str], Counter[str]] = {}
    for entry, names in told:
        base = entry.base_witness.source
        for source in sorted({w.source for w in entry.witnesses} & columns.keys() - {base}):
            pair = (min(base, source), max(base, source))
            if pair not in pairs:
                own, its = (columns.get(s, set()) for s in pair)
                pairs[pair] = sorted(own - its)[:MOST_COLUMNS], sorted(its - own)[:MOST_COLUMNS]
            mine, theirs = pairs[pair]
            others = [(o, v) for o in theirs if (v := _only(names, o, pair[1]))]
            for name in mine if others else ():
                if value := _only(names, name, pair[0]):
                    for other, other_value in others:
                        agreed = value if value == other_value else ""
                        seen.setdefault((*pair, name, other), Counter())[agreed] += 1
    alike = [place for place, values in seen.items() if _agree(values)]
    times = Counter(x for one, two, n, o in alike for x in ((one, two, n, 0), (one, two, o, 1)))
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for one, two, name, other in alike:
        if times[one, two, name, 0] == times[one, two, other, 1] == 1:
            found.setdefault((one, name), []).append((two, other))
            found.setdefault((two, other), []).append((one, name))
    return found


def columns_renamed(pairs: Iterable[tuple[Told, Told]]) -> tuple[dict[str, str], frozenset[str]]:
    """What columns of one table are called in another one, of which the same things have rows.

    `pairs` are the names and values of each thing in both.  Gives later by earlier names, where
    nearly all values agree, and the names of the columns that only one of the tables has, for most
    things: what one thing alone has is a fact about it.
    """
    rows = [(dict(one), dict(two)) for one, two in pairs]
    before = {name for one, _ in rows for name in one}
    after = {name for _, two in rows for name in two}
    gone, come = sorted(before - after)[:MOST_COLUMNS], sorted(after - before)[:MOST_COLUMNS]
    seen: dict[tuple[str, str], Counter[str]] = {}
    for one, two in rows if gone and come else ():
        for name, other in product([n for n in gone if n in one], [n for n in come if n in two]):
            agreed = one[name] if one[name] == two[other] else ""
            seen.setdefault((name, other), Counter())[agreed] += 1
    alike = [place for place, values in seen.items() if _agree(values)]
    times = Counter(name for place in alike for name in place)
    renamed = {name: other for name, other in alike if times[name] == times[other] == 1}
    times = Counter(name for both in rows for told in both for name in told)
    most = max(FEWEST_AGREEING, len(rows) / 2)
    left = (before ^ after) - renamed.keys() - set(renamed.values())
    return renamed, frozenset(name for name in left if times[name] >= most)


def _agree(values: Counter[str]) -> bool:
    agree = values.total() - values[""]
    kinds = len(values.keys() - {""})
    return (
        agree >= FEWEST_AGREEING and kinds >= FEWEST_VALUES and agree >= AGREEING * values.total()
    )


def _only(names: dict[str, dict[str, Values]], name: str, source: str) -> str:
    """The one value that a source has of a property; empty where it has none, or several."""
    values = names.get(name, {}).get(source, ())
    return values[0].value.strip().casefold() if len(values) == 1 else ""


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
