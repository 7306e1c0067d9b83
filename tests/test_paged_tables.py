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


def side_by_side(left: list[str], right: list[str], at: int = 60) -> str:
    return "\n".join(f"{a.ljust(at)}{b}".rstrip() for a, b in zip(left, right, strict=True))


UPPER = (
    [
        "Le navire avance de trois cases sur la carte, puis",
        "il tourne vers le vent et le suit aussi longtemps",
        "que la voile tient. La coque gémit et craque, mais",
        "elle tient bon tant que la mer reste calme. Alors",
        "le capitaine donne ses ordres aux marins, et tous",
        "courent vers le mât sans attendre la fin quand",
    ],
    [
        "le clairon sonne sur le pont. Le vent le pousse",
        "encore d'une case vers le rivage, où la vague se",
        "brise. Les mouettes crient. Il faut alors lancer",
        "deux dés et lire la table des naufrages, dont les",
        "résultats valent pour tous les navires du port et",
        "pour ceux qui mouillent au large de la côte.",
    ],
)
LOWER = (
    [line.replace("navire", "canot").replace("sans attendre la fin quand", "sans attendre.")
     for line in UPPER[0]],
    [line.replace("le clairon sonne", "Une cloche sonne") for line in UPPER[1]],
)  # fmt: skip


@pytest.mark.parametrize("gap", [2, 3])
def test_a_heading_at_the_margin_ends_columns_that_go_on_above_it(gap: int) -> None:
    text = f"Les voiles\n{side_by_side(*UPPER)}{chr(10) * (gap + 1)}Les rames\n{side_by_side(*LOWER)}\n"
    found = told(read(text))
    assert list(found) == ["Les voiles", "Les rames"]
    assert "sans attendre la fin quand le clairon sonne" in " ".join(found["Les voiles"])
    assert "Une cloche" in " ".join(found["Les rames"])


def test_a_gap_in_columns_that_go_on_below_it_ends_none() -> None:
    whole = [line.replace("sans attendre la fin quand", "sans attendre.") for line in UPPER[0]]
    right = [line.replace("le clairon sonne", "Une cloche sonne") for line in UPPER[1]]
    text = f"Les voiles\n{side_by_side(whole, right)}\n\n\nLes rames\n{side_by_side(*LOWER)}\n"
    found = told(read(text))
    # Nothing says that the right column ends there.
    assert "Une cloche" in " ".join(found["Les rames"])
    assert "Une cloche" not in " ".join(found["Les voiles"])


def test_the_titles_of_columns_go_on_with_no_sentence() -> None:
    prose = "\n".join([
        "Le navire avance de trois cases sur la carte, puis il tourne vers le vent et",
        "le suit aussi longtemps que la voile tient. La coque gémit, mais elle tient",
        "bon tant que la mer reste calme. Alors le capitaine donne ses ordres, et les",
        "marins courent vers le mât pour hisser la grande voile avant la fin du tour.",
    ])  # fmt: skip
    rows = "     Arme       Att.     Déf.     Coût\n     Gaffe      2        1        4 po\n"
    text = f"Les voiles\n\n{prose}\n{rows}\nLes rames\n\n{prose}\n"
    found = told(read(text))
    assert found["Les voiles"][0].endswith("avant la fin du tour.")
