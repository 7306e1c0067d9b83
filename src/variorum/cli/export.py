"""`variorum export`: what a database holds, for other programs."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import sys
from pathlib import Path

from variorum.cli.arguments import Commands, add_command, add_database
from variorum.model import VariorumError
from variorum.say import say

FORMATS = ("json", "csv", "tmx", "tbx")


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "export",
        say("write what a database holds as JSON, CSV, TMX or TBX"),
        say(
            "json  games, entries, passages and their translations as a tree, or one view\n"
            "csv   titles and passages with their translations, a row each, or one view\n"
            "tmx   all current translations, as a translation memory (TMX 1.4)\n"
            "tbx   the glossary (TBX-Basic)\n\n"
            "The same database gives the same bytes. CSV texts are what they are, even where a\n"
            "spreadsheet would run them as formulas (+1D6); --spreadsheet prevents that."
        ),
        (
            ("variorum export > rules.json", say("everything in rules.db")),
            ("variorum export my.db --format csv -o my.csv", say("a table of the texts")),
            ("variorum export --format csv --view conflicts", say("one public view")),
            (
                "variorum export --format csv --spreadsheet -o a.csv",
                say("to open in a spreadsheet"),
            ),
            ("variorum export --format tmx --lang hu -o hu.tmx", say("a memory of one language")),
            ("variorum export --format tbx -o terms.tbx", say("the glossary")),
        ),
        run,
    )
    add_database(command)
    command.add_argument(
        "--format", choices=FORMATS, default="json", help=say("what to write (default: json)")
    )
    command.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=say("default: standard output")
    )
    command.add_argument(
        "--view", metavar="NAME", help=say("json, csv: one public view (docs/views.md)")
    )
    command.add_argument("--system", metavar="KEY", help=say("only this game"))
    command.add_argument("--lang", metavar="LANG", help=say("only translations into this language"))
    command.add_argument(
        "--spreadsheet",
        action="store_true",
        help=say("csv: a byte order mark, and an apostrophe before what would run as a formula"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the export."""
    from variorum.files import atomic_write
    from variorum.schema import open_database

    if arguments.view and arguments.format not in ("json", "csv"):
        raise VariorumError(say("--view is for json and csv; leave it out, or change --format"))
    if arguments.view and (arguments.system or arguments.lang):
        raise VariorumError(say("--view gives a whole view; leave out --system and --lang"))
    if arguments.lang and arguments.format == "tbx":
        raise VariorumError(say("tbx has all languages side by side; leave out --lang"))
    if arguments.spreadsheet and arguments.format != "csv":
        raise VariorumError(say("--spreadsheet is for csv; leave it out, or write --format csv"))
    with contextlib.closing(open_database(arguments.database)) as connection:
        data = _exported(connection, arguments)
    if arguments.output is None:
        # Bytes, so that the encoding of a terminal or a pipe changes nothing.
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        atomic_write(arguments.output, data)
    return 0


def _exported(connection: sqlite3.Connection, arguments: argparse.Namespace) -> bytes:
    from variorum.schema.exported import as_csv, as_json, as_json_rows, book, book_tree, view

    system, lang = arguments.system, arguments.lang
    if system is not None:
        known = [key for (key,) in connection.execute("select system from systems order by 1")]
        if system not in known:
            raise VariorumError(
                say(
                    "there is no game {system!r}; the games are: {known}",
                    system=system,
                    known=", ".join(known),
                ),
                str(arguments.database),
            )
    if arguments.format == "tmx":
        from importlib.metadata import version

        from variorum.translations.tmx import units_in, write_tmx

        return write_tmx(units_in(connection, system, lang), version("variorum"))
    if arguments.format == "tbx":
        from variorum.translations.tbx import terms_in, write_tbx

        return write_tbx(terms_in(connection, system))
    if arguments.format == "json" and not arguments.view:
        return as_json(book_tree(connection, system, lang))
    columns, rows = (
        view(connection, arguments.view) if arguments.view else book(connection, system, lang)
    )
    if arguments.format == "json":
        return b"".join(as_json_rows(columns, rows))
    return b"".join(as_csv(columns, rows, arguments.spreadsheet))
