"""YAML: lists of objects, in every way in which its texts may be written, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loader_texts import parsed, texts, tiled, tree

from variorum.loaders import load, recognise, yamlobjects
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.loaders.yamltree import read_yaml
from variorum.model import VariorumError

LAKE = """# Abilities of the lake
%s
- id: &one hook
  name: Hooks  # a remark
  cost: 5
  tags: [deck, "far, near"]
  text: >-
    The ship may board
    up to 10 cm away.

    See Boarding.
      1. It throws.
      2. It pulls.
- {id: board, name: 'Captain''s Boarding', cost: ~, text: Two ships
    in contact fight.}
- id: calm
  name: "Calm \\u2013 Sea\\x21"
  text: |
    No ship moves under sail.

      Galleys row.
- id: fog
  name: Köd
  other: *one
  text: "All ranges \\
    are halved:
    bows, too."
""".replace("%s\n", "")


def read(text: str) -> Parsed:
    return parsed(text, "yaml", "en")


def test_texts_in_every_style_say_what_they_say() -> None:
    found = read(LAKE)
    assert tree(found) == ["Hooks*", "Captain's Boarding*", "Calm – Sea!*", "Köd*"]
    assert texts(found, "Hooks") == [
        "The ship may board up to 10 cm away.",
        "See Boarding.",
        "list_item: 1. It throws.",
        "list_item: 2. It pulls.",
    ]
    assert texts(found, "Captain's Boarding") == ["Two ships in contact fight."]
    assert texts(found, "Calm – Sea!") == ["No ship moves under sail.", "Galleys row."]
    assert texts(found, "Köd") == ["All ranges are halved: bows, too."]
    held = [(p.name, p.value, p.line) for p in found.drafts[0].properties]
    assert held == [
        ("id", "hook", 2),
        ("cost", "5", 4),
        ("tags", "deck", 5),
        ("tags", "far, near", 5),
    ]
    assert [d.key for d in found.drafts] == ["hook", "board", "calm", "fog"]
    assert [(d.line_start, d.line_end) for d in found.drafts][:2] == [(2, 12), (13, 14)]


def test_line_ends_of_other_systems() -> None:
    found = read(LAKE.replace("\n", "\r\n"))
    assert texts(found, "Köd") == ["All ranges are halved: bows, too."]
    assert len(texts(found, "Hooks")) == 4


def test_objects_under_others_and_under_their_names() -> None:
    text = (
        "game: Lake\nfleets:\n  - name: Herons\n    abilities:\n      - {name: Oars, text: They row the galley.}\n"
        "      - {name: Sails, text: They take the wind.}\nweapons:\n  bow:\n    name: Bow\n"
        "    text: It shoots far.\n  axe:\n    name: Axe\n    text: It cuts ropes.\n"
    )
    assert tree(read(text)) == ["Herons", "  Oars*", "  Sails*", "Bow*", "Axe*"]


@pytest.mark.parametrize(
    "text",
    [
        # Front matter, names with colons, values of units, a list of one key each, settings.
        "---\ntitle: Lake\nauthor: Heron\n---\n# Oars\n\nThey row.\n\n# Sails\n\nThey pull.\n",
        "Oars: They row the galley.\n\nSails: They take the wind.\n\nHooks: They hold.\n",
        "Pikes\n- Move: 6\n- Cost: 4\n\nBows\n- Move: 8\n- Cost: 5\n",
        "- Move: 6\n- Cost: 4\n- Move: 8\n- Cost: 5\n",
        "site:\n  name: Lake\n  theme:\n    color: blue\n",
        "  Example: a unit moves.\n  Note: it stops.\n  Example: it runs.\n  Note: it falls: no.\n",
        "- name: [Oars\n  text: They row.\n- name: Sails\n  text: They pull.\n",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert recognise.parse("a.txt", text, "en").format != "yaml"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- name: Oars\n  text: a: b: c\n", 2),
        ("- name: Oars\n\ttext: x\n", 2),
        ("[" * 2_000, 1),
        ("- [a, b]: c\n- {[a]: b}\n", 1),
        ('- name: Oars\n  text: "never closed\n', 2),
        ("- name: *nobody\n- name: &a x\n  text: \x01\n", 3),
    ],
)
def test_broken_yaml_names_its_line(text: str, line: int) -> None:
    with pytest.raises(VariorumError) as error:
        yamlobjects.LOADER.parse(Document("a.yml", text, "en"))
    assert error.value.file == "a.yml" and abs((error.value.line or 0) - line) <= 1


@pytest.mark.parametrize(
    "text",
    [
        # Bombs: what is repeated is told once.
        "a: &a [x, x]\n"
        + "".join(
            f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
        ),
        "- &a [*a]\n",
        "- name: " + "x" * 300_000 + "\n  text: y\n",
        "- name: A\n  text: |\n" + "    x\n" * 20_000,
        "? a\n: b\n? c\n",
        "--- |\n a\n--- >\n b\n...\n",
        "- !!binary aGVsbG8=\n- !!set {a, b}\n- ? x\n",
        "- name: |2\n      a\n    b\n  text: >1\n    a\n   b\n",
        "",
        "# nothing\n",
    ],
)
def test_hostile_yaml(text: str) -> None:
    tiled(yamlobjects.LOADER.parse(Document("a.yml", text, "en")), text)


@given(
    st.lists(
        st.sampled_from([*LAKE.splitlines(), "- a: 1", "  b: >", "   c", "---", ""]), max_size=20
    )
)
def test_any_lines_tile_or_are_refused(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        read_yaml("a.yml", text)
    except VariorumError:
        return
    tiled(yamlobjects.LOADER.parse(Document("a.yml", text, "en")), text)


def test_a_file_in_a_folder_is_loaded(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "lake.yaml").write_text(LAKE, encoding="utf-8")
    corpus = load([folder]).corpus
    assert [(s.format, len(corpus.entries)) for s in corpus.sources] == [("yaml", 4)]
