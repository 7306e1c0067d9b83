"""Findings of nouns that do not agree in number with the word before them."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings

KNOWN = "Les barques passent. La barque est lente. Il aime ces rives et sa rive."


@pytest.mark.parametrize(
    ("fault", "reading"),
    [
        ("Le passeur compte des barque avant la nuit.", ("barque", "barques")),
        ("Aux rive du fleuve, il attend.", ("rive", "rives")),
        ("Chaque barques passe seule.", ("barques", "barque")),
        ("Il charge une barques de sel.", ("barques", "barque")),
        ("Il suit la rives du fleuve.", ("rives", None)),
    ],
)
def test_a_noun_in_the_wrong_number(fault: str, reading: tuple[str, str | None]) -> None:
    assert readings(f"{KNOWN} {fault}", "fr") == [reading]


@pytest.mark.parametrize(
    "text",
    [
        "Le passeur compte des avirons, il ne connaît aucun aviron.",  # never after `les`
        f"{KNOWN} Ces barque-pontons et des rive-droites passent.",
        f"{KNOWN} Tu la barques et tu le rives.",
        f"{KNOWN} Il les barque, il leur rive un clou.",
        "Les temps changent. Le temps passe, ce temps est long, un temps perdu.",
        "Les cours durent. Un cours coûte peu. La cour est vide, une cour ou des fils. Le fil casse.",
        f"{KNOWN} Des barque, des barque et des barque passent.",  # said so each time
        f"{KNOWN} DES BARQUE",
    ],
)
def test_nouns_that_agree_or_cannot_be_known(text: str) -> None:
    assert readings(text, "fr") == []


def test_other_languages_are_left_alone() -> None:
    assert not found("These ferries are slow. A ferry is slow. These ferry are slow.", "en")


@pytest.mark.parametrize(
    ("text", "excerpt"),
    [
        ("A játékos dob. Két játékosok lépnek.", "játékosok"),
        ("A kocka gurul. Dobj három kockákkal.", "kockákkal"),
        ("Egy hajó úszik. Minden hajóknak árboca van.", "hajóknak"),
        ("Az egység lép. Néhány egységek állnak.", "egységek"),
    ],
)
def test_a_noun_for_several_behind_a_number(text: str, excerpt: str) -> None:
    assert readings(text, "hu") == [(excerpt, None)]


@pytest.mark.parametrize(
    "text",
    [
        "A hajó úszik, a hajón ülnek. Minden hajónak és két hajónak árboca van.",
        "Érte jött. Két érték és három mérték; nyolc második és minden másik.",
        "A játékosok és két játékos. Mindkét játékosnak és tíz csapatnak.",
        "Két KOCKÁKKAL a kocka. Két Játékosok a játékos.",
        "Két lyuk, három csík, öt ablak, tíz patak; lyu, csí, abla.",
    ],
)
def test_nouns_behind_a_number_as_for_one(text: str) -> None:
    assert readings(text, "hu", "spelling") == []


def test_a_french_noun_behind_a_number() -> None:
    assert readings(f"{KNOWN} Deux barque passent.", "fr") == [("barque", "barques")]
    assert readings(f"{KNOWN} Les deux barque un colis.", "fr") == []
