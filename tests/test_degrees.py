"""Abilities with a value in their name: one ability with several values, or degrees of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from variant_tools import build, told

from variorum.compare import collate
from variorum.loaders.load import Loaded
from variorum.loaders.titles import dissect

HEAD = "Ability,Text\n"
PILOT = (
    "Pilot (1),The ship may turn once before it sails.\n"
    "Pilot (2),The ship may turn at any time and sees through fog.\n"
    "Pilot (3),No shoal holds the ship and it may sail by night at full speed.\n"
)
OTHERS = (
    "Fog,A Pilot (2) is not stopped by it. A ship with Pilot (4) flies.\n"
    "Calm,Nobody but a Pilot moves at all. In the calm the Pilot is all.\n"
)


def kinds(found: Loaded) -> list[str]:
    return [c.kind for c in collate(found.corpus.entries, found.corpus.repeats).conflicts]


@pytest.mark.parametrize("shape", ["({})", "[{}+]", "({}+)", '({}")'])
def test_degrees_that_say_other_things_are_entries_of_their_own(tmp_path: Path, shape: str) -> None:
    rows = PILOT
    for n in "123":
        rows = rows.replace(f"({n})", shape.format(n))
    rows = "".join(f"{a};{b}\n" for a, _, b in (r.partition(",") for r in rows.splitlines()))
    found = build(tmp_path, a="Ability;Text\n" + rows + "Fog;It stops all.\nCalm;Nobody moves.\n")
    values = [shape.format(n).strip("()[]") for n in "123"]
    assert list(told(found))[:3] == [("Pilot", v) for v in values]
    assert kinds(found) == []
    assert len({e.key for e in found.corpus.entries}) == 5


def test_a_degree_is_one_entry_in_all_files(tmp_path: Path) -> None:
    later = "Pilot (2),The ship may turn at any time and does not see through fog.\n"
    found = build(tmp_path, a=HEAD + PILOT + OTHERS, b=HEAD + OTHERS + later)
    assert told(found)["Pilot", "2"] == 2 and told(found)["Pilot", "1"] == 1
    assert kinds(found) == ["negation"]


def test_a_mention_with_its_value_leads_to_that_degree(tmp_path: Path) -> None:
    found = build(tmp_path, a=HEAD + PILOT + OTHERS)
    key = {e.key: e.parameter for e in found.corpus.entries}
    references = [r for r in found.corpus.references if r.target == "Pilot"]
    assert {r.status for r in references} == {"resolved"}
    # One without a value, or with one that there is not, leads to the first.
    assert [(r.surface, key[r.to_key or ""]) for r in references] == [
        ("Pilot (2)", "2"),
        ("Pilot (4)", "1"),
        ("Pilot", "1"),
        ("Pilot", "1"),
    ]


@pytest.mark.parametrize(
    "rows",
    [
        # The same but for the value or a wrong one, with a placeholder, the same value twice, the list twice.
        "Pilot (1),The ship may turn 1 time.\nPilot (2),The ship may turn 2 times.\n",
        "Pilot (1),The ship may turn 1 time.\nPilot (2),The ship may turn 3 times.\n",
        "Pilot (X),The ship may turn X times.\nPilot (2),The ship may turn and see.\n",
        "Pilot (2),The ship may turn.\nPilot (2),The ship may turn and see.\n",
        "Pilot (2),The ship may turn.\n" + OTHERS + "Pilot (3),The ship may turn and see.\n",
    ],
)
def test_other_values_are_one_ability(tmp_path: Path, rows: str) -> None:
    found = build(tmp_path, a=HEAD + rows + OTHERS)
    assert [n for n, _ in told(found)].count("Pilot") == 1


@pytest.mark.parametrize(
    ("one", "other"), [("x2", "x3"), ("X2", "X3"), ("×2", "×3"), ("[2]", "[3]"), ('[2"]', '[3"]')]
)
def test_values_in_any_notation_belong_to_one_name(tmp_path: Path, one: str, other: str) -> None:
    text = "This gun fires {} times at what is near."
    rows = "".join(f"Volley {v};{text.format(v.strip(chr(34) + 'xX×[]'))}\n" for v in (one, other))
    found = build(tmp_path, a="Ability;Text\n" + rows + "Fog;It stops all.\nCalm;Nobody moves.\n")
    assert [n for n, _ in told(found)] == ["Volley", "Fog", "Calm"]
    assert kinds(found) == []


@pytest.mark.parametrize(
    ("title", "name", "parameter"),
    [
        ("Blast [X]", "Blast", "X"),
        ('Scout [6"]', "Scout", '6"'),
        ("Shield [4+]", "Shield", "4+"),
        ("Hull (X/Y)", "Hull", "X/Y"),
        ("Volley (D3+3)", "Volley", "D3+3"),
        ("Scout (6”)", "Scout", "6”"),
        ("Tunnel (2 hexes)", "Tunnel", "2 hexes"),
        ("Luck (1/game)", "Luck", "1/game"),
        ("Fire Bolt (casting value: 7+)", "Fire Bolt", "casting value: 7+"),
        # The mark of a note, a word, an anchor, a forum's tag, a fraction of nothing.
        ("Blast [3]", "Blast [3]", None),
        ("Fear [Aura]", "Fear [Aura]", None),
        ("Scout[X]", "Scout[X]", None),
        ("[X] Fear", "[X] Fear", None),
        ("Hull (X/)", "Hull (X/)", None),
        ("Hull (X/long)", "Hull (X/long)", None),
        ("Luck (1/)", "Luck (1/)", None),
        ("Hull (see: Deck)", "Hull (see: Deck)", None),
        ("Hull (as of the year: 12)", "Hull (as of the year: 12)", None),
    ],
)
def test_values_in_brackets(title: str, name: str, parameter: str | None) -> None:
    found = dissect(title, "en")
    assert (found.name, found.parameter) == (name, parameter)


@pytest.mark.parametrize(
    ("title", "lang", "name"),
    [
        # A step that is counted is called so; a number before a title is none of its words.
        ("1. lépés: Vitorlák", "hu", "1. lépés: Vitorlák"),
        ("2. fázis – Lövés", "hu", "2. fázis – Lövés"),
        ("3. Vitorlák", "hu", "Vitorlák"),
        ("3. a hajók vitorlái", "hu", "a hajók vitorlái"),
        ("3. Vitorlák: a szél", "hu", "Vitorlák: a szél"),
        ("1. sails: the wind", "en", "sails: the wind"),
    ],
)
def test_a_hungarian_ordinal_belongs_to_what_it_counts(title: str, lang: str, name: str) -> None:
    assert dissect(title, lang).name == name
