"""What the world does to a command: pipes, loops, odd names, full disks, editors, clocks, Ctrl-C.

Each ends with status 2 (130 for Ctrl-C) and one line that names the file and says what to do,
or does its work all the same; no file is half written, and none is written over that somebody
else has saved meanwhile.  Kills and failing system calls are in `test_kills`.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import stat
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import traced
from fault_folder import CATALOGUES, HU, MORE, OURS, A, prepare, present, snapshot

from variorum import files, po
from variorum.cli import main
from variorum.cli.pipeline import build
from variorum.files import NOTHING, atomic_write, digest, read_whole
from variorum.model import VariorumError
from variorum.schema import open_database

pytestmark = pytest.mark.skipif(os.name != "posix", reason="faults of POSIX systems")

Shown = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("prepared"))


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return present(prepared, tmp_path, monkeypatch)


def refused(argv: list[str], name: str, shown: Shown) -> str:
    """Run a command that must end with 2 and one line about `name`; the line."""
    shown.readouterr()
    assert main(argv) == 2
    said = shown.readouterr()
    assert said.err.startswith(f"{name}:"), said.err
    assert said.err.count("\n") == 1 and "fault of the program" not in said.err
    assert ";" in said.err or "," in said.err, "and what to do"
    return said.err


# What is no file where a file should be


def pipe(path: Path) -> None:
    os.mkfifo(path)


def plug(path: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def directory(path: Path) -> None:
    path.mkdir()


def device(path: Path) -> None:
    """What gives zeros without end; one of the test's own where a fault could replace the system's."""
    if os.geteuid() == 0:
        try:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except OSError:
            pytest.skip("no device can be made here")
    else:
        path.symlink_to("/dev/zero")


ODD = [pipe, plug, loop, directory, device]


@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize(
    ("at", "argv"),
    [
        ("named.csv", ["build", "named.csv"]),
        ("rules/variorum.toml", ["build", "rules"]),
        ("rules/variorum.keys", ["build", "rules"]),
        ("rules/translations/glossary.csv", ["build", "rules"]),
        (str(HU), ["build", "rules"]),
        (str(HU), ["translations", "update", *CATALOGUES]),
        (str(HU), ["translations", "stats", *CATALOGUES]),
        (str(HU), ["site", "public", *CATALOGUES]),
        ("odd.po", ["translations", "compile", "odd.po"]),
        ("odd.po", ["translations", "update", "--template", "rules/translations/tin.pot", "odd.po"]),
        ("odd.po", ["translations", "import", "odd.po", *CATALOGUES]),
        ("odd.po", ["translations", "merge", "odd.po", str(HU), str(HU)]),
        ("odd.tmx", ["translations", "import", "odd.tmx", *CATALOGUES]),
        ("odd.tbx", ["translations", "import", "odd.tbx", *CATALOGUES]),
        ("odd.db", ["check", "odd.db"]),
        ("odd.db", ["diff", "rules.db", "odd.db"]),
        ("odd.db", ["build", "rules", "-o", "odd.db"]),
        ("odd.json", ["export", "-o", "odd.json"]),
        ("rules/variorum.toml", ["settle", "0123456789ab", "--accept", "--folder", "rules"]),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0] + value[1][:8],
)  # fmt: skip
def test_what_is_no_file_is_refused_and_never_waited_for(
    make: Callable[[Path], None], at: str, argv: list[str], folder: Path
) -> None:
    path = folder / at
    path.unlink(missing_ok=True)
    make(path)
    before = snapshot(folder)
    # In a child, which its alarm ends where it hangs.
    ran = traced.run(lambda: main(argv), folder, trace=False, prepare=lambda: alarm(20))
    assert snapshot(folder) == before
    assert ran.status == 2, (ran.status, ran.err)
    assert ran.err.startswith(at) or at in ran.err, ran.err
    assert ran.err.count("\n") == 1 and "fault of the program" not in ran.err, ran.err


def alarm(seconds: int) -> None:
    signal.alarm(seconds)


@pytest.mark.parametrize("make", [pipe, plug, loop, device])
def test_what_is_no_file_in_a_folder_is_passed_over(
    make: Callable[[Path], None], folder: Path
) -> None:
    make(folder / "rules" / "odd.csv")
    (folder / "rules" / "again").symlink_to(".")
    ran = traced.run(
        lambda: main(["build", "rules"]), folder, trace=False, prepare=lambda: alarm(20)
    )
    assert (ran.status, ran.err) == (0, "")
    assert "1 source," in ran.out and "no text changed" in ran.out


def test_a_name_that_is_no_utf8_is_told(folder: Path, capsys: Shown) -> None:
    odd = Path(os.fsdecode(b"rules/r\xe9gles.csv"))
    odd.write_text(A, "utf-8")
    before = snapshot(folder)
    for argv in (["build", "rules"], ["build", str(odd), "-o", "new.db"]):
        assert "UTF-8" in refused(argv, r"rules/r\udce9gles.csv", capsys)
    odd.unlink()
    output = os.fsdecode(b"r\xe9gles.db")
    capsys.readouterr()
    assert main(["build", "rules", "-o", output]) == 2
    assert "UTF-8" in capsys.readouterr().err
    before.pop(str(folder / odd))
    assert snapshot(folder) == before


# What may not be written


@pytest.mark.skipif(not traced.CAN_TRACE, reason="needs ptrace on Linux, x86-64")
@pytest.mark.parametrize(
    "argv",
    [
        ["build", "rules"],
        ["translations", "update", *CATALOGUES],
        ["settle", "--all-of-kind", "doubled_word", "--accept", "--folder", "rules"],
        ["export", "-o", "new.json"],
        ["site", "public"],
        ["init", "new"],
    ],
    ids=lambda argv: argv[0],
)
def test_a_read_only_disk_is_told(argv: list[str], folder: Path) -> None:
    edit_and_build(folder)
    (folder / "rules/a.csv").write_text(MORE + "Fly,It flies.\n", "utf-8")
    before = snapshot(folder)
    ran = traced.run(lambda: main(argv), folder, at=0, fault="EROFS")
    assert ran.steps, "it did try"
    assert ran.status == 2
    assert ran.err.count("\n") == 1 and not ran.err.startswith("variorum:"), ran.err
    assert any(word in ran.err for word in ("Read-only", "cannot be written", "unable to open")), ran.err  # fmt: skip
    assert ";" in ran.err
    assert snapshot(folder) == before


def edit_and_build(folder: Path) -> None:
    (folder / "rules/a.csv").write_text(MORE, "utf-8")
    assert main(["build", "rules", "--date", "2024-02-01"]) == 0


def test_a_write_protected_file_stays(folder: Path, capsys: Shown) -> None:
    database, catalogue = Path("rules.db"), HU
    for path in (database, catalogue):
        path.chmod(0o444)
    before = snapshot(folder)
    # Nothing to write is no fault.
    assert main(["build", "rules"]) == 0
    assert main(["translations", "update", *CATALOGUES]) == 0
    assert snapshot(folder) == before
    assert "write-protected" in refused(["build", "rules", "--label", "new"], "rules.db", capsys)
    assert snapshot(folder) == before
    database.chmod(0o640)
    edit_and_build(folder)
    assert database.stat().st_mode & 0o777 == 0o640, "the mode stays"
    written = HU.read_bytes()
    refused(["translations", "update", *CATALOGUES], str(HU), capsys)
    assert HU.read_bytes() == written


@pytest.mark.parametrize("limit", [1, 4096, 100_000])
def test_a_limit_on_the_size_of_files_is_told(limit: int, folder: Path) -> None:
    import resource

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    (folder / "rules/a.csv").write_text(MORE, "utf-8")
    before = snapshot(folder)
    argv = ["build", "rules"]
    # What is printed goes to files here, which the limit is for too.
    ran = traced.run(lambda: main(argv), folder, trace=False, prepare=limited)
    assert ran.status == 2
    assert limit == 1 or ("rules.db: " in ran.err and ran.err.count("\n") == 1)
    assert snapshot(folder) == before


# What others do meanwhile


def test_a_file_is_read_as_it_was_at_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"one\n")
    looks, changes = [0], 1
    real = os.fstat
    monkeypatch.setattr(files, "_PAUSE_SECONDS", 0)

    def look(handle: int) -> os.stat_result:
        looks[0] += 1
        if looks[0] % 2 == 0 and looks[0] <= 2 * changes:
            path.write_bytes(path.read_bytes() + b"more\n")
            os.utime(path, ns=(0, looks[0]))
        return real(handle)

    monkeypatch.setattr(os, "fstat", look)
    assert read_whole(path) == b"one\nmore\n"
    looks[0], changes = 0, 10**6
    with pytest.raises(VariorumError, match="changes while it is read"):
        read_whole(path)


def test_a_source_that_vanishes_is_told(folder: Path) -> None:
    (folder / "rules/b.csv").write_text(MORE, "utf-8")
    before = Path("rules.db").read_bytes()

    def vanish(_step: str, _share: float) -> None:
        (folder / "rules/b.csv").unlink(missing_ok=True)

    with pytest.raises(VariorumError, match="cannot be read") as caught:
        build([Path("rules")], Path("rules.db"), progress=vanish)
    assert caught.value.file == "rules/b.csv"
    assert Path("rules.db").read_bytes() == before


def save(path: Path, text: str) -> bytes:
    """What an editor does: a translator's new text put into the catalogue."""
    catalogue = po.read(path)
    messages = [replace(m, msgstr=(text,)) if m.msgid == "Leap" else m for m in catalogue.messages]
    po.write(catalogue.with_messages(messages), path)
    return path.read_bytes()


