"""Texts of data that have headings of their own, as pages that were saved as one value have."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loader_texts import parsed, tiled

from variorum.loaders import objects
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed
from variorum.loaders.told import Told
from variorum.loaders.toldparts import parts_of

MARKED = (
    "## Sails\n\nA ship with sails moves with the wind.\n\n### Reefs\n\n- It may \\* reef them.\n"
    "- It may not row.\n\n#### Storm reefs ####\n\nThe crew reefs twice.\n\n### Jibs\n\nA jib “turns” it."
)
PAGE = (
    "<p>All of it.</p>\n<h2 id='a'>Reefs</h2>\n<p>The crew &amp; master reef.</p><h3>Storm reefs</h3>"
    "<p>Twice.</p>\n<h2>Jibs</h2><ul><li>It turns.</li></ul>"
)


def read(made: Any, ascii_only: bool = False) -> Parsed:
    text = json.dumps(made, ensure_ascii=ascii_only)
    found = objects.parse(Document("a.json", text, "en", {}, False))
    tiled(found, text)
    return found


def shape(found: Parsed) -> list[tuple[str | None, str | None, list[str]]]:
    """Title, title of the parent and texts of each draft."""
    return [
        (
            d.title,
            found.drafts[d.parent].title if d.parent is not None else None,
            [p.text for p in d.passages],
        )
        for d in found.drafts
    ]


@pytest.mark.parametrize("ascii_only", [False, True])
def test_headings_of_markdown_inside_a_text(ascii_only: bool) -> None:
    found = read({"name": "Sails", "index": "sails", "desc": MARKED}, ascii_only)
    assert [(t, p) for t, p, _ in shape(found)] == [
        ("Sails", None),
        ("Reefs", "Sails"),
        ("Storm reefs", "Reefs"),
        ("Jibs", "Sails"),
    ]
    assert shape(found)[0][2] == ["A ship with sails moves with the wind."]
    assert shape(found)[1][2][1] == "It may not row."
    assert shape(found)[3][2] == ["A jib “turns” it."]
    assert not any(d.capability for d in found.drafts)


def test_headings_of_a_page_inside_a_text() -> None:
    found = read([{"id": n, "title": f"Sails {n}", "content": PAGE} for n in (1, 2)])
    assert shape(found)[:4] == [
        ("Sails 1", None, ["All of it."]),
        ("Reefs", "Sails 1", ["The crew & master reef."]),
        ("Storm reefs", "Reefs", ["Twice."]),
        ("Jibs", "Sails 1", ["It turns."]),
    ]
    assert len(found.drafts) == 8


def test_yaml_has_them_too() -> None:
    text = "".join(
        f"- name: {n}\n  text: |\n    It sails.\n\n    ## Reefs\n\n    Twice.\n\n    ## Jibs\n\n    Once.\n"
        for n in ("Hulk", "Punt")
    )
    assert [t for t, _, _ in shape(parsed(text, "yaml", "en"))][:3] == ["Hulk", "Reefs", "Jibs"]


@pytest.mark.parametrize(
    "text",
    [
        "It moves #1 first and then #2, up to 3# a turn.",
        "It sails.\n\n## Once\n\nIt has one heading alone.",
        "It sails.\n#hash and\n#tag are no headings\n#3 is none.",
        "It is <b>fast</b> and <i>light</i>, with <hr> below.",
        "A table:\n| # | a |\n| # 1 | b |",
    ],
)
def test_other_texts_stay_whole(text: str) -> None:
    found = read([{"name": n, "text": text} for n in ("Hulk", "Punt")])
    assert [d.title for d in found.drafts] == ["Hulk", "Punt"]
    assert all(d.capability for d in found.drafts)


_PIECES = st.sampled_from(
    [
        "# A\n",
        "## B\n",
        "\n",
        "words ",
        "<h2>C</h2>",
        "<h3>",
        "é“",
        "\\",
        '"',
        "<p>",
        "&amp;",
        "- x\n",
    ]
)


@given(st.lists(_PIECES, max_size=20).map("".join), st.booleans())
def test_every_character_has_its_place(text: str, ascii_only: bool) -> None:
    read(
        [{"name": "Hulk", "text": f"It sails. {text}"}, {"name": "Punt", "text": text}], ascii_only
    )


@given(st.lists(_PIECES, max_size=20).map("".join))
def test_what_is_cut_out_says_what_stands_there(text: str) -> None:
    told = Told(text, 3, 3 + len(text))
    for _, _, words in parts_of(told, None):
        assert text[words.start - 3 : words.end - 3] == words.text
