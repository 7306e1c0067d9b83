"""What copying and converting did to a text: broken encodings, foreign tokens, anchors."""

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
# Initials, or the start of a name, and a number: `[KB2]`, `[Ann3]`.
_ANCHOR = re.compile(r"\[[A-Z][A-Za-z]{0,4}\d{1,4}\]")
# A comment on a whole paragraph is anchored after its last stop, often with others.
_LAST_ANCHORS = re.compile(r"[.!?…] ?(?=\[[A-Z]{2,5}\d)((?:\[[A-Z]{2,5}\d{1,4}\] ?)+)(?:\n|$)")
# Letters between digits, as in the identifiers of scraped pages.
_CODE = re.compile(r"\d[a-z]+\d")
_RUN = re.compile(r"\w*")
_TOKEN = re.compile(r"(?:\d+[a-z]+|[a-z]+\d+){2,}\d*")
_INSIDE = re.compile(r"([^\W\d_]+)(\d+[a-z]\d+[a-z]?|[a-z]\d+[a-z]\d+)([^\W\d_]{2,})")
_BESIDE = frozenset(".,/:@#-")
_LONGEST = 80


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _read_in_another_code(sheet)
    yield from _lost_characters(sheet)
    yield from _asked_letters(sheet)
    yield from _tilde_for_double_acute(sheet)
    yield from _anchors(sheet)
    yield from _tokens(sheet)


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
        if many or sheet.counts[right.lower()]:
            message = say("“{word}” has letters of another encoding", word=word)
            yield Hit(at, at + len(word), "encoding", "error", message, right)


def _anchors(sheet: Sheet) -> Iterator[Hit]:
    anchors = list(sheet.finditer(_ANCHOR, _ANCHOR))
    if not anchors:
        return
    last = {
        m.start(1) + a.start()
        for m in _LAST_ANCHORS.finditer(sheet.text)
        for a in _ANCHOR.finditer(m.group(1))
        # One by itself behind a space may be a reference.
        if sheet.text[m.start() + 1] == "[" or m.group(1).count("[") > 1
    }
    for m in anchors:
        if m.start() not in last and not sheet.text[m.start() - 1 : m.start()].isalpha():
            continue
        message = say("“{anchor}” is the anchor of a word processor's comment", anchor=m.group())
        yield Hit(m.start(), m.end(), "comment_anchor", "warning", message, "")


def _tokens(sheet: Sheet) -> Iterator[Hit]:
    text, done = sheet.text, 0
    for m in sheet.finditer(_CODE, _CODE):
        if m.start() < done:
            continue
        before = re.search(r"\w*$", text[max(0, m.start() - _LONGEST) : m.start()])
        after = _RUN.match(text, m.end(), m.end() + _LONGEST)
        start = m.start() - len(before.group() if before else "")
        done = after.end() if after else m.end()
        if text[start - 1 : start] in _BESIDE or text[done : done + 1] in _BESIDE:
            continue  # a part of an address, a path or a number
        run = text[start:done]
        inside = _INSIDE.fullmatch(run)
        word = inside.group(1) + inside.group(3) if inside else ""
        if inside and sheet.counts[word.lower()]:
            yield _token_hit(start, done, inside.group(2), word)
        elif _TOKEN.fullmatch(run):
            yield from _between_words(sheet, start, run)


def _between_words(sheet: Sheet, at: int, token: str) -> Iterator[Hit]:
    end = at + len(token)
    left = re.search(r"(?<!\w)([^\W\d_]+) $", sheet.text[max(0, at - 40) : at])
    right = re.match(r" ([^\W\d_]+)(?!\w)", sheet.text[end : end + 40])
    if len(token) >= 5 and left and right:
        head, tail = left.group(1), right.group(1)
        if _was_one_word(sheet, head, tail):
            yield _token_hit(at - len(left.group()), end + len(right.group()), token, head + tail)


def _token_hit(start: int, end: int, token: str, word: str) -> Hit:
    message = say("“{token}” is a foreign token inside the word “{word}”", token=token, word=word)
    return Hit(start, end, "injected_token", "error", message, word)


def _was_one_word(sheet: Sheet, head: str, tail: str) -> bool:
    """Whether two words beside a token are the halves of one: the halves stand nowhere else
    and the whole, or the start of it, does."""
    if tail[0].isupper() or tail.lower() in sheet.words("function_words"):
        return False
    whole = (head + tail).lower()
    if sheet.counts[whole]:
        return True
    if sheet.counts[tail.lower()] > 1:
        return False
    stem = whole[: max(len(head) + 2, 5, len(whole) * 3 // 5)]
    return "\n" + stem in "\n".join(["", *sheet.counts])