def meanwhile(monkeypatch: pytest.MonkeyPatch, where: str, act: Callable[[], object]) -> None:
    """Let `act` happen each time after the function named `where` has done its work."""
    module, _, name = where.rpartition(".")
    owner = sys.modules[module]
    real: Callable[..., Any] = getattr(owner, name)

    def call(*args: object, **options: object) -> object:
        value = real(*args, **options)
        act()
        return value

    monkeypatch.setattr(owner, name, call)


def test_a_catalogue_that_an_editor_saves_meanwhile_is_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    import variorum.translations.extract
    import variorum.translations.merge
    import variorum.translations.update  # noqa: F401

    edit_and_build(folder)
    saved: list[bytes] = []

    def editor() -> None:
        saved.append(save(HU, f"Ugrás {len(saved)}"))

    commands: Mapping[str, list[str]] = {
        "variorum.translations.extract.brought_up": ["translations", "update", *CATALOGUES],
        "variorum.translations.update.update": [
            *("translations", "update", "--template", "rules/translations/fr.pot", str(HU)),
        ],
        "variorum.translations.merge.merge": ["translations", "merge", "base.po", str(HU), "theirs.po"],
    }  # fmt: skip
    Path("rules/translations/fr.pot").write_bytes(Path("rules/translations/tin.pot").read_bytes())
    for name in ("base.po", "theirs.po"):
        Path(name).write_bytes(HU.read_bytes())
    save(Path("theirs.po"), "Szökkenés")
    for where, argv in commands.items():
        with monkeypatch.context() as patch:
            meanwhile(patch, where, editor)
            said = refused(argv, str(HU), capsys)
        assert "changed by somebody else" in said and "again" in said
        assert HU.read_bytes() == saved[-1]
    assert main(["translations", "update", *CATALOGUES]) == 0
    assert f"Ugrás {len(saved) - 1}" in HU.read_text("utf-8")


