"""What it means that the columns of a table are called otherwise, come or go."""

from __future__ import annotations

from pathlib import Path

import pytest
from history_tools import rows

from variorum.cli.program import main

NAMES = ["Anchor", "Bollard", "Capstan", "Davit", "Eyebolt", "Fairlead", "Grommet", "Hawser"]
COSTS = [5, 10, 15, 20, 25, 5, 10, 15]


def changed(tmp_path: Path, *tables: tuple[str, list[object]]) -> dict[str, str | None]:
    """The meaning of each change between two tables, by the entry's key."""
    path, source = tmp_path / "rules.db", tmp_path / "in" / "list.csv"
    source.parent.mkdir()
    for day, (title, column) in enumerate(tables, 1):
        told = [
            f"{name},The {name.lower()} holds a boat in a storm of force {n + 3}." + end
            for n, (name, value) in enumerate(zip(NAMES, column, strict=True))
            for end in [f",{value}" if title else ""]
        ]
        head = "Name,Effect" + (f",{title}" if title else "")
        source.write_text("\n".join([head, *told]), encoding="utf-8")
        args = ["build", str(source.parent), "-o", str(path), "--date", f"2024-01-0{day}"]
        assert main(args) == 0
    found = rows(path, "select entry_key, meaning from changes where number = 2")
    return {key.split("/")[-1]: meaning for key, meaning in found}


def test_a_column_that_is_called_otherwise_changes_no_rule(tmp_path: Path) -> None:
    found = changed(tmp_path, ("Cost", COSTS), ("Points", [*COSTS[:2], 45, *COSTS[3:]]))
    assert found == {n.lower(): "typographic" for n in NAMES} | {"capstan": "substantive"}


def test_another_value_under_the_same_title_is_substantive(tmp_path: Path) -> None:
    found = changed(tmp_path, ("Cost", COSTS), ("Cost", [*COSTS[:2], 45, *COSTS[3:]]))
    assert found == {"capstan": "substantive"}


@pytest.mark.parametrize("back", [False, True])
def test_a_column_for_all_that_comes_or_goes_is_said_of_none(tmp_path: Path, back: bool) -> None:
    tables = [("", COSTS), ("Cost", COSTS)]
    found = changed(tmp_path, *(reversed(tables) if back else tables))
    assert found == {n.lower(): "wording" for n in NAMES}


def test_what_one_alone_has_got_is_substantive(tmp_path: Path) -> None:
    needs: list[object] = ["", "", "Hawser", "", "", "", "", ""]
    found = changed(tmp_path, ("", COSTS), ("Requires", needs))
    assert {key: m for key, m in found.items() if m} == {"capstan": "substantive"}


def test_columns_that_hold_other_things_are_two(tmp_path: Path) -> None:
    found = changed(tmp_path, ("Cost", COSTS), ("Strength", [n + 1 for n in COSTS]))
    assert set(found.values()) == {"wording"}
