"""Names in the lists of Markdown: behind pictures, below a paragraph, and shared by several lists."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

HEAD = "# Boats\n\nEvery boat has a crew.\n\n"
OWN = ("Punt", "Hulk", "Coracle")


def listed(mark: str, names: tuple[str, ...] = OWN) -> str:
    return "".join(f"{mark}**{name}:** The {name.lower()} never sinks here.\n" for name in names)


@pytest.mark.parametrize("mark", ["- 🚣 ", "*   ❤️ ", "+ 🏴‍☠️ ", "1. ⚔️ ", "- 🚣🌊 "])
def test_pictures_before_a_strong_name_are_no_part_of_it(mark: str) -> None:
    found = parsed(HEAD + listed(mark), "markdown", "en")
    assert tree(found) == ["Boats", *(f"  {name}" for name in OWN)]
    assert texts(found, "Hulk") == ["The hulk never sinks here."]


@pytest.mark.parametrize("mark", ["- Beware: ", "- 12 ", "- A 🚣 "])
def test_words_before_strong_ones_make_no_name(mark: str) -> None:
    assert tree(parsed(HEAD + listed(mark), "markdown", "en")) == ["Boats"]


def test_a_picture_alone_stays_a_word() -> None:
    found = parsed(HEAD + "- 🚣\n- 🌊\n" + listed("- "), "markdown", "en")
    assert texts(found, "Boats")[1:] == ["list_item: 🚣", "list_item: 🌊"]


@pytest.mark.parametrize("sign", [".", ")"])
def test_a_list_from_one_may_follow_a_paragraph(sign: str) -> None:
    text = f"{HEAD}## Turns\nThe crew rows:\n1{sign} Roll a die.\n   Six is best.\n2{sign} Row so far.\n"
    found = parsed(text, "markdown", "en")
    assert texts(found, "Turns") == [
        "The crew rows:",
        "list_item: Roll a die. Six is best.",
        "list_item: Row so far.",
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "It was built in\n1986. Then it sank.",
        "It has a mast of number\n1. Then it sank.",
        "It has masts of numbers\n3. and\n4. in a row.",
        "The first has number\n1. in the book.\n\n2. is another.",
    ],
)
def test_a_number_at_the_start_of_a_line_goes_on_with_the_sentence(broken: str) -> None:
    found = parsed(f"{HEAD}## Turns\n{broken}\n", "markdown", "en")
    assert texts(found, "Turns")[0] == " ".join(broken.split("\n\n")[0].split("\n"))


def ships(*lists: str) -> str:
    return HEAD + "".join(f"## Ship {n}\n\n{own}\n" for n, own in enumerate(lists, 1))


def test_a_name_that_few_lists_share_is_a_name_in_each() -> None:
    found = parsed(
        ships(
            listed("- ", ("Keen Watch", "Deep Keel")),
            listed("- ", ("Keen Watch", "Tall Mast", "Red Sail")),
            listed("- ", ("Iron Ram", "Hidden Oars")),
            listed("- ", ("Loud Bell", "Long Rope")),
            listed("- ", ("Grey Gulls", "Fair Wind")),
        ),
        "markdown",
        "en",
    )
    assert [line.strip() for line in tree(found)].count("Keen Watch") == 2
    assert texts(found, "Deep Keel") == ["The deep keel never sinks here."]


@pytest.mark.parametrize(
    "label",
    [
        "**Crew:** 30 sailors",
        "**Effect:** The ship turns about at once.",
        "**Crew:** Any, and dogs",
    ],
)
def test_what_most_lists_have_is_a_label(label: str) -> None:
    own = ("Keen Watch", "Iron Ram", "Loud Bell", "Grey Gulls")
    text = ships(*(f"- {label}\n" + listed("- ", (name, f"{name} Two")) for name in own))
    names = [line.strip() for line in tree(parsed(text, "markdown", "en"))]
    assert not {"Crew", "Effect"} & set(names) and set(own) <= set(names)


def test_facts_that_two_of_many_lists_share_are_labels() -> None:
    plain = [listed("- ", (f"Keel {n}", f"Mast {n}")) for n in "ABCDE"]
    facts = [f"- **Crew:** {n} sailors\n" + own for n, own in zip((20, 30), plain, strict=False)]
    names = [line.strip() for line in tree(parsed(ships(*facts, *plain[2:]), "markdown", "en"))]
    assert "Crew" not in names and "Keel A" in names