def test_a_catalogue_that_appears_meanwhile_is_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    import variorum.translations.extract  # noqa: F401

    whole = save(HU, "Ugrás")
    HU.unlink()
    with monkeypatch.context() as patch:
        meanwhile(patch, "variorum.translations.extract.start", lambda: HU.write_bytes(whole))
        refused(["translations", "extract", *CATALOGUES], str(HU), capsys)
    assert HU.read_bytes() == whole


def test_a_catalogue_that_is_locked_is_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    monkeypatch.setattr(files, "_PAUSE_SECONDS", 0)
    edit_and_build(folder)
    before = HU.read_bytes()
    with HU.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "locked" in refused(["translations", "update", *CATALOGUES], str(HU), capsys)
    assert HU.read_bytes() == before
    assert main(["translations", "update", *CATALOGUES]) == 0
    assert HU.read_bytes() != before


@pytest.mark.parametrize("name", ["variorum.toml", "variorum.keys"])
def test_what_a_person_writes_meanwhile_stays(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    import variorum.cli.pipeline
    import variorum.decisions.write  # noqa: F401

    path = folder / "rules" / name
    written = path.read_bytes() + b"# ours\n"
    where, argv = {
        "variorum.toml": (
            "variorum.decisions.write._applied",
            ["settle", "--all-of-kind", "doubled_word", "--accept", "--folder", "rules"],
        ),
        "variorum.keys": ("variorum.cli.pipeline.corpus_of", ["build", "rules"]),
    }[name]
    (folder / "rules/a.csv").write_text(MORE, "utf-8")
    with monkeypatch.context() as patch:
        meanwhile(patch, where, lambda: path.write_bytes(written))
        refused(argv, f"rules/{name}", capsys)
    assert path.read_bytes() == written
    assert main(argv) == 0
    assert b"# ours\n" in path.read_bytes() and path.read_bytes() != written


def test_writers_that_meet_lose_nothing_of_each_other(tmp_path: Path) -> None:
    """Each adds a line to what it read, and begins again where it is told that this is old."""
    path = tmp_path / "shared.txt"
    path.write_bytes(b"")
    put = Path.replace

    def slowly(self: Path, target: Path) -> Path:
        time.sleep(0.002)  # so that others come between the look and the writing
        return put(self, target)

    def add(name: str) -> int:
        Path.replace, files._PAUSE_SECONDS = slowly, 0.002  # type: ignore[method-assign]
        for number in range(15):
            while True:
                raw = path.read_bytes()
                try:
                    atomic_write(path, raw + f"{name}{number}\n".encode(), seen=digest(raw))
                    break
                except VariorumError:
                    continue
        return 0

    children = []
    for name in "abc":
        pid = os.fork()
        if pid == 0:
            os._exit(add(name))
        children.append(pid)
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children] == [0, 0, 0]
    lines = path.read_text("utf-8").splitlines()
    assert sorted(lines) == sorted(f"{name}{n}" for name in "abc" for n in range(15))
    assert [p.name for p in tmp_path.iterdir()] == ["shared.txt"]


