"""Which drafts tell the same entry, which of them is the base witness, and what keys they propose."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from variorum.compare.order import sort_key
from variorum.model import Entry, Finding, System, Witness
from variorum.say import say

from .parsed import Draft
from .systems import Member
from .titles import Title, fold, identity, slug


@dataclass(slots=True)
class Item:
    """A draft with all that is needed to say which entry it tells."""

    member: Member
    number: int
    draft: Draft
    title: Title | None
    told: list[Told] = field(default_factory=list)


@dataclass(slots=True)
class Told:
    """An entry before it has a key: the drafts that tell it, in the order of their sources."""

    items: list[Item]
    parent: Told | None = None
    base: int = 0
    # Above its first item: what its key is qualified by, since the base depends on file names.
    above: Told | None = None

    @property
    def base_item(self) -> Item:
        return self.items[self.base]

    @property
    def named(self) -> Item | None:
        """The item whose title is the entry's: the base's, else a record's, else the first."""
        if self.base_item.title is not None:
            return self.base_item
        titled = [i for i in self.items if i.title is not None]
        return min(titled, key=lambda i: not i.draft.structured, default=None)

    @property
    def capability(self) -> bool:
        return any(i.draft.capability for i in self.items)


def identify(members: Sequence[Member], titles: dict[tuple[str, int], Title | None]) -> list[Told]:
    """The entries of one system; `members` are in the order of the system's sources.

    `titles` holds the parts of each draft's title by source and number of the draft.
    """
    per_source: list[list[Told]] = []
    by_draft: dict[tuple[str, int], Told] = {}
    for member in members:
        own: dict[tuple[object, ...], Told] = {}
        for number, draft in enumerate(member.parsed.drafts):
            item = Item(member, number, draft, titles[member.source, number])
            parent = (
                by_draft.get((member.source, draft.parent)) if draft.parent is not None else None
            )
            told = own.setdefault(_within(item), Told([], parent))
            told.items.append(item)
            by_draft[member.source, number] = told
        per_source.append(list(own.values()))
    merged = _merge(per_source)
    for told in merged:
        told.base = _base(told)
    _parents(merged, by_draft)
    return merged


def _within(item: Item) -> tuple[object, ...]:
    """What makes two drafts of one source the same entry."""
    if item.title is None:
        return ("text", _digest(item))
    name = identity(item.title.name, item.member.lang)
    if item.draft.capability:
        return ("capability", name)
    # Two headings of one name in one text are two rules, even where they stand together.
    return ("rule", name, item.number)


def _digest(item: Item) -> str:
    text = fold("\n".join(p.text for p in item.draft.passages))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _merge(per_source: list[list[Told]]) -> list[Told]:
    """Join what several sources tell.

    A name that no source has twice is one entry wherever it stands; otherwise the heading above
    must be called the same, too.
    """
    entries: dict[tuple[object, ...], Told] = {}
    often: set[str] = set()
    for own in per_source:
        counts = Counter(n for t in own if (n := _name(t)) is not None)
        often.update(n for n, k in counts.items() if k > 1)
    short = _abbreviations(per_source)
    order: list[Told] = []
    became: dict[int, Told] = {}
    for own in per_source:
        here: set[int] = set()
        for told in own:
            name = _name(told)
            if name is None:
                key: tuple[object, ...] = ("text", _digest(told.items[0]))
            elif name in often and not told.capability:
                above = _name(told.parent) if told.parent is not None else None
                key = ("rule", name, above)
            else:
                key = ("name", short.get(name, name))
            found = entries.get(key)
            if found is None or id(found) in here:
                # Two entries of one source stay two, whatever else they share.
                entries.setdefault(key, told)
                order.append(told)
                here.add(id(told))
                became[id(told)] = told
            else:
                found.items += told.items
                here.add(id(found))
                became[id(told)] = found
    for told in order:
        if told.parent is not None:
            told.parent = became.get(id(told.parent), told.parent)
    return order


def _name(told: Told) -> str | None:
    item = told.items[0]
    return None if item.title is None else identity(item.title.name, item.member.lang)


def _abbreviations(per_source: list[list[Told]]) -> dict[str, str]:
    """Abbreviation -> name, for a source that names by its abbreviation what another writes out."""
    found: dict[str, str] = {}
    for own in per_source:
        for told in own:
            item = told.items[0]
            name = _name(told)
            if item.title is not None and item.title.abbreviation and name:
                found.setdefault(fold(item.title.abbreviation), name)
    names = {_name(t) for own in per_source for t in own}
    together = {
        a for own in per_source for a, n in found.items() if {a, n} <= {_name(t) for t in own}
    }
    return {a: n for a, n in found.items() if a in names and a not in together}


def _base(told: Told) -> int:
    """Most passages; of equals the structured before the prose, then first by source and line."""
    return min(
        range(len(told.items)),
        key=lambda i: (
            -len(told.items[i].draft.passages),
            not told.items[i].draft.structured,
            told.items[i].member.source,
            told.items[i].draft.line_start,
        ),
    )


def _parents(merged: list[Told], by_draft: dict[tuple[str, int], Told]) -> None:
    """The parent that the base witness has; never below itself."""
    owner = {(i.member.source, i.number): t for t in merged for i in t.items}
    for told in merged:
        item = told.base_item
        parent = item.draft.parent
        told.parent = owner.get((item.member.source, parent)) if parent is not None else None
        first = told.items[0]
        above = first.draft.parent
        told.above = owner.get((first.member.source, above)) if above is not None else None
    for told in merged:
        _cut_circle(told, "parent")
        _cut_circle(told, "above")


