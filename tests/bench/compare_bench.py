"""How well and how fast a build finds copies and contradictions, beside MinHash.

python tests/bench/compare_bench.py [COUNT | FILE.json ...]      default: 1000 10000

Invented texts with known copies (or those of a file, `{"texts": [...], "truth": [[new, old,
kind, ...], ...]}`) are written as a CSV and built; the pairs are read from the database
(scopes entry and passage).  Beside it stand, on the same texts, the collation alone; `datasketch`
where it is installed: MinHashLSH finds its candidates, and our judge judges them; and the search
alone as it was first tried, where that script lies beside the checkout and scipy is installed.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from compare_corpus import Copy, make, score, told, words, write
from measure import PROGRAM, measure

DEFAULT = ("1000", "10000")
# What LSH is asked for, as in its documentation's example of near-duplicate texts.
THRESHOLD, PERMUTATIONS = 0.5, 128
# The design of the search, tried before it became part of the program.
TRIED = Path(__file__).parents[3] / "shared" / "bench" / "dedupe" / "near_np.py"


def read(path: Path) -> tuple[list[str], list[Copy]]:
    """A corpus of a file, with its truth."""
    corpus = json.loads(path.read_text("utf-8"))
    return corpus["texts"], [Copy(new, old, kind) for new, old, kind, *_ in corpus["truth"]]


def collate_alone(path: Path) -> None:
    """Print the processor time of collating what is loaded already."""
    from variorum.compare import collate
    from variorum.loaders import load
    from variorum.pause import without_collection

    with without_collection():
        corpus = load([path]).corpus
        start = time.process_time()
        collate(corpus.entries, corpus.repeats)
        print(time.process_time() - start)


def minhash(path: Path) -> None:
    """Print what datasketch finds in the texts of a corpus, as JSON: seconds and pairs."""
    from datasketch import MinHash, MinHashLSH  # type: ignore[import-not-found]

    from variorum.compare.candidates import _judged

    texts, _ = read(path)
    start = time.process_time()
    cut = [words(text) for text in texts]
    shingles = [[" ".join(pair).encode() for pair in pairwise(text)] or [b""] for text in cut]
    lsh = MinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS)
    candidates, equal = [], []
    for at, digest in enumerate(MinHash.generator(shingles, num_perm=PERMUTATIONS)):
        for other in sorted(lsh.query(digest)):
            (equal if cut[at] == cut[other] else candidates).append((other, at))
        lsh.insert(at, digest, check_duplication=False)
    near = [(pair.first, pair.other) for pair in _judged(cut, candidates, 0.7)]
    print(json.dumps([time.process_time() - start, equal + near]))


def bench(corpus: str, folder: Path) -> None:
    texts, copies = read(Path(corpus)) if corpus.endswith(".json") else make(int(corpus))
    path, database = folder / "rules.csv", folder / "rules.db"
    write(texts, path)
    size = path.stat().st_size / 1e6
    built = measure(str(PROGRAM), "build", str(path), "-o", str(database))
    alone = float(measure(sys.executable, __file__, "--collate", str(path)).output)
    print(
        f"{len(texts)} texts, {size:.1f} MB: build {built.processor:.2f} s of processor time"
        f" ({1e6 * built.processor / len(texts):.0f} µs a text), {built.peak:.0f} MB;"
        f" collation alone {alone:.2f} s"
    )
    print(f"  build: {score(texts, copies, told(database))}", flush=True)
    saved = folder / "corpus.json"
    truth = [[copy.new, copy.old, copy.kind, 0, 1] for copy in copies]
    saved.write_text(json.dumps({"texts": texts, "truth": truth}), "utf-8")
    if TRIED.exists() and find_spec("scipy") is not None:
        search = measure(sys.executable, str(TRIED), str(saved), TRIED.stem)
        spent = json.loads(search.output)["cpu_s"]
        print(
            f"  {TRIED.name} alone {spent:.2f} s, {search.peak:.0f} MB: the build takes"
            f" {built.processor / spent:.1f} times that, the collation {alone / spent:.1f} times",
            flush=True,
        )
    if find_spec("datasketch") is None:
        print("  datasketch is not installed, so there is nothing to compare with")
        return
    beside = measure(sys.executable, __file__, "--minhash", str(saved))
    spent, pairs = json.loads(beside.output)
    found = score(texts, copies, [(one, other) for one, other in pairs])
    print(f"  datasketch MinHashLSH and our judge, {spent:.2f} s, {beside.peak:.0f} MB: {found}")


def main(arguments: Sequence[str]) -> None:
    if arguments and arguments[0] == "--collate":
        collate_alone(Path(arguments[1]))
    elif arguments and arguments[0] == "--minhash":
        minhash(Path(arguments[1]))
    else:
        for corpus in arguments or DEFAULT:
            with tempfile.TemporaryDirectory() as folder:
                bench(corpus, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
