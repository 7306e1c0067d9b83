"""What the checks take and give, the kinds of problems, and how heavy each is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from variorum.translations.places import TITLE

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "dice": "error",
        "number": "error",
        "unit": "error",
        "parameter": "error",
        "markup": "error",
        "untranslated_copy": "error",
        "wrong_language": "error",
        "bracket": "warning",
        "quote": "warning",
        "list_item": "warning",
        "ending": "warning",
        "length": "warning",
        "doubled_word": "warning",
        "capital": "warning",
        "reference": "warning",
        "term": "warning",
        "spacing": "warning",
        "two_translations": "warning",
        "one_translation": "warning",
        "negation": "notice",
        "quotation_marks": "notice",
        "stale": "notice",
        "ignore": "notice",
    }
)
"""Every kind of problem with its severity, from what breaks a rule to what is good to know."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A source text and its translation, with their languages (ISO 639-1 or `und`).

    `context` is the `msgctxt`; `titles` are the translated titles of the entries that the
    source names, by the words it names them with.
    """

    msgid: str
    msgstr: str
    source: str
    target: str
    context: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_title(self) -> bool:
        return self.context.endswith(TITLE)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a translation: its kind, what it is, and how to mend it."""

    kind: str
    message: str
    mend: str

    @property
    def severity(self) -> str:
        return KINDS[self.kind]
