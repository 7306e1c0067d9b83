"""A game: its rules as a tree, its capabilities from A to Z."""

from __future__ import annotations

from typing import Any

from variorum.compare.order import initial, sort_key
from variorum.site.pages.common import call, no_entry, sigla, system_named
from variorum.site.texts import beneath, languages_of, titles
from variorum.site.visit import Answer, Row, Visit

# A larger game shows its tree two levels at a time, and its capabilities letter by letter.
WHOLE = 400
BRANCH = "key, parent_key, depth, status, position"
FILTERS = ("conflicts", "findings", "unnamed", "untranslated")


def game(visit: Visit) -> Answer:
    """The contents of a game; `_only` filters, `_under` opens a branch, `_letter` a letter."""
    system = system_named(visit, visit.parts["system"])
    only = visit.argument("_only", FILTERS)
    counts = visit.memo(("kinds", system["system"]), lambda: _kinds(visit, system))
    data: Row = {
        "system": system,
        "languages": languages_of(visit, system),
        "coverage": visit.memo(
            ("coverage", system["system"]),
            lambda: visit.rows("select * from coverage where system = ?", system["system"]),
        ),
        "counts": counts,
        "sources": _sources(visit, system),
        "only": only,
        "downloads": {
            form: visit.url(f"/data/game/{system['system']}.{form}")
            for form in ("csv", "json", "pot")
        },
    }
    if only:
        size, offset = visit.page()
        keys = visit.memo(
            ("only", only, system["system"], visit.interface.lang),
            lambda: _filtered(visit, system, only),
        )
        found = keys[offset : offset + size]
        data |= {
            "entries": _labelled(visit, [{"key": key} for key in found]),
            "total": len(keys),
            "next": visit.next(size, offset, len(keys)),
        }
        return Answer("game.html", data, {"filters": FILTERS})
    tree, under, following = _tree(visit, system, counts["rules"])
    chosen, letters, letter = _capabilities(visit, system)
    data |= {
        "rules": tree,
        "under": under,
        "capabilities": chosen,
        "letters": letters,
        "letter": letter,
        "next": following,
    }
    return Answer("game.html", data, {"filters": FILTERS})


def _sources(visit: Visit, system: Row) -> list[Row]:
    letters = sigla(visit, system["system"])
    rows = visit.rows(
        "select source, title, author, url, date, licence, lines, format from sources "
        "where system = ? order by source",
        system["system"],
    )
    call(rows)
    return [{**row, "siglum": letters[row["source"]]} for row in rows]


def _kinds(visit: Visit, system: Row) -> dict[str, int]:
    rows = visit.rows(
        "select kind, count(*) as n from entries where system = ? group by kind", system["system"]
    )
    told = {row["kind"]: row["n"] for row in rows}
    return {"rules": told.get("rule", 0), "capabilities": told.get("capability", 0)}


def _tree(visit: Visit, system: Row, total: int) -> tuple[list[Row], Row | None, str | None]:
    """The rules, nested; the branch they stand under; the address of the next ones.

    Each row has `children`, and `more`, an address, where there are deeper ones.
    """
    under = None
    branch = visit.argument("_under")
    if branch is not None:
        row = visit.row("select key, system from entries where key = ?", branch)
        if row is None or row["system"] != system["system"]:
            raise no_entry(visit, branch)
        under = _labelled(visit, [row])[0]
    offset = visit.page()[1]
    if total <= WHOLE and under is None:
        rows = visit.rows(
            f"select {BRANCH} from rules where system = ? order by position", system["system"]
        )
        return _nested(_labelled(visit, rows), None), None, None
    if under is None and not offset:
        first, rest = visit.memo(
            ("tree", system["system"]), lambda: _levels(visit, system, None, 0)
        )
    else:
        first, rest = _levels(visit, system, branch, offset)
    found = [dict(row) for row in first]
    for row in found:
        if row["deeper"]:
            row["more"] = visit.here(_under=row["key"])
    following = visit.here(_next=offset + WHOLE) if rest else None
    return _nested(_labelled(visit, found), branch), under, following


