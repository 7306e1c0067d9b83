"""Texts that were made from one pattern: many pairs that look alike, told once for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from variorum.cli.survey import Item, Place

# Where a text stands: its source, its line and its entry.
_Text = tuple[str | None, int | None, str | None]
# So many texts that look alike, each like another of them, have a pattern.
FEWEST_TEXTS = 4


@dataclass(frozen=True, slots=True)
class Family:
    """The pairs of one pattern, the most alike first, the one that is reported `first`, and the
    titles of the texts in the order of the pairs."""

    pairs: tuple[Item, ...]
    first: Item
    titles: tuple[str, ...]


def families(items: Sequence[Item]) -> dict[str, Family]:
    """The families among the near duplicates that nobody has settled, by the id of each pair."""
    pairs = [i for i in items if i.kind == "near" and i.verdict is None and i.other is not None]
    above: dict[_Text, _Text] = {}

    def top(at: _Text) -> _Text:
        while above.setdefault(at, at) != at:
            above[at] = above[above[at]]
            at = above[at]
        return at

    for item in pairs:
        assert item.other is not None
        above[top(_text(item.place))] = top(_text(item.other))
    members: dict[_Text, list[Item]] = {}
    for item in pairs:
        members.setdefault(top(_text(item.place)), []).append(item)
    found: dict[str, Family] = {}
    for own in members.values():
        texts: dict[_Text, str] = {}
        for item in own:
            for place in (item.other, item.place):
                assert place is not None
                texts.setdefault(_text(place), place.title or place.entry_key or "")
        if len(texts) < FEWEST_TEXTS:
            continue
        ranked = sorted(own, key=lambda i: -(i.similarity or 0))
        family = Family(tuple(ranked), own[0], tuple(dict.fromkeys(texts.values())))
        found.update(dict.fromkeys((item.id for item in own), family))
    return found


def _text(place: Place) -> _Text:
    return place.source, place.line, place.entry_key
