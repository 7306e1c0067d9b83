"""Which key each entry has: the one it was given before, else the one its content proposes.

An entry is known again by its name (the key its content proposes) and by its text, in this
order of evidence: both; the name, with a similar text; the text, under a new name or a new
parent; the name alone; the last part of the name with a similar text (moved and edited); a
similar text where the source gives no name.  Where two could claim one key on equal
evidence by text, neither gets it.  Nothing depends on the order of the entries.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from variorum.decisions.fingerprint import SIMILAR, fingerprint, likeness, similar
from variorum.decisions.keys import KeyLine, Keys
from variorum.decisions.values import KEY
from variorum.fixed import fixed

Pair = tuple[int, int, str]  # score, number of the proposal, key of the line

_NO_WORDS = fingerprint("")
#: What more lines than this have in common says nothing about any of them.
_COMMON = 64


@fixed
class Proposal:
    """An entry that needs a key.

    `key` is what its content alone gives (system, parents where names repeat, name);
    `name` the slug of its name, empty where no source names it; `passages` are its clean texts.
    """

    key: str
    name: str
    system: str
    passages: tuple[str, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The passages, one a line; put together when it is asked for."""
        return "\n".join(self.passages)


@dataclass(frozen=True, slots=True)
class Assignment:
    """The key of each proposal, in their order; `former` are pairs (former key, key), sorted.

    `known` are the lines as they were (systems renamed); `renewed` makes the new ones.
    """

    keys: tuple[str, ...]
    former: tuple[tuple[str, str], ...]
    proposals: tuple[Proposal, ...] = field(repr=False)
    known: Keys = field(repr=False)


def assign_keys(
    proposals: Sequence[Proposal], keys: Keys, renamed: Mapping[str, str] | None = None
) -> Assignment:
    """Give each proposal its key; no two get the same.

    `keys` is what `variorum.keys` says (empty where there is none: then keys follow from
    the content alone); `renamed` leads from former keys of systems to their keys
    (`former_systems`).  Raises ValueError for a proposal whose key is no key of its system.
    """
    for proposal in proposals:
        if not KEY.fullmatch(proposal.key) or not proposal.key.startswith(proposal.system + "/"):
            raise ValueError(f"{proposal.key!r} is no key of the system {proposal.system!r}")
    known = _rename_systems(keys, renamed or {})
    matcher = _Matcher(proposals, known)
    matcher.run()
    found = matcher.found
    _invent(matcher, known)
    living = set(found.values())
    former = sorted(
        [(old, key) for old, key in known.former.items() if key in living]
        + [
            (line.key, key)
            for line in known.lines.values()
            if line.key not in living and (key := _into(line, known, living))
        ]
    )
    assigned = tuple(found[number] for number in range(len(proposals)))
    return Assignment(assigned, tuple(former), tuple(proposals), known)


def renewed(assignment: Assignment) -> Keys:
    """The lines to write after a build: those of the entries renewed, all others as they were.

    The line of an entry that has gone stays, so that it gets its key back when it returns.
    """
    lines = dict(assignment.known.lines)
    for proposal, key in zip(assignment.proposals, assignment.keys, strict=True):
        old = lines.get(key) or KeyLine(key, "")
        proposed = "" if proposal.key == key else proposal.key
        digits = fingerprint(proposal.text)
        if digits != old.fingerprint or not old.likeness:
            old = replace(old, fingerprint=digits, likeness=likeness(proposal.text))
        lines[key] = replace(old, proposed=proposed, into="")
    return replace(assignment.known, lines=dict(sorted(lines.items())))


def _into(line: KeyLine, known: Keys, living: Container[str]) -> str:
    """The living entry that one that has gone went into, over any number of steps."""
    key, steps = line.into, 0
    while key and key not in living and steps < len(known.lines):
        key = known.lines[key].into if key in known.lines else known.former.get(key, "")
        steps += 1
    return key if key in living else ""


