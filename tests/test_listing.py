"""Tables of contents that nothing marks as one, and lists that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_records import check_tiling

from variorum.loaders import prose
from variorum.loaders.form import Document
from variorum.loaders.listing import find_contents
from variorum.loaders.parsed import Parsed
from variorum.loaders.recognise import loaders

TITLE = "Iron Harbour: a game of small ships"
RULES = {
    "Introduction": "Two captains meet in a harbour that is too small for both of them, at night.",
    "The Turn": "A turn has four phases, and both captains finish one before the next begins. Nobody acts twice.",
    "Movement": "A ship moves up to its speed. It may stop at any time, and starts again at will.",
    "Turning and drifting": "A ship that turns more than once drifts with the wind, an inch each time.",
    "Boarding": "Ships that touch may board each other. Count the crews, and roll a die for each sailor.",
}


def read(text: str, format_: str) -> Parsed:
    parsed = loaders()[format_].parse(Document("a.txt", text, "en", lang_stated=True))
    check_tiling(parsed, text)
    return parsed


def told(parsed: Parsed) -> dict[str | None, list[str]]:
    return {d.title: [p.text for p in d.passages] for d in parsed.drafts}


def listed(parsed: Parsed, text: str) -> str:
    return "".join(text[p.start : p.end] for p in parsed.pieces if p.kind == "contents")


def body(heading: str = "{}", paragraph: str = "{}") -> str:
    return "\n\n".join(
        f"{heading.format(name)}\n\n{paragraph.format(said)}" for name, said in RULES.items()
    )


@pytest.mark.parametrize(
    ("announced", "line"),
    [
        ("Contents\n\n", "{name}"),
        ("", "{name}"),
        ("", "{n}. {name}"),
        ("TABLE OF CONTENTS\n\n", "{name}  {n}"),
        ("", "{name} ..... {n}"),
        ("", "{name}\t{n}"),
    ],
)
def test_headings_listed_at_the_front_of_a_plain_text_make_no_entries(
    announced: str, line: str
) -> None:
    front = "\n".join(line.format(name=name, n=n) for n, name in enumerate(RULES, 1))
    text = f"{TITLE}\n\n{announced}{front}\n\n{body()}\n"
    parsed = read(text, "prose")
    assert told(parsed) == {TITLE: []} | {name: [said] for name, said in RULES.items()}
    assert all(name in listed(parsed, text) for name in RULES)


@pytest.mark.parametrize(
    ("front", "heading"),
    [
        ("<p>{}</p>", "<h2>{}</h2>"),
        ("<li>{}</li>", "<h2>{}</h2>"),
        ("<p>{}</p>", "<p>{}</p>"),
        ("<p><b>{}</b></p>", "<p><b>{}</b></p>"),
        ("<tr><td>{}</td><td>7</td></tr>", "<h2>{}</h2>"),
    ],
)
def test_headings_listed_at_the_front_of_a_page_make_no_entries(front: str, heading: str) -> None:
    lines = "\n".join(front.format(name) for name in RULES)
    if front.startswith("<tr>"):
        lines = f"<table>{lines}</table>"
    text = f"<h1>{TITLE}</h1>\n<p>Contents</p>\n{lines}\n{body(heading, '<p>{}</p>')}\n"
    parsed = read(text, "html")
    assert told(parsed) == {TITLE: []} | {name: [said] for name, said in RULES.items()}
    assert "Contents" in listed(parsed, text)


def test_a_list_in_markdown_below_a_heading_that_says_so() -> None:
    front = "\n".join(f"* {name}" for name in RULES)
    text = f"# Ships\n\n## Contents\n\n{front}\n\n{body('## {}')}\n"
    assert told(read(text, "markdown")) == {"Ships": []} | {n: [s] for n, s in RULES.items()}


def test_lines_of_contents_may_say_a_heading_in_other_words() -> None:
    front = "\n".join([*RULES, "The end of the game"])
    parsed = read(f"Ships\n\nContents\n\n{front}\n\n{body()}\n\nThe end\n\nSink all.\n", "prose")
    assert list(told(parsed)) == ["Ships", *RULES, "The end"]


def test_chapters_that_hold_sections_alone_may_be_listed() -> None:
    chapters = {"Rigging": "Sails", "Crews": "Rowers", "Harbours": "Quays"}
    front = "\n".join(f"{n}. {name}" for n, name in enumerate(chapters, 1))
    body = "\n\n".join(
        f"{n}. {name}\n\n{n}.1 {section}\nIt is told here."
        for n, (name, section) in enumerate(chapters.items(), 1)
    )
    text = f"Boats\n\nContents\n{front}\n\n{body}\n"
    parsed = prose.parse("a.txt", text, "en")
    check_tiling(parsed, text)
    assert listed(parsed, text) == "Contents1. Rigging2. Crews3. Harbours"
    heads = [t for n, (c, s) in enumerate(chapters.items(), 1) for t in (f"{n}. {c}", f"{n}.1 {s}")]
    assert [d.title for d in parsed.drafts] == ["Boats", *heads]
    # Steps that a rule gives, and tells again one by one, are its words.
    steps = text.replace("Contents\n", "Each turn has three steps:\n")
    parsed = prose.parse("a.txt", steps, "en")
    assert not listed(parsed, steps)


def test_names_with_texts_of_their_own_are_told_twice() -> None:
    front = "\n\n".join(f"{name}\n\nIn short: {said.lower()}" for name, said in RULES.items())
    parsed = prose.parse("a.txt", f"{TITLE}\n\n{front}\n\n{body()}\n", "en")
    assert [d.title for d in parsed.drafts] == [TITLE, *RULES, *RULES]


def test_a_list_that_a_rule_gives_stays_in_the_rule() -> None:
    kinds = ["Pikemen", "Crossbows", "Riders", "Gunners", "Scouts"]
    chapters = "\n\n".join(f"{kind}\n\nThey move {n} inches." for n, kind in enumerate(kinds))
    after = "Fighting\n\nRoll a die.\n\nMorale\n\nTest it.\n\nVictory\n\nCount the towers."
    for said in ("There are five kinds of units.", "Each unit is one of these:"):
        text = f"Watch\n\nTwo play.\n\nUnits\n\n{said}\n\n{chr(10).join(kinds)}\n\n{chapters}\n\n{after}\n"
        parsed = prose.parse("a.txt", text, "en")
        assert [p.text for p in parsed.drafts[1].passages] == [said, *kinds]
        assert not listed(parsed, text)


def test_labels_that_come_back_are_no_contents() -> None:
    labels = ["Move", "Shots", "Armour", "Morale", "Cost"]
    texts = [t for unit in ("Pikes", "Bows", "Guns") for t in (unit, *labels, "It is old.")]
    every = [True] * len(texts)
    assert find_contents(texts, "en", every, every) == []


@given(
    st.lists(
        st.sampled_from(["Fear", "Terror", "Contents", "It flees.", "Fear 3", ""]), max_size=30
    )
)
def test_what_is_found_stands_before_the_headings_that_it_lists(texts: list[str]) -> None:
    every = [True] * len(texts)
    found = find_contents(texts, "en", every, every)
    assert found == sorted(set(found))
    assert not found or any(t in texts[found[-1] + 1 :] for t in (texts[n] for n in found))


def test_what_stands_above_the_contents_is_the_title() -> None:
    front = "\n".join(f"{n}. {name}" for n, name in enumerate(RULES, 1))
    chapters = "\n\n".join(
        f"{n}. {name}\n\n{said}" for n, (name, said) in enumerate(RULES.items(), 1)
    )
    text = f"HARBOUR LEAGUE RULES\nThey hold from today.\n\nPreface\n\nAll play.\n\nContents\n\n{front}\n\n{chapters}\n"
    assert prose.parse("a.txt", text, "en").title == "HARBOUR LEAGUE RULES"
    bare = text.replace(f"Contents\n\n{front}\n\n", "")
    assert prose.parse("a.txt", bare, "en").title is None
