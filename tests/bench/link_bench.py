"""How fast references are found: a million characters a second, and in proportion to the text.

python tests/bench/link_bench.py [COPIES ...]          default: 1 10 40
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from variorum.loaders import load
from variorum.loaders.link import link
from variorum.model import Entry, Source

CORPUS = Path(__file__).parents[2] / "src" / "variorum" / "corpus"


def copies(entries: tuple[Entry, ...], times: int) -> list[Entry]:
    """The entries so many times over, each copy with keys of its own and in a chapter of its own."""
    found = []
    for n in range(times):
        for e in entries:
            parent = None if e.parent_key is None else f"{e.parent_key}-{n}"
            position = e.position + n * len(entries)
            found.append(replace(e, key=f"{e.key}-{n}", parent_key=parent, position=position))
    return found


def main() -> None:
    corpus = load([CORPUS]).corpus
    sources: tuple[Source, ...] = corpus.sources
    link(corpus.entries, sources)
    for times in [int(a) for a in sys.argv[1:]] or [1, 10, 40]:
        entries = copies(corpus.entries, times)
        size = sum(len(p.text.encode()) for e in entries for p in e.passages)
        start = time.process_time()
        found = link(entries, sources)
        spent = time.process_time() - start
        print(
            f"{times:4} copies  {size / 1e6:7.3f} MB  {spent:6.3f} s  "
            f"{size / 1e6 / spent:5.2f} MB/s  {len(found.references)} references"
        )


if __name__ == "__main__":
    main()
