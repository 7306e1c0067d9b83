"""Entries, their witnesses, and what each witness says."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from variorum.schema.models.base import one_of, strict, where_known


class EntryRow(SQLModel, table=True):
    """`digest` names what the entry says and is called; it tells a changed entry from an equal one.

    `since` is the revision since which the settled text stands, null where nobody knows.
    """

    __tablename__ = "entry"
    __table_args__ = strict(
        one_of("kind", "capability", "rule"),
        one_of("status", "named", "unnamed", "empty"),
        Index("entry_by_kind", "kind", "id"),
        Index("entry_of_system", "system_id", "position"),
        where_known("entry_of_parent", "parent_id"),
    )

    id: int = Field(primary_key=True)
    key: str = Field(unique=True)
    kind: str
    system_id: int = Field(foreign_key="system.id")
    lang: str
    title: str | None
    name: str | None
    parameter: str | None
    abbreviation: str | None
    english: str | None
    marker: str | None
    parent_id: int | None = Field(foreign_key="entry.id")
    depth: int
    position: int
    status: str
    sort_key: str
    evidence: str
    digest: str
    since: int | None = Field(foreign_key="revision.number")


class WitnessRow(SQLModel, table=True):
    """`since` is the revision since which the witness says so, null where nobody knows."""

    __tablename__ = "witness"
    __table_args__ = strict(Index("witness_of_entry", "entry_id", "witness", unique=True))

    id: int = Field(primary_key=True)
    entry_id: int = Field(foreign_key="entry.id")
    witness: int
    is_base: bool
    source_id: int = Field(foreign_key="source.id", index=True)
    line_start: int
    line_end: int
    title: str | None
    structured: bool
    since: int | None = Field(foreign_key="revision.number")


class PassageRow(SQLModel, table=True):
    """`spans` is a JSON list of `[start, source_start, length]`: where the text stands in the source."""

    __tablename__ = "passage"
    __table_args__ = strict(
        one_of("kind", "text", "example", "list_item", "note", "table", "remark"),
        Index("passage_of_witness", "witness_id", "position", unique=True),
    )

    id: int = Field(primary_key=True)
    witness_id: int = Field(foreign_key="witness.id")
    position: int
    kind: str
    text: str
    source_id: int = Field(foreign_key="source.id", index=True)
    line: int
    markup: str
    spans: str


class PropertyRow(SQLModel, table=True):
    __tablename__ = "property"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    witness_id: int = Field(foreign_key="witness.id", index=True)
    name: str
    value: str
    source_id: int = Field(foreign_key="source.id", index=True)
    line: int
