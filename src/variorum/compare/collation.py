"""What collating a corpus gives: duplicates, conflicts, and the apparatus."""

from __future__ import annotations

from dataclasses import dataclass

from variorum.model import ApparatusPlace, Conflict, Duplicate


@dataclass(frozen=True, slots=True)
class Collation:
    """Duplicates and conflicts and the apparatus, in the order of entries; without ids."""

    duplicates: tuple[Duplicate, ...]
    conflicts: tuple[Conflict, ...]
    apparatus: tuple[ApparatusPlace, ...]
