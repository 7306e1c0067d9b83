"""Misspellings by a dictionary: rare words that it does not know, one slip from one that it does.

Rules are full of words that no dictionary has, so that an unknown word alone is no finding:
either a word of the corpus that the dictionary knows is one slip away, and only one, or the
word has a letter doubled or two swapped that make a known word when mended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from variorum.loaders.inspect.dictionary import knower
from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.loaders.inspect.variant import opens_sentence, plain, twins
from variorum.say import say

_JOINTS = frozenset("'’-_/\\@#&=:0123456789")
_VOWELS = frozenset("aeiouy")
_SHORTEST, _RARE, _MOST = 6, 2, 5000


def hits(sheet: Sheet) -> Iterator[Hit]:
    wanted = sheet.knowledge.get("dictionaries", ())
    known = knower(wanted, sheet.knowledge.get("dictionaries_besides", ())) if wanted else None
    if known is None:
        return
    rules = sheet.knowledge["rare_form"]
    ending = re.compile(rules["ending"])
    accents = bool(rules.get("lone_accents"))
    unknown = _unknown(sheet, known)
    beginnings: dict[str, list[str]] = {}
    starts = {word[:2] for word in unknown}
    for word in sheet.counts:
        if word[:2] in starts and len(word) >= _SHORTEST - 1 and word not in unknown:
            beginnings.setdefault(word[:2], []).append(word)
    meant: dict[str, str] = {}
    for word in unknown:
        near = [
            w
            for w in beginnings.get(word[:2], ())
            if twins(word, w) and not _is_inflected(word, w, ending) and known(w)
            # Whether French writes a grave or an acute accent depends on the reform it follows.
            if accents or plain(word) != plain(w)
        ]
        mended = [] if near else _mended(word, bool(rules.get("compounds")))
        right = near or [w for w in mended if sheet.forms[word] and known(w)]
        if len(right) == 1:
            meant[word] = right[0]
    for at, word in sheet.places(meant):
        correct = meant[word.lower()]
        if any(c.isupper() for c in word[1:]) or _is_part(sheet.text, at, at + len(word)):
            continue
        if word[0].isupper():
            if not opens_sentence(sheet.text, at):
                continue  # a name
            correct = correct[0].upper() + correct[1:]
        message = say("“{word}” is in no dictionary, “{known}” is", word=word, known=correct)
        yield Hit(at, at + len(word), "spelling", "warning", message, correct)


def _unknown(sheet: Sheet, known: Callable[[str], bool]) -> dict[str, None]:
    """Rare words, in lower case, that the dictionary does not know however written."""
    found: dict[str, None] = {}
    for form in sheet.forms:
        low = form.lower()
        if len(low) < _SHORTEST or sheet.counts[low] > _RARE or form[1:] != low[1:]:
            continue
        if not known(form) and not known(low):
            found[low] = None
    return found if len(found) <= _MOST else {}


def _is_inflected(word: str, other: str, ending: re.Pattern[str]) -> bool:
    """Whether an ending may be what `word` has more or less than `other`."""
    if len(word) == len(other):
        return False
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    start = 0
    while start < len(shorter) and longer[start] == shorter[start]:
        start += 1
    tail = longer[start + 1 :]
    if not tail:
        return True
    doubled = longer is word and longer[start] == longer[start - 1]
    return not doubled and ending.fullmatch(tail) is not None


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether the word is a part of an address, a name with a hyphen or a contraction."""
    return bool({text[start - 1 : start], text[end : end + 1]} & _JOINTS) or (
        text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum()
    )


def _mended(word: str, compounds: bool) -> list[str]:
    """What comes of dropping one of two equal letters or swapping two.

    A language that forms compounds freely has too many words for swaps, and two equal letters
    after a vowel may be the seam of a compound; after a consonant they are none.
    """
    found: dict[str, None] = {}
    for i in range(2, len(word)):
        if word[i] == word[i - 1]:
            if not compounds or plain(word[i - 2]) not in _VOWELS:
                found[word[:i] + word[i + 1 :]] = None
        elif not compounds and i + 1 < len(word) and plain(word[i]) != plain(word[i + 1]):
            found[word[:i] + word[i + 1] + word[i] + word[i + 2 :]] = None
    return list(found)
