"""A command stopped, failed or interrupted at any of its system calls that change the disk.

The child is a fork of this process, so that imports are paid once, and it is watched through
ptrace(2): nothing of the program is patched.  What SQLite and the C library do counts as well.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from mmap import PAGESIZE
from pathlib import Path

CAN_TRACE = sys.platform == "linux" and platform.machine() == "x86_64"

# System calls of x86-64 that can change what is on the disk (unistd_64.h), and which of their
# arguments is a path (or null).
_PATH = {
    "open": (2, 0), "creat": (85, 0), "openat": (257, 1),
    "write": (1, None), "pwrite64": (18, None), "writev": (20, None),
    "sendfile": (40, None), "copy_file_range": (326, None), "fallocate": (285, None),
    "fsync": (74, None), "fdatasync": (75, None), "ftruncate": (77, None), "truncate": (76, 0),
    "rename": (82, 0), "renameat": (264, 1), "renameat2": (316, 1),
    "unlink": (87, 0), "unlinkat": (263, 1), "rmdir": (84, 0),
    "mkdir": (83, 0), "mkdirat": (258, 1), "link": (86, 0), "linkat": (265, 1),
    "chmod": (90, 0), "fchmod": (91, None), "fchmodat": (268, 1),
}  # fmt: skip
_NAMES = {number: name for name, (number, _) in _PATH.items()}
_WRITES = ("write", "pwrite64", "writev", "sendfile", "copy_file_range")
# What goes on failing once it has failed: a full disk refuses to write, a read-only one all.
_LASTING = {"ENOSPC": _WRITES, "EROFS": tuple(_PATH)}
_OPENS = ("open", "openat")
# So many bytes a path has at most (PATH_MAX of Linux).
_LONGEST = 4096

_TRACEME, _PEEK, _GETREGS, _SETREGS, _SYSCALL, _SETOPTIONS = 0, 1, 12, 13, 24, 0x4200
_SYSGOOD, _EXITKILL = 1, 0x100000
# No command of these tests needs so long; one that hangs is ended.
PATIENCE_SECONDS = 120

ORDER = "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss"


class _Registers(ctypes.Structure):
    _fields_ = [(n, ctypes.c_ulonglong) for n in f"{ORDER} fs_base gs_base ds es fs gs".split()]


@dataclass(frozen=True)
class Step:
    """A system call that may change the disk; `path` is what it names, where it names one."""

    call: str
    path: str | None


@dataclass(frozen=True)
class Ran:
    """How a command ended: its exit status (minus the signal that killed it), what it printed,
    and the steps that it came to, the last one being the one that was disturbed."""

    status: int
    out: str
    err: str
    steps: Sequence[Step]


def run(
    work: Callable[[], int],
    folder: Path,
    *,
    at: int | None = None,
    fault: str = "kill",
    trace: bool = True,
    prepare: Callable[[], None] = lambda: None,
) -> Ran:
    """Run `work` in a child, in `folder`; its result is the exit status.

    At step `at` (from 0) happens the `fault`: `kill` (before the call), `torn` (half of a write,
    then killed), `interrupt` (Ctrl-C), or the name of an error that the call then returns: later
    writes too where the disk is full (`ENOSPC`), and all that follows where it may only be read
    (`EROFS`).  `prepare` is called in the child
    first; without `trace` the steps stay unknown.
    """
    out, err = (folder.parent / f".{folder.name}.{os.getpid()}.{name}" for name in ("out", "err"))
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _child(work, folder, out, err, trace, prepare)
    try:
        status, steps = _watch(pid, at, fault) if trace else (_ended(os.waitpid(pid, 0)[1]), [])
        said = [path.read_text("utf-8", "replace") for path in (out, err)]
        return Ran(status, said[0], said[1], steps)
    finally:
        for path in (out, err):
            path.unlink(missing_ok=True)


def _child(
    work: Callable[[], int],
    folder: Path,
    out: Path,
    err: Path,
    trace: bool,
    prepare: Callable[[], None],
) -> None:
    status = 70
    try:
        os.chdir(folder)
        for path, number in ((out, 1), (err, 2)):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.dup2(handle, number)
            os.close(handle)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.dont_write_bytecode = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.alarm(PATIENCE_SECONDS)
        prepare()
        if trace:
            _ptrace(_TRACEME, 0)
            os.kill(os.getpid(), signal.SIGSTOP)
        try:
            status = work()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 71
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as error:
        with contextlib.suppress(BaseException):
            os.write(2, f"Traceback: {type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(status)


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    library.ptrace.restype = ctypes.c_long
    library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    return library


def _ptrace(request: int, pid: int, data: object = None) -> int:
    return int(_library().ptrace(request, pid, None, data))


def _ended(status: int) -> int:
    return os.waitstatus_to_exitcode(status)


def _watch(pid: int, at: int | None, fault: str) -> tuple[int, list[Step]]:
    steps: list[Step] = []
    _, status = os.waitpid(pid, 0)
    if not os.WIFSTOPPED(status):
        raise OSError("the child cannot be traced here")
    _ptrace(_SETOPTIONS, pid, _SYSGOOD | _EXITKILL)
    registers, inside, deliver = _Registers(), False, 0
    lasting: Sequence[str] = ()  # what fails from now on
    answer: int | None = None  # what the present call shall return
    doomed = False
    while True:
        _ptrace(_SYSCALL, pid, deliver)
        deliver = 0
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            return _ended(status), steps
        if os.WSTOPSIG(status) != signal.SIGTRAP | 0x80:
            deliver = os.WSTOPSIG(status)
            continue
        inside = not inside
        if not inside:
            if answer is not None:
                _ptrace(_GETREGS, pid, ctypes.byref(registers))
                registers.rax = answer & (1 << 64) - 1
                _ptrace(_SETREGS, pid, ctypes.byref(registers))
                answer = None
            if doomed:
                os.kill(pid, signal.SIGKILL)
            continue
        _ptrace(_GETREGS, pid, ctypes.byref(registers))
        step = _step(pid, registers)
        if step is None:
            continue
        steps.append(step)
        now = len(steps) - 1 == at
        if now and fault == "interrupt":
            os.kill(pid, signal.SIGINT)
        elif now and fault == "torn" and step.call in ("write", "pwrite64"):
            registers.rdx //= 2
            _ptrace(_SETREGS, pid, ctypes.byref(registers))
            doomed = True
        elif now and fault in ("kill", "torn"):
            os.kill(pid, signal.SIGKILL)
        elif (now and fault.startswith("E")) or step.call in lasting:
            lasting = _LASTING.get(fault, ())
            registers.orig_rax = (1 << 64) - 1  # no such call: the kernel does nothing
            _ptrace(_SETREGS, pid, ctypes.byref(registers))
            answer = -getattr(errno, fault)


def _step(pid: int, registers: _Registers) -> Step | None:
    name = _NAMES.get(registers.orig_rax)
    if name is None:
        return None
    arguments = (registers.rdi, registers.rsi, registers.rdx)
    if name in ("write", "writev") and (arguments[0] <= 2 or not _is_file(pid, arguments[0])):
        return None  # what is printed, and what other programs are told
    if name in _OPENS:
        flags = arguments[_OPENS.index(name) + 1]
        if not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return None
    place = _PATH[name][1]
    path = _text(pid, arguments[place]) if place is not None else None
    return None if path == os.devnull else Step(name, path)


def _is_file(pid: int, handle: int) -> bool:
    """Whether what is open has a name on the disk; a pipe has none."""
    return str(Path(f"/proc/{pid}/fd/{handle}").readlink()).startswith("/")


def _text(pid: int, address: int) -> str:
    """What ends with a zero byte; read up to the end of its page, since none may follow it."""
    found = b""
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        read = None
        while b"\0" not in found and len(found) < _LONGEST and read != b"":
            memory.seek(address + len(found))
            read = memory.read(PAGESIZE - (address + len(found)) % PAGESIZE) or b""
            found += read
    return os.fsdecode(found.split(b"\0")[0])
