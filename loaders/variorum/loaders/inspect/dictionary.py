"""Hunspell dictionaries, where the extra `variorum[spelling]` and a dictionary are installed.

The extra is chunspell (bindings with Hunspell inside); the dictionaries are those of the
system (packages such as `hunspell-hu`) or of the folders in `DICPATH`, Hunspell's own
variable.  Without either there is no dictionary, and the corpus's own words must do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol

_FOLDERS = (
    "~/.local/share/hunspell",
    "/usr/local/share/hunspell",
    "/usr/share/hunspell",
    "/usr/share/myspell/dicts",
    "/opt/homebrew/share/hunspell",
    "/Library/Spelling",
)


class _Dictionary(Protocol):
    """What is used of chunspell's `Hunspell`."""

    def spell(self, word: str) -> bool: ...


def knower(
    wanted: Sequence[Sequence[str]], besides: Sequence[str] = ()
) -> Callable[[str], bool] | None:
    """Whether a word is known to any dictionary of a language.

    `wanted` lists what must be there: for each kind of the language the names that its
    dictionary may have (such as `fr_FR` and `fr`); `besides` names those whose words count
    as known too, where they are there.  The result takes a word as it is written.  Null where
    the extra is not installed or a wanted dictionary is missing or cannot be read.
    """
    places = [_place(names) for names in wanted]
    if not places or None in places:
        return None
    more = [place for name in besides if (place := _place([name]))]
    opened = [_open(*place) for place in (*places, *more) if place]
    if None in opened:
        return None
    return lambda word: any(dictionary.spell(word) for dictionary in opened if dictionary)


@lru_cache(maxsize=8)
def _open(folder: Path, name: str, state: tuple[int, ...]) -> _Dictionary | None:
    """The dictionary, read once for each `state` of its file (reading costs up to a second)."""
    try:
        bindings = import_module("hunspell")
        opened: _Dictionary = bindings.Hunspell(name, hunspell_data_dir=str(folder))
    except Exception:
        # Without the extra there are no bindings, and they raise errors of their own kind
        # for a broken dictionary.
        return None
    return opened


def _place(names: Sequence[str]) -> tuple[Path, str, tuple[int, ...]] | None:
    """Where the first of `names` that is installed lies, and the state of its file."""
    for name in names:
        for folder in _folders():
            if (folder / f"{name}.aff").is_file() and (folder / f"{name}.dic").is_file():
                state = (folder / f"{name}.dic").stat()
                return folder, name, (state.st_size, state.st_mtime_ns)
    return None


def _folders() -> list[Path]:
    named = [p for p in os.environ.get("DICPATH", "").split(os.pathsep) if p]
    return [Path(p).expanduser() for p in (*named, *_FOLDERS)]
