"""Titles of columns in two rows, as spreadsheets write a title that stands over several columns:

Rule | Effect | Printed |
     |        | Book    | Page
"""

from __future__ import annotations

from collections.abc import Sequence

from .labels import is_label


def joined_titles(titles: Sequence[str], below: Sequence[str]) -> list[str] | None:
    """The titles of both rows together, null where the second row is none of titles.

    It fills all columns that have no title of their own, and with them at most those whose titles
    go on over them; nothing in it is a figure or a sentence.
    """
    width = len(titles)
    cells = [*below[:width], *[""] * (width - len(below))]
    bare = {i for i, title in enumerate(titles) if not title}
    if not bare or 0 in bare or any(below[width:]):
        return None
    over = {i - 1 for i in bare if i - 1 not in bare}
    filled = {i for i, cell in enumerate(cells) if cell}
    if not bare <= filled or not filled <= bare | over:
        return None
    if not all(is_label(cells[i]) and not any(map(str.isdigit, cells[i])) for i in filled):
        return None
    joined: list[str] = []
    above = ""
    for title, cell in zip(titles, cells, strict=True):
        above = title or above
        joined.append(f"{above} {cell}".strip() if cell else title)
    return joined
