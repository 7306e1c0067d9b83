"""How two readings of one text differ: the comparer.

>>> result = compare("Le socle peut tirer.", "Le socle ne peut pas tirer.", "fr")
>>> result.kind, result.relation
('negation', 'near')
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from variorum.compare.align import ALIKE, Group, align, similarity
from variorum.compare.classes import SAME, class_of, gravest, same_bounds
from variorum.compare.gaps import between, span_class
from variorum.compare.lexicon import Lexicon, lexicon
from variorum.compare.reading import Reading, read
from variorum.model import Difference

# Sentences of so few words are compared word by word even where no word is the same.
FEW = 4


# Beyond this product of words, an alignment would take hundreds of megabytes: the whole differs.
MOST_WORDS = 100_000_000


class Aligned(NamedTuple):
    """Characters `start` to `end` answer `other_start` to `other_end`; an empty span: none do."""

    start: int
    end: int
    other_start: int
    other_end: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` found.

    `relation` is `identical`, `markup`, `typographic`, `near` or `different`; `kind` the gravest
    class that is neither markup nor typographic, null where there is none; `similarity` the
    share of words in common (0 to 1).  `differences` are in the order of both readings and
    do not overlap: replacing each span of the one by that of the other gives the other.
    """

    relation: str
    similarity: float
    kind: str | None
    differences: tuple[Difference, ...]
    sentences: tuple[Aligned, ...] = ()


def compare(
    reading: str, other: str, lang: str, *, known: Container[str] | None = None
) -> Comparison:
    """Compare two readings (passages divided by line ends) of a language (ISO 639-1 or `und`).

    `known` holds the forms (`words_of`) that occur elsewhere in the corpus: with it, a word
    that is unknown against one that is known and nearly the same is a misspelling.
    Symmetric: the other way round gives the same with both sides exchanged.
    """
    return compare_readings(reading_of(reading, lang), reading_of(other, lang), lang, known=known)


def words_of(text: str, lang: str) -> tuple[str, ...]:
    """The forms by which the words of a text are compared, in order; numbers as digits."""
    return read(text, lang).forms


@lru_cache(maxsize=512)
def reading_of(text: str, lang: str) -> Reading:
    """The reading of a text, remembered for those that are compared with several others."""
    return read(text, lang)


def rebuild(reading: str, other: str, differences: Sequence[Difference]) -> str:
    """The other reading, put together from `reading` and the differences."""
    parts: list[str] = []
    at = 0
    for d in differences:
        parts += [reading[at : d.start], other[d.other_start : d.other_end]]
        at = d.end
    return "".join([*parts, reading[at:]])


