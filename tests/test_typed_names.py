"""Names that pages, wikis and Markdown mark in rarer ways, and what only looks like them."""

from __future__ import annotations

import pytest
from loader_texts import parsed, texts, tree

OWN = {
    "Mooring": "A moored boat is never carried off by the tide.",
    "Deep Keel": "It cannot enter shallow water in any turn.",
    "Pilot": "Once a turn the crew reads the current again.",
    "Bailer": "Remove one hole at the end of the turn.",
}
PAGE = "<html><body><h2>Boats</h2>\n<p>Every boat has some of these.</p>\n{}</body></html>\n"


def names(text: str, form: str) -> list[str]:
    return [line.strip(" *") for line in tree(parsed(text, form, "en"))]


def rows(row: str, own: dict[str, str] = OWN) -> str:
    return "".join(row.format(name, text) for name, text in own.items())


BULLETS = ["• ", "&bull; ", "&#8226;&nbsp;", "– ", "&ndash; ", "- ", "· ", "► "]


@pytest.mark.parametrize("bullet", BULLETS)
@pytest.mark.parametrize("mark", ["b", "strong", "i", "u"])
def test_a_bullet_that_is_typed_stands_before_a_name(bullet: str, mark: str) -> None:
    found = parsed(PAGE.format(rows(f"{bullet}<{mark}>{{}}</{mark}> : {{}}<br>\n")), "html", "en")
    assert [line.strip(" *") for line in tree(found)] == ["Boats", *OWN]
    assert texts(found, "Pilot")[0].removeprefix("list_item: ") == OWN["Pilot"]


@pytest.mark.parametrize("bullet", BULLETS)
def test_a_bullet_before_plain_words_makes_an_item(bullet: str) -> None:
    found = parsed(PAGE.format(f"<p>{bullet}Row hard.<br>{bullet}Do not sink.</p>"), "html", "en")
    assert texts(found, "Boats")[1:] == ["list_item: Row hard.", "list_item: Do not sink."]


@pytest.mark.parametrize("words", ["A - B", "-5 to all rolls", "3 • 4", "–12 hexes"])
def test_a_dash_among_words_or_before_a_value_is_no_bullet(words: str) -> None:
    found = parsed(PAGE.format(f"<p>{words}</p><p>x <b>y</b>- z</p>"), "html", "en")
    assert texts(found, "Boats")[1:] == [words, "x y- z"]


@pytest.mark.parametrize("called", ["name", "ability-name", "title", "item_title big", "nom"])
def test_a_class_says_what_a_name_is(called: str) -> None:
    row = f'<div><span class="{called}">{{}}</span> <span class="d">{{}}</span></div>\n'
    assert names(PAGE.format(rows(row)), "html") == ["Boats", *OWN]


@pytest.mark.parametrize("called", ["named", "filename2", "subtitled", "d"])
def test_other_classes_say_nothing(called: str) -> None:
    row = f'<div><span class="{called}">{{}}</span> <span class="d">{{}}</span></div>\n'
    assert names(PAGE.format(rows(row)), "html") == ["Boats"]


def test_underlined_words_stress_where_no_mark_closes_them() -> None:
    page = PAGE.format(rows("<p><u>{}</u> {}</p>\n") + "<p><u>Never</u> sink.</p>\n")
    assert names(page, "html") == ["Boats"]


def test_numbers_stand_inside_strong_words() -> None:
    own = "".join(f"<p><b>{n}. {a}</b> {b}</p>\n" for n, (a, b) in enumerate(OWN.items(), 1))
    assert names(PAGE.format(own), "html") == [
        "Boats",
        *(f"{n}. {a}" for n, a in enumerate(OWN, 1)),
    ]


@pytest.mark.parametrize("row", ["; {}\n: {}\n", ";{}\n:{}\n", "; {} : {}\n"])
@pytest.mark.parametrize("head", ["", "== Boats ==\n\nEvery boat has some of these.\n\n"])
def test_lists_of_definitions_tell_a_wiki(row: str, head: str) -> None:
    assert names(head + rows(row), "wiki")[bool(head) :] == [*OWN]


def test_a_table_between_braces_tells_a_wiki() -> None:
    text = '{| class="wikitable"\n! Name !! Text\n' + rows("|-\n| {} || {}\n") + "|}\n"
    assert names(text, "wiki") == [*OWN]


def test_semicolons_of_a_table_tell_none() -> None:
    text = "name;text\n" + rows("{};{}\n")
    assert names(text, "csv") == [*OWN]


def test_names_may_be_strong_and_slanted() -> None:
    assert names(rows("***{}.*** {}\n\n"), "markdown") == [*OWN]
