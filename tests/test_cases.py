"""Cases of wargames: numbers counted by digits, in brackets, below letters; title pages, credits."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import document, kept, parsed, texts, tree

from variorum.loaders import load, numbered
from variorum.loaders.series import as_counted, number_at

ZONES = """[6.0] HARBOURS

GENERAL RULE:
A harbour shelters any number of barges.

[7.0] ZONES

GENERAL RULE:
Each barge has a zone of six fields around it (see 7.31).

[7.1] WHO HAS ZONES
[7.11] Every barge that floats has a zone.

[7.12] A stranded barge has none; Exception: 7.32.

[7.2] LEAVING A ZONE
[7.21] A barge leaves a zone when it
pays one more point (7.11, 7.33.1).

[7.22] A tug leaves zones as it
likes.

[7.3] ZONES AT NIGHT
[7.31] At night a zone is one field wide.

[7.32] Lamps make it two (see Cases 7.11–7.12).

[7.33] Fog makes it none.

[7.33.1] In fog lamps do nothing.

[8.0] TIDES

[8.1] The tide turns every third hour.

[8.2] At ebb a barge in the harbour is stranded, as 7.12 says.
"""


def references(tmp_path: Path, *files: str) -> list[tuple[str, str | None]]:
    for n, text in enumerate(files):
        (tmp_path / f"rules{n}.txt").write_text(text, encoding="utf-8")
    return [
        (r.surface, r.to_key and r.to_key.rpartition("/")[2])
        for r in load([tmp_path]).corpus.references
    ]


def test_numbers_in_brackets_that_are_counted_by_digits() -> None:
    found = parsed(ZONES, "numbered", "en")
    assert tree(found) == [
        "[6.0] HARBOURS",
        "[7.0] ZONES",
        *("  [7.1] WHO HAS ZONES", "    [7.11]", "    [7.12]"),
        *("  [7.2] LEAVING A ZONE", "    [7.21]", "    [7.22]"),
        *("  [7.3] ZONES AT NIGHT", "    [7.31]", "    [7.32]", "    [7.33]", "      [7.33.1]"),
        *("[8.0] TIDES", "  [8.1]", "  [8.2]"),
    ]
    assert texts(found, "[7.21]") == [
        "A barge leaves a zone when it pays one more point (7.11, 7.33.1)."
    ]
    assert found.findings == []


def test_the_same_without_brackets() -> None:
    bare = ZONES.replace("[", "").replace("]", "")
    assert tree(parsed(bare, "numbered", "en")) == [
        line.replace("[", "").replace("]", "") for line in tree(parsed(ZONES, "numbered", "en"))
    ]


def test_names_and_references_of_cases(tmp_path: Path) -> None:
    found = references(tmp_path, ZONES)
    assert found == [
        ("7.31", "7-31"),
        ("7.32", "7-32"),
        ("7.11", "7-11"),
        ("7.33.1", "7-33-1"),
        ("Cases 7.11", "7-11"),
        ("7.12", "7-12"),
        ("7.12", "7-12"),
    ]
    names = [e.name for e in load([tmp_path]).corpus.entries]
    assert names[:4] == ["HARBOURS", "ZONES", "WHO HAS ZONES", "7.11"]


@pytest.mark.parametrize(
    "numbers",
    [
        # What is counted past nine is counted by numbers.
        ["1.0", *(f"1.{n}" for n in range(1, 15)), "2.0", *(f"2.{n}" for n in range(1, 12))],
        ["100.1", "100.1a", "100.1b", "100.2", "100.10", "100.11", "101.1"],
        ["1.1", "1.1.1", "1.1.2", "1.2", "1.10", "1.10.1", "1.11", "2.1"],
        # One case alone may be a slip.
        ["3.1", "3.11", "3.2", "3.3", "4.1"],
    ],
)
def test_other_numbers_are_not_counted_by_digits(numbers: list[str]) -> None:
    own = [number_at(f"{n} words") for n in numbers]
    assert as_counted(own) == own


@pytest.mark.parametrize(
    "line", ["(1) Text", "[1] Text", "(7.31)", "[EXC: 7.3] Text", "(see 7.3) A", "(7.3"]
)
def test_brackets_that_open_no_rule(line: str) -> None:
    assert number_at(line) is None


def test_headings_in_a_table_of_contents_do_not_make_a_text_one_of_headings() -> None:
    names = ["Oars", "Sails", "Rudders", "Anchors", "Lamps", "Bells"]
    contents = "".join(f"1.{n} {name} ........ {n}\n" for n, name in enumerate(names, 1))
    body = "".join(
        f"1.{n} {name}\n\n1.{n}.1 Every ship of the fleet has what this rule is about.\n\n"
        for n, name in enumerate(names, 1)
    )
    found = parsed(f"Rules of the Fleet\n\nCONTENTS\n\n{contents}\n{body}", "numbered", "en")
    assert [d.title for d in found.drafts][1:3] == ["1.1 Oars", "1.1.1"]


LETTERED = """PLATOONS

