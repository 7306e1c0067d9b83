"""Text out of a PDF: feet between columns, rows and cells of tables, headings above columns."""

from __future__ import annotations

import pytest
from test_paged_text import aside, read, told


def columned(foot: str) -> str:
    """Six pages of two columns that were read one after the other, with the foot between them on
    every second page and at its end on the others."""
    pages = []
    for n in range(1, 7):
        name = ["Rames", "Voiles", "Ancres", "Cordages", "Gaffes", "Avirons"][n - 1]
        left = f"{name}\nLe navire numéro {n} avance ici et toute la flotte le suit sans bruit."
        right = f"Il revient au port quand le vent tombe, et la nuit {n} passe en mer."
        end = f"\n{foot.format(n)}\n"
        pages.append(f"{left}\n{end}\n{right}\n" if n in (2, 5) else f"{left}\n\n{right}\n{end}")
    return "LE LIVRE DU PORT\n\n" + "\f".join(pages)


@pytest.mark.parametrize("foot", ["Règles – {}", "Le Port, page {}", "{} | Livre du port"])
def test_a_foot_between_two_columns_is_one_too(foot: str) -> None:
    parsed = read(columned(foot))
    marks = " ".join(aside(columned(foot), parsed))
    assert all(foot.format(n) in marks for n in range(1, 7))
    assert [d.title for d in parsed.drafts if d.title][-6:] == [
        *("Rames", "Voiles", "Ancres"),
        *("Cordages", "Gaffes", "Avirons"),
    ]


def test_headings_that_count_inside_pages_stay() -> None:
    text = columned("Règles – {}")
    for n in range(1, 7):
        text = text.replace(
            f"numéro {n} avance ici", f"avance ici.\n\nManche {n}\n\nIl va là, celui-ci, le {n}"
        )
    assert {f"Manche {n}" for n in range(1, 7)} <= {d.title for d in read(text).drafts}


ARMS = ["Arquebuse 18 ps 4 Lente", "Pistolet 8 ps 3 –", "Mousquet 24 ps 4 Perce"]


@pytest.mark.parametrize("last", ["Serpentine 30 ps 5 –", "Couleuvrine48 ps 8 Lourde"])
def test_rows_whose_cells_only_spaces_part_are_no_headings(last: str) -> None:
    text = (
        "Les armes\n\nChaque tireur en porte une.\n\nArme Portée Force Spécial\n\n"
        + "\n\n".join([*ARMS, last])
        + "\n\nLes poudres\n\nElles sont sèches.\n"
    )
    assert [d.title for d in read(text).drafts] == ["Les armes", "Les poudres"]


def test_headings_with_numbers_above_texts_are_no_rows() -> None:
    names = ["Cartes 2 et 3", "Cartes 4 et 5", "Cartes 6 et 9"]
    text = "".join(f"{name}\n\nLa flotte entre dans la baie à l'aube.\n\n" for name in names)
    assert [d.title for d in read(text).drafts] == names


@pytest.mark.parametrize("value", ["8 ps", "4+", "2D6", '12"', "6 po", "3 kg."])
def test_a_value_is_no_heading(value: str) -> None:
    text = f"Les armes\n\nChaque tireur en porte une.\n\n{value}\n\nElle porte loin en mer.\n"
    assert [d.title for d in read(text).drafts] == ["Les armes"]


def test_cells_on_lines_of_their_own_may_have_a_stroke_and_units() -> None:
    cells = ["Arme", "Port.", "Spécial", "Arquebuse", "18 ps", "Lente", "Pistolet", "8 ps", "–"]
    cells += ["Mousquet", "24 ps", "Perce"]
    text = "Les armes\n\nChaque tireur en porte une.\n\n" + "\n\n".join(cells) + "\n\nIl tire.\n"
    found = read(text)
    assert [d.title for d in found.drafts] == ["Les armes"]
    assert [f.kind for f in found.findings] == ["lost_table"]
    assert "Pistolet  8 ps  –" in told(found)["Les armes"]


def test_a_heading_in_the_middle_of_the_page_ends_the_columns_above_it() -> None:
    left = "Le navire avance de trois cases, puis il tourne à"
    right = "Le vent le pousse encore d'une case vers le rivage et"
    rows = [
        f"{left} {n} pas\n".replace("\n", "") + " " * (60 - len(left) - 6) + f"{right} {n}"
        for n in range(6)
    ]
    last = "la côte.".ljust(60) + "la plage."
    block = "\n".join([*rows, last])
    text = "LE PORT\n\n" + block + "\n\n" + " " * 46 + "LA MER\n" + block.replace("cases", "milles")
    found = told(read(text))
    assert list(found) == ["LE PORT", "LA MER"]
    assert "milles" not in " ".join(found["LE PORT"])
    assert "cases" not in " ".join(found["LA MER"])


def test_a_letter_that_a_column_broke_off_is_no_heading() -> None:
    text = "Les armes\n\nChaque tireur en porte une.\n\ne\n\nElle porte loin en mer.\n"
    assert [d.title for d in read(text).drafts] == ["Les armes"]
