"""Duplicates, conflicts and apparatus of a whole corpus.

Witnesses of one entry are held against its base witness; across entries, texts that are
alike are found by rare words, and passages that contradict each other by what they say
of one thing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING
from unicodedata import is_normalized

from variorum.compare.across import across_entries
from variorum.compare.apparatus import apparatus_of
from variorum.compare.collation import Collation
from variorum.compare.comparison import words_of
from variorum.compare.issued import differs_by_issue
from variorum.compare.lexicon import folded, lexicon
from variorum.compare.parameters import is_by_right, value_of
from variorum.compare.properties import property_conflicts
from variorum.compare.renames import renamed
from variorum.compare.renumbering import Renumbering
from variorum.compare.valued import value_conflicts
from variorum.compare.witnesses import Held, collate_witness
from variorum.model import ApparatusPlace, Conflict, Duplicate, Entry, Repeat, Witness

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

# Characters without a shape: words go on over them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200d\u2060]")


def collate(
    entries: Sequence[Entry], repeats: Sequence[Repeat] = (), tokens: Tokens | None = None
) -> Collation:
    """Collate all entries of a corpus; `repeats` are the records repeated byte for byte, `tokens`
    may know those of the texts already.

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
    numbers = Renumbering(entries)
    for entry in entries:
        if len(entry.witnesses) < 2:
            continue
        group = (entry.system, entry.lang)
        if group not in known:
            members = [e for e in entries if (e.system, e.lang) == group]
            known[group] = Vocabulary(members, entry.lang)
        heard, held = _Heard(entry), Held(entry, known[group])
        home = entry.base_witness.source
        in_order = sorted(enumerate(entry.witnesses), key=lambda pair: pair[1].source != home)
        for number, witness in in_order:
            if number != entry.base:
                if (again := heard.again(witness)) is not None:
                    duplicates.append(again)
                    continue
                more, clashes = _but_for_values(
                    entry, witness, *collate_witness(entry, witness, held, known[group])
                )
                clashes = [c for c in clashes if not (numbers.explains(c) or differs_by_issue(c))]
                duplicates += more
                conflicts += clashes
                if clashes:
                    heard.differs(witness)
        conflicts += renamed(entry)
        apparatus += apparatus_of(entry, held, known[group])
    rewritten = (c for c in conflicts if c.scope == "entry" and c.kind != "name")
    strangers = {(c.entry_key, c.source) for c in rewritten}
    conflicts += property_conflicts(entries, strangers)
    conflicts += value_conflicts(entries)
    more, clashes = across_entries(entries, tokens)
    duplicates += more
    conflicts += clashes
    return Collation(tuple(duplicates), tuple(conflicts), tuple(apparatus))


class _Heard:
    """The readings of an entry that differ from the base's: each is held against it once.

    A source that says again what it said before adds nothing; nor does another one that has both
    readings, as the earlier one has.
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._differing: dict[tuple[str | None, ...], Witness] = {}

    @cached_property
    def _agreeing(self) -> frozenset[str]:
        base = _reading(self._entry.base_witness)
        return frozenset(w.source for w in self._entry.witnesses if _reading(w) == base)

    def differs(self, witness: Witness) -> None:
        """Note that `witness` is in conflict with the base witness."""
        self._differing.setdefault(_reading(witness), witness)

    def again(self, witness: Witness) -> Duplicate | None:
        """The duplicate that `witness` is of an earlier one, where that says all there is to say."""
        first = self._differing.get(_reading(witness)) if self._differing else None
        if first is None or (
            first.source != witness.source and not {first.source, witness.source} <= self._agreeing
        ):
            return None
        same = [p.markup for p in first.passages] == [p.markup for p in witness.passages]
        key = self._entry.key
        return Duplicate(
            key, key, "entry", "identical" if same else "markup", 1.0,
            witness.source, witness.line_start, 0, first.source, first.line_start, 0,
        )  # fmt: skip


def _reading(witness: Witness) -> tuple[str | None, ...]:
    return (witness.parameter, *(p.text for p in witness.passages))


def _but_for_values(
    entry: Entry, witness: Witness, duplicates: list[Duplicate], conflicts: list[Conflict]
) -> tuple[list[Duplicate], list[Conflict]]:
    """Duplicates and conflicts of a witness, without what follows from the value in its name."""
    mine, other = value_of(witness.parameter), value_of(entry.base_witness.parameter)
    left = [c for c in conflicts if not is_by_right(c, mine, other, entry.lang)]
    # A text for another value is no copy, whatever it shares.
    return (duplicates, conflicts) if len(left) == len(conflicts) else ([], left)


class Vocabulary:
    """Forms (`words_of`) that at least two passages of some entries of one language have.

    Few forms are asked for, so only passages whose letters hold one are read for it; all are,
    once, where a form is not written as it is compared (2 for deux, cm for centimètres).
    """

    def __init__(self, entries: Sequence[Entry], lang: str) -> None:
        self._entries = entries
        self._lang = lang
        self._answers: dict[str, bool] = {}

    @cached_property
    def _passages(self) -> list[tuple[str, str | None]]:
        """The passages, and their letters as forms have them (null where signs may join them)."""
        return [
            (p.text, folded(p.text) if _is_plain(p.text) else None)
            for entry in self._entries
            for witness in entry.witnesses
            for p in witness.passages
        ]

    def __contains__(self, form: object) -> bool:
        if not isinstance(form, str):
            return False
        known = self._answers.get(form)
        if known is None:
            known = self._answers[form] = self._stands_twice(form)
        return known

    def _stands_twice(self, form: str) -> bool:
        if not lexicon(self._lang).is_written(form):
            return form in self._all
        whole = re.compile(rf"(?<![^\W\d_]){form}(?![^\W\d_])")
        found = (
            form in words_of(text, self._lang)
            for text, letters in self._passages
            if letters is None or (form in letters and whole.search(letters))
        )
        return sum(islice(filter(None, found), 2)) == 2

    @cached_property
    def _all(self) -> frozenset[str]:
        count: Counter[str] = Counter()
        for text, _ in self._passages:
            count.update(set(words_of(text, self._lang)))
        return frozenset(form for form, times in count.items() if times > 1)


def _is_plain(text: str) -> bool:
    """Whether no character of a text is written otherwise, or not at all, inside its words."""
    return is_normalized("NFC", text) and not _INVISIBLE.search(text)
