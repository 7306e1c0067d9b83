"""Files that speak of each other's entries by keys: who has an entry, and which files belong together.

Exports of one database lie in several files: one tells the abilities, another only says by ids
which unit has which.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath
from typing import Generic, TypeVar

from variorum.compare.language import UNKNOWN, data
from variorum.compare.properties import folded_title, is_reference
from variorum.model import Property

from .carried import listed_bearers, listing_files, lists
from .parsed import BEARER, Draft
from .relations import is_called, related, tied_bearers, word_of
from .systems import Member

# So many of the keys that a file names must be those of another, so that the two are of one game.
FEWEST = 3
SHARE = 0.8
# A key that more files than these have is a count.
MOST_OWNERS = 50
# A number that no short list counts to.  A word may be a key in any game: it only leads to what
# tells no rules.
_STRONG_KEY = re.compile(r"(?=.*\d)\S{4,}")
_CODE = re.compile(r"(?=(?:.*[^\W\d_]){2})\S+")
Value = TypeVar("Value")


def join_referring(groups: list[list[Member]], silent: Sequence[Member]) -> list[list[Member]]:
    """The groups, joined where one names the keys of another; `silent` files tell nothing else.

    Counters of two databases look alike, so a few keys in common say nothing.
    """
    waiting = [*groups, *([m] for m in silent)]
    owners: dict[str, list[int]] = {}
    for i, group in enumerate(waiting):
        for key in dict.fromkeys(k for m in group for k in (*m.parsed.called, *_keys(m)) if k):
            owners.setdefault(key, []).append(i)
    speaks = [g[0].lang if n < len(groups) else None for n, g in enumerate(waiting)]
    above = list(range(len(waiting)))

    def find(n: int) -> int:
        while above[n] != n:
            above[n] = above[above[n]]
            n = above[n]
        return n

    for n, group in enumerate(waiting):
        lang = speaks[n]
        for folder, word, named in _named_keys(group):
            shared = Counter(
                i
                for key in named
                for i in owners.get(key, ())
                if i != n
                and lang in (None, speaks[i] or lang)
                and (i >= len(groups) or _STRONG_KEY.fullmatch(key))
            )
            # Counters look alike: the file that is called as the column says is meant.
            called = [
                i
                for i in shared
                if word and shared[i] >= SHARE * len(named) and _called(waiting[i], folder, word)
            ]
            best = min(called or shared, key=lambda i: (-shared[i], i), default=0)
            # Of what only names keys there may be several, of one date each.
            for i in dict.fromkeys([best, *(i for i in shared if i >= len(groups))]):
                if shared[i] >= FEWEST and shared[i] >= SHARE * len(named):
                    above[max(find(n), find(i))] = min(find(n), find(i))
                    lang = lang or speaks[i]
    for n, other in related(waiting):
        if None in (speaks[n], speaks[other]) or speaks[n] == speaks[other]:
            above[max(find(n), find(other))] = min(find(n), find(other))
    for n, other in listing_files(waiting):
        if speaks[n] in (None, UNKNOWN, speaks[other]):
            above[max(find(n), find(other))] = min(find(n), find(other))
    joined: dict[int, list[Member]] = {}
    for n, group in enumerate(waiting):
        joined.setdefault(find(n), []).extend(group)
    return [_in_one_language(g) for g in joined.values() if any(m.parsed.drafts for m in g)]


def _in_one_language(group: list[Member]) -> list[Member]:
    """A group where lists of names, which tell no language, are in that of the others."""
    told = {m.lang for m in group if m.parsed.drafts and m.lang != UNKNOWN}
    if len(told) != 1:
        return group
    return [replace(m, lang=lang) if m.lang == UNKNOWN else m for m in group for lang in told]


def _keys(member: Member) -> Iterator[str]:
    return (d.key for d in member.parsed.drafts if d.key)


def _called(group: Sequence[Member], folder: str, word: str) -> bool:
    """Whether a file of a group lies in a folder and is called by a word for what it tells."""
    return any(
        m.source.rpartition("/")[0] == folder
        and is_called(folded_title(PurePosixPath(m.source).stem), word)
        for m in group
    )


def _named_keys(group: Sequence[Member]) -> Iterator[tuple[str, str, Collection[str]]]:
    """The keys that a group names, with the folder where it does and the word for what they are of:
    of what is had, of who has it, of what is told more, and in each column of ids."""
    found: dict[tuple[str, str, str], dict[str, None]] = {}
    for member in group:
        folder = member.source.rpartition("/")[0]
        for fact in member.parsed.facts:
            found.setdefault((folder, fact.of, "told"), {})[fact.key] = None
        for b in member.parsed.bearers:
            found.setdefault((folder, b.of, "had"), {})[b.key] = None
            if b.is_key:
                found.setdefault((folder, b.by, "has"), {})[b.name] = None
        for column, keys in _references(member).items():
            own = [key for key in keys if _STRONG_KEY.fullmatch(key) or _CODE.fullmatch(key)]
            word = word_of(column) or ""
            found.setdefault((folder, word, column), {}).update(dict.fromkeys(own))
    for (folder, word, _), keys in found.items():
        yield folder, word, keys


def _references(member: Member) -> dict[str, dict[str, None]]:
    """The ids that a source's records hold of what is told elsewhere, by the column's title."""
    found: dict[str, dict[str, None]] = {}
    for draft in member.parsed.drafts:
        for p in draft.properties:
            if p.value != draft.key and _is_reference(p.name):
                found.setdefault(p.name, {})[p.value] = None
    return found


@lru_cache(1 << 10)
def _is_reference(title: str) -> bool:
    return is_reference(folded_title(title))


def has_references(draft: Draft) -> bool:
    """Whether a record holds the id of something that is told elsewhere."""
    return any(_is_reference(p.name) for p in draft.properties)


def told_apart(draft: Draft) -> bool:
    """Whether what a source tells twice is told of each who has it."""
    return has_references(draft) or any(p.name == BEARER for p in draft.properties)


def refers(member: Member) -> bool:
    """Whether a source says by keys, or by names in lists, what another one tells."""
    return (
        bool(member.parsed.bearers or member.parsed.facts or member.parsed.ties)
        or any(map(has_references, member.parsed.drafts))
        or lists(member)
    )


def give_bearers(members: Sequence[Member]) -> None:
    """Make who has an entry, as other places and files say by its key, a property of it.

    A bearer that is called by a key itself has the name that goes with it; without one it is none.
    """
    called = [
        {d.key: d.title or "" for d in reversed(m.parsed.drafts) if d.key} | m.parsed.called
        for m in members
    ]
    told: list[dict[str, Draft]] = [
        {d.key: d for d in reversed(m.parsed.drafts) if d.key} for m in members
    ]
    named, keyed = _Owners(members, called), _Owners(members, told)
    given: dict[int, tuple[Draft, dict[str, Property]]] = {}
    for n, member in enumerate(members):
        own = member.parsed.bearers
        names = {by: named.of(keys, n, by) for by, keys in _by_word((b.by, b.name) for b in own)}
        drafts = {of: keyed.of(keys, n, of) for of, keys in _by_word((b.of, b.key) for b in own)}
        for b in own:
            name = names[b.by].get(b.name, "") if b.is_key else b.name
            draft = drafts[b.of].get(b.key)
            if name and draft is not None:
                had = given.setdefault(id(draft), (draft, {}))[1]
                had.setdefault(name, Property(BEARER, name, member.source, b.line))
        for column, ids in _references(member).items():
            if folded_title(column).removesuffix(" id") in data(UNKNOWN, "read")["row_columns"]:
                continue
            told_by = named.of(ids, n, word_of(column) or "")
            if len(told_by) < SHARE * len(ids):
                continue
            for draft in member.parsed.drafts:
                for p in draft.properties:
                    if p.name == column and p.value != draft.key and told_by.get(p.value):
                        had = given.setdefault(id(draft), (draft, {}))[1]
                        name = told_by[p.value]
                        had.setdefault(name, Property(BEARER, name, p.source, p.line))
    for draft, p in chain(tied_bearers(members), listed_bearers(members)):
        given.setdefault(id(draft), (draft, {}))[1].setdefault(p.value, p)
    for draft, properties in given.values():
        told_already = {p.value for p in draft.properties if p.name == BEARER}
        draft.properties += tuple(p for p in properties.values() if p.value not in told_already)
    _give_facts(members, keyed)


def _give_facts(members: Sequence[Member], keyed: _Owners[Draft]) -> None:
    """Make what rows of other tables say of an entry, by its id, properties of it."""
    for n, member in enumerate(members):
        facts = member.parsed.facts
        drafts = {of: keyed.of(keys, n, of) for of, keys in _by_word((f.of, f.key) for f in facts)}
        given: dict[int, tuple[Draft, dict[tuple[str, str], Property]]] = {}
        for f in facts:
            draft = drafts[f.of].get(f.key)
            if draft is not None:
                had = given.setdefault(id(draft), (draft, {}))[1]
                had.setdefault((f.held.name, f.held.value), f.held)
        for draft, properties in given.values():
            told = {(p.name, p.value) for p in draft.properties}
            draft.properties += tuple(p for key, p in properties.items() if key not in told)


def _by_word(keys: Iterable[tuple[str, str]]) -> Iterable[tuple[str, dict[str, None]]]:
    """The keys of each word for what they are of, each once and in their order."""
    found: dict[str, dict[str, None]] = {}
    for word, key in keys:
        found.setdefault(word, {})[key] = None
    return found.items()


class _Owners(Generic[Value]):
    """What goes with the keys of several sources, whose counters may look alike."""

    def __init__(self, members: Sequence[Member], values: Sequence[Mapping[str, Value]]) -> None:
        self._folders = [m.source.rpartition("/")[0] for m in members]
        self._stems = [folded_title(PurePosixPath(m.source).stem) for m in members]
        self._values = values
        self._owners: dict[str, list[int]] = {}
        for n, own in enumerate(values):
            for key in own:
                self._owners.setdefault(key, []).append(n)

    def of(self, keys: Collection[str], home: int, word: str = "") -> dict[str, Value]:
        """What goes with the `keys` that one column of source `home` has: in the source of its own
        folder that is called by the `word` for them and has most of them, else first in the one
        that has most, of equals in itself, then in one of its own folder."""
        shared = Counter(
            n
            for key in keys
            if len(owners := self._owners.get(key, ())) <= MOST_OWNERS
            for n in owners
        )
        order = sorted(
            shared,
            key=lambda n: (-shared[n], n != home, self._folders[n] != self._folders[home], n),
        )
        for n in order:
            if word and shared[n] >= SHARE * len(keys) and self._called(n, home, word):
                order = [n]
                break
        found: dict[str, Value] = {}
        for n in order:
            if len(found) == len(keys):
                break
            for key in keys:
                if key not in found and key in self._values[n]:
                    found[key] = self._values[n][key]
        return found

    def _called(self, n: int, home: int, word: str) -> bool:
        return self._folders[n] == self._folders[home] and is_called(self._stems[n], word)
