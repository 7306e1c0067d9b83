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


def kinship(before: State, after: State, former: Mapping[str, str]) -> Kinship:
    """How the entries that went and came are kin to others.

    `former` leads from former keys to keys, as people or `variorum.keys` state them.
    """
    gone = [key for key in before.entries if key not in after.entries]
    come = [key for key in after.entries if key not in before.entries]
    renamed = {
        old: former[old]
        for old in gone
        if former.get(old) in after.entries and former[old] not in before.entries
    }
    # Two former keys of one new entry: the first is the entry renamed, the other merged into it.
    taken: dict[str, str] = {}
    for old, key in list(renamed.items()):
        if taken.setdefault(key, old) != old:
            del renamed[old]
    if not gone or not come:
        return _with_living(before, after, gone, come, renamed, {}, {})
    gone = [key for key in gone if key not in renamed]
    come = [key for key in come if key not in taken]
    split = _parts(
        {key: before.entries[key] for key in gone}, {key: after.entries[key] for key in come}
    )
    merged = _parts(
        {key: after.entries[key] for key in come}, {key: before.entries[key] for key in gone}
    )
    split = {whole: parts for whole, parts in split.items() if len(parts) > 1}
    merged = {whole: parts for whole, parts in merged.items() if len(parts) > 1}
    parts = {part for found in (split, merged) for many in found.values() for part in many}
    gone = [key for key in gone if key not in split and key not in parts]
    come = [key for key in come if key not in merged and key not in parts]
    renamed |= _renamed([before.entries[k] for k in gone], [after.entries[k] for k in come])
    gone = [key for key in gone if key not in renamed]
    come = [key for key in come if key not in renamed.values()]
    return _with_living(before, after, gone, come, renamed, split, merged)


def _with_living(
    before: State,
    after: State,
    gone: list[str],
    come: list[str],
    renamed: dict[str, str],
    split: dict[str, tuple[str, ...]],
    merged: dict[str, tuple[str, ...]],
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
            {old: after.entries[new] for old, new in changed.items()},
        )
        split = split | found
    if gone and changed:
        found = _parts(
            {new: after.entries[new] for new in changed.values()},
            {key: before.entries[key] for key in gone},
            {new: before.entries[old] for old, new in changed.items()},
        )
        merged = merged | found
    origin = {part: whole for whole, parts in split.items() for part in parts}
    origin |= {part: whole for whole, parts in merged.items() for part in parts}
    return Kinship(renamed, split, merged, origin)


def _parts(
    wholes: Mapping[str, EntryState],
    parts: Mapping[str, EntryState],
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
        met = Counter(owner for run in runs for owner in owners.get(run, ()))
        best = min(met.items(), key=lambda pair: (-pair[1], pair[0]), default=None)
        if best and best[1] >= CONTAINED * len(runs) and _same_game(wholes[best[0]], part):
            found.setdefault(best[0], []).append((best[1], key))
    return {
        whole: tuple(key for _, key in sorted(many, key=lambda pair: (-pair[0], pair[1])))
        for whole, many in sorted(found.items())
    }


def _renamed(gone: Iterable[EntryState], come: Iterable[EntryState]) -> dict[str, str]:
    """Old and new keys of entries that say the same, best first; each is used once."""
    index: dict[tuple[str, ...], list[EntryState]] = {}
    for entry in gone:
        for sign in _signs(entry):
            index.setdefault(sign, []).append(entry)
    scores: list[tuple[float, str, str]] = []
    for entry in come:
        near = {
            other.key: other
            for sign in _signs(entry)
            for other in index.get(sign, ())
            if _same_game(entry, other)
        }
        for key, other in near.items():
            one_name = _name(entry) == _name(other) != ""
            alike = _alike(entry.text, other.text)
            if alike >= (ALIKE_OF_ONE_NAME if one_name else ALIKE):
                scores.append((alike + one_name, key, entry.key))
    renamed: dict[str, str] = {}
    used: dict[str, str] = {}
    for _, old, new in sorted(scores, key=lambda s: (-s[0], s[1], s[2])):
        if old not in renamed and new not in used:
            renamed[old], used[new] = new, old
    return renamed


def _same_game(one: EntryState, other: EntryState) -> bool:
    # A game that was given another name keeps its language.
    return one.system == other.system or one.lang == other.lang


def _name(entry: EntryState) -> str:
    return fold(entry.name or "")


def _signs(entry: EntryState) -> list[tuple[str, ...]]:
    """What an entry may share with another: runs of words, the whole text, the name."""
    words = fold(entry.text)
    whole = [("text", words)] if words else []
    return [*sorted(_runs(entry.text)), *whole, ("name", _name(entry))]


def _alike(one: str, other: str) -> float:
    left, right = fold(one), fold(other)
    if left == right:
        return 1.0
    mine, theirs = _runs(one), _runs(other)
    total = len(mine) + len(theirs)
    return 2 * len(mine & theirs) / total if total else 0.0


def _runs(text: str) -> Runs:
    words = fold(text).split()
    return frozenset(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
