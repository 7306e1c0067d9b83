"""Columns that list what each row has by its name: `Special rules: Heavy, Pierce (2)`.

The names are those of rules that another table tells, or another file: the two are of one game,
and what has a rule is its bearer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from variorum.compare.language import languages
from variorum.compare.properties import folded_title
from variorum.model import Property

from .kinds import speaks_of_abilities
from .labels import ends_sentence
from .parsed import BEARER, Draft
from .roles import is_said
from .systems import Member
from .titles import fold

# So many names in all, and such a share of those that a column lists, are those of the other file;
# so many rows list several, that one who fills in a form does not name things by chance.
FEWEST = 3
SHARE = 0.8
FEWEST_LISTS = 2
# A longer cell is a text.
LONGEST = 240
_STOPS = (".", "!", "?", "…")
_PARTS = re.compile(r"\s*[,;•\n]\s*|\s+/\s+")
# What stands behind a name: its value, its place for one.
_VALUE = re.compile(r"\s*[(\[][^()\[\]\n]{1,40}[)\]]\s*\Z|\s+[+-]?\d{1,3}[+\"″”]?\s*\Z|\s+X\Z")


def lists(member: Member) -> bool:
    """Whether a column of a source lists several names in a row."""
    return bool(_columns(member))


def listing_files(groups: Sequence[Sequence[Member]]) -> Iterator[tuple[int, int]]:
    """Pairs of groups of files, by their numbers, of which one lists in a column what the other
    tells the rules of."""
    listing = [(n, m, has) for n, group in enumerate(groups) for m in group if (has := _columns(m))]
    if not listing:
        return
    told: dict[tuple[str, str], list[int]] = {}
    for n, group in enumerate(groups):
        for member in group:
            for name in _abilities(member):
                told.setdefault((_folder(member), name), []).append(n)
    for n, member, columns in listing:
        for rows in columns.values():
            names = {name for _, _, own in rows for name in own}
            shared: dict[int, int] = {}
            for name in names:
                for other in dict.fromkeys(told.get((_folder(member), name), ())):
                    shared[other] = shared.get(other, 0) + 1
            for other, count in shared.items():
                if other != n and count >= FEWEST and count >= SHARE * len(names):
                    yield n, other


def listed_bearers(members: Sequence[Member]) -> Iterator[tuple[Draft, Property]]:
    """Who has what, as columns say that list the names of rules; `members` are one game."""
    listing = [lists_of for m in members if (lists_of := _columns(m))]
    if not listing:
        return
    told: dict[str, Draft] = {}
    for member in members:
        for name, draft in _abilities(member).items():
            told.setdefault(name, draft)
    for columns in listing:
        for rows in columns.values():
            names = {name for _, _, own in rows for name in own}
            if sum(name in told for name in names) < max(FEWEST, SHARE * len(names)):
                continue
            for draft, p, own in rows:
                for name in own:
                    has = told.get(name)
                    if has is not None and has is not draft and draft.title:
                        yield has, Property(BEARER, draft.title, p.source, p.line)


def _columns(member: Member) -> Mapping[str, list[tuple[Draft, Property, list[str]]]]:
    """The columns of a source that list names of rules: each row with the names it has.

    What was read as the texts of the rows is the column without a title.
    """
    found: dict[str, list[tuple[Draft, Property, list[str]]]] = {}
    for draft in member.parsed.drafts:
        if not draft.structured or not draft.title:
            continue
        told = [p for p in draft.properties if _lists_rules(p.name)] if draft.properties else []
        if len(draft.passages) == 1:
            passage = draft.passages[0]
            text = passage.text
            # Most texts end with a stop, or are long.
            if len(text) <= LONGEST and text[-1:] not in _STOPS and not ends_sentence(text):
                told.append(Property("", text, passage.source, passage.line))
        for p in told:
            if len(p.value) <= LONGEST:
                names = [name for part in _PARTS.split(p.value) if (name := _named(part))]
                found.setdefault(p.name, []).append((draft, p, names))
    return {
        title: rows
        for title, rows in found.items()
        if sum(len(names) > 1 for *_, names in rows) >= FEWEST_LISTS
    }


@lru_cache(1 << 10)
def _lists_rules(title: str) -> bool:
    """Whether a column, by its title in any language, holds rules or abilities."""
    return is_said(folded_title(title), "rule") or any(
        speaks_of_abilities(title, lang) for lang in languages()
    )


def _abilities(member: Member) -> dict[str, Draft]:
    """The abilities of a source that have a text, by their names without values."""
    found: dict[str, Draft] = {}
    for draft in member.parsed.drafts:
        if draft.capability and draft.passages and draft.title and (name := _named(draft.title)):
            found.setdefault(name, draft)
    return found


def _named(words: str) -> str:
    return fold(_VALUE.sub("", words.strip())) if any(map(str.isalpha, words)) else ""


def _folder(member: Member) -> str:
    return member.source.rpartition("/")[0]
