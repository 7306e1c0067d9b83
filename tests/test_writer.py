"""The one writer: whole files or none, equal bytes for equal inputs, refusals."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import traced
from children import environment
from hypothesis import given
from hypothesis import strategies as st
from schema_corpora import SMALL, corpus, with_second_witness
from soaking import examples

from variorum.model import Corpus, Reference, VariorumError
from variorum.schema import open_database, write
from variorum.schema import replace as replacing_module
from variorum.schema import writer as writer_module

CHANGED = {**SMALL, "Shooting": ["Roll two dice for each archer."], "Torches": ["They burn."]}
DATE = "2024-05-31"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_equal_inputs_give_equal_bytes(tmp_path: Path) -> None:
    for name in ("a.db", "b.db"):
        write(corpus(SMALL), tmp_path / name, date=DATE)
        write(corpus(CHANGED), tmp_path / name, date="2024-06-30", label="second")
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "b.db").read_bytes()
    assert files(tmp_path) == ["a.db", "b.db"]


def test_equal_bytes_in_another_process_with_other_hashes(tmp_path: Path) -> None:
    write(corpus(CHANGED), tmp_path / "a.db", date=DATE)
    script = (
        "import sys; from pathlib import Path; from schema_corpora import corpus\n"
        "from test_writer import CHANGED, DATE; from variorum.schema import write\n"
        "write(corpus(CHANGED), Path(sys.argv[1]), date=DATE)\n"
    )
    for seed in ("1", "2"):
        command = [sys.executable, "-c", script, str(tmp_path / f"{seed}.db")]
        subprocess.run(command, check=True, env=environment(PYTHONHASHSEED=seed))
        assert (tmp_path / f"{seed}.db").read_bytes() == (tmp_path / "a.db").read_bytes()


def test_an_unchanged_rebuild_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    first = write(corpus(SMALL), path, date=DATE, label="first")
    os.utime(path, ns=(1, 1))
    before = path.read_bytes(), path.stat().st_ino
    again = write(corpus(SMALL), path)
    assert (path.read_bytes(), path.stat().st_ino, path.stat().st_mtime_ns) == (*before, 1)
    assert again == replace(first, new=False)
    assert write(corpus(SMALL), path, date="2031-01-01") == again
    assert path.stat().st_mtime_ns == 1


def test_the_date_comes_from_the_argument_then_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert write(corpus(SMALL), tmp_path / "a.db").date == "1970-01-02"
    assert write(corpus(SMALL), tmp_path / "b.db", date=DATE).date == DATE
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert write(corpus(SMALL), tmp_path / "c.db").date > "2020-01-01"


@pytest.mark.parametrize("date", ["31.5.2024", "2024-13-01", "", "20240531", "yesterday", "2024"])
def test_a_date_that_is_none_is_refused(tmp_path: Path, date: str) -> None:
    with pytest.raises(VariorumError, match="year-month-day"):
        write(corpus(SMALL), tmp_path / "r.db", date=date)
    assert files(tmp_path) == []


@pytest.mark.parametrize("epoch", ["soon", "1e9", "9" * 30])
def test_an_epoch_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, epoch: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(VariorumError, match="SOURCE_DATE_EPOCH"):
        write(corpus(SMALL), tmp_path / "r.db")
    assert files(tmp_path) == []


def other_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("create table mine (x)")
    connection.commit()
    connection.close()


def newer(path: Path) -> None:
    write(corpus(SMALL), path, date=DATE)
    connection = sqlite3.connect(path)
    connection.execute("pragma user_version = 999")
    connection.close()


def torn(path: Path) -> None:
    write(corpus(SMALL), path, date=DATE)
    path.write_bytes(path.read_bytes()[:3000])


def no_database(path: Path) -> None:
    path.write_text("a letter to a friend, long enough to be read as a page\n" * 100, "utf-8")


def nothing_in_it(path: Path) -> None:
    path.write_bytes(b"")


def unfinished(path: Path) -> None:
    write(corpus(SMALL), path, date=DATE)
    path.with_name(path.name + "-wal").write_bytes(b"x" * 100)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (other_program, "another program"),
        (newer, "update variorum"),
        (torn, "build again"),
        (no_database, "build again"),
        (nothing_in_it, "another program"),
        (unfinished, "is not empty"),
    ],
)
def test_what_is_not_ours_is_refused_and_left_alone(
    tmp_path: Path, make: object, says: str
) -> None:
    path = tmp_path / "rules.db"
    make(path)  # type: ignore[operator]
    before = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    with pytest.raises(VariorumError, match=says) as error:
        write(corpus(CHANGED), path, date=DATE)
    assert error.value.file == str(path)
    assert {name: (tmp_path / name).read_bytes() for name in files(tmp_path)} == before


@pytest.mark.parametrize("make", [other_program, newer, torn, no_database, nothing_in_it])
def test_readers_refuse_the_same(tmp_path: Path, make: object) -> None:
    make(tmp_path / "rules.db")  # type: ignore[operator]
    with pytest.raises(VariorumError):
        open_database(tmp_path / "rules.db")


def test_readers_are_told_of_a_missing_file_and_cannot_write(tmp_path: Path) -> None:
    with pytest.raises(VariorumError, match="variorum build"):
        open_database(tmp_path / "rules.db")
    assert files(tmp_path) == []
    write(corpus(SMALL), tmp_path / "ru les#?.db", date=DATE)
    connection = open_database(tmp_path / "ru les#?.db")
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("delete from entry")
    assert files(tmp_path) == ["ru les#?.db"]


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "rules.db"):
        with pytest.raises(VariorumError):
            write(corpus(SMALL), path, date=DATE)
    assert files(tmp_path) == []


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "rules.db"
    link.symlink_to(tmp_path / "real" / "rules.db")
    write(corpus(SMALL), link, date=DATE)
    assert link.is_symlink()
    assert files(tmp_path / "real") == ["rules.db"]


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write(corpus(SMALL), tmp_path / "rules.db", date=DATE)
    finally:
        os.umask(old)
    assert (tmp_path / "rules.db").stat().st_mode & 0o777 == 0o644


def test_half_a_surrogate_pair_is_an_error_with_its_line(tmp_path: Path) -> None:
    told = corpus(SMALL)
    source = replace(told.sources[0], text="fine\n\ud800", raw=b"")
    with pytest.raises(VariorumError, match="surrogate") as error:
        write(replace(told, sources=(source,), fragments=()), tmp_path / "r.db", date=DATE)
    assert (error.value.file, error.value.line) == ("rules.txt", 2)
    titled = replace(told, entries=(replace(told.entries[0], title="\udc00"),), fragments=())
    with pytest.raises(VariorumError, match="surrogate"):
        write(titled, tmp_path / "r.db", date=DATE)
    assert files(tmp_path) == []


def test_a_corpus_that_names_what_it_lacks_is_a_fault_of_the_program(tmp_path: Path) -> None:
    told = corpus(SMALL)
    lost = Reference(
        *("lantern/nowhere", 1, "rules.txt", 1, 0, 1, "A", "rule", "Nowhere", None),
        *("dangling", "none"),
    )
    for wrong in (
        replace(told, references=(lost,)),
        replace(told, entries=(*told.entries, told.entries[0])),
        replace(told, entries=(replace(told.entries[0], system="other"),), fragments=()),
    ):
        with pytest.raises(ValueError, match="the corpus"):
            write(wrong, tmp_path / "r.db", date=DATE)
    assert files(tmp_path) == []


HOSTILE = [
    "'; drop table entry; --",
    '"quoted" ""twice""',
    "nul \0 inside",
    "{braces} %s :name ? [x]",
    "<script>alert(1)</script>",
    "💡 e\u0301 \u202e right to left",
    "\x85 next line \u2028",
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_words_come_back_as_they_are(tmp_path: Path, hostile: str) -> None:
    told = corpus({hostile: [hostile, hostile]}, name=f"{hostile.replace(chr(0), '')}.txt")
    entry = replace(told.entries[0], key="lantern/odd", english=hostile)
    told = replace(
        told,
        entries=(entry,),
        fragments=tuple(
            f._replace(entry_key="lantern/odd" if f.entry_key else None) for f in told.fragments
        ),
    )
    write(told, tmp_path / "r.db", date=DATE, label=hostile)
    connection = open_database(tmp_path / "r.db")
    assert [tuple(r) for r in connection.execute("select title, english, text from entries")] == [
        (hostile, hostile, f"{hostile}\n{hostile}")
    ]
    assert [r[0] for r in connection.execute("select text from search where position = 1")] == [
        hostile
    ]
    assert "".join(r[0] for r in connection.execute("select text from fragments")) == (
        told.sources[0].text
    )
    assert connection.execute("select label from revisions").fetchone()[0] == hostile


def test_progress_is_told_to_the_end(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    write(
        corpus(SMALL),
        tmp_path / "r.db",
        date=DATE,
        progress=lambda what, done, of: told.append((what, done, of)),
    )
    done = [step[1] for step in told]
    assert done == sorted(done) and done[0] == 0
    assert told[-1][1] == told[-1][2] == len(told) - 1


FAULTS = [
    (writer_module, "_stage"),
    (writer_module, "_insert"),
    (writer_module, "_fill_search"),
    (writer_module, "complete"),
    (replacing_module, "_same_bytes"),
    (replacing_module, "_sync"),
]


@pytest.mark.parametrize(("module", "name"), FAULTS, ids=lambda f: str(f))
@pytest.mark.parametrize("before", [True, False])
def test_a_fault_at_any_step_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, before: bool
) -> None:
    path = tmp_path / "rules.db"
    write(corpus(SMALL), path, date=DATE)
    old = path.read_bytes()
    real = getattr(module, name)

    def faulty(*arguments: object) -> object:
        if not before:
            real(*arguments)
        raise RuntimeError("the lamp went out")

    monkeypatch.setattr(module, name, faulty)
    with pytest.raises(RuntimeError, match="lamp"):
        write(corpus(CHANGED), path, date=DATE)
    assert path.read_bytes() == old
    assert files(tmp_path) == ["rules.db"]


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rules.db"
    write(corpus(SMALL), path, date=DATE)
    real = writer_module._stage

    def small(stage: Path, page_size: int) -> sqlite3.Connection:
        connection = real(stage, page_size)
        connection.execute("pragma max_page_count = 120")
        return connection

    monkeypatch.setattr(writer_module, "_stage", small)
    with pytest.raises(VariorumError, match="make room"):
        write(corpus({"Long": ["lamp " * 100000]}), path, date=DATE)
    assert files(tmp_path) == ["rules.db"]


def freed(database: sqlite3.Connection) -> None:
    """Leave free pages in a stage that is nearly done."""
    database.execute("create table gone (x)")
    database.executemany("insert into gone values (?)", [("lamp " * 1000,)] * 20)
    database.execute("drop table gone")


@pytest.mark.parametrize("other", ["large", "free pages"])
def test_however_the_pages_are_laid_out_the_file_is_whole_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    write(corpus(CHANGED), tmp_path / "a.db", date=DATE)
    if other == "large":
        monkeypatch.setattr(writer_module, "_LARGE", 10)
    else:
        real = writer_module._index
        monkeypatch.setattr(writer_module, "_index", lambda d: (real(d), freed(d)))
    write(corpus(CHANGED), tmp_path / "b.db", date=DATE)
    assert files(tmp_path) == ["a.db", "b.db"]
    dumps, sizes = [], []
    for name in ("a.db", "b.db"):
        assert replacing_module.is_as_written(tmp_path / name)
        with contextlib.closing(sqlite3.connect(tmp_path / name)) as database:
            assert database.execute("pragma freelist_count").fetchone() == (0,)
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
            sizes += database.execute("pragma page_size").fetchone()
            dumps.append(sorted(line for line in database.iterdump() if "_stat1" not in line))
    assert dumps[0] == dumps[1]
    assert (sizes[0] == sizes[1]) == (other == "free pages")


def build_killed_at(path: Path, point: str) -> int:
    """Build the changed corpus over the old one, killed at one point: when the progress names a
    step, or around a call that touches the disk.  For a process of its own."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    when, _, name = point.partition(":")
    if when != "step":
        owners = {
            "complete": writer_module,
            "_sync": replacing_module,
            "replace": Path,
            "fsync": os,
        }
        real = getattr(owners[name], name)

        def call(*args: object, **named: object) -> None:
            if when == "before":
                die()
            real(*args, **named)
            die()

        setattr(owners[name], name, call)
    write(
        *(corpus(CHANGED), path),
        date=DATE,
        progress=lambda what, done, of: die() if when == "step" and done == int(name) else None,
    )
    return 0


