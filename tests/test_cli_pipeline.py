"""From files to a database and back to decisions, through the command line."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from variorum.cli import main
from variorum.cli.pipeline import build

OURS = '[sources."a.csv"]\nsystem = "tin"\n[systems.tin]\ntitle = "Tin Soldiers"\n'
A = (
    "name,text\n"
    "Leap,The model leaps 8 inches over walls and lands on its feet.\n"
    "Hide,The model hides behind walls until it is seen.\n"
)
B = (
    "name,text\n"
    "Leap,The model leaps 6 inches over walls and lands on its feet.\n"
    "Swim,The model swims through rivers at half of its speed.\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources' folder, beside which the commands run."""
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "a.csv").write_text(A, "utf-8")
    (rules / "b.csv").write_text(B, "utf-8")
    (rules / "variorum.toml").write_text(OURS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return rules


def unsettled(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    main(["check", "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    return [item for group in report["groups"] for item in group["items"] if item["unsettled"]]


def text_of(key: str) -> str:
    db = sqlite3.connect("rules.db")
    try:
        return str(db.execute("select text from entries where key = ?", (key,)).fetchone()[0])
    finally:
        db.close()


def test_a_conflict_is_found_settled_and_published(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "rules"]) == 0
    (conflict,) = unsettled(capsys)
    assert (conflict["kind"], conflict["place"]["source"]) == ("number", "b.csv")
    assert text_of("tin/leap").startswith("The model leaps 8 inches")
    assert main(["settle", conflict["id"], "--right", "b.csv", "--folder", "rules"]) == 0
    assert main(["build", "rules"]) == 0
    assert text_of("tin/leap").startswith("The model leaps 6 inches")
    assert main(["check"]) == 0
    assert (folder / "a.csv").read_text("utf-8") == A


def test_a_verdict_about_a_text_that_changed_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "rules"]) == 0
    (conflict,) = unsettled(capsys)
    assert main(["settle", conflict["id"], "--right", "b.csv", "--folder", "rules"]) == 0
    (folder / "b.csv").write_text(B.replace("6 inches", "5 inches"), "utf-8")
    assert main(["build", "rules"]) == 0
    assert sorted(item["kind"] for item in unsettled(capsys)) == ["number", "outdated_verdict"]
    assert text_of("tin/leap").startswith("The model leaps 8 inches")


def test_a_verdict_about_what_never_was_is_an_error_on_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / "variorum.toml").open("a", encoding="utf-8") as toml:
        toml.write(
            '[[verdicts]]\nabout = "conflict"\nid = "0123456789ab"\nentries = ["tin/fly"]\n'
            'decision = "differ"\n'
        )
    assert main(["build", "rules"]) == 2
    assert capsys.readouterr().err.startswith("rules/variorum.toml:5: ")
    assert not Path("rules.db").exists()


@pytest.mark.usefixtures("folder")
def test_the_same_inputs_give_the_same_bytes() -> None:
    for name in ("1.db", "2.db"):
        assert main(["build", "rules", "-o", name, "--date", "2024-05-31"]) == 0
    assert Path("1.db").read_bytes() == Path("2.db").read_bytes()
    before = Path("1.db").stat()
    assert main(["build", "rules", "-o", "1.db", "--date", "2030-01-01"]) == 0
    after = Path("1.db").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_progress_goes_forward_from_nothing_to_all(folder: Path) -> None:
    shares: list[float] = []
    build([folder], Path("x.db"), progress=lambda _, share: shares.append(share))
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.2 and shares[-1] == 1


def test_the_shipped_corpus_builds_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["build"]) == 0
    assert capsys.readouterr().out.startswith("rules.db: 5 sources, ")
    assert [path.name for path in tmp_path.iterdir()] == ["rules.db"]
