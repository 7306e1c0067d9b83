"""Copies of boards and chats with all their frames: what is told in them, and nothing else."""

from __future__ import annotations

import pytest
from loader_texts import document, kept, parsed, texts, tiled, tree

from variorum.loaders import posts, recognise

PHPBB = """Skip to content
The Signal Box
A board for small trains

Quick links
FAQ
Login

[RULES] Ash and Iron
Post Reply
Print view
3 posts • Page 1 of 1

kettle
Stationmaster
Posts: 1402
Joined: Tue Mar 04, 2014 7:12 pm
Location: Crewe

[RULES] Ash and Iron
Quote
Post by kettle » Sat Oct 12, 2019 9:41 am

STEAM
An engine gains 2 points of steam a turn. It never has more than 10.

BOARDING
Figures within 2 inches of a wagon may board it.

Last edited by kettle on Sun Oct 13, 2019 8:02 am, edited 2 times in total.
_________________
"Mind the kettle."
Top

tank
Cleaner
Posts: 12
Joined: Fri Aug 30, 2019 1:20 pm

Re: [RULES] Ash and Iron
Quote
Post by tank » Sat Oct 12, 2019 10:05 am

kettle wrote: ↑Sat Oct 12, 2019 9:41 am
An engine gains 2 points of steam a turn.
I have these, too:

Stoker: The engine gains 3 points of steam a turn.
Sapper (X): The figure carries X charges of powder.
Iron Nerve: The figure never takes a panic test.
Edit: forgot one.
Top

Post Reply
3 posts • Page 1 of 1
Return to “Trains”
Jump to
Who is online
All times are UTC
Delete cookies
Privacy | Terms
"""
XENFORO = """La Taverne
Accueil
Forums
Rechercher

Règles maison
Toits : la version du club

Auteur de la discussion Mistigri
Date de début 14 Mars 2021

1
2
Suivant

Mistigri
Membre actif
14 Mars 2021
Ajouter un signet
#1
Voici nos règles.

1. Le bond

Un chat bondit de 10 cm par point de souplesse. Un bond raté se paie d'une chute.

2. La chute

Un chat qui tombe perd une vie. Il ne peut pas bondir au tour suivant.

Spoiler : La pleine lune
Cliquez pour révéler...
Quand la lune est pleine, tous les chats gagnent un point de souplesse.

« Qui dort ne vole pas. »
J'aime Citer Répondre
Réactions: Gribouille et Pacha

Gribouille
Nouveau
14 Mars 2021
Ajouter un signet
#2
Mistigri a dit:
Un chat bondit de 10 cm par point de souplesse.
Autre chose encore.
Cliquez pour agrandir...
Merci, on essaie samedi, j'espère que ça marche !
J'aime Citer Répondre

Mistigri
Membre actif
2 Avril 2021
Ajouter un signet
#3
Après le vote :

1. Le bond

Un chat bondit de 12 cm par point de souplesse. Un bond raté se paie d'une chute.

« Qui dort ne vole pas. »
J'aime Citer Répondre

1
2
Suivant

Vous devez vous connecter ou vous inscrire pour répondre ici.
Partager:
Facebook Twitter Reddit
Ce site utilise des cookies. En continuant, vous acceptez leur utilisation.
"""
REDDIT = """r/smallwars
•
3 yr. ago
by
Tin_Badger

Hedge Knights: all rules on one page
Here is what my kids play.

**Pace.** A snail moves 2 inches, and 1 inch more on slime.

**Jousting.** Both roll a D6 and add Lance. The loser falls off.

124

Upvote
31
Share
u/Pots avatar
Pots
•
3y ago
Lovely. What if two snails meet on a trail?

18

Reply

Share

u/Tin_Badger avatar
Tin_Badger
OP
•
3y ago
> What if two snails meet on a trail?

**Heavy snails.** A heavy snail moves 1 inch less.

9

Reply

Share

[deleted]
•
2y ago
[removed]
"""
DISCORD = """==============================================================
Guild: Kobold Kitchen
Channel: Rules / official
==============================================================

[14-Jan-21 08:03 PM] chef#4411 (pinned)
**__Kitchen rules__**

**The pot**
An ingredient is dropped into the pot from an adjacent square.

{Reactions}
👍 (7) 🍲 (3)

[14-Jan-21 08:05 PM] chef#4411
**The cook**
The cook moves 4 squares towards the nearest kobold.
||**Secret ending**
If the pot is full, the cook turns into a kobold.||

[15-Jan-21 11:03 AM] chef#4411
**Spices**
Salt costs the cook his next move.

==============================================================
Exported 3 message(s)
==============================================================
"""


