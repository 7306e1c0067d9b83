"""One long sheet of text per language, so that each rule is one scan over all of it.

A *unit* is a title or a passage of a witness; the units of one language are laid one after
the other in a *sheet*, a line end between two.  A rule finds *hits* (offsets in the sheet);
`place.py` turns a hit into a finding with its place in the source.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, islice, takewhile
from operator import lt
from typing import TYPE_CHECKING, Any, overload

from variorum.compare.cutting import LONG
from variorum.compare.language import data
from variorum.fixed import fixed
from variorum.loaders.language import count_words, lowered
from variorum.model import Entry, Passage, Span

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens as Cutter
    from variorum.loaders.inspect.tokens import Tokens

WORD = re.compile(r"[^\W\d_]+")
TITLE = "title"

_CLUSTER = re.compile(r"(?s).[\u0300-\u036f]*")
_ENDS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_LINE_BREAKS = str.maketrans(f"\n\t{_ENDS}", " " * (len(_ENDS) + 2))
_TITLE_REACH = 2000
_START = (1 << 47) - 1  # where `_key` has the place in the source


@dataclass(frozen=True, slots=True)
class Place:
    """The decoded text of a source and where its lines start."""

    text: str
    lines: array[int]


@fixed
class Unit:
    """A title (a passage of the kind `title`) or a passage, and the entry it belongs to."""

    passage: Passage
    entry: Entry

    @property
    def is_title(self) -> bool:
        return self.passage.kind == TITLE


class Units(Sequence[Unit]):
    """Units in the order of their places, each made when it is asked for.

    A corpus has as many titles as entries, and what a passage holds is all in the source.
    """

    __slots__ = ("_entries", "_keys", "_sources", "_told")

    def __init__(self, sources: Mapping[str, Place]) -> None:
        """`sources` are those that the numbers of `add` stand for, in order."""
        self._sources = list(sources.items())
        self._keys = array("q")
        self._told: list[Passage | str] = []
        self._entries: list[Entry] = []

    def add(self, source: int, start: int, told: Passage | str, entry: Entry) -> None:
        """A passage, or the words of a title, that begins at `start` in a source."""
        self._keys.append(source << 48 | start << 1 | (not isinstance(told, str)))
        self._told.append(told)
        self._entries.append(entry)

    def settle(self) -> None:
        """Put the units in order, titles first; of several in one place the first is kept."""
        keys = self._keys
        if all(map(lt, keys, islice(keys, 1, None))):
            return
        order = sorted(range(len(keys)), key=keys.__getitem__)
        order = [n for at, n in enumerate(order) if not at or keys[n] != keys[order[at - 1]]]
        self._keys = array("q", map(keys.__getitem__, order))
        self._told = [self._told[n] for n in order]
        self._entries = [self._entries[n] for n in order]

    def compose(self) -> None:
        """Make each letter and its combining marks one character (NFC)."""
        for at, told in enumerate(self._told):
            text = told if isinstance(told, str) else told.text
            if not unicodedata.is_normalized("NFC", text):
                self._told[at] = _composed(self[at].passage)

    def __len__(self) -> int:
        return len(self._told)

    @overload
    def __getitem__(self, at: int) -> Unit: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Unit, ...]: ...
    def __getitem__(self, at: int | slice) -> Unit | tuple[Unit, ...]:
        if isinstance(at, slice):
            return tuple([self[n] for n in range(len(self))[at]])
        told = self._told[at]
        if isinstance(told, str):
            name, place = self._sources[self._keys[at] >> 48]
            start = self._keys[at] >> 1 & _START
            line = bisect_right(place.lines, start)
            told = Passage(TITLE, told, name, line, (Span(0, start, len(told)),))
        return Unit(told, self._entries[at])

    def source(self, at: int) -> str:
        return self._sources[self._keys[at] >> 48][0]

    def entry(self, at: int) -> Entry:
        return self._entries[at]

    def titles(self) -> Iterator[tuple[int, str]]:
        """The number and the words of each title."""
        for at, told in enumerate(self._told):
            if isinstance(told, str):
                yield at, told
            elif told.kind == TITLE:
                yield at, told.text

    def passages(self) -> Iterator[tuple[int, Passage]]:
        """The number and the passage of each unit that is no title."""
        for at, told in enumerate(self._told):
            if not isinstance(told, str) and told.kind != TITLE:
                yield at, told

    def texts(self) -> list[str]:
        return [told if isinstance(told, str) else told.text for told in self._told]


@dataclass(frozen=True, slots=True)
class Hit:
    """A fault between two offsets of a sheet; `right` is the text that should stand there."""

    start: int
    end: int
    kind: str
    severity: str
    message: str
    right: str | None = None


@dataclass(frozen=True)
class Sheet:
    """The units of one language in the order of their sources, and their text.

    `lines` are the lines of the text, one a unit; `cutter` knows their tokens already.
    """

    lang: str
    units: Units = field(repr=False)
    text: str = field(repr=False)
    lines: Sequence[str] = field(repr=False)
    starts: array[int] = field(repr=False)
    cutter: Cutter | None = field(default=None, repr=False)

    @cached_property
    def lower(self) -> str:
        """The text in lower case, character for character, so that offsets hold."""
        low = lowered(self.text)
        if len(low) == len(self.text):
            return low
        return "".join(c.lower() if len(c.lower()) == 1 else c for c in self.text)

    @cached_property
    def tokens(self) -> Tokens | None:
        """The distinct tokens of a long text; null for one that is sooner read through."""
        if len(self.text) < LONG:
            return None
        from variorum.compare.tokens import Tokens as Cutter
        from variorum.loaders.inspect.tokens import Tokens

        return Tokens(self.text, self.lines, self.cutter or Cutter(()))

    def finditer(
        self,
        pattern: re.Pattern[str],
        sign: re.Pattern[str],
        *,
        shift: int = 0,
        after: re.Pattern[str] | None = None,
    ) -> Iterator[re.Match[str]]:
        """What `pattern.finditer` gives for the text; `sign`, `shift` and `after` say what its
        matches look like in tokens (see `Tokens.finditer`)."""
        if self.tokens is None:
            return pattern.finditer(self.text)
        return self.tokens.finditer(pattern, sign, shift=shift, after=after)

    def may_hold(self, part: str) -> bool:
        """False where the text in lower case surely does not hold `part`."""
        tokens = self.tokens
        return tokens is None or all(map(tokens.hold, part.split()))

    @cached_property
    def forms(self) -> Counter[str]:
        """How often each word stands in the sheet, as written."""
        if self.tokens is not None:
            return self.tokens.words
        return count_words(self.text)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word stands in the sheet, in lower case."""
        counts: Counter[str] = Counter()
        for form, count in self.forms.items():
            counts[form.lower()] += count
        return counts

    @cached_property
    def _alphabetical(self) -> list[str]:
        return sorted(self.counts)

    def beginning(self, stem: str) -> Iterator[str]:
        """The words, in lower case and in alphabetical order, that begin so."""
        first = bisect_left(self._alphabetical, stem)
        return takewhile(
            lambda word: word.startswith(stem), islice(self._alphabetical, first, None)
        )

    @cached_property
    def _written(self) -> Mapping[str, Sequence[str]]:
        """The forms of each word in lower case that are not, or not all, that word itself."""
        found: dict[str, list[str]] = {}
        for form in self.forms:
            low = form.lower()
            if low != form:
                found.setdefault(low, [low] if low in self.forms else []).append(form)
        return found

    def places(self, words: Collection[str]) -> Iterator[tuple[int, str]]:
        """Where any of `words` (in lower case) stands, and how it is written there, in order."""
        there = [word for word in words if word in self.counts]
        wanted = frozenset(form for word in there for form in self._written.get(word, (word,)))
        if not wanted:
            return iter(())
        if self.tokens is not None:
            return self.tokens.places(wanted)
        found = WORD.finditer(self.text)
        return ((m.start(), m.group()) for m in found if m.group() in wanted)

    @cached_property
    def knowledge(self) -> Mapping[str, Any]:
        return data(self.lang, "inspect")

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        return {entry.key: entry for entry in map(self.units.entry, range(len(self.units)))}

    def words(self, name: str) -> frozenset[str]:
        """A list of the language data, as a set; empty where the language has none."""
        return frozenset(self.knowledge.get(name, ()))

    def index(self, at: int) -> int:
        """The number of the unit that holds offset `at`."""
        return bisect_right(self.starts, at) - 1

    def unit(self, at: int) -> Unit:
        return self.units[self.index(at)]

    def bounds(self, index: int) -> tuple[int, int]:
        """Where unit `index` starts and ends in the sheet."""
        start = self.starts[index]
        return start, start + len(self.lines[index])

    def next_in_source(self, index: int) -> Unit | None:
        """The unit after unit `index` in the same source."""
        units = self.units
        if index + 1 < len(units) and units.source(index + 1) == units.source(index):
            return units[index + 1]
        return None


