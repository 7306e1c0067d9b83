"""Headings that only their looks tell, and numbers that stand apart from their rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import recognise
from variorum.loaders.form import Document
from variorum.loaders.htmllooks import Look, Looks
from variorum.loaders.lonenumbers import lone_numbers
from variorum.loaders.parsed import Parsed
from variorum.loaders.recognise import loaders

CHAPTERS = {
    "Movement": "Units move up to six inches in each turn, and may turn at any time.",
    "Shooting": "Units shoot once in each turn at a foe that they see.",
    "Victory": "Count the towers, and the one who holds more of them wins.",
}


def read(text: str, format_: str = "html") -> Parsed:
    return checked(loaders()[format_].parse(Document("a.txt", text, "en", lang_stated=True)), text)


def tree(parsed: Parsed) -> list[tuple[str | None, str | None]]:
    drafts = parsed.drafts
    return [(d.title, None if d.parent is None else drafts[d.parent].title) for d in drafts]


@pytest.mark.parametrize(
    ("style", "title", "chapter"),
    [
        ("", '<p><font size="5">{}</font></p>', '<p><font size="+1">{}</font></p>'),
        ("", '<p style="font-size: 18pt">{}</p>', '<p><span style="font-size:120%">{}</span></p>'),
        ("", "<p><big><big>{}</big></big></p>", "<p><big>{}</big></p>"),
        ("", '<p style="font: bold 24px serif">{}</p>', '<p style="font-size:1.2em">{}</p>'),
        ("", '<p style="font-size:xx-large">{}</p>', '<p style="font-size:large">{}</p>'),
        (
            "<style>/* x */ .a, p.b{font-size:16pt} .c {color:red; font-size: 20pt}</style>",
            '<p class="c">{}</p>',
            '<p class="z b">{}</p>',
        ),
    ],
)
def test_larger_letters_tell_headings_and_their_levels(
    style: str, title: str, chapter: str
) -> None:
    text = f"<html><head>{style}</head><body>{title.format('Towers')}"
    text += "".join(f"{chapter.format(n)}<p>{said}</p>" for n, said in CHAPTERS.items())
    parsed = read(text)
    assert tree(parsed) == [("Towers", None), *((name, "Towers") for name in CHAPTERS)]
    assert parsed.title == "Towers"


def test_words_that_look_strong_are_strong() -> None:
    text = "<style>.s{font-weight:700} .e{font-style:italic}</style><h1>Arms</h1>" + "".join(
        f'<p><span class="s">{n}.</span> {said}</p>' for n, said in CHAPTERS.items()
    )
    assert [t for t, _ in tree(read(text))] == ["Arms", *CHAPTERS]
    assert [t for t, _ in tree(read(text.replace('"s"', '"e"')))] == ["Arms", *CHAPTERS]


@pytest.mark.parametrize(
    "page",
    [
        # Tags that say what they are go before looks.
        '<h2>Moves</h2><p>They move.</p><p><font size="5">Beware</font></p><p>They may fall.</p>',
        # A sentence, and a word inside one.
        '<h2>Moves</h2><p>They move.</p><p style="font-size:20pt">All fall down.</p><p>Again.</p>',
        "<h2>Moves</h2><p>They move <big>fast</big> and far.</p>",
    ],
)
def test_large_letters_are_not_always_headings(page: str) -> None:
    assert tree(read(page)) == [("Moves", None)]


@given(
    st.text(alphabet="font-size:weight bold;16.pxtem%{}x", max_size=60),
    st.text(alphabet=".ab{font-size:12pt;}*/ ,", max_size=80),
)
def test_any_style_gives_a_look(style: str, sheet: str) -> None:
    looks = Looks()
    looks.learn(sheet)
    look = looks.of("p", {"style": style, "class": "a b"}, Look())
    assert 1 <= look.size <= 200


RULES = [
    ("4", "Morale", "A unit that has lost half of its models tests its morale at the end of the turn."),
    ("4.1", "Testing", "Roll two dice, and compare the result with the nerve of the unit at that time."),
    ("4.2", "Fleeing", "A unit that flees moves its full distance in each turn, and may not shoot."),
    ("5", "Victory", "The game has ten turns, and both of the players count what they hold then."),
    ("5.1", "Towers", "Each tower that is held at the end of the game counts for two points or three."),
    ("5.2", "Draws", "If both have as many points the game is a draw, and both of the players drink."),
]  # fmt: skip


def test_numbers_on_lines_of_their_own_go_with_the_titles_below_them() -> None:
    text = "The Towers\n\n" + "\n".join(line for rule in RULES for line in rule)
    parsed = checked(recognise.parse("a.txt", text, "en"), text)
    titles = [f"{number} {title}" for number, title, _ in RULES]
    assert [d.title for d in parsed.drafts] == ["The Towers", *titles]
    assert [[p.text for p in d.passages] for d in parsed.drafts[1:]] == [[r[2]] for r in RULES]
    above = [d.parent for d in parsed.drafts]
    assert above[2:4] == [1, 1] and above[5:] == [4, 4]


def test_numbers_of_pages_are_no_numbers_of_rules() -> None:
    parts = ["The Towers"]
    for n, (number, title, said) in enumerate(RULES * 2, 1):
        number = f"{int(number[0]) + (4 if n > len(RULES) else 0)}{number[1:]}"
        parts += [number, f"{title} {n}", said, said.replace("the", "a")]
        parts += [f"\n{n}\n\n\fThe Towers\n"]
    text = "\n".join(parts)
    parsed = checked(recognise.parse("a.txt", text, "en"), text)
    titles = [d.title for d in parsed.drafts if d.title != "The Towers"]
    assert titles[:3] == ["4 Morale 1", "4.1 Testing 2", "4.2 Fleeing 3"]
    assert len(titles) == 2 * len(RULES)


def test_rules_without_titles_have_their_numbers() -> None:
    text = "\n\n".join(f"7.{n}\nA unit of kind {n} moves {n} inches." for n in range(1, 9))
    parsed = checked(recognise.parse("a.txt", text, "en"), text)
    assert parsed.format == "numbered"
    assert [d.title for d in parsed.drafts] == [f"7.{n}" for n in range(1, 9)]


@pytest.mark.parametrize(
    "lines",
    [
        ["Weights", "1.5", "2.5", "3.5", "4.5", "Sling"],
        ["On", "12.3.2020", "we met", "1.2.2019", "we parted", "7.8.2021", "we met"],
        ["1.1", "Move", "2", "dice"],
        ["12", "Page", "13", "Page", "14", "Page"],
        [],
    ],
)
def test_numbers_that_are_no_rules(lines: list[str]) -> None:
    assert lone_numbers(lines) == frozenset()


@given(
    st.lists(
        st.sampled_from(["1.1", "1.2", "1.3", "2", "2.1", "Move.", "a", "1", "x"]), max_size=20
    )
)
def test_words_stand_below_each_lone_number(lines: list[str]) -> None:
    assert all(lines[n + 1][0].isalpha() for n in lone_numbers(lines))
