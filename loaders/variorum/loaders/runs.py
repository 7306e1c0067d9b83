"""Runs of characters with one role: what the words and the marks of a source are cut into."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from struct import Struct
from typing import NamedTuple, Self, TypeVar, cast, overload

from variorum.fixed import maker

T = TypeVar("T")


class Run(NamedTuple):
    """Characters of the source text with one role: `text`, `markup` or `blank`."""

    kind: str
    start: int
    end: int


_run = maker(Run)
_three = Struct("3i")
_pack, _unpack, _SIZE = _three.pack, _three.unpack_from, _three.size
# Runs in more bytes than these are made one by one; all at once is sooner done.
_MANY = 1 << 12
_AT_ONCE = 1024  # so many are packed at a time
# The kinds that there are and their numbers; the code names them, and a source cannot.
_kinds: list[str] = []
_number_of: dict[str, int] = {}


class Runs(MutableSequence[Run]):
    """A list of runs, each made when it is asked for.

    What is read whole has several runs for each few words, and tuples of them would take many
    times as much memory.  To change one costs as much as to make it anew.
    """

    __slots__ = ("_packed",)

    def __init__(self, runs: Iterable[Run] = ()) -> None:
        self._packed = b"".join([_pack(_number(kind), start, end) for kind, start, end in runs])

    @classmethod
    def of_many(cls, runs: Iterable[Run]) -> Self:
        """The same, of so many that what they are packed from is not held beside them."""
        waiting = iter(runs)
        parts: list[bytes] = []
        while some := list(islice(waiting, _AT_ONCE)):
            parts.append(cls(some)._packed)
        return cls.of_packed(b"".join(parts))

    @classmethod
    def packed(cls, runs: MutableSequence[Run]) -> MutableSequence[Run]:
        """The same runs, packed where they are not."""
        return runs if isinstance(runs, cls) else cls(runs)

    @classmethod
    def of_text(cls, start: int, end: int) -> Self:
        """One run of words."""
        found = cls.__new__(cls)
        found._packed = _pack(_TEXT, start, end)
        return found

    @classmethod
    def of_packed(cls, packed: bytes | bytearray) -> Self:
        """What was packed before."""
        found = cls.__new__(cls)
        found._packed = bytes(packed)
        return found

    def __len__(self) -> int:
        return len(self._packed) // _SIZE

    @overload
    def __getitem__(self, at: int) -> Run: ...
    @overload
    def __getitem__(self, at: slice) -> Self: ...
    def __getitem__(self, at: int | slice) -> Run | Self:
        if isinstance(at, slice):
            return type(self)(list(self)[at])
        packed = self._packed
        first = at * _SIZE if at >= 0 else len(packed) + at * _SIZE
        if not 0 <= first < len(packed):
            raise IndexError(at)
        kind, start, end = _unpack(packed, first)
        return _run((_kinds[kind], start, end))

    def __iter__(self) -> Iterator[Run]:
        three = _three.iter_unpack(self._packed)
        if len(self._packed) > _MANY:
            return (_run((_kinds[n], start, end)) for n, start, end in three)
        return iter([_run((_kinds[n], start, end)) for n, start, end in three])

    @overload
    def __setitem__(self, at: int, run: Run) -> None: ...
    @overload
    def __setitem__(self, at: slice, run: Iterable[Run]) -> None: ...
    def __setitem__(self, at: int | slice, run: Run | Iterable[Run]) -> None:
        runs = list(self)
        if isinstance(at, slice):
            runs[at] = cast("Iterable[Run]", run)
        else:
            runs[at] = cast("Run", run)
        self._packed = type(self)(runs)._packed

    def __delitem__(self, at: int | slice) -> None:
        runs = list(self)
        del runs[at]
        self._packed = type(self)(runs)._packed

    def insert(self, at: int, run: Run) -> None:
        self[at:at] = (run,)

    def append(self, run: Run) -> None:
        self.extend((run,))

    def extend(self, runs: Iterable[Run]) -> None:
        self._packed += type(self)(runs)._packed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MutableSequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return repr(list(self))


def _number(kind: str) -> int:
    number = _number_of.get(kind)
    if number is None:
        number = _number_of[kind] = len(_kinds)
        _kinds.append(kind)
    return number


_TEXT = _number("text")


def grouped(
    runs: Iterable[Run], owners: Mapping[int, int], paragraphs: int
) -> tuple[list[Run], list[Runs]]:
    """The runs before the first paragraph, and those of each paragraph: `owners` says of runs of
    words, by their starts, whose they are, and what follows such a run goes with it."""
    lead: list[Run] = []
    # Packed: words of another column may stand in between, and more follows when it goes on.
    groups: list[bytes | bytearray] = [b""] * paragraphs
    own, owner = lead, -1

    def close() -> None:
        packed = Runs(own)._packed
        known = groups[owner]
        if known:
            groups[owner] = known = known if isinstance(known, bytearray) else bytearray(known)
            known += packed
        else:
            groups[owner] = packed

    for run in runs:
        n = owners.get(run.start, owner) if run.kind == "text" else owner
        if n != owner:
            if owner >= 0:
                close()
            own, owner = [], n
        own.append(run)
    if owner >= 0:
        close()
    return lead, [Runs.of_packed(group) for group in let_go(groups)]


def let_go(items: list[T]) -> Iterator[T]:
    """The items in their order; the list is emptied, since what is made of each takes its place in
    memory."""
    items.reverse()
    while items:
        yield items.pop()


class Pairs(Sequence[tuple[int, int]]):
    """Pairs of offsets, each made when it is asked for: where lines start and end, of a whole text."""

    __slots__ = ("_numbers",)

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self._numbers = array("i", chain.from_iterable(pairs))

    def __len__(self) -> int:
        return len(self._numbers) // 2

    @overload
    def __getitem__(self, at: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[int, int]]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, int] | list[tuple[int, int]]:
        if isinstance(at, slice):
            return [self[n] for n in range(len(self))[at]]
        numbers = self._numbers
        first = 2 * at if at >= 0 else len(numbers) + 2 * at
        if first < 0:
            raise IndexError(at)
        return numbers[first], numbers[first + 1]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        numbers = iter(self._numbers)
        return zip(numbers, numbers, strict=True)


class Cell(NamedTuple):
    """Where a cell stands: the table, the row and the column, from 0; whether it heads its column,
    and over how many columns and rows it goes."""

    table: int
    row: int
    column: int
    head: bool
    span: int = 1
    down: int = 1


@dataclass(slots=True)
class Paragraph:
    """What stands between two block tags: its runs of text, and the tags inside it.

    `joins` says that runs of the kind `join` are where its words are joined by a space; else
    they are joined where a line ends between two runs.  `cell` is where it stands in a table.
    """

    runs: MutableSequence[Run] = field(default_factory=list)
    tags: str = ""
    item: bool = False
    joins: bool = False
    cell: Cell | None = None

    @property
    def extent(self) -> tuple[int, int]:
        """Where its words start and end in the source."""
        runs = self.runs
        if not isinstance(runs, Runs):
            return runs[0].start, runs[-1].end
        packed = runs._packed
        _, start, end = _unpack(packed)
        if len(packed) > _SIZE:
            _, _, end = _unpack(packed, len(packed) - _SIZE)
        return start, end


# That of an item whose words and pieces are told: nothing needs them any more.
TOLD = Paragraph(Runs())
