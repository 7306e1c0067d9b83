"""Columns that come again with a number: `Ability 1 Name`, `Ability 1`, `Ability 2 Name` …

Each row of such a table is a thing with several named texts of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .roles import Held, folded_title

# One pair of columns is no series.
_FEWEST = 2
_NUMBERED = re.compile(r"(?P<stem>[^\d]*?) ?(?P<number>\d{1,2}) ?(?P<rest>[^\d]*)")


def pairs_of(titles: Sequence[str], held: Callable[[int], Held]) -> tuple[tuple[int, int], ...]:
    """The columns of names with those of their texts, in the order of the table, none where the
    titles count no such columns; `held` says what a column holds."""
    series: dict[tuple[str, str], dict[int, int]] = {}
    for column, title in enumerate(titles):
        m = _NUMBERED.fullmatch(folded_title(title))
        if m is not None and (m["stem"] or m["rest"]):
            series.setdefault((m["stem"], m["rest"]), {}).setdefault(int(m["number"]), column)
    counted = {words: own for words, own in series.items() if len(own) >= _FEWEST}
    if len(counted) < _FEWEST:
        return ()
    found: dict[int, int] = {}
    for texts in counted.values():
        first = next(iter(texts.values()))
        if not held(first).wordy:
            continue
        names = [own for own in counted.values() if own is not texts and _stand_before(own, texts)]
        names = [own for own in names if held(next(iter(own.values()))).named]
        if names:
            # Of several series the nearest to the texts has their names.
            nearest = max(names, key=lambda own: own[next(iter(texts))])
            found |= {nearest[number]: column for number, column in texts.items()}
    return tuple(sorted(found.items()))


def _stand_before(names: dict[int, int], texts: dict[int, int]) -> bool:
    """Whether each column of texts has one of names with its number on its left."""
    return all(number in names and names[number] < column for number, column in texts.items())
