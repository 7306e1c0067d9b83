"""Names behind the letters and numbers of an outline, and paragraphs that are counted otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loader_texts import parsed, texts, tiled, tree

from variorum.loaders import prose
from variorum.loaders.outlined import names_behind
from variorum.loaders.titles import dissect

LAKE = """Rules for Lake Battles

I. MOVEMENT

A. Oars. A galley under oars moves up to 8 inches in any direction. It may not row twice.

B. Sails. A ship under sail moves 6 inches, or 10 inches with the wind behind it.

1. Tacking. A ship that turns through the wind loses half of its move this turn.

2. Becalmed. On a wind roll of 1 no ship of either side moves under sail.

C. Anchors. An anchored ship does not move. Raising the anchor takes one turn.

Its crew may still shoot.

II. COMBAT

A. Ramming. A ship that hits an enemy with its prow scores 1 hit for each 2 inches.

B. Boarding. Ships in contact may board. Each crew rolls one die; the higher wins.

C. Fire. Fire arrows have a range of 12 inches.
"""


def test_an_outline_has_names_and_levels() -> None:
    found = parsed(LAKE, "prose", "en")
    assert tree(found) == [
        "Rules for Lake Battles",
        "  I. MOVEMENT",
        "    A. Oars",
        "    B. Sails",
        "      1. Tacking",
        "      2. Becalmed",
        "    C. Anchors",
        "  II. COMBAT",
        "    A. Ramming",
        "    B. Boarding",
        "    C. Fire",
    ]
    assert [d.words for d in found.drafts][2:5] == ["Oars", "Sails", "Tacking"]
    assert texts(found, "C. Anchors") == [
        "An anchored ship does not move. Raising the anchor takes one turn.",
        "Its crew may still shoot.",
    ]


def test_names_may_have_articles_before_them_and_colons_behind() -> None:
    text = (
        "Règles navales\n\nI. LE MOUVEMENT\n\nA) Les rames : une galère à la rame avance de 8 cm.\n\n"
        "B) La voile : un navire à la voile avance de 6 cm.\n\nII. LE COMBAT\n\n"
        "A) L'éperon : un navire qui touche de sa proue coule sa cible.\n\n"
        "B) L'abordage : deux navires au contact peuvent s'aborder.\n"
    )
    found = parsed(text, "prose", "fr")
    assert tree(found)[2:] == [
        *("    A) Les rames", "    B) La voile", "  II. LE COMBAT"),
        *("    A) L'éperon", "    B) L'abordage"),
    ]
    assert [d.words for d in found.drafts][-1] == "L'abordage"


def test_numbered_rules_go_by_the_names_that_open_them() -> None:
    text = (
        "LAKE BATTLES\n\n1.0 INTRODUCTION\n\nTwo fleets meet.\n\n2.0 MOVEMENT\n\n"
        "2.1 Oars. A galley under oars moves up to 8 hexes, and rests after it.\n\n"
        "2.2 Sails. A ship under sail moves 6 hexes, or 10 before the wind.\n\n"
        "2.2.1 Tacking. A ship that tacks loses half of its move in this turn.\n\n"
        "2.3 Anchors. An anchored ship does not move until it raises the anchor.\n\n"
        "3.0 COMBAT\n\n3.1 Ramming. A ship that rams an enemy scores a hit for each 2 hexes.\n\n"
        "3.2 Boarding. Ships in contact may board, and each crew rolls one die.\n"
    )
    found = parsed(text, "numbered", "en")
    assert tree(found) == [
        *("LAKE BATTLES", "1.0 INTRODUCTION", "2.0 MOVEMENT", "  2.1 Oars", "  2.2 Sails"),
        *("    2.2.1 Tacking", "  2.3 Anchors", "3.0 COMBAT", "  3.1 Ramming", "  3.2 Boarding"),
    ]


@pytest.mark.parametrize(
    "paragraphs",
    [
        # Steps: articles inside, or nothing that the texts take up.
        [
            "1. Choose a target. The target must be in sight of the weapon that fires.",
            "2. Roll a die. The die shows how many hits the target suffers this turn.",
            "3. Remove losses. Each hit that is not saved removes one figure at once.",
        ],
        [
            "1. Wait. Nobody may do anything before both captains have spoken.",
            "2. Think. Each captain writes the orders of the squadron on a card.",
            "3. Begin. The cards are turned over, from the left to the right.",
        ],
        # Answers, initials that do not count up, and labels with hardly a text.
        [
            "Q. May a galley ram? It has no ram of its own on the model.",
            "A. Yes. The model is only a model, and the rules say nothing else.",
            "Q. May it board twice? The rules of boarding do not say that.",
            "A. No. The crew is tired after the first boarding of the turn.",
        ],
        [
            "J. Barge. He built the first of these barges with his own hands.",
            "W. Oarsman. She rowed against the current for the whole of a day.",
            "T. Pilot. He knew each of the rocks by the name of his children.",
        ],
        ["A. Oars. Eight oars at most.", "B. Sails. Two sails, or three.", "C. Crew. Ten of crew."],
    ],
)
def test_what_is_counted_otherwise_has_no_names(paragraphs: list[str]) -> None:
    assert names_behind(paragraphs, [False] * len(paragraphs), "en") == [None] * len(paragraphs)


@pytest.mark.parametrize(
    ("lang", "name", "other"),
    [
        ("fr", "Maître des vents", "Lancez le dé de tempête une fois"),
        ("en", "Lord of the Winds", "Roll the die of the storm once"),
        ("hu", "Minden szél a barátunk", "Dobj a vihar kockájával egyszer, a"),
    ],
)
def test_a_name_among_names_may_have_an_article_inside(lang: str, name: str, other: str) -> None:
    names = ["Oriona", "Velum", "Ankora", "Remus", "Karina"]
    said = "navis quae remis utitur octo passus movetur in aqua"
    told = [f"{n}. {x}: {x} {said}." for n, x in enumerate(names, 1)]
    one, two = (f"6. {x}: {said}, {said}." for x in (name, other))
    cuts = names_behind([*told, one], [False] * 6, lang)
    assert None not in cuts
    last = cuts[-1]
    assert last is not None
    assert one[3 : last[0]] == name
    assert names_behind([*told, two], [False] * 6, lang)[-1] is None


def test_a_letter_before_a_name_is_no_word_of_it_in_an_outline_alone() -> None:
    text = LAKE.replace("1. Tacking", "5. Tacking")
    assert {d.counted for d in parsed(text, "prose", "en").drafts} == {0}


@pytest.mark.parametrize(
    ("title", "name", "parameter"),
    [
        ("Kábulat (1) Szédülés", "Kábulat (1) Szédülés", None),
        ("Panic (2)", "Panic", "2"),
        ("Panic (X) Rout", "Panic Rout", "X"),
        ("Panic (2) (PAN)", "Panic", "2"),
        ("Panic (2)*", "Panic", "2"),
    ],
)
def test_a_number_before_more_words_is_one_of_them(
    title: str, name: str, parameter: str | None
) -> None:
    found = dissect(title, "hu")
    assert (found.name, found.parameter) == (name, parameter)


@given(
    st.lists(
        st.sampled_from(
            [
                *("I. One. It is the first of two.", "A. Oars. All row oars at once here."),
                *(
                    "B. Sails. All sail here today too.",
                    "1. Tack.",
                    "i. Row",
                    "a. Sit",
                    "Fleet",
                    "",
                ),
                *("C. Crews", "II. Two. It is the second of two.", "They row. They sit.\n"),
            ]
        ),
        max_size=24,
    )
)
def test_any_order_of_letters_and_numbers_tiles(paragraphs: list[str]) -> None:
    text = "\n\n".join(paragraphs)
    tiled(prose.parse("a.txt", text, "en"), text)