A. THE MEN

1. COUNTERS

1.1 LEADERS: A leader helps the men beside him [EXC: 2.1].

1.11 He does so once in a turn (B1.2).

1.2 A crew serves its gun, and is no squad (C9.1).

2. MARCHING

2.1 HASTE: A squad in haste marches one field more (1.2).

2.11 It is tired then.

2.12 A tired squad rests.

2.2 It fires at half strength then.

B. THE LAND

1. ROADS

1.1 CULVERTS: A culvert hides one squad (A1.11; A2.2).

1.2 A road costs half a point.

2. WOODS

2.1 Woods hide all who stand in them, unlike 1.1 roads.
"""


def test_chapters_with_letters_count_anew(tmp_path: Path) -> None:
    found = parsed(LETTERED, "numbered", "en")
    assert tree(found) == [
        "PLATOONS",
        "A. THE MEN",
        *("  1. COUNTERS", "    1.1 LEADERS", "      1.11", "    1.2"),
        *("  2. MARCHING", "    2.1 HASTE", "      2.11", "      2.12", "    2.2"),
        "B. THE LAND",
        *("  1. ROADS", "    1.1 CULVERTS", "    1.2", "  2. WOODS", "    2.1"),
    ]
    assert [d.words for d in found.drafts if d.title and "THE" in d.title] == [
        "THE MEN",
        "THE LAND",
    ]
    assert found.findings == []


def test_a_number_means_the_nearest_and_the_letter_says_of_which_chapter(tmp_path: Path) -> None:
    references(tmp_path, LETTERED)
    found = {r.surface: r.to_key for r in load([tmp_path]).corpus.references}
    assert found["2.1"] == "platoons/haste"
    assert (found["1.2"], found["B1.2"]) == ("platoons/counters/1-2", "platoons/roads/1-2")
    assert (found["A1.11"], found["A2.2"]) == ("platoons/1-11", "platoons/2-2")
    # What is said in B of `1.1` is said of roads.
    assert found["1.1"] == "platoons/culverts"
    # Of a chapter that is not here nobody can say that it has no such rule.
    assert "C9.1" not in found


@pytest.mark.parametrize("label", ["NOTE", "EXAMPLE", "EXCEPTION"])
def test_labels_in_capitals_are_no_names(label: str) -> None:
    text = "".join(
        f"{n}.{k} {label}: a ship of this class has more oars than masts.\n\n"
        for n in (1, 2)
        for k in (1, 2, 3, 4)
    )
    found = numbered.parse(document(text))
    assert [d.title for d in found.drafts] == [f"{n}.{k}" for n in (1, 2) for k in (1, 2, 3, 4)]


ITEMS = "\n\n".join(
    [
        "4.1 Ropes\n\nEvery ship has ropes. Look at rule 4.2b and rule 4.2d.",
        "4.2 Knots\n\nA knot holds where one of these is true.\n\na) It is wet.\n\nb) It is new.",
        *(f"4.{n} Part {n}\n\nThis part says nothing of the {n} others." for n in range(3, 13)),
    ]
)


def test_a_letter_behind_a_number_may_be_that_of_an_item(tmp_path: Path) -> None:
    assert references(tmp_path, ITEMS) == [("rule 4.2b", "knots"), ("rule 4.2d", None)]


def test_errata_lead_to_the_rules_that_they_change(tmp_path: Path) -> None:
    rules = "THE BARGES\n\n" + "".join(
        f"{n}.{k} A barge of class {n} has {k} masts, or one more at sea.\n\n"
        for n in (1, 2, 3)
        for k in (1, 2, 3, 4)
    )
    errata = (
        "THE BARGES\n\nErrata\n\n2.3 (correction) A barge has two masts.\n\n"
        "1.2: “A barge has no mast at all.”\n\nRule 3.1: strike it out.\n\n1.4 inches is too short.\n"
    )
    found = references(tmp_path, rules, errata)
    assert found == [("2.3", "2-3"), ("1.2", "1-2"), ("Rule 3.1", "3-1")]


@pytest.mark.parametrize(
    "credits",
    [
        "Design: Ann Lee\n\nRules: Teodor Vale\n\nArt: Rin Ashgrove",
        "Additional Rules: Teodor Vale, Rin Ashgrove",
        "**Design:** Ann Lee · **Rules:** Teodor Vale",
    ],
)
def test_names_of_people_in_credits_are_no_rules(tmp_path: Path, credits: str) -> None:
    text = f"# Tides\n\n## Ebb\n\nA barge is stranded at ebb.\n\n## Credits\n\n{credits}\n"
    assert references(tmp_path, text) == []


def test_what_the_text_above_all_headings_calls_the_rules_is_none_of_them(tmp_path: Path) -> None:
    body = "## Ebb\n\nA barge is stranded at ebb.\n\n## Flood\n\nThe Broken Mast rule ends then.\n"
    found = references(
        tmp_path, f"Smoke And Sabre Rules for the wars of the bay, by Ann Lee\n\n{body}"
    )
    assert found == [("Broken Mast", None)]


def test_a_label_that_names_known_rules_names_unknown_ones_too(tmp_path: Path) -> None:
    text = (
        "# Tides\n\n## Low Ebb\n\nA barge is stranded at ebb.\n\n## Barges\n\n"
        "Rules: Low Ebb, Broken Mast\n\n## Tugs\n\nRules: Broken Mast\n"
    )
    found = references(tmp_path, text)
    assert ("Low Ebb", "low-ebb") in found and ("Broken Mast", None) in found


FRONT = """THE QUIET BAY

