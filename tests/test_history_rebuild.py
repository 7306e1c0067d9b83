"""What is kept of the files of a revision, and building one again."""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from children import environment
from history_tools import WORDS, rows, rules_text, tables
from hypothesis import given, settings
from hypothesis import strategies as st
from schema_corpora import corpus

from variorum.cli.program import main
from variorum.cli.states import compared, named_state
from variorum.schema import open_database, write
from variorum.schema.archive import Kept, KeptFile, difference, files_at, patched, reconcile, until

# Building a revision again


def chronicle(seed: int) -> Iterator[str]:
    """Texts of a small game as it might grow: edits, additions, losses, renamings, returns."""
    chance = random.Random(seed)
    told_text = {f"{word.title()} Rule": [f"A {word} holds {n} sailors at once, whatever the wind."]
                 for n, word in enumerate(WORDS[:6], 2)}  # fmt: skip
    seen = []
    for _ in range(7):
        titles = list(told_text)
        kind = chance.choice(["edit", "add", "drop", "rename", "swap", "return"])
        title = chance.choice(titles)
        if kind == "edit":
            told_text[title] = [*told_text[title], f"It costs {chance.randint(2, 99)} coins."]
        elif kind == "add":
            word = chance.choice(WORDS)
            told_text[f"{word.title()} Law {chance.randint(1, 99)}"] = [f"No {word} after dusk."]
        elif kind == "drop" and len(titles) > 2:
            del told_text[title]
        elif kind == "rename":
            told_text = {(f"New {t}" if t == title else t): p for t, p in told_text.items()}
        elif kind == "swap":
            told_text = dict(sorted(told_text.items(), key=lambda item: item[0][::-1]))
        elif seen:
            told_text = dict(chance.choice(seen))
        seen.append(dict(told_text))
        yield rules_text(told_text)


