"""`variorum diff`: every known edit of two versions of the shipped corpus is named right."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from history_edits import EDITS, edited, expected
from schema_corpora import SMALL, corpus

from variorum.cli.program import main
from variorum.cli.states import compared, named_state
from variorum.compare import rebuild
from variorum.model import Difference
from variorum.schema import earlier, later, open_database, read_state, told, write

CORPUS = Path(__file__).parents[1] / "src" / "variorum" / "corpus"


@pytest.fixture(scope="module", params=["with keys", "without keys"])
def versions(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path, bool]:
    """The corpus and its edited version, built; and whether there was a file of keys."""
    folder = tmp_path_factory.mktemp("versions")
    keys = request.param == "with keys"
    for name in ("old", "new"):
        shutil.copytree(CORPUS, folder / name)
        if not keys:
            (folder / name / "variorum.keys").unlink()
    edited(folder / "new")
    for name in ("old", "new"):
        assert main(["build", str(folder / name), "-o", str(folder / f"{name}.db")]) == 0
    return folder / "old.db", folder / "new.db", keys


def test_every_known_edit_is_named_right(
    versions: tuple[Path, Path, bool], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, keys = versions
    assert len(EDITS) >= 40
    capsys.readouterr()
    assert main(["diff", str(old), str(new), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    found = Counter(
        (c["entry_key"], c["change"], c["meaning"], tuple(c["others"])) for c in report["changes"]
    )
    assert found == Counter(expected(keys=keys))


def test_the_words_that_differ_lead_from_the_old_text_to_the_new_one(
    versions: tuple[Path, Path, bool], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    main(["diff", str(versions[0]), str(versions[1]), "--json"])
    changes = [c for c in json.loads(capsys.readouterr().out)["changes"] if c.get("new_text")]
    assert len(changes) > 25
    for change in changes:
        found = [
            Difference(d["class"], d["start"], d["end"], d["other_start"], d["other_end"])
            for d in change["differences"]
        ]
        assert found
        assert rebuild(change["old_text"], change["new_text"], found) == change["new_text"]


def test_the_other_way_round_is_the_inverse(versions: tuple[Path, Path, bool]) -> None:
    old, new, _ = versions
    one, other = named_state(str(old), old), named_state(str(new), new)
    there, back = compared(one, other), compared(other, one)
    inverse = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}

    def told_of(changes: list[object]) -> Counter[object]:
        return Counter(
            (c.entry_key if not (c.change == "renamed" and c.others) else "", c.change, c.meaning)
            for c in changes  # type: ignore[attr-defined]
            if c.change != "moved"
        )

    turned = [
        (c.entry_key if not (c.change == "renamed" and c.others) else "",
         inverse.get(c.change, c.change), c.meaning)
        for c in there
        if c.change != "moved"
    ]  # fmt: skip
    assert told_of(list(back)) == Counter(turned)


def test_deltas_lead_to_the_earlier_and_the_later_state(
    versions: tuple[Path, Path, bool],
) -> None:
    old, new, _ = versions
    one, other = named_state(str(old), old), named_state(str(new), new)
    before, after = one.state.entries, other.state.entries
    by_key: dict[str, list[str | None]] = {}
    names: dict[str, str] = {}
    moved = []
    for change in compared(one, other):
        if change.change in ("added", "removed"):
            continue
        by_key.setdefault(change.entry_key, []).append(change.delta)
        names.setdefault(change.entry_key, change.entry_key)
        if change.change == "renamed" and change.others:
            names[change.entry_key] = change.others[0]
        if change.change == "moved":
            moved.append(change.entry_key)
    assert by_key and moved
    for key, deltas in by_key.items():
        # Places shift with every neighbour; only a move tells them.
        was, now = told(before[names[key]]), told(after[key])
        if key not in moved:
            was |= {name: now[name] for name in ("position", "parent_key")}
        state = now
        for delta in deltas:
            state = earlier(state, delta)
        assert state == was
        for delta in deltas:
            state = later(state, delta)
        assert state == now


def test_a_removed_entry_is_told_whole(versions: tuple[Path, Path, bool]) -> None:
    old, new, _ = versions
    one, other = named_state(str(old), old), named_state(str(new), new)
    gone = [c for c in compared(one, other) if c.change == "removed"]
    assert gone
    for change in gone:
        assert earlier({}, change.delta) == told(one.state.entries[change.entry_key])


def test_the_report_is_by_meaning_and_marks_words(
    versions: tuple[Path, Path, bool], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, _ = versions
    capsys.readouterr()
    assert main(["diff", str(old), str(new), "--color", "never"]) == 0
    out = capsys.readouterr().out
    heads = [
        out.index(f"\n{head} (")
        for head in (
            "Changes in substance",
            "Changes of wording",
            "Changes of typography",
            "Same words in another place",
        )
    ]
    assert heads == sorted(heads)
    assert "[-14-]{+16+}" in out
    assert "changed: Mist Walk  ashen-sea/mist-walk" in out
    assert main(["diff", str(old), str(new), "--color", "never", "--meaning", "substantive"]) == 0
    out = capsys.readouterr().out
    assert "[-14-]{+16+}" in out and "Changes of wording" not in out


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three revisions in rules.db of the present folder."""
    path = tmp_path / "rules.db"
    second = {**SMALL, "Shooting": ["Roll two dice for each archer."]}
    write(corpus(SMALL), path, date="2024-01-10", label="v1")
    write(corpus(second), path, date="2024-02-10")
    write(corpus({**second, "Fire": ["It burns for two turns."]}), path, date="2024-03-10")
    monkeypatch.chdir(tmp_path)
    return path


