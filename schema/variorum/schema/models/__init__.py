"""The tables as SQLModel classes: the one place where a column is declared.

A build never imports this package (SQLModel costs half a second); it runs `tables.sql`,
which `python -m variorum.schema.generate` writes from here and a test holds equal.
Tables have singular names, the public views plural ones; every table has one integer key,
as Datasette links only single columns.
"""

from variorum.schema.models.base import metadata
from variorum.schema.models.collation import (
    ConflictRow,
    CrossReferenceRow,
    DifferenceRow,
    DuplicateRow,
    FindingRow,
    VariantRow,
)
from variorum.schema.models.history import (
    ChangeRow,
    FormerKeyRow,
    KeptFileRow,
    ProgramRow,
    ReplayedRow,
    RevisionRow,
    SaidRow,
    TextVersionRow,
)
from variorum.schema.models.rules import EntryRow, PassageRow, PropertyRow, WitnessRow
from variorum.schema.models.sources import FragmentRow, SourceRow, SystemRow
from variorum.schema.models.translating import TermRow, TranslationRow

__all__ = [
    "ChangeRow",
    "ConflictRow",
    "CrossReferenceRow",
    "DifferenceRow",
    "DuplicateRow",
    "EntryRow",
    "FindingRow",
    "FormerKeyRow",
    "FragmentRow",
    "KeptFileRow",
    "PassageRow",
    "ProgramRow",
    "PropertyRow",
    "ReplayedRow",
    "RevisionRow",
    "SaidRow",
    "SourceRow",
    "SystemRow",
    "TermRow",
    "TextVersionRow",
    "TranslationRow",
    "VariantRow",
    "WitnessRow",
    "metadata",
]
