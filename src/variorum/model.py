"""The data classes that travel between the steps.

A step is a plain function from some of these to others; none of them knows a file,
a database or a step.  Lines and columns count from 1; `start` and `end` count Unicode
characters from 0, end exclusive; byte positions count from 0.  *Source text* is the
decoded file (without a byte order mark); *clean text* is a passage without its markup.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from variorum.fixed import fixed
from variorum.sources import Encoded as Encoded
from variorum.sources import Fragment as Fragment
from variorum.sources import Fragments as Fragments
from variorum.sources import Source as Source
from variorum.sources import SourcePlace as SourcePlace
from variorum.sources import Span as Span
from variorum.sources import Spans as Spans
from variorum.sources import Tiling as Tiling


@dataclass(frozen=True, slots=True)
class System:
    """One game in one source language.

    `key` is an ASCII slug; `title` is what readers see; `provisional` says that no
    source and no decision names the game.
    """

    key: str
    title: str
    lang: str
    provisional: bool = False


@fixed
class Passage:
    """One paragraph or list item: the unit that is compared, linked and translated.

    Kinds: `text`, `example`, `list_item`, `note`, `table`, `remark`.  `text` is clean;
    `markup` holds the tags that stood inside it, in order, as written; `spans` say where each run of `text` comes from
    (characters of `text` in no span are joins: one space where markup or a line end stood, or the
    character that a reference of HTML stands for).
    """

    kind: str
    text: str
    source: str
    line: int
    spans: Sequence[Span]
    markup: str = ""

    def __post_init__(self) -> None:
        if type(self.spans) is not Spans:  # asked of every passage, `isinstance` takes longer
            object.__setattr__(self, "spans", Spans(self.spans))

    @property
    def source_start(self) -> int | None:
        """Where its first run starts in the source text; null where it has none."""
        assert isinstance(self.spans, Spans)
        return self.spans.source_start

    def source_offset(self, at: int) -> int:
        """Offset in the source text of clean offset `at` (0 to len(text) inclusive).

        A join, or the end of the text, gives the place just after the run before it.
        """
        assert isinstance(self.spans, Spans)
        numbers = self.spans.numbers
        if len(numbers) == 3:  # as of most
            start, source_start, length = numbers
            return source_start + max(0, min(at - start, length))
        if not numbers:
            return 0
        span = self.spans[max(0, bisect_right(self.spans, at, key=lambda span: span.start) - 1)]
        return span.source_start + max(0, min(at - span.start, span.length))

    def clean_offset(self, at: int) -> int:
        """Offset in the clean text of offset `at` of the source text.

        What stands between two runs gives the place of the run behind it.
        """
        n = bisect_right(self.spans, at, key=lambda span: span.source_start) - 1
        if n < 0:
            return 0
        span = self.spans[n]
        if at - span.source_start > span.length and n + 1 < len(self.spans):
            return self.spans[n + 1].start
        return span.start + min(at - span.source_start, span.length)


@dataclass(frozen=True, slots=True)
class Property:
    """What a record holds besides name and text."""

    name: str
    value: str
    source: str
    line: int


@fixed
class Witness:
    """One occurrence of an entry in one source.

    `title` is as written, null where the source does not name the entry; `structured` is
    true for records (CSV) and false for prose.  `line_start` and `line_end` include the title.
    `parameter` is the value or placeholder in the title of this witness.
    """

    source: str
    line_start: int
    line_end: int
    title: str | None
    passages: tuple[Passage, ...]
    structured: bool = False
    properties: tuple[Property, ...] = ()
    parameter: str | None = None

    @property
    def text(self) -> str:
        """The clean passages, one a line."""
        return "\n".join(p.text for p in self.passages)


@fixed
class Entry:
    """One rule or one capability of one system.

    `kind` is `capability` or `rule`; `status` is `named`, `unnamed` (title and name null)
    or `empty` (no passages).  `witnesses[base]` is the witness whose text is the entry's.
    `position` counts from 1 in the order of the system's sources; `depth` is 1 at the top;
    `evidence` says in short why the heading, the name and the parent were recognised.
    """

    key: str
    kind: str
    system: str
    lang: str
    title: str | None
    name: str | None
    parameter: str | None
    abbreviation: str | None
    english: str | None
    marker: str | None
    parent_key: str | None
    depth: int
    position: int
    status: str
    witnesses: tuple[Witness, ...]
    base: int = 0
    evidence: str = ""

    @property
    def base_witness(self) -> Witness:
        return self.witnesses[self.base]

    @property
    def passages(self) -> tuple[Passage, ...]:
        return self.witnesses[self.base].passages


@dataclass(frozen=True, slots=True)
class Reference:
    """A mention, in a passage of a base witness, of what other entries define.

    `passage` is the position (from 1) of the passage in its entry; `start` and `end` count
    in its clean text.  Kinds: `capability`, `rule`, `page`, `figure`, `table`, `book`.
    `status`: `resolved`, `dangling`, `ambiguous`, `external`.  `why` names the evidence.
    """

    from_key: str
    passage: int
    source: str
    line: int
    start: int
    end: int
    surface: str
    kind: str
    target: str
    to_key: str | None
    status: str
    why: str


@dataclass(frozen=True, slots=True)
class Link:
    """Characters `start` to `end` of the source text that the source itself leads to an entry.

    `status` is that of the reference: `dangling` where it leads to a heading that is missing,
    `external` where it leads to a file that is no source; then the key is empty.
    """

    source: str
    start: int
    end: int
    to_key: str
    status: str = "resolved"


@fixed
class Finding:
    """One thing that a person should look at.

    `column` and `excerpt` (at most 60 characters, raw) are null for findings about a whole
    file or entry.  `suggestion` is the right reading of the excerpt, where it can be known.
    `id` is a digest that does not depend on line numbers; empty until `numbered`.
    """

    kind: str
    severity: str
    source: str | None
    line: int | None
    column: int | None
    excerpt: str | None
    suggestion: str | None
    entry_key: str | None
    message: str
    id: str = ""
    verdict: str | None = None


@fixed
class Difference:
    """One difference of two readings: a class of the contract and offsets in both."""

    kind: str
    start: int
    end: int
    other_start: int
    other_end: int


@fixed
class Duplicate:
    """Two places that say the same.  The `other` place is the base or the earlier one."""

    entry_key: str
    other_key: str
    scope: str
    relation: str
    similarity: float
    source: str
    line: int
    start: int
    other_source: str
    other_line: int
    other_start: int
    id: str = ""
    verdict: str | None = None


@fixed
class Conflict:
    """Two places that should agree and do not.

    `reading` are the words at the first place and `other_reading` those at the other (the
    base or earlier) place; the differences count inside these two readings.
    """

    entry_key: str
    other_key: str
    scope: str
    kind: str
    source: str
    line: int
    start: int
    other_source: str
    other_line: int
    other_start: int
    reading: str
    other_reading: str
    differences: tuple[Difference, ...] = ()
    id: str = ""
    verdict: str | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A record of `entry_key` on `line` that repeats the one on `other_line` byte for byte."""

    entry_key: str
    source: str
    line: int
    other_line: int


