"""Digests of texts that typography does not change.

`fingerprint` tells whether two texts have the same words and numbers; `likeness` lets two
texts that do not be compared without having them: 16 minima of hashed words and pairs of
words (MinHash: Broder, *On the resemblance and containment of documents*, 1997; four bits
of each minimum: Li and König, *b-Bit minwise hashing*, 2010).
"""

from __future__ import annotations

import codecs
import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

#: From this many of 16 equal digits on, two texts are versions of one another.  Unrelated
#: texts agree in one digit of 16 by chance: nine or more happen once in ten million pairs.
SIMILAR = 9

_DIGITS = "0123456789abcdef"
_MASK = (1 << 64) - 1
# Thousands: 1 500 is 1500, but `12 345 67` is no number.
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3})((?:[^\S\n]\d{3})+)(?![^\S\n]?\d)")
_MAYBE_THOUSANDS = re.compile(r"\d\s\d{3}")
_FOREIGN = re.compile(r"[^\x00-\x7f\w\s]")
# What belongs to a number (decimal mark, star, minus, inch) is held by characters that stand
# for nothing (Unicode, 23.7 Noncharacters) while the punctuation goes.  Every pattern begins
# with the characters it looks for, since a look around at each place costs ten times as much.
_DASHES = "‐‑–—−"
_IN_NUMBER = re.compile(
    rf"[-{_DASHES}.,*\"”″]"
    rf"(?:(?<=\d[.,*])(?=\d)|(?<=[-{_DASHES}])(?=\d)|(?<=\d[\"”″])(?!\w))"
)
_HELD = dict(zip('.,*"”″', "\ufdd0\ufdd0\ufdd1\ufdd3\ufdd3\ufdd3", strict=True))
_HELD |= dict.fromkeys(f"-{_DASHES}", "\ufdd2")
_MEANT = {"\ufdd0": ".", "\ufdd1": "*", "\ufdd2": "-", "\ufdd3": '"'}
_SIGN = re.compile(r"[^\w\s]")
_NOTHING = "\ufdd4"


def fold(text: str) -> str:
    """`text` in lower case, words parted by one space, without what is only typography.

    Gone are the kind and place of spaces, quotation marks, apostrophes, dashes, brackets,
    bullets and other punctuation, capital letters and the ligatures œ and æ.  Kept are
    letters with their accents, digits, signs such as `+`, `%` and `<`, and inside numbers
    the decimal mark, the minus and the inch.
    """
    try:
        code = codecs.charmap_encode(text, "strict", _CODES)[0]
    except UnicodeEncodeError:
        return _folded(text)
    if _NUMBER.search(code):
        held = _IN_NUMBER.sub(lambda m: _HELD[m[0]], _without_thousands(text))
        code = codecs.charmap_encode(held, "strict", _CODES_HELD)[0]
    for letter, written in _LONG:
        code = code.replace(letter, written)
    code = b" ".join(code.translate(_FOLDED).split())
    return codecs.charmap_decode(code, "strict", _COMMON)[0]


def _folded(text: str) -> str:
    """`fold` for any character."""
    text = unicodedata.normalize("NFC", text).casefold()
    text = text.replace("œ", "oe").replace("æ", "ae").replace("−", "-")
    text = _without_thousands(_FOREIGN.sub(_plain, unicodedata.normalize("NFC", text)))
    text = _IN_NUMBER.sub(lambda m: _HELD[m[0]], text).replace("_", " ")
    return " ".join(_SIGN.sub(_sign, text).split())


def _without_thousands(text: str) -> str:
    if not _MAYBE_THOUSANDS.search(text):
        return text
    return _THOUSANDS.sub(lambda m: m[1] + "".join(m[2].split()), text)


def _plain(match: re.Match[str]) -> str:
    """All dashes as one; characters without a shape (soft hyphen, joiners) as nothing."""
    category = unicodedata.category(match[0])
    if category == "Cn":
        return _NOTHING
    return "-" if category == "Pd" else "" if category == "Cf" else match[0]


def _sign(match: re.Match[str]) -> str:
    return _kept(match[0])


