"""What guides and FAQs are full of and no reader would call a fault, and headings among it."""

from __future__ import annotations

from pathlib import Path

import pytest
from inspect_texts import found, readings
from loader_texts import document, parsed, texts, tree

from variorum.loaders import load, numbered, recognise

NAMES = ("Spit Poison", "Breathe Fire", "Long Oars", "Old Sails", "Iron Ram")
SAID = "The ship does one more thing with it, which is number {}, and then it rests."


def cards(rule: str) -> str:
    return "".join(f"{rule}\n{name}\n\n{SAID.format(n)}\n" for n, name in enumerate(NAMES))


@pytest.mark.parametrize(
    "rule",
    [
        "====",
        "----",
        "%%%%",
        "****",
        "~~~~",
        "____",
        "####",
        "=" * 70,
        "-" * 70,
        "* * *",
        "- - - -",
        "─────",
        "———",
        "~~~",
        "+++++",
    ],
)
def test_lines_of_signs_part_a_text_and_are_no_words(rule: str) -> None:
    text = cards(rule)
    found = recognise.parse("rules.txt", text, "en")
    assert [d.title for d in found.drafts if d.title] == list(NAMES)
    said = [p.text for d in found.drafts for p in d.passages]
    assert said == [SAID.format(n) for n in range(len(NAMES))]


@pytest.mark.parametrize(
    "line", ["...", "Name: ____", "-5", "= 4", "3 + 4", "--- Oars ---", "?!?!"]
)
def test_lines_with_more_than_one_sign_stay(line: str) -> None:
    text = (
        f"Long Oars\n\nThey count so:\n{line}\nThen the ship rows on.\n\nOld Sails\n\nThey tear.\n"
    )
    drafts = recognise.parse("a.txt", text, "en").drafts
    said = [p.text for d in drafts for p in d.passages] + [d.title or "" for d in drafts]
    assert any(line.strip("- ") in p for p in said)


def test_a_text_of_signs_alone_is_kept() -> None:
    assert recognise.parse("a.txt", "====\n----\n====\n", "en").drafts


BARS = """# Boats

They have these oars.

Boat  | Oars | Sails
Punt  | none | none
Hulk  | four | one
Coracle | one | none

They float.
"""


def test_bars_make_a_table_without_a_line_of_signs() -> None:
    assert texts(parsed(BARS, "markdown", "en"), "Boats") == [
        "They have these oars.",
        "table: Boat Oars Sails",
        "table: Punt none none",
        "table: Hulk four one",
        "table: Coracle one none",
        "They float.",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        "Row | rest\nTurn | ram\nFloat | sink\n",
        "Row | rest | or ram\nTurn | ram\nFloat | sink\n",
        "A boat may row | and it may rest for the whole of a turn | or ram another boat.\n" * 3,
        "Row | rest | ram\nTurn | ram | row\n",
    ],
)
def test_few_bars_and_sentences_are_no_table(lines: str) -> None:
    text = f"# Boats\n\nThey do these things.\n\n{lines}\n# Crews\n\nThey row.\n"
    assert not any(t.startswith("table") for t in texts(parsed(text, "markdown", "en"), "Boats"))


FAQ = """Amber Sea Questions

1 Ships

1.1 May a ship that has no oars, or has lost them in this turn, still turn about?

Yes, once. It drifts otherwise.

1.2 Oars

They row.

1.3 Does it sink?

Only if it is hit.

2 Crews

2.1 Who rows? The captain never does, whatever happens to the others of the crew here.

2.2 They need food on every third day, or nobody rows the ship until they have eaten?
"""


def test_a_question_above_its_answer_is_a_heading() -> None:
    lines = tree(numbered.parse(document(FAQ)))
    assert "  1.3 Does it sink?" in [line[-19:] for line in lines]
    assert any("still turn about?" in line for line in lines)
    assert not any("Who rows" in line or "have eaten" in line for line in lines)


def test_a_page_may_end_before_a_word_in_marks() -> None:
    full = "A ship that is hit by another ship in the same turn must not row again, but"
    page = f"{full}\nit may drift on with the wind, and whoever sees it so can use the word that\n"
    text = f"{page * 4}\f`oars' for it (see above).\n\n{page * 4}"
    said = [p.text for d in recognise.parse("a.txt", text, "en").drafts for p in d.passages]
    assert any("the word that `oars' for it" in p for p in said)


SOUND = "The crew of each ship rows it six hexes in a calm sea, and then it rests. "


