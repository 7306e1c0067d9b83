"""Spacing and quotation marks, each language by its own rules (`languages/<lang>/quality.toml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.compare.language import data
from variorum.say import say, words
from variorum.translations.quality.kinds import Pair, Problem

# Addresses, code, placeholders and tags are not prose.
_NOT_PROSE = re.compile(
    r"https?://\S+|www\.\S+|`[^`\n]+`|\{[\w.!:]*\}|\[/?\w+(?:=[^\]\[\n]*)?\]|</?[^<>\n]{1,80}>|\w ?= ?\"[^\"\n]*\""
)
_EDGE = re.compile(r"\A[ \t\u00a0\u202f]+(?=\S)|(?<=\S)[ \t\u00a0\u202f]+\Z")
_BREAK = re.compile(r"\A\s*\n|\n\s*\Z")
_TWICE = re.compile(r"(?<=\S)[ \t\u00a0\u202f]{2,}(?=\S)")
_UNSEEN = re.compile("[\u200b\u2060\ufeff\u00ad\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ASIDE = re.compile(r"\([^()]*[^\W\d_]{2}[^()]*\)")


def typography(pair: Pair) -> Iterator[Problem]:
    """Problems of the kinds `spacing` and `quotation_marks`."""
    table = data(pair.target, "quality")
    yield from _blank(pair)
    text = _NOT_PROSE.sub(_hidden, pair.msgstr)
    # What stands in brackets as in the source is a name in the source's language.
    text = _ASIDE.sub(lambda match: _hidden(match) if match[0] in pair.msgid else match[0], text)
    for rule in table.get("spacing", ()):
        found = re.search(rule["wrong"], text)
        if found:
            yield Problem(
                "spacing",
                say("{rule}: “{text}”", rule=words(rule["message"]), text=_around(text, found)),
                words(rule["mend"]),
            )
    marks = table.get("quotation_marks")
    # A source with marks that are none of its own speaks of marks.
    strange = data(pair.source, "quality").get("quotation_marks", {}).get("wrong")
    if marks and not (strange and re.search(strange, pair.msgid)):
        found = re.search(marks["wrong"], text)
        if found:
            yield Problem(
                "quotation_marks",
                say("quotation marks of another language: “{text}”", text=_around(text, found)),
                say("write {marks}", marks=marks["right"]),
            )


def _blank(pair: Pair) -> Iterator[Problem]:
    """Spaces, line breaks and invisible characters that the source has none of."""
    for pattern, message, mend in (
        (_EDGE, say("a space at its beginning or end"), say("remove the space")),
        (_BREAK, say("a line break at its beginning or end"), say("remove the line break")),
        (_TWICE, say("two spaces"), say("write one space")),
        (_UNSEEN, say("an invisible character"), say("remove it")),
    ):
        found = pattern.search(pair.msgstr)
        if found and not pattern.search(pair.msgid):
            around = _around(pair.msgstr, found)
            yield Problem("spacing", say("{what}: {around}", what=message, around=around), mend)


def _hidden(match: re.Match[str]) -> str:
    return "\x00" * len(match.group())


def _around(text: str, found: re.Match[str]) -> str:
    part = text[max(found.start() - 12, 0) : found.end() + 12].replace("\x00", "·")
    return " ".join(part.split())
