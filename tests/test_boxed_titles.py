"""Titles of plain text between signs, and lines that only look like titles: broken ones, paths."""

from __future__ import annotations

import pytest
from loader_texts import parsed, tiled

from variorum.loaders.headings import find_headings, is_title_like


def titles(text: str, lang: str = "en") -> list[str | None]:
    found = parsed(text, "prose", lang)
    tiled(found, text)
    return [d.title for d in found.drafts]


BOX = """{over}
{line}
{over}

 A heron stands still until a fish comes near, and strikes.

RISING

 It rises when somebody shouts, and flies to the next pond.
"""


@pytest.mark.parametrize(
    ("over", "line"),
    [
        ("*******************", "***  The  Heron ***"),
        ("*******************", "*    The  Heron   *"),
        ("===================", "= The  Heron ="),
        ("-------------------", "-- The  Heron --"),
        ("", "*** The  Heron ***"),
        ("", "== The  Heron =="),
        ("", "++ The  Heron ++"),
    ],
)
def test_signs_around_a_title_are_none_of_its_words(over: str, line: str) -> None:
    assert titles(BOX.format(over=over, line=line)) == ["The  Heron", "RISING"]


@pytest.mark.parametrize(
    "line",
    # One sign without a box, other signs at its end, more than one word between others.
    ["* The Heron *", "*** The Heron ###", "*** The Heron **", "+ The Heron", "#1 The Heron #1"],
)
def test_other_signs_stay(line: str) -> None:
    found = parsed(BOX.format(over="", line=line), "prose", "en")
    assert "The Heron" not in [d.title for d in found.drafts]


def test_a_box_needs_both_its_lines() -> None:
    below = "* The Heron *\n*************\n\nIt stands still.\n"
    assert "The Heron" not in titles(below)
    apart = "*************\n\n* The Heron *\n\n*************\n\nIt stands still.\n"
    assert "The Heron" not in titles(apart)


def test_a_line_that_the_next_goes_on_with_is_no_title() -> None:
    lines = [
        *("Heron", "You are able to stand on one leg in the", "middle of any pond.", "Otter"),
        *("You dive below any boat that you", "like.", "Words of a few", "goes on."),
        *("The Pond", "It is deep.", "The Shore", "It is dry."),
        *("The Sky", "It is wide.", "The Mud", "It is soft."),
    ]
    found = [t for t, is_title in zip(lines, find_headings(lines, "en"), strict=True) if is_title]
    assert found == [
        "Heron",
        "Otter",
        "Words of a few",
        "The Pond",
        "The Shore",
        "The Sky",
        "The Mud",
    ]
    # Who begins every line in small letters tells nothing by them; items have letters, too.
    small = ["What the heron does in its turn", "it stands.", "The Otter", "it dives.", "The Pond"]
    small = [*small, "it is deep."]
    assert find_headings(small, "en") == [True, False] * 3
    items = [
        "What the heron does in its turn",
        "a) It stands.",
        "b) It strikes.",
        "Otter",
        "It dives.",
    ]
    assert find_headings(items, "en")[0]


@pytest.mark.parametrize(
    "line",
    [
        r"D:\Reeds\Pictures 2\heron_014.png",
        r"\\pond\share\heron.png",
        "https://reeds.example/heron",
        "file:///reeds/heron.png",
    ],
)
def test_where_a_file_lies_is_no_title(line: str) -> None:
    assert not is_title_like(line, "fr")
    text = (
        f"Le héron\n{line}\nIl attend, et il frappe.\n\nLa loutre\nElle plonge sous les bateaux.\n"
    )
    assert titles(text, "fr") == ["Le héron", "La loutre"]
    assert is_title_like("Heron/Otter", "en")


NUMBERED = """##Article 1: The nature of the pond

1.1 The pond is round, and no boat leaves it.

1.2 A boat has two oars.

1.2.1 An oar that breaks is lost.

##Article 2: The boats

2.1 Each player has three boats.

2.2 A boat that is hit sinks.

2.2.1 It sinks at the end of the turn.
"""


def test_headings_without_a_space_behind_their_signs() -> None:
    found = parsed(NUMBERED, "numbered", "en")
    tiled(found, NUMBERED)
    names = [d.title for d in found.drafts if d.title is not None and "Article" in d.title]
    assert names == ["Article 1: The nature of the pond", "Article 2: The boats"]
    assert not any("Article" in p.text for d in found.drafts for p in d.passages)
    # One sign is a tag, and so are several before small letters; one line is no habit.
    for other in ("#Article", "##article"):
        again = parsed(NUMBERED.replace("##Article", other), "numbered", "en")
        said = [p.text for d in again.drafts for p in d.passages]
        assert any(other in t for t in [*said, *(d.title or "" for d in again.drafts)])
