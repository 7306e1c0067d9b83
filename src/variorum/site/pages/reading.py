"""A chapter or a whole game, in the order of its book."""

from __future__ import annotations

from variorum.site.pages.common import no_entry, system_named, system_of, systems
from variorum.site.texts import (
    above,
    beneath,
    languages_beside,
    languages_of,
    passages,
    reading_language,
    segments,
    titled,
    titles,
)
from variorum.site.visit import Answer, Row, Visit

# Entries on one page: a book of rules has some hundreds; larger ones go on on a further page.
BOOK = 400
COLUMNS = "key, title, lang, parent_key, depth, position, status, kind"


def reading(visit: Visit) -> Answer:
    """The entries under a key, or of a whole game, with their passages."""
    key = visit.parts["key"]
    size, offset = BOOK, visit.page()[1]
    found: Row | None = None
    if "/" in key:
        found = visit.row(f"select {COLUMNS} from entries where key = ?", key)
        if found is None:
            raise no_entry(visit, key)
        system = system_of(visit, key)
        rows, total = _branch(visit, key, size, offset)
        higher = found["depth"] - 1
    else:
        system = system_named(visit, key)
        rows = visit.rows(
            f"select {COLUMNS} from entries where system = ? order by position limit ? offset ?",
            *(key, size, offset),
        )
        total = visit.value("select count(*) from entries where system = ?", key)
        higher = 0
    shown = reading_language(visit, system)
    beside = languages_beside(visit, system, shown)
    langs = [shown, *beside]
    keys = [row["key"] for row in rows]
    texts = passages(visit, keys, langs)
    labels = {lang: titles(visit, keys, lang) for lang in langs}
    links = _links(visit, keys)
    marked: dict[str, dict[int, list[list[tuple[str, object]]]]] = {}
    for row in rows:
        row["titles"] = [
            {
                "wanted": lang,
                "text": labels[lang][row["key"]][0],
                "lang": labels[lang][row["key"]][1],
            }
            for lang in langs
        ]
        row["level"] = min(max(row["depth"] - higher, 1), 5) + 1
        row["passages"] = texts[row["key"]]
        row["url"] = visit.url(f"/entry/{row['key']}")
        marked[row["key"]] = {
            passage["position"]: [
                segments(v["text"], links.get((row["key"], passage["position"]), ()))
                if v["lang"] == row["lang"]
                else [(v["text"], None)]
                for v in passage["versions"]
            ]
            for passage in row["passages"]
        }
    up: list[Row] = []
    if found is not None:
        up = [{"key": one} for one in above(visit, found["parent_key"])]
        titled(visit, up)
        for row in up:
            row["url"] = visit.url(f"/read/{row['key']}")
    data: Row = {
        "system": system,
        "key": key,
        "up": up,
        "languages": languages_of(visit, system),
        "shown": shown,
        "beside": beside,
        "entries": rows,
        "total": total,
        "next": visit.next(size, offset, total),
        "games": [s["system"] for s in systems(visit)],
    }
    return Answer("reading.html", data, {"marked": marked, "one": "/" in key})


def _branch(visit: Visit, key: str, size: int, offset: int) -> tuple[list[Row], int]:
    """An entry and all beneath it, in the order of the book; and how many there are."""
    positions: dict[int, str] = {}
    level = [key]
    while level:
        marks = ", ".join("?" * len(level))
        positions |= dict(
            visit.db.execute(f"select position, key from entries where key in ({marks})", level)
        )
        level = [row["key"] for row in beneath(visit, level, "key")]
    keys = [one for _, one in sorted(positions.items())]
    some = keys[offset : offset + size]
    marks = ", ".join("?" * len(some))
    rows = visit.rows(
        f"select {COLUMNS} from entries where key in ({marks}) order by position", *some
    )
    return rows, len(keys)


def _links(visit: Visit, keys: list[str]) -> dict[tuple[str, int], list[tuple[int, int, object]]]:
    """The mentions in each passage; those of an entry on the page lead to it there."""
    here = set(keys)
    found: dict[tuple[str, int], list[tuple[int, int, object]]] = {}
    for at in range(0, len(keys), 500):
        some = keys[at : at + 500]
        marks = ", ".join("?" * len(some))
        for row in visit.rows(
            'select from_key, passage, start, "end", to_key, status from cross_references '
            f"where from_key in ({marks})",
            *some,
        ):
            to = row["to_key"]
            row["url"] = f"#{to}" if to in here else visit.url(f"/entry/{to}")
            found.setdefault((row["from_key"], row["passage"]), []).append(
                (row["start"], row["end"], ("reference", row))
            )
    return found