POINTS = [
    *(f"step:{done}" for done in (0, 3, 9, 15, 16, 17, 18)),
    *(
        f"{when}:{name}"
        for name in ("complete", "_sync", "fsync", "replace")
        for when in ("before", "after")
    ),
]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_a_killed_build_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "wanted").mkdir()
    wanted = tmp_path / "wanted" / "rules.db"
    write(corpus(SMALL), wanted, date=DATE)
    old = wanted.read_bytes()
    write(corpus(CHANGED), wanted, date=DATE)
    new = wanted.read_bytes()
    left = set()
    for point in POINTS:
        folder = tmp_path / point.replace(":", "-")
        folder.mkdir()
        path = folder / "rules.db"
        path.write_bytes(old)
        killed = traced.run(partial(build_killed_at, path, point), folder, trace=False)
        assert killed.status == -signal.SIGKILL, (point, killed.err)
        assert path.read_bytes() == (new if point == "after:replace" else old), point
        open_database(path).close()
        left |= set(files(folder)) - {"rules.db"}
        write(corpus(CHANGED), path, date=DATE)
        assert path.read_bytes() == new, point
        assert files(folder) == ["rules.db"], point
    assert left, "no killed build left anything: the points are not where the work is"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_two_builds_at_once_both_count(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    faults: list[BaseException] = []

    def build(told: Corpus) -> None:
        try:
            write(told, path, date=DATE)
        except BaseException as error:
            faults.append(error)

    builds = [
        threading.Thread(target=build, args=(corpus({**SMALL, f"Rule {n}": ["It holds."]}),))
        for n in range(4)
    ]
    for thread in builds:
        thread.start()
    for thread in builds:
        thread.join()
    assert faults == []
    connection = open_database(path)
    assert connection.execute("select count(*) from revisions").fetchone()[0] == 4
    assert files(tmp_path) == ["rules.db"]


@pytest.mark.invariant
@examples(10)
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["Alpha", "Beta", "Gamma", "Delta"]),
            st.lists(st.sampled_from(["It burns.", "It is out.", "Nobody knows."]), max_size=3),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_history_answers_for_every_state(
    tmp_path_factory: pytest.TempPathFactory, states: list[dict[str, list[str]]]
) -> None:
    path = tmp_path_factory.mktemp("history") / "rules.db"
    told: list[dict[str, str]] = []
    for day, state in enumerate(states, 1):
        revision = write(corpus(state), path, date=f"2024-05-{day:02}")
        now = {e.key: e.base_witness.text for e in corpus(state).entries}
        if revision.new:
            told.append(now)
        assert told[-1] == now and revision.number == len(told)
    connection = open_database(path)
    for number, wanted in enumerate(told, 1):
        rows = connection.execute(
            "select entry_key, text from text_versions where source is null and number_from <= :n"
            " and (number_to is null or number_to > :n)",
            {"n": number},
        ).fetchall()
        assert len(rows) == len({row[0] for row in rows})
        assert {row[0]: row[1] for row in rows} == wanted
        counts = connection.execute(
            "select added, changed, removed from revisions where number = ?", (number,)
        ).fetchone()
        before = told[number - 2] if number > 1 else {}
        renamed = {
            row[0]: before[json.loads(row[1])[0]]
            for row in connection.execute(
                "select entry_key, others from changes"
                " where number = ? and change = 'renamed' and others is not null",
                (number,),
            )
        }
        was = before | renamed
        assert (counts[0], counts[2]) == (
            len(wanted.keys() - was.keys()),
            len(before.keys() - wanted.keys()) - len(renamed),
        )
        other = connection.execute(
            "select distinct entry_key from changes"
            " where number = ? and change in ('changed', 'split', 'merged')",
            (number,),
        )
        both = wanted.keys() & was.keys()
        assert {row[0] for row in other} & both == {k for k in both if wanted[k] != was[k]}
    connection.close()


