"""Databases of an older schema."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from schema_corpora import SMALL, corpus

from variorum.model import VariorumError
from variorum.schema import APPLICATION_ID, SCHEMA_VERSION, migrate, open_database, write
from variorum.schema.connect import sql
from variorum.schema.migrations import apply, statements, steps


def schema(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    rows = connection.execute(
        "select type, name, sql from sqlite_master where sql is not null order by type, name"
    )
    return [(kind, name, " ".join(text.split())) for kind, name, text in rows]


def oldest(path: Path) -> None:
    """A database before the first schema: only the name of the program."""
    connection = sqlite3.connect(path)
    connection.execute(f"pragma application_id = {APPLICATION_ID}")
    connection.execute("create table kept (x)")
    connection.commit()
    connection.close()


def test_there_is_a_step_for_every_version() -> None:
    names = [step.name for step in steps()._migrations]
    assert names == [f"schema_{number}" for number in range(1, SCHEMA_VERSION + 1)]


def test_all_steps_lead_to_the_schema_of_a_new_build(tmp_path: Path) -> None:
    migrated = sqlite3.connect(":memory:")
    apply(migrated)
    write(corpus(SMALL), tmp_path / "rules.db", date="2024-05-31")
    built = sqlite3.connect(tmp_path / "rules.db")
    wanted = [row for row in schema(built) if not row[1].startswith("sqlite_")]
    assert schema(migrated) == wanted
    assert migrated.execute("pragma user_version").fetchone() == (SCHEMA_VERSION,)
    assert migrated.execute("pragma application_id").fetchone() == (APPLICATION_ID,)
    built.close()


def test_an_older_file_is_migrated_once_and_equally(tmp_path: Path) -> None:
    for name in ("a.db", "b.db"):
        oldest(tmp_path / name)
        assert migrate(tmp_path / name) is True
    before = (tmp_path / "a.db").read_bytes()
    assert before == (tmp_path / "b.db").read_bytes()
    assert migrate(tmp_path / "a.db") is False
    assert (tmp_path / "a.db").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "b.db"]
    tables = {
        row[0]
        for row in sqlite3.connect(tmp_path / "a.db").execute("select name from sqlite_master")
    }
    assert {"kept", "entry", "entries"} <= tables
    assert "_sqlite_migrations" not in tables


def test_readers_of_an_older_file_leave_it_alone(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    oldest(path)
    before = path.read_bytes()
    connection = open_database(path)
    assert connection.execute("select count(*) from entries").fetchone()[0] == 0
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("delete from entry")
    assert path.read_bytes() == before


def test_a_build_takes_over_an_older_file(tmp_path: Path) -> None:
    oldest(tmp_path / "rules.db")
    assert write(corpus(SMALL), tmp_path / "rules.db", date="2024-05-31").number == 1
    assert migrate(tmp_path / "rules.db") is False


def test_what_is_not_ours_is_not_migrated(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    sqlite3.connect(path).execute("create table mine (x)").connection.close()
    before = path.read_bytes()
    with pytest.raises(VariorumError):
        migrate(path)
    with pytest.raises(VariorumError):
        migrate(tmp_path / "nowhere.db")
    assert path.read_bytes() == before


def test_a_failing_step_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from variorum.schema import migrations

    path = tmp_path / "rules.db"
    oldest(path)
    before = path.read_bytes()
    monkeypatch.setattr(migrations, "sql", lambda name: "create table kept (y);")
    with pytest.raises(sqlite3.OperationalError, match="kept"):
        migrate(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["rules.db"]


def test_a_script_falls_into_its_statements() -> None:
    parts = statements(sql("tables.sql"))
    assert "".join(parts).strip() == sql("tables.sql").strip()
    assert all(sqlite3.complete_statement(part) for part in parts)
