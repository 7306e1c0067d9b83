"""Posts of boards: what the board writes around them holds no rules."""

from __future__ import annotations

import pytest
from loader_texts import document, kept, parsed, texts, tiled, tree

from variorum.loaders import markup, posts
from variorum.loaders.posts import line_kind

FRENCH = """Index du forum › Jeux › Mers de cendre
Page 1 sur 2 • 1, 2

Les capacités des navires
par Corsaire » 04 mars 2023 20:12

[size=150][b]Capacités spéciales[/b][/size]

[b]Vigie[/b]
Le socle voit jusqu’à 30 cm et ignore les obstacles bas. :)

[b]Éperon (X)[/b]
Le navire inflige X touches de plus quand il charge.
[list][*]La charge doit être en ligne droite.
[*]La cible doit être visible.[/list]

[quote="Matelot"]Et si la cible est alliée ?
On ne peut pas charger ![/quote]

Dernière édition par Corsaire le 05 mars 2023 10:01, édité 2 fois.
_________________
La mer est grande
et le bateau petit.
Haut

Re: Les capacités des navires
par Matelot » 06 mars 2023 08:45

Merci beaucoup, j’espère que la suite viendra vite !

Haut

Re: Les capacités des navires
par Corsaire » 07 mars 2023 22:30

[b]Grappin :[/b] le navire adverse ne peut plus s’éloigner.
[b]Brume :[/b] le navire ne peut être pris pour cible.
Haut
Répondre
3 messages • Page 1 sur 2
Propulsé par phpBB
"""
HUNGARIAN = """Fórum kezdőlap › Szabályok
Oldal: 1 / 3

Roham és félelem
Hozzászólás Szerző: Kapitány » 2023.03.04. 20:12

Sziasztok, lefordítottam a szabályokat, remélem hasznos lesz!

Roham
A modell kétszer támad abban a körben, amelyben rohamozott.

Félelem
Az ellenség próbát dob, ha hat hüvelyken belül van.

A hozzászólást Kapitány összesen 1 alkalommal szerkesztette, utoljára 2023.03.05. 10:01-kor.
Vissza a tetejére

Re: Roham és félelem
Hozzászólás Szerző: Matróz » 2023.03.06. 08:45

Kapitány írta:
Köszönöm, nekem nagyon tetszik!

Vissza a tetejére
"""


def test_french_posts_with_bbcode() -> None:
    found = parsed(FRENCH, "posts")
    assert tree(found) == [
        "Les capacités des navires",
        "  Capacités spéciales",
        "    Vigie",
        "    Éperon (X)",
        "    Grappin",
        "    Brume",
    ]
    assert texts(found, "Vigie") == ["Le socle voit jusqu’à 30 cm et ignore les obstacles bas."]
    assert texts(found, "Éperon (X)")[1:] == [
        "list_item: La charge doit être en ligne droite.",
        "list_item: La cible doit être visible.",
    ]
    chrome = kept(found, FRENCH, "chrome")
    for words in ("Corsaire »", "alliée", "édité 2 fois", "le bateau petit", "Merci", "phpBB"):
        assert words in chrome
    assert ":)" in kept(found, FRENCH, "markup")
    assert found.findings == []


def test_hungarian_posts_without_marks() -> None:
    found = parsed(HUNGARIAN, "posts")
    assert tree(found) == ["Roham és félelem", "  Roham", "  Félelem"]
    assert texts(found, "Roham és félelem") == [
        "remark: Sziasztok, lefordítottam a szabályokat, remélem hasznos lesz!"
    ]
    assert texts(found, "Félelem") == ["Az ellenség próbát dob, ha hat hüvelyken belül van."]
    assert "Köszönöm" in kept(found, HUNGARIAN, "chrome")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Post by Ann » Sat Mar 04, 2023 8:12 pm", "header"),
        ("Re: Ships", "header"),
        ("Last edited by Ann on 04 Mar 2023 20:12, edited 2 times in total.", "edited"),
        ("Ann wrote:", "quoted"),
        ("Joined: 3 May 2011", "about"),
        ("Back to top", "line"),
        ("Haut", "line"),
        ("Szerző: Kati » 2023.03.06. 08:45", "header"),
        ("The game of 4 March 2023 began at 8:12 and ended in a storm.", None),
        ("A ship moves 6 inches.", None),
        ("Fear", None),
        ("Cost: 5 points", None),
    ],
)
def test_lines_of_boards(line: str, kind: str | None) -> None:
    assert line_kind(line) == kind


def test_an_article_with_a_date_is_no_post() -> None:
    text = "Rules\n\nWritten on 2023-03-04.\n\nFear\nA ship that fears flees.\n" * 3
    assert posts.recognise(document(text)) == 0


@pytest.mark.parametrize(
    "part",
    [
        "[b]",
        "[quote=a]",
        "[size=150]",
        "a ",
        "ab cd\n",
        "______\n",
        "» ",
        "1.1.1 ",
        ":) ",
        "1, ",
        "[list][*]",
    ],
)
def test_so_many_marks_of_one_kind_cost_no_more_than_their_number(part: str) -> None:
    text = "A b\nby Joe » 2023-01-02 12:33\n\n" + part * 2_000
    tiled(posts.parse(document(text)), text)


