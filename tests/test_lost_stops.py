"""A text that has lost its stop is no heading, where all other headings are far shorter."""

from __future__ import annotations

import pytest

from variorum.loaders.headings import find_headings

RULES = {
    "en": [
        *("Ferry", "A ferry takes two carts across in one turn."),
        *("Towpath", "Horses on the towpath pull a barge far."),
        *("Weir", "Nobody passes the weir after dark."),
        *("Osiers", "Osiers hide a barge from the other bank."),
        *("Lock Gate", "The gate opens once in each turn."),
        *("Mill", "The miller takes a third of the corn."),
    ],
    "fr": [
        *("Bac", "Un bac fait passer deux chars par tour."),
        *("Halage", "Les chevaux tirent une barge au loin."),
        *("Seuil", "Nul ne passe le seuil la nuit."),
        *("Osiers", "Les osiers cachent une barge aux autres."),
        *("Porte d'écluse", "La porte s'ouvre une fois par tour."),
        *("Moulin", "Le meunier prend un tiers du grain."),
    ],
    "hu": [
        *("Komp", "Egy komp két szekeret visz át körönként."),
        *("Vontató", "A lovak messzire húzzák az uszályt."),
        *("Gát", "Senki sem kel át a gáton éjjel."),
        *("Fűzes", "A fűzes elrejti az uszályt a túlparttól."),
        *("Zsilip", "A zsilip körönként egyszer nyílik."),
        *("Malom", "A molnár elviszi a gabona harmadát."),
    ],
}
SAID = [
    ("en", "Sailors aloft may choose which sailor they hit"),
    ("en", "Moored models cannot be moved by the tide"),
    ("fr", "Chaque matelot peut choisir le matelot qu'il touche"),
    ("fr", "Ce bateau ne bouge pas quand il est amarré"),
    ("hu", "Az ülő gyalogosok megválasztják, melyik matrózt találják el"),
    ("hu", "A kikötött hajó nem mozoghat a kör végén"),
]
TITLES = [
    ("en", "The Order in Which Players May Move Their Boats"),
    ("en", "Moving boats through reeds and over shallow water"),
    ("fr", "Les bateaux et les bacs sur la grande rivière"),
    ("hu", "Hajók mozgatása nádason és sekély vízen keresztül"),
]


@pytest.mark.parametrize(("lang", "said"), SAID)
@pytest.mark.parametrize("at", [2, 4, 8])
def test_a_sentence_without_its_stop_is_a_text(lang: str, said: str, at: int) -> None:
    rules = RULES[lang]
    texts = [*rules[:at], "Swan" if lang == "en" else "Kacsa", said, *rules[at:]]
    heads = [t for t, head in zip(texts, find_headings(texts, lang), strict=True) if head]
    assert heads == [t for t in texts if t != said and t[-1] != "."]


@pytest.mark.parametrize(("lang", "title"), TITLES)
def test_a_long_title_above_a_heading_is_one(lang: str, title: str) -> None:
    rules = RULES[lang]
    texts = [*rules[:4], "Swan", title, *rules[4:]]
    assert find_headings(texts, lang)[5]


@pytest.mark.parametrize(("lang", "said"), SAID)
def test_among_long_titles_it_may_be_one(lang: str, said: str) -> None:
    long = [f"{t} and all that a barge needs" for t in RULES[lang][::2]]
    rules = [t for pair in zip(long, RULES[lang][1::2], strict=True) for t in pair]
    texts = [*rules[:4], "Swan", said, *rules[4:]]
    assert find_headings(texts, lang)[5]
