"""The tree of a plain text's headings, from how the headings behave.

Plain text carries no levels.  Each heading may stand below the heading before it, or beside it, or
beside one of those above it; evidence of several kinds speaks for each of these places and the
strongest wins.  Kinds of evidence: titles that come back in cycles, a text that announces what
follows, headings with foreign names side by side, words of a title in another title or in the text
of the heading above, titles of one shape, one title at one depth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from variorum.compare.language import data

from .cycles import find_rounds
from .titles import fold

_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(r"\([^()]*[A-Z][^()]*\)")
_SENTENCE = re.compile(r"[^.!?]+")
_ITEM = re.compile(r"[,;]|\b(?:és|vagy|et|ou|and|or)\b")

# How much each kind of evidence weighs.  Beside the heading before is what needs no evidence.
BESIDE = 1.0
CONTAINER = 2.7
ANNOUNCED = 2.0
FOREIGN_BESIDE = 2.5
FOREIGN_BELOW = 1.5
FOREIGN_OVER = 1.4
CONTAINS_TITLE = 2.8
SHARES_WORD = 1.6
NAMED_IN_BODY = 1.4
NAMES_PARENT = 0.8
SHAPE = 3.0
SAME_DEPTH = 1.6
ENUMERATED = 5.0
STRANGER = -1.9
UNTIED = -0.4
LISTED_BELOW = 3.0
CHAPTER = 2.4
WIDE = 3.6
HEADS = 1.3


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as written, and the paragraphs of its own body (clean text)."""

    title: str
    body: Sequence[str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a heading stands: index of its parent (null at the top), depth from 1, and why."""

    parent: int | None
    depth: int
    evidence: str


@dataclass(slots=True)
class _Node:
    """What the evidence needs to know of one heading."""

    title: str
    words: list[str]
    keys: frozenset[str]
    foreign: bool
    announces: bool
    body: str
    opening: str
    has_body: bool
    heads: bool = False
    parent: int | None = None
    depth: int = 1
    children: list[int] = field(default_factory=list)


@cache
def _function_words(lang: str) -> frozenset[str]:
    return frozenset(data(lang, "read").get("function_words", ()))


@cache
def _announcing(lang: str) -> re.Pattern[str] | None:
    """What a text says when it announces the sections below it: the language's own patterns."""
    patterns = data(lang, "read").get("announcing", ())
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


def _key(word: str) -> str:
    """What is left of a word when its endings may differ."""
    return word if len(word) < 5 else word[:5]


def _node(heading: Heading, lang: str) -> _Node:
    bare = fold(re.sub(r"\([^()]*\)|[*†‡]|\[[^\]]*\]", " ", heading.title))
    words = [w for w in _WORD.findall(bare) if len(w) > 2 or w.isupper()]
    content = [w for w in words if len(w) > 3 and w not in _function_words(lang)]
    pattern = _announcing(lang)
    announces = bool(
        pattern and 0 < len(heading.body) <= 3 and any(pattern.search(p) for p in heading.body)
    )
    return _Node(
        " ".join(_WORD.findall(bare)),
        words,
        frozenset(_key(w) for w in content),
        bool(_FOREIGN.search(heading.title)),
        announces,
        fold(" ".join(heading.body)),
        fold(re.split(r"(?<=[.!?])\s", " ".join(heading.body), maxsplit=1)[0]),
        bool(heading.body),
    )


def _listed(sentence: str) -> set[str]:
    """The words of the short items of a sentence that enumerates."""
    found: set[str] = set()
    for item in _ITEM.split(re.sub(r"\([^()]*\)", " ", sentence)):
        words = _WORD.findall(item.lower())
        if len(words) <= 4:
            found.update(_key(w) for w in words if len(w) > 3)
        else:
            found.add(_key(words[-1]))
    return found


def _without_article(title: str, lang: str) -> str:
    first, _, rest = title.partition(" ")
    return rest if rest and (len(first) < 3 or first in _function_words(lang)) else title


def build_tree(headings: Sequence[Heading], lang: str) -> list[Place]:
    """The place of each heading of a document, in order."""
    nodes = [_node(h, lang) for h in headings]
    rounds = find_rounds([_without_article(n.title, lang) for n in nodes])
    owner_of: dict[int, int | None] = {}
    owners: set[int] = set()
    inside: dict[int, int] = {}
    for r in rounds:
        if r.owner is not None:
            owners.add(r.owner)
        for a, b in zip(r.members, [*r.members[1:], None], strict=True):
            owner_of[a] = r.owner
            if b is not None:
                inside.update(dict.fromkeys(range(a + 1, b), a))
    evidence = _Evidence(nodes, headings, owner_of, owners, inside, lang)
    places: list[Place] = []
    for i in range(len(nodes)):
        if i in owner_of:
            parent, why = owner_of[i], "its title comes back in a cycle"
        elif i in inside and i not in owners:
            parent, why = inside[i], "between two titles of a cycle"
        else:
            parent, why = evidence.best(i)
        nodes[i].parent = parent
        nodes[i].depth = 1 if parent is None else nodes[parent].depth + 1
        if parent is not None:
            nodes[parent].children.append(i)
        evidence.placed(i)
        places.append(Place(parent, nodes[i].depth, why))
    return places


class _Speak(Protocol):
    """The type of the callback that takes evidence (a protocol, for the type checker)."""

    def __call__(self, parent: int | None, weight: float, reason: str) -> None: ...


class _Evidence:
    """Scores the places that a heading may take: below the one before it, or up along its line."""

    def __init__(
        self,
        nodes: list[_Node],
        headings: Sequence[Heading],
        owner_of: dict[int, int | None],
        owners: set[int],
        inside: dict[int, int],
        lang: str,
    ) -> None:
        self.inside = inside
        self.nodes = nodes
        self.owner_of = owner_of
        self.owners = owners
        self.lang = lang
        self.key_count = Counter(k for n in nodes for k in n.keys)
        self.opening_count = Counter(
            k
            for n in nodes
            for k in {_key(w) for w in _WORD.findall(n.opening)}
            if k in self.key_count
        )
        self.body_count = Counter(
            k
            for n in nodes
            for k in {_key(w) for w in _WORD.findall(n.body)}
            if k in self.key_count
        )
        self.listed_by: dict[int, int] = {}
        self.enumerated = self._enumerations(headings)
        self.depth_of_title: dict[str, int] = {}
        self.shapes: dict[str, Counter[int | None]] = {}
        self.last_owner: int | None = None
        self.upcoming = self._families()
        for i, n in enumerate(nodes):
            n.heads = self._heads(i)

    def _families(self) -> list[int]:
        """For each heading, how many later ones carry the one word of its title, none before did."""
        families = []
        seen: Counter[str] = Counter()
        for n in self.nodes:
            if len(n.keys) == 1:
                (key,) = n.keys
                titles = {m.title for m in self.nodes if key in m.keys} - {n.title}
                families.append(0 if seen[key] else len(titles))
            else:
                families.append(0)
            seen.update(n.keys)
        return families

    def _enumerations(self, headings: Sequence[Heading]) -> dict[int, int]:
        """Headings that one sentence before them lists: index -> first of the group."""
        group_of: dict[int, int] = {}
        for i, heading in enumerate(headings):
            for text in heading.body:
                for m in _SENTENCE.finditer(text):
                    if m.group().count(",") >= 2:
                        self._group(i, _listed(m.group()), group_of)
        return group_of

    def _group(self, i: int, keys: set[str], group_of: dict[int, int]) -> None:
        run: list[int] = []
        taken: set[str] = set()
        for k in range(i + 1, min(i + 60, len(self.nodes))):
            node = self.nodes[k]
            rare = {
                key for key in node.keys if self.key_count[key] <= max(6, len(self.nodes) // 20)
            }
            listed = (rare & keys) - taken
            if listed and node.has_body and len(node.words) <= 4 and k not in self.owner_of:
                run.append(k)
                taken |= listed
                continue
            if k in self.owner_of or (k in self.inside and run):
                continue  # what stands inside a round says nothing about its owners
            if len(run) >= 3:
                break
            run, taken = [], set()
        if len(run) >= 3:
            if run[0] == i + 1:
                self.listed_by[run[0]] = i
            for k in run[1:]:
                group_of.setdefault(k, run[0])

    def _heads(self, i: int) -> bool:
        """Whether headings soon after share a word with this one, and so may stand below it."""
        node = self.nodes[i]
        kin = []
        for k in range(i + 1, min(i + 11, len(self.nodes))):
            other = self.nodes[k]
            rare = any(not self._common(key) for key in node.keys & other.keys)
            if other.title != node.title and (rare or self._compound(other, node)):
                kin.append(k)
        return len(kin) >= 3 or bool(kin and kin[0] <= i + 2)

    def placed(self, i: int) -> None:
        node = self.nodes[i]
        self.depth_of_title.setdefault(node.title, node.depth)
        if i in self.owners:
            self.last_owner = i
        if len(node.words) > 1:
            for shape in self._shapes(node):
                self.shapes.setdefault(shape, Counter())[node.parent] += 1

    def spine(self, i: int) -> list[int | None]:
        """The places open to heading `i`, deepest first: the one before it, and those above that."""
        line: list[int | None] = []
        at: int | None = i - 1 if i else None
        while at is not None:
            line.append(at)
            at = self.nodes[at].parent
        return [*line, None]

    def best(self, i: int) -> tuple[int | None, str]:
        spine = self.spine(i)
        scores: dict[int | None, float] = dict.fromkeys(spine, 0.0)
        why: dict[int | None, list[str]] = {p: [] for p in spine}

        def speak(parent: int | None, weight: float, reason: str) -> None:
            if parent in scores:
                scores[parent] += weight
                why[parent].append(reason)

        self._position(i, speak)
        self._foreign(i, speak)
        self._words(i, spine, speak)
        self._form(i, speak)
        chosen = max(spine, key=lambda p: (round(scores[p], 3), 0 if p is None else p))
        return chosen, ", ".join(why[chosen]) or "nothing above it claims it"

    def _position(self, i: int, speak: _Speak) -> None:
        """What the place in the sequence says."""
        if not i:
            return
        node, before = self.nodes[i], self.nodes[i - 1]
        takes_up = node.keys & before.keys or self._compound(node, before)
        if (node.heads and not takes_up) or node.announces or not node.has_body:
            for p in self.spine(i):
                children = [] if p is None else self.nodes[p].children
                if len(children) >= 2:
                    heads = sum(bool(self.nodes[c].children) for c in children) / len(children)
                    speak(
                        p,
                        HEADS * (1.5 * heads - 0.5),
                        "the headings there have headings below them, as it will",
                    )
        if i - 1 in self.owner_of:
            # A cycle ended: the next heading stands beside the owner of the round.
            owner = self.owner_of[i - 1]
            speak(
                None if owner is None else self.nodes[owner].parent,
                BESIDE,
                "beside the owner of the cycle before it",
            )
        else:
            speak(before.parent, BESIDE, "beside the heading before it")
        if not before.has_body:
            speak(i - 1, CONTAINER, "the heading before it has no text of its own")
        if i - 1 in self.owner_of:
            speak(i - 1, -BESIDE, "")
        if self.last_owner is not None and not node.announces and {i, i + 1, i + 2} & self.owners:
            level = self.nodes[self.last_owner].depth - 1
            for p in self.spine(i):
                if (0 if p is None else self.nodes[p].depth) < level and before.depth > level:
                    speak(p, -CONTAINER, "")
        if before.announces:
            speak(i - 1, ANNOUNCED, "the text before it announces what follows")
        if i in self.owners and self.last_owner is not None:
            parent = self.nodes[self.last_owner].parent
            if not before.announces:
                speak(parent, FOREIGN_BESIDE, "it owns a cycle like the heading beside it")
        elif i + 1 in self.owners and self.last_owner is not None and node.announces:
            depth = self.nodes[self.last_owner].depth - 1
            for p in self.spine(i):
                if (0 if p is None else self.nodes[p].depth) == depth - 1:
                    speak(p, CHAPTER, "it announces owners of a cycle")

    def _foreign(self, i: int, speak: _Speak) -> None:
        """Headings with foreign names stand side by side."""
        if not i:
            return
        node, before = self.nodes[i], self.nodes[i - 1]
        if node.foreign and before.foreign:
            speak(before.parent, FOREIGN_BESIDE, "foreign names side by side")
        elif node.foreign and i - 1 not in self.owner_of:
            speak(i - 1, FOREIGN_BELOW, "the first of the foreign names")
        elif before.foreign and before.parent is not None and i not in self.owners:
            run = sum(self.nodes[k].foreign for k in self.nodes[before.parent].children)
            if run > 1:
                speak(self.nodes[before.parent].parent, FOREIGN_OVER, "the foreign names are over")

    def _words(self, i: int, spine: list[int | None], speak: _Speak) -> None:
        """Words of titles in titles and texts."""
        node = self.nodes[i]
        shares_any = named_below = False
        for p in spine:
            if p is None:
                continue
            other = self.nodes[p]
            common = node.keys & other.keys
            telling = [k for k in common if not self._common(k)]
            if other.keys and other.keys < node.keys:
                weight = CONTAINS_TITLE + 0.5 * (len(other.keys) - 1)
                if telling:
                    speak(p, weight, "its title contains the title above")
                else:
                    # A word in every title of the chapter tells the chapter, not the place in it.
                    speak(None, -weight, "")
            elif telling:
                speak(p, SHARES_WORD * len(telling), "its title shares a word with the title above")
            elif self._compound(node, other):
                speak(p, CONTAINS_TITLE, "a word of its title is part of one in the title above")
            shares_any = shares_any or bool(common)
            rare = [k for k in node.keys if self._tells(k)]
            named = sum(bool(re.search(rf"\b{re.escape(k)}", other.body)) for k in rare)
            if named and not named_below:
                named_below = True
                speak(p, NAMED_IN_BODY * min(named, 2) * 0.75, "the text above names it")
            telling = other.keys and all(
                self.opening_count[k] * 10 <= len(self.nodes) for k in other.keys
            )
            if (
                telling
                and not common
                and all(re.search(rf"\b{re.escape(k)}", node.opening) for k in other.keys)
            ):
                speak(
                    p,
                    NAMES_PARENT * min(len(other.keys), 2),
                    "its first sentence names the title above",
                )
            self._strangers(i, p, speak)
        if self.upcoming[i] >= 3 and not shares_any:
            speak(None, CHAPTER, "the word of its title comes back in the titles below")
        if node.announces and not shares_any and len(node.keys) >= 2:
            speak(None, WIDE, "it announces what follows and shares nothing with what came before")

    def _strangers(self, i: int, p: int, speak: _Speak) -> None:
        """Headings that all have to do with the one above them leave little room for one that has not."""
        node, other = self.nodes[i], self.nodes[p]
        if not other.children or not other.keys or self._linked(i, p):
            return
        if any(c in self.owners for c in other.children):
            return  # owners of a cycle stand together for that, not for their words
        titles = sum(bool(self.nodes[c].keys & other.keys) for c in other.children)
        if len(other.children) >= 2 and titles * 10 >= len(other.children) * 7:
            weight, reason = STRANGER, "the titles there share a word that it lacks"
        elif all(self._linked(c, p) for c in other.children):
            weight, reason = (
                UNTIED,
                "the headings there have to do with the one above, this one has not",
            )
        else:
            return
        speak(p, weight / 3 if node.heads else weight, reason)

    def _linked(self, i: int, p: int) -> bool:
        """Whether the title or the text of heading `i` takes up the title of heading `p`."""
        node, other = self.nodes[i], self.nodes[p]
        if node.keys & other.keys or self._compound(node, other):
            return True
        telling = [k for k in other.keys if not self._common(k)]
        return any(re.search(rf"\b{re.escape(k)}", node.body) for k in telling)

    def _tells(self, key: str) -> bool:
        """Whether a word is rare enough in titles and texts that naming it points to something."""
        return self.key_count[key] <= 4 and self.body_count[key] * 8 <= max(16, len(self.nodes))

    def _common(self, key: str) -> bool:
        """Whether a word stands in so many titles that it tells nothing."""
        return self.key_count[key] > max(8, len(self.nodes) // 12)

    @staticmethod
    def _compound(node: _Node, other: _Node) -> bool:
        """A word of one title inside a word of the other, or its second half (`be- és kiszállás`)."""
        for key in node.keys:
            if len(key) >= 5 and any(key in w and not w.startswith(key) for w in other.words):
                return True
        for key in other.keys:
            if len(key) >= 5 and any(key in w and not w.startswith(key) for w in node.words):
                return True
        if len(node.words) == 1 and len(other.words) > 1:
            word = node.words[0]
            return any(w != word and len(w) > 6 and w[-6:] == word[-6:] for w in other.words)
        return False

    @staticmethod
    def _shapes(node: _Node) -> tuple[str, ...]:
        """How a title begins, up to its first word of content, and how it ends."""
        words = node.title.split(" ")
        first = next((k for k, w in enumerate(words) if len(w) > 3), 0)
        lead = " ".join(words[: first + 1])
        return tuple(s for s in (lead + " …", "… " + words[-1]) if len(s) > 6 and len(words) > 1)

    def _form(self, i: int, speak: _Speak) -> None:
        """Titles of one shape stand side by side; one title stands at one depth."""
        node = self.nodes[i]
        if i in self.listed_by:
            speak(
                self.listed_by[i],
                LISTED_BELOW,
                "the text above lists it and the headings beside it",
            )
        first = self.enumerated.get(i)
        if first is not None:
            speak(
                self.nodes[first].parent,
                ENUMERATED,
                "a sentence above lists it with the headings beside it",
            )
        if len(node.words) > 1:
            for shape in self._shapes(node):
                parents = self.shapes.get(shape, Counter())
                for parent, n in parents.items():
                    weight = SHAPE * (0.5 + 0.5 * n / parents.total())
                    speak(parent, weight, "a title of the same shape stands there")
        depth = self.depth_of_title.get(node.title)
        if depth is not None:
            for p in self.spine(i):
                if (0 if p is None else self.nodes[p].depth) == depth - 1:
                    speak(p, SAME_DEPTH, "the same title stood at this depth")
