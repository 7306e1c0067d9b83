"""Building over a database that held other rules: its history would take them for the past."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.cli import main

OURS = (
    "name;text\nFerry;A ferry carries two squads over the river.\n"
    "Torch;A torch lights every square next to it.\n"
    "Ladder;A squad with a ladder may climb one wall each turn.\n"
)
THEIRS = (
    "name;text\nHarvest;Draw one card for each field that you own.\n"
    "Tithe;Pay a coin to the player on your left.\nFair;All players trade at once.\n"
)


def build(folder: Path, text: str, name: str = "a.csv") -> None:
    for old in folder.glob("*.csv"):
        old.unlink()
    (folder / name).write_text(text, "utf-8")
    assert main(["build", str(folder), "-o", str(folder.parent / "r.db")]) == 0


@pytest.fixture
def rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "rules"
    assert main(["init", str(folder)]) == 0
    build(folder, OURS)
    assert "warning" not in capsys.readouterr().err
    return folder


def test_other_rules_over_a_database_are_told(
    rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build(rules, THEIRS, "b.csv")
    told = capsys.readouterr()
    assert "(revision 2)" in told.out and "warning" not in told.out
    first, second = told.err.splitlines()
    assert first.startswith("warning: ") and "r.db held other rules" in first and "(-o)" in first
    assert "variorum.keys" in second
    # Told once: what is built again is the same collection.
    build(rules, THEIRS.replace("a coin", "two coins"), "b.csv")
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    "later",
    [
        OURS.replace("two squads", "three squads"),
        OURS + THEIRS.partition("\n")[2],
        OURS.replace("Torch", "Lantern").replace("torch", "lantern"),
        OURS[: OURS.index("Torch")] + THEIRS.partition("\n")[2],
        OURS[: OURS.index("Ladder")],
        OURS.replace("Ferry;", "Barge;").replace("Torch;", "Flame;").replace("Ladder;", "Steps;"),
    ],
    ids=["number", "more", "renamed", "replaced", "fewer", "all renamed"],
)
@pytest.mark.parametrize("name", ["a.csv", "second edition.csv"])
def test_a_later_state_of_the_same_rules_is_no_other_collection(
    rules: Path, capsys: pytest.CaptureFixture[str], later: str, name: str
) -> None:
    build(rules, later, name)
    assert not capsys.readouterr().err
