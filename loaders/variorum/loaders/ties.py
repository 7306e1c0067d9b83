"""What a heading has to do with one above it: words of its title and text in those of the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from . import weights
from .groups import Groups
from .spine import Branch
from .traits import Keys, Trait

# What speaks for a place, or against it where the weight is below zero, and why.
Evidence = tuple[float, str]

FURTHER = "it has to do with the heading further above"
# A word stands inside another where both have more letters.
_SHORT_KEY, _SHORT_WORD = 4, 6
_STRANGERS = (0.0, False)
# The headings that are open in one tree or another are fewer.
_KEPT = 128


class Ties:
    """Ties of one heading at a time, that of `turn_to`: many trees have the same branches, so what
    is found of a branch is kept until the next heading.
    """

    def __init__(self, traits: Sequence[Trait], groups: Groups, keys: Keys) -> None:
        self.traits = traits
        self.groups = groups
        self._keys = keys
        # What is made of a title and its text: sets of all would take several times as much
        # memory as the texts.
        self._known_of = lru_cache(_KEPT)(lambda j: _known_of(traits[j], keys))
        self.turn_to(0)

    def turn_to(self, i: int) -> None:
        """From now on heading `i` is asked about."""
        self._at = i
        if i < len(self.traits):
            trait = self.traits[i]
            self._body, self._rests, self._parts = self._known_of(i)
            same = trait.opening is trait.body
            self._opening = self._body if same else frozenset(self._keys.said(trait.opening))
            self._said = trait.keys | self._body if self._body else trait.keys
        self._apart: dict[int, bool] = {}
        self._ties: dict[tuple[int, frozenset[str]], tuple[float, bool, frozenset[str]]] = {}
        self._topics: dict[tuple[int, frozenset[str]], Sequence[Evidence]] = {}
        self._taken: dict[tuple[int, frozenset[str], int, bool], Sequence[Evidence]] = {}

    def apart(self, j: int) -> bool:
        """Whether no word of the heading has to do with heading `j`, as is so of most."""
        apart = self._apart.get(j)
        if apart is None:
            trait, above = self.traits[self._at], self.traits[j]
            self._apart[j] = apart = (
                self._said.isdisjoint(above.keys)
                and trait.keys.isdisjoint(self._known_of(j)[0])
                and trait.bare not in above.parts
                and not self._compound(j)
            )
        return apart

    def tie(self, branch: Branch) -> tuple[float, bool]:
        """How far the heading takes up the title of a branch (0 to 1), and whether its title does."""
        if not branch.own or self.apart(branch.heading):
            return _STRANGERS
        return self._known(branch)[:2]

    def further(self, branch: Branch) -> Sequence[Evidence]:
        """What the heading has to do with one further above than the one right above it."""
        key = branch.heading, branch.own
        if key not in self._topics:
            tie, shares = self.tie(branch)
            self._topics[key] = ((self.tied(branch, tie, shares), FURTHER),) if tie else ()
        return self._topics[key]

    def tied(self, branch: Branch, tie: float, shares: bool) -> float:
        weight = max(self.groups.weight[k] for k in branch.own)
        return weights.TOPIC * (1.0 if shares else tie * (0.3 + 0.7 * weight))

    def taken_up(self, parent: Branch) -> Sequence[Evidence]:
        """What the heading takes up of the one above it."""
        key = parent.heading, parent.own, parent.last, parent.children > 0
        if key in self._taken:
            return self._taken[key]
        told = self._taken[key] = list[Evidence]()
        trait, rare = self.traits[self._at], self.groups.rare
        above = self.traits[parent.heading]
        shared = self._known(parent)[2]
        telling = shared & rare
        if shared and above.keys < trait.keys:
            # A word in every title of a chapter tells the chapter, not the place in it.
            first = telling or not parent.children
            told.append(
                (
                    weights.TAKES_UP if first else weights.TAKES_UP / 2,
                    "its title contains the title above",
                )
            )
        elif telling:
            told.append(
                (weights.SHARES_WORD * len(telling), "its title shares a word with the title above")
            )
        elif trait.bare in above.parts and above.keys != trait.keys:
            told.append((weights.HALF, "it is one of the things that the title above names"))
        elif parent.own and self._compound(parent.heading):
            told.append((weights.COMPOUND, "a word of its title is part of one in the title above"))
        count = self.groups.count
        # What the heading beside it already takes up from the text above is not told again.
        fresh = trait.keys - (self.traits[parent.last].keys if parent.last >= 0 else frozenset())
        said = fresh & self._known_of(parent.heading)[0]
        named = fsum(self.groups.weight[k] for k in said if count[k] <= 4)
        if named:
            told.append((weights.NAMED * min(named, 2), "the text above names it"))
        if not shared and parent.own and parent.own <= self._opening:
            weight = fsum(self.groups.weight[k] for k in parent.own)
            told.append(
                (weights.OPENING * min(weight, 2), "its first sentence names the title above")
            )
        return told

    def _known(self, branch: Branch) -> tuple[float, bool, frozenset[str]]:
        """`tie`, and the words that are taken up."""
        key = branch.heading, branch.own
        if key not in self._ties:
            shared = self._shared(branch)
            own = branch.own
            tied = 0.7 if self._opening & own else 0.5 if self._body & own else 0.0
            shares = bool(shared) or self._compound(branch.heading)
            self._ties[key] = (1.0, True, shared) if shares else (tied, False, shared)
        return self._ties[key]

    def _shared(self, branch: Branch) -> frozenset[str]:
        """The words that the title takes up from a branch.

        Titles of one form (*the order phase*, *the flight phase*) stand side by side: what
        makes the form is not taken up.
        """
        trait, above = self.traits[self._at], self.traits[branch.heading]
        words = trait.keys & branch.own
        if trait.bare == above.bare:
            return frozenset()
        if words and (
            (trait.tail and trait.tail == above.tail) or (trait.lead and trait.lead == above.lead)
        ):
            words -= frozenset(trait.form).intersection(above.form)
        return words

    def _compound(self, j: int) -> bool:
        """Whether a word of one title stands inside a longer word of the other, not at its start."""
        own, (_, other, parts) = self._rests, self._known_of(j)
        if other:
            for key in self._parts:
                if key in other:
                    return True
        if own:
            for key in parts:
                if key in own:
                    return True
        return False


def _known_of(trait: Trait, keys: Keys) -> tuple[frozenset[str], str, list[str]]:
    """The words of a text, the rests of the long words of its title, one a line, and the keys that
    may stand in such rests."""
    rests = "\n".join([w[1:] for w in trait.words if len(w) > _SHORT_WORD])
    return frozenset(keys.said(trait.body)), rests, [k for k in trait.keys if len(k) > _SHORT_KEY]
