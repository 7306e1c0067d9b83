"""Findings of words told twice, run together or left behind by a tracked change."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The lantern bearer opens the the gate.", "the the", "the"),
        ("en", "A scout rolls once once per day.", "once once", "once"),
        ("fr", "Le veilleur ouvre la la grille.", "la la", "la"),
        ("fr", "Chaque éclaireur lance un un dé.", "un un", "un"),
        ("hu", "A lámpás kinyitja a a kaput.", "a a", "a"),
        ("hu", "Az őrszem egyszer egyszer dobhat.", "egyszer egyszer", "egyszer"),
    ],
)
def test_a_word_that_stands_twice(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "He had had enough of the mud, and he knew that that was no excuse."),
        ("en", "New York New York is the name of a very very old song about Duran Duran."),
        ("en", "Roll d6 d6 times, then read row 4 4 of the sheet."),
        ("fr", "Nous nous levons tôt et vous vous taisez, car il faut faire faire le reste."),
        ("fr", "C'est très très loin, et ils marchent peu à peu."),
        ("hu", "Csak az az őr léphet, amelyik áll, mert sok sok kő hever itt."),
        ("hu", "Más és más utakon járnak, egyre egyre messzebb."),
        ("hu", "Egy-egy lámpás jut minden kapura, lépésről lépésre."),
    ],
)
def test_words_that_may_stand_twice(lang: str, text: str) -> None:
    assert readings(text, lang) == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "Eljött a reggel. holHol a kapu?", "holHol", "Hol"),
        ("hu", "Eljött a reggel. AzA kapu zárva.", "AzA", "A"),
        ("hu", "Eljött az est. AzEz kapu zárva van.", "AzEz", "Ez"),
        ("en", "Night falls. TheA guard wakes.", "TheA", "A"),
        ("hu", "A rév zárva, eEz így marad.", "eEz", None),
        ("fr", "La nuit tombe. laLa porte se ferme.", "laLa", "La"),
        ("en", "Night falls: aA guard wakes.", "aA", "a"),
        ("en", "Night falls. manyMany guards wake.", "manyMany", "Many"),
        ("hu", "ValamelyValamely őr elalszik.", "ValamelyValamely", "Valamely"),
    ],
)
def test_two_forms_of_one_word_with_a_capital_inside(
    lang: str, text: str, excerpt: str, right: str | None
) -> None:
    got = readings(text, lang, "doubled_word", "merged_change")
    assert got == ([(excerpt, right)] if right else [])


def test_two_known_words_that_begin_alike_run_together() -> None:
    text = "AkárkiAkármelyik őr elalhat. Akárki szólhat. Akármelyik kapu nyílhat."
    assert readings(text, "hu") == [("AkárkiAkármelyik", "Akármelyik")]


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        (
            "hu",
            "Az őrszemekkelőrszemeket le kell váltani. Az őrszemekkel baj van, az őrszemeket várd.",
            "őrszemekkelőrszemeket",
            "őrszemeket",
        ),
        (
            "hu",
            "A sáncot kerülgetnikerülgetni kell.",
            "kerülgetnikerülgetni",
            "kerülgetni",
        ),
        (
            "hu",
            "A falat nyalábolnaknyalabolnak kövekkel. A kövek közt nyalabolnak.",
            "nyalábolnaknyalabolnak",
            "nyalabolnak",
        ),
        (
            "en",
            "The watcherswatcher must sleep. One watcher wakes, the watchers follow.",
            "watcherswatcher",
            "watcher",
        ),
        (
            "fr",
            "Les guetteurguetteurs dorment. Un guetteur veille, les guetteurs non.",
            "guetteurguetteurs",
            "guetteurs",
        ),
    ],
)
def test_two_inflected_forms_run_together(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text", "excerpt"),
    [
        ("en", "A hull floats. The hullhull sinks. The hull is old.", "hullhull"),
        ("fr", "La rame casse. La ramerame flotte. Une rame coûte cher.", "ramerame"),
        ("hu", "Az evező eltört. Az evezőevező úszik. Ez az evező öreg.", "evezőevező"),
    ],
)
def test_a_word_and_the_same_again(lang: str, text: str, excerpt: str) -> None:
    assert readings(text, lang) == [(excerpt, excerpt[: len(excerpt) // 2])]


def test_a_word_and_one_that_forms_no_compounds_share_a_letter() -> None:
    text = "A rév kalauza partra száll. A kalauzakkor indul el."
    assert readings(text, "hu") == [("kalauzakkor", None)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", "A révkapurévőr jegyzékbejegyzést ír a jegyzékbe, a jegyzék vastag."),
        ("hu", "Az ellenfélkor és a reggelkor szavak nem ugyanazok."),
        ("fr", "Il faut chercher le bonbon sous le couscous, dit le murmure."),
        ("en", "McDonald and LibreOffice met JavaScript; the XX and AA tables stay shut."),
        ("en", "Dr. Lloyd, Aaron and a Llama went aboard with Ffion."),
    ],
)
def test_compounds_names_and_repeated_syllables_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang) == []


def test_the_first_letter_in_both_cases() -> None:
    assert readings("A Ttorony (Bbig Tower) áll.", "hu") == [("Ttorony", "Torony"), ("Bbig", "Big")]


def test_a_sister_sections_name_left_in_a_sentence() -> None:
    text = (
        "# Skaters\nThe skaters may cross any frozen lake without a roll.\n"
        "# Gliders\nThe skaters gliders may cross any frozen lake without a roll.\n"
    )
    assert readings(text, "en") == [("skaters gliders", "gliders")]
    finding = found(text, "en")[0]
    assert (finding.kind, finding.line, finding.column) == ("merged_change", 4, 5)


def test_sister_sentences_that_really_differ_are_sound() -> None:
    text = (
        "# Skaters\nThe skaters may cross any frozen lake without a roll.\n"
        "# Gliders\nThe skaters never may cross any frozen lake without a roll.\n"
        "# Sledges\nThe gliders may not cross any frozen lake without a roll.\n"
    )
    assert readings(text, "en") == []
