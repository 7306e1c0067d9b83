"""The command line as a user meets it: help, usage, exit statuses."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from variorum.cli import main
from variorum.cli.arguments import iso_date
from variorum.cli.errors import guarded
from variorum.cli.pipeline import home_of
from variorum.cli.program import COMMANDS, parser
from variorum.cli.serve import port_number
from variorum.model import VariorumError

README = Path(__file__).parents[1] / "README.md"
NAMES = [module.__name__.rpartition(".")[2] for module in COMMANDS]


def subparsers() -> dict[str, argparse.ArgumentParser]:
    action = next(a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(action.choices)


def test_a_module_a_command() -> None:
    assert list(subparsers()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_examples_that_parse(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    examples = re.findall(r"^  variorum (.*?)(?:   *\S.*)?$", shown.split("examples:")[1], re.M)
    assert examples
    for example in examples:
        words = shlex.split(example.split(" > ")[0])
        assert words[0] == name
        assert parser().parse_args(words).run


@pytest.mark.parametrize("name", NAMES)
def test_every_command_is_in_the_readme(name: str) -> None:
    assert f"| `variorum {name}` |" in README.read_text("utf-8")


def test_every_option_has_help() -> None:
    silent = [
        f"{name} {action.option_strings or action.metavar}"
        for name, command in subparsers().items()
        for action in command._actions
        if not action.help
    ]
    assert not silent


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["unknown"],
        ["build", "--date", "yesterday"],
        ["serve", "--port", "0"],
        ["serve", "--port", "65536"],
        ["serve", "--port", "²"],
        ["check", "--format", "yaml"],
        ["settle", "x"],
        ["settle", "x", "--accept", "--dismiss"],
    ],
)
def test_wrong_usage_ends_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(argv)
    assert end.value.code == 2
    assert "variorum" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "usage"),
    [
        (["serve", "--browser"], "usage: variorum serve "),
        (["check", "x.db", "y.db"], "usage: variorum check "),
        (["translations", "import", "x.po", "--force"], "usage: variorum translations import "),
    ],
)
def test_what_a_command_does_not_know_shows_the_usage_of_that_command(
    argv: list[str], usage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(argv)
    shown = capsys.readouterr().err
    assert end.value.code == 2 and shown.startswith(usage)
    assert f"unrecognized arguments: {argv[-1]}" in shown


def test_help_loads_no_step_of_the_program() -> None:
    code = (
        "import sys\nfrom variorum.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "slow = {'sqlmodel', 'sqlalchemy', 'datasette', 'babel', 'deepdiff', 'sqlite_utils',"
        " 'pydantic', 'tomlkit', 'uvicorn', 'variorum.loaders', 'variorum.schema',"
        " 'importlib.metadata'}\n"
        "print(sorted(slow & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr.strip() == "[]"
    assert "formats" in run.stdout


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert re.fullmatch(r"variorum \d+\.\d+\S*\n", capsys.readouterr().out)


def raising(error: BaseException) -> int:
    def run(_: argparse.Namespace) -> int:
        raise error

    return guarded(run, argparse.Namespace())


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (VariorumError("is wrong; mend it", "a.csv", 3), 2, "a.csv:3: is wrong; mend it"),
        (FileNotFoundError(2, "No such file", "gone.txt"), 2, "gone.txt: there is no such file"),
        (PermissionError(13, "Permission denied", "shut.txt"), 2, "shut.txt: may not be read"),
        (OSError(28, "No space left on device", "full.db"), 2, "full.db: No space left"),
        (ZeroDivisionError("division by zero"), 2, "a fault of the program"),
        (MemoryError(), 2, "not enough memory"),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
)
def test_no_traceback_reaches_a_user(
    error: BaseException,
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("VARIORUM_DEBUG", raising=False)
    assert raising(error) == status
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1 and not shown.out
    assert "Traceback" not in shown.err
    monkeypatch.setenv("VARIORUM_DEBUG", "1")
    assert raising(error) == status
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_stops_is_no_fault() -> None:
    code = (
        "import argparse, sys\nfrom variorum.cli.errors import guarded\n"
        "def run(_):\n    for _ in range(100_000): print('x' * 80)\n    return 1\n"
        "sys.exit(guarded(run, argparse.Namespace()))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_dates_are_iso() -> None:
    assert iso_date("2024-02-29") == "2024-02-29"
    for wrong in ("2023-02-29", "31/12/2024", ""):
        with pytest.raises(argparse.ArgumentTypeError, match="2024-05-31"):
            iso_date(wrong)
    assert port_number("8001") == 8001


def test_decisions_lie_beside_the_sources(tmp_path: Path) -> None:
    with_toml, with_keys, without = (tmp_path / n for n in ("one", "two", "three"))
    for folder in (with_toml, with_keys, without):
        folder.mkdir()
        (folder / "a.txt").touch()
    (with_toml / "variorum.toml").touch()
    (with_keys / "variorum.keys").touch()
    assert home_of([with_toml, without]) == with_toml
    assert home_of([without / "a.txt", with_keys / "a.txt"]) == with_keys
    assert home_of([without]) is None
    with pytest.raises(VariorumError, match="both hold decisions"):
        home_of([with_toml, with_keys])
