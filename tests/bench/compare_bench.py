"""What the comparer costs: `python tests/bench/compare_bench.py [COUNT …]`.

Collates invented corpora of COUNT entries (default: 1000, 10000, 30000), of which a tenth are
exact copies, a tenth near copies and a thirtieth contradictions, and prints for each what
was found and the processor time; time by entry shows whether it grows linearly.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from variorum.compare import collate
from variorum.model import Entry, Passage, Span, Witness

SYLLABLES = [
    "ba",
    "bre",
    "cha",
    "do",
    "fli",
    "gan",
    "hu",
    "jor",
    "ka",
    "lem",
    "mi",
    "nor",
    "pa",
    "que",
    "rol",
    "sa",
    "tim",
    "vur",
    "xe",
    "zo",
]
FRAMES = (
    "Le {0} garde la {1} pendant {n} tours et reçoit un {2} de la {3}.",
    "Quand un {0} touche la {1}, il jette {n} dés et compare le {2} avec la {3}.",
    "Chaque {0} voisin de la {1} peut prendre le {2} ou rendre la {3}.",
    "Sur un résultat de {n}+, la {1} du {0} protège le {2} contre la {3}.",
    "Un {0} sans {1} reste à {n} cm du {2} et attend la {3}.",
)


def texts(count: int, seed: int = 1) -> Iterator[str]:
    """Texts of two to six sentences; the last ones are copies of earlier ones."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(4000 + count // 4)]
    own: list[str] = []
    for _ in range(count - count // 10 - count // 10 - count // 30):
        own.append(
            " ".join(
                rng.choice(FRAMES).format(*rng.choices(words, k=4), n=rng.randint(1, 12))
                for _ in range(rng.randint(2, 6))
            )
        )
        yield own[-1]
    for _ in range(count // 10):
        yield rng.choice(own)
    for _ in range(count // 10):
        copy = rng.choice(own).split(" ")
        copy[rng.randrange(len(copy))] = rng.choice(words)
        yield " ".join(copy)
    for _ in range(count // 30):
        text = rng.choice(own)
        yield text.replace(" garde ", " ne garde pas ").replace(" peut ", " ne peut pas ")


def corpus(count: int) -> tuple[Entry, ...]:
    """An entry of one passage for every text."""
    found = []
    for at, text in enumerate(texts(count), 2):
        passage = Passage("text", text, "bench.csv", at, (Span(0, 0, len(text)),))
        told = Witness("bench.csv", at, at, f"Nom {at}", (passage,), True)
        found.append(
            Entry(
                f"bench/nom-{at}", "capability", "bench", "fr", f"Nom {at}", f"Nom {at}",
                None, None, None, None, None, 1, at, "named", (told,),
            )
        )  # fmt: skip
    return tuple(found)


def main(counts: list[int]) -> None:
    for count in counts:
        entries = corpus(count)
        start = time.process_time()
        found = collate(entries)
        spent = time.process_time() - start
        print(
            f"{count:>8} entries  {spent:6.2f} s  {1e6 * spent / count:5.0f} µs an entry  "
            f"{len(found.duplicates)} duplicates, {len(found.conflicts)} conflicts"
        )


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [1_000, 10_000, 30_000])
