"""Copies of boards and chats with all their frames: what is told in them, and nothing else."""

from __future__ import annotations

import json

import pytest
from loader_texts import document, kept, parsed, texts, tiled, tree

from variorum.loaders import posts, recognise, topics
from variorum.model import VariorumError

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


DISCOURSE = {
    "post_stream": {
        "posts": [
            {
                "username": "lamp",
                "created_at": "2022-05-04T10:11:12Z",
                "cooked": "<p>The rules.</p><h2>Signals</h2><p>A lit beacon passes a signal.</p>",
            },
            {
                "username": "hen",
                "created_at": "2022-05-05T10:11:12Z",
                "cooked": '<aside class="quote"><blockquote><p>A lit beacon passes a signal.</p>'
                "</blockquote></aside><h2>Fog</h2><p>In fog nobody sees further than 6 inches.</p>",
            },
            {"username": "system", "cooked": "<p>This topic was closed.</p>"},
        ]
    },
    "title": "Beacon Hill",
}
LISTING = [
    {
        "kind": "Listing",
        "data": {
            "children": [
                {
                    "kind": "t3",
                    "data": {
                        "title": "Hedge Knights in brief",
                        "author": "tin",
                        "created_utc": 1600000000.0,
                        "selftext": "**Pace.** A snail moves 2 inches.\n\n**Lance.** Add a D6 to it.",
                    },
                }
            ]
        },
    },
    {
        "kind": "Listing",
        "data": {
            "children": [
                {
                    "kind": "t1",
                    "data": {
                        "author": "AutoModerator",
                        "body": "**Rules.** Flair your post.",
                        "created_utc": 1600000100.0,
                        "replies": "",
                    },
                },
                {
                    "kind": "t1",
                    "data": {
                        "author": "pots",
                        "body": "**Heavy snails.** They move 1 inch less.",
                        "created_utc": 1600000200.0,
                        "replies": "",
                    },
                },
            ]
        },
    },
]
CHANNEL = {
    "guild": {"id": "1", "name": "Kobold Kitchen"},
    "channel": {"id": "2", "name": "rules"},
    "messages": [
        {
            "timestamp": "2021-01-14T20:03:00+00:00",
            "content": "**The pot**\nIt holds seven spices.\n\n**The cook**\nHe moves 4 squares.",
            "author": {"name": "chef", "isBot": False},
        },
        {
            "timestamp": "2021-01-14T20:04:00+00:00",
            "content": "chef is now level 6",
            "author": {"name": "carl", "isBot": True},
        },
    ],
}


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        (DISCOURSE, ["Beacon Hill", "Signals", "Fog"]),
        (LISTING, ["Hedge Knights in brief", "Pace", "Lance", "Heavy snails"]),
        (CHANNEL, ["Kobold Kitchen", "The pot", "The cook"]),
    ],
)
def test_topics_saved_as_json(topic: object, names: list[str]) -> None:
    raw = json.dumps(topic).encode()
    box = recognise.container_of(raw)
    assert box is not None and box.name == "topic"
    given = box.extract(raw, "t.json")
    found = recognise.parse("t.json", given.text, "en", given.format)
    tiled(found, given.text)
    assert [line.strip() for line in tree(found)] == names
    told = " ".join(p.text for d in found.drafts for p in d.passages)
    assert "closed" not in told and "level 6" not in told and "Flair" not in told
    assert told.count("A lit beacon passes") <= 1


@pytest.mark.parametrize(
    "raw",
    [
        b'{"guild": "Masons", "rules": [{"name": "Trowel", "text": "It hits on 4+."}]}',
        b'[{"kind": "rule", "name": "Trowel", "text": "It hits on 4+."}]',
        b'{"name": "post_stream", "text": "A river."}',
    ],
)
def test_other_json_is_no_topic(raw: bytes) -> None:
    assert recognise.container_of(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        b'{"post_stream": {"posts": [}',
        b'{"post_stream": {"posts": []}, "title": "Empty"}',
        b'{"post_stream": 3}',
        b'[{"kind": "Listing", "data": {"children": "none"}}]',
        b'[{"kind": "Listing"' + b"[" * 5000,
    ],
)
def test_a_topic_that_is_broken_or_empty_says_so(raw: bytes) -> None:
    assert topics.opens(raw)
    with pytest.raises(VariorumError, match="save it again"):
        topics.extract(raw, "t.json")


