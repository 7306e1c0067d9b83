"""Alphabetical order as a text key, for databases that only compare characters."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from variorum.compare.language import data

# Sorts after every letter: what follows its letter in the alphabet of a language.
_AFTER = "\x7f"
_NO_WORD = re.compile(rf"[^\w{_AFTER}]+")
# A number, without the zeros before it; of two the shorter is smaller.
_NUMBER = re.compile(r"(?<![0-9])0*(?P<n>[0-9]{1,99})(?![0-9])")


@cache
def _letters(lang: str) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    """The letters that a language sorts after another one, such as Hungarian `ö` after `o`."""
    own: dict[str, str] = data(lang, "read").get("own_letters", {})
    if not own:
        return None, {}
    return re.compile("|".join(sorted(map(re.escape, own), key=len, reverse=True))), own


def sort_key(name: str, lang: str) -> str:
    """A key under which names sort as in the dictionaries of `lang` when compared by character.

    Accents decide only between words that are otherwise the same; the letters that a language
    counts as its own come after the letter they are made from.  Numbers sort by what they count.
    """
    lower = unicodedata.normalize("NFC", name).lower().replace("œ", "oe").replace("æ", "ae")
    pattern, own = _letters(lang)
    plain = pattern.sub(lambda m: own[m.group()] + _AFTER, lower) if pattern else lower
    if not plain.isascii():
        marked = unicodedata.normalize("NFD", plain)
        plain = "".join(c for c in marked if not unicodedata.combining(c))
    words = _NO_WORD.sub(" ", plain).strip()
    words = _NUMBER.sub(lambda m: f"{len(m[1]):02}{m[1]}", words)
    return f"{words}\t{lower}"


def initial(name: str, lang: str) -> str:
    """The letter under which a list of `lang` files the name: `Sz` for `Széfogó`, `É` under `E`.

    A name that begins with no letter is filed under `#`.
    """
    start = name.lstrip("\"'«»„”“’‘([{¡¿-–—•* \t\u00a0")[:4]
    pattern, _ = _letters(lang)
    own = pattern.match(start.lower()) if pattern else None
    if own:
        return own.group().capitalize()
    plain = unicodedata.normalize("NFD", start.replace("œ", "o").replace("Œ", "O"))[:1].upper()
    return plain if plain.isalpha() else "#"
