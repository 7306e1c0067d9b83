"""A merge of one side's new translation with the other side's edit of its source."""

from __future__ import annotations

import pytest

from variorum.po import Catalogue, Message, parse
from variorum.translations.merge import merge

HEAD = (
    'msgid ""\nmsgstr ""\n"Language: hu\\n"\n"X-Source-Language: en\\n"\n'
    '"Content-Type: text/plain; charset=UTF-8\\n"\n'
)
OLD, WORDS = "The figure jumps 8 inches.", "A figura 8 hüvelyket ugrik."


def catalogue(*messages: tuple[str, str, str]) -> Catalogue:
    """Of triples of a key, a text and its translation."""
    text = HEAD
    for key, msgid, msgstr in messages:
        text += f'\nmsgctxt "{key}"\nmsgid "{msgid}"\nmsgstr "{msgstr}"\n'
    return parse(text.encode(), "hu.po")


def live(result: Catalogue, msgid: str) -> Message:
    return next(m for m in result.live() if m.msgid == msgid)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("edited", "fuzzy"),
    [
        ("The figure jumps 6 inches.", True),
        ("The figure may jump 8 inches once.", True),
        ("The figure  jumps 8 inches.", False),
    ],
)
def test_the_translation_goes_on_to_the_edited_text(
    edited: str, fuzzy: bool, swapped: bool
) -> None:
    base = catalogue(("tin/leap", OLD, ""), ("tin/hide", "Stay low.", ""))
    translated = catalogue(("tin/leap", OLD, WORDS), ("tin/hide", "Stay low.", ""))
    updated = catalogue(("tin/leap", edited, ""), ("tin/hide", "Stay low.", ""))
    sides = (updated, translated) if swapped else (translated, updated)
    result = merge(base, *sides)
    message = live(result.catalogue, edited)
    assert message.msgstr == (WORDS,)
    assert message.fuzzy is fuzzy
    assert message.previous_msgid == (OLD if fuzzy else None)
    assert not result.conflicts
    assert not any(live(result.catalogue, "Stay low.").msgstr)


def test_a_new_text_gets_no_translation_of_a_text_that_is_gone() -> None:
    base = catalogue(("tin/leap", OLD, ""), ("tin/hide", "Stay low.", ""))
    ours = catalogue(("tin/leap", OLD, WORDS), ("tin/hide", "Stay low.", ""))
    theirs = catalogue(("tin/hide", "Stay low.", ""), ("tin/dig", "Trenches cost four points.", ""))
    result = merge(base, ours, theirs).catalogue
    assert not any(live(result, "Trenches cost four points.").msgstr)
    kept = [m for m in result.messages if m.obsolete]
    assert [m.msgstr for m in kept] == [(WORDS,)]


def test_what_the_other_side_translated_itself_stays() -> None:
    edited = "The figure jumps 6 inches."
    base = catalogue(("tin/leap", OLD, ""))
    ours = catalogue(("tin/leap", OLD, WORDS))
    theirs = catalogue(("tin/leap", edited, "A figura 6 hüvelyket ugrik."))
    message = live(merge(base, ours, theirs).catalogue, edited)
    assert message.msgstr == ("A figura 6 hüvelyket ugrik.",)
    assert not message.fuzzy


def test_a_second_merge_changes_nothing() -> None:
    base = catalogue(("tin/leap", OLD, ""))
    ours = catalogue(("tin/leap", OLD, WORDS))
    theirs = catalogue(("tin/leap", "The figure jumps 6 inches.", ""))
    once = merge(base, ours, theirs).catalogue
    again = merge(theirs, once, theirs).catalogue
    assert list(again.messages) == list(once.messages)
