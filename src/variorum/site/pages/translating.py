"""Translations: how far each game is translated, what is missing, the glossary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from variorum.compare.order import sort_key
from variorum.interface import words
from variorum.site.pages.common import system_named, systems
from variorum.site.pages.entry import correct_url
from variorum.site.texts import titled
from variorum.site.visit import Answer, Missing, Row, Settings, Visit

# So many concepts stand on a page.
CONCEPTS = 300
OPEN = ("untranslated", "fuzzy", "stale")


def translations(visit: Visit) -> Answer:
    """The coverage of every game in every language there is a catalogue for."""
    rows = visit.memo(
        "all coverage", lambda: visit.rows("select * from coverage order by system, lang")
    )
    games = systems(visit)
    for game in games:
        game["coverage"] = [row for row in rows if row["system"] == game["system"]]
    terms = visit.memo("some terms", lambda: visit.value("select 1 from terms limit 1"))
    return Answer("translations.html", {"games": games}, {"terms": terms})


def glossary(visit: Visit) -> Answer:
    """The concepts in the order of the reader's language, each with its words in every language."""
    games = systems(visit)
    system = visit.argument("system", [game["system"] for game in games])
    lang = visit.interface.lang
    concepts = visit.memo(("glossary", lang), lambda: _concepts(visit, lang))
    chosen = [row for row in concepts if system is None or row["system"] in (None, system)]
    size, offset = visit.page(CONCEPTS)
    data: Row = {
        "games": games,
        "system": system,
        "languages": sorted({code for row in concepts for code in row["words"]}, key=_first(lang)),
        "concepts": [
            {**row, "words": defaultdict(list, row["words"])}
            for row in chosen[offset : offset + size]
        ],
        "total": len(chosen),
        "next": visit.next(size, offset, len(chosen)),
    }
    return Answer("glossary.html", data)


def _concepts(visit: Visit, lang: str) -> list[Row]:
    """Each concept of each game: `words` by language, with their status, and `notes`."""
    found: dict[tuple[str, str | None], Row] = {}
    for row in visit.rows(
        "select concept, system, lang, term, status, note from terms "
        "order by coalesce(status, '') = 'admitted', term"
    ):
        told = found.setdefault(
            (row["concept"], row["system"]),
            {"concept": row["concept"], "system": row["system"], "words": {}, "notes": []},
        )
        words_of = told["words"].setdefault(row["lang"], [])
        words_of.append({"term": row["term"], "status": row["status"]})
        if row["note"] and row["note"] not in told["notes"]:
            told["notes"].append(row["note"])

    def place(row: Row) -> tuple[bool, str, str]:
        own = row["words"].get(lang)
        return (
            own is None,
            sort_key(own[0]["term"] if own else row["concept"], lang),
            row["concept"],
        )

    return sorted(found.values(), key=place)


def _first(lang: str) -> Callable[[str], tuple[bool, str]]:
    """An order of languages that begins with one."""
    return lambda code: (code != lang, code)


def catalogue(visit: Visit) -> Answer:
    """One game in one language: what is missing or stale, in the order of the book."""
    system = system_named(visit, visit.parts["system"])
    lang = visit.parts["lang"]
    coverage = visit.memo(
        ("coverage", system["system"], lang),
        lambda: visit.row(
            "select * from coverage where system = ? and lang = ?", system["system"], lang
        ),
    )
    if coverage is None:
        raise Missing(visit.gettext("This game has no catalogue in that language."))
    state = visit.argument("state", list(words.STATES))
    states = (state,) if state else OPEN
    size = visit.page()[0]
    after = visit.arguments.get("_next", "").partition(".")
    place = tuple(int(n) if n.isascii() and n.isdigit() else -1 for n in (after[0], after[2]))
    marks = ", ".join("?" * len(states))
    # Entries first, in the order of the book, so that the search ends with the last row shown.
    rows = visit.rows(
        f"""select e.position as place, t.entry_key, t.position, t.source_text, t.text, t.state,
            t.translator, t.catalogue, t.line
        from entries e cross join translations t on t.entry_key = e.key
        where e.system = ? and e.position >= ? and (e.position, t.position) > (?, ?)
            and t.lang = ? and t.state in ({marks})
        order by e.position, t.position limit ?""",
        *(system["system"], place[0], *place, lang, *states, size + 1),
    )
    following = None
    if len(rows) > size:
        rows = rows[:size]
        following = visit.here(_next=f"{rows[-1]['place']}.{rows[-1]['position']}")
    titled(visit, rows, "entry_key")
    for row in rows:
        row["correct"] = (
            correct_url(visit, row["catalogue"], row["line"]) if row["catalogue"] else None
        )
    terms = visit.rows(
        """select a.concept, a.term, b.term as translation, coalesce(b.note, a.note) as note
        from terms a join terms b on b.concept = a.concept and b.system is a.system
        where (a.system = ? or a.system is null) and a.lang = ? and b.lang = ?
        order by a.term limit 500""",
        *(system["system"], system["lang"], lang),
    )
    terms.sort(key=lambda row: sort_key(row["term"], system["lang"]))
    data: Row = {
        "system": system,
        "to": lang,
        "coverage": coverage,
        "rows": rows,
        "total": sum(coverage[one] for one in states),
        "state": state,
        "states": [{"state": one, "n": coverage[one]} for one in words.STATES if coverage[one]],
        "terms": terms,
        "next": following,
        "download": None,
    }
    if file_of(visit.settings, system["system"], lang) is not None:
        data["download"] = visit.url(f"/translations/{system['system']}/{lang}.po")
    return Answer("catalogue.html", data)


def file_of(settings: Settings, system: str, lang: str) -> Path | None:
    """The catalogue of a game in a language, or None; both are names that the database has."""
    from variorum.translations.folder import catalogue_path, shipped

    for folder in (*map(Path, settings.catalogues), shipped()):
        path = catalogue_path(folder, lang, system)
        if path.is_file():
            return path
    return None
