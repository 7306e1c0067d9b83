"""`variorum init`: starts a community's folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from variorum.cli.arguments import Commands, add_command


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "init",
        "start a community's folder",
        "Starts the text files that people and programs share beside the sources: variorum.toml\n"
        "(titles, authors, licences, names, verdicts), variorum.keys (keys that never change),\n"
        "translations/, a CI recipe, and what git and Weblate need (.gitattributes, .gitignore,\n"
        "a pre-commit hook, translations/weblate.json). What is there already is left as it is.\n"
        "docs/maintainers.md tells the rest.",
        (
            ("variorum init", "in the folder you are in"),
            ("variorum init my-rules", "in my-rules, which is made where it is missing"),
        ),
        run,
    )
    command.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="DIR", help="default: here"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the files and say which."""
    from variorum.decisions import init

    made = init(arguments.folder)
    for path in made:
        print(f"made {path}")
    if not made:
        print(f"{arguments.folder}: all is there already")
    else:
        print(f"Put your files beside them, then: variorum build {arguments.folder}")
    return 0
