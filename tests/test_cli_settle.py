"""`variorum settle`: verdicts into variorum.toml, one or many at once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from small_corpus import write_small

from variorum.cli import main
from variorum.cli.settle import _of, split
from variorum.model import VariorumError

OURS = "# ours, to be kept\n[systems.tin]\ntitle = 'Tin Soldiers' # by hand\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_small(tmp_path / "rules.db")
    (tmp_path / "variorum.toml").write_text(OURS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settle(*argv: str) -> int:
    return main(["settle", *argv, "--date", "2024-05-31"])


def verdicts(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "variorum.toml").read_text("utf-8")
    assert text.startswith(OURS)
    return list(tomllib.loads(text).get("verdicts", []))


def test_a_suggestion_is_accepted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert settle("f-1", "--accept", "--by", "Ada", "--note", "seen in print") == 0
    assert capsys.readouterr().out == (
        "variorum.toml: 1 verdict written\nBuild again to see the effect.\n"
    )
    (verdict,) = verdicts(folder)
    assert len(verdict.pop("texts")) == 16
    assert verdict == {
        "about": "finding",
        "id": "f-1",
        "entries": ["tin/leap"],
        "decision": "accepted",
        "by": "Ada",
        "date": "2024-05-31",
        "note": "seen in print",
    }
    assert settle("f-1", "--accept", "--by", "Ada", "--note", "seen in print") == 0
    assert "nothing to write" in capsys.readouterr().out


def test_the_beginning_of_an_id_is_enough_where_it_names_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dict.fromkeys(("abcd1234", "abcd5678", "abef0000", "beef"), "item")
    assert _of(found, "abcd1", tmp_path) == _of(found, "beef", tmp_path) == "item"  # type: ignore[arg-type, comparison-overlap]
    for name, word in (("abcd", "abcd1234, abcd5678"), ("abe", "nothing"), ("abcd9", "nothing")):
        with pytest.raises(VariorumError, match=word):
            _of(found, name, tmp_path)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("argv", "decided"),
    [
        (["rules.db", "c-1", "--right", "b.txt"], ("conflict", "right", "b.txt", None)),
        (["c-1", "--reading", "Leaps 7"], ("conflict", "reading", None, "Leaps 7")),
        (["c-1", "--dismiss"], ("conflict", "differ", None, None)),
        (["d-1", "--accept"], ("duplicate", "same", None, None)),
        (["d-1", "--dismiss"], ("duplicate", "differ", None, None)),
        (["f-2", "--dismiss"], ("finding", "dismissed", None, None)),
        (["f-1", "--reading", ""], ("finding", "reading", None, "")),
    ],
)
def test_each_decision_has_its_word(
    argv: list[str], decided: tuple[str, str, str | None, str | None], folder: Path
) -> None:
    assert settle(*argv) == 0
    (verdict,) = verdicts(folder)
    keys = ("about", "decision", "witness", "reading")
    assert tuple(verdict.get(key) for key in keys) == decided


def test_a_finding_of_no_entry_keeps_its_source(folder: Path) -> None:
    assert settle("f-2", "--dismiss") == 0
    assert verdicts(folder)[0]["source"] == "notes.txt"


def test_many_at_once_leave_what_cannot_be_decided(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = ["--all-of-kind", "doubled_word", "--all-of-kind", "no_rules"]
    assert settle(*kinds, "--accept") == 0
    assert [v["id"] for v in verdicts(folder)] == ["f-1"]
    assert "1 left" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["f-9", "--accept"], "nothing with the id 'f-9'"),
        (["f-2", "--accept"], "nothing is suggested"),
        (["c-1", "--accept"], "say which reading is right"),
        (["c-1", "--right", "c.txt"], "has neither reading; give b.txt or rules/a.txt"),
        (["d-1", "--right", "b.txt"], "no readings"),
        (["f-1", "--right", "b.txt"], "one source only"),
        (["f-1", "c-1", "--accept"], "say which reading is right"),
        (["--accept"], "say which"),
        (["--all-of-kind", "speling", "--accept"], "the kinds are"),
        (["f-1", "--accept", "--folder", "elsewhere"], "variorum init elsewhere"),
        (["gone.db", "f-1", "--accept"], "gone.db: "),
    ],
)
def test_what_cannot_be_decided_is_refused_and_nothing_written(
    argv: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert settle(*argv) == 2
    assert said in capsys.readouterr().err
    assert not verdicts(folder)


def test_the_first_word_of_settle_may_be_the_database(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    assert split(["my.db", "f-1"]) == (Path("my.db"), ["f-1"])
    assert split([str(plain), "f-1"]) == (plain, ["f-1"])
    assert split(["f-1", "f-2"]) == (Path("rules.db"), ["f-1", "f-2"])
    assert split([]) == (Path("rules.db"), [])


def test_decisions_go_beside_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "a.csv").write_text("nom;texte\nVigie;Le socle voit voit à 30 cm.\n", "utf-8")
    (folder / "variorum.toml").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["build", "rules", "-o", "rules/rules.db"]) == 0
    assert main(["settle", "rules/rules.db", "--all-of-kind", "doubled_word", "--accept"]) == 0
    assert "[[verdicts]]" in (folder / "variorum.toml").read_text("utf-8")
    assert not (tmp_path / "variorum.toml").exists()
