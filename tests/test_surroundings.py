"""The surroundings of the program: closed and full streams, the environment, other disks, Ctrl-C."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fault_folder import CATALOGUES, A, prepare, present, snapshot
from site_client import client

from variorum.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="faults of POSIX systems")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("prepared"))


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return present(prepared, tmp_path, monkeypatch)


# The program's own surroundings, in processes of their own

PROGRAM = [sys.executable, "-c", "import sys; from variorum.cli import main; sys.exit(main())"]


def started(folder: Path, *argv: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*PROGRAM, *argv], cwd=folder, **options)


def finished(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    assert process.stderr is not None
    error = process.stderr.read().decode()
    process.stderr.close()
    assert "Traceback" not in error and "Exception ignored" not in error, error
    return process.wait(60), error


def closing(*handles: int) -> Callable[[], None]:
    def close() -> None:
        for handle in handles:
            os.close(handle)

    return close


def texts(folder: Path) -> dict[str, object]:
    """All but the database, which is built again where the program has changed."""
    return {path: state for path, state in snapshot(folder).items() if not path.endswith(".db")}


@pytest.mark.parametrize(
    ("closed", "argv", "status"),
    [
        ((1,), ["check", "--all"], 1),
        ((1,), ["build", "rules"], 0),
        ((1,), ["export"], 0),
        ((0, 1), ["history"], 0),
        ((0, 1, 2), ["build", "rules"], 0),
        ((2,), ["check", "gone.db"], 2),
    ],
    ids=str,
)
def test_closed_streams_change_nothing(
    closed: tuple[int, ...], argv: list[str], status: int, folder: Path
) -> None:
    before = texts(folder)
    process = started(
        folder, *argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=closing(*closed)
    )  # fmt: skip
    ended, error = finished(process)
    assert ended == status and "fault of the program" not in error, error
    assert texts(folder) == before


@pytest.mark.parametrize(
    "argv", [["check", "--all"], ["export"], ["translations", "stats", *CATALOGUES]]
)
def test_a_full_device_behind_the_output_is_told(argv: list[str], folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = started(folder, *argv, stdout=full, stderr=subprocess.PIPE)
        status, error = finished(process)
    assert status == 2 and error.count("\n") == 1
    assert "No space left" in error
    with Path("/dev/full").open("wb") as full:
        process = started(folder, "check", "gone.db", stdout=subprocess.DEVNULL, stderr=full)
        assert process.wait(60) == 2


@pytest.mark.parametrize("argv", [["check", "--all"], ["export", "--format", "csv"], ["--help"]])
def test_a_reader_that_goes_away_is_no_fault(argv: list[str], folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = started(folder, *argv, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    status, error = finished(process)
    assert (status, error) == (0, "")


def test_the_surroundings_do_not_matter(folder: Path) -> None:
    """No HOME, no folder for temporary files or one on another disk, and a strict umask."""
    bare = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    shared = Path("/dev/shm")
    others = [{"TMPDIR": "/nowhere"}, {"LC_ALL": "C", "TZ": "Pacific/Kiritimati"}]
    temporary = Path(tempfile.mkdtemp(dir=shared if shared.is_dir() else None))
    others += [{"TMPDIR": str(temporary)}]
    wanted = []
    for number, extra in enumerate(others):
        name = f"{number}.db"
        process = started(
            *(folder, "build", "rules", "-o", name, "--date", "2024-01-01"),
            env=bare | extra,
            umask=0o077,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert finished(process) == (0, "")
        assert (folder / name).stat().st_mode & 0o777 == 0o600
        wanted.append((folder / name).read_bytes())
    assert len(set(wanted)) == 1
    temporary.rmdir()  # nothing is left in it


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="no second disk here")
def test_the_site_keeps_its_states_on_another_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/dev/shm")
    site = client(folder / "rules.db")
    try:
        assert "8 inches" in site.get("/entry/tin/leap").text
        (folder / "rules/a.csv").write_text(A.replace("8 inches", "9 inches"), "utf-8")
        assert main(["build", "rules", "--date", "2024-02-01"]) == 0
        assert "9 inches" in site.get("/entry/tin/leap").text
    finally:
        site.close()


def interrupted(folder: Path, seconds: float) -> tuple[int, str]:
    """A build that is stopped by Ctrl-C after some time."""
    process = started(
        folder, "build", "rules", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )  # fmt: skip
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    return finished(process)


def many_rules(folder: Path) -> dict[str, object]:
    words = ["walls", "lakes", "towers", "bridges", "gates", "roofs", "mills"]
    rows = [
        f"Trick {n},The model tries {n} {words[n % 7]} and then {n * 7} more." for n in range(400)
    ]
    (folder / "rules/a.csv").write_text(A + "\n".join(rows) + "\n", "utf-8")
    return snapshot(folder)


def test_ctrl_c_while_the_program_loads_is_quiet(folder: Path) -> None:
    code = (
        "import sys, importlib.abc\n"
        "from variorum.cli import main\n"
        "name = sys.argv.pop(1)\n"
        "class Stop(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, found, *_):\n"
        "        if found == name: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.exit(main())\n"
    )
    for name in ("variorum.cli.program", "variorum.cli.settle", "variorum.cli.pipeline"):
        process = subprocess.Popen(
            [sys.executable, "-c", code, name, "build", "rules"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert finished(process) == (130, "variorum: stopped\n"), name


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(25))
def test_ctrl_c_at_any_time_leaves_the_old_state(seed: int, folder: Path) -> None:
    before = many_rules(folder)
    # Before a tenth of a second the interpreter itself may not have begun.
    status, error = interrupted(folder, random.Random(seed).uniform(0.15, 2.0))
    assert status in (130, 0)
    if status:
        assert error == "variorum: stopped\n"
        assert snapshot(folder) == before
