"""What a loader is: a name, how it recognises a text, and how it cuts the text into fragments.

A container is what stands before it where a file holds its text in a wrapping that is none (a
zipped file, a document of a word processor, a PDF): it gives the text, which a loader then cuts.

Neither knows anything of entries, keys, other files or the database.  Modules of this package
hold one each, called `LOADER` or `CONTAINER`; others come from installed packages by the entry
point group `variorum.loaders` (see docs/loaders.md).
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
    person stated it in `variorum.toml`: a role (`name`, `text`, `key` …) to a header;
    `lang_stated` says that a person stated the language, too.
    """

    source: str
    text: str
    lang: str
    columns: Mapping[str, str] = field(default_factory=dict)
    lang_stated: bool = False


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


@dataclass(frozen=True, slots=True)
class Place:
    """Where extracted text from character `offset` on stands in its container.

    `page` counts from 1, null where the container has no pages; `label` is what a reader would
    call the place, such as the file of a chapter, null where only the page is known.
    """

    offset: int
    page: int | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """What a person should look at in a container, besides its text.

    `offset` is the character of the extracted text where it stands, null for the whole file;
    `kind` and `severity` are those of `model.Finding`, and so are `excerpt` and `suggestion`.
    """

    offset: int | None
    message: str
    kind: str = "other"
    severity: str = "note"
    excerpt: str | None = None
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a container, with line ends as `\\n`, and where it stands there.

    `format` is the name of the loader that the text was written for, null where the loaders
    are to recognise it.  `places` are in the order of their offsets; `title` is what the
    container calls the whole work, null where it does not say.
    """

    text: str
    format: str | None = None
    places: tuple[Place, ...] = ()
    noted: tuple[Noted, ...] = ()
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Container:
    """One kind of file that wraps its text.

    `name` follows `container:` in `sources.encoding`, `what` says in a line what it is.  `opens`
    says from the bytes whether a file is one of its kind, and raises nothing; `extract` takes the
    bytes and the name of the file for errors, and may raise VariorumError.  `extra` is the extra
    of the package `variorum` that brings the library it needs, null where it needs none: an
    ImportError of `extract` then becomes the advice to install it.
    """

    name: str
    what: str
    opens: Callable[[bytes], bool]
    extract: Callable[[bytes, str], Extracted]
    extra: str | None = None
