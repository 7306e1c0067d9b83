"""Words that copying broke: cut in two by a space or a hyphen, or two of them in one.

The evidence is the text's own words: the whole stands elsewhere and the parts do not, or the
parts do and the whole does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from variorum.loaders.inspect.sheet import Hit, Sheet
from variorum.say import say

# `hüve- lykben`: a hyphen where a line ended, in the middle of a line.
_HYPHEN = re.compile(
    r"(?<![\w'’/.-])([^\W\d_]{2,30})[-\u00ad\u2010] ([^\W\d_A-ZÀ-Þ]{2,30})(?![\w'’-])"
)
# `hüve-lykben`: the space is gone, too.
_HYPHENED = re.compile(
    r"(?<![\w'’/.-])([^\W\d_]{3,30}+)[-\u2010]([^\W\d_A-ZÀ-Þ]{3,30}+)(?![\w'’/-])"
)
_PAIR = re.compile(r"(?<![\w'’-])(?=([^\W\d_]+) ([^\W\d_]+)(?![\w'’-]))")
_CAPITAL_INSIDE = re.compile(r"[^\W\d_A-ZÀ-Þ]{3,}[A-ZÀ-ÞŐŰŒ][^\W\d_A-ZÀ-Þ]{2,}")
_THRICE = re.compile(r"([^\W\d_])\1\1")
_LONGEST = 32
_WHOLE = 7
_SHORT = 6
_RARE = 3
_FEWEST = 2
# So short a part is known by more than its letters.
_PART = 4


def hits(sheet: Sheet) -> Iterator[Hit]:
    if not sheet.knowledge:
        return
    yield from _divided(sheet)
    yield from _hyphened(sheet)
    yield from _parted(sheet)
    yield from _glued(sheet)
    yield from _letters_thrice(sheet)


def _divided(sheet: Sheet) -> Iterator[Hit]:
    """A hyphen and a space inside a word."""
    small = sheet.words("function_words") | sheet.words("after_comma")
    if "- " not in sheet.text and "\u2010 " not in sheet.text and "\u00ad " not in sheet.text:
        return
    found = [
        m
        for m in _HYPHEN.finditer(sheet.text)
        if small.isdisjoint((m.group(1).lower(), m.group(2)))
    ]
    halves = Counter(half.lower() for m in found for half in m.groups())
    for m in found:
        head, tail = m.groups()
        word = head + tail
        known = sheet.counts[word.lower()] > 0
        # Parts that stand nowhere else are none of a list (`kis- és nagy-`) and no remark.
        apart = all(sheet.counts[half.lower()] <= halves[half.lower()] for half in (head, tail))
        if known or (apart and len(word) >= _WHOLE):
            message = say("a hyphen and a space inside the word “{word}”", word=word)
            yield Hit(m.start(), m.end(), "spelling", "warning", message, word)


def _hyphened(sheet: Sheet) -> Iterator[Hit]:
    """A hyphen inside a word that the text has without it, and whose halves are no words."""
    rules = sheet.knowledge.get("rare_form", {})
    # A language that hangs its endings on names with a hyphen does so on words, too.
    ending = re.compile(rules.get("ending", "") if rules.get("compounds") else "(?!)")
    prefixes = sheet.words("prefixes")
    found = [
        m
        for m in sheet.finditer(_HYPHENED, _HYPHENED)
        if sheet.counts[(m.group(1) + m.group(2)).lower()] >= _FEWEST
    ]
    times = Counter(m.group().lower() for m in found)
    for m in found:
        head, tail = m.groups()
        if times[m.group().lower()] > 1 or head.lower() in prefixes or not head[1:].islower():
            continue
        if sheet.counts[head.lower()] > 1 or sheet.counts[tail] > 1 or ending.fullmatch(tail):
            continue
        word = head + tail
        message = say("a hyphen inside the word “{word}”", word=word)
        yield Hit(m.start(), m.end(), "spelling", "warning", message, word)


def _parted(sheet: Sheet) -> Iterator[Hit]:
    """Two words side by side that stand nowhere else, and that make a known one."""
    rare = {w for w, n in sheet.counts.items() if n <= _RARE and 2 <= len(w) <= _LONGEST}
    small = sheet.words("function_words") | sheet.words("auxiliaries")
    found: list[tuple[int, str, str]] = []
    start, head = -1, ""
    for at, word in sheet.places(rare):
        if (
            start + len(head) + 1 == at
            and sheet.text[at - 1] == " "
            and head.islower()
            and word.islower()
            and len(head) > 2
            and len(head) + len(word) >= _WHOLE
            and small.isdisjoint((head, word))
            and not _joined(sheet.text, start, at + len(word))
        ):
            found.append((start, head, word))
        start, head = at, word
    pairs = Counter((head, tail) for _, head, tail in found)
    for at, head, tail in found:
        if not sheet.counts[head] == sheet.counts[tail] == pairs[head, tail]:
            continue
        whole = head + tail
        # What begins other words may be a part of a compound that was written apart.
        if sum(1 for _ in sheet.beginning(tail)) > 1:
            continue
        stem = whole[: max(len(head) + 2, 5, len(whole) * 3 // 5)]
        if len(stem) == len(whole) and not sheet.counts[whole]:
            continue
        if sum(sheet.counts[w] for w in sheet.beginning(stem)) < _FEWEST:
            continue
        message = say("a space inside the word “{word}”", word=whole)
        yield Hit(at, at + len(whole) + 1, "spacing", "warning", message, whole)


def _joined(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start] in ("-", "'", "’") or text[end : end + 1] in ("-", "'", "’")


def _glued(sheet: Sheet) -> Iterator[Hit]:
    """Two known words in one, one of which goes into no other word (`loose`), or a capital inside."""
    loose = sheet.words("loose")
    beside = bool(sheet.knowledge.get("no_compounds"))
    kept = sheet.words("real_words")
    cuts: dict[str, int] = {}
    # In a language without compounds words that stand side by side elsewhere are two.
    pairs: dict[tuple[str, str], str] = {}
    for form, count in sheet.forms.items():
        if count > 1 or not _SHORT <= len(form) <= _LONGEST:
            continue
        low = form.lower()
        if sheet.counts[low] > 1 or low in kept or low in cuts:
            continue
        if len(form) < _WHOLE:
            pairs.update(_behind_articles(sheet, form, low))
            continue
        if not form.islower() and _CAPITAL_INSIDE.fullmatch(form):
            at = next(n for n, c in enumerate(form) if c.isupper())
            if f"{form[:at]} {form[at:]}" in sheet.text:
                cuts[low] = at
            continue
        if form[1:] != low[1:]:
            continue
        at = _cut(sheet, low, loose)
        if at:
            cuts[low] = at
            continue
        pairs.update(_behind_articles(sheet, form, low))
        if beside:
            pairs.update(
                ((low[:at], low[at:]), low)
                for at in range(_PART, len(low) - _PART + 1)
                if sheet.counts[low[:at]] > 1 and sheet.counts[low[at:]] > 1
            )
    for pair in sorted(_beside(sheet, pairs)):
        cuts[pairs[pair]] = len(pair[0])
    for at, word in sheet.places(cuts):
        cut = cuts[word.lower()]
        message = say("a space is missing in “{word}”", word=word)
        right = f"{word[:cut]} {word[cut:]}"
        yield Hit(at, at + len(word), "spacing", "warning", message, right)


def _behind_articles(sheet: Sheet, form: str, low: str) -> Iterator[tuple[tuple[str, str], str]]:
    """An article and the word behind it that a word may be, and that word."""
    for small in sheet.knowledge.get("glued_articles", ()) if form[1:].islower() else ():
        if low.startswith(small) and _is_behind_article(sheet, low, small):
            yield (small, low[len(small) :]), low


def _is_behind_article(sheet: Sheet, word: str, article: str) -> bool:
    """Whether what stands in a word behind an article is a word of the text, and no other word
    begins as the whole does."""
    rest = word[len(article) :]
    if len(rest) <= _PART or sheet.counts[rest] < _FEWEST:
        return False
    start = word[: len(article) + _PART]
    return all(other == word for other in islice(sheet.beginning(start), 2))


def _beside(sheet: Sheet, pairs: Mapping[tuple[str, str], str]) -> Collection[tuple[str, str]]:
    """Those of the pairs of words that stand side by side somewhere."""
    if not pairs:
        return ()
    if sheet.tokens is not None:
        return sheet.tokens.beside(pairs)
    told = ((m[1], m[2]) for m in _PAIR.finditer(sheet.lower))
    return {pair for pair in told if pair in pairs}


def _cut(sheet: Sheet, word: str, loose: frozenset[str]) -> int:
    """Where a loose word in `word` ends, or begins behind a known one; 0 where there is none."""
    for at in range(3, len(word) - 2):
        head, tail = word[:at], word[at:]
        if head in loose:
            other = tail
        elif tail in loose:
            other = head
        else:
            continue
        known = sheet.counts[other] > (len(other) <= _PART)
        if len(other) >= _PART and (known or other in loose):
            return at
    return 0


def _letters_thrice(sheet: Sheet) -> Iterator[Hit]:
    """A letter three times in a row, which no word of these languages has, inside a word."""
    meant: dict[str, str] = {}
    for word in sheet.counts:
        m = _THRICE.search(word)
        if m is None or len(word) < 5 or m.start() == 0:
            continue
        right = [word[: m.start()] + m.group(1) * n + word[m.end() :] for n in (2, 1)]
        known = [w for w in right if sheet.counts[w]]
        # At the end of a word it may be a cry, drawn out.
        if known or m.end() < len(word):
            meant[word] = known[0] if known else ""
    for at, word in sheet.places(meant):
        if any(c.isupper() for c in word[1:]):
            continue
        mended = meant[word.lower()]
        if word[0].isupper():
            if not mended:
                continue  # a name
            mended = mended[0].upper() + mended[1:]
        message = say("“{word}” has a letter three times in a row", word=word)
        yield Hit(at, at + len(word), "spelling", "warning", message, mended or None)
