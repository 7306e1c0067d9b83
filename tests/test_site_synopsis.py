"""Witnesses side by side, and how far the sources of a game agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from site_client import Client, client

from variorum.cli import main
from variorum.site.synopsis import lines, spread, whole

FORD = """# Ford

## Leap

A model may leap up to {leap} inches. It {may} land in water.

{low}- a high wall costs 2 inches

## Swim

A model that swims moves 3 inches each turn.
{more}
## Alone {name}

The book called {name} says something here that no other book says.
"""
LOW = "- a low wall costs nothing\n"
ARMOUR = "\nA model in armour cannot swim at all.\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Five sources: a and e agree, b has other numbers, c lacks a passage, d has one more."""
    folder = tmp_path_factory.mktemp("synopsis")
    told: dict[str, dict[str, Any]] = {
        "a": {},
        "b": {"leap": 8, "may": "may"},
        "c": {"low": ""},
        "d": {"low": "", "more": ARMOUR},
        "e": {},
    }
    rules = folder / "rules"
    rules.mkdir()
    for name, other in told.items():
        given = {"leap": 6, "may": "must not", "low": LOW, "more": "", "name": name.upper() * 3}
        (rules / f"{name}.md").write_text(FORD.format(**given | other), "utf-8")
    assert main(["build", str(rules), "-o", str(folder / "rules.db")]) == 0
    made = client(folder / "rules.db")
    yield made
    made.close()


def cells(row: dict[str, Any]) -> list[str | None]:
    return [cell and " / ".join(p["text"] for p in cell["passages"]) for cell in row["cells"]]


def test_each_passage_stands_beside_what_the_others_have(site: Client) -> None:
    told = site.get("/witnesses/ford/leap.json").json()
    assert [c["sigla"] for c in told["columns"]] == [["A", "E"], ["B"], ["C", "D"]]
    first, low, high = told["rows"]
    leap = "A model may leap up to 6 inches. It must not land in water."
    assert first["passage"]["text"] == leap
    assert cells(first) == ["A model may leap up to 8 inches. It may land in water.", leap]
    assert [cell["classes"] for cell in first["cells"]] == [["number", "negation"], []]
    assert [text for text, marked in first["words"] if marked] == ["6", "must not"]
    assert cells(low) == ["a low wall costs nothing", ""]
    assert low["cells"][1]["classes"] == ["missing_passage"]
    assert high["same"] and not low["same"] and not first["same"]


def test_a_passage_that_the_base_lacks_has_a_row_of_its_own(site: Client) -> None:
    rows = site.get("/witnesses/ford/swim.json").json()["rows"]
    lacking = [row for row in rows if row["base"] is None or not any(cells(row))]
    assert len(rows) == 2 and len(lacking) == 1
    page = site.get("/witnesses/ford/swim").text
    assert "A model in armour cannot swim at all." in page and "omitted" in page


@pytest.mark.parametrize(("lang", "word"), [("en", "number"), ("fr", "nombre"), ("hu", "szám")])
def test_what_differs_is_marked_and_named(lang: str, word: str, site: Client) -> None:
    page = site.get("/witnesses/ford/leap", lang).text
    assert f'<ins class="number" title="{word}">8</ins>' in page
    assert f'<span class="class number">{word}</span>' in page
    assert '<span class="variant">must not</span>' in page
    assert f'href="/witnesses/ford/leap?_lang={lang}"' in page


def test_only_what_differs_and_only_some_witnesses_can_be_shown(site: Client) -> None:
    every = site.get("/witnesses/ford/leap.json").json()["rows"]
    some = site.get("/witnesses/ford/leap.json?_only=differences").json()["rows"]
    assert some == [row for row in every if not row["same"]]
    one = site.get("/witnesses/ford/leap.json?_with=C").json()
    assert [c["name"] for c in one["columns"] if c["shown"]] == ["A", "C"]
    assert all(len(row["cells"]) == 1 for row in one["rows"])
    nobody = site.get("/witnesses/ford/leap.json?_with=Z").json()
    assert nobody["rows"] == every


