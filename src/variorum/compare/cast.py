"""Things that the examples of one rule call by two names.

A worked example goes on with what an earlier one set up: *six Wardens and five Novices*, then
*the Wardens take six hits and the Novitiates five*.  A name that no other text has, that begins
like one of the earlier example, has its number, and stands beside the same others, is that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from variorum.compare.comparison import compare
from variorum.compare.lexicon import folded
from variorum.compare.reading import read
from variorum.model import Conflict, Difference, Entry, Passage

STEM = 5  # letters by which a name is known, whatever its ending
ALIKE = 3  # letters at the beginning that two names of one thing share
NEAR = 2  # words between a name and its number
BEFORE = 8  # examples that a later one may go on with


class _Name(NamedTuple):
    """A word with a capital inside a sentence: its place, and the numbers beside it."""

    start: int
    text: str
    numbers: frozenset[str]


def recast(entries: Sequence[Entry], lang: str) -> list[Conflict]:
    """Conflicts of kind `name` between the examples of one entry; `entries` are one system."""
    found: list[Conflict] = []
    said: str | None = None  # the texts of the system, in lower case, once anybody asks for them
    for entry in entries:
        examples = [p for p in entry.passages if p.kind == "example"]
        casts = [(p, _cast(p.text, lang)) for p in examples] if len(examples) > 1 else []
        for n, (passage, cast) in enumerate(casts):
            for other, earlier in casts[max(0, n - BEFORE) : n]:
                for one, two in _renamed(cast, earlier):
                    if said is None:
                        said = "\n".join(folded(p.text) for e in entries for p in e.passages)
                    # A name that another text has, too, is one of its own.
                    if said.count(one) == folded(passage.text).count(one):
                        place = passage, cast[one]
                        found.append(_conflict(entry, place, (other, earlier[two])))
    return found


def _cast(text: str, lang: str) -> dict[str, _Name]:
    reading = read(text, lang)
    firsts = {sentence.first for sentence in reading.sentences}
    found: dict[str, _Name] = {}
    for at, word in enumerate(reading.words):
        if at in firsts or word.features or len(word.form) < STEM or not text[word.start].isupper():
            continue
        beside = reading.words[max(0, at - NEAR) : at + NEAR + 1]
        numbers = {
            f.partition(":")[2]
            for other in beside
            for f in other.features
            if f.startswith(("number:", "maybe:")) and f != "maybe:1"  # an article, mostly
        }
        name = word.form[:STEM]
        known = found.get(name)
        if known is not None:
            found[name] = known._replace(numbers=known.numbers | numbers)
        else:
            surface = text[word.start : word.end]
            found[name] = _Name(word.start, surface, frozenset(numbers))
    return found


def _renamed(cast: dict[str, _Name], earlier: dict[str, _Name]) -> Iterator[tuple[str, str]]:
    """Beginnings of a name and of the earlier one that it stands for, where others are the same."""
    if cast.keys().isdisjoint(earlier):
        return
    for one in sorted(cast.keys() - earlier.keys()):
        meant = [
            two
            for two in earlier.keys() - cast.keys()
            if one[:ALIKE] == two[:ALIKE] and cast[one].numbers & earlier[two].numbers
        ]
        if len(meant) == 1:
            yield one, meant[0]


def _conflict(entry: Entry, place: tuple[Passage, _Name], other: tuple[Passage, _Name]) -> Conflict:
    (passage, name), (other_passage, other_name) = place, other
    differences = tuple(
        Difference("name", d.start, d.end, d.other_start, d.other_end)
        for d in compare(name.text, other_name.text, entry.lang).differences
    )
    return Conflict(
        entry.key,
        entry.key,
        "sentence",
        "name",
        passage.source,
        passage.line,
        name.start,
        other_passage.source,
        other_passage.line,
        other_name.start,
        name.text,
        other_name.text,
        differences,
    )
