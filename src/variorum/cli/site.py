"""`variorum site`: the folder that hosts the site."""

from __future__ import annotations

import argparse
from pathlib import Path

from variorum.cli.arguments import DATABASE, Commands, add_command
from variorum.model import VariorumError


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "site",
        "write a folder to host the site",
        "Writes a folder with the database and all that a server needs: `datasette DIR` serves\n"
        "it, and so does the container of its Dockerfile. Run it again after a build: a server\n"
        "that is running shows the new state on the next page. See docs/hosting.md.",
        (
            ("variorum site public", "rules.db as the folder `public`"),
            ("variorum site public --database my.db", "another database"),
            ("variorum site public --no-robots", "not to be found by search engines"),
        ),
        run,
    )
    command.add_argument("folder", type=Path, metavar="DIR", help="the folder to write")
    command.add_argument(
        "--database",
        type=Path,
        default=DATABASE,
        metavar="rules.db",
        help="the database that `variorum build` made (default: rules.db)",
    )
    command.add_argument(
        "--translations",
        type=Path,
        metavar="DIR",
        help="the folder of the catalogues, to be downloaded from the site (default: "
        "translations beside the database, where there is one)",
    )
    add_wishes(command)


def catalogues(named: Path | None, database: Path) -> Path | None:
    """The folder of the catalogues: the one named, else `translations` beside the database.

    Raises VariorumError for a name that is no folder.
    """
    if named is not None and not named.is_dir():
        raise VariorumError("there is no such folder; name the one of the catalogues", str(named))
    beside = database.parent / "translations"
    return named or (beside if beside.is_dir() else None)


def add_wishes(command: argparse.ArgumentParser) -> None:
    """What `site` and `serve` let the operator decide."""
    command.add_argument("--title", default="Variorum", help="the name of the site")
    command.add_argument(
        "--correct-url",
        metavar="URL",
        help="where a catalogue can be corrected: an address with {file} and {line}, as "
        "https://example.org/edit/{file}#L{line}",
    )
    command.add_argument("--no-robots", action="store_true", help="ask search engines to stay away")


def run(arguments: argparse.Namespace) -> int:
    """Write the folder and say what changed."""
    from variorum.site.hosting import Wishes, write_folder

    wishes = Wishes(
        arguments.title,
        arguments.correct_url,
        not arguments.no_robots,
        catalogues=catalogues(arguments.translations, arguments.database),
    )
    changed = write_folder(arguments.database, arguments.folder, wishes)
    print(f"{arguments.folder}: {', '.join(changed) if changed else 'nothing to write'}")
    print(f"Serve it with `datasette {arguments.folder}`, or build its Dockerfile.")
    return 0
