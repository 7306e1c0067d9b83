"""The same rows in every container are the same entries; page marks and sums are none."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from office import cell, p, row, word
from test_workbooks import book
from test_workbooks import said as sheet_cell

from variorum.loaders import load
from variorum.loaders.select import Chosen
from variorum.model import Corpus

Rows = list[list[str]]
BOONS = [
    ["Low Draught", "10", "It may enter the reeds and it never runs aground at all."],
    ["Night Lamps", "20", "Ships within two lengths see it in the dark and are seen."],
    ["Salt Crew", "15", "The crew rerolls one die in each storm that lasts three turns."],
]
CASES = [
    ["Boarding", "Oars", "The ship that moved last strikes first with its whole crew."],
    ["Boarding", "Sails", "Nobody strikes before both captains have thrown their dice."],
    ["Ramming", "Oars", "Both ships lose one plank for each length that was moved."],
    ["Ramming", "Sails", "The ship with more sails turns its bow to the other one."],
]


def _csv(rows: Rows) -> bytes:
    return "".join(";".join(r) + "\n" for r in rows).encode()


def _xlsx(rows: Rows) -> bytes:
    lines = (
        "".join(sheet_cell(c, f"{chr(65 + i)}{n}") for i, c in enumerate(r) if c)
        for n, r in enumerate(rows, 1)
    )
    return book("<sheetData>" + "".join(f"<row>{line}</row>" for line in lines) + "</sheetData>")


def _html(rows: Rows) -> bytes:
    lines = ("".join(f"<td>{html.escape(c)}</td>" for c in r) for r in rows)
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<!DOCTYPE html><html><body><table>{table}</table></body></html>".encode()


def _markdown(rows: Rows) -> bytes:
    lines = ["| " + " | ".join(r) + " |" for r in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join([*lines, ""]).encode()


def _docx(rows: Rows) -> bytes:
    lines = (row(*(cell(p(c)) for c in r)) for r in rows)
    return word(f"<w:tbl>{''.join(lines)}</w:tbl>")


MADE = {"csv": _csv, "xlsx": _xlsx, "html": _html, "md": _markdown, "docx": _docx}
Told = list[tuple[str | None, str, list[tuple[str, list[tuple[str, str]]]]]]


def corpus(kind: str, raw: bytes) -> Corpus:
    name = f"a.{kind}"
    return load([Chosen(Path(name), name, True, raw)]).corpus


def told(found: Corpus) -> Told:
    return [
        (
            *(e.title, e.kind),
            [
                ("\n".join(q.text for q in w.passages), [(x.name, x.value) for x in w.properties])
                for w in e.witnesses
            ],
        )
        for e in found.entries
    ]


def answer(header: list[str], rows: Rows) -> Told:
    # Rows of one name are told apart by the column beside it.
    return [(name, "capability", [(text, [(header[1], value)])]) for name, value, text in rows]


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(
    ("header", "rows", "foot"),
    [
        (["Name", "Cost", "Effect"], BOONS, []),
        (["Name", "Cost", "Effect"], BOONS, [["Total", "45", ""]]),
        (["Nom", "Coût", "Effet"], BOONS, [["Sous-total", "45 pts", ""], ["Total :", "45", ""]]),
        (["Név", "Pont", "Hatás"], BOONS, [["Összesen", "45", "–"]]),
        (["Rule", "Case", "Effect"], CASES, []),
        (["Boon", "Price", "What it gives"], BOONS, []),
    ],
    ids=["plain", "total", "two sums", "a Hungarian sum", "names that repeat", "unknown words"],
)
def test_the_same_rows_are_the_same_entries(
    kind: str, header: list[str], rows: Rows, foot: Rows
) -> None:
    found = corpus(kind, MADE[kind]([header, *rows, *foot]))
    assert told(found) == answer(header, rows)
    (source,) = found.sources
    assert "".join(source.text[f.start : f.end] for f in found.fragments) == source.text


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(
    "rule",
    [
        ["Total", "5", "Every crew on the board counts for this battle, and for the next one."],
        ["Total War", "5", ""],
        ["Sum of Fears", "5", ""],
    ],
)
def test_what_only_looks_like_a_sum_is_an_entry(kind: str, rule: list[str]) -> None:
    found = corpus(kind, MADE[kind]([["Name", "Cost", "Effect"], *BOONS, rule]))
    assert [e.title for e in found.entries] == [*(r[0] for r in BOONS), rule[0]]


@pytest.mark.parametrize("kind", MADE)
def test_a_sum_above_other_rows_is_an_entry(kind: str) -> None:
    rows = [["Name", "Cost", "Effect"], BOONS[0], ["Total", "10", ""], *BOONS[1:]]
    assert "Total" in [e.title for e in corpus(kind, MADE[kind](rows)).entries]


@pytest.mark.parametrize("kind", ["html", "docx"])
@pytest.mark.parametrize(
    "first",
    [
        ["Tar Barrels", "30", "Once a game the ship sets a neighbour alight with its barrels."],
        # A number is no title.
        ["Oar Bank", "5", "Rowed twice"],
    ],
)
def test_a_first_record_is_no_header(kind: str, first: list[str]) -> None:
    found = corpus(kind, MADE[kind]([first, *BOONS]))
    assert [e.title for e in found.entries] == [first[0], *(r[0] for r in BOONS)]
    assert [q.text for q in found.entries[0].passages] == [first[2]]


@pytest.mark.parametrize("kind", ["html", "docx"])
def test_what_comes_again_below_is_no_header(kind: str) -> None:
    found = corpus(kind, MADE[kind]([["Night Lamps", "none", "Not lit"], *BOONS]))
    assert any("Not lit" in q.text for e in found.entries for q in e.passages)


@pytest.mark.parametrize("kind", ["html", "docx"])
def test_words_for_kinds_of_rows_name_no_rules(kind: str) -> None:
    """Without a title that calls them names."""
    rows = [["Sea", BOONS[n % 3][2] + f" So says captain {n}."] for n in range(6)]
    assert all(e.title != "Sea" for e in corpus(kind, MADE[kind](rows)).entries)


RUNNING = (
    "<!DOCTYPE html><html><body>"
    "<div {head}><p><b>Ashen Sea</b></p><p>Second printing</p></div>"
    "<p><b>Low Draught</b></p><p>It may enter the reeds and never runs aground.</p>"
    "<p><b>Night Lamps</b></p><p>Ships within two lengths see it in the dark.</p>"
    "<div {foot}><p>Draft of March</p></div></body></html>"
)


@pytest.mark.parametrize(
    ("head", "foot"),
    [('title="header"', 'title="footer"'), ("TYPE=HEADER", "TYPE=FOOTER")],
)
def test_the_running_head_and_foot_of_a_word_processor_are_no_entries(head: str, foot: str) -> None:
    found = corpus("html", RUNNING.format(head=head, foot=foot).encode())
    assert [(e.title, len(e.passages)) for e in found.entries] == [
        ("Low Draught", 1),
        ("Night Lamps", 1),
    ]


def test_a_part_with_another_title_is_read() -> None:
    found = corpus("html", RUNNING.format(head='title="The header"', foot="lang=en").encode())
    said = [q.text for e in found.entries for q in e.passages]
    assert "Second printing" in said
    assert "Draft of March" in said


@pytest.mark.parametrize("kind", ["csv", "xlsx", "md"])
@pytest.mark.parametrize("title", ["Rule", "Special rules", "Règle", "Szabály"])
def test_a_column_of_rules_may_hold_short_sentences(kind: str, title: str) -> None:
    rows = [["Skiff", "8", "It turns twice."], ["Barge", "4", "It never tacks."]]
    rows.append(["Raft", "2", "It sinks on a 6."])
    above = b"# Hulls\n\nHulls differ.\n\n## All of them\n\n" if kind == "md" else b""
    found = corpus(kind, above + MADE[kind]([["Hull", "Speed", title], *rows]))
    told = [(e.title, e.base_witness.text) for e in found.entries]
    assert told[-3:] == [(r[0], r[2]) for r in rows]


@pytest.mark.parametrize("kind", ["html", "docx"])
def test_a_column_of_labels_called_special_tells_no_rules(kind: str) -> None:
    rows = [["Skiff", "8", "Fast, Light"], ["Barge", "4", "Slow"], ["Raft", "2", "Flat"]]
    found = corpus(kind, MADE[kind]([["Hull", "Speed", "Special"], *rows]))
    assert "Skiff" not in [e.title for e in found.entries]
