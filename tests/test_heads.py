"""Names that stand under their head (`Gull, Harbour`), and kinds of one head in one list."""

from __future__ import annotations

import pytest
from collate_texts import entry, witness
from link_samples import entry as linked_entry
from link_samples import linked

from variorum.compare import collate
from variorum.compare.heads import same_head, turned

FLOATS = "An anchored float stays on the river even in the great floods of the spring."


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Gull, Harbour", "Harbour Gull"),
        ("Mouette, Rieuse", "Rieuse Mouette"),
        ("Ram, Long Iron", "Long Iron Ram"),
        ("Gull", None),
        ("Stand, and fire", None),
        ("Gull, Harbour, Old", None),
        ("Gulls, Rats And Other Small Beasts", None),
        ("Gull,Harbour", None),
        ("Gull, ", None),
    ],
)
def test_a_name_under_its_head_is_turned(name: str, right: str | None) -> None:
    assert turned(name) == right


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Gull, Harbour", "Gull, Old", True),
        ("Gull", "Gull, Old", True),
        ("Lamp (lit)", "Lamp", True),
        ("Boons", "Boons: Harbour", True),
        ("Lamp", "lamp", False),
        ("Lamp", "Lampwright", False),
        ("Quay", "Float", False),
        (", Old", ", New", False),
    ],
)
def test_kinds_of_one_head(name: str, other: str, same: bool) -> None:
    assert same_head(name, other) is same


def test_a_mention_the_right_way_round_is_the_name() -> None:
    entries = [
        linked_entry("Gull, Harbour", "It takes the bait of one ship.", lang="en"),
        linked_entry("Bait", "Where a Harbour Gull lands, the bait is gone at once.", lang="en"),
    ]
    [found] = [r for r in linked(*entries).references if r.surface == "Harbour Gull"]
    assert (found.status, found.to_key) == ("resolved", "tin/Gull, Harbour")
    told = collate(
        (
            entry("Gull, Harbour", witness("It takes the bait.", 1), lang="en"),
            entry("Bait", witness("Here the Harbour Gull may take it.", 3), lang="en"),
        )
    )
    assert not told.conflicts


def test_another_order_of_a_name_without_a_comma_is_told() -> None:
    told = collate(
        (
            entry("Grey Harbour Gull", witness("It takes the bait.", 1), lang="en"),
            entry("Bait", witness("Here the Gull Harbour Grey may take it.", 3), lang="en"),
        )
    )
    assert [c.kind for c in told.conflicts] == ["name"]


@pytest.mark.parametrize(
    ("name", "other", "file", "kinds"),
    [
        ("Gull, Old", "Gull, Grey", "a.csv", []),
        ("Gull", "Gull (old)", "a.csv", []),
        ("Gull", "Heron", "a.csv", ["name"]),
        ("Gull, Old", "Gull, Grey", "b.csv", ["name"]),
    ],
)
def test_two_kinds_of_one_head_in_one_source_are_not_one_thing_under_two_names(
    name: str, other: str, file: str, kinds: list[str]
) -> None:
    entries = (
        entry(name, witness(FLOATS, 1, "a.csv"), lang="en"),
        entry(other, witness(FLOATS, 5, file), lang="en"),
    )
    assert [c.kind for c in collate(entries).conflicts] == kinds


@pytest.mark.parametrize(("many", "kinds"), [(10, ["contradiction"]), (400, [])])
def test_numbers_in_a_long_flat_list_are_of_many_things(many: int, kinds: list[str]) -> None:
    entries = [
        entry("Punt", witness("With 4 or more rowers it sails.", 1), lang="en"),
        entry("Barge", witness("Here more than 4 rowers may sit.", 2), lang="en"),
        *(entry(f"Boat {n}", witness(f"It is number {n}.", n + 9), lang="en") for n in range(many)),
    ]
    found = collate(tuple(entries)).conflicts
    assert [c.kind for c in found if c.kind == "contradiction"] == kinds


def test_numbers_of_one_chapter_are_of_one_thing_in_a_long_corpus() -> None:
    below = [
        entry("Punt", witness("With 4 or more rowers it sails.", 1), lang="en", parent="boats"),
        entry("Barge", witness("Here more than 4 rowers may sit.", 2), lang="en", parent="boats"),
    ]
    flat = [entry(f"Boat {n}", witness(f"It is {n}.", n + 9), lang="en") for n in range(400)]
    found = collate((*below, *flat)).conflicts
    assert [c.kind for c in found if c.kind == "contradiction"] == ["contradiction"]
