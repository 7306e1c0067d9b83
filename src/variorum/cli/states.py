"""States by their names: revisions of a database by number, digest, label or date."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.inputs import inputs_at
from variorum.model import VariorumError
from variorum.say import say

if TYPE_CHECKING:
    from variorum.cli.pipeline import Read
    from variorum.schema import Change, Ledger, RevisionRow, State

_LEAST_PREFIX = 4
# How the names of databases end.
_SUFFIXES = (".db", ".sqlite", ".sqlite3")


def named_revision(ledger: Ledger, name: str, database: str) -> RevisionRow:
    """The revision that `name` names: a number, a label, a date, a digest or its beginning.

    A label is tried first, then a number, then a date (the last revision on it or before it),
    then a digest, a commit, or the first four digits or more of one.  Of revisions of one label
    or digest, the last.  Raises VariorumError where there is none, or several.
    """
    revisions = ledger.revisions
    if not revisions:
        raise VariorumError(say("there is no revision yet; build it first"), database)
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
            say(
                "the first revision is of {date}; nothing is known of {name}",
                date=revisions[0].date,
                name=name,
            ),
            database,
        )
    if len(name) >= _LEAST_PREFIX:
        names = [(row.revision, row) for row in revisions]
        # A commit that changed no text stands for the revision that it left standing.
        names += [(r.commit_id, revisions[r.number - 1]) for r in ledger.replayed if r.number]
        found = {full: row for full, row in names if full.lower().startswith(name.lower())}
        if len(found) > 1:
            raise VariorumError(
                say(
                    "{name!r} begins more than one revision ({found}); write more of it",
                    name=name,
                    found=", ".join(sorted(found)),
                ),
                database,
            )
        for row in found.values():
            return row
    raise VariorumError(
        say(
            "there is no revision {name!r}; name one by number, digest, label or date "
            "(`variorum history` lists them)",
            name=name,
        ),
        database,
    )


def read_at(connection: sqlite3.Connection, ledger: Ledger, row: RevisionRow) -> Read:
    """The corpus of a revision, read anew from the files that it was built from.

    Raises VariorumError where they are not kept.
    """
    from variorum.cli.pipeline import corpus_of

    return corpus_of(inputs_at(connection, ledger, row.number))


@dataclass(frozen=True, slots=True)
class Named:
    """A state to compare: `name` for readers; `former` are pairs of a former key and a key.

    `plain` says that only titles and texts are known: an older version of the program made it,
    and kept no files, or read them otherwise than this one.
    """

    name: str
    revision: str
    state: State
    former: tuple[tuple[str, str], ...]
    plain: bool = False


def named_state(name: str, database: Path) -> Named:
    """The state that `name` names: a database file's, or that of a revision of `database`.

    Raises VariorumError where there is no such database or revision.
    """
    from variorum.schema import open_database, past_of, state_of

    path = Path(name)
    if path.is_file():
        with contextlib.closing(open_database(path)) as connection:
            state = past_of(connection).state
            return Named(str(path), state.revision, state, _former(connection))
    with contextlib.closing(_opened(database, path)) as connection:
        past = past_of(connection)
        row = named_revision(past.ledger, name, str(database))
        told = say("revision {number} ({name})", number=row.number, name=row.label or row.date)
        former = _former(connection)
        if row.number == len(past.ledger.revisions):
            return Named(told, row.revision, past.state, former)
        if any(f.number_from <= row.number for f in past.ledger.files):
            state = state_of(read_at(connection, past.ledger, row).corpus)
            if state.revision == row.revision:
                return Named(told, row.revision, state, former)
        return Named(told, row.revision, plain_state_at(connection, row.number), former, True)


def _opened(database: Path, named: Path) -> sqlite3.Connection:
    """The database in which a state is looked for; `named`: where it could be a file itself."""
    from variorum.schema import open_database

    if not database.exists() and named.suffix in _SUFFIXES:
        return open_database(named)  # It is not there: that is what to say.
    return open_database(database)


def _former(connection: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    return tuple((row[0], row[1]) for row in connection.execute("select * from former_keys"))


def plain_state_at(connection: sqlite3.Connection, number: int) -> State:
    """Titles and texts of a revision, from the versions that a database keeps."""
    from variorum.schema import plain_state

    return plain_state(
        connection.execute(
            "select entry_key, lang, title, text from text_versions where source is null"
            " and number_from <= :number and (number_to is null or number_to > :number)"
            " order by entry_key",
            {"number": number},
        )
    )


def compared(one: Named, other: Named) -> list[Change]:
    """What changed from one state to another (see `variorum.schema.changes`)."""
    from variorum.schema import changes, plain

    former = {**{new: old for old, new in one.former}, **dict(other.former)}
    states = one.state, other.state
    if one.plain or other.plain:
        states = plain(one.state), plain(other.state)
    return changes(*states, former)
