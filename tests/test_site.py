"""The pages of the site: what they show, in three languages, as HTML and as JSON."""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from site_client import Client, client
from site_corpus import KEYS, write_site

from variorum.cli import main
from variorum.compare.order import sort_key
from variorum.decisions import parse_decisions
from variorum.interface.words import CHANGES
from variorum.site.generations import Generation
from variorum.site.hosting import Wishes
from variorum.site.interface import interface
from variorum.site.render import environment
from variorum.site.visit import Settings, Visit, hurry

LANGS = ("en", "fr", "hu")
PAGES = [
    "/",
    "/game/gue",
    "/game/gue?_only=conflicts",
    "/game/ut",
    *(f"/entry/{key}" for key in KEYS),
    "/entry/gue/marche/gue?_beside=hu,en",
    "/entry/gue/bottes?_in=hu&_beside=fr",
    "/read/gue",
    "/read/gue/marche?_beside=hu",
    "/witnesses/gue",
    "/witnesses/gue/bottes",
    "/witnesses/gue/marche?_only=differences",
    "/conflicts",
    "/conflicts?state=all&kind=contradiction",
    "/duplicates",
    "/findings",
    "/findings?system=ut",
    "/translations",
    "/translations/glossary",
    "/translations/gue/hu",
    "/history",
    "/search",
    "/search?q=bottes",
    "/search?q=zzz",
    "/data",
    "/sources",
    "/sources?source=livre+b.txt",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    path = write_site(tmp_path_factory.mktemp("site") / "rules.db")
    made = client(path, Wishes(correct="https://example.org/edit/{file}#L{line}"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def revisions(site: Client) -> list[str]:
    """The digests, the latest first."""
    return [row["revision"] for row in site.get("/history.json").json()["revisions"]]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_in_every_language_and_as_json(
    page: str, lang: str, site: Client
) -> None:
    reply = site.get(page, lang)
    assert reply.status == 200
    assert f'<html lang="{lang}">' in reply.text
    assert reply.headers["content-type"].startswith("text/html")
    assert "None" not in re.sub(r"<pre.*?</pre>", "", reply.text, flags=re.DOTALL)
    path, _, query = page.partition("?")
    told = site.get(f"{'/index' if path == '/' else path}.json?{query}", lang)
    assert told.status == 200 and told.json()["ok"] is True
    assert told.headers["access-control-allow-origin"] == "*"
    # The page says where its JSON is.
    assert f'href="{"/index" if path == "/" else path}.json' in reply.text


def test_an_entry_shows_its_text_in_the_readers_language(site: Client) -> None:
    told = site.get("/entry/gue/bottes.json", "hu").json()
    assert told["shown"] == "hu"
    assert told["titles"][0]["text"].startswith("Magyar")
    states = [p["versions"][0]["state"] for p in told["passages"]]
    assert states == ["translated", "reviewed"]
    page = site.get("/entry/gue/bottes", "hu").text
    assert "<h1>Magyar" in page and '<p class="original" lang="fr">Bottes' in page


def test_what_is_not_translated_is_shown_in_the_source_and_labelled(site: Client) -> None:
    told = site.get("/entry/gue/marche/gue.json?_in=hu", "hu").json()
    versions = [p["versions"][0] for p in told["passages"]]
    missing = [v for v in versions if v["state"] == "untranslated"]
    assert missing and all(v["lang"] == "fr" and v["wanted"] == "hu" for v in missing)
    page = site.get("/entry/gue/marche/gue?_in=hu", "hu").text
    assert "nincs lefordítva" in page


def test_two_languages_stand_side_by_side_passage_by_passage(site: Client) -> None:
    told = site.get("/entry/gue/marche/gue.json?_beside=hu,en", "fr").json()
    assert [told["shown"], *told["beside"]] == ["fr", "hu", "en"]
    assert all([v["wanted"] for v in p["versions"]] == ["fr", "hu", "en"] for p in told["passages"])
    page = site.get("/entry/gue/marche/gue?_beside=hu,en", "fr").text
    cells = re.findall(r'<div class="cell[^"]*"( lang="(\w+)")', page)
    assert {lang for _, lang in cells} == {"fr", "hu", "en"}


def test_cross_references_are_links_with_a_preview_and_dangling_ones_are_marked(
    site: Client,
) -> None:
    page = site.get("/entry/gue/marche/gue", "fr").text
    assert '<a class="reference" href="/entry/gue/bottes" data-to="gue/bottes">Bottes</a>' in page
    assert re.search(r'<span class="reference dangling"[^>]*>Lanterne</span>', page)
    assert "Un pion en Bottes passe 3 gués par tour." in page  # the preview
    assert site.get("/entry/gue/bottes.json").json()["mentions"][0]["key"] == "gue/marche/gue"


def test_the_apparatus_tells_who_has_which_reading_and_names_the_difference(site: Client) -> None:
    told = site.get("/entry/gue/bottes.json", "fr").json()
    assert [w["siglum"] for w in told["witnesses"]] == ["A", "B"]
    first, second = told["apparatus"]
    assert (first["lemma"], first["sigla"]) == ("3", ["A"])
    assert first["readings"] == [{"class": "number", "reading": "2", "sigla": ["B"]}]
    assert (second["passage"], second["readings"][0]["class"]) == (2, "missing_passage")
    page = site.get("/entry/gue/bottes", "fr").text
    # The text itself leads to its other readings.
    assert '<a class="variant" href="#a1" title="B: 2">3</a>' in page
    assert re.search(r'<a class="sign" href="#a2".*?B</a>', page)
    assert "passage absent" in page and 'class="class number">nombre' in page


def test_an_entry_names_its_sources_its_neighbours_and_where_to_correct_it(site: Client) -> None:
    page = site.get("/entry/gue/bottes", "hu").text
    for words in ("A. Passeur", "2025. december 24.", "CC0-1.0", "https://example.org/gue"):
        assert words in page
    assert 'href="https://example.org/edit/hu/LC_MESSAGES/gue.po#L' in page
    assert 'rel="prev" href="/entry/gue/marche/gue/crue"' in page
    assert 'rel="next" href="/entry/gue/elan"' in page


def test_a_citation_names_the_work_the_revision_and_the_permanent_link(
    site: Client, revisions: list[str]
) -> None:
    page = site.get("/entry/gue/elan", "fr").text
    cited = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert cited is not None
    for words in ("Élan", "Le Gué", "A. Passeur", "Recueil", "CC0-1.0", revisions[0]):
        assert words in cited.group(1)
    assert f"http://rules.example/at/{revisions[0]}/gue/elan" in cited.group(1)


def test_a_permanent_link_shows_the_entry_as_it_stood(site: Client, revisions: list[str]) -> None:
    now, then = revisions
    old = site.get(f"/at/{then}/gue/marche.json").json()
    assert old["stood"]["text"] == "Un pion marche de trois cases."
    assert not old["still"] and ["old", "trois", "number"] in old["pieces"]
    assert site.get(f"/at/{now}/gue/marche.json").json()["still"] is True
    assert "trois" in site.get(f"/at/{then}/gue/marche", "fr").text


def test_a_renamed_entry_is_found_under_its_old_key(site: Client) -> None:
    for ending in ("", ".json"):
        reply = site.get(f"/entry/gue/chaussures{ending}?_beside=hu")
        assert (reply.status, reply.headers["location"]) == (
            301,
            f"/entry/gue/bottes{ending}?_beside=hu",
        )


@pytest.mark.parametrize("lang", LANGS)
def test_an_unknown_entry_is_a_page_with_near_names(lang: str, site: Client) -> None:
    reply = site.get("/entry/gue/botes", lang)
    assert reply.status == 404 and f'<html lang="{lang}">' in reply.text
    assert 'href="/entry/gue/bottes"' in reply.text
    told = site.get("/entry/gue/botes.json", lang)
    assert told.status == 404
    title = {"fr": "Bottes", "en": "English 18", "hu": "Magyar 21"}[lang]
    assert told.json()["near"][0] == {"key": "gue/bottes", "title": title}


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("/game/none", 404),
        ("/read/none", 404),
        ("/read/gue/none", 404),
        ("/history/none", 404),
        ("/at/none/gue/bottes", 404),
        ("/translations/gue/de", 404),
        ("/translations/none/hu", 404),
        ("/translations/gue/de.po", 404),
        ("/sources?source=../../etc/passwd", 404),
        ("/findings?kind=none", 400),
        ("/findings?system=none", 400),
        ("/nowhere", 404),
        ("/rules/nowhere", 404),
        ("/rules?sql=select", 400),
        ("/rules?sql=delete+from+entry", 400),
        ("/-/permissions", 404),
        ("/-/metadata.json", 404),
    ],
)
def test_errors_are_pages_without_a_traceback(page: str, status: int, site: Client) -> None:
    reply = site.get(page)
    assert reply.status == status
    assert "Traceback" not in reply.text and "variorum/site" not in reply.text


@pytest.mark.parametrize("path", ["/entry/gue/botes", "/nowhere", "/findings?kind=none"])
def test_the_page_of_an_error_stays_where_it_is_in_another_language(
    path: str, site: Client
) -> None:
    text = site.get(path).text
    assert f'<a href="{path}{"&amp;" if "?" in path else "?"}_lang=hu"' in text
    # It is none of the main pages, nor the front page.
    menu = text.partition('<nav class="places"')[2].partition("</nav>")[0]
    assert ('href="/findings" aria-current="page"' in menu) == path.startswith("/findings")
    assert 'href="/" aria-current' not in menu


def test_the_page_of_an_error_leads_to_no_other_site(site: Client) -> None:
    assert 'href="//' not in site.get("//elsewhere.example/entry").text


def test_the_tree_and_the_alphabet_of_the_readers_language(site: Client) -> None:
    told = site.get("/game/gue.json", "fr").json()
    (top,) = told["rules"]
    assert (top["key"], top["children"][0]["children"][0]["label"]) == ("gue/marche", "La crue")
    assert [row["label"] for row in told["capabilities"]][:2] == ["Bottes", "Élan"]
    hungarian = site.get("/game/ut.json", "hu").json()
    # In Hungarian ő follows o; by characters it would come last.
    assert [row["label"] for row in hungarian["capabilities"]] == ["Gyors", "Otthon", "Őrség"]
    assert hungarian["letters"] == ["Gy", "O", "Ő"]


@pytest.mark.parametrize(
    ("only", "keys"),
    [
        ("conflicts", ["gue/bottes"]),
        ("findings", ["gue/marche/gue"]),
        ("unnamed", ["gue/sans-nom"]),
    ],
)
def test_a_game_can_be_filtered(only: str, keys: list[str], site: Client) -> None:
    told = site.get(f"/game/gue.json?_only={only}").json()
    assert [row["key"] for row in told["entries"]] == keys


def test_a_book_is_read_in_order_with_contents_and_links_inside(site: Client) -> None:
    told = site.get("/read/gue.json").json()
    assert [row["key"] for row in told["entries"]] == [k for k in KEYS if k.startswith("gue/")]
    page = site.get("/read/gue", "fr").text
    assert '<a class="reference" href="#gue/bottes"' in page
    chapter = site.get("/read/gue/marche.json").json()
    assert [row["level"] for row in chapter["entries"]] == [2, 3, 4]
    assert len(chapter["entries"]) == chapter["total"] == 3
    assert 'href="/entry/gue/bottes"' in site.get("/read/gue/marche/gue", "fr").text


@pytest.mark.parametrize("page", ["/conflicts", "/duplicates", "/findings"])
def test_the_lines_that_settle_are_read_by_the_decisions(page: str, site: Client) -> None:
    rows = site.get(f"{page}.json?state=all").json()["rows"]
    assert rows
    for row in rows:
        assert row["ways"]
        for way in row["ways"]:
            (verdict,) = parse_decisions(way["toml"], "variorum.toml").verdicts
            assert (verdict.id, verdict.decision) == (row["id"], way["decision"])
            assert tomllib.loads(way["toml"])["verdicts"][0]["about"] == page[1:-1]
            assert way["command"].startswith(f"variorum settle rules.db {row['id']} --")


def test_work_lists_filter_by_state_kind_and_game(site: Client) -> None:
    def ids(query: str) -> list[str]:
        return sorted(row["id"] for row in site.get(f"/findings.json?{query}").json()["rows"])

    assert ids("") == ["f-1", "f-2"]
    assert ids("state=settled") == ["f-3"]
    assert ids("state=all") == ["f-1", "f-2", "f-3"]
    assert ids("kind=no_rules") == ["f-2"]
    assert ids("system=ut") == ["f-2"]  # of a file without an entry
    assert ids("system=gue") == ["f-1"]
    assert ids("id=f-3") == ["f-3"]


def test_a_conflict_shows_what_differs(site: Client) -> None:
    (row,) = site.get("/conflicts.json").json()["rows"]
    assert ["old", "3", "number"] in row["pieces"] and ["new", "2", "number"] in row["pieces"]
    page = site.get("/conflicts", "hu").text
    assert '<del class="number" title="szám">3</del>' in page


def test_lists_go_on_with_next_until_the_end(site: Client) -> None:
    found, address = [], "/findings.json?state=all&_size=1"
    while address:
        told = site.get(address).json()
        found += [row["id"] for row in told["rows"]]
        address = told["next"] and told["next"].replace("/findings?", "/findings.json?")
    assert sorted(found) == ["f-1", "f-2", "f-3"]
    found, address = [], "/translations/gue/hu.json?state=translated&_size=2"
    while address:
        told = site.get(address).json()
        found += [(row["entry_key"], row["position"]) for row in told["rows"]]
        address = told["next"] and told["next"].replace("/hu?", "/hu.json?")
    assert len(found) == len(set(found)) == told["coverage"]["translated"]


def test_translations_tell_what_is_left_and_offer_the_glossary(site: Client) -> None:
    told = site.get("/translations/gue/hu.json").json()
    states = {row["state"] for row in told["rows"]}
    assert states == {"untranslated", "stale", "fuzzy"} and told["total"] == len(told["rows"])
    assert [(t["term"], t["translation"]) for t in told["terms"]] == [("pion", "bábu")]


@pytest.mark.parametrize(
    ("lang", "languages"),
    [("en", ["en", "fr", "hu"]), ("fr", ["fr", "en", "hu"]), ("hu", ["hu", "en", "fr"])],
)
def test_the_glossary_has_a_column_for_each_language_the_readers_first(
    lang: str, languages: list[str], site: Client
) -> None:
    assert 'href="/translations/glossary"' in site.get("/translations", lang).text
    told = site.get("/translations/glossary.json", lang).json()
    assert told["languages"] == languages
    [concept] = told["concepts"]
    assert concept["words"] == {
        "en": [{"term": "pawn", "status": None}],
        "fr": [{"term": "pion", "status": None}],
        "hu": [{"term": "bábu", "status": None}],
    }
    page = site.get("/translations/glossary", lang).text
    assert '<a href="/search?q=%22pion%22">pion</a>' in page and "a piece" in page


def test_history_tells_changes_by_meaning(site: Client, revisions: list[str]) -> None:
    told = site.get(f"/history/{revisions[0]}.json?meaning=substantive").json()
    (change,) = told["changes"]
    assert (change["entry_key"], change["change"]) == ("gue/marche", "changed")
    assert ["old", "trois", "number"] in change["fields"][0]["pieces"]
    assert site.get(f"/history/{revisions[0]}.json?meaning=typographic").json()["changes"] == []


def test_an_entry_tells_its_own_history_with_differences(site: Client) -> None:
    latest, first = site.get("/entry/gue/marche.json").json()["history"]
    assert (latest["change"], first["change"]) == ("changed", "added")
    assert ["new", "quatre", "number"] in latest["fields"][0]["pieces"]
    assert (
        '<ins class="number" title="nombre">quatre</ins>'
        in site.get("/entry/gue/marche", "fr").text
    )


def test_the_feed_is_atom(site: Client, revisions: list[str]) -> None:
    reply = site.get("/history.atom", "fr")
    assert reply.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(reply.text)
    name = "{http://www.w3.org/2005/Atom}"
    links = [e.find(f"{name}link").get("href") for e in root.findall(f"{name}entry")]  # type: ignore[union-attr]
    assert links == [f"http://rules.example/history/{r}" for r in revisions]
    # It says which rules changed, and how gravely.
    summaries = [e.find(f"{name}summary").text for e in root.findall(f"{name}entry")]  # type: ignore[union-attr]
    assert summaries == [
        "1 modifiée; La marche: modifié, la règle elle-même change",
        "10 ajoutées",
    ]


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({}, "no text changed"),
        ({"renamed": 2}, "2 renamed"),
        ({"added": 1, "moved": 3, "split": 1}, "1 added, 3 moved, and 1 split"),
    ],
)
def test_every_kind_of_change_is_counted_and_none_that_is_not_there(
    counts: dict[str, int], told: str, site: Client
) -> None:
    row = dict.fromkeys(CHANGES, 0) | counts
    template = environment("en").from_string("{{ row|changes }}")
    assert template.render(row=row) == told
    assert not re.search(r"\b0 (added|changed|removed)", site.get("/history").text)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("bottes", "gue/bottes"),
        ("Botte", "gue/bottes"),
        ("elan", "gue/elan"),
        ("ELAN rejoue", "gue/elan"),
        ("lepes", "ut/lepes"),
        ("orsegben", "ut/orseg"),
        ('"voit la nuit"', "gue/sans-nom"),
    ],
)
def test_search_finds_words_in_any_form(words: str, key: str, site: Client) -> None:
    results = site.get(f"/search.json?q={words.replace(' ', '+')}").json()["results"]
    assert key in [row["entry_key"] for row in results][:2]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("asked", ["botes", "Bottess", "BÔTTE S"])
