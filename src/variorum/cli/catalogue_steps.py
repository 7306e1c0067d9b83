"""The last steps of a catalogue, from the git repository that it lies in."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from variorum.cli.repository import _git as git
from variorum.model import VariorumError

if TYPE_CHECKING:
    from variorum.po import Catalogue
    from variorum.translations.folder import Named

_COMMITS = 10  # so many of the last ones that touched a catalogue are looked at


def steps_of(named: Named, now: Catalogue) -> list[tuple[Catalogue, Catalogue]]:
    """Pairs of a state of a catalogue and one right before it, the newest first.

    A merge has a step from each of its sides.  None where the file is in no repository; a
    state that is no valid catalogue has no step.
    """
    if not shutil.which("git"):
        return []
    folder, name = named.path.parent, named.path.name
    known: dict[str, Catalogue | None] = {}

    def at(commit: str) -> Catalogue | None:
        from variorum.po import parse

        if commit not in known:
            try:
                raw = git(folder, "cat-file", "blob", f"{commit}:./{name}")
                known[commit] = parse(raw, str(named.path), keep_bytes=False)
            except VariorumError:
                known[commit] = None
        return known[commit]

    limits = ("log", "--full-history", f"--max-count={_COMMITS}", "--format=%H %P", "HEAD", "--")
    try:
        listed = git(folder, *limits, name).decode("ascii", "replace")
    except VariorumError:
        return []
    commits = [line.split() for line in listed.splitlines() if line.strip()]
    found = []
    head = at("HEAD")
    if head is not None and head.messages != now.messages:
        found.append((now, head))
    for commit, *parents in commits:
        after = at(commit)
        for parent in parents:
            before = at(parent)
            if after is not None and before is not None:
                found.append((after, before))
    return found
