"""Records whose lines open with short keys, as roguelikes keep their data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loader_texts import parsed, texts, tiled, tree

from variorum.loaders import load, settings
from variorum.loaders.form import Document

DATA = """# File: gear_info.txt

# This file is used to initialize the gear of the boats, and may
# only be changed by who knows what it does.

# N:number:name
# D:text

V:1.2.0

N:0:Long Oars
D:A boat with long oars moves one space more, but
D:never turns in the same turn.
I:5
k:30:Rowing
k:10:Strength
S:4
k:9:Luck

N:1:Wet Rope(1)
D:A moored boat stays where it is.
D:
D:It may be cut by any heron.
I:7

# The last of them.
N:2:Wet Rope(2)
D:The same: for two boats.
I:9
"""


def by_words(text: str) -> str:
    """The same as newer programs write it."""
    text = re.sub(r"^N:\d+:", "name:", text, flags=re.M)
    return re.sub(r"^I:", "cost:", re.sub(r"^D:", "desc:", text, flags=re.M), flags=re.M)


@pytest.mark.parametrize("write", [str, by_words])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_each_record_is_an_entry_with_its_text(write: type[str], end: str) -> None:
    text = write(DATA).replace("\n", end)
    found = parsed(text, "settings", "en")
    assert [line.strip(" *") for line in tree(found)] == ["Long Oars", "Wet Rope(1)", "Wet Rope(2)"]
    assert texts(found, "Long Oars") == [
        "A boat with long oars moves one space more, but never turns in the same turn."
    ]
    assert texts(found, "Wet Rope(1)") == [
        "A moored boat stays where it is.",
        "It may be cut by any heron.",
    ]
    assert texts(found, "Wet Rope(2)") == ["The same: for two boats."]
    assert not found.findings


def test_other_keys_are_properties_with_all_their_values(tmp_path: Path) -> None:
    (tmp_path / "gear.txt").write_text(DATA, "utf-8")
    (oars, *_) = load([tmp_path / "gear.txt"]).corpus.entries
    told = [(p.name, p.value) for p in oars.witnesses[0].properties]
    assert told == [
        *(("I", "5"), ("k", "30:Rowing"), ("k", "10:Strength"), ("S", "4"), ("k", "9:Luck"))
    ]


@pytest.mark.parametrize(
    "text",
    [
        # Two records, records without texts, and lines that are none of a record.
        DATA[: DATA.index("N:2")].replace("N:1", "M:1"),
        re.sub(r"^D:.*\n", "", DATA, flags=re.M),
        DATA + "The crew rows hard, and nobody sleeps.\nIt moves.\nIt turns.\n",
        # YAML, and a text that has such lines.
        "name: Long Oars\ndesc: They row.\n" * 3,
        "Boats\n\nN:1:Oars is how a program writes it.\n\nIt rows.\n",
        "name:\nA boat.\n\nname:\nAn oar.\n\nname:\nA sail.\n",
        "",
    ],
)
def test_other_texts_are_no_records(text: str) -> None:
    assert settings.recognise(Document("a", text, "en")) == 0.0


def test_a_key_may_come_again_on_very_many_lines(tmp_path: Path) -> None:
    # Each of them once cost a copy of all before it: minutes for a megabyte.
    many = 60_000
    more = "k:red\n" * many
    (tmp_path / "gear.txt").write_text(DATA + f"N:9:Flag\nD:It flies.\n{more}", "utf-8")
    flag = load([tmp_path / "gear.txt"]).corpus.entries[-1]
    assert sum(p.name == "k" for p in flag.witnesses[0].properties) == many


@given(
    st.lists(st.sampled_from(["N:1:Oar", "D:It rows.", "D:", "I:5", "# a", "", "It turns.", "x"]))
)
def test_whatever_stands_there_is_kept(lines: list[str]) -> None:
    text = DATA + "\n".join(lines)
    if settings.recognise(Document("a", text, "en")):
        tiled(settings.parse(Document("a", text, "en")), text)
