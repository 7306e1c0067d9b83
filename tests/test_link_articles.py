"""Names of an article and one everyday word (*The Beast*): only the name is a reference."""

from __future__ import annotations

import pytest
from link_samples import entry, references


@pytest.mark.parametrize(
    ("lang", "title", "text", "found"),
    [
        ("en", "The Beast", "Each hunter has a beast. Beasts eat, and the beast sleeps.", 0),
        ("en", "The Beast", "All roll for the Beast first.", 1),
        ("en", "The Beast", "A hunter may be eaten, see The Beast.", 1),
        ("en", "The Beast", "The Beast moves first.", 1),
        ("en", "The Beast", "He hunts with Beast Lords, and as Beast he howls.", 0),
        ("en", "The Beast", "The Beast Lord commands.", 0),
        (
            "fr",
            "La Bête",
            "Chaque chasseur a une bête. Placez la bête ici : les bêtes ont faim.",
            0,
        ),
        ("fr", "La Bête", "On lance les dés pour la Bête d’abord.", 1),
        ("fr", "L’Ombre", "La figurine reste à l’ombre d’un arbre, et une ombre passe.", 0),
        ("fr", "L’Ombre", "Le tir rate grâce à l’Ombre. Voir L’Ombre.", 2),
        ("hu", "A Szörny", "Minden vadásznak van egy szörnye. A szörny éjjel eszik.", 0),
        ("hu", "A Szörny", "Először a Szörny lép. Lásd: A Szörny.", 2),
        # The article of a common heading is no part of its name.
        ("en", "The fog", "All are lost in a bank of Fog.", 1),
        ("en", "The fog", "All are lost in the fog, and fog is everywhere.", 0),
    ],
)
def test_the_word_alone_is_an_everyday_one(lang: str, title: str, text: str, found: int) -> None:
    own = entry(title, "It hunts.", lang=lang)
    told = references(own, entry("Hunting", text, lang=lang, kind="rule"))
    assert len(told) == found
    assert all(line.endswith(f"> {title}") for line in told)


def test_a_name_without_an_article_is_called_by_its_word() -> None:
    own = entry("Stubborn", "It stays.", lang="en")
    assert references(own, entry("Mule", "It is stubborn.", lang="en"))
