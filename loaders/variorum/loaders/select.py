"""Which files a build takes, and what they are called."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from variorum.files import real_path, refuse_unnamable
from variorum.model import VariorumError
from variorum.say import reason, say

# What lies in a folder beside the sources and is none.
_PASSED = re.compile(r"(?:\.|readme|licen[cs]e|variorum\.)", re.IGNORECASE)
_PASSED_FOLDERS = ("translations",)
# The application id of our databases, as SQLite writes it into their header.
APPLICATION = b"Vari"
# How a zip archive begins.
PACKED = b"PK"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A file to load.  `named` is false for one that merely lay in a folder.

    `raw` are its bytes where they do not stand at `path` (in a commit, in a database, in an
    archive); `archive` is the source that it was unpacked from, by name.
    """

    path: Path
    source: str
    named: bool
    raw: bytes | None = None
    archive: str | None = None


def select(paths: Sequence[Path]) -> list[Chosen]:
    """The files of `paths` (files or folders), sorted by the name they are known by.

    A file in a folder is known by its path relative to that folder, a file given by its name;
    where two would be known by one name, the names of their folders tell them apart.  An archive
    of several files is as many (see `packed`).
    Links that lead out of a folder are passed over.  Raises VariorumError for a path that is not
    there, for no file at all, and for a name that is not UTF-8.
    """
    # By the file itself, however it was reached: the path as given, its name, whether it was named.
    found: dict[Path, tuple[Path, Path, bool]] = {}
    packed = False
    for path in paths:
        if path.is_dir():
            files, holds = _files_of(path)
            packed = packed or holds
            for file in files:
                found.setdefault(real_path(file), (file, file.relative_to(path), False))
        elif path.exists():
            # What was named counts as named, even where a folder holds it too.
            found[real_path(path)] = (path, Path(path.name), True)
            packed = packed or (path.is_file() and head_of(path).startswith(PACKED))
        else:
            raise VariorumError(say("there is no such file or folder; check the path"), str(path))
    if not found:
        where = ", ".join(map(str, paths))
        raise VariorumError(
            say("no file to load here; give a file or a folder with sources"), where
        )
    names: dict[str, list[Path]] = {}
    for file, (_, relative, _) in found.items():
        names.setdefault(relative.as_posix(), []).append(file)
    chosen = []
    for name, same in names.items():
        for file in same:
            known_as = name if len(same) == 1 else _apart(file, same)
            path, _, named = found[file]
            refuse_unnamable(path, known_as)
            chosen.append(Chosen(path, known_as, named))
    if packed:
        from .packed import unpacked

        return unpacked(chosen)
    return sorted(chosen, key=lambda c: c.source)


def passed_over(name: str) -> bool:
    """Whether a file of a folder, by its path in it (parts divided by `/`), is no source."""
    parts = name.split("/")
    return any(map(_PASSED.match, parts)) or any(p in _PASSED_FOLDERS for p in parts[:-1])


def _apart(file: Path, files: Sequence[Path]) -> str:
    """The shortest end of a path that no other of `files` has."""
    for n in range(2, len(file.parts)):
        end = file.parts[-n:]
        if sum(f.parts[-n:] == end for f in files) == 1:
            return "/".join(end)
    return file.as_posix().lstrip("/")


def head_of(path: Path) -> bytes:
    """The first bytes of a file, none where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(72)
    except OSError:
        return b""


def _is_ours(head: bytes) -> bool:
    """Whether a file is a database that this program made (SQLite's header holds who made it)."""
    return head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION


def _files_of(folder: Path) -> tuple[list[Path], bool]:
    """The files of a folder that may be sources, and whether one of them may be an archive."""
    root = real_path(folder)
    files: list[Path] = []
    packed = False
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            inside = sorted(here.iterdir())
        except OSError as error:
            raise VariorumError(
                say(
                    "this folder cannot be read ({reason}); correct its permissions",
                    reason=reason(error),
                ),
                str(here),
            ) from None
        for path in inside:
            if _PASSED.match(path.name) or not Path(os.path.realpath(path)).is_relative_to(root):
                continue
            if path.is_dir():
                if path.name not in _PASSED_FOLDERS and not path.is_symlink():
                    waiting.append(path)
            elif path.is_file() and not _is_ours(head := head_of(path)):
                files.append(path)
                packed = packed or head.startswith(PACKED)
    return sorted(files), packed
