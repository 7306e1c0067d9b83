"""What speaks for and against a place in the tree: kinds of evidence with their weights.

A place is judged by the headings above it (the *spine*) and what already stands below each of
them.  Each kind of evidence is a rule that a reader could state; its weight says how far to
trust it against the others.  Beside the heading before is what needs no evidence.

A heading is judged on many spines, and most rules are silent about it on each of them: those that
are not are found once for it (`turn_to`), and judge all places of a spine together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from . import weights
from .groups import Groups
from .levels import NOTHING, PARTS, Summed, down, up
from .spine import DEPTH, Branch, Past, Spine, branch, spine_of
from .ties import FURTHER, Evidence, Ties
from .traits import Keys, Trait

# What speaks for a place without having to do with the heading right above it.
_REMOTE = (PARTS, FURTHER)

# What speaks for each place, by its number on the spine.
Told = defaultdict[int, list[Evidence]]
# Kept as functions: methods of an object that it holds itself would keep it from being let go.
Rule = Callable[["Factors", Spine, Past, Told], None]
# The totals of each place, what the places say themselves, and what more does.
Judged = tuple[list[float], list[Summed], Told]
# So many ways in which evidence comes together are remembered with the reasons that they give.
_REMEMBERED = 1024

_ENCLOSED = (weights.ENCLOSED, "between two headings of a numbered series")
_NUMBERED = (weights.NUMBERED, "its number says so")
_CYCLE = (weights.CYCLE, "its title comes back in a cycle")
_INSIDE = (weights.CYCLE, "between two titles of a cycle")
_OWNERS = (weights.OWNERS, "it owns a cycle like the headings beside it")
_FIRST_OWNER = (weights.FIRST_OWNER, "the first of those that own a cycle")
_FOREIGN_BESIDE = (weights.FOREIGN_BESIDE, "foreign names side by side")
_FOREIGN_BELOW = (weights.FOREIGN_BELOW, "the first of the foreign names")
_LEAD = (weights.LEAD, "a title that begins in the same way stands there")
_SAME_DEPTH = (weights.SAME_DEPTH, "the same title stood at this depth")
_LISTED = (weights.LISTED, "the text above lists it among its parts")
_LISTED_BESIDE = (weights.LISTED, "a sentence lists it with the headings there")
_UNDER_CAPITALS = (weights.CAPITALS / 2, "the heading above stands in capitals")
_OVER_CAPITALS = (-2 * weights.CAPITALS, "")
_CAPITALS = (-weights.CAPITALS, "")
_NAMED = (weights.ANNOUNCED, "the text above names it and those beside it")
_WIDE = (weights.WIDE, "it announces what follows and shares nothing with what came before")
_UNSAID = (-weights.UNSAID, "")
_ENDED = (-weights.ENDED, "")


class Factors:
    """Judges places of an outline's headings."""

    def __init__(
        self, traits: Sequence[Trait], groups: Groups, keys: Keys, alike: bool = False
    ) -> None:
        self.looks_alike = alike
        self.traits = traits
        self.groups = groups
        self.ties = Ties(traits, groups, keys)
        self.mixed = self._mixed_capitals()
        self.before = self._same_titles()
        self.alike = self._same_leads()
        self.whole = self._title_of_all()
        self.announced = self._announced(keys) if alike else {}
        # The reasons that were given, each with its number.
        self.said: dict[str, int] = {}
        self._numbers_of: dict[tuple[Evidence, ...], int] = {}
        self.turn_to(0)

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

    def _announced(self, keys: Keys) -> dict[int, int]:
        """Headings that follow each other and that the text just before them names, to its own."""
        found: dict[int, int] = {}
        for i, t in enumerate(self.traits):
            end, said = i + 1, frozenset(keys.said(t.body))
            while end < len(self.traits) and self._names(t, said, self.traits[end]):
                end += 1
            if end > i + 2:
                found.update((k, i) for k in range(i + 1, end) if k not in found)
        return found

    @staticmethod
    def _names(above: Trait, said: frozenset[str], trait: Trait) -> bool:
        """Whether a text has all telling words of a title, and the title some of its own."""
        return bool(trait.keys - above.keys) and trait.keys <= said

    def turn_to(self, i: int) -> None:
        """From now on heading `i` is judged."""
        self._at = i
        self.ties.turn_to(i)
        if i >= len(self.traits):
            return
        trait, groups = self.traits[i], self.groups
        told: tuple[tuple[Rule, bool], ...] = (
            (Factors._named, self.looks_alike),
            (Factors._words, not self.looks_alike),
        )
        if i:
            before = self.traits[i - 1]
            self._ended = groups.owner.get(i - 1)
            self._looks = self.looks_alike and trait.has_body
            self._looks = self._looks and not (i - 1 in self.announced and i not in self.announced)
            self._container, self._announces = not before.has_body, before.announces
            told = (
                (Factors._numbers, i in groups.enclosed or i in groups.numbered),
                (Factors._cycles, i in groups.owner or i in groups.inside or i in groups.owners),
                (Factors._foreign, bool(trait.foreign or before.foreign)),
                (Factors._titles, self.alike[i] >= 0 or self.before[i] >= 0),
                (Factors._lists, bool(groups.ends) or i in groups.child_of or i in groups.beside),
                (Factors._order, groups.order[i][1] >= 5 or groups.order[i - 1][1] >= 5),
                (Factors._capitals, self.mixed),
                *told,
            )
        chapter = not self.looks_alike and (trait.announces or groups.family[i] >= 2)
        self._rules: list[Rule] = [
            rule for rule, may in (*told, (Factors._chapter, chapter)) if may
        ]

    def place(self, spine: Spine, at: int) -> Spine:
        """The spine after the heading was placed below that at place `at`."""
        i, branches = self._at, spine.branches
        trait, parent = self.traits[i], branches[at]
        tie, sharing = self.ties.tie(parent)
        index, own, known, children, last, headed, foreign, owners, shares, tied = parent
        grown = branch(
            (
                *(index, own, known, children + 1, i, headed),
                foreign + 1 if trait.foreign else foreign,
                owners + 1 if i in self.groups.owners else owners,
                shares + sharing,
                tied + tie,
            )
        )
        head = branches[:at]
        if children == 0 and at > 0:
            head = (*head[:-1], head[-1].with_parts())
        if self.whole and i == 0:
            new = Branch(i)  # a game's name is no subject of its chapters
        else:
            own = trait.keys - known
            if last >= 0 and own:
                # A word of several side by side is not its own.
                own -= self.traits[last].keys
            new = branch((i, own, known | trait.keys, 0, -1, 0, 0, 0, 0, 0.0))
        return spine_of(((*head, grown, new), (*spine.indexes[: at + 1], i)))

    def judge(self, spine: Spine, past: Past) -> Judged:
        """What speaks for (and against) the heading standing below each heading of a spine: how
        much it is together; what the place itself says, and then what the heading has to do with
        those there."""
        further: Told = defaultdict(list)
        first = self._position(spine) if self._at else [NOTHING]
        for rule in self._rules:
            rule(self, spine, past, further)
        deepest = len(spine.indexes) - 1
        if 0 < deepest < DEPTH and not (self._container or self._announces):
            told = further[deepest]
            for _, why in told:
                if why and why not in _REMOTE:
                    break
            else:
                told.append(_UNSAID)
        totals = [total for total, _ in first]
        for at, told in further.items():
            total = totals[at]
            for weight, _ in told:
                total += weight
            totals[at] = total
        return totals, first, further

    def reason(self, judged: Judged, at: int) -> int:
        """Why the heading stands below that at place `at` of a spine that was judged, the strongest
        reason first, as its number in `said`."""
        _, first, further = judged
        told = (*first[at][1], *further[at]) if at in further else first[at][1]
        number = self._numbers_of.get(told)
        if number is None:
            speaking = [(weight, why) for weight, why in told if why and weight > 0]
            speaking.sort(key=lambda x: -x[0])
            why = ", ".join(dict.fromkeys(why for _, why in speaking))
            number = self.said.setdefault(why or "nothing above it claims it", len(self.said))
            if len(self._numbers_of) >= _REMEMBERED:
                self._numbers_of.clear()
            self._numbers_of[told] = number
        return number

    def _position(self, spine: Spine) -> list[Summed]:
        """Going up from the heading before, staying beside it or going down."""
        traits, branches = self.traits, spine.branches
        deepest = level = len(branches) - 2
        if self._ended is not None and self._ended in spine.indexes:
            # A cycle ended: the next heading stands beside the owner of the round.
            level = spine.indexes.index(self._ended) - 1
        has_body, looks, whole = traits[self._at].has_body, self._looks, self.whole
        first: list[Summed] = []
        if deepest < DEPTH - 1:
            above = branches[deepest]
            ability = deepest > 0 and traits[above.heading].abilities
            first.append(down(deepest + 1, above, ability, self._container, self._announces))
        only = 0
        for at in range(deepest, -1, -1):
            parent = branches[at]
            empty = not (has_body or parent.last < 0 or traits[parent.last].has_body)
            first.append(up(level - at, at, looks, only, empty, whole))
            only += parent.children == 1
        first.reverse()
        return first

    def _numbers(self, spine: Spine, past: Past, found: Told) -> None:
        """Numbers of titles, and what stands between them."""
        enclosed = self.groups.enclosed.get(self._at)
        if enclosed is not None and enclosed in spine.indexes:
            for at in range(spine.indexes.index(enclosed), min(len(spine.indexes), DEPTH)):
                found[at].append(_ENCLOSED)
        if self._at in self.groups.numbered:
            other, under = self.groups.numbered[self._at]
            for at, parent in enumerate(spine.branches[:DEPTH]):
                if (parent.heading if under else parent.last) == other:
                    found[at].append(_NUMBERED)

    def _cycles(self, spine: Spine, past: Past, found: Told) -> None:
        groups, i = self.groups, self._at
        if i in groups.owner:
            owner = groups.owner[i]
            _say(spine, -1 if owner is None else owner, _CYCLE, found)
        elif i in groups.owners:
            for at, parent in enumerate(spine.branches[:DEPTH]):
                if parent.owners:
                    found[at].append(_OWNERS)
                elif at == len(spine.branches) - 1 and i - 1 not in groups.owner:
                    found[at].append(_FIRST_OWNER)
        else:
            _say(spine, groups.inside[i], _INSIDE, found)

    def _foreign(self, spine: Spine, past: Past, found: Told) -> None:
        """Headings with foreign names stand side by side."""
        i, deepest = self._at, len(spine.branches) - 1
        before = self.traits[i - 1]
        if self.traits[i].foreign:
            for at, parent in enumerate(spine.branches[:DEPTH]):
                if parent.last >= 0 and self.traits[parent.last].foreign:
                    found[at].append(_FOREIGN_BESIDE)
                elif at == deepest and not before.foreign and i - 1 not in self.groups.owner:
                    found[at].append(_FOREIGN_BELOW)
        elif deepest > 1 and i not in self.groups.owner:
            over = spine.branches[-2].foreign
            if over > 1:
                weight = weights.FOREIGN_OVER * min(2.0, over / 4)
                found[deepest - 2].append((weight, "the foreign names are over"))

    def _titles(self, spine: Spine, past: Past, found: Told) -> None:
        """Titles that begin alike side by side, one title at one depth."""
        i = self._at
        alike, same = self.alike[i], self.before[i]
        if alike >= 0 and not self.looks_alike:
            _say(spine, past[alike][0], _LEAD, found)
        if same >= 0 and i not in self.groups.owner:
            depth = past[same][1]
            if depth <= len(spine.indexes):
                found[depth - 1].append(_SAME_DEPTH)

    def _lists(self, spine: Spine, past: Past, found: Told) -> None:
        """What a sentence lists stands together, and below it."""
        groups = self.groups
        first = groups.beside.get(self._at)
        above = groups.child_of.get(self._at)
        beside = past[first][0] if first is not None else None
        for at, parent in enumerate(spine.branches[:DEPTH]):
            if above == parent.heading:
                found[at].append(_LISTED)
            elif beside == parent.heading:
                found[at].append(_LISTED_BESIDE)
            elif parent.last >= 0 and groups.ends.get(parent.heading) == parent.last:
                found[at].append(_ENDED)

    def _order(self, spine: Spine, past: Past, found: Told) -> None:
        """Runs in alphabetical order go on beside the heading before, and end there."""
        number, length = self.groups.order[self._at]
        before = self.groups.order[self._at - 1][1]
        told = found[len(spine.branches) - 2]
        if length >= 5 and number > 2:
            why = "in alphabetical order with those before it"
            told.append((weights.ORDER * min(2.0, length / 5 - 0.5), why))
        elif number == 1 and before >= 5:
            told.append((-weights.ORDER * min(2.0, before / 5 - 0.5), ""))

    def _capitals(self, spine: Spine, past: Past, found: Told) -> None:
        """Titles in capitals stand above others, and beside their like."""
        capitals = self.traits[self._at].capitals
        for at, parent in enumerate(spine.branches[:DEPTH]):
            if parent.heading >= 0 and self.traits[parent.heading].capitals != capitals:
                found[at].append(_OVER_CAPITALS if capitals else _UNDER_CAPITALS)
            if parent.last >= 0 and self.traits[parent.last].capitals != capitals:
                found[at].append(_CAPITALS)

    def _named(self, spine: Spine, past: Past, found: Told) -> None:
        """What a text names just before, among headings that look alike."""
        own = self.announced.get(self._at)
        if own is not None:
            _say(spine, own, _NAMED, found)
            return
        for at, parent in enumerate(spine.branches[:DEPTH]):
            if self.announced.get(parent.last) == parent.heading:
                found[at].append(_ENDED)

    def _words(self, spine: Spine, past: Past, found: Told) -> None:
        """Words of titles in titles and texts."""
        ties = self.ties
        further: list[Evidence] = []
        for at, parent in enumerate(spine.branches[1:DEPTH], 1):
            if further:
                found[at] += further
            if ties.apart(parent.heading):
                if parent.tied and not parent.owners:
                    self._stranger(parent, 0.0, found[at])
                continue
            tie, shares = ties.tie(parent)
            if tie:
                found[at].append((ties.tied(parent, tie, shares), ""))
            # Owners of a cycle stand together for that, not for their words.
            if parent.tied and not shares and not parent.owners:
                self._stranger(parent, tie, found[at])
            found[at] += ties.taken_up(parent)
            further += ties.further(parent)

    @staticmethod
    def _stranger(branch: Branch, tie: float, told: list[Evidence]) -> None:
        """What stands below a heading has to do with it, where what stood there before had."""
        if branch.children >= 2 and branch.sharing * 10 >= branch.children * 7:
            told.append((-weights.STRANGER * (1 - tie), ""))
        elif not tie:
            told.append((-weights.UNTIED * branch.tied / (branch.children + 1), ""))

    def _chapter(self, spine: Spine, past: Past, found: Told) -> None:
        """A new subject that much of what follows takes up is a chapter."""
        i = self._at
        trait, groups = self.traits[i], self.groups
        if len(spine.branches) > 1 and trait.keys & spine.branches[-1].known:
            return
        told = found[1 if self.whole and len(spine.branches) > 1 else 0]
        if groups.family[i] >= 2:
            why = "the word of its title comes back in the titles below"
            told.append((weights.FAMILY * min(1.0, (groups.family[i] - 1) / 3), why))
        if trait.announces and i not in groups.owner and i not in groups.owners:
            told.append(_WIDE)


def _say(spine: Spine, index: int, evidence: Evidence, found: Told) -> None:
    """It speaks for standing below the heading `index`, where that is open."""
    if index in spine.indexes:
        at = spine.indexes.index(index)
        if at < DEPTH:
            found[at].append(evidence)