def test_what_a_killed_write_left_is_removed_and_what_is_being_written_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.txt"
    left = tmp_path / ".a.txt.0123456789ab.tmp"
    others = [tmp_path / ".a.txt.swp", tmp_path / ".b.txt.0123456789ab.tmp", tmp_path / "a.txt~"]
    for one in (left, *others):
        one.write_bytes(b"half")
    with left.open("rb") as writing:
        fcntl.flock(writing, fcntl.LOCK_EX)
        atomic_write(path, b"one")
        assert left.exists()
    atomic_write(path, b"two")
    assert not left.exists() and all(one.exists() for one in others)
    with pytest.raises(VariorumError, match="changed by somebody else"):
        atomic_write(path, b"three", seen=NOTHING)


def _waits_for_a_lock(pid: int) -> bool:
    """Whether a process waits for a lock that another one holds (proc(5), `/proc/locks`)."""
    locks = Path("/proc/locks")
    told = locks.read_text().splitlines() if locks.exists() else []
    return any("->" in line and str(pid) in line.split() for line in told)


def test_two_builds_at_once_both_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {"one": MORE, "two": MORE + "Fly,The model flies over lakes.\n"}
    for name, text in sources.items():
        (folder / name).mkdir()
        (folder / name / "a.csv").write_text(text, "utf-8")
        (folder / name / "variorum.toml").write_text(OURS, "utf-8")

    def child(name: str) -> int:
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(BaseException):
                os._exit(main(["build", name, "-o", "rules.db"]))
            os._exit(99)
        return pid

    def ended(pid: int) -> bool:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    # The first has its file ready, and does not put it in place before the second is done, or
    # waits for it.
    there, ready = os.pipe()
    waits, go_on = os.pipe()
    real = os.replace

    def late(source: Any, target: Any, **more: Any) -> None:
        if Path(target).name == "rules.db":
            os.write(ready, b".")
            os.read(waits, 1)
        real(source, target, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", late)
        first = child("one")
    os.close(ready)
    assert os.read(there, 1) == b"."
    second = child("two")
    end = time.monotonic() + 60
    while not (ended(second) or _waits_for_a_lock(second)) and time.monotonic() < end:
        time.sleep(0.01)
    os.write(go_on, b".")
    for pid in (first, second):
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    for handle in (there, waits, go_on):
        os.close(handle)
    with contextlib.closing(open_database(Path("rules.db"))) as database:
        assert database.execute("select max(number) from revisions").fetchone()[0] == 3
        assert database.execute("pragma integrity_check").fetchone()[0] == "ok"
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


# The clock


def test_a_clock_that_was_set_back_keeps_revisions_in_order(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = A
    for number, epoch in enumerate((1_800_000_000, 1_700_000_000, 1_900_000_000, 0)):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(epoch))
        text += f"Trick {number},The model does trick {number}.\n"
        (folder / "rules/a.csv").write_text(text, "utf-8")
        assert main(["build", "rules"]) == 0
    with contextlib.closing(open_database(Path("rules.db"))) as database:
        dates = [date for (date,) in database.execute("select date from revisions order by number")]
        assert dates == sorted(dates) and len(dates) == 5
        wrong = "select count(*) from text_versions where date_to < date_from"
        assert database.execute(wrong).fetchone()[0] == 0
