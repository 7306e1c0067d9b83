"""Coverage-guided fuzzing with Atheris (libFuzzer): `make fuzz`, or one target by name.

    python tests/fuzz/run.py parse-csv -runs=100000
    python tests/fuzz/run.py --all 20000

A finding is a file `crash-…`, `timeout-…` or `oom-…` in `build/fuzz/<target>`; once mended it
goes into `tests/fuzz/found/<target>/`, where the tests replay it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "build" / "fuzz"
# A run that takes longer, or needs more memory, is a finding too.
LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-max_len=2048")


def fuzz(name: str, options: list[str]) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    sys.path[:0] = [str(HERE), str(HERE.parent)]
    with atheris.instrument_imports(include=["variorum"]):
        from targets import seeds, targets

        target = targets()[name]
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as start:
        for number, seed in enumerate(seeds(name)):
            (Path(start) / str(number)).write_bytes(seed)
        atheris.Setup(
            [sys.argv[0], *LIMITS, f"-artifact_prefix={folder}/", *options, str(folder), start],
            target,
        )
        atheris.Fuzz()


def all_targets(runs: int) -> int:
    """Every target in a process of its own, `runs` executions each; how many failed."""
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    from targets import targets

    failed = []
    began = time.monotonic()
    for name in targets():
        done = subprocess.run(
            [sys.executable, __file__, name, f"-runs={runs}", "-print_final_stats=1"],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        told = [line for line in done.stderr.splitlines() if line.startswith("stat::number_of")]
        print(
            f"{name:20} {'ok' if done.returncode == 0 else 'FAILED'}  {' '.join(told)}", flush=True
        )
        if done.returncode:
            failed.append(name)
            print("\n".join(done.stderr.splitlines()[-40:]), flush=True)
    print(f"{len(failed)} of the targets failed, {time.monotonic() - began:.0f} s")
    return len(failed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--all"]:
        sys.exit(1 if all_targets(int(sys.argv[2])) else 0)
    fuzz(sys.argv[1], sys.argv[2:])
