"""Time and memory of a build of the shipped corpus, once and many times over; then catalogues.

python tests/bench/run.py [COPIES ...]          default: 1 10 100
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from copies import write_copies

CHECKOUT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("variorum")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds on the clock, seconds of processor time, and megabytes at the peak."""

    wall: float
    processor: float
    peak: float


def measure(*command: str) -> Cost:
    """Run a command to its end; raises SystemExit with its output where it fails."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            raise SystemExit(output.read().decode("utf-8", "replace"))
    kilobyte = 1 if sys.platform == "darwin" else 1024
    return Cost(
        time.perf_counter() - start,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * kilobyte / 1e6,
    )


def main(arguments: list[str]) -> None:
    sizes = sorted({int(argument) for argument in arguments}) or [1, 10, 100]
    start = measure(str(PROGRAM), "--help")
    print(f"variorum --help: {start.wall:.2f} s, {start.peak:.0f} MB")
    print("copies     kB   wall s  processor s  peak MB  processor s/MB beyond the first size")
    first: tuple[int, Cost] | None = None
    with tempfile.TemporaryDirectory() as scratch:
        for size in sizes:
            folder = Path(scratch) / "copies"
            written = write_copies(CHECKOUT / "src/variorum/corpus", folder, size)
            cost = measure(str(PROGRAM), "build", str(folder), "-o", f"{scratch}/{size}.db")
            growth = ""
            if first is None:
                first = written, cost
            else:
                # What start-up costs is in both, so the difference is the work itself.
                more = (cost.processor - first[1].processor) / (written - first[0]) * 1e6
                growth = f"{more:10.2f}"
            print(
                f"{size:6} {written / 1000:6.0f} {cost.wall:8.2f} {cost.processor:12.2f}"
                f" {cost.peak:8.0f}{growth}",
                flush=True,
            )
    print("\ncatalogues, beside the GNU tools where they are installed:", flush=True)
    subprocess.run(
        [sys.executable, str(Path(__file__).with_name("catalogue_bench.py"))],
        check=True,
        timeout=900,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
