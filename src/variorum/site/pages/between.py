"""What two revisions say otherwise, however many others lie between them."""

from __future__ import annotations

from collections.abc import Iterable

from variorum.compare.classes import SAME, gravest
from variorum.schema import meaning_of
from variorum.site.differences import compared
from variorum.site.texts import chunks, titled
from variorum.site.visit import Row, Visit

# What two states tell: the other kinds of change are about one step from one to the next.
CHANGES = ("changed", "renamed", "added", "removed")


def between(visit: Visit, since: Row, found: Row) -> Row:
    """The entries that revision `found` tells otherwise than revision `since`, changed ones first.

    Either may be the later one.  A row has `entry_key`, `change`, `meaning`, `former` (the key
    in `since`, where it is another) and `fields`, as `changed_fields` gives them.
    """
    change = visit.argument("change", CHANGES)
    rows = visit.memo(
        ("between", since["number"], found["number"]),
        lambda: _rows(visit, since["number"], found["number"]),
    )
    kept = [row for row in rows if change in (None, row["change"])]
    size, offset = visit.page()
    shown = [_told(visit, row) for row in kept[offset : offset + size]]
    titled(visit, shown, "entry_key")
    return {
        "revision_row": found,
        "since": since,
        "changes": shown,
        "counts": {one: sum(row["change"] == one for row in rows) for one in CHANGES},
        "total": len(kept),
        "change": change,
        "next": visit.next(size, offset, len(kept)),
    }


def _rows(visit: Visit, old: int, new: int) -> list[Row]:
    """Every entry that the two revisions tell otherwise, with both texts."""
    touched = [
        row["entry_key"]
        for row in visit.rows(
            "select distinct entry_key from changes where number > ? and number <= ?",
            *(min(old, new), max(old, new)),
        )
    ]
    # A renamed entry is one, under the keys that it had.
    now = dict(visit.db.execute("select former_key, key from former_keys"))
    former: dict[str, list[str]] = {}
    for one, key in now.items():
        former.setdefault(key, []).append(one)
    keys = {one for key in touched for one in (key, *former.get(now.get(key, key), ()))}
    keys |= {now[key] for key in keys if key in now}
    was, becomes = _state(visit, keys, old), _state(visit, keys, new)
    rows: list[Row] = []
    paired: set[str] = set()
    for key in sorted(becomes):
        one = key
        if key not in was:
            # Its key in the other revision: one that leads to the same entry today.
            same = (now.get(key, key), *former.get(now.get(key, key), ()))
            one = next((k for k in same if k in was and k not in becomes), key)
        paired.add(one)
        before, after = was.get(one), becomes[key]
        if before == after and one == key:
            continue
        kind = "added" if before is None else "changed" if one == key else "renamed"
        rows.append(_row(key, kind, before, after, None if one == key else one))
    rows += [_row(key, "removed", was[key], None, None) for key in sorted(set(was) - paired)]
    return sorted(rows, key=lambda row: CHANGES.index(row["change"]))


def _row(key: str, change: str, before: Row | None, after: Row | None, former: str | None) -> Row:
    return {"entry_key": key, "change": change, "former": former, "old": before, "new": after}


def _state(visit: Visit, keys: Iterable[str], number: int) -> dict[str, Row]:
    """Titles and texts of those entries that a revision has."""
    found: dict[str, Row] = {}
    for some in chunks(sorted(keys)):
        marks = ", ".join("?" * len(some))
        for row in visit.rows(
            f"""select entry_key, lang, title, text from text_versions
            where entry_key in ({marks}) and source is null and number_from <= ?
                and (number_to is null or number_to > ?)""",
            *(*some, number, number),
        ):
            found[row.pop("entry_key")] = row
    return found


def _told(visit: Visit, row: Row) -> Row:
    """The row with what differs, in words and by meaning."""
    told: Row = {name: row[name] for name in ("entry_key", "change", "former")}
    either = row["new"] or row["old"]
    told |= {"lang": either["lang"], "stood": either["title"], "fields": [], "meaning": None}
    kinds: list[str] = []
    for field in ("title", "text"):
        old, new = ((side or {}).get(field) or "" for side in (row["old"], row["new"]))
        if old == new or row["old"] is None or row["new"] is None:
            continue
        found = compared(visit, new, old, told["lang"])
        told["fields"].append({"field": field, "old": old, "new": new, "pieces": found["pieces"]})
        kinds += [d["class"] for d in found["differences"] if d["class"] not in SAME]
        told["meaning"] = meaning_of(gravest(kinds))
    return told
