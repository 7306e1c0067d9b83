"""What the command line says, in the language of the user's locale."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable

from variorum.interface.catalogue import LANGUAGES, Words, words
from variorum.interface.locale import language
from variorum.say import say, translated


def told(text: str) -> str:
    """What was said (`variorum.say`) in the user's language; any other text as it is."""
    speech = spoken()
    if speech.lang == LANGUAGES[0]:
        return text
    return translated(text, speech.gettext, speech.ngettext, speech.number)


def spoken() -> Words:
    """The words of the user's language."""
    return words(language(os.environ))


def listing(items: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; empty for nothing."""
    names = list(map(told, items))
    if len(names) < 2:
        return "".join(names)
    return told(say("{first} and {last}", first=", ".join(names[:-1]), last=names[-1]))


def percent(share: float) -> str:
    """A share of 1 in whole percent."""
    lang = spoken().lang
    if lang == LANGUAGES[0]:
        return f"{share:.0%}"
    from babel.numbers import format_percent

    return str(format_percent(share, locale=lang))


def day(date: str) -> str:
    """An ISO 8601 date in words; in English, and where it is no whole date, as it is."""
    lang = spoken().lang
    if lang == LANGUAGES[0]:
        return date
    try:
        moment = datetime.date.fromisoformat(date)
    except ValueError:
        return date
    from babel.dates import format_date

    return str(format_date(moment, "long", locale=lang))