def test_a_topic_of_a_board_with_menus_ranks_and_a_signature() -> None:
    found = parsed(PHPBB, "posts")
    assert [line.strip(" *") for line in tree(found)] == [
        "[RULES] Ash and Iron",
        "STEAM",
        "BOARDING",
        "Stoker",
        "Sapper (X)",
        "Iron Nerve",
    ]
    assert texts(found, "BOARDING")[0] == "Figures within 2 inches of a wagon may board it."
    chrome = kept(found, PHPBB, "chrome")
    for words in ("Signal Box", "Stationmaster", "Cleaner", "Mind the kettle", "Jump to", "Terms"):
        assert words in chrome
    assert chrome.count("An engine gains 2") == 1


def test_a_thread_that_tells_a_rule_again() -> None:
    found = parsed(XENFORO, "posts")
    assert [line.strip() for line in tree(found)] == [
        "Toits : la version du club",
        "1. Le bond",
        "2. La chute",
        "La pleine lune",
        "1. Le bond",
    ]
    again = [d for d in found.drafts if d.title == "1. Le bond"]
    assert [d.retold for d in again] == [True, True]
    assert not any(d.retold for d in found.drafts if d not in again)
    chrome = kept(found, XENFORO, "chrome")
    for words in ("Taverne", "Membre actif", "Qui dort", "Autre chose", "cookies", "Gribouille"):
        assert words in chrome


def test_two_rules_of_one_name_in_one_post_are_two() -> None:
    text = XENFORO.replace("2. La chute\n\nUn chat qui tombe", "2. Le bond\n\nUn chat qui tombe")
    found = parsed(text, "posts")
    assert sum(d.retold for d in found.drafts) <= 2


def test_posts_of_a_board_that_takes_markdown() -> None:
    assert recognise.loader_of(document(REDDIT)).name == "posts"
    found = parsed(REDDIT, "posts")
    assert [line.strip() for line in tree(found)] == [
        "Hedge Knights: all rules on one page",
        "Pace",
        "Jousting",
        "Heavy snails",
    ]
    assert texts(found, "Pace") == ["A snail moves 2 inches, and 1 inch more on slime."]
    assert "> What if two snails" in kept(found, REDDIT, "chrome")


def test_a_chat_with_typed_marks() -> None:
    assert recognise.loader_of(document(DISCORD)).name == "posts"
    found = parsed(DISCORD, "posts")
    assert [line.strip() for line in tree(found)] == [
        "Kitchen rules",
        "The pot",
        "The cook",
        "Secret ending",
        "Spices",
    ]
    assert texts(found, "Secret ending") == ["If the pot is full, the cook turns into a kobold."]
    assert "👍" in kept(found, DISCORD, "chrome")


@pytest.mark.parametrize(
    "text",
    [
        "# Snails\n\n**Pace.** A snail moves 2 inches.\n\n> A quote.\n\n**Slime.** It is slow.\n",
        "# Log\n\n2021-03-04\n\n**Share.** All share.\n\n2021-03-05\n\n**Reply.** All reply.\n",
        "# Votes\n\nTop\n\n**Best.** The best snail wins.\n\n3\n\n**Old.** Old snails sleep.\n",
    ],
)
def test_markdown_with_dates_and_words_of_boards_is_no_copy_of_one(text: str) -> None:
    assert recognise.loader_of(document(text)).name in ("markdown", "prose")


