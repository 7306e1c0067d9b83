"""States by their names: revisions of a database by number, digest, label or date."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from variorum.cli.inputs import inputs_at
from variorum.model import VariorumError

if TYPE_CHECKING:
    from variorum.cli.pipeline import Read
    from variorum.schema import Ledger, RevisionRow

_LEAST_PREFIX = 4


def named_revision(revisions: Sequence[RevisionRow], name: str, database: str) -> RevisionRow:
    """The revision that `name` names: a number, a label, a date, a digest or its beginning.

    A label is tried first, then a number, then a date (the last revision on it or before it),
    then a digest, a commit, or the first four digits or more of one.  Of revisions of one label
    or digest, the last.  Raises VariorumError where there is none, or several.
    """
    if not revisions:
        raise VariorumError("there is no revision yet; build it first", database)
    for row in reversed(revisions):
        if row.label == name:
            return row
    if re.fullmatch(r"\d{1,9}", name) and 1 <= int(name) <= len(revisions):
        return revisions[int(name) - 1]
    if re.fullmatch(r"\d{4}-\d\d-\d\d(T.*)?", name):
        earlier = [row for row in revisions if row.date <= name]
        if earlier:
            return max(earlier, key=lambda row: (row.date, row.number))
        raise VariorumError(
            f"the first revision is of {revisions[0].date}; nothing is known of {name}", database
        )
    if len(name) >= _LEAST_PREFIX:
        found = {
            full: row
            for row in revisions
            for full in (row.revision, row.commit_id)
            if full is not None and full.startswith(name.lower())
        }
        if len(found) > 1:
            raise VariorumError(
                f"{name!r} begins more than one revision ({', '.join(sorted(found))}); write more "
                "of it",
                database,
            )
        for row in found.values():
            return row
    raise VariorumError(
        f"there is no revision {name!r}; name one by number, digest, label or date "
        "(`variorum history` lists them)",
        database,
    )


def read_at(connection: sqlite3.Connection, ledger: Ledger, row: RevisionRow) -> Read:
    """The corpus of a revision, read anew from the files that it was built from.

    Raises VariorumError where they are not kept.
    """
    from variorum.cli.pipeline import corpus_of

    return corpus_of(inputs_at(connection, ledger, row.number))