def test_a_slip_of_the_pen_is_offered_what_is_near(asked: str, lang: str, site: Client) -> None:
    address = f"/search?q={quote(asked)}"
    told = site.get(address.replace("/search?", "/search.json?"), lang).json()
    assert told["partial"] or told["results"] == []
    assert told["near"][0]["key"] == "gue/bottes"
    assert '<a href="/entry/gue/bottes"' in site.get(address, lang).text


def test_what_is_found_or_like_nothing_is_offered_nothing(site: Client) -> None:
    for asked in ("bottes", "zzzzzzzz", "", "?"):
        assert site.get(f"/search.json?q={quote(asked)}").json()["near"] == []


def test_a_word_is_no_form_of_another_language(tmp_path: Path) -> None:
    """A Hungarian would take -on from `jeton`; French has `jet`, which is another word."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "fr.csv").write_text(
        "nom;texte\nBraise;Un pion reçoit un jeton de feu.\nTir;Le joueur fait un jet de dé.\n"
        "Pierre;Ce pion porte deux jetons et une pierre.\n",
        "utf-8",
    )
    path = tmp_path / "rules.db"
    assert main(["build", str(folder), "-o", str(path)]) == 0
    made = client(path)
    try:

        def found(asked: str) -> list[str]:
            told = made.get(f"/search.json?q={quote(asked)}").json()["results"]
            return [row["label"] for row in told]

        assert found("jeton") == ["Braise", "Pierre"] and found("jet") == ["Tir"]
        assert found("l'jeton") == ["Braise", "Pierre"]
        # A name with an ending of the reader's language is found where nothing else is.
        assert found("Braisén") == ["Braise"]
    finally:
        made.close()


def test_search_marks_what_it_found_and_can_be_narrowed(site: Client) -> None:
    page = site.get("/search?q=case&kind=rule", "fr").text
    assert "une <mark>case</mark>" in page and "quatre <mark>cases</mark>" in page
    none = site.get("/search.json?q=case&system=ut").json()["results"]
    assert none == []
    assert site.get("/search.json?q=magyar&in=hu").json()["results"]


def test_suggestions_begin_as_what_was_typed(site: Client) -> None:
    told = site.get("/search/suggest.json?q=bot", "fr").json()["suggestions"]
    assert told[0] == {
        "entry_key": "gue/bottes",
        "title": "Bottes",
        "game": "Le Gué",
        "url": "/entry/gue/bottes",
    }
    assert site.get("/search/suggest.json?q=").json()["suggestions"] == []


def test_a_source_is_shown_line_by_line(site: Client) -> None:
    told = site.get("/sources.json?source=gu%C3%A9.csv").json()
    lines = {row["line"]: row for row in told["lines"]}
    assert lines[2]["text"] == "Un pion marche de quatre cases."
    assert lines[4]["findings"] == ["doubled_word"] and lines[2]["findings"] == []
    assert '<tr id="L2">' in site.get("/sources?source=gu%C3%A9.csv").text


def test_the_data_page_leads_to_queries_that_work(site: Client) -> None:
    told = site.get("/data.json").json()
    assert {row["view"] for row in told["views"]} >= {"entries", "conflicts", "text_versions"}
    assert site.get(told["explorer"]).status == 200
    for row in told["views"][:6]:
        assert site.get(row["url"]).status == 200
        assert isinstance(site.get(row["json"]).json(), list)
        assert site.get(row["csv"]).status == 200
        if ":" not in row["query"]:
            assert site.get(row["run"]).status == 200


def test_datasettes_pages_lead_back_and_have_a_language(site: Client) -> None:
    page = site.get("/rules/entries").text
    assert '<a href="/entry/gue/bottes">gue/bottes</a>' in page
    assert '<html lang="en">' in page and '<a href="/data">' in page


def test_the_database_can_be_downloaded(site: Client) -> None:
    reply = site.get("/rules.db")
    assert reply.status == 200 and reply.text.startswith("SQLite format 3")


def test_an_unchanged_page_is_not_sent_again(site: Client) -> None:
    first = site.get("/entry/gue/bottes", "fr")
    again = site.get("/entry/gue/bottes", "fr", if_none_match=first.headers["etag"])
    assert (again.status, again.text) == (304, "")
    other = site.get("/entry/gue/bottes", "hu", if_none_match=first.headers["etag"])
    assert other.status == 200
    assert "Accept-Language" in first.headers["vary"] and "Cookie" in first.headers["vary"]


def test_json_is_the_same_in_all_languages_of_the_interface_but_for_what_is_shown(
    site: Client,
) -> None:
    told = [site.get("/entry/ut/lepes.json?_in=hu", lang).json() for lang in LANGS]
    assert json.dumps(told[0]) == json.dumps(told[1]) == json.dumps(told[2])


def test_a_work_with_no_rules_has_calm_empty_pages(tmp_path: Path) -> None:
    from variorum.model import Corpus
    from variorum.schema import write

    path = tmp_path / "empty.db"
    write(Corpus((), (), (), ()), path, date="2026-01-01")
    made = client(path)
    try:
        for page in ("/", "/conflicts", "/translations", "/history", "/sources", "/search?q=x"):
            assert made.get(page).status == 200
    finally:
        made.close()


def test_the_glossary_of_a_game_has_its_own_words_and_those_of_all(tmp_path: Path) -> None:
    """The shipped glossary has words of its games, and many that hold for all."""
    path = tmp_path / "rules.db"
    assert main(["build", "-o", str(path)]) == 0
    made = client(path)
    try:
        every = made.get("/translations/glossary.json").json()
        some = made.get("/translations/glossary.json?system=hamutenger").json()
        assert {c["system"] for c in some["concepts"]} == {None, "hamutenger"}
        assert 0 < some["total"] < every["total"]
        terms = [c["words"]["en"][0]["term"] for c in every["concepts"] if "en" in c["words"]]
        assert terms == sorted(terms, key=lambda term: sort_key(term, "en"))
    finally:
        made.close()


def test_what_is_made_once_may_take_longer_than_a_page(tmp_path: Path) -> None:
    """Or the page of a large game would be interrupted each time, and never be made."""
    endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"
    some = endless.replace("from n)", "from n where i < 3000000)")
    path = write_site(tmp_path / "rules.db")
    visit = Visit(
        sqlite3.connect(path),
        Generation(path, (0, 0, 0, 0), "x", 1),
        interface("en"),
        Settings(),
        *("/", {}, {}),
        limit_ms=1,
    )
    hurry(visit.db, visit.limit_ms)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        visit.value(some)
    assert visit.memo("some", lambda: visit.value(some)) == 3_000_000
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        visit.value(some)
    visit.db.close()
