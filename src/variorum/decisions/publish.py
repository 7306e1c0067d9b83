"""What verdicts change in the published text; the sources stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from variorum.decisions.identify import Item
from variorum.decisions.shape import Verdict
from variorum.model import Conflict, Entry, Finding, Passage, Property, Source, Span

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Correction:
    """`old` at one place is to be read as `new`.

    `at` counts characters from 0: in the source text where `raw`, else in the clean text of
    a passage of entry `entry_key` that begins on `line` of `source`.  `whole` says that
    `new` is a passage of its own, to stand after that one; `of_property` that `old` and `new`
    are a property (`name: value`).
    """

    entry_key: str
    source: str
    line: int
    at: int
    old: str
    new: str
    raw: bool = False
    whole: bool = False
    of_property: bool = False


def corrections(
    applied: Iterable[tuple[Verdict, Item]], sources: Iterable[Source]
) -> tuple[Correction, ...]:
    """The corrections that applied verdicts ask for, in their order.

    A finding is corrected where it stands, a conflict at each of its two places that reads
    otherwise.  Findings that belong to no entry change nothing that is published.
    """
    texts = {source.source: source.text for source in sources}
    made: list[Correction] = []
    for verdict, item in applied:
        if isinstance(item, Finding):
            made += _of_finding(verdict, item, texts.get(item.source or "", ""))
        elif isinstance(item, Conflict):
            made += _of_conflict(verdict, item)
    return tuple(made)


def _of_finding(verdict: Verdict, item: Finding, text: str) -> Iterable[Correction]:
    new = {"accepted": item.suggestion, "reading": verdict.reading}.get(verdict.decision)
    old = item.excerpt
    if new is None or not old or item.entry_key is None or item.source is None:
        return
    if item.line is None or item.column is None:
        return
    near = _line_start(text, item.line) + item.column - 1
    # The column may be that of the fault, with a word of context before it in the excerpt.
    at = text.rfind(old, max(0, near - len(old)), near + len(old))
    if at < 0:
        return
    # Only what differs is replaced: tags may stand in the rest of the excerpt.
    same = _shared(old, new)
    tail = _shared(old[same:][::-1], new[same:][::-1])
    old, new = old[same : len(old) - tail], new[same : len(new) - tail]
    if old != new:
        yield Correction(item.entry_key, item.source, item.line, at + same, old, new, raw=True)


def _shared(one: str, other: str) -> int:
    """How many characters the beginnings of two texts share."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _of_conflict(verdict: Verdict, item: Conflict) -> Iterable[Correction]:
    if verdict.decision == "reading":
        new = verdict.reading or ""
    elif verdict.decision == "right":
        new = item.reading if verdict.witness == item.source else item.other_reading
    else:
        return
    places = (
        (item.entry_key, item.source, item.line, item.start, item.reading),
        (item.other_key, item.other_source, item.other_line, item.other_start, item.other_reading),
    )
    for key, source, line, start, old in places:
        if item.scope == "property":
            yield from _of_property(item, key, source, line, old, new)
        elif old != new:
            whole = not old and item.kind == "missing_passage"
            yield Correction(key, source, line, start, old, new, whole=whole)


def _of_property(
    item: Conflict, key: str, source: str, line: int, old: str, new: str
) -> Iterable[Correction]:
    """A property is read as `name: value`; a person may have written the value alone."""
    names = [r.partition(": ")[0] + ": " for r in (item.reading, item.other_reading)]
    value = next((new.removeprefix(name) for name in names if new.startswith(name)), new)
    name = old.partition(": ")[0]
    if old != f"{name}: {value}":
        yield Correction(key, source, line, 0, old, f"{name}: {value}", of_property=True)


def _line_start(text: str, line: int) -> int:
    """Where line `line` (from 1) begins; lines end with CR LF, LF or CR."""
    ends = (match.end() for match in _LINE_END.finditer(text))
    return 0 if line <= 1 else next(islice(ends, line - 2, None), len(text))


