"""The headings that stand above a place in the tree, and what is below each of them so far."""

from __future__ import annotations

from typing import Protocol

from variorum.fixed import fixed


class Past(Protocol):
    """A number for each heading so far, by its index."""

    def __getitem__(self, index: int, /) -> int: ...


@fixed
class Branch:
    """A heading of the spine and what stands below it so far (`index` -1: the document).

    `own` are the words that its title brings, `known` those and the ones of the headings above.
    """

    index: int
    own: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    children: int = 0
    last: int = -1
    headed: int = 0
    foreign: int = 0
    owners: int = 0
    sharing: int = 0
    tied: float = 0.0


Spine = tuple[Branch, ...]
