"""What several pages ask."""

from __future__ import annotations

import re
from collections import Counter

from variorum.compare.order import sort_key
from variorum.schema.search import fold, words
from variorum.site.differences import compared
from variorum.site.texts import titles
from variorum.site.visit import Missing, Redirect, Row, Visit

# Shorter words of a name are like too many others.
SHORTEST_PART = 5
# So much (of 100) the ends of two keys are alike where the keys are.
SAME_GAME = 50
# What is in a title and in no key: the number before it, what is in brackets.
_ASIDE = re.compile(r"^[\d.]+\s|\([^()]*\)")


def systems(visit: Visit) -> list[Row]:
    """All games, in the order that their titles have in the reader's language."""
    lang = visit.interface.lang

    def find() -> list[Row]:
        rows = visit.rows("select system, title, lang, provisional from systems")
        return sorted(rows, key=lambda row: (sort_key(row["title"], lang), row["system"]))

    return [dict(row) for row in visit.memo(("systems", lang), find)]


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

    return visit.memo(("sigla", system), find)


def letters(number: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    found = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def witnesses_of(visit: Visit, found: Row, letters: dict[str, str]) -> list[Row]:
    """Every witness with its source; those that are not the base, with how they differ."""
    rows = visit.rows(
        """select w.witness, w.is_base, w.source, w.line_start, w.line_end, w.page, w.title, w.text,
            s.title as work, s.author, s.date, s.url, s.licence
        from witnesses w join sources s on s.source = w.source
        where w.entry_key = ? order by w.is_base desc, w.witness""",
        found["key"],
    )
    if not rows:
        return rows
    repeated = len({row["source"] for row in rows}) < len(rows)
    call(rows, "work")
    base = rows[0]["text"]
    order = {source: number for number, source in enumerate(letters)}
    rows.sort(key=lambda row: (not row["is_base"], order.get(row["source"], -1), row["witness"]))
    for row in rows:
        letter = letters.get(row["source"], "?")
        row["siglum"] = f"{letter}{row['witness']}" if repeated else letter
        if row["is_base"]:
            continue
        difference = compared(visit, row["text"], base, found["lang"])
        row["relation"] = difference["relation"]
        row["pieces"] = difference["pieces"]
    return rows


def call(rows: list[Row], title: str = "title") -> None:
    """Give each row of a source its `called`: its title, else the name of its file.

    Files of one title are told apart by their names.
    """
    titles = Counter(one for one, _ in {(row[title], row["source"]) for row in rows})
    for row in rows:
        row["called"] = row[title] or row["source"]
        if row[title] and titles[row[title]] > 1:
            row["called"] += f" ({row['source']})"


def no_entry(visit: Visit, key: str) -> Missing | Redirect:
    """What to raise for a key that no entry has: the way to its new key, or names like it."""
    now = visit.value("select key from former_keys where former_key = ?", key)
    if now is not None:
        return Redirect(f"/entry/{now}")
    return Missing(visit.gettext("There is no entry with this name."), near(visit, key))


def _parts(name: str) -> list[str]:
    """The words of a name, in a key, that are long enough to be mistaken for no other."""
    parts = name.split("-")
    return [part for part in parts if len(part) >= SHORTEST_PART] if len(parts) > 1 else []


def _names(visit: Visit) -> list[tuple[str, str]]:
    """What the entries are called, as in a key, with their keys.

    Called by the last part of the key, by a name in another language, by translated titles.
    """
    rows = visit.rows("select key, english from entries order by key")
    names = [(row["key"].rpartition("/")[2], row["key"]) for row in rows]
    others = [(row["english"], row["key"]) for row in rows if row["english"]]
    others += [
        (row["text"], row["entry_key"])
        for row in visit.rows(
            "select distinct entry_key, text from translations where position = 0 and text <> '' "
            "order by entry_key, text"
        )
    ]
    slugs = (("-".join(words(fold(_ASIDE.sub(" ", name)))), key) for name, key in others)
    names += [(slug, key) for slug, key in slugs if slug]
    return list(dict.fromkeys(names))


def near(visit: Visit, key: str) -> list[tuple[str, str]]:
    """Entries whose keys, or names in any language, are like `key`: at most six of (key, title).

    The titles are those that `titles` gives.
    """
    from rapidfuzz import fuzz, process

    names = visit.memo("names", lambda: _names(visit))
    keys = dict.fromkeys(one for _, one in names)
    asked = key.lower()[:120]
    last = asked.rpartition("/")[2]
    # By the whole key, and by its last part, since readers mistake the game as well.
    found = process.extract(asked, keys.keys(), scorer=fuzz.ratio, score_cutoff=75, limit=6)
    ends = process.extract(
        last, [name for name, _ in names], scorer=fuzz.ratio, score_cutoff=65, limit=6
    )
    # And by one word of a name (`breth` for “Breath Phase”).
    parts = [(part, n) for n, (name, _) in enumerate(names) for part in _parts(name)]
    likely = (
        []
        if len(last) < SHORTEST_PART or "-" in last
        else process.extract(
            last, [part for part, _ in parts], scorer=fuzz.ratio, score_cutoff=80, limit=6
        )
    )
    alike = [(score, at) for _, score, at in ends]
    alike += [(score, parts[at][1]) for _, score, at in likely]
    alike.sort(key=lambda one: -one[0])
    # Keys of one game begin alike, which makes none of them nearer.
    whole = [one for one, _, _ in found if fuzz.ratio(last, one.rpartition("/")[2]) >= SAME_GAME]
    keys_found = list(dict.fromkeys(whole + [names[at][1] for _, at in alike]))[:6]
    told = titles(visit, keys_found)
    return [(one, told[one][0]) for one in keys_found]
