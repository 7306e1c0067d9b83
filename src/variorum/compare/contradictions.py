"""Passages of one system that cannot both hold, told from their words.

Three kinds, each chosen because it is hardly ever wrong:

* a term of several words with another modifier than everywhere else, in a sentence like
  another one nearby that has the usual one;
* `N or more` here and `more than N` there, of the same thing, nearby;
* the name of a rule with its words in another order, or with one of them replaced.

*Nearby* is the same entry, or entries under the same parent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from variorum.compare.cast import recast
from variorum.compare.comparison import compare
from variorum.compare.language import data
from variorum.compare.names import misnamed
from variorum.compare.reading import Reading, Sentence, Word, read
from variorum.compare.telling import STEM, USUAL, stem, worth_reading
from variorum.compare.wordings import Wordings
from variorum.model import Conflict, Entry, Passage

if TYPE_CHECKING:
    from variorum.compare.tokens import Tokens

FLAT = 300  # most entries of a flat list in which one bound is of one thing
SECTION = 2_000  # most entries of one parent that are near one another
SHARE = 0.7  # ... and in this share of the term's places
RARE = 2  # the rare one at most so often
WINDOW = 4  # words before and after that two like sentences have in common ...
COMMON = 2  # ... at least so many


@dataclass(frozen=True, slots=True)
class _Text:
    """A passage of an entry, read; `order` is its place in the system."""

    order: int
    entry: Entry
    passage: Passage
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Place:
    """Words `first` to `last` (exclusive) of a text."""

    text: _Text
    first: int
    last: int


def contradictions(
    entries: Sequence[Entry],
    made: Mapping[str, Sequence[int]],
    cut: Wordings,
    lang: str,
    tokens: Tokens | None = None,
) -> list[Conflict]:
    """The contradictions within one system, in the order of their later places.

    `made` gives the texts in `cut` of every passage of an entry, by its key; `tokens` are those
    of many texts.
    """
    sections = _sections(entries)
    telling = worth_reading(
        [(sections[entry.key], text) for entry in entries for text in made.get(entry.key, ())],
        cut,
        lang,
    )

    def texts(orders: list[int]) -> list[_Text]:
        if not orders:
            return []
        passages = [(entry, passage) for entry in entries for passage in entry.passages]
        return [
            _Text(order, *passages[order], read(passages[order][1].text, lang)) for order in orders
        ]

    found = [
        *_terms(texts(telling.terms), sections, lang),
        *_bounds(texts(telling.bounds), _apart(entries, sections)),
    ]
    conflicts = [_conflict(later, earlier, lang) for later, earlier in sorted(found, key=_position)]
    return [*conflicts, *misnamed(entries, lang, tokens), *recast(entries, lang)]


def _sections(entries: Sequence[Entry]) -> dict[str, str]:
    """By key of an entry, what is nearby: the entries of its parent, or, of a long flat list
    in which nothing is near anything, the entry alone."""
    size = Counter(entry.parent_key for entry in entries)
    return {
        entry.key: (entry.parent_key or "") if size[entry.parent_key] <= SECTION else entry.key
        for entry in entries
    }


def _apart(entries: Sequence[Entry], sections: Mapping[str, str]) -> dict[str, str]:
    """The same for bounds: in a long list of spells or creatures each has numbers of its own."""
    flat = [entry.key for entry in entries if entry.parent_key is None]
    return {**sections, **{key: key for key in flat}} if len(flat) > FLAT else dict(sections)


def _position(pair: tuple[_Place, _Place]) -> tuple[int, int, int, int]:
    later, earlier = pair
    return later.text.order, later.first, earlier.text.order, earlier.first


def _conflict(later: _Place, earlier: _Place, lang: str) -> Conflict:
    mine, other = _sentence(later), _sentence(earlier)
    reading = later.text.passage.text[mine.start : mine.end]
    other_reading = earlier.text.passage.text[other.start : other.end]
    return Conflict(
        later.text.entry.key,
        earlier.text.entry.key,
        "sentence",
        "contradiction",
        later.text.passage.source,
        later.text.passage.line,
        mine.start,
        earlier.text.passage.source,
        earlier.text.passage.line,
        other.start,
        reading,
        other_reading,
        compare(reading, other_reading, lang).differences,
    )


def _sentence(place: _Place) -> Sentence:
    return next(s for s in place.text.reading.sentences if s.first <= place.first < s.last)


# ---- terms with another modifier ------------------------------------------------------


def _terms(
    texts: list[_Text], sections: Mapping[str, str], lang: str
) -> Iterator[tuple[_Place, _Place]]:
    """Pairs of a rare and a usual form of one term."""
    after = data(lang, "compare").get("modifier") == "after"
    places: dict[tuple[str, str], dict[str, list[_Place]]] = {}
    for text in texts:
        words = text.reading.words
        told = [_content(word) for word in words]
        for at, all_told in enumerate(zip(told, told[1:], told[2:], strict=False)):
            if False not in all_told and _together(text, at):
                three = words[at : at + 3]
                modifier = three[2] if after else three[0]
                head = three[:2] if after else three[1:]
                key = (stem(head[0].form), stem(head[1].form))
                by_modifier = places.setdefault(key, {})
                by_modifier.setdefault(stem(modifier.form), []).append(_Place(text, at, at + 3))
    for forms in places.values():
        total = sum(len(p) for p in forms.values())
        usual = max(sorted(forms), key=lambda m: len(forms[m]))
        common = forms[usual]
        if len(common) < USUAL or len(common) < SHARE * total or not any(map(_capital, common)):
            continue
        for form, rare in forms.items():
            if form != usual and len(rare) <= RARE:
                for place in rare:
                    other = _nearest(place, common, sections)
                    if other is not None:
                        yield _ordered(place, other)


def _content(word: Word) -> bool:
    return len(word.form) >= STEM and word.form.isalpha()


def _together(text: _Text, at: int) -> bool:
    """Whether three words stand in a row, with a space or a hyphen between."""
    words = text.reading.words[at : at + 3]
    whole = text.passage.text
    return all(whole[a.end : b.start] in (" ", "-") for a, b in pairwise(words))


def _capital(place: _Place) -> bool:
    """Whether a term is written as a name: a capital in the middle of a sentence."""
    first = _sentence(place).first
    words = place.text.reading.words[max(place.first, first + 1) : place.last]
    return any(place.text.passage.text[w.start].isupper() for w in words)


def _nearest(place: _Place, others: list[_Place], sections: Mapping[str, str]) -> _Place | None:
    """The last like place before (else the first after), nearby, in a sentence like this one."""
    section = sections[place.text.entry.key]
    near = [o for o in others if sections[o.text.entry.key] == section and _alike(place, o)]
    near = near or [o for o in others if _sections_meet(place, o) and _alike(place, o)]
    before = [o for o in near if o.text.order <= place.text.order]
    return before[-1] if before else (near[0] if near else None)


def _sections_meet(a: _Place, b: _Place) -> bool:
    """Whether two places that no parent joins lie within a few passages."""
    return abs(a.text.order - b.text.order) <= 2 * WINDOW


def _alike(a: _Place, b: _Place) -> bool:
    return len(_around(a) & _around(b)) >= COMMON


def _around(place: _Place) -> set[str]:
    sentence = _sentence(place)
    words = place.text.reading.words
    before = words[max(sentence.first, place.first - WINDOW) : place.first]
    after = words[place.last : min(sentence.last, place.last + WINDOW)]
    return {stem(w.form) for w in (*before, *after) if len(w.form) >= STEM}


def _ordered(a: _Place, b: _Place) -> tuple[_Place, _Place]:
    """The later place first."""
    return (a, b) if (a.text.order, a.first) > (b.text.order, b.first) else (b, a)


# ---- bounds ------------------------------------------------------------------------------


def _bounds(texts: list[_Text], sections: Mapping[str, str]) -> Iterator[tuple[_Place, _Place]]:
    """Pairs of places that bound one thing by one number, one with it and one without it."""
    seen: dict[tuple[str, str, str], list[tuple[str, _Place]]] = {}
    for text in texts:
        for sign, value, place in _bounded(text):
            section = sections[text.entry.key]
            seen.setdefault((section, sign[0], value), []).append((sign, place))
    for bounded in seen.values():
        for k, (sign, place) in enumerate(bounded):
            for other_sign, other in reversed(bounded[:k]):
                if sign != other_sign and _same_thing(place, other):
                    yield place, other
                    break


def _bounded(text: _Text) -> Iterator[tuple[str, str, _Place]]:
    """The bounds of a passage: sign, number, words; distances and small articles left out."""
    words = text.reading.words
    at = 0
    while at < len(words):
        bound = next((f for f in words[at].features if f.startswith("bound:")), None)
        if bound is None:
            at += 1
            continue
        end = at
        while end < len(words) and (bound in words[end].features or _unit(words[end])):
            end += 1
        inside = words[at:end]
        beyond = words[end] if end < len(words) else None
        _, sign, value = bound.split(":", 2)
        plain = len(inside) > 1 and any(w.form == value for w in inside)
        if plain and not any(map(_unit, inside)) and not (beyond and _unit(beyond)):
            yield sign, value, _Place(text, at, end)
        at = end


def _unit(word: Word) -> bool:
    return bool(word.features) and word.features[0].startswith(("unit:", "counted:"))


def _same_thing(a: _Place, b: _Place) -> bool:
    """Whether the word before two bounds is the same, or the word after them; behind a small
    word before them it tells less, and their sentences must have more in common."""
    if any(x and x == y for x, y in zip(_neighbours(a), _neighbours(b), strict=True)):
        return True
    before = _subject(a)
    return bool(before) and before == _subject(b) and len(_said(a) & _said(b)) > COMMON


def _subject(place: _Place) -> str:
    """The word before a place, or the one before the small word there."""
    first, words = _sentence(place).first, place.text.reading.words
    for at in (place.first - 1, place.first - 2):
        if at > first and _names(words[at], place.text.entry.lang):
            return stem(words[at].form)
    return ""


def _said(place: _Place) -> set[str]:
    sentence = _sentence(place)
    words = place.text.reading.words[sentence.first : sentence.last]
    return {w.form[:STEM] for w in words if len(w.form) >= STEM}


def _neighbours(place: _Place) -> tuple[str, str]:
    sentence = _sentence(place)
    words = place.text.reading.words
    # the first word of a sentence is a preposition more often than a thing
    before = words[place.first - 1] if place.first > sentence.first + 1 else None
    after = words[place.last] if place.last < sentence.last else None
    return (
        stem(before.form) if before and _names(before, place.text.entry.lang) else "",
        stem(after.form) if after and _names(after, place.text.entry.lang) else "",
    )


def _names(word: Word, lang: str) -> bool:
    return _content(word) and word.form not in data(lang, "compare").get("particles", ())
