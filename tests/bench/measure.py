"""What a command costs: time on the clock, processor time, memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("variorum")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds on the clock, seconds of processor time, megabytes at the peak, what was printed."""

    wall: float
    processor: float
    peak: float
    output: str


def measure(*command: str) -> Cost:
    """Run a command to its end; raises SystemExit with its output where it fails."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read().decode("utf-8", "replace")
    if process.returncode:
        raise SystemExit(said)
    kilobyte = 1 if sys.platform == "darwin" else 1024
    return Cost(
        time.perf_counter() - start,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * kilobyte / 1e6,
        said,
    )
