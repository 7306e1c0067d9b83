"""Hyphens at the ends of lines: which belong to the word, and which a typesetter put there.

Judged by the words of the document itself: a word that stands elsewhere without the hyphen was
only divided, one that stands elsewhere with it has it of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from variorum.compare.language import data

# A hyphen, and signs that programs write for one where a word is divided.
HYPHENS = "-\u00ad\u2010"
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*")
_LAST = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*(?=[-\u00ad\u2010]\s*\Z)")
_END = re.compile(r"[^\W\d_]+(?=\s*\Z)")
_FIRST = re.compile(r"[^\W\d_]+")
# Words of one stem have so many letters less in common at most.
_ENDING = 3
_SHORTEST_STEM = 5
# Words that begin alike have so many letters in common behind the hyphen; how long endings are at
# most, and how many words have one at least.
_MORE = 2
_LONGEST_ENDING = 7
_FEWEST_ENDINGS = 2
# Between two words on one line; so many characters are looked through at once.
_BETWEEN = re.compile(r"(?<=[^\W\d_]) (?=[^\W\d_])")
_AT_ONCE = 1 << 15
# No word is longer.
_LONGEST = 80


def halves(line: str, following: str) -> tuple[str, str] | None:
    """The two halves of a word that the end of a line divides at a hyphen; null for none.

    `line` ends with the hyphen (and space), `following` begins with the other half.
    """
    whole = line.rstrip()
    if not whole or whole[-1] not in HYPHENS:
        return None
    left, right = _LAST.search(whole, max(0, len(whole) - _LONGEST)), _FIRST.match(following)
    return (left.group(), right.group()) if left and right else None


class Vocabulary:
    """The words of a document, lower case, those left out that a line's end divides.

    `texts` are its parts, none of which divides a word from the next; `lang` is its language,
    an ISO 639-1 code or `und`.
    """

    def __init__(self, texts: Iterable[str], lang: str) -> None:
        written: Counter[str] = Counter()
        for text in texts:
            for part in _parts(text):
                written.update(_WORD.findall(_undivided(part)))
        self._counts: Counter[str] = Counter()
        for word, n in written.items():
            self._counts[word.lower()] += n
        self._stems = Counter(word[:-_ENDING] for word in self._counts if len(word) > 7)
        self._openings = Counter(word.partition("-")[0] for word in self._counts if "-" in word)
        table = data(lang, "hyphens")
        self._digraphs: tuple[str, ...] = tuple(table.get("long_digraphs", ()))
        self._before = frozenset(table.get("before", ()))
        self._after = frozenset(table.get("after", ()))
        self._joined = frozenset(table.get("joined", ()))
        self._hanging = frozenset(table.get("hanging", ()))
        self._endings: Counter[str] | None = None
        self._sorted = sorted(self._counts)

    def dropped(self, pairs: Sequence[tuple[str, str]]) -> list[int]:
        """For each divided word how many characters are none of its own: 0 keeps the hyphen.

        1 is the hyphen alone; 2 and more are the end of a letter before it, which the whole word
        does not repeat.  Where nothing is known of a word, the others tell whether this document
        divides words.
        """
        told = [self._evidence(*pair) for pair in pairs]
        divides = sum(t > 0 for t in told) >= sum(t < 0 for t in told)
        return [
            self._signs(*pair) if t > 0 or (t == 0 and divides and self._alike(*pair)) else 0
            for t, pair in zip(told, pairs, strict=True)
        ]

    def hangs(self, pair: tuple[str, str]) -> bool:
        """Whether a half is a word by itself, before which the rest of another was left out.

        `two- and three-masted`: the hyphen is followed by a space.
        """
        left, right = pair
        return right in self._hanging and not self._counts[f"{left}-{right}".lower()]

    def lost(self, line: str, following: str) -> bool:
        """Whether a line ends inside a word and its hyphen was lost: neither half is a word of the
        document elsewhere, and both together are one.
        """
        if not following[:1].islower():
            return False
        left, right = _END.search(line, max(0, len(line) - _LONGEST)), _FIRST.match(following)
        if left is None or right is None:
            return False
        whole = (left.group() + right.group()).lower()
        if len(whole) < _SHORTEST_STEM or self._counts.get(whole, 0) <= 1:
            return False
        # Each half stands here once.
        return all(self._counts[half.group().lower()] <= 1 for half in (left, right))

    def _alike(self, left: str, right: str) -> bool:
        """Whether two halves of an unknown word can be of one without a hyphen.

        A name does not begin inside a word; a word said twice, one with another hyphen and those
        that the language joins so keep theirs.
        """
        inner = left.lower().rpartition("-")[2]
        if inner == right.lower() or inner in self._before or right.lower() in self._after:
            return False
        if f"{inner}-{right.lower()}" in self._joined:
            return False
        if "-" in left and (self._counts[inner] or self._counts[right.lower()]):
            return False
        return right[0].islower() or (left.isupper() and right.isupper())

    def _evidence(self, left: str, right: str) -> int:
        """More than 0 where the word is known whole, less where it is known with its hyphen."""
        parted = self._counts[f"{left}-{right}".lower()]
        told = max(self._counts[whole] for whole in self._wholes(left, right)) - parted
        if told:
            return told
        stems = [w[:-_ENDING] for w in self._wholes(left, right)]
        known = max(self._stems[s] if len(s) >= _SHORTEST_STEM else 0 for s in stems)
        if not parted and self._is_ending(right.lower()):
            return 1
        begun = self._begun(left.lower(), right.lower())
        return begun or known - self._openings[left.lower()]

    def _begun(self, left: str, right: str) -> int:
        """How many words begin as the whole would, a little further than its first half; those with
        its hyphen count against it."""
        if len(left) < _ENDING or len(right) <= _MORE:
            return 0
        starts = (f"{left}{right[:_MORE]}", f"{left}-{right[:_MORE]}")
        whole, parted = (
            bisect_left(self._sorted, start + "\U0010ffff") - bisect_left(self._sorted, start)
            for start in starts
        )
        return whole - parted

    def _is_ending(self, right: str) -> bool:
        """Whether several words end so, and none is called so."""
        if not _ENDING < len(right) <= _LONGEST_ENDING or self._counts[right]:
            return False
        if right in self._after:
            return False
        if self._endings is None:
            sizes = range(_ENDING + 1, _LONGEST_ENDING + 1)
            self._endings = Counter(
                w[-n:] for w in self._sorted for n in sizes if len(w) > n + 2 and "-" not in w
            )
        return self._endings[right] >= _FEWEST_ENDINGS

    def _wholes(self, left: str, right: str) -> list[str]:
        """How the whole word may be written: the halves together, or with a letter told shorter."""
        whole = (left + right).lower()
        extra = self._repeated(left.lower(), right.lower())
        return [whole] if not extra else [left.lower()[:-extra] + right.lower(), whole]

    def _signs(self, left: str, right: str) -> int:
        extra = self._repeated(left.lower(), right.lower())
        if not extra:
            return 1
        shorter, whole = self._wholes(left, right)
        return 1 if self._counts[whole] > self._counts[shorter] else 1 + extra

    def _repeated(self, left: str, right: str) -> int:
        """How many signs of a letter at the end of `left` the whole word leaves out."""
        for letter in self._digraphs:
            if left.endswith(letter) and right.startswith(letter):
                return len(letter) - 1
        return 0


def _parts(text: str) -> Iterator[str]:
    """The text some ten thousand characters at a time, since its words take many times as much
    memory; none ends inside a word, divided or not."""
    at = 0
    while at < len(text):
        between = _BETWEEN.search(text, at + _AT_ONCE)
        end = len(text) if between is None else between.end()
        yield text[at:end]
        at = end


def _undivided(text: str) -> str:
    """The text without the words that the ends of its lines divide."""
    return re.sub(rf"[^\W\d_]+[{HYPHENS}]\s*[\r\n\f\v]\s*[^\W\d_]+", " ", text)
