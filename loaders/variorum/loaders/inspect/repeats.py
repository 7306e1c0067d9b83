"""Several words that stand twice, the second time right behind the first.

An editor who moves words, or a converter that joins two lines, leaves them so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

# Two to five words; the group before them and the one behind tell a refrain.
MOST_WORDS = 5
_AGAIN = re.compile(r"(?<![\w'’.-])((?:[^\W\d_]++ ){1,4}[^\W\d_]++) (\1)(?![\w'’-])", re.I)
_BEFORE = re.compile(r"(?<![\w'’-])([^\W\d_]+) $")
_BEHIND = re.compile(r" ([^\W\d_]+)(?![\w'’-])")
_SHORTEST, _WEIGHT = 7, 3
_REACH = 40


def hits(sheet: Sheet) -> Iterator[Hit]:
    if not sheet.knowledge:
        return
    small = sheet.words("function_words") | sheet.words("may_repeat")
    for m in _twice(sheet):
        words = m.group(2).split()
        # Names of ranks and of things in a list repeat as they are.
        if not m.group(2).islower() or len(m.group(2)) < _SHORTEST:
            continue
        if len(set(words)) == 1 or not any(len(w) > _WEIGHT and w not in small for w in words):
            continue
        if len(words) == 2 and words[1] in small:
            continue  # `from time to time to come`
        if _is_refrain(sheet, m, words):
            continue
        message = say("the words “{words}” stand twice", words=m.group(2))
        yield Hit(m.start(1), m.end(), "doubled_word", "warning", message, m.group(1))


def _is_refrain(sheet: Sheet, m: re.Match[str], words: list[str]) -> bool:
    """Whether the words go on in turn (`step by step by step`), or are said a third time."""
    before = _BEFORE.search(sheet.lower, max(0, m.start() - _REACH), m.start())
    behind = _BEHIND.match(sheet.lower, m.end(), m.end() + _REACH)
    return bool(
        (before and before.group(1) == words[-1]) or (behind and behind.group(1) == words[0])
    )


def _twice(sheet: Sheet) -> Iterator[re.Match[str]]:
    if sheet.tokens is None:
        yield from _AGAIN.finditer(sheet.text)
        return
    done = 0
    for at in sheet.tokens.phrases_twice(MOST_WORDS):
        m = _AGAIN.match(sheet.text, at) if at >= done else None
        if m is not None:
            done = m.end()
            yield m
