"""`variorum settle`: writes what a person decides."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.arguments import DATABASE, Commands, add_command, iso_date
from variorum.cli.tongue import told
from variorum.model import VariorumError
from variorum.say import say, say_n

if TYPE_CHECKING:
    from variorum.cli.survey import Item
    from variorum.decisions import Verdict


# A shorter beginning of an id is taken for a slip.
_LEAST_PREFIX = 4


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(
        commands,
        "settle",
        say("write verdicts about what `check` shows"),
        say(
            "Writes verdicts into the variorum.toml beside the sources, and keeps its comments and\n"
            "order; the sources stay as they are. Build again to see the effect."
        ),
        (
            ("variorum settle rules.db ID --accept", say("the suggested reading is right")),
            ("variorum settle rules.db ID ID --dismiss", say("nothing is wrong with these two")),
            ('variorum settle rules.db ID --reading "6 dice"', say("these words are right")),
            ("variorum settle rules.db ID --right b.csv", say("of two readings, that of b.csv")),
            ("variorum settle rules.db --all-of-kind spacing --accept", say("many at once")),
        ),
        run,
    )
    command.add_argument(
        "what",
        nargs="*",
        metavar="[rules.db] ID",
        help=say(
            "the database (default: rules.db), then ids as `check` shows them, or how they begin"
        ),
    )
    command.add_argument(
        "--all-of-kind",
        action="append",
        default=[],
        metavar="KIND",
        help=say("everything unsettled of a kind, such as spacing; may be repeated"),
    )
    decision = command.add_mutually_exclusive_group(required=True)
    decision.add_argument(
        "--accept",
        action="store_true",
        help=say("a finding: its suggestion is right; a duplicate: the two say the same"),
    )
    decision.add_argument(
        "--dismiss",
        action="store_true",
        help=say("a finding: nothing is wrong; a conflict or duplicate: the two may differ"),
    )
    decision.add_argument(
        "--right", metavar="SOURCE", help=say("a conflict: the reading of this source is right")
    )
    decision.add_argument(
        "--reading", metavar="TEXT", help=say("a finding or conflict: these are the right words")
    )
    command.add_argument("--by", metavar="NAME", help=say("who decided"))
    command.add_argument("--note", metavar="TEXT", help=say("why"))
    command.add_argument(
        "--date", type=iso_date, help=say("when it was decided, as 2024-05-31 (default: today)")
    )
    command.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help=say("where variorum.toml lies (default: beside the database, else here)"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the verdicts and say how many."""
    from variorum.cli.survey import survey
    from variorum.decisions import add_verdicts
    from variorum.schema import open_database

    database, ids = split(arguments.what)
    folder: Path = arguments.folder or _home(database)
    path = folder / "variorum.toml"
    if not path.is_file():
        raise VariorumError(
            say(
                "there is no such file; start one with `variorum init {folder}`, or name the "
                "folder of the sources with --folder",
                folder=folder,
            ),
            str(path),
        )
    db = open_database(database)
    try:
        items = {item.id: item for group in survey(db) for item in group.items}
    finally:
        db.close()
    named = [_of(items, one, database) for one in dict.fromkeys(ids)]
    kinds = [of_kind(items.values(), kind) for kind in dict.fromkeys(arguments.all_of_kind)]
    if not named and not kinds:
        raise VariorumError(say("say which: ids as `variorum check` shows them, or --all-of-kind"))
    verdicts = [verdict(item, arguments) for item in named]
    left = 0
    for item in (item for items in kinds for item in items):
        # Of many at once, those to which the decision cannot apply wait for one of their own.
        if unfit(item, arguments):
            left += 1
        else:
            verdicts.append(verdict(item, arguments))
    changed = bool(verdicts) and add_verdicts(path, verdicts)
    if changed:
        number = say_n("{number} verdict written", "{number} verdicts written", len(verdicts))
        print(f"{path}: {told(number)}")
    else:
        print(f"{path}: {told(say('nothing to write'))}")
    if left:
        print(
            told(
                say_n(
                    "{number} left: this cannot be decided for them, see `variorum check {file}`",
                    "{number} left: this cannot be decided for them, see `variorum check {file}`",
                    left,
                    file=database,
                )
            )
        )
    if changed:
        print(told(say("Build again to see the effect.")))
    return 0


