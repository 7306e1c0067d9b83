"""What people decided about names and parents, applied to the entries of one system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from variorum.decisions import Decisions
from variorum.model import Entry, VariorumError
from variorum.say import say

from .titles import dissect


def decided_names(entries: Sequence[Entry], decisions: Decisions) -> list[Entry]:
    """The entries, those without a name called as `[[names]]` says."""
    named = []
    for entry in entries:
        decision = decisions.names.get(entry.key)
        if decision is not None:
            title = dissect(decision.name, entry.lang)
            entry = replace(
                entry,
                title=decision.name,
                name=title.name,
                parameter=title.parameter or entry.parameter,
                abbreviation=title.abbreviation or entry.abbreviation,
                status="named" if entry.status == "unnamed" else entry.status,
                evidence=f"{entry.evidence}; named in variorum.toml line {decision.line}",
            )
        named.append(entry)
    return named


def decided_parents(entries: Sequence[Entry], decisions: Decisions) -> list[Entry]:
    """The entries, placed under the parents that `[[parents]]` says, with depths that follow.

    Raises VariorumError where a decision would put an entry below itself.
    """
    keys = {e.key for e in entries}
    parent_of = {e.key: e.parent_key for e in entries}
    changed: dict[str, int] = {}
    for decision in decisions.parents.values():
        if decision.entry in keys and (not decision.parent or decision.parent in keys):
            parent_of[decision.entry] = decision.parent or None
            changed[decision.entry] = decision.line
    if not changed:
        return list(entries)
    depths: dict[str, int] = {}
    for key in parent_of:
        seen = [key]
        while (above := parent_of[seen[-1]]) is not None:
            if above in seen:
                line = next((changed[k] for k in seen if k in changed), None)
                raise VariorumError(
                    say("this puts `{above}` below itself; choose another parent", above=above),
                    decisions.file,
                    line,
                )
            seen.append(above)
        depths[key] = len(seen)
    return [replace(e, parent_key=parent_of[e.key], depth=depths[e.key]) for e in entries]
