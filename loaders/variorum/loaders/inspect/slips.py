"""Misspellings, by the corpus's own words: a rare form one slip away from a usual one.

The candidates come from deletion neighbourhoods (W. Garbe, Symmetric Delete, 2012), so the
cost is linear in the vocabulary.  Inflection is not misspelling: a difference that an ending
can explain is none, and neither is the length of a Hungarian vowel.  What weighs for a slip:
how long and how usual the word is, a letter doubled or dropped where no word of the language
has it so, and the same neighbours in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet
from variorum.loaders.inspect.variant import opens_sentence, plain, twins
from variorum.say import say

_LONG = 7
_SHORT = 5
_MIDDLING = 6
_JOINTS = frozenset("_/\\@#=")
_SEVERAL = 3
_OFTEN = 8
_MANY = 5
# A word is taken for a slip of those only that begin with the same letters.
_KEPT = 2
_VOWELS = frozenset("aeiouyáéíóöőúüűàâèêëîïôûœæ")
_CLUSTER = re.compile(r"[^aeiouyáéíóöőúüűàâèêëîïôûœæ]{3,}")

_SHORT_OR_LONG = {"ö": "ő", "ő": "ö", "ü": "ű", "ű": "ü"}
# What an e stands before where French writes it with either accent.
_OPEN = re.compile(r"[^aeiouyàâèéêëîïôûœ]{1,3}e[^\W\d_]")

# So many characters hold two words, mostly.
_REACH = 40
# So many places tell how a word is used.
_MOST = 200
_TOKEN = re.compile(r"[^\W\d_]+|[.!?\n]")

Context = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class _Rules:
    """How careful to be in one language; the fields of `[rare_form]` in its data."""

    shortest: int
    often: int
    times: int
    ending: re.Pattern[str]
    words: frozenset[str]
    final_doubles: str
    feminine_doubles: bool
    lone_accents: str
    never_bare: re.Pattern[str] | None
    deep_accents: bool


@dataclass(frozen=True, slots=True)
class _Slip:
    """How `word` differs from `usual`: the letter at `at` is more, less, swapped or bare."""

    word: str
    usual: str
    at: int
    kind: str
    tail: str


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _well_known(sheet)
    table = sheet.knowledge.get("rare_form")
    if not table:
        return
    rules = _Rules(
        int(table["shortest"]),
        int(table["often"]),
        int(table["times"]),
        re.compile(table["ending"]),
        frozenset(table.get("words", ())),
        str(table.get("final_doubles", "")),
        bool(table.get("feminine_doubles", False)),
        str(table.get("lone_accents", "")),
        re.compile(table["never_bare"]) if "never_bare" in table else None,
        bool(table.get("deep_accents", False)),
    )
    certain, possible = _judged(sheet, _candidates(sheet, rules), rules)
    certain += _in_context(sheet, possible)
    right: dict[str, set[str]] = {}
    for slip in certain:
        right.setdefault(slip.word, set()).add(slip.usual)
    meant = {word: usual.pop() for word, usual in right.items() if len(usual) == 1}
    bare = {word for word, usual in right.items() if usual and {plain(u) for u in usual} == {word}}
    for at, word in sheet.places({*meant, *bare}):
        if any(c.isupper() for c in word[1:]) or _is_in_a_path(sheet.text, at, at + len(word)):
            continue
        if word.lower() not in meant:
            if word.islower():
                message = say("“{word}” has lost its accents", word=word)
                yield Hit(at, at + len(word), "spelling", "warning", message)
            continue
        correct = meant[word.lower()]
        if word[0].isupper():
            correct = correct[0].upper() + correct[1:]
            if not sheet.forms[correct] and not opens_sentence(sheet.text, at):
                continue  # a name
        message = say("“{word}” stands where “{usual}” is usual", word=word, usual=correct)
        yield Hit(at, at + len(word), "spelling", "warning", message, correct)


def _is_in_a_path(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of the name of a file or an address."""
    return bool({text[start - 1 : start], text[end : end + 1]} & _JOINTS)


