"""Translations that are unfinished, untranslated or in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from variorum.compare.language import UNKNOWN, data, languages
from variorum.compare.lexicon import folded
from variorum.say import say
from variorum.translations.quality.kinds import Pair, Problem

_CLOSING = " \t\n\u00a0\u202f\"'»”“’)]}*_"
_STOP = say("a full stop")
_ENDS = {".": _STOP, "!": _STOP, "…": _STOP, "?": "?", ":": ":", ";": ";"}
_TAG = re.compile(
    r"\[/?[^\]\s]{1,20}\]|</?[^<>\n]{1,40}>|`[^`\n]+`|\{[\w.!:]*\}|%(?:\(\w+\)|\d+\$)?[sd]"
)
_WORD = re.compile(r"[^\W\d_]+")
_DOUBLED = re.compile(r"(?<![\w'’-])([^\W\d_]+)\s+\1(?![\w'’-])")
_OPENING = r"[\s\"'«“„(\[*_•–—-]*"
_BIG = re.compile(_OPENING + r"[A-ZÀ-ÖØ-ÞŐŰŒ]")
_SMALL = re.compile(_OPENING + r"[a-zß-öø-ÿőűœ][^\W\d_]*[\s'’-]")
_LEAST_LAST = 6  # letters of a last word that is not shortened
_SHORTENED = 3
_VOWEL = re.compile(r"[aeiouy\u00c0-\u0171]", re.IGNORECASE)
_FEW = 12  # words of a text that need be no sentence
# What a program reads, and people leave as it is.
_CODE = re.compile(r"(?<!\w)--?[a-z]|\w ?= ?[\"'\w]|[\w.][/\\]\w|\w\.[a-z]{2,4}(?!\w)|[{}\[\]|_\\]")
_PATH = re.compile(r"(?<!\S)\S*\w[/\\_]\w\S*")
_COMPOUND = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-Þ][\w'’]*(?:-\w+)+")  # one name, as Ankh-thoria
_SENTENCE = re.compile(r"(?<=[.!?…:;])\s+")

# Below this share of the source's length a translation of a whole sentence has lost something.
_SHORT, _LONG, _ENOUGH = 0.4, 2.5, 60


def prose(pair: Pair) -> Iterator[Problem]:
    """Problems of the kinds `ending`, `length`, `doubled_word`, `capital`, `untranslated_copy`
    and `wrong_language`."""
    if _is_copy(pair):
        yield Problem("untranslated_copy", say("this is the source itself"), say("translate it"))
        return
    ours, theirs = _ending(pair.msgid), _ending(pair.msgstr)
    if (
        ours != theirs
        and not _is_shortened(pair.msgid)
        and (ours or pair.is_title or _is_finished(pair))
    ):
        yield Problem(
            "ending",
            say(
                "the source ends with {ours} and the translation with {theirs}",
                ours=ours or say("no mark"),
                theirs=theirs or say("no mark"),
            ),
            say("finish the sentence as the source does"),
        )
    share = len(pair.msgstr) / max(len(pair.msgid), 1)
    if len(pair.msgid) >= _ENOUGH and (share < _SHORT or share > _LONG):
        told = (
            say("the translation is much shorter")
            if share < _SHORT
            else say("the translation is much longer")
        )
        yield Problem("length", told, say("see that it says the same, no less"))
    yield from _doubled(pair)
    if _BIG.match(pair.msgid) and ours and _SMALL.match(pair.msgstr):
        yield Problem(
            "capital",
            say("the sentence begins with a small letter"),
            say("begin it with a capital"),
        )
    left = _left_as_it_was(pair)
    other = None if left else _other_language(pair)
    if left:
        told = say("“{text}” stands in the source so", text=_short(left))
        yield Problem("wrong_language", told, say("translate it"))
    elif other:
        told = say(
            "“{text}” reads as {lang}, not {target}",
            text=_short(other[1]),
            lang=other[0],
            target=pair.target,
        )
        yield Problem("wrong_language", told, say("translate it"))


def _is_shortened(text: str) -> bool:
    """Whether some words end with one that is cut short, as `ft.` is, and are no sentence."""
    text = _TAG.sub("0", text).rstrip(_CLOSING)
    words = _WORD.findall(text)
    if (
        not text[-2:-1].isalpha()
        or not 0 < len(words) <= _FEW // 3
        or not text.endswith(".")
        or len(words[-1]) > _SHORTENED
    ):
        return False
    return words[-1][0].isupper() or not _VOWEL.search(words[-1]) or "." in text[:-1]


def _is_finished(pair: Pair) -> bool:
    """Whether a few words without a mark became a sentence with one.

    Of a long text without a mark its translator is right to think that it lacks one.  A last
    word that was shortened is told by its length.
    """
    text = _TAG.sub("0", pair.msgstr).rstrip(_CLOSING)
    words = _WORD.findall(text)
    return (
        text.endswith((".", "!", ":"))
        and not text.endswith("..")
        and len(_WORD.findall(pair.msgid)) <= _FEW
        and len(words) > 1
        and (len(words[-1]) >= _LEAST_LAST or not text[-2].isalpha())
        and words[-1] not in pair.msgid
    )


def _doubled(pair: Pair) -> Iterator[Problem]:
    found = _DOUBLED.search(pair.msgstr)
    allowed = data(pair.target, "quality").get("doubles", ())
    if found and found[1].islower() and found[1] not in allowed and not _DOUBLED.search(pair.msgid):
        yield Problem(
            "doubled_word",
            say("“{words}” has a word twice", words=_one_line(found[0])),
            say("take one out"),
        )


def _is_copy(pair: Pair) -> bool:
    """Whether more than a name was left as it is: a name has capitals or is one word."""
    if " ".join(pair.msgid.split()) != " ".join(pair.msgstr.split()):
        return False
    plain = _COMPOUND.sub(" ", _TAG.sub(" ", _PATH.sub(" ", pair.msgid)))
    words = _WORD.findall(plain)
    # Small words stand in names too (Tides of Cinder); others are written with a capital there.
    matter = [w for w in words if w[0].islower() and len(w) > 3 and w not in _common(pair.source)]
    if len(words) > 1 and matter:
        return True
    return _is_prose(plain) or (pair.is_title and _is_said(pair.msgid, pair.source))


def _is_prose(text: str) -> bool:
    """Whether a text is more than names."""
    words = [word for word in _WORD.findall(_TAG.sub(" ", text)) if len(word) > 1]
    return len([word for word in words if word[0].islower()]) >= 2


def _is_said(text: str, lang: str) -> bool:
    """Whether a title of some words has two that show its language, so that it is no name."""
    return sum(_shows(folded(word), lang) for word in _WORD.findall(text)) >= 2


def _left_as_it_was(pair: Pair) -> str | None:
    """A sentence of four words or more that the translation has from the source."""
    if pair.source == pair.target:
        return None
    there = set(_SENTENCE.split(pair.msgid))
    for sentence in _SENTENCE.split(pair.msgstr):
        if (
            sentence in there
            and len(_WORD.findall(sentence)) >= 4
            and _is_prose(sentence)
            and not _CODE.search(sentence)
        ):
            return sentence
    return None


def _ending(text: str) -> str:
    left = text.rstrip(_CLOSING)
    return _ENDS.get(left[-1:], "")


@cache
def _common(lang: str) -> frozenset[str]:
    return frozenset(data(lang, "quality").get("common", ()))


@cache
def _shape(lang: str) -> re.Pattern[str]:
    return re.compile(data(lang, "quality").get("shape") or "(?!)")


def _shows(word: str, lang: str, other: str = UNKNOWN) -> bool:
    """Whether a word in lower case looks like one of a language, and not like the other's."""
    return _looks(word, lang) and not _looks(word, other)


