"""Where a line may be broken, and how many columns text takes: as GNU gettext sees it.

gettext leaves both questions to libunistring, which answers after Unicode Standard
Annex 14 with a pair table and Annex 11.  The data are in `linebreak.toml`.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_HANGUL_FIRST, _HANGUL_LAST, _HANGUL_FINALS = 0xAC00, 0xD7A3, 28


@dataclass(frozen=True, slots=True)
class _Ranges:
    """Code point ranges with a name each; what is in none has the name `other`."""

    starts: list[int]
    ends: list[int]
    names: list[str]
    other: str

    def name(self, point: int) -> str:
        at = bisect_right(self.starts, point) - 1
        return self.names[at] if at >= 0 and point <= self.ends[at] else self.other


def _ranges(table: dict[str, str], other: str) -> _Ranges:
    found = []
    for name, ranges in table.items():
        for piece in ranges.split():
            start, _, end = piece.partition("-")
            found.append((int(start, 16), int(end or start, 16), name))
    found.sort()
    return _Ranges([f[0] for f in found], [f[1] for f in found], [f[2] for f in found], other)


@cache
def _tables() -> tuple[dict[tuple[str, str], str], _Ranges, _Ranges]:
    text = (files("variorum.po") / "linebreak.toml").read_text("utf-8")
    data = tomllib.loads(text)
    rows = data["pairs"]
    order = rows.pop("columns").split()
    pairs = {(a, b): rows[a][i] for a in order for i, b in enumerate(order)}
    return pairs, _ranges(data["classes"], "AL"), _ranges(data["columns"], "one")


@cache
def line_class(char: str) -> str:
    """The line breaking class of a character, by its Annex 14 name (`AL`, `HY`, `GL` …)."""
    point = ord(char)
    if _HANGUL_FIRST <= point <= _HANGUL_LAST:
        return "H3" if (point - _HANGUL_FIRST) % _HANGUL_FINALS else "H2"
    return _tables()[1].name(point)


@cache
def columns(char: str) -> int:
    """How many columns of a terminal a character takes: 0, 1 or 2."""
    return {"none": 0, "one": 1, "two": 2}[_tables()[2].name(ord(char))]


def pair(before: str, after: str) -> str:
    """May two classes be parted?  `D`: yes; `I`: only where spaces stand between; `P`: never."""
    return _tables()[0][before, after]


def opportunities(text: str) -> list[bool]:
    """For each character of `text`: may a line be broken before it?

    A character that always ends a line (U+2028, U+0085 …) gives no opportunity: it stands in
    a string like any other, and only starts the rules anew.
    """
    out: list[bool] = []
    last = "BK"  # class of the last character that is no space
    before = ""  # class of the one before it
    spaces = joined = False  # joined: a zero width joiner stands just before
    adjacent = True  # no mark that combines stands just before
    flags = 0  # regional indicators in a row
    for char in text:
        kind = line_class(char)
        can = False
        if kind == "BK":
            last, before, spaces = "BK", "", False
        elif kind == "SP":
            spaces = True
        elif kind == "ZW":
            last, before, spaces = "ZW", "", False
        else:
            if kind in ("CM", "ZJ"):
                if spaces or last in ("ZW", "BK"):
                    # With nothing to combine with it stands like a letter.
                    can = last != "BK"
                    last, spaces = "AL", False
                before, joined, adjacent, flags = "", kind == "ZJ", False, 0
                out.append(can)
                continue
            if last == "BK":
                can = False
            elif last == "ZW":
                can = True
            else:
                rule = pair(last, kind)
                can = rule == "D" or (rule == "I" and spaces)
                if not spaces:
                    if joined or (before == "HL" and last in ("HY", "BA")):
                        can = False
                    elif last == kind == "RI" and flags % 2 == 0:
                        can = True
            again = kind == last == "RI" and not spaces
            flags = flags + 1 if again else int(kind == "RI")
            before, last = last if adjacent and not spaces else "", kind
            spaces, adjacent = False, True
        joined = False
        out.append(can)
    return out
