"""References to numbered sections: `see 4.3`, `rules 100.2a–c`, `lásd a 2.1. pontot`, `voir § 3.1`.

The number must open the title of one section of the system; a number that opens none is no
reference, for texts speak of other numbers too.  Where a title has it, a number of three parts
(`2.1.1`) is one without more words, and so are those that are all that stands in brackets (`(2.1,
3.4)`).  Of several sections with a number that of the text's own file is meant, and of these the
nearest; another chapter's has the letter of the chapter before it (`A4.12`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache

from variorum.compare.language import data
from variorum.model import Entry

from ..partlabels import part_label
from ..titles import bare, fold
from .names import Tree
from .places import Place
from .rules import Rules
from .texts import Text, Texts

# A number before a title, perhaps with a word before it: `2.1 Cover`, `Chapter IV: Ships`.  What is
# read is not given back, as it never goes on with the same: most titles have no number.
_TITLE = re.compile(
    r"\s*+[\[(]?(?:[^\W\d_]{3,12}+\.?[ \u00a0]|§{1,2}\s?)?"
    r"(?P<n>(?:\d{1,4}+|[IVXLC]{1,6}+)(?:\.\d{1,4}+)*+[a-z]?)"
    r"(?:(?:[.):\]]|[ \u00a0][:–-]|(?<=\.\d|\d\d|\d[a-z]))[ \u00a0]\s*\S|[.)\]]?$)"
)
# A number that opens a passage and is no title: `[7.31] A supply line …`, `3.2b La portée …`.
_PASSAGE = re.compile(
    r"\[?(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]?)(?:\]|[.):])?[ \u00a0]\s*(?=[^\W\d_a-zß-ÿőű])"
)
# What goes on after a number: others of the same series, or letters alone.
_MORE = re.compile(
    r"(?:[,;]?[ \u00a0](?:and|or|to|through|thru|et|ou|à|és|vagy)[ \u00a0]|[,;][ \u00a0]|[ \u00a0]?[–-][ \u00a0]?)"
    r"(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})*[a-z]?)|(?P<letter>[a-z]))(?![\w\"%]|\.\d)"
)
_BARE = re.compile(r"(?<![\w.,§])(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]))(?![\w\"%]|\.\d)")
_LETTERED = re.compile(r"\d{1,4}[a-z]")
# What only a title makes a reference, and what each of these holds.
_DEEP = re.compile(r"(?<![\w.,§-])(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4}){2,}[a-z]?))(?![\w\"%]|\.\d)")
_DIGITS = "0123456789"
_PARTED = tuple(f".{digit}" for digit in range(10))
_BRACKETED = re.compile(
    r"(?<=[(\[])(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]?))"
    r"(?=(?:[,;][ \u00a0]\d{1,4}(?:\.\d{1,4})+[a-z]?){0,9}[)\]])"
)
# The letter of a chapter (`B. Terrain`), and a number with the letter of its chapter (`B3.1`,
# `B.3`, `DIS-1.2`): in a title, and where a text means it.
_CHAPTER = re.compile(
    r"\s*+(?:[^\W\d_]{3,12}+[ \u00a0])?(?P<n>[A-Z])(?:[.):]|[ \u00a0]?[–—-])[ \u00a0]\s*\S"
)
_IN_CHAPTER = (
    r"(?P<letters>[A-Z]{1,5})(?:(?P<dash>-)|\.)?(?P<n>(?<=[.-])\d{1,4}(?:\.\d{1,4})*+[a-z]?"
    r"|(?<![.-])\d{1,4}(?:\.\d{1,4})++[a-z]?)"
)
_TITLE_IN_CHAPTER = re.compile(
    rf"\s*+\[?{_IN_CHAPTER}(?:(?:[.):\]]|[ \u00a0][:–-])?[ \u00a0]\s*\S|[.)\]]?$)"
)
_OF_CHAPTER = re.compile(rf"(?<![\w.-])(?P<ref>{_IN_CHAPTER})(?![\w\"%]|\.\d)")
# Errata open with the number of a rule of another file (`7.31 (correction) …`).
_OPENS = re.compile(
    r"\A\[?(?P<ref>(?P<n>\d{1,4}(?:\.\d{1,4})+[a-z]?))(?=[\]).:]{0,2}[ \u00a0](?:[–—:-][ \u00a0])?[^\W\d_a-zß-ÿőű]"
    r"|[\]).:]{0,2}[ \u00a0][(«“\"])"
)
# What is called by a letter and number alone (`A4. Movement`, *see A4*), and where that is all.
_TITLE_OF_CHAPTER = re.compile(r"\s*+(?P<n>(?P<letters>[A-Z]{1,3})\d{1,3})[.):][ \u00a0]\s*\S")
_ALONE = re.compile(r"\s*+(?P<n>(?P<letters>[A-Z]{1,3})\d{1,3})\s*$")
_CHAPTERS = re.compile(
    r"(?:(?<=[(\[])|(?<=[Ss]ee )|(?<=[Rr]ule )|(?<=[Ss]ection )|(?<=[Vv]oir )|(?<=[Rr]ègle )|(?<=§ ))"
    r"(?P<ref>(?P<n>[A-Z]{1,3}\d{1,3}))(?=[)\],;.]|[ \u00a0][a-z]|$)"
)
_COUNT = re.compile(r"(?<![^\W_])(?:\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,6})(?![^\W_])")
# What a letter with a bracket or stop opens: an item of the section above it (`b) …`).
_ITEM = re.compile(r"\(?(?P<letter>[a-z])[.)][ \u00a0]")
# Words for parts of a text (`art.`, `Articles`) are told apart by so many letters.
NOUN = 3
_NOUN = re.compile(r"[^\W\d_]{3,}")
# In a text with so many numbered rules a number with parts and a letter means one of them.
FEWEST = 10


class _Numbered:
    """The entries of a system by the numbers of their titles."""

    def __init__(self, texts: Texts, tree: Tree) -> None:
        self.tree = tree
        self.of: dict[str, list[Entry]] = {}
        # What editions give other numbers has them in the texts of each.
        self.told: dict[tuple[str, str], list[Entry]] = {}
        # Numbers that only what is below them has (`4.2`, where `4.2.1` is the first), and whether
        # rules are counted by letters too; whether any goes by no letter of a chapter; all chapters.
        self.above: set[str] = set()
        self.lettered = False
        self.plain = False
        self.chapters: set[str] = set()
        # The letters of chapters, as they stand before the numbers of what is in them.
        self.letters: set[str] = set()
        for entry in tree.entries.values():
            for number in self._numbers(entry):
                self.of.setdefault(number, []).append(entry)
                self.plain |= not number[0].isalpha()
                self.chapters.add(number.partition(".")[0])
                if "." in number:
                    lettered = number[-1].isalpha()
                    self.above.add(number[:-1] if lettered else number.rpartition(".")[0])
                    self.lettered |= lettered
            for witness in entry.witnesses if len(entry.witnesses) > 1 else ():
                if (number_told := _number(witness.title, entry.lang)) is not None:
                    self.told.setdefault((witness.source, number_told), []).append(entry)
        self.opened = _opened(texts)

    def _numbers(self, entry: Entry) -> Iterator[str]:
        """The number of an entry, and the same with the letter of its chapter."""
        number = _number(entry.title, entry.lang)
        if number is None:
            return
        yield number
        title = entry.title or ""
        m = _TITLE_OF_CHAPTER.match(title) or _TITLE_IN_CHAPTER.match(title) or _ALONE.match(title)
        if m is not None and _TITLE.match(title) is None:
            self.letters.add(m.group("letters"))
            return
        for key in reversed(self.tree.above(entry.key)[:-1]):
            title = self.tree.entries[key].title or ""
            chapter = _TITLE_OF_CHAPTER.match(title) or _CHAPTER.match(title)
            if chapter is not None:
                letters = chapter.groupdict().get("letters") or chapter.group("n")
                self.letters.add(letters)
                yield letters + number
                return

    def may_hold(self, number: str) -> bool:
        """Whether a number may be meant to stand here: that of another chapter than the one there
        is, and one without a letter where all chapters have letters, are another text's."""
        one = len(self.chapters) == 1 and number.partition(".")[0] not in self.chapters
        return not one and (self.plain or number[0].isalpha())

    def stands_above(self, number: str) -> bool:
        """Whether only what is below a number has it."""
        m = _TITLE_IN_CHAPTER.match(number)
        return number in self.above or (m is not None and _with_letters(m) in self.above)

    def entries(self, text: Text, number: str, words: str = "") -> Sequence[Entry]:
        """The entries that a text means by a number: those of its own file before others, those
        that are called as the `words` of the reference say (`article 3`, `chapter 3`), and of
        several the nearest in the tree."""
        source = text.passage.source
        if own := self.told.get((source, number)):
            return own
        found = self.of.get(number, []) or self.opened.get(number, [])
        if not found and (m := _TITLE_IN_CHAPTER.match(number)) is not None:
            found = self.of.get(_with_letters(m), [])
        if not found and "." not in number:
            found = self.of.get(f"{number}.0", [])  # `Section 8` is what the title `8.0` opens
        if not found and number[-1].isalpha():
            found = [e for e in self.of.get(number[:-1], []) if _has_item(e, number[-1])]
        if len(found) > 1:
            found = [e for e in found if e.base_witness.source == source] or found
        if len(found) > 1 and (noun := _noun(words)):
            found = [e for e in found if _noun(_label(e)) == noun] or found
        if len(found) > 1:
            keys = self.tree.nearest(text.entry.key, tuple(e.key for e in found))
            found = [e for e in found if e.key in keys]
        return found


