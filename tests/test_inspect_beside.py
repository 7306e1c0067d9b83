"""Findings of two words side by side of which one replaced the other, and of words said twice."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings

HU = "A kocka gurul. Dobhat egy kockával. Az evezős mozoghat, az őr lőhet. Az eredmény számít."


@pytest.mark.parametrize(
    ("lang", "known", "fault"),
    [
        ("hu", HU, "Dobj három kockával kockára"),
        ("hu", HU, "Nézd meg az eredményre eredménynek"),
        ("hu", HU, "Az őr kétszer lő lőhet"),
        ("hu", HU, "Az evezős ekkor mozog mozoghat"),
        ("hu", HU, "Az evezős ekkor dobhat dobnia"),
        ("hu", HU, "Az evezősnek itt kell lehet"),
        ("en", "The rowers row. A rower rests.", "It is the turn of the rowers rower"),
        ("en", "The rowers row.", "The rowers then may must"),
        ("en", "The rowers row.", "A rower cannot can"),
        ("en", "The lamps of the quay burn.", "Our lamps of old is are"),
        ("fr", "Les barques passent. La barque attend.", "Il compte chaque barque barques"),
        ("fr", "Un garde peut crier.", "Le garde alors peut doit"),
        ("fr", "Il faut lancer un dé.", "Le joueur alors lancent lance"),
    ],
)
def test_one_word_replaced_the_other(lang: str, known: str, fault: str) -> None:
    text = f"{known} {fault} itt."
    findings = [f for f in found(text, lang) if f.kind == "merged_change"]
    assert [(f.excerpt, f.suggestion) for f in findings] == [(" ".join(fault.split()[-2:]), None)]
    assert [f.column for f in findings] == [text.index(findings[0].excerpt or "?") + 1]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", f"{HU} Kockáról kockára lépsz, kockától kockához. Kockát kockával mérsz."),
        ("hu", f"{HU} Kockát kockáért adsz, eredményből eredménybe írod."),
        ("hu", f"{HU} Egymást egymásnak adják, másikat másikra, mindent mindennel."),
        ("hu", f"{HU} Lőni lőhet, mozogni mozoghat, de csak ha dob, dobhat."),
        ("hu", f"{HU} Aki lő lőhet. Ha az őr lő lőhet. Ahogy kell lehet."),
        ("hu", f"{HU} A kapitány kapitányt fog, a támadó támadása véget ér."),
        ("en", "The rowers row. What they are is are. Those who can must. The can may rust."),
        ("en", "The players play. A unit that moves moves. The player plays. Rowers row rowers."),
        ("en", "They can can fish. The word may must go. Can must mean? If you can may you?"),
        ("fr", "Les barques passent. Qui peut doit. Ce qui est sera. Tel est sera dit."),
        ("fr", "Il faut garder. Les troupes en garde gardent la digue. Ceux qui gardent garde."),
        ("fr", "Les barques passent. Le fils fils, le vers vers, marche marches."),
    ],
)
def test_words_that_belong_side_by_side(lang: str, text: str) -> None:
    assert readings(text, lang, "merged_change") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt"),
    [
        ("hu", "Lépj két hüvelyket, majd tizenkét két hüvelyket.", "tizenkét két"),
        ("en", "Move four inches, then twelve four inches.", "twelve four"),
        ("fr", "Avance de deux pouces, puis de huit deux pouces.", "huit deux"),
    ],
)
def test_two_numbers_before_one_thing(lang: str, text: str, excerpt: str) -> None:
    assert readings(text, lang) == [(excerpt, None)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", "Lépj két hüvelyket, majd két három hüvelyket, öt hat nyolc hüvelyket."),
        (
            "en",
            "Move four inches with two three inches boards. Roll two six sided dice, inches two.",
        ),
        ("en", "One two three inches, two four eight inches. Four ten foot poles, two poles."),
        ("fr", "Avance de deux pouces. Obtenez deux six consécutifs, deux trois pouces, dix huit."),
    ],
)
def test_numbers_that_belong_side_by_side(lang: str, text: str) -> None:
    assert readings(text, lang, "merged_change") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "A hajó a mozgása végén a mozgása végén fordul.", "a mozgása végén a mozgása végén",
         "a mozgása végén"),
        ("en", "Resolve it before the next before the next shot.", "before the next before the next",
         "before the next"),
        ("fr", "Elle ne porte jamais ne porte jamais d’arme.", "ne porte jamais ne porte jamais",
         "ne porte jamais"),
        ("en", "The figure falls the figure falls.", "The figure falls the figure falls",
         "The figure falls"),
    ],
)  # fmt: skip
def test_several_words_twice(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "doubled_word"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Go step by step by step, again and again and again, from time to time to time."),
        ("en", "Go tile by tile by the wall. From turn to turn to the end of it."),
        ("en", "Open order, open order! Roll a die, roll a die. Light Armour Light Armour."),
        ("en", "So it is so it is, on and on and on and on."),
        ("fr", "Tour après tour après tour, petit à petit à petit, de plus en plus en plus."),
        (
            "hu",
            "Körről körre, lépésről lépésre, egyre csak egyre csak. Jobbra, balra, jobbra, balra.",
        ),
        ("und", "before the next before the next"),
    ],
)
def test_refrains_and_turns_of_phrase(lang: str, text: str) -> None:
    assert readings(text, lang) == []


def test_words_twice_in_the_cells_of_a_row() -> None:
    assert readings("| heavy armour | heavy armour |", "en") == []
