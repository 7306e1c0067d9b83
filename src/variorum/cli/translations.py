"""`variorum translations …`: the catalogues of a database, and catalogue files in general."""

from __future__ import annotations

import argparse
from pathlib import Path

from variorum.cli.arguments import DATABASE, Commands, add_command, add_database
from variorum.cli.tongue import told
from variorum.say import say


def add(commands: Commands) -> None:
    """Add the command and its own commands to the parser; their work is in `catalogues`."""
    top = add_command(
        commands,
        "translations",
        say("make, update, check and merge catalogues (.po)"),
        say(
            "Catalogues are gettext files that any .po editor opens. Those of a database lie in\n"
            "DIR/<lang>/LC_MESSAGES/<game>.po; DIR is the folder `translations` beside the\n"
            "database, unless --translations names another. docs/catalogues.md tells the rest.\n\n"
            "`variorum translations COMMAND --help` shows examples of each."
        ),
        (
            ("variorum translations extract", say("start the catalogues of rules.db")),
            ("variorum translations update", say("after the rules have changed")),
            ("variorum translations check", say("faults, and what is open")),
            ("variorum translations stats", say("how far each game is translated")),
            ("variorum translations import hu.po", say("a file that came back by mail")),
        ),
        _missing,
    )
    jobs = top.add_subparsers(
        title=told(say("commands")),
        metavar="COMMAND",
        required=True,
        help=told(say("what to do with the catalogues")),
    )
    _add_extract(jobs)
    _add_update(jobs)
    _add_check(jobs)
    _add_stats(jobs)
    _add_compile(jobs)
    _add_import(jobs)
    _add_merge(jobs)


def _missing(arguments: argparse.Namespace) -> int:
    raise AssertionError("argparse asks for a command first")


