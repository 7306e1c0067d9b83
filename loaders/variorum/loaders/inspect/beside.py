"""Two words side by side of which one should have gone: two forms of one word, two verbs of one
clause, two numbers before one thing.

Where a tracked change kept both the old word and the new, the pair makes no sentence.  What a
language allows beside each other is its data (`[beside]` of its `inspect.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet
from variorum.say import say

# Two words, lower case but for the first letter of the first, that begin with the same letters.
_ALIKE = re.compile(
    r"(?<![\w'’.-])([^\W\d_])([^\W\d_A-ZÀ-ÞŐŰ])([^\W\d_A-ZÀ-ÞŐŰ]*+) (?=(?i:\1)\2)([^\W\d_A-ZÀ-ÞŐŰ]++)(?![\w'’-])"
)
_CLAUSE = re.compile(r"[^,.;:!?()–—\n„“”«»\"]*\Z")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)['’ -]\Z")
_FREE = r"(?<![\w'’-])"
_END = r"(?![\w'’-])"
_REACH = 120
_LEAST = 4
_LONG = 5


def hits(sheet: Sheet) -> Iterator[Hit]:
    rules = sheet.knowledge.get("beside")
    if not rules:
        return
    yield from _forms(sheet, rules)
    yield from _exclusive(sheet, rules)
    yield from _numbers(sheet, rules)


def _hit(sheet: Sheet, start: int, end: int) -> Hit:
    first, second = sheet.text[start:end].split(" ")
    message = say(
        "“{first}” stands beside “{second}”: one replaced the other", first=first, second=second
    )
    return Hit(start, end, "merged_change", "warning", message)


def _forms(sheet: Sheet, rules: Mapping[str, Any]) -> Iterator[Hit]:
    """Two forms of one word, neither of which can govern the other."""
    tests = [
        test
        for name, test in (("noun", _are_cases), ("verb", _are_persons), ("plural", _are_numbers))
        if name in rules
    ]
    for m in _alike(sheet):
        first = (m.group(1) + m.group(2) + m.group(3)).lower()
        second = m.group(4)
        if first != second and any(test(sheet, first, second, m.start(), rules) for test in tests):
            yield _hit(sheet, m.start(), m.end())


def _alike(sheet: Sheet) -> Iterator[re.Match[str]]:
    if sheet.tokens is None:
        yield from _ALIKE.finditer(sheet.text)
        return
    done = 0
    for at in sheet.tokens.words_alike():
        m = _ALIKE.match(sheet.text, at) if at >= done else None
        if m is not None:
            done = m.end()
            yield m


def _shared(first: str, second: str) -> int:
    same = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        same += 1
    return same


def _are_cases(sheet: Sheet, first: str, second: str, start: int, rules: Mapping[str, Any]) -> bool:
    """Whether both are a noun of the text with one of its endings each: no two cases stand side by
    side but those that lead from one thing to the next (`körről körre`)."""
    noun = rules["noun"]
    ending = re.compile(noun["ending"])
    pairs = re.compile(noun["pairs"])
    if any(first.startswith(w) for w in noun["unless"]):
        return False
    shared = _shared(first, second)
    for cut in range(shared, _LEAST - 1, -1):
        a, b = first[cut:], second[cut:]
        if ending.fullmatch(a) and ending.fullmatch(b) and not pairs.fullmatch(f"{a} {b}"):
            stem = first[:cut]
            short = stem[:-1] + {"á": "a", "é": "e"}.get(stem[-1], stem[-1])
            if sheet.counts[stem] or sheet.counts[short]:
                return True
            # Some nouns stand in the text with an ending only, but with several.
            if len(stem) > _LONG and sum(1 for _ in islice(sheet.beginning(stem), 4)) > 3:
                return True
    return False


def _are_persons(
    sheet: Sheet, first: str, second: str, start: int, rules: Mapping[str, Any]
) -> bool:
    """Whether both are forms of a verb of the text that are predicates, in a clause that has no
    other verb to go with."""
    verb = rules["verb"]
    ending, pairs = re.compile(verb["ending"]), re.compile(verb.get("pairs", "(?!)"))
    shared = _shared(first, second)
    for cut in range(shared, 1, -1):
        a, b = first[cut:], second[cut:]
        if ending.fullmatch(a) and ending.fullmatch(b) and not pairs.fullmatch(f"{a} {b}"):
            stem = first[:cut]
            if any(sheet.counts[stem + known] for known in verb["known"]):
                return not _leads_on(sheet, start, verb["unless"])
    return False


def _leads_on(sheet: Sheet, start: int, words: frozenset[str] | list[str]) -> bool:
    """Whether the clause before offset `start` holds a word with a verb of its own to come."""
    clause = _CLAUSE.search(sheet.lower, max(0, start - _REACH), start)
    return clause is not None and not set(words).isdisjoint(WORD.findall(clause.group()))


def _are_numbers(
    sheet: Sheet, first: str, second: str, start: int, rules: Mapping[str, Any]
) -> bool:
    """Whether one is the other for several, behind a word that a noun must follow."""
    plural = rules["plural"]
    one, many = sorted((first, second), key=len)
    if len(one) < _LONG or many != one + plural["ending"] or one in plural["unless"]:
        return False
    before = _WORD_BEFORE.search(sheet.lower, max(0, start - 30), start)
    return before is not None and before.group(1) in plural["after"]


def _exclusive(sheet: Sheet, rules: Mapping[str, Any]) -> Iterator[Hit]:
    """Two verbs of a group of which a clause has one."""
    for group in rules.get("exclusive", ()):
        words, unless = "|".join(group["words"]), group["unless"]
        nouns = group.get("noun_behind", ())
        pattern = re.compile(rf"{_FREE}({words}) (?!\1 )({words}){_END}")
        last = re.compile(rf"(?<=\n)(?:{words}){_END}")
        for m in _pairs(sheet, pattern, group["words"], last):
            before = _WORD_BEFORE.search(sheet.lower, max(0, m.start() - 30), m.start())
            if before and before.group(1) in nouns:
                continue  # `the can may`
            if m.group(1) != m.group(2) and not _leads_on(sheet, m.start(), unless):
                yield _hit(sheet, m.start(), m.end())


def _pairs(
    sheet: Sheet, pattern: re.Pattern[str], first: list[str], second: re.Pattern[str]
) -> Iterator[re.Match[str]]:
    """What `pattern.finditer` gives: one of the words `first`, a space and what `second` shows."""
    if sheet.tokens is None:
        yield from pattern.finditer(sheet.text)
        return
    alone = re.compile(rf"{_FREE}(?:{'|'.join(first)})(?=\n)")
    behind = re.compile(second.pattern.removeprefix(r"(?<=\n)"))
    done = 0
    for m in sheet.tokens.finditer(behind, second, after=alone):
        for word in first:
            at = m.start() - 1 - len(word)
            found = pattern.match(sheet.text, at) if at >= done else None
            if found:
                done = found.end()
                yield found
                break


def _numbers(sheet: Sheet, rules: Mapping[str, Any]) -> Iterator[Hit]:
    """Two cardinals before a noun that others stand before elsewhere."""
    values: Mapping[str, int] = rules.get("numbers", {})
    if not values:
        return
    words = "|".join(sorted(values, key=len, reverse=True))
    pattern = re.compile(rf"{_FREE}({words}) ({words}) ([^\W\d_A-ZÀ-Þ]{{4,}}+){_END}")
    last = re.compile(rf"(?<=\n)(?:{words})(?=\n)")
    found = []
    for m in _pairs(sheet, pattern, [*values], last):
        first, second = values[m.group(1)], values[m.group(2)]
        # `két három` and its like: about so many; and a row of numbers is one.
        near = first < second < first * 2 and second - first < 4
        before = _WORD_BEFORE.search(sheet.lower, max(0, m.start() - 30), m.start())
        if first != second and not near and not (before and before.group(1) in values):
            found.append(m)
    if not found:
        return
    nouns = {m.group(3) for m in found}
    counted = {
        word.lower()
        for at, word in sheet.places(nouns)
        if (
            b := re.search(rf"{_FREE}([^\W\d_]+) ([^\W\d_]+) \Z", sheet.lower[max(0, at - 40) : at])
        )
        and b.group(2) in values
        and b.group(1) not in values
    }
    for m in found:
        if m.group(3) in counted:
            yield _hit(sheet, m.start(1), m.end(2))
