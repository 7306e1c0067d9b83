"""What stands on a page more than once: lists in the reader's order, and addresses in a page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from site_client import Client

from variorum.cli.program import main
from variorum.po import serialise
from variorum.schema.connect import open_database
from variorum.site.hosting import Wishes, application
from variorum.translations.extract import rules_in, template_of

BOOK = """# {title}

## Watch
The keeper looks out for boats and for fog all night long.

### Title
A keeper has a title, and the title has a keeper.

## Watch title
Nobody else may have the title of a keeper.

## {name}
The word that is sorted, and a keeper who sorts it.
"""
GAMES = {"Zaire": "Owl", "Üröm": "Ürge", "apály": "Élet", "Ördög": "Elem", "Óra": "Zebra"}
WORDS = """concept,system,fr,hu,en,note
keeper,,gardien,őr,keeper,
keeper,zaire,garde,őrszem,keeper,
fog,,brume,köd,fog,
age,,âge,kor,Éage,
zebra,,zèbre,zebra,zebra,
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games whose titles begin with letters of several alphabets, with catalogues."""
    folder = tmp_path_factory.mktemp("lists")
    for at, (title, name) in enumerate(GAMES.items()):
        game = folder / f"{at}.md"
        # Texts that have nothing in common make games of their own.
        own = BOOK if not at else f"# {{title}}\n\n## {{name}}\nMark{at} stone{at} lark{at}.\n"
        game.write_text(own.format(title=title, name=name), "utf-8")
    made = folder / "translations"
    made.mkdir()
    (made / "glossary.csv").write_text(WORDS, "utf-8")
    database = folder / "rules.db"
    assert main(["build", str(folder), "-o", str(database)]) == 0
    assert main(["translations", "extract", str(database), "--translations", str(made)]) == 0
    assert main(["build", str(folder), "-o", str(database)]) == 0
    return database


@pytest.fixture(scope="module")
def site(database: Path) -> Iterator[Client]:
    client = Client(application(database, Wishes()))
    yield client
    client.close()


@pytest.mark.parametrize(
    ("lang", "order"),
    [
        ("hu", ["apály", "Óra", "Ördög", "Üröm", "Zaire"]),
        ("fr", ["apály", "Óra", "Ördög", "Üröm", "Zaire"]),
    ],
)
def test_games_stand_in_the_readers_order(lang: str, order: list[str], site: Client) -> None:
    told = site.get(f"/index.json?_lang={lang}").json()
    assert [game["title"] for game in told["games"]] == order
    page = site.get(f"/?_lang={lang}").text
    assert re.findall(r"<h3>.*?>([^<]+)</a></h3>", page) == order


def test_words_of_a_catalogues_glossary_stand_in_the_order_of_the_games_language(
    site: Client,
) -> None:
    terms = site.get("/translations/zaire/hu.json").json()["terms"]
    assert [row["term"] for row in terms] == ["Éage", "fog", "keeper", "keeper", "zebra"]


@pytest.mark.parametrize("path", ["/translations/glossary", "/read/zaire", "/entry/zaire/watch"])
def test_an_id_stands_once_on_a_page(path: str, site: Client) -> None:
    ids = Counter(re.findall(r'\bid="([^"]*)"', site.get(path).text))
    assert ids and max(ids.values()) == 1, ids.most_common(3)


def test_the_book_leads_to_each_entry(site: Client) -> None:
    page = site.get("/read/zaire").text
    for key in ("watch", "title", "watch-title"):
        assert re.search(rf'<section class="entry-in-book" id="zaire/(\w+/)*{key}"', page)


def test_the_template_of_one_game_is_the_one_among_all(database: Path) -> None:
    with closing(open_database(database)) as connection:
        every = rules_in(connection).systems
        assert len(every) == len(GAMES)
        for system, words in every:
            assert template_of(connection, system.key) == serialise(words)
            assert any(words.live())


def test_witnesses_with_one_title_share_a_line_of_the_apparatus(tmp_path: Path) -> None:
    """The base's title with all who have it, then each other one with those who have that."""
    text = "The keeper looks out for boats and for fog all night long."
    for name, title in (
        ("a", "Fog Watch"),
        ("b", "FOG WATCH"),
        ("c", "Fog Watch"),
        ("d", "FOG WATCH"),
    ):
        (tmp_path / f"{name}.csv").write_text(f"Name;Text\n{title};{text}\nOar;It rows.\n", "utf-8")
    database = tmp_path / "rules.db"
    assert main(["build", str(tmp_path), "-o", str(database)]) == 0
    client = Client(application(database, Wishes()))
    [entry] = [
        e for e in client.get("/data/entries.json").json() if e["name"].lower() == "fog watch"
    ]
    page = client.get(f"/entry/{entry['key']}").text
    client.close()
    lines = re.findall(r'<li><span class="passage-number">title</span>(.*?)</li>', page, re.S)
    assert len(lines) == 1
    plain = " ".join(re.sub(r"<[^>]*>", " ", lines[0]).split())
    assert plain == "Fog Watch A C ] FOG WATCH B D"


@pytest.mark.parametrize(("lang", "title"), [("hu", "Őrség"), ("en", "Watch"), ("fr", "Watch")])
def test_names_like_the_one_that_is_not_there_are_in_the_readers_language(
    lang: str, title: str, watch: Client
) -> None:
    gone = watch.get(f"/entry/fog-harbour/wacth?_lang={lang}")
    told = watch.get(f"/entry/fog-harbour/wacth.json?_lang={lang}").json()
    assert gone.status == 404 and f">{title}</a>" in gone.text
    # Only those: that two keys begin with one game makes them no nearer.
    assert [row["title"] for row in told["near"]] == [title]


def test_a_renamed_entry_shows_its_names_once(watch: Client) -> None:
    """On the page of the revision, of the entry, and between two revisions."""
    revisions = watch.get("/history.json").json()["revisions"]
    latest = revisions[0]["revision"]
    pages = [
        watch.get(f"/history/{latest}").text,
        watch.get(f"/history/{latest}?since={revisions[1]['revision']}").text,
        watch.get("/entry/fog-harbour/bell").text,
    ]
    for page in pages:
        assert len(re.findall(r"<del[^>]*>Bell</del>", page)) == 1


@pytest.fixture(scope="module")
def watch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A game in two revisions, with one title translated, and one entry that was renamed."""
    folder = tmp_path_factory.mktemp("watch")
    assert main(["init", str(folder)]) == 0
    book = "# Fog Harbour\n\n## Watch\nThe keeper looks out for boats all night long.\n\n## {}\n"
    book += (
        "It rings twice an hour while there is fog over the water.\n\n## Mist\nNobody sees it.\n"
    )
    database, made = folder / "rules.db", folder / "translations"
    for name in ("Bell", "Foghorn"):
        (folder / "fog.md").write_text(book.format(name), "utf-8")
        assert main(["build", str(folder), "-o", str(database)]) == 0
        assert main(["translations", "extract", str(database), "--translations", str(made)]) == 0
        catalogue = made / "hu" / "LC_MESSAGES" / "fog-harbour.po"
        text = catalogue.read_text("utf-8")
        text = text.replace('msgid "Watch"\nmsgstr ""', 'msgid "Watch"\nmsgstr "Őrség"')
        catalogue.write_text(text, "utf-8")
    assert main(["build", str(folder), "-o", str(database)]) == 0
    client = Client(application(database, Wishes()))
    yield client
    client.close()
