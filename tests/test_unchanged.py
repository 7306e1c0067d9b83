"""A build of what was built already reads the files and leaves everything alone."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import variorum.loaders
from variorum.cli import fingerprint, main
from variorum.cli.pipeline import up_to_date
from variorum.model import Corpus
from variorum.schema import Standing, kept_row, standing, write

RULES = (
    "name;text\nFerry;A ferry carries four carts over the river.\nFord;Carts wade at the ford.\n"
)
OTHER = "name;text\nQuay;Only ferries land at the quay, and each of them pays.\n"
TOML = '[systems.river]\ntitle = "River"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "rules"
    (rules / "translations" / "fr" / "LC_MESSAGES").mkdir(parents=True)
    (rules / "one.csv").write_text(RULES, "utf-8")
    (rules / "two.csv").write_text(OTHER, "utf-8")
    (rules / "picture.txt").write_bytes(b"\x89PNG\0" + b"\1" * 100_000)
    (rules / "variorum.keys").write_text("", "utf-8")
    assert main(["build", "rules", "--date", "2026-01-01"]) == 0
    return rules


@pytest.fixture(autouse=True)
def no_digest_is_kept() -> Iterator[None]:
    yield
    fingerprint.program_digest.cache_clear()


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object, **__: object) -> None:
        raise AssertionError("the files were loaded")

    monkeypatch.setattr(variorum.loaders, "load", load)


def stands(folder: Path, **given: str) -> Standing | None:
    return up_to_date([folder], Path("rules.db"), **given)  # type: ignore[arg-type]


def built_anew(folder: Path) -> bytes:
    """What a build gives where there is no database."""
    Path("rules.db").rename("kept.db")
    assert main(["build", str(folder), "--date", "2026-01-01"]) == 0
    fresh = Path("rules.db").read_bytes()
    Path("kept.db").replace("rules.db")
    return fresh


def views() -> dict[str, list[tuple[object, ...]]]:
    with contextlib.closing(sqlite3.connect("rules.db")) as database:
        names = database.execute("select name from sqlite_master where type = 'view'").fetchall()
        return {
            name: database.execute(f"select * from {name}").fetchall()
            for (name,) in names
            if name not in ("changes", "revisions", "text_versions", "kept_files")
        }


def test_nothing_is_loaded_again(
    folder: Path, unread: None, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path("rules.db").read_bytes()
    assert main(["build", "rules", "--date", "2027-01-01"]) == 0
    assert capsys.readouterr().out == (
        "rules.db: 2 sources, 2 systems, 3 entries, 0 conflicts, 3 findings"
        " (revision 1, no text changed)\nvariorum check rules.db shows what needs a decision\n"
    )
    assert Path("rules.db").read_bytes() == before
    assert not [p for p in Path().iterdir() if p.name.startswith(".")]


def more(path: Path, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        target = folder / path
        target.write_text((target.read_text("utf-8") if target.exists() else "") + text, "utf-8")

    return change


def gone(folder: Path) -> None:
    (folder / "two.csv").unlink()


def another_picture(folder: Path) -> None:
    (folder / "picture.txt").write_bytes(b"\x89GIF\0" + b"\1" * 100_000)


def renamed(folder: Path) -> None:
    (folder / "two.csv").rename(folder / "three.csv")


PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: fr\\n"\n'


@pytest.mark.parametrize(
    "change",
    [
        more(Path("one.csv"), "Raft;A raft drifts.\n"),
        more(Path("new.csv"), OTHER.replace("Quay", "Dock").replace("ferries", "rafts")),
        more(Path("variorum.toml"), TOML),
        more(Path("translations/fr/LC_MESSAGES/one.po"), PO),
        gone,
        renamed,
        another_picture,
    ],
)
def test_whatever_changes_is_built(folder: Path, change: Callable[[Path], None]) -> None:
    assert stands(folder)
    change(folder)
    assert stands(folder) is None
    assert main(["build", "rules", "--date", "2026-02-01"]) in (0, 2)
    if stands(folder) is None:  # the decisions name a system that is not there
        return
    updated = views()
    Path("rules.db").write_bytes(built_anew(folder))
    assert views() == updated


def test_a_label_and_another_way_of_reading_are_built(folder: Path) -> None:
    assert stands(folder, label="v2") is None
    assert main(["build", "rules", "--label", "v2"]) == 0
    assert stands(folder, label="v2") and stands(folder)
    assert main(["build", "rules", "--repair-encoding"]) == 0
    assert stands(folder) is None
    assert up_to_date([folder], Path("rules.db"), repair_encoding=True)


def test_another_program_builds_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = fingerprint.program_digest()
    monkeypatch.setattr(fingerprint, "version", lambda name: "99" if name == "numpy" else "1")
    fingerprint.program_digest.cache_clear()
    assert fingerprint.program_digest() != real
    assert stands(folder) is None


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("ours", "changed", "unasked"), [(False, None, 3), (True, 0, 2), (True, 1, 1), (True, 2, 0)]
)
def test_files_are_read_until_one_differs(ours: bool, changed: int | None, unasked: int) -> None:
    program = fingerprint.program_digest() if ours else "another"
    told = [kept_row("keys", "variorum.keys", Path("rules/variorum.keys").read_bytes())]
    told += [
        kept_row("source", name, Path("rules", name).read_bytes())
        for name in ("one.csv", "two.csv")
    ]
    if changed is not None:
        told[changed] = kept_row(*told[changed][:2], b"of another kind")
    files = iter([(row,) for row in told])
    assert standing(Path("rules.db"), program, files) is None
    assert len([*files]) == unasked


def test_every_module_and_every_file_of_data_is_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import variorum

    package = tmp_path / "variorum"
    (package / "compare").mkdir(parents=True)
    (package / "compare" / "words.py").write_text("a", "utf-8")
    (package / "compare" / "words.toml").write_text("b", "utf-8")
    monkeypatch.setattr(variorum, "__path__", [str(package)])
    seen = {fingerprint.program_digest.__wrapped__()}
    for name in ("words.py", "words.toml", "new.sql"):
        (package / "compare" / name).write_text("c", "utf-8")
        seen.add(fingerprint.program_digest.__wrapped__())
    assert len(seen) == 4


def by_hand(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("update entry set title = 'Other'")
        database.commit()


def by_hand_with_a_log(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("pragma journal_mode = wal")


def of_a_version_before(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("drop table program")
        database.execute("vacuum into 'older.db'")
    Path("older.db").replace(path)


def of_no_program(path: Path) -> None:
    path.unlink()
    write(Corpus((), (), (), ()), path)


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    "change", [by_hand, by_hand_with_a_log, of_a_version_before, of_no_program, torn]
)
def test_a_database_that_is_not_as_it_was_written_does_not_stand(
    folder: Path, change: Callable[[Path], None]
) -> None:
    assert stands(folder)
    change(Path("rules.db"))
    assert stands(folder) is None


def test_a_database_changed_by_hand_is_put_right(folder: Path) -> None:
    by_hand(Path("rules.db"))
    assert main(["build", "rules"]) == 0
    with contextlib.closing(sqlite3.connect("rules.db")) as database:
        titles = {row[0] for row in database.execute("select title from entries")}
    assert titles == {"Ferry", "Ford", "Quay"}


def test_a_named_file_that_is_no_text_is_an_error_each_time(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "rules/one.csv", "rules/picture.txt", "-o", "two.db"]) == 2
    assert main(["build", "rules/one.csv", "rules/picture.txt", "-o", "rules.db"]) == 2
    assert "picture.txt" in capsys.readouterr().err
