"""`variorum build`: from files of rules to a database."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.arguments import DATABASE, Commands, add_command, iso_date
from variorum.cli.tongue import day, told
from variorum.cli.words import visible
from variorum.model import Corpus, VariorumError
from variorum.pause import without_collection
from variorum.say import say, say_n

if TYPE_CHECKING:
    from variorum.cli.pipeline import Built


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "build",
        say("make a database of rules files"),
        say(
            "Loads files or folders; format, encoding, language and system are recognised. In a\n"
            "folder, dot files, README*, LICENSE*, variorum.* and translations/ are skipped. A\n"
            "variorum.toml and a variorum.keys beside the sources are read, and the keys of new\n"
            "entries are added to the latter.\n\n"
            "The old database stays whole until the new one is complete, and is left alone where\n"
            "nothing changed. It keeps the history: what each build changed."
        ),
        (
            ("variorum build", say("the corpus that ships with the program, to rules.db")),
            ("variorum build my-rules", say("every file of a folder")),
            ("variorum build a.csv b.txt -o ab.db", say("two files, to ab.db")),
            ("variorum build my-rules --date 2024-05-31 --label v2", say("named in the history")),
            ("variorum build --git . rules", say("every commit that touched the folder rules")),
            ("variorum build --dated copies", "copies/2021-05-03, copies/2022-01-10, ..."),
            ("variorum build my-rules --repair-encoding", say("Ã© is read as é, bytes are kept")),
            ("variorum build rules.db --at 3 -o old.db", say("as it was at revision 3")),
        ),
        run,
    )
    command.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help=say(
            "files or folders (default: the corpus that ships with the program); with "
            "--git a path inside the repository; with --at the database"
        ),
    )
    command.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="rules.db",
        help=say("the database to write (default: rules.db; with --at a new file beside it)"),
    )
    command.add_argument(
        "--date", type=iso_date, help=say("the date of this state of the texts, as 2024-05-31")
    )
    command.add_argument("--label", help=say("a name for this state of the texts, such as v2"))
    command.add_argument(
        "--translations",
        type=Path,
        metavar="DIR",
        help=say(
            "the folder of the catalogues (default: translations beside the sources, where "
            "there is one; for the shipped corpus the program's own)"
        ),
    )
    command.add_argument(
        "--repair-encoding",
        action="store_true",
        help=say(
            "read texts right that were read in a wrong encoding (Ã© for é); the bytes are kept"
        ),
    )
    history = command.add_mutually_exclusive_group()
    history.add_argument(
        "--git",
        type=Path,
        metavar="REPO",
        help=say(
            "build every commit of this repository that touched the path, with its author, "
            "date and message; what the database already holds is not read again"
        ),
    )
    history.add_argument(
        "--dated",
        type=Path,
        metavar="DIR",
        help=say(
            "build every folder in DIR that is named by a date, such as 2021-05-03 or "
            "'2021-05-03 second printing'"
        ),
    )
    history.add_argument(
        "--at",
        metavar="REV",
        help=say(
            "build the database again as it was at a revision (number, digest, label or date)"
        ),
    )


@without_collection(last=True)
def run(arguments: argparse.Namespace) -> int:
    """Build, and say what the database holds."""
    if arguments.git or arguments.dated:
        return _replayed(arguments)
    if arguments.at:
        return _rebuilt(arguments)
    from variorum.cli.pipeline import build, up_to_date
    from variorum.cli.progress import progress_bar

    arguments.output = arguments.output or DATABASE
    given = {
        "label": arguments.label,
        "translations": arguments.translations,
        "repair_encoding": arguments.repair_encoding,
    }
    built = None
    standing = up_to_date(arguments.paths, arguments.output, **given)
    if standing is not None:
        facts = _counts(
            *(standing.sources, standing.systems, standing.entries),
            *(standing.conflicts, standing.findings),
        )
        number, new, unsettled = standing.number, False, standing.unsettled
    else:
        with progress_bar() as bar:
            built = build(
                arguments.paths, arguments.output, date=arguments.date, progress=bar, **given
            )
        facts = _facts(built.corpus)
        number, new = built.revision.number, built.revision.new
        verdicts = [c.verdict for c in built.corpus.conflicts]
        unsettled = None in (*verdicts, *(f.verdict for f in built.corpus.findings))
    if new:
        state = say("revision {number}", number=number)
    else:
        state = say("revision {number}, no text changed", number=number)
    print(f"{arguments.output}: {facts} ({told(state)})")
    if built is not None and built.extended:
        print(told(say("{file}: keys of new and changed entries noted", file=built.extended)))
    if unsettled:
        print(told(say("variorum check {file} shows what needs a decision", file=arguments.output)))
    if built is not None and _held_others(built):
        notice = say(
            "{file} held other rules until now, which its history takes for the past of these; "
            "if they are not, build to another file (-o)",
            file=arguments.output,
        )
        print(told(say("warning: {message}", message=notice)), file=sys.stderr)
        if built.extended:
            print(
                told(say("then take back the keys that {file} gained, too", file=built.extended)),
                file=sys.stderr,
            )
    return 0


def _held_others(built: Built) -> bool:
    """Whether nearly all that the database held is gone, and nearly all that it holds is new.

    Its history tells the one as the past of the other, which hardly anybody means.
    """
    stayed = len(built.corpus.entries) - built.revision.added
    before = stayed + built.revision.removed
    return built.revision.removed > 0 and stayed * 10 < min(before, len(built.corpus.entries))


def _replayed(arguments: argparse.Namespace) -> int:
    """Build from commits or dated copies, and say how many."""
    from variorum.cli.progress import progress_bar
    from variorum.cli.replay import replay_dated, replay_git

    if arguments.date or arguments.label or arguments.translations:
        raise VariorumError(
            say(
                "--date, --label and --translations are for one state; commits and copies have "
                "theirs"
            )
        )
    if arguments.repair_encoding:
        raise VariorumError(
            say(
                "--repair-encoding is for one state; write `repair_encoding = true` under `[build]`"
                " in variorum.toml for all that follow"
            )
        )
    if len(arguments.paths) > (1 if arguments.git else 0):
        raise VariorumError(
            say(
                "with --git name one path inside the repository, with --dated none; leave out "
                "the rest"
            )
        )
    output = arguments.output or DATABASE
    with progress_bar() as bar:
        if arguments.git:
            path = str(arguments.paths[0]) if arguments.paths else None
            done = replay_git(arguments.git, path, output, bar)
        else:
            done = replay_dated(arguments.dated, output, bar)
    if arguments.git:
        steps = say_n("{number} commit read", "{number} commits read", done.read)
    else:
        steps = say_n("{number} copy read", "{number} copies read", done.read)
    revisions = say_n("{number} revision", "{number} revisions", done.revisions)
    print(
        told(
            say(
                "{file}: {facts}; {revisions}, {new} of them new ({steps}, {known} known)",
                file=output,
                facts=_facts(done.corpus),
                revisions=revisions,
                new=done.new,
                steps=steps,
                known=done.known,
            )
        )
    )
    if done.dropped:
        print(
            told(
                say_n(
                    "{number} revision dropped: the history no longer has them",
                    "{number} revisions dropped: the history no longer has them",
                    done.dropped,
                )
            )
        )
    for row in done.unreadable:
        print(
            told(
                say(
                    "{commit} ({date}) cannot be read: {why}",
                    commit=visible(row.commit_id[:12]),
                    date=row.date,
                    why=visible(row.note or ""),
                )
            )
        )
    return 0


def _rebuilt(arguments: argparse.Namespace) -> int:
    """Build an earlier revision again."""
    from variorum.cli.rebuild import rebuild

    told_more = arguments.date or arguments.label or arguments.translations
    if told_more or arguments.repair_encoding or len(arguments.paths) > 1:
        raise VariorumError(
            say("--at takes the database alone: variorum build rules.db --at 3 -o old.db")
        )
    database = arguments.paths[0] if arguments.paths else DATABASE
    done = rebuild(database, arguments.at, arguments.output)
    state = say("revision {number} of {date}", number=done.row.number, date=day(done.row.date))
    print(f"{done.output}: {_facts(done.corpus)} ({told(state)})")
    if not done.same:
        print(
            told(
                say(
                    "This version of variorum reads those files otherwise than the one that made "
                    "the revision; the entries may differ."
                )
            )
        )
    return 0


def _facts(corpus: Corpus) -> str:
    return _counts(
        *(len(corpus.sources), len(corpus.systems), len(corpus.entries)),
        *(len(corpus.conflicts), len(corpus.findings)),
    )


def _counts(sources: int, systems: int, entries: int, conflicts: int, findings: int) -> str:
    facts = [
        say_n("{number} source", "{number} sources", sources),
        say_n("{number} system", "{number} systems", systems),
        say_n("{number} entry", "{number} entries", entries),
        say_n("{number} conflict", "{number} conflicts", conflicts),
        say_n("{number} finding", "{number} findings", findings),
    ]
    return ", ".join(map(told, facts))
