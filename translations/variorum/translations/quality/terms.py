"""Terms of the glossary that a source uses and its translation calls otherwise.

Found with care, since a word of every day is a term in one sentence and none in the next.  A
term of several words is taken at its word, and a rare one; what else could mean anything
counts where a capital shows it, or where the same catalogue nearly always translates it as
the glossary says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from variorum.compare.language import data
from variorum.compare.lexicon import folded
from variorum.say import say, say_n
from variorum.translations.glossary import Row, alternatives
from variorum.translations.quality.kinds import Pair, Problem
from variorum.translations.wordforms import WORD, Shapes, everyday, reads, small_words

# So often, and in so large a part of its places, a doubtful word is translated as the term, and so
# seldom in another way, that those few are slips.
_OFTEN, _NEARLY_ALWAYS, _FEW, _RARELY = 5, 0.9, 3, 0.02
# Where hardly any place has the glossary's word, one finding for all is enough.
_MANY, _HARDLY = 4, 0.5

# Code, addresses, options and names of places to fill in.
_NOT_PROSE = re.compile(
    r"`[^`]+`|https?://\S+|\{+[\w.!:]*\}+|%\(\w+\)\w|(?<!\w)--?\w[\w-]*|\S*[\w=][=/\\_][\w\"'{]\S*"
    r"|(?<=[a-z] )[A-Z]{2,}(?!\w)|\((?:X{1,3}|[YZN])\)"
)
_GAP = re.compile(r"[\s'’\-‑–]{1,3}")
_START = re.compile(r"(?:^|[.!?…:;\n])[\W\d_]*$")
_LONG = 60  # words
_SHORT = 3  # letters; a shorter word is as doubtful as one of every day
_LOOK = 40  # characters before a word in which the start of its sentence is looked for


@dataclass(frozen=True, slots=True)
class _Term:
    """A term of the source: its folded words, and what it may be called; nothing for a phrase
    in which its words are no terms."""

    words: tuple[str, ...]
    text: str
    targets: tuple[str, ...]
    own: bool


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class _Use:
    """A term in one text: whether it is one beyond doubt, and whether the translation says it."""

    term: _Term
    sure: bool
    said: bool


class Terms:
    """The terms of a glossary for one game and two languages."""

    def __init__(self, rows: Iterable[Row], system: str, source: str, target: str) -> None:
        self.source, self.target = source, target
        self._plain = everyday(source)
        self._small = small_words(source)
        found: dict[tuple[str, ...], list[_Term]] = {}
        for term in _terms(rows, system, source, target):
            found.setdefault(term.words, []).append(term)
        for idiom in data(source, "terms").get("idioms", ()):
            words = _folded(idiom)
            found.setdefault(words, []).append(_Term(words, idiom, (), False))
        self._shapes = Shapes((word for words in found for word in words), source, self._plain)
        self._by_first: dict[str, list[list[_Term]]] = {}
        for words in sorted(found, key=lambda words: (-len(words), words)):
            self._by_first.setdefault(words[0], []).append(found[words])

    def __bool__(self) -> bool:
        return bool(self._by_first)

    def uses(self, pair: Pair, names: Iterable[str] = ()) -> Iterator[_Use]:
        """The terms of a message; `names` are longer names in it, within which nothing counts."""
        prose = _NOT_PROSE.sub(lambda m: "\x00" * len(m[0]), pair.msgid)
        words = [_Word(m[0], m.start(), m.end()) for m in WORD.finditer(prose)]
        named = _covered(pair.msgid, (*names, *pair.titles))
        there: dict[str, None] | None = None
        for first, last, told in self._places(pair.msgid, words):
            at, end = words[first].start, words[last].end
            if any(start <= at and end <= stop for start, stop in named):
                continue
            terms = self._meant(told, words[first : last + 1])
            targets = tuple(dict.fromkeys(t for term in terms for t in term.targets))
            if not targets:
                continue
            if there is None:
                there = dict.fromkeys(folded(word) for word in WORD.findall(pair.msgstr))
            term = _Term(terms[0].words, terms[0].text, targets, terms[0].own)
            said = any(self._said(target, pair.msgstr, there) for target in targets)
            yield _Use(term, self._sure(term, pair, words, first, last), said)

    def _places(self, text: str, words: Sequence[_Word]) -> Iterator[tuple[int, int, list[_Term]]]:
        """Where terms stand, as first and last word; of two that overlap the first and longest."""
        forms = [self._shapes.of(folded(word.text)) for word in words]
        at = 0
        while at < len(words):
            step = 0
            meant: list[_Term] = []
            told = [t for own in forms[at] for t in self._by_first.get(own, ())]
            # Words of one length may be forms of several terms (a plural that is one too).
            for terms in sorted(told, key=lambda terms: (-len(terms[0].words), terms[0].words)):
                size = len(terms[0].words)
                if size < step:
                    break
                if _stands(text, words[at : at + size], forms[at : at + size], terms[0].words):
                    meant += terms
                    step = size
            if meant:
                yield at, at + step - 1, meant
            at += step or 1

    def _meant(self, terms: list[_Term], words: Sequence[_Word]) -> list[_Term]:
        """Of terms in one place those of the game, unless only a capital tells them."""
        own = [term for term in terms if term.own]
        fits = [term for term in own if words[0].capital or not term.text[:1].isupper()]
        return fits or ([*terms] if own else terms)

    def _said(self, target: str, text: str, there: Mapping[str, None]) -> bool:
        words = [w for w in _folded(target) if w not in small_words(self.target)]
        if all(reads(word, there, self.target) for word in words or _folded(target)):
            return True
        # Its abbreviation: the first letters of its words.
        short = "".join(word[0] for word in words).upper()
        return len(short) > 1 and re.search(rf"(?<!\w){short}(?!\w)", text) is not None

    def _sure(self, term: _Term, pair: Pair, words: Sequence[_Word], first: int, last: int) -> bool:
        """Whether the term can mean nothing else where it stands."""
        whole = len(words) == len(term.words)
        matter = [word for word in term.words if word not in self._small]
        capitals = words[first].capital or not term.text[:1].isupper()
        if len(matter) > 1 or (term.own and whole):
            return capitals
        doubtful = all(word in self._plain or len(word) < _SHORT for word in matter)
        if pair.is_title or whole:
            return whole and not doubtful
        if len(words) > _LONG or all(w.capital or len(w.text) < _SHORT for w in words):
            return False  # A long text says things in its own way, a heading names them.
        longer = any(
            0 <= at < len(words) and words[at].capital and not _starts(pair.msgid, words[at])
            for at, next_ in ((first - 1, first), (last + 1, last))
            if 0 <= at < len(words) and _near(pair.msgid, words[at], words[next_])
        )
        shown = words[first].capital and not _starts(pair.msgid, words[first])
        if longer and shown:
            return False  # A part of another name.
        return shown or (not doubtful and capitals and not term.text[:1].isupper())


def term_problems(
    pairs: Sequence[tuple[Pair, tuple[str, ...]]], terms: Terms
) -> list[list[Problem]]:
    """For each pair of a catalogue, given with the names in its source, problems of kind `term`."""
    uses = [list(terms.uses(pair, names)) for pair, names in pairs]
    all_of, said_of, sure_of = Counter[str](), Counter[str](), Counter[str]()
    for told in uses:
        for text, said, sure in {(u.term.text, u.said, u.sure) for u in told}:
            all_of[text] += 1
            said_of[text] += said
            sure_of[text] += sure and not said
    found: list[list[Problem]] = []
    summed: set[str] = set()
    for told in uses:
        problems: dict[tuple[str, ...], Problem] = {}
        for use in told:
            name, n = use.term.text, all_of[use.term.text]
            others = n - said_of[name]
            # Where there are many exceptions, they are the language's and no slips.
            nearly = said_of[name] >= max(_OFTEN, _NEARLY_ALWAYS * (n - 1))
            nearly = nearly and others <= max(_FEW, n * _RARELY)
            if use.said or use.term.targets in problems or not (use.sure or nearly):
                continue
            hardly = sure_of[name] >= _MANY and said_of[name] < _HARDLY * n
            if hardly and name in summed:
                continue
            summed.add(name)
            problems[use.term.targets] = _problem(use.term, sure_of[name] - 1 if hardly else 0)
        found.append(list(problems.values()))
    return found


def _problem(term: _Term, others: int) -> Problem:
    called = " / ".join(f"“{target}”" for target in term.targets[:3])
    told = say("“{term}” is {called} in the glossary", term=term.text, called=called)
    here = (
        say_n(
            "{told}; it is not called so here, nor in one other message",
            "{told}; it is not called so here, nor in {number} other messages",
            others,
            told=told,
        )
        if others
        else say("{told}, and is not called so here", told=told)
    )
    mend = say("use that word in whatever form the sentence needs, or change the glossary")
    return Problem("term", here, mend)


def _terms(rows: Iterable[Row], system: str, source: str, target: str) -> Iterator[_Term]:
    for row in rows:
        if row.system not in (None, system):
            continue
        cells = dict(row.words)
        targets = alternatives(cells.get(target, ""))
        for text in alternatives(cells.get(source, "")):
            words = _folded(text)
            if words and targets:
                yield _Term(words, text, targets, row.system is not None)


def _folded(text: str) -> tuple[str, ...]:
    return tuple(folded(word) for word in WORD.findall(text))


def _stands(
    text: str, words: Sequence[_Word], forms: Sequence[tuple[str, ...]], wanted: tuple[str, ...]
) -> bool:
    return (
        len(words) == len(wanted)
        and all(own in told for own, told in zip(wanted, forms, strict=True))
        and all(_near(text, one, two) for one, two in pairwise(words))
    )


def _near(text: str, one: _Word, two: _Word) -> bool:
    first, second = (one, two) if one.start < two.start else (two, one)
    return _GAP.fullmatch(text, first.end, second.start) is not None


def _starts(text: str, word: _Word) -> bool:
    """Whether a word begins a sentence or an item, so that its capital says nothing."""
    return _START.search(text[max(word.start - _LOOK, 0) : word.start]) is not None


def _covered(text: str, names: Iterable[str]) -> list[tuple[int, int]]:
    found = []
    for name in dict.fromkeys(names):
        if len(name) > 1:
            found += [m.span() for m in re.finditer(re.escape(name), text, re.IGNORECASE)]
    return found
