"""What the commands of `variorum translations` do, and what they print."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.arguments import DATABASE
from variorum.cli.inputs import CATALOGUES
from variorum.cli.tongue import told
from variorum.cli.words import visible
from variorum.model import VariorumError
from variorum.say import say, say_n

if TYPE_CHECKING:
    from variorum.po import Message
    from variorum.translations.extract import Rules
    from variorum.translations.mailed import Taken
    from variorum.translations.remembering import Memory
    from variorum.translations.tmx import Unit
    from variorum.translations.update import UpdateResult

_SHOWN = 20  # messages of one kind that are listed one by one
_SHEETS = (".csv", ".tsv")
_LONGEST = 60  # characters of a text in a list


def folder_of(arguments: argparse.Namespace, database: Path, *, there: bool = True) -> Path:
    """The folder of the catalogues: the one named, else `translations` beside the database.

    Raises VariorumError for a name that is no folder; not so with `there` false.
    """
    named: Path | None = arguments.translations
    if there and named is not None and not named.is_dir():
        raise VariorumError(
            say("there is no such folder; name the one of the catalogues"), str(named)
        )
    return named if named is not None else database.parent / CATALOGUES


@contextlib.contextmanager
def _open(database: Path) -> Iterator[sqlite3.Connection]:
    from variorum.schema import open_database

    with contextlib.closing(open_database(database)) as connection:
        yield connection


def _rules(database: Path) -> Rules:
    from variorum.translations.extract import rules_in

    with _open(database) as connection:
        return rules_in(connection)


def run_extract(arguments: argparse.Namespace) -> int:
    """Write templates and missing catalogues, and say which."""
    from variorum.compare.language import languages
    from variorum.translations.extract import extract

    known = languages()
    for lang in arguments.language or ():
        if lang not in known:
            raise VariorumError(
                say(
                    "{lang!r} is no language that variorum knows; it knows {known}",
                    lang=lang,
                    known=", ".join(known),
                )
            )
    folder = folder_of(arguments, arguments.database, there=False)
    written = extract(_rules(arguments.database), folder, arguments.language)
    for path in written:
        print(told(say("wrote {file}", file=visible(str(path)))))
    if not written:
        print(told(say("{folder}: all is there and as it should be", folder=visible(str(folder)))))
    return 0


def run_update(arguments: argparse.Namespace) -> int:
    """Update the catalogues of a database, or the files that are named with a template."""
    if arguments.template is not None:
        return _update_files(arguments)
    from variorum.translations.extract import bring_up

    if len(arguments.paths) > 1:
        raise VariorumError(say("name one database, or catalogues together with --template"))
    database = arguments.paths[0] if arguments.paths else DATABASE
    folder = folder_of(arguments, database)
    done = bring_up(_rules(database), folder, _memories(arguments))
    if not done:
        print(
            told(
                say(
                    "{folder}: no catalogues here; `variorum translations extract` makes them",
                    folder=visible(str(folder)),
                )
            )
        )
    for one in done:
        name = visible(str(one.path))
        if one.result is None:
            print(
                told(
                    say(
                        "{file}: left as it is; the database has no game {system!r}",
                        file=name,
                        system=visible(one.system),
                    )
                )
            )
            continue
        print(f"{name}: {_what_became(one.result)}")
        if one.origin != one.path:
            origin = visible(str(one.origin))
            print(
                "  " + told(say("with the translations of {file}, which can go now", file=origin))
            )
    return 0


def _update_files(arguments: argparse.Namespace) -> int:
    from variorum.translations.suggest import suggested_from
    from variorum.translations.update import update_file

    if not arguments.paths:
        raise VariorumError(say("name the catalogues to update after --template NEW.pot"))
    if arguments.translations is not None:
        raise VariorumError(
            say("--translations goes with a database; leave it out with --template")
        )
    memories = _memories(arguments)

    def suggest(result: UpdateResult, lang: str) -> UpdateResult:
        return suggested_from(result, lang, memories) if memories else result

    for path in arguments.paths:
        result = update_file(path, arguments.template, suggest=suggest)
        print(f"{visible(str(path))}: {_what_became(result)}")
    return 0


def _memories(arguments: argparse.Namespace) -> list[Memory]:
    from variorum.cli.inputs import bytes_of
    from variorum.translations.remembering import read_memory

    return [read_memory(bytes_of(path), str(path)) for path in arguments.memory]


def _what_became(result: UpdateResult) -> str:
    moved, new = result.count("moved"), result.count("new")
    revived, obsolete = result.count("revived"), result.count("obsolete")
    typographic, fuzzy = result.count("typographic"), result.count("fuzzy")
    counts = {
        say_n("{number} kept", "{number} kept", result.kept): 1,
        say_n("{number} back again", "{number} back again", revived): revived,
        say_n("{number} moved", "{number} moved", moved): moved,
        say_n(
            "{number} changed in typography only",
            "{number} changed in typography only",
            typographic,
        ): typographic,
        say_n("{number} fuzzy, to look at", "{number} fuzzy, to look at", fuzzy): fuzzy,
        say_n(
            "{number} new or changed, to translate",
            "{number} new or changed, to translate",
            new,
        ): new,
        say_n("{number} obsolete", "{number} obsolete", obsolete): obsolete,
        say_n(
            "{number} with a suggestion, to look at",
            "{number} with a suggestion, to look at",
            result.suggested,
        ): result.suggested,
    }
    return ", ".join(told(said) for said, number in counts.items() if number)


def run_check(arguments: argparse.Namespace) -> int:
    """Report what is wrong with the catalogues; 1 where anything is, 0 where there are none."""
    from variorum.cli.catalogue_report import check_lines
    from variorum.cli.catalogue_steps import steps_of
    from variorum.translations.check import check_folder
    from variorum.translations.folder import catalogues_in

    folder = folder_of(arguments, arguments.database)
    with contextlib.ExitStack() as stack:
        connection = None
        # Faults of files show without a database too; one that was named must be there.
        if arguments.database.exists() or arguments.database != DATABASE:
            connection = stack.enter_context(_open(arguments.database))
        faults = check_folder(folder, connection, steps_of)
    for line in check_lines(faults, arguments.format, folder, len(catalogues_in(folder))):
        print(line)
    return 1 if any(fault.severity != "notice" for fault in faults) else 0


def run_stats(arguments: argparse.Namespace) -> int:
    """Print how far each catalogue is translated."""
    from variorum.cli.catalogue_report import json_rows, table
    from variorum.translations.coverage import coverage

    folder = folder_of(arguments, arguments.database)
    with _open(arguments.database) as connection:
        rows = coverage(connection, folder)
    if arguments.json:
        print(json_rows(rows))
    elif not rows:
        print(
            told(
                say(
                    "{folder}: no catalogues of this database; `variorum translations extract` "
                    "makes them",
                    folder=visible(str(folder)),
                )
            )
        )
    else:
        for line in table(rows, sys.stdout.encoding):
            print(line)
    return 0


def run_compile(arguments: argparse.Namespace) -> int:
    """Compile one catalogue."""
    from variorum.po import compile_file

    written = compile_file(arguments.catalogue, arguments.output)
    print(told(say("wrote {file}", file=visible(str(written)))))
    return 0


def run_merge(arguments: argparse.Namespace) -> int:
    """Merge three states; 1 where a person must decide."""
    from variorum.translations.merge import merge_files

    result = merge_files(arguments.base, arguments.ours, arguments.theirs)
    for message in result.conflicts:
        place = message.msgctxt or _short(message.msgid)
        text = visible(_short(message.msgid))
        said = say("conflict: {place}: {text}", place=visible(place), text=text)
        print(told(said), file=sys.stderr)
    return 1 if result.conflicts else 0


def run_import(arguments: argparse.Namespace) -> int:
    """Take in a mailed catalogue or a memory and tell what became of it; 1 for conflicts."""
    from variorum.translations.mailed import take_in_file

    database = arguments.database
    rules = _rules(database) if database.exists() or database != DATABASE else None
    folder = folder_of(arguments, database, there=False)
    if arguments.file.suffix.lower() in (".tmx", *_SHEETS):
        return _import_memory(arguments, folder, rules)
    if arguments.file.suffix.lower() == ".tbx":
        return _import_terms(arguments, folder)
    taken = take_in_file(*(arguments.file, folder, rules), into=arguments.into, sent=arguments.sent)
    return _tell_taken(taken, arguments.file)


def _import_memory(arguments: argparse.Namespace, folder: Path, rules: Rules | None) -> int:
    from variorum.cli.inputs import bytes_of
    from variorum.translations.memory import take_in_memory
    from variorum.translations.sheets import read_sheet
    from variorum.translations.tmx import read_tmx

    sheet = arguments.file.suffix.lower() in _SHEETS
    if arguments.into is not None or (arguments.sent is not None and not sheet):
        raise VariorumError(
            say("--into and --sent are for catalogues; leave them out for a memory")
        )
    if rules is None:
        raise VariorumError(
            say(
                "a memory is taken in with a database, which knows the texts; `variorum build` "
                "makes it"
            ),
            str(arguments.database),
        )

    def units_of(path: Path) -> tuple[Unit, ...]:
        return (read_sheet if sheet else read_tmx)(bytes_of(path), str(path))

    sent = units_of(arguments.sent) if arguments.sent is not None else ()
    done = take_in_memory(units_of(arguments.file), folder, rules, sent)
    if not done:
        file = visible(str(arguments.file))
        print(told(say("{file}: no translation of a text of this database in it", file=file)))
    return max([0, *(_tell_taken(taken, arguments.file) for taken in done)])


def _import_terms(arguments: argparse.Namespace, folder: Path) -> int:
    from variorum.cli.inputs import bytes_of
    from variorum.compare.language import languages
    from variorum.translations.extract import put
    from variorum.translations.glossary import glossary_path, parse_glossary
    from variorum.translations.tbx import read_tbx
    from variorum.translations.wordlist import format_glossary, joined

    if arguments.into is not None or arguments.sent is not None:
        raise VariorumError(say("--into and --sent are for catalogues; leave them out for terms"))
    terms = read_tbx(bytes_of(arguments.file), str(arguments.file))
    path = glossary_path(folder)
    rows = parse_glossary(bytes_of(path), str(path)) if path.exists() else ()
    langs = [lang for lang, _ in rows[0].words] if rows else languages()
    done = joined(rows, terms, langs)
    added = say_n("{number} new concepts", "{number} new concepts", len(done.added))
    filled = say_n("{number} gaps filled", "{number} gaps filled", len(done.filled))
    print(f"{visible(str(path))}: {told(added)}, {told(filled)}")
    for term, word in done.other:
        said = say(
            "{concept} ({lang}): {word!r} stays; the file has {other!r}",
            concept=visible(term.concept),
            lang=term.lang,
            word=visible(word),
            other=visible(term.term),
        )
        print(f"  {told(said)}")
    if done.added or done.filled:
        data = format_glossary(done.rows, langs)
        parse_glossary(data, str(path))
        put(path, data)
    return 1 if done.other else 0


def _tell_taken(taken: Taken, file: Path) -> int:
    from variorum.po import read

    intake = taken.intake
    lines = {m.key: m.line for m in read(taken.path).messages}
    moved = {message.key for message in intake.moved}
    applied = tuple(m for m in intake.applied if m.key not in moved)
    sure = tuple(m for m in applied if not m.fuzzy)
    suggested = tuple(m for m in applied if m.fuzzy)
    kinds = (
        (say_n("{number} applied", "{number} applied", len(sure)), sure),
        (
            say_n(
                "{number} suggested, to look at", "{number} suggested, to look at", len(suggested)
            ),
            suggested,
        ),
        (
            say_n(
                "{number} applied, after the text had moved or changed",
                "{number} applied, after the text had moved or changed",
                len(intake.moved),
            ),
            intake.moved,
        ),
        (
            say_n(
                "{number} stale: the text has changed since, so it is a suggestion",
                "{number} stale: the text has changed since, so it is a suggestion",
                len(intake.stale),
            ),
            intake.stale,
        ),
        (
            say_n(
                "{number} no longer in the rules, kept as obsolete",
                "{number} no longer in the rules, kept as obsolete",
                len(intake.left),
            ),
            intake.left,
        ),
        (
            say_n(
                "{number} translated on both sides: decide between the two",
                "{number} translated on both sides: decide between the two",
                len(intake.conflicts),
            ),
            intake.conflicts,
        ),
    )
    for what, messages in kinds:
        if not messages:
            continue
        print(told(what))
        for message in messages[:_SHOWN]:
            print(f"  {visible(str(taken.path))}:{lines[message.key]}: {_named(message)}")
        if len(messages) > _SHOWN:
            more = len(messages) - _SHOWN
            print(f"  {told(say_n('and {number} more', 'and {number} more', more))}")
    if not any(messages for _, messages in kinds):
        print(
            told(
                say(
                    "{file}: nothing in {other} is new",
                    file=visible(str(taken.path)),
                    other=visible(str(file)),
                )
            )
        )
    return 1 if intake.conflicts else 0


def _named(message: Message) -> str:
    key = f"{message.msgctxt}: " if message.msgctxt is not None else ""
    return visible(key + _short(message.msgid))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
