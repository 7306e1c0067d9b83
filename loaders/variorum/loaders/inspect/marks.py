"""Punctuation marks and brackets: doubled, stray, unmatched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.loaders.inspect.variant import opens_sentence
from variorum.say import say

# Two full stops are no ellipsis; two commas before a word are an old low quotation mark.
_MARKS = re.compile(r"[,;:][,;:.]+(?=\s|$)", re.M)
# What stands before the semicolon of a reference that its document does not explain (`&boat;.`).
_REFERENCE = re.compile(r"&#?[\w.:-]*\Z")
_LONGEST_REFERENCE = 40
# The same mark again behind a space: a word between them is gone.
_SPACED = re.compile(r"([,;]) \1(?= )")
_MARK_LAST = re.compile(r"[,;](?=\n)")
_STOPS = re.compile(r"\.\.(?<![.\s/\\]\.\.)(?![^\s\"'”’»)\]])")
# What a sentence may end with: no wall of a map (`|..|`).
_ENDED = re.compile(r"[^\W_A-Z][)\]\"'”’»%°]?\Z|[a-z]\s\Z")
_STOP_COMMA = re.compile(r"\.,(?=\s|$)", re.M)
_STOP_APART = re.compile(r"(?<!\.)\. \.(?=$)", re.M)
_LAST_STOP = re.compile(r"(?<=\n)\.(?=\n)")
_STOP = re.compile(r"\. ([^\W\d_A-ZÀ-Þ]+)(?!\w)")
_WORD_BEFORE = re.compile(r"(?<![\w.'’-])([^\W\d_]{2,})$")
# Letters of a word that is no abbreviation.
_LEAST = 4
_QUESTION = re.compile(r"\? ([^\W\d_A-ZÀ-Þ]+)(?![\w-])")
# Most brackets have nothing but words between them.
_BRACKET = re.compile(r"[()\[\]{}](?:(?<=\()[^()\[\]{}\n]*\))?")
_PAIR = {")": "(", "]": "[", "}": "{"}
# `a)`, `2)`, `2.1)`, `iv)` at the start of an item; `:)` and its like.
_LABEL = re.compile(r"(?:^|[\s(;:,/–-])(?:\d{1,3}(?:\.\d{1,2}){0,3}|[^\W\d_]|[ivxIVX]{1,5})\.?$")
_FACE = re.compile(r"[:;=8]['-]?[()\[\]]")
_QUOTE = re.compile(r"[\"'“”„«»‘’`]")
# Brackets that stay open over passages; more are none.
_OPEN = 10
_SPACE_SPLIT = re.compile(r"\s")
_NUMBERS = re.compile(r"[\d.,;:+∞\s−–-]*")


def hits(sheet: Sheet) -> Iterator[Hit]:
    for m in sheet.finditer(_MARKS, _MARKS):
        marks = m.group()
        before = sheet.text[max(0, m.start() - _LONGEST_REFERENCE) : m.start()]
        if before[-1:].isalnum() and not (marks[0] == ";" and _REFERENCE.search(before)):
            if len(set(marks)) == 1:
                yield _doubled(m, marks[0])
            elif len(marks) == 2:
                message = say("the marks “{marks}” exclude each other", marks=marks)
                yield Hit(m.start(), m.end(), "punctuation", "warning", message)
    for m in sheet.finditer(_SPACED, _MARK_LAST):
        if sheet.text[m.start() - 1 : m.start()].isalpha():
            yield _doubled(m, m.group(1))
    for m in sheet.finditer(_STOPS, _STOPS):
        if _ENDED.search(sheet.text[max(0, m.start() - 2) : m.start()]):
            yield _doubled(m, ".")
    yield from _two_ends(sheet)
    yield from _stop_before_small_letter(sheet)
    yield from _question_before_small_letter(sheet)
    yield from _comma_before(sheet)
    yield from _brackets(sheet)
    yield from _quotes(sheet)


def _doubled(m: re.Match[str], right: str) -> Hit:
    return Hit(
        m.start(),
        m.end(),
        "punctuation",
        "warning",
        say("“{mark}” is doubled", mark=m.group()),
        right,
    )


def _two_ends(sheet: Sheet) -> Iterator[Hit]:
    """A sentence that ends with a full stop and another mark."""
    short = sheet.words("abbreviations")
    for m in sheet.finditer(_STOP_COMMA, _STOP_COMMA):
        word = _WORD_BEFORE.search(sheet.text, max(0, m.start() - 40), m.start())
        behind = sheet.text[m.end() : m.end() + 2].strip(" ")
        # Of an abbreviation the stop is its own, and no capital follows.
        ended = behind[:1] in ("", "\n") or behind[0].isupper()
        if ended and word and word.group(1).islower() and len(word.group(1)) >= _LEAST:
            if word.group(1) in short:
                continue
            message = say("a full stop and a comma stand side by side")
            yield Hit(m.start(), m.end(), "punctuation", "warning", message, ".")
    for m in sheet.finditer(_STOP_APART, _LAST_STOP, shift=-2):
        word = _WORD_BEFORE.search(sheet.text, max(0, m.start() - 40), m.start())
        if word and word.group(1).islower() and len(word.group(1)) >= _LEAST:
            yield _doubled(m, ".")


def _quotes(sheet: Sheet) -> Iterator[Hit]:
    """A quotation that begins inside a sentence and ends nowhere."""
    closing = sheet.knowledge.get("quotes", {})
    if not closing:
        return
    pattern = re.compile(
        rf"(?<=[^\W\d_]{{2}} )[{''.join(closing)}](?=[^\W\d_]|[ \u00a0\u202f][^\W\d_])"
    )
    sign = re.compile(rf"(?<=\n)[{''.join(closing)}]")
    for m in sheet.finditer(pattern, sign):
        index = sheet.index(m.start())
        _, high = sheet.bounds(index)
        behind = sheet.text[m.end() : high]
        following = sheet.next_in_source(index)
        if following is not None and not following.is_title:
            behind += following.passage.text
        if not any(mark in behind for mark in closing[m.group()]):
            message = say("the quotation mark “{mark}” is not closed", mark=m.group())
            yield Hit(m.start(), m.end(), "bracket", "warning", message)


def _stop_before_small_letter(sheet: Sheet) -> Iterator[Hit]:
    """A full stop, then a small letter: known words on both sides, the left no abbreviation."""
    short, small = sheet.words("abbreviations"), sheet.words("function_words")
    joins = sheet.words("after_comma")
    for m in _STOP.finditer(sheet.text):
        right = m.group(1)
        if right not in small:
            continue
        left = _WORD_BEFORE.search(sheet.text[max(0, m.start() - 40) : m.start()])
        if not left or not left.group(1).islower() or left.group(1) in short:
            continue
        joined = left.group(1) in joins  # no sentence ends with such a word
        if joined or len(left.group(1)) >= _LEAST:
            comma = " " if joined else ", " if right in joins else None
            message = say("a full stop before the small letter of “{word}”", word=right)
            yield Hit(m.start(), m.start() + 2, "punctuation", "warning", message, comma)


def _question_before_small_letter(sheet: Sheet) -> Iterator[Hit]:
    """A question mark in the middle of a sentence that asks nothing."""
    small = sheet.words("clause_words")
    if not small:
        return
    asking = re.compile(sheet.knowledge["asking"])
    for m in _QUESTION.finditer(sheet.text):
        if m.group(1) not in small:
            continue
        low, _ = sheet.bounds(sheet.index(m.start()))
        before = sheet.lower[max(low, m.start() - 300) : m.start()].rstrip()
        if before[-1:].isalpha() and not asking.search(re.split(r"[.!?;:]\s", before)[-1]):
            message = say("a question mark in the middle of a sentence that asks nothing")
            yield Hit(m.start(), m.start() + 2, "punctuation", "warning", message)


def _comma_before(sheet: Sheet) -> Iterator[Hit]:
    """Conjunctions that a comma always precedes, where the text itself keeps to that."""
    rules = sheet.knowledge.get("comma_before")
    if not rules:
        return
    unless = frozenset(rules["unless_after"])
    indirect = frozenset(rules.get("indirect", ()))
    words = "|".join(map(re.escape, rules["words"]))
    found = re.compile(rf" (?:{words})(?= [^\W_])")
    kept = 0
    bare = []
    for m in found.finditer(sheet.text):
        last = sheet.text[m.start() - 1 : m.start()]
        kept += last in ",;:–—-"
        if not (last.isalnum() or last in '")”%’'):
            continue
        before = re.search(r"([^\W_]+)\W*$", sheet.lower[max(0, m.start() - 40) : m.start()])
        if (before and before.group(1) in unless) or sheet.unit(m.start()).is_title:
            continue
        clause = re.split(r"[,;:.!?]", sheet.lower[max(0, m.start() - 120) : m.start()])[-1]
        if indirect & set(clause.split()):
            continue  # an indirect question: the word asks
        bare.append(m)
    if kept < 20 * len(bare):
        return
    for m in bare:
        word = m.group().strip()
        message = say("a comma is missing before “{word}”", word=word)
        yield Hit(m.start(), m.end(), "punctuation", "note", message, f", {word}")


def _brackets(sheet: Sheet) -> Iterator[Hit]:
    """Brackets without a mate in their passage.

    A bracket that opens a sentence may end in a later passage of the entry.
    """
    waiting: list[tuple[str, int]] = []
    open_ones: Counter[str] = Counter()
    lonely: list[tuple[str, int]] = []
    entry, last = None, -1
    for m in _BRACKET.finditer(sheet.text):
        mark, at = m.group(), m.start()
        is_pair = len(mark) > 1
        if is_pair and not waiting:
            continue
        index = sheet.index(at)
        if index != last:
            here = sheet.units.entry(index)
            kept = [w for w in waiting if here is entry and opens_sentence(sheet.text, w[1])]
            lonely += sorted({*waiting} - {*kept}) + kept[:-_OPEN]
            waiting = kept[-_OPEN:]
            open_ones = Counter(bracket for bracket, _ in waiting)
            entry, last = here, index
        if is_pair or _is_spoken_of(sheet, at, index):
            continue
        if mark not in _PAIR:
            waiting.append((mark, at))
            open_ones[mark] += 1
        elif open_ones[_PAIR[mark]]:
            while waiting[-1][0] != _PAIR[mark]:
                open_ones[waiting[-1][0]] -= 1
                lonely.append(waiting.pop())
            waiting.pop()
            open_ones[_PAIR[mark]] -= 1
        elif not _is_label(sheet, at, index):
            lonely.append((mark, at))
    lonely += waiting
    for mark, at in sorted(lonely, key=lambda item: item[1]):
        if not _is_no_bracket(sheet, at):
            message = say("the bracket “{mark}” has no mate", mark=mark)
            yield Hit(at, at + 1, "bracket", "warning", message)


def _is_spoken_of(sheet: Sheet, at: int, index: int) -> bool:
    """Whether a bracket stands alone between marks, as a sign that is typed: (`[`)."""
    passage = sheet.units[index].passage
    if "`" not in passage.markup:
        return False
    at -= sheet.starts[index]
    return any(span.start == at and span.length == 1 for span in passage.spans)


def _is_label(sheet: Sheet, at: int, index: int) -> bool:
    low, _ = sheet.bounds(index)
    return _LABEL.search(sheet.text[max(low, at - 14) : at]) is not None


def _stands_among_signs(text: str, at: int) -> bool:
    """Whether a bracket is part of a word of several signs alone: `][`, `!?/=([)}`."""
    before = _SPACE_SPLIT.split(text[max(0, at - 12) : at])[-1]
    behind = _SPACE_SPLIT.split(text[at + 1 : at + 13])[0].rstrip(".,;:")
    token = before + behind
    return bool(token) and not any(map(str.isalnum, token)) and not set(token) <= set("\"'“”„«»‘’")


def _is_no_bracket(sheet: Sheet, at: int) -> bool:
    """A smiling face, a quoted bracket, one that stands alone, or the open end of an interval."""
    if not (sheet.text[max(0, at - 1) : at].strip() or sheet.text[at + 1 : at + 2].strip()):
        return True
    if _QUOTE.search(sheet.text[max(0, at - 1) : at] + sheet.text[at + 1 : at + 2]):
        return True
    if _FACE.search(sheet.text[max(0, at - 2) : at + 1]):
        return True
    if _stands_among_signs(sheet.text, at):
        return True
    beside = sheet.text[max(0, at - 6) : at].strip() or "x", sheet.text[at + 1 : at + 7] or "x"
    return any(_NUMBERS.fullmatch(side) for side in beside)
