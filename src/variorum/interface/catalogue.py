"""The program's own words in another language: the catalogues `variorum.po`.

They are read as they stand and not compiled beforehand, so that an edited catalogue needs no
further step, neither in a checkout nor in a wheel.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

# English is the language of the source strings; the others have a catalogue.
LANGUAGES = ("en", "fr", "hu")
DOMAIN = "variorum.po"

_FORM = re.compile(r"^msgstr(?:\[\d\])? ", re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
_PLURAL = re.compile(r"plural=([^;\n]+)")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language: `forms` of each English text, chosen from by `plural`."""

    lang: str
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: Callable[[int], int] = field(default=lambda number: int(number != 1))

    def gettext(self, text: str) -> str:
        """The text in this language; English where the catalogue lacks it."""
        forms = self.forms.get(text)
        return forms[0] if forms else text

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form for a number."""
        forms = self.forms.get(one)
        if not forms:
            return one if number == 1 else many
        return forms[min(self.plural(number), len(forms) - 1)]

    def number(self, value: int) -> str:
        """A whole number with the separators of the language (CLDR); English as it is."""
        if self.lang == LANGUAGES[0] or -1000 < value < 1000:
            return str(value)
        from babel.numbers import format_decimal

        return str(format_decimal(value, locale=self.lang))


@cache
def words(lang: str) -> Words:
    """The words in `lang`; English for a language without a catalogue, or with a broken one."""
    if lang == LANGUAGES[0] or lang not in LANGUAGES:
        return Words(LANGUAGES[0])
    try:
        return parsed((catalogues() / lang / "LC_MESSAGES" / DOMAIN).read_text("utf-8"), lang)
    except (OSError, ValueError):
        # An error told in English is better than none for want of a translation.
        return Words(LANGUAGES[0])


def parsed(text: str, lang: str) -> Words:
    """The words of a catalogue as `extract` and gettext's tools write it.

    `variorum.po` reads any catalogue and keeps every byte; to load it takes longer than all that
    the command line does to tell an error, so this reads only what is needed here.  Raises
    ValueError for a rule of plurals that is none.
    """
    forms: dict[str, tuple[str, ...]] = {}
    plural = Words(lang).plural
    for said, strings in _messages(text):
        if not said and (rule := _PLURAL.search(strings[0])):
            plural = gettext.c2py(rule[1])
        elif said and all(strings):
            forms[said] = strings
    return Words(lang, forms, plural)


def _messages(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The English text and its translations; none that awaits a look."""
    for block in text.replace("\r\n", "\n").strip().split("\n\n"):
        comments, here, strings = f"\n{block}\n".partition("\nmsgid ")
        if here and not any("fuzzy" in line for line in comments.split("\n") if line[:2] == "#,"):
            said, *forms = _FORM.split(strings)
            yield _plain(said.partition("\nmsgid_plural ")[0]), tuple(map(_plain, forms))


def _plain(strings: str) -> str:
    """What quoted lines say."""
    text = strings.strip("\n")[1:-1].replace('"\n"', "")
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _CONTROLS.get(found[1], found[1]), text)


def catalogues() -> Path:
    """The folder of the program's catalogues: inside the package, or the checkout's."""
    here = Path(__file__).resolve()
    inside = here.parents[1] / "translations" / "catalogues"
    return inside if inside.is_dir() else here.parents[3] / "translations"
