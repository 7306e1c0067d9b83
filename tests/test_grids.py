"""Tables that plain text and Markdown draw with signs, bars or spaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import recognise
from variorum.loaders.form import Document
from variorum.loaders.grids import find_grids
from variorum.loaders.parsed import Parsed
from variorum.loaders.recognise import loaders


def cells(text: str) -> list[list[list[str]]]:
    """The cells of the tables of a text, lines of a cell joined."""
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append((at, at + len(line)))
        at += len(line) + 1
    return [
        [[" ".join(text[a:b] for a, b in cell) for cell in row.cells] for row in grid.rows]
        for grid in find_grids(text, lines)
    ]


def read(text: str, format_: str) -> Parsed:
    parsed = loaders()[format_].parse(Document("a.txt", text, "en", lang_stated=True))
    checked(parsed, text)
    return parsed


GRID = """\
+---------+--------+---------------------------+
| Arm     | Crowns | Effect                    |
+=========+========+===========================+
| Sling   | 2      | Shoots eighteen inches,   |
|         |        | and needs a free hand.    |
+---------+--------+---------------------------+
| Glaive  | 5      | Strikes before the foe    |
|         |        | does.                     |
+---------+--------+---------------------------+
"""
SIMPLE = """\
  Crowns  Arm       Hands
  ------  --------  -------
       2  Sling     one
      15  Hand gun  two
       5  Glaive
"""
MULTILINE = """\
----------------------------------------------
 Arm     Crowns   Effect
------- -------- -----------------------------
 Sling   2        Shoots eighteen inches,
                  and needs a free hand.

 Glaive  5        Strikes before the foe does.
