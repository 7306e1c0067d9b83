"""Signs that are typed around headings, and what counts them, are no words of their names."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

from variorum.loaders.titles import dissect

OWN = {
    "Mooring": "A moored boat is never carried off by the tide.",
    "Deep Keel": "It cannot enter shallow water in any turn.",
    "Pilot": "Once a turn the crew reads the current again.",
    "Bailer": "Remove one hole at the end of the turn.",
}
SHALLOW = "\nShallows sink what is loaded, and all that is moored there.\n"


def typed(head: str, between: str = "\n") -> str:
    """Headings with their texts: `{}` is the name, `{n}` its number, `{a}` its letter."""
    return "\n".join(
        f"{head.format(name, n=n, a='abcd'[n - 1], A='ABCD'[n - 1])}{between}{text}\n"
        for n, (name, text) in enumerate(OWN.items(), 1)
    )


def names(text: str) -> list[str]:
    return [line.strip(" *") for line in tree(parsed(text, "prose", "en"))]


def called(text: str) -> list[str]:
    """The names of the entries, as the titles are taken apart."""
    found = parsed(text, "prose", "en")
    return [dissect(d.words, "en").name for d in found.drafts if d.words is not None]


@pytest.mark.parametrize(
    "frame",
    [
        "--- {} ---",
        "- {} -",
        "~ {} ~",
        "~~ {} ~~",
        "*{}*",
        "* {} *",
        "*** {} ***",
        "- - {} - -",
        "[{}]",
        "[ {} ]",
        "<{}>",
        "<<{}>>",
        "{{{}}}",
        "+{}+",
        "•• {} ••",
        "_{}_",
        "    -- {} --",
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_signs_around_headings_are_none_of_their_words(frame: str, between: str) -> None:
    found = parsed(typed(frame, between), "prose", "en")
    assert [d.title for d in found.drafts] == [*OWN]
    assert texts(found, "Pilot") == [OWN["Pilot"]]


@pytest.mark.parametrize(("over", "under"), [("*** {} ***", "--- {} ---"), ("-- {} --", "- {} -")])
def test_what_is_framed_otherwise_stands_above_or_below(over: str, under: str) -> None:
    parts = {"Boats": ("Mooring", "Deep Keel"), "Crews": ("Pilot", "Bailer"), "Seas": ("Shallows",)}
    said = OWN | {"Shallows": SHALLOW.strip()}
    text = "".join(
        f"{over.format(part)}\n\n" + "".join(f"{under.format(n)}\n{said[n]}\n\n" for n in own)
        for part, own in parts.items()
    )
    assert tree(parsed(text, "prose", "en")) == [
        line for part, own in parts.items() for line in (part, *(f"  {n}" for n in own))
    ]


@pytest.mark.parametrize(
    "lines",
    [
        # Two only; the same words again; nothing below; a place for words; what somebody says.
        "[Mooring]\nIt is never carried off.\n\n[Pilot]\nHe reads the current again.\n",
        "[Map]\nThe tide comes in.\n\n[Map]\nThe tide goes out.\n\n[Map]\nNobody moves at all.\n",
        "- Mooring -\n- Pilot -\n- Bailer -\n- Keel -\nThese four are bought before the game.\n",
        "*Mooring, pilot:*\nIt is so.\n\n*Keel, bailer:*\nIt is not.\n\n*Sails, oars:*\nNobody can say.\n",
        "- Mooring - it holds -\nIt is so.\n\n- Pilot - he reads -\nIt is not.\n\n- Keel - deep -\nWho knows.\n",
    ],
)
def test_signs_that_are_no_habit_stay(lines: str) -> None:
    found = parsed(f"Boats\n\nA boat floats.\n\n{lines}", "prose", "en")
    said = "\n".join([*(d.title or "" for d in found.drafts)])
    said += "\n".join(p.text for d in found.drafts for p in d.passages)
    assert sum(1 for p in found.pieces if p.kind == "markup") == 0
    assert "Mooring" not in said.split("\n") and "Map" not in said.split("\n")


@pytest.mark.parametrize(
    "count", ["{A}. {}", "{A}) {}", "{a}) {}", "({n}) {}", "({a}) {}", "{n}. {}", "{n}) {}"]
)
@pytest.mark.parametrize("sign", [": ", " - ", " – "])
def test_what_counts_a_name_is_no_word_of_it(count: str, sign: str) -> None:
    assert called(typed(count, sign)) == [*OWN]


@pytest.mark.parametrize("count", ["{A}. {}", "{A}) {}", "{n}. {}", "{n}) {}"])
def test_nor_of_a_heading(count: str) -> None:
    assert called(typed(count)) == [*OWN]


def test_letters_that_do_not_count_up_are_words() -> None:
    text = "".join(
        f"{name}\nThe boat of this captain moves first in the turn.\n\n"
        for name in ("J. Barge", "W. Oarsman", "T. Pilot")
    )
    assert called(text) == ["J. Barge", "W. Oarsman", "T. Pilot"]


@pytest.mark.parametrize(
    ("title", "name", "parameter"),
    [
        ("Scout [5 pts]", "Scout", "5 pts"),
        ("Scout - 5 pts", "Scout", "5 pts"),
        ("Scout – 40 points", "Scout", "40 points"),
        ("Scout ..... 40 pts", "Scout", "40 pts"),
        ("Scout: 5 pts.", "Scout", "5 pts."),
        ("*Scout*", "Scout", None),
        ("`Scout`", "Scout", None),
        ("_Scout_", "Scout", None),
        # No cost, no frame.
        ("Scout - Stage 5", "Scout - Stage 5", None),
        ("Half-5 pts", "Half-5 pts", None),
        ("Scout [see below]", "Scout [see below]", None),
        ("5 pts", "5 pts", None),
        ("`Scout` and `Spy`", "`Scout` and `Spy`", None),
    ],
)
def test_costs_and_marks_are_no_words_of_a_name(
    title: str, name: str, parameter: str | None
) -> None:
    found = dissect(title, "en")
    assert (found.name, found.parameter, found.marker) == (name, parameter, None)


NEXT = {
    "en": ("Ram", "The rammed boat may not move in the following turn."),
    "fr": ("Éperon", "Le bateau éperonné ne bouge pas au tour suivant."),
    "hu": ("Kormos", "Húzd fel a következő lapot."),
}
LISTS = {
    "en": "Each boat has some of the following abilities.",
    "fr": "Chaque bateau a les capacités suivantes.",
    "hu": "Minden hajónak lehetnek képességei. Ezek a következők.",
}


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_what_comes_next_in_the_game_announces_nothing(lang: str) -> None:
    others = {
        "en": ["Keel", "It is deep.", "Pilot", "He reads the current.", "Bailer", "One hole less."],
        "fr": ["Quille", "Elle est longue.", "Pilote", "Il lit le courant.", "Écope", "Un trou."],
        "hu": ["Gerinc", "Hosszú.", "Révkalauz", "Az árat olvassa.", "Vízmerő", "Egy lyuk ki."],
    }[lang]
    text = "\n\n".join(["Tavi hajók" if lang == "hu" else "Lac", LISTS[lang], *NEXT[lang], *others])
    found = parsed(text + "\n", "prose", lang)
    assert [d.depth for d in found.drafts] == [1, 2, 2, 2, 2]
