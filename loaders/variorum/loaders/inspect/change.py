"""Words told twice or run into one: the deleted and the inserted text both survived.

A tracked change of a word processor that was saved as plain text leaves the old and the new
word side by side, often without a space.  The evidence is the document's own vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet
from variorum.loaders.inspect.variant import plain, twins
from variorum.model import Entry

_TWICE = re.compile(r"(?<![\w'’-])([^\W\d_]+)\s+\1(?![\w'’-])", re.IGNORECASE)
_SENTENCE = re.compile(r"[^\n.!?:]+[.!?:]?")
_SENTENCE_END = re.compile(r"(?:[.!?…]['\"”»)]*\s+|\n)$")
_MIXED = re.compile(r"(?<!\w)([^\W\d_]+?)([A-ZÀ-ÖØ-ÞŐŰŒ][^\W\d_A-ZÀ-ÖØ-ÞŐŰŒ]*)(?!\w)")
_INITIALS = re.compile(
    r"(?<!\w)([B-DF-HJ-NP-TV-XZ])[b-df-hj-np-tv-xz][aeiouyáéíóöőúüűàâèêîôû][^\W\d_]+"
)
_LEAST_WORDS, _MOST_WORDS = 8, 60
_DEPTH = 12


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _same_word_twice(sheet)
    yield from _run_together(sheet)
    yield from _left_beside(sheet)


def _same_word_twice(sheet: Sheet) -> Iterator[Hit]:
    allowed = sheet.words("may_repeat")
    for m in _TWICE.finditer(sheet.text):
        first, second = m.group(1), m.group()[-len(m.group(1)) :]
        if "\n" in m.group() or first.lower() in allowed:
            continue
        if second[0].isupper() and (first[0].isupper() or len(first) == 1):
            continue  # a name, or a formula
        if len(first) == 1 and first.lower() not in sheet.words("function_words"):
            continue
        message = f"the word “{second}” stands twice"
        yield Hit(m.start(), m.end(), "doubled_word", "warning", message, first)


def _run_together(sheet: Sheet) -> Iterator[Hit]:
    """Two variants of one word in one: `ideIde`, or two inflected forms end to end."""
    for m in _MIXED.finditer(sheet.text):
        old, new = m.groups()
        if not old.isupper() and _is_pair(sheet, old, new, least=1):
            yield _pair_hit(sheet, m.start(), old, new)
    joined: dict[str, tuple[int, int]] = {}
    for word, count in sheet.counts.items():
        if count <= 2 and len(word) >= 9:
            split = _split(sheet, word)
            if split:
                joined[word] = split
    slips = _repeated_initials(sheet)
    if not joined and not slips:
        return
    for m in WORD.finditer(sheet.text):
        word = m.group()
        found = joined.get(word.lower())
        if found and not any(c.isupper() for c in word[1:]):
            end, begin = found
            if end == begin:
                yield _pair_hit(sheet, m.start(), word[:end], word[begin:])
            else:
                message = f"“{word[:end]}” and “{word[begin:]}” run into one word"
                yield Hit(m.start(), m.end(), "merged_change", "warning", message)
        elif word in slips:
            right = word[0] + word[2:]
            message = f"“{word}” has its first letter in both cases"
            yield Hit(m.start(), m.end(), "merged_change", "warning", message, right)


def _split(sheet: Sheet, word: str) -> tuple[int, int] | None:
    """Where the first word in `word` ends and the second begins.

    Either two variants of one word end to end, or a word and one that forms no compounds,
    the letter between shared by both.
    """
    middle = len(word) // 2
    for at in sorted(range(4, len(word) - 3), key=lambda i: abs(i - middle)):
        if abs(2 * at - len(word)) > 6:
            break
        if plain(word[at]) == plain(word[0]) and _is_pair(sheet, word[:at], word[at:], least=5):
            return at, at
    for loner in sheet.knowledge.get("never_in_compounds", ()):
        at = len(word) - len(loner)
        if word.endswith(loner) and at >= 5:
            inflected = any(sheet.counts[word[:cut]] for cut in range(at + 2, len(word)))
            if sheet.counts[word[: at + 1]] and not inflected:
                return at + 1, at
    return None


def _is_pair(sheet: Sheet, old: str, new: str, least: int) -> bool:
    """Whether both are variants of one word; `least` letters each, unless case tells it."""
    low, other = old.lower(), new.lower()
    if min(len(low), len(other)) < least:
        return False
    if low == other:
        return True
    known = bool(sheet.counts[low] or sheet.counts[other])
    if plain(low) == plain(other) or (len(other) >= 4 and twins(low, other)):
        return known or len(other) >= 5
    shared = 0
    for a, b in zip(low, other, strict=False):
        if a != b:
            break
        shared += 1
    return known and shared >= 5 and max(len(low), len(other)) - shared <= 5


def _pair_hit(sheet: Sheet, start: int, old: str, new: str) -> Hit:
    low, other = old.lower(), new.lower()
    right = new if sheet.counts[other] or not sheet.counts[low] else old
    if _SENTENCE_END.search(sheet.text[max(0, start - 8) : start]) or start == 0:
        right = right[0].upper() + right[1:]
    elif any(c.isupper() for c in new) and old.islower():
        right = right.lower()
    same = plain(low) == plain(other) or twins(low, other)
    kind = "doubled_word" if same else "merged_change"
    message = (
        f"“{old}” and “{new}” run into one word"
        if low != other
        else f"the word “{other}” stands twice in one"
    )
    return Hit(start, start + len(old) + len(new), kind, "warning", message, right)


def _repeated_initials(sheet: Sheet) -> frozenset[str]:
    """Words such as `Bbig`, whose first letter stands in both cases before a vowel."""
    allowed = sheet.words("double_initials")
    return frozenset(
        m.group()
        for m in _INITIALS.finditer(sheet.text)
        if m.group()[1] == m.group()[0].lower()
        and m.group()[:2].lower() not in allowed
        and sheet.counts[m.group().lower()] <= 1
    )


def _left_beside(sheet: Sheet) -> Iterator[Hit]:
    """A sentence that a sister section has too, with the sister's name left in it.

    Of `The X Y move …` in the section of the Y and `The X move …` in the section of the X,
    the first was made from the second, and `X` should have gone.
    """
    where: dict[str, int] = {}
    spans: list[tuple[int, list[str]]] = []
    for m in _SENTENCE.finditer(sheet.text):
        words = m.group().split()
        if _LEAST_WORDS <= len(words) <= _MOST_WORDS:
            spans.append((m.start(), words))
            where.setdefault(" ".join(words), m.start())
    for start, words in spans:
        for head in (1, 2, 3):
            for more in (1, 2):
                sister = where.get(" ".join(words[:head] + words[head + more :]))
                if sister is None:
                    continue
                old, new = words[head - 1], words[head : head + more]
                if _names(sheet, start, new[0]) and _names(sheet, sister, old):
                    if _names(sheet, start, old):
                        continue
                    phrase = " ".join([old, *new])
                    at = sheet.text.find(phrase, start)
                    if at < 0:
                        continue
                    message = f"“{old}” was left beside “{' '.join(new)}”, which replaced it"
                    yield Hit(
                        at, at + len(phrase), "merged_change", "warning", message, " ".join(new)
                    )


def _names(sheet: Sheet, at: int, word: str) -> bool:
    """Whether `word` stands, in some form, in the title of the entry at `at` or above it."""
    if len(word) < 5:
        return False
    stem = word[: max(5, len(word) - 4)].lower()
    entry: Entry | None = sheet.unit(at).entry
    for _ in range(_DEPTH):
        if entry is None:
            break
        if entry.title and any(w.startswith(stem) for w in WORD.findall(entry.title.lower())):
            return True
        entry = sheet.entries.get(entry.parent_key or "")
    return False
