"""The surroundings of a process that a test starts."""

from __future__ import annotations

import os
from pathlib import Path

TESTS = Path(__file__).parent


def environment(**changed: str) -> dict[str, str]:
    """Those of this process, for one that imports modules of the tests and the same program."""
    paths = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **changed}
