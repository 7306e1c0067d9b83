"""Names that a list with known names holds as well: *ni volants, ni X*; *: Volant, X, Antigrav*."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .rules import Rules
from .texts import Text

# Whether words `first` on are a name, and which word is its last: null where they are none.
Lookup = Callable[[Text, int], int | None]
# No sentence is looked at farther than so many words from its list, no remark in an item farther.
_SENTENCE = 60
_REMARK = 200


def repeated(text: Text, is_name: Lookup, rules: Rules) -> Iterator[tuple[int, int, bool]]:
    """Items of *ni A, ni B, ni C* where one at least is known: first and last word, known or not.

    With one known item the sentence must also speak of abilities; *ni volant ni immobile* alone
    teaches nothing.
    """
    if rules.repeated_conjunctions.isdisjoint(text.words):
        return
    words = [w.lower() for w in text.words]
    at = 0
    while at < len(words) - 1:
        if words[at] not in rules.repeated_conjunctions:
            at += 1
            continue
        items: list[tuple[int, int, bool]] = []
        while at < len(words) - 1 and words[at] in rules.repeated_conjunctions:
            last = is_name(text, at + 1)
            end = at + 1 if last is None else last
            items.append((at + 1, end, last is not None))
            at = end + 1
            if at < len(words) and text.gap(end).strip(" \u00a0") not in ("", ","):
                break
        known = sum(k for _, _, k in items)
        if len(items) > 1 and known and (known > 1 or _speaks_of_abilities(text, items, rules)):
            for first, last, k in items:
                if k or (text.words[first].isalpha() and len(text.words[first]) > 3):
                    yield first, last, k


def _speaks_of_abilities(text: Text, items: list[tuple[int, int, bool]], rules: Rules) -> bool:
    """Whether the sentence around the items holds the word for an ability."""
    first, last = items[0][0], items[-1][1]
    lowest, highest = max(0, first - _SENTENCE), min(len(text.words) - 1, last + _SENTENCE)
    while first > lowest and not text.opens(first):
        first -= 1
    while last < highest and not text.opens(last + 1):
        last += 1
    return any(
        rules.is_noun(text.words[at - 1] if at else None, text.words[at])
        for at in range(first, last + 1)
    )


def enumerated(text: Text, is_name: Lookup, rules: Rules) -> Iterator[tuple[int, int, bool]]:
    """Items with capitals after a colon, where two at least are known: first and last word, known or not.

    An item may carry a remark in parentheses; the enumeration ends with the first item that
    holds more than a name.
    """
    if ":" not in text.text:
        return
    for at in range(len(text.words) - 1):
        if ":" in text.gap(at):
            items: list[tuple[int, int, bool]] = []
            first = at + 1
            while first < len(text.words) and text.capital(first):
                last = is_name(text, first)
                known = last is not None
                end = first if last is None else last
                while not known and end + 1 < len(text.words) and text.joined(end):
                    if not text.capital(end + 1):
                        break
                    end += 1
                after, goes_on = _after_item(text, end, rules)
                if not goes_on:
                    if _ends_item(text, end):
                        items.append((first, end, known))
                    break
                items.append((first, end, known))
                first = after
            if sum(k for _, _, k in items) > 1:
                yield from items


def _after_item(text: Text, last: int, rules: Rules) -> tuple[int, bool]:
    """The first word of the next item, and whether there is one."""
    at, gap = last, text.gap(last)
    if gap.lstrip().startswith("("):
        close = text.text.find(")", text.end(last), text.end(last) + _REMARK)
        if close < 0:
            return at, False
        while at + 1 < len(text.words) and text.start(at + 1) < close:
            at += 1
        end = text.start(at + 1) if at + 1 < len(text.words) else len(text.text)
        gap = text.text[close + 1 : end]
    at += 1
    if at >= len(text.words):
        return at, False
    bare = gap.strip(" \u00a0")
    if bare in ("", ",") and text.words[at].lower() in rules.conjunctions:
        return at + 1, True
    return at, bare == ","


def _ends_item(text: Text, last: int) -> bool:
    gap = text.gap(last).strip(" \u00a0")
    return (gap == "" and last + 1 == len(text.words)) or gap[:1] in (".", ";", "(")
