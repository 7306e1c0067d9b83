"""Numbers and dates as a spreadsheet shows them (ECMA-376 Part 1, 18.8.30 and 18.8.31).

A cell of XLSX holds a number, and its style how that is written.  What a format leaves to the
settings of a reader's machine is written without regard to a country: dates as ISO 8601 has them,
a point before decimals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Literal

GENERAL = "General"
_DATE = "yyyy-mm-dd"
# The formats that have a number and stand in no file; the others of these are reserved.
BUILT_IN: Mapping[int, str] = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: _DATE, 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: f"{_DATE} h:mm", 27: _DATE, 28: _DATE, 29: _DATE, 30: _DATE, 31: _DATE, 36: _DATE,
    37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mm:ss.0", 48: "##0.0E+0", 49: "@", 50: _DATE, 57: _DATE, 58: _DATE,
}  # fmt: skip
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<half>AM/PM|A/P|am/pm|a/p)|(?P<general>General)|(?P<code>[yYmMdDhHsS]+)"
    r"|(?P<number>[#0?][#0?,]*(?:\.[#0?]*)?|\.[#0?]+)|(?P<exponent>[eE][+-]0+)|(?P<other>.)",
    re.DOTALL,
)
_PASSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_LOCALE = re.compile(r"\$[^-]*-(?P<code>[0-9A-Fa-f]{1,8})$")
_CONDITION = re.compile(r"[<>=]")
# The languages of month names by the low byte of a locale of Windows.
_LANGUAGES = {0x0C: "fr", 0x0E: "hu", 0x07: "de", 0x0A: "es", 0x10: "it", 0x09: "en"}
_DIGITS = 10
# Beyond these a spreadsheet shows no date, and a float no digit after the point.
_LAST_DAY = 2_958_466
_EXACT = 1e15
_LONGEST_FORMAT = 300


def shown(value: float, code: str, since_1904: bool = False) -> str:
    """A number as the format `code` writes it; `since_1904`: days count from that year on."""
    sections = _sections(code[:_LONGEST_FORMAT])
    if any(kind == "bracket" and _CONDITION.match(t) for s in sections for kind, t in s):
        return general(value)
    at = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    section = sections[at]
    kinds = dict.fromkeys(kind for kind, _ in section)
    if "code" in kinds or any(k == "bracket" and _PASSED.fullmatch(t) for k, t in section):
        told = _moment(value, section, since_1904)
        return general(value) if told is None else told
    if "number" not in kinds and "general" not in kinds:
        text = "".join(t for kind, t in section if kind in ("quoted", "escaped", "other"))
        return general(value) if "@" in text or not text.strip() else text
    sign = "-" if value < 0 and at == 0 else ""
    return sign + _numbers(abs(value), section)


def general(value: float) -> str:
    """A number without a format: at most ten digits of it, as a cell has room for."""
    if value == int(value) and abs(value) < _EXACT:
        return str(int(value))
    return f"{value:.{_DIGITS}g}".replace("e", "E")


@lru_cache(maxsize=512)
def _sections(code: str) -> Sequence[Sequence[tuple[str, str]]]:
    """The parts of a format for positive and negative numbers, zero and texts, in tokens."""
    found: list[list[tuple[str, str]]] = [[]]
    for m in _TOKEN.finditer(code):
        kind = m.lastgroup
        if kind == "other" and m.group() == ";":
            found.append([])
        elif kind is not None:
            found[-1].append((kind, m.group(kind)))
    return found


def _numbers(value: float, section: Sequence[tuple[str, str]]) -> str:
    codes = [t for kind, t in section if kind == "number"]
    others = "".join(t for kind, t in section if kind == "other")
    exponent = next((t for kind, t in section if kind == "exponent"), None)
    value *= 100 ** others.count("%")
    if exponent is not None:
        number = f"{value:.{_decimals(codes[0])}E}" if codes else general(value)
    elif "/" in others and len(codes) > 1:
        number = _fraction(value, codes)
    else:
        number = _decimal(value, codes[0]) if codes else general(value)
    told, done = "", False
    for kind, t in section:
        if kind in ("number", "general"):
            told, done = told + ("" if done else number), True
        elif kind in ("quoted", "escaped") or (kind == "other" and t not in "@"):
            told += "" if t == "/" and len(codes) > 1 else t
        elif kind == "bracket" and t.startswith("$"):
            told += t[1:].partition("-")[0]
    return told.strip()


def _decimals(code: str) -> int:
    return len(code.partition(".")[2])


def _decimal(value: float, code: str) -> str:
    whole, _, after = code.partition(".")
    thousands = len(whole) - len(whole.rstrip(","))
    value /= 1000**thousands
    grouped = "," if "," in whole.rstrip(",") else ""
    told = f"{value:{grouped}.{min(len(after), 20)}f}"
    optional = len(after) - len(after.rstrip("#?"))
    if optional and "." in told:
        cut = len(told) - optional
        told = (told[:cut] + told[cut:].rstrip("0")).rstrip(".")
    digits = whole.count("0")
    first, point, rest = told.partition(".")
    if first == "0" and not digits and rest:
        first = ""
    return first.zfill(min(digits, 30)) + point + rest


def _fraction(value: float, codes: Sequence[str]) -> str:
    most = 10 ** min(len(codes[-1]), 3) - 1
    whole = int(value) if len(codes) > 2 else 0
    part = Fraction(value - whole).limit_denominator(most)
    if part == 1 and len(codes) > 2:
        whole, part = whole + 1, Fraction(0)
    if not part:
        return str(whole)
    told = f"{part.numerator}/{part.denominator}"
    return f"{whole} {told}" if whole else told


def _moment(value: float, section: Sequence[tuple[str, str]], since_1904: bool) -> str | None:
    """A date or a time of day; null for a number that is none."""
    days = value + (1462 if since_1904 else 0)
    if not 0 <= days < _LAST_DAY:
        return None
    # The first spreadsheet took 1900 for a leap year, and all others did it after it.
    begin = datetime(1899, 12, 31) if days < 60 else datetime(1899, 12, 30)
    shows_parts = any(k == "other" and t == "." for k, t in section)
    seconds = round(days * 86400, 1 if shows_parts else 0)
    moment = begin + timedelta(seconds=seconds)
    lang = "en"
    halves = any(kind == "half" for kind, _ in section)
    parts: list[tuple[str, str]] = []
    for kind, t in section:
        found = _LOCALE.match(t) if kind == "bracket" else None
        if found:
            lang = _LANGUAGES.get(int(found["code"], 16) & 0xFF, lang)
        parts.append((kind, t))
    told = ""
    for n, (kind, t) in enumerate(parts):
        if kind == "code":
            told += _code(t.lower(), moment, lang, halves, _is_minute(parts, n))
        elif kind == "half":
            told += "AM" if moment.hour < 12 else "PM"
        elif kind == "bracket" and _PASSED.fullmatch(t):
            unit = {"h": 3600, "m": 60, "s": 1}[t[0].lower()]
            told += str(int(seconds // unit)).zfill(len(t))
        elif kind == "number":
            told += f"{seconds % 1:.1f}"[1:] if t.startswith(".") else ""
        elif kind in ("quoted", "escaped") or (kind == "other" and t != "@"):
            told += t
    return told.strip()


def _is_minute(parts: Sequence[tuple[str, str]], n: int) -> bool:
    """Whether the `m` at `n` are minutes: behind hours, or before seconds."""
    before = next((t for k, t in reversed(parts[:n]) if k in ("code", "bracket")), "")
    after = next((t for k, t in parts[n + 1 :] if k == "code"), "")
    return before[:1].lower() == "h" or after[:1].lower() == "s"


def _code(code: str, moment: datetime, lang: str, halves: bool, minute: bool) -> str:
    unit, wide = code[0], len(code)
    if unit == "y":
        return f"{moment.year:04}" if wide > 2 else f"{moment.year % 100:02}"
    if unit == "m" and minute and wide <= 2:
        return str(moment.minute).zfill(wide)
    if unit in "md" and wide > 2:
        return _named(unit, wide, moment, lang)
    if unit == "h":
        return str((moment.hour % 12 or 12) if halves else moment.hour).zfill(wide)
    number = {"m": moment.month, "d": moment.day, "s": moment.second}[unit]
    return str(number).zfill(min(wide, 2))


def _named(unit: str, wide: int, moment: datetime, lang: str) -> str:
    from babel.dates import get_day_names, get_month_names

    width: Literal["wide", "abbreviated"] = "wide" if wide > 3 else "abbreviated"
    if unit == "m":
        name: str = get_month_names(width, locale=lang)[moment.month]
        return name[:1] if wide == 5 else name
    day: str = get_day_names(width, locale=lang)[moment.weekday()]
    return day
