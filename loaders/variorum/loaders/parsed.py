"""What a format's parser hands on: fragments that tile the source, and drafts of witnesses."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from variorum.model import Finding, Passage, Property

# The property that says who has an entry.
BEARER = "bearer"
LINE_END = re.compile(r"\r\n|\n|\r")


class Piece(NamedTuple):
    """A fragment before entries have keys: characters `start` to `end` of the source text.

    `draft` is the index of the draft it belongs to, null where it belongs to none.
    """

    kind: str
    start: int
    end: int
    draft: int | None = None


@dataclass(slots=True)
class Draft:
    """A witness before it is known which entry it tells.

    `title` is as written, null where the source does not name it; `line_start` and `line_end`
    include the title.  `parent` is the index of the draft above it in the tree, `depth` 1 at the
    top.  `structured` marks a record; `evidence` says why a heading and its parent were read so.
    `key` is what the source itself calls it by (an id); `foreign` its name in another language and
    `abbreviation` its short name, where they stand beside the title and not in it.  What is its
    parent's `own` is another entry than what is called so under another parent.
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
    evidence: list[str] = field(default_factory=list)
    key: str | None = None
    foreign: str | None = None
    abbreviation: str | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class RepeatedRecord:
    """A record that repeats the record at `other_line` byte for byte."""

    draft: int
    line: int
    other_line: int


@dataclass(frozen=True, slots=True)
class Bearer:
    """What has the entry that its source calls `key`, as `line` of this source says.

    `is_key` says that `name` is a key as well, of another entry or in `Parsed.called`.
    """

    key: str
    name: str
    line: int
    is_key: bool = False


@dataclass(slots=True)
class Parsed:
    """One source after parsing.  The pieces tile its text.

    `title` stands above all of it; `lang` is the language where the loader knows better than the
    words of the whole file tell; `about` is what the source says of itself (`title`, `author`,
    `url`, `date`, `licence`); `links` are runs of the text (start, end) with the draft to which
    the source itself leads from there.  `game` is what the source itself calls its game by (an
    id), which other sources share or do not, `game_title` what the game is called there; `bearers`
    have entries that this source or another of the game tells, and `called` has names that go with
    keys of no entry.  `textless` says that the source lists names and has no place for texts.
    """

    format: str
    pieces: list[Piece] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    repeats: list[RepeatedRecord] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    title: str | None = None
    lang: str | None = None
    about: dict[str, str] = field(default_factory=dict)
    links: list[tuple[int, int, int]] = field(default_factory=list)
    game: str | None = None
    game_title: str | None = None
    bearers: list[Bearer] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)
    textless: bool = False


class Lines:
    """Line and column of an offset in a text, both from 1, in logarithmic time.

    Only `\\n`, `\\r\\n` and a lone `\\r` end a line; a line end belongs to the line it ends.
    """

    def __init__(self, text: str) -> None:
        if "\r" in text:
            self._starts = [0, *(m.end() for m in LINE_END.finditer(text))]
        else:
            # Many times as fast, and most texts have no other line ends.
            lengths = map(len, text.split("\n"))
            self._starts = [0, *accumulate(length + 1 for length in lengths)][:-1]
        if self._starts[-1] == len(text) and len(self._starts) > 1:
            self._starts.pop()

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def column(self, offset: int) -> int:
        return offset - self._starts[self.line(offset) - 1] + 1

    def start(self, line: int) -> int:
        """Offset of the first character of `line`."""
        return self._starts[line - 1]
