"""References of the shipped corpus, held to its answers."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from variorum.decisions import read_decisions, read_keys
from variorum.loaders import load
from variorum.model import Corpus, Reference

CORPUS = Path(__file__).parents[1] / "src" / "variorum" / "corpus"
ANSWERS = Path(__file__).parent / "corpus_answers"
PARTS = ("capacites.csv", "recits.txt", "fer-et-nacre.txt", "hamutenger.txt", "ashen-sea-faq.txt")
ENOUGH = 0.98


@cache
def shipped() -> Corpus:
    return load([CORPUS], decisions=read_decisions(CORPUS), keys=read_keys(CORPUS)).corpus


def answers(part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ANSWERS / f"{part}.json").read_text("utf-8"))
    return found


def reported(part: str) -> list[Reference]:
    return [r for r in shipped().references if r.source == part]


def at(r: Reference, answer: dict[str, Any]) -> bool:
    """Whether the reference stands where the answer does."""
    end = answer["start"] + len(answer["surface"])
    place = (r.line, r.passage) == (answer["line"], answer["passage"])
    return place and r.start < end and answer["start"] < r.end


def right(r: Reference, answer: dict[str, Any]) -> bool:
    """Whether the reference says what a certain answer says."""
    kinds = {answer["kind"]}
    if answer["status"] == "dangling" and kinds <= {"capability", "rule"}:
        kinds = {"capability", "rule"}
    if not at(r, answer) or r.kind not in kinds or r.status != answer["status"]:
        return False
    if r.status != "resolved":
        return True
    told = {e.key: e for e in shipped().entries}[r.to_key or ""].base_witness
    return (told.source, told.line_start) == (answer["target_source"], answer["target_line"])


@pytest.mark.parametrize("part", PARTS)
def test_certain_references_are_found(part: str) -> None:
    certain = [a for a in answers(part)["references"] if a["certainty"] == "certain"]
    missed = [a for a in certain if not any(right(r, a) for r in reported(part))]
    assert len(missed) <= (1 - ENOUGH) * len(certain), missed


@pytest.mark.parametrize("part", PARTS)
def test_what_is_found_is_a_reference(part: str) -> None:
    known = answers(part)["references"]
    wrong = [r for r in reported(part) if not any(at(r, a) for a in known)]
    assert len(wrong) <= (1 - ENOUGH) * len(reported(part)), wrong


@pytest.mark.parametrize("part", PARTS)
def test_look_alikes_and_self_mentions_are_not_linked(part: str) -> None:
    traps = answers(part)["traps"]
    fell = [(r, t) for r in reported(part) for t in traps if at(r, t)]
    assert not fell


def test_names_that_vary_and_names_without_a_rule_are_findings() -> None:
    found = {(f.kind, f.source, f.line) for f in shipped().findings}
    for part in PARTS:
        for answer in answers(part)["findings"]:
            if answer["kind"] == "name_variant" and answer.get("certainty", "certain") == "certain":
                assert ("name_variant", part, answer["line"]) in found
    places = {
        (p, a["line"]): a["status"]
        for p in PARTS
        for a in answers(p)["references"]
        if a["kind"] in ("capability", "rule") and a["status"] in ("dangling", "ambiguous")
    }
    for kind, source, line in found:
        if kind in ("dangling_reference", "ambiguous_reference"):
            assert places[source or "", line or 0] == kind.removesuffix("_reference")
