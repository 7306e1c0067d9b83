"""Reports of much: what matters is told in full, many small things are counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from variorum.cli.program import main
from variorum.cli.telling import MOST_LIGHT
from variorum.cli.text_report import MOST_NOTES

WORDS = [
    "reed",
    "tide",
    "lamp",
    "oar",
    "keel",
    "mast",
    "rope",
    "sail",
    "bell",
    "fog",
    "quay",
    "crab",
    "heron",
]


def table(*rows: Sequence[str]) -> str:
    return "".join(f"{'|'.join(row)}|\n" for row in [("id", "name", "link", "description"), *rows])


def told(n: int, number: int = 3) -> str:
    a, b, c = WORDS[n % 13], WORDS[n // 13 % 13], WORDS[(n * 5 + 1) % 13]
    return f"Whoever holds the {a} of the {b} may move {number} steps past any {c} number {n}."


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    capsys.readouterr()
    main([str(a) for a in arguments])
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two revisions: of seventy rules all links are others, and two texts have another number."""
    folder, output = tmp_path / "rules", tmp_path / "my.db"
    folder.mkdir()
    for at, changed in (("one", ()), ("two", (3, 9))):
        rows = [
            (f"k-{n:04}", f"Rule of {n}", f"{at}/{n}", told(n, 8 if n in changed else 3))
            for n in range(70)
        ]
        (folder / "a.csv").write_text(table(*rows), encoding="utf-8")
        assert main(["build", str(folder), "-o", str(output)]) == 0
    return output


def test_what_matters_is_told_in_full_and_links_are_counted(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(capsys, "diff", str(database), "1", "2", "--color", "never")
    assert "Changes in substance (2)" in lines
    assert sum("[-3-]{+8+}" in line for line in lines) == 2
    assert f"  and {68 - MOST_LIGHT} more (--json has all)" in lines
    assert sum("link: [-one/" in line for line in lines) == MOST_LIGHT
    assert lines[-1] == "70 changed"


def test_no_change_of_words_is_left_out_by_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, number in (("a", 3), ("b", 8)):
        rows = [(f"k-{n:04}", f"Rule of {n}", "", told(n, number)) for n in range(70)]
        (tmp_path / f"{name}.csv").write_text(table(*rows), encoding="utf-8")
        out = str(tmp_path / f"{name}.db")
        assert main(["build", str(tmp_path / f"{name}.csv"), "-o", out]) == 0
    lines = run(capsys, "diff", str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert sum("[-3-]{+8+}" in line for line in lines) == 70


def test_notes_of_one_kind_are_counted_and_asked_for_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [(f"k-{n:04}", f"Rule of {n}", "", told(n)) for n in range(40)]
    copies = [(f"c-{n:04}", f"Copy of {n}", "", told(n)) for n in range(40)]
    (tmp_path / "a.csv").write_text(table(*rows, *copies), encoding="utf-8")
    output = str(tmp_path / "my.db")
    assert main(["build", str(tmp_path / "a.csv"), "-o", output]) == 0
    short = run(capsys, "check", output, "--color", "never")
    whole = run(capsys, "check", output, "--color", "never", "--kind", "identical")
    same = "said twice, letter for letter:"
    assert sum(same in line for line in short) == MOST_NOTES
    assert f"    and {40 - MOST_NOTES} more: variorum check --kind identical" in short
    assert sum(same in line for line in whole) == 40
    # The counts at the end are of all.
    assert any("said twice, letter for letter (40)" in line for line in short)


def test_conflicts_are_told_however_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, number in (("a", 3), ("b", 8)):
        rows = [(f"k-{n:04}", f"Rule of {n}", "", told(n, number)) for n in range(45)]
        (tmp_path / f"{name}.csv").write_text(table(*rows), encoding="utf-8")
    output = str(tmp_path / "my.db")
    main(["build", str(tmp_path / "a.csv"), str(tmp_path / "b.csv"), "-o", output])
    lines = run(capsys, "check", output, "--color", "never")
    assert sum("error  two numbers:" in line for line in lines) == 45


def test_where_notes_are_most_of_all_the_rest_is_a_word_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [(f"k-{n:04}", f"Rule of {n}", "", told(n)) for n in range(30)]
    alike = [(f"c-{n:04}", f"Nap of {n}", "", told(n) + " Then it naps.") for n in range(30)]
    for name, number in (("a", 3), ("b", 8)):
        own = (f"d-{number}", "Last Rule", "", told(99, number))
        text = table(*(rows if name == "a" else alike), own)
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    output = str(tmp_path / "my.db")
    main(["build", str(tmp_path / "a.csv"), str(tmp_path / "b.csv"), "-o", output])
    hint = "variorum check --severity warning shows the 1 that matters most"
    assert run(capsys, "check", output, "--color", "never")[-1] == hint
    lines = run(capsys, "check", output, "--color", "never", "--severity", "warning")
    assert lines[-1] == "1 needs a decision: 1 error"


def patterned(*names: str) -> str:
    rows = [
        (f"p-{n:04}", name, "x", f"The {name} bears a {WORDS[n]} and a {WORDS[n + 4]} on its deck.")
        for n, name in enumerate(names)
    ]
    rows.append(("p-9000", "Fog Bank", "x", "Nobody fires at what lies in the fog before noon."))
    rows.append(("p-9001", "Fog Bell", "x", "Nobody fires at what lies in the fog before dusk."))
    return table(*rows)


def test_texts_of_one_pattern_are_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "my.db"
    ships = ["Heron", "Curlew", "Plover", "Dunlin", "Avocet", "Turnstone", "Knot"]
    (tmp_path / "a.csv").write_text(patterned(*ships), encoding="utf-8")
    assert main(["build", str(tmp_path / "a.csv"), "-o", str(output)]) == 0
    short, whole = run(capsys, "check", output), run(capsys, "check", output, "--kind", "near")
    heads = [line for line in short if "texts made from one pattern: " in line]
    assert len(heads) == 1 and heads[0].endswith("and 2 more")
    pairs = sum("two texts that look alike" in line and "alike" in line for line in whole[:-3])
    assert sum("pairs look alike; the most alike one:" in line for line in short) == 1
    # A pair that has no pattern is told as it is, and each pair of one where somebody asks.
    assert any("two texts that look alike" in line and "Fog Bell" in line for line in short)
    assert pairs > 15
    # What is counted are the pairs.
    assert [line for line in short if line.startswith(f"{pairs} duplicates")]


def test_three_texts_are_no_pattern(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "my.db"
    (tmp_path / "a.csv").write_text(patterned("Heron", "Curlew", "Plover"), encoding="utf-8")
    assert main(["build", str(tmp_path / "a.csv"), "-o", str(output)]) == 0
    assert not any("one pattern" in line for line in run(capsys, "check", output))
