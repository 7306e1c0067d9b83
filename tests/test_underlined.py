"""Plain text with lines of signs below its headings, as guides on the web have it."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

from variorum.loaders import recognise

OARS = "A ship with oars moves six hexes, and one less for each hit that it has\ntaken (see crews)."
SAILS = "Sails carry a ship ten hexes."


def guide(sign: str, gap: str = "") -> str:
    return "".join(
        f"{name}\n{sign * len(name)}\n{gap}{said}\n\n"
        for name, said in (("Long Oars", OARS), ("Old Sails", SAILS), ("Crews", "They row."))
    )


@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize("sign", ["~", "^", "*", "+", "#", '"'])
def test_a_text_may_follow_the_line_below_its_heading(sign: str, gap: str) -> None:
    found = parsed(guide(sign, gap), "markdown", "en")
    assert tree(found) == ["Long Oars", "Old Sails", "Crews"]
    assert texts(found, "Long Oars") == [" ".join(OARS.split("\n"))]


def test_a_line_over_columns_begins_no_program() -> None:
    table = "Ship     Oars  Sails\n~~~~~~   ~~~~  ~~~~~\nPunt     none  none\n\n"
    found = parsed(table + guide("~"), "markdown", "en")
    assert texts(found, "Long Oars") == [" ".join(OARS.split("\n"))]


@pytest.mark.parametrize(
    "text",
    [
        # A program between fences, as long as its last line by chance.
        "# Boats\n\nThey float.\n\n~~~~\nrow\n\ndone\n~~~~\n\n# Crews\n\nThey row.\n",
        "# Boats\n\nThey float.\n\n~~~ text\nrow = 1\n~~~\n\n# Crews\n\nThey row.\n",
    ],
)
def test_fences_stay_fences(text: str) -> None:
    found = parsed(text, "markdown", "en")
    assert tree(found) == ["Boats", "Crews"]
    assert texts(found, "Crews") == ["They row."]


@pytest.mark.parametrize(
    "text",
    [
        # One such line, and lines of another length, are a scene or a sum.
        "Boats float here.\n\nRow on\n******\nThen they rest.\n\nAll of them sank in the end.\n",
        "Boats float.\n\nRow on, all of you\n****\nThen rest.\n\nRow back now\n****\nThey sank.\n",
        # Signs in a column say how to count.
        "Damage is counted so.\n\n=   Half of the oars, without those that broke.\n\n"
        "#   Two less if the ship is on fire.\n\n=   All that is left. It is never less than one.\n",
    ],
)
def test_other_lines_of_signs_make_no_markdown(text: str) -> None:
    assert recognise.parse("a.txt", text, "en").format == "prose"


LISTS = "".join(
    f"{name}\n  red\n    {n} oars\n  blue\n    none\n" for n, name in enumerate("abcdefghijk")
)
FILLED = """The crew of a ship that is hit (whether by a stone, or by the ram of another
ship) loses one of its rowers. When there are none of them left to row it, the
ship drifts with the wind until it is towed (see there), or it strands and is
lost with all that it carries. Nobody can save it after that, since the sea is
too deep for any of the divers here.
"""


def test_lines_filled_up_to_a_width_go_on_among_lists() -> None:
    found = recognise.parse("a.txt", FILLED + "\n" + LISTS * 3, "en")
    said = [p.text for d in found.drafts for p in d.passages]
    assert " ".join(FILLED.split("\n")).strip() in said
    assert "red 0 oars" not in said


def test_lines_of_a_list_that_end_where_they_like_are_no_paragraph() -> None:
    lines = [
        "the crew of a ship that is hit by a stone or two of them",
        "another ship that stands beside it and has oars",
        "a harbour with a wall and two towers",
        "anything else that somebody may think of here and now, without a sail",
        "the captain of the fleet and whoever sails with him today",
        "nobody at all, if the wind is against it",
        "the last of them that was seen near the old harbour of the amber sea",
    ]
    told = "".join(f"Ship {n} has oars and a sail, and lies here.\n" for n in range(20))
    found = recognise.parse("a.txt", "\n".join(lines) + "\n\n" + told + "\n" + LISTS * 3, "en")
    said = [p.text for d in found.drafts for p in d.passages] + [d.title for d in found.drafts]
    assert all(any(line == p for p in said) for line in lines)


TERMS = """Using tools
~~~~~~~~~~~
Tools are used by the crew of a ship, one of them in each turn of the game.

tin whistle
  Wakes the crew of each ship that is near.
    "You whistle as loud as you can."

deck brush (wet)
  Cleans the deck. A crew that slips on
  it loses its next turn.

anchor
  The ship stays where it is.

Using ropes
~~~~~~~~~~~
The ropes of a ship are used as follows by those who know all of them:
  each of them once in a turn.

knot        It holds.
            For good.
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_plain_text_with_headings_may_have_terms(end: str) -> None:
    found = parsed(TERMS.replace("\n", end), "rst", "en")
    assert tree(found) == [
        "Using tools",
        *("  tin whistle", "  deck brush (wet)", "  anchor"),
        "Using ropes",
    ]
    assert texts(found, "deck brush (wet)") == [
        "Cleans the deck. A crew that slips on it loses its next turn."
    ]


@pytest.mark.parametrize(
    ("old", "new"), [("\n  ", "\n"), ("~", "="), ("deck brush (wet)\n", "deck brush (wet)\n\n")]
)
def test_without_terms_or_signs_of_its_own_it_is_read_as_before(old: str, new: str) -> None:
    text = TERMS.replace(old, new)
    assert recognise.parse("a.txt", text, "en").format != "rst"
