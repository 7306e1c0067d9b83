"""Entries of what was identified: the keys they propose, what they hold, what is to be said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from variorum.model import Entry, Finding, System, Witness
from variorum.say import say

from .identify import Item, Told, digest
from .refer import told_apart
from .titles import Title, slug


def name_slugs(told: Sequence[Told]) -> list[str]:
    """The slug of each entry's name and variant, empty where no source names it."""
    named = [t.named for t in told]
    return [_slug(item) if item is not None and item.title is not None else "" for item in named]


def _slug(item: Item) -> str:
    assert item.title is not None
    variant = item.draft.variant
    return slug(f"{item.title.name} {variant}" if variant else item.title.name)


def propose_keys(told: Sequence[Told], slugs: Sequence[str], system: System) -> list[str]:
    """The key that each entry's content gives it: its name, qualified by parents where names repeat.

    A capability keeps its bare name, but what each thing tells in its own way stands below that;
    of the rules that share a name each takes as many of the names above it as it needs.  `slugs`
    are those of `name_slugs`.
    """
    above_others = {id(t.above) for t in told}
    slugs = [s or f"unnamed-{digest(t.base_item)[:8]}" for t, s in zip(told, slugs, strict=True)]
    slug_of = {id(t): s for t, s in zip(told, slugs, strict=True) if id(t) in above_others}
    chains = []
    for t, s in zip(told, slugs, strict=True):
        chain = [s]
        at = t.above
        while at is not None:
            chain.append(slug_of[id(at)])
            at = at.above
        chains.append(chain)
    own = [t.own for t in told]
    lengths = [2 if o and len(c) > 1 else 1 for o, c in zip(own, chains, strict=True)]
    keys = [_joined(c, n) for c, n in zip(chains, lengths, strict=True)]
    while len(counts := Counter(keys)) < len(keys):
        longer = [
            i
            for i, key in enumerate(keys)
            if counts[key] > 1
            and lengths[i] < len(chains[i])
            and (own[i] or not told[i].capability)
        ]
        if not longer:
            break
        for i in longer:
            lengths[i] += 1
            keys[i] = _joined(chains[i], lengths[i])
    return [f"{system.key}/{key}" for key in keys]


def _joined(chain: Sequence[str], length: int) -> str:
    """So many parts of a chain of slugs, the highest first."""
    return chain[0] if length == 1 else "/".join(reversed(chain[:length]))


def passages_of(told: Told) -> tuple[str, ...]:
    """The texts by which `variorum.keys` knows an entry again: those of its fullest witness.

    Between equals the text decides, not the name of its file, which the base may depend on.
    """
    if len(told.items) == 1:
        return tuple([p.text for p in told.items[0].draft.passages])
    fullest = min(
        (i.draft for i in told.items),
        key=lambda draft: (
            -len(draft.passages),
            not draft.structured,
            "\n".join(p.text for p in draft.passages),
        ),
    )
    return tuple(p.text for p in fullest.passages)


def make_entries(told: Sequence[Told], keys: Sequence[str], system: System) -> list[Entry]:
    """The entries of one system, in order; `keys` are theirs."""
    above_others = {id(t.parent) for t in told}
    key_of = {id(t): k for t, k in zip(told, keys, strict=True) if id(t) in above_others}
    entries = []
    for position, (t, key) in enumerate(zip(told, keys, strict=True), 1):
        named = t.named
        title = named.title if named is not None else None
        parts = [i.title for i in t.items if i.title is not None]
        parameter, abbreviation, english, marker = _further(title, parts)
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
                parameter,
                abbreviation,
                english,
                marker,
                key_of[id(t.parent)] if t.parent is not None else None,
                depth,
                position,
                "unnamed" if title is None else "empty" if empty else "named",
                tuple([_witness(i) for i in t.items]),
                t.base,
                _evidence(t.base_item.draft.evidence),
            )
        )
    return entries


def _evidence(reasons: Sequence[str]) -> str:
    # Most entries have the same few reasons, which are kept once.
    return reasons[0] if len(reasons) == 1 else _joined_reasons(tuple(reasons))


@lru_cache(1 << 10)
def _joined_reasons(reasons: tuple[str, ...]) -> str:
    return "; ".join(dict.fromkeys(filter(None, reasons)))


_Further = tuple[str | None, str | None, str | None, str | None]


def _further(title: Title | None, parts: Sequence[Title]) -> _Further:
    """Parameter, abbreviation, English name and marker; what the entry's own title lacks is from
    another witness."""
    if title is not None and len(parts) == 1:
        return (
            title.parameter or None,
            title.abbreviation or None,
            title.english or None,
            title.marker or None,
        )
    every = (title, *parts) if title is not None else ()
    return (
        _value(parts) or _first(p.parameter for p in every),
        _first(p.abbreviation for p in every),
        _first(p.english for p in every),
        _first(p.marker for p in every),
    )


def _first(told: Iterable[str | None]) -> str | None:
    return next(filter(None, told), None)


def _value(parts: Sequence[Title]) -> str | None:
    """The placeholder for the values of a family (`Barrage 1`, `Barrage 2`); null for no family."""
    if len(parts) < 2:
        return None
    values = {p.parameter for p in parts if p.parameter}
    named = sorted(v for v in values if not any(c.isdigit() for c in v))
    return (named[0] if named else "X") if len(values) > 1 else None


def _witness(item: Item) -> Witness:
    d = item.draft
    return Witness(
        item.member.source,
        d.line_start,
        # Equal numbers and words are one object: there are as many of them as texts.
        d.line_start if d.line_end == d.line_start else d.line_end,
        d.title if d.title_start is not None else None,
        tuple(d.passages),
        d.structured,
        d.properties,
        item.title.parameter if item.title is not None else None,
    )


def entry_findings(told: Sequence[Told], entries: Sequence[Entry]) -> list[Finding]:
    """What is to be said of whole entries: nameless, empty, told twice in one place."""
    found: list[Finding] = []
    if all(entry.status == "named" for entry in entries):
        return found
    with_children = {id(t.parent) for t in told if t.parent is not None}
    # Where several tell the same, it stands below one of them, and the others are not empty either.
    heads = {(i.member.source, i.draft.parent) for t in told for i in t.items}
    for t, entry in zip(told, entries, strict=True):
        if entry.status == "named":
            continue
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
        elif (
            entry.status == "empty"
            and id(t) not in with_children
            and not any((i.member.source, i.number) in heads for i in t.items)
            and not all(i.member.parsed.textless or _is_document(i) for i in t.items)
        ):
            found_in("empty", "note", say("{title} has a name and no text", title=entry.title))
    return found


def _is_document(item: Item) -> bool:
    """Whether a title is that of its document, which has no words of its own."""
    return item.number == 0 and item.draft.title == item.member.parsed.title


def repeated_titles(told: Sequence[Told], entries: Sequence[Entry]) -> list[Finding]:
    """Titles that one source has twice in one place, whether they tell one entry or two."""
    found: list[Finding] = []
    often = Counter([i.name for t in told for i in t.items])
    if len(often) == sum(often.values()):
        return found
    first: dict[tuple[str, str | None, str | None, int | None], int] = {}
    for t, entry in zip(told, entries, strict=True):
        for item in t.items:
            if item.title is None or item.draft.title_start is None or often[item.name] == 1:
                continue
            above = None if t.capability and not item.draft.own else item.draft.parent
            if item.draft.key is not None or told_apart(item.draft):
                continue  # copies are duplicates, other texts conflicts
            place = (item.member.source, item.name, item.title.parameter, above)
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
