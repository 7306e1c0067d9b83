"""Ids that survive edits elsewhere.

An id is a digest of what a duplicate, a conflict or a finding is about (its kind, its
entries, its words), never of its line.  Equal ones are told apart by a suffix that counts
their occurrences in order: `3f2a90c1d4`, `3f2a90c1d4-2`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from variorum.model import Conflict, Duplicate, Finding

Item = TypeVar("Item", Duplicate, Conflict, Finding)

# Hexadecimal digits of an id: 40 bits, so that ten thousand of them hardly ever meet by chance.
DIGITS = 10


def digest(*parts: str | None) -> str:
    """The id of what the parts say (null counts as a part of its own)."""
    joined = "\x1f".join("\x00" if part is None else part for part in parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def identify_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The same findings in the same order, each with its id."""
    return _numbered(
        findings,
        lambda f: digest(
            "finding",
            f.kind,
            f.entry_key or f.source,
            f.excerpt,
            f.message if f.excerpt is None else None,
        ),
    )


def identify_conflicts(conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """The same conflicts in the same order, each with its id."""
    return _numbered(
        conflicts,
        lambda c: digest(
            "conflict",
            c.kind,
            c.scope,
            c.entry_key,
            c.other_key,
            c.source,
            c.other_source,
            c.reading,
            c.other_reading,
        ),
    )


def identify_duplicates(duplicates: Iterable[Duplicate]) -> tuple[Duplicate, ...]:
    """The same duplicates in the same order, each with its id.

    A duplicate does not hold its words; who made it gives it the digest of them as id
    (`duplicate_id`), and equal ones are told apart here.
    """
    return _numbered(
        duplicates,
        lambda d: d.id or duplicate_id(d.scope, d.entry_key, d.other_key, "", ""),
    )


def duplicate_id(scope: str, entry_key: str, other_key: str, text: str, other_text: str) -> str:
    """The digest of two places that say the same: their entries and their words."""
    return digest("duplicate", scope, entry_key, other_key, text, other_text)


def _numbered(items: Iterable[Item], about: Callable[[Item], str]) -> tuple[Item, ...]:
    seen: dict[str, int] = {}
    found: list[Item] = []
    for item in items:
        key = about(item)
        seen[key] = seen.get(key, 0) + 1
        found.append(replace(item, id=key if seen[key] == 1 else f"{key}-{seen[key]}"))
    return tuple(found)
