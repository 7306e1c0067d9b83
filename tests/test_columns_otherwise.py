"""A column that two files call otherwise is one where its values agree: the others are conflicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.loaders import load
from variorum.model import Conflict

NAMES = ["Anchor", "Bollard", "Capstan", "Davit", "Eyebolt", "Fairlead", "Grommet", "Hawser"]
COSTS = [5, 10, 15, 20, 25, 5, 10, 15]
KINDS = ["deck", "deck", "hull", "hull", "rope", "rope", "deck", "rope"]


def write(folder: Path, file: str, titles: str, *columns: list[object]) -> None:
    rows = [
        f"{name},The {name.lower()} holds a boat in a storm of force {n + 3}.,{','.join(map(str, rest))}"
        for n, (name, *rest) in enumerate(zip(NAMES, *columns, strict=True))
    ]
    (folder / file).write_text("\n".join([f"Name,Effect,{titles}", *rows]), encoding="utf-8")


def conflicts(folder: Path) -> list[Conflict]:
    found = load([folder])
    assert len(found.corpus.entries) == len(NAMES)
    return list(collate(found.corpus.entries, found.corpus.repeats).conflicts)


@pytest.mark.parametrize(
    ("titles", "others"),
    [("Cost", "Points"), ("Cost", "Pts"), ("Price", "Value"), ("Cost,Kind", "Points,Category")],
)
def test_a_value_that_differs_is_a_conflict(tmp_path: Path, titles: str, others: str) -> None:
    both = [COSTS, KINDS][: titles.count(",") + 1]
    write(tmp_path, "a.csv", titles, *both)
    write(tmp_path, "b.csv", others, *[[*COSTS[:2], 45, *COSTS[3:]], KINDS][: len(both)])
    [found] = conflicts(tmp_path)
    assert (found.scope, found.kind) == ("property", "number")
    readings = {found.reading, found.other_reading}
    assert readings == {f"{titles.split(',')[0]}: 15", f"{others.split(',')[0]}: 45"}
    [different] = found.differences
    assert found.reading[different.start : different.end] in ("15", "45")


def test_a_category_that_differs_is_a_conflict(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", "Kind", KINDS)
    write(tmp_path, "b.csv", "Category", ["rope", *KINDS[1:]])
    [found] = conflicts(tmp_path)
    assert {found.reading, found.other_reading} == {"Kind: deck", "Category: rope"}


@pytest.mark.parametrize(
    "others",
    [
        [6, 11, 16, 20, 25, 5, 10, 15],  # too few agree
        [5, 5, 5, 5, 5, 5, 5, 5],
        [*range(1, 9)],
        ["", "", "", 20, 25, 5, 10, 16],  # five are too few
    ],
)
def test_columns_that_hold_other_things_are_not_compared(
    tmp_path: Path, others: list[object]
) -> None:
    write(tmp_path, "a.csv", "Cost", COSTS)
    write(tmp_path, "b.csv", "Strength", others)
    assert conflicts(tmp_path) == []


def test_two_values_tell_no_column(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", "Heavy", ["yes", "no"] * 4)
    write(tmp_path, "b.csv", "Slow", ["yes", "no"] * 3 + ["yes", "yes"])
    assert conflicts(tmp_path) == []


def test_a_column_that_may_be_two_is_neither(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", "Cost", COSTS)
    write(tmp_path, "b.csv", "Points,Strength", [*COSTS[:7], 45], [35, *COSTS[1:]])
    assert conflicts(tmp_path) == []


def test_a_column_that_both_have_is_no_other(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", "Cost,Strength", COSTS, COSTS)
    write(tmp_path, "b.csv", "Cost", [*COSTS[:7], 45])
    assert [c.reading.split(":")[0] for c in conflicts(tmp_path)] == ["Cost"]