def test_posts_copied_from_a_board_without_buttons() -> None:
    text = (
        "Rules of the fleet\nRules\n\nAnn_Bee\n1\nMar 4, 2023\n\nHere are the rules we use.\n\n"
        "Fear\nEnemies within 6 inches must test before they charge.\n\n3 Likes\nReply\n\n"
        "joe\nMar 5, 2023\n\nThanks! I hope that works.\n\n1 Like\nReply\n"
    )
    found = parsed(text, "posts")
    assert texts(found, "Fear") == ["Enemies within 6 inches must test before they charge."]
    chrome = kept(found, text, "chrome")
    for words in ("Ann_Bee", "Mar 4", "3 Likes", "joe", "Thanks"):
        assert words in chrome


@pytest.mark.parametrize(
    "line",
    ["posted on the gate's boards for all to see.", "next kite, just pull the longer string."],
)
def test_lines_of_a_text_that_only_begin_as_those_of_a_board(line: str) -> None:
    assert line_kind(line) is None


def test_marks_inside_their_own_kind_that_close_are_no_fault() -> None:
    text = "The [b][b]Heron[/b]s[/b] wade.\n"
    assert not markup.faults(
        text, 0, len(text), markup.tags_of(text, 0, len(text), markup.tag_names(text))
    )
    slip = "The [b]Heron[b] wades, and the [b]Grebe[/b] dives.\n"
    assert markup.faults(
        slip, 0, len(slip), markup.tags_of(slip, 0, len(slip), markup.tag_names(slip))
    )


POSTED = """La Rade\n\nNos capacités maison\n\nPage 1 sur 1\n
Nos capacités maison\nPosté le : 12 Mars 2008, 21:14\nde Bosco42\n
Bonjour à tous,\n{lead}\n
Frégate (X) : le navire avance de deux cases par tour.\n
Voilier : la coque craint le feu ennemi.\n
Galère : les rames valent deux voiles par temps calme.\n
Nos capacités maison\nPosté le : 13 Mars 2008, 08:02\nde Dame_Iris\n
Super boulot !\n
Nos capacités maison\nPosté le : 14 Mars 2008, 10:00\nde Bosco42\n
La suite :\n
Brûlot (1/partie) : le navire part en flammes à la fin du tour.\n
Vigie : le navire voit dans la brume.\n
Cartographe : le navire connaît les hauts-fonds.\n
Page 1 sur 1\nPowered by phpBB\n"""


@pytest.mark.parametrize(
    "lead",
    [
        "Voici la liste, dites ce que vous en pensez.",
        "Voici la liste.\nDites-moi tout.\nElle va ainsi :",
    ],
)
def test_names_stand_behind_a_greeting_in_each_post(lead: str) -> None:
    found = parsed(POSTED.format(lead=lead), "posts")
    assert [
        d.title for d in found.drafts if d.title not in (None, "La Rade", "Nos capacités maison")
    ] == [
        "Frégate (X)",
        "Voilier",
        "Galère",
        "Brûlot (1/partie)",
        "Vigie",
        "Cartographe",
    ]


COPIED = """La Rade • Règles maison\n
Répondre   Imprimer   10 messages • Page 1 sur 1\n
Les dons du port\nMessage par Bosco » 11 oct. 2015, 22:05\n
Salut la compagnie !\nVoilà les dons, j'attends vos retours.\n
Nageur : le marin passe les bras de mer sans payer de coût.
Pied marin (X) : le marin relance X dés par gros temps.
Vertige : le marin ne monte jamais dans la mâture du navire.
\nHaut\n
Message par Iris » 12 oct. 2015, 09:11\n
Bosco a écrit :\nVertige : le marin ne monte jamais\n\nD'accord.\n
Haut\n
Message par Bosco » 13 oct. 2015, 18:40\n
Deux de plus :\n
Flair du braconnier : le marin trouve toujours de quoi manger à terre.
Têtu : le marin ne recule pas quand tous les autres le font.
\nDernière modification par Bosco le 14 oct. 2015, 07:01, modifié 1 fois.
« L'important, c'est la rose »\n
Haut\n
Afficher les messages postés depuis : Tous\nDéveloppé par phpBB® Forum Software\n"""


def test_a_copied_thread_with_names_in_two_posts_a_motto_and_buttons_in_a_row() -> None:
    found = parsed(COPIED, "posts")
    names = ["Nageur", "Pied marin (X)", "Vertige", "Flair du braconnier", "Têtu"]
    assert [d.title for d in found.drafts if d.title and d.passages][-5:] == names
    said = " ".join(p.text for d in found.drafts for p in d.passages)
    assert "Répondre" not in said
    assert "rose" not in said
    assert "Dernière modification" not in said


def test_lines_below_a_change_that_go_on_with_the_rules_stay() -> None:
    text = COPIED.replace(
        "« L'important, c'est la rose »", "Sobre : le marin ne boit que l'eau de la cale du navire."
    )
    said = " ".join(p.text for d in parsed(text, "posts").drafts for p in d.passages)
    assert "l'eau de la cale" in said
