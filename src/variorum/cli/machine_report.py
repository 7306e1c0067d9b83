"""The report of `variorum check` for programs: JSON, and annotations of GitHub Actions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from variorum.cli.survey import Group, Item
from variorum.cli.text_report import place_text, readings
from variorum.cli.tongue import told
from variorum.cli.words import Style, kind_in_words
from variorum.say import say

PLAIN = Style(coloured=False)


def json_report(groups: Sequence[Group], database: str) -> str:
    """The items as one JSON object, in the order of the text report.

    `{"database", "counts": {"finding", "conflict", "duplicate", "unsettled"}, "groups": [{
    "system", "title", "source", "items": [...]}]}`; an item holds the fields of
    `variorum.cli.survey.Item`, `unsettled` and `kind_in_words`.
    """
    items = [item for group in groups for item in group.items]
    counts = Counter(item.what for item in items)
    report = {
        "database": database,
        "counts": {what: counts[what] for what in ("finding", "conflict", "duplicate")}
        | {"unsettled": sum(item.unsettled for item in items)},
        "groups": [
            {
                "system": group.system,
                "title": group.title,
                "source": group.source,
                "items": [_as_json(item) for item in group.items],
            }
            for group in groups
        ],
    }
    return json.dumps(report, ensure_ascii=False, indent=1)


def _as_json(item: Item) -> dict[str, object]:
    names = ("class", "start", "end", "other_start", "other_end")
    return asdict(item) | {
        "kind_in_words": kind_in_words(item.what, item.kind),
        "unsettled": item.unsettled,
        "differences": [dict(zip(names, d, strict=True)) for d in item.differences],
    }


LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def github_report(groups: Sequence[Group], folder: str = "") -> Iterator[str]:
    """One workflow command a line for each unsettled item.

    `folder` is put before the names of the sources, so that they are paths in the repository.
    Format: GitHub Actions, "Workflow commands", `::error file=…,line=…,col=…,title=…::text`.
    """
    for item in (item for group in groups for item in group.items if item.unsettled):
        place = item.place
        path = "/".join(filter(None, [folder.rstrip("/"), place.source])) if place.source else None
        properties = {
            "file": path,
            "line": place.line,
            "col": place.column,
            "title": told(kind_in_words(item.what, item.kind)),
        }
        about = ",".join(
            f"{name}={escaped_property(str(value))}"
            for name, value in properties.items()
            if value is not None
        )
        yield f"::{LEVELS[item.severity]} {about}::{escaped(_message(item))}"


def _message(item: Item) -> str:
    parts = [told(item.message or kind_in_words(item.what, item.kind))]
    if item.place.where:
        parts.append(told(item.place.where))
    if item.excerpt:
        parts.append(told(say("here: {text}", text=item.excerpt)))
    if item.suggestion is not None:
        parts.append(told(say("read: {text}", text=item.suggestion)))
    if item.other is not None:
        parts.append(told(say("with: {place}", place=place_text(item.other))))
    if item.reading is not None or item.other_reading is not None:
        parts += readings(item, PLAIN)
    return "\n".join([*parts, item.id])


def escaped(text: str) -> str:
    """The text of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text: str) -> str:
    """A property of a workflow command."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")
