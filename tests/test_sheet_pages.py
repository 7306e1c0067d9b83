"""Sheets that a program wrote as pages, and records that were pasted into one column."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from loader_texts import kept, parsed, texts, tree

from variorum.loaders import load
from variorum.loaders.select import Chosen

FIXTURES = Path(__file__).parent / "fixtures"
WINTERS = [
    ["Winter", "Weather", "End"],
    ["The Deep Ford", "The ice breaks under three sledges. Nobody lights a fire.", "Thaw."],
    ["Bread Night", "It snows from dusk.<br>The bakers sleep.", "When the last loaf is sold."],
    ["Long Road", "No dog is harnessed. See The Deep Ford for the river.", "At the mill."],
]


def grid(rows: list[list[str]], letters: bool = True, numbers: bool = True) -> str:
    """Rows as spreadsheets on the web write them."""
    width = max(map(len, rows))
    head = "".join(f"<th>{chr(65 + i)}</th>" for i in range(width)) if letters else ""
    lines = "".join(
        f"<tr>{f'<th><div>{n}</div></th>' if numbers else ''}"
        + "".join(f"<td>{c}</td>" for c in row + [""] * (width - len(row)))
        + "</tr>"
        for n, row in enumerate(rows, 1)
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{lines}</tbody></table>"


def test_letters_and_numbers_around_a_sheet_are_no_cells() -> None:
    text = grid([["Winters of the valley"], *WINTERS])
    found = parsed(text, "html", "en")
    assert tree(found) == [
        "Winters of the valley",
        *("  The Deep Ford*", "  Bread Night*", "  Long Road*"),
    ]
    assert texts(found, "Bread Night") == ["It snows from dusk.", "The bakers sleep."]
    assert [p.value for d in found.drafts for p in d.properties if p.name == "End"] == [
        row[2] for row in WINTERS[1:]
    ]
    assert [p.name for d in found.drafts for p in d.properties] == ["End"] * 3
    assert re.sub("<[^<>]*>", "", kept(found, text, "chrome")) == "ABC12345"


@pytest.mark.parametrize(
    ("letters", "numbers"),
    # Numbers of rules, and letters of classes.
    [(False, True), (True, False)],
)
def test_numbers_without_letters_are_cells(letters: bool, numbers: bool) -> None:
    text = grid(WINTERS, letters, numbers)
    assert not re.search(">[0-9A-Z]", kept(parsed(text, "html", "en"), text, "chrome"))


@pytest.mark.parametrize("name", ["suie.html", "suie.xlsx"])
def test_the_sheets_of_a_workbook_as_a_page(name: str) -> None:
    corpus = load([Chosen(FIXTURES / name, name, True)]).corpus
    told = {
        e.title: (
            [p.text for p in e.passages],
            sorted((p.name, p.value) for p in e.base_witness.properties),
        )
        for e in corpus.entries
        if e.kind == "capability"
    }
    assert told == {
        "Œil de suie": (
            ["Une fois par nuit, le ramoneur voit dans la fumée."],
            [("Coût", "10"), ("Page", "12")],
        ),
        "Pas de suif": (
            ['Le ramoneur glisse de 6" sans bruit. Voir aussi Œil de suie.'],
            [("Coût", "5"), ("Page", "13")],
        ),
        "Échelle courte": (
            ["Il monte sur un toit.", "Il n’en redescend pas le même jour."],
            [("Coût", "8"), ("Page", "14")],
        ),
        "Hérisson": (["Traverse un conduit"], [("Poids", "3"), ("Portée", '12"')]),
        "Raclette": (["Œil de suie"], [("Poids", "4"), ("Portée", '24"')]),
        "Corde": (["À deux mains"], [("Poids", "1"), ("Portée", "–")]),
        "Plongeon": (["Le ramoneur reste au lit un mois."], [("D6", "1")]),
        "Culbute": (["Il rate la veillée suivante."], [("D6", "2-3")]),
        "Rien": (["Tout le monde rit."], [("D6", "4-6")]),
    }
    # The links to the sheets are no rule.
    assert not [e for e in corpus.entries if e.title == "Overview"]


def test_a_heading_above_links_stays_where_it_has_a_chapter() -> None:
    links = "".join(f'<li><a href="#{n}">Lamp {n}</a></li>' for n in range(3))
    lamps = "".join(f'<h3 id="{n}">Lamp {n}</h3><p>It burns all night.</p>' for n in range(3))
    page = f"<!DOCTYPE html><body><h2>Lights</h2><ul>{links}</ul>{{}}{lamps}</body>"
    assert tree(parsed(page.format(""), "html", "en"))[0] == "Lights"
    assert tree(parsed(page.format("<h2>Lamps</h2>"), "html", "en"))[0] == "Lamps"


PASTED = [
    "Name;Duty;Wage",
    'Gate;"She opens at dawn; nobody else has the key.";5',
    "Bell;He rings the hours, the fires and the weddings of the town.;4",
    "Wall;They walk all night long without a lamp or a dog.;3",
]


def column(rows: list[str], sign: str) -> dict[str, str]:
    lines = [r.replace(";", sign) if sign == "|" and '"' not in r else r for r in rows]
    lines = [line for line in lines if sign == ";" or '"' not in line]
    cells = "".join(f"<tr><td>{html.escape(line, quote=False)}</td></tr>" for line in lines)
    escaped = (line.replace("|", "\\|") for line in lines)
    return {
        "html": f"<!DOCTYPE html><body><h1>Watch</h1><table>{cells}</table></body>",
        "markdown": "# Watch\n\n| Pasted |\n|---|\n" + "".join(f"| {e} |\n" for e in escaped),
    }


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_records_in_one_column_of_a_table(form: str) -> None:
    text = column(PASTED, ";")[form]
    found = parsed(text, form, "en")
    assert tree(found) == ["Watch", "  Gate*", "  Bell*", "  Wall*"]
    assert texts(found, "Gate") == ["She opens at dawn; nobody else has the key."]
    assert [p.value for d in found.drafts for p in d.properties] == ["5", "4", "3"]
    assert texts(found, "Watch") == []
    assert not found.findings


def test_pipes_in_one_column_of_a_table() -> None:
    rows = [*PASTED[:1], *PASTED[2:], "Moat;She counts the boats that come in before the frost.;2"]
    found = parsed(column(rows, "|")["html"], "html", "en")
    assert tree(found) == ["Watch", "  Bell*", "  Wall*", "  Moat*"]


@pytest.mark.parametrize(
    "rows",
    [
        ["He rings; she sleeps.", "They walk; nobody sees them.", "All eat; then all sleep."],
        ["Ropes;2", "Lamps;3", "Bells;1"],
        ["Gate;She opens at dawn and sings.", "Nobody else has the key to the lock."],
    ],
)
def test_semicolons_of_one_column_that_part_nothing(rows: list[str]) -> None:
    found = parsed(column(rows, ";")["html"], "html", "en")
    assert tree(found) == ["Watch"] and len(texts(found, "Watch")) == len(rows)


TABLES = """\
# Trades of the quay

Who has a trade pays no toll.

## Ashore

| Trade | Effect |
|-------|--------|
| Cooper | A barrel that he makes is never stolen. |
| **Chandler** | He sells a rope twice. See [Pilot](#afloat). |

## Afloat

| Trade | Effect |
|-------|--------|
| Pilot | The boat passes one sandbank a day. |

A trade is learnt in seven years.
"""


def test_a_page_of_tables_is_markdown() -> None:
    found = parsed(TABLES, "markdown", "en")
    assert tree(found) == [
        "Trades of the quay",
        *("  Ashore", "    Cooper*", "    Chandler*", "  Afloat", "    Pilot*"),
    ]
    assert texts(found, "Chandler") == ["He sells a rope twice. See Pilot."]
    alone = TABLES[TABLES.index("| Trade") : TABLES.index("## Afloat")]
    assert tree(parsed(alone, "markdown", "en")) == ["Cooper*", "Chandler*"]
    bare = "| Trade | Effect |\n|---|---|\n| Cooper | His barrels are never stolen. |\n"
    assert parsed(bare, "csv", "en").drafts[0].title == "Cooper"
