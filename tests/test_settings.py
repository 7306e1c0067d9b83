"""Settings: TOML, INI, properties and WML, in every way in which a text may be written, and what
is none."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from loader_texts import parsed, texts, tiled, tree

from variorum.loaders import recognise, settings
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

BELL = "All ships that hear it turn about at once and lose their next turn."
ROPE = "A friendly ship alongside may take over one crew."

TOML = '''title = "The Long Lake"
version = "1.2"

# rules of the lake
[[rule]]
name = "Loud Bell"
text = """
All ships that hear it turn about at once
and lose \\
    their next turn.

They do not "shoot" at all."""
tags = ["sea", "noise"]

[[rule]]
name = 'Long Rope'  # a remark
text = "A friendly ship \\"alongside\\" may take over one cr\\u00e9w."
limits = { max = 3, note = "once a game" }
many = [
  1, 2,  # two
  [3],
]

[rule.source]
page = 12

[abilities.ram]
name = "Iron Ram"
description = "A rammed ship loses one mast."
[abilities.fog]
description = "All ranges are halved."
'''

INI = """; the lake
[General]
author=Ann

[Loud Bell]
description = All ships that hear it turn about at once
   and lose their next turn.
cost = 3
"Long Rope" = 3

[Long Rope]
description = A friendly ship alongside may take over one crew.
cost = 4
"""

WML = """#textdomain lake
#define ABILITY_BELL
    [bell]
        id=bell
        name= _ "loud bell"
        description= _ "All ships that hear it turn about at once.

They do not ""shoot"" at all." + "
Nor do they " + {WHAT} + _ "<ref>dst='row' text='row'</ref><img>src='a.png'</img>."
        [filter]
            side=2
        [/filter]
        {NOTE}
    [/bell]
#enddef
[ability]
    name=_"long rope"
    description="A friendly ship alongside may take over one crew."+ #po: crew
       _ " Once."
[/ability]
[ability]
    name={LONG} + _ "fog"
    description= _ "All ranges are halved."
[/ability]
"""


def read(text: str) -> Parsed:
    return parsed(text, "settings", "en")


def properties(found: Parsed) -> list[tuple[str, str, int]]:
    return [(p.name, p.value, p.line) for d in found.drafts for p in d.properties]


def test_toml() -> None:
    found = read(TOML)
    assert tree(found) == ["Loud Bell*", "Long Rope*", "Iron Ram*", "fog*"]
    assert found.title == "The Long Lake"
    assert " ".join(texts(found, "Loud Bell")) == (
        "All ships that hear it turn about at once and lose their next turn."
        ' They do not "shoot" at all.'
    )
    assert texts(found, "Long Rope") == ['A friendly ship "alongside" may take over one créw.']
    assert ("limits.note", "once a game", 18) in properties(found)
    assert ("source.page", "12", 25) in properties(found)
    assert [d.line_start for d in found.drafts] == [5, 15, 27, 30]


def test_sections_of_ini_are_called_by_their_names() -> None:
    found = read(INI)
    assert tree(found) == ["Loud Bell*", "Long Rope*"]
    assert " ".join(texts(found, "Loud Bell")) == BELL
    assert texts(found, "Long Rope") == [ROPE]
    assert [(n, v) for n, v, _ in properties(found) if n == "cost"] == [
        ("cost", "3"),
        ("cost", "4"),
    ]


def test_wml() -> None:
    found = read(WML)
    assert tree(found) == ["loud bell*", "long rope*", "fog*"]
    assert texts(found, "loud bell") == [
        "All ships that hear it turn about at once.",
        'They do not "shoot" at all.',
        "Nor do they row.",
    ]
    assert texts(found, "long rope") == [f"{ROPE} Once."]


def test_a_name_may_be_called_after_whom_it_names() -> None:
    units = "".join(
        f'[trait]\n    male_name= _ "{name}"\n    description= _ "It moves {n} more."\n[/trait]\n'
        for n, name in enumerate(("quick", "strong", "loyal"))
    )
    assert tree(read(units)) == ["quick*", "strong*", "loyal*"]


@pytest.mark.parametrize("keys", ["ship.{}.name|ship.{}.description", "SHIP_{}_NAME|SHIP_{}_TEXT"])
@pytest.mark.parametrize("more", ["", "name=Név\n"])
def test_messages_of_a_program_are_rules_where_they_have_a_name_and_a_text(
    keys: str, more: str
) -> None:
    name, text = keys.split("|")
    lines = [f"menu.entry{n}=Open chest {n}\n" for n in range(12)]
    for n in range(9):
        lines += [
            f"{name.format(n)}=Oar {n}\n",
            f"{text.format(n)}=Row with \\\n   oar {n}.\\nRest.\n",
        ]
    found = read(f"# the lake\n! exported\n{more}{''.join(lines)}")
    assert tree(found) == [f"Oar {n}*" for n in range(9)]
    assert texts(found, "Oar 3") == ["Row with oar 3.", "Rest."]


def test_the_second_text_of_a_message_is_kept() -> None:
    lines = [f"s.{n}.name=Oar {n}\ns.{n}.desc=Row {n}.\ns.{n}.text=It is old.\n" for n in range(9)]
    assert tree(read("".join(lines))) == [f"Oar {n}*" for n in range(9)]


BLOCKS = """Lake