def _well_known(sheet: Sheet) -> Iterator[Hit]:
    """Misspellings that are never another word: `misspelt` of the language data."""
    misspelt: dict[str, str] = sheet.knowledge.get("misspelt", {})
    for at, word in sheet.places([w for w in misspelt if sheet.counts[w]]):
        right = misspelt[word.lower()]
        right = right[0].upper() + right[1:] if word[0].isupper() else right
        yield Hit(
            at, at + len(word), "spelling", "warning", say("“{word}” is misspelt", word=word), right
        )


def _candidates(sheet: Sheet, rules: _Rules) -> Iterator[_Slip]:
    """Rare words and each usual word that they are one slip away from."""
    usual: dict[str, list[str]] = {}
    rare: dict[str, list[str]] = {}
    bare: dict[str, list[str]] = {}
    for word, count in sheet.counts.items():
        if count >= 2 and len(word) >= _SHORT - 1:
            if len(word) < 32:
                usual.setdefault(word[:_KEPT], []).append(word)
            if not word.isascii():
                bare.setdefault(plain(word), []).append(word)
        if count <= 2 and _SHORT <= len(word) < 32 and word not in rules.words:
            rare.setdefault(word[:_KEPT], []).append(word)
    near = dict[str, list[str]]()
    for start, words in rare.items():
        near |= _near(words, usual.get(start, ()))
    for word, count in sheet.counts.items():
        if count > 2 or not _SHORT <= len(word) < 32 or word in rules.words:
            continue
        others = set(near.get(word, ()))
        others.update(bare.get(word, ()) if word.isascii() else bare.get(plain(word), ()))
        for other in sorted(others):
            if sheet.counts[other] >= 2 * count:
                slip = _slip(word, other)
                if slip:
                    yield slip


def _near(words: Iterable[str], usual: Iterable[str]) -> dict[str, list[str]]:
    """For each word those of `usual` that are it but for one letter, where there are any.

    All begin alike: the neighbours of the whole vocabulary at once would be many times the text.
    """
    known: dict[str, list[str]] = {}
    for other in usual:
        for key in _neighbourhood(other):
            known.setdefault(key, []).append(other)
    near = {}
    for word in words:
        others = {o for key in _neighbourhood(word) if key in known for o in known[key]}
        if others:
            near[word] = [*others]
    return near


def _neighbourhood(word: str) -> list[str]:
    """The word, and what is left of it without one letter behind the first ones."""
    return [word, *[word[:i] + word[i + 1 :] for i in range(_KEPT, len(word))]]


def _slip(word: str, other: str) -> _Slip | None:
    if len(word) == len(other) and plain(word) == plain(other):
        last = max(i for i, (a, b) in enumerate(zip(word, other, strict=True)) if a != b)
        dropped = all(a in (b, plain(b)) for a, b in zip(word, other, strict=True))
        if dropped:
            return _Slip(word, other, last, "accent", word[last + 1 :])
        return _other_accent(word, other, last)
    if not twins(word, other) or plain(word) == plain(other):
        return None
    start = 0
    while word[start : start + 1] == other[start : start + 1]:
        start += 1
    if start < 2:
        return None
    if len(word) == len(other):
        swapped = sorted(word) == sorted(other)
        return _Slip(word, other, start, "swapped", word[start + 2 :]) if swapped else None
    if len(word) < len(other):
        kind = "single" if other[start] == other[start - 1] else "dropped"
        return _Slip(word, other, start, kind, other[start + 1 :])
    kind = "doubled" if word[start] == word[start - 1] else "extra"
    return _Slip(word, other, start, kind, word[start + 1 :])


