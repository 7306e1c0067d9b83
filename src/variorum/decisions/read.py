"""Reading `variorum.toml`: every table and key is checked and knows its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from variorum.decisions.lines import Lines, locate
from variorum.decisions.shape import (
    ABOUT,
    CHOICES,
    Decisions,
    NameDecision,
    ParentDecision,
    SourceDecision,
    SystemDecision,
    Verdict,
)
from variorum.decisions.values import (
    Check,
    choice,
    columns_value,
    date_value,
    encoding_value,
    entry_value,
    flag_value,
    lang_value,
    line_value,
    list_of,
    nearest,
    parent_value,
    source_value,
    system_value,
    text_value,
    word_value,
)
from variorum.files import read_text
from variorum.model import VariorumError
from variorum.say import say

FILE = "variorum.toml"

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")

Place = tuple[str | int, ...]


class _Lined(Protocol):
    @property
    def line(self) -> int: ...


_Item = TypeVar("_Item")
_LinedItem = TypeVar("_LinedItem", bound=_Lined)


def read_decisions(folder_or_file: Path) -> Decisions:
    """The decisions of a folder's `variorum.toml`, or of that file itself.

    Empty where there is no such file.  Raises VariorumError with file and line for a file
    that cannot be read or parsed, an unknown table or key, and a value of a wrong kind.
    """
    path = folder_or_file / FILE if folder_or_file.is_dir() else folder_or_file
    try:
        text = read_text(path)
    except FileNotFoundError:
        return Decisions(str(path))
    return parse_decisions(text, str(path))


def parse_decisions(text: str, file: str = FILE) -> Decisions:
    """The decisions in `text` (line ends `\n`); `file` is the name for messages.

    Raises VariorumError like `read_decisions`.
    """
    data = parse_toml(text, file)
    reader = _Reader(file, locate(text))
    reader.known(
        data, ("build", "systems", "sources", "names", "parents", "verdicts"), (), say("table")
    )
    built = reader.fields(data.get("build", {}), {"repair_encoding": flag_value}, ("build",))
    systems = reader.tables(data, "systems", "key", system_value, _SYSTEM_FIELDS, SystemDecision)
    sources = reader.tables(data, "sources", "source", source_value, _SOURCE_FIELDS, SourceDecision)
    names = reader.items(data, "names", _NAME_FIELDS, ("entry", "name"), NameDecision)
    parents = reader.items(data, "parents", _PARENT_FIELDS, ("entry", "parent"), ParentDecision)
    verdicts = reader.items(data, "verdicts", _VERDICT_FIELDS, ("about", "decision"), Verdict)
    reader.unique(names, "names", lambda item: item.entry)
    reader.unique(parents, "parents", lambda item: item.entry)
    reader.unique(verdicts, "verdicts", lambda item: item.subject)
    _check_systems(reader, systems)
    _check_parents(reader, {item.entry: item for item in parents})
    for verdict in verdicts:
        fault = verdict_fault(verdict)
        if fault:
            raise VariorumError(fault, file, verdict.line)
    return Decisions(
        file,
        {item.key: item for item in systems},
        {item.source: item for item in sources},
        {item.entry: item for item in names},
        {item.entry: item for item in parents},
        tuple(verdicts),
        built.get("repair_encoding", False),
    )


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """`text` as TOML; a fault raises VariorumError with its line and what to do."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise VariorumError(
            say("nested too deeply; a file of decisions has tables and lists, not towers of them"),
            file,
        ) from error
    except ValueError as error:  # TOMLDecodeError, and numbers beyond Python's limit.
        message = str(error)
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else None
        if place and line is None:
            line = text.rstrip("\n").count("\n") + 1
        raise VariorumError(_explain(_PLACE.sub("", message)), file, line) from error


def _explain(message: str) -> str:
    if message.startswith(("Cannot declare", "Cannot mutate")):
        table = ".".join(re.findall(r"'([^']*)'", message))
        return say("the table [{table}] stands twice; merge the two into one", table=table)
    if message.startswith(("Cannot overwrite", "Duplicate inline table key")):
        return say("this key was given before in the same table; keep one of the two")
    return say(
        "no valid TOML: {message}; correct the line (texts stand in double quotes)", message=message
    )


