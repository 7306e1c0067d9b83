"""The fragments of each source as rows, made of columns of numbers: no table has more rows."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, repeat
from operator import le

from variorum.model import Fragment, Fragments, Source

# So many rows are made at a time.
_AT_ONCE = 1024
_WRITTEN = ("kind", "start", "end", "byte_start", "byte_end", "line_start", "line_end", "entry_key")

FragmentRow = tuple[int, int, str, int, int, int, int, int, int | None, str]


class Tiles:
    """The fragments of sources, by the name of the source, in the order of their bytes.

    Raises ValueError for a fragment of a source that is none of `sources`.
    """

    def __init__(self, fragments: Sequence[Fragment], sources: Sequence[str]) -> None:
        held = fragments if isinstance(fragments, Fragments) else Fragments(fragments)
        self._names = held.names
        self._keys = [name or None for name in held.names]
        self._columns = {name: held.column(name) for name in _WRITTEN}
        self._places: dict[str, range | array[int]] = dict.fromkeys(sources, range(0))
        end = 0
        for number, run in groupby(held.column("source")):
            begin, end = end, end + sum(1 for _ in run)
            name = self._names[number]
            if name not in self._places:
                raise ValueError(f"the corpus names {name!r} and does not have it")
            before = self._places[name]
            found = range(begin, end)
            self._places[name] = array("i", [*before, *found]) if before else found
        for name, places in self._places.items():
            if not self._rising(places):
                self._places[name] = array("i", sorted(places, key=self._place))

    def _rising(self, places: range | array[int]) -> bool:
        if not isinstance(places, range):
            return False
        for column in (self._columns["byte_start"], self._columns["start"]):
            some = column[places.start : places.stop]
            if not all(map(le, some, some[1:])):
                return False
        return True

    def _place(self, number: int) -> tuple[int, int]:
        return self._columns["byte_start"][number], self._columns["start"][number]

    def text(self, source: Source) -> str:
        """The texts of the fragments of a source one after the other: its text, as a rule."""
        starts, ends = (self._some(name, self._places[source.source]) for name in ("start", "end"))
        if starts[1:] == ends[:-1]:
            return source.text[starts[0] : ends[-1]] if starts else ""
        return "".join([source.text[a:b] for a, b in zip(starts, ends, strict=True)])

    def rows(
        self, source: Source, number: int, entries: Mapping[str | None, int | None]
    ) -> Iterator[FragmentRow]:
        """The rows of a source, which has this number; `entries` has those of the entries."""
        places, text = self._places[source.source], source.text
        for n in range(0, len(places), _AT_ONCE):
            # Column by column: there are too many rows for a step of Python for each value.
            kind, start, end, *where, key = (
                self._some(name, places[n : n + _AT_ONCE]) for name in _WRITTEN
            )
            yield from zip(
                repeat(number, len(kind)),
                range(n + 1, n + len(kind) + 1),
                map(self._names.__getitem__, kind),
                *(start, *where),
                map(entries.__getitem__, map(self._keys.__getitem__, key)),
                [text[a:b] for a, b in zip(start, end, strict=True)],
                strict=True,
            )

    def _some(self, name: str, places: range | array[int]) -> array[int]:
        column = self._columns[name]
        if isinstance(places, range):
            return column[places.start : places.stop]
        return array("i", map(column.__getitem__, places))
