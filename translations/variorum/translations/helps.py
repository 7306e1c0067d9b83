"""What a catalogue tells its translators about each message: facts, no advice.

The title of the entry, its neighbours, what the passage refers to, what is known to be faulty
in it, and the glossary's words for the terms it uses.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from variorum.translations.offered import offer_in
from variorum.translations.places import Place
from variorum.translations.template import one_line

Helps = Mapping[tuple[str, int], tuple[str, ...]]


def helps_in(connection: sqlite3.Connection, places: list[Place]) -> Helps:
    """Lines for each place of a database, by entry key and position (0: the title)."""
    entries = list(
        connection.execute("select key, system, title, kind from entries order by system, position")
    )
    titles = {key: title for key, _, title, _ in entries}
    around = _neighbours([(key, system) for key, system, _, _ in entries])
    kinds = {
        (key, position): kind
        for key, position, kind in connection.execute(
            "select entry_key, position, kind from passages where kind <> 'text'"
        )
    }
    roles = {key: kind for key, _, _, kind in entries}
    mentions = _mentions(connection)
    faults = _faults(connection, places)
    offered = offer_in(connection)
    helps = {}
    for place in places:
        at = (place.entry_key, place.position)
        title = titles[place.entry_key]
        if place.position == 0:
            lines = [f"title of a {roles[place.entry_key]}"]
        else:
            lines = [f"entry: {one_line(title)}" if title else "an entry without a title"]
            if at in kinds:
                lines.append(f"kind: {kinds[at].replace('_', ' ')}")
        lines += around[place.entry_key]
        lines += mentions.get(at, ())
        lines += faults.get(at, ())
        lines += map(one_line, offered(place.system, place.lang, place.text))
        helps[at] = tuple(dict.fromkeys(lines))
    return helps


def _neighbours(keys: list[tuple[str, str]]) -> dict[str, list[str]]:
    """For each entry, which stand before and after it; `keys` are pairs of key and system."""
    found: dict[str, list[str]] = {}
    for at, (key, system) in enumerate(keys):
        lines = found[key] = []
        for word, other in (("after", at - 1), ("before", at + 1)):
            if 0 <= other < len(keys) and keys[other][1] == system:
                lines.append(f"{word}: {keys[other][0]}")
    return found


def _mentions(connection: sqlite3.Connection) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = {}
    for key, passage, surface, kind, target, to_key in connection.execute(
        "select from_key, passage, surface, kind, target, to_key from cross_references"
        " order by from_key, passage, start, target"
    ):
        to = to_key or f"{kind.replace('_', ' ')} {one_line(target)}"
        found.setdefault((key, passage), []).append(f"refers to: {to} ({one_line(surface)})")
    return found


def _faults(
    connection: sqlite3.Connection, places: list[Place]
) -> dict[tuple[str, int], list[str]]:
    """Findings without a verdict, at the passages in which the faulty words stand."""
    by_entry: dict[str, list[Place]] = {}
    for place in places:
        by_entry.setdefault(place.entry_key, []).append(place)
    found: dict[tuple[str, int], list[str]] = {}
    for key, kind, excerpt, suggestion in connection.execute(
        "select entry_key, kind, excerpt, suggestion from findings"
        " where verdict is null and entry_key is not null and excerpt is not null"
        " order by source, line, column, id"
    ):
        line = f"finding: {kind.replace('_', ' ')}: {one_line(excerpt)}"
        if suggestion is not None:
            line += f" (read: {one_line(suggestion)})"
        for place in by_entry.get(key, ()):
            # An excerpt is raw and a passage clean: what stands in markup is not in its text.
            if excerpt.strip() and excerpt.strip() in place.text:
                found.setdefault((place.entry_key, place.position), []).append(line)
    return found