A game of barges and fog, 1871
Rules of Play
Design: Ann Lee

CONTENTS

1.0 BARGES ........ 2
2.0 FOG ........... 3
3.0 TIDES ......... 4

"""
BODY = "".join(
    f"{n}.0 {name}\n\n{n}.1 The first thing that is to be said of them.\n\n"
    f"{n}.2 The second thing, which is no longer than the first.\n\n"
    for n, name in enumerate(("BARGES", "FOG", "TIDES"), 1)
)


def test_a_title_page_holds_no_rules(tmp_path: Path) -> None:
    text = FRONT + BODY
    found = parsed(text, "numbered", "en")
    assert tree(found)[:3] == ["THE QUIET BAY", "1.0 BARGES", "  1.1"]
    assert found.title == "THE QUIET BAY" and texts(found, "THE QUIET BAY") == []
    assert kept(found, text, "chrome").startswith("A game of barges and fog")
    (tmp_path / "rules.txt").write_text(text, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert [f.kind for f in corpus.findings] == [] and corpus.references == ()


def test_sentences_before_the_contents_are_no_title_page() -> None:
    front = FRONT.replace(
        "Design: Ann Lee", "The last word is that of the players who have the dice."
    )
    found = parsed(front + BODY, "numbered", "en")
    assert "The last word is that of the players who have the dice." in [
        p.text for d in found.drafts for p in d.passages
    ]


def test_the_first_line_is_the_title_though_heads_of_pages_repeat_it() -> None:
    pages = BODY.replace("2.0", "\f2\nThe Quiet Bay\n\n2.0").replace(
        "3.0", "\f3\nThe Quiet Bay\n\n3.0"
    )
    found = parsed(f"THE QUIET BAY\n\n{pages}", "numbered", "en")
    assert found.title == "THE QUIET BAY"
    assert "The Quiet Bay" not in tree(found)


def test_a_heading_in_capitals_is_not_the_first_line_of_its_text() -> None:
    wide = "A barge that lies in the fog for a whole day\nwithout any wind at all is lost to its owner,\n"
    text = "".join(
        f"{n}.{k} WHAT IS TO BE KNOWN OF FOGS AND TIDES\n{wide}as is all that lies in it.\n\n"
        for n in (1, 2)
        for k in (1, 2, 3)
    )
    found = numbered.parse(document(text))
    assert [d.title for d in found.drafts][:1] == ["1.1 WHAT IS TO BE KNOWN OF FOGS AND TIDES"]


LETTERS = "\n\n".join(
    ["STREETS"]
    + [
        words
        for letter, chapters in (("A", ("SQUADS", "MARCHES")), ("B", ("GRAIN", "WALLS")))
        for n, chapter in enumerate(chapters, 1)
        for words in (
            f"{letter}{n}. {chapter}",
            f"{n}.1 The first rule of {chapter.lower()} (see B2 and A2.2).",
            f"{n}.2 The second rule of {chapter.lower()}; see A2, but see {n}.1, not A7 or B1 bombers.",
        )
    ]
)


def test_chapters_whose_letter_the_rules_below_them_leave_out(tmp_path: Path) -> None:
    found = parsed(LETTERS, "numbered", "en")
    assert tree(found) == [
        "STREETS",
        *("A1. SQUADS", "  1.1", "  1.2", "A2. MARCHES", "  2.1", "  2.2"),
        *("B1. GRAIN", "  1.1", "  1.2", "B2. WALLS", "  2.1", "  2.2"),
    ]
    assert found.findings == []
    references(tmp_path, LETTERS)
    corpus = load([tmp_path]).corpus
    assert {
        (r.surface, r.to_key) for r in corpus.references if r.from_key.endswith("grain/1-2")
    } == {
        ("A2", "streets/marches"),
        ("1.1", "streets/grain/1-1"),
    }
    assert ("A2.2", "streets/marches/2-2") in {(r.surface, r.to_key) for r in corpus.references}


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "QUESTIONS AND ANSWERS"),
        ("en", "DESIGN CREDITS"),
        ("fr", "QUESTIONS FREQUENTES"),
        ("hu", "GYIK"),
    ],
)
def test_parts_behind_the_rules_are_in_none_of_them(lang: str, title: str) -> None:
    body = "".join(f"{n}.{k} Ship {n} has {k} masts.\n\n" for n in (1, 2) for k in (1, 2, 3, 4))
    found = parsed(f"{body}{title}\n\nA text that is no rule, see 1.1.\n", "numbered", lang)
    assert tree(found)[-1] == title


def test_questions_and_answers_that_are_counted_are_no_rules() -> None:
    text = "".join(
        f"Q{n}: May a barge of class {n} turn in a lock?\nA{n}: It may, where the lock is wide.\n\n"
        for n in range(1, 9)
    )
    assert numbered.LOADER.recognise(document(text)) == 0


def test_numbers_of_passages_are_found_where_no_title_has_one(tmp_path: Path) -> None:
    text = (
        "# Bay\n\n## Ships\n\n1.1 Every ship has a mast.\n\n1.2 It moves (see 2.1), by 1.1 inches.\n\n"
        "## Wind\n\n2.1 Wind blows. It blows for 1.2 turns, see 3.4.\n"
    )
    assert references(tmp_path, text) == [("2.1", "wind")]
