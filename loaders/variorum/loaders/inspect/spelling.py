"""Misspellings, by the corpus's own words: a rare form one slip away from a frequent one.

The candidates come from deletion neighbourhoods (W. Garbe, Symmetric Delete, 2012), so the
cost is linear in the vocabulary.  Inflection is not misspelling: a difference that an ending
can explain is none, and neither is an accent or, in Hungarian, the length of a vowel.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.loaders.inspect.variant import plain, twins

_DIE = re.compile(r"[dDkKwW](\d{1,2})(?!\d)")
_BEFORE_DIE = re.compile(r"(?<!\w)\d{0,2}$")
_OFTEN, _RARE = 10, 2
_INNER_TITLE = re.compile(r"\(([^\W\d_])([^()]*)\)")


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _dice(sheet)
    yield from _titles(sheet)
    yield from _rare_forms(sheet)


def _dice(sheet: Sheet) -> Iterator[Hit]:
    """A die written with another letter than everywhere else (`2k6` among many `2D6`)."""
    dice: list[tuple[int, str, str, str, str]] = []
    letters: dict[str, Counter[str]] = {}
    for m in _DIE.finditer(sheet.text):
        before = _BEFORE_DIE.search(sheet.text[max(0, m.start() - 4) : m.start()])
        if before:
            source, letter = sheet.unit(m.start()).passage.source, m.group()[0]
            dice.append((m.start(), source, before.group(), letter, m.group(1)))
            letters.setdefault(source, Counter())[letter.lower()] += 1
    for at, source, number, letter, sides in dice:
        usual, often = letters[source].most_common(1)[0]
        if letter.lower() == usual or not number or often < _OFTEN:
            continue
        if letters[source][letter.lower()] <= _RARE:
            right = usual.upper() if f"{usual.upper()}6" in sheet.text else usual
            message = f"the die is written “{right}” everywhere else"
            start, end = at - len(number), at + 1 + len(sides)
            yield Hit(start, end, "spelling", "note", message, number + right + sides)


def _titles(sheet: Sheet) -> Iterator[Hit]:
    """A title, or the foreign name in one, with a small letter where the others have a capital."""
    big: Counter[tuple[str, str]] = Counter()
    small: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for index, unit in enumerate(sheet.units):
        if not unit.is_title:
            continue
        start, text = sheet.starts[index], unit.passage.text
        letters = [("title", m.start(), m.group()) for m in [re.match(r"[^\W\d_]", text)] if m]
        letters += [("name", m.start(1), m.group(1)) for m in _INNER_TITLE.finditer(text)]
        for what, at, letter in letters:
            if any(c.isupper() or c in "_." for c in text[at : at + 40].split()[0][1:-1]):
                continue  # a name of its own spelling, such as a trade mark
            group = (unit.passage.source, what)
            if letter.islower():
                small.setdefault(group, []).append((start + at, letter))
            else:
                big[group] += 1
    for group, places in small.items():
        if big[group] >= 10 and big[group] >= 9 * len(places):
            for at, letter in places:
                message = "a small letter where the other titles have a capital"
                yield Hit(at, at + 1, "spelling", "note", message, letter.upper())


def _rare_forms(sheet: Sheet) -> Iterator[Hit]:
    rules = sheet.knowledge.get("rare_form")
    if not rules:
        return
    slips = _slips(sheet.counts, rules)
    if not slips:
        return
    for at, word in sheet.places(slips):
        right = slips[word.lower()]
        if any(c.isupper() for c in word[1:]):
            continue
        if word[0].isupper():
            right = right[0].upper() + right[1:]
            if not sheet.forms[right]:
                continue  # a name
        message = f"“{word}” stands where “{right}” is usual"
        yield Hit(at, at + len(word), "spelling", "warning", message, right)


def _slips(counts: Counter[str], rules: Mapping[str, Any]) -> dict[str, str]:
    """Rare words and the frequent word that each was meant to be."""
    shortest, often = int(rules["shortest"]), int(rules["often"])
    times = int(rules["times"])
    allowed = frozenset(rules.get("words", ()))
    ending = re.compile(rules["ending"])
    near: dict[str, list[str]] = {}
    for word, count in counts.items():
        if count >= often and len(word) >= shortest:
            for key in _neighbourhood(word):
                near.setdefault(key, []).append(word)
    slips: dict[str, str] = {}
    for word, count in counts.items():
        if count > 2 or len(word) < shortest or word in allowed:
            continue
        meant = {
            other
            for key in _neighbourhood(word)
            for other in near.get(key, ())
            if counts[other] >= times * count and _is_slip(word, other, ending)
        }
        if len(meant) == 1:
            slips[word] = meant.pop()
    return slips


def _neighbourhood(word: str) -> list[str]:
    return [word, *(word[:i] + word[i + 1 :] for i in range(2, len(word)))]


def _is_slip(word: str, other: str, ending: re.Pattern[str]) -> bool:
    """Whether `word` is `other` with a letter more, a letter less or two letters swapped, at
    a place where no ending, prefix or accent can be the reason."""
    if plain(word) == plain(other) or not twins(word, other):
        return False
    start = 0
    while word[start : start + 1] == other[start : start + 1]:
        start += 1
    if start < 2:
        return False
    swapped = len(word) == len(other)
    if swapped and sorted(word) != sorted(other):
        return False
    tail = word[start + 2 :] if swapped else max(word[start:], other[start:], key=len)[1:]
    return bool(tail) and ending.fullmatch(tail) is None
