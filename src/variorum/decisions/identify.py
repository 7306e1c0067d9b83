"""Ids of findings, duplicates and conflicts: digests of what they are about.

An id depends on the entries and the words, folded (`fold`), and never on lines or offsets,
so that it outlives every edit around it and every typographic one inside it.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache, cached_property
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from variorum.decisions.fingerprint import fingerprint, fold
from variorum.model import Conflict, Duplicate, Entry, Finding, Witness

Item = Conflict | Duplicate | Finding
_AnyItem = TypeVar("_AnyItem", Conflict, Duplicate, Finding)

_NAMES = {kind: [f.name for f in fields(kind)] for kind in (Conflict, Duplicate, Finding)}
_VALUES = {kind: attrgetter(*names) for kind, names in _NAMES.items()}
_ID = {kind: names.index("id") for kind, names in _NAMES.items()}
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)")


def numbered(items: Sequence[_AnyItem], entries: Iterable[Entry]) -> tuple[_AnyItem, ...]:
    """`items` with their ids, 12 hexadecimal digits, in the same order; no two the same.

    Items about the same words of the same entries differ by their order among themselves
    only.  `entries` hold the texts of the places that duplicates name.
    """
    places = Places(entries)
    counts: dict[bytes, int] = {}  # by digests: the words themselves are as long as the texts
    given: set[str] = set()
    made = []
    for item in items:
        seed: tuple[str, ...] = _seed(item, places)
        digest = hashlib.sha256("\0".join([*seed, ""]).encode("utf-8", "surrogatepass"))
        same = digest.digest()
        number = counts[same] = counts.get(same, 0) + 1
        digest.update(str(number).encode())
        length, digits = 12, digest.hexdigest()
        while (name := digits[:length]) in given:
            length += 1
        given.add(name)
        made.append(_named(item, name))
    return tuple(made)


def _named(item: _AnyItem, name: str) -> _AnyItem:
    """The item with its id; `dataclasses.replace` takes ten times as long, and items are many."""
    values = list(_VALUES[type(item)](item))
    values[_ID[type(item)]] = name
    return type(item)(*values)


def _seed(item: Item, places: Places) -> tuple[str, ...]:
    if isinstance(item, Finding):
        # The words as they are: here typography is what the finding is about.
        about = item.entry_key or item.source or ""
        return ("finding", item.kind, about, item.excerpt or "", item.suggestion or "")
    if isinstance(item, Conflict):
        texts = sorted([fold(item.reading), fold(item.other_reading)])
        return (
            "conflict",
            item.kind,
            item.scope,
            *sorted([item.entry_key, item.other_key]),
            *texts,
        )
    here = (item.entry_key, item.source, item.line, item.start, item.scope)
    there = (item.other_key, item.other_source, item.other_line, item.other_start, item.scope)
    texts = sorted([places.folded(*here), places.folded(*there)])
    return ("duplicate", item.scope, *sorted([item.entry_key, item.other_key]), *texts)


def texts_of(item: Conflict | Finding) -> str:
    """The fingerprint that a verdict about `item` keeps as `texts`."""
    if isinstance(item, Conflict):
        return conflict_texts(item.reading, item.other_reading)
    return finding_texts(item.kind, item.excerpt, item.suggestion)


def conflict_texts(reading: str, other_reading: str) -> str:
    """The fingerprint of two readings, whichever of them comes first."""
    return fingerprint("\n".join(sorted([fold(reading), fold(other_reading)])))


def finding_texts(kind: str, excerpt: str | None, suggestion: str | None) -> str:
    """The fingerprint of what a finding says: its excerpt and what is suggested for it."""
    return fingerprint("\n".join([kind, excerpt or "", suggestion or ""]))


class Places:
    """Finds the text at a place that a duplicate or a conflict names."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = entries
        # A text that is told often is in many duplicates.
        self._fold = cache(fold)
        # By entry and source, as far as they are asked for.
        self._told: dict[tuple[str, str], _Told] = {}
        # By the id of a witness, which its entry holds: the lines where its passages begin, and
        # what stands there.
        self._lines: dict[int, tuple[list[int], list[str]]] = {}

    @cached_property
    def _witnesses(self) -> dict[str, tuple[Witness, ...]]:
        return {entry.key: entry.witnesses for entry in self._entries}

    def _witness(self, key: str, source: str, line: int) -> Witness | None:
        """The first witness of an entry that stands on a line of a source."""
        told = self._witnesses.get(key, ())
        if len(told) == 1:
            only = told[0]
            there = only.source == source and only.line_start <= line <= only.line_end
            return only if there else None
        if (key, source) not in self._told:
            self._told[key, source] = _Told([w for w in told if w.source == source])
        return self._told[key, source].at(line)

    def folded(self, key: str, source: str, line: int, start: int, scope: str) -> str:
        """The folded `text` of a place."""
        return self._fold(self.text(key, source, line, start, scope))

    def text(self, key: str, source: str, line: int, start: int, scope: str) -> str:
        """The clean text of the entry, passage or sentence (`scope`) at a place.

        `line` counts from 1, `start` in the clean passage.  Empty where nothing is there.
        """
        found = self._witness(key, source, line)
        if found is None:
            return ""
        if scope == "entry" or not found.passages:
            return found.text
        passage = found.passages[0].text
        if len(found.passages) > 1:
            if id(found) not in self._lines:
                self._lines[id(found)] = _by_line(found)
            lines, texts = self._lines[id(found)]
            at = bisect_right(lines, line) - 1
            passage = texts[at if at >= 0 else lines.index(found.passages[0].line)]
        if scope != "sentence":
            return passage
        end = _SENTENCE_END.search(passage, start)
        return passage[start : end.end() if end else len(passage)]


class _Told:
    """The witnesses of an entry in one source, by their lines."""

    def __init__(self, witnesses: Sequence[Witness]) -> None:
        self._sorted = sorted(witnesses, key=attrgetter("line_start"))
        self._apart = all(a.line_end < b.line_start for a, b in pairwise(self._sorted))
        if not self._apart:
            self._sorted = list(witnesses)

    def at(self, line: int) -> Witness | None:
        """The first witness that stands on a line."""
        told: Iterable[Witness] = self._sorted
        if self._apart:
            at = bisect_right(self._sorted, line, key=attrgetter("line_start"))
            told = self._sorted[max(0, at - 1) : at]
        return next((w for w in told if w.line_start <= line <= w.line_end), None)


def _by_line(witness: Witness) -> tuple[list[int], list[str]]:
    """The lines where passages of a witness begin, in order, and the text of each line.

    Cells of one record share a line; together they are what a person sees there.
    """
    told: dict[int, list[str]] = {}
    for passage in witness.passages:
        told.setdefault(passage.line, []).append(passage.text)
    lines = sorted(told)
    return lines, ["\n".join(told[line]) for line in lines]