def split(words: list[str]) -> tuple[Path, list[str]]:
    """The database and the ids in `[rules.db] ID …`.

    Ids hold no dot, so a first word that does, or that is a file, is the database.
    """
    if words and ("." in words[0] or Path(words[0]).is_file()):
        return Path(words[0]), words[1:]
    return DATABASE, words


def _home(database: Path) -> Path:
    """The folder of the database where it holds decisions, else the present one."""
    beside = database.parent
    return beside if (beside / "variorum.toml").is_file() else Path()


def _of(items: Mapping[str, Item], name: str, database: Path) -> Item:
    """The item of an id, or of its beginning where that is long enough to name one."""
    begun = [one for one in items if one.startswith(name)] if len(name) >= _LEAST_PREFIX else []
    if name not in items and len(begun) == 1:
        return items[begun[0]]
    if name not in items and begun:
        raise VariorumError(
            say(
                "{name!r} begins more than one id ({found}); write more of it",
                name=name,
                found=", ".join(sorted(begun)),
            ),
            str(database),
        )
    if name not in items:
        raise VariorumError(
            say(
                "there is nothing with the id {name!r}; `variorum check {database} --all` "
                "shows ids",
                name=name,
                database=database,
            ),
            str(database),
        )
    return items[name]


def of_kind(items: Iterable[Item], kind: str) -> list[Item]:
    """The unsettled items of a kind; raises VariorumError for a kind that does not exist."""
    from variorum.cli.words import known_kind

    known_kind(kind)
    return [item for item in items if item.kind == kind and item.unsettled]


def unfit(item: Item, arguments: argparse.Namespace) -> str | None:
    """Why the decision in `arguments` cannot be made about `item`, and what can; else null."""
    if item.what == "duplicate" and (arguments.right or arguments.reading is not None):
        return say("a duplicate has no readings to choose from; give --accept or --dismiss")
    if item.what == "finding" and arguments.right:
        return say("a finding has one source only; give --accept, --reading or --dismiss")
    if item.what == "finding" and arguments.accept and item.suggestion is None:
        return say("nothing is suggested that could be accepted; give --reading or --dismiss")
    if item.what == "conflict" and arguments.accept:
        return say("say which reading is right: --right SOURCE or --reading TEXT")
    if item.what == "conflict" and arguments.right:
        sources = list(dict.fromkeys([item.place.source, item.other and item.other.source]))
        if len(sources) == 1:
            return say(
                "both readings stand in {source}; give the right words with --reading",
                source=sources[0],
            )
        if arguments.right not in sources:
            return say(
                "{right} has neither reading; give {source} or {other}",
                right=arguments.right,
                source=sources[0],
                other=sources[1],
            )
    return None


def verdict(item: Item, arguments: argparse.Namespace) -> Verdict:
    """The verdict about one item; raises VariorumError where it cannot be made."""
    import datetime

    from variorum.decisions import Verdict, conflict_texts, finding_texts

    fault = unfit(item, arguments)
    if fault:
        raise VariorumError(say("{id}: {fault}", id=item.id, fault=fault))
    texts = None
    if item.what == "conflict":
        texts = conflict_texts(item.reading or "", item.other_reading or "")
    elif item.what == "finding":
        texts = finding_texts(item.kind, item.excerpt, item.suggestion)
    keys = [item.place.entry_key, item.other.entry_key if item.other else None]
    entries = tuple(sorted({key for key in keys if key}))
    return Verdict(
        about=item.what,
        decision=_decision(item, arguments),
        id=item.id,
        entries=entries,
        source=None if entries else item.place.source,
        witness=arguments.right,
        reading=arguments.reading,
        texts=texts,
        by=arguments.by,
        date=arguments.date or datetime.date.today().isoformat(),
        note=arguments.note,
    )


def _decision(item: Item, arguments: argparse.Namespace) -> str:
    """The word of `variorum.toml` for the option that was given."""
    if arguments.right:
        return "right"
    if arguments.reading is not None:
        return "reading"
    if arguments.accept:
        return "same" if item.what == "duplicate" else "accepted"
    return "dismissed" if item.what == "finding" else "differ"
