"""One state of the database for each request, while builds replace the file.

Datasette keeps connections by database name, so a file that is replaced under it answers with
old and new rows mixed.  Here every state of the file (a generation) is kept under a name of its
own until its last reader has gone, and every request reads one generation from end to end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from variorum.model import VariorumError
from variorum.say import say
from variorum.schema import APPLICATION_ID, SCHEMA_VERSION, migrate

log = logging.getLogger("variorum.site")

T = TypeVar("T")
Stamp = tuple[int, int, int, int]

# Answers that cost more than a look-up (counts, comparisons) are kept for as long as nothing
# changes; so many of them, each of some ten kilobytes at most.
MEMOS = 600


@dataclass
class Generation:
    """One state of the database: a file that nobody replaces, and what was worked out from it."""

    path: Path
    stamp: Stamp
    revision: str
    number: int
    counts: dict[str, int | None] | None = None
    readers: int = 0
    _idle: list[sqlite3.Connection] = field(default_factory=list)
    _memos: OrderedDict[object, Any] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """Tells this state from every other that this server has seen."""
        return f"{self.revision}-{self.stamp[3]:x}-{self.number}"

    @contextlib.contextmanager
    def connection(
        self, prepare: Callable[[sqlite3.Connection], None]
    ) -> Iterator[sqlite3.Connection]:
        """A read-only connection that no other thread uses meanwhile."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            # Nobody changes the file any more, so SQLite may read it without locks.
            connection = sqlite3.connect(
                f"{self.path.as_uri()}?immutable=1", uri=True, check_same_thread=False
            )
            prepare(connection)
            connection.execute("pragma query_only = on")
        try:
            yield connection
        finally:
            with self._lock:
                self._idle.append(connection)

    def memo(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, made once for this generation."""
        with self._lock:
            if key in self._memos:
                self._memos.move_to_end(key)
                found: T = self._memos[key]
                return found
        made = make()
        with self._lock:
            self._memos[key] = made
            while len(self._memos) > MEMOS:
                self._memos.popitem(last=False)
        return made

    def close(self) -> None:
        """Close what is open and remove the file; nobody may read it any more."""
        with self._lock:
            for connection in self._idle:
                connection.close()
            self._idle.clear()
        with contextlib.suppress(OSError):
            self.path.unlink()


PINNED: ContextVar[Generation] = ContextVar("variorum_generation")


class Generations:
    """The states of the database file `path`: the present one, and older ones still read."""

    def __init__(
        self,
        path: Path,
        change: Callable[[Path], object] | None = None,
        marks: Callable[[], object] = lambda: None,
    ) -> None:
        """`change` may alter the private copy of a new state (None: it stays as it is).

        A new generation is also made where what `marks` gives has changed.  Raises
        VariorumError for a file that is no database of this program, or where `change` does.
        """
        self.path = path.resolve()
        self._change = change
        self._marks = marks
        # Not beside the file: readers need no right to write there.
        self._folder = Path(tempfile.mkdtemp(prefix="variorum-"))
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._made = 0
        self._refused: Stamp | None = None
        self._renewing = asyncio.Lock()
        self._guard = threading.Lock()
        self._mark = marks()
        self.present = self._new(_stamp(self.path))

    @contextlib.asynccontextmanager
    async def pinned(self) -> Any:
        """Everything inside reads the state that is present when it begins."""
        if self._outdated():
            async with self._renewing:
                if self._outdated():
                    await asyncio.get_running_loop().run_in_executor(None, self._renew)
        with self._guard:
            generation = self.present
            generation.readers += 1
        token = PINNED.set(generation)
        try:
            yield generation
        finally:
            PINNED.reset(token)
            with self._guard:
                generation.readers -= 1
                done = generation.readers == 0 and generation is not self.present
            if done:
                generation.close()

    def _outdated(self) -> bool:
        try:
            stamp = _stamp(self.path)
        except OSError:
            return False  # being moved about: the state that we have is whole
        changed = stamp not in (self.present.stamp, self._refused)
        return changed or self._marks() != self._mark

    def _renew(self) -> None:
        mark = self._marks()
        stamp = self.present.stamp
        try:
            stamp = _stamp(self.path)
            new = self._new(stamp)
        except (OSError, sqlite3.Error, VariorumError) as error:
            # Readers keep what they have; the next build or edit mends it.
            log.warning("%s; the state before is still shown", error)
            self._refused, self._mark = stamp, mark
            return
        with self._guard:
            old, self.present = self.present, new
            self._mark, self._refused = mark, None
            unread = old.readers == 0
        if unread:
            old.close()

    def _new(self, stamp: Stamp) -> Generation:
        self._made += 1
        path = self._folder / f"{self._made}.db"
        if self._change is None:
            _same_file(self.path, path)
        else:
            shutil.copyfile(self.path, path)
        try:
            if _version(path) < SCHEMA_VERSION:
                # Never through a hard link: that would migrate the user's file.
                path.unlink()
                shutil.copyfile(self.path, path)
                migrate(path)
            if self._change is not None:
                self._change(path)
            revision = _revision(path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        # The file may have been replaced between the look and the copy; the copy is what counts.
        return Generation(path, stamp, revision, self._made)


def is_ours(path: Path) -> bool:
    """Whether the file is a database of this program that this version can read."""
    try:
        return _version(path) <= SCHEMA_VERSION
    except (OSError, sqlite3.Error, VariorumError):
        return False


def _version(path: Path) -> int:
    if not path.is_file():
        raise VariorumError(say("there is no such database"), str(path))
    with contextlib.closing(
        sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    ) as database:
        (application,) = database.execute("pragma application_id").fetchone()
        (version,) = database.execute("pragma user_version").fetchone()
    if application != APPLICATION_ID or version > SCHEMA_VERSION:
        raise VariorumError(say("this version of variorum cannot read the database"), str(path))
    return int(version)


def _revision(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as database:
        row = database.execute(
            "select revision from revisions order by number desc limit 1"
        ).fetchone()
    return str(row[0]) if row else ""


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _same_file(path: Path, other: Path) -> None:
    """Give the file a second name: builds replace the first one and leave its bytes alone."""
    try:
        if os.name == "nt":
            raise OSError  # there a file that has a reader cannot be replaced
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)
