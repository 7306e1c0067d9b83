"""Numbered rules: the tree of their numbers, contents, glossary, index, and references by number."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import document, kept, parsed, texts, tiled, tree

from variorum.loaders import load, numbered
from variorum.loaders.series import goes_on, number_at

ENGLISH = """Ashen Sea Comprehensive Rules

These rules are effective as of May 3, 2024.

Introduction

This document is the last word on the game.

Contents

1. Game Concepts
100. General
101. Ships
2. Additional Rules
202. Keyword Abilities
Glossary
Credits

1. Game Concepts

100. General

100.1. These rules apply to any game with two or more captains.

100.1a A game of two captains begins with two ships. See rule 202.2b.

100.1b A game of more captains follows rules 101.1a–b and 202.1.
Example: Three captains sail three ships.

100.2. Each captain needs dice.

101. Ships

101.1. A ship has a hull, as told in 100.1a.

101.1a The hull is one piece.

101.1b The hull may break. It breaks in two ways:
1. It is rammed.
2. It burns.

2. Additional Rules

202. Keyword Abilities

202.1. Ramming

202.1a Ramming is an ability of the bow.

202.2. Flying

202.2a Flying lifts a ship.

202.2b A flying ship cannot be rammed. See section 2 and rule 999.9z.

202.3. Sinking

202.3a A sinking ship goes down.

Glossary

Captain
The person who plays. See rule 100.1.

Ramming
1. A keyword ability. See rule 202.1, “Ramming.”
2. What a ship does with it.

Credits

Written by nobody at all.
"""
FRENCH = """Règles de la mer

SOMMAIRE
Mouvement ............ 3
Combat ............... 7

1. Mouvement
1.1 Chaque navire avance de six pouces, voir 2.1.
1.2 Un navire échoué n’avance pas (voir § 2.2).
1.2.1 Il peut être tiré par un autre navire.
2. Combat
2.1 Un navire qui attaque lance deux dés.
2.2 Chaque six touche la cible.
2.4 Les règles 1.1 et 1.2 s’appliquent ici.

Index

Dés, 2.1
Navire, 1.1, 1.2
Cible, 2.2
Pouces, 1.1
Règle, 2.4
Six, 2.2
Touche, 2.2
"""
HUNGARIAN = """Hajós szabályok

§ 1 Minden hajó hat hüvelyket mozog a körben.
§ 2 A zátonyra futott hajó nem mozog.
§ 3 A támadó két kockával dob, lásd a § 1.
§ 4 Minden hatos találat.
§ 5 A találat után a hajó lassabb.
§ 6 Az elsüllyedt hajó lekerül az asztalról.
"""


def test_the_tree_of_the_numbers() -> None:
    found = parsed(ENGLISH, "numbered")
    assert tree(found) == [
        "Ashen Sea Comprehensive Rules",
        "Introduction",
        "1. Game Concepts",
        "  100. General",
        "    100.1",
        "      100.1a",
        "      100.1b",
        "    100.2",
        "  101. Ships",
        "    101.1",
        "      101.1a",
        "      101.1b",
        "2. Additional Rules",
        "  202. Keyword Abilities",
        "    202.1. Ramming*",
        "      202.1a",
        "    202.2. Flying*",
        "      202.2a",
        "      202.2b",
        "    202.3. Sinking*",
        "      202.3a",
        "Glossary",
        "  Captain",
        "  Ramming",
        "Credits",
    ]
    assert found.title == "Ashen Sea Comprehensive Rules"
    assert texts(found, "100.1b") == [
        "A game of more captains follows rules 101.1a–b and 202.1.",
        "example: Example: Three captains sail three ships.",
    ]
    assert texts(found, "101.1b")[1:] == [
        "list_item: 1. It is rammed.",
        "list_item: 2. It burns.",
    ]
    assert kept(found, ENGLISH, "contents").startswith("Contents\n\n1. Game Concepts\n100. General")
    assert found.findings == []


def test_contents_and_index_hold_no_rules_and_a_gap_is_reported() -> None:
    found = parsed(FRENCH, "numbered")
    assert tree(found) == [
        "Règles de la mer",
        "1. Mouvement",
        "  1.1",
        "  1.2",
        "    1.2.1",
        "2. Combat",
        "  2.1",
        "  2.2",
        "  2.4",
    ]
    assert "Navire, 1.1, 1.2" in kept(found, FRENCH, "contents")
    (finding,) = found.findings
    assert (finding.kind, finding.line) == ("other", 14)


ARTICLES = """Règlement du tournoi

Art. 1. Objet
Le présent règlement fixe les modalités du tournoi.

