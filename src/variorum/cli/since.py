"""`variorum check --since`: what was there to look at already at an earlier revision."""

from __future__ import annotations

import sqlite3
from collections.abc import Container
from dataclasses import replace
from typing import TypeVar

from variorum.cli.states import named_revision, read_at
from variorum.model import Conflict, Corpus, Duplicate, Entry, Finding

_Pair = TypeVar("_Pair", Conflict, Duplicate)


def known_at(connection: sqlite3.Connection, name: str, database: str) -> Container[str]:
    """The ids of all findings, conflicts and duplicates that the revision `name` had.

    Its files are read again by this version of the program, so that only what is new in the
    texts is new, not what the program has learnt to find.  Entries that were renamed since
    count under their present keys.  Raises VariorumError for a revision that is not there or
    whose files are not kept.
    """
    from variorum.decisions import numbered
    from variorum.schema import read_ledger

    ledger = read_ledger(connection)
    row = named_revision(ledger, name, database)
    former = dict(connection.execute("select former_key, key from former_keys").fetchall())
    corpus = read_at(connection, ledger, row).corpus
    entries = [_renamed(entry, former) for entry in corpus.entries]
    known: dict[str, None] = {}
    for items in (
        numbered([_moved(i, former) for i in corpus.findings], entries),
        numbered([_moved_pair(i, former) for i in corpus.conflicts], entries),
        numbered([_moved_pair(i, former) for i in corpus.duplicates], entries),
    ):
        known |= dict.fromkeys(item.id for item in items)
    return known | dict.fromkeys(_ids(corpus))


def _ids(corpus: Corpus) -> list[str]:
    items: list[Finding | Conflict | Duplicate] = [
        *corpus.findings,
        *corpus.conflicts,
        *corpus.duplicates,
    ]
    return [item.id for item in items]


def _renamed(entry: Entry, former: dict[str, str]) -> Entry:
    return replace(entry, key=former.get(entry.key, entry.key))


def _moved(item: Finding, former: dict[str, str]) -> Finding:
    key = item.entry_key
    return replace(item, entry_key=former.get(key, key) if key is not None else None)


def _moved_pair(item: _Pair, former: dict[str, str]) -> _Pair:
    return replace(
        item,
        entry_key=former.get(item.entry_key, item.entry_key),
        other_key=former.get(item.other_key, item.other_key),
    )
