"""Every fault that is planted into the shipped catalogues is found, and nearly nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
import quality_prose
from quality_faults import MESSAGES, PER_KIND, PLANT, glossary, planted, shipped, told

from variorum.po import Catalogue
from variorum.translations.quality import KINDS, problems_in


@pytest.mark.parametrize("seed", range(4))
def test_planted_faults_are_found(seed: int) -> None:
    samples = planted(seed)
    assert sum(len(s.faults) for s in samples) == PER_KIND * len(PLANT) >= 60
    assert sum(1 for s in samples for _ in s.catalogue.live()) >= MESSAGES
    missed, wrong = [], []
    for sample in samples:
        found = list(told(sample))
        missed += [fault for fault in sample.faults.items() if fault not in found]
        wrong += [alarm for alarm in found if alarm[0] not in sample.faults]
    assert not missed
    assert len(wrong) <= 3, wrong


DIRECTIONS = [
    (one, two) for one in quality_prose.LANGS for two in quality_prose.LANGS if one != two
]


@pytest.mark.parametrize(("source", "target"), DIRECTIONS)
@pytest.mark.parametrize("seed", range(2))
def test_planted_faults_are_found_in_prose_of_other_kinds(
    source: str, target: str, seed: int
) -> None:
    whole = quality_prose.catalogue(source, target, seed)
    faulty, faults = quality_prose.with_faults(whole, target, seed)
    assert (len(faulty.messages), len(faults)) == (MESSAGES, quality_prose.FAULTS)
    terms = quality_prose.terms(source, target)
    found = [(m.key, p.kind) for m, p in problems_in(faulty, source, target, terms)]
    assert not [fault for fault in faults.items() if fault not in found]
    assert [alarm for alarm in found if alarm[0] not in faults] == []


def test_faults_of_twelve_kinds_and_more_are_planted() -> None:
    assert len(PLANT) >= 12
    assert set(PLANT) <= set(KINDS)


@pytest.mark.parametrize(
    ("path", "catalogue", "source", "target"),
    [pytest.param(*each, id=f"{each[3]}-{each[0].stem}") for each in shipped()],
)
def test_the_shipped_catalogues_have_no_problem(
    path: Path, catalogue: Catalogue, source: str, target: str
) -> None:
    found = [
        f"{path.name}:{message.line}: {problem.kind}: {problem.message}"
        for message, problem in problems_in(
            catalogue, source, target, glossary(path.stem, source, target)
        )
    ]
    assert not found
