"""Foreign tokens inside words: the identifiers of scraped pages, remains of markup, stray signs.

The evidence is the text's own vocabulary: it has the word without the token elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

# Letters between digits, or digits between letters, as in the identifiers of scraped pages.
_CODE = re.compile(r"\d[a-z]+\d|(?<![^\W\d_])[a-z]\d{2,}[a-z](?![^\W\d_])")
_RUN = re.compile(r"\w*")
_TOKEN = re.compile(r"(?:\d+[a-z]+|[a-z]+\d+){2,}\d*|[a-z]\d{2,}[a-z]")
_INSIDE = re.compile(r"([^\W\d_]+)(\d+[a-z]\d+[a-z]?|[a-z]\d+[a-z]\d+)([^\W\d_]{2,})")
# A token that kept to one side of the cut: `ba671c67d rque`, `ba 671c67d67rque`.
_BEHIND = re.compile(r"([^\W\d_]+?)([a-z]{0,2}\d+[a-z]{1,2}\d+[a-z]{0,2})")
_BEFORE = re.compile(r"([a-z]{0,2}\d+[a-z]{1,2}\d+[a-z]{0,2})([^\W\d_]+)")
_BESIDE = frozenset(".,/:@#-")
_LONGEST = 80
_SHORTEST = 5

_LATIN = r"A-Za-z\u00c0-\u024f"
_LATIN_LETTERS = re.compile(rf"[{_LATIN}]")
# Signs that stand in no word; those that do, or that join two (`un·e`, `l´or`), are none.
_ORDINARY = r".,;:!?'’‘`´\"“”„«»()\-\u2010-\u2015/\\…&+*@=·•‧°™®©\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060\ufeff\ufffd\x00-\x1f\x7f-\x9f"
_SIGN = rf"(?:[^\s\w{_ORDINARY}]|(?![{_LATIN}])[^\W\d_])"
_SIGNED = re.compile(
    rf"(?<![\w'’-])([{_LATIN}]{{1,30}}+)((?:{_SIGN})+(?:\w{{0,12}}(?:{_SIGN})+)?|´|_\w{{0,8}}\d\w{{0,8}}_)([{_LATIN}]{{1,30}}+)(?![\w\[(])"
)
_MIDDLE = re.compile(rf"(?<=[{_LATIN}])(?:{_SIGN}|[´_])\w*(?:{_SIGN})*_?(?=[{_LATIN}])")


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _signs(sheet)
    yield from _codes(sheet)


def _signs(sheet: Sheet) -> Iterator[Hit]:
    """Signs inside a word that the text has without them, and whose halves are no two words."""
    if not sheet.knowledge:
        return
    for m in sheet.finditer(_SIGNED, _SIGNED):
        head, token, tail = m.groups()
        whole = (head + tail).lower()
        inner = "".join(_LATIN_LETTERS.findall(token))
        if len(whole) < _SHORTEST or not (sheet.counts[whole] or _begins(sheet, head, tail)):
            continue
        if token.count("[") != token.count("]") or token.count("{") != token.count("}"):
            continue  # an ending in brackets (`rower[s]`)
        if token == "´" and min(len(head), len(tail)) < 2:
            continue  # an apostrophe
        if _stands_elsewhere(sheet, head) and _stands_elsewhere(sheet, tail):
            continue  # two words that a sign parts
        if inner and sheet.counts[(head + inner + tail).lower()]:
            continue  # letters that are told to be left out
        yield _token_hit(m.start(), m.end(), token, head + tail)


def _stands_elsewhere(sheet: Sheet, part: str) -> bool:
    return sheet.counts[part.lower()] > 1


def _codes(sheet: Sheet) -> Iterator[Hit]:
    text, done = sheet.text, 0
    shapes: set[str] = set()
    lone: list[tuple[int, str]] = []
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
        found = next(_in_a_word(sheet, start, run), None)
        if found is not None:
            hit, token = found
            shapes.add(_shape(token))
            yield hit
        elif _TOKEN.fullmatch(run) and len(run) > _SHORTEST:
            lone.append((start, run))
    for start, token in lone:
        end = start + len(token)
        if _shape(token) in shapes and text[start - 1 : start] == text[end : end + 1] == " ":
            message = say("“{token}” is a foreign token, as others inside words are", token=token)
            yield Hit(start, end + 1, "injected_token", "error", message, "")


def _shape(token: str) -> str:
    return re.sub(r"\d", "0", re.sub(r"[a-z]", "a", token))


def _in_a_word(sheet: Sheet, start: int, run: str) -> Iterator[tuple[Hit, str]]:
    """The word that a token stands in, and the token: both halves beside it, or one or both of
    them a word of their own as it seems."""
    end = start + len(run)
    inside = _INSIDE.fullmatch(run)
    if inside and sheet.counts[(inside.group(1) + inside.group(3)).lower()]:
        yield (
            _token_hit(start, end, inside.group(2), inside.group(1) + inside.group(3)),
            inside.group(2),
        )
        return
    left = re.search(r"(?<!\w)([^\W\d_]+) $", sheet.text[max(0, start - 40) : start])
    right = re.match(r" ([^\W\d_]+)(?!\w)", sheet.text[end : end + 40])
    head = left.group(1) if left else ""
    tail = right.group(1) if right else ""
    whole = _TOKEN.fullmatch(run) and len(run) >= _SHORTEST and head and tail
    if whole and _was_one_word(sheet, head, tail):
        yield _token_hit(start - len(head) - 1, end + len(tail) + 1, run, head + tail), run
    behind, before = _BEHIND.fullmatch(run), _BEFORE.fullmatch(run)
    if behind and tail and len(behind.group(2)) >= _SHORTEST:
        token = behind.group(2)
        # Letters before the first digit are the word's, or some of them the token's.
        for cut in range(len(behind.group(1)), len(run) - len(token) + _letters_first(token) + 1):
            if _is_known_whole(sheet, run[:cut], tail):
                hit = _token_hit(start, end + len(tail) + 1, run[cut:], run[:cut] + tail)
                yield hit, run[cut:]
                return
    if before and head and len(before.group(1)) >= _SHORTEST:
        for cut in range(len(before.group(1)), len(before.group(1)) - _letters_last(run) - 1, -1):
            if cut > 0 and _is_known_whole(sheet, head, run[cut:]):
                hit = _token_hit(start - len(head) - 1, end, run[:cut], head + run[cut:])
                yield hit, run[:cut]
                return


def _letters_first(token: str) -> int:
    return len(token) - len(token.lstrip("abcdefghijklmnopqrstuvwxyz"))


def _letters_last(run: str) -> int:
    """How many letters stand behind the last digit, of which a token may have two."""
    digits = [n for n, c in enumerate(run) if c.isdigit()]
    return min(2, len(run) - digits[-1] - 1) if digits else 0


def _is_known_whole(sheet: Sheet, head: str, tail: str) -> bool:
    """Whether two halves make a word of the text, and at least one is no word of it by itself."""
    whole = (head + tail).lower()
    if len(whole) < _SHORTEST or not sheet.counts[whole] or not tail or tail[0].isupper():
        return False
    return not (_stands_elsewhere(sheet, head) and _stands_elsewhere(sheet, tail))


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
    return _begins(sheet, head, tail)


def _begins(sheet: Sheet, head: str, tail: str) -> bool:
    """Whether a word of the text begins as the halves together do, and is not the first alone."""
    if _stands_elsewhere(sheet, tail):
        return False
    whole = (head + tail).lower()
    stem = whole[: max(len(head) + 2, 5, len(whole) * 3 // 5)]
    return next(sheet.beginning(stem), None) is not None
