"""Speed of looking for faults, per language, in texts of one and of four megabytes.

python tests/bench/inspect_bench.py [FILE.txt ...]      default: the shipped corpus, multiplied
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from inspect_texts import entries_of, source_of

from variorum.loaders.inspect import inspect

CORPUS = Path(__file__).parents[2] / "src" / "variorum" / "corpus"
TEXTS = {"en": "ashen-sea-faq.txt", "fr": "recits.txt", "hu": "hamutenger.txt"}
SIZES = (1_000_000, 4_000_000)


def distinct(text: str, size: int) -> str:
    """`text` repeated to `size` bytes, a word of its own in each paragraph."""
    copies: list[str] = []
    written = number = 0
    while written < size:
        for line in text.splitlines():
            number += 1
            code = "".join(chr(ord("a") + int(d)) for d in str(number))
            copies.append(f"{line[:-1]} x{code}{line[-1:]}" if line else "")
            written += len(copies[-1].encode("utf-8")) + 1
    return "\n".join(copies)


def main(files: list[str]) -> None:
    texts = {lang: (CORPUS / name).read_text("utf-8") for lang, name in TEXTS.items()}
    if files:
        texts = {f"{lang} {f}": Path(f).read_text("utf-8") for f in files for lang in TEXTS}
    for name, text in texts.items():
        for size in SIZES:
            written = distinct(text, size)
            lang = name.split()[0]
            source, entries = source_of(written, lang), entries_of(written, lang)
            start = time.process_time()
            findings = inspect([source], entries)
            cost = time.process_time() - start
            speed = len(source.raw) / cost / 1e6
            print(f"{name}: {size / 1e6:.0f} MB in {cost:.2f} s, {speed:.2f} MB/s, {len(findings)}")


if __name__ == "__main__":
    main(sys.argv[1:])
