"""The tree of a plain text's headings, from how the headings behave.

Plain text carries no levels.  Each heading may stand below the heading before it, or beside it, or
beside one of those above it.  Evidence of several kinds (`factors`) speaks for each of these
places; the tree for which most speaks as a whole is kept, so that a later heading can correct
where an earlier one stands: a beam search over the headings that are still open (the *spine*).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import exp, log
from typing import NamedTuple

from variorum.fixed import fixed, maker

from .cycles import find_rounds
from .factors import Factors, Judged
from .groups import find_groups
from .spine import Spine
from .traits import Heading, Headings, Trait, traits
from .weights import RIVALS

__all__ = ["Heading", "Headings", "Place", "build_tree"]

# So many states of the spine are kept open at each heading.
WIDTH = 12
# Of a document with more headings than so many fewer are, and of these only the ones that come so
# near the best: each state costs as much again, and what falls so far behind hardly ever comes back.
MANY = 4_000
WIDTH_OF_MANY = 6
NEAR = 2.0
CHUNK = 64
# Where the fields of a place are in the number that holds it.
_PARENT, _REASON = 1 << 8, 1 << 40
# More than two scores differ that are rounded to the same.
SAME = 1e-5


@fixed
class Place:
    """Where a heading stands: index of its parent (null at the top), depth from 1, and why; with
    the length of the letter or number that counts it in an outline."""

    parent: int | None
    depth: int
    evidence: str
    counted: int = 0


class _Past:
    """Parent, depth and the number of the reason of each heading so far.

    The states share what they have in common: a list of its own for each of them would cost
    time with the square of the headings.
    """

    __slots__ = ("_chunks", "_last")

    def __init__(self, chunks: tuple[array[int], ...] = (), last: tuple[int, ...] = ()) -> None:
        self._chunks, self._last = chunks, last

    def __getitem__(self, index: int) -> tuple[int, int]:
        chunk, at = divmod(index, CHUNK)
        number = (self._chunks[chunk] if chunk < len(self._chunks) else self._last)[at]
        return number % _REASON // _PARENT - 1, number % _PARENT

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        for number in chain(*self._chunks, self._last):
            reason, rest = divmod(number, _REASON)
            yield rest // _PARENT - 1, rest % _PARENT, reason

    def and_then(self, parent: int, depth: int, reason: int) -> _Past:
        last = (*self._last, reason * _REASON + (parent + 1) * _PARENT + depth)
        if len(last) < CHUNK:
            return _Past(self._chunks, last)
        return _Past((*self._chunks, array("q", last)))


class _State(NamedTuple):
    """One way to place the headings so far."""

    score: float
    spine: Spine
    past: _Past


_state = maker(_State)


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
        find_rounds(_but_again(headings, known), [bool(t.foreign) for t in known]),
        lang,
    )
    del headings
    factors = Factors(known, groups, keys, alike)
    width, near = (WIDTH, None) if len(known) <= MANY else (WIDTH_OF_MANY, NEAR)
    beam = [_State(0.0, Spine(), _Past())]
    for i in range(len(known)):
        factors.turn_to(i)
        beam = _step(factors, beam, width, near)
    said, past = list(factors.said), beam[0].past
    # What is known of all of them goes before each has its place.
    del known, groups, keys, factors, beam
    return [
        Place(None if parent < 0 else parent, depth, said[reason]) for parent, depth, reason in past
    ]


def _but_again(headings: Sequence[Heading], known: Sequence[Trait]) -> list[str]:
    """The titles by which rounds are found, but for headings that come again with their texts.

    A list that was pasted twice is no cycle, in which other things are said under the same titles.
    """
    titles = [t.bare for t in known]
    times = Counter(titles)
    several = [n for n, title in enumerate(titles) if times[title] > 1]
    first: dict[tuple[str, ...], int] = {}
    again = []
    for n in several:
        body = tuple(headings[n].body)
        if body and first.setdefault((titles[n], *body), n) != n:
            again.append(n)
    if 2 * len(again) >= len(several) - len({titles[n] for n in several}):
        for n in again:
            titles[n] = f"\0{n}"
    return titles


def _step(factors: Factors, beam: Sequence[_State], width: int, near: float | None) -> list[_State]:
    """The `width` best states after the next heading, none of them `near` or more behind the best
    where that is told; of those with the same open headings only one."""
    ways: dict[tuple[int, ...], tuple[float, _State, Judged]] = {}
    for state in beam:
        before, spine, past = state
        judged = factors.judge(spine, past)
        scores = judged[0]
        top = max(scores)
        norm = RIVALS * (top + log(sum([exp(s - top) for s in scores])))
        indexes = spine.indexes
        for depth, own in enumerate(scores, 1):
            score = before + own - norm
            key = indexes[:depth]
            if key not in ways or score > ways[key][0]:
                ways[key] = (score, state, judged)
    if near is not None:
        least = max([way[0] for way in ways.values()]) - near
        ways = {key: way for key, way in ways.items() if way[0] > least}
    if len(ways) > width:
        # Scores that are equal but for how they were rounded stay until they are ordered.
        least = sorted([way[0] for way in ways.values()])[-width] - SAME
        ways = {key: way for key, way in ways.items() if way[0] > least}
    # Of equal scores the deeper place first, then the earlier state: always the same tree.
    best = sorted(ways.items(), key=lambda x: (-round(x[1][0], 6), -len(x[0]), x[0]))[:width]
    return [
        _state(
            (
                score,
                factors.place(state.spine, len(key) - 1),
                state.past.and_then(key[-1], len(key), factors.reason(judged, len(key) - 1)),
            )
        )
        for key, (score, state, judged) in best
    ]