def test_a_state_that_returns_has_its_digest_and_a_new_number(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    first = write(corpus(SMALL), path, date="2024-01-01")
    write(corpus(CHANGED), path, date="2024-02-01")
    third = write(corpus(SMALL), path, date="2024-03-01")
    assert (third.revision, third.number) == (first.revision, 3)
    connection = open_database(path)
    versions = connection.execute(
        "select date_from, date_to, text from text_versions"
        " where entry_key = 'lantern/shooting' and source is null"
    )
    assert [tuple(row) for row in versions] == [
        ("2024-01-01", "2024-02-01", SMALL["Shooting"][0]),
        ("2024-02-01", "2024-03-01", CHANGED["Shooting"][0]),
        ("2024-03-01", None, SMALL["Shooting"][0]),
    ]


def test_a_change_tells_the_old_and_the_new_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    write(corpus(SMALL), path, date="2024-01-01")
    write(corpus(CHANGED), path, date="2024-02-01")
    connection = open_database(path)
    rows = connection.execute(
        "select entry_key, change, json_extract(delta,"
        """ '$.values_changed."root[''text'']".new_value') from changes where number = 2"""
    )
    assert [tuple(row) for row in rows] == [
        ("lantern/shooting", "changed", CHANGED["Shooting"][0]),
        ("lantern/torches", "added", None),
    ]


def test_a_new_label_is_kept_and_none_keeps_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    write(corpus(SMALL), path, date=DATE, label="draft")
    assert write(corpus(SMALL), path).label == "draft"
    assert write(corpus(SMALL), path, label="final").label == "final"
    assert write(corpus(SMALL), path).label == "final"


def test_what_is_not_text_makes_no_revision_but_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    first = write(corpus(SMALL), path, date=DATE)
    renamed = write(corpus(SMALL, name="book.txt"), path, date="2030-01-01")
    assert renamed == replace(first, new=False)
    sources = open_database(path).execute("select source from sources")
    assert [row[0] for row in sources] == ["book.txt"]
    other = with_second_witness(corpus(SMALL), "lantern/rout", ["They flee."])
    assert write(other, path, date="2030-01-01").changed == 1
