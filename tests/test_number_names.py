"""The numbers of headings, in many ways to write them, are no words of their names and tell the tree."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from loader_texts import parsed

from variorum.loaders import recognise
from variorum.loaders.titles import dissect

Path = tuple[int, ...]
TREE: dict[Path, tuple[str, str]] = {
    (1,): ("Introduction", "Two captains play with boats on a lake."),
    (2,): ("The Turn", "A turn has three phases, which both captains play."),
    (2, 1): ("Wind Phase", "Roll a die for the wind. It blows from there."),
    (2, 2): ("Moving Phase", "All boats move, those with the wind first."),
    (2, 2, 1): ("Rowing", "A boat under oars moves two hexes."),
    (2, 2, 2): ("Sailing", "A boat under sail moves as the wind allows."),
    (2, 3): ("Combat Phase", "Boats in one hex fight. The larger one rolls first."),
    (3,): ("Boats", "Each boat has a hull, a mast and a crew."),
    (3, 1): ("Hulls", "A hull has three points. Without points it sinks."),
    (3, 2): ("Masts", "A mast holds one sail. A boat without a mast rows."),
    (4,): ("Victory", "Who has the last boat afloat wins the game."),
}
ROMAN = ["", "I", "II", "III", "IV"]


def dots(path: Path) -> str:
    return ".".join(map(str, path))


WAYS: dict[str, Callable[[Path], str]] = {
    "2.1": dots,
    "2.1.": lambda p: f"{dots(p)}.",
    "2.1)": lambda p: f"{dots(p)})",
    "2.0": lambda p: dots(p) if len(p) > 1 else f"{p[0]}.0",
    "[2.1]": lambda p: f"[{dots(p) if len(p) > 1 else f'{p[0]}.0'}]",
    "§ 2.1": lambda p: f"§ {dots(p)}",
    "§2.1": lambda p: f"§{dots(p)}",
    "2.1 -": lambda p: f"{dots(p)} -",
    "Rule 2.1:": lambda p: f"Rule {dots(p)}:",
    "Article 2.1 –": lambda p: f"Article {dots(p)} –",
    "Chapter 2": lambda p: f"Chapter {p[0]}:" if len(p) == 1 else dots(p),
    "2-1": lambda p: "-".join(map(str, p)),
    "II.1": lambda p: ROMAN[p[0]] + (f".{dots(p[1:])}" if len(p) > 1 else "."),
    "B1": lambda p: " ABCD"[p[0]] + (dots(p[1:]) if len(p) > 1 else "."),
    "B.1": lambda p: " ABCD"[p[0]] + (f".{dots(p[1:])}" if len(p) > 1 else "."),
}
FORMS: dict[str, Callable[[str, str, int], str]] = {
    "text": lambda title, text, level: f"{title}\n\n{text}\n\n",
    "close": lambda title, text, level: f"{title}\n{text}\n\n",
    "marks": lambda title, text, level: f"{'#' * (level + 1)} {title}\n\n{text}\n\n",
}


def written(way: str, form: str) -> str:
    own = (
        FORMS[form](f"{WAYS[way](path)} {name}", text, len(path))
        for path, (name, text) in TREE.items()
    )
    return ("# Lake Boats\n\n" if form == "marks" else "LAKE BOATS\n\n") + "".join(own)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", FORMS)
def test_names_and_places_of_numbered_headings(way: str, form: str) -> None:
    text = written(way, form)
    drafts = parsed(text, "markdown" if form == "marks" else _form(text), "en").drafts
    names = [dissect(d.words or "", "en").name for d in drafts]
    assert names[1:] == [name for name, _ in TREE.values()]
    above = {path: n for n, path in enumerate(TREE, 1)}
    assert [d.parent or 0 for d in drafts[1:]] == [above.get(path[:-1], 0) for path in TREE]


def _form(text: str) -> str:
    return recognise.parse("rules.txt", text, "en", lang_stated=True).format


@pytest.mark.parametrize("way", ["2.1", "2.1.", "2.0", "[2.1]", "2-1"])
def test_numbers_tell_places_where_marks_make_all_alike(way: str) -> None:
    text = "# Lake Boats\n\n" + "".join(
        f"## {WAYS[way](path)} {name}\n\n{said}\n\n" for path, (name, said) in TREE.items()
    )
    drafts = parsed(text, "markdown", "en").drafts
    above = {path: n for n, path in enumerate(TREE, 1)}
    assert [d.parent or 0 for d in drafts[1:]] == [above.get(path[:-1], 0) for path in TREE]


@pytest.mark.parametrize(
    "titles",
    [
        ["2 Brigades", "14 Days", "30 Years"],
        ["1914 Spring", "1915 Summer", "1916 Autumn"],
        ["A. Company", "B. Company"],
        ["U-47", "U-99", "U-100"],
        ["T-34", "T-70", "T-90"],
    ],
)
def test_numbers_that_count_nothing_are_words(titles: list[str]) -> None:
    text = "# Lake Boats\n\n" + "".join(
        f"## {t}\n\nIt sails as the wind allows.\n\n" for t in titles
    )
    drafts = parsed(text, "markdown", "en").drafts
    assert [dissect(d.words or "", "en").name for d in drafts[1:]] == titles
