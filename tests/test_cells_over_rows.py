"""Cells over several rows and columns in tables of pages and wikis; strokes where there is nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import html, wikitext
from variorum.loaders.cellplaces import WIDEST, CellPlaces, whole_span
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

NAMES = ("Rope Hands", "Night Watch", "Old Cook", "Copper Skin")
TEXT = "Whoever has this may set a sail of the ship twice in one turn, {}."


def page(rows: str) -> Parsed:
    text = f"<!DOCTYPE html><html><body><h1>Crew</h1><table>\n{rows}</table></body></html>"
    return checked(html.LOADER.parse(Document("a.html", text, "en", {})), text)


def wiki(rows: str) -> Parsed:
    text = f'== Crew ==\n{{| class="wikitable"\n{rows}|}}\n'
    return checked(wikitext.LOADER.parse(Document("a.txt", text, "en", {})), text)


def held(parsed: Parsed) -> list[list[str]]:
    return [[f"{p.name}: {p.value}" for p in d.properties] for d in parsed.drafts if d.capability]


def in_page(head: str, cells: list[tuple[str, str]]) -> Parsed:
    """Rows of names and texts with what stands before and behind them."""
    rows = "".join(
        f"<tr>{before}<td>{n}</td><td>{TEXT.format(n)}</td>{behind}</tr>\n"
        for n, (before, behind) in zip(NAMES, cells, strict=True)
    )
    return page(f"<tr>{head}</tr>{rows}")


def in_wiki(head: str, cells: list[tuple[str, str]]) -> Parsed:
    rows = "".join(
        f"|-\n{before}| {n}\n| {TEXT.format(n)}\n{behind}"
        for n, (before, behind) in zip(NAMES, cells, strict=True)
    )
    return wiki(head + rows)


def test_a_cell_over_rows_is_said_of_each() -> None:
    parsed = in_page(
        "<th>Place</th><th>Rule</th><th>Effect</th><th>Since</th>",
        [
            ('<td rowspan="2">Deck</td>', '<td rowspan="3">1st</td>'),
            ("", ""),
            ('<td rowspan="2">Hold</td>', ""),
            ("", "<td>2nd</td>"),
        ],
    )
    assert held(parsed) == [
        ["Place: Deck", "Since: 1st"],
        ["Place: Deck", "Since: 1st"],
        ["Since: 1st", "Place: Hold"],
        ["Place: Hold", "Since: 2nd"],
    ]


def test_a_cell_over_rows_of_a_wiki_is_said_of_each() -> None:
    parsed = in_wiki(
        "! Place !! Rule !! Effect !! Since\n",
        [
            ('| rowspan="2" | Deck\n', "| rowspan=3 style='x' | 1st\n"),
            ("", ""),
            ("| rowspan=2 | Hold\n", ""),
            ("", "| 2nd\n"),
        ],
    )
    assert held(parsed) == [
        ["Place: Deck", "Since: 1st"],
        ["Place: Deck", "Since: 1st"],
        ["Since: 1st", "Place: Hold"],
        ["Place: Hold", "Since: 2nd"],
    ]


@pytest.mark.parametrize("over", ["0", "1", "-2", "two", ""])
def test_a_cell_over_one_row_is_said_of_one(over: str) -> None:
    parsed = in_page(
        "<th>Rule</th><th>Effect</th><th>Since</th>",
        [("", f'<td rowspan="{over}">1st</td>'), *[("", "<td></td>")] * 3],
    )
    assert held(parsed) == [["Since: 1st"], [], [], []]


def test_a_cell_that_reaches_below_its_table_ends_with_it() -> None:
    cells = [("", ""), ("", ""), ("", ""), ("", '<td rowspan="9">1st</td>')]
    parsed = in_page("<th>Rule</th><th>Effect</th><th>Since</th>", cells)
    again = "<table><tr><th>Rule</th><th>Effect</th></tr>" + "".join(
        f"<tr><td>Oar {k}</td><td>{TEXT.format(k)}</td></tr>" for k in "abc"
    )
    assert held(parsed)[3] == ["Since: 1st"]
    assert held(page(f"</table>{again}")) == [[], [], []]


@pytest.mark.parametrize("stroke", ["—", "-", "–", "/", "…"])
def test_a_stroke_is_no_abbreviation(stroke: str) -> None:
    cells = [("", f"<td>{a}</td>") for a in ("RH", stroke, "OC", stroke)]
    parsed = in_page("<th>Rule</th><th>Effect</th><th>Abbr.</th>", cells)
    assert [d.abbreviation for d in parsed.drafts if d.capability] == ["RH", None, "OC", None]
    assert held(parsed)[1] == [f"Abbr.: {stroke}"]


@pytest.mark.parametrize(
    ("said", "over"),
    [("3", 3), ("0", 1), (None, 1), ("", 1), ("x", 1), ("9999", WIDEST), ("1234567", 1)],
)
def test_how_far_a_cell_goes(said: str | None, over: int) -> None:
    assert whole_span(said) == over


@given(st.lists(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=5), max_size=6))
def test_no_two_cells_begin_at_one_place(rows: list[list[tuple[int, int]]]) -> None:
    places = CellPlaces(0)
    taken: set[tuple[int, int]] = set()
    for row in rows:
        places.next_row()
        for span, down in row:
            cell = places.next_cell(False, span, down)
            assert (cell.row, cell.column) not in taken
            taken.update((cell.row + d, cell.column) for d in range(down))


TWO_HEADS = (
    '<tr><th rowspan="2">Rule</th><th rowspan="2">Effect</th><th colspan="2">Printed</th></tr>'
    "<tr><th>Book</th><th>Page</th></tr>"
)


def printed(head: str) -> Parsed:
    rows = "".join(
        f"<tr><td>{n}</td><td>{TEXT.format(n)}</td><td>Core</td><td>{k}</td></tr>"
        for k, n in enumerate(NAMES, 7)
    )
    return page(head + rows)


def test_titles_in_two_rows_are_read_together() -> None:
    parsed = printed(TWO_HEADS)
    assert [d.title for d in parsed.drafts] == ["Crew", *NAMES]
    assert held(parsed)[0] == ["Printed Book: Core", "Printed Page: 7"]


def test_names_in_cells_that_head_their_rows_are_no_titles() -> None:
    rows = "".join(f"<tr><th>{n}</th><td>{TEXT.format(n)}</td></tr>" for n in NAMES)
    parsed = page(f'<tr><th colspan="2">Crew of the ship</th></tr>{rows}')
    assert [d.title for d in parsed.drafts if d.capability] == list(NAMES)


def test_a_row_of_titles_alone_below_plain_ones_is_no_title() -> None:
    """Without a title over several columns the second row is a name without a text, as before."""
    head = "<tr><th>Rule</th><th>Effect</th><th>Book</th><th>Page</th></tr>"
    part = "<tr><th>Deck</th><th></th><th></th><th></th></tr>"
    assert "Deck" in [d.title for d in printed(head + part).drafts]


@pytest.mark.parametrize("kind", ["references", "reflist columns", "mw-references-wrap"])
def test_a_heading_above_the_notes_of_a_page_names_no_rule(kind: str) -> None:
    notes = f'<div class="{kind}"><ol><li>As of the second edition.</li></ol></div>'
    body = f"<h2>Oars</h2><p>{TEXT}</p><h2>Notes</h2>{notes}"
    text = f"<!DOCTYPE html><html><body><h1>Crew</h1>{body}</body></html>"
    parsed = checked(html.LOADER.parse(Document("a.html", text, "en", {})), text)
    assert [d.title for d in parsed.drafts] == ["Crew", "Oars"]


@pytest.mark.parametrize("after", ["<p>It counts twice.</p>{}", "<nav>Home</nav>"])
def test_another_heading_names_what_it_says(after: str) -> None:
    """A text stands above the notes, or nothing but the way to other pages."""
    notes = '<ol class="references"><li>As of the second edition.</li></ol>'
    body = f"<h2>Oars</h2><p>{TEXT}</p><h2>Notes</h2>{after.format(notes)}"
    text = f"<!DOCTYPE html><html><body><h1>Crew</h1>{body}</body></html>"
    parsed = checked(html.LOADER.parse(Document("a.html", text, "en", {})), text)
    assert [d.title for d in parsed.drafts] == ["Crew", "Oars", "Notes"]


def test_strokes_do_not_hide_that_a_column_abbreviates() -> None:
    cells = [("", f"<td>{a}</td>") for a in ("RH", "NW", "OC", "—")]
    parsed = in_page("<th>Rule</th><th>Effect</th><th>Sign</th>", cells)
    assert [d.abbreviation for d in parsed.drafts if d.capability] == ["RH", "NW", "OC", None]


@pytest.mark.parametrize(
    ("notes", "told"),
    [
        ("<references />\n", ["Oars"]),
        ("{{Reflist|2}}\n[[Category:Crew]]\n", ["Oars"]),
        ("<references />\n== Sails ==\n" + TEXT, ["Oars", "Sails"]),
        ("It counts twice.\n<references />\n", ["Oars", "Notes"]),
        ("== Sails ==\n" + TEXT + "\n<references />\n", ["Oars", "Notes", "Sails"]),
    ],
)
def test_so_in_the_markup_of_wikis(notes: str, told: list[str]) -> None:
    text = f"== Oars ==\n{TEXT}<ref>In print.</ref>\n\n== Notes ==\n{notes}"
    parsed = checked(wikitext.LOADER.parse(Document("a.txt", text, "en", {})), text)
    assert [d.title for d in parsed.drafts] == told
