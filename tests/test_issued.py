"""Two editions say of themselves when they were issued; that is no conflict of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.loaders import load

RULES = (
    "{title}\n\n{front}\n\n{one} {ships}\n\n{gap}The crew rows two squares ahead, then it rests.\n\n"
    "{two} {winds}\n\nThe gale takes one sail of each ship that is out at sea.\n"
)
EN = {"title": "The Low Isles", "one": "1.", "ships": "Ships", "two": "2.", "winds": "Winds"}


def kinds(folder: Path, one: str, other: str, gap: str = "") -> list[str]:
    for name, front in (("a", one), ("b", other)):
        text = RULES.format(front=front, gap=gap, **EN)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    corpus = load([folder]).corpus
    return [c.kind for c in collate(corpus.entries, corpus.repeats).conflicts]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "These rules are effective as of June 3, 2022.",
            "These rules are effective as of May 5, 2023.",
        ),
        ("These rules hold from 2022-06-03 on.", "These rules hold from 2023-05-05 on."),
        ("These rules are version 1.2 of all.", "These rules are version 2.0 of all."),
        (
            "Ces règles valent au 3 mai 2016 pour tous.",
            "Ces règles valent au 1er juin 2018 pour tous.",
        ),
        (
            "A szabályok 2019. május 4-től érvényesek.",
            "A szabályok 2021. június 12-től érvényesek.",
        ),
        ("These rules are of 14/03/2011, and hold.", "These rules are of 02/11/2012, and hold."),
    ],
)
def test_when_editions_were_issued_is_no_conflict(tmp_path: Path, one: str, other: str) -> None:
    assert kinds(tmp_path, one, other) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Something else is said, too; a number that is none of an edition; a battle of old.
        (
            "These rules are effective as of June 3, 2022, for 2 players.",
            "These rules are effective as of May 5, 2023, for 3 players.",
        ),
        ("These rules are made for 2 players.", "These rules are made for 4 players."),
        ("The fleet sails on 3 June 1742 at dawn.", "The fleet sails on 5 June 1742 at dawn."),
        ("Each crew has 12 hands in all.", "Each crew has 15 hands in all."),
    ],
)
def test_what_else_the_front_says_is_compared(tmp_path: Path, one: str, other: str) -> None:
    assert kinds(tmp_path, one, other) == ["number"]


def test_dates_inside_the_rules_are_compared(tmp_path: Path) -> None:
    for name, day in (("a", "June 3, 2022"), ("b", "May 5, 2023")):
        text = RULES.format(front="All may play.", gap="", **EN) + "".join(
            f"\n{n}. Cargo {n}\n\nThe hold has {n} casks of tar in it, and no more than that.\n"
            for n in range(3, 20)
        )
        text += f"\n20. Cards\n\nOnly cards that were out by {day} may be played at the table.\n"
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert len(collate(corpus.entries, corpus.repeats).conflicts) == 1
