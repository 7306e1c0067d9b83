"""`variorum init`: starts a community's folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from variorum.cli.arguments import Commands, add_command
from variorum.cli.tongue import told
from variorum.say import say


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "init",
        say("start a community's folder"),
        say(
            "Starts the text files that people and programs share beside the sources: variorum.toml\n"
            "(titles, authors, licences, names, verdicts), variorum.keys (keys that never change),\n"
            "translations/, a CI recipe, and what git and Weblate need (.gitattributes, .gitignore,\n"
            "a pre-commit hook, translations/weblate.json). What is there already is left as it is.\n"
            "docs/maintainers.md tells the rest."
        ),
        (
            ("variorum init", say("in the folder you are in")),
            ("variorum init my-rules", say("in my-rules, which is made where it is missing")),
        ),
        run,
    )
    command.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="DIR", help=say("default: here")
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the files and say which."""
    from variorum.decisions import init

    made = init(arguments.folder)
    for path in made:
        print(told(say("made {path}", path=path)))
    if not made:
        print(told(say("{folder}: all is there already", folder=arguments.folder)))
    else:
        print(
            told(
                say(
                    "Put your files beside them, then: variorum build {folder}",
                    folder=arguments.folder,
                )
            )
        )
    return 0
