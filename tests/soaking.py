"""How much an invariant is tried with: few examples and short texts in `make test`, many
and long ones in `make soak`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SOAK = bool(os.environ.get("VARIORUM_SOAK"))
_TIMES = 40


def examples(few: int) -> settings:
    """Settings for a test that costs much an example."""
    slow = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)
    return settings(
        max_examples=few * _TIMES if SOAK else few, deadline=None, suppress_health_check=slow
    )


def part_of(text: str) -> str:
    """A hostile text: whole in `make soak`; in `make test` its first fifth, deep and long enough."""
    return text if SOAK else text[: len(text) // 5]
