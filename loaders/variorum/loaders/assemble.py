"""What the parsers and the identification gave, as the corpus holds it: sources, fragments, findings."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, repeat
from operator import sub

from variorum.decisions import Decisions
from variorum.model import Finding, Fragments, Link, Repeat, Source, SourcePlace, System, Tiling
from variorum.say import say

from .decode import Decoded
from .parsed import Lines, count_lines
from .select import Chosen
from .systems import Member


class Owner:
    """Which entry a draft of a source tells, and the keys that entries had before."""

    def __init__(self) -> None:
        self._keys: dict[str, list[str | None]] = {}
        self.former: tuple[tuple[str, str], ...] = ()

    def give(self, member: Member, draft: int, key: str) -> None:
        """Say which entry a draft tells."""
        if member.source not in self._keys:
            self._keys[member.source] = [None] * len(member.parsed.drafts)
        self._keys[member.source][draft] = key

    def keys(self, source: str) -> Sequence[str | None]:
        """The entry of each draft of a source; nothing for one that tells none."""
        return self._keys.get(source, ())

    def key(self, source: str, draft: int | None) -> str | None:
        return None if draft is None or source not in self._keys else self._keys[source][draft]


def read_sources(
    decoded: Sequence[tuple[Chosen, Decoded]],
    members: Sequence[Member],
    groups: Sequence[Sequence[Member]],
    systems: Sequence[System],
    decisions: Decisions | None,
) -> tuple[Source, ...]:
    """The sources with their systems, and with the bibliography that people gave them."""
    system_of = {m.source: s.key for g, s in zip(groups, systems, strict=True) for m in g}
    found = []
    for (file, one), member in zip(decoded, members, strict=True):
        stated = decisions.sources.get(file.source) if decisions else None
        about = member.parsed.about
        found.append(
            Source(
                file.source,
                one.raw,
                one.text,
                one.encoding,
                member.parsed.format,
                member.lang,
                count_lines(one.text) if one.text else 0,
                member.sha256,
                system_of.get(file.source),
                (stated.title if stated else None) or about.get("title") or member.parsed.title,
                (stated.author if stated else None) or about.get("author"),
                (stated.url if stated else None) or about.get("url"),
                (stated.date if stated else None) or about.get("date"),
                (stated.licence if stated else None) or about.get("licence"),
            )
        )
    return tuple(found)


def read_places(decoded: Sequence[tuple[Chosen, Decoded]]) -> tuple[SourcePlace, ...]:
    """Where the text of every container stands in it; nothing for files that are their text."""
    found = []
    for file, one in decoded:
        lines = Lines(one.text) if one.places else None
        for p in one.places:
            assert lines is not None
            found.append(SourcePlace(file.source, p.offset, lines.line(p.offset), p.page, p.label))
    return tuple(found)


def tile_fragments(
    decoded: Sequence[tuple[Chosen, Decoded]], members: Sequence[Member], owner: Owner
) -> Fragments:
    """The pieces of every source with their bytes, lines and entries."""
    return Fragments.tiled(
        tiling
        for (file, one), member in zip(decoded, members, strict=True)
        for tiling in _tilings(file.source, one, member, owner)
    )


def _tilings(source: str, one: Decoded, member: Member, owner: Owner) -> Iterator[Tiling]:
    if one.mark:
        mark = [array("i", [n]) for n in (0, 0, 0, one.mark, 1, 1)]
        yield Tiling(source, ["mark"], mark, [None])
    pieces, lines = member.parsed.pieces, Lines(one.text)
    starts, ends = pieces.column("start"), pieces.column("end")
    byte = array("i", accumulate(_sizes(one, starts, ends), initial=one.mark))
    line_starts = array("i", lines.rising(starts))
    line_ends = array("i", lines.rising(map(max, starts, map(sub, ends, repeat(1)))))
    # The last is that of the pieces without a draft.
    keys = [*(owner.keys(source) or repeat(None, len(member.parsed.drafts))), None]
    yield Tiling(
        source,
        pieces.kinds(),
        (starts, ends, byte[:-1], byte[1:], line_starts, line_ends),
        map(keys.__getitem__, pieces.column("draft")),
    )


def _sizes(one: Decoded, starts: Sequence[int], ends: Sequence[int]) -> Iterable[int]:
    """How many bytes each stretch of the text from `starts` to `ends` takes in the file."""
    text, codec = one.text, one.codec
    if one.mended is not None and one.was is not None:
        # The bytes are those of the text as it was.
        text, old = one.was, one.mended.original
        starts, ends = list(map(old, starts)), list(map(old, ends))
    # Most texts are stored as one byte a character, for the most part.
    plain = codec not in ("utf-16-le", "utf-16-be")
    if plain and text.isascii():
        return map(sub, ends, starts)
    stretches = map(text.__getitem__, map(slice, starts, ends))
    if codec == "utf-8":
        return map(len, map(str.encode, stretches))
    return (
        len(words) if plain and words.isascii() else len(words.encode(codec)) for words in stretches
    )


def parse_findings(
    decoded: Sequence[tuple[Chosen, Decoded]],
    members: Sequence[Member],
    owner: Owner,
    groups: Sequence[Sequence[Member]],
) -> list[Finding]:
    """What the parsers found, with the entry it is in; and sources that hold no rules."""
    with_rules = {m.source for g in groups for m in g}
    found = []
    for (file, one), member in zip(decoded, members, strict=True):
        pieces = member.parsed.pieces
        lines = Lines(one.text) if member.parsed.findings else None
        for f in member.parsed.findings:
            key = f.entry_key
            if f.line is not None and lines is not None and len(pieces):
                offset = lines.start(f.line) + (f.column or 1) - 1
                key = owner.key(file.source, pieces.at(offset).draft)
            found.append(replace(f, entry_key=key))
        said = any(f.kind == "no_rules" for f in member.parsed.findings)
        if file.source not in with_rules and not said:
            found.append(
                Finding(
                    "no_rules", "warning", file.source, 1, None, None, None, None,
                    say("this file holds no rules: it is empty, blank or only a header"),
                )
            )  # fmt: skip
    return found


def find_links(members: Sequence[Member], owner: Owner) -> list[Link]:
    """Where the sources themselves lead from their words to their own entries."""
    return [
        Link(member.source, start, end, key)
        for member in members
        for start, end, draft in member.parsed.links
        if (key := owner.key(member.source, draft)) is not None
    ]


def find_repeats(members: Sequence[Member], owner: Owner) -> tuple[Repeat, ...]:
    found = []
    for member in members:
        for r in member.parsed.repeats:
            key = owner.key(member.source, r.draft)
            if key is not None:
                found.append(Repeat(key, member.source, r.line, r.other_line))
    return tuple(found)
