"""Databases, decisions, keys and catalogues of earlier versions: nothing of them is lost.

`data/earlier` holds a folder for each schema there was: a small game with decisions, keys,
catalogues (from the second on) and the database that the program of that time made of three
states of it.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest
from site_client import client

from variorum import po
from variorum.cli import main
from variorum.schema import SCHEMA_VERSION, migrate, open_database
from variorum.schema.migrations import statements

EARLIER = Path(__file__).parent / "data" / "earlier"
VERSIONS = range(1, SCHEMA_VERSION)


def revisions(version: int) -> int:
    """How many there are; the folder of the first schema had no catalogue to be translated."""
    return 3 if version == 1 else 4


def unpacked(version: int, folder: Path) -> None:
    """A folder as the program of an earlier schema left it: `rules.db` and its sources."""
    with zipfile.ZipFile(EARLIER / f"schema_{version}.zip") as packed:
        packed.extractall(folder)


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """A schema of old, whose folder is the present one."""
    unpacked(request.param, tmp_path)
    monkeypatch.chdir(tmp_path)
    return int(request.param)


Table = tuple[list[str], list[tuple[object, ...]]]


def views(path: str) -> dict[str, Table]:
    """Columns and rows of every view, as any program that knows SQLite sees them."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        names = database.execute("select name from sqlite_master where type = 'view' order by name")
        return {name: rows(database, name) for (name,) in names.fetchall()}


def rows(database: sqlite3.Connection, view: str, columns: list[str] | None = None) -> Table:
    found = columns or [row[1] for row in database.execute(f'pragma table_info("{view}")')]
    chosen = ", ".join(f'"{name}"' for name in found)
    told = database.execute(f'select {chosen} from "{view}"')
    return found, sorted((tuple(row) for row in told), key=repr)


def same(old: dict[str, Table], database: sqlite3.Connection) -> None:
    for view, (columns, told) in old.items():
        assert rows(database, view, columns)[1] == told, view


def test_every_schema_there_was_has_its_folder() -> None:
    """Before a schema is changed, a folder of the one before is put beside the others."""
    assert sorted(path.name for path in EARLIER.iterdir()) == [
        f"schema_{number}.zip" for number in VERSIONS
    ]


def test_every_view_tells_after_the_migration_what_it_told_before(version: int) -> None:
    old, bytes_ = views("rules.db"), Path("rules.db").read_bytes()
    assert sum(len(told) for _, told in old.values()) > 80
    # A reader migrates a copy in memory,
    with contextlib.closing(open_database(Path("rules.db"))) as database:
        same(old, database)
        assert [tuple(r) for r in database.execute("select entry_key from search('ferry*')")]
    assert Path("rules.db").read_bytes() == bytes_
    # and a file that is migrated keeps everything too.
    assert migrate(Path("rules.db")) is True
    with contextlib.closing(sqlite3.connect("rules.db")) as database:
        assert database.execute("pragma user_version").fetchone() == (SCHEMA_VERSION,)
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("pragma foreign_key_check").fetchall() == []
        same(old, database)
    assert migrate(Path("rules.db")) is False


READERS = [
    ("check", "--all", "--format", "json"),
    ("history",),
    ("history", "rules.db", "reeds/rope"),
    ("diff", "rules.db", "1", "2"),
    ("export",),
    ("export", "--format", "csv"),
    ("export", "--format", "tmx"),
    ("export", "--format", "tbx"),
    ("export", "--view", "text_versions"),
    ("translations", "stats", "--translations", "rules/translations"),
    ("translations", "check", "--translations", "rules/translations"),
    ("translations", "extract", "--translations", "other"),
    ("translations", "update", "--translations", "rules/translations"),
    ("site", "public"),
]