def _add_extract(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_extract

        return run_extract(arguments)

    job = add_command(
        jobs,
        "extract",
        say("write the templates, and catalogues that are missing"),
        say(
            "Writes DIR/<game>.pot for every game, and starts the catalogues that are missing, one\n"
            "for each language but the game's own. Catalogues that are there stay as they are."
        ),
        (
            ("variorum translations extract", say("of rules.db, into translations")),
            ("variorum translations extract my.db --translations po", say("of my.db, into po")),
            ("variorum translations extract --language hu", say("Hungarian catalogues only")),
        ),
        run,
    )
    add_database(job)
    _add_folder(job)
    job.add_argument(
        "--language",
        action="append",
        metavar="LANG",
        help=say("a language to translate into, as hu; may be repeated (default: fr, hu and en)"),
    )


def _add_update(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_update

        return run_update(arguments)

    job = add_command(
        jobs,
        "update",
        say("bring catalogues up to date with their texts"),
        say(
            "Brings every catalogue of DIR up to the rules of the database, in place. A translation\n"
            "goes where its text went; it stays valid where the text changed only typographically,\n"
            "and is fuzzy, with what changed, where a number or the wording did. Nothing is lost.\n\n"
            "A text that is new gets a suggestion where one that is nearly the same, or the same, was\n"
            "translated elsewhere in DIR: fuzzy, with what it was made for and where. --memory takes\n"
            "in a translation memory or another catalogue for that, and then looks for all texts\n"
            "without translation.\n\n"
            "With --template the same is done to any catalogues, in place of msgmerge."
        ),
        (
            ("variorum translations update", say("the catalogues of rules.db in translations")),
            ("variorum translations update my.db --translations po", say("those of my.db in po")),
            (
                "variorum translations update --template new.pot hu.po",
                say("any file, any template"),
            ),
            (
                "variorum translations update --memory old.tmx",
                say("with suggestions from old.tmx"),
            ),
        ),
        run,
    )
    job.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="rules.db",
        help=say("the database (default: rules.db); with --template the catalogues to update"),
    )
    _add_folder(job)
    job.add_argument(
        "--template",
        type=Path,
        metavar="NEW.pot",
        help=say("update to this template, without database"),
    )
    job.add_argument(
        "--memory",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help=say("a .tmx or .po file for suggestions where there is no translation; repeatable"),
    )


def _add_check(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_check

        return run_check(arguments)

    job = add_command(
        jobs,
        "check",
        say("report faults in the catalogues"),
        say(
            "Reports files that are no valid catalogues, conflicts that a merge left, and old\n"
            "translations that a merge by lines put under an edited text (where the folder is in a\n"
            "git repository). Holds every translation against its source: dice, numbers, units,\n"
            "parameters, markup, names of entries, sentences, spacing and more; and says what is\n"
            "stale, fuzzy or untranslated. `# variorum-ignore: KIND` in a message's translator\n"
            "comment switches a check off there; docs/catalogues.md lists the kinds.\n\n"
            "Ends with 1 where anything is wrong; what is only unfinished is a notice."
        ),
        (
            ("variorum translations check", say("the catalogues of rules.db in translations")),
            (
                "variorum translations check my.db --format github",
                say("annotations in GitHub Actions"),
            ),
            ("variorum translations check --format json", say("for a program")),
        ),
        run,
    )
    add_database(job)
    _add_folder(job)
    job.add_argument(
        "--format",
        choices=("text", "json", "github"),
        default="text",
        help=say("text for people (default), json, or annotations for GitHub Actions"),
    )


def _add_stats(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_stats

        return run_stats(arguments)

    job = add_command(
        jobs,
        "stats",
        say("how far each game is translated"),
        say(
            "Counts, for each catalogue of DIR as it stands now, what is reviewed, translated, stale\n"
            "(its source has changed), fuzzy (awaits a look) and untranslated."
        ),
        (
            ("variorum translations stats", say("the catalogues of rules.db in translations")),
            ("variorum translations stats my.db --json", say("the same for a program")),
        ),
        run,
    )
    add_database(job)
    _add_folder(job)
    job.add_argument("--json", action="store_true", help=say("a list of objects, one a catalogue"))


def _add_compile(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_compile

        return run_compile(arguments)

    job = add_command(
        jobs,
        "compile",
        say("make the binary file that programs read"),
        say("Compiles any catalogue, in place of msgfmt. Fuzzy and obsolete messages stay out."),
        (
            ("variorum translations compile hu.po", say("to hu.mo beside it")),
            ("variorum translations compile hu.po -o out/game.mo", say("to another file")),
        ),
        run,
    )
    job.add_argument("catalogue", type=Path, metavar="CATALOGUE.po", help=say("the catalogue"))
    job.add_argument("-o", "--output", type=Path, metavar="FILE.mo", help=say("default: beside it"))


def _add_import(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_import

        return run_import(arguments)

    job = add_command(
        jobs,
        "import",
        say("take in a catalogue that came back by mail, a memory or terms"),
        say(
            "Takes the translations of FILE.po into the catalogue that it belongs to, each at the\n"
            "text that it was made for, however old the file is. Says what was applied, what had\n"
            "moved, and what is stale because its source has changed; that is a suggestion then.\n\n"
            "Ends with 1 where both sides translated a text in different ways: the catalogue then\n"
            "holds both, marked for a decision.\n\n"
            "A translation memory, FILE.tmx, is taken in the same way where it names entries, as that\n"
            "of `variorum export` does; else a text that is exactly the same is a suggestion.\n\n"
            "FILE.csv, which `variorum export --format csv` or the site wrote and a spreadsheet saved,\n"
            "is taken in as well: each row that has a translation, and whose state is not fuzzy or\n"
            "stale. The terms of FILE.tbx go into DIR/glossary.csv, where they fill gaps and replace\n"
            "nothing."
        ),
        (
            (
                "variorum translations import hu.po",
                say("into the catalogue of its language and game"),
            ),
            (
                "variorum translations import hu.po --sent old.po",
                say("old.po is what was sent out"),
            ),
            ("variorum translations import hu.po --into po/hu.po", say("into this file")),
            ("variorum translations import texts.csv my.db", say("a spreadsheet")),
            ("variorum translations import memory.tmx my.db", say("a translation memory")),
            ("variorum translations import terms.tbx", say("terms, into the glossary")),
        ),
        run,
    )
    job.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help=say("a .po file that came back, a .csv, a .tmx or a .tbx"),
    )
    job.add_argument(
        "database",
        nargs="?",
        type=Path,
        default=DATABASE,
        metavar="rules.db",
        help=say("the database, where there is one: it knows renamed entries (default: rules.db)"),
    )
    _add_folder(job)
    job.add_argument("--into", type=Path, metavar="CATALOGUE.po", help=say("the catalogue to fill"))
    job.add_argument(
        "--sent", type=Path, metavar="OLD.po", help=say("the file as it once went out")
    )


def _add_merge(jobs: Commands) -> None:
    def run(arguments: argparse.Namespace) -> int:
        from variorum.cli.catalogues import run_merge

        return run_merge(arguments)

    job = add_command(
        jobs,
        "merge",
        say("merge two states of a catalogue by message (for git)"),
        say(
            "Merges what both sides did since BASE, message by message, into OURS. Where both\n"
            "translated a message in different ways both texts stay, marked, and the exit status\n"
            "is 1. docs/catalogues.md shows the two lines that make git use it."
        ),
        (
            (
                "variorum translations merge base.po ours.po theirs.po",
                say("the result is in ours.po"),
            ),
        ),
        run,
    )
    for name, what in (
        ("base", say("the state that both sides began with")),
        ("ours", say("one side; the result goes here")),
        ("theirs", say("the other side")),
    ):
        job.add_argument(name, type=Path, metavar=name.upper(), help=what)


def _add_folder(job: argparse.ArgumentParser) -> None:
    job.add_argument(
        "--translations",
        type=Path,
        metavar="DIR",
        help=say("the folder of the catalogues (default: translations beside the database)"),
    )
