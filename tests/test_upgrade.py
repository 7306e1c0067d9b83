"""Databases, decisions, keys and catalogues of earlier versions: nothing of them is lost."""

from __future__ import annotations

import zipfile
from pathlib import Path

EARLIER = Path(__file__).parent / "data" / "earlier"


def unpacked(version: int, folder: Path) -> None:
    """A folder as the program of an earlier schema left it: `rules.db` and its sources."""
    with zipfile.ZipFile(EARLIER / f"schema_{version}.zip") as packed:
        packed.extractall(folder)
