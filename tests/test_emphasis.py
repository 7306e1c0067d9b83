"""What strong and emphasised words tell: names that open paragraphs, headings that look alike."""

from __future__ import annotations

import pytest
from test_records import check_tiling

from variorum.loaders import recognise
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.loaders.recognise import loaders

ABILITIES = {
    "Dread": "A unit that faces this creature tests its nerve before it charges.",
    "Long Reach": "The model strikes foes within two inches, even over a hedge.",
    "Ponderous": "The model never runs, and is halved in rough ground.",
    "Night Eyes": "Darkness does not hinder this model, nor does smoke.",
}
CHAPTERS = {
    "Guns": "Guns need two crew, and each shoots once in two turns.",
    "Gun crews": "The crew of a gun never charges. It flees when the gun is lost.",
    "Heroes": "A hero joins any unit, and crews of guns fight better near one.",
    "Hidden set up": "Put a marker where the unit stands. Show it when it shoots.",
    "Leaders": "Each army has a leader, and heroes obey. It is worth two points.",
    "Movement": "Units move up to their speed, and may turn at any time.",
    "Stealth": "Shots from beyond twelve inches miss this unit.",
}


def read(text: str, format_: str, lang: str = "en") -> Parsed:
    parsed = loaders()[format_].parse(Document("a.txt", text, lang, lang_stated=True))
    check_tiling(parsed, text)
    return parsed


def names(parsed: Parsed) -> list[str | None]:
    return [d.title for d in parsed.drafts]


@pytest.mark.parametrize(
    ("format_", "head", "line"),
    [
        ("html", "<h1>{}</h1>", "<p><i>{}.</i> {}</p>"),
        ("html", "<h1>{}</h1>", "<p><em>{}</em>: {}</p>"),
        ("html", "<h1>{}</h1>", "<ul><li><i>{}</i> – {}</li></ul>"),
        ("markdown", "# {}", "*{}.* {}"),
        ("markdown", "# {}", "- _{}:_ {}"),
        ("prose", "[b]{}[/b]", "[i]{}.[/i] {}"),
        ("prose", "{}", "<i>{}</i>: {}"),
    ],
)
def test_names_in_emphasised_words_open_paragraphs(format_: str, head: str, line: str) -> None:
    said = [line.format(*pair) for pair in ABILITIES.items()]
    note = line.format("Note", "slow models may still charge their foes.")
    text = "\n\n".join([head.format("Creatures"), *said[:3], note, said[3]])
    parsed = read(text, format_)
    assert names(parsed) == ["Creatures", *ABILITIES]
    own = {d.title: [p.text for p in d.passages] for d in parsed.drafts}
    assert own["Dread"] == [ABILITIES["Dread"]]
    assert own["Ponderous"][0] == ABILITIES["Ponderous"]
    assert all(d.parent == 0 for d in parsed.drafts[1:])


def test_a_page_with_names_in_emphasised_words_is_recognised_as_markdown() -> None:
    text = "# Creatures\n\n" + "\n\n".join(f"*{n}.* {t}" for n, t in ABILITIES.items())
    assert recognise.parse("a.txt", text, "en").format == "markdown"


@pytest.mark.parametrize(
    "paragraphs",
    [
        # Stress, and sentences of a tale.
        [
            "<i>Only</i> one model climbs at a time, and the others wait below.",
            "<i>Never</i> move a model twice in one turn.",
            "<i>All</i> models of the unit shoot at the same foe.",
            "<i>The bell rang.</i> We ran to the boats, and the rain went on.",
            "<i>Nobody slept.</i> The captain cursed the wind all night.",
            "<i>Dawn came.</i> The harbour was full of masts.",
        ],
        # Words said to the reader.
        [
            "<i>Note:</i> models that are slow may still charge.",
            "<i>Example:</i> a slow model walks two inches in a wood.",
            "<i>Example 2:</i> it runs four on a road, and stops.",
        ],
        # Labels that come back.
        [f"<i>{label}:</i> as told above for units of kind {n}." for n in range(4) for label in ("Cost", "Range", "Effect")],
        # Tales that are emphasised from end to end.
        ["<i>The wind howled.</i>", "<i>None of us spoke.</i>", "<i>Then: the bell.</i>"],
        # Values.
        ["<i>Cost.</i> 12 crowns", "<i>Range.</i> 24 inches", "<i>Save.</i> 4+"],
    ],
)  # fmt: skip
def test_emphasis_is_mostly_no_name(paragraphs: list[str]) -> None:
    text = "<h1>Rules</h1>\n" + "\n".join(f"<p>{p}</p>" for p in paragraphs)
    assert names(read(text, "html")) == ["Rules"]