def _rename_systems(keys: Keys, renamed: Mapping[str, str]) -> Keys:
    lines: dict[str, KeyLine] = {}
    moved: list[tuple[str, KeyLine]] = []
    for key, line in keys.lines.items():
        system, _, rest = line.into.partition("/")
        if system in renamed:
            line = replace(line, into=f"{renamed[system]}/{rest}")
        system, _, rest = key.partition("/")
        if system in renamed:
            moved.append((f"{renamed[system]}/{rest}", line))
        else:
            lines[key] = line
    for key, line in moved:
        into = lines.get(key)
        if into is None:
            system, _, rest = line.proposed.partition("/")
            proposed = f"{renamed.get(system, system)}/{rest}" if line.proposed else ""
            into = replace(line, key=key, proposed=proposed)
        former = dict.fromkeys([*into.former, *line.former, line.key])
        former.pop(key, None)
        lines[key] = replace(into, former=tuple(former))
    return replace(keys, lines=dict(sorted(lines.items())))


class _Matcher:
    """Pairs proposals and lines, one kind of evidence after the other."""

    def __init__(self, proposals: Sequence[Proposal], known: Keys) -> None:
        self.proposals = proposals
        self.lines = known.lines
        self._prints: dict[int, str] = {}
        #: Numbers of the proposals in an order that does not depend on how they came.
        keys = [p.key for p in proposals]
        proposed = Counter(keys)
        # Few keys are proposed twice, and only between those the text decides.
        again = [n for n, key in enumerate(keys) if proposed[key] > 1]
        self.order = sorted(range(len(keys)), key=keys.__getitem__)
        if again:
            again.sort(key=lambda n: (keys[n], self.print(n), proposals[n].text, n))
            decided = iter(again)
            self.order = [n if proposed[keys[n]] == 1 else next(decided) for n in self.order]
        self.found: dict[int, str] = {}
        self.used: dict[str, int] = {}
        self._likeness: dict[int, str] = {}

    @cached_property
    def rank(self) -> dict[int, int]:
        """The place of each proposal in `order`."""
        return {number: rank for rank, number in enumerate(self.order)}

    def print(self, number: int) -> str:
        """The fingerprint of a proposal's text."""
        if number not in self._prints:
            self._prints[number] = fingerprint(self.proposals[number].text)
        return self._prints[number]

    def run(self) -> None:
        if not self.lines:
            return
        by_name = self._index(lambda line: [line.name])
        by_former = self._index(lambda line: line.former)
        by_print = self._index(lambda line: [line.fingerprint], _COMMON)
        by_slug = self._index(lambda line: [_slug(line.name)], _COMMON)
        self._unchanged()
        self._greedy(
            (score, n, line.key)
            for n, line in self._pairs(by_name, lambda n: self.proposals[n].key)
            if (score := self._similar(n, line)) >= SIMILAR
        )
        self._mutual(
            (2 if _slug(line.name) == self.proposals[n].name else 1, n, line.key)
            for n, line in self._pairs(by_print, self.print)
            if self.print(n) != _NO_WORDS
            and not any(
                other.key not in self.used for other in by_name.get(self.proposals[n].key, ())
            )
        )
        for index in (by_name, by_former):
            self._greedy(
                (self._similar(n, line), n, line.key)
                for n, line in self._pairs(index, lambda n: self.proposals[n].key)
            )
        self._mutual(
            (score, n, line.key)
            for n, line in self._pairs(by_slug, lambda n: self.proposals[n].name)
            if (score := self._similar(n, line)) >= SIMILAR
        )
        self._unnamed()

    def _unchanged(self) -> None:
        """Lines of one name and one text go to the proposals of these, both in their order."""
        same: dict[tuple[str, str], list[str]] = {}
        for line in self.lines.values():
            same.setdefault((line.name, line.fingerprint), []).append(line.key)
        named = {name for name, _ in same}
        free = {told: iter(sorted(keys)) for told, keys in same.items()}
        for number in self.order:
            proposal = self.proposals[number]
            if proposal.key not in named:
                continue
            prefix = proposal.system + "/"
            keys = free.get((proposal.key, self.print(number)), iter(()))
            key = next((key for key in keys if key.startswith(prefix)), None)
            if key is not None:
                self._join(number, key)

    def _unnamed(self) -> None:
        # Of 8 pairs of digits one must be equal where 9 of 16 digits are: so no pair is missed
        # and only one in thirty is looked at.
        bands: dict[tuple[int, str], list[KeyLine]] = {}
        for line in self.lines.values():
            if line.likeness and line.key not in self.used:
                for band in _bands(line.likeness):
                    bands.setdefault(band, []).append(line)
        pairs = {}
        for n in self.order:
            if n in self.found or self.proposals[n].name:
                continue
            prefix = self.proposals[n].system + "/"
            self._likeness.setdefault(n, likeness(self.proposals[n].text))
            for band in _bands(self._likeness[n]):
                for line in bands.get(band, ()):
                    score = self._similar(n, line)
                    if score >= SIMILAR and line.key.startswith(prefix):
                        pairs[score, n, line.key] = True
        self._mutual(pairs)

    def _index(
        self, words: Callable[[KeyLine], Iterable[str]], limit: int | None = None
    ) -> dict[str, list[KeyLine]]:
        index: dict[str, list[KeyLine]] = {}
        for line in self.lines.values():
            for word in words(line):
                index.setdefault(word, []).append(line)
        if limit is None:
            return index
        return {word: lines for word, lines in index.items() if len(lines) <= limit}

    def _pairs(
        self, index: Mapping[str, list[KeyLine]], word: Callable[[int], str]
    ) -> Iterable[tuple[int, KeyLine]]:
        """Proposals and lines that are still free, of one system, and share `word`."""
        for number in self.order:
            if number in self.found:
                continue
            prefix = self.proposals[number].system + "/"
            for line in index.get(word(number), ()):
                if line.key not in self.used and line.key.startswith(prefix):
                    yield number, line

    def _similar(self, number: int, line: KeyLine) -> int:
        if not line.likeness:
            return 0
        if number not in self._likeness:
            self._likeness[number] = likeness(self.proposals[number].text)
        return similar(self._likeness[number], line.likeness)

    def _greedy(self, pairs: Iterable[Pair]) -> None:
        """Best score first; of equals the first in an order that content alone gives."""
        for _, number, key in sorted(pairs, key=lambda p: (-p[0], self.rank[p[1]], p[2])):
            if number not in self.found and key not in self.used:
                self._join(number, key)

    def _mutual(self, pairs: Iterable[Pair]) -> None:
        """Only where each is the other's one best candidate: text alone may not guess."""
        listed = list(pairs)
        by_number: dict[int, list[Pair]] = {}
        by_key: dict[str, list[Pair]] = {}
        for pair in listed:
            by_number.setdefault(pair[1], []).append(pair)
            by_key.setdefault(pair[2], []).append(pair)
        for pair in listed:
            if _only_best(pair, by_number[pair[1]]) and _only_best(pair, by_key[pair[2]]):
                self._join(pair[1], pair[2])

    def _join(self, number: int, key: str) -> None:
        self.found[number] = key
        self.used[key] = number


