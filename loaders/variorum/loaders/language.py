"""Which language a text speaks, from its function words, over the whole text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from variorum.compare.cutting import LONG
from variorum.compare.language import UNKNOWN, data, languages

if TYPE_CHECKING:
    from .language_np import WordCounts

# Characters at a time: each takes twelve bytes where a stretch is written in lower case.
STRETCH = 1 << 15

_WORD = re.compile(r"[^\W\d_]+")
_SPACE = re.compile(r"\s")
_ASCII = bytes(range(128))
# Beyond ASCII a text has a dozen kinds of quotes, dashes and the like; each is one pass over it.
_MOST_SIGNS = 100
_PARTED = bytes(c if c > 127 or chr(c).isalpha() else 32 for c in range(256))


def stretches(text: str) -> Iterator[tuple[int, int]]:
    """Starts and ends of some ten thousand characters each, cut after a space or a line end.

    The words of a whole file at once take many times the memory of the file.
    """
    at = 0
    while at < len(text):
        space = _SPACE.search(text, at + STRETCH)
        end = len(text) if space is None else space.end()
        yield at, end
        at = end


def lowered(text: str) -> str:
    """`text` in lower case; Python takes twelve bytes a character for that, so not all at once."""
    if len(text) <= STRETCH:
        return text.lower()
    return "".join([text[at:end].lower() for at, end in stretches(text)])


def spaced(text: str) -> str:
    """The words of `text` with one space between them."""
    if len(text) <= STRETCH:
        return " ".join(text.split())
    parts = (" ".join(text[at:end].split()) for at, end in stretches(text))
    return " ".join([part for part in parts if part])


def count_words(text: str, word: re.Pattern[str] = _WORD) -> Counter[str]:
    """How often each word stands in `text`, in the order of the text.

    What `word` matches must hold no space: what stands between spaces comes back again and again,
    and each such token is cut into words once.
    """
    tokens = Counter[str]()
    for at, end in stretches(text):
        tokens.update(text[at:end].split())
    words = Counter[str]()
    for token, often in tokens.items():
        for found in word.findall(token):
            words[found] += often
    return words


@cache
def _function_words() -> dict[str, frozenset[str]]:
    return {lang: frozenset(data(lang, "read").get("function_words", ())) for lang in languages()}


@cache
def alphabet(lang: str) -> frozenset[str]:
    """The characters beyond ASCII that texts in `lang` use, with the typographic signs of all."""
    letters: str = data(lang, "read").get("letters", "")
    signs: str = data(UNKNOWN, "read").get("signs", "")
    return frozenset(letters + letters.upper() + signs)


def language_of(text: str) -> str:
    """The ISO 639-1 code of the language with most function words in `text`, else `und`.

    Letters that only one language has break a tie and speak for a text too short to hold
    function words.  The text may lack its accented letters (ASCII only).
    """
    return _spoken_in((text[at:end] for at, end in stretches(text)), len(text))


def language_of_all(texts: Iterable[str], length: int) -> str:
    """The same for many texts together, of about so many characters; no text holds them all."""
    return _spoken_in(_bundled(texts), length)


def _bundled(texts: Iterable[str]) -> Iterator[str]:
    """The texts, short ones together, long ones in parts."""
    some: list[str] = []
    size = 0
    for text in texts:
        for at, end in stretches(text):
            some.append(text[at:end])
            size += end - at
            if size >= STRETCH:
                yield "\n".join(some)
                some, size = [], 0
    yield "\n".join(some)


def _spoken_in(parts: Iterable[str], length: int) -> str:
    """The language of the parts of a text, none of which cuts a word."""
    own = _own_letters()
    function_words = _function_words()
    # Only these are counted: a count of all the words of a large corpus is a slow one.
    wanted = frozenset[str]().union(*function_words.values())
    encoded = frozenset(map(str.encode, wanted))
    plain, letters = Counter[bytes](), Counter[str]()
    many = _counts_of_many(wanted) if length > LONG else None
    for text in parts:
        part, beyond, kinds = _spaced(text.lower())
        if many is not None:
            many.add(part)
        else:
            plain.update(filter(encoded.__contains__, part.split()))
        for lang, only in own.items():
            letters[lang] += sum(map(beyond.count, only & kinds))
    words = many.counts if many is not None else {w.decode(): n for w, n in plain.items()}
    counts = {
        lang: sum(n for w, n in words.items() if w in known) + (letters[lang] + 1) // 2
        for lang, known in function_words.items()
    }
    best = max(sorted(counts), key=lambda lang: counts[lang], default=UNKNOWN)
    return best if counts.get(best) else UNKNOWN


def _counts_of_many(wanted: frozenset[str]) -> WordCounts | None:
    """What counts words in long texts; null where a word is too long for it."""
    from .language_np import LONGEST, WordCounts

    return None if any(len(w.encode()) > LONGEST for w in wanted) else WordCounts(wanted)


def _spaced(text: str) -> tuple[bytes, str, frozenset[str]]:
    """`text` in UTF-8 with a space for each character that stands in no word (as `_WORD`, and twice
    as fast), and its characters beyond ASCII: few, and soon looked through, of a dozen kinds."""
    encoded = text.encode("utf-8", "surrogatepass").translate(_PARTED)
    beyond = encoded.translate(None, _ASCII).decode("utf-8", "surrogatepass")
    kinds = frozenset(beyond)
    signs = [sign for sign in kinds if not _WORD.match(sign)]
    if len(signs) > _MOST_SIGNS:
        return " ".join(_WORD.findall(text)).encode("utf-8", "surrogatepass"), beyond, kinds
    for sign in signs:
        encoded = encoded.replace(sign.encode("utf-8", "surrogatepass"), b" ")
    return encoded, beyond, kinds


@cache
def _own_letters() -> dict[str, frozenset[str]]:
    """Letters that one language has and no other of ours."""
    all_letters = {lang: set(data(lang, "read").get("letters", "")) for lang in languages()}
    own = {}
    for lang, letters in all_letters.items():
        others: set[str] = set()
        for other, theirs in all_letters.items():
            if other != lang:
                others |= theirs
        own[lang] = frozenset(letters - others)
    return own
