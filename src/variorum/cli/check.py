"""`variorum check`: what a person should look at."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Container
from dataclasses import replace

from variorum.cli.arguments import Commands, add_color, add_command, add_database
from variorum.say import say

SEVERITIES = ("error", "warning", "note")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "check",
        say("report findings, conflicts and duplicates"),
        say(
            "Reports what a person should look at: faults in the texts, places that should agree and\n"
            "do not, and texts that are told twice; by system and source, worst first.\n\n"
            "Ends with 1 while anything shown needs a decision: a finding, a conflict or a near\n"
            "duplicate without a verdict. `variorum settle` writes verdicts."
        ),
        (
            ("variorum check", say("report on rules.db")),
            ("variorum check rules.db --severity error", say("only what changes how one plays")),
            ("variorum check --kind number --kind negation", say("only conflicts of these kinds")),
            ("variorum check --since v1", say("only what is new since a revision")),
            ("variorum check --format json > report.json", say("the same for a program")),
            ("variorum check --format github --folder rules", say("annotations in GitHub Actions")),
        ),
        run,
    )
    add_database(command)
    command.add_argument(
        "--format",
        choices=("text", "json", "github"),
        default="text",
        help=say("text for people (default), json, or annotations for GitHub Actions"),
    )
    command.add_argument(
        "--severity",
        choices=SEVERITIES,
        default="note",
        help=say("leave out what weighs less (default: note, which leaves out nothing)"),
    )
    command.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        help=say("only this kind, each of many; may be repeated"),
    )
    command.add_argument("--all", action="store_true", help=say("show what is settled, too"))
    command.add_argument(
        "--since",
        metavar="REV",
        help=say("leave out what was there at this revision (number, digest, label or date)"),
    )
    command.add_argument(
        "--folder",
        default="",
        metavar="DIR",
        help=say("put this before the sources' names in annotations"),
    )
    add_color(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the report; 1 where anything shown is unsettled, else 0."""
    from variorum.cli.survey import survey
    from variorum.cli.words import known_kind
    from variorum.schema import open_database

    for kind in arguments.kind or ():
        known_kind(kind)
    db = open_database(arguments.database)
    try:
        groups = survey(db)
        known: Container[str] = ()
        if arguments.since is not None:
            from variorum.cli.since import known_at

            known = known_at(db, arguments.since, str(arguments.database))
    finally:
        db.close()
    weight = SEVERITIES.index(arguments.severity)
    kept = (
        replace(
            group,
            items=tuple(
                item
                for item in group.items
                if SEVERITIES.index(item.severity) <= weight
                and item.id not in known
                and (not arguments.kind or item.kind in arguments.kind)
                and (arguments.all or item.verdict is None)
            ),
        )
        for group in groups
    )
    shown = tuple(group for group in kept if group.items)
    if arguments.format == "json":
        from variorum.cli.machine_report import json_report

        print(json_report(shown, str(arguments.database)))
    elif arguments.format == "github":
        from variorum.cli.machine_report import github_report

        for line in github_report(shown, arguments.folder):
            print(line)
    else:
        from variorum.cli.text_report import text_report
        from variorum.cli.words import Style, wants_colour

        style = Style(wants_colour(arguments.color, sys.stdout))
        for line in text_report(shown, style, whole=bool(arguments.kind)):
            print(line)
    return 1 if any(item.unsettled for group in shown for item in group.items) else 0
