"""Findings of spelling, by the text's own words and by the data of the language."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings


def often(sentence: str, times: int = 7) -> str:
    return sentence * times


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", often("A lighthouse burns. ") + "The lighhouse is dark.", "lighhouse", "lighthouse"),
        (
            "en",
            often("A lighthouse burns. ") + "The lighthuose is old.",
            "lighthuose",
            "lighthouse",
        ),
        ("en", often("The desert is dry. ") + "The dessert is wet.", None, None),
        ("en", often("The boat is wet. ") + "The boatt is dry.", "boatt", "boat"),
        ("fr", often("Le gouvernail tourne. ") + "Le gouvenail casse.", "gouvenail", "gouvernail"),
        ("fr", often("Le batelier part. ") + "Le battelier reste.", "battelier", "batelier"),
        (
            "hu",
            often("A világítótorony ég. ") + "A világtótorony vén.",
            "világtótorony",
            "világítótorony",
        ),
        ("hu", often("A legénység alszik. ") + "A legényseg vár.", "legényseg", "legénység"),
        ("hu", often("Ezért várunk. ") + "Ezzért sietünk.", "Ezzért", "Ezért"),
    ],
)
def test_a_rare_form_of_a_usual_word(
    lang: str, text: str, excerpt: str | None, right: str | None
) -> None:
    assert readings(text, lang) == ([(excerpt, right)] if excerpt else [])


def test_a_lost_accent_at_the_start_of_a_title() -> None:
    known = "A legénység alszik. A legénység ébred."
    assert readings(f"# Legényseg\n{known}", "hu") == [("Legényseg", "Legénység")]
    assert readings(f"# A Legényseg\n{known}", "hu") == []  # may be a name
    assert readings(f"# Rév\n{known} Ez Legényseg.", "hu") == []
    assert readings(f"# Legényseg\n{known}\n# Legényseg\n{known}", "hu") == []


def test_a_short_word_is_known_by_its_neighbours() -> None:
    text = (
        "Roll in the anchor phase of the turn. " * 3 + "Wait until the anchor phasse of the turn."
    )
    assert readings(text, "en") == [("phasse", "phase")]
    apart = "Roll in the super phase of the turn. " * 3 + "Some supper came by."
    assert readings(apart, "en") == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", often("The captain sails. ") + "Two captains sail, a captaincy and a captainess."),
        (
            "en",
            often("They practice daily. ") + "She practices, they practiced; practical practicing.",
        ),
        (
            "en",
            often("Go through the door. ") + "A thorough search, though, was thoroughly thought.",
        ),
        (
            "fr",
            often("Le batelier rame. ") + "La batelière rame, les bateliers rament, ils ramaient.",
        ),
        ("fr", often("Les socles bougent. ") + "Le socle bougeait, bougera ; ils bougèrent."),
        (
            "hu",
            often("Az egységet mozgasd. ")
            + "Az egységét, egységeit, egységeket, egységek, egysége.",
        ),
        (
            "hu",
            often("A fegyverek szólnak. ") + "Fegyvereik, fegyverei, fegyvereket, fegyvereiket.",
        ),
        (
            "hu",
            often("A tüzérek lőnek. ") + "A tűz ég, a tüzet oltsd, a tűzér szó, a viz és a víz.",
        ),
        ("hu", often("A lövések szólnak. ") + "Lőni, lőhet, lőhettek, lőhetnek, lőttek, lövéseik."),
        ("hu", often("Egy halott fekszik itt. ") + "Hallott már ilyet? Sokk sok baj."),
    ],
)
def test_inflection_is_no_misspelling(lang: str, text: str) -> None:
    assert readings(text, lang, "spelling") == []


@pytest.mark.parametrize(
    "text",
    [
        often("A lighthouse burns. ") + "We met Jo Lighthousse there.",
        often("The Outriders ride. ") + "OutRiders and OUTRIDER ride.",
        often("The lighthouse burns. ") + often("The lighthousse burns. "),
    ],
)
def test_names_and_forms_that_are_usual_too_are_sound(text: str) -> None:
    assert readings(text, "en", "spelling") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "Each boat may recieve one crew.", "recieve", "receive"),
        ("en", "Teh boat waits.", "Teh", "The"),
        ("fr", "En terme de marée, rien ne change.", "En terme", "En termes"),
        ("fr", "Le mât est audessus du pont.", "audessus", "au-dessus"),
        ("fr", "Le tir horschamp est permis.", "horschamp", "hors-champ"),
        ("fr", "L'un d'entres-nous rame.", "d'entres-nous", "d'entre nous"),
        ("fr", "Une barque parmis les autres.", "parmis", "parmi"),
        ("hu", "A leirt erő marad.", "leirt", "leírt"),
        ("hu", "Kissebb csónak is jó.", "Kissebb", "Kisebb"),
        ("hu", "Azok ez evezők jók.", "Azok ez", "Azok az"),
        ("hu", "Ez el kell mondani.", "Ez", "Ezt"),
    ],
)
def test_misspellings_that_the_language_data_knows(
    lang: str, text: str, excerpt: str, right: str
) -> None:
    assert readings(text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Au terme de la partie, en terme clair, d'entre nous, hors champ, au-dessus."),
        ("hu", "A kiirt farkas, az irtás, az iratok, ez az ügy, azok az evezők."),
        ("hu", "Ez kell, ez is kell, ennek kell lenni, ezt el kell mondani."),
    ],
)
def test_sound_neighbours_of_the_language_data(lang: str, text: str) -> None:
    assert readings(text, lang) == []


def test_a_die_with_another_letter() -> None:
    text = often("Dobj 2D6-tal. ", 12) + "Dobj 3k6-ot, és k darab követ a 4k jelű téren."
    assert readings(text, "hu") == [("3k6", "3D6")]
    assert readings(often("Roll 2d6. ", 12) + "Roll 2D6.", "en") == []
    assert readings(often("Roll 2d6. ", 3) + "Roll 2k6.", "en") == []


def test_a_title_with_a_small_letter() -> None:
    titles = "".join(f"# Harbour rule {n} (Port {n})\nIt holds.\n" for n in range(12))
    got = readings(titles + "# gates (Doors)\nThey hold.\n# Walls (stone Walls)\nThey hold.", "en")
    assert got == [("gates", "Gates"), ("(stone", "(Stone")] or got == [
        ("gates", "Gates"),
        ("stone", "Stone"),
    ]
    few = "# Harbour\nIt holds.\n# gates\nThey hold."
    assert readings(few, "en") == []


def test_titles_of_their_own_spelling_are_sound() -> None:
    titles = "".join(f"# Harbour rule {n}\nIt holds.\n" for n in range(12))
    assert readings(titles + "# iTide\nIt holds.\n# 3 gates\nIt holds.", "en") == []


def test_a_capital_article_inside_a_title() -> None:
    assert readings("# Evezés A Fő révekben\nIgen.", "hu") == [("A", "a")]
    assert found("# Evezés A Fő révekben\nIgen.", "hu")[0].severity == "note"


@pytest.mark.parametrize(
    ("lang", "known", "fault", "right"),
    [
        ("hu", "A kormányos int, a kormányos vár, a kormányos dob.", "kormánoyska", None),
        ("hu", "A kapitány int, a kapitány vár, a kapitány dob.", "kaiptány", "kapitány"),
        ("en", "A harbour is a harbour, and that harbour waits.", "habrour", "harbour"),
        ("fr", "La figurine attend, la figurine part, une figurine tombe.", "figruine", "figurine"),
    ],
)
def test_two_letters_swapped(lang: str, known: str, fault: str, right: str | None) -> None:
    expected = [(fault, right)] if right else []
    assert readings(f"{known} {fault}", lang, "spelling") == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Le répertoire, un répertoire, ce répertoire. Il répertorie les binaires."),
        ("fr", "Fichiers binaires, codes binaires, nombres binaires. Les binaries du programme."),
        ("en", "The sacred oar, a sacred lamp, the sacred bell. He is scared."),
        ("en", "A casual rower, a casual word, casual talk. A causal link."),
        ("hu", "Kezek, kezek, kezek. Egy kezke."),
        ("en", "The harbour, a harbour, this harbour: see habrour_map.txt and /habrour."),
    ],
)
def test_words_that_only_look_like_swapped_ones(lang: str, text: str) -> None:
    assert readings(text, lang, "spelling") == []


@pytest.mark.parametrize(
    ("lang", "known", "fault", "right"),
    [
        ("hu", "A forduló véget ér, a forduló új.", "fordulo", "forduló"),
        ("hu", "Dobj két kockával, majd egy kockával.", "kockaval", "kockával"),
        ("hu", "A fordulóban dobsz, a fordulóban lépsz, a fordulóban lősz.", "fordulöban", "fordulóban"),
        ("fr", "La règle est la règle.", "regle", "règle"),
        ("fr", "La règle, une règle, cette règle.", "rêgle", "règle"),
        ("fr", "Une pièce et une pièce.", "piece", "pièce"),
    ],
)  # fmt: skip
def test_an_accent_that_no_word_lacks_or_has(lang: str, known: str, fault: str, right: str) -> None:
    assert readings(f"{known} {fault} ici.", lang, "spelling") == [(fault, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", "A törő, törő, törő és a tőrő."),
        ("fr", "Un événement, cet événement, l'événement. Un évènement."),
        ("fr", "Il cédera, elle cédera, on cédera. Il cèdera."),
        ("fr", "Le forcené, un forcené, ce forcené. La terre, une lettre, cette presse."),
    ],
)
def test_accents_that_may_differ(lang: str, text: str) -> None:
    assert readings(text, lang, "spelling") == []


def test_a_consonant_doubled_behind_another() -> None:
    known = "Dobni kell, dobniuk kell, dobni fog."
    assert readings(f"{known} Neki dobnnia kell.", "hu", "spelling") == [("dobnnia", "dobnia")]
    for sound in ("karddal", "kardokat karddobás", "harccá", "asszonnyal", "könnyebb", "sorssal"):
        assert readings(f"A kard, kardot, kardok, kardokat. Harcol, harca. {sound}", "hu") == []
    assert readings("The parkking, parking, parkings, parked.", "hu", "spelling") == []


def test_a_letter_doubled_as_no_word_has_it() -> None:
    known = "A figure. " * 9
    assert readings(f"{known} The figurre waits.", "en", "spelling") == [("figurre", "figure")]
    assert readings("The later turn. " * 9 + "The latter. A matter, a better matter.", "en") == []
    assert readings("A figure. The figurre waits.", "en", "spelling") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "A figure and a figure. The f1gure waits.", "f1gure", "figure"),
        ("en", "You cannot, he cannot. They cann0t.", "cann0t", "cannot"),
        ("fr", "La valeur, une valeur. La vaIeur.", "vaIeur", "valeur"),
        ("hu", "A modell és a modell. Két mode1l.", "mode1l", "modell"),
    ],
)
def test_signs_that_a_scanner_took_for_letters(
    lang: str, text: str, excerpt: str, right: str
) -> None:
    assert readings(text, lang, "spelling") == [(excerpt, right)]


@pytest.mark.parametrize(
    "text",
    [
        "Room b1c and k0s, bic and blc, koskos. The H1N1, a M1A1, K1K.",
        "The valIant, a McIntosh, an UniIndex; valiant, index.",
        "See www.f1gure.example/f1gure and x-f1gure; a figure and a figure.",
    ],
)
def test_digits_that_are_no_letters(text: str) -> None:
    assert readings(text, "en", "spelling") == []
