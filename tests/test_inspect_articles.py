"""Findings of articles that do not fit the word behind them, or have none."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "Az ellenség vár. Ott a ellenség.", "a ellenség", "az ellenség"),
        ("hu", "Az ellenségek várnak. A ellenséghez lépj.", "A ellenséghez", "Az ellenséghez"),
        ("hu", "A hajó vár, a hajó úszik. Elérte az hajó.", "az hajó", "a hajó"),
        ("en", "An obstacle falls. It hits a obstacle.", "a obstacle", "an obstacle"),
        ("en", "A figure falls. An figure rises.", "An figure", "A figure"),
        ("fr", "La barque passe. Il suit l’barque.", "l’barque", "la barque"),
        ("fr", "Le mur tombe. L'mur penche.", "L'mur", "Le mur"),
        ("fr", "L'arme est là. Il prend la arme.", "la arme", "l'arme"),
        ("fr", "L’abri est là. Le abri est vide.", "Le abri", "L'abri"),
    ],
)
def test_an_article_that_does_not_fit(lang: str, text: str, excerpt: str, right: str) -> None:
    (finding,) = found(text, lang)
    assert (finding.kind, finding.excerpt, finding.suggestion) == ("spelling", excerpt, right)
    assert finding.column == text.index(excerpt) + 1


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", "A hajó vár, a hajó úszik. Ha az hajó, akkor is az, legyen az hajó vagy sziget."),
        ("hu", "A gyors hajó, a gyors ló. Akkor nyer az gyorsan. Vagy az hajó lesz?"),
        ("hu", "Az a és az is magánhangzó; a és e. Az a eset és a user."),
        (
            "en",
            "An honest hour. A one-way street, a union, a user, a eu. An hour, a hotel, an hotel.",
        ),
        ("en", "An apple falls. Vitamin a and a is a, an A. A ALL IN a ADD."),
        ("en", "An old song has an one, an un, an NPC. A song of an SS."),
        ("fr", "L'un et l'autre. Le un sort, la une du jour, le onze, le oui, l'x, l'yeuse."),
        ("fr", "L'arme brille. Prends-la avec soin, donne-le à Anne, fais-la entrer."),
    ],
)
def test_articles_that_fit(lang: str, text: str) -> None:
    assert readings(text, lang) == []


def test_what_stands_so_each_time_is_no_slip() -> None:
    assert readings("An armor. A armor and a armor and a armor.", "en") == []


@pytest.mark.parametrize(
    ("lang", "text", "article"),
    [
        ("hu", "Az egység itt állítja fel a. A többi vár.", "a"),
        ("en", "Look the matter up after the. Play on.", "the"),
        ("en", "It ends near the, and then stops.", "the"),
        ("fr", "La barque atteint les. Puis elle attend.", "les"),
    ],
)
def test_an_article_without_a_word(lang: str, text: str, article: str) -> None:
    (finding,) = found(text, lang)
    assert (finding.kind, finding.excerpt, finding.suggestion) == ("merged_change", article, None)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", "Az a, b és c pont, illetve a: lásd ott. A sor a, e, i. Ez az. Ha az, jó."),
        ("en", "The word “the”, and the, a and an. The, as it stands. A the. Is it The?"),
        ("fr", "Prenez-les. Prenez-le, puis posez-le. Le, la, les : ce sont des articles."),
    ],
)
def test_articles_that_stand_alone(lang: str, text: str) -> None:
    assert readings(text, lang, "merged_change") == []
