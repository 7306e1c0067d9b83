"""Duplicates, conflicts and apparatus of a whole corpus.

Witnesses of one entry are held against its base witness; across entries, texts that are
alike are found by rare words, and passages that contradict each other by what they say
of one thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from variorum.compare.across import across_entries
from variorum.compare.apparatus import apparatus_of
from variorum.compare.collation import Collation
from variorum.compare.comparison import words_of
from variorum.compare.witnesses import collate_witness
from variorum.model import ApparatusPlace, Conflict, Duplicate, Entry, Repeat


def collate(entries: Sequence[Entry], repeats: Sequence[Repeat] = ()) -> Collation:
    """Collate all entries of a corpus; `repeats` are the records repeated byte for byte.

    Entries are compared within one system, texts that are the same across all.
    """
    duplicates: list[Duplicate] = [
        Duplicate(
            r.entry_key, r.entry_key, "entry", "identical", 1.0,
            r.source, r.line, 0, r.source, r.other_line, 0,
        )
        for r in repeats
    ]  # fmt: skip
    conflicts: list[Conflict] = []
    apparatus: list[ApparatusPlace] = []
    known: dict[tuple[str, str], frozenset[str]] = {}
    for entry in entries:
        if len(entry.witnesses) < 2:
            continue
        group = (entry.system, entry.lang)
        if group not in known:
            known[group] = vocabulary(e for e in entries if (e.system, e.lang) == group)
        for number, witness in enumerate(entry.witnesses):
            if number != entry.base:
                more, clashes = collate_witness(entry, witness, known[group])
                duplicates += more
                conflicts += clashes
        apparatus += apparatus_of(entry, known[group])
    more, clashes = across_entries(entries)
    duplicates += more
    conflicts += clashes
    return Collation(tuple(duplicates), tuple(conflicts), tuple(apparatus))


def vocabulary(entries: Iterable[Entry]) -> frozenset[str]:
    """Forms that at least two passages have: words that a corpus knows."""
    count: Counter[str] = Counter()
    for entry in entries:
        for witness in entry.witnesses:
            for passage in witness.passages:
                count.update(set(words_of(passage.text, entry.lang)))
    return frozenset(word for word, times in count.items() if times > 1)
