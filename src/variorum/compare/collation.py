"""What collating a corpus gives: duplicates, conflicts, and the apparatus."""

from __future__ import annotations

from dataclasses import dataclass

from variorum.model import Conflict, Duplicate


@dataclass(frozen=True, slots=True)
class Variant:
    """A reading, the class of its difference from the base reading (null for the base
    reading itself), and the numbers (from 1) of the witnesses that have it.

    `kind` is `missing_passage` where the witnesses lack the passage."""

    reading: str
    kind: str | None
    witnesses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ApparatusPlace:
    """One place where the witnesses of an entry differ.

    `passage` is the position (from 1) of the passage of the base witness, 0 before the first;
    `start` and `end` count in its clean text, and are both its length for a passage that
    stands after it in other witnesses only.  The first variant is the base reading.
    """

    entry_key: str
    position: int
    passage: int
    start: int
    end: int
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Collation:
    """Duplicates and conflicts in the order of entries, with ids; the apparatus likewise."""

    duplicates: tuple[Duplicate, ...]
    conflicts: tuple[Conflict, ...]
    apparatus: tuple[ApparatusPlace, ...]
