"""Templates and catalogues of a database, in the folder where they belong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from variorum.compare.language import languages
from variorum.files import NOTHING, atomic_write
from variorum.model import System, VariorumError
from variorum.po import Catalogue, read_seen, serialise
from variorum.say import reason, say
from variorum.translations.folder import Named, catalogue_path, catalogues_in, template_path
from variorum.translations.heading import start
from variorum.translations.helps import helps_in
from variorum.translations.places import by_system, places_in, renamed_contexts
from variorum.translations.published import classifier
from variorum.translations.remembering import Memory, Remembered, remembered
from variorum.translations.suggest import with_suggestions
from variorum.translations.template import template
from variorum.translations.update import UpdateResult, update
from variorum.translations.xml import short_lang

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """What catalogues need of a database: systems with their templates, and former keys.

    A system without anything to translate has an empty template.
    """

    systems: tuple[tuple[System, Catalogue], ...]
    former_keys: Pairs

    def find(self, system: str) -> tuple[System, Catalogue] | None:
        return next((pair for pair in self.systems if pair[0].key == system), None)

    def heirs(self, system: str) -> list[str]:
        """The systems that a system of a former name is now, where that name is gone."""
        if self.find(system):
            return []
        keys = (key for former, key in self.former_keys if former.startswith(f"{system}/"))
        return list(dict.fromkeys(key.partition("/")[0] for key in keys))


@dataclass(frozen=True, slots=True)
class Brought:
    """A catalogue and what an update did to it; `origin` is the file that it was read from.

    `result` is null for a catalogue that is new and for one that no system of the database has.
    """

    path: Path
    lang: str
    system: str
    result: UpdateResult | None
    origin: Path | None


def rules_in(connection: sqlite3.Connection, only: str | None = None) -> Rules:
    """The systems and templates of an open database, in its order.

    With `only`, the key of a system, the others have empty templates.
    """
    places = [place for place in places_in(connection) if only in (None, place.system)]
    helps, found = helps_in(connection, places), by_system(places)
    systems = [
        System(key, title, lang, bool(provisional))
        for key, title, lang, provisional in connection.execute(
            "select system, title, lang, provisional from systems order by system"
        )
    ]
    former = connection.execute("select former_key, key from former_keys order by former_key")
    return Rules(
        tuple((s, template(s, found.get(s.key, ()), helps)) for s in systems),
        tuple((str(old), str(new)) for old, new in former),
    )


def template_of(connection: sqlite3.Connection, system: str) -> bytes:
    """The template of one system of an open database, as `extract` writes it."""
    return next(
        serialise(words) for one, words in rules_in(connection, system).systems if one.key == system
    )


def extract(rules: Rules, folder: Path, langs: Iterable[str] | None = None) -> list[Path]:
    """Write the templates, and every catalogue that is missing; the files that changed.

    `langs` are those to translate into (default: all that have data, but the source's own).
    Catalogues that are there stay as they are.  Raises VariorumError where a file cannot be
    written.
    """
    wanted = tuple(langs) if langs is not None else languages()
    files: list[tuple[Path, bytes, str | None]] = []
    for system, words in rules.systems:
        if not any(words.live()):
            continue
        files.append((template_path(folder, system.key), serialise(words), None))
        for lang in wanted:
            path = catalogue_path(folder, lang, system.key)
            if lang == system.lang or path.exists():
                continue
            started = update(start(words, lang), words).catalogue
            files.append((path, serialise(started), NOTHING))
    return [path for path, data, was in files if put(path, data, was)]


def bring_up(rules: Rules, folder: Path, memories: Sequence[Memory] = ()) -> list[Brought]:
    """Update every catalogue of a folder, and the templates that are there.

    Messages that are new get suggestions from the catalogues of the folder; with `memories`
    all that have no translation do, from those too (see `suggest`).
    The catalogues of a system that has another key now go on under that key.  Nothing is
    written before everything has been read: raises VariorumError, and leaves every file as it
    was, where one of them is no valid catalogue.  A catalogue that somebody saves meanwhile is
    left as it is, with the same error.
    """
    done: list[Brought] = []
    seen: dict[Path, str | None] = {}
    for named in catalogues_in(folder):
        for path, system in _targets(rules, folder, named):
            known = rules.find(system)
            if known is None:
                done.append(Brought(named.path, named.lang, system, None, named.path))
                continue
            catalogue, was = read_seen(named.path)
            result = brought_up(catalogue, known, rules.former_keys)
            done.append(Brought(path, named.lang, system, result, named.path))
            seen[path] = was if path == named.path else NOTHING
    done = _with_suggestions(done, rules, memories)
    files = [
        (one.path, serialise(one.result.catalogue), seen[one.path]) for one in done if one.result
    ]
    for system_, words in rules.systems:
        if template_path(folder, system_.key).exists():
            files.append((template_path(folder, system_.key), serialise(words), None))
    for path, data, before in files:
        put(path, data, before)
    return done


def _with_suggestions(
    done: Sequence[Brought], rules: Rules, memories: Sequence[Memory]
) -> list[Brought]:
    """The catalogues with suggestions: from themselves first, then from each other."""
    langs = {system.key: system.lang for system, _ in rules.systems}
    # What all hold is read once, and only where there is a message to suggest anything for.
    held: dict[int, tuple[Remembered, ...]] = {}
    result = list(done)
    for at, one in enumerate(done):
        new = (
            frozenset(o.message.key for o in one.result.outcomes if o.kind == "new")
            if one.result
            else ()
        )
        if one.result is None or not (new or memories):
            continue
        alike = [
            n
            for n, other in enumerate(done)
            if other.result and (langs[other.system], other.lang) == (langs[one.system], one.lang)
        ]
        for n in alike:
            other = done[n].result
            if n not in held and other is not None:
                held[n] = tuple(remembered(other.catalogue, done[n].path.name))
        told = [each for n in sorted(alike, key=lambda n: n != at) for each in held[n]]
        told += [each for m in memories for each in m.between(langs[one.system], one.lang)]
        catalogue, number = with_suggestions(
            *(one.result.catalogue, told, langs[one.system], short_lang(one.lang)),
            *(classifier(langs[one.system]), None if memories else frozenset(new)),
        )
        result[at] = replace(one, result=replace(one.result, catalogue=catalogue, suggested=number))
    return result


def brought_up(
    catalogue: Catalogue, known: tuple[System, Catalogue], former_keys: Pairs
) -> UpdateResult:
    """A catalogue with the present messages of its system, which is given with its template."""
    system, words = known
    return update(
        catalogue,
        words,
        lang=system.lang,
        classify=classifier(system.lang),
        renamed=renamed_contexts(former_keys),
        keep_moved=True,
    )


def put(path: Path, data: bytes, seen: str | None = None) -> bool:
    """Write a file whole or not at all, in folders made where they are missing.

    `seen`: only where the file still is what was read (see `atomic_write`).
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VariorumError(
            say(
                "no folder can be made here ({reason}); choose another place",
                reason=reason(error),
            ),
            str(path.parent),
        ) from error
    return atomic_write(path, data, seen=seen)


def _targets(rules: Rules, folder: Path, named: Named) -> Sequence[tuple[Path, str]]:
    """Where the translations of a catalogue belong now, with the system."""
    heirs = [
        (path, heir)
        for heir in rules.heirs(named.system)
        if not (path := catalogue_path(folder, named.lang, heir)).exists()
    ]
    return heirs or [(named.path, named.system)]
