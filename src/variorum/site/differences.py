"""Two readings as one text: what both have, what only the one, what only the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from variorum.site.visit import Row, Visit

# Longer texts are not compared while a reader waits; `variorum check` compares them.
LONGEST = 40_000


def compared(visit: Visit, reading: str, other: str, lang: str) -> Row:
    """How `reading` differs from `other`: `relation`, `pieces` and `differences` (see `pieces`)."""
    return visit.generation.memo(
        ("compared", lang, reading, other), lambda: _compared(reading, other, lang)
    )


def _compared(reading: str, other: str, lang: str) -> Row:
    if reading == other:
        return {"relation": "identical", "differences": [], "pieces": [["same", other, None]]}
    if len(reading) + len(other) > LONGEST:
        return {"relation": "uncompared", "differences": [], "pieces": [["same", reading, None]]}
    from variorum.compare import compare

    found = compare(reading, other, lang)
    differences = [
        {
            "class": d.kind,
            "start": d.start,
            "end": d.end,
            "other_start": d.other_start,
            "other_end": d.other_end,
        }
        for d in found.differences
    ]
    return {
        "relation": found.relation,
        "differences": differences,
        "pieces": pieces(reading, other, differences),
    }


def pieces(reading: str, other: str, differences: Sequence[Row]) -> list[list[str | None]]:
    """[what, words, class] in order: `same`, `old` (only `other` has it), `new` (only `reading`).

    Differences that overlap an earlier one are left out.
    """
    cut: list[list[str | None]] = []
    at = other_at = 0
    for d in sorted(differences, key=lambda d: (d["start"], d["other_start"])):
        if d["start"] < at or d["other_start"] < other_at:
            continue
        if d["start"] > at:
            cut.append(["same", reading[at : d["start"]], None])
        if d["other_end"] > d["other_start"]:
            cut.append(["old", other[d["other_start"] : d["other_end"]], d["class"]])
        if d["end"] > d["start"]:
            cut.append(["new", reading[d["start"] : d["end"]], d["class"]])
        at, other_at = d["end"], d["other_end"]
    if at < len(reading):
        cut.append(["same", reading[at:], None])
    return cut


def changed_fields(delta: str | None) -> list[Row]:
    """What the JSON of a change says: `field`, `old` and `new` as texts; unknown forms are skipped.

    A name that changed with its title is left out.

    The form is DeepDiff's: `{"values_changed": {"root['text']": {"old_value": …}}}`.
    """
    try:
        told: Any = json.loads(delta or "{}")
    except ValueError:
        return []
    fields: list[Row] = []
    groups = told if isinstance(told, dict) else {}
    for changes in groups.values():
        if not isinstance(changes, dict):
            continue
        for path, change in changes.items():
            if isinstance(change, dict) and {"old_value", "new_value"} <= change.keys():
                field = str(path).removeprefix("root").strip("[]'\"")
                fields.append(
                    {
                        "field": field,
                        "old": _text(change["old_value"]),
                        "new": _text(change["new_value"]),
                    }
                )
    # The title has the name in it.
    told_by_title = any(one["field"] == "title" for one in fields)
    return [one for one in fields if not (told_by_title and one["field"] == "name")]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)