def _other_accent(word: str, other: str, at: int) -> _Slip | None:
    """One letter with another accent: not another length of a Hungarian vowel, and not where
    French spellings differ (`évènement`)."""
    if word[:at] != other[:at] or word[at].isascii() or other[at].isascii():
        return None
    if (word[at] in _SHORT_OR_LONG and other[at] in _SHORT_OR_LONG[word[at]]) or (
        word[at] in "éè" and other[at] in "éè" and _OPEN.match(word, at + 1)
    ):
        return None
    return _Slip(word, other, at, "other", word[at + 1 :])


def _judged(sheet: Sheet, slips: Iterator[_Slip], rules: _Rules) -> tuple[list[_Slip], list[_Slip]]:
    """Those that are slips by themselves, and those that the context must confirm."""
    certain: list[_Slip] = []
    possible: list[_Slip] = []
    clusters: set[str] | None = None
    rows: set[str] = set()
    small = sheet.words("function_words")
    for slip in slips:
        rare, usual = sheet.counts[slip.word], sheet.counts[slip.usual]
        inflected = not slip.tail or rules.ending.fullmatch(slip.tail) is not None
        long = min(len(slip.word), len(slip.usual)) >= rules.shortest
        if slip.kind == "doubled" and not slip.tail:
            if slip.word[-1] in rules.final_doubles and len(slip.usual) >= 4:
                certain.append(slip)
            continue
        if slip.kind == "doubled" and slip.usual in small and usual >= _MANY:
            certain.append(slip)
            continue
        if slip.kind == "other" or (slip.kind == "swapped" and len(slip.tail) > 2):
            shortest = _SHORT if slip.kind == "other" else _MIDDLING
            if rare == 1 and usual >= _SEVERAL and len(slip.word) >= shortest:
                certain.append(slip)
                continue
            if slip.kind == "other":
                continue
        if slip.kind == "doubled" and rare == 1 and _is_crowded(slip):
            certain.append(slip)
            continue
        if slip.kind == "doubled" and rare == 1 and usual >= _OFTEN and slip.tail:
            rows = rows or _rows(sheet)
            at = slip.at
            beside = (slip.word[at - 2 : at + 1], slip.word[at - 1 : at + 2])
            if slip.word[at] not in _VOWELS and not all(row in rows for row in beside):
                certain.append(slip)
                continue
        if slip.kind == "accent":
            if usual >= _MANY * (rare - 1) and _lost_accents(slip, rules):
                certain.append(slip)
                continue
            if inflected or rare > 1 or len(slip.word) < _LONG:
                continue
            lone = slip.usual[slip.at] in rules.lone_accents
            if lone and _opens_title(sheet, slip.word):
                certain.append(slip)
            elif usual >= 3:
                (certain if lone and sheet.forms[slip.word] else possible).append(slip)
            continue
        if long and not inflected and usual >= max(rules.often, rules.times * rare):
            certain.append(slip)
        elif rare == 1 and usual >= 3 and slip.kind in ("doubled", "single") and long:
            if not inflected or (rules.feminine_doubles and slip.kind == "doubled"):
                certain.append(slip)
        elif rare == 1 and usual >= rules.often and slip.kind == "dropped" and long:
            if clusters is None:
                clusters = _clusters(sheet)
            found = _cluster_at(slip)
            if found and found not in clusters:
                certain.append(slip)
        elif rare == 1 and (not inflected or slip.kind == "doubled"):
            possible.append(slip)
    return certain, possible


def _lost_accents(slip: _Slip, rules: _Rules) -> bool:
    """Whether no other word than the usual one without its accents is written so.

    One that lost several is no other word, nor one whose end is never bare; of one lost early in
    a word (`deep_accents`) no ending can be the reason, but `re-` and `ré-` make two words.
    """
    if not slip.word.isascii():
        return False
    lost = sum(a != b for a, b in zip(slip.word, slip.usual, strict=True))
    if lost > 1:
        return len(slip.word) >= _SHORT
    if rules.never_bare is not None and rules.never_bare.search(slip.word):
        return True
    vowels = sum(c in _VOWELS for c in slip.tail)
    early = rules.deep_accents and vowels > 1 and len(slip.word) >= _LONG
    return early and not (slip.at == 1 and slip.word.startswith("re"))