def _only_best(pair: Pair, rivals: Sequence[Pair]) -> bool:
    return all(rival == pair or rival[0] < pair[0] for rival in rivals)


def _bands(digits: str) -> Iterable[tuple[int, str]]:
    return [(at, digits[at : at + 2]) for at in range(0, len(digits), 2)]


def _slug(key: str) -> str:
    return key.rpartition("/")[2]


def _invent(matcher: _Matcher, known: Keys) -> None:
    """New keys: what the content proposes, with a digest of the text where that is taken."""
    taken = {*known.lines, *known.former}
    alike: dict[tuple[str, str], list[int]] = {}
    # Where one was refused, it is to all that come after.
    untried: dict[tuple[str, str], Iterator[str]] = {}
    for number in matcher.order:
        if number in matcher.found:
            continue
        proposal = matcher.proposals[number]
        key = proposal.key
        if key in taken:
            same = (key, proposal.text)
            if same not in untried:
                untried[same] = _qualifiers(matcher.print(number), proposal.text)
            key = next(k for q in untried[same] if (k := f"{proposal.key}-{q}") not in taken)
        taken.add(key)
        matcher.found[number] = key
        if key != proposal.key:
            alike.setdefault((proposal.key, matcher.print(number)), []).append(number)
    for numbers in alike.values():
        # Of one name and one text: in the order of the keys, as the next build finds them.
        keys = sorted([matcher.found[number] for number in numbers])
        matcher.found.update(zip(numbers, keys, strict=True))


def _qualifiers(digits: str, text: str) -> Iterator[str]:
    """Digests of the text: the same for typographic changes as long as that tells it apart."""
    yield digits[:8]
    yield digits[:16]
    # What follows tells apart only entries of one name and, character by character, one text.
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass"))
    while True:
        yield digest.hexdigest()[:16]
        digest.update(b"\0")


def former_systems(former: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """From `{system: its former keys}` to `{former key: system}`, for `assign_keys`."""
    return {old: system for system, olds in sorted(former.items()) for old in olds}
