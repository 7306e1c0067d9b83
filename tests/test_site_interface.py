"""The interface in three languages: which one, whole catalogues, numbers, dates and order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.checkers import checkers
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st
from site_client import Client, client
from site_corpus import write_site

from variorum.compare.classes import GRAVITY
from variorum.compare.order import initial, sort_key
from variorum.interface import extract, words
from variorum.interface.catalogue import LANGUAGES
from variorum.interface.extract import text
from variorum.site.interface import chosen, interface, own_name, preferences

template = cache(extract.template)
EXTRACT = (
    "run `.venv/bin/python -m variorum.interface.extract`, translate the empty msgstr of "
    "translations/fr/LC_MESSAGES/variorum.po and translations/hu/LC_MESSAGES/variorum.po, "
    "and commit the three files"
)
TRANSLATIONS = Path(__file__).parents[1] / "translations"


@pytest.mark.parametrize(
    ("arguments", "cookies", "accepted", "lang"),
    [
        ({}, {}, "", "en"),
        ({}, {}, "hu", "hu"),
        ({}, {}, "fr-CA,fr;q=0.9,en;q=0.5", "fr"),
        ({}, {}, "de;q=0.9, hu;q=0.4, en;q=0.3", "hu"),
        ({}, {}, "en;q=0.2, hu;q=0.8", "hu"),
        ({}, {}, "fr;q=0, hu", "hu"),
        ({}, {}, "de, *;q=0.1", "en"),
        ({}, {}, ";;;,,q=1", "en"),
        ({}, {"variorum_lang": "fr"}, "hu", "fr"),
        ({"_lang": "en"}, {"variorum_lang": "fr"}, "hu", "en"),
        ({"_lang": "xx"}, {"variorum_lang": "yy"}, "hu", "hu"),
    ],
)
def test_the_language_is_the_one_wished_for(
    arguments: dict[str, str], cookies: dict[str, str], accepted: str, lang: str
) -> None:
    assert chosen(arguments, cookies, accepted) == lang


@given(st.text(max_size=80))
def test_any_header_gives_a_language(header: str) -> None:
    assert chosen({}, {}, header) in LANGUAGES
    assert all(preferences(header))


def test_the_template_is_what_the_pages_say() -> None:
    told = (TRANSLATIONS / "variorum.pot").read_text("utf-8")
    assert told == text(template()), EXTRACT


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_the_catalogue_is_whole_and_sound(lang: str) -> None:
    with (TRANSLATIONS / lang / "LC_MESSAGES/variorum.po").open("rb") as opened:
        catalogue = read_po(opened, locale=lang, abort_invalid=True)
    there = {message.id for message in catalogue if message.id}
    assert there == {message.id for message in template() if message.id}, EXTRACT
    for message in catalogue:
        if not message.id:
            continue
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), f"not translated into {lang}: {message.id!r}; {EXTRACT}"
        assert not message.fuzzy
        for check in checkers:
            check(catalogue, message)
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        for string in strings:
            assert re.findall(r"%\(\w+\)s", string) == re.findall(r"%\(\w+\)s", ids[0])
            assert string.count("`") == ids[0].count("`")


def test_every_word_of_the_contract_has_words_for_readers() -> None:
    for name, table in words.TABLES.items():
        for kind, told in table.items():
            for lang in LANGUAGES[1:]:
                assert interface(lang).gettext(told), (name, kind)
    assert words.CLASSES.keys() == set(GRAVITY)


def test_numbers_dates_and_names_follow_the_language() -> None:
    english, french, hungarian = map(interface, LANGUAGES)
    assert english.number(21000) == "21,000"
    assert french.number(21000) == "21\u202f000"
    assert hungarian.number(21000) == "21\u00a0000"
    assert english.date("2026-02-06") == "February 6, 2026"
    assert french.date("2026-02-06T10:00:00") == "6 février 2026"
    assert hungarian.date("2026-02-06") == "2026. február 6."
    assert french.date("2026-02") == "2026-02" and french.date(None) == ""
    assert hungarian.language("fr") == "francia" and french.language("und") == "langue inconnue"
    assert french.listing(["a", "b", "c"]) == "a, b et c"
    # Nearly all is not all.
    assert french.percent(99.9).startswith("99") and french.percent(100).startswith("100")
    assert own_name("hu") == "magyar" and own_name("??") == "??"


def test_plurals_follow_the_language() -> None:
    forms = "%(n)s rule", "%(n)s rules"
    assert [interface("fr").ngettext(*forms, n) for n in (0, 1, 2)] == [
        "%(n)s règle",
        "%(n)s règle",
        "%(n)s règles",
    ]
    assert interface("hu").ngettext(*forms, 3) == "%(n)s szabály"


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("hu", ["Cukor", "Csata", "Gyors", "Otthon", "Őrség", "Szablya"]),
        ("fr", ["Cote", "Côte", "Élan", "Gué", "Œil"]),
        (
            "en",
            [
                "7 Samurai",
                "10 Crowns",
                "Mission",
                "Mission 1",
                "Mission 02",
                "Mission 2b",
                "Mission 10",
            ],
        ),
    ],
)
def test_names_sort_as_in_a_dictionary(lang: str, names: list[str]) -> None:
    jumbled = [*names[1::2], *names[::2]]
    assert sorted(jumbled, key=lambda name: sort_key(name, lang)) == names


def test_a_name_is_filed_under_its_letter() -> None:
    assert [initial(n, "hu") for n in ("Őrség", "szablya", '"És"', "24 hüvelyk")] == [
        "Ő",
        "Sz",
        "E",
        "#",
    ]
    assert [initial(n, "fr") for n in ("Élan", "Œil", "")] == ["E", "O", "#"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    made = client(write_site(tmp_path_factory.mktemp("interface") / "rules.db"))
    yield made
    made.close()


def test_a_choice_of_language_is_kept_in_a_cookie(site: Client) -> None:
    reply = site.get("/entry/gue/bottes?_lang=hu", "fr")
    assert '<html lang="hu">' in reply.text
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith("variorum_lang=hu") and "samesite=lax" in cookie.lower()
    again = site.get("/entry/gue/bottes", "fr", cookie="variorum_lang=hu")
    assert '<html lang="hu">' in again.text and "set-cookie" not in again.headers
    assert "_lang" not in again.text.replace("?_lang=", "")  # but in the switch of languages


@pytest.mark.parametrize("page", ["/", "/game/gue", "/entry/gue/bottes", "/findings", "/data"])
def test_no_word_is_left_in_english(page: str, site: Client) -> None:
    """Of all words of the interface, none stands on a page whose language has another for it."""
    for lang in LANGUAGES[1:]:
        html = site.get(page, lang).text
        html = re.sub(r"<(pre|code|script)\b.*?</\1>", "", html, flags=re.DOTALL)
        html = re.sub(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>', "", html, flags=re.DOTALL)
        shown = {part.strip() for part in re.split(r"<[^>]*>", html)}
        shown |= set(re.findall(r'(?:title|aria-label|placeholder)="([^"]*)"', html))
        for message in template():
            english = message.id if isinstance(message.id, str) else ""
            if english and interface(lang).gettext(english) != english:
                assert english not in shown, (lang, english)
