"""History from where it really is: commits of a repository, or a folder of dated copies.

The database only caches it.  What it already holds is not read again; where the past itself
was rewritten, the cache is cut back to where the two agree.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.fingerprint import program_digest
from variorum.cli.inputs import Inputs, catalogues_beside, inputs_at, inputs_in, inputs_of
from variorum.cli.pipeline import Progress, Read, corpus_of
from variorum.cli.repository import Commit, Repository, repository
from variorum.model import Corpus, VariorumError
from variorum.say import say

if TYPE_CHECKING:
    import sqlite3

    from variorum.schema import Past, Replayed

# After so long the work is written down, so that a replay that is stopped goes on from there.
_PATIENCE_SECONDS = 60.0

_DATED = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ _-]+(.+))?")


@dataclass(frozen=True, slots=True)
class Step:
    """One state to read; `inputs` reads it, and raises VariorumError where it cannot be read.

    `same` is equal for neighbours whose files are the same; null: not known.
    """

    commit_id: str
    date: str
    author: Callable[[], str | None]
    message: str | None
    label: str | None
    inputs: Callable[[], Inputs]
    same: Callable[[], str | None]


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay did: how many states it read, and which of them could not be read.

    `dropped` counts revisions that the database held and the history no longer has.
    """

    corpus: Corpus
    revisions: int
    read: int
    new: int
    known: int
    dropped: int
    unreadable: Sequence[Replayed]


def replay_git(
    folder: Path, path: str | None, output: Path, progress: Progress | None = None
) -> Replay:
    """Build the database `output` from the commits of the repository that holds `folder`.

    `path`: only this folder or file of it, counted from `folder`.  Raises VariorumError where
    there is no repository, no commit that can be read, and where `output` holds a history that
    is not from commits.
    """
    with repository(folder, path) as repo:
        steps = [_of_commit(repo, commit) for commit in repo.commits()]
        origin = f"git {repo.path}/{repo.named or ''}".rstrip(" /")
        return _replay(steps, origin, output, progress)


def replay_dated(folder: Path, output: Path, progress: Progress | None = None) -> Replay:
    """Build the database `output` from the sub-folders of `folder` that are named by a date.

    `2021-05-03`, or with a label behind it (`2021-05-03 second printing`).  Raises
    VariorumError where there is none, and otherwise like `replay_git`.
    """
    steps = list(_of_folders(folder))
    if not steps:
        raise VariorumError(
            say("no folder in it is named by a date; name each copy like 2021-05-03"), str(folder)
        )
    return _replay(steps, "folder", output, progress)


def _of_commit(repo: Repository, commit: Commit) -> Step:
    def inputs() -> Inputs:
        files = repo.files(repo.listing(commit))
        return inputs_in(files, f"{commit.id[:12]}:{repo.path or '.'}", named=repo.named)

    def same() -> str:
        return repr(sorted(repo.listing(commit).items()))

    return Step(
        *(commit.id, commit.date, lambda: repo.authors(commit), commit.message or None),
        *(None, inputs, same),
    )


def _of_folders(folder: Path) -> Iterator[Step]:
    if not folder.is_dir():
        raise VariorumError(
            say("there is no such folder; name one with dated copies in it"), str(folder)
        )
    for copy in sorted(folder.iterdir()):
        match = _DATED.fullmatch(copy.name)
        if not match or not copy.is_dir():
            continue
        try:
            date.fromisoformat(match[1])
        except ValueError:
            raise VariorumError(
                say("{name} is no date; rename the folder to the date of its copy", name=match[1]),
                str(copy),
            ) from None

        def inputs(copy: Path = copy) -> Inputs:
            return inputs_of([copy], copy, catalogues_beside([copy], copy))

        name = f"{copy.name}@{_sum(copy)}"
        yield Step(name, match[1], lambda: None, None, match[2], inputs, lambda: None)