def test_an_entry_and_its_game_lead_to_their_witnesses(site: Client) -> None:
    assert 'href="/witnesses/ford/leap"' in site.get("/entry/ford/leap").text
    assert 'href="/witnesses/ford"' in site.get("/game/ford").text


def test_an_entry_of_one_source_says_so(site: Client) -> None:
    entries = site.get("/data/entries.json").json()
    alone = next(e["key"] for e in entries if (e["title"] or "").startswith("Alone"))
    page = site.get(f"/witnesses/{alone}").text
    assert "One source alone tells this entry." in page and "<table" not in page


def test_pairs_of_sources_are_told_by_how_far_they_agree(site: Client) -> None:
    told = site.get("/witnesses/ford.json").json()
    assert [row["siglum"] for row in told["sources"]] == ["A", "B", "C", "D", "E"]
    assert len({row["called"] for row in told["sources"]}) == 5
    pairs = {(p["siglum"], p["other_siglum"]): p for p in told["pairs"]}
    assert len(pairs) == 10 and told["pairs"][-1] == pairs["A", "E"]
    alike, other = pairs["A", "E"], pairs["A", "B"]
    assert alike["same"] == alike["shared"] and alike["agree"] == alike["places"] > 0
    assert other["same"] == other["shared"] - 1 and other["places"] - other["agree"] == 2
    page = site.get("/witnesses/ford", "fr").text
    assert 'href="/witnesses/ford?pair=A%2CB"' in page and "Sigle" in page


def test_the_entries_in_which_two_sources_differ_are_listed(site: Client) -> None:
    told = site.get("/witnesses/ford.json?pair=A,B").json()
    assert [(row["key"], row["classes"]) for row in told["entries"]] == [
        ("ford/leap", ["number", "negation"])
    ]
    assert (
        'href="/witnesses/ford/leap?_only=differences"' in site.get("/witnesses/ford?pair=A,B").text
    )
    assert site.get("/witnesses/ford.json?pair=A,E").json()["entries"] == []


@pytest.mark.parametrize(
    "page", ["/witnesses/none", "/witnesses/ford/none", "/witnesses/ford?pair=A,Z"]
)
def test_what_is_not_there_is_missing(page: str, site: Client) -> None:
    assert site.get(page).status == 404


WORDS = st.sampled_from(["dogs run", "cats sleep now", "a wolf howls at night", "snow falls", ""])
TEXTS = st.lists(WORDS, max_size=6)


@given(base=TEXTS, others=st.lists(TEXTS, max_size=3), keep=st.sets(st.integers(0, 30)))
def test_every_passage_has_one_cell_and_every_column_is_full(
    base: list[str], others: list[list[str]], keep: set[int]
) -> None:
    rows = lines(base, others, "en")
    assert [row.base for row in rows if row.base is not None] == list(range(len(base)))
    kept = {n for n in keep if n < len(rows)}
    chosen = whole(rows, kept)
    assert kept <= set(chosen)
    for column, texts in enumerate(others):
        told = [row.cells[column] for row in rows if column in row.cells]
        assert [n for first, last, _ in told for n in range(first, last)] == list(range(len(texts)))
        covered: set[int] = set()
        for number, row in enumerate(rows):
            assert (column in row.covered) == (number in covered)
            assert not (column in row.covered and column in row.cells)
            if column in row.cells:
                size = row.cells[column][2]
                block = set(range(number, number + size))
                covered |= block - {number}
                assert block <= set(chosen) or not block & set(chosen)


def test_spans_of_joined_passages_find_their_passage() -> None:
    texts = ["abc", "de", "fghi"]  # joined: abc|de|fghi
    assert spread([(1, 2)], texts, 4) == [(4, 1, 2)]
    assert spread([(2, 9)], texts, 0) == [(0, 2, 3), (1, 0, 2), (2, 0, 2)]
    assert spread([(3, 4)], texts, 0) == []
