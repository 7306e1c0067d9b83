"""Files of any size in every shape that files of rules have, of invented words and from one seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from . import marked, odd, prose, tables
from .speech import Files

SHAPES: dict[str, Callable[[int], Files]] = {
    make.__name__: make
    for shapes in (tables.SHAPES, prose.SHAPES, marked.SHAPES, odd.SHAPES)
    for make in shapes
}


def write_shape(name: str, size: int, folder: Path) -> int:
    """Write a folder of about `size` bytes in the shape of that name; returns the bytes written."""
    folder.mkdir(parents=True, exist_ok=True)
    files = SHAPES[name](size)
    for file, text in files.items():
        (folder / file).write_bytes(text.encode())
    return sum(len(text.encode()) for text in files.values())
