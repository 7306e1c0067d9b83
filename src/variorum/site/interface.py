"""The interface in the reader's language: which one, its words, numbers, dates and names."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import negotiate_locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from variorum.interface.catalogue import LANGUAGES, Words, words
from variorum.say import translated

COOKIE = "variorum_lang"


@dataclass(frozen=True, slots=True)
class Interface:
    """One language of the interface."""

    lang: str
    locale: Locale
    catalogue: Words

    def gettext(self, text: str) -> str:
        """The words in this language; English where the catalogue lacks them."""
        return self.catalogue.gettext(text)

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form for a number."""
        return self.catalogue.ngettext(one, many, number)

    def told(self, text: str) -> str:
        """What was said (`variorum.say`) in this language; any other text as it is."""
        return translated(text, self.gettext, self.ngettext, self.number)

    def number(self, value: float) -> str:
        """A number with the separators of the language."""
        return str(format_decimal(value, locale=self.locale))

    def percent(self, value: float) -> str:
        """A share of 100, in whole percent; never 100 unless it is all."""
        share = int(value) if value < 100 else 100
        return str(format_percent(share / 100, locale=self.locale))

    def date(self, value: str | None) -> str:
        """An ISO 8601 date in words; as it is where it is no whole date (`2021-03`)."""
        try:
            day = datetime.date.fromisoformat((value or "")[:10])
        except ValueError:
            return value or ""
        return format_date(day, "long", locale=self.locale)

    def listing(self, items: Iterable[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        return str(format_list(list(items), locale=self.locale))

    def language(self, code: str) -> str:
        """The name of a language in this language; the code where it has none."""
        if code == "und":
            return self.gettext("language unknown")
        return str(self.locale.languages.get(code, code))


@cache
def interface(lang: str) -> Interface:
    """The interface in `lang`, one of LANGUAGES.  Raises ValueError for another."""
    if lang not in LANGUAGES:
        raise ValueError(lang)
    return Interface(lang, Locale(lang), words(lang))


@cache
def own_name(lang: str) -> str:
    """The name of a language in that language, as a switch of languages shows it."""
    try:
        name = Locale.parse(lang).get_language_name()
    except (UnknownLocaleError, ValueError):
        name = None
    return name or lang


def chosen(arguments: Mapping[str, str], cookies: Mapping[str, str], accepted: str) -> str:
    """The language of an answer: `?_lang`, else the cookie, else the Accept-Language header."""
    for wish in (arguments.get("_lang"), cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return wish
    wishes = [code for code in preferences(accepted) if code != "*"]
    found = negotiate_locale(wishes, LANGUAGES, sep="-") if wishes else None
    if found is None:
        found = next((w[:2].lower() for w in wishes if w[:2].lower() in LANGUAGES), None)
    return str(found).lower() if found else LANGUAGES[0]


def preferences(accepted: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first (RFC 9110, 12.5.4)."""
    weighed = []
    for item in accepted.split(",")[:20]:
        code, _, parameter = item.strip().partition(";")
        name, _, value = parameter.strip().partition("=")
        try:
            weight = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            weight = 0.0
        if code.strip() and weight > 0:
            weighed.append((-weight, code.strip()))
    return [code for _, code in sorted(weighed, key=lambda pair: pair[0])]
