"""The work lists: conflicts, duplicates and findings, each with what settles it."""

from __future__ import annotations

from typing import Any

from variorum.interface import words
from variorum.site.differences import compared, pieces
from variorum.site.pages.common import systems
from variorum.site.pages.settle import ways
from variorum.site.texts import titled
from variorum.site.visit import Answer, Row, Unclear, Visit

STATES = ("open", "settled", "all")
# Every row shows two texts and their differences, so that a page holds fewer than of others.
LIST = 25
# Two texts with less than this in common are shown one after the other, not as one.
APART = 0.7


def conflicts(visit: Visit) -> Answer:
    """Pairs that should agree and do not, with what differs."""
    rows, data = _list(visit, "conflicts", "kind", list(words.CONFLICTS))
    differences: dict[str, list[Row]] = {}
    for row in _of(visit, "differences", "conflict_id", [row["id"] for row in rows]):
        differences.setdefault(row["conflict_id"], []).append(row)
    for row in rows:
        row["lang"] = _lang(visit, row["entry_key"])
        row["differences"] = differences.get(row["id"], [])
        row["pieces"] = pieces(row["reading"], row["other_reading"], row["differences"])
        row["apart"] = row["kind"] in ("contradiction", "name") or _share(row["pieces"]) < APART
        row["ways"] = ways("conflict", row, visit.settings.file)
    return Answer("conflicts.html", data)


def duplicates(visit: Visit) -> Answer:
    """Places that say the same, and texts that look alike, with what differs."""
    rows, data = _list(visit, "duplicates", "relation", list(words.RELATIONS))
    for row in rows:
        row["lang"] = _lang(visit, row["entry_key"])
        text, other = _texts(visit, row)
        row["text"], row["other_text"] = text, other
        row["pieces"], row["apart"] = None, False
        if text and other and text != other:
            row["pieces"] = compared(visit, text, other, row["lang"])["pieces"]
            row["apart"] = _share(row["pieces"]) < APART
        row["ways"] = ways("duplicate", row, visit.settings.file)
    return Answer("duplicates.html", data)


def findings(visit: Visit) -> Answer:
    """What a person should look at, in the order of the files."""
    rows, data = _list(visit, "findings", "kind", list(words.FINDINGS))
    for row in rows:
        row["lang"] = _lang(visit, row["entry_key"])
        row["ways"] = ways("finding", row, visit.settings.file)
    return Answer("findings.html", data)


def _list(visit: Visit, view: str, column: str, kinds: list[str]) -> tuple[list[Row], Row]:
    """The rows that the filters keep, and what the page shows beside them."""
    games = systems(visit)
    system = visit.argument("system", [game["system"] for game in games])
    state = visit.argument("state", STATES) or "open"
    kind = visit.argument("kind", kinds)
    wanted = visit.argument("id")
    if visit.arguments.get("kind") and kind is None:
        raise Unclear(visit.gettext("There is no such kind."))
    if visit.arguments.get("system") and system is None:
        raise Unclear(visit.gettext("There is no such game."))
    where, values = ["1"], []
    if system is not None:
        # A finding about a whole file has no entry; the file has a game.
        about_file = (
            " or entry_key is null and source in (select source from sources where system = ?)"
        )
        # The keys of a game are those from `game/` to before `game0`, the character after `/`.
        where.append(
            "(entry_key >= ? and entry_key < ?" + (about_file if view == "findings" else "") + ")"
        )
        values += [f"{system}/", f"{system}0", *([system] if view == "findings" else [])]
    if wanted is None and state != "all":
        where.append("verdict is null" if state == "open" else "verdict is not null")
    counts = visit.memo(
        ("kinds", view, system, state),
        lambda: visit.rows(
            f"select {column} as kind, count(*) as n from {view} where {' and '.join(where)} "
            f"group by {column}",
            *values,
        ),
    )
    shown = {row["kind"]: row["n"] for row in counts}
    total = sum(shown.values())
    if kind is not None:
        where.append(f"{column} = ?")
        values.append(kind)
        total = shown.get(kind, 0)
    if wanted is not None:
        where.append("id = ?")
        values.append(wanted)
    size, offset = visit.page()
    size = size if "_size" in visit.arguments else LIST
    order = 'source, line, "column", id' if view == "findings" else "source, line, start, id"
    if view == "duplicates":
        # What is said alike to the letter needs no decision; it comes last.
        order = f"relation <> 'near', {order}"
    rows = visit.rows(
        f"select * from {view} where {' and '.join(where)} order by {order} limit ? offset ?",
        *(*values, size, offset),
    )
    if wanted is not None:
        total = len(rows)
    titled(visit, rows, "entry_key")
    others = [{"key": row.get("other_key")} for row in rows]
    titled(visit, others)
    for row, other in zip(rows, others, strict=True):
        row["other"] = other if other["key"] else None
    data: Row = {
        "rows": rows,
        "total": total,
        "next": visit.next(size, offset, total),
        "games": games,
        "system": system,
        "state": state,
        "kind": kind,
        "kinds": [{"kind": one, "n": shown[one]} for one in kinds if shown.get(one)],
    }
    return rows, data