def _sum(folder: Path) -> str:
    """A digest of the names and bytes of all files in a folder."""
    made = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
            made.update(name + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()[:12]


def _replay(
    steps: Sequence[Step], origin: str, output: Path, progress: Progress | None
) -> Replay:  # fmt: skip
    from variorum.schema import no_past, open_database

    tell = progress or (lambda _step, _share: None)
    with contextlib.ExitStack() as open_files:
        past, known, dropped = no_past(), 0, 0
        if output.exists():
            # Earlier files are read from it as they are needed.
            connection = open_files.enter_context(contextlib.closing(open_database(output)))
            past, known, dropped = _agreed(connection, steps, origin, output)
        corpus, new = _read_on(past, steps, known, origin, output, tell)
    return Replay(
        corpus,
        len(past.ledger.revisions),
        len(steps) - known,
        new,
        known,
        dropped,
        [row for row in past.ledger.replayed[known:] if row.state == "unreadable"],
    )


def _read_on(
    past: Past, steps: Sequence[Step], known: int, origin: str, output: Path, tell: Progress
) -> tuple[Corpus, int]:
    """Read the steps after the `known` ones into the past, and write it; the last corpus."""
    from variorum.schema import Replayed, Signed, record, write_past

    read: Read | None = None
    readable = known and past.ledger.replayed[-1].state != "unreadable"
    before = steps[known - 1].same() if readable else None
    written = time.monotonic()
    new = 0
    for at in range(known, len(steps)):
        step = steps[at]
        tell(
            say("{number} of {all}", number=at + 1, all=len(steps)),
            (at - known) / (len(steps) - known),
        )
        last = past.ledger.revisions[-1] if past.ledger.revisions else None
        # Dates that run backwards would give one day two states.
        day = max(step.date, last.date[:10]) if last else step.date
        number = last.number if last else None
        state, note, author = "unchanged", None, None
        try:
            author = step.author()
            now = step.same()
            if now is None or now != before:
                found = corpus_of(step.inputs())
                revision = record(
                    past,
                    found.corpus,
                    Signed(day, step.label, author, step.message, step.commit_id),
                    found.files,
                    found.kept_keys if found.keys is not None else None,
                )
                read, number = found, revision.number
                if revision.new:
                    state, new = "new", new + 1
            before = now
        except (VariorumError, UnicodeError) as error:
            state, note, before = "unreadable", str(error), None
        past.ledger.replayed.append(
            Replayed(step.commit_id, origin, number, day, author, step.message, state, note)
        )
        if read is not None and time.monotonic() - written > _PATIENCE_SECONDS:
            write_past(read.corpus, past, output, program=program_digest())
            written = time.monotonic()
    corpus = read.corpus if read is not None else _last(steps, past)
    write_past(corpus, past, output, program=program_digest())
    return corpus, new


def _last(steps: Sequence[Step], past: Past) -> Corpus:
    """The corpus of the last state that can be read, by this version of the program."""
    from variorum.schema import Signed, record

    for step, row in zip(reversed(steps), reversed(past.ledger.replayed), strict=False):
        if row.state != "unreadable":
            read = corpus_of(step.inputs())
            keys = read.kept_keys if read.keys is not None else None
            # Nothing new for a state that has just been read; a newer program may read it otherwise.
            record(
                past,
                read.corpus,
                Signed(row.date, None, row.author, row.message, row.commit_id),
                read.files,
                keys,
            )
            return read.corpus
    notes = [row.note for row in past.ledger.replayed if row.note]
    raise VariorumError(
        say(
            "no state of these sources can be read; the last one: {why}",
            why=notes[-1] if notes else say("there is none"),
        )
    )


def _agreed(
    connection: sqlite3.Connection, steps: Sequence[Step], origin: str, output: Path
) -> tuple[Past, int, int]:
    """The past that a database and the steps agree on, how many steps and lost revisions."""
    from variorum.schema import no_past, past_of

    past = past_of(connection)
    ledger = past.ledger
    if ledger.revisions and ledger.revisions[0].commit_id is None:
        raise VariorumError(
            say(
                "its history ({revisions} revisions) is not from commits or dated copies and "
                "would be lost; name another file with -o",
                revisions=len(ledger.revisions),
            ),
            str(output),
        )
    known = 0
    for step, row in zip(steps, ledger.replayed, strict=False):
        if (row.commit_id, row.origin) != (step.commit_id, origin):
            break
        known += 1
    number = ledger.replayed[known - 1].number or 0 if known else 0
    dropped = len(ledger.revisions) - number
    if number == 0:
        past = no_past()
        return past, 0, dropped
    if dropped:
        past = _past_at(connection, past, number)
    past.ledger.replayed = past.ledger.replayed[:known]
    return past, known, dropped


def _past_at(connection: sqlite3.Connection, past: Past, number: int) -> Past:
    """The past as it ended with an earlier revision."""
    from variorum.schema import Past, files_at, state_of, until

    files = {(f.role, f.path): f for f in files_at(past.ledger.files, number, past.contents)}
    read = corpus_of(inputs_at(connection, past.ledger, number))
    ledger = until(past.ledger, number, past.contents)
    return Past(ledger, state_of(read.corpus), lambda role, path: files[role, path].content)
