"""Duplicates, conflicts and apparatus of a whole corpus.

Witnesses of one entry are held against its base witness; across entries, texts that are
alike are found by rare words, and passages that contradict each other by what they say
of one thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

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
    known: dict[tuple[str, str], Vocabulary] = {}
    for entry in entries:
        if len(entry.witnesses) < 2:
            continue
        group = (entry.system, entry.lang)
        if group not in known:
            known[group] = Vocabulary([e for e in entries if (e.system, e.lang) == group])
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


class Vocabulary:
    """Forms that at least two passages have: words that a corpus knows, read when first asked."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    @cached_property
    def _words(self) -> frozenset[str]:
        count: Counter[str] = Counter()
        for entry in self._entries:
            for witness in entry.witnesses:
                for passage in witness.passages:
                    count.update(set(words_of(passage.text, entry.lang)))
        return frozenset(word for word, times in count.items() if times > 1)

    def __contains__(self, word: object) -> bool:
        return word in self._words
