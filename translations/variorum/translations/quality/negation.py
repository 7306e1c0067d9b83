"""Sentences that deny what their source says, or say what it denies.

What a negation is, and what may stand for one or for the lack of one, is in `quality.toml`
(`negation.denies`, `negation.hints`).  Only sentences that clearly face each other count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from variorum.compare.language import data
from variorum.say import say
from variorum.translations.quality.kinds import Pair, Problem

# A small letter goes on with a sentence, whatever stands before it.
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?![a-zß-öø-ÿőűœ])|(?<=[:;])\s+")
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 4  # words of a sentence that says something of something


def negation(pair: Pair) -> Iterator[Problem]:
    """Problems of the kind `negation`, one a text."""
    ours, theirs = _known(pair.source), _known(pair.target)
    if pair.is_title or ours is None or theirs is None:
        return
    sources, translations = _SENTENCE.split(pair.msgid), _SENTENCE.split(pair.msgstr)
    if len(sources) != len(translations):
        return
    for source, translation in zip(sources, translations, strict=True):
        if min(len(_WORD.findall(text)) for text in (source, translation)) < _FEWEST:
            continue
        denied, denies = ours[0].search(source), theirs[0].search(translation)
        if denied and not _any(theirs, translation):
            told = say(
                "the source has “{words}” and the translation denies nothing", words=denied[0]
            )
        elif denies and not _any(ours, source):
            told = say(
                "the translation has “{words}” and the source denies nothing", words=denies[0]
            )
        else:
            continue
        yield Problem("negation", told, say("see that it allows and forbids the same"))
        return


def _any(known: tuple[re.Pattern[str], re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for pattern in known)


@cache
def _known(lang: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """What denies in a language, and what may; null where nothing is known of it."""
    table = data(lang, "quality").get("negation")
    if not table:
        return None
    denies, hints = (re.compile(table[name], re.IGNORECASE) for name in ("denies", "hints"))
    return denies, hints
