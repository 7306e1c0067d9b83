"""Small things that a careful reader of pages and Markdown sees: comments, ways, facts, results."""

from __future__ import annotations

import pytest
from link_samples import entry, references
from tiling import checked

from variorum.loaders.form import Document
from variorum.loaders.kinds import speaks_of_abilities
from variorum.loaders.parsed import Parsed
from variorum.loaders.recognise import loaders


def read(text: str, format_: str = "markdown", lang: str = "en") -> Parsed:
    return checked(loaders()[format_].parse(Document("a.txt", text, lang, lang_stated=True)), text)


def told(parsed: Parsed) -> dict[str | None, list[str]]:
    return {d.title: [p.text for p in d.passages] for d in parsed.drafts}


@pytest.mark.parametrize(
    "said",
    [
        "Units move.<!-- not in woods -->",
        "Units <!-- of foot -->move.",
        "<span id='m'></span>\n<!-- TODO -->\n\nUnits move.",
        "Units move.\n<!-- TODO\nThey may run.\n-->",
        "Units move. <!-- They\nmay\n\n**run**. -->",
        "Units move.\n\n<!--\n## Running\n\nThey may run. -->",
    ],
)
def test_comments_are_no_words(said: str) -> None:
    parsed = read(f"# Moves<!-- of all -->\n\n{said}\n\n## Shots\n\nUnits shoot.\n")
    assert told(parsed) == {"Moves": ["Units move."], "Shots": ["Units shoot."]}


def test_a_comment_that_never_ends_is_words() -> None:
    parsed = read("# Moves\n\nUnits <!-- move.\n\n# Shots\n\nUnits shoot.\n")
    assert told(parsed)["Moves"] == ["Units <!-- move."]


def test_what_a_server_replaces_is_no_rule() -> None:
    page = '<%@page lang="hu"%>\n<h2>Moves</h2>\n<p>Units <%= x > y %>move at 100 %.</p>\n'
    assert told(read(page, "html")) == {"Moves": ["Units move at 100 %."]}


def test_ways_to_other_pages_are_no_rules() -> None:
    text = (
        "[Rules](../rules.md) > [Combat](combat.md) > Charges\n\n# Charges\n\nUnits charge.\n\n"
        "---\n\n🔗 [Moves](moves.md) →\n\n[Home](index.md)\n"
    )
    assert told(read(text)) == {"Charges": ["Units charge."]}


@pytest.mark.parametrize(
    "text",
    [
        "# Charges\n\nUnits charge.\n\n## See also\n\n* [Moves](moves.md)\n",
        "# Charges\n\nFor all that moves:\n\n[Moves](moves.md)\n",
    ],
)
def test_links_that_something_announces_stay(text: str) -> None:
    assert "Moves" in [t for said in told(read(text)).values() for t in said]


def test_results_are_no_names() -> None:
    text = (
        "# Fire\n\nBoth roll.\n\n**The fire has more hits**: the foe burns, and is out.\n\n"
        "**The foe has more hits**: the fire goes out at once.\n\n# Frag\n\nIt bursts.\n"
    )
    assert [d.title for d in read(text).drafts] == ["Fire", "Frag"]


def test_facts_are_no_names() -> None:
    text = "# The Cup\n\n**Referee:** Mark\n\n**Place:** The Old Harbour\n\nAll play twice.\n"
    assert [d.title for d in read(text).drafts] == ["The Cup"]


def test_strong_items_have_the_lists_inside_them() -> None:
    text = (
        "# Units\n\n* **Pikes**\n  * Attack - 1\n  * They hold the line against riders.\n"
        "* **Bows**\n  * Attack - 2\n  * They shoot over the heads of others.\n\n# Moves\n\nAll move.\n"
    )
    parsed = read(text)
    assert [(d.title, d.parent, len(d.passages)) for d in parsed.drafts] == [
        ("Units", None, 0),
        ("Pikes", 0, 2),
        ("Bows", 0, 2),
        ("Moves", None, 1),
    ]


