"""An ability whose name has another value in another edition is a conflict; values of those who have
it are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.loaders import load
from variorum.model import Conflict

NAMES = ["Anchor", "Bollard", "Capstan", "Davit", "Eyebolt", "Fairlead", "Grommet", "Hawser"]
RULES = [(n, f"The {n.lower()} holds a boat in a storm of force {k}.") for k, n in enumerate(NAMES)]
Rules = list[tuple[str, str]]


def csv(rules: Rules) -> str:
    return "Name,Effect\n" + "".join(f"{n},{t}\n" for n, t in rules)


def markdown(rules: Rules) -> str:
    return "# Boats\n\n" + "".join(f"## {n}\n\n{t}\n\n" for n, t in rules)


def conflicts(folder: Path, *files: str) -> list[Conflict]:
    for n, text in enumerate(files):
        (folder / f"edition{n}.txt").write_text(text, encoding="utf-8")
    found = load([folder])
    return list(collate(found.corpus.entries, found.corpus.repeats).conflicts)


def hull(value: str, text: str = "Shots at this boat lose strength.") -> tuple[str, str]:
    return f"Hull ({value})", text


@pytest.mark.parametrize("write", [csv, markdown])
@pytest.mark.parametrize(("one", "two"), [("3", "4"), ("4+", "5+")])
def test_another_value_is_a_conflict(tmp_path: Path, write: object, one: str, two: str) -> None:
    text = write if callable(write) else csv
    [found] = conflicts(tmp_path, csv([*RULES, hull(one)]), text([*RULES, hull(two)]))
    assert (found.scope, found.kind) == ("entry", "number")
    assert {found.reading, found.other_reading} == {f"Hull ({one})", f"Hull ({two})"}
    [different] = found.differences
    assert found.reading[different.start : different.end] in (one, two)


def test_a_text_that_says_the_value_is_the_same_conflict(tmp_path: Path) -> None:
    texts = [f"Shots at this boat lose {n} points of strength." for n in (3, 4)]
    [found] = conflicts(
        tmp_path, csv([*RULES, hull("3", texts[0])]), csv([*RULES, hull("4", texts[1])])
    )
    assert (found.scope, found.kind) == ("entry", "number")


@pytest.mark.parametrize(("one", "two"), [("X", "3"), ("3", "3"), ("X", "Y"), ("X", "N")])
def test_a_placeholder_takes_any_value(tmp_path: Path, one: str, two: str) -> None:
    assert conflicts(tmp_path, csv([*RULES, hull(one)]), csv([*RULES, hull(two)])) == []


def test_two_that_have_it_are_no_editions(tmp_path: Path) -> None:
    boats = [[*RULES[:4], hull("3")], [*RULES[2:6], hull("4")]]
    assert conflicts(tmp_path, *map(csv, boats)) == []


def test_who_has_other_values_altogether_is_another(tmp_path: Path) -> None:
    boats = [
        [*RULES, hull(a), (f"Speed ({b})", "It moves fast.")] for a, b in (("3", "6"), ("4", "9"))
    ]
    assert conflicts(tmp_path, *map(csv, boats)) == []