def _share(cut: list[list[str | None]]) -> float:
    """Which share of the longer of two texts both have; one that has nothing of its own is 1."""
    lengths = {"same": 0, "old": 0, "new": 0}
    for what, text, _ in cut:
        lengths[what or "same"] += len(text or "")
    if not lengths["old"] or not lengths["new"]:
        return 1.0
    return lengths["same"] / (lengths["same"] + max(lengths["old"], lengths["new"]))


def _lang(visit: Visit, key: str | None) -> str:
    """The language of an entry's text."""
    if key is None:
        return "und"
    system = key.partition("/")[0]
    return next((s["lang"] for s in systems(visit) if s["system"] == system), "und")


def _of(visit: Visit, view: str, column: str, keys: list[str]) -> list[Row]:
    if not keys:
        return []
    marks = ", ".join("?" * len(keys))
    return visit.rows(
        f"select * from {view} where {column} in ({marks}) order by {column}, position", *keys
    )


def _texts(visit: Visit, row: Row) -> tuple[str | None, str | None]:
    """The two texts of a duplicate.

    Passages of one record share a line: of those the two are taken that are as like as the
    duplicate says.
    """
    if row["scope"] == "entry":
        ours = _witness(visit, row["entry_key"], row["source"], row["line"])
        return ours, _witness(visit, row["other_key"], row["other_source"], row["other_line"])
    mine = _readings(visit, row["entry_key"], row["source"], row["line"], row["start"])
    theirs = _readings(
        visit, row["other_key"], row["other_source"], row["other_line"], row["other_start"]
    )
    if len(mine) == len(theirs) == 1:
        return mine[0], theirs[0]
    from rapidfuzz import fuzz

    pairs: list[tuple[float, Any, Any]] = [
        (abs(fuzz.ratio(a, b) / 100 - row["similarity"]), a, b)
        for a in mine[:40]
        for b in theirs[:40]
    ]
    if not pairs:
        return next(iter(mine), None), next(iter(theirs), None)
    _, text, other = min(pairs, key=lambda pair: pair[0])
    return text, other


def _witness(visit: Visit, key: str, source: str, line: int) -> str | None:
    return visit.value(  # type: ignore[no-any-return]
        "select text from witnesses where entry_key = ? and source = ? "
        "order by line_start = ? desc limit 1",
        *(key, source, line),
    )


def _readings(visit: Visit, key: str, source: str, line: int, start: int) -> list[str]:
    rows = visit.rows(
        "select text from readings where entry_key = ? and source = ? and line = ? "
        "order by witness, position",
        *(key, source, line),
    )
    return [row["text"][start:] for row in rows if len(row["text"]) > start]
