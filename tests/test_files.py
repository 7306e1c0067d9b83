"""Files are replaced as wholes: a reader sees the old one or the new one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from variorum.files import atomic_write, read_text
from variorum.model import VariorumError

OLD, NEW = b"old\n" * 1000, b"new\n" * 500_000

WRITER = """
import sys
from pathlib import Path
from variorum.files import atomic_write
path = Path(sys.argv[1])
print("ready", flush=True)
while True:
    atomic_write(path, b"new\\n" * 500_000)
    atomic_write(path, b"old\\n" * 1000)
"""

# Stops for good just before one of the calls that a write consists of.
STOPPER = """
import os, signal, sys
from pathlib import Path
import variorum.files
name = sys.argv[2]
def stop(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
target = Path if name == "replace" else os
setattr(target, name, stop)
variorum.files.atomic_write(Path(sys.argv[1]), b"new\\n" * 500_000)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("delay", [0.0, 0.003, 0.007, 0.012, 0.02])
def test_killed_at_any_time_a_file_is_old_or_new(tmp_path: Path, delay: float) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None and writer.stdout.readline()
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
    assert path.read_bytes() in (OLD, NEW)
    assert all(p == path or p.name.startswith(".") for p in tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_killed_before_each_step_the_old_file_is_whole(tmp_path: Path, call: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(OLD)
    stopped = subprocess.run([sys.executable, "-c", STOPPER, path, call], check=False)
    assert stopped.returncode == -signal.SIGKILL
    assert path.read_bytes() == OLD


def test_an_unchanged_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    assert atomic_write(path, b"x")
    before = path.stat()
    assert not atomic_write(path, b"x")
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX rights")
def test_mode_and_link_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_bytes(b"x")
    path.chmod(0o640)
    link.symlink_to(path)
    assert atomic_write(link, b"y")
    assert link.is_symlink() and path.read_bytes() == b"y"
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "link.txt"]


def test_a_failure_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VariorumError, match="No space left"):
        atomic_write(path, b"y")
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"] and path.read_bytes() == b"x"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(VariorumError, match="cannot be written"):
        atomic_write(tmp_path / "no" / "a.txt", b"x")


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 11)
    assert read_text(path, limit=11) == "x" * 11
    with pytest.raises(VariorumError, match="larger than 10 bytes"):
        read_text(path, limit=10)
