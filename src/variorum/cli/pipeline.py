"""The way from files to a database: load, collate, number, apply verdicts, write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from variorum.model import Corpus, VariorumError

if TYPE_CHECKING:
    from variorum.schema import Revision

SHIPPED = Path(__file__).parents[1] / "corpus"
TEXT_FILES = ("variorum.toml", "variorum.keys")

# How much of the bar the loading takes; measured on the shipped corpus.
LOADING = 0.8

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made; `extended` is the file of keys that it added to, or null."""

    corpus: Corpus
    revision: Revision
    extended: Path | None


def build(
    paths: Sequence[Path],
    output: Path,
    *,
    date: str | None = None,
    label: str | None = None,
    progress: Progress | None = None,
) -> Built:
    """Build `paths` (none: the shipped corpus) to the database `output`.

    `progress` is called with a step's name and how much of it is done, 0 to 1.  Raises
    VariorumError for unreadable input; then nothing has changed on disk.
    """
    from variorum.decisions import read_decisions, read_keys
    from variorum.loaders import load
    from variorum.schema import write

    tell = progress or _silent
    home = home_of(paths) if paths else SHIPPED
    decisions = read_decisions(home) if home else None
    keys = read_keys(home) if home else None
    corpus = load(
        paths or [SHIPPED],
        decisions=decisions,
        keys=keys,
        progress=lambda step, share: tell(step, share * LOADING),
    )
    revision = write(
        corpus,
        output,
        date=date,
        label=label,
        progress=lambda step, done, of: tell(
            f"writing: {step}", LOADING + (1 - LOADING) * done / of
        ),
    )
    return Built(corpus, revision, None)


def _silent(step: str, share: float) -> None:
    """No progress is shown."""


def home_of(paths: Sequence[Path]) -> Path | None:
    """The folder whose `variorum.toml` and `variorum.keys` count: the one beside the sources.

    Raises VariorumError where the paths lie beside more than one such folder, since their
    decisions name sources relative to their own folder.
    """
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in paths)
    homes = [f for f in folders if any((f / name).exists() for name in TEXT_FILES)]
    if len(homes) > 1:
        raise VariorumError(
            f"{homes[0]} and {homes[1]} both hold decisions; build them one at a time, or put "
            "their sources into one folder"
        )
    return homes[0] if homes else None
