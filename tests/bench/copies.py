"""Copies of a corpus with changed names, to see how a build grows."""

from __future__ import annotations

import random
import re
import shutil
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

# Dice and signs of two letters stay, and so do tags of markup.
WORD = re.compile(r"(?<![\[/\w])[^\W\d_]{3,}")
CONSONANTS, VOWELS = "bcdfghjklmnprstvz", "aeiou"
# Endings stay, so that an inflected word is still one: half of a word, but no more than this.
ENDING = 3


def language_words() -> frozenset[str]:
    """Every word in the language data: what the program knows of a language stays true."""
    return frozenset(
        word
        for path in _toml(files("variorum.compare") / "languages")
        for text in _strings(tomllib.loads(path.read_text("utf-8")))
        for word in re.findall(r"[^\W\d_]+", text.lower())
    )


def _toml(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _toml(item)
        elif item.name.endswith(".toml"):
            yield item


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def renamed(text: str, copy: int, kept: frozenset[str]) -> str:
    """`text` with its words enciphered, the same way everywhere in one copy.

    Copy 0 is the text itself; words in `kept` (lower case) stay.
    """
    if copy == 0:
        return text
    rng = random.Random(copy)
    table: dict[int, str] = {}
    for letters in (CONSONANTS, VOWELS):
        others = rng.sample(letters, len(letters))
        changed = "".join(others)
        table |= {
            ord(old): new
            for old, new in zip(letters + letters.upper(), changed + changed.upper(), strict=True)
        }

    def swap(match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in kept:
            return word
        cut = len(word) - min(ENDING, len(word) // 2)
        return word[:cut].translate(table) + word[cut:]

    return WORD.sub(swap, text)


def write_copies(corpus: Path, folder: Path, copies: int) -> int:
    """Write `copies` copies of the corpus below `folder`; returns the bytes written.

    Decisions are left out: they name entries of the original.
    """
    kept = language_words()
    shutil.rmtree(folder, ignore_errors=True)
    total = 0
    sources = [
        path
        for path in sorted(corpus.iterdir())
        if path.suffix in (".csv", ".txt", ".md") and not path.name.startswith(("README", "."))
    ]
    for copy in range(copies):
        target = folder / f"copy-{copy:03}"
        target.mkdir(parents=True)
        for path in sources:
            raw = path.read_bytes()
            try:
                raw = renamed(raw.decode("utf-8"), copy, kept).encode("utf-8")
            except UnicodeDecodeError:
                # An 8-bit file: its ASCII letters are enciphered, its other bytes stay.
                raw = renamed(raw.decode("latin-1"), copy, kept).encode("latin-1")
            (target / path.name).write_bytes(raw)
            total += len(raw)
    return total
