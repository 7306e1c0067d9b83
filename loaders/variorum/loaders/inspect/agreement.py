"""Nouns that do not agree in number with the word before them, where a language writes number so.

Grammars have exceptions, so the corpus itself must know better: `des force` is a fault where it
also says `les forces` and `la force`, and says it wrong hardly ever.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_FREE = r"(?<![\w'’-])"
_WORD = r"[^\W\d_]"
_END = r"(?![\w'’-])"
# Characters before a word that hold the two before it, mostly.
_REACH = 30
_BEFORE = re.compile(rf"(?:{_FREE}({_WORD}+) )?{_FREE}({_WORD}+ |{_WORD}['’])$")
# `hajónak`: one ship, not several of what is on it.
_DATIVE = re.compile(r"[^k]n[ae]k$")
_RARE = 2  # places of a form where it should not stand; one that stands there more often may


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _counted(sheet)
    rules = sheet.knowledge.get("agreement")
    if not rules:
        return
    end, known = rules["ending"], sheet.counts
    lone = rf"{_WORD}{{3,}}(?![{rules['marked']}]){_WORD}"
    marked = rf"{_WORD}{{3,}}{end}"

    def is_one(word: str) -> bool:
        return word.islower() and known[word + end] > 0

    def is_many(word: str) -> bool:
        one = word.removesuffix(end)
        return word.islower() and known[one] > 0 and word not in rules["unchanging"]

    suspects = [
        (at, word, word, word + end) for at, word in _after(sheet, rules["plural"], lone, is_one)
    ] + [
        (at, word, word.removesuffix(end), word)
        for at, word in _after(sheet, rules["singular"], marked, is_many)
    ]
    # What stands wrongly more often than that is asked about no further: it may be half the text.
    times = Counter(suspect[1:] for suspect in suspects)
    suspects = [suspect for suspect in suspects if times[suspect[1:]] <= _RARE]
    if not suspects:
        return
    single, several = _uses(sheet, {form for _, _, *both in suspects for form in both}, rules)
    for at, word, one, many in sorted(suspects):
        wrongly = several[one] if word == one else single[many]
        if not single[one] or not several[many] or wrongly > _RARE:
            continue
        further, before = _two_before(sheet, at)
        if word == many and further in rules["pronouns"]:
            continue  # `tu le places`: a verb
        if before in rules["numerals"] and further in (*rules["plural"], *rules["plural_too"]):
            continue  # `les deux lance`: a verb as well
        message = say("“{word}” does not agree in number with “{other}”", word=word, other=before)
        right = None if before in rules["doubtful"] else many if word == one else one
        yield Hit(at, at + len(word), "spelling", "warning", message, right)


def _counted(sheet: Sheet) -> Iterator[Hit]:
    """A noun for several behind a number, where the language has it stand as for one."""
    rules = sheet.knowledge.get("counted")
    if not rules:
        return
    several = re.compile(rules["several"])
    singles: dict[str, list[str]] = {}

    def fits(word: str) -> bool:
        m = several.fullmatch(word) if word.islower() else None
        if m is None or _DATIVE.search(word):
            return False
        stem = m.group("stem")
        long = {"á": "a", "é": "e"}.get(m.group("link"), "")
        ones = [stem + long, stem] if m.group("link") else [stem]
        singles[word] = [one for one in ones if sheet.counts[one]]
        return bool(singles[word])

    suspects = [*_after(sheet, rules["numbers"], rf"{_WORD}{{4,}}", fits)]
    if not suspects:
        return
    times = Counter(word for _, word in suspects)
    nouns = Counter[str]()
    befores = frozenset(rules["before_one"])
    for at, form in sheet.places({one for word in times for one in singles[word]}):
        nouns[form.lower()] += _word_before(sheet, at) in befores
    for at, word in suspects:
        if times[word] > _RARE or not any(nouns[one] for one in singles[word]):
            continue
        number = _two_before(sheet, at)[1]
        message = say("“{word}” is plural after “{number}”", word=word, number=number)
        yield Hit(at, at + len(word), "spelling", "warning", message)


def _after(
    sheet: Sheet, words: Collection[str], form: str, fits: Callable[[str], bool]
) -> Iterator[tuple[int, str]]:
    """Where a word of this form, and that `fits`, stands after one of `words`."""
    befores = "|".join(words)
    if sheet.tokens is None:
        found = re.finditer(rf"{_FREE}(?:{befores}) ({form}){_END}", sheet.text, re.I)
    else:
        sign = re.compile(rf"(?<=\n){form}(?![\w'’-])")
        before = re.compile(rf"{_FREE}(?:{befores})(?=\n)", re.I)
        found = sheet.tokens.finditer(re.compile(f"({form}){_END}"), sign, after=before, fits=fits)
    for m in found:
        if fits(m.group(1)):
            yield m.start(1), m.group(1)


def _uses(
    sheet: Sheet, forms: Collection[str], rules: Mapping[str, Any]
) -> tuple[Counter[str], Counter[str]]:
    """How often each form stands after a word for one, and after a word for several."""
    one = {*rules["singular"], *rules["singular_too"]}
    many = {*rules["plural"], *rules["plural_too"]}
    single, several = Counter[str](), Counter[str]()
    for at, form in sheet.places(forms):
        before = _word_before(sheet, at)
        single[form.lower()] += before in one
        several[form.lower()] += before in many
    return single, several


def _word_before(sheet: Sheet, at: int) -> str:
    """The word before offset `at`, empty where there is none."""
    text = sheet.lower
    # Most words stand between two spaces: a pattern would look at thirty characters.
    space = text.rfind(" ", max(0, at - _REACH), at - 1) if text[at - 1 : at] == " " else -1
    word = text[space + 1 : at - 1]
    return word if space >= 0 and word.isalpha() else _two_before(sheet, at)[1]


def _two_before(sheet: Sheet, at: int) -> tuple[str, str]:
    """The two words before offset `at`, empty where there are none."""
    m = _BEFORE.search(sheet.lower, max(0, at - _REACH), at)
    return (m.group(1) or "", m.group(2).strip().replace("’", "'")) if m else ("", "")