Art. 2. Participation
2.1. Chaque joueur apporte sa flotte.
2.2. La flotte compte cent points au plus et ne change pas
     pendant le tournoi (voir l’article 3.1).
     (a) Les navires perdus sont comptés.

Art. 3. Parties
3.1. Une partie dure six tours.
3.2. On gagne en coulant des navires, selon les articles 2.1 à 2.2.

Annexe A : Lexique

Flotte : les navires d’un joueur.
Tour : ce que font les deux joueurs.
"""


def test_articles_with_wrapped_lines_and_terms_with_colons() -> None:
    found = parsed(ARTICLES, "numbered")
    assert tree(found) == [
        "Règlement du tournoi",
        "Art. 1. Objet",
        "Art. 2. Participation",
        "  2.1",
        "  2.2",
        "Art. 3. Parties",
        "  3.1",
        "  3.2",
        "Annexe A : Lexique",
        "  Flotte",
        "  Tour",
    ]
    assert texts(found, "2.2") == [
        "La flotte compte cent points au plus et ne change pas pendant le tournoi (voir l’article"
        " 3.1).",
        "list_item: (a) Les navires perdus sont comptés.",
    ]
    assert texts(found, "Tour") == ["ce que font les deux joueurs."]
    assert found.findings == []


def test_sections_by_their_sign() -> None:
    found = parsed(HUNGARIAN, "numbered")
    assert [d.title for d in found.drafts][1:] == [f"§ {n}" for n in range(1, 7)]
    assert texts(found, "§ 4") == ["Minden hatos találat."]


def test_doubled_numbers_and_wrong_order_are_reported_and_nothing_is_lost() -> None:
    text = "".join(
        f"{n} The rule of this number says what is to be done.\n\n"
        for n in ("1.1", "1.2", "1.3", "1.3", "1.6", "1.5", "2.1", "2.2", "2.3", "2.4")
    )
    found = parsed(text, "numbered")
    assert len(found.drafts) == 10
    assert [f.line for f in found.findings] == [7, 9, 11]


def references(tmp_path: Path, text: str) -> list[tuple[str, str | None]]:
    (tmp_path / "rules.txt").write_text(text, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    return [(r.surface, r.to_key and r.to_key.rpartition("/")[2]) for r in corpus.references]


def test_references_by_number_are_linked(tmp_path: Path) -> None:
    found = references(tmp_path, ENGLISH)
    for pair in [
        ("rule 202.2b", "202-2b"),
        ("rules 101.1a", "101-1a"),
        ("b", "101-1b"),
        ("202.1", "ramming"),
        ("100.1a", "100-1a"),
        ("section 2", "additional-rules"),
        ("rule 100.1", "100-1"),
    ]:
        assert pair in found
    assert ("rule 999.9z", None) in found


def test_references_by_number_in_french_and_hungarian(tmp_path: Path) -> None:
    found = references(tmp_path, FRENCH)
    for pair in [("2.1", "2-1"), ("§ 2.2", "2-2"), ("règles 1.1", "1-1"), ("1.2", "1-2")]:
        assert pair in found
    found = references(tmp_path, HUNGARIAN)
    assert ("§ 1", "1") in found


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("100.1a Text", ("", 100, 1, 1)),
        ("1.2.3 Text", ("", 1, 2, 3)),
        ("§ 5 Text", ("§", 5)),
        ("A-3 Text", ("a", 3)),
        ("7. Text", ("", 7)),
        ("6 models move", None),
        ("1.5", None),
        ("Text 1.5 more", None),
    ],
)
def test_numbers_at_the_start_of_a_line(line: str, parts: tuple[object, ...] | None) -> None:
    number = number_at(line)
    assert (number.parts if number else None) == parts


def test_what_number_may_follow() -> None:
    def follows(a: str, b: str) -> bool:
        first, second = number_at(f"{a} x"), number_at(f"{b} x")
        assert first is not None and second is not None
        return goes_on(first, second)

    assert follows("1.1", "1.2") and follows("1.2", "1.2.1") and follows("1.2.9", "1.3")
    assert follows("704.5k", "704.5m") and follows("1.9", "2.1")
    assert not follows("1.2", "1.1") and not follows("1.1", "7.4") and not follows("3.2", "9.1")


@pytest.mark.parametrize(
    "text",
    [
        "1.5 cm is short.\n2.5 cm is longer.\n0.5 cm is nothing.\n" * 4,
        "12.03.2024 A day.\n01.05.2023 Another.\n" * 5,
        "1. One.\n2. Two.\n3. Three.\n4. Four.\n5. Five.\n6. Six.\n7. Seven.\n",
    ],
)
def test_other_numbers_are_no_rules(text: str) -> None:
    assert numbered.LOADER.recognise(document(text)) == 0


@pytest.mark.parametrize(
    "text",
    [
        "1.1 a\n" * 5_000,
        "1." * 10_000,
        "1. A\n\n" * 5_000,
        "1.1 R.\n\nGlossary\n\n" + "Ab\nText here.\n\n" * 3_000,
        "1.1 A b.\n\nIndex\n\nab " + "1, " * 10_000 + "x",
        "a" + " ." * 20_000,
        "".join(f"{i}. T\n\n" for i in range(3_000)) * 2,
    ],
)
def test_hostile_numbers(text: str) -> None:
    found = numbered.parse(document(text))
    tiled(found, text)
    assert len(found.findings) <= 200


INSIDE = """Watch Rules

