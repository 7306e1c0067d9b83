"""Games, the files that tell them, and the bytes of the files."""

from __future__ import annotations

import builtins

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from variorum.schema.models.base import strict


class SystemRow(SQLModel, table=True):
    __tablename__ = "system"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    key: str = Field(unique=True)
    title: str
    lang: str
    provisional: bool


class SourceRow(SQLModel, table=True):
    """`raw` is null where the fragments' texts, encoded, give the bytes (nearly always)."""

    __tablename__ = "source"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    source: str = Field(unique=True)
    system_id: int | None = Field(foreign_key="system.id", index=True)
    lang: str
    format: str
    encoding: str
    bytes: int
    lines: int
    sha256: str
    title: str | None
    author: str | None
    url: str | None
    date: str | None
    licence: str | None
    raw: builtins.bytes | None


class FragmentRow(SQLModel, table=True):
    """`start` counts characters of the source text; the end is `start` and the text's length."""

    __tablename__ = "fragment"
    __table_args__ = strict(Index("fragment_by_place", "source_id", "position", unique=True))

    id: int = Field(primary_key=True)
    source_id: int = Field(foreign_key="source.id")
    position: int
    kind: str
    start: int
    byte_start: int
    byte_end: int
    line_start: int
    line_end: int
    entry_id: int | None = Field(foreign_key="entry.id", index=True)
    text: str


class PlaceRow(SQLModel, table=True):
    """From `start` (a character of the source text) on, the text stands on this page or place."""

    __tablename__ = "place"
    __table_args__ = strict(Index("place_by_line", "source_id", "line", "start"))

    id: int = Field(primary_key=True)
    source_id: int = Field(foreign_key="source.id")
    start: int
    line: int
    page: int | None
    label: str | None
