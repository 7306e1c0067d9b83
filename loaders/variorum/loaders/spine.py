"""The headings that stand above a place in the tree, and what is below each of them so far."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from variorum.fixed import maker

# So deep may a heading stand.
DEPTH = 8


class Past(Protocol):
    """Parent (-1 at the top) and depth of each heading so far, by its index."""

    def __getitem__(self, index: int, /) -> tuple[int, int]: ...


class Branch(NamedTuple):
    """A heading of the spine and what stands below it so far (`heading` is its index, -1 the document).

    `own` are the words that its title brings, `known` those and the ones of the headings above.
    """

    heading: int
    own: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    children: int = 0
    last: int = -1
    headed: int = 0
    foreign: int = 0
    owners: int = 0
    sharing: int = 0
    tied: float = 0.0

    def with_parts(self) -> Branch:
        """The same, one more of the headings below it with something below that one."""
        return branch((*self[:5], self.headed + 1, *self[6:]))


class Spine(NamedTuple):
    """The headings under which the next one may stand, from the document down, and their indexes."""

    branches: tuple[Branch, ...] = (Branch(-1),)
    indexes: tuple[int, ...] = (-1,)


# Several of each are made for every heading.
branch, spine_of = maker(Branch), maker(Spine)
