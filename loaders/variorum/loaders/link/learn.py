"""Names that no title holds, learned from how the texts speak of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from dataclasses import dataclass, field

from . import parentheses
from .announce import Segment
from .index import Index
from .names import LONGEST, Name, words_of
from .rules import Rules
from .texts import Text, Texts

_SHORTEST = 4
# Two words that begin alike in so many letters are forms of one.
_HEAD = 5
# No text holds many terms that no source tells.
_FEW_TERMS, _WORDS_A_TERM = 3, 4000


@dataclass(slots=True)
class Learned:
    """Names without an entry, by their words, and the places that taught them."""

    names: dict[tuple[str, ...], Name] = field(default_factory=dict)
    places: set[tuple[int, int]] = field(default_factory=set)

    def add(self, text: Text, first: int, last: int, kind: str, origin: str, rules: Rules) -> None:
        """Learn words `first` to `last` of the text; the first origin of a name counts."""
        surface = text.text[text.start(first) : text.end(last)]
        words = words_of(surface, rules)
        if not words or len(words) > LONGEST or sum(map(len, words)) < 2:
            return
        shown = surface[0].upper() + surface[1:]
        old = self.names.get(words)
        if old is None:
            self.names[words] = Name(words, shown, (), kind, origin, True)
        self.places.add((text.number, first))

    def taught_at(self, text: Text, first: int) -> bool:
        return (text.number, first) in self.places


def from_segment(segment: Segment, learned: Learned, rules: Rules) -> None:
    """Learn an announced name that is neither known nor near a known one."""
    text, first, last = segment.text, segment.first, segment.last
    if segment.noun is None or text.text.isupper():
        return  # where all is in capitals these tell no name
    if segment.weak and text.entry.name is None and text.entry.position == 1:
        return  # what stands above the first heading calls the whole so (*Fast Play Rules*)
    words = [w.lower() for w in text.words[first : last + 1]]
    if first == last:
        # *az eldák szabályai*: a bare word before “rule” may be whoever has the rule.
        if segment.weak and not segment.quoted:
            return
        if rules.book_name.search(words[0]) or words[0] in rules.articles:
            return
    kind = "rule" if segment.weak else "capability"
    learned.add(text, first, last, kind, "announced", rules)


def from_capitals(
    texts: Texts, taken: Callable[[Text, int], bool], index: Index, rules: Rules
) -> list[tuple[Text, int, int]]:
    """Pairs of words that stand out by capitals in two passages and recur in lower case.

    Where only names have capitals, such a pair is a term; a person's or a people's name would
    never lose its capitals.  Gives the places with capitals of those that qualify.
    """
    places: dict[tuple[str, str], list[tuple[Text, int]]] = {}
    words = 0
    for text in texts.in_turn(texts.all):
        words += len(text.words)
        for at in range(1, len(text.words) - 1):
            if (
                text.words[at][0].isupper()
                and text.words[at + 1][0].isupper()
                and text.gap(at) == " "
                and not text.opens(at)
                and _plain_pair(text, at, index)
                and not taken(text, at)
                and not taken(text, at + 1)
            ):
                places.setdefault(_pair(text, at, rules), []).append((text, at))
    wanted = {
        pair: found for pair, found in places.items() if len({t.number for t, _ in found}) > 1
    }
    if not wanted:
        return []
    lower = _recurring(texts, wanted, rules)
    # What mostly stands in lower case is a common expression that a heading or a label holds.
    terms = [p for p in wanted if p in lower and len(lower[p]) <= len(wanted[p])]
    # Where many do so, capitals are a habit of the writer.
    if len(terms) > _FEW_TERMS + words // _WORDS_A_TERM:
        return []
    return [(t, at, at + 1) for pair in terms for t, at in wanted[pair]]


def _plain_pair(text: Text, at: int, index: Index) -> bool:
    """Two words of some length, in no longer run of capitals, that are no part of a known name.

    A pair that begins as a name of one word does is rather a variant of that.
    """
    first, second = text.words[at], text.words[at + 1]
    if min(len(first), len(second)) < _SHORTEST or not (first + second).isalpha():
        return False
    if text.stands_out(at - 1) and text.joined(at - 1):
        return False
    if at + 2 < len(text.words) and text.joined(at + 1) and text.capital(at + 2):
        return False
    return not index.side_by_side(first, second) and not index.begins_name(first)


def _pair(text: Text, at: int, rules: Rules) -> tuple[str, str]:
    """The two words by how they begin: stems of rare words cannot be relied on."""
    first, second = rules.key(text.words[at]), rules.key(text.words[at + 1])
    return first[:_HEAD], second[:_HEAD]


def _recurring(
    texts: Texts, pairs: Container[tuple[str, str]], rules: Rules
) -> dict[tuple[str, str], set[int]]:
    """The pairs that stand in lower case, with the texts where they do."""
    found: dict[tuple[str, str], set[int]] = {}
    for text in texts.in_turn(texts.all):
        words = text.words
        for at in range(len(words) - 1):
            if (
                words[at][0].islower()
                and words[at + 1][0].islower()
                and (words[at][:_HEAD], words[at + 1][:_HEAD]) in pairs
                and text.joined(at)
            ):
                found.setdefault((words[at][:_HEAD], words[at + 1][:_HEAD]), set()).add(text.number)
    return found


def from_parentheses(
    texts: Texts, native: Callable[[], Collection[str]], index: Index, rules: Rules
) -> Iterable[tuple[Text, int, int]]:
    """Pairs of words with a foreign name in parentheses that recur in lower case in two passages.

    *ballisztikus lövegek (Ordnance Barrage)* in running text: a term with a rule of its own.
    """
    places: dict[tuple[str, str], list[tuple[Text, int]]] = {}
    for text in texts.in_turn(texts.all):
        if "(" not in text.text:
            continue
        for at in range(1, len(text.words)):
            if "(" not in text.gap(at) or not text.joined(at - 1):
                continue
            m = parentheses.after(text, text.end(at))
            if (
                m is not None
                and min(len(text.words[at - 1]), len(text.words[at])) >= _SHORTEST
                and parentheses.foreign(m.group(1), native)
            ):
                places.setdefault(_pair(text, at - 1, rules), []).append((text, at - 1))
    if not places:
        return []
    recurring = _recurring(texts, places, rules)
    return [
        (text, at, at + 1)
        for pair, found in places.items()
        if len(recurring.get(pair, ())) > 1
        for text, at in found
    ]


def singular(names: dict[tuple[str, ...], Name], rules: Rules) -> dict[tuple[str, ...], Name]:
    """Learned names, of those with equal stems the shortest; listed plurals lose their ending."""
    best: dict[tuple[str, ...], Name] = {}
    for words, name in names.items():
        stems = tuple(rules.stem(w) if len(w) > 3 else w for w in words)
        shown = name.text
        if name.origin == "listed" and rules.plural_endings and shown.endswith("s"):
            shown = shown[:-1]
            name = Name(
                (*words[:-1], words[-1].removesuffix("s")), shown, (), name.kind, name.origin, True
            )
        old = best.get(stems)
        if old is None or len(name.text) < len(old.text):
            best[stems] = name
    return best
