"""Prose that tells abilities without headings: which names its paragraphs mention."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from variorum.loaders import nameless

_NAMES = st.lists(
    st.sampled_from(
        ("Feux", "Feu", "Feu d'Arcs", "Arc-x", "Tir", "Tirs de Nuit", "TN", "Nuits", "L’Arcs")
    ),
    unique=True,
)
_SAID = st.lists(
    st.sampled_from(
        [
            "feu",
            "feux",
            "Feuille",
            "d'Arc",
            "d'arcs",
            "arc-",
            "Arc-xyz",
            "tirs",
            "de",
            "nuit",
            "nuits",
            "nuitée",
            "TN",
            "tn",
            "l’arc",
            ",",
            "(",
            "TIRS",
        ]
    )
)


@given(_NAMES, st.lists(_SAID, max_size=3))
def test_the_names_that_texts_mention_are_those_that_are_found_one_by_one(
    names: list[str], said: list[list[str]]
) -> None:
    texts = [" ".join(words) for words in said]
    wanted = []
    for text in texts:
        places = {name: nameless.mention_pattern(name).search(text) for name in names}
        wanted.append([(name, m.start()) for name, m in places.items() if m is not None])
    found = nameless.mentions(texts, {name: name for name in names})
    assert [list(places.items()) for places in found] == wanted


def test_words_with_capitals_without_end_are_no_name() -> None:
    many = " ".join(["Vent"] * 40)
    assert nameless.learn_names([f"La capacité Vent du Nord. {many}."], "fr") == {
        "vent du nord": "Vent du Nord"
    }
    (found,) = nameless.learn_names([f"La capacité {many}."], "fr").values()
    assert found == " ".join(["Vent"] * 12)
