"""Text in and bytes out, safely: the one way in which this program opens and replaces files.

Shared by every room; imports nothing but the data classes.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from variorum.model import VariorumError


def read_text(path: Path, *, limit: int = 64 * 1024 * 1024) -> str:
    """The text of a UTF-8 file, without byte order mark and with every line end as `\\n`.

    Raises VariorumError, with the line where there is one, for a file that cannot be read,
    has more than `limit` bytes, is not UTF-8 or holds a NUL; FileNotFoundError is left to
    the caller, for whom a missing file is often no fault.
    """
    try:
        if path.stat().st_size > limit:
            raise VariorumError(
                f"larger than {limit} bytes; this is hardly the file that was meant", str(path)
            )
        raw = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise VariorumError(
            f"cannot be read ({error.strerror or error}); check the path and its rights", str(path)
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
            f"byte 0x{raw[error.start]:02X} in column {column} is no UTF-8; save the file as UTF-8",
            file,
            line,
        ) from error
    if "\0" in text:
        line, column = _place(raw, raw.index(b"\0"))
        raise VariorumError(
            f"a NUL character in column {column}; this is no text file, or it is damaged: "
            "remove the character or restore the file",
            file,
            line,
        )
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _place(raw: bytes, at: int) -> tuple[int, int]:
    """Line and column (in characters) of byte `at`; what stands before it is valid UTF-8."""
    start = raw.rfind(b"\n", 0, at) + 1
    before = raw[start:at].decode("utf-8")
    return raw.count(b"\n", 0, at) + 1, len(before.removeprefix("\ufeff")) + 1


def atomic_write(path: Path, data: bytes) -> bool:
    """Put `data` at `path` so that a reader sees the old file or the new one, never a part.

    The bytes go to a hidden file in the same folder, are flushed to the disk and renamed
    over `path`; killed at any time, the old file is whole.  A symbolic link keeps pointing
    to the file that is replaced, and the file keeps its mode.  Returns False, and touches
    nothing, where the file already holds `data`.  Raises VariorumError where it cannot be
    written.
    """
    try:
        target = path.resolve()
        mode = None
        if target.exists():
            status = target.stat()
            if status.st_size == len(data) and target.read_bytes() == data:
                return False
            mode = status.st_mode & 0o7777
        _replace(target, data, mode)
    except OSError as error:
        raise VariorumError(
            f"cannot be written ({error.strerror or error}); "
            "check the folder, its rights and the free space",
            str(path),
        ) from error
    return True


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(6)}.tmp")
    # Opened with 0o666 and not by tempfile, so that a new file has the rights the umask gives.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)


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
