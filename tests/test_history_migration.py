"""A database that the program of the first schema wrote is one with a history."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from schema_corpora import SMALL, corpus, with_second_witness

from variorum.cli.program import main
from variorum.schema import APPLICATION_ID, SCHEMA_VERSION, migrate, open_database, write
from variorum.schema.connect import sql

DUMP = Path(__file__).parent / "data" / "schema_1_database.sql"
LAST = {
    "Moving": ["A band walks eight paces.", SMALL["Moving"][1]],
    "Shooting": ["Roll two dice for each archer."],
    "Rout": [],
}
WITNESS = ["A band walks nine paces."]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The tables of the first schema, and the rows and views of a database that had it."""
    path = tmp_path / "rules.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql("schema_1.sql") + sql("search.sql"))
        connection.executescript(DUMP.read_text("utf-8"))
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
        connection.execute("pragma user_version = 1")
    return path


QUESTIONS = {
    "revisions": "select number, date, label, schema_version, added, changed, removed"
    " from revisions order by number",
    "changes": "select revision, entry_key, change, delta from changes order by number, entry_key",
    "text_versions": "select entry_key, date_from, date_to, title, text, source from text_versions"
    " order by number_from, entry_key",
    "as of a date": "select title, text from text_versions where entry_key = 'lantern/moving'"
    " and source is null and date_from <= '2022-06-01'"
    " and (date_to is null or date_to > '2022-06-01')",
    "entries": "select key, title, text from entries order by position",
}


def answers(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    return {
        name: [tuple(row) for row in connection.execute(query)] for name, query in QUESTIONS.items()
    }


def test_it_answers_the_same_before_and_after(old: Path) -> None:
    with contextlib.closing(sqlite3.connect(old)) as connection:
        before = answers(connection)
    bytes_ = old.read_bytes()
    with contextlib.closing(open_database(old)) as connection:
        assert answers(connection) == before
    assert old.read_bytes() == bytes_
    assert migrate(old) is True
    with contextlib.closing(sqlite3.connect(old)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (SCHEMA_VERSION,)
        assert answers(connection) == before
    assert len(before["text_versions"]) == 6
    assert [row[2] for row in before["revisions"]] == ["first printing", None, "third printing"]


def test_a_build_goes_on_with_its_history(old: Path) -> None:
    same = write(
        with_second_witness(corpus(LAST), "lantern/moving", WITNESS), old, date="2024-06-04"
    )
    assert (same.number, same.new, same.label) == (3, False, "third printing")
    changed = {**LAST, "Moving": ["A band walks nine paces.", SMALL["Moving"][1]]}
    more = write(
        with_second_witness(corpus(changed), "lantern/moving", WITNESS), old, date="2024-06-04"
    )
    assert (more.number, more.changed, more.added, more.removed) == (4, 1, 0, 0)
    with contextlib.closing(open_database(old)) as connection:
        versions = connection.execute(
            "select date_from, date_to, text from text_versions"
            " where entry_key = 'lantern/moving' and source is null order by number_from"
        ).fetchall()
        assert [row[2].split(".")[0] for row in versions] == [
            "A band walks six paces",
            "A band walks eight paces",
            "A band walks nine paces",
        ]
        assert [row[1] for row in versions] == ["2023-05-03", "2024-06-04", None]
        schemas = connection.execute("select schema_version from revisions order by number")
        assert [row[0] for row in schemas] == [1, 1, 1, SCHEMA_VERSION]


def test_its_revisions_are_compared_and_told_but_not_built_again(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = old.read_bytes()
    assert main(["diff", str(old), "1", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [(c["entry_key"], c["change"], c["meaning"]) for c in report["changes"]] == [
        ("lantern/moving", "changed", "substantive"),
        ("lantern/shooting", "changed", "substantive"),
    ]
    assert main(["diff", str(old), "1", "first printing"]) == 0
    assert "Nothing changed." in capsys.readouterr().out
    assert main(["history", str(old), "lantern/torches", "--color", "never"]) == 0
    told = capsys.readouterr().out
    assert "added: Torches" in told and "removed: Torches" in told
    assert main(["build", str(old), "--at", "1", "-o", str(tmp_path / "one.db")]) == 2
    assert "older version of variorum" in capsys.readouterr().err
    assert main(["check", str(old), "--since", "1"]) == 2
    assert old.read_bytes() == before
