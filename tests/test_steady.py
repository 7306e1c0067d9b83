"""What somebody changes in one file changes no key, no place and no game of anything else."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

import pytest
from history_tools import rows
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.cli.pipeline import build

SHARED = "Each crew may land once on a quay that nobody holds yet."
PARTS = ("gate", "lamp", "wall")
Rules = dict[str, dict[str, str]]
# Three files with as many rules each, held together by one passage that all of them tell.
HARBOURS: Rules = {
    "one.csv": {
        "Anchor": SHARED,
        "Buoy": "A buoy turns every ship that drifts over it by one point.",
        "Capstan": "Two sailors at the capstan raise the anchor in one turn.",
    },
    "two.csv": {
        "Davit": SHARED,
        "Ensign": "Whoever sees the ensign adds two to the next roll of courage.",
        "Fender": "A fender takes the first blow of each boarding by itself.",
    },
    "three.csv": {
        "Grapnel": SHARED,
        "Hawser": "A hawser holds three boats, or a single barge of any size.",
        "Inlet": "Reroll the wind.",
    },
}
# Another game, which says one short thing in the same words.
VILLAGE = {
    "Alcove": "Reroll the wind.",
    "Cellar": "A cellar hides three figures from everybody in the street.",
    "Hedge": "Nobody sees over a hedge but from the tower of the church.",
}


class Folder:
    """A folder of rules and the database that is built of it."""

    def __init__(self, place: Path, files: Rules, decisions: str = "") -> None:
        self.rules, self.database = place / "rules", place / "rules.db"
        self.rules.mkdir(parents=True)
        (self.rules / "variorum.keys").touch()
        (self.rules / "variorum.toml").write_text(decisions, encoding="utf-8")
        self.files = {name: dict(told) for name, told in files.items()}
        self.build()

    def build(self) -> None:
        for name, told in self.files.items():
            with (self.rules / name).open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([("name", "text"), *told.items()])
        build([self.rules], self.database, date="2026-01-01")

    def decide(self, decisions: str) -> None:
        (self.rules / "variorum.toml").write_text(decisions, encoding="utf-8")
        self.build()

    def places(self) -> dict[object, object]:
        return dict(rows(self.database, "select key, position from entries"))

    def systems(self) -> list[object]:
        return [row[0] for row in rows(self.database, "select system from systems")]

    def last(self) -> list[tuple[object, ...]]:
        return rows(
            self.database,
            "select entry_key, change from changes"
            " where number = (select max(number) from revisions) order by 1",
        )


def slug(title: str) -> str:
    return title.lower()


@pytest.mark.invariant
@examples(6)
@given(data=st.data(), named=st.booleans())
def test_a_corrected_text_changes_its_own_entry_alone(
    data: st.DataObject, named: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = '[systems.tin]\ntitle = "Tin"\n' + "".join(
        f'[sources."{name}"]\nsystem = "tin"\n' for name in HARBOURS
    )
    folder = Folder(tmp_path_factory.mktemp("f"), HARBOURS, whole if named else "")
    before = folder.places()
    [system] = folder.systems()
    for _ in range(2):
        name = data.draw(st.sampled_from(sorted(HARBOURS)))
        title = data.draw(st.sampled_from(sorted(HARBOURS[name])))
        told = folder.files[name]
        at = data.draw(st.sampled_from([m.start() for m in re.finditer(r"\B[a-z]", told[title])]))
        told[title] = told[title][:at] + told[title][at + 1 :]
        folder.build()
        assert folder.last() == [(f"{system}/{slug(title)}", "changed")]
        assert folder.places() == before


def test_an_added_rule_moves_nothing(tmp_path: Path) -> None:
    """The fullest file comes first in its game, so that all of another one may come later now."""
    folder = Folder(tmp_path, HARBOURS)
    [system] = folder.systems()
    for name, (key, text) in {
        "three.csv": ("Jetty", "A jetty counts as a quay of whoever built it."),
        "two.csv": ("Keel", "A keel that strikes a reef breaks on a roll of one."),
    }.items():
        folder.files[name][key] = text
        folder.build()
        assert folder.last() == [(f"{system}/{slug(key)}", "added")]
    folder.files["one.csv"] = dict(reversed(folder.files["one.csv"].items()))
    folder.build()
    assert {change for _, change in folder.last()} == {"moved"}
    assert {key for key, _ in folder.last()} < {f"{system}/{slug(t)}" for t in HARBOURS["one.csv"]}


def test_without_keys_games_of_one_name_keep_theirs(tmp_path: Path) -> None:
    """Three games of which nobody says what they are called, and whose words say the same."""
    words = "The ferry carries sailors over the river, and the river carries the ferry: {}."
    games = {
        f"{name}.csv": {f"{name} {part}": words.format(f"{name} {part}") for part in PARTS}
        for name in ("mole", "pier", "quay")
    }
    folder = Folder(tmp_path, games)
    (folder.rules / "variorum.keys").unlink()
    before = folder.places()
    assert len(folder.systems()) == 3
    said = " ".join(str(m) for (m,) in rows(folder.database, "select message from findings"))
    assert all(f"[systems.{system}]" in said for system in folder.systems())
    for name, told in folder.files.items():
        told[f"{name[:4]} lamp"] += " Nobody pays twice."
        folder.build()
        assert folder.places() == before


def test_files_that_share_nothing_any_more_stay_one_game(tmp_path: Path) -> None:
    folder = Folder(tmp_path, HARBOURS)
    [system] = folder.systems()
    folder.files["two.csv"]["Davit"] = "A davit lowers one boat at the end of the turn."
    folder.build()
    assert folder.systems() == [system]
    assert folder.last() == [(f"{system}/davit", "changed")]


def test_a_file_whose_only_text_was_edited_stays_with_its_game(tmp_path: Path) -> None:
    files = {**HARBOURS, "four.csv": {"Jetty": f"{SHARED} A jetty counts as a quay of its owner."}}
    files["four.csv"]["Jetty"] = SHARED
    folder = Folder(tmp_path, files)
    [system] = folder.systems()
    folder.files["four.csv"]["Jetty"] = SHARED.replace("once", "twice")
    folder.build()
    assert folder.systems() == [system]
    assert folder.last() == [(f"{system}/jetty", "changed")]


def test_people_may_part_what_was_one_game(tmp_path: Path) -> None:
    folder = Folder(tmp_path, HARBOURS)
    [system] = folder.systems()
    folder.files["two.csv"]["Davit"] = "A davit lowers one boat at the end of the turn."
    folder.decide('[sources."two.csv"]\nsystem = "davits"\n')
    assert folder.systems() == ["davits", system]


@pytest.mark.parametrize("hidden", ["three", "seven", "most"])
def test_another_game_takes_no_key_and_joins_nothing(tmp_path: Path, hidden: str) -> None:
    folder = Folder(tmp_path, HARBOURS)
    [system] = folder.systems()
    folder.files["a.csv"] = {t: text.replace("three", hidden) for t, text in VILLAGE.items()}
    before = folder.places()
    folder.build()
    assert {change for _, change in folder.last()} == {"added"}
    assert len(folder.last()) == len(VILLAGE)
    assert before.items() <= folder.places().items()
    assert system in folder.systems() and len(folder.systems()) == 2


def test_a_game_that_people_name_takes_its_keys_along(tmp_path: Path) -> None:
    folder = Folder(tmp_path, HARBOURS)
    [system] = folder.systems()
    folder.decide(f'[systems.tides]\ntitle = "Tides"\nformer = ["{system}"]\n')
    assert folder.systems() == ["tides"]
    assert {change for _, change in folder.last()} == {"renamed"}
    assert rows(folder.database, "select key from former_keys where former_key = ?",
                f"{system}/anchor") == [("tides/anchor",)]  # fmt: skip


@pytest.mark.invariant
@examples(8)
@given(seed=st.integers(0, 1 << 30))
def test_keys_outlive_any_edits_of_texts(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Words are replaced all over, files are renamed: every entry keeps its key."""
    chance = random.Random(seed)
    folder = Folder(tmp_path_factory.mktemp("f"), HARBOURS)
    keys = set(folder.places())
    for _ in range(3):
        for told in folder.files.values():
            title = chance.choice(sorted(told))
            words = told[title].split(" ")
            words[chance.randrange(len(words))] = chance.choice(["seven", "gulls", "softly"])
            told[title] = " ".join(words)
        name = chance.choice(sorted(folder.files))
        (folder.rules / name).unlink()
        folder.files[f"{chance.randrange(100)}-{name}"[-20:]] = folder.files.pop(name)
        folder.build()
        assert set(folder.places()) == keys
