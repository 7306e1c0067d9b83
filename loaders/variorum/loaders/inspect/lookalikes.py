"""Letters of another script that look like ours, and characters inside words that nobody sees.

Both come from copying and from scanners, and a search for the word does not find it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

# Letters of Cyrillic and Greek by the Latin ones that they look like.
_LIKE = {
    "A": "\u0410\u0391",
    "B": "\u0412\u0392",
    "C": "\u0421",
    "E": "\u0415\u0395",
    "H": "\u041d\u0397",
    "I": "\u0406\u0399",
    "J": "\u0408",
    "K": "\u041a\u039a",
    "M": "\u041c\u039c",
    "N": "\u039d",
    "O": "\u041e\u039f",
    "P": "\u0420\u03a1",
    "S": "\u0405",
    "T": "\u0422\u03a4",
    "X": "\u0425\u03a7",
    "Y": "\u0423\u03a5",
    "Z": "\u0396",
    "a": "\u0430",
    "c": "\u0441",
    "d": "\u0501",
    "e": "\u0435",
    "h": "\u04bb",
    "i": "\u0456",
    "j": "\u0458",
    "o": "\u043e\u03bf",
    "p": "\u0440\u03c1",
    "s": "\u0455",
    "u": "\u03c5",
    "v": "\u03bd",
    "x": "\u0445\u03c7",
    "y": "\u0443",
}
_LATIN_FOR = {other: latin for latin, others in _LIKE.items() for other in others}
_TABLE = str.maketrans(_LATIN_FOR)
_OTHERS = "".join(_LATIN_FOR)
_LATIN = r"A-Za-z\u00c0-\u024f"
# A word of letters of both kinds, and of nothing else.
_MIXED = re.compile(
    rf"(?<!\w)(?=[{_OTHERS}]*[{_LATIN}])(?=[{_LATIN}]*[{_OTHERS}])[{_LATIN}{_OTHERS}]{{2,}}+(?!\w)"
)
_OTHER = re.compile(rf"[{_OTHERS}]")
# Zero-width spaces and joiners, and marks of direction.
_SIGNS = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e"
_UNSEEN = re.compile(rf"(?<=[{_LATIN}])[{_SIGNS}]+(?=[{_LATIN}])")


# A digit or a capital inside a word, where a scanner saw it for a letter.
_MISREAD = re.compile(r"(?<![\w.@/#-])[^\W\d_]++(?:[01][^\W\d_]++)+(?![\w@/-])")
_CAPITAL_I = re.compile(r"(?<![\w.@/#-])[^\W\d_A-ZÀ-Þ]{2,}+I[^\W\d_A-ZÀ-Þ]++(?![\w@/-])")
_SHORTEST = 4


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _misread(sheet)
    if not sheet.text.isascii():
        yield from _of_two_scripts(sheet)
        yield from _unseen(sheet)


def _of_two_scripts(sheet: Sheet) -> Iterator[Hit]:
    if _OTHER.search(sheet.text) is None:
        return
    for m in _MIXED.finditer(sheet.text):
        right = m.group().translate(_TABLE)
        # A letter of each may be a sign (`xΧ`), where no word is known.
        if len(right) < 3 and not sheet.counts[right.lower()]:
            continue
        message = say("“{word}” has letters of another script that look like these", word=right)
        yield Hit(m.start(), m.end(), "encoding", "error", message, right)


def _misread(sheet: Sheet) -> Iterator[Hit]:
    """A digit that stands for a letter (`f1gure`), or `I` for `l`, in a word of the text."""
    if not sheet.knowledge:
        return
    for pattern in (_MISREAD, _CAPITAL_I):
        for m in sheet.finditer(pattern, pattern):
            word = m.group()
            if len(word) < _SHORTEST:
                continue
            once = word.replace("0", "o")
            once = once.replace("I", "l") if pattern is _CAPITAL_I else once
            said = {once.replace("1", "l"), once.replace("1", "i")}
            right = [known for known in sorted(said) if sheet.counts[known.lower()] > 1]
            if len(right) == 1 and right[0][1:].islower():
                message = say("in “{word}” a scanner took a letter for another sign", word=word)
                yield Hit(m.start(), m.end(), "spelling", "warning", message, right[0])


def _unseen(sheet: Sheet) -> Iterator[Hit]:
    if not any(map(sheet.text.__contains__, _SIGNS)):
        return
    for m in _UNSEEN.finditer(sheet.text):
        message = say("a character that nobody sees stands inside a word")
        yield Hit(m.start(), m.end(), "encoding", "warning", message, "")
