"""`variorum formats`: the loaders there are."""

from __future__ import annotations

import argparse

from variorum.cli.arguments import Commands, add_command
from variorum.cli.tongue import told
from variorum.say import say


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    add_command(
        commands,
        "formats",
        say("list the formats that can be loaded"),
        say("Lists the formats that `variorum build` recognises, one a line with what it is."),
        (("variorum formats", say("the formats of this version")),),
        run,
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one line a format."""
    from variorum.loaders import formats

    known = formats()
    width = max(map(len, known))
    for name, what in known.items():
        print(f"{name:{width}}  {told(what)}")
    return 0
