"""The report of `variorum check` for people: by system and source, worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from variorum.cli.survey import SEVERITIES, Group, Item, Place
from variorum.cli.words import (
    Change,
    Style,
    kind_in_words,
    marked,
    sentence_list,
    shortened,
    visible,
    window,
    word_changes,
)

INDENT = " " * 6


def text_report(groups: Sequence[Group], style: Style) -> Iterator[str]:
    """The lines of the report, without line ends."""
    system: tuple[str | None] | None = None
    for group in groups:
        if system != (group.system,):
            system = (group.system,)
            title = group.title or "Files of no system"
            yield style("head", visible(f"{title} ({group.system})" if group.system else title))
        yield f"  {visible(group.source or 'the whole corpus')}"
        for item in group.items:
            yield from _item(item, style)
        yield ""
    yield from counts([item for group in groups for item in group.items], style)


def place_text(place: Place | None) -> str:
    """`file:line:column` as far as it is known, and the page or place in a container."""
    if place is None:
        return ""
    parts = [place.source or "", place.line, place.column]
    told = visible(":".join(str(part) for part in parts if part is not None))
    return f"{told} ({visible(place.where)})" if place.where else told


def readings(item: Item, style: Style) -> Iterator[str]:
    """The two readings of an item as one line with marks, or as two where little is shared."""
    reading, other = item.reading or "", item.other_reading or ""
    changes = changes_of(item)
    changed = sum(end - start for start, end, _, _ in changes)
    other_changed = sum(end - start for _, _, start, end in changes)
    if changed > len(reading) / 2 and other_changed > len(other) / 2:
        yield f"1: {style('old', shortened(visible(other)))}"
        yield f"2: {style('new', shortened(visible(reading)))}"
    else:
        yield marked(reading, other, changes, style)


def changes_of(item: Item) -> list[Change]:
    """The differences of an item's two readings: the stored ones, else those found now."""
    stored = [(start, end, first, last) for _, start, end, first, last in item.differences]
    return stored or word_changes(item.reading or "", item.other_reading or "", item.lang)


def _item(item: Item, style: Style) -> Iterator[str]:
    settled = f" [settled: {visible(item.verdict)}]" if item.verdict else ""
    kind = kind_in_words(item.what, item.kind)
    place = place_text(item.place)
    yield (
        f"    {place}{'  ' if place else ''}{style(item.severity, item.severity)}  "
        f"{style('head', kind)}{_about(item)}{style('faint', settled)}"
    )
    if item.message:
        yield f"{INDENT}{visible(item.message)}"
    if item.context is not None and item.fault is not None:
        yield from _fault(item.context, item.fault, style)
    elif item.excerpt:
        yield f"{INDENT}{visible(item.excerpt)}"
    if item.suggestion is not None:
        if item.excerpt:
            changes = word_changes(item.suggestion, item.excerpt, item.lang)
            yield f"{INDENT}read: {marked(item.suggestion, item.excerpt, changes, style)}"
        else:
            yield f"{INDENT}read: {visible(item.suggestion)}"
    if item.other is not None:
        also = f" in {visible(item.other.title)}" if item.other.title else ""
        yield f"{INDENT}with: {place_text(item.other)}{also}"
    if item.reading is not None or item.other_reading is not None:
        for line in readings(item, style):
            yield f"{INDENT}{line}"
    yield f"{INDENT}{style('faint', item.id)}"


def _about(item: Item) -> str:
    title = visible(item.place.title or item.place.entry_key or "")
    scope = "" if item.scope in (None, "passage") else f"{item.scope} "
    percent = f", {item.similarity:.0%} alike" if item.kind == "near" and item.similarity else ""
    return f": {scope}{title}{percent}" if title or scope or percent else ""


def _fault(context: str, fault: tuple[int, int], style: Style) -> Iterator[str]:
    text, start, end = window(context, *fault)
    if style.coloured:
        yield f"{INDENT}{text[:start]}{style('fault', text[start:end])}{text[end:]}"
        return
    yield f"{INDENT}{text}"
    yield f"{INDENT}{' ' * start}{'^' * max(1, end - start)}"


def counts(items: Iterable[Item], style: Style) -> Iterator[str]:
    """The closing lines: how many of what, and how many still need a decision."""
    items = list(items)
    if not items:
        yield "Nothing found: no finding, no conflict, no duplicate."
        return
    for what in ("finding", "conflict", "duplicate"):
        kinds = Counter(kind_in_words(what, item.kind) for item in items if item.what == what)
        if kinds:
            most = sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
            listed = sentence_list(f"{kind} ({number})" for kind, number in most)
            yield f"{_many(kinds.total(), what)}: {listed}"
    open_ = [item for item in items if item.unsettled]
    severities = Counter(item.severity for item in open_)
    if open_:
        listed = sentence_list(_many(severities[s], s) for s in SEVERITIES if severities[s])
        verb = "needs" if len(open_) == 1 else "need"
        yield style("head", f"{len(open_)} {verb} a decision: {listed}")
    else:
        yield style("head", "All is settled.")


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
