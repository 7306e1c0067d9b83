"""Files that `variorum.keys` remembers as one game stay one game, whatever they still share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from variorum.decisions import Memory

from .titles import dissect, slug

if TYPE_CHECKING:
    from .systems import Member


@dataclass(frozen=True, slots=True)
class _Votes:
    """How many texts a file has, and to how many of them each game lays claim."""

    texts: int
    systems: Counter[str]


class Remembered:
    """To which games the texts of files belonged when their keys were written."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._votes: dict[str, _Votes] = {}

    def system(self, group: Sequence[Member]) -> str | None:
        """The game to which most texts of a group belonged; null where none did.

        Lets a game keep its key when a new file names it otherwise.  Of equals the first in
        the alphabet.
        """
        votes = self._votes_of(group).systems
        return min(votes, key=lambda system: (-votes[system], system)) if votes else None

    def heirs(self, groups: Sequence[Sequence[Member]], taken: Collection[str]) -> list[str | None]:
        """The game that each group is: of those that had texts of one game that which has most.

        Nobody is a game whose key is `taken`.
        """
        best: dict[str, int] = {}
        for n, group in enumerate(groups):
            system = self.system(group)
            if system is not None and system not in taken:
                other = best.setdefault(system, n)
                if self._share(group, system)[1] > self._share(groups[other], system)[1]:
                    best[system] = n
        heirs = {n: system for system, n in best.items()}
        return [heirs.get(n) for n in range(len(groups))]

    def joined(
        self, groups: Sequence[list[Member]], stated: Mapping[str, list[Member]]
    ) -> list[list[Member]]:
        """The groups; those that were one game, and share nothing any more, are one again.

        `stated` are those of `groups` that people or the files themselves put together, by the
        key of their game: others join them, and two of them never join.
        """
        if not self._memory:
            return list(groups)
        fixed = {id(group): key for key, group in stated.items()}
        known: dict[tuple[str, str], list[list[Member]]] = {}
        for group in groups:
            key = fixed.get(id(group))
            system = key if key and not key.startswith("\0") else self.system(group)
            if system is not None:
                known.setdefault((system, group[0].lang), []).append(group)
        gone: dict[int, bool] = {}
        for (system, _), same in known.items():
            head = min(same, key=lambda g: (id(g) not in fixed, -self._share(g, system)[1]))
            for group in same:
                texts, own = self._share(group, system)
                if group is not head and id(group) not in fixed and 2 * own > texts:
                    head += group
                    gone[id(group)] = True
        return [group for group in groups if id(group) not in gone]

    def _share(self, group: Sequence[Member], system: str) -> tuple[int, int]:
        """How many texts a group has, and how many of them belonged to a game."""
        votes = self._votes_of(group)
        return votes.texts, votes.systems[system]

    def _votes_of(self, group: Sequence[Member]) -> _Votes:
        systems: Counter[str] = Counter()
        for member in group if self._memory else ():
            if member.source not in self._votes:
                self._votes[member.source] = self._of(member)
            systems += self._votes[member.source].systems
        return _Votes(sum(self._votes[m.source].texts for m in group if self._memory), systems)

    def _of(self, member: Member) -> _Votes:
        texts, systems = 0, Counter[str]()
        for draft in member.parsed.drafts:
            if draft.passages:
                text = "\n".join([p.text for p in draft.passages])
                found = self._memory.systems_of(text)
                if not found and draft.words is not None:
                    name = slug(dissect(draft.words, member.lang).name)
                    found = self._memory.systems_with(name, text)
                texts += 1
                systems.update(found)
        return _Votes(texts, systems)
