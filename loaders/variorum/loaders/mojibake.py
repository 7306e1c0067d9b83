"""UTF-8 that was read in an 8-bit encoding, once or more often: told, and read right.

Such a text has, for each character beyond ASCII, the characters of its bytes: `Ã©` for `é`.  A
line is damaged where its sequences give letters and signs of our languages, where it has no such
letter besides, and where they are no examples between quotes (as in a text about encodings).
The heuristics of ftfy (Robyn Speer, Apache-2.0) are not used, since it forgets where a character
came from and corrects more than this.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from variorum.compare.language import languages

from .language import alphabet, stretches

# In order of preference; the last two are those of DOS and of the Macintosh.
CODES = ("cp1252", "cp1250", "latin-1", "iso8859_2", "mac_roman", "cp437", "cp850")
# What `Source.encoding` says of a file that was read right: the encoding of its bytes, and this.
MARK = "+mojibake:"
DEEPEST = 3
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")
_ASCII_BLANK = bytes(c if c > 127 else 32 for c in range(256))
_QUOTES = "\"'`“”„«»‘’‹›(["
_LATIN = ("cp1252", "latin-1")
# What follows a character of which one is a space, where no word does.
_AFTER = ("", " ", ".", ",", ")", "\r", "\n")
# Words of one letter.
_WORDS = frozenset("àáéèóőöüűôùîìòyaeio")


@dataclass(frozen=True, slots=True)
class Mended:
    """A text read right: `codes` are the encodings it was read in, `lines` how many were damaged.

    Character `starts[n]` of `text` stands for characters `old_starts[n]` to `old_ends[n]` of
    the text as it was; all others stand for themselves, in order.
    """

    text: str
    codes: tuple[str, ...]
    lines: tuple[int, ...]
    starts: tuple[int, ...]
    old_starts: tuple[int, ...]
    old_ends: tuple[int, ...]

    def original(self, offset: int) -> int:
        """The offset in the text as it was of a boundary between characters of `text`."""
        n = bisect_right(self.starts, offset - 1) - 1
        if n < 0:
            return offset
        return self.old_ends[n] + offset - self.starts[n] - 1


@cache
def _letters() -> frozenset[str]:
    """Letters and signs beyond ASCII that texts in our languages have."""
    return frozenset(c for lang in languages() for c in alphabet(lang) if ord(c) > 127)


@cache
def _sequences(code: str) -> re.Pattern[str]:
    """Characters whose bytes in `code` are one character of UTF-8."""
    table = [_character(byte, code) for byte in range(256)]

    def some(first: int, last: int) -> str:
        return "[" + "".join(re.escape(c) for c in table[first : last + 1] if c) + "]"

    trail = some(0x80, 0xBF)
    return re.compile(
        f"{some(0xC2, 0xDF)}{trail}|{some(0xE0, 0xEF)}{trail}{trail}"
        f"|{some(0xF0, 0xF4)}{trail}{trail}{trail}"
    )


def _character(byte: int, code: str) -> str:
    """What a byte is read as; undefined bytes are passed through as controls."""
    try:
        return bytes([byte]).decode(code)
    except UnicodeDecodeError:
        return chr(byte)


@cache
def _bytes(code: str) -> dict[str, int]:
    return {_character(byte, code): byte for byte in range(255, 127, -1)}


def _right(sequence: str, code: str) -> str | None:
    table = _bytes(code)
    try:
        return bytes(table[c] for c in sequence).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return None


def mended(text: str) -> Mended | None:
    """The text read right, null where it is not damaged.  `text` is decoded."""
    if text.isascii():
        return None
    runs = _runs(text)
    able = tuple(code for code in CODES if _speaks(runs, code))
    if not able:
        return None
    out: list[str] = []
    lines: list[int] = []
    codes: dict[str, None] = {}
    starts: list[int] = []
    old_starts: list[int] = []
    old_ends: list[int] = []
    at = number = 0
    for m in _LINE.finditer(text):
        line = m.group()
        number += 1
        own = None if line.isascii() else _line(line, able)
        if own is None:
            out.append(line)
            at += len(line)
            continue
        lines.append(number)
        for code in own[1]:
            codes[code] = None
        for character, start, end in own[0]:
            if end - start > 1 or line[start:end] != character:
                starts.append(at)
                old_starts.append(m.start() + start)
                old_ends.append(m.start() + end)
            out.append(character)
            at += 1
    if not lines:
        return None
    return Mended(
        "".join(out), tuple(codes), tuple(lines), tuple(starts), tuple(old_starts), tuple(old_ends)
    )


def _runs(text: str) -> Collection[str]:
    """The different runs of characters beyond ASCII: no sequence reaches beyond its own, and none
    is a single character."""
    found: set[bytes] = set()
    for at, end in stretches(text):
        encoded = text[at:end].encode("utf-8", "surrogatepass")
        found.update(encoded.translate(_ASCII_BLANK).split())
    runs = [run.decode("utf-8", "surrogatepass") for run in found]
    return [run for run in runs if len(run) > 1]


def _speaks(runs: Iterable[str], code: str) -> bool:
    """Whether any run of characters beyond ASCII gives a letter or a sign of our languages."""
    known = _letters()
    return any(
        (right := _right(sequence, code)) is not None and (right in known or _is_mojibake(right))
        for run in runs
        for sequence in _sequences(code).findall(run)
    )


def _line(line: str, able: Sequence[str]) -> tuple[list[tuple[str, int, int]], list[str]] | None:
    """The characters of a damaged line with the place that each had, and the encodings; null for
    a line that is not damaged."""
    characters = [(c, n, n + 1) for n, c in enumerate(line)]
    codes: list[str] = []
    while len(codes) < DEEPEST:
        now = "".join(c for c, _, _ in characters)
        code = _code(now, CODES if codes else able)
        if code is None:
            break
        better: list[tuple[str, int, int]] = []
        at = 0
        for m in _sequences(code).finditer(now):
            right = _right(m.group(), code)
            if right is None:
                continue
            better += characters[at : m.start()]
            better.append((right, characters[m.start()][1], characters[m.end() - 1][2]))
            at = m.end()
        better += characters[at:]
        if code in _LATIN and "Ã" in now:
            better = _with_lost_spaces(better)
        codes.append(code)
        characters = better
    return (characters, codes) if codes else None


def _with_lost_spaces(characters: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """`Ã` is `à` where its second character, a space that does not break, became a plain one."""
    found: list[tuple[str, int, int]] = []
    n = 0
    while n < len(characters):
        c, start, end = characters[n]
        following = "".join(x for x, _, _ in characters[n + 1 : n + 3])
        if c == "Ã" and following[:1] == " ":
            # Of two spaces one is that character; before a stop there is no other.
            taken = 1 if following[1:] in _AFTER else 0
            found.append(("à", start, characters[n + taken][2]))
            n += 1 + taken
            continue
        found.append((c, start, end))
        n += 1
    return found


def _code(line: str, able: Sequence[str]) -> str | None:
    """The encoding in which a line was read wrongly, null where it was not."""
    if line.isascii():
        return None
    known = _letters()
    best: tuple[int, int, str] | None = None
    for preference, code in enumerate(able):
        sure = loose = 0
        inside: set[int] = set()
        for m in _sequences(code).finditer(line):
            right = _right(m.group(), code)
            if right is None:
                continue
            inside.update(range(*m.span()))
            if right in known or _is_mojibake(right):
                sure += not _is_quoted(line, m) and not _is_alone(line, m, right)
            else:
                loose += 1
        if not sure or loose > sure:
            continue
        besides = [
            c
            for n, c in enumerate(line)
            if c > "\x7f" and n not in inside and c.isalpha() and c in known
        ]
        if len(besides) * 2 > sure:
            continue
        score = (sure * 4 - loose * 2 - len(besides), -preference, code)
        best = max(best, score) if best else score
    return best[2] if best else None


def _is_mojibake(character: str) -> bool:
    """Whether a character may be a part of a sequence that was read wrongly twice."""
    return character in "ÃÂÅÄâĂĹ€™œ“”˘Ë†š¬"


def _is_alone(line: str, m: re.Match[str], right: str) -> bool:
    """Whether a sequence touches no word, and gives a letter that is no word by itself."""
    beside = line[m.start() - 1 : m.start()] + line[m.end() : m.end() + 1]
    return right.isalpha() and right.lower() not in _WORDS and not any(map(str.isalnum, beside))


def _is_quoted(line: str, m: re.Match[str]) -> bool:
    """Whether a sequence stands alone between quotes or spaces, as an example does."""
    before = line[m.start() - 1] if m.start() else " "
    after = line[m.end()] if m.end() < len(line) else " "
    return before in _QUOTES and after in _QUOTES + ".,;:)]"
