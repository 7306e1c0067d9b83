"""The reports of `variorum translations`: faults and coverage, for people and programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.cli.machine_report import escaped, escaped_property
from variorum.cli.tongue import told
from variorum.cli.words import visible
from variorum.say import say, say_n

if TYPE_CHECKING:
    from variorum.translations.check import Fault
    from variorum.translations.coverage import Coverage

BAR = 20  # characters
# What stands for each state in a bar: reviewed, translated, stale and fuzzy, untranslated.
MARKS, PLAIN_MARKS = "█▓░·", "##-."
_LEGEND = (say("reviewed"), say("translated"), say("stale or fuzzy"), say("open"))
_HEAD = (
    *(say("game"), say("lang"), "", say("done"), say("reviewed"), say("translated")),
    *(say("stale"), say("fuzzy"), say("open"), say("words")),
)


def check_lines(
    faults: Sequence[Fault], format: str, folder: Path, catalogues: int
) -> Iterator[str]:
    """The report in one of the formats `text`, `json` and `github`.

    JSON: `{"folder", "catalogues", "counts": {"error", "warning", "notice"}, "faults": [{"file", "line",
    "severity", "kind", "message"}]}`.
    """
    counts = Counter(fault.severity for fault in faults)
    if format == "json":
        report = {
            "folder": str(folder),
            "catalogues": catalogues,
            "counts": {severity: counts[severity] for severity in ("error", "warning", "notice")},
            "faults": [asdict(fault) for fault in faults],
        }
        yield json.dumps(report, ensure_ascii=False, indent=1)
        return
    for fault in faults:
        if format == "github":
            place = f"file={escaped_property(fault.file)},line={fault.line}"
            yield f"::{fault.severity} {place},title={fault.kind}::{escaped(told(fault.message))}"
        else:
            message = visible(told(fault.message))
            if fault.severity == "warning":
                message = told(say("warning: {message}", message=message))
            elif fault.severity == "notice":
                message = told(say("notice: {message}", message=message))
            yield f"{visible(fault.file)}:{fault.line}: {message}"
    if format == "text":
        if not catalogues:
            yield told(say("{folder}: no catalogues to check", folder=visible(str(folder))))
        elif not counts["error"] and not counts["warning"]:
            yield told(
                say_n(
                    "{folder}: no faults in {number} catalogues",
                    "{folder}: no faults in {number} catalogues",
                    catalogues,
                    folder=visible(str(folder)),
                )
            )


def json_rows(rows: Sequence[Coverage]) -> str:
    """The rows as a JSON list of objects, with the columns of the view `coverage`."""
    return json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1)


def table(rows: Sequence[Coverage], encoding: str | None = None) -> Iterator[str]:
    """A table with a bar for each catalogue; plain marks where `encoding` lacks the blocks."""
    try:
        MARKS.encode(encoding or "ascii")
        marks = MARKS
    except (UnicodeEncodeError, LookupError):
        marks = PLAIN_MARKS
    head = tuple(map(told, _HEAD))
    body = [
        (
            *(visible(row.system), visible(row.lang), bar(row, marks), f"{row.percent:.0f} %"),
            *(str(row.reviewed), str(row.translated), str(row.stale), str(row.fuzzy)),
            *(str(row.untranslated), str(row.words)),
        )
        for row in rows
    ]
    widths = [max(len(line[at]) for line in (head, *body)) for at in range(len(head))]
    for line in (head, *body):
        cells = [
            cell.ljust(width) if at < 3 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    legend = zip(marks, map(told, _LEGEND), strict=True)
    yield "  ".join(f"{mark} {what}" for mark, what in legend)


def bar(row: Coverage, marks: str = MARKS) -> str:
    """A bar of `BAR` characters: what is done, what needs a look, what is open."""
    ends = (
        row.reviewed,
        row.reviewed + row.translated,
        row.messages - row.untranslated,
        row.messages,
    )
    drawn = ""
    for mark, end in zip(marks, ends, strict=True):
        # Rounded down, so that only what is wholly done looks so.
        drawn += mark * (BAR * end // row.messages - len(drawn))
    return drawn
