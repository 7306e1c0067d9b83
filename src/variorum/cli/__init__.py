"""The command line: parses, calls, prints.  Nothing else of Variorum prints."""

from __future__ import annotations

from variorum.cli.program import main

__all__ = ["main"]