@pytest.mark.parametrize("text", [PHPBB, XENFORO, REDDIT, DISCORD])
@pytest.mark.parametrize("part", [3, 5, 7])
def test_copies_that_are_cut_off_are_tiled(text: str, part: int) -> None:
    cut = text[: len(text) * part // 8]
    tiled(posts.parse(document(cut)), cut)


FACTS = """Forums
House Rules
Salvage Kings (final... for now)

Thread starter Rust
Start date Jun 3, 2022

1
2
Next
First Prev 1 of 2

Rust
Well-known member
Joined
Feb 1, 2018
Messages
812
Jun 3, 2022
Add bookmark
#1
Here's the full set.

Towing
A tug tows one wreck. While towing it moves half as far.

Crew
Welder: repairs one point of hull per turn.
Diver: may search a sunken wreck within 4 inches.
Lookout (X): the ship may react to enemies within X inches.

Last edited: Jun 5, 2022

Like Quote Reply
Reactions: Bilge and 4 others

Bilge
New member
Joined
May 30, 2022
Messages
3
Jun 4, 2022
Add bookmark
#2
Isn't that too much for small wrecks?
Like Quote Reply

1
2
Next

You must log in or register to reply here.
"""
OLD_REDDIT = """Posted by u/moss 4 years ago
Moss Wars in two pages

Hi all!

# Moving

Each troll moves 4". Trolls in water move 2".

# Eating

A troll in contact with a goat eats it.

42 comments
share
save
report

level 1
goat99
· 4 yr. ago
Good. New rule:

# Goats

A goat butts the first troll in contact.

7
Reply
Share

level 2
moss
· 3 yr. ago
[deleted]
"""


def test_facts_whose_values_stand_below_them() -> None:
    found = parsed(FACTS, "posts")
    assert [line.strip(" *") for line in tree(found)] == [
        "Salvage Kings (final... for now)",
        "Towing",
        "Crew",
        "Welder",
        "Diver",
        "Lookout (X)",
    ]
    told = " ".join(p.text for d in found.drafts for p in d.passages)
    assert "812" not in told and "2018" not in told and "Last edited" not in told


def test_a_title_called_like_a_fact_keeps_its_text() -> None:
    text = FACTS.replace("Towing\nA tug tows one", "Location\nEach player places one")
    found = parsed(text, "posts")
    assert "Location" in [line.strip() for line in tree(found)]


def test_headings_of_markdown_in_posts() -> None:
    found = parsed(OLD_REDDIT, "posts")
    assert [line.strip() for line in tree(found)] == [
        "Moss Wars in two pages",
        "Moving",
        "Eating",
        "Goats",
    ]


ANSWERS = """Bramble Board
Sign Up
Log In

Bramble Knights: how we play
Rules

hedgehog_h
3
Apr 2021
Here are our rules.

Setting up
Each player hides three acorns under tiles of his own half.

Moving
A knight moves three tiles, and never diagonally.

1 Reply
12 Likes
Share
Reply

created
Apr '21
5
replies
1.2k
views

hedgehog_h
wren
Apr 2021
I forgot one thing:

Nests
A knight that ends its move on a nest draws a card.

2 Likes
Reply
Suggested Topics
Topic	Replies	Views	Activity
Painting hedges in an afternoon
Hobby
3
Mar 2021
Powered by Discourse
"""
BELOW = """Index du forum ‹ Aides de jeu
FAQ
Connexion

Rames et rapières : aide de jeu

3 messages • Page 1 sur 1

Rames et rapières : aide de jeu
de Dame Brume » 08 Fév 2010, 21:12

ABORDAGE
Deux galères bord à bord peuvent s'aborder. Le plus haut total l'emporte.

DUEL
Un duel se joue en trois passes. Le duelliste qui gagne deux passes l'emporte.

Dame Brume
Maître de chiourme

Messages: 341
Inscription: 12 Jan 2008, 10:22

Haut

Re: Rames et rapières : aide de jeu
de Sieur Galipette » 09 Fév 2010, 08:30

Dame Brume a écrit:Le duelliste qui gagne deux passes l'emporte.

CHIOURME
Les rameurs fatigués rament moitié moins vite.

Sieur Galipette

Messages: 12
Inscription: 30 Nov 2009, 19:40

Haut
"""


def test_a_copy_with_months_counts_and_other_topics() -> None:
    found = parsed(ANSWERS, "posts")
    assert [line.strip() for line in tree(found)] == [
        "Bramble Knights: how we play",
        "Setting up",
        "Moving",
        "Nests",
    ]
    chrome = kept(found, ANSWERS, "chrome")
    for words in ("hedgehog_h", "wren", "1.2k", "Painting hedges", "Activity"):
        assert words in chrome


def test_names_and_facts_below_the_posts() -> None:
    found = parsed(BELOW, "posts")
    assert [line.strip() for line in tree(found)] == [
        "Rames et rapières : aide de jeu",
        "ABORDAGE",
        "DUEL",
        "CHIOURME",
    ]
    chrome = kept(found, BELOW, "chrome")
    assert "Maître de chiourme" in chrome and chrome.count("Le duelliste qui") == 1
