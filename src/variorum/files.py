"""Text in and bytes out, safely: the one way in which this program opens and replaces files.

Shared by every room; imports nothing but the data classes.
"""

from __future__ import annotations

import contextlib
import errno
import filecmp
import hashlib
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from variorum.model import VariorumError
from variorum.say import reason, say

NOTHING = ""
"""What `digest` gives for a file that is not there."""

_TRIES, _PAUSE_SECONDS = 20, 0.05


def read_whole(path: Path) -> bytes:
    """The bytes of a file, all of one moment.

    Raises OSError as the system gives it, and VariorumError where there is no regular file (a
    pipe would never end) and where the file goes on changing while it is read.
    """
    _refuse_others(path, path.stat().st_mode)
    # Never waits, whatever has taken the file's place since.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    for _ in range(_TRIES):
        with os.fdopen(os.open(path, flags), "rb") as file:
            before = os.fstat(file.fileno())
            _refuse_others(path, before.st_mode)
            data = file.read()
            after = os.fstat(file.fileno())
        if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
            return data
        time.sleep(_PAUSE_SECONDS)
    raise VariorumError(
        say("changes while it is read; wait until it is written, and give the command again"),
        str(path),
    )


def digest(data: bytes | None) -> str:
    """Tells the bytes of a file from all others; `NOTHING` for a file that is not there (null)."""
    return NOTHING if data is None else hashlib.sha256(data).hexdigest()


def real_path(path: Path) -> Path:
    """The path behind all links.  Raises VariorumError for a link that leads to itself."""
    found = Path(os.path.realpath(path))
    if found.is_symlink():
        raise VariorumError(
            say("is a link that leads to itself; remove it, or name a file"), str(path)
        )
    return found


def _refuse_others(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise VariorumError(
            say("is a pipe, a socket or a device; put what it gives into a file, and name that"),
            str(path),
        )


def read_text(path: Path, *, limit: int = 64 * 1024 * 1024) -> str:
    """The text of a UTF-8 file, without byte order mark and with every line end as `\\n`.

    Raises VariorumError, with the line where there is one, for a file that cannot be read,
    has more than `limit` bytes, is not UTF-8 or holds a NUL; FileNotFoundError is left to
    the caller, for whom a missing file is often no fault.
    """
    try:
        if path.stat().st_size > limit:
            raise VariorumError(
                say(
                    "larger than {limit} bytes; this is hardly the file that was meant", limit=limit
                ),
                str(path),
            )
        raw = read_whole(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise VariorumError(
            say(
                "cannot be read ({reason}); check the path and its rights",
                reason=reason(error),
            ),
            str(path),
        ) from error
    return decode_utf8(raw, str(path))


def decode_utf8(raw: bytes, file: str) -> str:
    """`raw` as text, without byte order mark and with every line end as `\\n`.

    `file` is the name for messages.  Raises VariorumError with line, and column in the
    message, where a byte is no UTF-8 or a NUL stands.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(raw, error.start)
        raise VariorumError(
            say(
                "byte 0x{byte:02X} in column {column} is no UTF-8; save the file as UTF-8",
                byte=raw[error.start],
                column=column,
            ),
            file,
            line,
        ) from error
    if "\0" in text:
        line, column = _place(raw, raw.index(b"\0"))
        raise VariorumError(
            say(
                "a NUL character in column {column}; this is no text file, or it is damaged: "
                "remove the character or restore the file",
                column=column,
            ),
            file,
            line,
        )
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _place(raw: bytes, at: int) -> tuple[int, int]:
    """Line and column (in characters) of byte `at`; what stands before it is valid UTF-8."""
    start = raw.rfind(b"\n", 0, at) + 1
    before = raw[start:at].decode("utf-8")
    return raw.count(b"\n", 0, at) + 1, len(before.removeprefix("\ufeff")) + 1


def atomic_write(
    path: Path, data: bytes, *, seen: str | None = None, executable: bool = False
) -> bool:
    """Put `data` at `path` so that a reader sees the old file or the new one, never a part.

    The bytes go to a hidden file in the same folder, are flushed to the disk and renamed
    over `path`; killed at any time, the old file is whole, and the next write of it removes
    what was left.  A symbolic link keeps pointing to the file that is replaced, and the file
    keeps its mode; a new one has the rights the umask gives, and may be run where it is
    `executable`.  `seen` is the `digest` of what the caller read there: a file that has changed
    since is left as it is.  Returns False, and touches nothing, where the file already holds
    `data`.  Raises VariorumError where it cannot be written or may not be, and where it is
    another than was `seen`.
    """

    def holds(target: Path) -> bool:
        return target.stat().st_size == len(data) and target.read_bytes() == data

    return _written(path, lambda out: out.write(data), holds, seen, executable)


def atomic_copy(source: Path, path: Path) -> bool:
    """Put a copy of the file `source` at `path`; returns and raises like `atomic_write`."""

    def fill(out: BinaryIO) -> None:
        with source.open("rb") as file:
            shutil.copyfileobj(file, out, 1 << 20)

    return _written(path, fill, lambda target: filecmp.cmp(source, target, False), None, False)


def refuse_unnamable(path: Path, name: str) -> None:
    """Raise VariorumError where `name`, a part of `path` or all of it, is no text in UTF-8."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise VariorumError(
            say("has a name that is not UTF-8, which a database cannot hold; rename it"), str(path)
        ) from None


def refuse_to_replace(path: Path, mode: int) -> None:
    """Raise VariorumError where `path`, whose mode is `mode`, is no file: a device would become one."""
    if stat.S_ISDIR(mode):
        raise VariorumError(say("is a folder, and a file is needed; name a file in it"), str(path))
    if not stat.S_ISREG(mode):
        raise VariorumError(
            say("is no file that can be replaced, but a pipe, a socket or a device; name a file"),
            str(path),
        )


def refuse_protected(path: Path, mode: int) -> None:
    """Raise VariorumError where nobody may write the file: it is so on purpose."""
    if not mode & 0o222:
        raise VariorumError(
            say("is write-protected; permit writing (chmod u+w), or name another file"), str(path)
        )


def _written(
    path: Path,
    fill: Callable[[BinaryIO], object],
    holds: Callable[[Path], bool],
    seen: str | None,
    executable: bool,
) -> bool:
    mode = None
    try:
        target = real_path(path)
        if target.exists():
            status = target.stat()
            if stat.S_ISREG(status.st_mode) and holds(target):
                return False
            refuse_to_replace(path, status.st_mode)
            refuse_protected(path, status.st_mode)
            mode = status.st_mode & 0o7777
        _replace(target, fill, mode, executable, seen, str(path))
    except OSError as error:
        raise VariorumError(
            say(
                "cannot be written ({reason}); check the folder, its rights and the free space",
                reason=reason(error),
            ),
            str(path),
        ) from error
    return True


def _replace(
    target: Path,
    fill: Callable[[BinaryIO], object],
    mode: int | None,
    executable: bool,
    seen: str | None,
    name: str,
) -> None:
    _sweep(target)
    # The name is known before the file is there, so that a Ctrl-C at any time leaves none.
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(6)}.tmp")
    try:
        with _begun(temporary, 0o777 if executable else 0o666) as out:
            fill(out)
            out.flush()
            os.fsync(out.fileno())
            if mode is not None:
                temporary.chmod(mode)
            with _as_seen(target, seen, name):
                if os.name == "nt":
                    out.close()  # an open file cannot be renamed there
                temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)


