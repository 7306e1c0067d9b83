"""Spacing and quotation marks, each language by its own rules (`languages/<lang>/quality.toml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum.compare.language import data
from variorum.say import say, words
from variorum.translations.quality.kinds import Pair, Problem

# Addresses, code, placeholders and tags are not prose.
_NOT_PROSE = re.compile(
    r"https?://\S+|www\.\S+|`[^`\n]+`|\{[\w.!:]*\}|\[/?\w+(?:=[^\]\[\n]*)?\]|</?[^<>\n]{1,80}>"
)
_ASIDE = re.compile(r"\([^()]*[^\W\d_]{2}[^()]*\)")


def typography(pair: Pair) -> Iterator[Problem]:
    """Problems of the kinds `spacing` and `quotation_marks`."""
    table = data(pair.target, "quality")
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
    if marks:
        found = re.search(marks["wrong"], text)
        if found:
            yield Problem(
                "quotation_marks",
                say("quotation marks of another language: “{text}”", text=_around(text, found)),
                say("write {marks}", marks=marks["right"]),
            )


def _hidden(match: re.Match[str]) -> str:
    return "\x00" * len(match.group())


def _around(text: str, found: re.Match[str]) -> str:
    part = text[max(found.start() - 12, 0) : found.end() + 12].replace("\x00", "·")
    return " ".join(part.split())
