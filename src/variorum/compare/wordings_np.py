"""`Wordings` for many texts: words are numbers in one array, texts and sentences slices of it.

A token is cut into words and ends of sentences, and these are folded, once, not wherever it
stands; texts with a character for which that is not the same are cut one by one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from variorum.compare.arrays import Ints, Numbers, once, plain, runs_of, slices, starts_of, taken
from variorum.compare.candidates import ALIKE, SOME, Near, near_pairs
from variorum.compare.candidates_np import Sentences, alike_pairs
from variorum.compare.cutting import INVISIBLE, SENTENCE, STOP, WORD, sentences
from variorum.compare.lexicon import folded
from variorum.compare.slots import LINE_END
from variorum.compare.tokens import Cut, Tokens, holders, used
from variorum.compare.wordings import FEW, FORMULA, Said

Hashes = npt.NDArray[np.uint64]

STRETCH = 1 << 16  # tokens read at a time: their words take many times the memory
# What marks the end of a text and of a sentence, among the words; and the first number of a word.
_TEXT, _STOP, _WORDS = 0, 1, 2


class WordingsNp:
    """`Wordings` as numbers of words."""

    def __init__(self, texts: Sequence[str], tokens: Tokens | None = None) -> None:
        """`tokens` may know those of the texts already."""
        self.texts = texts
        cutter = _Cutter(texts, tokens or Tokens(()))
        parts = list(cutter.parts())
        self._forms = cutter.forms
        self._words = np.concatenate([part.words for part in parts])
        lengths = np.concatenate([part.lengths for part in parts])
        self._starts = starts_of(lengths)
        hashes = np.concatenate([part.hashes for part in parts])
        self._said_by = np.concatenate([part.said_by for part in parts])
        self._said_starts = np.concatenate([part.said_starts for part in parts])
        self._said_lengths = np.concatenate([part.said_lengths for part in parts])
        self._said_nth = np.concatenate([part.said_nth for part in parts])
        said_hashes = np.concatenate([part.said_hashes for part in parts])
        del parts, cutter
        # Of each text the sentences from and until.
        self._said_of = np.searchsorted(self._said_by, np.arange(len(texts) + 1))
        self._said = _first_same(self._words, self._said_starts, self._said_lengths, said_hashes)
        self.same: Sequence[int] = plain(
            _first_same(self._words, self._starts[:-1], lengths, hashes)
        )
        self.lengths: Sequence[int] = plain(lengths)

    def words(self, text: int) -> tuple[str, ...]:
        return self._between(self._starts[text], self._starts[text + 1])

    def changed(self, text: int, other: int) -> set[str]:
        changed = set(self._numbers(text)) ^ set(self._numbers(other))
        return set(map(self._forms.__getitem__, changed))

    def near(self, members: Sequence[int]) -> list[Near]:
        if len(members) <= SOME:
            numbers = [
                self._said[self._said_of[at] : self._said_of[at + 1]].tolist() for at in members
            ]
            return near_pairs([self.words(at) for at in members], numbers, vectorised=False)
        chosen = np.array(members, np.int64)
        said = self._said_in(chosen)
        owner = np.repeat(np.arange(len(chosen)), np.diff(self._said_of)[chosen])
        return self._alike(chosen, Sentences(self._said[said], owner), ALIKE)

    def near_wholes(self, parts: Sequence[Sequence[int]], alike: float) -> list[Near]:
        if len(parts) <= SOME:
            few = [tuple(chain.from_iterable(map(self.words, whole))) for whole in parts]
            return near_pairs(few, alike=alike, vectorised=False)
        chosen = np.fromiter(chain.from_iterable(parts), np.int64)
        lengths = np.diff(self._starts)[chosen]
        ends = starts_of(np.fromiter(map(len, parts), np.int64, len(parts)))
        words = taken(self._words, self._starts[chosen], lengths)
        return alike_pairs(words, starts_of(lengths)[ends], None, alike)

    def said_again(self, members: Sequence[int]) -> list[list[Said]]:
        said = self._said_in(np.array(members, np.int64))
        order, starts, sizes = _groups(self._said[said])
        again = np.flatnonzero((sizes > 1) & (sizes <= FORMULA))
        again = again[np.argsort(order[starts[again]])]
        flat = self._told(said[order[slices(starts[again], sizes[again])]])
        return [list(islice(flat, size)) for size in sizes[again].tolist()]

    def near_said(self, members: Sequence[int]) -> list[tuple[Said, Said, float]]:
        said = self._said_in(np.array(members, np.int64))
        order, starts, sizes = _groups(self._said[said])
        if len(starts) > FEW:
            return []
        few = said[np.sort(order[starts[sizes <= FORMULA]])]
        firsts, lengths = self._said_starts[few], self._said_lengths[few]
        if len(few) <= SOME:
            ends = zip(firsts.tolist(), (firsts + lengths).tolist(), strict=True)
            pairs = near_pairs([self._between(*run) for run in ends], vectorised=False)
        else:
            words = taken(self._words, firsts, lengths)
            pairs = alike_pairs(words, starts_of(lengths), None, ALIKE)
        said_of = list(self._told(few))
        return [(said_of[p.other], said_of[p.first], p.similarity) for p in pairs]

    def _alike(self, chosen: Ints, said: Sentences, alike: float) -> list[Near]:
        if len(chosen) == len(self.texts):
            return alike_pairs(self._words, self._starts, said, alike)
        lengths = np.diff(self._starts)[chosen]
        words = taken(self._words, self._starts[chosen], lengths)
        return alike_pairs(words, starts_of(lengths), said, alike)

    def _said_in(self, members: Ints) -> Ints:
        """The sentences of texts, in order."""
        return slices(self._said_of[members], np.diff(self._said_of)[members])

    def _between(self, start: int, end: int) -> tuple[str, ...]:
        """Some of all words."""
        return tuple(map(self._forms.__getitem__, self._words[start:end].tolist()))

    def _numbers(self, text: int) -> list[int]:
        numbers: list[int] = self._words[self._starts[text] : self._starts[text + 1]].tolist()
        return numbers

    def _told(self, said: Ints) -> Iterator[Said]:
        return map(Said, self._said_by[said].tolist(), self._said_nth[said].tolist())


class _Part(NamedTuple):
    """What a batch of texts gives: words, and of each text and each long sentence its length
    and a hash of its words; the sentences' starts among all words, and their texts."""

    words: Numbers
    lengths: Ints
    hashes: Hashes
    said_starts: Ints
    said_lengths: Ints
    said_hashes: Hashes
    said_by: Ints
    said_nth: Ints


