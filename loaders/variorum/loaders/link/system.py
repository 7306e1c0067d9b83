"""All references in the texts of one system."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, compress, count
from operator import or_
from typing import TYPE_CHECKING

from variorum.model import Entry, Link

from ..titles import fold
from . import announce, learn, lists, parentheses
from .index import Index, Mention, Mentions
from .judge import Judge
from .led import led
from .names import Tree, names_of, words_of
from .numbers import sections
from .places import Place, places
from .rules import Rules
from .texts import Text, Texts
from .variants import variant

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

# What stands between the number of a rule and its title.
_BEHIND_NUMBER = re.compile(r"[,:]?[ \u00a0][(\[]?[\"“„«‘']?[ \u00a0\u202f]?")
# So many candidates are told to readers.
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A reference with its place; `variant` says how the surface differs from the name, if it does."""

    text: Text
    start: int
    end: int
    kind: str
    target: str
    targets: tuple[str, ...]
    status: str
    why: str
    variant: str = ""


def references(
    entries: Sequence[Entry],
    rules: Rules,
    links: Sequence[Link] = (),
    tokens: Tokens | None = None,
) -> list[Found]:
    """The references of the entries of one system, by entry, passage and place.

    `links` are those that the sources make themselves; one says which of several entries is meant.
    `tokens` are those of many texts.
    """
    return _System(entries, rules, links, tokens).found()


