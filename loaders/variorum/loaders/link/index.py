"""Where names stand in texts.

A trie over words (Fredkin, "Trie memory", CACM 3(9), 1960; as in Aho and Corasick, CACM 18(6),
1975, all names are looked for at once).  Its edges are words of names; a word of the text takes
the edges of all words that it can be a form of: the same word, one with an equal Snowball stem
(Porter, snowballstem.org), or, where the language's data allow it, one of whose letters it
shares so many from the start.  At each word the longest name is taken; a name has at most
`LONGEST` words and at most `_BRANCHES` readings are followed, so time is linear in the text.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, repeat
from weakref import WeakMethod

from .names import Name
from .rules import Rules
from .texts import Text, Vocabulary

# How surely a word of the text is a form of a name's word; `START`: it begins with the whole word.
PREFIX, START, STEM, EXACT = 1, 2, 3, 4
_BRANCHES = 8
_HEAD = 3
_SHORTEST_PREFIX = 4
_SHORTEST_BEGINNING = 5
_LONGEST_WORD = 60
# The root of the trie; how many bits the number of a word of names has at most.
_ROOT, _NUMBERS = 0, 32
# A final vowel before an ending: *próba*, *próbát*.
_LENGTHENED = {"a": "á", "e": "é"}


@dataclass(slots=True, eq=False)
class Mention:
    """Words `first` to `last` (inclusive) of a text that may be a form of `name`."""

    text: Text
    first: int
    last: int
    name: Name
    quality: int
    why: str = ""
    surface_end: int = 0

    @property
    def start(self) -> int:
        return self.text.start(self.first)

    @property
    def end(self) -> int:
        return max(self.surface_end, self.text.end(self.last))


class Mentions:
    """The mentions in texts, each made anew when it is asked for: names of one word may stand in
    every sentence.  Of what was learned of a mention `why` is kept."""

    def __init__(self) -> None:
        self._names: list[Name] = []
        self._firsts, self._lasts, self._qualities = array("i"), array("i"), array("b")
        self._why: dict[int, str] = {}
        # Where those of a text start, by the number of the text, and where they end.
        self._ends = array("i", [0])

    def keep(self, text: Text, mentions: Iterable[Mention]) -> None:
        """Take in all mentions in a text; texts come in the order of their numbers."""
        before = len(self._names)
        self._ends.extend(repeat(before, text.number + 1 - len(self._ends)))
        for n, m in enumerate(mentions, before):
            self._names.append(m.name)
            self._firsts.append(m.first)
            self._lasts.append(m.last)
            self._qualities.append(m.quality)
            if m.why:
                self._why[n] = m.why
        self._ends.append(len(self._names))

    def texts(self) -> Iterator[int]:
        """The numbers of the texts that have any."""
        return (n for n, (start, end) in enumerate(pairwise(self._ends)) if start < end)

    def of(self, text: Text) -> list[Mention]:
        """The mentions in a text, in their order."""
        if text.number + 1 >= len(self._ends):
            return []
        start, end = self._ends[text.number : text.number + 2]
        columns = (self._firsts, self._lasts, self._names, self._qualities)
        why = map(self._why.get, range(start, end), repeat(""))
        return list(map(Mention, repeat(text), *[c[start:end] for c in columns], why))


class Index:
    """Names, ready to be found."""

    def __init__(self, names: Sequence[Name], rules: Rules, vocabulary: Vocabulary) -> None:
        """`vocabulary` holds every word of the texts in which the names will be looked for."""
        self._rules = rules
        self._ids: dict[str, int] = {}
        self._by_key: dict[str, list[int]] = {}
        self._by_prefix: dict[str, list[int]] = {}
        self._by_start: dict[str, list[int]] = {}
        self._heads: set[str] = set()
        self._firsts: set[int] = set()
        self._all = names
        # The trie: below a node (0: the root) and a word of names stands the next node.  One table
        # of numbers takes a third of the memory of nodes that are tables.
        self._below: dict[int, int] = {}
        self._names: dict[int, tuple[Name, ...]] = {}
        self._seen = _Readings(WeakMethod(self._read))
        self.names_with: dict[int, list[Name]] = {}
        for name in names:
            node = _ROOT
            ids = [self._id(w) for w in name.words]
            self._firsts.add(ids[0])
            for n in ids:
                node = self._below.setdefault(node << _NUMBERS | n, len(self._below) + 1)
            self._names[node] = (*self._names.get(node, ()), name)
            for n in dict.fromkeys(ids):
                self.names_with.setdefault(n, []).append(name)
        # The words of the texts that may be forms of the first word of a name.
        self.opening = vocabulary.those(self._opens)

    @cached_property
    def _words(self) -> Sequence[str]:
        """The words of names, by number."""
        return [*self._ids]

    @cached_property
    def _neighbours(self) -> frozenset[tuple[str, str]]:
        """The words that stand next to each other in names; few languages ask for them."""
        return frozenset(pair for name in self._all for pair in pairwise(name.words))

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """What names of one word begin with."""
        words = {n.words[0] for n in self._all if len(n.words) == 1 and n.origin == "title"}
        return frozenset(
            word[:length]
            for word in words
            for length in range(_SHORTEST_BEGINNING, min(len(word), _LONGEST_WORD))
        )

    def _id(self, word: str) -> int:
        known = self._ids.get(word)
        if known is not None:
            return known
        n = self._ids[word] = len(self._ids)
        self._heads.add(word[:_HEAD])
        for key in dict.fromkeys((word, self._stem(word))):
            self._by_key.setdefault(key, []).append(n)
        share = self._rules.common_prefix
        if share and len(word) > _SHORTEST_PREFIX:
            length = max(_SHORTEST_PREFIX, math.ceil(len(word) * share))
            self._by_prefix.setdefault(word[:length], []).append(n)
        if share and len(word) >= _SHORTEST_PREFIX:
            for whole in dict.fromkeys((word, word[:-1] + _LENGTHENED.get(word[-1], word[-1]))):
                self._by_start.setdefault(whole, []).append(n)
        return n

    def _stem(self, word: str) -> str:
        stems = 3 < len(word) <= _LONGEST_WORD and not word.isdecimal()
        return self._rules.stem(word) if stems else word

    def _read(self, word: str) -> tuple[tuple[int, int], ...]:
        key = self._rules.key(word)
        if key[:_HEAD] not in self._heads:
            return ()
        found: dict[int, int] = {}
        own = self._ids.get(key)
        if own is not None:
            found[own] = EXACT
        if len(key) > 3:
            for form in dict.fromkeys((key, self._stem(key))):
                for n in self._by_key.get(form, ()):
                    found.setdefault(n, STEM)
            lengths = range(_SHORTEST_PREFIX, min(len(key), _LONGEST_WORD) + 1)
            for known, sure in ((self._by_start, START), (self._by_prefix, PREFIX)):
                for length in lengths if known else ():
                    for n in known.get(key[:length], ()):
                        found.setdefault(n, sure)
        return tuple(sorted(found.items(), key=lambda i: (-i[1], i[0]))[:_BRANCHES])

    def _opens(self, word: str) -> bool:
        """Whether `word` may be a form of the first word of a name."""
        found = self._seen[word]
        return bool(found) and any(n in self._firsts for n, _ in found)

    def readings(self, word: str) -> tuple[tuple[int, int], ...]:
        """The words of names that `word` may be a form of, surest first, with how sure that is."""
        return self._seen[word]

    def side_by_side(self, first: str, second: str) -> bool:
        """Whether forms of the two words stand next to each other in a name."""
        words = self._words
        return any(
            (words[a], words[b]) in self._neighbours
            for a, sure in self._seen[first]
            if sure >= START
            for b, also in self._seen[second]
            if also >= START
        )

    def begins_name(self, word: str) -> bool:
        """Whether a name of one word goes on where `word` ends: *páncél* and *páncélzat*."""
        return self._rules.key(word) in self._beginnings

    def number(self, word: str) -> int:
        """The number by which readings speak of a name's word; -1 for no name's word."""
        return self._ids.get(word, -1)

    def mentions(self, text: Text, taken: Sequence[int] = b"") -> Iterator[Mention]:
        """The longest names from left to right, none of their words twice and none of those that
        `taken` says, by their numbers, to be spoken for (empty: none is)."""
        opening = self.opening
        if opening.isdisjoint(text.words):
            return
        free = 0
        for at, word in enumerate(text.words):
            if word in opening and at >= free:
                found = self._longest(text, at, taken)
                if found is not None:
                    yield found
                    free = found.last + 1

    def _longest(self, text: Text, first: int, taken: Sequence[int]) -> Mention | None:
        best: Mention | None = None
        states = [(_ROOT, EXACT)]
        words, readings, below, names = text.words, self._seen, self._below, self._names
        for at in range(first, len(words)):
            if taken and taken[at]:
                break
            after: list[tuple[int, int]] = []
            for node, quality in states:
                for n, sure in readings[words[at]]:
                    found = below.get(node << _NUMBERS | n)
                    if found is not None:
                        after.append((found, min(quality, sure)))
            # Most words go on with no name, and then nobody needs to know what parts them.
            if not after or (at > first and not text.joined(at - 1)):
                break
            after.sort(key=lambda s: -s[1])
            states = after[:_BRANCHES]
            for node, quality in states:
                for name in names.get(node, ()):
                    # An abbreviation is written as it is; any other name may be.
                    if not name.exact_case or words[first] == name.text:
                        if best is None or at > best.last or quality > best.quality:
                            best = Mention(text, first, at, name, quality)
                        break
        return best


class _Readings(dict[str, tuple[tuple[int, int], ...]]):
    """Readings of words, each found once.  The index that reads holds them, not they it: so both
    go when the index does."""

    def __init__(self, read: WeakMethod[Callable[[str], tuple[tuple[int, int], ...]]]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, word: str) -> tuple[tuple[int, int], ...]:
        read = self._read()
        assert read is not None
        found = self[word] = read(word)
        return found
