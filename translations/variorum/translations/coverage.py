"""How far catalogues are translated, as they stand in their files now."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from variorum.model import System, Translation
from variorum.po import read
from variorum.translations.folder import catalogues_in
from variorum.translations.places import by_system, places_in
from variorum.translations.published import translations_of

STATES = ("reviewed", "translated", "stale", "fuzzy", "untranslated")


@dataclass(frozen=True, slots=True)
class Coverage:
    """A row of the view `coverage`, with the catalogue's file; `percent` is 0 to 100."""

    system: str
    lang: str
    messages: int
    words: int
    translated: int
    fuzzy: int
    untranslated: int
    reviewed: int
    stale: int
    percent: float
    catalogue: str


def coverage(connection: sqlite3.Connection, folder: Path) -> list[Coverage]:
    """The coverage of each catalogue of a folder by the rules of a database.

    Raises VariorumError, with file and line, for a broken catalogue.
    """
    found = by_system(places_in(connection))
    former = [tuple(r) for r in connection.execute("select former_key, key from former_keys")]
    systems = {
        key: System(key, title, lang)
        for key, title, lang in connection.execute("select system, title, lang from systems")
    }
    rows = []
    for named in catalogues_in(folder):
        system = systems.get(named.system)
        if system is None or not found.get(named.system) or named.lang == system.lang:
            continue
        told = translations_of(
            *(system, found[named.system], read(named.path), named.lang, str(named.path)),
            former_keys=[(old, new) for old, new in former],
        )
        rows.append(_counted(named.system, named.lang, str(named.path), told))
    return sorted(rows, key=lambda row: (row.system, row.lang))


def _counted(system: str, lang: str, name: str, told: list[Translation]) -> Coverage:
    counts = Counter(t.state for t in told)
    done = counts["translated"] + counts["reviewed"]
    return Coverage(
        *(system, lang, len(told), sum(len(t.source_text.split()) for t in told)),
        *(counts["translated"], counts["fuzzy"], counts["untranslated"], counts["reviewed"]),
        *(counts["stale"], round(100 * done / len(told), 1), name),
    )
