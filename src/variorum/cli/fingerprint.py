"""A digest of the program itself: what was built by another one is built again."""

from __future__ import annotations

import hashlib
import sqlite3
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

# On whose versions the content of a database depends; those of numpy and rapidfuzz do not
# change what is alike, but a correction of theirs might.
_DEPENDENCIES = ("babel", "numpy", "pystemmer", "rapidfuzz", "snowballstemmer", "chunspell")
_CODE = (".py", ".toml", ".sql")


@cache
def program_digest() -> str:
    """32 hexadecimal digits that change with the code, its data, and what it is run by.

    Those of the program that runs, even where its files change meanwhile.
    """
    told = hashlib.sha256()
    for line in (*_versions(), *_files()):
        told.update(f"{line}\n".encode("utf-8", "surrogatepass"))
    return told.hexdigest()[:32]


def _versions() -> Iterator[str]:
    yield f"python {sys.version_info[:3]}, sqlite {sqlite3.sqlite_version}"
    loaders = entry_points(group="variorum.loaders")
    names = {e.dist.name for e in loaders if e.dist is not None}
    for name in (*_DEPENDENCIES, *sorted(names)):
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} -"


def _files() -> Iterator[str]:
    """The program's files, each with its digest; the site's do not build."""
    import variorum

    for root in variorum.__path__:
        folder = Path(root)
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix in _CODE and inside.parts[0] not in ("site", "interface"):
                yield f"{inside.as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}"