class _Cutter:
    """Reads the words of texts from their tokens; `forms` are the different words, folded and in
    order, by number."""

    def __init__(self, texts: Sequence[str], tokens: Tokens) -> None:
        self._cut = _without_odd(texts, tokens)
        numbers: dict[str, int] = {}
        kinds = tokens.kinds
        self._sizes = np.zeros(len(kinds), np.int64)
        codes: list[int] = []
        for number in used(self._cut):
            own = [_TEXT] if number == LINE_END else _codes(kinds[number], numbers)
            self._sizes[number] = len(own)
            codes += own
        self.forms = sorted(numbers)
        ordered = np.arange(len(numbers) + _WORDS, dtype=np.int32)
        ordered[[numbers[form] for form in self.forms]] = ordered[_WORDS:].copy()
        self._codes_of = ordered[codes]
        self._firsts = np.cumsum(self._sizes) - self._sizes
        self._hashing = _Hashing()

    def parts(self) -> Iterator[_Part]:
        cut = self._cut
        before = texts_before = 0
        while texts_before < len(cut.ends) - 1:
            first = int(cut.ends[texts_before])
            last = int(np.searchsorted(cut.ends, first + STRETCH, side="right")) - 1
            last = max(last, texts_before + 1)
            ids = cut.ids[first : cut.ends[last]]
            part = self._part(self._codes_of[slices(self._firsts[ids], self._sizes[ids])])
            yield part._replace(
                said_starts=part.said_starts + before, said_by=part.said_by + texts_before
            )
            before, texts_before = before + len(part.words), last

    def _part(self, codes: Numbers) -> _Part:
        is_word = codes >= _WORDS
        words = codes[is_word] - _WORDS
        before = np.cumsum(is_word)
        ends_at = np.flatnonzero(codes == _TEXT)
        ends = before[ends_at]
        bounds = once(np.sort(np.concatenate([[0], before[codes == _STOP], ends])))
        lengths, said = np.diff(ends, prepend=0), np.diff(bounds)
        long = np.flatnonzero(said >= SENTENCE)
        starts, said = bounds[long], said[long]
        by = np.searchsorted(ends, starts, side="right")
        # What is neither a word nor the end of a text is the end of a sentence.
        stops = np.concatenate([[0], ends_at - ends - np.arange(len(ends))])
        nth = np.flatnonzero(is_word)[starts] - starts - by - stops[by]
        sums = self._hashing.sums(words)
        return _Part(
            words,
            lengths,
            self._hashing.of(sums, ends - lengths, lengths),
            starts,
            said,
            self._hashing.of(sums, starts, said),
            by.astype(np.int64),
            nth,
        )


