"""Cards: records of one name with numbers of their own, which say other things."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from variorum.loaders import load
from variorum.model import Corpus

WORDS = [
    "deck",
    "oar",
    "sail",
    "storm",
    "crew",
    "harbour",
    "moves",
    "turns",
    "discards",
    "draws",
    "rests",
    "shoots",
    "rams",
    "hides",
    "anchor",
    "bell",
    "rope",
    "mast",
    "keel",
    "jib",
    "boom",
    "hull",
    "wake",
    "tide",
    "reef",
    "buoy",
]
NAMES = [f"Captain {name}" for name in ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay")]


def said(n: int) -> str:
    """A sentence that has hardly a word in common with that of another number."""
    own = [WORDS[(n * 7 + k * (n % 5 + 1)) % len(WORDS)] for k in range(8)]
    return f"{' '.join(own).capitalize()}."


def cards(text: Any = said, number: str = "card_number") -> list[dict[str, Any]]:
    """Three cards of each name, one of them printed twice."""
    found = []
    for n in range(3 * len(NAMES)):
        card = {
            "card_name": NAMES[n % len(NAMES)],
            number: f"LK{n % 4 + 1:02}-{n:03}",
            "effects": text(n),
            "image": f"{n}.png",
        }
        found += [card, {**card, "image": f"{n}_p1.png"}] if n % 6 == 0 else [card]
    return found


def as_json(made: list[dict[str, Any]]) -> tuple[str, str]:
    return "cards.json", json.dumps(made, indent=1)


def as_csv(made: list[dict[str, Any]]) -> tuple[str, str]:
    rows = [";".join(made[0]), *(";".join(map(str, card.values())) for card in made)]
    return "cards.csv", "\n".join(rows) + "\n"


def loaded(folder: Path, name: str, text: str) -> Corpus:
    (folder / name).write_text(text, "utf-8")
    return load([folder / name]).corpus


@pytest.mark.parametrize("written", [as_json, as_csv])
def test_cards_of_one_name_are_known_by_their_numbers(tmp_path: Path, written: Any) -> None:
    corpus = loaded(tmp_path, *written(cards()))
    assert len(corpus.entries) == 3 * len(NAMES)
    told = {(e.name, e.parameter, e.base_witness.text) for e in corpus.entries}
    assert ("Captain Bea", "LK02-001", said(1)) in told
    twice = next(e for e in corpus.entries if e.parameter == "LK03-006")
    assert len(twice.witnesses) == 2


@pytest.mark.parametrize("written", [as_json, as_csv])
@pytest.mark.parametrize(
    "made",
    [
        # One rule that several have, with slips.
        cards(
            lambda n: said(n % len(NAMES)) if n < 15 else said(n % len(NAMES)).replace("e", "a", 1)
        ),
        # A number that is none of the text.
        [{**card, "card_number": "LK01-001"} for card in cards()],
        [{**card, "card_number": "common"} for card in cards()],
        # Names with several texts are few.
        cards()[:4] + [{**c, "card_name": f"{c['card_name']} {n}"} for n, c in enumerate(cards())],
    ],
)
def test_rules_of_one_name_stay_one(
    tmp_path: Path, written: Any, made: list[dict[str, Any]]
) -> None:
    corpus = loaded(tmp_path, *written(made))
    assert len({e.name for e in corpus.entries}) == len(corpus.entries)
    assert all(e.parameter is None for e in corpus.entries)