class _Reader:
    """Takes values out of parsed TOML and says where a wrong one stands."""

    def __init__(self, file: str, lines: Lines) -> None:
        self.file = file
        self.lines = lines

    def fail(self, message: str, *path: str | int) -> NoReturn:
        raise VariorumError(message, self.file, self.lines.line(*path))

    def known(self, data: Mapping[str, Any], words: Iterable[str], path: Place, what: str) -> None:
        allowed = list(words)
        for word in data:
            if word not in allowed:
                self.fail(
                    say(
                        "unknown {what} `{word}`; {advice}",
                        what=what,
                        word=word[:60],
                        advice=nearest(word, allowed),
                    ),
                    *path,
                    word,
                )

    def fields(self, table: object, checks: Mapping[str, Check], path: Place) -> dict[str, Any]:
        """The checked values of one table, and its line."""
        if not isinstance(table, dict):
            self.fail(
                say("`{path}` holds tables of keys and values; write a header above", path=path[0]),
                *path,
            )
        self.known(table, checks, path, say("key"))
        values: dict[str, Any] = {"line": self.lines.line(*path)}
        for name, value in table.items():
            try:
                values[name] = checks[name](value)
            except ValueError as error:
                self.fail(say("`{name}` {error}", name=name, error=error.args[0]), *path, name)
        return values

    def tables(
        self,
        data: Mapping[str, Any],
        name: str,
        field: str,
        check: Check,
        checks: Mapping[str, Check],
        make: Callable[..., _Item],
    ) -> list[_Item]:
        """The items of `[name.<key>]`, each made with its key as `field`."""
        tables = data.get(name, {})
        if not isinstance(tables, dict):
            self.fail(
                say('`{name}` holds one table each; write `[{name}."…"]` headers', name=name), name
            )
        made = []
        for key, table in tables.items():
            try:
                value = check(key)
            except ValueError as error:
                self.fail(
                    say(
                        "`{key}` in [{name}] {error}", key=key[:60], name=name, error=error.args[0]
                    ),
                    name,
                    key,
                )
            made.append(make(**{field: value}, **self.fields(table, checks, (name, key))))
        return made

    def items(
        self,
        data: Mapping[str, Any],
        name: str,
        checks: Mapping[str, Check],
        required: Sequence[str],
        make: Callable[..., _Item],
    ) -> list[_Item]:
        """The items of `[[name]]`."""
        tables = data.get(name, [])
        if not isinstance(tables, list):
            self.fail(say("`{name}` is a list; write each header as `[[{name}]]`", name=name), name)
        made = []
        for number, table in enumerate(tables):
            values = self.fields(table, checks, (name, number))
            for key in required:
                if key not in values:
                    self.fail(
                        say("[[{name}]] without `{key}`; add it", name=name, key=key), name, number
                    )
            made.append(make(**values))
        return made

    def unique(
        self, items: Iterable[_LinedItem], name: str, subject: Callable[[_LinedItem], Hashable]
    ) -> None:
        seen: dict[Hashable, int] = {}
        for item in items:
            first = seen.setdefault(subject(item), item.line)
            if first != item.line:
                raise VariorumError(
                    say(
                        "[[{name}]] decides again what line {first} decides; keep one of the two",
                        name=name,
                        first=first,
                    ),
                    self.file,
                    item.line,
                )


def _check_systems(reader: _Reader, systems: Iterable[SystemDecision]) -> None:
    owner: dict[str, str] = {}
    listed = list(systems)
    keys = {system.key for system in listed}
    for system in listed:
        for former in system.former:
            if former in keys:
                reader.fail(
                    say("`{former}` cannot be a former key, it has a table of its own", former=former),
                    "systems", system.key, "former",
                )  # fmt: skip
            if owner.setdefault(former, system.key) != system.key:
                reader.fail(
                    say("`{former}` is a former key of `{owner}` too; keep one", former=former, owner=owner[former]),
                    "systems", system.key, "former",
                )  # fmt: skip


def _check_parents(reader: _Reader, parents: Mapping[str, ParentDecision]) -> None:
    settled: dict[str, bool] = {}
    for start in parents:
        walked: dict[str, bool] = {}
        at = start
        while at in parents and at not in settled:
            if at in walked:
                raise VariorumError(
                    say("`{at}` ends up under itself; correct one of the parents", at=at),
                    reader.file,
                    parents[at].line,
                )
            walked[at] = True
            at = parents[at].parent
        settled.update(walked)


def verdict_fault(verdict: Verdict) -> str | None:
    """What is wrong with how the fields of `verdict` go together, and what to do; else null."""
    choices = CHOICES[verdict.about]
    needed = choices.get(verdict.decision)
    if verdict.decision not in choices:
        return say(
            "a verdict about a {about} cannot be `{decision}`; {advice}",
            about=ABOUT[verdict.about],
            decision=verdict.decision,
            advice=nearest(verdict.decision, choices),
        )
    if needed and getattr(verdict, needed) is None:
        return say(
            "`{decision}` needs `{needed}`; add it", decision=verdict.decision, needed=needed
        )
    for name in ("witness", "reading"):
        if name != needed and getattr(verdict, name) is not None:
            return say(
                "`{name}` does not go with `{decision}`; remove it",
                name=name,
                decision=verdict.decision,
            )
    if verdict.about == "entry":
        if verdict.id or len(verdict.entries) != 1:
            return say("a verdict about an entry has one key in `entries` and no `id`; correct it")
        return None
    if not verdict.id:
        return say("no `id`; copy it from `variorum check`")
    if not verdict.entries and not (verdict.about == "finding" and verdict.source):
        return say("no `entries`; name the keys of the entries it is about")
    return None


_SYSTEM_FIELDS: Mapping[str, Check] = {
    "title": line_value,
    "lang": lang_value,
    "former": list_of(system_value),
}
_SOURCE_FIELDS: Mapping[str, Check] = {
    "system": system_value,
    "title": line_value,
    "author": line_value,
    "url": line_value,
    "date": date_value,
    "licence": line_value,
    "lang": lang_value,
    "encoding": encoding_value,
    "format": word_value,
    "columns": columns_value,
}
_NAME_FIELDS: Mapping[str, Check] = {"entry": entry_value, "name": line_value}
_PARENT_FIELDS: Mapping[str, Check] = {"entry": entry_value, "parent": parent_value}
_VERDICT_FIELDS: Mapping[str, Check] = {
    "about": choice(CHOICES),
    "id": line_value,
    "entries": list_of(entry_value),
    "source": source_value,
    "decision": line_value,
    "witness": source_value,
    "reading": text_value,
    "texts": line_value,
    "by": line_value,
    "date": date_value,
    "note": text_value,
}