def correct(
    entries: Sequence[Entry], wanted: Sequence[Correction]
) -> tuple[tuple[Entry, ...], tuple[Correction, ...]]:
    """`entries` with the corrections made in their passages, and those that found no place.

    A correction is made only where its old words stand, so that none is made twice and none
    in a passage that it was not meant for; one that overlaps an earlier one is left.
    A passage that becomes empty is left out; a new one has no spans.
    """
    by_entry: dict[str, list[Correction]] = {}
    for correction in wanted:
        by_entry.setdefault(correction.entry_key, []).append(correction)
    done: list[Correction] = []
    made = []
    for entry in entries:
        own = by_entry.get(entry.key, [])
        if own:
            witnesses = []
            for witness in entry.witnesses:
                passages = [p for old in witness.passages for p in _passage(old, own, done)]
                properties = tuple(_property(p, own, done) for p in witness.properties)
                witnesses.append(replace(witness, passages=tuple(passages), properties=properties))
            entry = replace(entry, witnesses=tuple(witnesses))
        made.append(entry)
    kept = {id(correction) for correction in done}
    return tuple(made), tuple(c for c in wanted if id(c) not in kept)


def _property(prop: Property, own: Sequence[Correction], done: list[Correction]) -> Property:
    """What a property becomes.  The rows of one source may repeat it, so `own` keeps all."""
    said = (prop.source, prop.line, f"{prop.name}: {prop.value}")
    for correction in own:
        if correction.of_property and (correction.source, correction.line, correction.old) == said:
            done.append(correction)
            return replace(prop, value=correction.new.removeprefix(f"{prop.name}: "))
    return prop


def _passage(passage: Passage, own: list[Correction], done: list[Correction]) -> Iterable[Passage]:
    """What `passage` becomes; what is made of `own` moves to `done`."""
    edits: list[tuple[int, int, str]] = []
    after: list[Passage] = []
    for correction in list(own):
        at = _place(passage, correction)
        if at is None:
            continue
        if correction.whole:
            after.append(Passage("text", correction.new, passage.source, passage.line, ()))
        else:
            start, end, new = _spaced(passage.text, at, correction)
            if any(start < e and s < end for s, e, _ in edits):
                continue
            edits.append((start, end, new))
        own.remove(correction)
        done.append(correction)
    changed = _edited(passage, edits)
    if changed.text or not passage.text:
        yield changed
    yield from after


def _place(passage: Passage, correction: Correction) -> int | None:
    """Where in the clean text of `passage` the old words of `correction` stand, if they do."""
    if passage.source != correction.source or correction.of_property:
        return None
    at: int | None = None
    if correction.raw:
        for span in passage.spans:
            offset = correction.at - span.source_start
            # Nothing can also be put just behind a run: a full stop that is missing.
            if 0 <= offset < span.length + (not correction.old):
                at = span.start + offset
                break
    elif passage.line == correction.line:
        at = correction.at
    if at is None or not passage.text.startswith(correction.old, at):
        return None
    return at


def _spaced(text: str, at: int, correction: Correction) -> tuple[int, int, str]:
    """The edit of a correction; a reading that comes or goes takes one space with it."""
    end, new = at + len(correction.old), correction.new
    if not correction.raw and not correction.old:
        before = at > 0 and not text[at - 1].isspace()
        after = at < len(text) and not text[at].isspace()
        new = " " * before + new + " " * after
    elif not correction.raw and not new:
        if text[end : end + 1].isspace():
            end += 1
        elif end == len(text) and text[max(0, at - 1) : at].isspace():
            at -= 1
    return at, end, new


def _edited(passage: Passage, edits: Sequence[tuple[int, int, str]]) -> Passage:
    text, spans = passage.text, list(passage.spans)
    # From the end, so that what is still to be edited stays where it is.
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
        spans = [part for span in spans for part in _cut(span, start, end, len(new))]
    return replace(passage, text=text, spans=tuple(spans)) if edits else passage


def _cut(span: Span, start: int, end: int, length: int) -> Iterable[Span]:
    """What is left of `span` when clean characters `start` to `end` become `length` others.

    New words come from no place in the source, so they are in no span.
    """
    last = span.start + span.length
    if min(last, start) > span.start:
        yield Span(span.start, span.source_start, min(last, start) - span.start)
    first = max(span.start, end)
    if first < last:
        moved = first + length - (end - start)
        yield Span(moved, span.source_start + first - span.start, last - first)
