"""An entry: its text, its translations, its apparatus, and all that is known about it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from variorum.site.differences import changed_fields, compared
from variorum.site.pages.common import no_entry, sigla, system_of, witnesses_of
from variorum.site.texts import (
    ENTRY,
    above,
    languages_beside,
    languages_of,
    passages,
    reading_language,
    segments,
    titled,
    titles,
    unnamed,
    version,
)
from variorum.site.visit import Answer, Row, Visit

# So many mentions, children and twins are named on the page; the work lists have them all.
SOME = 40
TITLE = "select position, lang, text, state, translator, catalogue, line from translations"


def entry(visit: Visit) -> Answer:
    """Everything about one entry; its key is in the address."""
    key = visit.parts["key"]
    found = visit.row(f"select {ENTRY}, evidence from entries where key = ?", key)
    if found is None:
        raise no_entry(visit, key)
    system = system_of(visit, key)
    shown = reading_language(visit, system)
    beside = languages_beside(visit, system, shown)
    langs = [shown, *beside]
    text = passages(visit, [key], langs)[key]
    references = _references(visit, key)
    findings = visit.rows(
        'select id, kind, severity, source, line, "column", excerpt, suggestion, message, verdict '
        "from findings where entry_key = ? order by verdict is not null, line, id",
        key,
    )
    letters = sigla(visit, system["system"])
    witnesses = witnesses_of(visit, found, letters)
    sigla_of = {row["witness"]: row["siglum"] for row in witnesses}
    data: Row = {
        "entry": found,
        "system": system,
        "languages": languages_of(visit, system),
        "shown": shown,
        "beside": beside,
        "titles": _titles(visit, found, langs),
        "passages": text,
        "references": references,
        "mentions": _mentions(visit, key),
        "properties": _properties(visit, key),
        "witnesses": witnesses,
        "apparatus": _apparatus(visit, key, text, sigla_of) if len(witnesses) > 1 else [],
        "conflicts": _pairs(visit, "conflicts", "id, entry_key, other_key, kind, verdict", key),
        "duplicates": _pairs(
            visit, "duplicates", "id, entry_key, other_key, scope, relation, verdict", key
        ),
        "findings": findings,
        "history": _history(visit, key, found["lang"]),
        "neighbours": _neighbours(visit, found),
        "permalink": visit.url(f"/at/{visit.generation.revision}/{key}"),
        "address": visit.url(f"/entry/{key}"),
    }
    marked = {
        row["position"]: [
            segments(v["text"], _marks(row, references, findings, data["apparatus"]))
            if v["lang"] == found["lang"]
            else [(v["text"], None)]
            for v in row["versions"]
        ]
        for row in text
    }
    return Answer(
        "entry.html",
        data,
        {
            "marked": marked,
            "citation": _citation(visit, data),
            "correct": _correct(visit, data),
            "origin": visit.origin,
            "targets": _targets(references),
            "notes": _notes(text, data["apparatus"]),
            "elsewhere": _elsewhere(data["duplicates"], key),
        },
    )


def _titles(visit: Visit, found: Row, langs: list[str]) -> list[Row]:
    """The title in each language; an unnamed entry shows how its text begins."""
    told = {
        row["lang"]: row
        for row in visit.rows(f"{TITLE} where entry_key = ? and position = 0", found["key"])
    }
    if found["title"] is None:
        start = visit.value(
            "select text from passages where entry_key = ? and position = 1", found["key"]
        )
        label = unnamed(visit, start)
        return [{"wanted": found["lang"], "lang": found["lang"], "text": label, "state": None}]
    return [version(found["lang"], found["title"], told.get(lang), lang) for lang in langs]


def _references(visit: Visit, key: str) -> list[Row]:
    """The mentions in the text, each with the beginning of what it leads to."""
    rows = visit.rows(
        'select passage, start, "end", surface, kind, target, to_key, status '
        "from cross_references where from_key = ? order by passage, start",
        key,
    )
    titled(visit, rows, "to_key")
    wanted = sorted({row["to_key"] for row in rows if row["to_key"]})
    starts = passages(visit, wanted, [visit.interface.lang]) if wanted else {}
    for row in rows:
        told = starts.get(row["to_key"] or "", [])
        row["preview"] = told[0]["versions"][0] if told else None
    return rows


def _targets(references: list[Row]) -> list[Row]:
    """Each thing that is mentioned once; what has no entry by its words in any case."""
    told: dict[object, Row] = {}
    for row in references:
        told.setdefault(row["to_key"] or ("", row["surface"].casefold()), row)
    return list(told.values())


def _mentions(visit: Visit, key: str) -> list[Row]:
    rows = visit.rows(
        "select from_key as key, count(*) as times from cross_references where to_key = ? "
        "and from_key <> ? group by from_key order by from_key limit ?",
        *(key, key, SOME),
    )
    titled(visit, rows)
    return rows


def _properties(visit: Visit, key: str) -> list[Row]:
    """What an entry holds besides its text: each name once, with all values under it."""
    rows = visit.rows(
        "select name, value from properties "
        "where entry_key = ? group by name, value order by min(line), name, value",
        key,
    )
    told: dict[str, list[str]] = {}
    for row in rows:
        told.setdefault(row["name"], []).append(row["value"])
    return [{"name": name, "told": values} for name, values in told.items()]


def _apparatus(visit: Visit, key: str, text: list[Row], sigla_of: dict[int, str]) -> list[Row]:
    """The places where the witnesses differ: `lemma`, and each other reading with who has it.

    Where the base has nothing, `after` holds the last words before the place.
    """
    places: dict[int, Row] = {}
    for row in visit.rows(
        "select place, passage, start, variant, class, reading, witnesses from apparatus "
        "where entry_key = ? order by place, variant",
        key,
    ):
        numbers = set(json.loads(row["witnesses"]))
        # In the order in which the witnesses are listed: the base first.
        having = [siglum for number, siglum in sigla_of.items() if number in numbers]
        if not row["variant"]:
            before = text[row["passage"] - 1]["text"][: row["start"]] if row["passage"] else ""
            places[row["place"]] = {
                "place": row["place"],
                "passage": row["passage"],
                "start": row["start"],
                "lemma": row["reading"],
                "after": "" if row["reading"].strip() else " ".join(before[-60:].split()[-3:]),
                "sigla": having,
                "readings": [],
            }
        elif row["place"] in places:
            places[row["place"]]["readings"].append(
                {"class": row["class"], "reading": row["reading"], "sigla": having}
            )
    return list(places.values())


def _pairs(visit: Visit, view: str, columns: str, key: str) -> list[Row]:
    """Conflicts or duplicates that this entry has a part in, with the other entry."""
    rows = visit.rows(
        f"""select {columns} from {view} where entry_key = ?
        union select {columns} from {view} where other_key = ? and entry_key <> ?
        order by id limit ?""",
        *(key, key, key, SOME),
    )
    for row in rows:
        row["with"] = row["other_key"] if row["entry_key"] == key else row["entry_key"]
    titled(visit, rows, "with")
    return rows


def _elsewhere(duplicates: list[Row], key: str) -> list[Row]:
    """The duplicates with other entries, each pair of relation and entry once."""
    seen: dict[tuple[str, str], Row] = {}
    for row in duplicates:
        if row["with"] != key:
            seen.setdefault((row["relation"], row["with"]), row)
    return list(seen.values())


def _history(visit: Visit, key: str, lang: str) -> list[Row]:
    """What each revision did to the entry, the latest first, with the differences."""
    rows = visit.rows(
        """select r.revision, r.number, r.date, r.label, c.change, c.meaning, c.delta
        from changes c join revisions r on r.number = c.number
        where c.entry_key = ? order by r.number desc limit ?""",
        *(key, SOME),
    )
    for row in rows:
        row["fields"] = changed_fields(row.pop("delta"))
        for field in row["fields"]:
            field["pieces"] = compared(visit, field["new"], field["old"], lang)["pieces"]
    return rows


def _neighbours(visit: Visit, found: Row) -> Row:
    """The way up the tree, the entries before and after, and those beneath."""
    up: list[Row] = [{"key": key} for key in above(visit, found["parent_key"])]
    beneath = visit.rows(
        "select key, kind from entries where parent_key = ? order by position limit ?",
        *(found["key"], 2 * SOME),
    )
    sides = visit.rows(
        """select key, position from entries where system = ? and position in (?, ?)""",
        *(found["system"], found["position"] - 1, found["position"] + 1),
    )
    told = titles(visit, [row["key"] for row in [*up, *beneath, *sides]])
    for row in [*up, *beneath, *sides]:
        row["label"], row["label_lang"] = told[row["key"]]
        row["url"] = visit.url(f"/entry/{row['key']}")
    position = found["position"]
    return {
        "up": up,
        "beneath": beneath,
        "previous": next((row for row in sides if row["position"] < position), None),
        "next": next((row for row in sides if row["position"] > position), None),
    }


def _marks(
    row: Row, references: list[Row], findings: list[Row], places: list[Row]
) -> list[tuple[int, int, Any]]:
    """What stands in a passage: links, other readings, faulty words where they are there once."""
    text = row["text"]
    marks: list[tuple[int, int, Any]] = [
        (r["start"], r["end"], ("reference", r))
        for r in references
        if r["passage"] == row["position"]
    ]
    # A reading as long as its passage is told after it, so that links inside stay.
    marks += [
        (p["start"], p["start"] + len(p["lemma"]), ("variant", p))
        for p in places
        if p["passage"] == row["position"] and 0 < len(p["lemma"]) < len(text)
    ]
    for finding in findings:
        excerpt = finding["excerpt"]
        here = (finding["source"], finding["line"]) == (row["source"], row["line"])
        if here and excerpt and finding["verdict"] is None and text.count(excerpt) == 1:
            start = text.index(excerpt)
            marks.append((start, start + len(excerpt), ("finding", finding)))
    return marks


def _notes(text: list[Row], places: list[Row]) -> dict[int, list[Row]]:
    """For each passage the places that cannot be marked in it: all of it, or nothing of it."""
    lengths = {row["position"]: len(row["text"]) for row in text}
    notes: dict[int, list[Row]] = {}
    for place in places:
        if len(place["lemma"]) in (0, lengths.get(place["passage"], 0)):
            notes.setdefault(place["passage"] or 1, []).append(place)
    return notes


def _citation(visit: Visit, data: Row) -> str:
    """Who says so: title, game, work, author, date, licence, revision and address."""
    base = data["witnesses"][0] if data["witnesses"] else {}
    parts = [
        data["titles"][0]["text"],
        data["system"]["title"],
        ", ".join(str(base[k]) for k in ("author", "work") if base.get(k)),
        base.get("date"),
        base.get("licence"),
        visit.gettext("revision %(revision)s") % {"revision": visit.generation.revision},
    ]
    return ". ".join(part for part in parts if part) + f". {visit.origin}{data['permalink']}"


def _correct(visit: Visit, data: Row) -> list[Row]:
    """Where the shown translations can be corrected: catalogue, line and address."""
    found: dict[tuple[str, int | None], Row] = {}
    for version_ in [*data["titles"], *(v for p in data["passages"] for v in p["versions"])]:
        catalogue = version_.get("catalogue")
        if not catalogue:
            continue
        line = version_.get("catalogue_line")
        known = found.setdefault((catalogue, None), {"file": catalogue, "line": line})
        if line is not None and (known["line"] is None or line < known["line"]):
            known["line"] = line
    for row in found.values():
        row["url"] = correct_url(visit, row["file"], row["line"])
    return list(found.values())


def correct_url(visit: Visit, file: str, line: int | None) -> str | None:
    """Where a line of a catalogue can be edited, or None where the site does not say."""
    if visit.settings.correct is None:
        return None
    return visit.settings.correct.replace("{file}", quote(file)).replace("{line}", str(line or 1))
