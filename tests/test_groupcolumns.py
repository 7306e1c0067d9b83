"""Cells merged over rows, of which the export keeps the first, and columns that look like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import table
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

FLEETS = """Fleet;Place;Ability;Text
Lake;Deck;Boarding;A crew that touches another ship may send its men over.
;;Hooks;The range of a boarding is doubled for as long as the hooks hold.
;;Black Sails;Nobody may choose the ship as a target in the first turn.
;Shore;Pikes;Pikes take the bonus of a charge away from all horses.
;;Shields;One more on the save against all that is shot from the front.
Pine;Shore;Ambush;The troop may stand in any wood that no enemy can see into.
;;Soft Step;The troop loses nothing of its move between the trees.
;Deck;Falcons;Once in a game a troop that hides must show where it stands.
;;Swift Flight;The bird flies twice as far as the wind alone would take it.
"""


def read(text: str) -> Parsed:
    return checked(table.LOADER.parse(Document("a.csv", text, "en", {})), text)


def held(parsed: Parsed) -> list[tuple[str | None, ...]]:
    return [(d.title, *(f"{p.name}: {p.value}" for p in d.properties)) for d in parsed.drafts]


def test_a_value_given_once_holds_for_the_rows_below() -> None:
    parsed = read(FLEETS)
    assert held(parsed) == [
        *((name, "Fleet: Lake", "Place: Deck") for name in ("Boarding", "Hooks", "Black Sails")),
        *((name, "Fleet: Lake", "Place: Shore") for name in ("Pikes", "Shields")),
        *((name, "Fleet: Pine", "Place: Shore") for name in ("Ambush", "Soft Step")),
        *((name, "Fleet: Pine", "Place: Deck") for name in ("Falcons", "Swift Flight")),
    ]
    # It stands where it is written.
    assert [p.line for p in parsed.drafts[4].properties] == [2, 5]


def test_one_row_in_two_groups_is_told_twice() -> None:
    text = FLEETS.replace(";Deck;Falcons", ";Deck;Gulls;It may.\n;;Hooks;It does.\n;Sky;Falcons")
    text = text.replace(";;Shields", ";;Hooks;It does.\n;;Shields")
    hooks = [d.properties[0].value for d in read(text).drafts if d.title == "Hooks"]
    assert hooks == ["Lake", "Lake", "Pine"] and not read(text).repeats


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # A column that some rows fill: another word above it, a value that comes back, a row
        # before the first value, behind the names, or nearly all rows.
        ("Fleet;Place;Ability", "Limit;;Ability"),
        ("Pine;Shore", "Lake;Shore"),
        ("Lake;Deck;Boarding", ";;Boarding"),
        (";;Hooks", "Reed;;Hooks"),
    ],
)
def test_other_cells_stay_empty(old: str, new: str) -> None:
    text = FLEETS.replace(old, new)
    if "Limit" in new:
        text = text.replace("Deck", "").replace("Shore", "")
    for n in range(3 if new.startswith("Reed") else 0):
        text = text.replace("\n;;", f"\nReed {n};;", 1)
    full = sum(line[0] != ";" for line in text.splitlines()[1:])
    assert (
        sum(any(p.name in ("Fleet", "Limit") for p in d.properties) for d in read(text).drafts)
        == full
    )


def test_columns_behind_the_names_are_left_alone() -> None:
    rows = [line.split(";") for line in FLEETS.splitlines()]
    text = "".join(f"{name};{text};{fleet}\n" for fleet, _, name, text in rows)
    assert [d.title for d in read(text).drafts if d.properties] == ["Boarding", "Ambush"]


@given(
    st.lists(
        st.sampled_from([*FLEETS.splitlines()[1:], "", ";;;", "Lake;;;", ";Deck"]), max_size=20
    )
)
def test_any_rows_tile(rows: list[str]) -> None:
    read("\n".join([FLEETS.splitlines()[0], *rows]))


DEGREES = """Ability;Degree;Text
Musk Ox;1;One more die in a charge.
;2;Two more dice in a charge.

;3;Three more dice, and the enemy falls back.
Pure Heart;1;One die is rolled again.
;2;Two dice are rolled again.
Pivot;1;The ship turns once.
"""


def test_degrees_go_on_with_the_name_that_stands_above_them() -> None:
    parsed = read(DEGREES)
    assert [(d.title, len(d.passages), d.line_end) for d in parsed.drafts] == [
        *(("Musk Ox", 3, 5), ("Pure Heart", 2, 7), ("Pivot", 1, 8)),
    ]
    assert [p.value for p in parsed.drafts[0].properties] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (";2;Two more", ";4;Two more"),
        ("Musk Ox;1", "Musk Ox;2"),
        (";2;Two dice are rolled again.", ";2;"),
        ("Degree", "Text 2"),
    ],
)
def test_rows_without_names_that_nothing_counts_stand_alone(old: str, new: str) -> None:
    changed = read(DEGREES.replace(old, new))
    several = sum(len(d.passages) > 1 for d in changed.drafts)
    assert several == (2 if new == "Text 2" else 0)
