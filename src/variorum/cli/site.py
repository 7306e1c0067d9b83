"""`variorum site`: the folder that hosts the site."""

from __future__ import annotations

import argparse
from pathlib import Path

from variorum.cli.arguments import DATABASE, Commands, add_command
from variorum.cli.tongue import told
from variorum.model import VariorumError
from variorum.say import say


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "site",
        say("write a folder to host the site"),
        say(
            "Writes a folder with the database and all that a server needs: `datasette DIR` serves\n"
            "it, and so does the container of its Dockerfile. Run it again after a build: a server\n"
            "that is running shows the new state on the next page. See docs/hosting.md."
        ),
        (
            ("variorum site public", say("rules.db as the folder `public`")),
            ("variorum site public --database my.db", say("another database")),
            ("variorum site public --no-robots", say("not to be found by search engines")),
        ),
        run,
    )
    command.add_argument("folder", type=Path, metavar="DIR", help=say("the folder to write"))
    command.add_argument(
        "--database",
        type=Path,
        default=DATABASE,
        metavar="rules.db",
        help=say("the database that `variorum build` made (default: rules.db)"),
    )
    command.add_argument(
        "--translations",
        type=Path,
        metavar="DIR",
        help=say(
            "the folder of the catalogues, to be downloaded from the site (default: "
            "translations beside the database, where there is one)"
        ),
    )
    add_wishes(command)


def catalogues(named: Path | None, database: Path) -> Path | None:
    """The folder of the catalogues: the one named, else `translations` beside the database.

    Raises VariorumError for a name that is no folder.
    """
    if named is not None and not named.is_dir():
        raise VariorumError(
            say("there is no such folder; name the one of the catalogues"), str(named)
        )
    beside = database.parent / "translations"
    return named or (beside if beside.is_dir() else None)


def add_wishes(command: argparse.ArgumentParser) -> None:
    """What `site` and `serve` let the operator decide."""
    command.add_argument("--title", default="Variorum", help=say("the name of the site"))
    command.add_argument(
        "--correct-url",
        metavar="URL",
        help=say(
            "where a catalogue can be corrected: an address with {file} and {line}, as "
            "https://example.org/edit/{file}#L{line}"
        ),
    )
    command.add_argument(
        "--no-robots", action="store_true", help=say("ask search engines to stay away")
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the folder and say what changed."""
    from variorum.site.hosting import Wishes, write_folder

    if arguments.folder.is_file():
        raise VariorumError(
            say("this is a file; name a folder to write, and the database with --database"),
            str(arguments.folder),
        )
    wishes = Wishes(
        arguments.title,
        arguments.correct_url,
        not arguments.no_robots,
        catalogues=catalogues(arguments.translations, arguments.database),
    )
    changed = write_folder(arguments.database, arguments.folder, wishes)
    print(f"{arguments.folder}: {', '.join(changed) or told(say('nothing to write'))}")
    print(
        told(
            say(
                "Serve it with `datasette {folder}`, or build its Dockerfile.",
                folder=arguments.folder,
            )
        )
    )
    return 0
