"""Articles that do not fit the word behind them, or have none.

A word that was changed leaves the article of the old one (`a` and `az`, `a` and `an`, `le` and
`l'`).  The evidence is the text's own habit: it has the word behind the other article elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_WORD = r"[^\W\d_]"
_END = r"(?![\w'’-])"
_LONGEST = 24
_REACH = 40
_BEFORE = re.compile(rf"(?<![\w'’-])({_WORD}+) $")
_MARK = r"[.,;!?]"
# An example of a letter (`a, b and c`), or of a word that is spoken of.
_LETTER = re.compile(rf"{_MARK} *(?:[a-z](?!{_WORD})|[\"'”’»])")


def hits(sheet: Sheet) -> Iterator[Hit]:
    for rules in sheet.knowledge.get("article", ()):
        yield from _wrong(sheet, rules)
    yield from _alone(sheet)


def _wrong(sheet: Sheet, rules: dict[str, Any]) -> Iterator[Hit]:
    """Where `wrong` stands before a word that begins as `before` says, and that `right` stands
    before elsewhere."""
    wrong, right = rules["wrong"], rules["right"]
    form = re.compile(f"({rules['before']}{_WORD}{{2,{_LONGEST}}}){_END}")
    joint = "" if wrong.endswith("'") else " "
    suspects = [
        (at, word)
        for at, word in _behind(sheet, wrong, joint, form)
        if word.islower() and word not in rules.get("unless", ())
    ]
    if not suspects:
        return
    times = Counter(word for _, word in suspects)
    stem = rules.get("stem", _LONGEST + 2)
    forms = {other for _, word in suspects for other in (word, *sheet.beginning(word[:stem]))}
    fitting = Counter[str]()
    for other, count in _fitting(sheet, right, forms).items():
        fitting[other[:stem]] += count
    after = frozenset(rules.get("after", ()))
    for at, word in suspects:
        start = at - len(wrong) - len(joint)
        fits = fitting[word[:stem]]
        sure = rules.get("sure") and sheet.counts[word] > 1
        if times[word] > 1 or (fits < rules.get("often", 1) and not sure):
            continue
        if rules.get("inside"):
            before = _BEFORE.search(sheet.text, max(0, start - _REACH), start)
            if not before or len(before.group(1)) < 4 or before.group(1).lower() in after:
                continue  # a pronoun, where it begins a clause
        if sheet.text[start - 1 : start] in ("-", "'", "’"):
            continue
        said = sheet.text[start : start + len(wrong)]
        gap = "" if right.endswith("'") else " "
        meant = right.capitalize() if said[0].isupper() else right
        message = say("“{article}” before “{word}”", article=said, word=word)
        correct = meant + gap + word if fits else None
        yield Hit(start, at + len(word), "spelling", "warning", message, correct)


def _behind(
    sheet: Sheet, article: str, joint: str, form: re.Pattern[str]
) -> Iterator[tuple[int, str]]:
    """Where a word of this form stands behind an article, and the word."""
    said = article.replace("'", "['’]")
    if joint and sheet.tokens is not None:
        sign = re.compile(rf"(?<=\n){form.pattern}")
        before = re.compile(rf"(?<![^\n(«„“\"]){said}(?=\n)", re.I)
        found = sheet.tokens.finditer(form, sign, after=before)
    else:
        whole = re.compile(
            rf"(?:(?<=\s)|(?<=^)|(?<=[(«„“\"])){said}{joint}{form.pattern}", re.I | re.M
        )
        found = sheet.finditer(whole, whole)
    for m in found:
        yield m.start(1), m.group(1)


def _fitting(sheet: Sheet, article: str, words: set[str]) -> Counter[str]:
    """How often each word stands behind the article that would be right."""
    fitting = Counter[str]()
    joined = article.endswith("'")
    for at, word in sheet.places(words):
        if joined:
            said = sheet.lower[max(0, at - len(article)) : at].replace("’", "'")
            fitting[word.lower()] += said == article
        else:
            said = sheet.lower[max(0, at - len(article) - 2) : at]
            # A word that ends as the article does is none.
            whole = said.endswith(f"{article} ") and not said[: -len(article) - 1].isalpha()
            fitting[word.lower()] += whole
    return fitting


def _alone(sheet: Sheet) -> Iterator[Hit]:
    """An article and then a mark: the word between them is gone."""
    words = sheet.knowledge.get("never_last", ())
    if not words:
        return
    pattern = re.compile(rf"(?:(?<=\s)|(?<=^))(?:{'|'.join(words)})(?={_MARK}(?:\s|$))", re.M)
    for m in sheet.finditer(pattern, pattern):
        before = _BEFORE.search(sheet.text, max(0, m.start() - _REACH), m.start())
        if not before or not before.group(1).islower() or len(before.group(1)) < 2:
            continue
        if _LETTER.match(sheet.text, m.end()) or before.group(1) in words:
            continue
        message = say("the word behind “{article}” is missing", article=m.group())
        yield Hit(m.start(), m.end(), "merged_change", "warning", message)
