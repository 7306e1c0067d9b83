"""The words of all texts of a corpus, and which of the texts are alike by them.

`wordings` takes the plain way for few texts, so that numpy need not be imported, and that
of `wordings_np` for many, where words are numbers; both answer the same.  Texts go by their
number, from 0.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from variorum.compare.candidates import ALIKE, MANY, SOME, Near, near_pairs
from variorum.compare.cutting import SENTENCE, sentences

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

FORMULA = 24  # a sentence in more passages than this is a formula, not a duplicate
FEW = 20_000  # sentences beyond which only equal ones are paired


class Said(NamedTuple):
    """Sentence `nth` (from 0) of a text; only those of at least `SENTENCE` words are told."""

    text: int
    nth: int


class Wordings(Protocol):
    """The words of `texts`.

    `same` gives, for each text, the first of the same words (most often itself); `lengths`
    how many words it has.
    """

    @property
    def texts(self) -> Sequence[str]: ...

    @property
    def same(self) -> Sequence[int]: ...

    @property
    def lengths(self) -> Sequence[int]: ...

    def words(self, text: int) -> tuple[str, ...]:
        """The words of a text, case folded."""

    def changed(self, text: int, other: int) -> set[str]:
        """The words that only one of two texts has."""

    def near(self, members: Sequence[int]) -> list[Near]:
        """Pairs of alike texts, as places in `members`, which are of different words."""

    def near_wholes(self, parts: Sequence[Sequence[int]], alike: float) -> list[Near]:
        """Pairs of alike wholes, each of which is made of texts; as places in `parts`."""

    def said_again(self, members: Sequence[int]) -> list[list[Said]]:
        """Sentences of the same words: the first of each, then the others, no formulas."""

    def near_said(self, members: Sequence[int]) -> list[tuple[Said, Said, float]]:
        """Different sentences that are alike (the later one first), no formulas; none where
        there are too many."""


def wordings(
    texts: Sequence[str], *, vectorised: bool | None = None, tokens: Tokens | None = None
) -> Wordings:
    """The words of different texts; `tokens` may know those of many already."""
    if vectorised is None:
        vectorised = len(texts) > (SOME if "numpy" in sys.modules else MANY)
    if vectorised:
        from variorum.compare.wordings_np import WordingsNp

        return WordingsNp(texts, tokens)
    return PlainWordings(texts)


class PlainWordings:
    """`Wordings` as tuples of words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        pool: dict[str, str] = {}
        self._words: list[tuple[str, ...]] = []
        self._long: list[list[tuple[int, tuple[str, ...]]]] = []
        for text in texts:
            pieces = [s.words for s in sentences(text, pool)]
            self._words.append(tuple(chain.from_iterable(pieces)))
            self._long.append([s for s in enumerate(pieces) if len(s[1]) >= SENTENCE])
        first: dict[tuple[str, ...], int] = {}
        self.same = [first.setdefault(words, at) for at, words in enumerate(self._words)]
        self.lengths = [len(words) for words in self._words]

    def words(self, text: int) -> tuple[str, ...]:
        return self._words[text]

    def changed(self, text: int, other: int) -> set[str]:
        return set(self._words[text]) ^ set(self._words[other])

    def near(self, members: Sequence[int]) -> list[Near]:
        numbers: dict[tuple[str, ...], int] = {}
        whole = [
            [numbers.setdefault(words, len(numbers)) for _, words in self._long[at]]
            for at in members
        ]
        return near_pairs([self._words[at] for at in members], whole)

    def near_wholes(self, parts: Sequence[Sequence[int]], alike: float) -> list[Near]:
        words = [tuple(chain.from_iterable(self._words[at] for at in whole)) for whole in parts]
        return near_pairs(words, alike=alike)

    def said_again(self, members: Sequence[int]) -> list[list[Said]]:
        return [same for same in self._groups(members).values() if 1 < len(same) <= FORMULA]

    def near_said(self, members: Sequence[int]) -> list[tuple[Said, Said, float]]:
        groups = self._groups(members)
        if len(groups) > FEW:
            return []
        few = [(words, same[0]) for words, same in groups.items() if len(same) <= FORMULA]
        pairs = near_pairs([words for words, _ in few], alike=ALIKE)
        return [(few[p.other][1], few[p.first][1], p.similarity) for p in pairs]

    def _groups(self, members: Sequence[int]) -> dict[tuple[str, ...], list[Said]]:
        groups: dict[tuple[str, ...], list[Said]] = {}
        for at in members:
            for nth, words in self._long[at]:
                groups.setdefault(words, []).append(Said(at, nth))
        return groups