@pytest.mark.parametrize("title", ["CAPACITES", "CAPACITÉS", "Capacités", "REGLES SPECIALES"])
def test_capitals_may_lack_their_accents(title: str) -> None:
    assert speaks_of_abilities(title, "fr")
    assert not speaks_of_abilities("Capacites", "fr")


def test_numbers_with_a_series_before_them_are_references() -> None:
    rules = [
        entry(f"DIS-1.{n}", "They obey.", title=f"DIS-1.{n}", lang="hu", kind="rule")
        for n in (1, 2)
    ]
    text = "Más esetben (vö. [DIS-1.1]--[DIS-1.2]) a GEN-1.1 és az A-1.2.3 áll, nem ADIS-1.1."
    found = references(*rules, entry("Rend", text, lang="hu", kind="rule"))
    assert found == ["DIS-1.1 > DIS-1.1", "DIS-1.2 > DIS-1.2"]


BOARD = """\
[size=200][b]House Rules[/b][/size]

[i]Version 1.3[/i]

[size=150][b]Movement[/b][/size]
Units move six inches. They may turn at any time.

[size=150][b]Special rules[/b][/size]
[b]Dread[/b]
[i]Nobody likes it.[/i]
Foes within six inches take one from their nerve.

[b]Terror (X)[/b]
[i]Run![/i]
Works like the other, but the foe flees at once.

[size=150][b]Weapons[/b][/size]
[table]
[tr][td][b]Weapon[/b][/td][td][b]Range[/b][/td][/tr]
[tr][td]Sling[/td][td]18"[/td][/tr]
[tr][td]Hand gun[/td][td]24"[/td][/tr]
[/table]
"""


def test_sizes_and_tables_in_the_tags_of_a_board() -> None:
    parsed = read(BOARD, "prose")
    drafts = parsed.drafts
    assert [(d.title, d.parent) for d in drafts] == [
        ("House Rules", None),
        ("Movement", 0),
        ("Special rules", 0),
        ("Dread", 2),
        ("Terror (X)", 2),
        ("Weapons", 0),
    ]
    assert drafts[4].passages[0].text == "Run!"
    assert [(p.kind, p.text) for p in drafts[5].passages] == [
        ("table", "Weapon Range"),
        ("table", 'Sling 18"'),
        ("table", 'Hand gun 24"'),
    ]


def test_names_and_texts_in_a_table_of_a_board_are_records() -> None:
    rows = "".join(
        f"[tr][td]{n}[/td][td]{t}[/td][/tr]\n"
        for n, t in (
            ("Dread", "Foes within six inches take one from their nerve."),
            ("Stealth", "Shots from beyond twelve inches miss this unit."),
        )
    )
    parsed = read(
        f"[b]Rules[/b]\n\nAll of these may be bought.\n\n[table]\n{rows}[/table]\n", "prose"
    )
    assert [d.title for d in parsed.drafts if d.structured] == ["Dread", "Stealth"]


def test_a_strong_question_is_the_heading_of_its_answer() -> None:
    page = "<h1>FAQ</h1>" + "".join(
        f"<p><b>Q: May units of kind {n} charge in a turn in which they shot?</b></p><p>No.</p>"
        for n in range(3)
    )
    assert len(read(page, "html").drafts) == 4


def test_when_a_text_was_written_is_no_heading() -> None:
    text = "House Rules\n\nEffective May 1, 2026\n\nMoves\n\nThey move.\n\nShots\n\nThey shoot.\n"
    assert [d.title for d in read(text, "prose").drafts] == ["House Rules", "Moves", "Shots"]


def test_headings_that_open_with_equals_signs() -> None:
    text = "= Towers\n\nTwo play.\n\n== Moves\n\nUnits move.\n\n=== Running\n\nThey run.\n\n== Shots\n\n"
    drafts = read(text + "Units shoot if a == b.\n").drafts
    assert [(d.title, d.parent) for d in drafts] == [
        ("Towers", None),
        ("Moves", 0),
        ("Running", 1),
        ("Shots", 0),
    ]
