"""One long sheet of text per language, so that each rule is one scan over all of it.

A *unit* is a title or a passage of a witness; the units of one language are laid one after
the other in a *sheet*, a line end between two.  A rule finds *hits* (offsets in the sheet);
`place.py` turns a hit into a finding with its place in the source.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from variorum.compare.cutting import LONG
from variorum.compare.language import data
from variorum.loaders.language import count_words, lowered
from variorum.model import Entry, Passage, Source, Span

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens as Cutter
    from variorum.loaders.inspect.tokens import Tokens

WORD = re.compile(r"[^\W\d_]+")
TITLE = "title"

_CLUSTER = re.compile(r"(?s).[\u0300-\u036f]*")
_LINE_BREAKS = str.maketrans("\r\n\t\v\f\x1c\x1d\x1e\x85\u2028\u2029", " " * 11)
_TITLE_REACH = 2000


@dataclass(frozen=True, slots=True)
class Unit:
    """A title (a passage of the kind `title`) or a passage, and the entry it belongs to."""

    passage: Passage
    entry: Entry

    @property
    def is_title(self) -> bool:
        return self.passage.kind == TITLE


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
    units: tuple[Unit, ...] = field(repr=False)
    text: str = field(repr=False)
    lines: Sequence[str] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
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
        return {u.entry.key: u.entry for u in self.units}

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
        return start, start + len(self.units[index].passage.text)

    def next_in_source(self, index: int) -> Unit | None:
        """The unit after unit `index` in the same source."""
        if index + 1 < len(self.units):
            unit = self.units[index + 1]
            if unit.passage.source == self.units[index].passage.source:
                return unit
        return None


def sheets(
    sources: Sequence[Source], entries: Sequence[Entry], cutter: Cutter | None = None
) -> Iterator[Sheet]:
    """One sheet a language, each passage of each witness once, in the order of the sources."""
    texts = {s.source: s.text for s in sources}
    order = {name: n for n, name in enumerate(texts)}
    lines = {name: line_starts(text) for name, text in texts.items()}
    placed: dict[str, dict[int, Unit]] = {}
    for entry in entries:
        own = placed.setdefault(entry.lang, {})
        for witness in entry.witnesses:
            name = witness.source
            if witness.title and name in texts:
                title = _title(texts[name], lines[name], name, witness.title, witness.line_start)
                if title is not None:
                    own.setdefault(_key(order[name], title), Unit(title, entry))
            for passage in witness.passages:
                if passage.spans and passage.text and passage.source in texts:
                    own.setdefault(_key(order[passage.source], passage), Unit(passage, entry))
    for lang in sorted(placed):
        if placed[lang]:
            units = [placed[lang][key] for key in sorted(placed[lang])]
            yield _sheet(lang, units, cutter)


def _key(source: int, passage: Passage) -> int:
    """A number for the place of a passage, in the order of places; titles first."""
    return source << 48 | passage.spans[0].source_start << 1 | (passage.kind != TITLE)


def _sheet(lang: str, units: list[Unit], cutter: Cutter | None) -> Sheet:
    lines = [u.passage.text for u in units]
    text = "\n".join(lines)
    # Most texts hold no line end and no decomposed letter; one look at all of them tells.
    if not unicodedata.is_normalized("NFC", text):
        units = [Unit(_composed(u.passage), u.entry) for u in units]
        lines = [u.passage.text for u in units]
        text = "\n".join(lines)
    if len(text.splitlines()) != len(units):
        lines = [_one_line(line) for line in lines]
        text = "\n".join(lines)
    starts = accumulate([len(line) + 1 for line in lines[:-1]], initial=0)
    return Sheet(lang, tuple(units), text, lines, tuple(starts), cutter)


def _one_line(text: str) -> str:
    return text if len(text.splitlines()) < 2 else text.translate(_LINE_BREAKS)


def line_starts(text: str) -> list[int]:
    """Offsets at which the lines of `text` start; a lone carriage return ends a line only
    in a file without line feeds."""
    end = "\n" if "\n" in text else "\r"
    return [0, *(m.end() for m in re.finditer(end, text))]


def _title(text: str, lines: list[int], source: str, title: str, line: int) -> Passage | None:
    """The title as a passage, where its words stand in the source as written."""
    start = lines[min(max(line, 1), len(lines)) - 1]
    at = text.find(title, start, start + len(title) + _TITLE_REACH)
    if at < 0:
        return None
    line += text.count("\n", start, at)
    return Passage(TITLE, title, source, line, (Span(0, at, len(title)),))


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
