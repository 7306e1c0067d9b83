"""A progress bar for long work, on a terminal only."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from variorum.cli.tongue import told

# Short work shows nothing, and a bar is drawn at most ten times a second.
PATIENCE_SECONDS = 0.5
PAUSE_SECONDS = 0.1


class Bar:
    """Callable as `bar(step, share)`: the step's name and how much of it is done (0 to 1)."""

    def __init__(self, stream: TextIO, *, patience: float = PATIENCE_SECONDS) -> None:
        self._stream = stream
        self._next = time.monotonic() + patience
        self._drawn = False

    def __call__(self, step: str, share: float) -> None:
        if time.monotonic() < self._next:
            return
        said = told(step)
        room = max(10, min(40, shutil.get_terminal_size().columns - len(said) - 10))
        done = round(min(1.0, max(0.0, share)) * room)
        self._stream.write(f"\r\x1b[K{said} [{'#' * done}{'.' * (room - done)}] {share:4.0%}")
        self._stream.flush()
        self._drawn = True
        self._next = time.monotonic() + PAUSE_SECONDS

    def close(self) -> None:
        """Remove the bar."""
        if self._drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


@contextmanager
def progress_bar(stream: TextIO | None = None) -> Iterator[Bar | None]:
    """A bar on `stream` (default: standard error), or None where that is no terminal."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield None
        return
    bar = Bar(stream)
    try:
        yield bar
    finally:
        bar.close()
