"""Lists side by side in one sheet, titles of columns that come again, and what only looks so."""

from __future__ import annotations

import pytest
from tiling import checked

from variorum.loaders import table
from variorum.loaders.form import Document
from variorum.loaders.parsed import Parsed

CREW = [
    ("Rope Hands", "They set a sail twice in one turn."),
    ("Night Watch", 'Nobody comes nearer than 6" by night.'),
    ("Old Cook", "All who eat here add one to their courage."),
]
HULL = [
    ("Copper", "Fire does half as much to this hull."),
    ("Ram", "It breaks the oars of what it passes."),
]
HEAD = ["Rule", "Effect", "Since"]


def sheet(rows: list[list[str]], sign: str = ",") -> str:
    def cell(words: str) -> str:
        needs = any(c in words for c in (sign, '"'))
        return '"' + words.replace('"', '""') + '"' if needs else words

    return "".join(sign.join(map(cell, row)) + "\n" for row in rows)


def beside(head: list[str] = HEAD, gap: int = 1) -> list[list[str]]:
    """The two lists side by side, the second one shorter."""
    rows = [[*head, *[""] * gap, *head]]
    for n, (name, text) in enumerate(CREW):
        other = [*HULL[n], "2"] if n < len(HULL) else ["", "", ""]
        rows.append([name, text, "1", *[""] * gap, *other])
    return rows


def read(text: str) -> Parsed:
    return checked(table.LOADER.parse(Document("a.csv", text, "en", {})), text)


def told(parsed: Parsed) -> list[tuple[str | None, list[str]]]:
    return [(d.title, [p.text for p in d.passages]) for d in parsed.drafts]


LISTS = [(name, [text]) for name, text in (*CREW, *HULL)]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("gap", [0, 1, 2])
def test_lists_side_by_side_are_read_one_after_the_other(sign: str, gap: int) -> None:
    parsed = read(sheet(beside(gap=gap), sign))
    assert told(parsed) == LISTS
    assert [[(p.name, p.value) for p in d.properties] for d in parsed.drafts] == [
        *[[("Since", "1")]] * 3,
        *[[("Since", "2")]] * 2,
    ]


def test_three_lists_and_rows_that_end_early() -> None:
    rows = [[*HEAD[:2], "", *HEAD[:2], "", *HEAD[:2]]]
    rows += [[*CREW[0], "", *HULL[0], "", *CREW[1]], [*CREW[2], "", *HULL[1]]]
    assert told(read(sheet(rows))) == [
        (n, [t]) for n, t in (CREW[0], CREW[2], HULL[0], HULL[1], CREW[1])
    ]


def test_the_line_above_each_list_heads_it() -> None:
    rows = [["Reference of the lake"], [], ["CREW", "", "", "", "HULL"], *beside()]
    parsed = read(sheet(rows))
    assert parsed.title == "Reference of the lake"
    assert told(parsed) == [("CREW", []), *LISTS[:3], ("HULL", []), *LISTS[3:]]
    above = [d.parent for d in parsed.drafts]
    assert above == [None, 0, 0, 0, None, 4, 4]
    assert [d.capability for d in parsed.drafts[:2]] == [False, True]


def test_titles_that_come_again_below_a_gap_have_their_own_heading() -> None:
    rows = [HEAD, *([n, t, "1"] for n, t in CREW), ["", "", ""], ["HULLS", "", ""], HEAD]
    parsed = read(sheet(rows + [[n, t, "2"] for n, t in HULL]))
    assert told(parsed) == [*LISTS[:3], ("HULLS", []), *LISTS[3:]]
    assert [d.parent for d in parsed.drafts[4:]] == [3, 3]


