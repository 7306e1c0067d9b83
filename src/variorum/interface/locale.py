"""The language that the user's environment asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from variorum.interface.catalogue import LANGUAGES

ENGLISH = LANGUAGES[0]


def language(environment: Mapping[str, str]) -> str:
    """One of LANGUAGES, by the variables that gettext reads; English where none is known.

    The locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.  `C` and `POSIX`
    mean English whatever else is set; otherwise the list `LANGUAGE` goes before the locale
    (GNU gettext manual, "Specifying a Priority List of Languages").
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if locale in ("C", "POSIX"):
        return ENGLISH
    wishes = list(filter(None, environment.get("LANGUAGE", "").split(":"))) or [locale]
    known = (code for wish in wishes if (code := _code(wish)) in LANGUAGES)
    return next(known, ENGLISH)


def _code(name: str) -> str:
    """`fr` of `fr_BE.UTF-8@euro`."""
    return re.split(r"[_.@-]", name, maxsplit=1)[0].lower()