def test_emphasised_names_stand_below_strong_ones() -> None:
    text = "# Masters\n\n" + "\n\n".join(
        f"**{school}.** Choose one way of it:\n\n"
        + "\n\n".join(f"*{n} of {school}.* {t}" for n, t in ABILITIES.items())
        for school in ("Steel", "Smoke")
    )
    parsed = read(text, "markdown")
    assert [d.title for d in parsed.drafts if d.parent == 0] == ["Steel", "Smoke"]
    assert sum(d.parent == 1 for d in parsed.drafts) == len(ABILITIES)


@pytest.mark.parametrize(
    ("format_", "line"),
    [
        ("html", "<p><b>{}</b></p>\n<p>{}</p>"),
        ("markdown", "**{}**\n\n{}"),
        ("prose", "[b]{}[/b]\n{}"),
    ],
)
def test_strong_lines_that_look_alike_stand_side_by_side(format_: str, line: str) -> None:
    text = "\n\n".join(line.format(*pair) for pair in CHAPTERS.items())
    parsed = read(text, format_)
    assert names(parsed) == list(CHAPTERS)
    assert all(d.parent is None for d in parsed.drafts)


def test_a_marked_title_stands_above_all_strong_lines() -> None:
    text = "# The Book\n\nWords of welcome.\n\n"
    text += "\n\n".join(f"**{name}**\n\n{said}" for name, said in CHAPTERS.items())
    parsed = read(text, "markdown")
    assert [d.parent for d in parsed.drafts] == [None] + [0] * len(CHAPTERS)
    assert parsed.title == "The Book"


def test_strong_lines_without_texts_head_those_below_them() -> None:
    parts = ["<p><b>The Book of Woods</b></p>", "<p><b>Basics</b></p>"]
    for n, (name, said) in enumerate(CHAPTERS.items()):
        parts += ["<p><b>The army</b></p>"] if n == 4 else []
        parts += [f"<p><b>{name}</b></p>", f"<p>{said}</p>"]
    drafts = read("\n".join(parts), "html").drafts
    above = {d.title: drafts[d.parent].title for d in drafts if d.parent is not None}
    assert above.pop("Basics") == above.pop("The army") == "The Book of Woods"
    assert list(above.values()) == ["Basics"] * 4 + ["The army"] * 3


@pytest.mark.parametrize("chapter", ["{n}. {name}", "CHAPTER {n}: {upper}"])
def test_numbers_and_capitals_tell_levels_of_strong_lines(chapter: str) -> None:
    parts = []
    for n, name in enumerate(("Basics", "The army"), 1):
        parts.append((chapter.format(n=n, name=name, upper=name.upper()), "Here we go."))
        own = list(CHAPTERS.items())[(n - 1) * 4 : n * 4]
        numbered = chapter.startswith("{n}")
        parts += [(f"{n}.{k} {a}" if numbered else a, b) for k, (a, b) in enumerate(own, 1)]
    text = "\n".join(f"<p><b>{a}</b></p>\n<p>{b}</p>" for a, b in parts)
    drafts = read(text, "html").drafts
    assert [d.parent for d in drafts] == [None, 0, 0, 0, 0, None, 5, 5, 5]


@pytest.mark.parametrize("title", ["Special Rules", "Abilities of beasts"])
def test_names_and_colons_in_a_chapter_of_abilities(title: str) -> None:
    said = "\n\n".join(f"{name}: {text}" for name, text in ABILITIES.items())
    text = (
        f"The Hunt\n\nTwo hunt.\n\n{title}\n\nThese are used:\n\n{said}\n\nHunting\n\nAll hunt.\n"
    )
    parsed = read(text, "prose")
    assert names(parsed) == ["The Hunt", title, *ABILITIES, "Hunting"]
    assert [d.parent for d in parsed.drafts] == [None, None, 1, 1, 1, 1, None]


def test_labels_in_a_chapter_of_other_things_name_nothing() -> None:
    for title, lines in (
        ("Archers", ["Move: 6 inches", "Shots: two in each turn.", "Cost: 12 crowns"]),
        ("Special Rules", ["Dread: 4+", "Reach: 2 inches", "Pace: 12 inches"]),
    ):
        text = (
            f"The Hunt\n\nTwo hunt.\n\n{title}\n\n"
            + "\n\n".join(lines)
            + "\n\nHunting\n\nAll hunt.\n"
        )
        assert names(read(text, "prose")) == ["The Hunt", title, "Hunting"]
