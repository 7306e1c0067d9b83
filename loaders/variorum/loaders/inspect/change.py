"""Words told twice or run into one: the deleted and the inserted text both survived.

A tracked change of a word processor that was saved as plain text leaves the old and the new
word side by side, often without a space.  The evidence is the document's own vocabulary.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator
from functools import cache
from itertools import takewhile

from variorum.loaders.inspect.sheet import WORD, Hit, Sheet
from variorum.loaders.inspect.variant import plain, twins
from variorum.model import Entry
from variorum.say import say

# What stands before a word is matched, not looked back at: then most places are skipped at once.
_AGAIN = r"([^\W\d_]++)[^\S\n]+\1(?![\w'’-])"
_TWICE = re.compile(rf"[^\w'’-]{_AGAIN}", re.IGNORECASE)
_TWICE_FROM = re.compile(rf"(?<![\w'’-]){_AGAIN}", re.IGNORECASE)
_SENTENCE = re.compile(r"[^\n.!?:]+[.!?:]?")
_SENTENCE_END = re.compile(r"(?:[.!?…]['\"”»)]*\s+|\n)$")
_MIXED = re.compile(r"([^\W\d_]+?)([A-ZÀ-ÖØ-ÞŐŰŒ][^\W\d_A-ZÀ-ÖØ-ÞŐŰŒ]*)")
_INITIALS = re.compile(r"([b-df-hj-np-tv-xz])\1[aeiouyáéíóöőúüűàâèêîôû][^\W\d_]+")
_LEAST, _MOST = 40, 400
_DEPTH = 12
_HALF = 4
_STEM = 5


def hits(sheet: Sheet) -> Iterator[Hit]:
    yield from _same_word_twice(sheet)
    yield from _run_together(sheet)
    yield from _left_beside(sheet)


def _same_word_twice(sheet: Sheet) -> Iterator[Hit]:
    if not sheet.knowledge:
        return  # which words a language repeats must be known
    allowed = sheet.words("may_repeat")
    for m in _twice(sheet):
        first, start, end = m.group(1), m.start(1), m.end()
        second = m.group()[-len(first) :]
        if first.lower() in allowed:
            continue
        if second != first and not (second.islower() and first[1:].islower()):
            continue
        if second[0].isupper():
            continue  # a name, or a formula
        if len(first) == 1 and first.lower() not in sheet.words("function_words"):
            continue
        message = say("the word “{word}” stands twice", word=second)
        yield Hit(start, end, "doubled_word", "warning", message, first)


def _twice(sheet: Sheet) -> Iterator[re.Match[str]]:
    """The words that stand twice: group 1 is the first of the two."""
    text = sheet.text
    if sheet.tokens is None:
        first = _TWICE_FROM.match(text)
        if first is not None:
            yield first
        yield from _TWICE.finditer(text, first.end() if first is not None else 0)
        return
    done = 0
    for at in sheet.tokens.words_twice():
        m = _TWICE_FROM.match(text, at) if at >= done else None
        if m is not None:
            done = m.end()
            yield m


def _run_together(sheet: Sheet) -> Iterator[Hit]:
    """Two variants of one word in one: `ideIde`, or two inflected forms end to end."""
    cuts: dict[str, tuple[int, int]] = {}
    initials: set[str] = set()
    doubles = sheet.words("double_initials")
    for form, count in sheet.forms.items():
        mixed = None if form.islower() or form.isupper() else _MIXED.fullmatch(form)
        low = form.lower()
        end = mixed.end(1) if mixed else 0
        if end and not form[:end].isupper() and _is_pair(sheet, form[:end], form[end:], least=1):
            cuts[low] = end, end
        elif count <= 2 and _said_twice(sheet, low):
            cuts[low] = len(low) // 2, len(low) // 2
        elif count <= 2 and len(form) >= 9 and low not in cuts:
            split = _split(sheet, low)
            if split:
                cuts[low] = split
        elif doubles and form.istitle() and low[:1] == low[1:2] and low[:2] not in doubles:
            initials.update([low] if sheet.counts[low] == 1 and _INITIALS.fullmatch(low) else [])
    for at, word in sheet.places(cuts):
        end, begin = cuts[word.lower()]
        if end == begin:
            yield _pair_hit(sheet, at, word[:end], word[begin:])
        else:
            message = say("“{old}” and “{new}” run into one word", old=word[:end], new=word[begin:])
            yield Hit(at, at + len(word), "merged_change", "warning", message)
    for at, word in sheet.places(initials):
        message = say("“{word}” has its first letter in both cases", word=word)
        right = word[0] + word[2:]
        yield Hit(at, at + len(word), "merged_change", "warning", message, right)


def _said_twice(sheet: Sheet, word: str) -> bool:
    """Whether `word` is a word of the text and the same word again."""
    half = len(word) // 2
    return half >= _HALF and word[:half] * 2 == word and sheet.counts[word[:half]] > 1


def _split(sheet: Sheet, word: str) -> tuple[int, int] | None:
    """Where the first word in `word` ends and the second begins.

    Either two variants of one word end to end, or a word and one that forms no compounds,
    the letter between shared by both.
    """
    bare = plain(word)
    for at in _near_the_middle(len(word)):
        if bare[at : at + 1] == bare[0] and _is_pair(sheet, word[:at], word[at:], least=5):
            return at, at
    for loner in sheet.knowledge.get("never_in_compounds", ()):
        at = len(word) - len(loner)
        if word.endswith(loner) and at >= 5:
            inflected = any(sheet.counts[word[:cut]] for cut in range(at + 2, len(word)))
            if sheet.counts[word[: at + 1]] and not inflected:
                return at + 1, at
    return None


@cache
def _near_the_middle(length: int) -> tuple[int, ...]:
    """Where a word of so many letters may be cut in two halves, the middle first."""
    cuts = sorted(range(4, length - 3), key=lambda at: abs(at - length // 2))
    return tuple(takewhile(lambda at: abs(2 * at - length) <= 6, cuts))


def _is_pair(sheet: Sheet, old: str, new: str, least: int) -> bool:
    """Whether both are variants of one word; `least` letters each, unless case tells it."""
    low, other = old.lower(), new.lower()
    if min(len(low), len(other)) < least:
        return False
    small = sheet.words("articles") | sheet.words("function_words")
    if low == other:
        # A letter and its capital, or a row of one letter, are no words.
        return len(set(low)) > 1 or low in small
    if least == 1 and new[0].isupper() and low in small and other in small:
        return True  # `AzA`, `TheThis`: no word is made of two such words
    known = bool(sheet.counts[low] or sheet.counts[other])
    if plain(low) == plain(other) or (len(other) >= 4 and twins(low, other)):
        return known or len(other) >= 5
    shared = 0
    for a, b in zip(low, other, strict=False):
        if a != b:
            break
        shared += 1
    if least == 1 and shared >= 2 and not new.isupper():
        # A capital inside: two known words that begin alike, the old one and the new.
        return bool(sheet.counts[low] and sheet.counts[other])
    if shared < 5 or max(len(low), len(other)) - shared > 5:
        return False
    if sheet.counts[low] and sheet.counts[other]:
        return True
    ending = str(sheet.knowledge.get("rare_form", {}).get("ending", ""))
    tails = (low[shared:], other[shared:])
    if sheet.counts[low[:shared]] and known:
        return True
    stems = (cut for cut in range(5, shared + 1) if sheet.counts[low[:cut]])
    return all(re.fullmatch(ending, t) for t in tails) and any(
        re.fullmatch(ending, low[cut:shared]) for cut in stems
    )


def _pair_hit(sheet: Sheet, start: int, old: str, new: str) -> Hit:
    low, other = old.lower(), new.lower()
    small = sheet.words("articles") | sheet.words("function_words")
    both_small = low in small and other in small
    # Of two small words the one typed last; otherwise the one that the text uses elsewhere.
    right = new if both_small or sheet.counts[other] or not sheet.counts[low] else old
    if _SENTENCE_END.search(sheet.text[max(0, start - 8) : start]) or start == 0:
        right = right[0].upper() + right[1:]
    elif any(c.isupper() for c in new) and old.islower():
        right = right.lower()
    same = low == other or (not both_small and (plain(low) == plain(other) or twins(low, other)))
    kind = "doubled_word" if same else "merged_change"
    message = (
        say("“{old}” and “{new}” run into one word", old=old, new=new)
        if low != other
        else say("the word “{word}” stands twice in one", word=other)
    )
    return Hit(start, start + len(old) + len(new), kind, "warning", message, right)


def _left_beside(sheet: Sheet) -> Iterator[Hit]:
    """A sentence that a sister section has too, with the sister's name left in it.

    Of `The X Y move …` in the section of the Y and `The X move …` in the section of the X,
    the first was made from the second, and `X` should have gone.
    """
    stems: set[str] = set()
    for _, title in sheet.units.titles():
        stems.update([w[:_STEM] for w in _title_words(title) if len(w) >= _STEM])
    if not stems:
        return
    # Only where suspects stand, and bits for the hashes of what may be their sisters: all of the
    # sentences, or all that are wanted, take several times the text.
    starts, ends = array("i"), array("i")
    wanted = _Hashes(len(sheet.text))
    for sentence, start in _sentences(sheet.text):
        doubtful = False
        for kept, gone in _doubtful(sentence, stems):
            doubtful = True
            wanted.add(_without(sentence, kept, gone))
        if doubtful:
            starts.append(start)
            ends.append(start + len(sentence))
    if not starts:
        return
    sisters: dict[str, int] = {}
    for sentence, start in _sentences(sheet.text):
        if sentence in wanted:
            sisters.setdefault(sentence, start)
    told: set[str] = set()
    for start, end in zip(starts, ends, strict=True):
        sentence = sheet.text[start:end]
        found = [
            (kept, gone, sister)
            for kept, gone in _doubtful(sentence, stems)
            if (sister := sisters.get(_without(sentence, kept, gone), -1)) >= 0
        ]
        if not found or sentence in told:
            continue
        told.add(sentence)
        for kept, gone, sister in found:
            old, new = kept.rpartition(" ")[2], gone.partition(" ")[0]
            if not _names(sheet, sister, old):
                continue
            if _names(sheet, start, new) and not _names(sheet, start, old):
                at = start + len(kept) - len(old)
                message = say(
                    "“{old}” was left beside “{new}”, which replaced it", old=old, new=gone
                )
                stop = at + len(old) + 1 + len(gone)
                yield Hit(at, stop, "merged_change", "warning", message, gone)


class _Hashes:
    """Texts of which little more than a bit is kept: one that was never added may seem to be there."""

    def __init__(self, size: int) -> None:
        """`size` is about how many characters the texts have that will be asked for."""
        self._mask = (1 << max(10, size.bit_length())) - 1
        self._bits = bytearray((self._mask + 1) // 8)

    def add(self, text: str) -> None:
        at = hash(text) & self._mask
        self._bits[at >> 3] |= 1 << (at & 7)

    def __contains__(self, text: str) -> bool:
        at = hash(text) & self._mask
        return bool(self._bits[at >> 3] >> (at & 7) & 1)


def _sentences(text: str) -> Iterator[tuple[str, int]]:
    """The sentences that are worth comparing, and where each begins."""
    for m in _SENTENCE.finditer(text):
        told = m.group()
        sentence = told.strip()
        if _LEAST <= len(sentence) <= _MOST:
            yield sentence, m.start() + len(told) - len(told.lstrip())


def _doubtful(sentence: str, stems: Collection[str]) -> Iterator[tuple[str, str]]:
    """What a sentence begins with, up to a word that a title may have, and what comes next, of
    which the first word is one as well: the one or two words that may have replaced that word."""
    words = sentence.split(" ", 5)[:-1]
    for head in range(1, min(4, len(words))):
        if words[head - 1][:_STEM].lower() in stems and words[head][:_STEM].lower() in stems:
            for more in (1, 2):
                yield " ".join(words[:head]), " ".join(words[head : head + more])


def _without(sentence: str, kept: str, gone: str) -> str:
    return kept + sentence[len(kept) + 1 + len(gone) :]


def _title_words(title: str) -> list[str]:
    return WORD.findall(title.lower())


def _names(sheet: Sheet, at: int, word: str) -> bool:
    """Whether `word` stands, in some form, in the title of the entry at `at` or above it."""
    if len(word) < _STEM:
        return False
    stem = word[: max(_STEM, len(word) - 4)].lower()
    entry: Entry | None = sheet.unit(at).entry
    for _ in range(_DEPTH):
        if entry is None:
            break
        if entry.title and any(w.startswith(stem) for w in _title_words(entry.title)):
            return True
        entry = sheet.entries.get(entry.parent_key or "")
    return False
