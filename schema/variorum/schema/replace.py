"""Replace a database file in one step: readers see the old one or the new one, whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from variorum.files import real_path, refuse_protected, refuse_to_replace, refuse_unnamable
from variorum.model import VariorumError
from variorum.say import reason, say

# What the disk, not the program, did wrong.
_DISK = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
}


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[tuple[Path, Path]]:
    """Give two temporary paths beside `path`: a stage to work in, and the new file to fill.

    When the block ends, the new file takes the place of `path`; a block that leaves no new
    file, or whose new file has the bytes of the old one, leaves `path` alone.  What a killed
    build left behind is removed first; one build at a time works on a folder.  The new file has
    the mode of the old one.

    Raises VariorumError where the folder cannot be written or the disk is full, where another
    program has unfinished work in the old file, and where that must not be replaced: it is no
    file, or nobody may write it.
    """
    named, path = path, real_path(path)  # a symbolic link stays one
    refuse_unnamable(path, str(path))
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None:
        refuse_to_replace(named, mode)
    prefix = f".{path.name}.building-"
    stage, new = (path.with_name(f"{prefix}{os.getpid()}.{end}") for end in ("stage", "new"))
    with _locked(path.parent):
        _refuse_unfinished(path)
        _remove(path.parent, prefix)
        try:
            yield stage, new
            # Not only at the end: what is killed after the new file is in place leaves nothing.
            with contextlib.suppress(OSError):
                stage.unlink()
            if new.exists() and not _same_bytes(new, path):
                if mode is not None:
                    refuse_protected(named, mode)
                _put(new, path, mode)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _DISK:
                raise
            raise VariorumError(
                say(
                    "the database cannot be written ({error}); make room, or name another file "
                    "with -o",
                    error=error,
                ),
                str(named),
            ) from error
        except OSError as error:
            raise VariorumError(
                say(
                    "cannot be written ({reason}); check the folder, its rights and the free space",
                    reason=reason(error),
                ),
                str(named),
            ) from error
        finally:
            _remove(path.parent, prefix)


def _put(new: Path, path: Path, mode: int | None) -> None:
    if mode is not None:
        new.chmod(mode & 0o7777)
    _sync(new)
    new.replace(path)
    _sync(path.parent)


def complete(connection: sqlite3.Connection, stage: Path, new: Path) -> None:
    """End the one transaction that filled `stage`, and make it the file `new`, checked.

    The connection is closed.  A stage in which pages are free is written anew without them.
    """
    connection.execute("analyze")
    (free,) = connection.execute("pragma freelist_count").fetchone()
    connection.execute("commit")
    if free:
        connection.execute("vacuum into ?", (str(new),))
    connection.close()
    if not free:
        stage.rename(new)
    _check(new)


def vacuum_into(connection: sqlite3.Connection, new: Path) -> None:
    """Write the database into the file `new`, compactly, and check what was written.

    `vacuum into` lays the pages out by content alone: same rows, same bytes.
    """
    connection.execute("analyze")
    connection.commit()
    connection.execute("vacuum into ?", (str(new),))
    _check(new)


def _check(new: Path) -> None:
    written = sqlite3.connect(new)
    try:
        # All but whether the indexes, which have just been made of the rows, are those of the rows.
        faults = [row[0] for row in written.execute("pragma quick_check") if row[0] != "ok"]
        faults += [
            f"row {row[1]} of {row[0]} names no row of {row[2]}"
            for row in written.execute("pragma foreign_key_check")
        ]
    finally:
        written.close()
    if faults:
        raise sqlite3.IntegrityError("; ".join(faults[:5]))


def is_as_written(path: Path) -> bool:
    """Whether no transaction has changed a file since it was written, and none is under way.

    SQLite counts the transactions in the header (the file change counter of its file format,
    offset 24); a file that `complete` or `vacuum_into` made has had one.
    """
    if any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal")):
        return False
    with path.open("rb") as file:
        return int.from_bytes(file.read(28)[24:], "big") == 1


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, where the system has one; the kernel frees it from a killed build."""
    try:
        import fcntl
    except ImportError:  # Windows: open files cannot be replaced there anyway
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise VariorumError(
            say(
                "the folder cannot be opened ({reason}); name a file in another one",
                reason=reason(error),
            ),
            str(folder),
        ) from error
    try:
        with contextlib.suppress(OSError):  # some network file systems have no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _refuse_unfinished(path: Path) -> None:
    for end in ("-wal", "-journal"):
        journal = path.with_name(path.name + end)
        # SQLite would play this journal into the file that takes the old one's place.
        if journal.exists() and journal.stat().st_size:
            raise VariorumError(
                say(
                    "another program is writing this database ({name} is not empty); close it, or "
                    "name another file with -o",
                    name=journal.name,
                ),
                str(path),
            )


def _remove(folder: Path, prefix: str) -> None:
    for debris in folder.iterdir():
        if debris.name.startswith(prefix):
            # What cannot be removed now does no harm, and the next build tries again.
            with contextlib.suppress(OSError):
                debris.unlink()


def _same_bytes(one: Path, other: Path) -> bool:
    if not other.exists() or one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as left, other.open("rb") as right:
        while chunk := left.read(1 << 20):
            if chunk != right.read(1 << 20):
                return False
    return True


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        # A folder cannot be synced everywhere; the file's own bytes always can.
        with contextlib.suppress(OSError) if path.is_dir() else contextlib.nullcontext():
            os.fsync(handle)
    finally:
        os.close(handle)
