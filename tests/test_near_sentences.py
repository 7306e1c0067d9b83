"""Sentences that look alike by the words that any sentence has are no near duplicates."""

from __future__ import annotations

import pytest
from collate_texts import entry, witness

from variorum.compare import collate

OTHER = "Le passeur garde sa lanterne jusqu'au matin sous le grand pont de bois."
MORE = "Une barque vide dérive lentement vers le moulin abandonné."


def near(first: str, second: str, lang: str) -> list[tuple[str, str]]:
    entries = [
        entry("Un", witness(f"{OTHER} {first}", 1), lang=lang),
        entry("Deux", witness(f"{MORE} {second}", 5), lang=lang),
    ]
    return [(d.scope, d.relation) for d in collate(entries).duplicates if d.relation == "near"]


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("fr", "Elle ne peut pas refuser de poursuivre.", "Elle ne peut pas former de ligne."),
        ("fr", "Elle ne tire pas dans ce tour.", "Elle ne peut pas courir dans le tour où elle tire."),
        ("en", "It may not move in this turn.", "It may not fire in this turn."),
        ("hu", "Ez az egység már nem menekül el.", "Ez az egység még nem lőhet be."),
    ],
)  # fmt: skip
def test_the_words_of_every_sentence_make_none_alike(lang: str, first: str, second: str) -> None:
    assert near(first, second, lang) == []


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("fr", "Elle lance deux dés de plus contre la cavalerie.", "Elle lance trois dés de plus contre la cavalerie."),
        ("en", "A ferryman rolls two dice for each full boat.", "A ferryman rolls four dice for each empty boat."),
        ("hu", "A révész minden teli csónakért két kockával dob.", "A révész minden üres csónakért két kockával dob."),
    ],
)  # fmt: skip
def test_sentences_that_share_what_they_say_are_alike(lang: str, first: str, second: str) -> None:
    assert near(first, second, lang) == [("sentence", "near")]