def _label(entry: Entry) -> str:
    """What the title calls the part that it is of (`Chapter 3`), empty where it says nothing."""
    title = entry.title or ""
    return title[: part_label(title, entry.lang)]


@lru_cache(1 << 10)
def _noun(words: str) -> str:
    """The beginning of the first word of some letters, by which words for parts are told apart."""
    m = _NOUN.search(words)
    return "" if m is None else fold(m.group())[:NOUN]


def _same_file(text: Text, entries: Sequence[Entry]) -> bool:
    return any(w.source == text.passage.source for e in entries for w in e.witnesses)


def _tells_history(text: Text, tree: Tree) -> bool:
    """Whether a text tells what changed: rules that it names may be gone."""
    above = (tree.entries[key].name for key in tree.above(text.entry.key))
    return any(name and fold(name) in _history(text.entry.lang) for name in above)


@cache
def _history(lang: str) -> frozenset[str]:
    words = data(lang, "numbered").get("history", ())
    return frozenset((*words, *map(bare, words)))


def _has_item(entry: Entry, letter: str) -> bool:
    """Whether a list of the entry has an item with this letter (`b) …`)."""
    items = (_ITEM.match(p.text) for p in entry.passages)
    return any(m is not None and m.group("letter") == letter for m in items)


def sections(texts: Texts, tree: Tree, rules: Rules) -> Iterator[Place]:
    """Every reference by number, in the order of the texts."""
    if not rules.sections:
        return
    numbered = _Numbered(texts, tree)
    if not numbered.of and not numbered.opened:
        return
    many = len(numbered.of) >= FEWEST
    firsts = frozenset(n.partition(".")[0] for n in numbered.of if n.count(".") > 1 or many)
    unsure = {_DEEP, _BRACKETED, _OPENS, _CHAPTERS, *(s.find for s in rules.sections if s.unsure)}
    for text, patterns in _speaking(texts, rules, numbered.letters, firsts, lettered=many):
        taken: list[tuple[int, int]] = []
        for pattern in patterns:
            for m in pattern.finditer(text.text):
                for number, start, end in _numbers(text.text, m):
                    found = numbered.entries(text, number, text.text[start:end])
                    if pattern is _OF_CHAPTER and m.group("letters") not in numbered.letters:
                        continue
                    if pattern in unsure and not found:
                        continue
                    if pattern is _OPENS and _same_file(text, found):
                        continue
                    if not found and _tells_history(text, tree):
                        continue
                    if all(end <= a or b <= start for a, b in taken):
                        taken.append((start, end))
                        told = many and not numbered.stands_above(number)
                        told = told and (pattern is not _BARE or numbered.lettered)
                        told = told and numbered.may_hold(number)
                        yield from _place(text, number, start, end, found, many=told)