OLD_BOARD = """<html><head><title>Kraken house rules - The Barrel</title></head><body>
<table><tr><td><span class="navbar">The Barrel</span></td><td><form><label>User Name</label>
<input type="text"/></form></td></tr></table>
<table><tr><td>05-02-2011, 10:14 AM</td></tr><tr><td><div>Bosun</div><div>Join Date: Jan 2008</div></td></tr>
<tr><td><div><b><font size="4">Wind</font></b><br/>The wind turns by one point on a 6.<br/>
<b><font size="4">Rowing</font></b><br/>A galley rows 4 inches.<br/>
<div>Spoiler: <input type="button" value="Show"/></div><div style="display: none;">
<b><font size="4">Heart</font></b><br/>Who strikes the heart wins the game.</div></div>
<div>__________________<br/>The sea is the same.</div></td></tr></table>
<table><tr><td>05-03-2011, 11:50 AM</td></tr><tr><td><div>Limpet</div><div>Join Date: Mar 2011</div></td></tr>
<tr><td><div><b><font size="4">Ramming</font></b><br/>Both ships roll a D6.</div>
<div style="display: none;">A template for mods.</div></td></tr></table>
<div>All times are GMT +1.</div><div>Powered by vBoard</div></body></html>
"""


def test_a_page_of_an_old_board() -> None:
    found = parsed(OLD_BOARD, "html")
    assert [line.strip() for line in tree(found)][-4:] == ["Wind", "Rowing", "Heart", "Ramming"]
    told = " ".join(p.text for d in found.drafts for p in d.passages)
    for words in ("User Name", "Join Date", "sea is the same", "All times", "Powered", "template"):
        assert words not in told
    assert "Who strikes the heart wins the game." in told


def test_dates_on_a_page_of_rules_make_no_board_of_it() -> None:
    page = (
        "<html><body><h1>Log</h1><p>Spoiler alert: none.</p><h2>4 May 2011</h2><p>Ships row.</p>"
        "<h2>Share</h2><p>Top</p><p>Ships that row twice rest.</p></body></html>"
    )
    found = parsed(page, "html")
    told = [p.text for d in found.drafts for p in d.passages]
    assert "Top" in told and "Ships row." in told


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


def test_what_each_post_of_a_page_says_of_the_subject_again() -> None:
    page = (
        "<html><head><title>Reeds - Board</title></head><body><h2>Reeds</h2><h3>Reeds</h3>"
        "<p><b>Wind.</b> It turns.</p><p><b>Oars.</b> They row.</p><h3>Re: Reeds</h3>"
        '<blockquote cite="./viewtopic.php?p=5#p5"><div><cite>Ann wrote:</cite>It turns.</div>'
        "</blockquote><p><b>Sails.</b> They carry.</p><blockquote cite='book'>A proverb."
        "</blockquote></body></html>"
    )
    found = parsed(page, "html")
    assert [line.strip() for line in tree(found)] == ["Reeds", "Wind", "Oars", "Sails"]
    told = " ".join(p.text for d in found.drafts for p in d.passages)
    assert told.count("It turns.") == 1 and "A proverb." in told


def test_headings_that_come_again_on_a_page_without_answers_stay() -> None:
    page = "<html><body><h1>Notes</h1><p>One.</p><h2>Notes</h2><p>Two.</p></body></html>"
    assert [line.strip() for line in tree(parsed(page, "html"))] == ["Notes", "Notes"]
