"""Terms and translations, as the catalogues give them."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from variorum.schema.models.base import one_of, strict


class TermRow(SQLModel, table=True):
    """One word of one language for one concept; without a system it holds for all."""

    __tablename__ = "term"
    __table_args__ = strict(Index("term_of_concept", "concept", "lang"))

    id: int = Field(primary_key=True)
    concept: str
    system_id: int | None = Field(foreign_key="system.id", index=True)
    lang: str
    term: str
    status: str | None
    note: str | None


class TranslationRow(SQLModel, table=True):
    """`position` 0 is the title; `words` counts the words of `source_text`, for the coverage.

    `since` is the revision since which all that its catalogue says of the entry stands; null
    where nobody knows, and where the translation is not current.
    """

    __tablename__ = "translation"
    __table_args__ = strict(
        one_of("state", "untranslated", "fuzzy", "translated", "reviewed", "stale"),
        Index("translation_of_entry", "entry_id", "position", "lang"),
        Index("translation_coverage", "system_id", "lang", "state", "words"),
    )

    id: int = Field(primary_key=True)
    entry_id: int = Field(foreign_key="entry.id")
    system_id: int = Field(foreign_key="system.id")
    position: int
    lang: str
    source_text: str
    text: str | None
    state: str
    translator: str | None
    catalogue: str | None
    line: int | None
    words: int
    since: int | None = Field(foreign_key="revision.number")
