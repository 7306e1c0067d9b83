"""`variorum init` starts a folder and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.decisions import init, parse_decisions, read_decisions, read_keys
from variorum.model import VariorumError

MADE = [
    "variorum.toml",
    "variorum.keys",
    "translations/.gitkeep",
    ".github/workflows/variorum.yml",
    ".gitattributes",
    ".gitignore",
    ".githooks/pre-commit",
    "translations/weblate.json",
]


def test_a_folder_is_started_once(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "rules"
    assert init(folder) == [folder / name for name in MADE]
    assert init(folder) == []


def test_what_it_makes_is_valid_and_decides_nothing(tmp_path: Path) -> None:
    init(tmp_path)
    found = read_decisions(tmp_path)
    assert not (found.systems or found.sources or found.names or found.parents or found.verdicts)
    assert read_keys(tmp_path).lines == {}


def test_the_examples_in_the_template_are_valid(tmp_path: Path) -> None:
    init(tmp_path)
    rows = (tmp_path / "variorum.toml").read_text("utf-8").splitlines()
    # An example is a commented line that looks like TOML; the rest is prose.
    shown = [row[2:] for row in rows if row.startswith("# [") or row[2:].split(" = ")[0].isalpha()]
    found = parse_decisions("\n".join(row for row in shown if row.startswith("[") or " = " in row))
    assert found.systems and found.sources and found.names and found.parents and found.verdicts


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "variorum.toml").write_text("mine", "utf-8")
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "fr.po").write_text("mine too", "utf-8")
    (tmp_path / "variorum.keys").symlink_to("nowhere")
    assert init(tmp_path) == [tmp_path / name for name in MADE[3:]]
    assert (tmp_path / "variorum.toml").read_text("utf-8") == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("", "utf-8")
    with pytest.raises(VariorumError, match="no folder can be made"):
        init(tmp_path / "rules")


def test_the_recipe_builds_checks_and_names_no_registry(tmp_path: Path) -> None:
    init(tmp_path)
    recipe = (tmp_path / MADE[3]).read_text("utf-8")
    assert "variorum build --git . -o rules.db" in recipe and "variorum check rules.db" in recipe
    assert "://" not in recipe and "\t" not in recipe
