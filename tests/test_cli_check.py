"""`variorum check`: what it shows, for people and for programs, and how it ends."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from small_corpus import write_small

from variorum.cli import main
from variorum.cli.survey import Item, Place
from variorum.cli.text_report import readings
from variorum.cli.words import Style


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_small(tmp_path_factory.mktemp("check") / "small.db")


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_small(tmp_path_factory.mktemp("check") / "small.db", verdict="dismissed")


def run(capsys: pytest.CaptureFixture[str], *argv: str | Path) -> tuple[int, str]:
    status = main(["check", *map(str, argv)])
    return status, capsys.readouterr().out


def test_the_report_reads_by_system_source_and_weight(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, shown = run(capsys, database)
    assert status == 1
    places = re.findall(r"^    (\S+)  (error|warning|note)  (.+)$", shown, re.M)
    assert places == [
        ("notes.txt", "note", "file without rules"),
        ("b.txt:2", "error", "two numbers: Leap"),
        ("rules/a.txt:2:19", "warning", "word said twice: Leap"),
        ("rules/a.txt:2", "note", "said twice, letter for letter: entry Leap"),
        ("rules/a.txt:2", "note", "two texts that look alike: Leap, 90% alike"),
    ]
    assert "Tin Soldiers (tin)\n" in shown
    assert "Files of no system\n" in shown
    assert "with: rules/a.txt:2 in Leap\n" in shown
    assert "It leaps [-8-]{+6+} inches" in shown
    assert "It leaps [-6-]{+8+} inches" in shown
    assert "read: [-over -]over" in shown or "read: over[- over-]" in shown
    assert shown.endswith(
        "2 findings: file without rules (1) and word said twice (1)\n"
        "1 conflict: two numbers (1)\n"
        "2 duplicates: said twice, letter for letter (1) and two texts that look alike (1)\n"
        "4 need a decision: 1 error, 1 warning and 2 notes\n"
    )


def test_what_is_about_an_entry_and_no_file_stands_with_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A verdict that is outdated is a fault of no file, but of an entry."""
    rules = tmp_path / "rules"
    assert main(["init", str(rules)]) == 0
    (rules / "variorum.toml").write_text(
        '[systems.tin]\ntitle = "Tin Soldiers"\n[sources."a.csv"]\nsystem = "tin"\n', "utf-8"
    )
    (rules / "a.csv").write_text(
        "name;text\nLeap;A model leaps 6 inches over the the wall and must stop.\n",
        "utf-8",
    )
    database = tmp_path / "rules.db"
    assert main(["build", str(rules), "-o", str(database)]) == 0
    with sqlite3.connect(database) as connection:
        (found,) = connection.execute(
            "select id from findings where kind = 'doubled_word'"
        ).fetchone()
    told = ["settle", str(database), found, "--dismiss", "--folder", str(rules)]
    assert main(told) == 0
    (rules / "a.csv").write_text(
        "name;text\nLeap;A model leaps 9 inches over that that fence and must stop.\n",
        "utf-8",
    )
    assert main(["build", str(rules), "-o", str(database)]) == 0
    capsys.readouterr()
    shown = run(capsys, database)[1]
    assert "Tin Soldiers (tin)\n  the whole corpus\n    warning  verdict given" in shown
    assert "Files of no system" not in shown


