"""The conflicts and duplicates of the shipped corpus against what a careful reader finds."""

from __future__ import annotations

from functools import cache

import pytest
from corpus_known import answers, shipped

from variorum.compare import Collation, collate

Place = tuple[str, int]


@cache
def _collation() -> Collation:
    return collate(shipped().entries, shipped().repeats)


def _places(answer: dict[str, dict[str, object]]) -> set[frozenset[Place]]:
    """Where a reader would look: the lines, and the headings of their entries."""
    ends = [answer["first"], answer["other"]]
    return {
        frozenset((str(e["source"]), int(str(e[key]))) for e in ends)
        for key in ("line", "entry_line")
        if all(key in e for e in ends)
    }


def _reported(kind: str) -> dict[frozenset[Place], str]:
    return {
        frozenset({(x.source, x.line), (x.other_source, x.other_line)}): (
            x.kind if hasattr(x, "kind") else x.relation
        )
        for x in getattr(_collation(), kind)
    }


@pytest.mark.parametrize("kind", ["conflicts", "duplicates"])
def test_all_that_is_certain_is_found(kind: str) -> None:
    reported = _reported(kind)
    certain = [a for a in answers("corpus")[kind] if a["certainty"] == "certain"]
    missed = [a for a in certain if not _places(a) & set(reported)]
    assert missed == []


def test_conflicts_have_the_kind_that_a_reader_gives_them() -> None:
    reported = _reported("conflicts")
    for answer in answers("corpus")["conflicts"]:
        for place in _places(answer) & set(reported):
            assert reported[place] == answer["kind"]


def test_no_conflict_is_invented() -> None:
    known = set().union(*map(_places, answers("corpus")["conflicts"]))
    assert [sorted(place) for place in _reported("conflicts") if place not in known] == []


def test_few_pairs_are_called_alike_that_are_not() -> None:
    known = set().union(
        *map(_places, [*answers("corpus")["duplicates"], *answers("corpus")["conflicts"]])
    )
    reported = _reported("duplicates")
    others = [sorted(place) for place in reported if place not in known]
    assert len(others) <= 0.05 * len(reported), others
