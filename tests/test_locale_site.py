"""The findings of a site are told in the reader's language; those of an older one in English."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_client import Client, client

from variorum.cli import main

RULES = """Moving

Each band walks six paces, and the the leader walks first.

Shooting

Roll two dice for each archer , then see the rule “Long Odds”.
"""
TOLD = {
    "en": ["the word “the” stands twice", "no source tells the rule “Long Odds”"],
    "fr": [
        "le mot «\u00a0the\u00a0» est écrit deux fois",
        "aucune source ne donne la règle «\u00a0Long Odds\u00a0»",
    ],
    "hu": [
        "kétszer álló szó: „the”",
        "egyetlen forrásban sincs meg ez a szabály: „Long Odds”",
    ],
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("told")
    (folder / "owls.txt").write_text(RULES, "utf-8")
    assert main(["build", str(folder / "owls.txt"), "-o", str(folder / "rules.db")]) == 0
    made = client(folder / "rules.db")
    yield made
    made.close()


@pytest.mark.parametrize("lang", TOLD)
def test_findings_are_told_in_the_language_of_the_page(lang: str, site: Client) -> None:
    html = site.get("/findings", lang).text
    for message in TOLD[lang]:
        assert f'<p class="message">{message}</p>' in html
    others = [message for other, told in TOLD.items() if other != lang for message in told]
    assert not [message for message in others if message in html]
    assert 'lang="en">the word' not in html


def test_the_data_of_a_page_stay_english(site: Client) -> None:
    for lang in TOLD:
        rows = site.get("/findings.json", lang).json()["rows"]
        assert {row["message"] for row in rows} >= set(TOLD["en"])


@pytest.mark.parametrize("version", [1, 3])
def test_what_an_older_database_found_is_told_in_english(version: int, tmp_path: Path) -> None:
    earlier = Path(__file__).parent / "data" / "earlier" / f"schema_{version}.zip"
    with zipfile.ZipFile(earlier) as packed:
        packed.extract("rules.db", tmp_path)
    old = client(tmp_path / "rules.db")
    try:
        html = old.get("/findings?state=all", "hu").text
        assert '<p class="message" lang="en">the word “the” stands twice</p>' in html
        assert '<p class="message">the word' in old.get("/findings?state=all", "en").text
    finally:
        old.close()
