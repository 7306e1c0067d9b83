"""What a format's parser hands on: fragments that tile the source, and drafts of witnesses."""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import le
from typing import NamedTuple, Self, overload

from variorum.model import Finding, Passage, Property

# The property that says who has an entry.
BEARER = "bearer"
LINE_END = re.compile(r"\r\n|\n|\r")
# Many times as fast, and most texts have no other line ends.
_LINE_FEED = re.compile("\n")


class Piece(NamedTuple):
    """A fragment before entries have keys: characters `start` to `end` of the source text.

    `draft` is the index of the draft it belongs to, null where it belongs to none.
    """

    kind: str
    start: int
    end: int
    draft: int | None = None


_COLUMNS = len(Piece._fields)
_NO_DRAFT = -1
# So many pieces are made at a time.
_AT_ONCE = 1024


class Pieces(Sequence[Piece]):
    """A list of pieces that grows at its end, each piece made when it is asked for.

    A source has more pieces than anything else, and a tuple of each would take more memory than
    its text.
    """

    __slots__ = ("_kinds", "_number_of", "_numbers")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        self._kinds: list[str] = []
        self._number_of: dict[str, int] = {}
        self._numbers = array("i")
        self.extend(pieces)

    def __len__(self) -> int:
        return len(self._numbers) // _COLUMNS

    def append(self, piece: Piece) -> None:
        self._numbers.extend(self._packed(piece))

    def add(self, kind: str, start: int, end: int, draft: int | None) -> None:
        """`append` without a piece that is made for it: a long table has a million."""
        number = self._number_of.get(kind)
        if number is None:
            self.append(Piece(kind, start, end, draft))
        else:
            own = _NO_DRAFT if draft is None else draft
            self._numbers.fromlist([number, start, end, own])

    def extend(self, pieces: Iterable[Piece]) -> None:
        self._numbers.extend(chain.from_iterable(map(self._packed, pieces)))

    def __iadd__(self, pieces: Iterable[Piece]) -> Self:
        self.extend(pieces)
        return self

    def __setitem__(self, at: int, piece: Piece) -> None:
        first = range(len(self))[at] * _COLUMNS
        self._numbers[first : first + _COLUMNS] = array("i", self._packed(piece))

    def at(self, offset: int) -> Piece:
        """The last piece that starts at `offset` or before it, of pieces in order; else the first."""
        starts = range(1, len(self._numbers), _COLUMNS)
        return self[max(0, bisect_right(starts, offset, key=self._numbers.__getitem__) - 1)]

    def sort(self) -> None:
        """Order the pieces by where they start; those that start at one place stay as they are."""
        starts = self.column("start")
        if all(map(le, starts, islice(starts, 1, None))):
            return
        numbers, ordered = self._numbers, array("i")
        for at in sorted(range(len(self)), key=starts.__getitem__):
            ordered += numbers[at * _COLUMNS : (at + 1) * _COLUMNS]
        self._numbers = ordered

    @overload
    def __getitem__(self, at: int) -> Piece: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Piece, ...]: ...
    def __getitem__(self, at: int | slice) -> Piece | tuple[Piece, ...]:
        places = range(len(self))[at]
        if isinstance(places, int):
            return next(self._between(places, places + 1))
        return tuple([self[n] for n in places])

    def __iter__(self) -> Iterator[Piece]:
        steps = range(0, len(self), _AT_ONCE)
        return chain.from_iterable(self._between(n, n + _AT_ONCE) for n in steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def kinds(self) -> Iterator[str]:
        """The kind of each piece."""
        return map(self._kinds.__getitem__, self._numbers[::_COLUMNS])

    def column(self, name: str) -> array[int]:
        """`start`, `end` or `draft` of each piece; no draft is -1."""
        return self._numbers[Piece._fields.index(name) :: _COLUMNS]

    def _packed(self, piece: Piece) -> tuple[int, int, int, int]:
        kind, start, end, draft = piece
        number = self._number_of.get(kind)
        if number is None:
            number = self._number_of[kind] = len(self._kinds)
            self._kinds.append(kind)
        return number, start, end, _NO_DRAFT if draft is None else draft

    def _between(self, start: int, end: int) -> Iterator[Piece]:
        kinds = self._kinds
        numbers = iter(self._numbers[start * _COLUMNS : end * _COLUMNS].tolist())
        for kind, a, b, draft in zip(*[numbers] * _COLUMNS, strict=True):
            yield Piece(kinds[kind], a, b, None if draft < 0 else draft)


@dataclass(slots=True)
class Draft:
    """A witness before it is known which entry it tells.

    `title` is as written, null where the source does not name it; `line_start` and `line_end`
    include the title.  `parent` is the index of the draft above it in the tree, `depth` 1 at the
    top.  `structured` marks a record; `evidence` says why a heading and its parent were read so.
    `key` is what the source itself calls it by (an id); `foreign` its name in another language and
    `abbreviation` its short name, where they stand beside the title and not in it.  What is its
    parent's `own` is another entry than what is called so under another parent.  So many characters
    of the title as `counted` says are no words of it: the letter or number of an outline.
    `variant` tells it apart from others of its name, which stand beside it.  What is `retold` tells
    the rule again that the same source calls so elsewhere, as a later post of a thread does.
    """

    title: str | None
    line_start: int
    line_end: int
    passages: list[Passage] = field(default_factory=list)
    title_start: int | None = None
    parent: int | None = None
    depth: int = 1
    structured: bool = False
    capability: bool = False
    properties: tuple[Property, ...] = ()
    evidence: tuple[str, ...] = ()
    key: str | None = None
    foreign: str | None = None
    abbreviation: str | None = None
    own: bool = False
    counted: int = 0
    variant: str = ""
    retold: bool = False

    @property
    def words(self) -> str | None:
        """The title without the letter that counts it."""
        return self.title if self.title is None else self.title[self.counted :]


@dataclass(frozen=True, slots=True)
class RepeatedRecord:
    """A record that repeats the record at `other_line` byte for byte."""

    draft: int
    line: int
    other_line: int


@dataclass(frozen=True, slots=True)
class Bearer:
    """What has the entry that its source calls `key`, as `line` of this source says.

    `is_key` says that `name` is a key as well, of another entry or in `Parsed.called`.  `of` and
    `by` are the words for what the key and the name are of, as their columns are called.
    """

    key: str
    name: str
    line: int
    is_key: bool = False
    of: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a row says of the entry with the id `key`, which another table tells, and no more.

    `of` is the word for what the id is of, as its column is called.
    """

    key: str
    of: str
    held: Property


@dataclass(frozen=True, slots=True)
class Tie:
    """The ids of a row that tells no entry: each with the word for what it is of, as its column is
    called.  `named` says that the row has a name besides: it is what others lead to."""

    ids: tuple[tuple[str, str], ...]
    line: int
    named: bool = False


@dataclass(slots=True)
class Parsed:
    """One source after parsing.  The pieces tile its text.

    `title` stands above all of it; `lang` is the language where the loader knows better than the
    words of the whole file tell; `about` is what the source says of itself (`title`, `author`,
    `url`, `date`, `licence`); `links` are runs of the text (start, end) with the draft to which
    the source itself leads from there; `outward` are those to other files (`file#anchor`) and to
    anchors that it has not, `anchors` the drafts of those that it has.  `game` is what the source itself calls its game by (an
    id), which other sources share or do not, `game_title` what the game is called there; `bearers`
    have entries that this source or another of the game tells, `facts` are properties of such, and
    `called` has names that go with keys of no entry.  `textless` says that the source lists names and has no place for texts.
    """

    format: str
    pieces: Pieces = field(default_factory=Pieces)
    drafts: list[Draft] = field(default_factory=list)
    repeats: list[RepeatedRecord] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    title: str | None = None
    lang: str | None = None
    about: dict[str, str] = field(default_factory=dict)
    links: list[tuple[int, int, int]] = field(default_factory=list)
    outward: list[tuple[int, int, str]] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    game: str | None = None
    game_title: str | None = None
    bearers: list[Bearer] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)
    ties: list[Tie] = field(default_factory=list)
    named_ids: dict[str, dict[str, str]] = field(default_factory=dict)
    textless: bool = False


def count_lines(text: str) -> int:
    """How many lines `Lines` finds in a text that is not empty."""
    return len(Lines(text)) if "\r" in text else text.count("\n") + (not text.endswith("\n"))


class Lines:
    """Line and column of an offset in a text, both from 1, in logarithmic time.

    Only `\\n`, `\\r\\n` and a lone `\\r` end a line; a line end belongs to the line it ends.
    """

    def __init__(self, text: str) -> None:
        ends = (LINE_END if "\r" in text else _LINE_FEED).finditer(text)
        self._starts = array("i", chain([0], map(re.Match.end, ends)))
        if self._starts[-1] == len(text) and len(self._starts) > 1:
            self._starts.pop()

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def rising(self, offsets: Iterable[int]) -> Iterator[int]:
        """The lines of offsets of which none is smaller than the one before it."""
        starts, line = [*self._starts, sys.maxsize], 0
        for offset in offsets:
            while starts[line] <= offset:
                line += 1
            yield line

    def column(self, offset: int) -> int:
        return offset - self._starts[self.line(offset) - 1] + 1

    def start(self, line: int) -> int:
        """Offset of the first character of `line`."""
        return self._starts[line - 1]
