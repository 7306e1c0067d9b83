"""Revisions: what they changed, what that means, and what can be asked about them."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path

import pytest
from history_tools import WORDS, rows, rules_text
from hypothesis import given
from hypothesis import strategies as st
from schema_corpora import SMALL, corpus, with_second_witness
from soaking import examples

from variorum.cli.program import main
from variorum.schema import earlier, later, open_database, read_state, state_of, told, write

ROOT = Path(__file__).parents[1]


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


@pytest.mark.invariant
@examples(10)
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


@pytest.mark.parametrize(
    ("elsewhere", "meaning"),
    [
        ("The LAMP is lit.", "typographic"),
        ("A lampshade is torn.", "wording"),
        ("A lamp-post stands there.", "wording"),
        ("A post-lamp stands there; clamp it.", "wording"),
        ("Nothing burns.", "wording"),
    ],
)
def test_a_word_is_known_where_another_entry_has_it_whole(
    tmp_path: Path, elsewhere: str, meaning: str
) -> None:
    path = tmp_path / "rules.db"
    for day, text in enumerate(("The lamp is out, lamp.", "The lammp is out, lamp."), 1):
        write(corpus({"Doors": [elsewhere], "Fire": [text]}), path, date=f"2024-01-0{day}")
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


@pytest.mark.parametrize(
    ("said", "meaning"),
    [(SMALL["Moving"], None), (["A band walks nine paces."], "substantive")],
)
def test_a_witness_that_comes_or_goes_means_what_it_says_otherwise(
    tmp_path: Path, said: list[str], meaning: str | None
) -> None:
    path = tmp_path / "rules.db"
    base = corpus(SMALL)
    both = with_second_witness(base, "lantern/moving", said)
    for day, state in enumerate((base, both, base), 1):
        write(state, path, date=f"2024-01-0{day}")
    told = rows(path, "select number, change, meaning from changes where number > 1")
    assert told == [(2, "changed", meaning), (3, "changed", meaning)]


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


def test_later_and_earlier_refuse_another_state() -> None:
    entry = next(iter(state_of(corpus(SMALL)).entries.values()))
    delta = json.dumps({"values_changed": {"root['text']": {"old_value": "x", "new_value": "y"}}})
    with pytest.raises(Exception, match="y"):
        earlier(told(entry), delta)
    assert later(told(entry), None) == told(entry)


@pytest.mark.parametrize(
    ("mark", "meanings"), [("{n}. ", {"typographic"}), ("", set()), ("Rule {n}{n} ", {"wording"})]
)
def test_a_number_that_only_counts_names_changes_no_name(
    tmp_path: Path, mark: str, meanings: set[str]
) -> None:
    names = ["Ferry", "Towpath", "Weir", "Osiers", "Lock"]
    path, source = tmp_path / "rules.db", tmp_path / "in" / "list.txt"
    source.parent.mkdir()
    for day, known in enumerate((names, ["Anchor", *names]), 1):
        lines = (
            f"{mark.format(n=n)}{name}: The {name.lower()} holds a barge until the next turn.\n\n"
            for n, name in enumerate(known, 1)
        )
        source.write_text("".join(lines), encoding="utf-8")
        args = ["build", str(source.parent), "-o", str(path), "--date", f"2024-01-0{day}"]
        assert main(args) == 0
    found = rows(path, "select meaning from changes where number = 2 and change = 'renamed'")
    assert {meaning for (meaning,) in found} == meanings
