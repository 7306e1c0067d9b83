"""Editions of numbered rules: a rule that got another number is the same rule, and a reference to it
says the same; what was added, left out or reworded is told as such."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.compare.collation import Collation
from variorum.loaders import load
from variorum.loaders.load import Loaded

RULES = [
    "Each boat has a crew of two, three or four rowers.",
    "A boat whose crew is tired moves half as far (see rule {oar}).",
    "No boat may pass the weir before the bell has rung twice.",
    "A heron that was fed leaves the boat alone until dusk.",
    "Whoever reaches the mill first takes the lantern down.",
    "Reeds hide a boat from all that stand behind them.",
    "An oar that breaks is replaced at the next landing stage.",
]


def edition(rules: Sequence[str], title: str = "River Race") -> str:
    """A text of numbered rules, in which `{oar}` is the number of the rule about oars."""
    oar = next((n for n, r in enumerate(rules, 1) if r.startswith("An oar")), 0)
    told = "".join(f"10.{n}. {r.format(oar=f'10.{oar}')}\n\n" for n, r in enumerate(rules, 1))
    return f"{title}\n\n10. The Race\n\n{told}11. The Feast\n\n11.1. Everybody eats eel.\n"


def build(folder: Path, *editions: Sequence[str]) -> tuple[Loaded, Collation]:
    for n, rules in enumerate(editions, 1):
        (folder / f"edition{n}.txt").write_text(edition(rules), encoding="utf-8")
    found = load([folder])
    return found, collate(found.corpus.entries, found.corpus.repeats)


def told(found: Loaded) -> dict[str, int]:
    """How many editions tell each rule of the race, by its words."""
    return {
        e.base_witness.text: len(e.witnesses)
        for e in found.corpus.entries
        if (e.title or "").startswith("10.") and e.base_witness.text
    }


@pytest.mark.parametrize("at", [0, 2, 6, 7])
def test_a_rule_that_is_put_in_moves_no_other(tmp_path: Path, at: int) -> None:
    new = "A swan counts as two herons, but only on Sundays."
    later = [*RULES[:at], new, *RULES[at:]]
    found, collation = build(tmp_path, RULES, later)
    assert collation.conflicts == ()
    assert sorted(told(found).values()) == [1] + [2] * len(RULES)
    assert told(found)[new] == 1
    keys = [e.key for e in found.corpus.entries]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("at", [0, 3])
def test_a_rule_that_is_left_out_moves_no_other(tmp_path: Path, at: int) -> None:
    found, collation = build(tmp_path, RULES, [*RULES[:at], *RULES[at + 1 :]])
    assert collation.conflicts == ()
    assert told(found)[RULES[at]] == 1


def test_a_reworded_rule_with_another_number_is_a_conflict(tmp_path: Path) -> None:
    later = ["A swan counts as two herons, but only on Sundays.", *RULES]
    later[4] = later[4].replace("dusk", "noon")
    later[5] = later[5].replace("first", "last")
    _, collation = build(tmp_path, RULES, later)
    assert sorted((c.line, c.other_line) for c in collation.conflicts) == [(13, 11), (15, 13)]


def test_a_reference_that_leads_elsewhere_is_a_conflict(tmp_path: Path) -> None:
    swan = "A swan counts as two herons, but only on Sundays."
    later = [swan, *RULES]
    later[2] = later[2].replace("{oar}", "10.6")  # the rule about the mill
    found, collation = build(tmp_path, RULES, later)
    (clash,) = collation.conflicts
    assert (clash.kind, clash.reading[-6:]) == ("number", "10.6).")
    # Its number is that of the edition that is read.
    (oar,) = (e.key for e in found.corpus.entries if e.base_witness.text.startswith("An oar"))
    assert [r.to_key for r in found.corpus.references if r.to_key] == [oar]


def test_three_editions_agree_on_what_the_second_brought(tmp_path: Path) -> None:
    swan = "A swan counts as two herons, but only on Sundays."
    eel = "Eels that jump into a boat may be kept by its youngest rower."
    second, third = [swan, *RULES], [eel, swan, *RULES]
    found, collation = build(tmp_path, RULES, second, third)
    assert collation.conflicts == ()
    assert (told(found)[swan], told(found)[eel]) == (2, 1)


def test_rules_whose_numbers_agree_are_held_against_each_other(tmp_path: Path) -> None:
    later = list(RULES)
    later[3] = "Whatever the mill grinds belongs to the miller's youngest child."
    found, collation = build(tmp_path, RULES, later)
    assert len(told(found)) == len(RULES)
    assert {c.kind for c in collation.conflicts} == {"wording"}


def test_the_order_of_editions_changes_no_count(tmp_path: Path) -> None:
    swan = "A swan counts as two herons, but only on Sundays."
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, _ = build(tmp_path / "a", RULES, [swan, *RULES])
    second, _ = build(tmp_path / "b", [swan, *RULES], RULES)
    assert sorted(told(first).values()) == sorted(told(second).values())
