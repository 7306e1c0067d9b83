"""What is asked of every line of a plain text, and may be answered the short way: the answers are
those of the long one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variorum.compare.language import UNKNOWN, data
from variorum.compare.properties import folded_title
from variorum.loaders.headings import is_title_like
from variorum.loaders.listing import find_contents
from variorum.loaders.markup import Tag, paragraphs
from variorum.loaders.parsed import Lines, Parsed
from variorum.loaders.prose import blocks_of
from variorum.loaders.roles import is_said, may_be_said
from variorum.loaders.runs import Run

_SIGNS = st.text(st.sampled_from("ab \t\n\r\f\v\u00a0\u2028."), max_size=30)


@given(_SIGNS)
def test_lines_are_cut_in_the_same_way_with_a_tag_behind_them_and_without(text: str) -> None:
    runs, found = paragraphs(text, 0, len(text), [])
    assert [r.start for r in runs] == [0, *(r.end for r in runs)][: len(runs)]
    assert (runs[-1].end if runs else 0) == len(text)
    tag = Tag(len(text), len(text) + 3, "b", closing=False, block=True, item=False, alone=False)
    tagged, others = paragraphs(text + "[b]", 0, len(text) + 3, [tag])
    assert [p.runs for p in found] == [p.runs for p in others]
    assert [*runs, ("markup", tag.start, tag.end)] == tagged


@pytest.mark.parametrize("role", ["name", "text"])
@pytest.mark.parametrize("write", [str, str.title, str.upper, '"{}"'.format, " {}.".format])
def test_every_title_of_a_column_is_told_however_it_is_written(
    role: str, write: Callable[[str], str]
) -> None:
    for word in data(UNKNOWN, "read")[f"{role}_columns"]:
        for written in (write(word), write(word.replace(" ", "_"))):
            assert may_be_said(written, role) or not is_said(folded_title(written), role)
        assert is_said(folded_title(word), role)


def test_words_that_begin_otherwise_are_no_titles_of_columns() -> None:
    assert may_be_said("Name", "name")
    assert not may_be_said("Xylophones of the north", "name")


@pytest.mark.parametrize(
    ("line", "titled"),
    [
        ("Ships", True),
        ("Ships at Sea", True),
        ("a long line in small letters", False),
        ("small letters", True),
        ("One two three four five six seven eight nine", True),
        ("One two three four five six seven eight nine ten", False),
        ("Éjjeli őrség", True),
        ("W" * 91, False),
        ("Ships.", False),
        ("Ships,", False),
        ("", False),
        ("   ", False),
    ],
)
def test_what_may_be_a_title_by_its_looks(line: str, titled: bool) -> None:
    assert is_title_like(line, "en") is titled


@pytest.mark.parametrize("behind", ["", " 7", " .... 7", "...", "\t12"])
def test_contents_are_told_whatever_leads_to_the_pages(behind: str) -> None:
    names = ["Oars", "Sails", "Night and Day", "The Last Harbour"]
    front = [f"{name}{behind}" for name in names]
    texts = ["The Book", *front]
    for name in names:
        texts += [name, f"{name} tell how the crew goes on from here, and what it costs."]
    every = [True] * len(texts)
    assert find_contents(texts, "en", every, every) == [1, 2, 3, 4]


@pytest.mark.parametrize("behind", ["", "\n", " \n\n"])
def test_the_runs_of_a_paragraph_are_made_again_when_they_are_asked_for(behind: str) -> None:
    parsed, text = Parsed("prose"), f"A line of words{behind}"
    _, (block,) = blocks_of(parsed, "a.txt", text, "en", Lines(text))
    assert [text[r.start : r.end] for r in block.runs] == [
        "A line of words",
        *filter(None, [behind]),
    ]
    block.runs = [*block.runs, Run("markup", len(text), len(text) + 1)]
    assert block.runs[-1].kind == "markup"
