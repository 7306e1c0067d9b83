"""The tree of a plain text's headings, from how the headings behave.

Plain text carries no levels.  Each heading may stand below the heading before it, or beside it, or
beside one of those above it.  Evidence of several kinds (`factors`) speaks for each of these
places; the tree for which most speaks as a whole is kept, so that a later heading can correct
where an earlier one stands: a beam search over the headings that are still open (the *spine*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp, log

from variorum.fixed import fixed

from .cycles import find_rounds
from .factors import Factors
from .groups import find_groups
from .spine import Spine
from .traits import Heading, traits
from .weights import RIVALS

__all__ = ["Heading", "Place", "build_tree"]

# So many states of the spine are kept open at each heading, of documents with so many headings at
# most: of larger ones fewer, for what a few pages say decides, and each state costs as much again.
WIDTHS = ((4_000, 12), (8_000, 6))
LEAST_WIDTH = 3
# Of a large document with numbers before so many of its headings, few trees are tried, too.
NUMBERED = 0.9
CHUNK = 64
# More than two scores differ that are rounded to the same.
SAME = 1e-5


@dataclass(frozen=True, slots=True)
class Place:
    """Where a heading stands: index of its parent (null at the top), depth from 1, and why; with
    the length of the letter or number that counts it in an outline."""

    parent: int | None
    depth: int
    evidence: str
    counted: int = 0


@fixed
class _Past:
    """Parent and depth of each heading so far.

    The states share what they have in common: a list of its own for each of them would cost
    time with the square of the headings.
    """

    chunks: tuple[tuple[tuple[int, int], ...], ...] = ()
    last: tuple[tuple[int, int], ...] = ()

    def __getitem__(self, index: int) -> tuple[int, int]:
        chunk, at = divmod(index, CHUNK)
        return (self.chunks[chunk] if chunk < len(self.chunks) else self.last)[at]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return chain(*self.chunks, self.last)

    def and_then(self, parent: int, depth: int) -> _Past:
        last = (*self.last, (parent, depth))
        return _Past((*self.chunks, last)) if len(last) == CHUNK else _Past(self.chunks, last)


@fixed
class _State:
    """One way to place the headings so far."""

    score: float
    spine: Spine
    past: _Past


def build_tree(headings: Sequence[Heading], lang: str, *, alike: bool = False) -> list[Place]:
    """The place of each heading of a document, in order; `lang` is an ISO 639-1 code or `und`.

    Where all headings look `alike` (strong lines of one size) their words tell no levels: a writer
    who saw levels there would have made them look different.
    """
    known, keys = traits(headings, lang)
    groups = find_groups(
        headings,
        known,
        keys,
        find_rounds([t.bare for t in known], [bool(t.foreign) for t in known]),
        lang,
    )
    del headings, keys  # where the caller keeps no others: their texts are copies
    factors = Factors(known, groups, alike)
    width = next((width for most, width in WIDTHS if len(known) <= most), LEAST_WIDTH)
    if len(known) > WIDTHS[0][0] and sum(t.number is not None for t in known) >= NUMBERED * len(
        known
    ):
        width = LEAST_WIDTH  # the numbers say it
    beam = [_State(0.0, Spine(), _Past())]
    for i in range(len(known)):
        factors.turn_to(i)
        beam = _step(factors, beam, width)
    return _explained(factors, [parent for parent, _ in beam[0].past])


def _step(factors: Factors, beam: Sequence[_State], width: int) -> list[_State]:
    """The `width` best states after the next heading; of those with the same open headings only one."""
    ways: dict[tuple[int, ...], tuple[float, _State]] = {}
    for state in beam:
        scores = factors.scores(state.spine, state.past)
        top = max(scores)
        norm = RIVALS * (top + log(sum([exp(s - top) for s in scores])))
        before, indexes = state.score, state.spine.indexes
        for depth, own in enumerate(scores, 1):
            score = before + own - norm
            key = indexes[:depth]
            if key not in ways or score > ways[key][0]:
                ways[key] = (score, state)
    if len(ways) > width:
        # Scores that are equal but for how they were rounded stay until they are ordered.
        least = sorted([score for score, _ in ways.values()])[-width] - SAME
        ways = {key: way for key, way in ways.items() if way[0] > least}
    # Of equal scores the deeper place first, then the earlier state: always the same tree.
    best = sorted(ways.items(), key=lambda x: (-round(x[1][0], 6), -len(x[0]), x[0]))[:width]
    return [
        _State(
            score,
            factors.place(state.spine, len(key) - 1),
            state.past.and_then(key[-1], len(key)),
        )
        for key, (score, state) in best
    ]


def _explained(factors: Factors, parents: Sequence[int]) -> list[Place]:
    """The places with their reasons: what spoke for each, the strongest first."""
    places: list[Place] = []
    spine = Spine()
    past: list[tuple[int, int]] = []
    for i, parent in enumerate(parents):
        factors.turn_to(i)
        at = spine.indexes.index(parent)
        why = factors.reasons(spine, past, at)
        spine = factors.place(spine, at)
        past.append((parent, at + 1))
        places.append(Place(None if parent < 0 else parent, at + 1, why))
    return places
