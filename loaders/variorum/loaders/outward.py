"""Where the links of a text lead: to its own headings, or to those of other sources."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from variorum.model import Link

from .flow import ASIDES, Item
from .parsed import Parsed

if TYPE_CHECKING:
    from .assemble import Owner
    from .systems import Member

# Of headings with one text all but the first are called so.
_AGAIN = re.compile(r"-\d{1,3}$")


def put_links(parsed: Parsed, items: Sequence[Item], anchors: Mapping[str, int]) -> None:
    """The links of a text, by the drafts in which their `anchors` stand.

    Of Markdown, whose anchors are known, those that lead elsewhere or nowhere are kept, too.
    """
    known = parsed.format == "markdown"
    if known:
        parsed.anchors = dict(anchors)
    for item in items:
        for start, end, to in item.links if item.role not in ASIDES else ():
            if to in anchors:
                parsed.links.append((start, end, anchors[to]))
            elif to and known and _AGAIN.sub("", to) not in anchors:
                parsed.outward.append((start, end, to))


def outward(members: Sequence[Member], owner: Owner) -> Iterator[Link]:
    """The links from one source to an entry of another, to a file that is none, and to a heading
    that is missing (dangling)."""
    by_source = {member.source: member.parsed for member in members}
    for member in members:
        for start, end, to in member.parsed.outward:
            file, elsewhere, anchor = to.partition("#")
            if not elsewhere:
                yield Link(member.source, start, end, "", "dangling")
                continue
            source = _source(member.source, file)
            if source not in by_source:
                yield Link(member.source, start, end, "", "external")
                continue
            key = owner.key(source, _draft(by_source[source], anchor))
            if key is not None:
                yield Link(member.source, start, end, key)


def led_to(source: str, parsed: Parsed) -> set[str]:
    """The sources to which the links of a source lead."""
    return {_source(source, to.partition("#")[0]) for _, _, to in parsed.outward if "#" in to}


def _source(source: str, file: str) -> str:
    """A file beside a source, as the source it may be."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), file))


def _draft(parsed: Parsed, anchor: str) -> int | None:
    """The draft of an anchor, without one that of the first heading; null where there is none."""
    if anchor:
        return parsed.anchors.get(anchor)
    return next((n for n, draft in enumerate(parsed.drafts) if draft.title is not None), None)
