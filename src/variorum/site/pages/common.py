"""What several pages ask."""

from __future__ import annotations

import difflib

from variorum.site.visit import Missing, Redirect, Row, Visit


def systems(visit: Visit) -> list[Row]:
    """All games, in the order of their titles."""

    def find() -> list[Row]:
        return visit.rows("select system, title, lang, provisional from systems order by title")

    return [dict(row) for row in visit.generation.memo("systems", find)]


def system_named(visit: Visit, key: str) -> Row:
    """The game with this key; raises Missing, with the games there are, for another."""
    found = next((s for s in systems(visit) if s["system"] == key), None)
    if found is None:
        raise Missing(visit.gettext("There is no such game."))
    return found


def system_of(visit: Visit, entry_key: str) -> Row:
    """The game of an entry's key."""
    return system_named(visit, entry_key.partition("/")[0])


def sigla(visit: Visit, system: str) -> dict[str, str]:
    """A letter for each source of a game, A, B, … in the order of their names."""

    def find() -> dict[str, str]:
        rows = visit.rows("select source from sources where system = ? order by source", system)
        return {row["source"]: letters(number) for number, row in enumerate(rows)}

    return visit.generation.memo(("sigla", system), find)


def letters(number: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    found = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def no_entry(visit: Visit, key: str) -> Missing | Redirect:
    """What to raise for a key that no entry has: the way to its new key, or names like it."""
    now = visit.value("select key from former_keys where former_key = ?", key)
    if now is not None:
        return Redirect(f"/entry/{now}")
    return Missing(visit.gettext("There is no entry with this name."), near(visit, key))


def near(visit: Visit, key: str) -> list[tuple[str, str]]:
    """Entries whose keys or titles are like `key`: at most six of (key, title)."""

    def keys() -> list[tuple[str, str]]:
        return [
            (row["key"], row["title"] or row["key"])
            for row in visit.rows("select key, title from entries order by key")
        ]

    all_keys = dict(visit.generation.memo("keys", keys))
    asked = key.lower()[:120]
    names: dict[str, str] = {}
    for one in all_keys:
        names.setdefault(one.rpartition("/")[2], one)
    found = difflib.get_close_matches(asked, all_keys, 6, 0.7) if len(all_keys) < 30_000 else []
    last = asked.rpartition("/")[2]
    found += [names[name] for name in difflib.get_close_matches(last, names, 6, 0.6)]
    return [(one, all_keys[one]) for one in list(dict.fromkeys(found))[:6]]