def _begun(temporary: Path, rights: int) -> BinaryIO:
    """The new file, open; while it is, the `_sweep` of others leaves it alone."""
    # Not by tempfile, so that a new file has the rights the umask gives.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        out = os.fdopen(os.open(temporary, flags, rights), "wb")
        # A sweep may have come between the two calls, and have taken the file for debris.
        if _lock(out.fileno()) and os.fstat(out.fileno()).st_nlink:
            return out
        out.close()
        temporary.unlink(missing_ok=True)


def _sweep(target: Path) -> None:
    """Remove what writes of `target` left behind that were killed."""
    ours = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{12}}\.tmp")
    for debris in [path for path in target.parent.iterdir() if ours.fullmatch(path.name)]:
        with contextlib.suppress(OSError):
            handle = os.open(debris, os.O_RDONLY)
            try:
                if _lock(handle):
                    debris.unlink()
            finally:
                os.close(handle)


@contextlib.contextmanager
def _as_seen(target: Path, seen: str | None, name: str) -> Iterator[None]:
    """Nobody who asks here changes `target` inside; raises where it is another than was seen."""
    if seen is None:
        yield
        return
    try:
        handle = os.open(target, os.O_RDONLY)
    except FileNotFoundError:
        handle = None
    try:
        if handle is not None and not any(_lock(handle) or _wait() for _ in range(_TRIES)):
            raise VariorumError(
                say("another program has locked it; close it there, and give the command again"),
                name,
            )
        if digest(target.read_bytes() if target.exists() else None) != seen:
            raise VariorumError(
                say(
                    "was changed by somebody else meanwhile, and is left so; give the command again"
                ),
                name,
            )
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _wait() -> bool:
    time.sleep(_PAUSE_SECONDS)
    return False


def _lock(handle: int) -> bool:
    """Lock an open file for this handle; False where another one has it."""
    try:
        import fcntl
    except ImportError:  # Windows, where an open file can neither be replaced nor removed
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network file systems have no locks
        return True
    return True


def _flush_folder(folder: Path) -> None:
    # Without this a power cut can undo the rename on some file systems; Windows has no such call.
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # Some network file systems refuse; the rename itself has succeeded.
    finally:
        os.close(handle)