class _System:
    def __init__(
        self,
        entries: Sequence[Entry],
        rules: Rules,
        links: Sequence[Link],
        tokens: Tokens | None,
    ) -> None:
        self.rules = rules
        self.links = links
        self.tree = Tree(entries)
        self.texts = Texts(entries, tokens)
        self.index = Index(names_of(entries, rules), rules, self.texts.words)
        texts = self.texts.all  # a function that knew `self` would keep it alive with itself
        self.native = cache(lambda: parentheses.vocabulary(texts))
        self.mentions = Mentions()
        self.learned = learn.Learned()
        self.result: list[Found] = []
        self._labelled: list[announce.Segment] = []
        # The entries that numbers in texts stand for, by the texts and where the numbers end.
        self._numbered: dict[tuple[int, int], str] = {}
        # Words of texts that are spoken for, by the number of the text: by references and self
        # mentions (as many numbers as it has words), or by learned terms.
        self.spoken_for: dict[int, bytearray] = {}
        self._kept: dict[int, set[int]] = {}

    def found(self) -> list[Found]:
        judge = Judge(self.tree, self.rules, self.native, self.index)
        self._mentioned(judge)
        self._learn_parentheses()
        for text in self.texts.in_turn(self.texts.numbered(self.mentions.texts())):
            for mention in self.mentions.of(text):
                self._known(mention, judge)
        self._learn_capitals()
        self._listed()
        self._dangling(judge)
        self._places()
        found = sorted(self.result, key=lambda f: (f.text.number, f.start, f.end))
        return [
            self._with_number(f, above) for f, above in zip(found, [None, *found], strict=False)
        ]

    def _with_number(self, f: Found, above: Found | None) -> Found:
        """The title behind a number is that of the number's entry: *rule 800, “General”*."""
        if (
            above is None
            or above.text.number != f.text.number
            or (key := self._numbered.get((f.text.number, above.end))) is None
            or f.targets == (key,)
            or not _BEHIND_NUMBER.fullmatch(f.text.text, above.end, f.start)
            or fold(self.tree.entries[key].name or "") != fold(f.text.text[f.start : f.end])
        ):
            return f
        entry = self.tree.entries[key]
        why = f"the title of {above.target}, whose number stands before it"
        return Found(f.text, f.start, f.end, entry.kind, f.target, (key,), "resolved", why)

    def taken(self, text: Text) -> Sequence[int]:
        """Whether each word of the text is spoken for; empty where none is."""
        return self.spoken_for.get(text.number, b"")

    def _is_taken(self, text: Text, word: int) -> bool:
        return bool((taken := self.taken(text)) and taken[word])

    def _take(self, text: Text, first: int, last: int) -> None:
        taken = self.spoken_for.get(text.number)
        if taken is None:
            taken = self.spoken_for[text.number] = bytearray(len(text.words))
        taken[first : last + 1] = b"\1" * (last + 1 - first)

    def _mentioned(self, judge: Judge) -> None:
        """Find the known mentions; settle or learn what is announced and unknown."""
        # Of each text whether a name can stand in it, and whether it can announce one.
        opening, able = bytearray(len(self.texts.all)), bytearray(len(self.texts.all))
        for number in self.texts.holding(self.index.opening):
            opening[number] = True
        if self.rules.learn_capitals:
            able = bytearray(b"\1") * len(able)
        else:
            for number in announce.able(self.texts, self.rules):
                able[number] = True
        asked = compress(count(), map(or_, opening, able))
        for text in self.texts.in_turn(self.texts.numbered(asked)):
            mentions = list(self.index.mentions(text)) if opening[text.number] else []
            if able[text.number]:
                self._announced(text, mentions)
            for mention in mentions:
                judge.count(mention)
            self.mentions.keep(text, mentions)
        self._learn_labelled()

    def _learn_labelled(self) -> None:
        """Learn what stands behind labels such as *Rules:*, where some of them name what is known;
        where none does they are credits (*Rules: Ann Lee*)."""
        if any(s.known is not None for s in self._labelled):
            for s in self._labelled:
                if s.known is None and not self._vary(s):
                    learn.from_segment(s, self.learned, self.rules)
        self._labelled.clear()

    def _announced(self, text: Text, mentions: Sequence[Mention]) -> None:
        """Mark the mentions in a text that are announced; settle or learn what is unknown."""
        nouns = list(announce.nouns(text, self.rules))
        known = announce.Known(mentions)
        segments: list[announce.Segment] = []
        for n in nouns:
            told = announce.announced(text, n, known, self.rules)
            if told and told[0].weak and told[0].first > n and announce.labels(text, n):
                self._labelled += told
                told = [s for s in told if s.known is not None]
            segments += told
        segments += announce.quoted(text, known)
        if self.rules.learn_capitals:
            segments += announce.capital_runs(text, known)
        seen: set[tuple[int, int]] = set()
        # A noun before a quotation announces all of it, not what a comma ends in it.
        quotes = {s.first: s.last for s in segments if s.noun is None and s.quoted}
        for s in segments:
            if (s.first, s.last) in seen or s.last < quotes.get(s.first, 0):
                continue
            seen.add((s.first, s.last))
            if s.known is not None:
                self._mark(s.known, s)
            elif not self._vary(s):
                learn.from_segment(s, self.learned, self.rules)

    def _mark(self, mention: Mention, s: announce.Segment) -> None:
        if s.noun is not None or mention.name.named or mention.first < mention.last:
            mention.why = f"the name {mention.name.text}, {s.signal}"

    def _vary(self, s: announce.Segment) -> bool:
        """Settle an announced variant of a known name; whether it is one."""
        words = s.text.words[s.first : s.last + 1]
        if len(words) == 1 and (s.noun is None or s.weak):
            return False
        if self._part_of_own_name(s.text, words):
            return True
        plain = s.noun is not None or s.quoted
        near = variant(words, self.index, self.rules, cut_short=plain)
        if near is None:
            return False
        targets = tuple(dict.fromkeys(t for n in near.names for t in n.targets))
        if not set(self.tree.above(s.text.entry.key)).intersection(targets):
            how = f"{near.how}, {s.signal}"
            kind = near.names[0].kind
            name = near.names[0].text if len(near.names) == 1 else s.surface
            # Joined by other signs than spaces it is the name all the same.
            varies = near.how if name.casefold() != s.surface.casefold() else ""
            self._resolve(s.text, s.first, s.last, 0, kind, name, targets, how, varies)
        self._take(s.text, s.first, s.last)
        return True

    def _part_of_own_name(self, text: Text, words: Sequence[str]) -> bool:
        """Whether every word stands in the name of the entry itself or of one above it."""
        forms = [{n for n, _ in self.index.readings(w)} for w in words]
        for key in self.tree.above(text.entry.key):
            name = self.tree.entries[key].name
            own = {self.index.number(w) for w in words_of(name, self.rules)} if name else set()
            if own and all(form & own for form in forms):
                return True
        return False

    def _covering(self, text: Text) -> dict[int, Mention]:
        """The known mentions of the text by each of their words."""
        return {n: m for m in self.mentions.of(text) for n in range(m.first, m.last + 1)}

    def _resolve(
        self,
        text: Text,
        first: int,
        last: int,
        end: int,
        kind: str,
        name: str,
        targets: tuple[str, ...],
        why: str,
        how: str = "",
    ) -> None:
        targets = self.tree.degree(targets, text.behind(last))
        nearest = self.tree.nearest(text.entry.key, targets)
        status = "resolved" if len(nearest) == 1 else "ambiguous"
        if status == "resolved":
            entry = self.tree.entries[nearest[0]]
            kind, name = entry.kind, entry.name or name
            if len(targets) > 1:
                why += "; of several entries of this name the nearest"
        else:
            names = [self.tree.entries[t].name or t for t in nearest[:_SHOWN]]
            why += f"; {len(nearest)} entries fit, such as {', '.join(dict.fromkeys(names))}"
        start, end = text.start(first), max(end, text.end(last))
        self.result.append(Found(text, start, end, kind, name, nearest, status, why, how))

    def _known(self, mention: Mention, judge: Judge) -> None:
        text, name = mention.text, mention.name
        taken, kept = self.taken(text), self._kept.get(text.number)
        if taken and any(taken[mention.first : mention.last + 1]):
            return
        if kept and not kept.isdisjoint(range(mention.first, mention.last + 1)):
            return
        if judge.own(mention):
            self._take(text, mention.first, mention.last)
            return
        blocked = judge.blocked(mention)
        why = None if blocked else judge.evidence(mention)
        if why is None:
            return
        targets = self.tree.degree(name.targets, text.behind(mention.last))
        if len(self.tree.nearest(text.entry.key, targets)) > 1 and not mention.why:
            return
        last = mention.last
        while last + 1 < len(text.words) and text.start(last + 1) < mention.end:
            last += 1
        self._take(text, mention.first, last)
        self._resolve(
            text, mention.first, mention.last, mention.end, name.kind, name.text, name.targets, why
        )

    def _learn_parentheses(self) -> None:
        """Learn terms that stand with their foreign name; they win over shorter known names."""
        if not self.rules.learn_capitals:
            return
        for text, first, last in learn.from_parentheses(
            self.texts, self.native, self.index, self.rules
        ):
            known = self._covering(text)
            if first not in known or known.get(first) is not known.get(last):
                self.learned.add(text, first, last, "rule", "parenthesis", self.rules)
        terms = tuple(n for n in self.learned.names.values() if n.origin == "parenthesis")
        if not terms:
            return
        index = Index(terms, self.rules, self.texts.words)
        for text in self.texts.in_turn(self.texts.those(index.opening)):
            known = self._covering(text)
            for m in index.mentions(text):
                words = range(m.first, m.last + 1)
                if all(
                    known[n].last - known[n].first < len(words) - 1 for n in words if n in known
                ):
                    self._kept.setdefault(text.number, set()).update(words)

    def _learn_capitals(self) -> None:
        """Learn terms that recur with capitals and without."""
        if not self.rules.learn_capitals:
            return
        for text, first, last in learn.from_capitals(
            self.texts, self._is_taken, self.index, self.rules
        ):
            self.learned.add(text, first, last, "rule", "capitals", self.rules)

    def _listed(self) -> None:
        """Learn what stands in lists with known names, until lists teach nothing more."""
        for _ in range(3):
            before = len(self.learned.names)
            index = Index(tuple(self.learned.names.values()), self.rules, self.texts.words)
            lookup = _Lookup(self, index)
            for text in self.texts.in_turn(self.texts.numbered(lookup.texts())):
                for item in (
                    *lists.enumerated(text, lookup, self.rules),
                    *lists.repeated(text, lookup, self.rules),
                ):
                    first, last, known = item
                    if not known or not self._is_taken(text, first):
                        self.learned.add(text, first, last, "capability", "listed", self.rules)
            if len(self.learned.names) == before:
                return

    def _dangling(self, judge: Judge) -> None:
        names = tuple(learn.singular(self.learned.names, self.rules).values())
        if not names:
            return
        index = Index(names, self.rules, self.texts.words)
        for text in self.texts.in_turn(self.texts.those(index.opening)):
            for m in index.mentions(text, self.taken(text)):
                why = judge.learned(m, self.learned.taught_at(text, m.first))
                if why is not None:
                    self._take(text, m.first, m.last)
                    judge.blocked(m)
                    self.result.append(
                        Found(text, m.start, m.end, m.name.kind, m.name.text, (), "dangling", why)
                    )

    def _places(self) -> None:
        own = list(led(self.texts.all, self.tree.entries, self.links)) if self.links else []
        if own:
            by_text: dict[int, list[Place]] = {}
            for p in own:
                by_text.setdefault(p.text.number, []).append(p)
            self.result = [
                f
                for f in self.result
                if f.status == "resolved"
                or not any(
                    p.start < f.end and f.start < p.end for p in by_text.get(f.text.number, ())
                )
            ]
        spans: dict[int, list[tuple[int, int]]] = {}
        for f in self.result:
            spans.setdefault(f.text.number, []).append((f.start, f.end))
        for taken in spans.values():
            taken.sort()
        numbered = list(sections(self.texts, self.tree, self.rules))
        self._numbered = {
            (p.text.number, p.end): p.to_key for p in numbered if p.to_key is not None
        }
        for p in chain(own, places(self.texts, self.rules), numbered):
            taken = spans.setdefault(p.text.number, [])
            at = bisect_right(taken, (p.start, p.end))
            before = taken[at - 1][1] if at else 0
            after = taken[at][0] if at < len(taken) else p.end
            if before <= p.start and p.end <= after:
                taken.insert(at, (p.start, p.end))
                targets = () if p.to_key is None else (p.to_key,)
                self.result.append(
                    Found(p.text, p.start, p.end, p.kind, p.target, targets, p.status, p.why)
                )


class _Lookup:
    """Finds names that are known or learned at a word of a text."""

    def __init__(self, system: _System, index: Index) -> None:
        self._starting: dict[int, dict[int, int]] = {}
        for text in system.texts.numbered(sorted(system.spoken_for)):
            taken = system.taken(text)
            for m in system.mentions.of(text):
                if taken[m.first] and m.name.kind == "capability":
                    self._starting.setdefault(text.number, {})[m.first] = m.last
        for text in system.texts.in_turn(system.texts.those(index.opening)):
            for m in index.mentions(text, system.taken(text)):
                self._starting.setdefault(text.number, {})[m.first] = m.last

    def texts(self) -> list[int]:
        """The numbers of the texts in which any name stands: lists teach nothing without one."""
        return sorted(self._starting)

    def __call__(self, text: Text, first: int) -> int | None:
        return self._starting.get(text.number, {}).get(first)
