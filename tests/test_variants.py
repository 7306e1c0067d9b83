"""Names over two columns: a weapon in two modes is two entries, and no entry in conflict with itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from variant_tools import build, told

from variorum.compare import collate

HEAD = "Arme;Mode;Portée;Effet\n"
HARPOON = (
    "Harpon;tendu;4,5;La cible est tirée de deux pas vers le tireur.\n"
    "Harpon;en cloche;9;Il ignore les couverts et ne tire pas la cible.\n"
)
NET = (
    "Filet;unique;2;La cible perd son prochain mouvement.\n"
    "Pique;longue;1;Elle frappe avant toute autre arme.\n"
    "Gaffe;ferrée;1;Elle tient une barque à distance.\n"
    "Fronde;courte;6;Elle ne vise rien de caché.\n"
)


@pytest.mark.parametrize("title", ["Mode", "Variante", ""])
def test_rows_of_one_name_are_told_apart_by_the_column_beside_it(
    tmp_path: Path, title: str
) -> None:
    found = build(tmp_path, a=HEAD.replace("Mode", title) + HARPOON + NET)
    assert list(told(found)) == [
        ("Harpon", "tendu"),
        ("Harpon", "en cloche"),
        *((name, None) for name in ("Filet", "Pique", "Gaffe", "Fronde")),
    ]
    keys = [e.key.rpartition("/")[2] for e in found.corpus.entries]
    assert keys[:3] == ["harpon-tendu", "harpon-en-cloche", "filet"]
    assert not collate(found.corpus.entries, found.corpus.repeats).conflicts
    assert "repeated_title" not in {f.kind for f in found.corpus.findings}


def test_each_variant_is_one_entry_in_all_files(tmp_path: Path) -> None:
    later = HARPOON.replace("deux pas", "trois pas")
    found = build(tmp_path, a=HEAD + HARPOON + NET, b=HEAD + NET + later)
    assert set(told(found).values()) == {2} and len(told(found)) == 6
    conflicts = collate(found.corpus.entries, found.corpus.repeats).conflicts
    assert [(c.kind, c.entry_key.rpartition("/")[2]) for c in conflicts] == [
        ("number", "harpon-tendu")
    ]


@pytest.mark.parametrize(
    "rows",
    [
        HARPOON + NET + HARPOON.replace("deux", "trois"),  # the list is told twice
        HARPOON.replace("en cloche", "tendu") + NET,  # the same label
        HARPOON.replace("en cloche", "") + NET,  # one has none
        HARPOON.replace("tendu", "1").replace("en cloche", "2") + NET,  # numbers
    ],
)
def test_rows_that_a_label_does_not_tell_apart_are_one_entry(tmp_path: Path, rows: str) -> None:
    found = build(tmp_path, a=HEAD + rows)
    assert [p for n, p in told(found) if n == "Harpon"] == [None]


@pytest.mark.parametrize("title", ["Livre", "Armée", "Type", "Page"])
def test_where_a_row_comes_from_is_no_variant(tmp_path: Path, title: str) -> None:
    found = build(tmp_path, a=HEAD.replace("Mode", title) + HARPOON + NET)
    assert told(found)["Harpon", None] == 2
