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
