"""What a person can decide, as data classes; each knows the line it stands on.

Lines count from 1; 0 for what does not come from a file yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from variorum.say import say

#: What can be decided about each kind of thing, and the key that must go with it (or none).
CHOICES: Mapping[str, Mapping[str, str | None]] = {
    "conflict": {"right": "witness", "reading": "reading", "differ": None},
    "duplicate": {"same": None, "differ": None},
    "finding": {"accepted": None, "reading": "reading", "dismissed": None},
    "entry": {"base": "witness"},
}

#: The same kinds of thing in words.
ABOUT: Mapping[str, str] = {
    "conflict": say("conflict"),
    "duplicate": say("duplicate"),
    "finding": say("finding"),
    "entry": say("entry"),
}

#: What a column of a table, or a member of an object, can be stated to be.
COLUMNS = ("name", "text", "key", "foreign", "abbreviation")


@dataclass(frozen=True, slots=True)
class SystemDecision:
    """`[systems.<key>]`: a game's title and language, and the keys it had before."""

    key: str
    title: str | None = None
    lang: str | None = None
    former: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class SourceDecision:
    """`[sources."<path>"]`: where a file comes from, and what recognition cannot know.

    `source` is a POSIX path relative to the folder; `date` is `YYYY`, `YYYY-MM` or
    `YYYY-MM-DD`; `encoding` a Python codec name; `format` the name of a loader; `columns` leads
    from words of COLUMNS to titles of columns, or to their numbers (from 1) as digits.
    """

    source: str
    system: str | None = None
    title: str | None = None
    author: str | None = None
    url: str | None = None
    date: str | None = None
    licence: str | None = None
    lang: str | None = None
    encoding: str | None = None
    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    line: int = 0


@dataclass(frozen=True, slots=True)
class NameDecision:
    """`[[names]]`: the name of an entry that no source names."""

    entry: str
    name: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class ParentDecision:
    """`[[parents]]`: the entry under which another stands; `parent` is empty at the top."""

    entry: str
    parent: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """`[[verdicts]]`: what a person decided about one conflict, duplicate, finding or entry.

    `about` and `decision` are words of CHOICES.  `id` is the id of the public view (empty
    for an entry); `entries` are the keys of the entries it is about; `source` is the file
    of a finding that belongs to no entry.  `witness` is the source that is right (or the
    base), `reading` the right words.  `texts` is the fingerprint of the texts the verdict
    was given for.  `by`, `date` and `note` are for people.
    """

    about: str
    decision: str
    id: str = ""
    entries: tuple[str, ...] = ()
    source: str | None = None
    witness: str | None = None
    reading: str | None = None
    texts: str | None = None
    by: str | None = None
    date: str | None = None
    note: str | None = None
    line: int = 0

    @property
    def subject(self) -> tuple[str, ...]:
        """What it is about: two verdicts with one subject would contradict each other."""
        return (self.about, self.id) if self.id else (self.about, *self.entries)


@dataclass(frozen=True, slots=True)
class Decisions:
    """All of one `variorum.toml`; `file` is its path for messages.

    `repair_encoding` (in `[build]`) says that texts read in a wrong encoding are to be read right.
    """

    file: str = "variorum.toml"
    systems: Mapping[str, SystemDecision] = field(default_factory=dict)
    sources: Mapping[str, SourceDecision] = field(default_factory=dict)
    names: Mapping[str, NameDecision] = field(default_factory=dict)
    parents: Mapping[str, ParentDecision] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    repair_encoding: bool = False