----------------------------------------------
"""
RESTRUCTURED = """\
=======  ======
Arm      Crowns
=======  ======
Sling    2
Glaive   5
=======  ======
"""
PIPES = "Arm | Crowns\n----|------:\nSling | 2\nGlaive | 5\n"
BARS = "| Arm | Crowns |\n| Sling | 2 |\n| Glaive | 5 |\n"
SPACES = "Arm        Crowns  Hands\nSling      2       one\nHand gun   15      two\nGlaive     5\n"
PROFILE = "Mv  Sk  St  Gu\n6   3   3+  4\n"


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (
            GRID,
            [
                ["Arm", "Crowns", "Effect"],
                ["Sling", "2", "Shoots eighteen inches, and needs a free hand."],
                ["Glaive", "5", "Strikes before the foe does."],
            ],
        ),
        (SIMPLE, [["Crowns", "Arm", "Hands"], ["2", "Sling", "one"], ["15", "Hand gun", "two"], ["5", "Glaive", ""]]),
        (
            MULTILINE,
            [
                ["Arm", "Crowns", "Effect"],
                ["Sling", "2", "Shoots eighteen inches, and needs a free hand."],
                ["Glaive", "5", "Strikes before the foe does."],
            ],
        ),
        (RESTRUCTURED, [["Arm", "Crowns"], ["Sling", "2"], ["Glaive", "5"]]),
        (PIPES, [["Arm", "Crowns"], ["Sling", "2"], ["Glaive", "5"]]),
        (BARS, [["Arm", "Crowns"], ["Sling", "2"], ["Glaive", "5"]]),
        (SPACES, [["Arm", "Crowns", "Hands"], ["Sling", "2", "one"], ["Hand gun", "15", "two"], ["Glaive", "5", ""]]),
        (PROFILE, [["Mv", "Sk", "St", "Gu"], ["6", "3", "3+", "4"]]),
        ("sling   2  one\nglaive  5  two\nboots   1  none\n", [["sling", "2", "one"], ["glaive", "5", "two"], ["boots", "1", "none"]]),
        ("Arm\tCrowns\nSling\t2\nGlaive\t5\n", [["Arm", "Crowns"], ["Sling", "2"], ["Glaive", "5"]]),
    ],
)  # fmt: skip
def test_cells_of_drawn_tables(table: str, rows: list[list[str]]) -> None:
    assert cells(table) == [rows]
    assert cells(f"Words before it.\n\n{table}\nWords behind it.\n") == [rows]


@pytest.mark.parametrize(
    "text",
    [
        # Two spaces behind a stop, and a line set to a width.
        "The unit moves.  It turns,  and stops.\nThen it shoots.  Roll a die  for each.\nA six  hits, and a five  too.\n",
        # A list whose numbers stand apart.
        "1.   Move the units of the first player.\n2.   Shoot with them.\n3.   Count the dead.\n",
        "1.1   Movement\n1.2   Shooting\n1.3   Morale\n",
        "-   lances\n-   shields\n-   boots\n",
        # A table of contents with leaders.
        "Movement   .......   4\nShooting   .......   9\nMorale     .......   12\n",
        # Two columns of text.
        "The unit moves up to its        All models of a unit shoot\nspeed, and may turn at any      at the same foe, and each\ntime while it does so, but      of them rolls one die for\nnot in a wood or river.         every shot that it has.\n",
        # Headings that are underlined, and a break between two parts.
        "Movement\n--------\n\nUnits move.\n\n---\n\nShooting\n========\n\nUnits shoot.\n",
        "a | b\n",
        "* * *\n",
        "",
    ],
)  # fmt: skip
def test_what_is_no_table(text: str) -> None:
    assert cells(text) == []


@pytest.mark.parametrize("table", [SIMPLE, RESTRUCTURED, PIPES, SPACES, PROFILE])
@pytest.mark.parametrize("format_", ["prose", "markdown"])
def test_rows_are_read_across(table: str, format_: str) -> None:
    mark = "# " if format_ == "markdown" else ""
    text = f"{mark}Arms\n\nAll of these may be bought.\n\n{table}\n{mark}Moves\n\nUnits move.\n"
    parsed = read(text, format_)
    assert [d.title for d in parsed.drafts] == ["Arms", "Moves"]
    (first, *rows) = parsed.drafts[0].passages
    assert first.kind == "text" and {p.kind for p in rows} == {"table"}
    assert [p.text for p in rows] == [" ".join(filter(None, row)) for row in cells(table)[0]]


@pytest.mark.parametrize("table", [GRID, MULTILINE])
@pytest.mark.parametrize("format_", ["prose", "markdown"])
def test_rows_of_names_and_texts_are_records(table: str, format_: str) -> None:
    mark = "# " if format_ == "markdown" else ""
    text = f"{mark}Arms\n\nAll of these may be bought.\n\n{table}\n{mark}Moves\n\nUnits move.\n"
    parsed = read(text, format_)
    own = [d for d in parsed.drafts if d.structured]
    assert [(d.title, d.parent) for d in own] == [("Sling", 0), ("Glaive", 0)]
    assert [[p.text for p in d.passages] for d in own] == [
        ["Shoots eighteen inches, and needs a free hand."],
        ["Strikes before the foe does."],
    ]
    assert [(p.name, p.value) for p in own[0].properties] == [("Crowns", "2")]
    assert parsed.drafts[-1].title == "Moves"


def test_a_table_in_a_fence_is_one() -> None:
    parsed = read(f"# Arms\n\nBuy:\n\n```\n{SPACES}```\n\n# Moves\n\nUnits move.\n", "markdown")
    assert [p.kind for p in parsed.drafts[0].passages] == ["text", *["table"] * 4]


def test_a_table_among_numbered_rules() -> None:
    rules = "\n\n".join(
        f"10.{n} A unit of kind {n} moves {n} inches in a turn." for n in range(1, 8)
    )
    text = f"{rules}\n\n{SPACES}\n10.8 All others stand still for the whole turn.\n"
    parsed = recognise.parse("a.txt", text, "en")
    assert parsed.format == "numbered"
    assert [p.kind for p in parsed.drafts[6].passages] == ["text", *["table"] * 4]
    checked(parsed, text)


def test_a_text_with_a_drawn_table_is_no_file_of_records() -> None:
    text = f"Arms\n\nAll of these may be bought.\n\n{GRID}\nMoves\n\nUnits move.\n"
    assert recognise.parse("a.txt", text, "en").format == "prose"


DRAWN = st.lists(
    st.sampled_from(["+--+--+\n", "| a | bc |\n", "-- --\n", "-----\n", "A  b\n", "A   bc  d\n", "a\tb\n", "\n", "|---|---|\n", "It is.\n", "== ==\n", "|\n", "+==+==+\r\n", " x", "\f"]),
    max_size=24,
).map("".join)  # fmt: skip


@pytest.mark.parametrize("format_", ["prose", "markdown", "numbered"])
@given(text=DRAWN)
def test_any_drawing_is_tiled(format_: str, text: str) -> None:
    read(text, format_)


def test_a_table_without_a_head_below_a_sentence_whose_cells_go_on() -> None:
    table = (
        "For movement see the table below:\n"
        "------    -----------------------\n"
        "Clear     No modifiers\n"
        "Forest    On foot: enter freely,\n"
        "          on wheels: on a five\n"
        "River\t  Ships only\n"
        "------    -----------------------\n"
    )
    assert cells(table) == [
        [
            ["Clear", "No modifiers"],
            ["Forest", "On foot: enter freely, on wheels: on a five"],
            ["River", "Ships only"],
        ]
    ]


@pytest.mark.parametrize("unit", [" ", "\t", " \t", "a  ", "| ", "+-"])
def test_long_runs_are_tiled(unit: str) -> None:
    text = "a" + unit * 40_000 + "\nb\n"
    parsed = read(text, "prose")
    assert "".join(text[p.start : p.end] for p in parsed.pieces) == text
