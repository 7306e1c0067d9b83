"""Break each promise on purpose: do the tests that stand behind it fail?

    python tests/broken/run.py                 every way in breaks.toml
    python tests/broken/run.py lock "a pipe"   those whose words have one of these

Each way is tried in a copy of the checkout, and each of its tests by itself.  A test that passes
all the same is told as SURVIVED, and the exit status is 1 then.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue

from breaks import CHECKOUT, Break, breaks

AT_ONCE = 2
HUNG = 600  # seconds of the clock; a test that waits for ever has failed
ROOTS = ("src", "schema", "loaders", "translations")
COPIED = (*ROOTS, "tests", "docs", "requirements", "pyproject.toml", "README.md", "Makefile")
PASSED, FAILED = 0, 1


def copy_to(folder: Path) -> Path:
    """The checkout as far as tests need it, in a new folder."""
    left_out = shutil.ignore_patterns("__pycache__", ".*", "*.db")
    for name in COPIED:
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, folder / name, ignore=left_out, symlinks=True)
        else:
            folder.mkdir(exist_ok=True)
            shutil.copy2(CHECKOUT / name, folder / name)
    return folder


def outcome(copy: Path, tests: Sequence[str], soak: bool) -> int:
    """How `tests/quick.py` ends with tests in the copy."""
    surroundings = {name: value for name, value in os.environ.items() if name != "VARIORUM_SOAK"}
    # The copy goes before what is installed.
    surroundings["PYTHONPATH"] = os.pathsep.join(str(copy / root) for root in ROOTS)
    surroundings |= {"VARIORUM_SOAK": "1"} if soak else {}
    command = [sys.executable, str(copy / "tests" / "quick.py"), *tests]
    with subprocess.Popen(
        command,
        cwd=copy,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as child:
        try:
            return child.wait(HUNG)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return FAILED


@contextmanager
def broken(copy: Path, way: Break) -> Iterator[None]:
    """Inside, the copy has the promise broken."""
    before = {copy / file: (copy / file).stat() for file in way.broken(copy)}
    texts = {path: path.read_bytes() for path in before}
    for file, text in way.broken(copy).items():
        (copy / file).write_text(text, "utf-8", newline="")
        # Another time than before, so that no compiled file of the one counts for the other.
        os.utime(copy / file, (0, before[copy / file].st_mtime + 10))
    try:
        yield
    finally:
        for path, status in before.items():
            path.write_bytes(texts[path])
            os.utime(path, (status.st_atime, status.st_mtime))


def tried(copies: SimpleQueue[Path], way: Break) -> list[int]:
    """How each of the tests ends, with the promise broken in that way."""
    copy = copies.get()
    try:
        with broken(copy, way):
            return [outcome(copy, [test], way.soak) for test in way.tests]
    finally:
        copies.put(copy)


def whole(copies: SimpleQueue[Path], tests: Sequence[tuple[str, bool]]) -> int:
    """How the tests, of which some are long, end where nothing is broken."""
    copy = copies.get()
    try:
        return max(
            outcome(copy, [test for test, long in tests if long == soak], soak)
            for soak in sorted({long for _, long in tests})
        )
    finally:
        copies.put(copy)


def main(words: Sequence[str]) -> int:
    """Try the ways and tell what becomes of each."""
    ways = [
        one for one in breaks() if not words or any(w in f"{one.promise} {one.how}" for w in words)
    ]
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="variorum-broken-") as scratch,
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(AT_ONCE):
            copies.put(copy_to(Path(scratch, str(number))))
        # A test that fails anyway proves nothing.
        named = sorted({(test, way.soak) for way in ways for test in way.tests})
        files = [[*found] for _, found in groupby(named, lambda one: one[0].partition("::")[0])]
        for found, status in zip(files, pool.map(partial(whole, copies), files), strict=True):
            if status != PASSED:
                tests = ", ".join(test for test, _ in found)
                print(f"These fail without anything broken; mend them first: {tests}")
                return 2
        survived = number = 0
        for way, found in zip(ways, pool.map(partial(tried, copies), ways), strict=True):
            for test, status in zip(way.tests, found, strict=True):
                number += 1
                survived += status != FAILED
                said = {PASSED: "SURVIVED", FAILED: "failed  "}.get(status, "UNTRIED ")
                print(f"{said} {way.how}: {test}", flush=True)
    seconds = time.monotonic() - began
    print(
        f"{len(ways)} ways to break {len({way.promise for way in ways})} promises: "
        f"{number - survived} of {number} tests failed, as they must, {seconds:.0f} s"
    )
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
