"""Cross-references: mentions, in a passage, of what other entries define.

Method: every name of a system's entries, in every form that its language gives it (Snowball
stems, snowballstem.org), is looked for at once with a trie over words (see `index`).  What is
found is a candidate; `judge` keeps it where the text shows that the name is meant: a word that
announces it, quotation marks, a capital inside a sentence, or a form that is nothing but the
name.  Announced names that no source holds are learned and dangle.  Time is linear in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from variorum.model import Entry, Finding, Link, Reference, Source

from .findings import findings
from .rules import rules_of
from .system import Found, references

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

__all__ = ["Linked", "link"]


@dataclass(frozen=True, slots=True)
class Linked:
    """The references, by system, entry, passage and place, and what a person should look at."""

    references: tuple[Reference, ...]
    findings: tuple[Finding, ...]


def link(
    entries: Sequence[Entry],
    sources: Sequence[Source],
    links: Sequence[Link] = (),
    tokens: Tokens | None = None,
) -> Linked:
    """The references in the base witnesses of `entries`, in any order of these.

    `start` and `end` count characters in the clean text of a passage.  Findings are of the
    kinds `dangling_reference`, `ambiguous_reference` and `name_variant`, one for a name, at its
    first place; their ids stay empty.  Names hold within a system.  `links` are those that the
    sources make themselves; `tokens` may know those of many texts already.  Raises nothing.
    """
    systems: dict[tuple[str, str], list[Entry]] = {}
    for entry in sorted(entries, key=attrgetter("system", "position", "key")):
        systems.setdefault((entry.system, entry.lang), []).append(entry)
    refs: list[Reference] = []
    noticed: list[Finding] = []
    for (_, lang), members in systems.items():
        rules = rules_of(lang)
        found = references(members, rules, links, tokens)
        refs += [_reference(f) for f in found]
        noticed += findings(found, sources)
        rules.forget()
        del found  # before the next system is read
    return Linked(tuple(refs), tuple(noticed))


def _reference(f: Found) -> Reference:
    text = f.text
    return Reference(
        text.entry.key,
        text.position,
        text.passage.source,
        text.passage.line,
        f.start,
        f.end,
        text.text[f.start : f.end],
        f.kind,
        f.target,
        f.targets[0] if f.status == "resolved" else None,
        f.status,
        f.why,
    )
