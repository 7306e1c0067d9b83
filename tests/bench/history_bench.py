"""How builds and the file grow with the history: revisions of a corpus of 500 entries.

    python tests/bench/history_bench.py [REVISIONS] [ENTRIES]

Each revision changes a passage in at most one rule of a hundred.  Prints
the processor time of the first builds and of the last ones, and the growth of the file by what
changed; ends with 1 where the last builds take more than twice as long as the first, or
where the file grew by more than ten times the bytes of the entries that changed.
"""

from __future__ import annotations

import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from variorum.cli.pipeline import build
from variorum.schema import open_database

MEASURED = 5
_SOUNDS = (
    "bar",
    "dul",
    "fen",
    "gor",
    "hil",
    "jas",
    "kem",
    "lon",
    "mur",
    "nes",
    "pol",
    "rav",
    "sut",
)


def word(chance: random.Random) -> str:
    return "".join(chance.choices(_SOUNDS, k=chance.randint(1, 3)))


def passage(chance: random.Random, words: list[str]) -> str:
    told = " ".join(chance.choices(words, k=chance.randint(9, 22)))
    return f"The {told} moves {chance.randint(2, 30)} paces, and the enemy may not see it."


def main(revisions: int, entries: int) -> int:
    """Build so many revisions, and print what they cost."""
    chance = random.Random(5)
    words = list(dict.fromkeys(word(chance) for _ in range(2000)))
    rules = {
        f"{word(chance)} {n}".capitalize(): [
            passage(chance, words) for _ in range(chance.randint(1, 4))
        ]
        for n in range(entries)
    }
    times: list[float] = []
    sizes: list[int] = []
    changed = 0
    with tempfile.TemporaryDirectory() as folder:
        source, path = Path(folder) / "rules.csv", Path(folder) / "rules.db"
        for number in range(revisions):
            if number:
                for title in chance.sample(list(rules), chance.randint(1, max(1, entries // 100))):
                    texts = rules[title]
                    at = chance.randrange(len(texts))
                    texts[at] = passage(chance, words)
                    changed += sum(len(text.encode()) for text in texts)
            rows = (f"{title};{' '.join(texts)}\n" for title, texts in rules.items())
            source.write_text("name;text\n" + "".join(rows), "utf-8")
            start = time.process_time()
            build([source], path, date=f"{2000 + number // 360}-{number // 30 % 12 + 1:02}-01")
            times.append(time.process_time() - start)
            sizes.append(path.stat().st_size)
        with contextlib.closing(open_database(path)) as database:
            count, found = (
                database.execute(f"select count(*) from {view}").fetchone()[0]
                for view in ("revisions", "entries")
            )
    assert (count, found) == (revisions, entries), (count, found)
    # The very first build imports what it needs, so it is not among the first.
    first, last = median(times[1 : MEASURED + 1]), median(times[-MEASURED:])
    growth = (sizes[-1] - sizes[0]) / changed
    print(f"{revisions} revisions of {entries} entries")
    print(
        f"first builds {first:.2f} s, last builds {last:.2f} s of processor time: {last / first:.2f} times"
    )
    print(
        f"file {sizes[0] / 1e6:.2f} MB at first, {sizes[-1] / 1e6:.2f} MB in the end: "
        f"{growth:.1f} bytes for each byte of the entries that changed ({changed / 1e6:.2f} MB)"
    )
    return 1 if last > 2 * first or growth > 10 else 0


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[1:3]]
    sys.exit(main(*given, *(1000, 500)[len(given) :]))
