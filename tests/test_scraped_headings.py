"""Headings of one text in many shapes: what a copy of a page, or its writer, made of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from scraped_rules import HERE
from tiling import checked

from variorum.loaders.parsed import Parsed
from variorum.loaders.prose import parse

LANGS = ("en", "fr", "hu")
Line = tuple[int, str, str]  # depth, title, text


def tree(lang: str) -> list[Line]:
    """The headings of a text with their depths, and the paragraph below each."""
    lines = (HERE / f"{lang}.tree").read_text("utf-8").splitlines()
    return [
        (int(head[1]), head[3:], text)
        for head, text in pairwise(lines)
        if re.match(r"@\d ", head)
    ]  # fmt: skip


def numbered(told: list[Line]) -> list[str]:
    counts, made = [0, 0, 0], []
    for depth, title, text in told:
        counts[depth:] = [counts[depth] + 1, *[0] * (2 - depth)]
        made += [f"{'.'.join(map(str, counts[: depth + 1]))} {title}", text]
    return made


def joined(sign: str, least: int = 0, upper: bool = False) -> Callable[[list[Line]], list[str]]:
    """Titles of depth `least` and more before their texts, with `sign` between; others alone."""

    def shape(told: list[Line]) -> list[str]:
        made: list[str] = []
        for depth, title, text in told:
            written = title.upper() if upper else title
            made += [f"{written}{sign}{text}"] if depth >= least else [title, text]
        return made

    return shape


def capitals_joined(told: list[Line]) -> list[str]:
    made: list[str] = []
    for depth, title, text in told:
        made += [title, text] if depth else [f"{title.upper()} {text}"]
    return made


SHAPES = {
    "apart": joined("\n\n"),
    "numbered": numbered,
    "a stop, the third level": joined(". ", 2),
    "a stop, below chapters": joined(". ", 1),
    "a colon, the third level": joined(": ", 2),
    "a colon, below chapters": joined(": ", 1),
    "a dash, below chapters": joined(" – ", 1),
    "glued": joined("", 2),
    "capitals": joined(" ", upper=True),
    "chapters in capitals": capitals_joined,
}


def read(text: str, lang: str) -> Parsed:
    return checked(parse("a.txt", text, lang), text)


def titles(parsed: Parsed) -> list[str]:
    return [re.sub(r"^[\d.]+ ", "", d.title).casefold() for d in parsed.drafts if d.title]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_headings_are_found_in_every_shape(shape: str, lang: str, gap: str) -> None:
    told = tree(lang)
    parsed = read(gap.join(SHAPES[shape](told)) + "\n", lang)
    found, wanted = titles(parsed), [title.casefold() for _, title, _ in told]
    assert not {*found} - {*wanted}
    assert len(found) >= 0.9 * len(wanted)
    for draft in parsed.drafts:
        said = next(text for _, title, text in told if title.casefold() in titles_of(draft.title))
        assert draft.passages[0].text == said


def titles_of(title: str | None) -> set[str]:
    return {(title or "").casefold(), re.sub(r"^[\d.]+ ", "", title or "").casefold()}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "shape",
    ["numbered", "a stop, below chapters", "a colon, below chapters", "chapters in capitals"],
)
def test_chapters_stand_above_what_follows_them(shape: str, lang: str) -> None:
    told = tree(lang)
    parsed = read("\n\n".join(SHAPES[shape](told)), lang)
    place = {title: n for n, title in enumerate(titles(parsed))}
    chapter = ""
    for depth, title, _ in told:
        draft = parsed.drafts[place[title.casefold()]]
        if not depth:
            chapter = title.casefold()
            assert draft.parent is None
        elif depth == 1:
            assert draft.parent == place[chapter]


@pytest.mark.parametrize(
    "openings",
    [
        # sentences
        ["Guards fight first. Nobody can stop them.", "Roll a die. Then read the table.",
         "Nobody moves. The turn is over at once.", "Stop here. Wait for the others to come."],
        # examples, notes, and what is only stressed
        ["EXAMPLE The guard moves and then fires.", "NOTE The guide may not do so at all.",
         "NOT The guide but the guard may do so."],
        # names with a capital inside, and abbreviations
        ["McDonald leads the first of the caravans.", "DeVere leads the second caravan home.",
         "LaTeX was not used to set these rules.", "PvP is a word that nobody here knows."],
        ["USA Today has printed these rules before.", "HQ Units are bought before all others."],
        # one shape once or twice is no habit
        ["SALT The price of salt is three coins.", "CLOTH The price of cloth is two coins."],
        ["SaltThe price of salt is three coins.", "ClothThe price of cloth is two coins."],
    ],
)  # fmt: skip
def test_openings_that_are_no_names(openings: list[str]) -> None:
    plain = "A caravan moves as many hexes as its slowest camel can walk in a turn."
    text = "\n\n".join(["Moving", plain, "Trading", plain, *openings, plain])
    assert titles(read(text, "en")) == ["moving", "trading"]
