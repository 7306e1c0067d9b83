"""References to numbered sections: `see 4.3`, `rules 100.2a–c`, `lásd a 2.1. pontot`, `voir § 3.1`.

The number must open the title of one section of the system; a number that opens none is no
reference, for texts speak of other numbers too.  Where a title has it, a number of three parts
(`2.1.1`) is one without more words, and so is one that is all that stands in brackets (`(2.1)`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from variorum.model import Entry

from .places import Place
from .rules import Rules
from .texts import Text, Texts

# A number before a title, perhaps with a word before it: `2.1 Cover`, `Chapter IV: Ships`.  What is
# read is not given back, as it never goes on with the same: most titles have no number.
_TITLE = re.compile(
    r"\s*+\[?(?:[^\W\d_]{3,12}+\.?[ \u00a0]|§{1,2}\s?)?"
    r"(?P<n>(?:\d{1,4}+|[IVXLC]{1,6}+)(?:\.\d{1,4}+)*+[a-z]?)"
    r"(?:(?:[.):\]]|[ \u00a0][:–-]|(?<=\.\d|\d\d|\d[a-z]))[ \u00a0]\s*\S|[.)]?$)"
)
# A number that opens a passage and is no title: `[7.31] A supply line …`, `3.2b La portée …`.
_PASSAGE = re.compile(
    r"\[?(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]?)(?:\]|[.):])?[ \u00a0]\s*(?=[^\W\d_a-zß-ÿőű])"
)
# What goes on after a number: others of the same series, or letters alone.
_MORE = re.compile(
    r"(?:[,;]?[ \u00a0](?:and|or|to|et|ou|à|és|vagy)[ \u00a0]|[,;][ \u00a0]|[ \u00a0]?[–-][ \u00a0]?)"
    r"(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})*[a-z]?)|(?P<letter>[a-z]))(?![\w\"%]|\.\d)"
)
_BARE = re.compile(r"(?<![\w.,§])(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]))(?![\w\"%]|\.\d)")
# A number with a series before it (`DIS-1.2.4`) is nothing else where titles are such numbers.
_SERIES = re.compile(r"(?<![\w-])(?P<ref>(?P<n>[A-Z]{1,5}-\d{1,4}(?:\.\d{1,4})+))(?![\w\"%]|\.\d)")
_LETTERED = re.compile(r"\d{1,4}[a-z]")
# What only a title makes a reference, and what each of these holds.
_DEEP = re.compile(r"(?<![\w.,§-])(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4}){2,}[a-z]?))(?![\w\"%]|\.\d)")
_PARTED = tuple(f".{digit}" for digit in range(10))
_BRACKETED = re.compile(r"(?<=\()(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]?))(?=\))")
# In a text with so many numbered rules a number with parts and a letter means one of them.
FEWEST = 10


def sections(texts: Texts, entries: Sequence[Entry], rules: Rules) -> Iterator[Place]:
    """Every reference by number, in the order of the texts."""
    if not rules.sections:
        return
    numbered: dict[str, list[Entry]] = {}
    # What editions give other numbers has them in the texts of each.
    told: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if (number := _number(entry.title)) is not None:
            numbered.setdefault(number, []).append(entry)
        for witness in entry.witnesses if len(entry.witnesses) > 1 else ():
            if (number := _number(witness.title)) is not None:
                told.setdefault((witness.source, number), []).append(entry)
    if not numbered:
        return
    opened = _opened(texts)
    series = frozenset(n.partition("-")[0] for n in numbered if "-" in n)
    lettered = len(numbered) >= FEWEST
    firsts = frozenset(n.partition(".")[0] for n in numbered if n.count(".") > 1 or lettered)
    for text, patterns in _speaking(texts, rules, series, firsts, lettered=lettered):
        taken: list[tuple[int, int]] = []
        for pattern in patterns:
            bare = pattern in (_DEEP, _BRACKETED)
            for m in pattern.finditer(text.text):
                for number, start, end in _numbers(text.text, m):
                    if bare and number not in numbered:
                        continue
                    if all(end <= a or b <= start for a, b in taken):
                        taken.append((start, end))
                        own = told.get((text.passage.source, number))
                        own = own or opened.get(number) if number not in numbered else own
                        yield from _place(text, number, start, end, numbered, own)


def _number(title: str | None) -> str | None:
    """The number that opens a title."""
    m = _TITLE.match(title or "") or _SERIES.match(title or "")
    return m.group("n") if m is not None else None


def _opened(texts: Texts) -> dict[str, list[Entry]]:
    """The one entry that has passages which open with a number of several parts, by that number."""
    found: dict[str, Entry | None] = {}
    for text in texts.all:
        said = text.text
        m = _PASSAGE.match(said) if said[:1].isdigit() or said[:1] == "[" else None
        if m is not None:
            first = found.setdefault(m.group("n"), text.entry)
            if first is not None and first.key != text.entry.key:
                found[m.group("n")] = None
    return {number: [entry] for number, entry in found.items() if entry is not None}


def _speaking(
    texts: Texts,
    rules: Rules,
    series: Collection[str],
    firsts: Collection[str],
    *,
    lettered: bool,
) -> Iterator[tuple[Text, Sequence[re.Pattern[str]]]]:
    """The texts that hold what stands in every reference of a form, and these forms: few do.

    `firsts` are the first parts of numbers that need no words around them.
    """
    forms: list[tuple[re.Pattern[str], Collection[str], Collection[str]]] = []
    if series:
        forms.append((_SERIES, texts.words.those(series.__contains__), ()))
    all_begin = tuple(word for section in rules.sections for word in section.words)
    telling = texts.words.those(lambda w: w.lower().startswith(all_begin))
    for begin, signs, find in rules.sections:
        forms.append((find, [w for w in telling if w.lower().startswith(begin)], signs))
    if lettered:
        forms.append((_BARE, texts.words.those(_LETTERED.fullmatch), ()))
    found: dict[int, list[re.Pattern[str]]] = {}
    for form, held, shown in forms:
        for at in texts.holding(held, shown):
            found.setdefault(at, []).append(form)
    # Most texts may hold a number, and few hold one of several parts.
    parted = texts.holding((), _PARTED) if firsts else []
    if parted:
        bare = frozenset(texts.holding(texts.words.those(firsts.__contains__)))
        for at in filter(bare.__contains__, parted):
            found.setdefault(at, []).extend([_DEEP, _BRACKETED] if lettered else [_DEEP])
    for at in sorted(found):
        yield texts.all[at], found[at]


def _numbers(text: str, m: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """The numbers of a reference with their places: the first, and those that it goes on to."""
    first = m.group("n")
    yield first, *m.span("ref")
    at, last = m.end("ref"), first
    while (more := _MORE.match(text, at)) is not None:
        letter, number = more.group("letter"), more.group("n")
        if letter is not None and not last[-1].isalpha():
            return
        if number is not None and number.count(".") != first.count("."):
            return
        last = number if letter is None else last[:-1] + letter
        yield last, *more.span("ref")
        at = more.end()


def _place(
    text: Text,
    number: str,
    start: int,
    end: int,
    numbered: dict[str, list[Entry]],
    own: list[Entry] | None,
) -> Iterator[Place]:
    targets = own or numbered.get(number, [])
    if len(targets) == 1 and targets[0].key != text.entry.key:
        entry, why = targets[0], f"the title has the number {number}"
        name = entry.name or number
        yield Place(text, start, end, entry.kind, name, entry.key, "resolved", why)
    elif not targets and len(numbered) >= FEWEST and ("." in number or number[-1].isalpha()):
        why = f"no title has the number {number}"
        yield Place(text, start, end, "rule", number, None, "dangling", why)