@dataclass(frozen=True, slots=True)
class Translation:
    """What a catalogue says for the title (`position` 0) or a passage (from 1) of an entry.

    `state`: `untranslated` (`text` is null), `fuzzy` (awaits a look), `stale` (made for an
    earlier text of the same place), `translated`, `reviewed`; only the last two are current.
    `translator` is who is credited; `line` the message's line in the file `catalogue`, null
    where the catalogue does not have it yet.
    """

    entry_key: str
    position: int
    lang: str
    source_text: str
    text: str | None
    state: str
    translator: str | None
    catalogue: str
    line: int | None

    @property
    def current(self) -> bool:
        return self.state in ("translated", "reviewed")


@dataclass(frozen=True, slots=True)
class Term:
    """One word of one language for one concept; without a system it holds for all."""

    concept: str
    system: str | None
    lang: str
    term: str
    status: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """A reading, the class of its difference from the base reading (null for the base
    reading itself), and the numbers (from 1) of the witnesses that have it.

    `kind` is `missing_passage` where the witnesses lack the passage."""

    reading: str
    kind: str | None
    witnesses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ApparatusPlace:
    """One place where the witnesses of an entry differ.

    `passage` is the position (from 1) of the passage of the base witness, 0 before the first;
    `start` and `end` count in its clean text, and are both its length for a passage that
    stands after it in other witnesses only.  The first variant is the base reading.
    """

    entry_key: str
    position: int
    passage: int
    start: int
    end: int
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """All that one build knows, ready for the writer.  Every tuple is in its final order."""

    systems: tuple[System, ...]
    sources: tuple[Source, ...]
    fragments: Sequence[Fragment]
    entries: tuple[Entry, ...]
    references: tuple[Reference, ...] = ()
    findings: tuple[Finding, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    former_keys: tuple[tuple[str, str], ...] = ()
    repeats: tuple[Repeat, ...] = ()
    apparatus: tuple[ApparatusPlace, ...] = ()
    translations: tuple[Translation, ...] = ()
    terms: tuple[Term, ...] = ()
    places: tuple[SourcePlace, ...] = ()
    links: tuple[Link, ...] = ()


class VariorumError(Exception):
    """A fault in what a person gave, with its place and what to do.

    Shown as `file:line: what is wrong, and what to do`; the command line turns it into
    exit status 2 and never shows a traceback for it.
    """

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line

    @property
    def place(self) -> str:
        """`file:line` as far as it is known; the program's name where nothing is."""
        place = self.file or "variorum"
        return place if self.line is None else f"{place}:{self.line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
