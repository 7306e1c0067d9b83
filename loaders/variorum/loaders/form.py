"""What a loader is: a name, how it recognises a text, and how it cuts the text into fragments.

A loader knows nothing of entries, keys, other files or the database.  Modules of this package
hold one each, called `LOADER`; others come from installed packages by the entry point group
`variorum.loaders` (see docs/loaders.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .parsed import Parsed


@dataclass(frozen=True, slots=True)
class Document:
    """One file as a loader sees it.

    `source` is the name it is known by, for findings; `text` is decoded, with its own line ends;
    `lang` is an ISO 639-1 code or `und`.  `columns` says which column of a table is what, as a
    person stated it in `variorum.toml`: a role (`name`, `text`, `key` …) to a header.
    """

    source: str
    text: str
    lang: str
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Loader:
    """One format.

    `name` is what `sources.format` and `variorum.toml` call it, `what` says in a line what it
    reads.  `recognise` says how sure it is that a document is its own: 0 for no, 1 for certain;
    the surest loader reads the file, and among equals the first by name.  `parse` gives the
    pieces that tile `document.text` and the drafts of witnesses; it may raise VariorumError with
    the source as file, and a line.
    """

    name: str
    what: str
    recognise: Callable[[Document], float]
    parse: Callable[[Document], Parsed]
