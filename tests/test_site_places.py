"""Pages of a PDF and chapters of a book, beside the places that the site cites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_client import Client, client

from variorum.cli import main

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    path = tmp_path_factory.mktemp("places") / "rules.db"
    # An archive cut in two is a finding of the corpus; the comment in the ODT one of a page.
    files = [str(FIXTURES / name) for name in ("brass-tide.odt", "brass-tide.epub", "bord.xlsx")]
    assert main(["build", *files, "-o", str(path)]) == 0
    made = client(path)
    yield made
    made.close()


@pytest.mark.parametrize(("lang", "page"), [("en", "page 1"), ("fr", "page 1"), ("hu", "1. oldal")])
def test_a_cited_place_names_its_page(site: Client, lang: str, page: str) -> None:
    shown = site.get("/findings", lang).text
    assert re.search(rf"brass-tide\.odt:\d+</a> \({re.escape(page)}\)", shown)


def test_a_source_shows_where_its_pages_begin_and_that_its_text_was_taken_out(site: Client) -> None:
    shown = site.get("/sources?source=brass-tide.odt").text
    assert "as it was taken out" in shown and "letter for letter" not in shown
    rows = re.findall(r'<tr class="place"><td></td><td>(.*?)</td></tr>\s*<tr id="L(\d+)"', shown)
    assert [where for where, _ in rows] == ["page 1", "page 2"]
    book = site.get("/sources?source=brass-tide.epub").text
    assert "section0002.xhtml" in book


def test_a_row_of_a_sheet_is_cited_by_its_first_cell(site: Client) -> None:
    shown = site.get("/sources?source=bord.xlsx").text
    rows = re.findall(r'<tr class="place"><td></td><td>(.*?)</td></tr>\s*<tr id="L(\d+)"', shown)
    cells = [where.rpartition("!")[2] for where, _ in rows if "!" in where]
    # A cell of several lines: on its last one the next cell of the row begins.
    first = {cell[1:]: cell for cell in reversed(cells)}
    assert len(first) > 3 and all(cell == f"A{row}" for row, cell in first.items())
    page = site.get(re.findall(r'href="(/entry/[^"]+)"', shown)[0]).text
    assert re.search(r"<cite>[^<]*</cite></a>, [^<]*!A\d+, lines? \d+", page)
