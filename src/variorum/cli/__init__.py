"""The command line: parses, calls, prints.  Nothing else of Variorum prints."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command (see `program.main`), and end quietly where it is stopped while it loads."""
    try:
        from variorum.cli.program import main as run

        return run(argv)
    except KeyboardInterrupt:
        print("variorum: stopped", file=sys.stderr)
        return 130
