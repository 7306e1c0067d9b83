"""Entries as readers see them: titles and passages in their language, with what belongs to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from variorum.site.visit import Row, Visit

# States whose translation is shown in place of the source, with or without a label.
SHOWN = ("translated", "reviewed", "stale", "fuzzy")
ENTRY = (
    "key, kind, system, lang, title, name, parameter, abbreviation, english, marker, "
    "parent_key, depth, position, status, source, line"
)


def languages_of(visit: Visit, system: Row) -> list[str]:
    """The languages in which a game can be read, its own first."""

    def find() -> list[str]:
        rows = visit.rows(
            "select lang from coverage where system = ? and lang <> ? order by lang",
            *(system["system"], system["lang"]),
        )
        return [system["lang"], *(row["lang"] for row in rows)]

    return visit.memo(("languages", system["system"]), find)


def reading_language(visit: Visit, system: Row) -> str:
    """The language to show: the one asked for, else the reader's, else the game's own."""
    there = languages_of(visit, system)
    asked = visit.argument("_in", there)
    if asked:
        return asked
    return visit.interface.lang if visit.interface.lang in there else str(system["lang"])


def languages_beside(visit: Visit, system: Row, shown: str) -> list[str]:
    """The languages to show beside `shown`, at most two of those there are."""
    there = languages_of(visit, system)
    asked = [code for code in visit.arguments.get("_beside", "").split(",") if code in there]
    return [code for code in dict.fromkeys(asked) if code != shown][:2]


def titled(visit: Visit, rows: Sequence[Row], key: str = "key", lang: str | None = None) -> None:
    """Give each row what a link to its entry needs: `label`, `label_lang`, `url`, `within`.

    `key` names the column with the entry's key; a row without one gets no label.  The label
    is the title in `lang` (default: the reader's language) where there is a translation.
    `within` is (title, language) of the entry above one whose title others share, else None.
    """
    wanted = sorted({row[key] for row in rows if row[key]})
    labels = titles(visit, wanted, lang)
    # The key of a title that repeats is qualified by its parent.
    up = {
        one: visit.value("select parent_key from entries where key = ?", one)
        for one in wanted
        if one.count("/") > 1
    }
    parents = titles(visit, sorted({parent for parent in up.values() if parent}), lang)
    for row in rows:
        row["within"] = parents.get(up.get(row[key]) or "")
        row["label"], row["label_lang"] = labels.get(row[key], (row[key], "und"))
        row["url"] = visit.url(f"/entry/{row[key]}") if row[key] in labels else None


def titles(
    visit: Visit, keys: Iterable[str], lang: str | None = None
) -> dict[str, tuple[str, str]]:
    """For each entry that exists, its title and the language of the title."""
    found: dict[str, tuple[str, str]] = {}
    spoken = lang or visit.interface.lang
    for some in chunks(list(keys)):
        marks = ", ".join("?" * len(some))
        told = dict(
            visit.db.execute(
                f"""select entry_key, text from translations where entry_key in ({marks})
                and position = 0 and lang = ? and state in ('translated', 'reviewed')""",
                (*some, spoken),
            )
        )
        for key, title, own in visit.db.execute(
            f"select key, title, lang from entries where key in ({marks})", some
        ):
            if told.get(key):
                found[key] = told[key], spoken
            elif title:
                found[key] = title, own
            else:
                start = visit.value(
                    "select text from passages where entry_key = ? and position = 1", key
                )
                found[key] = unnamed(visit, start), own if start else visit.interface.lang
    return found


def above(visit: Visit, parent: str | None) -> list[str]:
    """The keys of the entries above one, the highest first; `parent` is the one it stands under."""
    found: list[str] = []
    # Step by step: as one recursive query, each step would look through all entries.
    while parent is not None and parent not in found:
        found.append(parent)
        parent = visit.value("select parent_key from entries where key = ?", parent)
    return found[::-1]


def beneath(visit: Visit, parents: Iterable[str], columns: str) -> list[Row]:
    """The entries right under others, parent by parent, in the order of the book.

    One query a parent: SQLite finds one parent's by index, and for many looks through them all.
    """
    return [
        row
        for parent in parents
        for row in visit.rows(
            f"select {columns} from entries where parent_key = ? order by position", parent
        )
    ]


def unnamed(visit: Visit, start: str | None) -> str:
    """What stands for the title of an entry that no source names: how its text begins."""
    if not start:
        return visit.gettext("[unnamed]")
    beginning = start if len(start) <= 48 else start[:48].rsplit(" ", 1)[0] + " …"
    return f"[{beginning}]"


def passages(visit: Visit, keys: Sequence[str], langs: Sequence[str]) -> dict[str, list[Row]]:
    """The passages of entries, each with its words in every language of `langs`.

    A row has `position`, `kind`, `source`, `line` and `versions`: one for each language, in
    order, with `lang` (that of the words), `text`, `state` (None for the source) and
    `wanted` (the language that was asked for).
    """
    found: dict[str, list[Row]] = {key: [] for key in keys}
    told: dict[tuple[str, int, str], Row] = {}
    for some in chunks(list(keys)):
        marks = ", ".join("?" * len(some))
        for row in visit.rows(
            f"""select p.entry_key, p.position, p.kind, p.text, p.source, p.line, e.lang
            from passages p join entries e on e.key = p.entry_key
            where p.entry_key in ({marks}) order by p.entry_key, p.position""",
            *some,
        ):
            found[row["entry_key"]].append(row)
        for row in visit.rows(
            f"""select entry_key, position, lang, text, state, translator, catalogue, line
            from translations where entry_key in ({marks})""",
            *some,
        ):
            told[row["entry_key"], row["position"], row["lang"]] = row
    for key, rows in found.items():
        for row in rows:
            own = row.pop("lang")
            row["versions"] = [
                version(own, row["text"], told.get((key, row["position"], lang)), lang)
                for lang in langs
            ]
    return found


def version(own: str, source_text: str, told: Row | None, wanted: str) -> Row:
    """The words of one passage or title in one language, with their state."""
    if wanted == own:
        return {"wanted": wanted, "lang": own, "text": source_text, "state": None}
    if told is not None and told["text"] and told["state"] in SHOWN:
        return {"wanted": wanted, "lang": wanted, **_pick(told)}
    row: Row = {"wanted": wanted, "lang": own, "text": source_text, "state": "untranslated"}
    if told is not None:
        row |= {"catalogue": told["catalogue"], "catalogue_line": told["line"]}
    return row


def _pick(told: Row) -> Row:
    return {
        "text": told["text"],
        "state": told["state"],
        "translator": told["translator"],
        "catalogue": told["catalogue"],
        "catalogue_line": told["line"],
    }


def segments(text: str, marks: Sequence[tuple[int, int, Any]]) -> list[tuple[str, Any]]:
    """The text cut at marks (start, end, what): pairs of words and mark, None between.

    Marks that overlap an earlier one, or that lie outside of the text, are left out.
    """
    cut: list[tuple[str, Any]] = []
    at = 0
    for start, end, what in sorted(marks, key=lambda mark: (mark[0], -mark[1])):
        if start < at or end <= start or end > len(text):
            continue
        if start > at:
            cut.append((text[at:start], None))
        cut.append((text[start:end], what))
        at = end
    if at < len(text):
        cut.append((text[at:], None))
    return cut


def chunks(items: list[str], size: int = 500) -> Iterable[list[str]]:
    """The items in lists of at most `size`, as many as a query may name."""
    for at in range(0, len(items), size):
        yield items[at : at + size]
