"""Pages of one rule each, built alike: degrees, parts that each page has, and the page that leads to all."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.loaders import load
from variorum.model import Corpus

PAGE = """## 🟣 {name} ({most})

{why}

#### 1. degree

🔒 **Needs**:
- {needs}

🌟 **Effect**: {one}

---
### 2. degree

🌟 **Effect**: {two}

---
### Notes

- {notes}
"""
PAGES = {
    "blade.md": PAGE.format(
        name="Blade Storm", most=2, why="The blade turns ever faster in the heat of battle.",
        needs="Strength of one", one="Whoever falls before you gives you an attack, once a round.",
        two="As often as somebody falls.", notes="Arrows never count as blades.",
    ),
    "wall.md": PAGE.format(
        name="Shield Wall", most=2, why="Shoulder to shoulder, nobody gets through between them.",
        needs="A shield", one="Your neighbour on the left is harder to hit by five.",
        two="Both neighbours are, by ten. See [the storm](blade.md).",
        notes="Kneeling figures have no neighbours.",
    ),
    "rules.md": "# Rules of the Marsh\n\n## Skills\n\n- [Storm](blade.md)\n- [Wall](wall.md)\n- [More](more.md)\n",
}  # fmt: skip


def corpus(tmp_path: Path, files: dict[str, str]) -> Corpus:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return load([tmp_path]).corpus


def names(found: Corpus) -> list[tuple[str | None, int]]:
    """The entries by their keys without the game, with how many witnesses each has."""
    return sorted((e.key.partition("/")[2], len(e.witnesses)) for e in found.entries)


def test_each_page_has_its_own_parts(tmp_path: Path) -> None:
    found = corpus(tmp_path, PAGES)
    parts = ("1-degree", "2-degree", "notes")
    assert names(found) == sorted(
        [
            *((f"{page}/{part}", 1) for page in ("blade-storm", "shield-wall") for part in parts),
            *(("blade-storm", 1), ("shield-wall", 1), ("rules-of-the-marsh", 1), ("skills", 1)),
        ]
    )
    assert {e.name for e in found.entries} > {"Blade Storm", "1. degree", "2. degree"}
    assert not [f for f in found.findings if f.kind == "repeated_title"]


def test_the_page_that_leads_to_most_others_names_the_game(tmp_path: Path) -> None:
    assert [s.title for s in corpus(tmp_path, PAGES).systems] == ["Rules of the Marsh"]


def test_two_versions_of_one_text_are_told_twice(tmp_path: Path) -> None:
    one = "# Marsh 1\n\n## Reeds\n\nThey hide a boat from all who sit in others.\n\n## Mud\n\nIt holds a boat for one turn of two.\n\n## Fog\n\nNobody sees.\n"
    other = (
        one.replace("Marsh 1", "Marsh 2")
        .replace("one turn", "a turn")
        .replace("Nobody sees.", "All may shoot at whom they hear.")
    )
    told = dict(names(corpus(tmp_path, {"a.md": one, "b.md": other})))
    assert told == {"marsh-1": 1, "marsh-2": 1, "reeds": 2, "mud": 2, "fog": 2}


def test_one_name_in_two_books_is_one_rule(tmp_path: Path) -> None:
    one = "# Blue Book\n\n## Rage\n\nOne more attack in a charge.\n\n## Reeds\n\nThey hide.\n"
    other = "# Red Book\n\n## Rage\n\nThe band never refuses what comes near it.\n\n## Ice\n\nIt breaks.\n"
    assert dict(names(corpus(tmp_path, {"a.md": one, "b.md": other})))["rage"] == 2


@pytest.mark.parametrize(
    ("headings", "told"),
    [
        (("1. degree", "2. degree", "3. degree"), ["1. degree", "2. degree", "3. degree"]),
        # Other names, other numbers, and numbers that do not count.
        (("1. Move", "2. Fire", "3. Fight"), ["Move", "Fire", "Fight"]),
        (("1. Move", "3. Move", "4. Fight"), ["Move", "Move", "Fight"]),
        (("2. degree", "1. degree", "3. Fight"), ["degree", "degree", "Fight"]),
    ],
)
def test_numbers_are_names_where_nothing_else_tells_them_apart(
    tmp_path: Path, headings: tuple[str, ...], told: list[str]
) -> None:
    text = "# Marsh\n" + "".join(
        f"\n## {h}\n\nIt holds for {w} turns, and no longer.\n"
        for h, w in zip(headings, ("two", "four", "six"), strict=True)
    )
    assert [e.name for e in corpus(tmp_path, {"a.md": text}).entries][1:] == told
