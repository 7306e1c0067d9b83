"""The report of `variorum check` for people: by system and source, worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from variorum.cli.families import Family, families
from variorum.cli.survey import SEVERITIES, Group, Item, Place
from variorum.cli.tongue import listing, percent, told
from variorum.cli.words import (
    Change,
    Style,
    kind_in_words,
    marked,
    shortened,
    visible,
    window,
    word_changes,
)
from variorum.interface.words import SEVERITIES as SEVERITY_WORDS
from variorum.interface.words import VERDICTS
from variorum.say import say, say_n

INDENT = " " * 6
_SCOPES = {"entry": say("entry"), "sentence": say("sentence"), "property": say("property")}
# Of more notes of one kind in one source nobody reads all: so many are told, the others counted.
MOST_NOTES = 20
# Of the texts of one pattern so many are named.
MOST_TITLES = 5


def text_report(groups: Sequence[Group], style: Style, whole: bool = False) -> Iterator[str]:
    """The lines of the report, without line ends; `whole` tells each of many notes of one kind."""
    system: tuple[str | None] | None = None
    for group in groups:
        if system != (group.system,):
            system = (group.system,)
            title = group.title or told(say("Files of no system"))
            yield style("head", visible(f"{title} ({group.system})" if group.system else title))
        yield f"  {visible(group.source or told(say('the whole corpus')))}"
        left = Counter[str]()
        alike = {} if whole else families(group.items)
        shown = [i for i in group.items if i.id not in alike or alike[i.id].first is i]
        many = Counter(item.kind for item in shown if item.severity == "note")
        for item in shown:
            if item.id in alike:
                yield from _family(alike[item.id], style)
                continue
            if item.severity == "note" and not whole and many[item.kind] > MOST_NOTES:
                left[item.kind] += 1
                if left[item.kind] > MOST_NOTES:
                    continue
            yield from _item(item, style)
        for kind, number in left.items():
            line = say_n(
                "and {number} more: variorum check --kind {kind}",
                "and {number} more: variorum check --kind {kind}",
                number - MOST_NOTES,
                kind=kind,
            )
            yield f"    {style('faint', told(line))}"
        yield ""
    yield from counts([item for group in groups for item in group.items], style)


def _family(family: Family, style: Style) -> Iterator[str]:
    """The lines of texts that were made from one pattern, with the pair that is most alike."""
    first = family.pairs[0]
    names = [visible(title) for title in family.titles[:MOST_TITLES]]
    left = len(family.titles) - len(names)
    if left:
        names.append(told(say_n("{number} more", "{number} more", left)))
    head = style("head", told(say("texts made from one pattern")))
    weight = style(first.severity, told(SEVERITY_WORDS[first.severity]))
    yield f"    {place_text(first.place)}  {weight}  {head}: {listing(names)}"
    line = say_n(
        "{number} pair looks alike; the most alike one:",
        "{number} pairs look alike; the most alike one:",
        len(family.pairs),
    )
    yield INDENT + told(line)
    yield from islice(_item(first, style), 1, None)
    if len(family.pairs) > 1:
        yield INDENT + style("faint", told(say("each of them: variorum check --kind near")))


def place_text(place: Place | None) -> str:
    """`file:line:column` as far as it is known, and the page or place in a container."""
    if place is None:
        return ""
    parts = [place.source or "", place.line, place.column]
    place_ = visible(":".join(str(part) for part in parts if part is not None))
    return f"{place_} ({visible(told(place.where))})" if place.where else place_


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
    settled = ""
    if item.verdict:
        verdict = VERDICTS.get(item.verdict, visible(item.verdict))
        settled = f" [{told(say('settled: {verdict}', verdict=verdict))}]"
    kind = told(kind_in_words(item.what, item.kind))
    weight = style(item.severity, told(SEVERITY_WORDS[item.severity]))
    about = _about(item)
    head = style("head", kind)
    if about:
        head = told(say("{kind}: {about}", kind=head, about=about))
    place = place_text(item.place)
    yield (f"    {place}{'  ' if place else ''}{weight}  {head}{style('faint', settled)}")
    if item.message:
        yield f"{INDENT}{visible(told(item.message))}"
    if item.context is not None and item.fault is not None:
        yield from _fault(item.context, item.fault, style)
    elif item.excerpt:
        yield f"{INDENT}{visible(item.excerpt)}"
    if item.suggestion is not None:
        if item.excerpt:
            changes = word_changes(item.suggestion, item.excerpt, item.lang)
            text = marked(item.suggestion, item.excerpt, changes, style)
        else:
            text = visible(item.suggestion)
        yield INDENT + told(say("read: {text}", text=text))
    if item.other is not None:
        place = place_text(item.other)
        if item.other.title:
            title = visible(item.other.title)
            yield INDENT + told(say("with: {place} in {title}", place=place, title=title))
        else:
            yield INDENT + told(say("with: {place}", place=place))
    if item.reading is not None or item.other_reading is not None:
        for line in readings(item, style):
            yield f"{INDENT}{line}"
    yield f"{INDENT}{style('faint', item.id)}"


def _about(item: Item) -> str:
    title = visible(item.place.title or item.place.entry_key or "")
    scope = "" if item.scope in (None, "passage") else f"{told(_SCOPES[item.scope])} "
    alike = ""
    if item.kind == "near" and item.similarity:
        alike = told(say(", {percent} alike", percent=percent(item.similarity)))
    return f"{scope}{title}{alike}"


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
        yield told(say("Nothing found: no finding, no conflict, no duplicate."))
        return
    for what in ("finding", "conflict", "duplicate"):
        kinds = Counter(kind_in_words(what, item.kind) for item in items if item.what == what)
        if kinds:
            most = sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
            listed = listing(f"{told(kind)} ({number})" for kind, number in most)
            yield told(say("{kind}: {about}", kind=_many(kinds.total(), what), about=listed))
    open_ = [item for item in items if item.unsettled]
    severities = Counter(item.severity for item in open_)
    if open_:
        listed = listing(_many(severities[s], s) for s in SEVERITIES if severities[s])
        line = say_n(
            "{number} needs a decision: {listed}",
            "{number} need a decision: {listed}",
            len(open_),
            listed=listed,
        )
        yield style("head", told(line))
        grave = len(open_) - severities["note"]
        if grave and severities["note"] > MOST_NOTES and severities["note"] > grave:
            yield told(
                say_n(
                    "variorum check --severity warning shows the {number} that matters most",
                    "variorum check --severity warning shows the {number} that matter most",
                    grave,
                )
            )
    else:
        yield style("head", told(say("All is settled.")))


def _many(number: int, word: str) -> str:
    said = {
        "finding": say_n("{number} finding", "{number} findings", number),
        "conflict": say_n("{number} conflict", "{number} conflicts", number),
        "duplicate": say_n("{number} duplicate", "{number} duplicates", number),
        "error": say_n("{number} error", "{number} errors", number),
        "warning": say_n("{number} warning", "{number} warnings", number),
        "note": say_n("{number} note", "{number} notes", number),
    }
    return said[word]
