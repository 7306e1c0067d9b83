"""How Hypothesis runs: never against the clock, and in CI with the same examples every time."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile(
    "project", settings.get_profile("ci" if "CI" in os.environ else "default"), deadline=None
)
settings.load_profile("project")
