"""Known edits of the shipped corpus, and what each of them is.

An edit is a file, words to be replaced (wherever they stand: the list of capabilities is
pasted twice), what replaces them, and the changes that it makes: key, change, meaning, others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FAQ, LIST, BOOK, TALES, ARTICLE = (
    "ashen-sea-faq.txt",
    "capacites.csv",
    "hamutenger.txt",
    "recits.txt",
    "fer-et-nacre.txt",
)
Done = tuple[str, str, str | None, tuple[str, ...]]


class Edit(NamedTuple):
    file: str
    old: str
    new: str
    done: tuple[Done, ...]


def _changed(file: str, key: str, meaning: str, old: str, new: str) -> Edit:
    return Edit(file, old, new, ((key, "changed", meaning, ()),))


def _renamed(file: str, key: str, was: str | None, old: str, new: str, meaning: str) -> Edit:
    return Edit(file, old, new, ((key, "renamed", meaning, (was,) if was else ()),))


S, W, T = "substantive", "wording", "typographic"
EDITS = [
    # English
    _changed(FAQ, "ashen-sea/mist-walk", S, 'least 14"', 'least 16"'),
    _changed(FAQ, "ashen-sea/fleetfoot", S, "does not shorten this", "shortens this"),
    _changed(FAQ, "ashen-sea/dauntless", S, "captain shares the", "captain may share the"),
    _changed(FAQ, "ashen-sea/sinking", T, "go down with the shipp", "go down with the ship"),
    _changed(FAQ, "ashen-sea/outriders", T, "enemy,and it", "enemy, and it"),
    _changed(
        FAQ, "ashen-sea/backlash", S, " This move is not a charge and gives no extra attacks.", ""
    ),
    _changed(FAQ, "ashen-sea/slow-march", W, "never uses the Fleetfoot", "never employs the Fleetfoot"),
    _changed(FAQ, "ashen-sea/ramming", S, '1" away from any', "1 cm away from any"),
    _renamed(FAQ, "ashen-sea/boarding-a-vessel", "ashen-sea/boarding-a-ship", "\nBoarding a Ship\n", "\nBoarding a Vessel\n", W),
    Edit(
        FAQ,
        "\nMisprints\n",
        "\nEmber Oath\n\nA unit bound by this oath rolls one more die in its first assault.\n\nMisprints\n",
        (("ashen-sea/ember-oath", "added", S, ()),),
    ),
    # French
    _changed(LIST, "sel-et-braise/discret", S, "visé qu'à 20 cm", "visé qu'à 25 cm"),
    _changed(LIST, "sel-et-braise/chasseur-de-colosses", S, "est de 4 ou plus", "est de 4 ou moins"),
    _changed(LIST, "sel-et-braise/fumigene", S, "fumée de 5 cm", "fumée de 5 pouces"),
    _changed(LIST, "sel-et-braise/lent", S, "Il peut toutefois tirer", "Il ne peut toutefois pas tirer"),
    _changed(LIST, "sel-et-braise/porte-voix", S, "un Porte-Voix peut changer", "un Porte-Voix doit changer"),
    _changed(
        LIST,
        "sel-et-braise/furie",
        T,
        "[gauche]La capacité n'a aucun effet contre les planeurs.[/gauche]",
        "[g]La capacité n'a aucun effet contre les planeurs.[/g]",
    ),
    _changed(LIST, "sel-et-braise/planeur", T, "à moins de 2 cm d'un autre", "à moins de 2cm d'un autre"),
    _changed(LIST, "sel-et-braise/tir-plongeant", T, "un pion Eclaireur", "un pion Éclaireur"),
    _renamed(
        LIST,
        "sel-et-braise/impavide",
        "sel-et-braise/intrepide",
        "\nIntrépide;",
        "\nImpavide;",
        W,
    ),
    _renamed(LIST, "sel-et-braise/gr", None, "\nGR (XX);", "\nGR (NN);", W),
    Edit(LIST, "\nGlisseur;.*?(?=\n)", "", (("sel-et-braise/glisseur", "removed", S, ()),)),
    Edit(
        LIST,
        "\nLent;",
        "\nLanterne;[gauche]Un pion avec une lanterne annule les malus de nuit à 15 cm autour de lui."
        "[/gauche]\nLent;",
        (("sel-et-braise/lanterne", "added", S, ()),),
    ),
    Edit(
        LIST,
        " [gauche]Dépensez un dé de la réserve",
        "\nRéserve de Gloire;[gauche]Dépensez un dé de la réserve",
        (
            ("sel-et-braise/veteran", "split", None, ("sel-et-braise/reserve-de-gloire",)),
            ("sel-et-braise/reserve-de-gloire", "added", None, ("sel-et-braise/veteran",)),
        ),
    ),
    Edit(
        LIST,
        "\nÉtendard;",
        " ",
        (
            ("sel-et-braise/esprit-de-corps", "merged", None, ("sel-et-braise/etendard",)),
            ("sel-et-braise/etendard", "removed", None, ("sel-et-braise/esprit-de-corps",)),
        ),
    ),
    Edit(
        LIST,
        "(\nAbordage;.*?)(\nAmphibie;.*?)(?=\n)",
        r"\2\1",
        (("sel-et-braise/amphibie", "moved", None, ()),),
    ),
    _changed(
        LIST,
        "sel-et-braise/coureur-des-marais",
        T,
        "de mouvement,et même",
        "de mouvement, et même",
    ),
    _changed(LIST, "sel-et-braise/endurant", W, "avant d'être retiré du jeu", "avant d'être ôté du jeu"),
    _changed(ARTICLE, "fer-et-nacre/colosse-contre-leviathan", S, "deux points de vapeur pour étreindre un", "trois points de vapeur pour étreindre un"),
    # The tale tells what the list tells too: another witness of the same entry.
    _changed(TALES, "sel-et-braise/cargaison", S, "un pion dépense 4 cm", "un pion dépense 5 cm"),
    # Hungarian
    _changed(BOOK, "hamutenger/lovasok/menetszakasz", S, 'A lovasok a gyalogság 6"-e helyett 12"', 'A lovasok a gyalogság 6"-e helyett 14"'),
    _changed(BOOK, "hamutenger/csatlakozas-egyseghez", S, "egymáshoz nem csatlakozhat", "egymáshoz csatlakozhat"),
    _changed(BOOK, "hamutenger/beszallas", T, "nemmozoghat", "nem mozoghat"),
    _changed(BOOK, "hamutenger/nyitott-hajok", T, '"Védtelenek a tűztől"', "„Védtelenek a tűztől”"),
    _changed(BOOK, "hamutenger/pancel", W, "nehezebb kárt tenni", "nehezebb kárt okozni"),
    _changed(
        BOOK,
        "hamutenger/kotrok",
        S,
        "ha valaki elé áll.\n",
        "ha valaki elé áll.\n\nEgy kotró legfeljebb két másik hajónak törhet utat egy körben.\n",
    ),
    _changed(BOOK, "hamutenger/celpont-valasztasa", S, "legalább a felük", "legfeljebb a felük"),
    _renamed(BOOK, "hamutenger/a-kod-dija", "hamutenger/a-kod-ara", "\nA köd ára\n", "\nA köd díja\n", W),
    Edit(
        BOOK,
        "\nNyüzsgők \\(Swarmers\\)\n\n.*?\n",
        "",
        (("hamutenger/nyuzsgok", "removed", S, ()),),
    ),
    Edit(
        BOOK,
        "\nA hajó gazdája bármikor",
        "\nA fuvar\n\nA hajó gazdája bármikor",
        (
            ("hamutenger/szallitas", "split", None, ("hamutenger/a-fuvar",)),
            ("hamutenger/a-fuvar", "added", None, ("hamutenger/szallitas",)),
        ),
    ),
    Edit(
        BOOK,
        "\nGázlóhajók\n",
        "",
        (
            ("hamutenger/vitorlasok", "merged", None, ("hamutenger/gazlohajok",)),
            ("hamutenger/gazlohajok", "removed", None, ("hamutenger/vitorlasok",)),
        ),
    ),
    Edit(
        BOOK,
        "(\nLovasok \\(Riders\\)\n.*?)(\nSiklók/csúszók \\(Skimmers\\)\n.*?)(?=\nÓriáslények/)",
        r"\2\1",
        (("hamutenger/siklok-csuszok", "moved", None, ()),),
    ),
]  # fmt: skip


def edited(folder: Path, edits: list[Edit] = EDITS) -> None:
    """Apply edits to a copy of the corpus; each must find its words."""
    for edit in edits:
        path = folder / edit.file
        text = path.read_text("utf-8")
        plain = not re.search(r"\(\\n|\.\*\?|\\\(", edit.old)
        if plain:
            assert edit.old in text, edit
            text = text.replace(edit.old, edit.new)
        else:
            text, count = re.subn(edit.old, edit.new, text, flags=re.DOTALL)
            assert count, edit
        path.write_text(text, "utf-8", newline="")


def expected(edits: list[Edit] = EDITS, *, keys: bool) -> Iterator[Done]:
    """What the edits do; with a file of keys (`keys`) a new title leaves the key alone."""
    for edit in edits:
        for key, change, meaning, others in edit.done:
            if keys and change == "renamed" and others:
                yield others[0], change, meaning, ()
            else:
                yield key, change, meaning, others
