"""Which entries of two states are kin: renamed, split or merged.

Keys nearly always answer that (`variorum.keys`).  Where a key has gone and others have come,
the words do: runs of three words (shingles: Broder, *On the resemblance and containment of
documents*, 1997) that one entry lost and another gained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from variorum.decisions import fold
from variorum.schema.state import EntryState, State

# Of a part, so much must come from the whole; of two names of one entry, so much be shared.
CONTAINED = 0.6
ALIKE = 0.5
# Entries of one name are one entry even where much of the text has changed.
ALIKE_OF_ONE_NAME = 0.2
# Fewer words may stand anywhere.
RUN = 3
LEAST_RUNS = 3
# A run of words that more entries have says nothing, and would make every pair a candidate.
COMMON = 40

Runs = frozenset[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Kinship:
    """`renamed` leads from old keys to new ones; `split` from an old key to the new entries
    that took its words, most words first; `merged` from a new key to the old entries that
    went into it.  The key of a split entry that stays is an old key, of a merged one a new.
    """

    renamed: Mapping[str, str]
    split: Mapping[str, tuple[str, ...]]
    merged: Mapping[str, tuple[str, ...]]
    origin: Mapping[str, str] = field(default_factory=dict)


class _Games:
    """Which entries may be kin: those of one game, also where the game was given another key."""

    def __init__(self, before: State, after: State) -> None:
        old = dict.fromkeys(entry.system for entry in before.entries.values())
        new = dict.fromkeys(entry.system for entry in after.entries.values())
        self._stay = frozenset(old.keys() & new.keys())

    def same(self, one: EntryState, other: EntryState) -> bool:
        """Whether two entries may be one; games of one language that both came or went may."""
        if one.system == other.system:
            return True
        stay = one.system in self._stay or other.system in self._stay
        return not stay and one.lang == other.lang


def kinship(before: State, after: State, former: Mapping[str, str]) -> Kinship:
    """How the entries that went and came are kin to others.

    `former` leads from former keys to keys, as people or `variorum.keys` state them.
    """
    games = _Games(before, after)
    gone = [key for key in before.entries if key not in after.entries]
    come = [key for key in after.entries if key not in before.entries]
    renamed = {
        old: former[old]
        for old in gone
        if former.get(old) in after.entries and former[old] not in before.entries
    }
    # Of several former keys of one new entry the words tell which are it, and which went into it.
    taken = Counter(renamed.values())
    renamed = {old: key for old, key in renamed.items() if taken[key] == 1}
    if not gone or not come:
        return _with_living(before, after, gone, come, renamed, {}, {}, games)
    gone = [key for key in gone if key not in renamed]
    come = [key for key in come if key not in renamed.values()]
    split = _parts(
        {key: before.entries[key] for key in gone},
        {key: after.entries[key] for key in come},
        games,
    )
    merged = _parts(
        {key: after.entries[key] for key in come},
        {key: before.entries[key] for key in gone},
        games,
    )
    split = {whole: parts for whole, parts in split.items() if len(parts) > 1}
    merged = {whole: parts for whole, parts in merged.items() if len(parts) > 1}
    parts = {part for found in (split, merged) for many in found.values() for part in many}
    gone = [key for key in gone if key not in split and key not in parts]
    come = [key for key in come if key not in merged and key not in parts]
    renamed |= _renamed([before.entries[k] for k in gone], [after.entries[k] for k in come], games)
    gone = [key for key in gone if key not in renamed]
    come = [key for key in come if key not in renamed.values()]
    return _with_living(before, after, gone, come, renamed, split, merged, games)


def _with_living(
    before: State,
    after: State,
    gone: list[str],
    come: list[str],
    renamed: dict[str, str],
    split: dict[str, tuple[str, ...]],
    merged: dict[str, tuple[str, ...]],
    games: _Games,
) -> Kinship:
    """Adds entries that stay and gave words to new ones, or took in those of gone ones."""
    pairs = {key: key for key in before.entries if key in after.entries} | renamed
    changed = {
        old: new
        for old, new in pairs.items()
        if before.entries[old].digest != after.entries[new].digest
    }
    if come and changed:
        found = _parts(
            {old: before.entries[old] for old in changed},
            {key: after.entries[key] for key in come},
            games,
            {old: after.entries[new] for old, new in changed.items()},
        )
        split = split | found
    if gone and changed:
        found = _parts(
            {new: after.entries[new] for new in changed.values()},
            {key: before.entries[key] for key in gone},
            games,
            {new: before.entries[old] for old, new in changed.items()},
        )
        merged = merged | found
    origin = {part: whole for whole, parts in split.items() for part in parts}
    origin |= {part: whole for whole, parts in merged.items() for part in parts}
    return Kinship(renamed, split, merged, origin)


def _parts(
    wholes: Mapping[str, EntryState],
    parts: Mapping[str, EntryState],
    games: _Games,
    rest: Mapping[str, EntryState] | None = None,
) -> dict[str, tuple[str, ...]]:
    """For each whole the parts whose words it holds, and `rest` (itself, later) does not."""
    owners: dict[tuple[str, ...], list[str]] = {}
    for key, whole in wholes.items():
        own = _runs(whole.text)
        if rest is not None:
            own -= _runs(rest[key].text)
        for run in own:
            owners.setdefault(run, []).append(key)
    found: dict[str, list[tuple[int, str]]] = {}
    for key, part in parts.items():
        runs = _runs(part.text)
        if len(runs) < LEAST_RUNS:
            continue
        listed = [owners.get(run, []) for run in runs]
        met = Counter(owner for own in listed if len(own) <= COMMON for owner in own)
        best = min(met.items(), key=lambda pair: (-pair[1], pair[0]), default=None)
        if best and best[1] >= CONTAINED * len(runs) and games.same(wholes[best[0]], part):
            found.setdefault(best[0], []).append((best[1], key))
    return {
        whole: tuple(key for _, key in sorted(many, key=lambda pair: (-pair[0], pair[1])))
        for whole, many in sorted(found.items())
    }


def _renamed(
    gone: Iterable[EntryState], come: Iterable[EntryState], games: _Games
) -> dict[str, str]:
    """Old and new keys of entries that say the same, best first; each is used once."""
    index: dict[tuple[str, ...], list[_Folded]] = {}
    for old in map(_folded, gone):
        for sign in (*old.runs, *old.signs):
            index.setdefault(sign, []).append(old)
    scores: list[tuple[float, str, str]] = []
    for new in map(_folded, come):
        listed = [index.get(sign, []) for sign in (*new.runs, *new.signs)]
        near = {
            old.entry.key: old
            for owners in listed
            if len(owners) <= COMMON
            for old in owners
            if games.same(new.entry, old.entry)
        }
        for key, old in near.items():
            one_name = new.name == old.name != ""
            alike = 1.0 if new.text == old.text else _alike(new.runs, old.runs)
            if alike >= (ALIKE_OF_ONE_NAME if one_name else ALIKE):
                scores.append((alike + one_name, key, new.entry.key))
    renamed: dict[str, str] = {}
    used: dict[str, str] = {}
    for _, key, other in sorted(scores, key=lambda s: (-s[0], s[1], s[2])):
        if key not in renamed and other not in used:
            renamed[key], used[other] = other, key
    return renamed


@dataclass(frozen=True, slots=True)
class _Folded:
    """An entry with its text and name as they are compared, folded once for all pairs."""

    entry: EntryState
    text: str
    name: str
    runs: Runs

    @property
    def signs(self) -> list[tuple[str, ...]]:
        """What it may share with another besides runs of words: its whole text, its name."""
        return [
            *([("text", self.text)] if self.text else []),
            *([("name", self.name)] if self.name else []),
        ]


def _folded(entry: EntryState) -> _Folded:
    text = fold(entry.text)
    return _Folded(entry, text, fold(entry.name or ""), _runs_of(text))


def _alike(mine: Runs, theirs: Runs) -> float:
    total = len(mine) + len(theirs)
    return 2 * len(mine & theirs) / total if total else 0.0


def _runs(text: str) -> Runs:
    return _runs_of(fold(text))


def _runs_of(folded: str) -> Runs:
    words = folded.split()
    return frozenset(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
