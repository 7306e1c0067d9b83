"""Columns that list the rules of what a row names: the tables belong together, and say who has what."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.loaders import load
from variorum.model import Corpus

RULES = {
    "Heavy": "A ship with this gun may not sail on before the gun is cold again.",
    "Pierce (X)": "The shot goes through X planks before anything can hold it back.",
    "Slow": "Two turns go by before the crew has it ready for another shot.",
    "Loud": "Every gull on the rocks takes wing, and the watch wakes up.",
}
GUNS = {
    "Long Nine": "Heavy, Pierce (2)",
    "Swivel": "Loud",
    "Carronade": "Heavy; Slow, Loud",
    "Mortar": "Slow, Pierce (1)",
}


def build(folder: Path, **files: str) -> Corpus:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load([folder]).corpus


def rules(told: dict[str, str]) -> str:
    return "Name\tText\n" + "".join(f"{n}\t{t}\n" for n, t in told.items())


def guns(column: str, held: dict[str, str], more: str = "") -> str:
    rows = "".join(f"{n}\t{20 + k}\t{has}{more}\n" for k, (n, has) in enumerate(held.items()))
    words = "\tWords" if more else ""
    return f"Gun\tRange\t{column}{words}\n{rows}"


def bearers(corpus: Corpus) -> dict[str | None, list[str]]:
    return {
        e.name: [p.value for w in e.witnesses for p in w.properties if p.name == "bearer"]
        for e in corpus.entries
        if e.title in RULES
    }


BORNE = {
    "Heavy": ["Long Nine", "Carronade"],
    "Pierce": ["Long Nine", "Mortar"],
    "Slow": ["Carronade", "Mortar"],
    "Loud": ["Swivel", "Carronade"],
}


@pytest.mark.parametrize("column", ["Special rules", "Rules", "Effect"])
def test_a_column_of_names_says_who_has_what(tmp_path: Path, column: str) -> None:
    corpus = build(tmp_path, guns=guns(column, GUNS), rules=rules(RULES))
    assert len(corpus.systems) == 1
    assert bearers(corpus) == BORNE


def test_a_column_beside_the_texts_says_so_too(tmp_path: Path) -> None:
    said = "\tIt was cast in the old yard above the bay, and rings like a bell."
    corpus = build(tmp_path, guns=guns("Special rules", GUNS, said), rules=rules(RULES))
    assert len(corpus.systems) == 1
    assert bearers(corpus) == BORNE


def test_every_name_of_a_list_is_a_reference(tmp_path: Path) -> None:
    corpus = build(tmp_path, guns=guns("Special rules", GUNS), rules=rules(RULES))
    names = {e.key: e.name for e in corpus.entries}
    led = {(names[r.from_key], names[r.to_key]) for r in corpus.references if r.to_key}
    assert led >= {(gun, rule) for rule, own in BORNE.items() for gun in own if gun != "Swivel"}


@pytest.mark.parametrize(
    "held",
    [
        # Two names in all; most names of no rule; one name a row; sentences.
        {"Long Nine": "Heavy, Loud", "Swivel": "Loud", "Mortar": "Loud, Heavy", "Bow": "Heavy"},
        {"Long Nine": "Heavy, Iron", "Swivel": "Loud, Brass", "Mortar": "Slow, Tin", "Bow": "Oak"},
        {"Long Nine": "Heavy", "Swivel": "Loud", "Mortar": "Slow", "Bow": "Pierce"},
        {
            "Long Nine": "Heavy, and slow to aim at what is near.",
            "Swivel": "Loud, so the watch wakes up.",
            "Mortar": "Slow, but it goes far.",
            "Bow": "It can pierce a plank, too.",
        },
    ],
)
def test_what_is_no_list_of_its_names_joins_no_files(tmp_path: Path, held: dict[str, str]) -> None:
    corpus = build(tmp_path, guns=guns("Special rules", held), rules=rules(RULES))
    assert set(map(tuple, bearers(corpus).values())) == {()}
    assert len(corpus.systems) == 2


def test_a_column_of_something_else_and_another_folder_join_nothing(tmp_path: Path) -> None:
    said = "\tIt was cast in the old yard above the bay, and rings like a bell."
    corpus = build(tmp_path, guns=guns("Phase", GUNS, said), rules=rules(RULES))
    assert len(corpus.systems) == 2
    other = tmp_path / "other"
    corpus = build(other, a__guns=guns("Special rules", GUNS), b__rules=rules(RULES))
    assert len(corpus.systems) == 2


def test_a_sentence_that_begins_as_a_list_does_is_none(tmp_path: Path) -> None:
    french = {
        "Lourd": "Le canon reste froid un tour avant que le navire avance encore.",
        "Perce (X)": "Le boulet traverse X planches avant que rien ne le retienne.",
        "Lent": "Deux tours passent avant que la pièce soit prête à tirer.",
        "Grave": "Les mouettes quittent les rochers et la garde se réveille.",
    }
    held = {
        "Longue Neuf": "Lourd, Perce (2)",
        "Caronade": "Lent, Lourd",
        "Mortier": "Grave, Perce (1)",
    }
    french["Vieille Berthe"] = "Grave, dit-on, comme la mer"
    corpus = build(tmp_path, guns=guns("Special rules", held), rules=rules(french))
    names = {e.key: e.name for e in corpus.entries}
    led = {(names[r.from_key], names[r.to_key]) for r in corpus.references if r.to_key}
    assert {("Longue Neuf", "Lourd"), ("Caronade", "Lent"), ("Mortier", "Grave")} <= led
    opened = [r.why for r in corpus.references if names[r.from_key] == "Vieille Berthe"]
    assert not any("list" in why for why in opened)
