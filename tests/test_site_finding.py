"""What players ask for at the table is among the first that a search finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from site_client import Client

from variorum.cli.program import main
from variorum.site.hosting import Wishes, application

FRENCH = """Nom;Effet
Gilet;Chaque coup est ignoré sur un dé de 5. On peut charger avec un gilet.
Bac (X);Un bac transporte X pions et leur lanterne.
Charge;Un pion qui charge lance un dé de plus contre le passeur.
Fuite;Le pion recule vers la berge, sans lanterne.
Perche;La perche porte à 14 cm et la longue gaffe à 21 cm.
Bacs de nuit;Deux bacs passent ensemble, charger coûte un tour.
"""
HUNGARIAN = """Név;Leírás
Mozgás;A figura annyi lépést tesz, amennyit a révész enged.
Győztes;Az nyer, aki több partot tart a hetedik éjjel végén.
Lámpás;A figurából kettő mehet egy lámpás mögött, erdőből is.
Őrség;A figura mozog, aztán megáll a lámpás mellett.
Könnyed (Fleet);A révész szép szóra sem áll meg.
Futó;Aki flee szóra fut, hátat fordít a partnak.
Orvlövész (Sniper);A snipers nevű csapat a bokorból céloz.
"""


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("ferry")
    (folder / "bac.csv").write_text(FRENCH, "utf-8")
    (folder / "rev.csv").write_text(HUNGARIAN, "utf-8")
    database = folder / "rules.db"
    assert main(["build", str(folder), "-o", str(database)]) == 0
    client = Client(application(database, Wishes()))
    yield client
    client.close()


def asked(site: Client, words: str) -> tuple[list[str], bool]:
    told = site.get(f"/search.json?q={quote(words)}").json()
    return [row["entry_key"].partition("/")[2] for row in told["results"]], told["partial"]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("charger", "charge"),  # the rule of that name before those that only say so
        ("chargez", "charge"),
        ("fuir", "fuite"),
        ("bacs", "bacs-de-nuit"),  # the very word before another form of it
        ("mozog", "mozgas"),
        ("mozoghat", "mozgas"),
        ("flee", "futo"),  # `fleet` is no Hungarian accusative of it
        ("snipers", "orvlovesz"),
    ],
)
def test_a_rule_that_is_called_so_in_any_form_comes_first(
    words: str, key: str, ferry: Client
) -> None:
    found, partial = asked(ferry, words)
    assert (found[0], partial) == (key, False)


@pytest.mark.parametrize("words", ["bac 3", "bac (3)", "bac 3+", "BAC X"])
def test_a_number_may_stand_for_the_letter_of_a_name(words: str, ferry: Client) -> None:
    assert asked(ferry, words)[0][0] == "bac"


def test_a_number_stands_for_no_letter_that_is_not_there(ferry: Client) -> None:
    assert asked(ferry, "gilet 5") == (["gilet"], False)  # by its text
    assert asked(ferry, "perche 99") == (["perche"], True)  # not all of it
    assert asked(ferry, "14 cm")[0] == ["perche"]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("portée de la perche", "perche"),
        ("combien de dés quand je charge", "charge"),
        ("gaffe 21 pas", "perche"),
        ("ki nyer", "gyoztes"),
        ("hány partot kell tartani", "gyoztes"),
    ],
)
def test_a_question_finds_the_rule_that_has_most_of_its_words(
    words: str, key: str, ferry: Client
) -> None:
    found, partial = asked(ferry, words)
    assert partial and key in found[:3]
    page = ferry.get(f"/search?q={quote(words)}").text
    assert "No rule has all the words" in page and "Nothing was found" not in page


def test_nothing_is_found_in_part_where_all_was_found_or_a_phrase_was_asked_for(
    ferry: Client,
) -> None:
    assert asked(ferry, "pion lanterne") == (["fuite", "bac"], False)
    assert asked(ferry, '"pion lanterne"') == ([], False)
    assert asked(ferry, "zzz qqq") == ([], False)
    page = ferry.get("/search?q=zzz+qqq").text
    assert "Nothing was found" in page and "No rule has all" not in page


@pytest.mark.parametrize("words", ["pion(s) lanterne(s)", "lanterne(s) (pion)"])
def test_letters_in_brackets_may_be_there_or_not(words: str, ferry: Client) -> None:
    assert asked(ferry, words) == (asked(ferry, "pion lanterne")[0], False)
    told = ferry.get("/search/suggest.json?q=bac(s)").json()["suggestions"]
    assert {row["title"] for row in told} == {"Bac (X)", "Bacs de nuit"}


@pytest.mark.parametrize("words", ["figurából", "figurabol", "figurák", "figurának"])
def test_the_end_of_a_stem_may_grow_long(words: str, ferry: Client) -> None:
    assert {"mozgas", "lampas", "orseg"} <= set(asked(ferry, words)[0])


@pytest.mark.parametrize("words", ["erdobol", "erdőből", "erdő", "erdotol", "erdorol"])
def test_endings_are_known_without_their_accents(words: str, ferry: Client) -> None:
    assert asked(ferry, words)[0] == ["lampas"]


@pytest.mark.parametrize(
    ("words", "key"), [("lampos", "lampas"), ("orveszlo", "orvlovesz"), ("berges", None)]
)
def test_a_slip_in_a_name(ferry: Client, words: str, key: str | None) -> None:
    near = [
        row["key"].partition("/")[2] for row in ferry.get(f"/search.json?q={words}").json()["near"]
    ]
    assert (key in near) if key else near == []


def test_a_slip_in_one_word_of_a_name(tmp_path: Path) -> None:
    rules = "Name;Text\nBreath Phase;Divers lose a point.\nRest;Cards come back.\nSea Fog;It hides all.\n"
    (tmp_path / "dive.csv").write_text(rules, "utf-8")
    assert main(["build", str(tmp_path / "dive.csv"), "-o", str(tmp_path / "rules.db")]) == 0
    client = Client(application(tmp_path / "rules.db", Wishes()))
    near = {
        words: [row["key"].rpartition("/")[2] for row in found["near"]]
        for words in ("breth", "phaze", "fag")
        for found in [client.get(f"/search.json?q={words}").json()]
    }
    client.close()
    assert near["breth"][0] == near["phaze"][0] == "breath-phase"
    assert near["fag"] == []  # too short to be sure


@pytest.mark.parametrize("words", ["charge", "charge assault"])
def test_of_a_word_of_two_languages_the_reader_s_own_comes_first(
    tmp_path: Path, words: str
) -> None:
    texts = {
        "cerf.csv": "Nom;Effet\nCerf;Un pion peut charge par charge, la charge de l'ordre.\n"
        "Biche;Le pion qui charge dans un bois perd une case de son mouvement.\n",
        "boar.csv": "name;text\nBoar;A model may charge, and charge again, the charge of orders.\n"
        "Sow;The model that may charge in woods loses a space of its move.\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    database = tmp_path / "rules.db"
    assert main(["build", str(tmp_path), "-o", str(database)]) == 0
    client = Client(application(database, Wishes()))
    found = {
        lang: client.get(f"/search.json?q={quote(words)}", accept_language=lang)
        for lang in ("fr", "en", "hu")
    }
    keys = {
        lang: [row["entry_key"].partition("/")[2] for row in told.json()["results"]]
        for lang, told in found.items()
    }
    client.close()
    assert sorted(keys["fr"][:2]) == ["biche", "cerf"]
    assert sorted(keys["en"][:2]) == ["boar", "sow"]
    # Nothing is lost, and who reads neither has them by their worth alone.
    assert sorted(keys["hu"]) == sorted(keys["fr"]) == sorted(keys["en"])


NUMBERED = """# Fog Ferries

