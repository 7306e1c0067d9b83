"""Topics saved as JSON, and pages of boards that name no part of them."""

from __future__ import annotations

import json

import pytest
from loader_texts import parsed, tiled, tree

from variorum.loaders import recognise, topics
from variorum.model import VariorumError

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
