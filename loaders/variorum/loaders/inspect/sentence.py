"""Sentences: a full stop that is missing at the end of a paragraph or between two sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet, Unit
from variorum.say import say

_CLOSED = re.compile(r"[.!?…:;,](?:['\"”»’)\]*]|\s|\[\w+\])*$")
_SENTENCES = re.compile(r"[.!?]['\")”»]? +[^\W\d_a-zß-ÿ]")
_SMALL_LAST = re.compile(r"(?<=[^\W\dA-ZÀ-Þ]{3})(?=\n)")
_QUOTED = re.compile(r"(?<!\d)\"|[„“”«»‘]")  # after a digit it is the sign of inches
_LONG, _ENOUGH, _SHARE = 40, 5, 0.9
_MANY_WORDS = 12
_PROSE = ("text", "remark", "note", "example")


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _open_ends(sheet)
    yield from _starts_inside(sheet)


def _open_ends(sheet: Sheet) -> Iterator[Hit]:
    """Paragraphs without a full stop, in a source whose other paragraphs have one."""
    closed: Counter[str] = Counter()
    open_ends: list[int] = []
    for index, passage in sheet.units.passages():
        if passage.kind not in _PROSE or len(passage.text) < _LONG:
            continue
        if (
            passage.text[-1] in ".!?"
            or _CLOSED.search(passage.text[-12:])
            or _remarked(passage.text)
        ):
            closed[passage.source] += 1
        else:
            open_ends.append(index)
    missing = Counter(map(sheet.units.source, open_ends))
    for index in open_ends:
        source = sheet.units.source(index)
        if closed[source] < _ENOUGH or closed[source] < _SHARE * (closed[source] + missing[source]):
            continue
        if _is_sentence(sheet.units[index]) and not _goes_on(sheet.next_in_source(index)):
            end = sheet.bounds(index)[1]
            text = sheet.lines[index]
            end -= len(text) - len(text.rstrip())
            message = say("the full stop at the end is missing")
            yield Hit(end, end, "punctuation", "warning", message, ".")


def _remarked(text: str) -> bool:
    """Whether a remark in brackets stands behind the last sentence."""
    return text[-1] == ")" and text[: text.rfind("(")].rstrip()[-1:] in (".", "!", "?")


def _is_sentence(unit: Unit) -> bool:
    """Whether a passage is prose: mostly small words, enough of them, and words at its end."""
    text = unit.passage.text.rstrip()
    if not (text[-1].isalpha() or text[-1] == ")") or text[0].islower():
        return False
    last = text.split()[-1]
    # A key (`HULL_LIMIT`) stands for words that are told elsewhere, their full stop too.
    key = "_" in last and last.isupper()
    if key or "/" in last or "@" in last or "." in last[:-1] or "|" in text:
        return False
    words = WORD.findall(text)
    small = sum(w.islower() for w in words)
    enough = len(words) >= _MANY_WORDS or _SENTENCES.search(text) is not None
    return enough and small >= 0.6 * len(words)


def _goes_on(following: Unit | None) -> bool:
    """Whether the next passage continues the sentence."""
    if following is None or following.is_title:
        return False
    return following.passage.kind == "list_item" or following.passage.text[0].islower()


def _starts_inside(sheet: Sheet) -> Iterator[Hit]:
    """A capital on a word that opens sentences, after a small word without a full stop."""
    openers = sheet.knowledge.get("sentence_openers", ())
    if not openers:
        return
    words = "|".join(map(re.escape, openers))
    articles = sheet.words("capital_in_title")
    leading = sheet.words("before_titles")
    titles = (title.partition(" (")[0] for _, title in sheet.units.titles())
    named = tuple(t for t in titles if " " in t and t.partition(" ")[0] in openers)
    pattern = re.compile(rf" (?<=[^\W\dA-ZÀ-Þ]{{3}} )({words}) (?=[^\W\d_]{{2}}|a )")
    first = "|".join(re.escape(opener.split(" ")[0]) for opener in openers)
    opens = re.compile(rf"(?<=\n)(?:{first})(?=\n)")
    for m in sheet.finditer(pattern, opens, shift=-1, after=_SMALL_LAST):
        unit = sheet.unit(m.start())
        low, high = sheet.bounds(sheet.index(m.start()))
        before = sheet.text[max(low, m.start() - 60) : m.start()]
        if _QUOTED.search(before + sheet.text[m.end() : min(high, m.end() + 60)]):
            continue
        word = m.group(1)
        last = before.rpartition(" ")[2].lstrip("(")
        if not unit.is_title and last in leading:
            continue  # no sentence ends with such a word; a title follows
        if unit.is_title and word in articles:
            message = say("“{word}” with a capital inside a title", word=word)
            yield Hit(m.start() + 1, m.end() - 1, "spelling", "note", message, word.lower())
        elif sheet.text[m.end()].isupper() or unit.is_title:
            continue
        elif sheet.text.startswith(named, m.start() + 1):
            continue  # the title of a section, as written
        elif re.search(r"(?<![^\W_])[^\W\d_A-ZÀ-Þ]{3,}$", before):
            message = say("a full stop is missing before “{word}”", word=word)
            yield Hit(m.start(), m.start() + 1, "punctuation", "warning", message, ". ")
