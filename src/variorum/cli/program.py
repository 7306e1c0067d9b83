"""The program `variorum`: reads the command line and runs one command."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from variorum.cli import (
    build,
    check,
    diff,
    export,
    formats,
    history,
    init,
    serve,
    settle,
    site,
    translations,
)
from variorum.cli.arguments import Version
from variorum.cli.errors import guarded
from variorum.cli.help_words import argparse_in_the_users_language
from variorum.cli.tongue import told
from variorum.say import say

# In the order of a newcomer's day.
COMMANDS = (init, build, check, settle, history, diff, translations, serve, site, export, formats)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; building it loads no step of the program."""
    top = argparse.ArgumentParser(
        prog="variorum",
        description=told(
            say(
                "Tabletop-wargame rules as a database: load what people have, see what differs "
                "and what is faulty, decide once, browse it."
            )
        ),
        epilog=told(
            say(
                "`variorum COMMAND --help` shows examples. Exit status: 0 done, 1 a check found "
                "what it looks for, 2 wrong usage or unreadable input."
            )
        ),
    )
    top.add_argument("--version", action=Version, help=told(say("print the version and stop")))
    commands = top.add_subparsers(title=told(say("commands")), metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; `argv` without the program's name (default: the process's own).

    Returns the exit status of the contract: 0, 1 or 2, and 130 after Ctrl-C.  Raises
    SystemExit where argparse ends the program (`--help` 0, wrong usage 2).
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # It was closed (`>&-`): whoever did so wants to hear nothing.
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a letter of the rules gets an escape, not a crash.
            stream.reconfigure(errors="backslashreplace")
    with argparse_in_the_users_language():
        arguments, unknown = parser().parse_known_args(argv)
        if unknown:
            # argparse would show the usage of the whole program, not of the command meant.
            words = told(say("unrecognized arguments: %s"))
            arguments.command.error(words % " ".join(unknown))
    return guarded(arguments.run, arguments)
