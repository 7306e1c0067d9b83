"""What the commands' argument parsers have in common."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from variorum.cli.help_words import Formatter
from variorum.cli.tongue import told
from variorum.say import say

# argparse names the type of `add_subparsers()` only privately.
Commands = Any

DATABASE = Path("rules.db")


class Version(argparse.Action):
    """`--version`, which looks the version up only when asked: that costs more than `--help`."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=options.get("help"))

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"variorum {version('variorum')}")
        parser.exit()


def add_command(
    commands: Commands,
    name: str,
    summary: str,
    description: str,
    examples: Sequence[tuple[str, str]],
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """A command with its help: `examples` are pairs of a command line and what it does.

    What is said (`variorum.say`) is shown in the user's language.
    """
    width = max(len(line) for line, _ in examples)
    shown = "\n".join(f"  {line:{width}}  {told(what)}" for line, what in examples)
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=told(summary),
        description=told(description),
        epilog=f"{told(say('examples:'))}\n{shown}",
        formatter_class=Formatter,
    )
    command.set_defaults(run=run, command=command)
    return command


def add_database(command: argparse.ArgumentParser) -> None:
    """The argument `[rules.db]`."""
    command.add_argument(
        "database",
        nargs="?",
        type=Path,
        default=DATABASE,
        metavar="rules.db",
        help=say("the database that `variorum build` made (default: rules.db)"),
    )


def add_color(command: argparse.ArgumentParser) -> None:
    """The option `--color` of a text report."""
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help=say("colours in the text report (default: on a terminal, unless NO_COLOR is set)"),
    )


def iso_date(text: str) -> str:
    """A date as `2024-05-31`; raises ArgumentTypeError for anything else."""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(
            told(say("{text!r} is no date; write year, month and day: 2024-05-31", text=text))
        ) from None
