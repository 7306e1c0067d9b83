"""Translations that are unfinished, untranslated or in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from variorum.compare.language import data, languages
from variorum.compare.lexicon import folded
from variorum.translations.quality.kinds import Pair, Problem

_CLOSING = " \t\n\u00a0\u202f\"'»”“’)]}*_"
_ENDS = {".": "a full stop", "!": "a full stop", "…": "a full stop", "?": "?", ":": ":", ";": ";"}
_TAG = re.compile(r"\[/?[^\]\s]{1,20}\]|</?[^<>\n]{1,40}>|`[^`\n]+`|\{[\w.!:]*\}|%(?:\(\w+\))?[sd]")
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"(?<=[.!?…:;])\s+")

# Below this share of the source's length a translation of a whole sentence has lost something.
_SHORT, _LONG, _ENOUGH = 0.4, 2.5, 60


def prose(pair: Pair) -> Iterator[Problem]:
    """Problems of the kinds `ending`, `length`, `untranslated_copy` and `wrong_language`."""
    if _is_copy(pair):
        yield Problem("untranslated_copy", "this is the source itself", "translate it")
        return
    ours, theirs = _ending(pair.msgid), _ending(pair.msgstr)
    if ours != theirs and (ours or pair.is_title):
        yield Problem(
            "ending",
            f"the source ends with {ours or 'no mark'} and the translation with "
            f"{theirs or 'no mark'}",
            "finish the sentence as the source does",
        )
    share = len(pair.msgstr) / max(len(pair.msgid), 1)
    if len(pair.msgid) >= _ENOUGH and (share < _SHORT or share > _LONG):
        much = "much shorter" if share < _SHORT else "much longer"
        yield Problem("length", f"the translation is {much}", "see that it says the same, no less")
    found = _other_language(pair)
    if found:
        yield Problem(
            "wrong_language",
            f"{_short(found[1])} reads as {found[0]}, not {pair.target}",
            "translate it",
        )


def _is_copy(pair: Pair) -> bool:
    """Whether more than a name was left as it is: a name has capitals or is one word."""
    if " ".join(pair.msgid.split()) != " ".join(pair.msgstr.split()):
        return False
    words = [w for w in _WORD.findall(_TAG.sub(" ", pair.msgid)) if len(w) > 1]
    return len(words) > 1 and sum(word[0].islower() for word in words) >= 2


def _ending(text: str) -> str:
    left = text.rstrip(_CLOSING)
    return _ENDS.get(left[-1:], "")


@cache
def _common() -> dict[str, frozenset[str]]:
    """The commonest words of each language; those that another language has too are left out."""
    own = {lang: frozenset(data(lang, "quality").get("common", ())) for lang in languages()}
    return {
        lang: words.difference(*(more for other, more in own.items() if other != lang))
        for lang, words in own.items()
    }


def _other_language(pair: Pair) -> tuple[str, str] | None:
    """The language and the words of the first sentence that is in another language."""
    common = _common()
    if pair.target not in common:
        return None
    text = _TAG.sub(" ", pair.msgstr)
    for sentence in (text, *_SENTENCE.split(text)):
        words = [folded(word) for word in _WORD.findall(sentence)]
        counts = {lang: sum(word in own for word in words) for lang, own in common.items()}
        mine = counts.pop(pair.target)
        other = max(counts, key=lambda lang: (counts[lang], lang))
        if counts[other] >= max(2, 3 * mine, len(words) * 0.15):
            return other, sentence
    return None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= 50 else text[:49] + '…'}”"
