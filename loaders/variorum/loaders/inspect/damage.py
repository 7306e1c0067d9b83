"""What converting did to a text: letters that were lost or read in another code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_LOST = re.compile(r"[\ufffd\x00-\x08\x0e-\x1b\x7f-\x9f]+")
# What converters write for a letter that a code does not have: `b?uf`.
_ASKED = re.compile(r"(?<![\w/=&?.#])(?P<left>[^\W\d_]*)\?(?P<right>[^\W\d_]+)(?![\w/=?])")
_ASKS = re.compile(r"\?[^\W\d_]")
_VOWELS = frozenset("aeiouyàâäéèêëîïôöùûüÿáíóőúű")
# UTF-8 read as an 8-bit code: a lead byte's letter, then the characters of its trail bytes.
_TRAIL = "\u0080-\u00bfŒœŠšŽžŸƒˆ˜–—‘’‚“”„†‡•…‰‹›€™Ąąłľśťźżşť"
_MOJIBAKE = re.compile(rf"[ÂÃÄÅÆĂÎÏÐâ][{_TRAIL}]{{1,2}}(?:[ÂÃÄÅÆĂÎÏÐâ]?[{_TRAIL}]{{1,2}})*")
_CODES = ("cp1252", "latin-1", "cp1250", "iso8859_2")
# What was read wrong may have been so several times.
_TIMES = 3
_TILDE = {"õ": "ő", "û": "ű", "Õ": "Ő", "Û": "Ű"}
_STEM = 4
_LONGEST = 80


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _read_in_another_code(sheet)
    yield from _lost_characters(sheet)
    yield from _asked_letters(sheet)
    yield from _tilde_for_double_acute(sheet)


def _lost_characters(sheet: Sheet) -> Iterator[Hit]:
    for m in sheet.finditer(_LOST, _LOST):
        message = (
            say("a character was lost when the text was converted")
            if "\ufffd" in m.group()
            else say("a control character stands in the text")
        )
        yield Hit(m.start(), m.end(), "encoding", "error", message)


def _asked_letters(sheet: Sheet) -> Iterator[Hit]:
    """Question marks inside words, or before one: where the text has the word elsewhere, or what
    stands before the mark is no word."""
    found = list(sheet.finditer(_ASKED, _ASKS))
    if not found:
        return
    lost = sorted({c for word in sheet.counts for c in word if not c.isascii()})
    often = Counter(m["right"].lower() for m in found)
    # Where one of them is a word of the text, converters wrote the others as well.
    habit = any(
        m["left"] and sheet.counts[(m["left"] + letter + m["right"]).lower()]
        for m in found
        for letter in lost
    )
    for m in found:
        left, right = m["left"], m["right"]
        if not right[0].islower():
            continue
        words = [left + letter + right for letter in lost]
        known = [w for w in words if sheet.counts[w.lower()]]
        # What is a word elsewhere may go on after a question, but opens no text with its mark.
        opens = not left and sheet.text[m.start() - 1 : m.start()] in ("", "\n")
        part = len(right) > 1 and (opens or sheet.counts[right.lower()] <= often[right.lower()])
        odd = _VOWELS.isdisjoint(left.lower())
        if known or (part and odd) or (habit and left and (part or len(right) == 1)):
            message = say("a character was lost when the text was converted")
            suggestion = known[0] if len(known) == 1 else None
            yield Hit(m.start(), m.end(), "encoding", "error", message, suggestion)


def _read_in_another_code(sheet: Sheet) -> Iterator[Hit]:
    last = 0
    for m in sheet.finditer(_MOJIBAKE, _MOJIBAKE):
        if m.start() < last:
            continue
        start, end = _word_around(sheet.text, *m.span())
        start = max(start, last)
        wrong = sheet.text[start:end]
        right = wrong
        for _ in range(_TIMES):
            before, right = right, _MOJIBAKE.sub(_mended, right)
            if right == before:
                break
        if right != wrong:
            last = end
            message = say(
                "“{wrong}” is “{right}” read in the wrong encoding", wrong=wrong, right=right
            )
            yield Hit(start, end, "encoding", "error", message, right)


def _word_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The characters around a run up to the next spaces, with every damaged run among them; no word
    is longer."""
    first, last = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    while start > first and not text[start - 1].isspace():
        start -= 1
    while end < last and not text[end].isspace():
        end += 1
    return start, end


def _mended(run: re.Match[str]) -> str:
    return _decoded(run.group()) or run.group()


def _decoded(run: str) -> str | None:
    """What the characters were before UTF-8 was taken for an 8-bit code."""
    for code in _CODES:
        # Windows leaves five codes undefined; converters pass them through as controls.
        raw = b"".join(_byte(char, code) for char in run)
        if len(raw) == len(run):
            try:
                return raw.decode("utf-8")
            except UnicodeDecodeError:
                continue
    return None


def _byte(char: str, code: str) -> bytes:
    try:
        return char.encode(code)
    except UnicodeEncodeError:
        return bytes([ord(char)]) if 0x80 <= ord(char) < 0xA0 else b""


def _tilde_for_double_acute(sheet: Sheet) -> Iterator[Hit]:
    """`õ` and `û` where `ő` and `ű` were meant: Latin-2 read as Latin-1."""
    letters = str(sheet.knowledge.get("double_acute", ""))
    if not letters or not any(c in sheet.text for c in _TILDE):
        return
    wrong = {w for w in sheet.counts if any(c in "õû" for c in w)}
    table = str.maketrans(_TILDE)
    many = len(wrong) > 2
    for at, word in sheet.places(wrong):
        right = word.translate(table)
        begin = max(_STEM, 1 + max(n for n, c in enumerate(word) if c in _TILDE))
        known = sheet.counts[right.lower()] or next(sheet.beginning(right[:begin].lower()), None)
        if many or known:
            message = say("“{word}” has letters of another encoding", word=word)
            yield Hit(at, at + len(word), "encoding", "error", message, right)