def flip(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """The same differences seen from the other reading."""
    return tuple(
        Difference(d.kind, d.other_start, d.other_end, d.start, d.end) for d in differences
    )


def compare_readings(
    a: Reading, b: Reading, lang: str, *, known: Container[str] | None = None
) -> Comparison:
    """`compare` for readings that are already cut into words."""
    if a.text == b.text:
        return Comparison("identical", 1.0, None, ())
    if a.text > b.text:
        back = compare_readings(b, a, lang, known=known)
        return Comparison(
            back.relation,
            back.similarity,
            back.kind,
            flip(back.differences),
            tuple(Aligned(s[2], s[3], s[0], s[1]) for s in back.sentences),
        )
    pieces, matched, groups = _pieces(a, b, lexicon(lang), known)
    _moves(a, b, pieces)
    differences, same = _differences(a, b, pieces, matched)
    kinds = [d.kind for d in differences if d.kind not in SAME]
    total = len(a.words) + len(b.words)
    share = 1.0 if not kinds else (2 * same / total if total else 0.0)
    relation = "near"
    if not kinds:
        relation = "markup" if all(d.kind == "markup" for d in differences) else "typographic"
    elif share < 0.5 and not _contained(same, len(a.words), len(b.words)):
        relation = "different"
    aligned = tuple(_aligned(a, b, group) for group in groups)
    return Comparison(relation, round(share, 4), gravest(kinds), differences, aligned)


def _contained(same: int, n: int, m: int) -> bool:
    least = min(n, m)
    return least >= 6 and same >= 0.9 * least


def _aligned(a: Reading, b: Reading, group: Group) -> Aligned:
    def span(reading: Reading, first: int, last: int) -> tuple[int, int]:
        if first < last:
            return reading.sentences[first].start, reading.sentences[last - 1].end
        at = reading.sentences[first - 1].end if first else 0
        return at, at

    return Aligned(*span(a, group.first, group.last), *span(b, group.other_first, group.other_last))


class Piece(NamedTuple):
    """Words `first` to `last` stand where the other reading has `other_first` to `other_last`."""

    first: int
    last: int
    other_first: int
    other_last: int
    kind: str


def _pieces(
    a: Reading, b: Reading, lex: Lexicon, known: Container[str] | None
) -> tuple[list[Piece], list[tuple[int, int]], list[Group]]:
    """Words that differ, with their class, words that are the same, and aligned sentences."""
    pieces: list[Piece] = []
    matched: list[tuple[int, int]] = []
    if a.forms == b.forms:
        return pieces, [(i, i) for i in range(len(a.words))], align(a, b) if a.sentences else []
    groups = align(a, b)
    for group in groups:
        first, last = _words_in(a, group.first, group.last)
        other_first, other_last = _words_in(b, group.other_first, group.other_last)
        left, right = a.forms[first:last], b.forms[other_first:other_last]
        if not left or not right:
            pieces += _missing(a, b, group, (first, other_first))
        elif left == right:
            matched += zip(range(first, last), range(other_first, other_last), strict=True)
        elif len(left) * len(right) > MOST_WORDS or (
            max(len(left), len(right)) > FEW and similarity(left, right) < ALIKE / 2
        ):
            pieces.append(Piece(first, last, other_first, other_last, "wording"))
        else:
            more, same = _word_pieces(a, b, (first, last, other_first, other_last), lex, known)
            pieces += more
            matched += same
    return pieces, matched, groups


def _words_in(reading: Reading, first: int, last: int) -> tuple[int, int]:
    if first < last:
        return reading.sentences[first].first, reading.sentences[last - 1].last
    at = reading.sentences[first - 1].last if first else 0
    return at, at


def _missing(a: Reading, b: Reading, group: Group, at: tuple[int, int]) -> list[Piece]:
    """Sentences that only one reading has; a whole passage where none of its sentences is left."""
    mine = group.first < group.last
    reading = a if mine else b
    first, last = (group.first, group.last) if mine else (group.other_first, group.other_last)
    found: list[Piece] = []
    while first < last:
        passage = reading.sentences[first].passage
        end = first
        while end < last and reading.sentences[end].passage == passage:
            end += 1
        whole = (first == 0 or reading.sentences[first - 1].passage != passage) and (
            end == len(reading.sentences) or reading.sentences[end].passage != passage
        )
        steps = [(first, end)] if whole else [(s, s + 1) for s in range(first, end)]
        kind = "missing_passage" if whole else "missing_sentence"
        for start, stop in steps:
            low, high = reading.sentences[start].first, reading.sentences[stop - 1].last
            found.append(
                Piece(low, high, at[1], at[1], kind)
                if mine
                else Piece(at[0], at[0], low, high, kind)
            )
        first = end
    return found


def _word_pieces(
    a: Reading,
    b: Reading,
    span: tuple[int, int, int, int],
    lex: Lexicon,
    known: Container[str] | None,
) -> tuple[list[Piece], list[tuple[int, int]]]:
    """Differences and agreements of two groups of sentences, word by word."""
    from rapidfuzz.distance import Levenshtein

    first, last, other_first, other_last = span
    bounds = (_bounds(a, first, last), _bounds(b, other_first, other_last))
    pieces: list[Piece] = []
    matched: list[tuple[int, int]] = []
    runs: list[list[int]] = []
    for op in Levenshtein.opcodes(a.forms[first:last], b.forms[other_first:other_last]):
        i, j = first + op.src_start, other_first + op.dest_start
        end, other_end = first + op.src_end, other_first + op.dest_end
        if op.tag == "equal":
            matched += zip(range(i, end), range(j, other_end), strict=True)
        elif runs and runs[-1][1] == i and runs[-1][3] == j:
            runs[-1][1], runs[-1][3] = end, other_end
        else:
            runs.append([i, end, j, other_end])
    for i, end, j, other_end in runs:
        steps = [(i, end, j, other_end)]
        # One bound in other words is one difference, however many words each side has.
        whole = _joined(a, i, end) == _joined(b, j, other_end) or same_bounds(
            a.words[i:end], b.words[j:other_end]
        )
        if end - i == other_end - j > 1 and not whole:
            steps = [(i + k, i + k + 1, j + k, j + k + 1) for k in range(end - i)]
        for p, q, r, s in steps:
            kind = class_of(
                a.words[p:q],
                b.words[r:s],
                (_surfaces(a, p, q), _surfaces(b, r, s)),
                lex,
                known,
                bounds,
            )
            before = pieces[-1] if pieces else None
            if before and before.kind == kind and (before.last, before.other_last) == (p, r):
                pieces[-1] = before._replace(last=q, other_last=s)
            else:
                pieces.append(Piece(p, q, r, s, kind))
    return pieces, matched


def _joined(reading: Reading, first: int, last: int) -> str:
    return "".join(reading.forms[first:last])


def _surfaces(reading: Reading, first: int, last: int) -> list[str]:
    return [reading.text[w.start : w.end] for w in reading.words[first:last]]


def _bounds(reading: Reading, first: int, last: int) -> frozenset[str]:
    return frozenset(
        feature[6:]
        for word in reading.words[first:last]
        for feature in word.features
        if feature.startswith("bound:")
    )


def _moves(a: Reading, b: Reading, pieces: list[Piece]) -> None:
    """Words that one reading lacks here and has elsewhere were moved, not lost."""
    gone: dict[tuple[str, ...], list[int]] = {}
    come: dict[tuple[str, ...], list[int]] = {}
    swapped: dict[tuple[tuple[str, ...], tuple[str, ...]], list[int]] = {}
    for k, piece in enumerate(pieces):
        left, right = (
            a.forms[piece.first : piece.last],
            b.forms[piece.other_first : piece.other_last],
        )
        if not right and _movable(a, piece.first, piece.last):
            gone.setdefault(left, []).append(k)
        elif not left and _movable(b, piece.other_first, piece.other_last):
            come.setdefault(right, []).append(k)
        elif left and right and piece.kind == "wording":
            swapped.setdefault((left, right), []).append(k)
    pairs = [
        pair for key, here in gone.items() for pair in zip(here, come.get(key, []), strict=False)
    ]
    for (left, right), here in swapped.items():
        if left < right:
            pairs += zip(here, swapped.get((right, left), []), strict=False)
    for pair in pairs:
        for k in pair:
            pieces[k] = pieces[k]._replace(kind="moved")


def _movable(reading: Reading, first: int, last: int) -> bool:
    """Whether a run of words can be known again elsewhere: it has a word of its own."""
    return any(not w.features and len(w.form) > 2 for w in reading.words[first:last])


def _differences(
    a: Reading, b: Reading, pieces: list[Piece], matched: list[tuple[int, int]]
) -> tuple[tuple[Difference, ...], int]:
    """Differences that rebuild `b` from `a`, and how many words are the same."""
    found: list[Difference] = []
    same = len(matched)
    at = other_at = 0  # characters accounted for
    queue = iter(pieces)
    piece = next(queue, None)
    end = (len(a.words), len(b.words))
    for i, j in [*matched, end]:
        here: list[Piece] = []
        while piece is not None and piece.first <= i and piece.other_first <= j:
            here.append(piece)
            if piece.kind == "typographic":
                same += min(piece.last - piece.first, piece.other_last - piece.other_first)
            piece = next(queue, None)
        stop = a.words[i].start if i < end[0] else len(a.text)
        other_stop = b.words[j].start if j < end[1] else len(b.text)
        if here or a.text[at:stop] != b.text[other_at:other_stop]:
            found += between(a, b, here, (at, stop, other_at, other_stop))
        if (i, j) != end:
            word, other = a.words[i], b.words[j]
            ours, theirs = a.text[word.start : word.end], b.text[other.start : other.end]
            if ours != theirs and (kind := span_class(ours, theirs)):
                found.append(Difference(kind, word.start, word.end, other.start, other.end))
            at, other_at = word.end, other.end
    return tuple(found), same
