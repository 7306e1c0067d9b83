"""Markdown whose lines open with plain names and a colon, without empty lines between them."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

LIST = """## Strikes

Sharp Beak : The strike of a heron is better by 1.
Long Neck : A heron strikes two spaces away.
  (But never behind it.)
Cold Eye : Roll again when it misses.

## Boats

Flat Keel : A boat moves over reeds.
Wet Rope : A boat that is moored stays.
"""


def test_each_line_is_a_rule_of_its_own() -> None:
    found = parsed(LIST, "markdown", "en")
    assert tree(found) == [
        *("Strikes", "  Sharp Beak", "  Long Neck", "  Cold Eye"),
        *("Boats", "  Flat Keel", "  Wet Rope"),
    ]
    assert texts(found, "Cold Eye") == ["Roll again when it misses."]
    assert "never behind it" in texts(found, "Long Neck")[0]


@pytest.mark.parametrize(
    "lines",
    [
        # Values, two lines alone, small letters, and a sentence over lines.
        "Move : 4\nHull : 3\nCrew : Two\n",
        "Sharp Beak : It strikes better.\nLong Neck : It strikes far.\n",
        "beak : It strikes better.\nneck : It strikes far.\neye : It rolls again.\n",
        "A heron that strikes has this to\ndo: It rolls a die for the beak, and then\nadds: One.\n",
    ],
)
def test_other_lines_stay_one_paragraph(lines: str) -> None:
    text = f"## Heron\n\n{lines}\n## Otter\n\nIt dives.\n"
    found = parsed(text, "markdown", "en")
    assert tree(found) == ["Heron", "Otter"]
    assert len(texts(found, "Heron")) == 1


def test_labels_that_come_back_are_no_names() -> None:
    card = "Range : Two spaces are the most.\nCost : It takes one die.\nEffect : The boat is hit.\n"
    text = "".join(f"## {name}\n\n{card}\n" for name in ("Arrow", "Stone", "Spear", "Bolt"))
    found = parsed(text, "markdown", "en")
    assert tree(found) == ["Arrow", "Stone", "Spear", "Bolt"]
    assert len(texts(found, "Stone")) == 3


def test_lines_between_fences_are_words_as_they_are() -> None:
    text = LIST.replace("Sharp", "```\nSharp", 1).replace("misses.\n", "misses.\n```\n", 1)
    assert "  Sharp Beak" not in tree(parsed(text, "markdown", "en"))