def sheets(
    places: Mapping[str, Place], entries: Sequence[Entry], cutter: Cutter | None = None
) -> Iterator[Sheet]:
    """One sheet a language, each passage of each witness once, in the order of `places`."""
    order = {name: n for n, name in enumerate(places)}
    laid: dict[str, Units] = {}
    for entry in entries:
        own = laid.get(entry.lang)
        if own is None:
            own = laid[entry.lang] = Units(places)
        for witness in entry.witnesses:
            source = order.get(witness.source)
            if witness.title and source is not None:
                at = _title_start(places[witness.source], witness.title, witness.line_start)
                if at >= 0:
                    own.add(source, at, witness.title, entry)
            for passage in witness.passages:
                source = order.get(passage.source)
                start = passage.source_start
                if start is not None and passage.text and source is not None:
                    own.add(source, start, passage, entry)
    for lang in sorted(laid):
        units = laid.pop(lang)
        if len(units):
            yield _sheet(lang, units, cutter)


def _sheet(lang: str, units: Units, cutter: Cutter | None) -> Sheet:
    units.settle()
    lines = units.texts()
    text = "\n".join(lines)
    # Most texts hold no line end and no decomposed letter; one look at all of them tells.
    if not unicodedata.is_normalized("NFC", text):
        units.compose()
        lines = units.texts()
        text = "\n".join(lines)
    if text.count("\n") >= len(lines) or any(map(text.__contains__, _ENDS)):
        lines = [_one_line(line) for line in lines]
        text = "\n".join(lines)
    starts = accumulate([len(line) + 1 for line in lines[:-1]], initial=0)
    return Sheet(lang, units, text, lines, array("q", starts), cutter)


