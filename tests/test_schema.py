"""The tables, the public views, and what is said about them."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_corpora import SMALL, corpus, with_second_witness
from soaking import examples

from variorum.model import Conflict, Corpus, Difference, Duplicate, Finding, Property, Reference
from variorum.schema import APPLICATION_ID, SCHEMA_VERSION, open_database, source_bytes, write
from variorum.schema.connect import sql
from variorum.schema.describe import datasette_metadata, views, views_markdown
from variorum.schema.generate import tables_sql

ROOT = Path(__file__).parents[1]

# The contract's views and columns, spelled out: a change here is a new version of the contract.
CONTRACT = {
    "systems": "system title lang",
    "sources": "source system lang format encoding bytes lines sha256 title author url date licence",
    "fragments": "source position byte_start byte_end line_start line_end kind entry_key text",
    "entries": "key kind system lang title name parameter abbreviation english marker parent_key"
    " depth position status source line passages text sort_key",
    "passages": "entry_key position kind text source line",
    "witnesses": "entry_key witness is_base source line_start line_end title text",
    "properties": "entry_key name value source line",
    "duplicates": "id entry_key other_key scope relation similarity source line start other_source"
    " other_line other_start verdict",
    "conflicts": "id entry_key other_key scope kind source line start other_source other_line"
    " other_start reading other_reading verdict",
    "differences": "conflict_id position class start end other_start other_end",
    "cross_references": "from_key passage source line start end surface kind target to_key status",
    "findings": "id kind severity source line column excerpt suggestion entry_key message verdict",
    "terms": "concept system lang term status note",
    "translations": "entry_key position lang source_text text state translator catalogue line",
    "coverage": "system lang messages words translated fuzzy untranslated reviewed stale percent",
    "revisions": "revision number date label schema_version added changed removed",
    "changes": "revision entry_key change meaning delta",
    "text_versions": "entry_key lang source revision_from revision_to date_from date_to title text",
    "former_keys": "former_key key",
    "search": "entry_key position lang title text forms",
}
CONTRACT |= dict.fromkeys(("capabilities", "rules"), CONTRACT["entries"])


def full() -> Corpus:
    """A corpus with a row in every table that the model can fill."""
    base = with_second_witness(corpus(SMALL), "lantern/moving", ["A band walks eight paces."])
    moving, shooting, rout = base.entries
    told = replace(
        moving.witnesses[0], properties=(Property("cost", "5", "rules.txt", 1),), structured=True
    )
    moving = replace(moving, witnesses=(told, moving.witnesses[1]), parent_key="lantern/rout")
    shooting = replace(shooting, kind="capability", parameter="N", abbreviation="SH", marker="*")
    place = ("rules.txt", 2, 13)
    other = ("rules.txt", 1, 13)
    return replace(
        base,
        entries=(moving, shooting, rout),
        references=(
            Reference(
                *("lantern/shooting", 1, "rules.txt", 6, 0, 4, "Roll", "rule", "Rout"),
                *("lantern/rout", "resolved", "equal words"),
            ),
            Reference(
                *("lantern/shooting", 1, "rules.txt", 6, 5, 8, "die", "page", "12", None),
                *("external", "a page"),
            ),
        ),
        findings=(
            Finding(
                *("doubled_word", "warning", "rules.txt", 2, 3, "band band", "band"),
                *("lantern/moving", "a word stands twice", "f1"),
            ),
            Finding("other", "error", "picture.png", None, None, None, None, None, "no text", "f2"),
        ),
        duplicates=(
            Duplicate(
                *("lantern/moving", "lantern/moving", "passage", "near", 0.9, *place, *other, "d1"),
            ),
        ),
        conflicts=(
            Conflict(
                *("lantern/moving", "lantern/moving", "passage", "number", *place, *other),
                *("six", "eight", (Difference("number", 0, 3, 0, 5),), "c1", "first"),
            ),
        ),
        former_keys=(("lantern/marching", "lantern/moving"),),
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    path = tmp_path_factory.mktemp("schema") / "rules.db"
    write(full(), path, date="2024-05-31", label="first")
    return open_database(path)


def rows(connection: sqlite3.Connection, query: str, *values: object) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute(query, values)]


@pytest.mark.parametrize("view", CONTRACT)
def test_every_view_and_column_of_the_contract_is_there(
    built: sqlite3.Connection, view: str
) -> None:
    columns = [f'"{column}"' for column in CONTRACT[view].split()]
    built.execute(f"select {', '.join(columns)} from {view}").fetchall()
    names = [row[1] for row in built.execute(f"pragma table_xinfo({view})")]
    assert names[: len(columns)] == CONTRACT[view].split()


def test_the_public_views_are_the_described_ones(built: sqlite3.Connection) -> None:
    there = {row[0] for row in rows(built, "select name from sqlite_master where type = 'view'")}
    assert there | {"search"} == {view.name for view in views()}
    assert there | {"search"} >= set(CONTRACT)


@pytest.mark.parametrize("view", views(), ids=lambda view: view.name)
def test_every_column_is_described_and_every_query_runs(
    built: sqlite3.Connection, view: object
) -> None:
    view = next(v for v in views() if v == view)
    names = [row[1] for row in built.execute(f"pragma table_info({view.name})")]
    assert [name for name, _ in view.columns] == names
    assert all(about.strip() for _, about in view.columns)
    wanted = dict.fromkeys(re.findall(r"(?<!:):([a-z]+)", view.query), "x")
    assert re.search(rf"\b{view.name}\b", view.query)
    built.execute(view.query, wanted).fetchall()


def test_the_documentation_holds_every_view_column_and_query() -> None:
    page = (ROOT / "docs" / "views.md").read_text("utf-8")
    assert page == views_markdown(), "run python -m variorum.schema.generate"
    for view, columns in CONTRACT.items():
        section = page.split(f"\n## {view}\n", 1)[1].split("\n## ", 1)[0]
        assert "```sql\n" in section
        for column in columns.split():
            assert re.search(rf"^\| `{column}` \| \S", section, re.M), (view, column)


def test_the_committed_tables_are_those_of_the_models() -> None:
    assert sql("tables.sql") == tables_sql(), "run python -m variorum.schema.generate"


def test_the_models_and_the_built_file_agree(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from variorum.schema.models import metadata

    path = tmp_path / "rules.db"
    write(full(), path, date="2024-05-31")

    def ours(thing: object, name: str | None, kind: str, *_rest: object) -> bool:
        return kind != "table" or not (name or "").startswith("search")

    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"include_object": ours, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_every_table_is_strict_with_one_integer_key(built: sqlite3.Connection) -> None:
    tables = rows(
        built,
        "select name, strict from pragma_table_list where type = 'table' and schema = 'main'"
        " and name not like 'sqlite_%'",
    )
    assert len(tables) >= 18
    for name, is_strict in tables:
        assert is_strict == 1, name
        keys = [c for c in built.execute(f"pragma table_info({name})") if c["pk"]]
        assert [c["type"] for c in keys] == ["INTEGER"], name


def test_the_models_write_and_read_the_same_rows(tmp_path: Path) -> None:
    from sqlalchemy import create_engine
    from sqlmodel import Session, select

    from variorum.schema.models import EntryRow

    path = tmp_path / "rules.db"
    write(full(), path, date="2024-05-31")
    engine = create_engine(f"sqlite:///{path}")
    with Session(engine) as session:
        found = session.exec(select(EntryRow).where(EntryRow.key == "lantern/shooting")).one()
        assert (found.title, found.kind, found.parent_id) == ("Shooting", "capability", None)
    engine.dispose()


def test_the_file_names_its_program_and_schema(built: sqlite3.Connection) -> None:
    assert rows(built, "pragma application_id") == [(APPLICATION_ID,)]
    assert rows(built, "pragma user_version") == [(SCHEMA_VERSION,)]
    assert APPLICATION_ID.to_bytes(4, "big") == b"Vari"


def test_an_entry_is_its_base_witness(built: sqlite3.Connection) -> None:
    assert rows(
        built,
        "select text, passages, line, source, parent_key from entries where key = 'lantern/moving'",
    ) == [("\n".join(SMALL["Moving"]), 2, 1, "rules.txt", "lantern/rout")]
    assert rows(built, "select text, passages from entries where status = 'empty'") == [("", 0)]
    assert rows(built, "select key from capabilities") == [("lantern/shooting",)]
    assert rows(built, "select count(*) from rules") == [(2,)]
    assert rows(
        built, "select witness, is_base, text from witnesses where entry_key = 'lantern/moving'"
    ) == [(1, 1, "\n".join(SMALL["Moving"])), (2, 0, "A band walks eight paces.")]
    assert rows(built, "select count(*) from passages") == [(3,)]
    assert rows(built, "select count(*) from readings") == [(4,)]


def test_another_base_witness_gives_another_text(tmp_path: Path) -> None:
    told = full()
    moving = replace(told.entries[0], base=1)
    write(replace(told, entries=(moving, *told.entries[1:])), tmp_path / "r.db", date="2024-05-31")
    connection = open_database(tmp_path / "r.db")
    assert rows(connection, "select text from entries where key = 'lantern/moving'") == [
        ("A band walks eight paces.",)
    ]
    assert rows(connection, "select text from passages where entry_key = 'lantern/moving'") == [
        ("A band walks eight paces.",)
    ]


def test_what_was_found_out_is_told(built: sqlite3.Connection) -> None:
    assert rows(built, "select id, reading, other_reading, verdict from conflicts") == [
        ("c1", "six", "eight", "first")
    ]
    assert rows(built, 'select conflict_id, class, start, "end" from differences') == [
        ("c1", "number", 0, 3)
    ]
    assert rows(built, "select to_key, status, why from cross_references") == [
        ("lantern/rout", "resolved", "equal words"),
        (None, "external", "a page"),
    ]
    assert rows(built, "select source, entry_key from findings") == [
        ("rules.txt", "lantern/moving"),
        ("picture.png", None),
    ]
    assert rows(built, "select id, similarity from duplicates") == [("d1", 0.9)]
    assert rows(built, "select name, value from properties") == [("cost", "5")]
    assert rows(built, "select * from former_keys") == [("lantern/marching", "lantern/moving")]


def test_coverage_counts_what_the_catalogues_say(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    write(full(), path, date="2024-05-31")
    with sqlite3.connect(path) as connection:
        states = ("translated", "reviewed", "fuzzy", "untranslated", "stale", "translated")
        connection.executemany(
            "insert into translation values (?, 1, 1, 0, 'hu', 'two words', 't', ?, null, null,"
            " null, 2, null)",
            list(enumerate(states, 1)),
        )
    assert rows(connection, "select * from coverage") == [
        ("lantern", "hu", 6, 12, 2, 1, 1, 1, 1, 50.0)
    ]
    assert rows(connection, "select entry_key, state from translations limit 1") == [
        ("lantern/moving", "translated")
    ]
    connection.close()


def test_views_use_their_indexes() -> None:
    # Without rows: the planner would rather scan a table of three than use an index.
    empty = sqlite3.connect(":memory:")
    for name in ("tables.sql", "views.sql", "search.sql"):
        empty.executescript(sql(name))
    for query in (
        "select * from entries where key = 'x'",
        "select * from passages where entry_key = 'x'",
        "select * from witnesses where entry_key = 'x'",
        "select * from readings where entry_key = 'x'",
        "select * from properties where entry_key = 'x'",
        "select * from fragments where source = 'x'",
        "select * from fragments where entry_key = 'x'",
        "select * from findings where entry_key = 'x'",
        "select * from findings where source = 'x'",
        "select * from conflicts where entry_key = 'x'",
        "select * from conflicts where id = 'x'",
        "select * from differences where conflict_id = 'x'",
        "select * from duplicates where other_key = 'x'",
        "select * from cross_references where from_key = 'x'",
        "select * from cross_references where to_key = 'x'",
        "select * from translations where entry_key = 'x' and lang = 'hu'",
        "select * from text_versions where entry_key = 'x'",
        "select * from changes where entry_key = 'x'",
        "select * from former_keys where former_key = 'x'",
    ):
        plan = [row[3] for row in empty.execute(f"explain query plan {query}")]
        # What the parts of a view gave is gone through, row by row.
        given = ("SCAN (subquery", f"SCAN {query.split()[3]}")
        scans = [s for s in plan if s.startswith("SCAN") and not s.startswith(given)]
        assert not scans, (query, plan)


words = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), min_size=1, max_size=12)


@pytest.mark.invariant
@examples(25)
@given(
    told=st.dictionaries(words, st.lists(words, max_size=3), max_size=4),
    encoding=st.sampled_from(["utf-8", "utf-8-sig"]),
)
def test_fragments_tile_the_source_and_give_its_bytes(
    tmp_path_factory: pytest.TempPathFactory, told: dict[str, list[str]], encoding: str
) -> None:
    keyed = {f"{n} {title}": passages for n, (title, passages) in enumerate(told.items())}
    given_corpus = corpus(keyed, encoding=encoding)
    entries = tuple(
        replace(entry, key=f"lantern/e{n}") for n, entry in enumerate(given_corpus.entries)
    )
    given_corpus = replace(
        given_corpus,
        entries=entries,
        fragments=tuple(f._replace(entry_key=None) for f in given_corpus.fragments),
    )
    path = tmp_path_factory.mktemp("tiles") / "rules.db"
    write(given_corpus, path, date="2024-05-31")
    connection = open_database(path)
    raw = given_corpus.sources[0].raw
    assert source_bytes(connection, "rules.txt") == raw
    assert rows(connection, "select raw from source") == [(None,)]
    at = 0
    found = rows(connection, "select position, byte_start, byte_end, text from fragments")
    for number, (position, start, end, text) in enumerate(found, 1):
        assert (position, start) == (number, at)
        assert isinstance(end, int)
        assert raw[at:end].decode(encoding) == text
        at = end
    assert at == len(raw)
    assert rows(connection, "select key, text from entries") == [
        (entry.key, entry.base_witness.text) for entry in entries
    ]
    connection.close()


@pytest.mark.parametrize("encoding", ["cp1250", "cp1252", "iso8859-2", "utf-8", "utf-8-sig"])
def test_source_bytes_come_back_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    told = corpus(
        {"Őrség" if encoding != "cp1252" else "Relève": ["Szél és hó."]}, encoding=encoding
    )
    write(told, tmp_path / "r.db", date="2024-05-31")
    connection = open_database(tmp_path / "r.db")
    assert source_bytes(connection, "rules.txt") == told.sources[0].raw
    with pytest.raises(KeyError):
        source_bytes(connection, "nowhere.txt")


def test_bytes_that_their_text_does_not_give_back_are_kept(tmp_path: Path) -> None:
    told = corpus(SMALL)
    source = replace(told.sources[0], raw="Kód".encode("utf-16"), text="Kód", encoding="utf-16")
    write(replace(told, sources=(source,), fragments=()), tmp_path / "r.db", date="2024-05-31")
    assert source_bytes(open_database(tmp_path / "r.db"), "rules.txt") == source.raw


def test_the_metadata_names_every_view_and_hides_every_table(built: sqlite3.Connection) -> None:
    metadata = json.loads(json.dumps(datasette_metadata("rules")))
    pages = metadata["databases"]["rules"]["tables"]
    tables = rows(
        built,
        "select name from sqlite_master where type = 'table' and name not like 'search%'"
        " and name not like 'sqlite%'",
    )
    assert {name for (name,) in tables} == {n for n, page in pages.items() if page.get("hidden")}
    for view in views():
        assert pages[view.name]["columns"].keys() == dict(view.columns).keys()
    assert len(metadata["databases"]["rules"]["queries"]) == len(views())


def test_datasette_serves_views_queries_and_search(tmp_path: Path) -> None:
    import asyncio

    from datasette.app import Datasette

    path = tmp_path / "rules.db"
    write(full(), path, date="2024-05-31")
    site = Datasette([], immutables=[str(path)], metadata=datasette_metadata("rules"))

    async def answers(*addresses: str) -> list[tuple[int, str]]:
        got = [await site.client.get(address) for address in addresses]
        return [(answer.status_code, answer.text) for answer in got]

    addresses = [f"/rules/{view.name}" for view in views()]
    addresses += [f"/rules/about_{view.name}" for view in views()]
    addresses += ["/rules", "/rules/entry/1"]
    for address, (status, page) in zip(addresses, asyncio.run(answers(*addresses)), strict=True):
        assert status == 200, (address, page[-500:])
    (_, found), (_, none) = asyncio.run(
        answers(
            "/rules/passages.json?_search=ARCHÉR&_shape=objects",
            "/rules/passages.json?_search=l'arme%22&_shape=objects",
        )
    )
    assert [row["entry_key"] for row in json.loads(found)["rows"]] == ["lantern/shooting"]
    assert json.loads(none)["rows"] == []
