"""Suggestions for texts that have no translation, from what was translated before.

A suggestion is fuzzy, names the text that it was made for and where it comes from, and never
stands where anything else does.  The measure of likeness is that of an update; where a near
text has other numbers, they are put into the suggestion if it is plain which goes where, and
else there is no suggestion: see `adapted`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from variorum.pause import without_collection
from variorum.po import Catalogue, Key, Message
from variorum.translations.adapt import DIGITS, adapted
from variorum.translations.changes import SUGGESTED, Classify, same_meaning
from variorum.translations.matching import NEAR, Text, likeness, near_pairs, rarity, words
from variorum.translations.published import classifier
from variorum.translations.remembering import Memory, Remembered, remembered
from variorum.translations.template import one_line
from variorum.translations.update import UpdateResult
from variorum.translations.xml import short_lang

# Likeness, where it comes from, the translation, and lines that tell what differs.
_Best = tuple[float, Remembered, str, tuple[str, ...]]

_COUNTS = ("number", "unit", "quantity", "missing_sentence", "missing_passage")
_TRIES = 3  # texts from which one message may get its suggestion
_SAME, _SPELT, _NUMBERS = 1.0, 0.99, 0.95  # likeness of texts that differ in no word


def with_suggestions(
    catalogue: Catalogue,
    memory: Iterable[Remembered],
    source: str,
    target: str,
    classify: Classify,
    only: frozenset[Key] | None = None,
) -> tuple[Catalogue, int]:
    """The catalogue with suggestions for untranslated messages, and their number.

    `source` and `target` are the languages of its texts (ISO 639-1 or `und`).  Of equal
    translations the first of `memory` counts.  `classify` tells how two texts differ, for the
    comment.  `only` are the keys of the messages that may get one (null: all).
    """
    messages = list(catalogue.messages)
    wanted = [
        at
        for at, message in enumerate(messages)
        if _is_open(message) and (only is None or message.key in only)
    ]
    if not wanted:
        return catalogue, 0
    number = 0
    texts = [messages[at].msgid for at in wanted]
    with without_collection():
        for place, found in _found(texts, list(memory), source, target, classify).items():
            messages[wanted[place]] = _suggested(messages[wanted[place]], *found)
            number += 1
    return catalogue.with_messages(messages), number


def suggested_from(result: UpdateResult, source: str, memories: Sequence[Memory]) -> UpdateResult:
    """The result of an update with suggestions from the catalogue itself and from `memories`.

    `source` is the language of the msgids; that of the translations is the header's `Language`.
    """
    target = result.catalogue.header.get("Language")
    told = [*remembered(result.catalogue, "the same file")]
    told += [one for memory in memories for one in memory.between(source, target)]
    catalogue, number = with_suggestions(
        result.catalogue, told, source, short_lang(target), classifier(source)
    )
    return replace(result, catalogue=catalogue, suggested=number)


def _is_open(message: Message) -> bool:
    return (
        not message.is_header
        and not message.obsolete
        and message.msgid_plural is None
        and not any(message.msgstr)
    )


def _suggested(
    message: Message, share: float, told: Remembered, text: str, changes: tuple[str, ...]
) -> Message:
    alike = "the same text" if share == _SAME else f"{int(share * 100)} % alike"
    note = f"{SUGGESTED}{alike}, from {one_line(told.context)}"
    return replace(
        message,
        msgstr=(text,),
        comments=(*message.comments, note, *changes),
        flags=("fuzzy", *(flag for flag in message.flags if flag != "fuzzy")),
        previous_msgctxt=told.context,
        previous_msgid=told.text,
        previous_msgid_plural=None,
        line=0,
    )


def _found(
    texts: Sequence[str],
    memory: list[Remembered],
    source: str,
    target: str,
    classify: Classify,
) -> dict[int, _Best]:
    """For places in `texts` the best suggestion."""
    memory = [one for one in memory if one.translation.strip() and one.text.strip()]
    found: dict[int, _Best] = {}
    # What tells whether numbers differ tells the translator what does.
    compared = lru_cache(maxsize=8)(classify)
    tried: dict[int, int] = {}

    def take(place: int, share: float, at: int) -> None:
        tried[place] = tried.get(place, 0) + 1
        told = memory[at]
        text: str | None = told.translation
        lines: tuple[str, ...] = ()
        if share != _SAME:
            if _counts_differ(told.text, texts[place], compared):
                text = adapted(told.text, told.translation, texts[place], source, target)
            _, lines = same_meaning(Message(told.text), Message(texts[place]), compared)
        if text is not None:
            found[place] = (share, told, text, lines)

    for share, key in ((_SAME, str), (_SPELT, _spelt), (_NUMBERS, _skeleton)):
        first: dict[object, int] = {}
        for at, told in enumerate(memory):
            first.setdefault(key(told.text), at)
        for place, text in enumerate(texts):
            at = -1 if place in found else first.get(key(text), -1)
            if at >= 0 and key(text):
                take(place, share, at)
    rest = [place for place in range(len(texts)) if place not in found]
    if not rest:
        return found
    rare = rarity([told.text for told in memory])
    news = [Text(None, texts[place]) for place in rest]
    olds = [words(told.text) for told in memory]
    scored = [
        (likeness(Text(None, memory[at].text), news[j], NEAR, rare), rest[j], at)
        for j, at in near_pairs(olds, news)
    ]
    for share, place, at in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if share and place not in found and tried.get(place, 0) < _TRIES:
            take(place, min(share, _NUMBERS), at)
    return dict(sorted(found.items()))


def _counts_differ(old: str, new: str, classify: Classify) -> bool:
    """Whether two texts have other numbers, or it cannot be ruled out."""
    if DIGITS.findall(old) != DIGITS.findall(new):
        return True
    comparison = classify(old, new)
    told = {difference.kind for difference in comparison.differences}
    return comparison.relation == "different" or not told.isdisjoint(_COUNTS)


def _spelt(text: str) -> tuple[str, ...]:
    return tuple(words(text))


def _skeleton(text: str) -> tuple[str, ...]:
    """The words of a text with one sign for each number; nothing where it has no other word."""
    found = tuple(DIGITS.sub("0", word) for word in words(text))
    return found if any(word[0].isalpha() for word in found) else ()
