"""`variorum diff`: what changed between two states, word by word and by meaning."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from variorum.cli.arguments import DATABASE, Commands, add_color, add_command
from variorum.cli.tongue import told
from variorum.model import VariorumError
from variorum.say import say

MEANINGS = ("typographic", "wording", "substantive")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "diff",
        say("show what changed between two revisions or databases"),
        say(
            "Compares two states of the rules, entry by entry: added, removed, renamed, moved, split,\n"
            "merged and changed ones, gravest first, with the words that changed.\n\n"
            "A state is a revision of the database (its number, digest or the beginning of it, label,\n"
            "date, or commit) or another database file. Without a database rules.db is meant."
        ),
        (
            ("variorum diff 3 4", say("two revisions of rules.db")),
            ("variorum diff my.db v1 2024-05-31", say("a label and a date in my.db")),
            ("variorum diff old.db new.db", say("two databases")),
            ("variorum diff 1 7 --meaning substantive", say("only what changes how one plays")),
            ("variorum diff v1 v2 --json > changes.json", say("the same for a program")),
        ),
        run,
    )
    command.usage = "variorum diff [OPTION ...] [rules.db] A B"
    command.add_argument(
        "states",
        nargs="+",
        metavar="[rules.db] A B",
        help=say("the two states, and before them the database they are in (default: rules.db)"),
    )
    command.add_argument("--json", action="store_true", help=say("print JSON"))
    command.add_argument(
        "--meaning",
        choices=MEANINGS,
        help=say(
            "leave out what weighs less (typographic weighs least), and what changed no words"
        ),
    )
    add_color(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the report; always 0, as a difference is no fault."""
    from variorum.cli.states import compared, named_state
    from variorum.cli.telling import Told, as_json, by_meaning, counted
    from variorum.cli.words import Style, visible, wants_colour

    if not 2 <= len(arguments.states) <= 3:
        raise VariorumError(
            say(
                "name two states, and before them the database if it is not rules.db: variorum "
                "diff my.db 3 4"
            )
        )
    database = Path(arguments.states[0]) if len(arguments.states) == 3 else DATABASE
    one, other = (named_state(name, database) for name in arguments.states[-2:])
    changes = []
    for change in compared(one, other):
        if arguments.meaning and (
            change.meaning is None
            or MEANINGS.index(change.meaning) < MEANINGS.index(arguments.meaning)
        ):
            continue
        entry = other.state.entries.get(change.entry_key) or one.state.entries[change.entry_key]
        changes.append(Told(change, entry.title, entry.lang))
    if arguments.json:
        import json

        report = {
            "from": {"name": one.name, "revision": one.revision},
            "to": {"name": other.name, "revision": other.revision},
            "changes": [as_json(change) for change in changes],
        }
        print(json.dumps(report, ensure_ascii=False, indent=1))
        return 0
    style = Style(wants_colour(arguments.color, sys.stdout))
    print(f"{visible(told(one.name))} → {visible(told(other.name))}\n")
    if changes:
        for line in by_meaning(changes, style, whole=bool(arguments.meaning)):
            print(line)
    else:
        print(counted([]))
    return 0