def test_a_name_without_a_text_above_a_list_pasted_again_is_a_name() -> None:
    rows = [HEAD, *([n, t, "1"] for n, t in CREW), ["Loose Plank", "", ""], HEAD]
    parsed = read(sheet(rows + [[n, t, "2"] for n, t in HULL]))
    assert told(parsed) == [*LISTS[:3], ("Loose Plank", []), *LISTS[3:]]
    assert all(d.capability and d.parent is None for d in parsed.drafts)


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        # Names of languages above them, a column that only one has, other titles, and names alone.
        ([["English", "", "", "", "French"], *beside()], [n for n, _ in CREW]),
        ([["No", *HEAD, *HEAD], *(["1", *r] for r in beside(gap=0)[1:])], [n for n, _ in CREW]),
        ([[*HEAD, "", "Rule", "Cost", "Since"], *beside()[1:]], [n for n, _ in CREW]),
        ([["Rule", "Since", "Rule", "Since"], ["Ram", "1", "Copper", "2"]], ["Ram"]),
    ],
)
def test_other_columns_are_one_table(rows: list[list[str]], names: list[str]) -> None:
    assert [d.title for d in read(sheet(rows)).drafts] == names


SECTIONS = ["DECK", "HOLD", "MASTS"]


def in_sections(head: list[str], names: list[str], gap: bool = True) -> list[list[str]]:
    """Two columns, in which a line stands above some rows each."""
    rows = [head]
    for n, section in enumerate(names):
        rows += [["", ""]] * (gap and n > 0) + [[section, ""]]
        rows += [[f"{name} {n}", text] for name, text in HULL]
    return rows


def test_lines_in_capitals_head_the_rows_of_two_columns() -> None:
    parsed = read(sheet(in_sections(HEAD[:2], SECTIONS)))
    heads = [n for n, d in enumerate(parsed.drafts) if d.title in SECTIONS]
    assert heads == [0, 3, 6]
    assert [d.parent for d in parsed.drafts] == [None, 0, 0, None, 3, 3, None, 6, 6]
    assert [d.capability for d in parsed.drafts[:3]] == [False, True, True]


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (["Deck", "Hold", "Masts"], []),  # names without texts
        (["DECK"], []),  # one of them
        (["DECK", "HOLD"], [["Loose Plank", ""]]),  # another has no text, either
        (
            ["DECK", "HOLD"],
            [["RAMS", "It breaks the oars of what it passes."]],
        ),  # names in capitals
        (["AA", "BB"], []),  # abbreviations
        (["DECK", "HOLD"], [["MASTS", ""]]),  # nothing stands below the last
    ],
)
def test_other_names_without_a_text_head_nothing(names: list[str], more: list[list[str]]) -> None:
    parsed = read(sheet(in_sections(HEAD[:2], names) + more))
    assert {d.parent for d in parsed.drafts} == {None}
    assert all(d.capability for d in parsed.drafts)


def test_a_list_that_begins_with_a_section_needs_no_gaps() -> None:
    parsed = read(sheet(in_sections(HEAD[:2], SECTIONS, gap=False)))
    assert [d.parent for d in parsed.drafts] == [None, 0, 0, None, 3, 3, None, 6, 6]


def test_names_in_capitals_among_others_head_nothing() -> None:
    head, *rows = in_sections(HEAD[:2], SECTIONS, gap=False)
    parsed = read(sheet([head, ["Loose Plank", "It creaks when somebody walks on it."], *rows]))
    assert {d.parent for d in parsed.drafts} == {None}


def test_a_row_that_calls_its_text_as_the_column_is_heads_columns() -> None:
    rows = [HEAD[:2], *map(list, CREW), ["HULLS", ""], ["Hull", "Effect"], *map(list, HULL)]
    parsed = read(sheet(rows))
    assert told(parsed) == [*LISTS[:3], ("HULLS", []), *LISTS[3:]]
    assert [d.parent for d in parsed.drafts] == [None, None, None, None, 3, 3]


def test_a_text_that_begins_as_its_column_is_called_is_a_text() -> None:
    rows = [HEAD[:2], *map(list, CREW), ["Echo", "Effect: none."], ["Wake", "Effects"]]
    assert [d.title for d in read(sheet(rows)).drafts][-2:] == ["Echo", "Wake"]