CHAPTER 1: MOVEMENT

1.1 Marching

1.1.1 A watch marches up to 8 inches.

1.1.2 A watch that marches cannot shoot.

Marching Through Woods

1.1.3 Woods halve the march.

1.2 Charging

1.2.1 A charge ends in contact.

Failed Charges

1.2.2 A watch that fails its charge stops halfway.

CHAPTER 2: MORALE

2.1 Tests

2.1.1 Roll two dice.
"""


def test_a_heading_between_two_rules_of_one_section_stands_inside_it() -> None:
    assert tree(parsed(INSIDE, "numbered", "en")) == [
        *("Watch Rules", "CHAPTER 1: MOVEMENT", "  1.1 Marching", "    1.1.1", "    1.1.2"),
        *("    Marching Through Woods", "      1.1.3", "  1.2 Charging", "    1.2.1"),
        *("    Failed Charges", "      1.2.2", "CHAPTER 2: MORALE", "  2.1 Tests", "    2.1.1"),
    ]


def test_a_heading_between_a_section_and_its_first_rule_stands_inside_it() -> None:
    first = INSIDE.replace("1.1 Marching\n", "1.1 Marching\n\nOn Roads\n", 1)
    assert tree(parsed(first, "numbered", "en"))[:8] == [
        *("Watch Rules", "CHAPTER 1: MOVEMENT", "  1.1 Marching", "    On Roads"),
        *("      1.1.1", "      1.1.2", "    Marching Through Woods", "      1.1.3"),
    ]
    # One that has a text of its own, or stands above another section, is beside it.
    beside = INSIDE.replace("1.2 Charging\n", "The Foe\n\n1.2 Charging\n")
    assert "    The Foe" not in tree(parsed(beside, "numbered", "en"))


def test_a_heading_above_numbers_that_begin_again_is_a_part() -> None:
    again = INSIDE.replace("Failed Charges", "The Siege").replace("1.2.2 A", "1.1.1 A")
    assert "The Siege" in tree(parsed(again, "numbered", "en"))


@pytest.mark.parametrize(
    ("numbers", "missing"),
    [
        (("1.1", "1.2.1", "1.2.2", "1.3", "1.4", "1.5.1", "1.6"), []),
        (("A1.1", "A1.2", "A2.1", "A2.2.1", "A2.3", "A2.4"), []),
        # Parts tell nothing of the numbers between, and one that is left out is missing still.
        (("1.1", "1.2", "1.5.1", "1.5.2", "1.6", "1.7"), ["1.6"]),
        (("1.1", "1.2.1", "1.2.2", "1.4", "1.5", "1.6"), ["1.4"]),
    ],
)
def test_a_number_that_only_its_parts_have_is_not_missing(
    numbers: tuple[str, ...], missing: list[str]
) -> None:
    text = "".join(f"{n} The watch stands at the gate, and nobody passes it.\n\n" for n in numbers)
    found = parsed(text, "numbered", "en").findings
    assert [f.message.split(", ")[1] for f in found if "missing" in f.message] == missing


def test_chapters_with_bare_numbers_hold_their_rules() -> None:
    text = (
        "LIVING RULES\n\n1 GENERAL\n\n1.1 The board has 20 squares.\n\n1.2 Each coach has a turn.\n\n"
        "1.2.1 A coach may pass.\n\n2 ACTIONS\n\n2.1 Moving\n\n2.1.1 A player moves.\n\n"
        "2.1.2 It may dodge.\n\n7 Samurai\n\n2.2 They fight for rice.\n"
    )
    found = parsed(text, "numbered", "en")
    assert tree(found) == [
        *("LIVING RULES", "1 GENERAL", "  1.1", "  1.2", "    1.2.1", "2 ACTIONS", "  2.1 Moving"),
        *("    2.1.1", "    2.1.2", "  7 Samurai", "    2.2"),
    ]
    assert [d.words for d in found.drafts if d.counted] == ["GENERAL", "ACTIONS"]
