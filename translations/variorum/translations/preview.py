"""What the catalogues of a folder say for a database, as they stand in their files now."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from variorum.model import System, Translation
from variorum.po import read
from variorum.translations.folder import catalogues_in
from variorum.translations.places import by_system, places_in
from variorum.translations.published import translations_of

Mark = tuple[str, int, int]


def translations_in(connection: sqlite3.Connection, folder: Path) -> Iterator[Translation]:
    """The translations of all catalogues in `folder` whose systems the database has.

    Their `catalogue` is the path relative to `folder`.  Raises VariorumError, with file and
    line, for a broken catalogue.
    """
    found = by_system(places_in(connection))
    former = [
        (str(old), str(new))
        for old, new in connection.execute("select former_key, key from former_keys")
    ]
    systems = {
        key: System(key, title, lang)
        for key, title, lang in connection.execute("select system, title, lang from systems")
    }
    for named in catalogues_in(folder):
        system = systems.get(named.system)
        if system is None or not found.get(named.system) or named.lang == system.lang:
            continue
        yield from translations_of(
            *(system, found[named.system], read(named.path), named.lang),
            named.path.relative_to(folder).as_posix(),
            former_keys=former,
        )


def marks_of(folder: Path) -> tuple[Mark, ...]:
    """Changes whenever a catalogue of the folder does: path, time in nanoseconds, bytes."""
    marks = []
    for named in catalogues_in(folder):
        try:
            status = named.path.stat()
        except OSError:
            continue  # being replaced: the next look sees it
        marks.append((str(named.path), status.st_mtime_ns, status.st_size))
    return tuple(marks)
