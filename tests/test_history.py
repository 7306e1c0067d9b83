"""Revisions: what they changed, what they mean, what is kept of them, and building them again."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schema_corpora import SMALL, corpus, with_second_witness

from variorum.cli.program import main
from variorum.decisions import parse_keys, read_keys
from variorum.schema import earlier, later, open_database, read_state, state_of, told, write
from variorum.schema.archive import Kept, KeptFile, difference, files_at, patched, reconcile, until

ROOT = Path(__file__).parents[1]

WORDS = [
    "lamp",
    "oil",
    "ember",
    "gale",
    "harbour",
    "rope",
    "anchor",
    "reef",
    "tide",
    "hull",
    "mast",
    "keel",
    "salt",
    "brass",
    "drum",
]


def rules_text(told_text: dict[str, list[str]]) -> str:
    return "Lantern Rules\n\n" + "".join(
        f"{title}\n\n" + "".join(f"{passage}\n\n" for passage in passages)
        for title, passages in told_text.items()
    )


def rows(path: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    with contextlib.closing(open_database(path)) as connection:
        return [tuple(row) for row in connection.execute(query, values)]


def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, the search among them."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = [
            row[0]
            for row in connection.execute(
                "select name from sqlite_master where type = 'table' order by name"
            )
        ]
        return {
            name: connection.execute(f'select * from "{name}" order by rowid').fetchall()
            for name in names
            if not name.startswith("search_")
        }


# Revisions


def sentence(draw: st.DrawFn) -> str:
    words = draw(st.lists(st.sampled_from(WORDS), min_size=3, max_size=7))
    return f"The {' '.join(words)} burns {draw(st.integers(2, 9))} turns."


@st.composite
def states(draw: st.DrawFn) -> list[dict[str, list[str]]]:
    titles = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]
    found = []
    for _ in range(draw(st.integers(2, 5))):
        chosen = draw(st.permutations(titles))[: draw(st.integers(1, 5))]
        found.append({t: [sentence(draw) for _ in range(draw(st.integers(0, 3)))] for t in chosen})
    return found


@settings(max_examples=30, deadline=None)
@given(states())
def test_a_revision_and_its_inverse_give_the_first_state(
    tmp_path_factory: pytest.TempPathFactory, told_texts: list[dict[str, list[str]]]
) -> None:
    path = tmp_path_factory.mktemp("inverse") / "rules.db"
    first, last = told_texts[0], told_texts[-1]
    for day, text in enumerate([*told_texts, first], 1):
        write(corpus(text), path, date=f"2024-01-{day:02}")
    names = rows(path, "select revision from revisions order by number")
    if first != last:
        assert names[0] == names[-1]
    with contextlib.closing(open_database(path)) as connection:
        assert read_state(connection) == state_of(corpus(first))
    # Undone one after the other, the changes lead back to each state.
    built = [first]
    for text in [*told_texts[1:], first]:
        if list(text.items()) != list(built[-1].items()):
            built.append(text)
    assert len(built) == len(names)
    changes = rows(path, "select number, entry_key, change, delta, others from changes")
    now = {e.key: told(e) for e in state_of(corpus(built[-1])).entries.values()}
    for number in range(len(built), 1, -1):
        now = undone(now, [row[1:] for row in changes if row[0] == number])
        was = {e.key: told(e) for e in state_of(corpus(built[number - 2])).entries.values()}
        assert no_places(now) == no_places(was)


def no_places(entries: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """Without positions, which shift with every neighbour."""
    return {key: entry | {"position": 0} for key, entry in entries.items()}


def undone(
    now: dict[str, dict[str, object]], changes: list[tuple[object, ...]]
) -> dict[str, dict[str, object]]:
    """The entries before a revision, from those after it and its changes."""
    was: dict[str, dict[str, object]] = {}
    for key, entry in now.items():
        own = [row for row in changes if row[0] == key]
        if any(row[1] == "added" for row in own):
            continue
        for _, kind, delta, _ in own:
            if delta is not None and kind != "moved":
                entry = earlier(entry, str(delta))
        was[str(entry["key"])] = entry
    for key, kind, delta, _ in changes:
        if kind == "removed":
            was[str(key)] = earlier({}, str(delta))
    return was


def test_each_kind_of_change_has_its_count_and_its_meaning(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    before = {
        "Moving": ["A band walks six paces."],
        "Running": ["A band may run through open ground, and then it neither shoots nor hides."],
        "Fog": ["Nobody sees farther than two paces in the fog.", "Horns are heard all the same, and every captain may answer one."],
        "Ropes": ["A rope holds three sailors at once."],
        "Oars": ["Oars break on a one."],
    }  # fmt: skip
    after = {
        "Moving": ["A band walks eight paces.", *before["Running"]],
        "Fog": before["Fog"][:1],
        "Horns": before["Fog"][1:],
        "Oars": ["Oars break on a one!"],
        "Ropes": before["Ropes"],
    }
    write(corpus(before), path, date="2024-01-01")
    write(corpus(after), path, date="2024-02-01")
    found = rows(path, "select entry_key, change, meaning, others from changes where number = 2")
    assert sorted(found, key=str) == sorted(
        [
            ("lantern/fog", "split", None, '["lantern/horns"]'),
            ("lantern/horns", "added", None, '["lantern/fog"]'),
            ("lantern/moving", "merged", "substantive", '["lantern/running"]'),
            ("lantern/oars", "changed", "typographic", None),
            ("lantern/running", "removed", None, '["lantern/moving"]'),
            ("lantern/oars", "moved", None, None),
        ],
        key=str,
    )
    counts = "added, changed, removed, renamed, moved, split, merged"
    assert rows(path, f"select {counts} from revisions where number = 2") == [(1, 1, 1, 0, 1, 1, 1)]


@pytest.mark.parametrize(
    ("old", "new", "meaning"),
    [
        ("A lamp burns three turns.", "A lamp burns four turns.", "substantive"),
        ("A lamp may burn.", "A lamp may not burn.", "substantive"),
        ("A lamp burns. It smokes.", "A lamp burns.", "substantive"),
        ("A lamp burns brightly.", "A lamp burns strongly.", "wording"),
        ("A lamp burns , then dies.", "A lamp burns, then dies.", "typographic"),
        ("The lamp is out.", "The lammp is out.", "typographic"),
    ],
)
def test_the_meaning_is_the_comparers(tmp_path: Path, old: str, new: str, meaning: str) -> None:
    path = tmp_path / "rules.db"
    known = {"Lamps": ["The lamp stands at the door, and the lamp is lit."]}
    for day, text in enumerate((old, new), 1):
        write(corpus({**known, "Fire": [text]}), path, date=f"2024-01-0{day}")
    assert rows(path, "select change, meaning from changes where number = 2") == [
        ("changed", meaning)
    ]


def test_texts_that_only_look_alike_are_no_kin(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    write(
        corpus({"Alpha": ["It burns."], "Beta": ["A rope holds three."]}), path, date="2024-01-01"
    )
    write(corpus({"Gamma": ["It sinks."], "Delta": ["An oar breaks on a one."]}), path)
    found = rows(path, "select change, count(*) from changes where number = 2 group by 1")
    assert found == [("added", 2), ("removed", 2)]
    assert rows(path, "select * from former_keys") == []


def test_another_witness_changes_its_entry_and_has_versions_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    base = corpus(SMALL)
    for day, words in enumerate((["A band walks nine paces."], ["A band walks ten paces."]), 1):
        write(with_second_witness(base, "lantern/moving", words), path, date=f"2024-01-0{day}")
    assert rows(path, "select entry_key, change, meaning from changes where number = 2") == [
        ("lantern/moving", "changed", "substantive")
    ]
    versions = rows(
        path,
        "select source, nth, number_from, number_to, text from text_versions"
        " where entry_key = 'lantern/moving' order by source, nth, number_from",
    )
    text = "\n".join(SMALL["Moving"])
    assert versions == [
        (None, 0, 1, None, text),
        ("rules.txt", 1, 1, None, text),
        ("rules.txt", 2, 1, 2, "A band walks nine paces."),
        ("rules.txt", 2, 2, None, "A band walks ten paces."),
    ]


def test_a_file_that_is_renamed_makes_no_revision_and_its_versions_follow(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    write(corpus(SMALL), path, date="2024-01-01")
    assert not write(corpus(SMALL, name="book.txt"), path).new
    query = "select distinct source, number_from, number_to from text_versions where source <> ''"
    assert rows(path, query) == [("book.txt", 1, None)]


# Questions of docs/history.md


def test_every_query_of_the_documentation_runs(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    write(corpus(SMALL), path, date="2024-01-01")
    page = (ROOT / "docs" / "history.md").read_text("utf-8")
    queries = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    assert len(queries) >= 8
    values = {
        "key": "lantern/moving", "date": "2024-06-01", "number": 1, "source": "rules.txt",
        "lang": "en", "since": "2023-01-01", "sentence": "It may run",
    }  # fmt: skip
    with contextlib.closing(open_database(path)) as connection:
        for query in queries:
            found = connection.execute(query, values).fetchall()
            # Nothing was changed, no commit was read and no key was given up: the others answer.
            assert found or re.search("substantive|commits", query), query


def test_a_rule_is_answered_as_of_any_date(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    texts = {"2024-01-01": "six", "2024-02-01": "seven", "2024-03-01": "eight"}
    for date, number in texts.items():
        write(corpus({"Moving": [f"A band walks {number} paces."]}), path, date=date)
    query = (
        "select text from text_versions where entry_key = 'lantern/moving' and source is null"
        " and date_from <= ?1 and (date_to is null or date_to > ?1)"
    )
    for date, number in [("2024-01-31", "six"), ("2024-02-01", "seven"), ("2025-01-01", "eight")]:
        assert rows(path, query, date) == [(f"A band walks {number} paces.",)]
    assert rows(path, query, "2023-12-31") == []


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


# Keys


def test_keys_lead_on_across_renames_merges_and_splits(tmp_path: Path) -> None:
    path = tmp_path / "rules.db"
    long = "A band may run through open ground, and then it neither shoots nor hides."
    write(
        corpus({"Running": [long], "Moving": ["A band walks six paces."]}), path, date="2024-01-01"
    )
    write(corpus({"Sprinting": [long], "Moving": ["A band walks six paces."]}), path)
    assert rows(path, "select * from former_keys") == [("lantern/running", "lantern/sprinting")]
    write(corpus({"Moving": ["A band walks six paces.", long]}), path, date="2024-03-01")
    assert rows(path, "select * from former_keys") == [
        ("lantern/running", "lantern/moving"),
        ("lantern/sprinting", "lantern/moving"),
    ]
    old = "select title, text from text_versions where entry_key = ? and source is null"
    assert rows(path, old, "lantern/running") == [("Running", long)]
    # What comes back has its key again, and nothing leads away from it.
    write(
        corpus({"Running": [long], "Moving": ["A band walks six paces."]}), path, date="2024-04-01"
    )
    assert ("lantern/running", "lantern/moving") not in rows(path, "select * from former_keys")


def test_the_file_of_keys_records_what_went_where(tmp_path: Path) -> None:
    folder, path = tmp_path / "rules", tmp_path / "rules.db"
    main(["init", str(folder)])
    long = "A band may run through open ground, and then it neither shoots nor hides."
    apart = {"Moving": ["A band walks six paces."], "Running": [long], "Fire": ["It burns."]}
    joined = {"Moving": ["A band walks six paces.", long], "Fire": ["It burns."]}
    told_texts = (apart, joined, apart)
    keys = []
    for day, told_text in enumerate(told_texts, 1):
        (folder / "rules.txt").write_text(rules_text(told_text), "utf-8")
        for _ in range(2):
            assert main(["build", str(folder), "-o", str(path), "--date", f"2024-01-0{day}"]) == 0
        keys.append(read_keys(folder))
    running = next(key for key in keys[0].lines if key.endswith("/running"))
    moving = next(key for key in keys[0].lines if key.endswith("/moving"))
    assert keys[1].lines[running].into == moving
    assert keys[2].lines[running].into == ""
    assert set(keys[0].lines) == set(keys[2].lines)
    # Another clone has no history, but the file of keys.
    (folder / "rules.txt").write_text(rules_text(joined), "utf-8")
    (folder / "variorum.keys").write_text(
        f"{running} {keys[1].lines[running].fingerprint} >{moving}\n"
        f"{moving} {keys[1].lines[moving].fingerprint}\n",
        "utf-8",
    )
    assert main(["build", str(folder), "-o", str(tmp_path / "clone.db")]) == 0
    assert (running, moving) in rows(tmp_path / "clone.db", "select * from former_keys")


def test_a_line_of_keys_says_where_an_entry_went() -> None:
    keys = parse_keys("a/b 0123456789abcdef =a/x >a/c a/d # note\na/c 0123456789abcdef\n")
    assert (keys.lines["a/b"].into, keys.lines["a/b"].former) == ("a/c", ("a/d",))


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
        for day in range(41):
            told_text[title] = [f"It costs {day} coins.", *told_text[title][1:]]
            write(corpus(told_text), path, date=f"2024-01-{day % 28 + 1:02}")
            sizes[entries].append(path.stat().st_size)
        counts[entries] = [
            rows(path, f"select count(*) from {table}")[0][0]
            for table in ("change", "said", "text_version", "kept_file", "revision")
        ]
    growth = {entries: size[-1] - size[0] for entries, size in sizes.items()}
    # One entry changed 40 times: about 2.5 kB each, whatever the corpus.
    assert growth[20] < 40 * 4096
    assert abs(growth[80] - growth[20]) < 10 * 4096
    changed = [40, 40, 80, 40, 40]
    whole = {n: [n, 0, 2 * n, 1, 1] for n in counts}
    assert counts == {n: [a + b for a, b in zip(changed, whole[n], strict=True)] for n in counts}


# The command line


def test_the_history_of_a_database_and_of_an_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    long = "A band may run through open ground, and then it neither shoots nor hides."
    write(corpus({**SMALL, "Running": [long]}), Path("rules.db"), date="2024-01-01", label="v1")
    write(corpus({**SMALL, "Sprinting": [long]}), Path("rules.db"), date="2024-02-01")
    quick = long.replace("open", "any")
    write(corpus({**SMALL, "Sprinting": [quick]}), Path("rules.db"), date="2024-03-01")
    assert main(["history", "--color", "never"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "2", "1"]
    assert "v1" in lines[2] and "+4 ~0 -0" in lines[2] and "1 renamed" in lines[1]
    for key in ("lantern/sprinting", "lantern/running"):
        assert main(["history", "rules.db", key, "--json"]) == 0
        life = json.loads(capsys.readouterr().out)
        assert [(c["number"], c["change"], c["entry_key"]) for c in life] == [
            (1, "added", "lantern/running"),
            (2, "renamed", "lantern/sprinting"),
            (3, "changed", "lantern/sprinting"),
        ]
        assert life[2]["new_text"] == quick
    assert main(["history", "lantern/running", "--color", "never"]) == 0
    assert "[-open-]{+any+}" in capsys.readouterr().out
    assert main(["history", "rules.db", "--json"]) == 0
    assert [row["label"] for row in json.loads(capsys.readouterr().out)] == ["v1", None, None]
    for wrong in (["lantern/nothing"], ["none.db"], ["rules.db", "a", "b"]):
        assert main(["history", *wrong]) == 2


def test_check_since_shows_only_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old = {"Moving": ["A band walks walks six paces."], "Fire": ["It burns for two turns."]}
    new = {**old, "Fire": ["It burns for for two turns."], "Rain": ["It ends every fire."]}
    for day, told_text in enumerate((old, new), 1):
        Path("a.txt").write_text(rules_text(told_text), "utf-8")
        assert main(["build", "a.txt", "--date", f"2024-01-0{day}"]) == 0
    capsys.readouterr()

    def shown(*options: str) -> list[str]:
        main(["check", "--format", "json", "--kind", "doubled_word", *options])
        report = json.loads(capsys.readouterr().out)
        items = [item for group in report["groups"] for item in group["items"]]
        assert report["counts"]["finding"] == len(items)
        return [item["excerpt"] for item in items]

    assert len(shown()) == 2
    assert ["for for" in excerpt for excerpt in shown("--since", "1")] == [True]
    assert shown("--since", "2") == []
    assert main(["check", "--since", "2"]) == 0
    assert main(["check", "--since", "2024-01-01"]) == 1
    assert main(["check", "--since", "9"]) == 2


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
        environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED.format(path=str(path))],
            stdout=subprocess.PIPE,
            env=environment,
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


def test_later_and_earlier_refuse_another_state() -> None:
    entry = next(iter(state_of(corpus(SMALL)).entries.values()))
    delta = json.dumps({"values_changed": {"root['text']": {"old_value": "x", "new_value": "y"}}})
    with pytest.raises(Exception, match="y"):
        earlier(told(entry), delta)
    assert later(told(entry), None) == told(entry)
