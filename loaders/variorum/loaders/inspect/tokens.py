"""A long text as the tokens between its spaces and line ends, each distinct one once.

Texts say the same few thousand words again and again.  What shows in a token by itself is looked
for in the distinct tokens, a few hundredths of the text; numpy tells where these stand.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count

import numpy as np
import numpy.typing as npt

from variorum.compare.arrays import blocks, occurrences
from variorum.compare.tokens import Tokens as Cutter

WORD = re.compile(r"[^\W\d_]+")
LINE_END = "\n"
_LAST_WORD = re.compile(r"(?<![\w'’-])([^\W\d_]++)[^\S\n]*$", re.M)
_FIRST_WORD = re.compile(r"^[^\S\n]*([^\W\d_]++)(?![\w'’-])", re.M)
_LAST_BEGINNING = re.compile(r"(?<![\w'’.-])([^\W\d_]{2})[^\W\d_]*+$", re.M)
_FIRST_BEGINNING = re.compile(r"^([^\W\d_]{2})", re.M)
_LONE_WORD = re.compile(r"^([^\W\d_]++)$", re.M)
_WORD_TWICE = re.compile(r"(?<![\w'’-])([^\W\d_]++)[^\S\n]+\1(?![\w'’-])", re.I)

Numbers = npt.NDArray[np.int32]


class Tokens:
    """The tokens of `text`: what stands between its spaces and line ends.

    A line end is a token, and so is the nothing between two spaces.
    """

    def __init__(self, text: str, lines: Sequence[str], cutter: Cutter) -> None:
        """`lines` are those of `text`; `cutter` cuts them, or has done so before."""
        self._text = text
        self._ids, self._kinds = _in_order(cutter.of(lines).ids[:-1], cutter.kinds)
        self._numbering: Mapping[str, int] = dict(zip(self._kinds, count(), strict=False))
        self._lengths = np.fromiter(map(len, self._kinds), np.int32, count=len(self._kinds))
        self._lengths[0] = 0
        self._starts = self._placed()
        # A sign sees a line end on both sides of each token; the first token is one.
        self._joined = "\n".join(["", *self._kinds[1:], ""])
        self._offsets = np.cumsum(self._lengths + 1) - self._lengths - 1

    def _placed(self) -> Numbers:
        """Where each token starts in the text."""
        starts = np.empty(len(self._ids), np.int32)
        before = 0
        for first, end in blocks(len(self._ids)):
            ids, own = self._ids[first:end], starts[first:end]
            line_end = ids == 0
            # A space parts two tokens, but a line end is a character itself and has none beside it.
            steps = self._lengths[ids] + 1 - line_end
            np.cumsum(steps, out=own)
            own += before
            before = int(own[-1])
            own -= steps
            own -= line_end
        return starts

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the text, as written, in the order of the text."""
        found = Counter[str]()
        times = occurrences(self._ids, len(self._kinds)).tolist()
        for kind, often in zip(self._kinds, times, strict=True):
            for word in WORD.findall(kind):
                found[word] += often
        return found

    @cached_property
    def _kinds_with(self) -> dict[str, list[int]]:
        """The numbers of the tokens that hold a word, as written, and more than that word."""
        found: dict[str, list[int]] = {}
        for number, kind in enumerate(self._kinds):
            if not kind.isalpha():
                for word in WORD.findall(kind):
                    found.setdefault(word, []).append(number)
        return found

    def places(self, words: Collection[str]) -> Iterator[tuple[int, str]]:
        """Where any of `words`, as written, stands in the text, in order."""
        wanted = frozenset(words)
        holds = np.zeros(len(self._kinds), np.bool_)
        for word in wanted:
            # An index that is an empty tuple would name all the tokens.
            holds[self._kinds_with.get(word, [])] = True
            alone = self._numbering.get(word)
            if alone is not None:
                holds[alone] = True
        inner = {
            number: [
                (m.start(), m.group())
                for m in WORD.finditer(self._kinds[number])
                if m.group() in wanted
            ]
            for number in np.flatnonzero(holds).tolist()
        }
        found = np.flatnonzero(holds[self._ids])
        for number, start in zip(
            self._ids[found].tolist(), self._starts[found].tolist(), strict=True
        ):
            for at, word in inner[number]:
                yield start + at, word

    @cached_property
    def _lower(self) -> str:
        return self._joined.lower()

    def hold(self, part: str) -> bool:
        """Whether `part`, in lower case and without spaces, stands in any token."""
        return part in self._lower

    def finditer(
        self,
        pattern: re.Pattern[str],
        sign: re.Pattern[str],
        *,
        shift: int = 0,
        after: re.Pattern[str] | None = None,
        fits: Callable[[str], bool] | None = None,
    ) -> Iterator[re.Match[str]]:
        """What `pattern.finditer` gives for the text, found by a sign in its tokens.

        Each match of `pattern` must begin `shift` characters from where `sign` stands in a token,
        behind a token that holds `after`.  Signs that do not fit are passed over.
        """
        done = 0
        for at in self._where(sign, after, fits):
            at += shift
            if at >= done:
                m = pattern.match(self._text, at)
                if m is not None:
                    done = m.end()
                    yield m

    def _where(
        self,
        sign: re.Pattern[str],
        after: re.Pattern[str] | None = None,
        fits: Callable[[str], bool] | None = None,
    ) -> list[int]:
        """Offsets in the text at which `sign` stands."""
        hits = self._hits(sign, fits)
        if not len(hits):
            return []
        kinds = self._kind_at(hits)
        inner = hits - self._offsets[kinds]
        times = np.bincount(kinds, minlength=len(self._kinds))
        firsts = np.cumsum(times) - times
        found = np.flatnonzero((times > 0)[self._ids])
        if after is not None:
            holds = np.zeros(len(self._kinds), np.bool_)
            holds[self._kind_at(self._hits(after))] = True
            found = found[found > 0]
            found = found[holds[self._ids[found - 1]]]
        # A token that holds the sign several times stands for as many places.
        numbers = self._ids[found]
        often = times[numbers]
        nth = np.arange(often.sum()) - np.repeat(np.cumsum(often) - often, often)
        at = np.repeat(self._starts[found], often) + inner[np.repeat(firsts[numbers], often) + nth]
        places: list[int] = at.tolist()
        return places

    def _hits(
        self, sign: re.Pattern[str], fits: Callable[[str], bool] | None = None
    ) -> npt.NDArray[np.int64]:
        """Where `sign` stands in `_joined`, and what stands there fits."""
        found = sign.finditer(self._joined)
        fitting = found if fits is None else (m for m in found if fits(m.group()))
        return np.fromiter(map(re.Match.start, fitting), np.int64)

    def _kind_at(self, offsets: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The tokens that hold characters of `_joined`."""
        return np.searchsorted(self._offsets, offsets, side="right") - 1

    def words_twice(self) -> list[int]:
        """Where a word starts that the next token begins with, whatever its case, in order.

        Space within a token, such as a no-break space, parts two words as well.
        """
        numbering: defaultdict[str, int] = defaultdict(count(1).__next__)
        last, inner = self._word_of(_LAST_WORD, numbering)
        first, _ = self._word_of(_FIRST_WORD, numbering)
        is_filled = self._lengths > 0
        is_filled[0] = True  # a line end parts the words on its sides
        found: list[int] = []
        before = np.zeros(0, np.int64)
        for start, end in blocks(len(self._ids)):
            filled = np.flatnonzero(is_filled[self._ids[start:end]]) + start
            filled = np.concatenate([before, filled])
            before = filled[-1:]
            ids = self._ids[filled]
            same = (last[ids[:-1]] == first[ids[1:]]) & (last[ids[:-1]] > 0)
            found += (self._starts[filled[:-1]][same] + inner[ids[:-1]][same]).tolist()
        return sorted([*found, *self._where(_WORD_TWICE)])

    def words_alike(self) -> list[int]:
        """Where a word starts whose first two letters, whatever their case, the next token begins
        with as well, in order."""
        numbering: defaultdict[str, int] = defaultdict(count(1).__next__)
        last, inner = self._word_of(_LAST_BEGINNING, numbering)
        first, _ = self._word_of(_FIRST_BEGINNING, numbering)
        found: list[int] = []
        for start, end in blocks(len(self._ids)):
            ids = self._ids[start : end + 1]
            same = (last[ids[:-1]] == first[ids[1:]]) & (last[ids[:-1]] > 0)
            found += (
                self._starts[start : start + len(ids) - 1][same] + inner[ids[:-1]][same]
            ).tolist()
        return found

    def phrases_twice(self, most: int) -> list[int]:
        """Where two to `most` words may start that stand again right behind, whatever their case,
        in order: each word of them a token, but for what stands before the first and behind the
        last."""
        numbering: defaultdict[str, int] = defaultdict(count(1).__next__)
        last, inner = self._word_of(_LAST_WORD, numbering)
        first, _ = self._word_of(_FIRST_WORD, numbering)
        alone, _ = self._word_of(_LONE_WORD, numbering)
        found: list[int] = []
        # A phrase twice is at most so many tokens, which must lie in one block.
        for start, end in blocks(len(self._ids)):
            ids = self._ids[start : end + 2 * most]
            ending, single, opening = last[ids], alone[ids], first[ids]
            for size in range(2, most + 1):
                places = len(ids) - 2 * size + 1
                if places <= 0:
                    continue
                same = (ending[:places] == single[size : size + places]) & (ending[:places] > 0)
                for n in range(1, size - 1):
                    here = single[n : n + places]
                    same &= (here == single[size + n : size + n + places]) & (here > 0)
                here = single[size - 1 : size - 1 + places]
                there = opening[2 * size - 1 : 2 * size - 1 + places]
                same &= (here == there) & (here > 0)
                at = np.flatnonzero(same)
                found += (self._starts[start : start + len(ids)][at] + inner[ids[at]]).tolist()
        return sorted({*found})

    def beside(self, pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the pairs of words, in lower case, that stand side by side somewhere: the first
        as a token of its own, the second as one or with a mark behind it."""
        ordered = sorted(pairs)
        numbering: defaultdict[str, int] = defaultdict(count(1).__next__)
        first, second = (np.zeros(len(self._kinds), np.int32) for _ in range(2))
        for head, tail in ordered:
            for form in (head, head.capitalize(), head.upper()):
                if (alone := self._numbering.get(form)) is not None:
                    first[alone] = numbering[head]
            for form in (tail, tail.capitalize(), tail.upper()):
                if (alone := self._numbering.get(form)) is not None:
                    second[alone] = numbering[tail]
                marked = self._kinds_with.get(form, ())
                second[[n for n in marked if _opens_with(self._kinds[n], form)]] = numbering[tail]
        wanted = np.array(
            sorted(numbering[head] << 32 | numbering[tail] for head, tail in ordered), np.int64
        )
        found: set[int] = set()
        for start, end in blocks(len(self._ids)):
            ids = self._ids[start : end + 1]
            heads = np.flatnonzero(first[ids[:-1]])
            codes = first[ids[heads]].astype(np.int64) << 32 | second[ids[heads + 1]]
            at = np.minimum(np.searchsorted(wanted, codes), len(wanted) - 1)
            found.update(codes[wanted[at] == codes].tolist())
        return {
            (head, tail)
            for head, tail in ordered
            if numbering[head] << 32 | numbering[tail] in found
        }

    def _word_of(
        self, pattern: re.Pattern[str], numbering: defaultdict[str, int]
    ) -> tuple[Numbers, Numbers]:
        """The number of the word that is group 1 of `pattern` in each token (0 where there is
        none), and where it starts in the token."""
        words, inner = (np.zeros(len(self._kinds), np.int32) for _ in range(2))
        found = [
            (m.start(1), numbering[m.group(1).lower()]) for m in pattern.finditer(self._joined)
        ]
        at, numbers = np.array(found, np.int32).reshape(-1, 2).T
        kinds = self._kind_at(at)
        words[kinds] = numbers
        inner[kinds] = at - self._offsets[kinds]
        return words, inner


def _opens_with(token: str, word: str) -> bool:
    """Whether a token begins with a word and a mark that no word goes on behind."""
    after = token[len(word) : len(word) + 1]
    return token.startswith(word) and not (after.isalnum() or after in "_'’-")


def _in_order(ids: Numbers, kinds: Sequence[str]) -> tuple[Numbers, list[str]]:
    """The tokens numbered anew, in the order in which they come, the line end before all."""
    first = np.full(len(kinds), len(ids), np.int32)
    for at, end in reversed([*blocks(len(ids))]):
        first[ids[at:end][::-1]] = np.arange(end - 1, at - 1, -1, dtype=np.int32)
    first[0] = -1
    order = np.argsort(first)[: np.count_nonzero(first < len(ids))]
    numbers = np.zeros(len(kinds), np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    return numbers[ids], [kinds[at] for at in order.tolist()]
