"""Rules as they come from the web, with known faults and contradictions: three invented documents.

In `tests/scraped/LANG.txt` a fault stands as `{{kind|as damaged|as it was}}`, a reading that
contradicts another as `{{cN:kind|the wrong one|the right one}}`, the place that it contradicts as
`{{=N|text}}`. The file gives the damaged document, the clean one and the answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "scraped"
_MARK = re.compile(r"\{\{([^|{}]+)\|([^|{}]*)(?:\|([^|{}]*))?\}\}")


@dataclass(frozen=True, slots=True)
class Fault:
    """A seeded fault: where the wrong words stand (line and column from 1)."""

    kind: str
    line: int
    column: int
    wrong: str


@dataclass(frozen=True, slots=True)
class Clash:
    """A seeded contradiction: the lines of its two places."""

    kind: str
    lines: frozenset[int]


@dataclass(frozen=True, slots=True)
class Document:
    damaged: str
    clean: str
    faults: tuple[Fault, ...]
    clashes: tuple[Clash, ...]


def document(lang: str) -> Document:
    """The document of a language, and what is wrong with it."""
    return parsed((HERE / f"{lang}.txt").read_text("utf-8"))


def parsed(text: str) -> Document:
    damaged, clean = "", ""
    faults: list[Fault] = []
    wrong: dict[str, tuple[str, int]] = {}
    other: dict[str, int] = {}
    at = 0
    for mark in _MARK.finditer(text):
        damaged += text[at : mark.start()]
        clean += text[at : mark.start()]
        at = mark.end()
        head, first, second = mark.groups()
        line = damaged.count("\n") + 1
        column = len(damaged) - (damaged.rfind("\n") + 1) + 1
        if head.startswith("="):
            other[head[1:]] = line
        elif re.match(r"c\d+:", head):
            number, kind = head[1:].split(":")
            wrong[number] = (kind, line)
        else:
            faults.append(Fault(head, line, column, first))
        damaged += first
        clean += first if second is None else second
    rest = text[at:]
    clashes = [Clash(kind, frozenset((line, other[n]))) for n, (kind, line) in wrong.items()]
    return Document(damaged + rest, clean + rest, tuple(faults), tuple(clashes))