def _codes(token: str, numbers: dict[str, int]) -> list[int]:
    """The words of a token, as `numbers` from `_WORDS` on, and the ends of sentences in it."""
    codes: list[int] = []
    for part in STOP.split(token + " "):
        codes.append(_STOP)
        codes += [
            numbers.setdefault(folded(word), len(numbers) + _WORDS) for word in WORD.findall(part)
        ]
    return codes[1:]


def _without_odd(texts: Sequence[str], tokens: Tokens) -> Cut:
    """The tokens of texts, where those for which words of tokens would be others are cut apart."""
    cut = tokens.of(texts)
    kinds = tokens.kinds
    here = used(cut)
    chars = {char for number in here if number != LINE_END for char in kinds[number]}
    odd = [c for c in chars if _is_odd(c)]
    several = np.flatnonzero(np.add.reduceat(cut.ids == LINE_END, cut.ends[:-1]) > 1).tolist()
    if not odd and not several:
        return cut
    holding = [number for number in here if any(map(kinds[number].__contains__, odd))]
    apart = frozenset([*several, *holders(holding, cut)])
    return tokens.of([_cut_apart(t) if at in apart else t for at, t in enumerate(texts)])


def _is_odd(char: str) -> bool:
    """Whether a text with this character has other words when it is folded after it was cut.

    So have texts with tags, with characters that are not written, with signs that join with
    the character before (as vowels of some scripts do), and with those that fold to letters
    and signs.
    """
    if char in "[<" or char in INVISIBLE:
        return True
    if char.isascii():
        return False
    if unicodedata.category(char).startswith("M") or 0x1100 <= ord(char) < 0x1200:
        return True
    is_word = WORD.fullmatch(char) is not None
    low = folded(char)
    return not low or any((WORD.fullmatch(c) is not None) != is_word for c in low)


def _cut_apart(text: str) -> str:
    """A text of the same words and sentences, ready to be cut with others."""
    return ". ".join([" ".join(sentence.words) for sentence in sentences(text, {})])


class _Hashing:
    """Hashes of the words of runs, in their order: polynomials of mixed numbers, modulo 2**64.

    The mixing is that of SplitMix64 (Steele, Lea, Flood, 2014).
    """

    _BASE = 0xD6E8FEB86659FD93  # any odd number

    def __init__(self) -> None:
        self._powers: Hashes = np.ones(1, np.uint64)
        self._inverse: Hashes = np.ones(1, np.uint64)

    def sums(self, words: Numbers) -> Hashes:
        """For `of`: the sums of all words up to each place."""
        if len(self._powers) <= len(words):
            size = 2 * len(words)
            self._powers = self._powers_of(self._BASE, size)
            self._inverse = self._powers_of(pow(self._BASE, -1, 1 << 64), size)
        mixed = words.astype(np.uint64)
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(30)
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(27)
        mixed *= self._powers[: len(words)]
        return np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed)])

    def of(self, sums: Hashes, starts: Ints, lengths: Ints) -> Hashes:
        """The hashes of runs of words."""
        runs = (sums[starts + lengths] - sums[starts]) * self._inverse[starts]
        hashes: Hashes = runs + lengths.astype(np.uint64)
        return hashes

    @staticmethod
    def _powers_of(base: int, size: int) -> Hashes:
        return np.cumprod(np.concatenate([np.ones(1, np.uint64), np.full(size, base, np.uint64)]))


def _first_same(words: Numbers, starts: Ints, lengths: Ints, hashes: Hashes) -> Ints:
    """For each run the first run of the same words."""
    order = np.argsort(hashes, kind="stable")
    first = runs_of(hashes[order])
    number = np.empty(len(order), np.int64)
    number[order] = np.repeat(order[first[:-1]], np.diff(first))
    others = np.flatnonzero(number != np.arange(len(number)))
    twins = number[others]
    same = np.array_equal(lengths[others], lengths[twins]) and np.array_equal(
        words[slices(starts[others], lengths[others])],
        words[slices(starts[twins], lengths[others])],
    )
    if same:
        return number
    exact: dict[bytes, int] = {}  # two runs have one hash by chance
    ends = (starts + lengths).tolist()
    return np.array(
        [
            exact.setdefault(words[start:end].tobytes(), at)
            for at, (start, end) in enumerate(zip(starts.tolist(), ends, strict=True))
        ],
        np.int64,
    )


def _groups(values: Ints) -> tuple[Ints, Ints, Ints]:
    """The places of the values in order, of equals the first; where runs of equals start, how long they are."""
    order = np.argsort(values, kind="stable")
    runs = runs_of(values[order])
    return order, runs[:-1], np.diff(runs)
