"""What a build takes of each shape that files have, so many bytes of each.

python tests/bench/shapes_bench.py [BYTES] [SHAPE ...]      default: 1000000, all shapes
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measure import PROGRAM, measure
from shapes import SHAPES, write_shape


def main(arguments: Sequence[str]) -> None:
    """Print a line for each shape, and last the slowest of them."""
    size = int(arguments[0]) if arguments else 1_000_000
    took: dict[str, float] = {}
    print(f"{'shape':24}      kB  processor s  peak MB")
    for name in arguments[1:] or SHAPES:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / name
            written = write_shape(name, size, folder)
            cost = measure(str(PROGRAM), "build", str(folder), "-o", f"{scratch}/rules.db")
        took[name] = cost.processor
        print(
            f"{name:24} {written / 1000:7.0f} {cost.processor:12.2f} {cost.peak:8.0f}", flush=True
        )
    slowest = max(took, key=took.__getitem__)
    print(f"{len(took)} shapes, {sum(took.values()):.0f} s; the slowest: {slowest}")


if __name__ == "__main__":
    main(sys.argv[1:])
