"""The list of acceptance measures that may only grow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from acceptance.hold import main


def report(path: Path, **holds: bool) -> str:
    rows = [
        {"measure": name, "value": float(ok), "floor": 1.0, "holds": ok, "short": []}
        for name, ok in holds.items()
    ]
    path.write_text(json.dumps(rows), "utf-8")
    return str(path)


def test_update_adds_what_holds_everywhere_and_never_removes(tmp_path: Path) -> None:
    names = tmp_path / "measures.txt"
    names.write_text("# why\nold\n", "utf-8")
    one = report(tmp_path / "1.json", old=True, both=True, single=True)
    two = report(tmp_path / "2.json", old=True, both=True, single=False)
    assert main([str(names), "--update", one, two]) == 0
    assert names.read_text("utf-8") == "# why\nboth\nold\n"
    lost = report(tmp_path / "3.json", old=False, both=True, single=False)
    assert main([str(names), "--update", one, lost]) == 1
    assert names.read_text("utf-8") == "# why\nboth\nold\n"


def test_a_measure_that_vanished_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "measures.txt"
    names.write_text("old\n", "utf-8")
    assert main([str(names), report(tmp_path / "1.json", other=True)]) == 1
    assert "LOST: old: not in the report" in capsys.readouterr().out


def test_cases_that_are_not_told_as_failed_have_passed(tmp_path: Path) -> None:
    for case in ("01-a", "02-b"):
        (tmp_path / "cases" / case).mkdir(parents=True)
        (tmp_path / "cases" / case / "expect.json").write_text("{}", "utf-8")
    names, run = tmp_path / "cases.txt", tmp_path / "run.txt"
    run.write_text("02-b: language: twice\n1 passed, 1 failed\n", "utf-8")
    options = ["--cases", str(tmp_path / "cases")]
    assert main([str(names), "--update", *options, str(run)]) == 0
    assert names.read_text("utf-8") == "01-a\n"
    names.write_text("02-b\n", "utf-8")
    assert main([str(names), *options, str(run)]) == 1


def test_a_run_that_broke_off_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "cases" / "01-a").mkdir(parents=True)
    (tmp_path / "cases" / "01-a" / "expect.json").write_text("{}", "utf-8")
    run = tmp_path / "run.txt"
    run.write_text("", "utf-8")
    with pytest.raises(SystemExit, match="1 cases"):
        main([str(tmp_path / "l.txt"), "--cases", str(tmp_path / "cases"), str(run)])