def _is_crowded(slip: _Slip) -> bool:
    """Whether a consonant is doubled behind another, as no stem has it: only the Hungarian
    endings `-val` and `-vel` make such a row (`karddal`)."""
    before = slip.word[slip.at - 2 : slip.at - 1]
    letter = slip.word[slip.at]
    if not {before, letter}.isdisjoint(_VOWELS) or before == letter:
        return False
    return not slip.tail.startswith(("al", "el")) and slip.tail[:1] in _VOWELS


def _rows(sheet: Sheet) -> set[str]:
    """Three letters in a row, two of them the same, of all words that stand more than once."""
    return {
        word[at : at + 3]
        for word, count in sheet.counts.items()
        if count > 1
        for at in range(len(word) - 2)
        if word[at] == word[at + 1] or word[at + 1] == word[at + 2]
    }


def _opens_title(sheet: Sheet, word: str) -> bool:
    """Whether a word stands first in a title, where a capital makes no name of it."""
    return all(
        sheet.unit(at).is_title and opens_sentence(sheet.text, at) for at, _ in sheet.places({word})
    )


def _clusters(sheet: Sheet) -> set[str]:
    """The runs of consonants of all words that stand more than once."""
    return {c for w, n in sheet.counts.items() if n > 1 for c in _CLUSTER.findall(w)}


def _cluster_at(slip: _Slip) -> str | None:
    """The run of consonants that a dropped vowel left behind."""
    if slip.usual[slip.at] not in _VOWELS:
        return None
    runs = (m for m in _CLUSTER.finditer(slip.word) if m.start() < slip.at < m.end())
    return next((m.group() for m in runs), None)


def _in_context(sheet: Sheet, slips: list[_Slip]) -> list[_Slip]:
    """The slips whose usual word stands between the same words elsewhere."""
    if not slips:
        return []
    wanted = {s.word for s in slips} | {s.usual for s in slips}
    contexts = _contexts(sheet, wanted)
    small = sheet.words("function_words")
    kept = []
    for slip in slips:
        here = contexts.get(slip.word, [])
        there = contexts.get(slip.usual, [])
        if any(_alike(a, b, small) for a in here for b in there):
            kept.append(slip)
    return kept


def _contexts(sheet: Sheet, wanted: set[str]) -> dict[str, list[Context]]:
    """The two words before and after the first occurrences of the wanted words."""
    found: dict[str, list[Context]] = {word: [] for word in wanted}
    for at, form in sheet.places(wanted):
        contexts = found[form.lower()]
        if len(contexts) < _MOST:
            end = at + len(form)
            contexts.append((*_before(sheet.lower, at), *_after(sheet.lower, end)))
    return found


def _before(text: str, at: int) -> tuple[str, str]:
    """The last two tokens before offset `at`, empty where there are none."""
    reach = _REACH
    while True:
        start = max(0, at - reach)
        words = _TOKEN.findall(text, start, at)
        # The first token of what was cut out may itself be cut.
        if not start or len(words) > 2:
            return ("", "", *words)[-2], ("", *words)[-1]
        reach *= 2


def _after(text: str, at: int) -> tuple[str, str]:
    """The first two tokens from offset `at` on, empty where there are none."""
    found = [m.group() for m in islice(_TOKEN.finditer(text, at), 2)]
    return (*found, "", "")[0], (*found, "", "")[1]


def _alike(a: Context, b: Context, small: frozenset[str]) -> bool:
    """Whether two contexts share two neighbours in a row, one of them a word of weight."""
    pairs = ((0, 1), (1, 2), (2, 3))
    return any(
        a[i] == b[i] and a[j] == b[j] and any(_weighs(w, small) for w in (a[i], a[j]))
        for i, j in pairs
    )


def _weighs(word: str, small: frozenset[str]) -> bool:
    return WORD.fullmatch(word) is not None and len(word) > 2 and word not in small
