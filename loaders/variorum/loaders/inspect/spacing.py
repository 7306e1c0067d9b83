"""Spaces: missing, doubled, on the wrong side.

The no-break spaces of French punctuation are a matter of style and never a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet

_BEFORE = re.compile(r"(?<=[^\W_])[ \u00a0]+([,.])(?=\s|$)", re.M)
_AFTER_STOP = re.compile(
    r"(?<![\w.@/\\#-])([^\W\d_]{3,})([.!?])([^\W\d_a-zß-ÿ][^\W\d_]*)(?=[\s,;])"
)
_AFTER_COMMA = re.compile(r"(?<![\w.@/\\#-])([^\W\d_]{3,})([,;])([^\W\d_]{3,})(?=[\s.])")
_OPENING = re.compile(r"(?<![\w/.-])([^\W\d_]{4,})\(([^\W\d_][^()\n]*)\)")
_CLOSING = re.compile(r"(?:(?<=\s)|(?<=^))[(\[]([^()\[\]\n]{3,80})[)\]]([^\W\d_]{3,})", re.M)
_MIXED = re.compile(r"(?<=\S)(?: +[\u00a0\u202f] *|[\u00a0\u202f] +)(?=\S)")
_DOUBLE = re.compile(r"(?<=[^\W\d_])  +(?=[^\W\d_A-ZÀ-Þ])|(?<=[^\W\d_],)  +(?=[^\W\d_A-ZÀ-Þ])")
_SLASH = re.compile(r"(?<![\w/:.~-])([^\W\d_]{4,})/ ([^\W\d_]{4,})(?![\w/])")
_INSIDE = re.compile(r"(?<=\s)\( (?=[^\W_])|(?<=[^\W_]) \)(?=[\s.,;:]|$)", re.M)
_FEW = 5


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _before_marks(sheet)
    yield from _after_marks(sheet)
    yield from _at_brackets(sheet)
    yield from _doubled(sheet)
    yield from _missing(sheet)


def _before_marks(sheet: Sheet) -> Iterator[Hit]:
    for m in _BEFORE.finditer(sheet.text):
        message = f"a space before “{m.group(1)}”"
        yield Hit(m.start(), m.end(), "spacing", "warning", message, m.group(1))
    for m in _SLASH.finditer(sheet.text):
        right = f"{m.group(1)}/{m.group(2)}"
        message = "a space on one side of the slash only"
        yield Hit(m.start(), m.end(), "spacing", "note", message, right)


def _after_marks(sheet: Sheet) -> Iterator[Hit]:
    for m in _AFTER_STOP.finditer(sheet.text):
        left, mark, right = m.groups()
        if left.islower() and not any(c.isupper() for c in right[1:]):
            if left in sheet.words("abbreviations") or sheet.counts[right.lower()] < 2:
                continue
            message = f"a space is missing after “{mark}”"
            yield Hit(m.end(1), m.end(2), "spacing", "warning", message, f"{mark} ")
    for m in _AFTER_COMMA.finditer(sheet.text):
        left, mark, right = m.groups()
        if sheet.counts[left.lower()] > 1 and sheet.counts[right.lower()] > 1:
            message = f"a space is missing after “{mark}”"
            yield Hit(m.end(1), m.end(2), "spacing", "warning", message, f"{mark} ")


def _at_brackets(sheet: Sheet) -> Iterator[Hit]:
    for m in _OPENING.finditer(sheet.text):
        inside = m.group(2)
        # `joueur(euse)`, `kezelő(k)`: an ending, not a remark
        remark = " " in inside.strip() or (inside.isupper() and len(inside) > 1)
        if remark or (inside[0].isupper() and inside[1:].islower() and len(inside) > 3):
            message = "a space is missing before the bracket"
            yield Hit(m.end(1), m.end(1) + 1, "spacing", "warning", message, " (")
    for m in _CLOSING.finditer(sheet.text):
        if " " in m.group(1).strip():
            at = m.start(2) - 1
            message = "a space is missing after the bracket"
            yield Hit(at, at + 1, "spacing", "warning", message, f"{sheet.text[at]} ")
    for m in _INSIDE.finditer(sheet.text):
        right = m.group().strip()
        yield Hit(m.start(), m.end(), "spacing", "note", "a space inside the bracket", right)


def _doubled(sheet: Sheet) -> Iterator[Hit]:
    """Two spaces where the text has one elsewhere; many of them are a habit, not a slip."""
    if sheet.lang != "fr":
        for m in _MIXED.finditer(sheet.text):
            message = "a no-break space beside a space"
            yield Hit(m.start(), m.end(), "spacing", "note", message, " ")
    doubled = list(_DOUBLE.finditer(sheet.text))
    if len(doubled) <= _FEW:
        for m in doubled:
            yield Hit(m.start(), m.end(), "spacing", "note", "two spaces between words", " ")


def _missing(sheet: Sheet) -> Iterator[Hit]:
    """A word that stands once and falls into two words which stand side by side elsewhere."""
    loners = tuple(sheet.knowledge.get("run_in", ()))
    if not loners:
        return
    parts: dict[str, int] = {}
    for word, count in sheet.counts.items():
        if count > 1 or not word.endswith(loners):
            continue
        for loner in loners:
            head = word.removesuffix(loner)
            if len(head) < len(word) and len(head) >= 4 and sheet.counts[head] > 1:
                parts[word] = len(head)
    if not parts:
        return
    beside = {
        word
        for word, at in parts.items()
        if f" {word[:at]} {word[at:]} " in sheet.lower
        or f"’{word[:at]} {word[at:]} " in sheet.lower
        or f"'{word[:at]} {word[at:]} " in sheet.lower
    }
    for m in WORD.finditer(sheet.lower) if beside else ():
        if m.group() in beside:
            at = m.start() + parts[m.group()]
            message = f"a space is missing in “{sheet.text[m.start() : m.end()]}”"
            right = f"{sheet.text[m.start() : at]} {sheet.text[at : m.end()]}"
            yield Hit(m.start(), m.end(), "spacing", "warning", message, right)
