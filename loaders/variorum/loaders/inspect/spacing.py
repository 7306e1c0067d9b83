"""Spaces: missing, doubled, on the wrong side.

The no-break spaces of French punctuation are a matter of style and never a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

_BEFORE = re.compile(r"[,.](?<=[^\W_][ \u00a0].)(?=\s[^\W_]|$)", re.M)
_WRONG_SIDE = re.compile(r" ,(?<=[^\W\d_]{2} ,)(?=[^\W\d_]{2})")
_AFTER_STOP = re.compile(r"([.!?])([^\W\d_a-zß-ÿ][^\W\d_A-ZÀ-Þ]*)(?=[\s,;])")
_AFTER_COMMA = re.compile(r"([,;])([^\W\d_]{2,})(?=[\s.])")
_WORD_BEFORE = re.compile(r"(?<![\w.@/\\#-])([^\W\d_]{3,})$")
_BEHIND_BRACKET = re.compile(r"[^\W\d_]{3} \((?:\d{1,3}|[^()\n]{4,60})\)$")
_OPENING = re.compile(r"\(([^\W\d_][^()\n]*)\)(?!\w)")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_SHORT_WORD = re.compile(r"(?<![\w/.-])[^\W\d_A-ZÀ-Þ]{2,}\Z")
_PLAIN_WORD = re.compile(r"(?<![\w/.-])[^\W\d_][^\W\d_A-ZÀ-Þ]{3,}\Z")
_CLOSING = re.compile(r"[)\]](?=[^\W\d_]{3})")
_REMARK = re.compile(r"(?:^|\s)[(\[][^()\[\]\n]*\s[^()\[\]\n]*$", re.M)
_MIXED = re.compile(r"(?<=\S)(?: +[\u00a0\u202f] *|[\u00a0\u202f] +)(?=\S)")
_DOUBLE = re.compile(r"  +(?=[^\W\d_A-ZÀ-Þ])")
_SLASH = re.compile(r"/ (?=[^\W\d_]{4,}(?![\w/]))")
_PATH = re.compile(r"\w/\w+/|(?<![^\s(])/\w")
_INSIDE_LEFT = re.compile(r"\( (?<=[\s]..)(?=[^\W_])")
_INSIDE_RIGHT = re.compile(r" \)(?<=[^\W_]..)(?=[\s.,;:]|$)", re.M)
_HIGH = re.compile(r"[!?;](?=\s|$)(?<=\w.)", re.M)
_SPACED_HIGH = re.compile(r"[!?;:](?=\s|$)(?<=[ \u00a0\u202f].)", re.M)
# How these show in a token, on both sides of which there is a line end.
_LONE_MARK = re.compile(r"(?<=[\n\u00a0])[,.](?=\s)")
_COMMA_FIRST = re.compile(r"(?<=\n),(?=[^\W\d_])")
_SLASH_LAST = re.compile(r"/(?=\n)")
_BRACKET_IN_WORD = re.compile(r"(?<=[^\W\d_A-ZÀ-Þ])\((?=[^\W\d_])")
_BRACKET_FIRST = re.compile(r"(?<=\n)\)")
_BRACKET_LAST = re.compile(r"(?<=\s)\((?=\n)")
_SPACED_HIGH_MARK = re.compile(r"(?<=[\n\u00a0\u202f])[!?;:](?=\s)")
_LIGATURES = ("fi", "fl", "ff", "ffi", "ffl")
_GOES_ON = re.compile(r"[ \u00a0]([^\W\d_A-ZÀ-Þ]{2,})(?!\w)")
_FEWEST_SPLIT = 3
_HABIT, _SLIPS = 6, 3
_FEW = 5
_WHOLE, _MORE, _USUAL = 7, 5, 3


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _before_marks(sheet)
    yield from _after_marks(sheet)
    yield from _at_brackets(sheet)
    yield from _doubled(sheet)
    yield from _before_high_marks(sheet)
    yield from _missing(sheet)
    yield from _behind_ligatures(sheet)


def _before_marks(sheet: Sheet) -> Iterator[Hit]:
    articles = sheet.words("articles")
    for m in sheet.finditer(_BEFORE, _LONE_MARK):
        following = sheet.text[m.end() + 1 : m.end() + 2]
        if m.group() == "." and following.islower() and sheet.text[m.end()] != "\n":
            continue  # the mark itself is spoken of
        if not articles.isdisjoint(_before(sheet, m.start()).lower().split()[-1:]):
            continue
        message = say("a space before “{mark}”", mark=m.group())
        yield Hit(m.start() - 1, m.end(), "spacing", "warning", message, m.group())
    for m in sheet.finditer(_WRONG_SIDE, _COMMA_FIRST, shift=-1):
        message = say("the space stands on the wrong side of the comma")
        yield Hit(m.start(), m.end(), "spacing", "warning", message, ", ")
    slashes = list(sheet.finditer(_SLASH, _SLASH_LAST))
    if not slashes or next(sheet.finditer(_PATH, _PATH), None):
        return  # words before a slash may be folders
    for m in slashes:
        if _PLAIN_WORD.search(_before(sheet, m.start())):
            message = say("a space on one side of the slash only")
            yield Hit(m.start(), m.end(), "spacing", "note", message, "/")


def _before(sheet: Sheet, at: int) -> str:
    return sheet.text[max(0, at - 40) : at]


def _after_marks(sheet: Sheet) -> Iterator[Hit]:
    short, small = sheet.words("abbreviations"), sheet.words("function_words")
    for m in sheet.finditer(_AFTER_STOP, _AFTER_STOP):
        left = _WORD_BEFORE.search(_before(sheet, m.start()))
        right = m.group(2).lower()
        known = sheet.counts[right] > 1 or right in small
        word = left is not None and left.group(1).islower() and left.group(1) not in short
        if known and (word or _BEHIND_BRACKET.search(_before(sheet, m.start()))):
            yield _missing_after(m)
    for m in sheet.finditer(_AFTER_COMMA, _AFTER_COMMA):
        left = _WORD_BEFORE.search(_before(sheet, m.start()))
        right = m.group(2).lower()
        known = right in small or (len(right) > 2 and sheet.counts[right] > 1)
        if left and known and (right in small or sheet.counts[left.group(1).lower()] > 1):
            yield _missing_after(m)


def _missing_after(m: re.Match[str]) -> Hit:
    message = say("a space is missing after “{mark}”", mark=m.group(1))
    return Hit(m.start(1), m.end(1), "spacing", "warning", message, f"{m.group(1)} ")


def _at_brackets(sheet: Sheet) -> Iterator[Hit]:
    for m in sheet.finditer(_OPENING, _BRACKET_IN_WORD):
        inside = m.group(1)
        # `joueur(euse)`, `kezelő(k)`: an ending, not a remark; `sin(x + y)`: none either
        several = len(_WORDS.findall(inside)) > 2
        before = _before(sheet, m.start())
        if not (_SHORT_WORD if several else _PLAIN_WORD).search(before):
            continue
        remark = " " in inside.strip() or (inside.isupper() and len(inside) > 1)
        if remark or (inside[0].isupper() and inside[1:].islower() and len(inside) > 3):
            message = say("a space is missing before the bracket")
            yield Hit(m.start(), m.start() + 1, "spacing", "warning", message, " (")
    for m in sheet.finditer(_CLOSING, _CLOSING):
        if _REMARK.search(sheet.text[max(0, m.start() - 80) : m.start()]):
            message = say("a space is missing after the bracket")
            yield Hit(m.start(), m.end(), "spacing", "warning", message, f"{m.group()} ")
    inside = [
        *sheet.finditer(_INSIDE_LEFT, _BRACKET_LAST),
        *sheet.finditer(_INSIDE_RIGHT, _BRACKET_FIRST, shift=-1),
    ]
    for m in inside:
        right = m.group().strip()
        yield Hit(
            m.start(),
            m.end(),
            "spacing",
            "note",
            say("a space inside the bracket"),
            right,
        )


def _doubled(sheet: Sheet) -> Iterator[Hit]:
    """Two spaces where the text has one elsewhere; many of them are a habit, not a slip."""
    text = sheet.text
    if sheet.lang != "fr" and ("\u00a0" in text or "\u202f" in text):
        for m in _MIXED.finditer(text):
            message = say("a no-break space beside a space")
            yield Hit(m.start(), m.end(), "spacing", "note", message, " ")
    doubled = [
        m
        for m in _DOUBLE.finditer(text)
        if text[m.start() - 1 : m.start()].isalpha() or text[m.start() - 1 : m.start()] == ","
    ]
    if len(doubled) <= _FEW:
        for m in doubled:
            yield Hit(
                m.start(),
                m.end(),
                "spacing",
                "note",
                say("two spaces between words"),
                " ",
            )


def _before_high_marks(sheet: Sheet) -> Iterator[Hit]:
    """French puts a space before these marks; one that lacks it among many that have it is a
    slip, whatever kind of space the text prefers."""
    if not sheet.knowledge.get("space_before_high_marks"):
        return
    bare = [m for m in sheet.finditer(_HIGH, _HIGH) if sheet.text[m.start() - 1].isalpha()]
    if not 0 < len(bare) <= _SLIPS:
        return
    spaced = sheet.finditer(_SPACED_HIGH, _SPACED_HIGH_MARK)
    spaces = Counter(sheet.text[m.start() - 1] for m in spaced)
    if spaces.total() >= _HABIT * len(bare):
        space = spaces.most_common(1)[0][0]
        for m in bare:
            message = say("the space before “{mark}” is missing", mark=m.group())
            right = f"{space}{m.group()}"
            yield Hit(m.start(), m.end(), "spacing", "note", message, right)


def _missing(sheet: Sheet) -> Iterator[Hit]:
    """A word that stands once and falls into two words which stand side by side elsewhere."""
    last = tuple(sheet.knowledge.get("run_in", ()))
    first = tuple(sheet.knowledge.get("run_on", ()))
    elided = tuple(sheet.knowledge.get("elided", ()))
    kept = sheet.words("real_words")
    beside: dict[str, tuple[int, str]] = {}
    for word, count in sheet.counts.items():
        if count > 1 or word in kept:
            continue
        cuts: list[tuple[int, str]] = []
        if word.endswith(last):
            cuts += [(len(word) - len(w), " ") for w in last if word.endswith(w)]
        if word.startswith(first):
            cuts += [(len(w), " ") for w in first if word.startswith(w)]
        if word.startswith(elided):
            cuts += [(len(w), "'") for w in elided if word.startswith(w)]
        for cut, between in cuts:
            if _stand_apart(sheet, word, cut, between):
                beside[word] = cut, between
                break
    for at, word in sheet.places(beside):
        cut, between = beside[word.lower()]
        right = f"{word[:cut]}{between}{word[cut:]}"
        if between == " ":
            kind, message = "spacing", say("a space is missing in “{word}”", word=word)
        else:
            kind, message = "spelling", say("the apostrophe is missing in “{word}”", word=word)
        yield Hit(at, at + len(word), kind, "warning", message, right)


def _stand_apart(sheet: Sheet, word: str, cut: int, between: str) -> bool:
    """Whether the two parts of `word` are words that stand side by side elsewhere; after an
    article it is enough that the second is a usual word."""
    head, tail = word[:cut], word[cut:]
    if not sheet.counts[head] or not sheet.counts[tail]:
        return False
    if len(head) + len(tail) < _WHOLE or len(tail) < (_MORE if len(head) < _MORE else 3):
        return False
    if head in sheet.words("articles") and sheet.counts[tail] >= _USUAL and len(tail) >= _MORE:
        return True
    for gap in " " if between == " " else "'’":
        phrase = re.compile(rf"(?<!\w){head}{gap}{tail}(?!\w)")
        if phrase.search(sheet.lower):
            return True
    return False


def _behind_ligatures(sheet: Sheet) -> Iterator[Hit]:
    """Words that fall apart behind `fi`, `fl` or `ff`, as in texts copied out of PDFs (`fi gure`).

    The second part stands nowhere else.  The whole word does, or the text has a habit of it:
    several first parts that stand before nothing else, two of them bare ligatures.
    """
    found: list[tuple[int, str, str]] = []
    for at, left in sheet.places([w for w in sheet.counts if w.endswith(_LIGATURES)]):
        m = _GOES_ON.match(sheet.text, at + len(left))
        if m is not None and sheet.text[at - 1 : at] not in ("-", "‐", "‑"):
            found.append((at, left, m.group(1)))
    behind = Counter(right for _, _, right in found)
    split = [s for s in found if behind[s[2]] == sheet.counts[s[2]]]
    before = Counter(left.lower() for _, left, _ in split)
    only = {(a, b) for _, left, b in split if before[a := left.lower()] == sheet.counts[a]}
    habit = len(only) >= _FEWEST_SPLIT and sum(left in _LIGATURES for left, _ in only) > 1
    for at, left, right in split:
        word = f"{left}{right}"
        if sheet.counts[word.lower()] or (habit and (left.lower(), right) in only):
            message = say("a space inside the word “{word}”", word=word)
            yield Hit(at, at + len(word) + 1, "spacing", "warning", message, word)