## 1 Boats

### 1.1 Oars
An oar costs 2 of 3 points. See 2.3 before you row.

## 2 Fog

### 2.1 Night
In turn 2. 3 boats leave at 12.5 knots.

### 2.2 Moon
The moon shines on 2 or 3 banks.

### 2.3 Bell
The bell rings for every boat.

#### 2.3.1 Crack
A cracked bell is silent.
"""


@pytest.fixture(scope="module")
def numbered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Numbered rules in English, and a translation of their names into Hungarian."""
    folder = tmp_path_factory.mktemp("numbered")
    (folder / "fog.md").write_text(NUMBERED, "utf-8")
    database = folder / "rules.db"
    assert main(["build", str(folder), "-o", str(database)]) == 0
    made = str(folder / "translations")
    assert main(["translations", "extract", str(database), "--translations", made]) == 0
    catalogue = next((folder / "translations" / "hu").rglob("*.po"))
    text = catalogue.read_text("utf-8")
    for english, hungarian in (("2.3 Bell", "2.3 Harangzúgás (X)"), ("2.2 Moon", "2.2 Ólmos")):
        there = f'msgid "{english}"\nmsgstr ""'
        assert there in text
        text = text.replace(there, there[:-1] + hungarian + '"')
    catalogue.write_text(text, "utf-8")
    assert main(["build", str(folder), "-o", str(database)]) == 0
    client = Client(application(database, Wishes()))
    yield client
    client.close()


