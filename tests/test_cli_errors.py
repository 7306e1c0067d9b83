"""What is wrong with the input is said in one line, with its place, and nothing changes on disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from small_corpus import write_small

from variorum.cli import main

RULES = "Leap\n\nThe model leaps 8 inches over walls.\n\nHide\n\nThe model hides behind walls.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a source and a database, in which the commands run."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.txt").write_text(RULES, "utf-8")
    write_small(tmp_path / "old.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def missing(_: Path) -> list[str]:
    return ["build", "gone.txt"]


def missing_among_others(_: Path) -> list[str]:
    return ["build", "rules", "gone"]


def loop(folder: Path) -> list[str]:
    (folder / "loop.txt").symlink_to("loop.txt")
    return ["build", "loop.txt"]


def shut(folder: Path) -> list[str]:
    (folder / "shut.txt").write_text(RULES, "utf-8")
    (folder / "shut.txt").chmod(0)
    return ["build", "shut.txt"]


def no_text(folder: Path) -> list[str]:
    (folder / "image.csv").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)))
    return ["build", "image.csv"]


def broken_toml(folder: Path) -> list[str]:
    (folder / "rules" / "variorum.toml").write_text("# ours\n[sources\n", "utf-8")
    return ["build", "rules"]


def unknown_in_toml(folder: Path) -> list[str]:
    (folder / "rules" / "variorum.toml").write_text(
        '\n\n[sources."a.txt"]\nauteur = "X"\n', "utf-8"
    )
    return ["build", "rules/a.txt"]


def broken_keys(folder: Path) -> list[str]:
    (folder / "rules" / "variorum.keys").write_text("# keys\n\nNo key at all\n", "utf-8")
    return ["build", "rules"]


def keys_in_latin_1(folder: Path) -> list[str]:
    (folder / "rules" / "variorum.keys").write_bytes("# clés\n".encode("latin-1"))
    return ["build", "rules"]


def over_another_program(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "other.db") as db:
        db.execute("create table t (x)")
    db.close()
    return ["build", "rules", "-o", "other.db"]


def over_a_text(folder: Path) -> list[str]:
    (folder / "notes.db").write_text("Not to be lost. " * 1000, "utf-8")
    return ["build", "rules", "-o", "notes.db"]


def over_a_newer_one(folder: Path) -> list[str]:
    newer(folder)
    return ["build", "rules", "-o", "newer.db"]


def newer(folder: Path) -> None:
    write_small(folder / "newer.db")
    db = sqlite3.connect(folder / "newer.db")
    db.execute("pragma user_version = 999")
    db.commit()
    db.close()


def check_newer(folder: Path) -> list[str]:
    newer(folder)
    return ["check", "newer.db"]


def check_missing(_: Path) -> list[str]:
    return ["check", "gone.db"]


def serve_a_source(_: Path) -> list[str]:
    return ["serve", "rules/a.txt"]


def into_nowhere(_: Path) -> list[str]:
    return ["build", "rules", "-o", "nowhere/rules.db"]


def onto_a_folder(_: Path) -> list[str]:
    return ["build", "rules", "-o", "rules"]


def a_folder_for_a_database(_: Path) -> list[str]:
    return ["check", "rules"]


def a_folder_for_one_of_two(_: Path) -> list[str]:
    return ["diff", "rules", "1", "2"]


def another_database_missing(_: Path) -> list[str]:
    return ["diff", "old.db", "gone.db"]


def the_first_database_missing(_: Path) -> list[str]:
    return ["diff", "gone.sqlite", "old.db"]


def a_database_for_a_folder(_: Path) -> list[str]:
    return ["site", "old.db"]


def no_catalogues(_: Path) -> list[str]:
    return ["translations", "check", "old.db", "--translations", "gone"]


def no_catalogues_to_update(_: Path) -> list[str]:
    return ["translations", "update", "old.db", "--translations", "gone"]


def no_catalogues_to_count(_: Path) -> list[str]:
    return ["translations", "stats", "old.db", "--translations", "gone"]


def a_file_for_catalogues(_: Path) -> list[str]:
    return ["translations", "check", "old.db", "--translations", "rules/a.txt"]


@pytest.mark.parametrize(
    ("prepare", "place"),
    [
        (missing, "gone.txt: "),
        (missing_among_others, "gone: "),
        (loop, "loop.txt: "),
        (shut, "shut.txt: "),
        (no_text, "image.csv:"),
        (broken_toml, "rules/variorum.toml:2: "),
        (unknown_in_toml, "rules/variorum.toml:4: "),
        (broken_keys, "rules/variorum.keys:3: "),
        (keys_in_latin_1, "rules/variorum.keys:1: "),
        (over_another_program, "other.db: "),
        (over_a_text, "notes.db: "),
        (over_a_newer_one, "newer.db: "),
        (check_newer, "newer.db: "),
        (check_missing, "gone.db: "),
        (serve_a_source, "rules/a.txt: "),
        (into_nowhere, "nowhere: "),
        (onto_a_folder, "rules: "),
        (a_folder_for_a_database, "rules: "),
        (a_folder_for_one_of_two, "rules: "),
        (another_database_missing, "gone.db: "),
        (the_first_database_missing, "gone.sqlite: "),
        (a_database_for_a_folder, "old.db: "),
        (no_catalogues, "gone: "),
        (no_catalogues_to_update, "gone: "),
        (no_catalogues_to_count, "gone: "),
        (a_file_for_catalogues, "rules/a.txt: "),
    ],
)
def test_the_place_is_named_and_nothing_changes(
    prepare: Callable[[Path], list[str]],
    place: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = prepare(folder)
    if prepare is shut and os.access("shut.txt", os.R_OK):
        pytest.skip("this user may read everything")
    before = snapshot(folder)
    assert main(argv) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(place) or f"/{place}" in shown.err.split(" ")[0] + " "
    assert shown.err.count("\n") == 1 and not shown.out
    assert "Traceback" not in shown.err and "fault of the program" not in shown.err
    # What is wrong, and what to do about it.
    assert any(mark in shown.err for mark in (";", ","))
    assert snapshot(folder) == before


def snapshot(folder: Path) -> dict[str, tuple[int, bytes | None]]:
    """Every file with its time of change and its bytes."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mtime_ns if path.is_file() else 0,
            path.read_bytes() if path.is_file() and os.access(path, os.R_OK) else None,
        )
        for path in sorted(folder.rglob("*"))
    }


