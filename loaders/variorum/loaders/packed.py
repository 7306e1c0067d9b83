"""Archives of several files, as exports are handed round: each member is a source of its own.

A member of `rules.zip` called `humans/orders.csv` is the source `rules.zip/humans/orders.csv`, with
its own bytes, encoding and format.  An archive is opened once, and none that lies in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.files import read_whole
from variorum.model import VariorumError

from .containers import LARGEST_FILE
from .select import PACKED, head_of
from .zipped import LARGEST, Archive, archive_of, is_zip, members

if TYPE_CHECKING:
    from .select import Chosen


def unpacked(chosen: Sequence[Chosen]) -> list[Chosen]:
    """The files, archives of several among them as their members, sorted by name.

    What cannot be read as such an archive stays as it is: what is wrong with it is told where
    its text would be.
    """
    found: list[Chosen] = []
    for file in chosen:
        found += _members(file) or (file,)
    return sorted(found, key=lambda c: c.source)


def _members(file: Chosen) -> list[Chosen] | None:
    from .recognise import container_of

    try:
        raw = _read(file.path) if file.raw is None else file.raw
        box = container_of(raw) if is_zip(raw) else None
        if box is None or box.name != "zip":
            return None
        archive = Archive(raw, "")
        held = [] if archive.is_office else members(archive)
        if not held or _grown(held) > LARGEST:
            return None
    except (OSError, VariorumError):
        return None
    if len(held) == 1:
        inner = container_of(held[0][1])
        if inner is None or inner.name == "zip":
            return None
    return [
        replace(
            file,
            path=file.path / name,
            source=f"{file.source}/{name}",
            named=False,
            raw=content,
            archive=file.source,
        )
        for name, content in held
    ]


def _read(path: Path) -> bytes:
    """The bytes of a file that may be an archive; none of any other, and of one too large."""
    if not head_of(path).startswith(PACKED) or path.stat().st_size > LARGEST_FILE:
        return b""
    return read_whole(path)


def _grown(held: Sequence[tuple[str, bytes]]) -> int:
    """How many bytes the members are, those unpacked that are archives themselves."""
    total = 0
    for _, content in held:
        inner = archive_of(content)
        total += len(content) if inner is None else max(len(content), inner.unpacked_size)
    return total
