"""What speaks for and against a place in the tree: kinds of evidence with their weights.

A place is judged by the headings above it (the *spine*) and what already stands below each of
them.  Each kind of evidence is a rule that a reader could state; its weight says how far to
trust it against the others.  Beside the heading before is what needs no evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from . import weights
from .groups import Groups
from .spine import Branch, Past, Spine
from .traits import Trait

# What speaks for a place, or against it where the weight is below zero, and why.
Evidence = tuple[float, str]


# What speaks for a place without having to do with the heading right above it.
_PARTS = "the heading above is one of those with parts"
_FURTHER = "it has to do with the heading further above"
_REMOTE = (_PARTS, _FURTHER)


class Factors:
    """Judges places of an outline's headings."""

    def __init__(self, traits: Sequence[Trait], groups: Groups, alike: bool = False) -> None:
        self.looks_alike = alike
        self.traits = traits
        self.groups = groups
        self.mixed = self._mixed_capitals()
        self.before = self._same_titles()
        self.alike = self._same_leads()
        self.whole = self._title_of_all()
        self.announced = self._announced() if alike else {}
        # What was found of the heading that is being placed: many trees have the same branches.
        self._at = -1
        self._ties: dict[tuple[int, frozenset[str]], tuple[float, bool, frozenset[str]]] = {}
        self._compounds: dict[int, bool] = {}
        self._topics: dict[tuple[int, frozenset[str]], Sequence[Evidence]] = {}
        self._taken: dict[tuple[int, frozenset[str], int, bool], Sequence[Evidence]] = {}

    def _mixed_capitals(self) -> bool:
        n = sum(t.capitals for t in self.traits)
        return 2 <= n <= len(self.traits) - 2

    def _same_titles(self) -> list[int]:
        """The heading before that has the same title, or -1."""
        seen: dict[str, int] = {}
        found = []
        for i, t in enumerate(self.traits):
            found.append(seen.get(t.bare, -1))
            seen[t.bare] = i
        return found

    def _same_leads(self) -> list[int]:
        """The heading before whose title begins alike, or -1."""
        seen: dict[str, int] = {}
        found = []
        for i, t in enumerate(self.traits):
            found.append(seen.get(t.lead, -1) if t.lead else -1)
            seen[t.lead] = i
        return found

    def _title_of_all(self) -> bool:
        """Whether the first heading is the document's: alone without text, or above another such."""
        if len(self.traits) < 3 or self.traits[0].has_body:
            return False
        empty = sum(not t.has_body for t in self.traits[1:])
        return empty == 0 or not self.traits[1].has_body

    def _announced(self) -> dict[int, int]:
        """Headings that follow each other and that the text just before them names, to its own."""
        found: dict[int, int] = {}
        for i, t in enumerate(self.traits):
            end = i + 1
            while end < len(self.traits) and self._names(t, self.traits[end]):
                end += 1
            if end > i + 2:
                found.update((k, i) for k in range(i + 1, end) if k not in found)
        return found

    @staticmethod
    def _names(above: Trait, trait: Trait) -> bool:
        """Whether a text has all telling words of a title, and the title some of its own."""
        return bool(trait.keys - above.keys) and trait.keys <= above.body

    def place(self, spine: Spine, i: int, at: int) -> Spine:
        """The spine after heading `i` was placed below `spine[at]`."""
        trait, parent = self.traits[i], spine[at]
        tie, sharing = self.tie(i, parent)
        grown = Branch(
            parent.index,
            parent.own,
            parent.known,
            parent.children + 1,
            i,
            parent.headed,
            parent.foreign + bool(trait.foreign),
            parent.owners + (i in self.groups.owners),
            parent.sharing + sharing,
            parent.tied + tie,
        )
        head = spine[:at]
        if parent.children == 0 and at > 0:
            head = (*head[:-1], replace(head[-1], headed=head[-1].headed + 1))
        if self.whole and i == 0:
            return (*head, grown, Branch(i))  # a game's name is no subject of its chapters
        own = trait.keys - parent.known
        if parent.last >= 0:
            own -= self.traits[parent.last].keys  # a word of several side by side is not its own
        return (*head, grown, Branch(i, own, parent.known | trait.keys))

    def tie(self, i: int, branch: Branch) -> tuple[float, bool]:
        """How far heading `i` takes up the title of a branch (0 to 1), and whether its title does."""
        if branch.index < 0 or not branch.own:
            return 0.0, False
        return self._known(i, branch)[:2]

    def _known(self, i: int, branch: Branch) -> tuple[float, bool, frozenset[str]]:
        """`tie`, and the words that are taken up: found once for all trees with this branch."""
        self._turn_to(i)
        key = branch.index, branch.own
        if key not in self._ties:
            trait, shared = self.traits[i], self._shared(i, branch)
            tied = 0.7 if trait.opening & branch.own else 0.5 if trait.body & branch.own else 0.0
            shares = bool(shared) or self.compound(i, branch.index)
            self._ties[key] = (1.0, True, shared) if shares else (tied, False, shared)
        return self._ties[key]

    def _turn_to(self, i: int) -> None:
        if i != self._at:
            self._at, self._ties, self._compounds, self._topics, self._taken = i, {}, {}, {}, {}

    def _shared(self, i: int, branch: Branch) -> frozenset[str]:
        """The words that a title takes up from a branch.

        Titles of one form (*the order phase*, *the flight phase*) stand side by side: what
        makes the form is not taken up.
        """
        trait, above = self.traits[i], self.traits[branch.index]
        words = trait.keys & branch.own
        if trait.bare == above.bare:
            return frozenset()
        if words and (
            (trait.tail and trait.tail == above.tail) or (trait.lead and trait.lead == above.lead)
        ):
            words -= trait.form & above.form
        return words

    def compound(self, i: int, j: int) -> bool:
        """Whether a word of one title stands inside a longer word of the other, not at its start."""
        self._turn_to(i)
        if j not in self._compounds:
            a, b = self.traits[i], self.traits[j]
            self._compounds[j] = _inside(a, b) or _inside(b, a)
        return self._compounds[j]

    def score(self, spine: Spine, depths: Past, parents: Past, i: int, at: int) -> float:
        """How much speaks for heading `i` standing below `spine[at]`."""
        total = 0.0
        for weight, _ in self.judge(spine, depths, parents, i, at):
            total += weight
        return total

    def reasons(self, spine: Spine, depths: Past, parents: Past, i: int, at: int) -> str:
        """Why heading `i` stands below `spine[at]`, the strongest reason first."""
        judged = self.judge(spine, depths, parents, i, at)
        told = [(weight, why) for weight, why in judged if why and weight > 0]
        told.sort(key=lambda x: -x[0])
        return ", ".join(dict.fromkeys(why for _, why in told)) or "nothing above it claims it"

    def judge(
        self, spine: Spine, depths: Past, parents: Past, i: int, at: int
    ) -> list[Evidence]:  # fmt: skip
        """What speaks for (and against) heading `i` standing below `spine[at]`."""
        self._turn_to(i)
        told: list[Evidence] = []
        if i:
            self._position(spine, i, at, told)
            self._cycles(spine, i, at, told)
            self._foreign(spine, i, at, told)
            self._form(spine, depths, parents, i, at, told)
        if self.looks_alike:
            own = self.announced.get(i)
            if own is not None and own == spine[at].index:
                told.append((weights.ANNOUNCED, "the text above names it and those beside it"))
            elif own is None and self.announced.get(spine[at].last) == spine[at].index:
                told.append((-weights.ENDED, ""))
        else:
            self._words(spine, i, at, told)
            self._chapter(spine, i, at, told)
        if at and at == len(spine) - 1 and not any(why and why not in _REMOTE for _, why in told):
            told.append((-weights.UNSAID, ""))
        return told

    def _position(self, spine: Spine, i: int, at: int, told: list[Evidence]) -> None:
        before, parent = self.traits[i - 1], spine[at]
        below = at == len(spine) - 1
        if below:
            told.append((-weights.BELOW, ""))
            if len(spine) > 2 and self.traits[spine[-2].index].abilities:
                told.append((-weights.ABILITY, ""))  # an ability has no parts
            if not before.has_body:
                told.append((weights.CONTAINER, "the heading before it has no text of its own"))
            if before.announces:
                told.append((weights.ANNOUNCED, "the text before it announces what follows"))
            above = spine[at - 1]
            # Of the headings beside the one above, how many have parts: few tell little.
            heads = (above.headed + 1) / (above.children + 2)
            told.append((weights.HEADS * (1.5 * heads - 0.5), _PARTS))
        else:
            level = len(spine) - 2
            ended = self.groups.owner.get(i - 1)
            if ended is not None:
                # A cycle ended: the next heading stands beside the owner of the round.
                level = next((k for k, b in enumerate(spine) if b.index == ended), level + 1) - 1
            if at == level:
                told.append((weights.BESIDE, "beside the heading before it"))
            if at < level:
                told.append((-weights.CLOSE * (level - at) - (0 if at else weights.LEAVE), ""))
                ended_run = i - 1 in self.announced and i not in self.announced
                if self.looks_alike and self.traits[i].has_body and not ended_run:
                    told.append((-weights.LOOKS, ""))
            for closed in spine[at + 1 :]:
                if closed.children == 1:
                    told.append((-weights.ONLY, ""))
        last = self.traits[parent.last] if parent.last >= 0 else None
        if last is not None and not last.has_body and not self.traits[i].has_body:
            told.append((weights.EMPTY, "it has no text of its own, like the one beside it"))
        if at == 0 and self.whole:
            told.append((-weights.WHOLE, ""))
        if at > 3:
            told.append((-weights.DEEP * (at - 3), ""))
        above_it = self.groups.enclosed.get(i)
        if above_it is not None and any(b.index == above_it for b in spine[1 : at + 1]):
            told.append((weights.ENCLOSED, "between two headings of a numbered series"))
        numbered = self.groups.numbered.get(i)
        if numbered is not None:
            other, under = numbered
            if parent.index == other if under else parent.last == other:
                told.append((weights.NUMBERED, "its number says so"))

    def _cycles(self, spine: Spine, i: int, at: int, told: list[Evidence]) -> None:
        groups, parent = self.groups, spine[at]
        if i in groups.owner:
            owner = groups.owner[i]
            if parent.index == (-1 if owner is None else owner):
                told.append((weights.CYCLE, "its title comes back in a cycle"))
        elif i in groups.inside and i not in groups.owners:
            if parent.index == groups.inside[i]:
                told.append((weights.CYCLE, "between two titles of a cycle"))
        elif i in groups.owners:
            if parent.owners:
                told.append((weights.OWNERS, "it owns a cycle like the headings beside it"))
            elif at == len(spine) - 1 and i - 1 not in groups.owner:
                told.append((weights.FIRST_OWNER, "the first of those that own a cycle"))

    def _foreign(self, spine: Spine, i: int, at: int, told: list[Evidence]) -> None:
        """Headings with foreign names stand side by side."""
        trait, before, parent = self.traits[i], self.traits[i - 1], spine[at]
        if trait.foreign:
            if parent.last >= 0 and self.traits[parent.last].foreign:
                told.append((weights.FOREIGN_BESIDE, "foreign names side by side"))
            elif at == len(spine) - 1 and not before.foreign and i - 1 not in self.groups.owner:
                told.append((weights.FOREIGN_BELOW, "the first of the foreign names"))
            return
        over = spine[-2].foreign if len(spine) > 2 and before.foreign else 0
        if at == len(spine) - 3 and over > 1 and i not in self.groups.owner:
            told.append((weights.FOREIGN_OVER * min(2.0, over / 4), "the foreign names are over"))

    def _words(self, spine: Spine, i: int, at: int, told: list[Evidence]) -> None:
        """Words of titles in titles and texts."""
        for branch in spine[1:at]:
            told += self._further(i, branch)
        if at:
            parent = spine[at]
            self._topic(i, parent, told)
            told += self._taken_up(i, parent)

    def _taken_up(self, i: int, parent: Branch) -> Sequence[Evidence]:
        """What heading `i` takes up of the one above it: found once for all trees with both."""
        key = parent.index, parent.own, parent.last, parent.children > 0
        if key in self._taken:
            return self._taken[key]
        told = self._taken[key] = list[Evidence]()
        trait, rare = self.traits[i], self.groups.rare
        above = self.traits[parent.index]
        shared = self._known(i, parent)[2]
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
        elif parent.own and self.compound(i, parent.index):
            told.append((weights.COMPOUND, "a word of its title is part of one in the title above"))
        count = self.groups.count
        # What the heading beside it already takes up from the text above is not told again.
        fresh = trait.keys - (self.traits[parent.last].keys if parent.last >= 0 else frozenset())
        named = sum(self.groups.weight[k] for k in fresh & above.body if count[k] <= 4)
        if named:
            told.append((weights.NAMED * min(named, 2), "the text above names it"))
        if not shared and parent.own and parent.own <= trait.opening:
            weight = sum(self.groups.weight[k] for k in parent.own)
            told.append(
                (weights.OPENING * min(weight, 2), "its first sentence names the title above")
            )
        return told

    def _further(self, i: int, branch: Branch) -> Sequence[Evidence]:
        """What heading `i` has to do with one further above than the one right above it."""
        key = branch.index, branch.own
        if key not in self._topics:
            tie, shares = self.tie(i, branch)
            self._topics[key] = ((self._tied(branch, tie, shares), _FURTHER),) if tie else ()
        return self._topics[key]

    def _tied(self, branch: Branch, tie: float, shares: bool) -> float:
        weight = max(self.groups.weight[k] for k in branch.own)
        return weights.TOPIC * (1.0 if shares else tie * (0.3 + 0.7 * weight))

    def _topic(self, i: int, branch: Branch, told: list[Evidence]) -> None:
        """What stands below a heading has to do with it, where what stood there before had."""
        if not branch.own:
            return
        tie, shares = self.tie(i, branch)
        if tie:
            told.append((self._tied(branch, tie, shares), ""))
            if shares:
                return
        if branch.owners or not branch.children:
            return  # owners of a cycle stand together for that, not for their words
        if branch.children >= 2 and branch.sharing * 10 >= branch.children * 7:
            told.append((-weights.STRANGER * (1 - tie), ""))
        elif not tie:
            told.append((-weights.UNTIED * branch.tied / (branch.children + 1), ""))

    def _form(
        self, spine: Spine, depths: Past, parents: Past, i: int, at: int,
        told: list[Evidence],
    ) -> None:  # fmt: skip
        """One title at one depth, titles of one shape side by side, runs in order."""
        trait, parent, groups = self.traits[i], spine[at], self.groups
        alike = -1 if self.looks_alike else self.alike[i]
        if alike >= 0 and parents[alike] == parent.index:
            told.append((weights.LEAD, "a title that begins in the same way stands there"))
        same = self.before[i]
        if same >= 0 and i not in groups.owner and depths[same] == at + 1:
            told.append((weights.SAME_DEPTH, "the same title stood at this depth"))
        first = groups.beside.get(i)
        if groups.child_of.get(i) == parent.index:
            told.append((weights.LISTED, "the text above lists it among its parts"))
        elif first is not None and parents[first] == parent.index:
            told.append((weights.LISTED, "a sentence lists it with the headings there"))
        elif parent.last >= 0 and groups.ends.get(parent.index) == parent.last:
            told.append((-weights.ENDED, ""))
        number, length = groups.order[i]
        over = groups.order[parent.last][1] if number == 1 and parent.last == i - 1 else 0
        if length >= 5 and number > 2 and parent.last == i - 1:
            told.append(
                (
                    weights.ORDER * min(2.0, length / 5 - 0.5),
                    "in alphabetical order with those before it",
                )
            )
        elif over >= 5:
            told.append((-weights.ORDER * min(2.0, over / 5 - 0.5), ""))
        if self.mixed:
            if parent.index >= 0:
                above = self.traits[parent.index]
                if above.capitals and not trait.capitals:
                    told.append((weights.CAPITALS / 2, "the heading above stands in capitals"))
                elif trait.capitals and not above.capitals:
                    told.append((-2 * weights.CAPITALS, ""))
            beside = self.traits[parent.last] if parent.last >= 0 else trait
            if beside.capitals != trait.capitals:
                told.append((-weights.CAPITALS, ""))

    def _chapter(self, spine: Spine, i: int, at: int, told: list[Evidence]) -> None:
        """A new subject that much of what follows takes up is a chapter."""
        if at != (1 if self.whole and len(spine) > 1 else 0):
            return
        trait, groups = self.traits[i], self.groups
        if len(spine) > 1 and trait.keys & spine[-1].known:
            return
        if groups.family[i] >= 2:
            told.append(
                (
                    weights.FAMILY * min(1.0, (groups.family[i] - 1) / 3),
                    "the word of its title comes back in the titles below",
                )
            )
        if trait.announces and i not in groups.owner and i not in groups.owners:
            told.append(
                (weights.WIDE, "it announces what follows and shares nothing with what came before")
            )


def _inside(a: Trait, b: Trait) -> bool:
    words = [w for w in b.words if len(w) > 6]
    return any(k in w[1:] for k in a.keys if len(k) > 4 for w in words)
