"""The witnesses: of an entry side by side, of a game by how far its sources agree."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from variorum.compare.classes import SAME
from variorum.site.differences import compared
from variorum.site.pages.common import call, no_entry, sigla, system_named, system_of, witnesses_of
from variorum.site.synopsis import Line, lines, spread, whole
from variorum.site.texts import ENTRY, segments, titled
from variorum.site.visit import Answer, Missing, Row, Visit

# So many columns stand beside the base witness, unless others are asked for.
BESIDE = 3
# So many sources of a game are held against each other: those that share most.
MOST_SOURCES = 40
# So many make a square that fits a page.
SQUARE = 10


def witnesses(visit: Visit) -> Answer:
    """The witnesses of an entry, or of a whole game."""
    key = visit.parts["key"]
    return _entry(visit, key) if "/" in key else _game(visit, key)


def _entry(visit: Visit, key: str) -> Answer:
    """One row a passage, one column for the witnesses that have the same to the letter."""
    found = visit.row(f"select {ENTRY} from entries where key = ?", key)
    if found is None:
        raise no_entry(visit, key)
    system = system_of(visit, key)
    told = witnesses_of(visit, found, sigla(visit, system["system"]))
    columns = _columns(visit, key, told)
    asked = visit.arguments.get("_with", "").split(",")
    others = [column for column in columns[1:] if column["name"] in asked]
    others = others or columns[1 : 1 + BESIDE]
    for column in columns:
        column["shown"] = column in (columns[0], *others)
    only = visit.argument("_only", ("differences",))
    rows: list[Row] = []
    if columns:
        base = columns[0]["passages"]
        texts = [[p["text"] for p in column["passages"]] for column in (columns[0], *others)]
        table = lines(texts[0], texts[1:], found["lang"])
        rows = [_row(visit, line, base, others, found["lang"]) for line in table]
        _mark(rows, base)
        if only:
            kept = {n for n, row in enumerate(rows) if not row["same"]}
            rows = [rows[n] for n in whole(table, kept)]
    titled(visit, [found])
    data: Row = {
        "key": key,
        "entry": found,
        "system": system,
        "witnesses": told,
        "columns": columns,
        "rows": rows,
        "only": only,
    }
    return Answer("synopsis.html", data, {"others": others})


def _columns(visit: Visit, key: str, told: list[Row]) -> list[Row]:
    """The witnesses by what they say: the base first, those of equal texts together."""
    passages: dict[int, list[Row]] = {row["witness"]: [] for row in told}
    for row in visit.rows(
        "select witness, position, kind, text, source, line from readings where entry_key = ? "
        "order by witness, position",
        key,
    ):
        passages[row.pop("witness")].append(row)
    columns: dict[tuple[str, ...], Row] = {}
    for row in told:
        said = passages[row["witness"]]
        texts = tuple(p["text"] for p in said)
        column = columns.setdefault(
            texts, {"name": row["siglum"], "sigla": [], "numbers": [], "passages": said}
        )
        column["sigla"].append(row["siglum"])
        column["numbers"].append(row["witness"])
    return list(columns.values())


def _row(visit: Visit, line: Line, base: Sequence[Row], others: Sequence[Row], lang: str) -> Row:
    """A row with a cell for each column but the base; None where a cell from above covers it."""
    cells: list[Row | None] = []
    for number, column in enumerate(others):
        if number in line.covered:
            cells.append(None)
            continue
        first, last, size = line.cells.get(number, (0, 0, 1))
        here = column["passages"][first:last]
        beside = base[line.base : line.base + size] if line.base is not None else ()
        cells.append(_cell(visit, here, beside, size, lang))
    row: Row = {"base": line.base, "cells": cells}
    row["same"] = not any(cell["classes"] for cell in cells if cell is not None)
    return row


def _cell(visit: Visit, here: Sequence[Row], beside: Sequence[Row], size: int, lang: str) -> Row:
    """What a witness has beside passages of the base: `pieces`, and the `classes` of what differs.

    `size` is the number of rows it takes; `spans` are those of the base that read otherwise.
    """
    text, other = ("\n".join(p["text"] for p in side) for side in (here, beside))
    cell: Row = {"passages": list(here), "rows": size, "pieces": [], "classes": [], "spans": []}
    if not here or not beside:
        cell["classes"] = ["missing_passage"] if here or beside else []
        cell["pieces"] = [["new", text, "missing_passage"]] if here else []
        return cell
    told = compared(visit, text, other, lang)
    cell["pieces"] = told["pieces"]
    grave = [d for d in told["differences"] if d["class"] not in SAME]
    cell["classes"] = list(dict.fromkeys(d["class"] for d in grave))
    cell["spans"] = [(d["other_start"], d["other_end"]) for d in grave]
    return cell


def _mark(rows: Sequence[Row], base: Sequence[Row]) -> None:
    """Give each row of the base its `words`: pairs of words and whether another column differs."""
    marks: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for row in rows:
        if row["base"] is None:
            continue
        for cell in filter(None, row["cells"]):
            texts = [p["text"] for p in base[row["base"] : row["base"] + cell["rows"]]]
            for passage, start, end in spread(cell["spans"], texts, row["base"]):
                marks[passage].add((start, end))
    for row in rows:
        number = row["base"]
        row["passage"] = None if number is None else base[number]
        row["words"] = []
        if number is not None:
            row["words"] = segments(base[number]["text"], _joined(marks[number]))


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int, bool]]:
    """The spans in order, those that touch as one, each as a mark."""
    found: list[tuple[int, int, bool]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]), True)
        else:
            found.append((start, end, True))
    return found


def _game(visit: Visit, key: str) -> Answer:
    """Each source with what it tells, each pair with how far the two agree."""
    system = system_named(visit, key)
    letters = sigla(visit, key)
    pairs = visit.memo(("agreement", key), lambda: _pairs(visit, key))
    pair = visit.argument("pair")
    names = {siglum: source for source, siglum in letters.items()}
    entries: list[Row] = []
    following = None
    chosen: Row | None = None
    if pair is not None:
        one, _, other = pair.partition(",")
        chosen = next(
            (p for p in pairs if (p["source"], p["other"]) == (names.get(one), names.get(other))),
            None,
        )
        if chosen is None:
            raise Missing(visit.gettext("No entry has these two witnesses."))
        size, offset = visit.page()
        some = chosen["differing"][offset : offset + size]
        entries = [{"key": one, "classes": classes} for one, classes in some]
        titled(visit, entries)
        following = visit.next(size, offset, len(chosen["differing"]))
    told = [
        {name: p[name] for name in ("source", "other", "shared", "same", "places", "agree")}
        | {"siglum": letters[p["source"]], "other_siglum": letters[p["other"]]}
        for p in pairs
    ]
    rows = [dict(row) for row in visit.memo(("telling", key), lambda: _sources(visit, key))]
    call(rows)
    for row in rows:
        row["siglum"] = letters[row["source"]]
        row["address"] = visit.url("/sources", source=row["source"])
    sharing = {p[name] for p in told for name in ("siglum", "other_siglum")}
    data: Row = {
        "system": system,
        "sources": rows,
        "pairs": told,
        "pair": pair if chosen is not None else None,
        "entries": entries,
        "next": following,
    }
    more: Row = {
        "chosen": chosen,
        "square": [row for row in rows if row["siglum"] in sharing]
        if len(sharing) <= SQUARE
        else [],
        "of": {(p["siglum"], p["other_siglum"]): p for p in told},
    }
    return Answer("agreement.html", data, more)


def _sources(visit: Visit, system: str) -> list[Row]:
    """The sources of a game, with how many entries each tells, and is the base witness of."""
    return visit.rows(
        """select s.source, s.title, s.author, s.date, count(distinct w.entry_key) as entries,
            count(distinct case when w.is_base then w.entry_key end) as base
        from sources s left join witnesses w on w.source = s.source
        where s.system = ? group by s.source order by s.source""",
        system,
    )


def _pairs(visit: Visit, system: str) -> list[Row]:
    """Pairs of sources that tell the same entries, those that agree least first.

    `shared` entries are told by both, `same` of them without a difference; of the `places` where
    the witnesses of such an entry differ the two `agree` in so many.  `differing` are the keys
    of the other entries, each with the classes of its places.
    """
    between = f"{system}/", f"{system}0"
    source_of: dict[str, dict[int, str]] = defaultdict(dict)
    for row in visit.rows(
        "select entry_key, witness, source from witnesses where entry_key >= ? and entry_key < ?",
        *between,
    ):
        source_of[row["entry_key"]][row["witness"]] = row["source"]
    # For each place, the variants of each source, and the class of each variant.
    places: dict[str, dict[int, dict[str, dict[int, str | None]]]] = defaultdict(dict)
    for row in visit.rows(
        "select entry_key, place, variant, class, witnesses from apparatus "
        "where entry_key >= ? and entry_key < ?",
        *between,
    ):
        here = places[row["entry_key"]].setdefault(row["place"], {})
        for number in json.loads(row["witnesses"]):
            source = source_of[row["entry_key"]].get(number)
            if source is not None:
                here.setdefault(source, {})[row["variant"]] = row["class"]
    sources_of = {key: sorted(set(told.values())) for key, told in source_of.items()}
    often = Counter(s for told in sources_of.values() if len(told) > 1 for s in told)
    kept = {source for source, _ in often.most_common(MOST_SOURCES)}
    found: dict[tuple[str, str], Row] = {}
    for key, sources in sources_of.items():
        for one, other in combinations([s for s in sources if s in kept], 2):
            pair = found.setdefault(
                (one, other),
                {"source": one, "other": other, "shared": 0, "same": 0, "places": 0, "agree": 0}
                | {"differing": []},
            )
            pair["shared"] += 1
            classes: dict[str, None] = {}
            for had in places.get(key, {}).values():
                if one not in had or other not in had:
                    continue
                pair["places"] += 1
                if had[one].keys() & had[other].keys():
                    pair["agree"] += 1
                else:
                    told = (*had[one].values(), *had[other].values())
                    classes |= dict.fromkeys(name for name in told if name)
            if classes:
                pair["differing"].append((key, list(classes)))
            else:
                pair["same"] += 1
    for pair in found.values():
        pair["differing"].sort()
    return sorted(
        found.values(),
        key=lambda p: (p["same"] / p["shared"], -p["shared"], p["source"], p["other"]),
    )