def _one_line(text: str) -> str:
    return text if len(text.splitlines()) < 2 else text.translate(_LINE_BREAKS)


def line_starts(text: str) -> array[int]:
    """Offsets at which the lines of `text` start; a lone carriage return ends a line only
    in a file without line feeds."""
    end = "\n" if "\n" in text else "\r"
    return array("i", chain([0], map(re.Match.end, re.finditer(end, text))))


def _title_start(place: Place, title: str, line: int) -> int:
    """Where the words of a title stand in the source as written; -1 where they do not."""
    start = place.lines[min(max(line, 1), len(place.lines)) - 1]
    return place.text.find(title, start, start + len(title) + _TITLE_REACH)


def _composed(passage: Passage) -> Passage:
    """The passage with each letter and its combining marks as one character (NFC), so that
    a decomposed word is one word; its spans still tell where each character comes from."""
    if unicodedata.is_normalized("NFC", passage.text):
        return passage
    letters: list[str] = []
    spans: list[Span] = []
    at = start = 0
    for cluster in _CLUSTER.findall(passage.text):
        letter = unicodedata.normalize("NFC", cluster)
        letters.append(letter)
        spans.append(Span(start, passage.source_offset(at), len(letter)))
        start += len(letter)
        at += len(cluster)
    return replace(passage, text="".join(letters), spans=tuple(spans))
