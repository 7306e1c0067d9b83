"""A folder with all that a community has, for the tests of what can happen to it."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest

from variorum.cli import main

A = (
    "name,text\n"
    "Leap,The model leaps 8 inches over walls and lands on its feet.\n"
    "Hide,The model hides behind the the walls until it is seen.\n"
)
MORE = A + "Swim,The model swims through rivers.\n"
OURS = '[systems.tin]\ntitle = "Tin"\nlang = "en"\n[sources."a.csv"]\nsystem = "tin"\n'
HU = Path("rules/translations/hu/LC_MESSAGES/tin.po")
CATALOGUES = ("--translations", "rules/translations")


def prepare(place: Path) -> Path:
    """A folder with sources, decisions, keys, catalogues and a database of them all."""
    rules = place / "rules"
    rules.mkdir()
    (rules / "a.csv").write_text(A, "utf-8")
    (rules / "variorum.toml").write_text(OURS, "utf-8")
    (rules / "variorum.keys").write_text("", "utf-8")
    with contextlib.chdir(place):
        assert main(["build", "rules", "--date", "2024-01-01"]) == 0
        assert main(["translations", "extract", *CATALOGUES]) == 0
        assert main(["build", "rules", "--date", "2024-01-01"]) == 0
    return place


def snapshot(folder: Path) -> dict[str, object]:
    """What is at every path, but for what is no file."""
    return {
        str(path): path.read_bytes() if path.is_file() else path.lstat().st_mode
        for path in sorted(folder.rglob("*"))
    }


def present(prepared: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the prepared folder at `place`, which is the present one."""
    shutil.copytree(prepared, place, dirs_exist_ok=True)
    monkeypatch.chdir(place)
    return place
