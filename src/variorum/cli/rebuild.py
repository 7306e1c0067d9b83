"""`variorum build --at`: the database of an earlier revision, from what a database keeps."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.fingerprint import program_digest
from variorum.cli.states import named_revision, read_at
from variorum.model import Corpus, VariorumError
from variorum.say import say

if TYPE_CHECKING:
    from variorum.schema import RevisionRow


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """`same` is false where this version of the program reads the files otherwise than the one
    that made the revision."""

    corpus: Corpus
    row: RevisionRow
    output: Path
    same: bool


def rebuild(database: Path, name: str, output: Path | None) -> Rebuilt:
    """Write the database as it was at the revision `name` to `output`.

    Without an output it goes beside the database, with the number of the revision in its name.
    Raises VariorumError for a revision that is not there or whose files are not kept, and where
    the output is the database itself, which holds the history after that revision.
    """
    from variorum.schema import Past, open_database, past_of, state_of, until, write_past

    with contextlib.closing(open_database(database)) as connection:
        past = past_of(connection)
        row = named_revision(past.ledger, name, str(database))
        output = output or database.with_name(f"{database.stem}-{row.number}{database.suffix}")
        if output.resolve() == database.resolve():
            raise VariorumError(
                say("this file holds the history after that revision; name another one with -o"),
                str(output),
            )
        read = read_at(connection, past.ledger, row)
        ledger = until(past.ledger, row.number, past.contents)
    state = state_of(read.corpus)
    past = Past(ledger, state, past.contents)
    write_past(read.corpus, past, output, program=program_digest())
    return Rebuilt(read.corpus, row, output, state.revision == row.revision)