def _levels(visit: Visit, system: Row, branch: str | None, offset: int) -> tuple[list[Row], bool]:
    """Two levels of rules under a branch, in the order of the book, and whether more follow.

    A row is `deeper` where rules stand under it that are not among them.
    """
    if branch is None:
        level = visit.rows(
            f"select {BRANCH} from rules where system = ? and depth = 1 "
            "order by position limit ? offset ?",
            *(system["system"], WHOLE + 1, offset),
        )
    else:
        level = visit.rows(
            f"select {BRANCH} from entries where parent_key = ? and +kind = 'rule' "
            "order by position limit ? offset ?",
            *(branch, WHOLE + 1, offset),
        )
    first, rest = level[:WHOLE], len(level) > WHOLE
    found = list(first)
    last: list[Row] = []
    for row in first:
        row["deeper"] = False
        children = [
            r for r in beneath(visit, [row["key"]], BRANCH + ", kind") if r["kind"] == "rule"
        ]
        if len(found) + len(children) > WHOLE:
            row["deeper"] = bool(children)
        else:
            found += children
            last += children
    marks = ", ".join("?" * len(last))
    deeper = visit.rows(
        f"select distinct parent_key from entries where parent_key in ({marks}) and +kind = 'rule'",
        *(row["key"] for row in last),
    )
    parents = {row["parent_key"] for row in deeper}
    for row in last:
        row["deeper"] = row["key"] in parents
    found.sort(key=lambda row: row["position"])
    return found, rest


def _nested(rows: list[Row], root: str | None) -> list[Row]:
    """Rows under their parents; one whose parent is no rule stands at the top."""
    by_key = {row["key"]: row for row in rows}
    top: list[Row] = []
    for row in rows:
        row["children"] = []
    for row in rows:
        parent = by_key.get(row["parent_key"]) if row["parent_key"] != root else None
        (parent["children"] if parent is not None else top).append(row)
    return top


def _capabilities(visit: Visit, system: Row) -> tuple[list[Row], list[str], str | None]:
    """The capabilities in the order of the reader's language, the letters, the one chosen."""
    lang = visit.interface.lang
    ordered: list[tuple[str, str, Row]] = visit.memo(
        ("capabilities", system["system"], lang), lambda: _ordered(visit, system)
    )
    letters = list(dict.fromkeys(letter for _, letter, _ in ordered))
    letter = visit.argument("_letter", letters)
    if letter is None and len(ordered) > WHOLE:
        letter = letters[0]
    rows = [{**row, "letter": at} for _, at, row in ordered if letter in (None, at)]
    return rows[:WHOLE], letters, letter


def _ordered(visit: Visit, system: Row) -> list[tuple[str, str, Row]]:
    rows = visit.rows(
        "select key, parameter, abbreviation, english, status from capabilities where system = ?",
        system["system"],
    )
    ordered = []
    order = visit.interface.lang
    for row in _labelled(visit, rows):
        letter = "–" if row["status"] == "unnamed" else initial(row["label"], order)
        ordered.append((sort_key(row["label"], order), letter, row))
    # The unnamed stand at the end.
    ordered.sort(key=lambda found: (found[1] == "–", found[1] != "#", found[0], found[2]["key"]))
    return ordered


def _filtered(visit: Visit, system: Row, only: str) -> list[str]:
    """The keys of the entries that a filter keeps, in the order of the book."""
    where: dict[str, tuple[str, tuple[Any, ...]]] = {
        "conflicts": (
            "e.key in (select entry_key from conflicts where verdict is null union "
            "select other_key from conflicts where verdict is null)",
            (),
        ),
        "findings": ("e.key in (select entry_key from findings where verdict is null)", ()),
        "unnamed": ("e.status = 'unnamed'", ()),
        "untranslated": (
            "e.lang <> ? and (select count(*) from translations t where t.entry_key = e.key "
            "and t.lang = ? and t.state in ('translated', 'reviewed')) "
            "< e.passages + (e.title is not null)",
            (visit.interface.lang, visit.interface.lang),
        ),
    }
    condition, values = where[only]
    rows = visit.rows(
        f"select e.key from entries e where e.system = ? and {condition} order by e.position",
        *(system["system"], *values),
    )
    return [row["key"] for row in rows]


def _labelled(visit: Visit, rows: list[Row]) -> list[Row]:
    labels = titles(visit, [row["key"] for row in rows])
    for row in rows:
        row["label"], row["label_lang"] = labels[row["key"]]
        row["url"] = visit.url(f"/entry/{row['key']}")
    return rows
