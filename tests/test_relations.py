"""Tables of one database whose ids only count: who has what is told by the titles of the columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.loaders import load
from variorum.loaders.relations import word_of
from variorum.model import Corpus

SKILLS = [
    ("Grapnel", "The crew may board a ship that lies within three lengths of it."),
    ("Lookout", "Nothing that floats can come near this ship and not be seen."),
    ("Deep Keel", "The wind does not push this hull to the side in any weather."),
]
SHIPS = ["Heron", "Lapwing", "Grebe"]
HAS = [(1, 1), (1, 3), (2, 1), (3, 2)]


def skills(key: str) -> str:
    rows = "".join(f"{n},{a},{b}\n" for n, (a, b) in enumerate(SKILLS, 1))
    return f"{key},name,text\n{rows}"


def ships(key: str, more: str = "hull", value: str = "4") -> str:
    rows = "".join(f"{n},{name},{value}\n" for n, name in enumerate(SHIPS, 1))
    return f"{key},name,{more}\n{rows}"


def has(one: str, other: str, count: bool = False) -> str:
    rows = "".join(
        f"{f'{n},' if count else ''}{a},{b},{n % 3 or ''}\n" for n, (a, b) in enumerate(HAS, 1)
    )
    return f"{'id,' if count else ''}{one},{other},value\n{rows}"


def build(folder: Path, **files: str) -> Corpus:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load([folder]).corpus


def bearers(corpus: Corpus) -> dict[str | None, list[str]]:
    return {
        e.title: [p.value for w in e.witnesses for p in w.properties if p.name == "bearer"]
        for e in corpus.entries
        if e.title in dict(SKILLS)
    }


BORNE = {"Grapnel": ["Heron", "Lapwing"], "Lookout": ["Grebe"], "Deep Keel": ["Heron"]}


@pytest.mark.parametrize("count", [False, True], ids=["pairs", "counted"])
@pytest.mark.parametrize(
    ("skill", "ship", "one", "other"),
    [
        ("skill_id", "ship_id", "ship_id", "skill_id"),
        ("skillId", "shipId", "skillId", "shipId"),
        ("id_skill", "id_ship", "id_ship", "id_skill"),
        # The other tables call it `id`: the names of their files say of what.
        ("id", "id", "ship_id", "skill_id"),
    ],
)
def test_rows_of_ids_say_who_has_what(
    tmp_path: Path, skill: str, ship: str, one: str, other: str, count: bool
) -> None:
    turned = has(one, other, count)
    if one.lower().startswith("skill"):
        turned = f"{one},{other}\n" + "".join(f"{b},{a}\n" for a, b in HAS)
    corpus = build(tmp_path, skills=skills(skill), ships=ships(ship), ship_skills=turned)
    assert bearers(corpus) == BORNE
    assert len(corpus.systems) == 1


def test_a_table_of_groups_belongs_to_its_game(tmp_path: Path) -> None:
    fleets = (
        "fleet_id,name,text\n1,Marsh Fleet,It is the oldest of all.\n2,Tide Guild,It is rich.\n"
    )
    own = "ship_id,fleet_id,name,hull\n1,1,Heron,4\n2,2,Lapwing,4\n3,1,Grebe,4\n"
    corpus = build(
        tmp_path,
        skills=skills("skill_id"),
        ships=own,
        fleets=fleets,
        ship_skills=has("ship_id", "skill_id"),
    )
    assert len(corpus.systems) == 1
    assert bearers(corpus) == BORNE


@pytest.mark.parametrize(
    "files",
    [
        # Another word, another folder, ids that the other table has not, and rows of one id.
        {"ships": ships("boat_id"), "ship_skills": has("ship_id", "skill_id")},
        {"ships": ships("ship_id"), "old__ship_skills": has("ship_id", "skill_id")},
        {"ships": ships("ship_id"), "ship_skills": "ship_id,skill_id\n7,8\n8,9\n9,7\n"},
        {"ships": ships("ship_id"), "ship_skills": "ship_id,value\n1,2\n2,3\n3,3\n"},
    ],
)
def test_counters_alone_say_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    corpus = build(tmp_path, skills=skills("skill_id"), **files)
    assert set(map(tuple, bearers(corpus).values())) == {()}


def test_of_two_texts_neither_has_the_other(tmp_path: Path) -> None:
    rows = "".join(f"{n},{a},A long text about the {a}.\n" for n, a in enumerate(SHIPS, 1))
    files = {
        "skills": skills("skill_id"),
        "ships": "ship_id,name,text\n" + rows,
        "ship_skills": has("ship_id", "skill_id"),
    }
    corpus = build(tmp_path, **files)
    assert set(map(tuple, bearers(corpus).values())) == {()}
    assert len(corpus.systems) == 1


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("ship_id", "ship"),
        ("shipId", "ship"),
        ("ID ship", "ship"),
        ("id", ""),
        ("idea", None),
        ("ship", None),
        ("paid", None),
    ],
)
def test_what_a_column_holds_the_ids_of(title: str, word: str | None) -> None:
    assert word_of(title) == word


# ---- ids of two tables that count alike, and tables that only add a value ------------------


def long_id(n: int) -> str:
    return f"{n:09d}"


def counted_alike(abilities: str = "Abilities", last: int = 3) -> dict[str, str]:
    """Abilities and ships whose ids are the same counters, and rows that say which ship has which."""
    told = "".join(f"{long_id(n)}|{a}|{b}|\n" for n, (a, b) in enumerate(SKILLS[:last], 1))
    own = "".join(
        f"{long_id(n)}|{name}|The {name} sails under the old flag of the bay.|\n"
        for n, name in enumerate([*SHIPS, "Bittern", "Plover"], 1)
    )
    rows = "".join(f"{long_id(a)}|1|{long_id(b)}|\n" for a, b in HAS)
    return {
        abilities: "id|name|description|\n" + told,
        "Ships": "id|name|legend|\n" + own,
        "Ships_abilities": "ship_id|line|ability_id|\n" + rows,
        "Ships_cost": "ship_id|line|crew|cost|\n"
        + "".join(f"{long_id(n)}|1|{n} hands|{30 + n}|\n" for n in range(1, 6)),
    }


def held(corpus: Corpus, title: str, name: str) -> list[str]:
    (entry,) = (e for e in corpus.entries if e.title == title)
    return [p.value for w in entry.witnesses for p in w.properties if p.name == name]


@pytest.mark.parametrize("abilities", ["Abilities", "abilities", "Ability"])
def test_the_title_of_a_column_says_of_which_table_its_ids_are(
    tmp_path: Path, abilities: str
) -> None:
    corpus = build(tmp_path, **counted_alike(abilities))
    assert bearers(corpus) == BORNE
    assert held(corpus, "Heron", "bearer") == []


def test_an_id_that_its_table_has_no_longer_is_of_no_other_table(tmp_path: Path) -> None:
    files = counted_alike()
    files["Abilities"] += f"{long_id(4)}|Sounding|The depth is known before the ship moves on.|\n"
    files["Ships_abilities"] += "".join(f"{long_id(n)}|1|{long_id(n)}|\n" for n in (4, 5))
    corpus = build(tmp_path, **files)
    assert held(corpus, "Sounding", "bearer") == ["Bittern"]
    assert held(corpus, "Plover", "bearer") == []


def test_without_a_table_of_that_name_ids_lead_where_most_of_them_are(tmp_path: Path) -> None:
    assert bearers(build(tmp_path, **counted_alike("talents", 3))) != BORNE


def test_a_table_of_values_adds_them_to_what_its_ids_are_of(tmp_path: Path) -> None:
    corpus = build(tmp_path, **counted_alike())
    assert held(corpus, "Heron", "cost") == ["31"]
    assert held(corpus, "Plover", "crew") == ["5 hands"]
    assert held(corpus, "Grapnel", "cost") == []
    # What counts the rows is no value.
    assert "line" not in {p.name for e in corpus.entries for w in e.witnesses for p in w.properties}


def test_values_under_counters_or_under_two_ids_are_those_of_none(tmp_path: Path) -> None:
    files = counted_alike()
    files["Ships_cost"] = "ship_id,cost\n1,31\n2,32\n3,33\n"
    files["Ships_pay"] = "ship_id|port_id|pay|\n" + "".join(
        f"{long_id(n)}|{long_id(n)}|{50 + n}|\n" for n in range(1, 4)
    )
    corpus = build(tmp_path, **files)
    names = {p.name for e in corpus.entries for w in e.witnesses for p in w.properties}
    assert names.isdisjoint({"cost", "pay"})


def test_files_are_joined_with_the_one_that_a_column_names(tmp_path: Path) -> None:
    # Four of the ids are those of abilities, gales and ships alike.
    files = counted_alike()
    files["Gales"] = "id|name|description|\n" + "".join(
        f"{long_id(n)}|Gale {n}|The storm of the year {1700 + n} takes every sail it meets.|\n"
        for n in range(1, 9)
    )
    files["Ships_gales"] = "ship_id|gale_id|\n" + "".join(
        f"{long_id(n)}|{long_id(n)}|\n" for n in range(1, 5)
    )
    corpus = build(tmp_path, **files)
    assert len(corpus.systems) == 1
    assert held(corpus, "Gale 2", "bearer") == ["Lapwing"]
    assert bearers(corpus) == BORNE
