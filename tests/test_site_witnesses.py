"""How the sources of an entry are told apart on its page."""

from __future__ import annotations

from pathlib import Path

from site_client import Client, client

from variorum.cli import main

FIXTURES = Path(__file__).parent / "fixtures"
KEY = "/entry/brass-tide/running-aground"


def page(tmp_path: Path, *names: str) -> Client:
    database = tmp_path / "rules.db"
    files = [str(FIXTURES / name) for name in names]
    assert main(["build", *files, "-o", str(database)]) == 0
    return client(database)


def test_files_of_one_title_are_told_apart_by_their_names(tmp_path: Path) -> None:
    told = page(tmp_path, "brass-tide.docx", "brass-tide.pdf").get(KEY).text
    assert "<cite>Brass Tide (brass-tide.docx)</cite>" in told
    assert "<cite>Brass Tide (brass-tide.pdf)</cite></a>, page 1, lines" in told


def test_a_title_that_one_file_has_needs_no_name(tmp_path: Path) -> None:
    told = page(tmp_path, "brass-tide.docx").get(KEY).text
    assert "<cite>Brass Tide</cite>" in told
