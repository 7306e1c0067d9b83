"""Pages of wikis in their own markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiling import checked

from variorum.loaders import recognise, wikitext
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

PAGE = """\
{{Infobox rule
| name = Melee {{small|2}}
}}
'''Melee''' is what units of [[Player|players]] do that share a [[hex]].

__TOC__

== Sequence ==
It has ''three'' steps:
# Declare it.<ref name="a">As of the second
edition.</ref>
# Roll for it.

The winner
stays.<!-- for
now -->

=== Declaring ===
* A unit attacks once.
** [[Riders|Horse]] units attack twice, see [[#Rolling dice]].
[[File:Horse.png|thumb|A [[rider]] at work]]

=== Rolling dice ===
{| class="wikitable"
|+ Results
! Roll !! style="x" | Result
|-
| 1–2 || Miss
|-
| colspan="2" | 3–6
|}

== Special attacks ==
'''Ambush.''' A hidden unit adds one.

'''Charge.''' A unit of horse doubles its roll.

; Volley : All archers roll
; Feint
: A unit falls back.

After that the turn ends.

[[Category:Rules]]
"""


def read(text: str) -> Parsed:
    return checked(wikitext.parse(Document("a.txt", text, "en", lang_stated=True)), text)


def told(parsed: Parsed) -> dict[str | None, list[str]]:
    return {d.title: [p.text for p in d.passages] for d in parsed.drafts}


def test_a_page_is_read_as_its_readers_see_it() -> None:
    parsed = read(PAGE)
    assert told(parsed) == {
        "Melee": ["Melee is what units of players do that share a hex."],
        "Sequence": ["It has three steps:", "Declare it.", "Roll for it.", "The winner stays."],
        "Declaring": ["A unit attacks once.", "Horse units attack twice, see Rolling dice."],
        "Rolling dice": ["Results", "Roll Result", "1–2 Miss", "3–6"],
        "Special attacks": ["After that the turn ends."],
        "Ambush": ["A hidden unit adds one."],
        "Charge": ["A unit of horse doubles its roll."],
        "Volley": ["All archers roll"],
        "Feint": ["A unit falls back."],
    }
    above = {d.title: parsed.drafts[d.parent].title for d in parsed.drafts if d.parent is not None}
    assert above["Declaring"] == "Sequence" and above["Feint"] == "Special attacks"
    assert above["Sequence"] == above["Special attacks"] == parsed.title == "Melee"


def test_links_inside_a_page_lead_to_its_headings() -> None:
    parsed = read(PAGE)
    assert [(PAGE[a:b], parsed.drafts[n].title) for a, b, n in parsed.links] == [
        ("Rolling dice", "Rolling dice")
    ]


def test_what_is_no_rule_is_kept_aside() -> None:
    parsed = read(PAGE)
    aside = "".join(PAGE[p.start : p.end] for p in parsed.pieces if p.kind == "chrome")
    for words in ("Infobox", "second\nedition", "now", "Horse.png", "Category:Rules"):
        assert words in aside


DOKU = """\
====== Melee ======

All units in **one** hex //must// fight.\\\\ They roll.

===== Steps =====
  * Declare it.
    * Only once.
  - Roll for it.

==== Results ====
^ Roll ^ Result ^
| 1    | Miss   |
| 6    | Hit, see [[#steps|above]] and [[moves]] |

**Ambush.** A hidden unit adds one.

**Charge.** A unit of horse doubles it.
"""


def test_a_page_of_another_wiki() -> None:
    parsed = read(DOKU)
    assert told(parsed) == {
        "Melee": ["All units in one hex must fight.", "They roll."],
        "Steps": ["Declare it.", "Only once.", "Roll for it."],
        "Results": ["Roll Result", "1 Miss", "6 Hit, see above and moves"],
        "Ambush": ["A hidden unit adds one."],
        "Charge": ["A unit of horse doubles it."],
    }
    assert [d.depth for d in parsed.drafts[:3]] == [1, 2, 3]
    assert [parsed.drafts[n].title for _, _, n in parsed.links] == ["Steps"]


EXPORT = """\
<mediawiki xml:lang="en">
  <siteinfo><sitename>Towers</sitename></siteinfo>
  <page><title>Melee</title><id>3</id><revision><comment>typo</comment>
    <text xml:space="preserve">Units &quot;melee&quot;.&lt;ref&gt;Old.&lt;/ref&gt;&lt;br /&gt;They roll.

== Steps ==
* Roll &amp; count.</text></revision></page>
  <page><title>Moves</title><revision><text bytes="3">Units '''move'''.</text></revision></page>
</mediawiki>
"""


def test_an_export_holds_many_pages() -> None:
    parsed = read(EXPORT)
    assert told(parsed) == {
        "Melee": ['Units "melee".', "They roll."],
        "Steps": ["Roll & count."],
        "Moves": ["Units move."],
    }
    assert [d.parent for d in parsed.drafts] == [None, 0, None]


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        (PAGE, "wiki"),
        (DOKU, "wiki"),
        (EXPORT, "wiki"),
        ("== Moves ==\nUnits move.\n\n== Shots ==\nUnits shoot.\n", "wiki"),
        (
            "Moves\n=====\n\nUnits **move** and **run**.\n\nShots\n=====\n\nUnits shoot.\n",
            "markdown",
        ),
        ("= Moves\n\nUnits move.\n\n== Shots\n\nUnits shoot.\n", "markdown"),
        ("Moves\n\nUnits [[move]] at once, if a == b and c == d.\n", "prose"),
        ("# Moves\n\nUnits [[move]].\n\n# Shots\n\nSee [[Moves]].\n", "markdown"),
    ],
)
def test_which_texts_are_pages_of_wikis(text: str, format_: str) -> None:
    assert recognise.parse("a.txt", text, "en").format == format_


PARTS = st.sampled_from(
    ["== A ==\n", "====== B ======\n", "'''", "''", "[[", "]]", "{{", "}}", "{|\n", "|}", "|-\n", "| a || b\n", "! a !! b\n", "* x\n", "; t : d\n", ": d\n", "\n", "<ref>", "</ref>", "<!--", "-->", "&lt;ref&gt;", "**", "//", "  - y\n", "^ a ^ b ^\n", "\\\\ ", "[[File:a|", "[[#A]]", "words ", "<mediawiki", "<text>", "</text>", "__TOC__", "'", "|", "\r\n", "\x00"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=30).map("".join))
def test_any_page_is_tiled(text: str) -> None:
    read(text)
    assert 0 <= wikitext.recognise(Document("a.txt", text, "en")) <= 1


def test_many_open_marks_take_no_long_time() -> None:
    for mark in ("{{", "[[", "'''", "<ref>", "{|\n", "<!--", "[[File:", "&lt;ref&gt;"):
        read(mark * 20_000)


LINKED = """<mediawiki><page><title>Movement</title><revision><text>
== Walking ==
A scout walks. See [[Shooting#Range|how far]] and [[Morale]].

== Range ==
A scout goes far, see [[#Walking|above]].
</text></revision></page><page><title>Shooting</title><revision><text>
== Range ==
A bow has a range; [[movement#Range]] is another, [[Elsewhere#Range|this]] none that is here.

== Cover ==
Cover helps.
</text></revision></page></mediawiki>
"""


def test_links_to_parts_of_other_pages_of_an_export_lead_there() -> None:
    found = read(LINKED)
    links = {
        LINKED[a:b]: (found.drafts[n].parent, found.drafts[n].title) for a, b, n in found.links
    }
    titles = [d.title for d in found.drafts]
    movement, shooting = titles.index("Movement"), titles.index("Shooting")
    assert links == {
        "how far": (shooting, "Range"),
        "above": (movement, "Walking"),
        "movement#Range": (movement, "Range"),
    }


def page(title: str, space: int | None, text: str) -> str:
    told = "" if space is None else f"<ns>{space}</ns>"
    return f"<page><title>{title}</title>{told}<revision><text>{text}</text></revision></page>\n"


SITE = "<mediawiki><siteinfo><sitename>Fog &amp; Oars Wiki</sitename></siteinfo>\n{}</mediawiki>\n"
BOX = (
    "{{Ability\n|name = Salt Ward\n|original=''Garde-sel''\n|short=SW\n|points = 15\n"
    "|kind=[[Passive|passive]] &lt;br&gt;\n|img=[[File:a.png|20px]]\n|extra={{c|x=1}}}}\n"
    "The ship takes no salt. See [[Tar]].\n\n[[Category:Abilities]]"
)


def test_pages_about_pages_are_no_rules_and_a_box_tells_facts() -> None:
    text = SITE.format(
        page("Salt Ward", 0, BOX)
        + page("Pitch", 0, "Pitch holds the planks together.\n\n[[Category:Materials]]")
        + page("Tar", 0, "#REDIRECT [[Pitch]]")
        + page("Talk:Salt Ward", 1, "Too cheap. --~~~~")
        + page("Template:Ability", 10, "The box of an ability.")
        + page("House rules:Gales", 112, "A gale takes the sails.")
        + page("House rules talk:Gales", 113, "It does.")
    )
    parsed = read(text)
    assert [d.title for d in parsed.drafts] == ["Salt Ward", "Pitch", "House rules:Gales"]
    assert parsed.title == "Fog & Oars Wiki"
    ward, pitch, _ = parsed.drafts
    assert (ward.foreign, ward.abbreviation) == ("Garde-sel", "SW")
    assert [(p.name, p.value) for p in ward.properties] == [
        ("original", "Garde-sel"),
        ("short", "SW"),
        ("points", "15"),
        ("kind", "passive"),
    ]
    assert all(text.splitlines()[p.line - 1].startswith(f"|{p.name}") for p in ward.properties)
    assert (ward.capability, pitch.capability) == (True, False)
    assert [p.text for p in ward.passages] == ["The ship takes no salt. See Tar."]
    assert [(text[a:b], n) for a, b, n in parsed.links] == [("Tar", 1)]


def test_an_export_without_numbers_of_namespaces_goes_by_their_names() -> None:
    text = SITE.format(
        page("Vitorlák", None, "A hajó vitorlával megy a vízen.")
        + page("Vita:Vitorlák", None, "Ez túl sok.")
        + page("Sablon:Hajó", None, "A hajó doboza.")
        + page("Alap: a szél", None, "A szél fúj.")
    )
    assert [d.title for d in read(text).drafts] == ["Vitorlák", "Alap: a szél"]


@pytest.mark.parametrize(
    "text",
    [
        "{{Stub}}\nThe ship sails.",
        "{{Quote|The sea is wide.|An old man}}\nThe ship sails.",
        "{{Ability|name=Open\nThe ship sails.",
        "The ship sails." + " It sails on." * 60 + "{{Foot|a=1|b=2}}",
    ],
)
def test_other_templates_tell_no_facts(text: str) -> None:
    found = read(SITE.format(page("Sails", 0, text)))
    assert [d.properties for d in found.drafts] == [()]


def test_a_page_with_parts_is_no_ability_and_a_numbered_rule_no_redirect() -> None:
    whole = "The crew sings.\n\n== Shanties ==\nAll sing.\n\n[[Category:Abilities]]"
    found = read(SITE.format(page("Songs", 0, whole) + page("Rope", 0, "#1 is [[Songs]]'s rope.")))
    assert [(d.title, d.capability) for d in found.drafts] == [
        ("Songs", False),
        ("Shanties", False),
        ("Rope", False),
    ]
