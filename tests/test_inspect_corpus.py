"""The faults of the shipped corpus: all of them, and nothing else, in each source."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from corpus_known import INSPECTED

from variorum.loaders import load
from variorum.model import Finding

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "src" / "variorum" / "corpus"
ANSWERS = ROOT / "tests" / "corpus_answers"
SOURCES = sorted(
    p.name.removesuffix(".json") for p in ANSWERS.glob("*.json") if p.name != "corpus.json"
)
LEAST = 0.98

Answer = dict[str, Any]


@cache
def _findings() -> tuple[Finding, ...]:
    files = sorted(p for p in CORPUS.iterdir() if p.suffix in (".txt", ".csv"))
    return load(files).corpus.findings


def _answers(source: str) -> list[Answer]:
    answers: list[Answer] = json.loads((ANSWERS / f"{source}.json").read_text("utf-8"))["findings"]
    return answers


def _is_told(finding: Finding, answer: Answer) -> bool:
    """Whether the finding is about the fault of the answer."""
    if finding.line != answer["line"]:
        return False
    if finding.kind not in (answer["kind"], *answer.get("or_kinds", ())):
        return False
    if finding.kind == "lost_table":
        return True
    if answer["column"] is None or finding.column is None or finding.excerpt is None:
        return False
    return finding.column < answer["column"] + len(answer["words"]) and answer[
        "column"
    ] < finding.column + len(finding.excerpt)


@pytest.mark.parametrize("source", SOURCES)
def test_the_faults_of_a_source_are_found(source: str) -> None:
    mine = [f for f in _findings() if f.source == source]
    wanted = [a for a in _answers(source) if a["kind"] in INSPECTED and a["certainty"] == "certain"]
    missed = [a for a in wanted if not any(_is_told(f, a) for f in mine)]
    assert wanted
    assert len(missed) <= (1 - LEAST) * len(wanted), missed


@pytest.mark.parametrize("source", SOURCES)
def test_nothing_sound_is_reported_in_a_source(source: str) -> None:
    mine = [f for f in _findings() if f.source == source and f.kind in INSPECTED]
    answers = _answers(source)
    wrong = [f for f in mine if not any(_is_told(f, a) for a in answers)]
    assert len(wrong) <= (1 - LEAST) * len(mine), wrong


@pytest.mark.parametrize("source", SOURCES)
def test_suggestions_are_right_in_a_source(source: str) -> None:
    mine = [f for f in _findings() if f.source == source and f.suggestion]
    checked = 0
    for finding in mine:
        for answer in _answers(source):
            if finding.kind != "markup" and _is_told(finding, answer) and answer["right"]:
                checked += 1
                suggestion, right = finding.suggestion or "", answer["right"]
                assert suggestion in right or right in suggestion, (finding, right)
    assert checked
