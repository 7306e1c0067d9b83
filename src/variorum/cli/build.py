"""`variorum build`: from files of rules to a database."""

from __future__ import annotations

import argparse
from pathlib import Path

from variorum.cli.arguments import DATABASE, Commands, add_command, iso_date


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "build",
        "make a database of rules files",
        "Loads files or folders; format, encoding, language and system are recognised. In a\n"
        "folder, dot files, README*, LICENSE*, variorum.* and translations/ are skipped. A\n"
        "variorum.toml and a variorum.keys beside the sources are read, and the keys of new\n"
        "entries are added to the latter.\n\n"
        "The old database stays whole until the new one is complete, and is left alone where\n"
        "nothing changed.",
        (
            ("variorum build", "the corpus that ships with the program, to rules.db"),
            ("variorum build my-rules", "every file of a folder"),
            ("variorum build a.csv b.txt -o ab.db", "two files, to ab.db"),
            ("variorum build my-rules --date 2024-05-31 --label v2", "named in the history"),
        ),
        run,
    )
    command.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="files or folders (default: the corpus that ships with the program)",
    )
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        default=DATABASE,
        metavar="rules.db",
        help="the database to write (default: rules.db)",
    )
    command.add_argument(
        "--date", type=iso_date, help="the date of this state of the texts, as 2024-05-31"
    )
    command.add_argument("--label", help="a name for this state of the texts, such as v2")


def run(arguments: argparse.Namespace) -> int:
    """Build, and say what the database holds."""
    from variorum.cli.pipeline import build
    from variorum.cli.progress import progress_bar

    with progress_bar() as bar:
        built = build(
            arguments.paths,
            arguments.output,
            date=arguments.date,
            label=arguments.label,
            progress=bar,
        )
    corpus = built.corpus
    facts = [
        _many(len(corpus.sources), "source"),
        _many(len(corpus.systems), "system"),
        _many(len(corpus.entries), "entry", "entries"),
        _many(len(corpus.conflicts), "conflict"),
        _many(len(corpus.findings), "finding"),
    ]
    revision = built.revision
    state = f"revision {revision.number}" + ("" if revision.new else ", no text changed")
    print(f"{arguments.output}: {', '.join(facts)} ({state})")
    if built.extended:
        print(f"{built.extended}: keys of new entries added")
    verdicts = [c.verdict for c in corpus.conflicts] + [f.verdict for f in corpus.findings]
    if None in verdicts:
        print(f"variorum check {arguments.output} shows what needs a decision")
    return 0


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"
