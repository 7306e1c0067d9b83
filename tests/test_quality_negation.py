"""A translation that forbids what its source allows, or allows what it forbids."""

from __future__ import annotations

import pytest

from variorum.translations.quality.kinds import Pair
from variorum.translations.quality.negation import negation

WRONG = [
    ("hu", "fr", "A vadász az erdőben nem veszít lépést.", "Le chasseur perd des pas dans un bois."),
    ("fr", "hu", "Elle ne peut pas charger ce tour.", "Ebben a körben rohamozhat a csapat."),
    ("fr", "hu", "Elle peut charger dans ce tour.", "Ebben a körben nem rohamozhat a csapat."),
    ("en", "hu", "The boat cannot turn in this phase.", "A hajó ebben a szakaszban fordulhat."),
    ("en", "fr", "The boat may turn in this phase.", "La barque ne peut pas virer dans cette phase."),
    ("hu", "en", "A hajó ebben a körben sohasem fordul.", "The boat turns in this very round."),
    ("en", "hu", "It turns at once. It doesn't shoot in this phase.", "Rögtön fordul. Ebben a szakaszban lő is."),
]  # fmt: skip
RIGHT = [
    ("hu", "fr", "A próba sikeres, ha az összeg nem nagyobb a bátorságnál.", "Le test est réussi si le total est inférieur ou égal au courage."),
    ("fr", "hu", "Elle ne bouge que de deux cases à la fois.", "Egyszerre csak két mezőt mozog előre."),
    ("en", "fr", "A boat without oars may not turn again.", "Une barque sans rames reste immobile ici."),
    ("en", "hu", "Wounds of this kind are never ignored here.", "Az ilyen sebek itt mindig számítanak."),
    ("fr", "hu", "Le joueur joue comme n'importe quel autre passeur.", "A játékos úgy játszik, mint bármelyik révész."),
    ("en", "fr", "Set it up before the battle begins today.", "Placez-la avant que la bataille ne commence."),
    ("hu", "en", "Az a csapat, amely nem mozgott, tüzelhet itt.", "A unit that stood still, unmoved, may fire here."),
    ("en", "hu", "It may turn. It may shoot. It may not wait here.", "Fordulhat és lőhet, de itt tovább nem várhat."),
    ("en", "hu", "No turning.", "Fordulni lehet."),  # too short to tell
    ("en", "fr", "This is not in your own language.", "Pas dans votre langue à vous."),
    ("en", "de", "The boat cannot turn in this phase.", "Das Boot wendet in dieser Phase."),
]  # fmt: skip


@pytest.mark.parametrize(("source", "target", "text", "translation"), WRONG)
def test_a_negation_that_one_side_lacks_is_told(
    source: str, target: str, text: str, translation: str
) -> None:
    (problem,) = negation(Pair(text, translation, source, target, "k"))
    assert (problem.kind, problem.severity) == ("negation", "notice")
    # A title is no sentence.
    assert not list(negation(Pair(text, translation, source, target, "k#title")))


@pytest.mark.parametrize(("source", "target", "text", "translation"), RIGHT)
def test_other_words_for_a_negation_are_right(
    source: str, target: str, text: str, translation: str
) -> None:
    assert not list(negation(Pair(text, translation, source, target, "k")))
