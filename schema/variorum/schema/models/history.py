"""Revisions and what each changed.  Keys stand here as text: an entry may be gone."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from variorum.schema.models.base import one_of, strict


class RevisionRow(SQLModel, table=True):
    """`revision` is the digest.  It may return (a change and its inverse), `number` never does.

    The counts are those of the rows of `change`, by kind.
    """

    __tablename__ = "revision"
    __table_args__ = strict()

    number: int = Field(primary_key=True)
    revision: str = Field(index=True)
    date: str
    label: str | None
    schema_version: int
    added: int
    changed: int
    removed: int
    renamed: int
    moved: int
    split: int
    merged: int
    author: str | None
    message: str | None
    commit_id: str | None


class ChangeRow(SQLModel, table=True):
    """`others` is a JSON list of the other keys that a change is about."""

    __tablename__ = "change"
    __table_args__ = strict(
        one_of("change", "added", "changed", "removed", "renamed", "moved", "split", "merged"),
        one_of("meaning", "typographic", "wording", "substantive"),
    )

    id: int = Field(primary_key=True)
    number: int = Field(foreign_key="revision.number", index=True)
    entry_key: str = Field(index=True)
    change: str
    meaning: str | None
    delta: str | None
    others: str | None


class SaidRow(SQLModel, table=True):
    """What closed versions said: each pair of title and text once."""

    __tablename__ = "said"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    title: str | None
    text: str


class TextVersionRow(SQLModel, table=True):
    """What an entry said from one revision until another.

    `nth` counts the witnesses of one entry in one source from 1; it is 0 for the settled text
    (no source) and for a translation (`source` is the catalogue).  What still stands has no row
    here, but its entry, its witness or its translation says since when: the file grows with what
    changed, not with the corpus.
    """

    __tablename__ = "text_version"
    __table_args__ = strict(Index("text_version_of_entry", "entry_key", "number_from"))

    id: int = Field(primary_key=True)
    entry_key: str
    lang: str
    source: str | None
    nth: int
    number_from: int = Field(foreign_key="revision.number", index=True)
    number_to: int = Field(foreign_key="revision.number", index=True)
    said_id: int | None = Field(foreign_key="said.id", index=True)


class KeptFileRow(SQLModel, table=True):
    """A file that a revision was built from, so that it can be built again.

    An open row (`number_to` null) of a source holds nothing: the fragments are its bytes.  A
    closed row holds what it has in common with the file `base` of revision `number_to`
    (`copies`, JSON) and the rest (`literals`, zlib); see `variorum.schema.archive`.
    """

    __tablename__ = "kept_file"
    __table_args__ = strict(
        one_of("role", "source", "unreadable", "decisions", "keys", "catalogue"),
    )

    id: int = Field(primary_key=True)
    path: str
    role: str
    number_from: int = Field(foreign_key="revision.number", index=True)
    number_to: int | None = Field(foreign_key="revision.number", index=True)
    sha256: str
    base: str | None
    copies: str | None
    literals: bytes | None


class ProgramRow(SQLModel, table=True):
    """The program that wrote the database: a digest of its code and of what it is run by."""

    __tablename__ = "program"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    digest: str


class ReplayedRow(SQLModel, table=True):
    """A commit, or a dated folder, that was read; `number` is the revision that then stood."""

    __tablename__ = "replayed"
    __table_args__ = strict(one_of("state", "new", "unchanged", "unreadable"))

    id: int = Field(primary_key=True)
    commit_id: str = Field(index=True)
    origin: str
    number: int | None = Field(foreign_key="revision.number", index=True)
    date: str
    author: str | None
    message: str | None
    state: str
    note: str | None


class FormerKeyRow(SQLModel, table=True):
    __tablename__ = "former_key"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    former_key: str = Field(unique=True)
    key: str = Field(index=True)
