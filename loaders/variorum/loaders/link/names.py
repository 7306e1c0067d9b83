"""The names that a system's entries go by, and where its entries stand in the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from variorum.model import Entry

from .rules import Rules

_WORD = re.compile(r"[^\W_]+")
# The longest name in words: so many steps a word of text are taken at most.
LONGEST = 12
_ABBREVIATION = re.compile(r"[A-ZÀ-ÖØ-ÞŐŰ][A-ZÀ-ÖØ-ÞŐŰ0-9]{1,5}$")


@dataclass(frozen=True, slots=True)
class Name:
    """One form of a name.

    `words` are keys for comparison, `text` is the name for readers, `targets` are the keys of
    the entries that go by it (none: no source holds it).  Origins: `title`, `part` (one of two
    names in a title), `english`, `abbreviation`, `compound`, and those of names that were only
    learned from the texts: `announced`, `listed`, `capitals`, `parenthesis`.  `named` is true
    where the title marks the entry as a rule with a name of its own.
    """

    words: tuple[str, ...]
    text: str
    targets: tuple[str, ...]
    kind: str
    origin: str
    named: bool

    @property
    def exact_case(self) -> bool:
        """Whether the name is an abbreviation, which only capitals tell from a word."""
        return self.origin == "abbreviation"


def words_of(text: str, rules: Rules) -> tuple[str, ...]:
    """The words of a name as keys, without a leading article."""
    words = [rules.key(w) for w in _WORD.findall(text)]
    if len(words) > 1 and words[0] in rules.articles:
        words = words[1:]
    return tuple(words)


def names_of(entries: Sequence[Entry], rules: Rules) -> tuple[Name, ...]:
    """Every form of every name, forms shared by several entries once, in the order of entries."""
    found: dict[tuple[tuple[str, ...], bool], Name] = {}
    written = [e.name for e in entries if e.name is not None]
    # Where titles are written in capitals throughout, these make no abbreviation of a name.
    shouted = sum(n.isupper() for n in written) * 2 > len(written) > 3
    for entry in entries:
        if entry.name is None:
            continue
        quoted = (entry.title or "").lstrip()[:1] in ('"', "«", "“", "„")
        named = entry.kind == "capability" or bool(entry.english or entry.marker) or quoted
        for text, origin in _forms(entry, rules, shouted):
            words = words_of(text, rules)
            if not words or len(words) > LONGEST or sum(map(len, words)) < 2:
                continue
            key = (words, origin == "abbreviation")
            old = found.get(key)
            if old is None:
                found[key] = Name(words, text, (entry.key,), entry.kind, origin, named)
            elif entry.key not in old.targets:
                found[key] = Name(
                    words,
                    old.text,
                    (*old.targets, entry.key),
                    old.kind,
                    old.origin,
                    old.named or named,
                )
    return tuple(found.values())


def _forms(entry: Entry, rules: Rules, shouted: bool) -> Iterable[tuple[str, str]]:
    name = entry.name or ""
    if _ABBREVIATION.match(name) and not shouted:
        yield name, "abbreviation"
    else:
        yield name, "title"
        for part in _parts(name):
            yield part, "part"
        words = words_of(name, rules)
        if rules.compounds and len(words) == 2 and all(len(w) > 2 for w in words):
            yield "".join(words), "compound"
    if entry.abbreviation and len(entry.abbreviation) > 1:
        yield entry.abbreviation, "abbreviation"
    if entry.english and rules.lang != "en":
        yield entry.english, "english"
        for part in _parts(entry.english):
            yield part, "english"


def _parts(name: str) -> list[str]:
    """The names on both sides of a slash without space around it."""
    parts = re.split(r"(?<=\w)/(?=\w)", name)
    return parts if len(parts) > 1 else []


class Tree:
    """The entries of a system by key, with what stands above and below them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = {e.key: e for e in entries}
        self.parents = {e.parent_key for e in entries if e.parent_key is not None}
        self._above: dict[str, tuple[str, ...]] = {}

    def above(self, key: str) -> tuple[str, ...]:
        """The keys from the chapter at the top down to the entry itself."""
        known = self._above.get(key)
        if known is None:
            chain: list[str] = []
            at: str | None = key
            while at is not None and at in self.entries and at not in chain:
                chain.append(at)
                at = self.entries[at].parent_key
            known = self._above[key] = tuple(reversed(chain))
        return known

    def leaf(self, key: str) -> bool:
        return key not in self.parents

    def near(self, key: str, other: str) -> bool:
        """Whether both stand in one chapter."""
        return self.above(key)[:1] == self.above(other)[:1]

    def shared(self, key: str, other: str) -> int:
        """How many entries stand above both."""
        n = 0
        for a, b in zip(self.above(key), self.above(other), strict=False):
            if a != b:
                break
            n += 1
        return n

    def nearest(self, key: str, targets: Sequence[str]) -> tuple[str, ...]:
        """The targets that share most of the tree with `key`; one where that decides."""
        if len(targets) < 2:
            return tuple(targets)
        shares = [self.shared(key, t) for t in targets]
        most = max(shares)
        return tuple(t for t, s in zip(targets, shares, strict=True) if s == most)
