"""References that a source makes itself: words that its own links lead to an entry."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

from variorum.model import Entry, Link

from .places import Place
from .texts import Text

_OUT = {
    "dangling": "a link of the source to a heading that it has not",
    "external": "a link of the source to a file that is none of the sources",
}


def led(
    texts: Sequence[Text], entries: Mapping[str, Entry], links: Sequence[Link]
) -> Iterator[Place]:
    """The links in the texts, text by text; those to the entry itself or above all are none.

    `links` count in the source text; `entries` are those of the system by key.
    """
    by_source: dict[str, list[Link]] = {}
    for link in sorted(links, key=lambda k: (k.source, k.start)):
        by_source.setdefault(link.source, []).append(link)
    starts = {source: [k.start for k in own] for source, own in by_source.items()}
    for text in texts:
        p = text.passage
        own = by_source.get(p.source)
        if own is None or not p.spans:
            continue
        first = bisect_left(starts[p.source], p.spans[0].source_start)
        last = bisect_right(starts[p.source], p.spans[-1].source_start + p.spans[-1].length)
        for link in own[first:last]:
            start, end = p.clean_offset(link.start), p.clean_offset(link.end)
            entry = entries.get(link.to_key)
            while end > start and p.text[end - 1].isspace():
                end -= 1
            if not link.to_key and start < end:
                said = p.text[start:end]
                yield Place(text, start, end, "rule", said, None, link.status, _OUT[link.status])
            if entry is None or start >= end or entry.key == text.entry.key:
                continue
            name = entry.name or entry.title or p.text[start:end]
            why = "a link of the source leads there"
            yield Place(text, start, end, entry.kind, name, entry.key, "resolved", why)
