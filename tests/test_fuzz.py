"""Every target of the fuzzer on its seeds, and on what it once found (`make fuzz` looks for more)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent / "fuzz"
sys.path.insert(0, str(FUZZ))

from targets import seeds, targets  # noqa: E402


@pytest.mark.parametrize("name", sorted(targets()))
def test_seeds_and_findings_are_answered(name: str) -> None:
    target = targets()[name]
    for seed in [b"", b"\0", b"\n", b"\xef\xbb\xbf", *seeds(name)]:
        target(seed)


def test_a_finding_lies_where_a_target_replays_it() -> None:
    known = {path.name for path in (FUZZ / "found").glob("*")}
    assert known <= set(targets())