@pytest.mark.parametrize(
    "last",
    [
        "The crew of a ship that is hit rows it back to the harbour, and it rests. (default off)",
        "The crew of a ship that is hit rows it back to the harbour! (Not in a storm)",
    ],
)
def test_a_remark_behind_a_sentence_needs_no_stop(last: str) -> None:
    text = "Oars\n\n" + f"{SOUND}\n\n" * 12 + last
    assert found(text, "en", "punctuation") == []
    open_end = last.replace(". (default off)", " (default off)").replace("! (Not", " (not")
    assert found("Oars\n\n" + f"{SOUND}\n\n" * 12 + open_end, "en", "punctuation")


def test_a_paragraph_may_open_with_a_bracket() -> None:
    text = "Rowing the ship\n\n(Adapted from an older text.)\n\n" + SOUND
    assert found(text, "en", "spacing") == []


def faults(tmp_path: Path, text: str, *kinds: str) -> list[str | None]:
    """What a whole load finds in a file of that text, of these kinds."""
    path = tmp_path / "rules.txt"
    path.write_text(text, "utf-8")
    return [f.excerpt for f in load([path]).corpus.findings if f.kind in kinds]


@pytest.mark.parametrize("sign", ["[", "(", ")", "{", ",", ";", "!"])
def test_signs_that_are_typed_are_spoken_of(sign: str, tmp_path: Path) -> None:
    text = f"# Keys\n\nPress `{sign}` to row, or the `{sign}` key (that is the same).\n\n# Oars\n\nRow.\n"
    assert faults(tmp_path, text, "bracket", "spacing", "punctuation") == []
    if sign in "()":
        assert faults(tmp_path, text.replace("`", ""), "bracket", "spacing")


def test_brackets_in_longer_words_of_a_program_are_counted(tmp_path: Path) -> None:
    text = "# Keys\n\nType `row(2` to row (see there.\n\n# Oars\n\nRow the boat.\n"
    assert faults(tmp_path, text, "bracket")


def test_the_sign_of_a_value_is_no_name_in_small_letters() -> None:
    rows = "".join(f"{n} ({n.title()} Way);{SAID.format(0)}\n" for n in NAMES * 2)
    text = f"name;text\nAttack (x);{SAID.format(1)}\n" + rows
    assert found(text, "en", "spelling") == []


def test_words_in_columns_are_not_said_twice(tmp_path: Path) -> None:
    rows = "# Keys\n\nIt is\nblessed     blessed     cursed\nand no more.\n\n# Oars\n\nRow.\n"
    assert faults(tmp_path, rows, "doubled_word") == []
    assert faults(tmp_path, rows.replace("     ", " "), "doubled_word") == ["blessed blessed"]


MAP = """# Old Town

----------------
|..............|
|.---..{..---..|
|.|.|..+..|.|..|
|.---.xx..---.x|
----------------

It has two houses.
"""


def test_maps_of_signs_have_no_doubled_stops() -> None:
    assert found(MAP, "en", "punctuation", "bracket") == []
    assert found(MAP.replace("# Old Town\n\n", "# Old Town\n\n```\n"), "en", "punctuation") == []
    assert readings("It has two houses.. Nobody lives there.", "en") == [("houses..", "houses.")]
    assert readings("It has two houses (here).. Nobody lives.", "en") == [("(here)..", "(here).")]


@pytest.mark.parametrize("signs", ["][", "!?/=([)}:|", "))))))", "[[[", ".[{(", "}{,"])
def test_rows_of_signs_are_no_brackets(signs: str) -> None:
    assert found(f"The crew is drawn as {signs} on the map.", "en", "bracket") == []


@pytest.mark.parametrize(
    "text", ["The crew (of the ship rows.", "The crew) rows.", "Ships, (for all that."]
)
def test_brackets_at_words_are_brackets(text: str) -> None:
    assert len(found(text, "en", "bracket")) == 1


@pytest.mark.parametrize("word", ["rR", "xxxxxxxx", "wW"])
def test_a_row_of_one_letter_is_no_word_said_twice(word: str) -> None:
    assert found(f"Press {word} to row the ship of the crew.", "en", "doubled_word") == []


@pytest.mark.parametrize(
    ("above", "open_ends"),
    [
        ("The oars of the ship are set to maybe", 0),
        ("The ship rows with all of its oars whenever all of the crew is awake and rested", 1),
    ],
)
def test_a_short_line_above_a_long_one_was_not_broken_at_a_width(
    above: str, open_ends: int, tmp_path: Path
) -> None:
    below = "When the crew has something to eat, the ship rows on with all of its oars at once."
    text = f"# Oars\n\n{above}\n{below}\n\n# More\n\n{below}\n\n{below}\n"
    assert len(faults(tmp_path, text, "punctuation")) == open_ends