@pytest.mark.parametrize("keys", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_revision_rebuilt_equals_the_one_once_built_row_for_row(
    tmp_path: Path, seed: int, keys: bool
) -> None:
    folder, path = tmp_path / "rules", tmp_path / "rules.db"
    folder.mkdir()
    if keys:
        assert main(["init", str(folder)]) == 0
    (folder / "chart.png").write_bytes(b"\x89PNG\0\1\2")
    (folder / "more.csv").write_text("name;text\nGale;It blows for two turns.\n", "utf-8")
    once: dict[int, bytes] = {}
    for day, text in enumerate(chronicle(seed), 1):
        (folder / "rules.txt").write_text(text, "utf-8")
        if day == 3:
            (folder / "more.csv").rename(folder / "list.csv")
            (folder / "chart.png").write_bytes(b"\x89PNG\0\1\2\3" * 9)
        if day == 4:
            (folder / "notes.txt").write_bytes("Ankerplätze\n\nEin Anker hält.\n".encode("cp1252"))
        if day == 6:
            (folder / "notes.txt").unlink()
        assert main(["build", str(folder), "-o", str(path), "--date", f"2024-01-{day:02}"]) == 0
        if keys:
            assert main(["build", str(folder), "-o", str(path)]) == 0
        number = rows(path, "select max(number) from revisions")[0][0]
        once[int(str(number))] = path.read_bytes()
    assert len(once) > 3
    for number, bytes_ in once.items():
        again = tmp_path / f"again-{number}.db"
        assert main(["build", str(path), "--at", str(number), "-o", str(again)]) == 0
        built = tmp_path / f"once-{number}.db"
        built.write_bytes(bytes_)
        assert tables(again) == tables(built)
        assert again.read_bytes() == bytes_
        # What a revision changed is what `diff` finds between it and the one before it.
        if number > 1:
            one, other = (named_state(str(n), path) for n in (number - 1, number))
            assert not one.plain and not other.plain
            found = [
                (c.entry_key, c.change, c.meaning, json.dumps(c.others) if c.others else None)
                for c in compared(one, other)
            ]
            query = "select entry_key, change, meaning, others from changes where number = ?"
            assert sorted(found, key=repr) == sorted(rows(path, query, number), key=repr)
    # A rebuilt database is one to go on from.
    first = tmp_path / "again-1.db"
    assert main(["build", str(folder), "-o", str(first), "--date", "2025-01-01"]) == 0
    assert rows(first, "select count(*) from revisions") in ([(1,)], [(2,)])


def test_rebuilding_never_overwrites_the_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for day, number in enumerate(("six", "eight"), 1):
        Path("a.txt").write_text(rules_text({"Moving": [f"A band walks {number} paces."]}), "utf-8")
        assert main(["build", "a.txt", "--date", f"2024-01-0{day}", "--label", number]) == 0
    before = Path("rules.db").read_bytes()
    assert main(["build", "--at", "1", "-o", "rules.db"]) == 2
    assert "history after that revision" in capsys.readouterr().err
    assert main(["build", "--at", "six"]) == 0
    assert Path("rules.db").read_bytes() == before
    assert rows(Path("rules-1.db"), "select label from revisions") == [("six",)]
    for wrong in (["--at", "7"], ["--at", "1", "--label", "x"], ["a.txt", "--at", "1"]):
        assert main(["build", *wrong, "-o", "other.db"]) == 2
        assert not Path("other.db").exists()


# What is kept of files

TEXT = st.lists(
    st.sampled_from([b"one\n", b"two\n", b"three\n", b"\n", b"\xff\0tail"]), max_size=12
)


@given(TEXT, TEXT)
def test_an_older_file_is_told_by_a_newer_one(old: list[bytes], new: list[bytes]) -> None:
    one, other = b"".join(old), b"".join(new)
    copies, literals = difference(one, other)
    row = KeptFile("a", "source", 1, 2, "", "a", json.dumps(copies), literals)
    assert patched(other, row) == one


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.booleans(),
            st.dictionaries(st.sampled_from("abc"), TEXT.map(b"".join), max_size=3),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_the_files_of_every_revision_come_back(
    builds: list[tuple[bool, dict[str, bytes]]],
) -> None:
    kept: list[KeptFile] = []
    then: dict[int, dict[str, bytes]] = {}
    ledgers: dict[int, list[KeptFile]] = {}
    number, now = 0, dict[tuple[str, str], bytes]()
    for new, files in builds:
        number += new or number == 0
        role = {name: "source" if name < "c" else "keys" for name in files}
        told_files = [Kept(role[name], name, content) for name, content in files.items()]
        before = dict(now)
        kept = reconcile(kept, number, told_files, lambda r, p, before=before: before[r, p])
        now = {(f.role, f.path): f.content for f in told_files}
        then[number], ledgers[number] = files, list(kept)
    for at, files in then.items():
        found = files_at(kept, at, lambda r, p: now[r, p])
        assert {f.path: f.content for f in found} == files
        assert until(kept, at, {(f.role, f.path): f.content for f in found}) == ledgers[at]


def test_the_file_grows_with_what_changed_not_with_the_corpus(tmp_path: Path) -> None:
    """As tests/bench/history_bench.py, smaller, and counted in bytes and rows."""
    sizes, counts = {}, {}
    for entries in (20, 80):
        path = tmp_path / f"{entries}.db"
        told_text = {
            f"Rule {n} of {WORDS[n % 15]}": [
                f"A {WORDS[n % 15]} of the {m}th watch holds {n} sailors until the tide turns."
                for m in range(6)
            ]
            for n in range(entries)
        }
        title = next(iter(told_text))
        sizes[entries] = []
        for day in range(21):
            told_text[title] = [f"It costs {day} coins.", *told_text[title][1:]]
            write(corpus(told_text), path, date=f"2024-01-{day % 28 + 1:02}")
            sizes[entries].append(path.stat().st_size)
        counts[entries] = [
            rows(path, f"select count(*) from {table}")[0][0]
            for table in ("change", "said", "text_version", "kept_file", "revision")
        ]
    growth = {entries: size[-1] - size[0] for entries, size in sizes.items()}
    # One entry changed 20 times: about 2.5 kB each, whatever the corpus.
    assert growth[20] < 20 * 4096
    assert abs(growth[80] - growth[20]) < 5 * 4096
    changed = [20, 20, 40, 20, 20]
    whole = {n: [n, 0, 0, 1, 1] for n in counts}
    assert counts == {n: [a + b for a, b in zip(changed, whole[n], strict=True)] for n in counts}


KILLED = """
import sys
from pathlib import Path
from schema_corpora import corpus
from variorum.schema import write
for number in range(10_000):
    write(corpus({{"Moving": [f"A band walks {{number}} paces."]}}), Path({path!r}), date="2024-01-01")
    print(number, flush=True)
"""


def test_a_killed_build_leaves_a_whole_history(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    for seed in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED.format(path=str(path))],
            stdout=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdout is not None
        for _ in range(1 + seed):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        numbers = [row[0] for row in rows(path, "select number from revisions order by number")]
        assert numbers == list(range(1, len(numbers) + 1)) and numbers
        with contextlib.closing(open_database(path)) as connection:
            assert connection.execute("pragma integrity_check").fetchone()[0] == "ok"
        texts = rows(
            path, "select count(*), sum(number_to is null) from text_versions where source is null"
        )
        assert texts[0][1] == 1 and texts[0][0] >= len(numbers) - 3
        later_text = rows(path, "select text from entries")
        assert later_text == rows(
            path, "select text from text_versions where number_to is null and source is null"
        )
