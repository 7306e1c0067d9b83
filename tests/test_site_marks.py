"""What sites of documents leave in a copied text, and tables whose cells stand on lines of their own."""

from __future__ import annotations

import pytest
from loader_texts import kept, parsed, texts, tree

from variorum.loaders.barecells import find_bare_tables
from variorum.loaders.sitemarks import site_marks

TEXT = "A ship rows four inches in calm water, and six inches with the wind behind it."
SHEET = """Upload

Download

100%(2)100% found this document useful (2 votes)

1K views 45 pages

Reeds and Rivers

Rowing

A ship rows four inches in calm water, and six inches with the wind behind it.

4 of 45

Ramming

A ship that touches another rolls a die for each oar, and keeps the fives and sixes.

Ad

Boarding

Two ships side by side may board each other, unless one of them has been rammed.

Share this document
"""


def test_buttons_and_counts_of_a_site_are_in_no_rule() -> None:
    found = parsed(SHEET, "prose")
    assert tree(found) == ["Reeds and Rivers", "  Rowing", "  Ramming", "  Boarding"]
    chrome = kept(found, SHEET, "chrome")
    for words in ("Upload", "Download", "useful", "1K views", "4 of 45", "AdShare"):
        assert words in chrome


@pytest.mark.parametrize(
    ("lines", "own"),
    [
        (["Télécharger", "Ajouté par Gaspard_77", "0 évaluation", "Titre", TEXT], [0, 1, 2]),
        (["Feltöltés", "Letöltés", "0 értékelés", "Cím", TEXT, "Hirdetés"], [0, 1, 2, 5]),
        (["Title", TEXT, "Vous aimerez peut-être aussi", "Télécharger maintenant"], [2, 3]),
        (["Upload", "Download", "Title", TEXT], [0, 1]),
        (["Title", TEXT, "You might also like", "Page 18 of 18"], [2, 3]),
        (["Title", TEXT, "12 / 45", TEXT, "45 / 45"], [2, 4]),
        (["Uploaded by", "quill", "12 views", "Title", TEXT, "Download now"], [0, 1, 2, 5]),
        (
            ["Title", TEXT, "12 views", "You might also like", "Badger Kings", "6 pages"],
            [2, 3, 4, 5],
        ),
        (["1 234 megtekintés", "Cím", TEXT, "Letöltés most"], [0, 3]),
    ],
)
def test_lines_of_sites(lines: list[str], own: list[int]) -> None:
    assert site_marks(lines) == own


@pytest.mark.parametrize(
    "lines",
    [
        ["Download", TEXT, "Upload", TEXT, "Trace", TEXT],
        ["Title", TEXT, "Report", TEXT, "Close", TEXT],
        ["Title", TEXT, "18 pages", TEXT],
        ["Title", "Print", TEXT],
        ["Boat", "3 / 6", TEXT, "Raft", "2 / 4", TEXT],
        ["Boat", "6 / 6", TEXT, "Raft", "4 / 6", TEXT],
        ["Title", TEXT, "2 of 6", TEXT],
        ["Title", "Uploaded by the pilot, the chart shows every reef.", TEXT],
        ["Jelentés", TEXT, "Belépés", TEXT],
    ],
)
def test_titles_that_buttons_are_called_as_well(lines: list[str]) -> None:
    assert site_marks(lines) == []


def test_a_text_below_what_announces_other_documents_is_kept() -> None:
    lines = ["1K views 45 pages", "Title", TEXT, "You might also like", "Raft", TEXT]
    assert site_marks(lines) == [0, 3]


def test_a_title_between_sure_lines_keeps_its_text() -> None:
    middle = [f"Title {n}" if n % 2 else TEXT for n in range(20)]
    lines = ["Upload", "1K views 45 pages", *middle, "Download", TEXT, *middle]
    assert lines.index("Download") not in site_marks(lines)


@pytest.mark.parametrize(
    ("cells", "columns", "rows"),
    [
        (["Type", "M", "S", "Boat", "6", "4+", "Raft", "5", "5+"], 3, 3),
        (["1D6", "Effect", "1-2", "Nothing", "3-4", "Drifts", "5", "Turns", "6", "Sinks"], 2, 5),
        (["Failed by", "Result", "1", "Shaken", "2-3", "Flees", "4+", "Drowns"], 2, 4),
        (["Players", "Lamps", "Nuggets", "2", "8", "4", "3", "10", "5", "4-5", "12", "6"], 3, 4),
        (["Name", "Cost", "Scout", "10", "Archer", "12", "Knight", "20"], 2, 4),
    ],
)
def test_tables_of_bare_cells(cells: list[str], columns: int, rows: int) -> None:
    said = [TEXT, *cells, "Next Title", TEXT]
    assert [tuple(t) for t in find_bare_tables(said)] == [(1, columns, rows)]


@pytest.mark.parametrize(
    "lines",
    [
        ["Scout", "10", "Archer", "12", "Knight", "20"],
        ["Boat", "M", "6", "L", "4+", "K", "5+", "B", "7"],
        ["Fear", "Rage", "Hate", "Awe", "Joy", "Calm", "Pride", "Envy"],
        ["Title", "Part", "1", "A first sentence.", "2", "A second sentence.", "3", "A third one."],
        ["Type", "M", "Boat", "6", "Raft", "5"],
        ["Roll", "Result", "1", "Lost", "1", "Lost", "1", "Lost"],
        ["Rolls", "Hits", "Saves", "1", "2", "3", "4", "5", "6", "7"],
        ["Chapter", "Page", "1", "2", "3", "4", "5", "6"],
    ],
)
def test_lines_that_are_no_table(lines: list[str]) -> None:
    assert find_bare_tables([TEXT, *lines, TEXT]) == []


def test_cells_on_lines_of_their_own_are_read_as_rows_and_told() -> None:
    text = "\n\n".join(
        [
            "Reeds and Rivers",
            "Nerve",
            "A crew that has lost half of its rowers looks at the following table:",
            *("Failed by", "Result", "1", "Shaken", "2-3", "Flees", "4+", "Jumps into the river"),
            "Ramming",
            TEXT,
        ]
    )
    found = parsed(text, "prose")
    assert tree(found) == ["Reeds and Rivers", "  Nerve", "  Ramming"]
    assert any("Shaken" in line and line.startswith("table") for line in texts(found, "Nerve"))
    (finding,) = [f for f in found.findings if f.kind == "lost_table"]
    assert (finding.line, finding.column, finding.excerpt) == (7, 1, "Failed by")
