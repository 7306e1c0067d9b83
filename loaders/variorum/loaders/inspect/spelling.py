"""Words that are written otherwise than the rest of the text writes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from variorum.loaders.inspect import slips
from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_DIE = re.compile(r"[dDkKwW](\d{1,2})(?!\d)")
_BEFORE_DIE = re.compile(r"(?<!\w)\d{0,2}$")
_OFTEN, _RARE = 10, 2
_LETTER = re.compile(r"[^\W\d_]")
_INNER_TITLE = re.compile(r"\(([^\W\d_])([^()]*)\)")


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _dice(sheet)
    yield from _titles(sheet)
    yield from slips.hits(sheet)


def _dice(sheet: Sheet) -> Iterator[Hit]:
    """A die written with another letter than everywhere else (`2k6` among many `2D6`)."""
    dice: list[tuple[int, str, str, str, str]] = []
    letters: dict[str, Counter[str]] = {}
    for m in sheet.finditer(_DIE, _DIE):
        before = _BEFORE_DIE.search(sheet.text[max(0, m.start() - 4) : m.start()])
        if before:
            source, letter = sheet.units.source(sheet.index(m.start())), m.group()[0]
            dice.append((m.start(), source, before.group(), letter, m.group(1)))
            letters.setdefault(source, Counter())[letter.lower()] += 1
    for at, source, number, letter, sides in dice:
        usual, often = letters[source].most_common(1)[0]
        if letter.lower() == usual or not number or often < _OFTEN:
            continue
        if letters[source][letter.lower()] <= _RARE:
            right = usual.upper() if f"{usual.upper()}6" in sheet.text else usual
            message = say("the die is written “{right}” everywhere else", right=right)
            start, end = at - len(number), at + 1 + len(sides)
            yield Hit(start, end, "spelling", "note", message, number + right + sides)


def _is_small(word: str) -> bool:
    return not any(map(str.isupper, word))


def _titles(sheet: Sheet) -> Iterator[Hit]:
    """A title, or the foreign name in one, with a small letter where the others have a capital."""
    big: Counter[tuple[str, str]] = Counter()
    small: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for index, text in sheet.units.titles():
        start = sheet.starts[index]
        # A letter or two are the sign of a thing, not its name.
        letters = [("title", 0, text[0])] if _LETTER.match(text) and len(text) > 2 else []
        if "(" in text:
            named = (m for m in _INNER_TITLE.finditer(text) if len(m.group(2)) > 1)
            letters += [("name", m.start(1), m.group(1)) for m in named]
        for what, at, letter in letters:
            inside = text[at : at + 40].split(maxsplit=1)[0][1:-1]
            if "." in inside or "_" in inside or not (inside.islower() or _is_small(inside)):
                continue  # a name of its own spelling, such as a trade mark
            group = (sheet.units.source(index), what)
            if letter.islower():
                small.setdefault(group, []).append((start + at, letter))
            else:
                big[group] += 1
    for group, places in small.items():
        if big[group] >= 10 and big[group] >= 9 * len(places):
            for at, letter in places:
                message = say("a small letter where the other titles have a capital")
                yield Hit(at, at + 1, "spelling", "note", message, letter.upper())
