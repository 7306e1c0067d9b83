"""Labels of boxes on lines of their own, and headings in turn with short texts."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

from variorum.loaders.headings import find_headings
from variorum.loaders.passages import box_label

TEXT = {
    "en": "A barge of the bay moves six fields in a turn, and no more than that.",
    "fr": "Une barque de la baie avance de six cases par tour, et pas plus que cela.",
    "hu": "A lápi csónak hat mezőt halad egy körben, és ennél sohasem többet.",
}


@pytest.mark.parametrize(
    ("lang", "label", "kind"),
    [
        ("en", "DESIGN NOTE", "note"),
        ("en", "Designer’s Note:", "note"),
        ("en", "EXAMPLE", "example"),
        ("en", "Example 2", "example"),
        ("fr", "À NOTER", "note"),
        ("fr", "EXEMPLE", "example"),
        ("hu", "MEGJEGYZÉS", "note"),
        ("hu", "Példa", "example"),
    ],
)
def test_what_stands_in_a_box_is_said_of_the_rule_above(lang: str, label: str, kind: str) -> None:
    said = TEXT[lang]
    found = parsed(
        f"Barka\n\n{said}\n\n{label}\n\n{said}\n\n{said}\n\nLampa\n\n{said}\n", "prose", lang
    )
    assert tree(found) == ["Barka", "Lampa"]
    assert texts(found, "Barka") == [said, f"{kind}: {label}", f"{kind}: {said}", said]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Designer's Notes"),
        ("en", "Examples"),
        ("en", "The Note"),
        ("en", "Note Bearer"),
        ("fr", "Exemples"),
        ("hu", "Példák"),
        ("hu", "Megjegyzések"),
    ],
)
def test_titles_that_are_no_labels_of_boxes(lang: str, line: str) -> None:
    assert box_label(line, lang) is None
    found = parsed(f"Barka\n\n{TEXT[lang]}\n\n{line}\n\n{TEXT[lang]}\n", "prose", lang)
    assert line in tree(found)[-1]


TURN = [
    *("Lápi hajók", "Mozgás", "A hajó hatot mozog.", "Kanyar", "Egyszer fordulhat."),
    *("Horgony", "Aki áll, nem lő.", "Győzelem", "Az nyer, akié a láp."),
    *("Part", "Ott nincs víz."),
    *("Sekély víz", "Felére csökkenti a mozgást", "Nádas", "Nem látszik benne a hajó"),
    *("Harc", "Lövés", "Két kockával dobunk."),
]


def test_headings_in_turn_with_texts_that_have_lost_their_stops() -> None:
    found = find_headings(TURN, "hu")
    assert [t for t, h in zip(TURN, found, strict=True) if h] == [
        *("Lápi hajók", "Mozgás", "Kanyar", "Horgony", "Győzelem", "Part"),
        *("Sekély víz", "Nádas", "Harc", "Lövés"),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        # A list of ships: nothing says that one of them is the text of another.
        ["Kócsag", "Gém", "Az öreg szürke gém", "Bakcsó", "Réce", "Nagy lilik és kis lilik"],
        ["Gém a nádas szélén él", "Kócsag", "Bakcsó", "Réce", "Lilik"],
        ["Gém", "A nádas szélén él", "A víz fölött száll", "Bakcsó", "Réce"],
    ],
)
def test_lists_of_short_lines_are_no_headings(lines: list[str]) -> None:
    texts_before = TURN[:11]
    whole = [*texts_before, "Madarak", *lines, "Ennyi madár él a lápon összesen."]
    found = find_headings(whole, "hu")
    assert sum(found[12:-2]) <= 1


def test_without_other_headings_nothing_says_how_long_headings_are() -> None:
    lines = ["Láp", *TURN[11:]]
    assert [t for t, h in zip(lines, find_headings(lines, "hu"), strict=True) if h] == [
        "Láp",
        "Lövés",
    ]
