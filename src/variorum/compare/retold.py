"""What an entry that tells the rules of others again tells otherwise: a summary, a list of questions.

Sentences of two entries that differ in nothing but a number most often speak of two things.  Not
so where an entry is made of sentences each of which another entry, and that one alone, says too:
it tells them again, so what it says of them has to be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from variorum.compare.classes import SAME
from variorum.compare.comparison import Comparison, compare_readings, reading_of
from variorum.compare.cutting import WORD, bounds
from variorum.compare.language import data
from variorum.compare.lexicon import folded
from variorum.compare.reading import Reading, Word
from variorum.compare.telling import STEM, stem
from variorum.model import Conflict, Difference, Duplicate, Entry, Passage

FEWEST = 4  # sentences that another entry says too ...
TOLD = 0.4  # ... and this share of all sentences, of an entry that tells others again ...
OTHERS = 3  # ... of at least so many entries
MOST = 3  # entries of one system that do: where more seem to, its texts are made of formulas
WORDS = 4  # of a sentence that is looked for elsewhere
READ = 12  # passages that a sentence is held against: those that have most of its stems
SHARED = 0.5  # share of its stems that a passage must hold to be read
ALIKE = 0.6  # similarity of two sentences that tell one thing
CLAUSE = 3  # words; a longer piece that only one of them has says something else
FREE = 0.25  # share of a sentence's words that may be others, and mean nothing

# Classes of a difference by which two tellings of one rule cannot both hold, where each of them
# has words for it; a negation has them on one side only.
_BOTH_SIDED = frozenset({"number", "modality", "quantity", "unit"})


_Home = tuple[Entry, Passage]


class _Said(NamedTuple):
    """A sentence of an entry: its passage, where it starts there, its text."""

    entry: Entry
    passage: Passage
    start: int
    text: str


def retold(entries: Sequence[Entry], duplicates: Sequence[Duplicate]) -> list[Conflict]:
    """Contradictions between the entries that tell others again, and those.

    `duplicates` are those of the entries.
    """
    telling = _telling(entries, duplicates)
    found: list[Conflict] = []
    keys = {entry.key for entry in telling}
    known: dict[tuple[str, str], tuple[list[_Home], dict[str, list[int]]]] = {}
    for entry in telling:
        game = (entry.system, entry.lang)
        if game not in known:
            known[game] = _homes([e for e in entries if (e.system, e.lang) == game], keys)
        homes, holding = known[game]
        for passage in entry.passages:
            for said in _sentences(entry, passage):
                conflict = _against(said, homes, holding, entry.lang)
                if conflict is not None:
                    found.append(conflict)
    return found


def _homes(
    entries: Sequence[Entry], telling: Collection[str]
) -> tuple[list[_Home], dict[str, list[int]]]:
    """The passages of the entries whose keys are not `telling`, and in which of them each stem is."""
    homes = [(e, passage) for e in entries if e.key not in telling for passage in e.passages]
    holding: dict[str, list[int]] = {}
    for at, (_, passage) in enumerate(homes):
        for word in _stems(passage.text):
            holding.setdefault(word, []).append(at)
    return homes, holding


def _telling(entries: Sequence[Entry], duplicates: Sequence[Duplicate]) -> list[Entry]:
    """The entries that tell others again, a few of a system at the most."""
    rules = {entry.key for entry in entries if entry.kind == "rule"}
    pairs = [d for d in duplicates if d.entry_key != d.other_key and d.scope != "entry"]
    count = Counter([key for d in pairs for key in (d.entry_key, d.other_key) if key in rules])
    several = {key for key, times in count.items() if times >= FEWEST}
    if not several:
        return []
    partners: dict[tuple[str, str, int, int], set[str]] = {}
    for d in pairs:
        if d.entry_key in several:
            here = (d.entry_key, d.source, d.line, d.start)
            partners.setdefault(here, set()).add(d.other_key)
        if d.other_key in several:
            there = (d.other_key, d.other_source, d.other_line, d.other_start)
            partners.setdefault(there, set()).add(d.entry_key)
    alone: dict[str, Counter[str]] = {}
    for (key, *_), others in partners.items():
        if len(others) == 1:
            alone.setdefault(key, Counter()).update(others)
    likely = {
        key: others
        for key, others in alone.items()
        if len(others) >= OTHERS and others.total() >= FEWEST
    }
    if not likely:
        return []
    by_key = {entry.key: entry for entry in entries}
    found = [
        by_key[key]
        for key, others in likely.items()
        if not _mirrored(by_key[key], [by_key[other] for other in others])
        and others.total() >= TOLD * _count(by_key[key])
    ]
    times = Counter(entry.system for entry in found)
    return [entry for entry in found if times[entry.system] <= MOST]


def _mirrored(entry: Entry, others: Sequence[Entry]) -> bool:
    """Whether the others are the parts of one rule, of which this entry is a pendant."""
    parents = {other.parent_key for other in others}
    return len(parents) == 1 and None not in parents and entry.parent_key not in parents


def _count(entry: Entry) -> int:
    return sum(1 for passage in entry.passages for _ in _sentences(entry, passage))


def _sentences(entry: Entry, passage: Passage) -> list[_Said]:
    text = passage.text
    return [
        _Said(entry, passage, start, text[start:end].rstrip())
        for start, end in bounds(text)
        if len(WORD.findall(text, start, end)) >= WORDS
    ]


def _stems(text: str) -> set[str]:
    return {stem(word) for word in WORD.findall(folded(text)) if len(word) >= STEM}


def _against(
    said: _Said,
    homes: Sequence[_Home],
    holding: Mapping[str, Sequence[int]],
    lang: str,
) -> Conflict | None:
    """The contradiction of a sentence with the place that it tells again, if there is one."""
    words = _stems(said.text)
    held = Counter(at for word in words for at in holding.get(word, ()))
    reading = reading_of(said.text, lang)
    best: tuple[float, _Said, Comparison] | None = None
    saying: set[str] = set()  # entries that have a sentence as like as the best
    for at, times in sorted(held.items(), key=lambda one: (-one[1], one[0]))[:READ]:
        if times < SHARED * len(words):
            break
        for other in _windows(*homes[at]):
            result = compare_readings(reading, reading_of(other.text, lang), lang)
            if best is None or result.similarity > best[0]:
                best = result.similarity, other, result
                saying.clear()
            if result.similarity == best[0]:
                saying.add(other.entry.key)
    if best is None or best[0] < ALIKE or len(saying) > 1:
        return None  # what several say alike is a formula
    _, other, result = best
    if not _clash(reading, reading_of(other.text, lang), result.differences, lang):
        return None
    return Conflict(
        said.entry.key,
        other.entry.key,
        "sentence",
        "contradiction",
        said.passage.source,
        said.passage.line,
        said.start,
        other.passage.source,
        other.passage.line,
        other.start,
        said.text,
        other.text,
        result.differences,
    )


def _windows(entry: Entry, passage: Passage) -> list[_Said]:
    """The sentences of a passage, and any two in a row: a summary makes one of two."""
    cuts = bounds(passage.text)
    two = [(a[0], b[1]) for a, b in pairwise(cuts)]
    return [_Said(entry, passage, a, passage.text[a:b].rstrip()) for a, b in (*cuts, *two)]


def _clash(
    reading: Reading, other: Reading, differences: Sequence[Difference], lang: str
) -> bool:  # fmt: skip
    """Whether two tellings of one rule cannot both hold: one difference at least says so, and
    the others mean nothing."""
    table = data(lang, "compare")
    conditions = frozenset(table.get("conditions", ()))
    opposites = frozenset(map(frozenset, table.get("opposites", ())))
    clashes = free = 0
    for d in differences:
        if d.kind in SAME:
            continue
        mine = _inside(reading, d.start, d.end)
        theirs = _inside(other, d.other_start, d.other_end)
        if not conditions.isdisjoint(word.form for word in (*mine, *theirs)):
            return False
        both = bool(mine and theirs)
        if d.kind in _BOTH_SIDED and not both and _takes_in(mine or theirs):
            clashes += 1
        elif not both and len(mine or theirs) > CLAUSE:
            free += len(mine)  # more than the other one says, which it does not deny
        elif d.kind == "negation" or (both and d.kind in _BOTH_SIDED):
            clashes += 1
        elif d.kind != "wording":
            return False
        elif _opposite(mine, theirs, opposites):
            clashes += 1
        else:
            free += len(mine)
    return bool(clashes) and free <= FREE * len(reading.words)


def _inside(reading: Reading, start: int, end: int) -> list[Word]:
    return [word for word in reading.words if start <= word.start < end]


def _takes_in(words: Sequence[Word]) -> bool:
    """Whether words take a bound itself in: `equal to or`."""
    equal = any("quantity:equal" in word.features for word in words)
    return equal and len(words) <= CLAUSE + 2


def _opposite(
    mine: Sequence[Word], theirs: Sequence[Word], opposites: frozenset[frozenset[str]]
) -> bool:
    """Whether one of two pieces has a word, and the other one its opposite."""
    return any(frozenset((a.form, b.form)) in opposites for a in mine for b in theirs)
