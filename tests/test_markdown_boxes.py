"""Markdown as communities write it: boxes around remarks, titles in front matter, names with brackets
behind them and names that open the lines of one paragraph."""

from __future__ import annotations

import pytest
from loader_texts import kept, parsed, texts, tree

BOXES = """# Reed Boats

Boats move twice.

:::tip Beginners
Keep off the reeds.
:::

::: {.warning}
Reeds hide rocks.
:::

!!! note "Remarque"
    The wind turns at dusk.

    It turns back at dawn.

A boat may land.

> [!CAUTION] Look out
> Herons bite.

## Oars

Oars break on a 1.
"""


def test_boxes_are_notes_and_their_marks_no_words() -> None:
    found = parsed(BOXES, "markdown", "en")
    assert texts(found, "Reed Boats") == [
        "Boats move twice.",
        "note: Beginners",
        "note: Keep off the reeds.",
        "note: Reeds hide rocks.",
        "note: Remarque",
        "note: The wind turns at dusk.",
        "note: It turns back at dawn.",
        "A boat may land.",
        "note: Look out",
        "note: Herons bite.",
    ]
    assert texts(found, "Oars") == ["Oars break on a 1."]
    assert ":::" in kept(found, BOXES, "markup") and "!!!" in kept(found, BOXES, "markup")


@pytest.mark.parametrize(
    "line",
    [
        "!!! Stop at the weir !!!",
        "!!! note",  # nothing below it is indented
        "A boat: it ::: moves",
        "[!NOTE] outside a quote",
        "::: three colons, and a sentence that goes on, as people write who like colons; it ends.",
    ],
)
def test_what_only_looks_like_a_box_is_words(line: str) -> None:
    found = parsed(f"# Boats\n\n{line}\n\n## Oars\n\nOars break.\n", "markdown", "en")
    assert texts(found, "Boats") == [line]


def test_the_title_in_front_matter_heads_what_has_no_heading_of_the_first_level() -> None:
    text = "---\nid: m\ntitle: Morál 😱\n---\n\nA próbát dobjuk.\n\n## Próba\n\nDobj kettőt.\n\n## Pánik\n\nFut.\n"
    found = parsed(text, "markdown", "hu")
    assert tree(found) == ["Morál", "  Próba", "  Pánik"]
    assert texts(found, "Morál") == ["A próbát dobjuk."]
    assert found.title == "Morál 😱"


@pytest.mark.parametrize(
    ("front", "body", "titles"),
    [
        ("title: Oars", "# Rowing\n\nRow.\n\n## Oars\n\nTwo.\n", ["Rowing", "  Oars"]),
        ("title: Oars", "## Oars\n\nTwo.\n\n## Sails\n\nOne.\n", ["Oars", "Sails"]),
        ("author: Oars", "## Rowing\n\nTwo.\n\n## Sails\n\nOne.\n", ["Rowing", "Sails"]),
    ],
)
def test_a_title_that_a_heading_tells_is_told_once(
    front: str, body: str, titles: list[str]
) -> None:
    assert tree(parsed(f"---\n{front}\n---\n\n{body}", "markdown", "en")) == titles


def test_names_with_brackets_behind_their_strong_words() -> None:
    text = (
        "# Képességek\n\n- **Gyors roham** (Swift Charge) – rohamkor gyorsabb.\n"
        "- **Vastag bőr** (Thick Skin): az első seb nem számít.\n"
        "- **Bénult** – a modell nem mozog.\n"
    )
    found = parsed(text, "markdown", "hu")
    assert [d.title for d in found.drafts[1:]] == [
        "Gyors roham (Swift Charge)",
        "Vastag bőr (Thick Skin)",
        "Bénult",
    ]
    assert texts(found, "Gyors roham (Swift Charge)") == ["rohamkor gyorsabb."]


def test_words_in_brackets_that_no_mark_follows_are_no_part_of_a_name() -> None:
    text = "# Fog\n\n**Bell.** It rings.\n\n**Lamp.** It shines.\n\n**Fog** (thick or thin) hides all ships.\n"
    assert tree(parsed(text, "markdown", "en")) == ["Fog", "  Bell", "  Lamp"]


def test_lines_of_one_paragraph_that_each_open_with_a_name() -> None:
    text = (
        "# Kulcsszavak\n\n**🔥 Égő**: a modell sebződik.\nMinden kör végén.\n**❄️ Fagyott**: nem mozog.\n\n"
        "**Lassú.** Felet mozog, és a **Fürge:** modellek elkerülik.\n"
    )
    found = parsed(text, "markdown", "hu")
    assert tree(found) == ["Kulcsszavak", "  Égő", "  Fagyott", "  Lassú"]
    assert texts(found, "Égő") == ["a modell sebződik. Minden kör végén."]


def test_a_line_of_a_paragraph_that_opens_with_stressed_words_goes_on() -> None:
    text = (
        "# Fog\n\nNo ship sees far in fog.\n**Ever:** not even by lamps.\n\n## Bell\n\nIt rings.\n"
    )
    found = parsed(text, "markdown", "en")
    assert texts(found, "Fog") == ["No ship sees far in fog. Ever: not even by lamps."]


def test_names_in_tables_have_no_pictures_and_foreign_names_are_told() -> None:
    text = (
        "# Falka\n\n## Képességek\n\n| Képesség | Angol | Röv. | Hatás |\n|---|---|---|---|\n"
        "| 🐾 **Nyomkövető** | Tracker | NYK | A modell nyomokat követ az erdőben is. |\n"
        "| Holdkóros 🌙 | Moonstruck | HLD | Éjszaka eggyel többet támad a modell. |\n"
    )
    found = parsed(text, "markdown", "hu")
    assert [(d.title, d.foreign, d.abbreviation) for d in found.drafts[2:]] == [
        ("Nyomkövető", "Tracker", "NYK"),
        ("Holdkóros", "Moonstruck", "HLD"),
    ]