def last_parts(site: Client, words: str) -> list[str]:
    return [key.rpartition("/")[2] for key in asked(site, words)[0]]


@pytest.mark.parametrize("words", ["2.3", "rule 2.3", "2,3"])
def test_a_number_of_several_parts_is_one_word(words: str, numbered: Client) -> None:
    """The rule of that number first; no text that has its parts by themselves."""
    assert last_parts(numbered, words) == ["bell", "oars"]


@pytest.mark.parametrize(
    ("words", "found"), [("2.3.1", ["crack"]), ("12.5", ["night"]), ("9.9", []), ("2 3", None)]
)
def test_other_numbers(words: str, found: list[str] | None, numbered: Client) -> None:
    """One that no rule has finds nothing; two numbers with a space between them are two."""
    there = last_parts(numbered, words)
    assert {"night", "moon", "oars"} <= set(there) if found is None else there == found


def test_a_number_is_marked_whole(numbered: Client) -> None:
    page = numbered.get("/search?q=2.3").text
    assert "<mark>2.3</mark>" in page and "<mark>3</mark>" not in page


def test_a_number_is_offered_while_one_types(numbered: Client) -> None:
    told = numbered.get("/search/suggest.json?q=2.3").json()["suggestions"]
    assert told[0]["title"].startswith("2.3")


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("harngzugas", "bell"),  # in the language of a translation, without accents
        ("Harangzúás", "bell"),
        ("olmoss", "moon"),
        ("vihar", None),
    ],
)
def test_a_slip_in_a_translated_name(words: str, key: str | None, numbered: Client) -> None:
    near = [
        row["key"].rpartition("/")[2]
        for row in numbered.get(f"/search.json?q={quote(words)}").json()["near"]
    ]
    assert key in near if key else near == []


def test_a_slip_in_a_foreign_name(ferry: Client) -> None:
    near = [row["key"] for row in ferry.get("/search.json?q=snipr").json()["near"]]
    assert [key.rpartition("/")[2] for key in near][:1] == ["orvlovesz"]


@pytest.mark.parametrize("words", ["à lanterne ou", "a lanterne Où", "À la lanterne vers au"])
def test_words_of_every_sentence_count_with_accents_or_without(words: str, ferry: Client) -> None:
    """`Őrség` has the Hungarian `a`; that is no word of the question."""
    assert set(asked(ferry, words)[0]) <= {"bac", "fuite"}