def _number(title: str | None, lang: str) -> str | None:
    """The number that opens a title, or that its label tells (`CHAPTER 3 SHIPS`)."""
    m = _TITLE.match(title or "") or _TITLE_OF_CHAPTER.match(title or "")
    if m is not None:
        return m.group("n")
    if (m := _TITLE_IN_CHAPTER.match(title or "")) is not None:
        return _with_letters(m)
    if (m := _ALONE.match(title or "")) is not None:
        return m.group("n")
    label = part_label(title, lang) if title is not None else 0
    m = _COUNT.search(title or "", 0, label)
    return m.group() if m is not None else None


def _with_letters(m: re.Match[str]) -> str:
    """A number with the letters of its chapter: `B.3` and `B3` are one."""
    return m.group("letters") + (m.group("dash") or "") + m.group("n")


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
    letters: Collection[str],
    firsts: Collection[str],
    *,
    lettered: bool,
) -> Iterator[tuple[Text, Sequence[re.Pattern[str]]]]:
    """The texts that hold what stands in every reference of a form, and these forms: few do.

    `firsts` are the first parts of numbers that need no words around them.
    """
    forms: list[tuple[re.Pattern[str], Collection[str], Collection[str]]] = []
    if letters:
        own = texts.words.those(lambda w: w.rstrip(_DIGITS) in letters)
        forms += [(_OF_CHAPTER, own, ()), (_CHAPTERS, own, ())]
    all_begin = tuple(word for section in rules.sections for word in section.words)
    telling = texts.words.those(lambda w: w.lower().startswith(all_begin))
    # Most texts may hold a number, and few hold one of several parts.
    unsure = any(section.unsure for section in rules.sections)
    parted = texts.holding((), _PARTED) if firsts or unsure else []
    few = frozenset(parted)
    for section in rules.sections:
        if few or not section.unsure:
            held = [w for w in telling if w.lower().startswith(section.words)]
            forms.append((section.find, held, section.signs))
    if lettered:
        forms.append((_BARE, texts.words.those(_LETTERED.fullmatch), ()))
    in_parts = {section.find for section in rules.sections if section.unsure}
    found: dict[int, list[re.Pattern[str]]] = {}
    for form, holders, shown in forms:
        for at in texts.holding(holders, shown):
            if at in few or form not in in_parts:
                found.setdefault(at, []).append(form)
    if firsts and parted:
        bare = frozenset(texts.holding(texts.words.those(firsts.__contains__)))
        for at in filter(bare.__contains__, parted):
            found.setdefault(at, []).extend([_DEEP, _BRACKETED, _OPENS] if lettered else [_DEEP])
    for at in sorted(found):
        yield texts.all[at], found[at]


def _numbers(text: str, m: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """The numbers of a reference with their places: the first, and those that it goes on to."""
    first = m.group("ref" if m.re is _OF_CHAPTER else "n")
    yield first, *m.span("ref")
    at, last = m.end("ref"), first
    while (more := _MORE.match(text, at)) is not None:
        letter, number = more.group("letter"), more.group("n")
        if letter is not None and not last[-1].isalpha():
            return
        if number is not None and (number.count(".") == 0) != (first.count(".") == 0):
            return
        last = number if letter is None else last[:-1] + letter
        yield last, *more.span("ref")
        at = more.end()


def _place(
    text: Text, number: str, start: int, end: int, targets: Sequence[Entry], *, many: bool
) -> Iterator[Place]:
    if len(targets) == 1 and targets[0].key != text.entry.key:
        entry, why = targets[0], f"the title has the number {number}"
        name = entry.name or number
        yield Place(text, start, end, entry.kind, name, entry.key, "resolved", why)
    elif not targets and many and ("." in number or number[-1].isalpha()):
        why = f"no title has the number {number}"
        yield Place(text, start, end, "rule", number, None, "dangling", why)
