"""`variorum history`: the revisions, and the life of one entry."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from variorum.cli.arguments import DATABASE, Commands, add_color, add_command
from variorum.cli.tongue import day, told
from variorum.model import VariorumError
from variorum.say import say, say_n

if TYPE_CHECKING:
    from variorum.cli.telling import Told
    from variorum.cli.words import Style
    from variorum.schema import Ledger, Past, RevisionRow

_MESSAGE = 60


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "history",
        say("list the revisions, or what happened to one entry"),
        say(
            "Lists the revisions of a database, the last one first: number, date, digest or label,\n"
            "what was added (+), changed (~) and removed (-), who made it and what they said.\n\n"
            "With a key, it tells what happened to this entry, from its first version on, under all\n"
            "the keys that it had."
        ),
        (
            ("variorum history", say("the revisions of rules.db")),
            ("variorum history my.db", say("those of another database")),
            ("variorum history sel-et-braise/abordage", say("the life of one entry")),
            ("variorum history my.db game/rout --json", say("the same for a program")),
        ),
        run,
    )
    command.usage = "variorum history [OPTION ...] [rules.db] [KEY]"
    command.add_argument(
        "what",
        nargs="*",
        metavar="[rules.db] [KEY]",
        help=say("the database (default: rules.db), and the key of an entry, also a former one"),
    )
    command.add_argument("--json", action="store_true", help=say("print JSON"))
    add_color(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the revisions, or the changes of one entry."""
    from variorum.cli.words import Style, wants_colour
    from variorum.schema import open_database, past_of

    database, key = _what(arguments.what)
    with contextlib.closing(open_database(database)) as connection:
        past = past_of(connection)
        former = dict(connection.execute("select former_key, key from former_keys").fetchall())
    style = Style(wants_colour(arguments.color, sys.stdout))
    if key is None:
        revisions = past.ledger.revisions
        if arguments.json:
            _print_json([asdict(row) for row in revisions])
        else:
            # A translation has a source, its catalogue, and is no witness.
            begun = Counter(v.number_from for v in past.ledger.versions if v.source and not v.nth)
            begun.update(past.ledger.since.get((*at, 0), 1) or 0 for at in past.state.translations)
            for row in reversed(revisions):
                print(_line(row, begun[row.number]))
        return 0
    life = list(_life(past, former.get(key, key) if key not in past.state.entries else key))
    if not life:
        near = _near(key, past.state.entries)
        raise VariorumError(
            say("there never was an entry {key!r} here; perhaps {near}", key=key, near=near)
            if near
            else say(
                "there never was an entry {key!r} here; `variorum history` lists the revisions",
                key=key,
            ),
            str(database),
        )
    if arguments.json:
        _print_json([_as_json(row, one) for row, one in life])
    else:
        for line in _told_life(life, style):
            print(line)
    return 0


def _what(words: Sequence[str]) -> tuple[Path, str | None]:
    """The database and the key; one word alone is a database where there is such a file."""
    if len(words) > 2:
        raise VariorumError(
            say("name a database and a key at most: variorum history my.db game/rout")
        )
    if len(words) == 2:
        return Path(words[0]), words[1]
    if words and (Path(words[0]).is_file() or words[0].endswith((".db", ".sqlite"))):
        return Path(words[0]), None
    return DATABASE, words[0] if words else None


def _near(key: str, keys: Iterable[str]) -> str:
    """At most three of the keys: those that end in `key`, else those that are like it."""
    from rapidfuzz import fuzz, process

    every = sorted(keys)
    asked = key.lower()
    ends = [one for one in every if one.endswith(f"/{asked}")]
    last = process.extract(
        asked.rpartition("/")[2],
        {one: one.rpartition("/")[2] for one in every},
        scorer=fuzz.ratio,
        score_cutoff=75,
        limit=3,
    )
    return ", ".join((ends or [one for _, _, one in last])[:3])


def _line(row: RevisionRow, translations: int) -> str:
    """A revision in one line; `translations` counts the entries that were translated anew."""
    from variorum.cli.words import shortened, visible
    from variorum.interface.words import change_count

    counts = [f"+{row.added} ~{row.changed} -{row.removed}"]
    for kind in ("renamed", "moved", "split", "merged"):
        if number := getattr(row, kind):
            counts.append(told(change_count(kind, number)))
    if translations:
        counts.append(told(say_n("{number} translated", "{number} translated", translations)))
    name = f"{row.revision[:12]}{f' {row.label}' if row.label else ''}"
    first = (row.message or "").split("\n")[0]
    said = " ".join(filter(None, [row.author, shortened(first, _MESSAGE)]))
    return visible(
        f"{row.number:>4}  {row.date}  {name}  {', '.join(counts)}{f'  {said}' if said else ''}"
    )


def _life(past: Past, key: str) -> Iterator[tuple[RevisionRow, Told]]:
    """The changes of an entry, the first one first, under the keys that it had."""
    from variorum.cli.telling import Told

    ledger = past.ledger
    found = []
    name = key
    # Backwards: before a renaming the entry had another key.
    for number, change in reversed(ledger.changes):
        if change.entry_key != name:
            continue
        found.append((number, change))
        if change.change == "renamed" and change.others:
            name = change.others[0]
    # Of one revision, the changes under one key come before the renaming that led to it.
    for number, change in reversed(found):
        lang, title = _known(past, ledger, change.entry_key, number)
        yield ledger.revisions[number - 1], Told(change, title, lang)


def _known(past: Past, ledger: Ledger, key: str, number: int) -> tuple[str, str | None]:
    """Language and title of an entry at a revision, or just before it where it was removed."""
    over = [v for v in ledger.versions if v.entry_key == key and v.source is None]
    for version in over:
        if version.number_from <= number < version.number_to:
            return version.lang, version.title
    if key in past.state.entries:
        return past.state.entries[key].lang, past.state.entries[key].title
    return (over[-1].lang, over[-1].title) if over else ("und", None)


def _told_life(life: Sequence[tuple[RevisionRow, Told]], style: Style) -> Iterator[str]:
    from variorum.cli.telling import MEANING_WORDS, body, headline
    from variorum.cli.words import visible

    for row, one in life:
        name = f"{row.number} {row.label}" if row.label else str(row.number)
        if row.author:
            head = say(
                "{name}, {date} by {author}", name=name, date=day(row.date), author=row.author
            )
        else:
            head = say("{name}, {date}", name=name, date=day(row.date))
        meaning = one.change.meaning
        weight = f" ({told(MEANING_WORDS[meaning])})" if meaning else ""
        yield visible(told(head)) + weight
        yield f"  {headline(one, style)}"
        yield from (f"      {line}" for line in body(one, style))


def _as_json(row: RevisionRow, one: Told) -> dict[str, Any]:
    from variorum.cli.telling import as_json

    names = ("number", "revision", "date", "label", "author", "message", "commit_id")
    return {name: getattr(row, name) for name in names} | as_json(one)


def _print_json(value: object) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=1))