def test_init_makes_what_build_reads(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "rules"]) == 0
    assert "rules/variorum.toml" in capsys.readouterr().out
    with (folder / "rules" / "variorum.toml").open("a", encoding="utf-8") as toml:
        toml.write('[sources."a.txt"]\nsystem = "tin"\n[systems.tin]\ntitle = "Tin Soldiers"\n')
    assert main(["build", "rules", "-o", "new.db", "--date", "2024-05-31", "--label", "first"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("new.db: 1 source, ") and not shown.err
    keys = (folder / "rules" / "variorum.keys").read_text("utf-8")
    assert "\ntin/leap " in keys and "\ntin/hide " in keys
    before = snapshot(folder)
    assert main(["build", "rules", "-o", "new.db", "--date", "2025-05-31"]) == 0
    assert "no text changed" in capsys.readouterr().out
    assert snapshot(folder) == before
    assert main(["init", "rules"]) == 0
    assert snapshot(folder) == before


def test_without_keys_build_writes_nothing_but_the_database(folder: Path) -> None:
    before = snapshot(folder)
    assert main(["build", "rules", "-o", "new.db"]) == 0
    after = snapshot(folder)
    assert after.pop("new.db")
    assert after == before


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("leap", "perhaps tin/leap"),  # without its game
        ("LEAP", "perhaps tin/leap"),
        ("tin/leep", "perhaps tin/leap"),
        ("brass/hide", "perhaps tin/hide"),
        ("tin/zzz", "`variorum history` lists"),
    ],
)
def test_history_names_the_keys_that_are_like_one(
    asked: str, near: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "rules" / "variorum.toml").write_text('[sources."a.txt"]\nsystem = "tin"\n', "utf-8")
    assert main(["build", "rules", "-o", "new.db"]) == 0
    assert main(["history", "new.db", asked]) == 2
    assert near in capsys.readouterr().err


def test_extract_makes_the_folder_that_is_not_there(folder: Path) -> None:
    """Only what is to be read must be there; the folder beside the database may be missing."""
    assert main(["translations", "extract", "old.db", "--translations", "new"]) == 0
    assert (folder / "new").is_dir()
    assert main(["translations", "check", "old.db"]) == 0
