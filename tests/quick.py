"""Tests run up to the first that fails, for programs that try what breaks them.

    python tests/quick.py tests/test_files.py::test_mode_and_link_are_kept

Ends with 0 where all pass, with 1 where one fails, and with 2 where one could not be tried.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
PASSED, FAILED, UNTRIED = range(3)


class _Told:
    """What became of the tests."""

    failed = untried = False

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.failed |= report.failed and report.when == "call"
        self.untried |= report.failed and report.when == "setup"


def run_tests(tests: Sequence[str]) -> int:
    """Run tests (as pytest names them, from the folder of the tests), the long ones too."""
    import pytest
    from hypothesis import Phase, settings

    # An example that fails says enough; to look for a smaller one takes longer than all else.
    ci = settings.get_profile("ci")
    settings.register_profile("ci", ci, phases=(Phase.explicit, Phase.generate))
    os.environ["CI"] = "1"  # The same examples in every run.
    # Plain asserts and few plugins: to start costs more than most tests.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-x", "-q", "--no-header", "--tb=line", "--assert=plain", "-m", ""]
    for plugin in ("cacheprovider", "unraisableexception", "threadexception", "junitxml"):
        options += ["-p", f"no:{plugin}"]
    told = _Told()
    status = pytest.main([*options, *(str(TESTS / test) for test in tests)], [told])
    if told.failed:
        return FAILED
    return UNTRIED if told.untried or status else PASSED


if __name__ == "__main__":
    sys.exit(run_tests(sys.argv[1:]))
