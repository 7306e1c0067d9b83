"""The shipped corpus, loaded once, beside its answers."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from variorum.decisions import read_decisions
from variorum.loaders import load
from variorum.model import Corpus

ROOT = Path(__file__).parents[1]
SHIPPED = ROOT / "src" / "variorum" / "corpus"
ANSWERS = Path(__file__).parent / "corpus_answers"
# The faults of a text that the step `inspect` looks for; `markup` is found while reading.
INSPECTED = frozenset(
    [
        "injected_token",
        "doubled_word",
        "merged_change",
        "comment_anchor",
        "punctuation",
        "spacing",
        "bracket",
        "spelling",
        "lost_table",
        "encoding",
    ]
)
SOURCES = tuple(sorted(p.name.removesuffix(".json") for p in ANSWERS.glob("*.*.json")))


@cache
def shipped() -> Corpus:
    """The corpus that ships, loaded without keys."""
    return load([SHIPPED], decisions=read_decisions(SHIPPED)).corpus


@cache
def answers(source: str) -> dict[str, Any]:
    """What a careful reader finds in one source of it; `corpus` for what concerns several."""
    name = f"{source}.json"
    loaded: dict[str, Any] = json.loads((ANSWERS / name).read_text("utf-8"))
    return loaded