def names_of(path: Path) -> list[str]:
    connection = open_database(path)
    found = [row[0] for row in connection.execute("select revision from revisions order by number")]
    connection.close()
    return found


def test_revisions_go_by_number_label_date_and_digest(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = names_of(three)
    for one in ("1", "v1", "2024-01-10", "2024-02-09", first, first[:6]):
        for other in ("3", "2024-03-10", "2025-01-01", third[:8], "rules.db"):
            assert main(["diff", one, other, "--json"]) == 0
            report = json.loads(capsys.readouterr().out)
            assert (report["from"]["revision"], report["to"]["revision"]) == (first, third)
            assert {(c["entry_key"], c["change"]) for c in report["changes"]} == {
                ("lantern/shooting", "changed"),
                ("lantern/fire", "added"),
            }
    assert main(["diff", str(three), "2", second]) == 0
    assert "Nothing changed." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["9", "1"], "there is no revision '9'"),
        (["v9", "1"], "there is no revision 'v9'"),
        (["2023-12-31", "1"], "the first revision is of 2024-01-10"),
        (["1"], "name two states"),
        (["none.db", "1", "2"], "there is no such database"),
        (["a", "b", "c", "d"], "name two states"),
    ],
)
def test_what_is_no_state_is_refused(
    three: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_database_is_left_alone(three: Path) -> None:
    before = three.read_bytes()
    assert main(["diff", "1", "2"]) == 0
    assert three.read_bytes() == before
    assert [path.name for path in three.parent.iterdir()] == ["rules.db"]


def test_hostile_words_do_not_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, word in (("a", "calm"), ("b", "\x1b[2Jloud")):
        told_text = {"Bell \x1b]0;x\x07": [f"The bell is {word} \u202eat night."]}
        write(corpus(told_text), tmp_path / f"{name}.db", date="2024-01-01")
    assert main(["diff", str(tmp_path / "a.db"), str(tmp_path / "b.db"), "--color", "never"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out and "\u202e" not in out and "\x07" not in out
    connection = open_database(tmp_path / "b.db")
    assert "\x1b" in next(iter(read_state(connection).entries.values())).text
    connection.close()