def _cut_circle(told: Told, way: str) -> None:
    """Two sources may each put one of two entries below the other."""
    seen = {id(told)}
    at = getattr(told, way)
    while at is not None:
        if id(at) in seen:
            setattr(told, way, None)
            return
        seen.add(id(at))
        at = getattr(at, way)


def propose_keys(told: Sequence[Told], system: System) -> list[str]:
    """The key that each entry's content gives it: its name, qualified by parents where names repeat.

    A capability keeps its bare name; of the rules that share a name each takes as many of the names
    above it as it needs.
    """
    chains = []
    for t in told:
        chain: list[str] = []
        at: Told | None = t
        while at is not None:
            chain.append(_slug(at))
            at = at.above
        chains.append(chain)
    lengths = [1] * len(told)
    for _ in range(max((len(c) for c in chains), default=0)):
        keys = ["/".join(reversed(c[:n])) for c, n in zip(chains, lengths, strict=True)]
        counts = Counter(keys)
        longer = [
            i
            for i, key in enumerate(keys)
            if counts[key] > 1 and lengths[i] < len(chains[i]) and not told[i].capability
        ]
        if not longer:
            break
        for i in longer:
            lengths[i] += 1
    return [
        f"{system.key}/" + "/".join(reversed(c[:n])) for c, n in zip(chains, lengths, strict=True)
    ]


def _slug(told: Told) -> str:
    item = told.named
    if item is None or item.title is None:
        return f"unnamed-{_digest(told.base_item)[:8]}"
    return slug(item.title.name)


def text_of(told: Told) -> str:
    """The text by which `variorum.keys` knows an entry again: that of its fullest witness.

    Between equals the text decides, not the name of its file, which the base may depend on.
    """
    texts = [
        (
            -len(i.draft.passages),
            not i.draft.structured,
            "\n".join(p.text for p in i.draft.passages),
        )
        for i in told.items
    ]
    return min(texts)[2]


def make_entries(told: Sequence[Told], keys: Sequence[str], system: System) -> list[Entry]:
    """The entries of one system, in order; `keys` are theirs."""
    key_of = {id(t): k for t, k in zip(told, keys, strict=True)}
    entries = []
    for position, (t, key) in enumerate(zip(told, keys, strict=True), 1):
        named = t.named
        title = named.title if named is not None else None
        parts = [i.title for i in t.items if i.title is not None]

        def part(name: str, title: Title | None = title, parts: list[Title] = parts) -> str | None:
            """A part of the title, from another witness where the entry's own title lacks it."""
            own = getattr(title, name) if title is not None else None
            return own or next((v for p in parts if (v := getattr(p, name))), None)

        depth, above = 1, t.parent
        while above is not None:
            depth, above = depth + 1, above.parent
        empty = not t.base_item.draft.passages
        written = named.draft.title if named is not None else None
        entries.append(
            Entry(
                key,
                "capability" if t.capability else "rule",
                system.key,
                system.lang,
                written,
                title.name if title is not None else None,
                part("parameter"),
                part("abbreviation"),
                part("english"),
                part("marker"),
                key_of[id(t.parent)] if t.parent is not None else None,
                depth,
                position,
                "unnamed" if title is None else "empty" if empty else "named",
                tuple(_witness(i) for i in t.items),
                t.base,
                sort_key(title.name, system.lang) if title is not None else "",
                "; ".join(dict.fromkeys(e for e in t.base_item.draft.evidence if e)),
            )
        )
    return entries


def _witness(item: Item) -> Witness:
    d = item.draft
    return Witness(
        item.member.source,
        d.line_start,
        d.line_end,
        d.title if d.title_start is not None else None,
        tuple(d.passages),
        d.structured,
        d.properties,
    )


def entry_findings(told: Sequence[Told], entries: Sequence[Entry]) -> list[Finding]:
    """What is to be said of whole entries: nameless, empty, told twice in one place."""
    found = []
    with_children = {id(t.parent) for t in told if t.parent is not None}
    for t, entry in zip(told, entries, strict=True):
        w = entry.base_witness

        def found_in(
            kind: str, severity: str, message: str, w: Witness = w, key: str = entry.key
        ) -> None:
            found.append(
                Finding(kind, severity, w.source, w.line_start, None, None, None, key, message)
            )

        if entry.status == "unnamed":
            found_in(
                "unnamed",
                "warning" if t.capability else "note",
                say(
                    "no source names this; name it in variorum.toml: "
                    '[[names]] entry = "{key}" name = "…"',
                    key=entry.key,
                ),
            )
        elif entry.status == "empty" and id(t) not in with_children:
            found_in("empty", "note", say("{title} has a name and no text", title=entry.title))
    return found


def repeated_titles(told: Sequence[Told], entries: Sequence[Entry]) -> list[Finding]:
    """Titles that one source has twice in one place, whether they tell one entry or two."""
    found = []
    first: dict[tuple[str, str, int | None], int] = {}
    for t, entry in zip(told, entries, strict=True):
        for item in t.items:
            if item.title is None or item.draft.title_start is None:
                continue
            above = None if t.capability else item.draft.parent
            place = (item.member.source, identity(item.title.name, item.member.lang), above)
            line = first.setdefault(place, item.draft.line_start)
            if line != item.draft.line_start:
                found.append(
                    Finding(
                        "repeated_title",
                        "note",
                        item.member.source,
                        item.draft.line_start,
                        None,
                        None,
                        None,
                        entry.key,
                        say(
                            "{title} stands on line {line} too; both are kept as witnesses of "
                            "one entry",
                            title=item.draft.title,
                            line=line,
                        )
                        if len(t.items) > 1
                        else say(
                            "{title} stands on line {line} too; each is an entry of its own",
                            title=item.draft.title,
                            line=line,
                        ),
                    )
                )
    return found