def test_the_fault_is_marked_under_its_line(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown = run(capsys, database)
    lines = shown.splitlines()
    at = next(n for n, line in enumerate(lines) if set(line.strip()) == {"^"})
    start = lines[at].index("^")
    assert lines[at - 1][start : start + lines[at].count("^")] == "over over"


def test_colours_only_where_asked(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, plain = run(capsys, database)
    _, coloured = run(capsys, database, "--color", "always")
    assert "\x1b" not in plain
    assert "\x1b[4;31mover over\x1b[0m" in coloured
    assert "[-" not in coloured


def test_json_holds_the_same(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = run(capsys, database, "--format", "json")
    report = json.loads(shown)
    assert status == 1
    assert report["counts"] == {"finding": 2, "conflict": 1, "duplicate": 2, "unsettled": 4}
    items = {item["id"]: item for group in report["groups"] for item in group["items"]}
    assert sorted(items) == ["c-1", "d-1", "d-2", "f-1", "f-2"]
    fault = items["f-1"]
    assert fault["place"]["line"] == 2 and fault["place"]["column"] == 19
    assert fault["context"][slice(*fault["fault"])] == fault["excerpt"] == "over over"
    conflict = items["c-1"]
    assert conflict["differences"] == [
        {"class": "number", "start": 9, "end": 10, "other_start": 9, "other_end": 10}
    ]
    assert (conflict["reading"][9:10], conflict["other_reading"][9:10]) == ("6", "8")
    assert not items["d-2"]["unsettled"]


def test_annotations_are_escaped(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = run(capsys, database, "--format", "github", "--folder", "my, rules/")
    lines = shown.splitlines()
    assert status == 1 and len(lines) == 4
    commands = [re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line) for line in lines]
    assert all(commands)
    assert [c[1] for c in commands if c] == ["notice", "error", "warning", "notice"]
    assert lines[0].startswith("::notice file=my%2C rules/notes.txt,title=")
    assert "No rules, 100%25 sure:%0Anone." in lines[0]
    assert ",line=2,col=19," in lines[2]


def test_what_is_settled_is_silent(settled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, settled) == (0, "Nothing found: no finding, no conflict, no duplicate.\n")
    status, shown = run(capsys, settled, "--all")
    assert status == 0
    assert shown.count("[settled: dismissed]") == 5 and shown.endswith("All is settled.\n")


def test_the_exit_status_is_about_what_is_shown(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, shown = run(capsys, database, "--severity", "error")
    assert status == 1 and "two numbers" in shown and "word said twice" not in shown
    assert run(capsys, database, "--kind", "identical")[0] == 0
    assert run(capsys, database, "--kind", "spelling") == (
        0,
        "Nothing found: no finding, no conflict, no duplicate.\n",
    )


def test_an_unknown_kind_is_wrong_usage(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(database), "--kind", "speling"]) == 2
    assert "the kinds are" in capsys.readouterr().err


def test_a_source_cannot_command_the_terminal(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for options in ((), ("--format", "github")):
        assert "\x1b" not in run(capsys, database, *options)[1]


def test_near_duplicates_show_the_very_texts(tmp_path: Path) -> None:
    """Passages of one record share a line: the likeness tells which two are meant."""
    from variorum.cli.texts import Texts
    from variorum.compare import compare

    db = sqlite3.connect(tmp_path / "x.db")
    first, second = "Dogs run 6 inches. Cats sleep.", "Wolves run 6 inches. Cats sleep."
    other = "Ghosts float over walls, gates and rivers."
    db.executescript(
        "create table entries (key, title); create table sources (source, lang);"
        "insert into sources values ('a.csv', 'en');"
        "create table readings (entry_key, source, line, text, position)"
    )
    db.executemany(
        "insert into readings values ('t/a', 'a.csv', 2, ?, ?)",
        [(other, 1), (first, 2), (second, 3)],
    )
    place = {"entry_key": "t/a", "source": "a.csv", "line": 2, "start": 0}
    row = place | {"other_key": "t/a", "other_source": "a.csv", "other_line": 2, "other_start": 0}
    row |= {"scope": "passage", "similarity": compare(first, second, "en").similarity}
    assert set(Texts(db).alike(row) or ()) == {first, second}
    sentences = ("Dogs run 6 inches.", "Wolves run 6 inches.")
    row |= {"scope": "sentence", "similarity": compare(*sentences, "en").similarity}
    assert set(Texts(db).alike(row) or ()) == set(sentences)
    assert Texts(db).alike(row | {"similarity": 0.01}) is None
    assert Texts(db).alike(row | {"line": 3}) is None
    db.close()


def test_two_texts_that_share_little_stand_one_under_the_other() -> None:
    place = Place("a.txt", 1)
    texts = ("Wholly other words stand here.", "A gun may fire twice each turn.")
    item = Item("conflict", "c-1", "wording", "warning", "passage", place, "en", "", *[None] * 6)
    item = replace(item, other=place, reading=texts[0], other_reading=texts[1])
    assert list(readings(item, Style(False))) == [f"1: {texts[1]}", f"2: {texts[0]}"]
    near = replace(item, reading="A gun may fire thrice each turn.")
    assert list(readings(near, Style(False))) == ["A gun may fire [-twice-]{+thrice+} each turn."]
