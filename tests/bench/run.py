"""Every bench, one after the other: builds, shapes, faults, references, comparing, catalogues, history, site.

python tests/bench/run.py [COPIES ...]          default: 1 10 100

COPIES are the sizes of the first one, builds of the shipped corpus many times over.  Ends with
1 where one of them fails or takes too long; the others are run all the same.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from copies import write_copies
from measure import PROGRAM, Cost, measure

CHECKOUT = Path(__file__).parents[2]
# So many seconds on the clock each may take.
LONGEST = 900
BENCHES = (
    ("builds of a megabyte in every shape that files have", "shapes_bench"),
    ("faults in texts, by language", "inspect_bench"),
    ("references between texts", "link_bench"),
    ("copies and contradictions, beside MinHash where datasketch is installed", "compare_bench"),
    ("catalogues, beside the GNU tools where they are installed", "catalogue_bench"),
    ("history: 150 revisions of 500 entries", "history_bench", "150"),
    ("the site on 21,000 texts", "site_bench"),
)


def main(arguments: list[str]) -> int:
    """Run them all, and say how many failed."""
    print("builds of the shipped corpus", flush=True)
    builds(sorted({int(argument) for argument in arguments}) or [1, 10, 100])
    failed = []
    for title, name, *given in BENCHES:
        print(f"\n{title}", flush=True)
        command = [sys.executable, str(Path(__file__).with_name(f"{name}.py")), *given]
        try:
            done = subprocess.run(command, check=False, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            failed.append(f"{name} took longer than {LONGEST} s")
        else:
            if done.returncode:
                failed.append(f"{name} ended with {done.returncode}")
    for what in failed:
        print(what, file=sys.stderr)
    return 1 if failed else 0


def builds(sizes: list[int]) -> None:
    """Time and memory of a build, once and many times over."""
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
