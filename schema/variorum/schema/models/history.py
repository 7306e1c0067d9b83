"""Revisions and what each changed.  Keys stand here as text: an entry may be gone."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from variorum.schema.models.base import one_of, strict


class RevisionRow(SQLModel, table=True):
    """`revision` is the digest.  It may return (a change and its inverse), `number` never does."""

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


class ChangeRow(SQLModel, table=True):
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


class TextVersionRow(SQLModel, table=True):
    """What an entry said from one revision until another.

    While `number_to` is null and no source is named, title and text are the entry's own and
    stand there only: the file grows with what changed, not with the corpus.
    """

    __tablename__ = "text_version"
    __table_args__ = strict(Index("text_version_of_entry", "entry_key", "number_from"))

    id: int = Field(primary_key=True)
    entry_key: str
    lang: str
    source: str | None
    number_from: int = Field(foreign_key="revision.number", index=True)
    number_to: int | None = Field(foreign_key="revision.number", index=True)
    title: str | None
    text: str | None


class FormerKeyRow(SQLModel, table=True):
    __tablename__ = "former_key"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    former_key: str = Field(unique=True)
    key: str = Field(index=True)