@cache
def _kept(sign: str) -> str:
    """Symbols and combining marks are part of what is written; punctuation parts words."""
    if sign in _MEANT:
        return _MEANT[sign]
    return sign if sign in "%&@#/" or unicodedata.category(sign)[0] in "MS" else " "


# Most texts have few kinds of characters, and are folded as bytes, by a table: these are they, by
# byte; none of them joins with its neighbours, or is nothing.
_UNUSED = "\ufffe"
_OTHERS = f"œŒőŐűŰ{_DASHES}‘’‚“”„‹›…•″\u202f\u2009"
_COMMON = "".join(
    [
        *map(chr, range(0x80)),
        _OTHERS.ljust(0x20, _UNUSED),
        *(_UNUSED if c in "\u00adµ" else c for c in map(chr, range(0xA0, 0x100))),
    ]
)
_CODES = codecs.charmap_build(_COMMON)
_FREE = _COMMON.index(_UNUSED)
_CODES_HELD = codecs.charmap_build(
    _COMMON[:_FREE] + "".join(_MEANT) + _COMMON[_FREE + len(_MEANT) :]
)


def _table() -> tuple[bytes, tuple[tuple[bytes, bytes], ...]]:
    """By byte that of the character folded; and what is folded to more than one character."""
    table, long = bytearray(range(0x100)), []
    written = dict(enumerate(_COMMON)) | dict(enumerate(_MEANT, _FREE))
    for code, char in written.items():
        if char != _UNUSED:
            plain = _MEANT.get(char) or _folded(f"a{char}a")[1:-1]
            if len(plain) == 1:
                table[code] = _COMMON.index(plain)
            else:
                long.append((bytes([code]), plain.encode("ascii")))
    return bytes(table), tuple(long)


_FOLDED, _LONG = _table()


def _any_of(chars: Iterable[str]) -> str:
    """For a pattern of bytes: any of these characters."""
    return re.escape("".join(chr(_COMMON.index(char)) for char in chars))


# Where a number may be written with marks or spaces, or a mark belongs to it.
_DASH, _INCH, _SPACE = _any_of(f"-{_DASHES}"), _any_of('"”″'), _any_of(filter(str.isspace, _COMMON))
_NUMBER = re.compile(
    rf"[\d{_DASH}](?:(?<=\d)(?:[.,*]\d|[{_INCH}]|[{_SPACE}]\d)|(?<!\d)\d)".encode("latin-1")
)


def fingerprint(text: str) -> str:
    """16 hexadecimal digits of the SHA-256 of the folded `text`.

    The same for texts that differ in typography only (see `fold`), another one for every
    word or number that is another.
    """
    return hashlib.sha256(fold(text).encode()).hexdigest()[:16]


def likeness(text: str) -> str:
    """16 hexadecimal digits for `similar`; the empty string for a text without words."""
    words = fold(text).split()
    shingles = dict.fromkeys(words) | dict.fromkeys(" ".join(pair) for pair in pairwise(words))
    hashes = [
        int.from_bytes(hashlib.blake2b(shingle.encode(), digest_size=8).digest(), "big")
        for shingle in shingles
    ]
    if not hashes:
        return ""
    return "".join(
        _DIGITS[min((h * factor + shift) & _MASK for h in hashes) >> 8 & 15]
        for factor, shift in _FAMILIES
    )


def _families() -> tuple[tuple[int, int], ...]:
    """16 fixed odd factors and shifts; drawn from SHA-256, so nothing up the sleeve."""
    drawn = []
    for number in range(16):
        digest = hashlib.sha256(f"variorum likeness {number}".encode()).digest()
        factor, shift = digest[:8], digest[8:16]
        drawn.append((int.from_bytes(factor, "big") | 1, int.from_bytes(shift, "big")))
    return tuple(drawn)


_FAMILIES = _families()


def similar(one: str, other: str) -> int:
    """How many of the 16 digits of two `likeness` values agree; 0 where one is unknown."""
    if not one or not other:
        return 0
    return sum(a == b for a, b in zip(one, other, strict=True))
