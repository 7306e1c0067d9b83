"""A corpus small enough to count by hand: two sources that tell one capability."""

from __future__ import annotations

import hashlib
from pathlib import Path

from variorum.model import (
    Conflict,
    Corpus,
    Difference,
    Duplicate,
    Entry,
    Finding,
    Fragment,
    Passage,
    Source,
    Span,
    System,
    Witness,
)

A = "Leap\nIt leaps 8 inches over over walls.\nWalls count.\n"
B = "Leap\nIt leaps 6 inches over walls.\n\x1b[2JWalls, all of them, count.\n"


def _source(name: str, text: str, system: str | None = "tin") -> Source:
    raw = text.encode("utf-8")
    return Source(
        name,
        raw,
        text,
        "utf-8",
        "prose",
        "en",
        text.count("\n"),
        hashlib.sha256(raw).hexdigest(),
        system,
    )


def _fragments(source: Source, key: str | None) -> list[Fragment]:
    """A fragment a line."""
    found, at = [], 0
    for number, line in enumerate(source.text.splitlines(keepends=True), 1):
        end = at + len(line)
        kind = "heading" if number == 1 else "text"
        found.append(Fragment(source.source, kind, at, end, at, end, number, number, key))
        at = end
    return found


def _witness(source: Source) -> Witness:
    lines = source.text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:n]) for n in range(len(lines))]
    passages = tuple(
        Passage("text", lines[n], source.source, n + 1, (Span(0, starts[n], len(lines[n])),))
        for n in range(1, len(lines) - 1)
    )
    return Witness(source.source, 1, len(passages) + 1, lines[0], passages)


def small_corpus(*, verdict: str | None = None) -> Corpus:
    """Two findings, a conflict, a near and an identical duplicate; all with `verdict`."""
    a, b = _source("rules/a.txt", A), _source("b.txt", B)
    note = _source("notes.txt", "nothing\n", None)
    entry = Entry(
        *("tin/leap", "capability", "tin", "en", "Leap", "Leap", None, None, None, None, None),
        *(1, 1, "named"),
        (_witness(a), _witness(b)),
    )
    ours, theirs = A.split("\n")[1], B.split("\n")[1]
    findings = (
        Finding(
            *("doubled_word", "warning", "rules/a.txt", 2, 19, "over over", "over", "tin/leap"),
            *("The word stands twice.", "f-1", verdict),
        ),
        Finding(
            *("no_rules", "note", "notes.txt", None, None, None, None, None),
            *("No rules, 100% sure:\nnone.", "f-2", verdict),
        ),
    )
    at = ("rules/a.txt", 2, 0, "b.txt", 2, 0)
    conflicts = (
        Conflict(
            *("tin/leap", "tin/leap", "passage", "number", "b.txt", 2, 0, "rules/a.txt", 2, 0),
            *(theirs, ours, (Difference("number", 9, 10, 9, 10),), "c-1", verdict),
        ),
    )
    duplicates = (
        Duplicate("tin/leap", "tin/leap", "passage", "near", 0.9, *at, "d-1", verdict),
        Duplicate("tin/leap", "tin/leap", "entry", "identical", 1.0, *at, "d-2", verdict),
    )
    return Corpus(
        (System("tin", "Tin Soldiers", "en"),),
        (b, note, a),
        tuple(
            fragment
            for source, key in ((b, "tin/leap"), (note, None), (a, "tin/leap"))
            for fragment in _fragments(source, key)
        ),
        (entry,),
        (),
        findings,
        duplicates,
        conflicts,
    )


def write_small(path: Path, *, verdict: str | None = None) -> Path:
    """The small corpus as a database."""
    from variorum.schema import write

    write(small_corpus(verdict=verdict), path, date="2024-05-31")
    return path
