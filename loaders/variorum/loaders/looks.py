"""Signs around words that say how they look, as people put them into cells and data: `**bold**`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from . import markup

# A star behind a word refers to a note, one before it may name a kind of thing: both stand alone.
_STARRED = re.compile(
    r"(?<![\w*])(?P<open>\*{1,3})(?=[^\s*])[^*\r\n]{1,400}?(?<=[^\s*])(?P<close>(?P=open))(?![\w*])"
)
# Of a tag: no closing one, no block, no item; it stands alone.
_ALONE = (False, False, False, True)


def starred(text: str) -> Iterator[tuple[int, int]]:
    """Where stars stand (start, end) around words of one line, in order."""
    for m in _STARRED.finditer(text) if "*" in text else ():
        yield m.span("open")
        yield m.span("close")


def with_looks(
    tags: Sequence[markup.Tag], looks: Iterable[tuple[int, int]]
) -> Iterator[markup.Tag]:
    """The tags and the looks, as tags that stand alone, in order, without those that reach into
    one before them; of two that begin together the look is kept."""
    drawn = [markup.Tag(*span, "look", *_ALONE) for span in looks]
    at = 0
    for tag in sorted([*tags, *drawn], key=lambda t: (t.start, t.name != "look")):
        if tag.start >= at:
            yield tag
            at = tag.end