# This is the table of the lake.
#
##
## Ships
##

#SHIP_OLD
#Old ship

SHIP_HULK  # translated
Hulk

SHIP_HULK_DESC
'''It lies deep.

It never turns twice.'''

"""


def test_a_table_of_keys_above_their_texts() -> None:
    more = "".join(f"MENU_ENTRY_{n}\nOpen chest {n}\n\n" for n in range(20))
    ships = "".join(
        f"SHIP_{k}\nShip {k}\n\nSHIP_{k}_DESC\nIt rows {k} times\nand rests.\n\n"
        for k in "ABCDEFGH"
    )
    found = read(BLOCKS + more + ships)
    assert tree(found) == ["Hulk*", *(f"Ship {k}*" for k in "ABCDEFGH")]
    assert texts(found, "Hulk") == ["It lies deep.", "It never turns twice."]
    assert " ".join(texts(found, "Ship B")) == "It rows B times and rests."


@pytest.mark.parametrize(
    "text",
    [
        # Headings in capitals, and a table without rules.
        "OARS\nThe crew rows.\n\nSAILS\nThe wind blows.\n\n" * 15,
        # Remarks between pairs, and no text anywhere.
        "[core]\nbare = false\nname = a\n[remote]\nurl = b\nfetch = c\nprune = d\n",
        # Abbreviations of a text.
        "M = Movement\nWS = Weapon Skill\nS = Strength\nT = Toughness\nname = Name\n" * 9,
        "Fleet = The ship moves twice.\nRam = It loses a mast.\nFog = No ranges at all.\n" * 9,
        # A text that shows settings.
        "# Oars\n\nSay in your file:\n\n[rule]\nname = Oar\ntext = Row.\n\nand then row with it.\n",
        # Times and numbers.
        "".join(f"0{n}:0{m}=Grenade {n}\n" for n in range(9) for m in range(9)),
        "The crew rows = it moves.\n\n[Oars]\nThey row.\n\n[Sails]\nname = none\ntext = none\n" * 5,
        "",
    ],
)
def test_other_texts_are_no_settings(text: str) -> None:
    assert settings.recognise(Document("a", text, "en")) == 0.0


@pytest.mark.parametrize("text", [TOML, INI, WML])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_settings_are_known_by_what_they_hold(text: str, end: str) -> None:
    document = Document("a.txt", text.replace("\n", end), "en")
    assert recognise.loader_of(document).name == "settings"
    assert tree(read(document.text)) == tree(read(text))


_LINES = st.sampled_from(
    [
        "[a]",
        "[[a]]",
        "[a.b]",
        "[/a]",
        "[+a]",
        "name = x",
        'name = "x',
        'text = """',
        "text = '''",
        'text = _ "a" + ',
        "text = [1, {a = 2}, [",
        "text = {",
        "}",
        "  goes on",
        "= x",
        "\\",
        "a=\\",
        '"',
        "# x",
        "",
    ]
)


@given(st.lists(_LINES, max_size=30).map("\n".join))
@example("[a]\n[/b]\n[/a]\n[/a]\n")
@example("text = [\n")
def test_whatever_stands_there_is_kept(text: str) -> None:
    tiled(settings.parse(Document("a", text, "en")), text)
