"""The kinds of value that `variorum.toml` knows, and what to say of a wrong one.

A check takes what `tomllib` gave and returns it in its final form; a ValueError says, after
the name of the key, what is wrong and what to do.
"""

from __future__ import annotations

import codecs
import datetime
import re
from collections.abc import Callable, Iterable
from typing import Any

from variorum.decisions.shape import COLUMNS
from variorum.say import say

Check = Callable[[object], Any]

#: The form of an entry's key, as the contract gives it.
KEY = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+)+")
_SYSTEM = re.compile(r"[a-z0-9-]+")
_LANG = re.compile(r"[a-z]{2,3}")
_WORD = re.compile(r"[a-z0-9][a-z0-9_-]*")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?", re.ASCII)


def nearest(word: str, allowed: Iterable[str]) -> str:
    """What to write in place of `word`: the nearest of `allowed`, else all of them."""
    from difflib import get_close_matches

    words = list(allowed)
    close = get_close_matches(word.lower(), words, 1, 0.6)
    if close:
        return say("did you mean `{word}`?", word=close[0])
    return say(
        "known are {words}; if a newer version of variorum wrote it, update yours",
        words=", ".join(f"`{known}`" for known in words),
    )


def text_value(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(say("must be a text; put it in double quotes"))
    if _CONTROL.search(value):
        raise ValueError(say("holds a control character; remove it"))
    return value


def line_value(value: object) -> str:
    text = text_value(value)
    if not text.strip() or "\n" in text:
        raise ValueError(say("must be one line and not empty; fill it or remove the key"))
    return text


def matching(pattern: re.Pattern[str], advice: str) -> Check:
    def check(value: object) -> str:
        text = text_value(value)
        if not pattern.fullmatch(text):
            raise ValueError(say("is `{text}`; write {advice}", text=text[:60], advice=advice))
        return text

    return check


system_value = matching(_SYSTEM, say("a key of small letters, digits and hyphens"))
lang_value = matching(_LANG, say("a language code such as `fr`, or `und`"))
word_value = matching(_WORD, say("one word in small letters"))
entry_value = matching(KEY, say("the key of an entry, such as `system/name`"))


def parent_value(value: object) -> str:
    return "" if value == "" else str(entry_value(value))


def source_value(value: object) -> str:
    text = line_value(value)
    parts = text.split("/")
    if "\\" in text or text.startswith("/") or {"..", ".", ""} & set(parts):
        raise ValueError(
            say("is no path inside the folder; write it with `/`, such as `lists/army.csv`")
        )
    return text


def encoding_value(value: object) -> str:
    text = line_value(value)
    try:
        name = codecs.lookup(text).name
        "".encode(name)
    except (LookupError, ValueError) as error:
        raise ValueError(
            say(
                "is `{text}`; write the name of a codec such as `utf-8` or `cp1252`", text=text[:60]
            )
        ) from error
    return name


def flag_value(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(say("is neither `true` nor `false`; write one of them"))
    return value


def date_value(value: object) -> str:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, str) and _DATE.fullmatch(value):
        try:
            datetime.date.fromisoformat(
                (value + "-01-01")[:10] if len(value) != 7 else value + "-01"
            )
        except ValueError:
            pass
        else:
            return value
    raise ValueError(say("is no date; write one such as 2024-05-31, or a year in double quotes"))


def list_of(check: Check) -> Check:
    def checked(value: object) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise ValueError(say('must be a list; write `["…", "…"]`'))
        items = tuple(check(item) for item in value)
        if len(dict.fromkeys(items)) != len(items):
            raise ValueError(say("names the same twice; keep one"))
        return items

    return checked


def columns_value(value: object) -> dict[str, str]:
    """Roles of COLUMNS to titles of columns; a number becomes its digits."""
    if not isinstance(value, dict):
        raise ValueError(say('must be a table; write `{ name = "…", text = "…" }`'))
    made: dict[str, str] = {}
    for role, column in value.items():
        if role not in COLUMNS:
            raise ValueError(
                say(
                    "has the unknown word `{word}`; {advice}",
                    word=role[:60],
                    advice=nearest(role, COLUMNS),
                )
            )
        if isinstance(column, int) and not isinstance(column, bool):
            if not 0 < column < 100_000:
                raise ValueError(say("has no such column; columns count from 1"))
            column = str(column)
        made[role] = line_value(column)
    if len(frozenset(made.values())) != len(made):
        raise ValueError(say("gives one column twice; keep one"))
    return made


def choice(words: Iterable[str]) -> Check:
    allowed = list(words)

    def check(value: object) -> str:
        text = text_value(value)
        if text not in allowed:
            raise ValueError(
                say("cannot be `{text}`; {advice}", text=text[:60], advice=nearest(text, allowed))
            )
        return text

    return check