def _looks(word: str, lang: str) -> bool:
    return word in _common(lang) or _shape(lang).search(word) is not None


def _other_language(pair: Pair) -> tuple[str, str] | None:
    """The language and the words of the first sentence that is in another language."""
    if not _common(pair.target):
        return None
    text = _TAG.sub(" ", pair.msgstr)
    kept = {folded(word) for word in _WORD.findall(pair.msgid)}
    for sentence in (text, *_SENTENCE.split(text)):
        if sentence in pair.msgid and _CODE.search(sentence):
            continue
        words = [folded(word) for word in _WORD.findall(sentence)]
        # Names stay in their language, with capitals.
        small = [folded(word) for word in _WORD.findall(sentence) if word[0].islower()]
        first = words[:1] if sentence[:1].isupper() else []
        for other in languages():
            if other == pair.target:
                continue
            mine = sum(_shows(word, pair.target, other) for word in words)
            # Words of a third language that the source has too are told of, not told in.
            told = small if other == pair.source else [w for w in small if w not in kept]
            theirs = sum(_shows(word, other, pair.target) for word in told)
            theirs += any(w in _common(other) - _common(pair.target) for w in first)
            if theirs >= max(2, 3 * mine, len(small) * 0.15):
                return other, sentence
    return None


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    text = _one_line(text)
    return text if len(text) <= 50 else text[:49] + "…"
