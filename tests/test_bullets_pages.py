"""Bullets of symbol fonts, items in columns, and sentences that a column or a page cuts in two."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import texts, tiled, tree
from pdfs import At, down, pdf

from variorum.loaders import load, recognise

SIGN = "\uf095"


@pytest.mark.parametrize("between", [" ", "\n"])
def test_signs_of_symbol_fonts_are_bullets(between: str) -> None:
    items = [
        "the oar that the crew holds in the night, when nobody sees it;",
        "the rope that the crew throws to the quay, where it is caught by those who wait there;",
        "the lamp.",
    ]
    text = (
        "The barge\n\nWhat the barge has on board is told in a list of three things:\n\n"
        + "".join(f"{SIGN}{between}{item}\n" for item in items)
    )
    found = recognise.parse("a.txt", text, "en", "prose")
    tiled(found, text)
    assert tree(found) == ["The barge"]
    assert texts(found, "The barge")[1:] == [f"list_item: {item}" for item in items]


def test_a_sign_that_stands_last_or_before_another_is_no_item_with_a_text() -> None:
    for text in (f"The barge\n\nIt sails.\n\n{SIGN}\n", f"{SIGN}\n{SIGN}\n\nIt sails.\n", SIGN):
        tiled(recognise.parse("a.txt", text, "en", "prose"), text)


def side_by_side(left: list[str], right: list[str]) -> str:
    rows = max(len(left), len(right))
    left, right = ([*side, *[""] * (rows - len(side))] for side in (left, right))
    return "\n".join(f"{a:<52}{b}".rstrip() for a, b in zip(left, right, strict=True)) + "\n"


def test_items_that_stand_further_in_are_in_their_column() -> None:
    left = [
        "The barge is long and narrow, and it leaks a",
        "little, as all barges do that were built before",
        "the flood came down the river in the autumn, when",
        "nobody thought that it could ever come so far.",
        "",
        "Crew",
        "",
        "The crew of the barge is told by its master, who",
        "is told by nobody and tells what he likes, as a",
        "master does who has a barge and a crew of his own",
        "and the whole of the river to sail on until dawn.",
    ]
    right = [
        "On board there are more things than anyone needs",
        "who sails from one weir to the next one, such as",
        "",
        f"       {SIGN} an oar that is too long for the barge and",
        "         that nobody holds;",
        f"       {SIGN} a rope that is too short for any quay on",
        "         the river.",
        "",
        "All of it is told in the book of the barge, which",
        "is kept dry under the bench of the master where he",
        "sleeps when the barge lies at the weir and waits.",
    ]
    text = "The barge\n\n" + side_by_side(left, right)
    found = recognise.parse("a.txt", text, "en", "prose")
    tiled(found, text)
    said = [q.text for draft in found.drafts for q in draft.passages]
    assert any(s.endswith("when nobody thought that it could ever come so far.") for s in said)
    assert "an oar that is too long for the barge and that nobody holds;" in said
    assert "a rope that is too short for any quay on the river." in said
    assert "Crew" in {draft.title for draft in found.drafts}


def test_a_long_sentence_goes_on_behind_a_semicolon(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    first = [
        *down(72, 760, ["The barge"], size=16, font="bold"),
        *down(
            72,
            700,
            [
                "A barge that touches the weir loses an oar at once, and stops before it until the",
                "water falls; its crew must wait on the bank where all of them can be seen by night;",
            ],
        ),
    ]
    second = [At(72, 760, "when the water does not fall, the barge is lost with all that it has.")]
    (tmp_path / "a.pdf").write_bytes(pdf(first, second))
    (entry,) = load([tmp_path / "a.pdf"]).corpus.entries
    (said,) = entry.passages
    assert said.text.endswith(
        "seen by night; when the water does not fall, the barge is lost with all that it has."
    )


def test_short_items_that_end_with_semicolons_stay_apart(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    lines = ["the oar;", "the rope;", "the lamp."]
    page = [*down(72, 760, ["The barge"], size=16, font="bold"), *down(72, 700, lines, step=30)]
    (tmp_path / "a.pdf").write_bytes(pdf(page))
    (entry,) = load([tmp_path / "a.pdf"]).corpus.entries
    assert [q.text for q in entry.passages] == lines
