"""The tree of a plain text's headings, from how the headings behave.

Plain text carries no levels.  Each heading may stand below the heading before it, or beside it, or
beside one of those above it.  Evidence of several kinds (`factors`) speaks for each of these
places; the tree for which most speaks as a whole is kept, so that a later heading can correct
where an earlier one stands: a beam search over the headings that are still open (the *spine*).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from variorum.fixed import fixed

from .cycles import find_rounds
from .factors import Factors
from .groups import find_groups
from .spine import Branch, Spine
from .traits import Heading, traits
from .weights import RIVALS

__all__ = ["Heading", "Place", "build_tree"]

# So many states of the spine are kept open at each heading, and so deep may they be.
WIDTH = 12
DEPTH = 8
CHUNK = 64


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
    """A number for each heading so far.

    The states share what they have in common: a list of its own for each of them would cost
    time with the square of the headings.
    """

    chunks: tuple[tuple[int, ...], ...] = ()
    last: tuple[int, ...] = ()

    def __getitem__(self, index: int) -> int:
        chunk, at = divmod(index, CHUNK)
        return (self.chunks[chunk] if chunk < len(self.chunks) else self.last)[at]

    def __iter__(self) -> Iterator[int]:
        return chain(*self.chunks, self.last)

    def and_then(self, number: int) -> _Past:
        last = (*self.last, number)
        return _Past((*self.chunks, last)) if len(last) == CHUNK else _Past(self.chunks, last)


@fixed
class _State:
    """One way to place the headings so far."""

    score: float
    spine: Spine
    parents: _Past
    depths: _Past


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
    factors = Factors(known, groups, alike)
    best = _State(0.0, (Branch(-1),), _Past(), _Past())
    beam = [best]
    for i in range(len(known)):
        beam = _step(factors, beam, i)
    best = beam[0] if beam else best
    return _explained(factors, list(best.parents))


def _step(factors: Factors, beam: Sequence[_State], i: int) -> list[_State]:
    """The best states after heading `i`; of those with the same open headings only one."""
    ways: dict[tuple[int, ...], tuple[float, _State, int]] = {}
    for state in beam:
        open_ = tuple(b.index for b in state.spine)
        open_at = range(min(len(state.spine), DEPTH))
        scores = [factors.score(state.spine, state.depths, state.parents, i, at) for at in open_at]
        top = max(scores)
        norm = RIVALS * (top + math.log(sum(math.exp(s - top) for s in scores)))
        for at, own in enumerate(scores):
            score = state.score + own - norm
            key = open_[: at + 1]
            if key not in ways or score > ways[key][0]:
                ways[key] = (score, state, at)
    # Of equal scores the deeper place first, then the earlier state: always the same tree.
    best = sorted(ways.items(), key=lambda x: (-round(x[1][0], 6), -len(x[0]), x[0]))[:WIDTH]
    return [
        _State(
            score,
            factors.place(state.spine, i, at),
            state.parents.and_then(state.spine[at].index),
            state.depths.and_then(at + 1),
        )
        for _, (score, state, at) in best
    ]


def _explained(factors: Factors, parents: Sequence[int]) -> list[Place]:
    """The places with their reasons: what spoke for each, the strongest first."""
    places: list[Place] = []
    spine: Spine = (Branch(-1),)
    depths: list[int] = []
    for i, parent in enumerate(parents):
        at = next(k for k, b in enumerate(spine) if b.index == parent)
        why = factors.reasons(spine, depths, parents, i, at)
        spine = factors.place(spine, i, at)
        depths.append(at + 1)
        places.append(Place(None if parent < 0 else parent, at + 1, why))
    return places
