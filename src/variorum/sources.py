"""What a file of rules is, and the stretches of it that have a role: part of `variorum.model`.

Lines count from 1; `start` and `end` count Unicode characters from 0, end exclusive; byte positions
count from 0.  *Source text* is the decoded file, *clean text* a passage without its markup.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, repeat
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast, overload

from variorum.fixed import maker


class Encoded:
    """A dataclass with `raw`, `text` and `encoding`, which keeps no bytes that its text encodes to.

    They are made when they are asked for: both together would lie in memory through a build.
    """

    __slots__ = ()

    raw: bytes
    text: str
    encoding: str

    def __post_init__(self) -> None:
        try:
            told = self.text.encode(self.encoding) == self.raw
        except (UnicodeEncodeError, LookupError):
            return
        if told:
            object.__delattr__(self, "raw")

    @property
    def encodes(self) -> bool:
        """Whether `raw` is what `text` encodes to."""
        try:
            object.__getattribute__(self, "raw")
        except AttributeError:
            return True
        return False

    if not TYPE_CHECKING:  # for it every attribute would be there

        def __getattr__(self, name: str) -> bytes:
            if name != "raw":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return self.text.encode(self.encoding)


@dataclass(frozen=True, slots=True)
class Source(Encoded):
    """One file of rules, decoded.

    `encoding` is a Python codec name for which `raw.decode(encoding) == text`, or `container:`
    and the name of a container that `text` was extracted from;
    `format` is a loader's name; `lang` an ISO 639-1 code or `und`; `system` a system key,
    null for a file that holds no rules.  The bibliography comes from `variorum.toml`.
    """

    source: str
    raw: bytes = field(repr=False)
    text: str = field(repr=False)
    encoding: str
    format: str
    lang: str
    lines: int
    sha256: str
    system: str | None = None
    title: str | None = None
    author: str | None = None
    url: str | None = None
    date: str | None = None
    licence: str | None = None


class Fragment(NamedTuple):
    """A run of characters of one source with one role.

    Kinds: `mark` (byte order mark), `header` (header row), `heading` (words of a title),
    `text` (words of a passage), `list_mark` (bullet or number), `markup` (a tag),
    `delimiter` (between cells, and quotes around them), `blank` (space and line ends),
    `property` (a cell that is neither name nor text), `repeat` (a record, or what a record
    shares with an earlier one under the same key, repeated byte for byte), `chrome` (what a site
    or a program puts around rules), `contents` (a table of contents, an index), `translation` (a
    message of a catalogue).
    """

    source: str
    kind: str
    start: int
    end: int
    byte_start: int
    byte_end: int
    line_start: int
    line_end: int
    entry_key: str | None = None


_fragment = maker(Fragment)
# The fields of a fragment: those that are names, then those that are places.
_FIELDS = ("source", "kind", "entry_key", *Fragment._fields[2:-1])


class Tiling(NamedTuple):
    """The fragments of one source, field by field; `places` are those from `start` to `line_end`."""

    source: str
    kinds: Iterable[str]
    places: Sequence[array[int]]
    entry_keys: Iterable[str | None]


class Fragments(Sequence[Fragment]):
    """Fragments in their order, each made when it is asked for.

    A corpus has more fragments than anything else, and a tuple of each would take more memory
    than the text.  Equal to any sequence of equal fragments.
    """

    __slots__ = ("_columns", "_names")

    def __init__(self, fragments: Iterable[Fragment] = ()) -> None:
        names: dict[str | None, int] = {None: 0}  # no key is empty
        columns = tuple(array("i") for _ in _FIELDS)
        number = names.setdefault
        for source, kind, *places, key in fragments:
            own = (number(source, len(names)), number(kind, len(names)), number(key, len(names)))
            for column, n in zip(columns, (*own, *places), strict=True):
                column.append(n)
        self._names, self._columns = [name or "" for name in names], columns

    @classmethod
    def tiled(cls, tilings: Iterable[Tiling]) -> Self:
        """The fragments of sources, in the order of these."""
        names: defaultdict[str | None, int] = defaultdict(count(1).__next__, {None: 0})
        number, found = names.__getitem__, cls()
        for source, kinds, places, keys in tilings:
            named = (repeat(source, len(places[0])), kinds, keys)
            fields = (*(map(number, some) for some in named), *places)
            for column, own in zip(found._columns, fields, strict=True):
                column.extend(own)
        found._names = [name or "" for name in names]
        return found

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, at: int) -> Fragment: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Fragment, ...]: ...
    def __getitem__(self, at: int | slice) -> Fragment | tuple[Fragment, ...]:
        places = range(len(self))[at]
        if isinstance(places, int):
            return next(self._between(places, places + 1))
        if places.step == 1:
            return tuple(self._between(places.start, places.stop))
        return tuple([self[n] for n in places])

    def __iter__(self) -> Iterator[Fragment]:
        steps = range(0, len(self), 1024)
        return chain.from_iterable(self._between(n, min(n + 1024, len(self))) for n in steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    @property
    def names(self) -> Sequence[str]:
        """What the numbers of `column` stand for where a fragment has a name; null is empty."""
        return self._names

    def column(self, name: str) -> array[int]:
        """One field of every fragment, a source, a kind and a key as their number in `names`."""
        return self._columns[_FIELDS.index(name)]

    def _between(self, start: int, end: int) -> Iterator[Fragment]:
        names = self._names
        some = [column[start:end] for column in self._columns]
        for source, kind, key, a, b, c, d, e, f in zip(*some, strict=True):
            yield _fragment((names[source], names[kind], a, b, c, d, e, f, names[key] or None))


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """Where the text of a source stands in its container, from character `start` on `line` on.

    `page` counts from 1, null where the container has no pages; `label` is what its readers call
    the place (the file of a chapter), null where only the page is known.
    """

    source: str
    start: int
    line: int
    page: int | None
    label: str | None


class Span(NamedTuple):
    """Where a run of clean text stands in the source text: same characters, same length."""

    start: int
    source_start: int
    length: int


_span, _three = maker(Span), Struct("3i")
# What spans are made of, to which they do not read as what they are.
_bytes: Callable[..., Any] = bytes.__new__
_size: Callable[..., int] = bytes.__len__
_unpack: Callable[..., tuple[int, int, int]] = _three.unpack_from


if TYPE_CHECKING:
    _Threes = Sequence[Span]  # what they read as
else:
    _Threes = bytes  # what they are: an object around it would take as much memory again


class Spans(_Threes):
    """Spans in their order, each made when it is asked for: a few hold more than most texts do.

    Equal to any sequence of equal spans.
    """

    __slots__ = ()

    def __new__(cls, spans: Iterable[Span] = ()) -> Self:
        pack = _three.pack
        return cast("Self", _bytes(cls, b"".join([pack(*span) for span in spans])))

    @classmethod
    def whole(cls, source_start: int, length: int) -> Self:
        """The one span of a text that stands in the source as it is, as most do."""
        return cast("Self", _bytes(cls, _three.pack(0, source_start, length)))

    @property
    def numbers(self) -> tuple[int, ...]:
        """What each span holds, one after the other, without a span being made."""
        if _size(self) == _three.size:  # as most do
            return _unpack(self)
        return tuple(memoryview(cast("bytes", self)).cast("i"))

    @property
    def source_start(self) -> int | None:
        """Where the first of them starts in the source; null for none."""
        return _unpack(self)[1] if _size(self) else None

    def __len__(self) -> int:
        return _size(self) // _three.size

    @overload
    def __getitem__(self, at: int) -> Span: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Span, ...]: ...
    def __getitem__(self, at: int | slice) -> Span | tuple[Span, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        return _span(_unpack(self, range(0, _size(self), _three.size)[at]))

    def __iter__(self) -> Iterator[Span]:
        return map(_span, _three.iter_unpack(cast("bytes", self)))

    def __contains__(self, span: object) -> bool:
        return span in tuple(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Spans):
            return self.numbers == other.numbers
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
