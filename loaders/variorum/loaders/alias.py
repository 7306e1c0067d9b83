"""Names that are one: cut by an export, with a value in them, abbreviated, foreign, or of one key;
and numbers that are parts of names.

All of it is decided inside one game, from the titles and texts of its files together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from .parsed import Draft
from .systems import Member
from .titles import Title, fold, folded, identity, number_of

Place = tuple[str, int]
# The parts of the titles of each source's drafts, null for one without a title.
Titles = dict[str, list[Title | None]]

# An export that cuts names leaves several of the greatest length, and none beyond.
SHORTEST_CUT = 12
FEWEST_CUT = 3
# Widths that programs give to a column of names.
_WIDTHS = frozenset((15, 16, 20, 24, 25, 30, 31, 32, 35, 40, 45, 48, 50, 60, 63, 64, 80, 100, 128))
LONGEST_NAME = 120
# Texts share so much of their words before they are held for one.
SAME_TEXT = 0.6
# Under a name that was cut to one that goes on they may share less.
NO_STRANGERS = 0.3
_ELLIPSIS = re.compile(r"\s*(?:…|\.{3})\s*$")
# `Scouts 6"`, `Barrage (3)`, `Feel No Pain 5+`, `Rapid Fire x2`: a name, and a value at its end.
_VALUED = re.compile(
    r"(?P<name>.*[^\W\d_][^\s\d]*)\s+"
    r"(?P<value>[+-]?\d{1,3}(?:\+|[\"″”])?|\([+-]?\d{1,3}(?:\+|[\"″”])?\)|[xX×]\d{1,2}|\[\d{1,3}\])"
)
_NUMBER = re.compile(r"[+-]?\d{1,3}[+\"″”]?")
# What stands around the number of such a value.
_AROUND = '+-"″”xX×()[]'
_WORD = re.compile(r"\w+")
_STRONG_KEY = re.compile(r"(?=.*\d)\S{4,}")


def settle_titles(members: Sequence[Member], titles: Titles) -> None:
    """Make of the titles of one game what they say in full.

    A family (`Barrage 1`, `Barrage 2`: texts that differ in this number alone) gets one name with
    a parameter, degrees that say other things (`Wizard (1)`, `Wizard (2)`) are told apart by it; a
    name that was cut gets the whole one where it is told, else it stands alone.
    """
    for member in members:
        _find_families(member, titles)
    _tell_degrees(members, titles)
    cut = {
        (m.source, n): prefix
        for m in members
        for n, prefix in _cut_names([d.title for d in m.parsed.drafts])
    }
    cut |= {place: prefix for place, prefix in _cut_elsewhere(members) if place not in cut}
    if cut:
        _complete(members, titles, cut)


def _cut_elsewhere(members: Sequence[Member]) -> Iterator[tuple[Place, str]]:
    """The same of names that end inside a word or a bracket of another file's name, where the two files have
    one name each and nearly the same text under it."""
    if len(members) < 2:
        return
    told: dict[str, dict[str, list[int]]] = {}
    for member in members:
        for number, draft in enumerate(member.parsed.drafts):
            if draft.title and len(draft.title) >= SHORTEST_CUT - 1 and draft.structured:
                told.setdefault(fold(draft.title), {}).setdefault(member.source, []).append(number)
    drafts = {m.source: m.parsed.drafts for m in members}
    for short, whole in pairwise(sorted(told)):
        if not whole.startswith(short) or len(short) == len(whole):
            continue
        here, there = told[short], told[whole]
        in_word = short[-1].isalpha() and whole[len(short)].isalpha()
        if here.keys() & there.keys() or not (in_word or short.count("(") > short.count(")")):
            continue
        for source, numbers in here.items():
            for number in numbers:
                own = drafts[source][number]
                if any(
                    likeness(own, drafts[s][n]) >= SAME_TEXT for s, k in there.items() for n in k
                ):
                    yield (source, number), short


def _find_families(member: Member, titles: Titles) -> None:
    stems: dict[str, list[tuple[int, str, str]]] = {}
    own = titles[member.source]
    for number, (draft, title) in enumerate(zip(member.parsed.drafts, own, strict=True)):
        if title is None or title.parameter or not draft.structured:
            continue
        if len(title.name) > LONGEST_NAME or not any(map(str.isdigit, title.name[-3:])):
            continue
        m = _VALUED.fullmatch(title.name)
        if m is not None:
            stem = identity(m["name"], member.lang)
            stems.setdefault(stem, []).append((number, m["name"], m["value"].strip("()[]")))
    for family in stems.values():
        if len(family) < 2:
            continue
        texts = (_without(member.parsed.drafts[n], value) for n, _, value in family)
        first = next(texts)
        if first and all(t == first for t in texts):
            for n, name, value in family:
                title = own[n]
                assert title is not None
                own[n] = replace(title, name=name, parameter=value)


def _tell_degrees(members: Sequence[Member], titles: Titles) -> None:
    """Make the value in the name of degrees their variant: records that follow each other in one
    source, each with a number of its own, whose texts differ in more than numbers."""
    degrees: set[str] = set()
    families: set[str] = set()
    for member in members:
        pairs = zip(member.parsed.drafts, titles[member.source], strict=True)
        records = [(d, t) for d, t in pairs if d.structured and t is not None]
        begun: set[str] = set()
        for name, own in groupby(records, key=lambda pair: identity(pair[1].name, member.lang)):
            run = list(own)
            values = [title.parameter or "" for _, title in run]
            if len(run) == 1 and name not in begun and (not values[0] or _is_number(values[0])):
                begun.add(name)
                continue
            told = frozenset(values)
            texts = [_without(d, None) for d, _ in run]
            apart = len(run) == len(told) == len(frozenset(texts)) and all(map(_is_number, told))
            (degrees if apart and name not in begun else families).add(name)
            begun.add(name)
    for member in members if degrees - families else ():
        for draft, title in zip(member.parsed.drafts, titles[member.source], strict=True):
            if title is None or not title.parameter or not draft.structured or draft.variant:
                continue
            if identity(title.name, member.lang) in degrees - families:
                draft.variant = title.parameter


def _is_number(value: str) -> bool:
    return _NUMBER.fullmatch(value) is not None


def _without(draft: Draft, value: str | None) -> tuple[str, ...]:
    """The words of a text, a placeholder for the value of its name (null: for any number) and the
    beginning of the word behind it."""
    number = value.strip(_AROUND) if value is not None else None
    words = _WORD.findall(_text(draft))
    is_value = [w == number if number is not None else w.isdecimal() for w in words]
    return tuple(
        "\0" if is_value[i] else w[:2] if i and is_value[i - 1] else w for i, w in enumerate(words)
    )


def _cut_names(titles: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    """Number and beginning of each title that was cut: marked so, or at the width of an export."""
    lengths = Counter(len(t) for t in titles if t)
    width = max(lengths, default=0)
    # A cut that fell behind a space leaves a name one shorter.
    at_width = lengths[width] + lengths[width - 1]
    nearly = max(lengths[width - k] for k in range(2, 5))
    broken = any(t and len(t) == width and t.count("(") > t.count(")") for t in titles)
    exported = (
        width >= SHORTEST_CUT
        and at_width >= FEWEST_CUT
        and at_width > 2 * nearly
        and (broken or width in _WIDTHS)
    )
    for number, title in enumerate(titles):
        if not title:
            continue
        marked = _ELLIPSIS.search(title) if "…" in title or "..." in title else None
        if marked and marked.start() >= 4:
            yield number, fold(title[: marked.start()])
        elif exported and len(title) >= width - 1:
            yield number, fold(title)


def _complete(members: Sequence[Member], titles: Titles, cut: Mapping[Place, str]) -> None:
    drafts = {(m.source, n): d for m in members for n, d in enumerate(m.parsed.drafts)}
    whole: dict[str, list[Place]] = {}
    for place, draft in drafts.items():
        if place not in cut and draft.title:
            whole.setdefault(fold(draft.title), []).append(place)
    beginnings = sorted(whole)
    wanted: dict[str, list[Place]] = {}
    for place, prefix in cut.items():
        wanted.setdefault(prefix, []).append(place)
    for prefix, places in wanted.items():
        told = [p for name in _beginning(beginnings, prefix) for p in whole[name]]
        named = {fold(t.name): p for p in told if (t := titles[p[0]][p[1]]) is not None}
        texts = frozenset(_text(drafts[p]) for p in places)
        for place in places:
            best = _best(drafts, place, told, sure=len(named) == 1 == len(texts))
            source, number = place
            own = titles[source][number]
            other = titles[best[0]][best[1]] if best is not None else None
            if other is not None:
                titles[source][number] = replace(other, cut=True)
            elif own is not None and len(texts) > 1:
                titles[source][number] = replace(own, cut=True, alone=True)


def _beginning(names: Sequence[str], prefix: str) -> Iterator[str]:
    """The names (sorted) that begin with `prefix` and go on."""
    from bisect import bisect_left

    for i in range(bisect_left(names, prefix), len(names)):
        if not names[i].startswith(prefix):
            return
        if names[i] != prefix:
            yield names[i]


def _best(
    drafts: Mapping[Place, Draft], place: Place, told: Sequence[Place], sure: bool
) -> Place | None:
    """Which of the whole names is meant: the only one, else the one whose text is nearly the same."""
    if sure:
        own = drafts[place]
        marked = bool(own.title and _ELLIPSIS.search(own.title))
        strangers = own.passages and likeness(own, drafts[told[0]]) < NO_STRANGERS
        return None if strangers and not marked else told[0]
    likest = sorted(((likeness(drafts[place], drafts[p]), -i) for i, p in enumerate(told)))
    if not likest or likest[-1][0] < SAME_TEXT:
        return None
    return told[-likest[-1][1]]


def likeness(one: Draft, other: Draft) -> float:
    """The share of their words that two drafts have in common, 0 to 1."""
    a, b = (frozenset(_WORD.findall(_text(d))) for d in (one, other))
    return len(a & b) / len(a | b) if a and b else 0.0


def _text(draft: Draft) -> str:
    return folded("\n".join(p.text for p in draft.passages))


def same_key(one: Draft, other: Draft) -> bool:
    """Whether a key that two sources share tells one entry: a key that is no mere count, or texts
    that are nearly the same."""
    if not one.key or one.key != other.key or not _STRONG_KEY.fullmatch(one.key):
        return False
    return alike(one, other)


def alike(one: Draft, other: Draft) -> bool:
    """Whether two drafts may be held for one by what they say."""
    return likeness(one, other) >= SAME_TEXT


def keep_numbers(drafts: Sequence[Draft], titles: list[Title | None]) -> None:
    """Make numbers parts of the names of headings that say nothing else: degrees, which count from
    one below one heading (`1. fok`, `2. fok`)."""
    alike: dict[tuple[int | None, str], list[tuple[int, str]]] = {}
    for n, (draft, title) in enumerate(zip(drafts, titles, strict=True)):
        number = number_of(draft.words) if title is not None and draft.words else None
        if number is not None and title is not None:
            alike.setdefault((draft.parent, fold(title.name)), []).append((n, number))
    for own in alike.values():
        counted = [number.rstrip(".)") for _, number in own]
        if len(own) > 1 and counted == [str(k) for k in range(1, len(own) + 1)]:
            for n, number in own:
                title = titles[n]
                titles[n] = title and replace(title, name=f"{number} {title.name}")
