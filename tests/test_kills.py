"""Killed, failed or interrupted at any step: the old state or the new one, and never debris for long.

Each command runs once undisturbed, which says what its steps are (system calls that may change
the disk) and what the new state is.  Then it runs again from the old state for each point, with
a fault there.  `make test` tries a few points of each command, `make soak` many.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import traced

from variorum import po
from variorum.cli import main
from variorum.cli.errors import guarded
from variorum.cli.fingerprint import program_digest
from variorum.cli.program import parser
from variorum.schema import migrate, open_database

pytestmark = pytest.mark.skipif(not traced.CAN_TRACE, reason="needs ptrace on Linux, x86-64")

# Points of each command and fault in `make soak`; in `make test` there is one.
MANY = 10

DAY = ("--date", "2024-05-31")
A = (
    "name,text\n"
    "Leap,The model leaps 8 inches over walls and lands on its feet.\n"
    "Hide,The model hides behind the the walls until it is seen.\n"
)
EDITED = A.replace("8 inches", "9 inches") + "Swim,The model swims through rivers.\n"
B = "name,text\nLeap,The model leaps 6 inches over walls and lands on its feet.\n"
OURS = (
    '[systems.tin]\ntitle = "Tin Soldiers"\nlang = "en"\n'
    '[sources."a.csv"]\nsystem = "tin"\n[sources."b.csv"]\nsystem = "tin"\n'
)
HU = "rules/translations/hu/LC_MESSAGES/tin.po"

Files = Mapping[str, bytes]


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def put(files: Files, folder: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def done(folder: Path, *argv: str) -> None:
    with contextlib.chdir(folder):
        assert main(argv) == 0


def rules(folder: Path) -> None:
    """A folder of sources with decisions and keys, never built."""
    put(
        {"a.csv": A.encode(), "b.csv": B.encode(), "variorum.toml": OURS.encode()}, folder / "rules"
    )
    done(folder, "init", "rules")


def built(folder: Path) -> None:
    rules(folder)
    done(folder, "build", "rules", "--date", "2024-01-01")


def translated(folder: Path, text: str = "Ugrás") -> None:
    built(folder)
    done(folder, "translations", "extract", "--translations", "rules/translations")
    translate(folder / HU, text)


def translate(path: Path, text: str) -> None:
    catalogue = po.read(path)
    po.write(
        catalogue.with_messages(
            [replace(m, msgstr=(text,)) if m.msgid == "Leap" else m for m in catalogue.messages]
        ),
        path,
    )


def edited(folder: Path) -> None:
    """Built and translated, and then a rule was changed and another added."""
    translated(folder)
    (folder / "rules/a.csv").write_text(EDITED, "utf-8")


def edited_and_built(folder: Path) -> None:
    edited(folder)
    done(folder, "build", "rules", *DAY)


def with_new_template(folder: Path) -> None:
    """The rules were changed, and so was the template; a catalogue is as it was."""
    edited_and_built(folder)
    old = (folder / HU).read_bytes()
    done(folder, "translations", "update", "--translations", "rules/translations")
    (folder / HU).write_bytes(old)


def mailed(folder: Path) -> None:
    translated(folder)
    catalogue = po.read(folder / HU)
    po.write(catalogue, folder / "mailed.po")
    translate(folder / "mailed.po", "Szökkenés")
    translate(folder / HU, "")


def three(folder: Path) -> None:
    """Three states of a catalogue, of which two changed different messages."""
    translated(folder)
    data = (folder / HU).read_bytes()
    put({"base.po": data, "ours.po": data, "theirs.po": data}, folder)
    translate(folder / "theirs.po", "Szökkenés")


def first_schema(folder: Path) -> None:
    from test_upgrade import unpacked

    unpacked(1, folder)


def dated(folder: Path) -> None:
    for day, text in (("2021-05-03", A), ("2022-01-10 second printing", EDITED)):
        put({"a.csv": text.encode()}, folder / "copies" / day)


def committed(folder: Path) -> None:
    """A history in git, of which the database knows the first commit only."""
    from test_git import Repo

    repo = Repo(folder / "repo")
    repo.put("a.csv", A)
    repo.commit("first")
    done(folder, "build", "--git", "repo")
    repo.put("a.csv", EDITED)
    repo.commit("second")


def by_mail(folder: Path) -> None:
    """What other programs give back: terms of another tool."""
    translated(folder)
    done(folder, "export", "--format", "tbx", "-o", "terms.tbx")
    written = (folder / "terms.tbx").read_text("utf-8")
    assert "<body />" in written
    entry = (
        '<termEntry id="wall"><langSet xml:lang="en"><tig><term>wall</term></tig></langSet>'
        '<langSet xml:lang="hu"><tig><term>fal</term></tig></langSet></termEntry>'
    )
    (folder / "terms.tbx").write_text(written.replace("<body />", f"<body>{entry}</body>"), "utf-8")


@dataclass(frozen=True)
class Case:
    """A command, and what makes the folder that it runs in."""

    name: str
    start: Callable[[Path], None]
    argv: tuple[str, ...]


def finding(folder: Path) -> str:
    with contextlib.closing(open_database(folder / "rules.db")) as connection:
        return str(connection.execute("select id from findings where kind = 'doubled_word'").fetchone()[0])  # fmt: skip


FINDING = "<the finding>"
MIGRATION = ("<migrate>",)  # no command: the site does so with its own copy of a database
CASES = [
    Case("a first build", rules, ("build", "rules", *DAY)),
    Case("a build", edited, ("build", "rules", *DAY)),
    Case("a build of copies", dated, ("build", "--dated", "copies")),
    *([Case("a build of commits", committed, ("build", "--git", "repo"))] if shutil.which("git") else []),
    Case("a build of an earlier revision", edited_and_built, ("build", "rules.db", "--at", "1", "-o", "one.db")),
    Case("a build on an old schema", first_schema, ("build", "rules", *DAY)),
    Case("a migration", first_schema, MIGRATION),
    Case("settle", built, ("settle", FINDING, "--accept", "--date", "2024-05-31", "--folder", "rules")),
    Case("update", edited_and_built, ("translations", "update", "--translations", "rules/translations")),
    Case("update by a template", with_new_template, ("translations", "update", "--template", "rules/translations/tin.pot", HU)),
    Case("extract", built, ("translations", "extract", "--translations", "rules/translations")),
    Case("import", mailed, ("translations", "import", "mailed.po", "--translations", "rules/translations")),
    Case("import of terms", by_mail, ("translations", "import", "terms.tbx", "--translations", "rules/translations")),
    Case("compile", translated, ("translations", "compile", HU, "-o", "tin.mo")),
    Case("merge", three, ("translations", "merge", "base.po", "ours.po", "theirs.po")),
    Case("export", translated, ("export", "-o", "rules.tmx", "--format", "tmx")),
    Case("site", translated, ("site", "public")),
    Case("init", lambda folder: None, ("init", "new")),
]  # fmt: skip


# What only tells and asks.
READING = (
    *("check", "diff", "formats", "history", "serve"),
    *("translations check", "translations stats"),
)


def test_every_command_that_writes_is_disturbed() -> None:
    def jobs(parser: argparse.ArgumentParser, name: str = "") -> Iterator[str]:
        held = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        if not held:
            yield name
        for job, inner in (held[0].choices if held else {}).items():
            yield from jobs(inner, f"{name} {job}".strip())

    disturbed = {" ".join(case.argv) for case in CASES}
    for job in jobs(parser()):
        assert (job in READING) != any(argv.startswith(job) for argv in disturbed), job


def worked(argv: tuple[str, ...]) -> int:
    if argv != MIGRATION:
        return main(argv)

    def run(_: argparse.Namespace) -> int:
        migrate(Path("rules.db"))
        return 0

    return guarded(run, argparse.Namespace())


@dataclass(frozen=True)
class Known:
    """What a command does when nothing happens to it."""

    old: Files
    new: Files
    steps: int
    rare: tuple[int, ...]  # the steps that are no mere writing
    argv: tuple[str, ...]


_KNOWN: dict[str, Known] = {}


def known(case: Case, factory: pytest.TempPathFactory) -> Known:
    if case.name not in _KNOWN:
        program_digest()  # once for all children, whatever happens to the program's files meanwhile
        folder = factory.mktemp("known")
        case.start(folder)
        argv = tuple(finding(folder) if word == FINDING else word for word in case.argv)
        old = files_in(folder)
        ran = traced.run(lambda: worked(argv), folder)
        assert ran.status == 0, ran.err
        rare = [n for n, step in enumerate(ran.steps) if step.call not in ("write", "pwrite64")]
        _KNOWN[case.name] = Known(old, files_in(folder), len(ran.steps), tuple(rare), argv)
    return _KNOWN[case.name]


def points(case: Case, fault: str, known: Known, number: int) -> list[int]:
    """Steps to disturb: half of them among those that open, rename, flush and remove."""
    chance = random.Random(zlib.crc32(f"{case.name} {fault}".encode()))
    rare = chance.sample(known.rare, min(len(known.rare), (number + 1) // 2))
    rest = [n for n in range(known.steps) if n not in rare]
    return sorted(rare + chance.sample(rest, min(len(rest), number - len(rare))))


def each(*faults: str) -> list[object]:
    return [
        pytest.param(case, fault, id=f"{case.name}-{fault}") for case in CASES for fault in faults
    ]


def whole(folder: Path, known: Known) -> dict[str, bytes]:
    """The files of a folder, each of which is as it was or as it will be; hidden ones apart."""
    now = files_in(folder)
    hidden = {name for name in now if name not in known.old and name not in known.new}
    for name in hidden:
        # What a person or a program may stumble upon says what it is, and is passed over.
        last = name.rpartition("/")[2]
        assert last.startswith(".") and (last.endswith(".tmp") or ".building-" in last), name
    for name in {*known.old, *known.new, *now} - hidden:
        assert now.get(name) in (known.old.get(name), known.new.get(name)), name
    for name, data in now.items():
        if data.startswith(b"SQLite format 3") and name not in hidden:
            with contextlib.closing(sqlite3.connect(folder / name)) as database:
                assert database.execute("pragma integrity_check").fetchone() == ("ok",)
            open_database(folder / name).close()
    return now


def disturb(
    case: Case, fault: str, number: int, tmp_path: Path, factory: pytest.TempPathFactory
) -> int:
    """Disturb a command at so many points; how many there were."""
    plan = known(case, factory)
    tried = 0
    for at in points(case, fault, plan, number):
        folder = tmp_path / f"{fault}{at}"
        folder.mkdir()
        put(plan.old, folder)
        ran = traced.run(lambda: worked(plan.argv), folder, at=at, fault=fault)
        where = (case.name, fault, at, ran.steps[at:][:1], ran.err)
        assert "Traceback" not in ran.err and "fault of the program" not in ran.err, where
        now = whole(folder, plan)
        if fault in ("kill", "torn"):
            assert ran.status == -9, where
        elif fault == "interrupt":
            # A signal that comes when all is done changes nothing any more.
            assert ran.status in (130, 0), where
            assert ran.err == ("variorum: stopped\n" if ran.status else ""), where
            assert set(now) <= {*plan.old, *plan.new}, where
        else:
            # Flushing may be refused by a file system; what has to be written may not.
            assert ran.status in (2, 0), where
            assert ran.status == 0 or ran.err.count("\n") == 1, where
            assert ran.status == 0 or any(
                f"{name}: " in ran.err or f"{name}:" in ran.err
                for name in ("rules.db", *plan.new, *plan.old, *folders(plan))
            ), where
            # What cannot be removed stays, for the next run.
            assert set(now) <= {*plan.old, *plan.new} or ran.steps[at].call == "unlink", where
        again = traced.run(lambda: worked(plan.argv), folder, trace=False)
        assert again.status == 0, (where, again.err)
        assert files_in(folder) == plan.new, where
        tried += 1
    return tried


def folders(plan: Known) -> set[str]:
    return {str(parent) for name in plan.new for parent in Path(name).parents}


@pytest.mark.parametrize(("case", "fault"), each("kill", "torn", "ENOSPC", "interrupt"))
def test_the_old_state_or_the_new_one(
    case: Case, fault: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert disturb(case, fault, 1, tmp_path, tmp_path_factory)


@pytest.mark.soak
@pytest.mark.parametrize(("case", "fault"), each("kill", "torn", "ENOSPC", "EIO", "interrupt"))
def test_the_old_state_or_the_new_one_at_many_points(
    case: Case, fault: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert disturb(case, fault, MANY, tmp_path, tmp_path_factory)
