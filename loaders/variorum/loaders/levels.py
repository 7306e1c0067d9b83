"""What a place in the tree says by itself: a level more, none, or so many fewer than the heading before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from . import weights
from .spine import Branch
from .ties import Evidence

# Evidence in order, and how much it weighs together.
Summed = tuple[float, tuple[Evidence, ...]]

PARTS = "the heading above is one of those with parts"
NOTHING: Summed = (0.0, ())
_BELOW = (-weights.BELOW, "")
_ABILITY = (-weights.ABILITY, "")  # an ability has no parts
_CONTAINER = (weights.CONTAINER, "the heading before it has no text of its own")
_ANNOUNCES = (weights.ANNOUNCED, "the text before it announces what follows")
_BESIDE = (weights.BESIDE, "beside the heading before it")
_LOOKS = (-weights.LOOKS, "")
_ONLY = (-weights.ONLY, "")
_EMPTY = (weights.EMPTY, "it has no text of its own, like the one beside it")
_WHOLE = (-weights.WHOLE, "")


def down(
    at: int, above: Branch, ability: bool, container: bool, announces: bool
) -> Summed:  # fmt: skip
    """What speaks for a further level, below the heading before, which stands below `above`."""
    total, told = _further_level(ability, container, announces)
    # Of the headings beside the one above, how many have parts: few tell little.
    heads = (above.headed + 1) / (above.children + 2)
    weight = weights.HEADS * (1.5 * heads - 0.5)
    total += weight
    if at > 3:
        total -= weights.DEEP * (at - 3)
    return total, (*told, (weight, PARTS))


@cache
def _further_level(ability: bool, container: bool, announces: bool) -> Summed:
    said = ((ability, _ABILITY), (container, _CONTAINER), (announces, _ANNOUNCES))
    return _summed([_BELOW, *(evidence for is_so, evidence in said if is_so)])


@cache
def up(levels: int, at: int, looks: bool, only: int, empty: bool, whole: bool) -> Summed:
    """What speaks for place `at`, so many levels up, `only` of which have one heading."""
    told: list[Evidence] = []
    if levels == 0:
        told.append(_BESIDE)
    elif levels > 0:
        told.append((-weights.CLOSE * levels - (0 if at else weights.LEAVE), ""))
        if looks:
            told.append(_LOOKS)
    told += [_ONLY] * only
    if empty:
        told.append(_EMPTY)
    if whole and at == 0:
        told.append(_WHOLE)
    if at > 3:
        told.append((-weights.DEEP * (at - 3), ""))
    return _summed(told)


def _summed(told: Sequence[Evidence]) -> Summed:
    total = 0.0
    for weight, _ in told:
        total += weight
    return total, tuple(told)
