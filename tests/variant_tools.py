"""Tables that tell values and variants beside names, and what a build finds in them."""

from __future__ import annotations

from pathlib import Path

from variorum.loaders import load
from variorum.loaders.load import Loaded


def build(folder: Path, **files: str) -> Loaded:
    """What loading gives for tables, by the names of their files without `.csv`."""
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return load([folder])


def told(found: Loaded) -> dict[tuple[str | None, str | None], int]:
    """How many witnesses each name has with each parameter."""
    return {(e.name, e.parameter): len(e.witnesses) for e in found.corpus.entries}
