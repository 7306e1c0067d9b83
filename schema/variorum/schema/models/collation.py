"""What was found out about the entries: pairs of places, mentions, and what to look at."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from variorum.schema.models.base import one_of, strict


class DuplicateRow(SQLModel, table=True):
    """`digest` is the public id; the `other` columns are the base or earlier place."""

    __tablename__ = "duplicate"
    __table_args__ = strict(
        one_of("scope", "entry", "passage", "sentence"),
        one_of("relation", "identical", "markup", "typographic", "near"),
    )

    id: int = Field(primary_key=True)
    digest: str = Field(index=True)
    entry_id: int = Field(foreign_key="entry.id", index=True)
    other_entry_id: int = Field(foreign_key="entry.id", index=True)
    scope: str
    relation: str
    similarity: float
    source_id: int = Field(foreign_key="source.id", index=True)
    line: int
    start: int
    other_source_id: int = Field(foreign_key="source.id", index=True)
    other_line: int
    other_start: int
    verdict: str | None


class ConflictRow(SQLModel, table=True):
    """`digest` is the public id; the `other` columns are the base or earlier place."""

    __tablename__ = "conflict"
    __table_args__ = strict()

    id: int = Field(primary_key=True)
    digest: str = Field(index=True)
    entry_id: int = Field(foreign_key="entry.id", index=True)
    other_entry_id: int = Field(foreign_key="entry.id", index=True)
    scope: str
    kind: str
    source_id: int = Field(foreign_key="source.id", index=True)
    line: int
    start: int
    other_source_id: int = Field(foreign_key="source.id", index=True)
    other_line: int
    other_start: int
    reading: str
    other_reading: str
    verdict: str | None


class DifferenceRow(SQLModel, table=True):
    __tablename__ = "difference"
    __table_args__ = strict(Index("difference_of_conflict", "conflict_id", "position", unique=True))

    id: int = Field(primary_key=True)
    conflict_id: int = Field(foreign_key="conflict.id")
    position: int
    kind: str
    start: int
    end: int
    other_start: int
    other_end: int


class VariantRow(SQLModel, table=True):
    """One reading at one place of the apparatus of an entry; variant 0 is the base reading.

    `passage` is the position of the passage in the base witness, 0 before the first; `witnesses`
    a JSON list of the numbers of the witnesses that have the reading.
    """

    __tablename__ = "variant"
    __table_args__ = strict(
        Index("variant_of_entry", "entry_id", "place", "variant", unique=True),
    )

    id: int = Field(primary_key=True)
    entry_id: int = Field(foreign_key="entry.id")
    place: int
    passage: int
    start: int
    end: int
    variant: int
    kind: str | None
    reading: str
    witnesses: str


class CrossReferenceRow(SQLModel, table=True):
    """`passage` is the position of the passage in the base witness of the entry `from_id`."""

    __tablename__ = "cross_reference"
    __table_args__ = strict(
        one_of("kind", "capability", "rule", "page", "figure", "table", "book"),
        one_of("status", "resolved", "dangling", "ambiguous", "external"),
        Index("cross_reference_from", "from_id", "passage"),
    )

    id: int = Field(primary_key=True)
    from_id: int = Field(foreign_key="entry.id")
    passage: int
    source_id: int = Field(foreign_key="source.id", index=True)
    line: int
    start: int
    end: int
    surface: str
    kind: str
    target: str
    to_id: int | None = Field(foreign_key="entry.id", index=True)
    status: str
    why: str


class FindingRow(SQLModel, table=True):
    """`source` is text, as a file that is no text is a finding and has no row among the sources.

    `said` is how `message` was made, so that it can be told in another language."""

    __tablename__ = "finding"
    __table_args__ = strict(
        one_of("severity", "error", "warning", "note"),
        Index("finding_by_place", "source", "line", "column"),
    )

    id: int = Field(primary_key=True)
    digest: str = Field(index=True)
    kind: str = Field(index=True)
    severity: str
    source: str | None
    line: int | None
    column: int | None
    excerpt: str | None
    suggestion: str | None
    entry_id: int | None = Field(foreign_key="entry.id", index=True)
    message: str
    verdict: str | None
    said: str | None
