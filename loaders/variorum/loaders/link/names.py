"""The names that a system's entries go by, and where its entries stand in the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from variorum.compare.heads import turned
from variorum.compare.parameters import value_of
from variorum.fixed import fixed
from variorum.model import Entry

from ..questions import ASKED
from ..series import GLOSSARY_TERM
from .rules import Rules

_WORD = re.compile(r"[^\W_]+")
# The longest name in words: so many steps a word of text are taken at most.
LONGEST = 12
# So many levels above an entry are looked at.
_DEEPEST = 40
_NUMBER = re.compile(r"[§A-Z]{0,3}[ .-]?\d{1,4}(?:[.-]\d{1,4})*[a-z]{0,2}")
_VALUE = re.compile(r"[ \u00a0]?[(\[]?[+]?(?P<value>\d{1,3})[+\"″]?(?!\w)")
_ABBREVIATION = re.compile(r"[A-ZÀ-ÖØ-ÞŐŰ][A-ZÀ-ÖØ-ÞŐŰ0-9]{1,5}$")


@fixed
class Name:
    """One form of a name.

    `words` are keys for comparison, `text` is the name for readers, `targets` are the keys of
    the entries that go by it (none: no source holds it).  Origins: `title`, `part` (one of two
    names in a title), `english`, `abbreviation`, `compound`, and those of names that were only
    learned from the texts: `announced`, `listed`, `capitals`, `parenthesis`.  `named` is true
    where the title marks the entry as a rule with a name of its own.  `article` says that it is an
    article and one word (`The Beast`), which `words` has without it: 2 where both have capitals.
    """

    words: tuple[str, ...]
    text: str
    targets: tuple[str, ...]
    kind: str
    origin: str
    named: bool
    article: int = 0

    @property
    def exact_case(self) -> bool:
        """Whether the name is an abbreviation, which only capitals tell from a word."""
        return self.origin == "abbreviation"


def words_of(text: str, rules: Rules) -> tuple[str, ...]:
    """The words of a name as keys, without a leading article."""
    # Without accents the key of a word is the word in lower case.
    written = _WORD.findall(text.lower() if text.isascii() else text)
    words = written if text.isascii() else [rules.key(w) for w in written]
    if len(words) > 1 and words[0] in rules.articles:
        words = words[1:]
    return tuple(words)


def _article(text: str, words: tuple[str, ...]) -> int:
    """Whether a name was an article and one word, as in `Name`."""
    written = _WORD.findall(text)
    return 0 if len(words) > 1 or len(written) < 2 else 1 + (not written[1][:1].islower())


@dataclass(slots=True)
class _Form:
    """A form of a name as its first entry has it, and whether each entry marks it as a name;
    `bare` says that an entry has it without an article."""

    words: tuple[str, ...]
    text: str
    kind: str
    origin: str
    bare: bool = False
    targets: dict[str, bool] = field(default_factory=dict)

    def name(self) -> Name:
        article = 0 if self.bare else _article(self.text, self.words)
        named = True in self.targets.values()
        targets = tuple(self.targets)
        return Name(self.words, self.text, targets, self.kind, self.origin, named, article)


def names_of(entries: Sequence[Entry], rules: Rules) -> tuple[Name, ...]:
    """Every form of every name, forms shared by several entries once, in the order of entries."""
    written = [e.name for e in entries if e.name is not None]
    # Where titles are written in capitals throughout, these make no abbreviation of a name.
    shouted = sum(n.isupper() for n in written) * 2 > len(written) > 3
    found: dict[tuple[tuple[str, ...], bool], _Form] = {}
    known: dict[str, str] = {}  # names say the same words again and again
    for entry in entries:
        quoted = (entry.title or "").lstrip()[:1] in ('"', "«", "“", "„")
        named = entry.kind == "capability" or bool(entry.english or entry.marker) or quoted
        for text, origin in _forms(entry, rules, shouted):
            words = tuple([known.setdefault(word, word) for word in words_of(text, rules)])
            if words and len(words) <= LONGEST and sum(map(len, words)) > 1:
                key = (words, origin == "abbreviation")
                form = found.get(key)
                if form is None:
                    form = found[key] = _Form(words, text, entry.kind, origin)
                form.bare = form.bare or len(words) > 1 or not _article(text, words)
                form.targets[entry.key] = named
    terms = frozenset(e.key for e in entries if GLOSSARY_TERM in e.evidence or ASKED in e.evidence)
    if terms:
        # A term of a glossary explains what a rule tells, questions ask about it: the rule is meant.
        for form in found.values():
            told = {key: named for key, named in form.targets.items() if key not in terms}
            form.targets = told or form.targets
    return tuple([form.name() for form in found.values()])


def _forms(entry: Entry, rules: Rules, shouted: bool) -> Iterable[tuple[str, str]]:
    name = entry.name
    # A number is referred to as one (see `numbers`), and means other things elsewhere.
    if name is None or _NUMBER.fullmatch(name):
        return
    if _ABBREVIATION.match(name) and not shouted:
        yield name, "abbreviation"
    else:
        yield name, "title"
        right = turned(name)
        if right is not None:
            yield right, "title"
        for part in _parts(name):
            yield part, "part"
        words = words_of(name, rules) if rules.compounds else ()
        if len(words) == 2 and all(len(w) > 2 for w in words):
            yield "".join(words), "compound"
    if entry.abbreviation and len(entry.abbreviation) > 1:
        yield entry.abbreviation, "abbreviation"
    if entry.english and rules.lang != "en":
        yield entry.english, "english"
        for part in _parts(entry.english):
            yield part, "english"


def _parts(name: str) -> list[str]:
    """The names on both sides of a slash without space around it."""
    parts = re.split(r"(?<=\w)/(?=\w)", name) if "/" in name else []
    return parts if len(parts) > 1 else []


class Tree:
    """The entries of a system by key, with what stands above and below them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = {e.key: e for e in entries}
        self.parents = {e.parent_key for e in entries if e.parent_key is not None}
        self._above: dict[str, tuple[str, ...]] = {}
        self._below: dict[int, tuple[tuple[str, ...], Mapping[str, Sequence[str]]]] = {}

    def above(self, key: str) -> tuple[str, ...]:
        """The keys from the chapter at the top down to the entry itself."""
        known = self._above.get(key)
        if known is None:
            chain: list[str] = []
            at: str | None = key
            while at in self.entries and at not in chain and len(chain) < _DEEPEST:
                chain.append(at)
                at = self.entries[at].parent_key
            known = self._above[key] = tuple(reversed(chain))
        return known

    def leaf(self, key: str) -> bool:
        return key not in self.parents

    def below(self, targets: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
        """Which of the targets stand at or below an entry, by the key of that entry."""
        known = self._below.get(id(targets))
        if known is None:
            found: dict[str, list[str]] = {}
            for target in targets:
                for above in self.above(target):
                    found.setdefault(above, []).append(target)
            # The tuple is kept, so that its id stays its own.
            known = self._below[id(targets)] = (targets, found)
        return known[1]

    def near(self, key: str, targets: tuple[str, ...]) -> bool:
        """Whether one of the targets stands in the chapter of `key`."""
        return self.above(key)[0] in self.below(targets) if targets else False

    def nearest(self, key: str, targets: tuple[str, ...]) -> tuple[str, ...]:
        """The targets that share most of the tree with `key`; one where that decides."""
        if len(targets) > 1:
            below = self.below(targets)
            for above in reversed(self.above(key)):
                if above in below:
                    return tuple(below[above])
        return targets

    def degree(self, targets: tuple[str, ...], behind: str) -> tuple[str, ...]:
        """Of degrees of one ability (`Wizard (1)`, `Wizard (2)`) that whose value stands `behind`
        the name, the first where none does; other targets as they are."""
        if len(targets) < 2:
            return targets
        entries = [self.entries[t] for t in targets]
        values = [value_of(e.parameter) for e in entries]
        if not all(v and v.isdigit() for v in values) or len({e.parent_key for e in entries}) > 1:
            return targets
        m = _VALUE.match(behind)
        said = m.group("value") if m is not None else None
        return (targets[values.index(said)] if said in values else targets[0],)