def test_every_command_reads_it_and_leaves_it_alone(
    version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    bytes_ = Path("rules.db").read_bytes()
    for argv in READERS:
        assert main(argv) in (0, 1), argv
        shown = capsys.readouterr()
        assert not shown.err, argv
        assert shown.out, argv
        assert Path("rules.db").read_bytes() == bytes_, argv
    with contextlib.closing(sqlite3.connect("public/rules.db")) as database:
        assert database.execute("select count(*) from revisions").fetchone() == (
            revisions(version),
        )


def test_an_earlier_state_is_built_again_where_its_files_are_kept(
    version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first schema did not keep them, and says so."""
    for argv in (["build", "rules.db", "--at", "1", "-o", "one.db"], ["check", "--since", "1"]):
        status = main(argv)
        shown = capsys.readouterr()
        if version == 1:
            assert status == 2 and "older version of variorum" in shown.err
            assert "build it from the files themselves" in shown.err
        else:
            assert status in (0, 1) and not shown.err
    if version > 1:
        with contextlib.closing(open_database(Path("one.db"))) as database:
            texts = {text for (text,) in database.execute("select text from entries")}
        assert "A rope holds three sailors at once." in texts and len(texts) == 6


def test_the_site_shows_it(version: int) -> None:
    bytes_ = Path("rules.db").read_bytes()
    site = client(Path("rules.db"))
    try:
        assert "four sailors" in site.get("/entry/reeds/rope").text
        told = site.get("/history").text
        assert "third printing" in told
        pages = re.findall(r'href="(/history/[0-9a-f]+)"', told)
        assert any("reeds/old-oar" in site.get(page).text for page in pages)
    finally:
        site.close()
    assert Path("rules.db").read_bytes() == bytes_


def test_a_build_goes_on_where_it_ended(version: int, capsys: pytest.CaptureFixture[str]) -> None:
    old = views("rules.db")
    kept = {name: Path("rules", name).read_bytes() for name in ("variorum.toml", "variorum.keys")}
    catalogue = Path("rules/translations/hu/LC_MESSAGES/reeds.po")
    kept_catalogue = catalogue.read_bytes() if version > 1 else b""
    assert main(["build", "rules", "--date", "2024-06-04"]) == 0
    shown = capsys.readouterr()
    assert f"(revision {revisions(version)}, no text changed)" in shown.out and not shown.err
    now = views("rules.db")
    # What people decided and what had a key is as it was.
    for view in ("entries", "former_keys", "translations", "coverage"):
        columns, told = old[view]
        with contextlib.closing(sqlite3.connect("rules.db")) as database:
            assert rows(database, view, columns)[1] == told, view
    assert verdicts(now) == verdicts(old) and len(verdicts(now)) == 2
    assert {n: Path("rules", n).read_bytes() for n in kept} == kept
    if version > 1:
        assert catalogue.read_bytes() == kept_catalogue
        translated = [row for row in now["translations"][1] if "Kötél" in row]
        assert len(translated) == 1
    # The next edit is one more revision; all before it stays.
    source = Path("rules/lanterns.csv")
    source.write_text(source.read_text("utf-8").replace("four sailors", "five sailors"), "utf-8")
    assert main(["build", "rules", "--date", "2024-06-05"]) == 0
    with contextlib.closing(open_database(Path("rules.db"))) as database:
        columns, told = old["revisions"]
        found = rows(database, "revisions", columns)[1]
        assert len(found) == revisions(version) + 1
        assert [row for row in found if row in told] == told
        said = database.execute(
            "select text from text_versions where entry_key = 'reeds/rope' and lang = 'en'"
            " and source is null order by number_from"
        )
        texts = [str(text) for (text,) in said]
        assert [word for text in texts for word in ("three", "four", "five") if word in text] == [
            "three",
            "four",
            "five",
        ]


def verdicts(told: dict[str, Table]) -> list[tuple[object, object]]:
    found = []
    for view in ("findings", "duplicates", "conflicts"):
        columns, lines = told[view]
        for row in lines:
            values = dict(zip(columns, row, strict=True))
            if values["verdict"] is not None:
                found.append((values["id"], values["verdict"]))
    return sorted(found, key=repr)


def test_a_step_that_fails_leaves_the_old_one(
    version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from variorum.schema import migrations

    before = Path("rules.db").read_bytes()
    files = sorted(Path().rglob("*"))
    whole, steps = migrations.sql, []

    def broken(name: str) -> str:
        """The last step fails after all of it but the last statement was done."""
        text = whole(name)
        steps.append(name)
        # First it is done in memory, to look at what is there.
        if name != f"schema_{SCHEMA_VERSION}.sql" or steps.count(name) == 1:
            return text
        return "".join(statements(text)[:-1]) + "\ninsert into nowhere values (1);"

    monkeypatch.setattr(migrations, "sql", broken)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(Path("rules.db"))
    assert Path("rules.db").read_bytes() == before
    assert sorted(Path().rglob("*")) == files


# What a newer version made


def newer(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
        database.commit()


@pytest.mark.parametrize(
    "argv",
    [
        ("build", "rules"),
        ("build", "rules.db", "--at", "1", "-o", "one.db"),
        ("check",),
        ("history",),
        ("diff", "rules.db", "1", "2"),
        ("diff", "rules", "rules.db"),
        ("settle", "rules.db", "0123456789ab", "--accept", "--folder", "rules"),
        ("export",),
        ("export", "--format", "tmx", "-o", "rules.tmx"),
        ("site", "public"),
        ("serve",),
        ("translations", "extract"),
        ("translations", "update"),
        ("translations", "check", "rules.db"),
        ("translations", "stats"),
        ("translations", "import", "rules/translations/hu/LC_MESSAGES/reeds.po", "rules.db"),
    ],
    ids=" ".join,
)
def test_a_newer_one_is_refused_with_advice(
    argv: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    unpacked(2, tmp_path)
    monkeypatch.chdir(tmp_path)
    newer(Path("rules.db"))
    before = {path: path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}
    assert main(argv) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("rules.db: a newer version of variorum made this database")
    assert "update variorum" in shown.err and shown.err.count("\n") == 1 and not shown.out
    assert {p: p.read_bytes() for p in sorted(Path().rglob("*")) if p.is_file()} == before


def test_the_site_goes_on_showing_what_it_can_read(tmp_path: Path) -> None:
    unpacked(2, tmp_path)
    path = tmp_path / "rules.db"
    site = client(path)
    try:
        assert site.get("/entry/reeds/rope").status == 200
        other = tmp_path / "other.db"
        other.write_bytes(path.read_bytes())
        newer(other)
        other.replace(path)
        assert "four sailors" in site.get("/entry/reeds/rope").text
    finally:
        site.close()


@pytest.mark.parametrize(
    ("name", "line"),
    [("variorum.toml", "[dreams]\n"), ("variorum.keys", "reeds/rope v9:zz:0123 @tomorrow\n")],
)
def test_what_a_newer_version_wrote_into_text_files_is_told_with_its_line(
    name: str,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    unpacked(2, tmp_path)
    monkeypatch.chdir(tmp_path)
    with Path("rules", name).open("a", encoding="utf-8") as file:
        file.write(line)
    number = Path("rules", name).read_text("utf-8").count("\n")
    before = {path: path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}
    assert main(["build", "rules"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"rules/{name}:{number}: ") and shown.count("\n") == 1
    assert "newer version of variorum" in shown
    assert {p: p.read_bytes() for p in sorted(Path().rglob("*")) if p.is_file()} == before


# Catalogues that other tools have written


BODY = """
#. reeds, lanterns.csv
#: lanterns.csv:3
msgctxt "reeds/rope"
msgid "A rope holds four sailors at once."
msgstr "Egy kötél egyszerre négy matrózt tart."

#, fuzzy
msgctxt "reeds/crossing"
msgid "Crossing"
msgstr "Átkelés"
"""
TOOLS = {
    "poedit": "Project-Id-Version: Reeds 2\\nPOT-Creation-Date: \\nPO-Revision-Date: 2021-02-03 04:05+0100\\n"
    "Last-Translator: Bea <bea@example.org>\\nLanguage-Team: none\\nLanguage: hu\\nMIME-Version: 1.0\\n"
    "Content-Type: text/plain; charset=UTF-8\\nContent-Transfer-Encoding: 8bit\\n"
    "X-Generator: Poedit 2.4.2\\nX-Poedit-Basepath: ..\\nX-Poedit-SourceCharset: UTF-8\\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\\nX-Poedit-SearchPath-0: .\\n",
    "weblate": "Language: hu\\nContent-Type: text/plain; charset=UTF-8\\n"
    "X-Generator: Weblate 5.4\\nX-Language: hu\\nX-Source-Language: en\\nPlural-Forms: nplurals=1; plural=0;\\n",
    "lokalize": "Language: hu_HU\\nContent-Type: text/plain; charset=utf-8\\nX-Generator: Lokalize 21.12\\n",
    "virtaal": "Language: hu\\nContent-Type: text/plain; charset=ISO-8859-2\\nX-Generator: Virtaal 0.7.1\\n",
    "pot2po": "Content-Type: text/plain; charset=UTF-8\\nX-Generator: Translate Toolkit 3.1\\nX-Accelerator-Marker: &\\n",
    "unknown": "Content-Type: text/plain; charset=UTF-8\\nX-Odd: kept as it is\\nFavourite colour: green\\n",
}  # fmt: skip
CHARSET = {"virtaal": "iso-8859-2"}


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("tool", [*TOOLS, "none"])
def test_a_catalogue_of_another_tool_loses_nothing(
    tool: str,
    ends: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    unpacked(2, tmp_path)
    monkeypatch.chdir(tmp_path)
    folder = Path("rules/translations")
    path = folder / "hu/LC_MESSAGES/reeds.po"
    header = f'# Ours since 2009.\nmsgid ""\nmsgstr ""\n"{TOOLS[tool]}"\n' if tool in TOOLS else ""
    raw = (header + BODY).replace("\n", ends).encode(CHARSET.get(tool, "utf-8"))
    path.write_bytes(raw)
    before = po.read(path)
    for _ in range(2):
        assert main(["translations", "update", "--translations", str(folder)]) == 0, (
            capsys.readouterr().err
        )
    after = po.read(path)
    told = {m.msgid: (m.msgstr, m.fuzzy) for m in after.messages if not m.is_header}
    assert told["A rope holds four sailors at once."] == (
        ("Egy kötél egyszerre négy matrózt tart.",), False,
    )  # fmt: skip
    assert told["Crossing"] == (("Átkelés",), True)
    for name, value in before.header.fields:
        if name not in ("POT-Creation-Date", "X-Generator", "PO-Revision-Date"):
            assert after.header.get(name).strip() == value.strip(), name
    if header:
        assert "# Ours since 2009." in path.read_text(CHARSET.get(tool, "utf-8"))
    assert (b"\r\n" in path.read_bytes()) == (ends == "\r\n")
    assert main(["build", "rules"]) == 0
    with contextlib.closing(open_database(Path("rules.db"))) as database:
        states = database.execute(
            "select state from translations where text is not null order by entry_key"
        )
        assert [state for (state,) in states] == ["fuzzy", "translated"]
