"""Titles in an update: other numbers, other names; and texts that are back in other typography."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from update_texts import LONG, OTHER, catalogue

from variorum import po
from variorum.translations.renumber import renumbered
from variorum.translations.update import UpdateResult, update

QUAY = "A lantern burns on the quay, within 6 paces of the mill's door; no boat may pass it."
QUAY_SET = "A lantern burns on the quay, within 6\u00a0paces of the mill\u2019s door; no boat may pass it."  # fmt: skip


def one(old: po.Message, text: str) -> tuple[UpdateResult, po.Message]:
    result = update(catalogue(old), catalogue(po.Message(text, ("",), old.msgctxt)), lang="en")
    (message,) = result.catalogue.live()
    return result, message


@pytest.mark.parametrize(
    ("old", "new", "translation", "told"),
    [
        ("2.1. Running", "3.1. Running", "2.1. Futás", "3.1. Futás"),
        ("3. Shooting", "4. Shooting", "3. Lövés", "4. Lövés"),
        ("9) Rafts", "10) Rafts", "9) Tutajok", "10) Tutajok"),
        ("4.2.1a Rafts", "4.3.1a Rafts", "4.2.1a Tutajok", "4.3.1a Tutajok"),
        ("§ 5 Rafts", "§ 6 Rafts", "§ 5 Tutajok", "§ 6 Tutajok"),
        ("Rafts", "1.2. Rafts", "Tutajok", "1.2. Tutajok"),
        ("1.2. Rafts", "Rafts", "1.2. Tutajok", "Tutajok"),
    ],
)
def test_a_title_with_another_number_takes_its_translation_along(
    old: str, new: str, translation: str, told: str
) -> None:
    before = po.Message(old, (translation,), "k#title", comments=(" variorum-reviewed: Bo",))
    result, message = one(before, new)
    assert (message.msgstr, message.fuzzy, message.comments) == ((told,), False, before.comments)
    assert [outcome.kind for outcome in result.outcomes] == ["typographic"]
    # What somebody is not sure of stays so, under the new number.
    unsure = po.Message(old, (translation,), "k#title", flags=("fuzzy",))
    _, message = one(unsure, new)
    assert (message.msgstr, message.fuzzy, message.previous_msgid) == ((told,), True, None)


@pytest.mark.parametrize(
    ("old", "new", "translation"),
    [
        ("3 oars", "4 oars", "3 evező"),  # a number that counts
        ("2.1. Running", "3.1. Running fast", "2.1. Futás"),
        ("2.1. Running", "3.1. Running", "2.2. Futás"),  # was wrong before
        ("2.1. Running", "3.1. Running", "Futás"),
        ("2D6 rafts", "3D6 rafts", "2D6 tutaj"),
    ],
)
def test_a_title_that_changed_in_more_or_less_than_its_number_is_looked_at(
    old: str, new: str, translation: str
) -> None:
    _, message = one(po.Message(old, (translation,), "k#title"), new)
    assert (message.msgstr, message.fuzzy) == ((translation,), True)
    assert message.previous_msgid == old


def test_a_passage_with_another_number_before_it_is_looked_at() -> None:
    _, message = one(po.Message("2. Roll the dice.", ("2. Dobj.",), "k"), "3. Roll the dice.")
    assert message.fuzzy


@given(st.text(max_size=12), st.text(max_size=12), st.text(max_size=12))
def test_renumbering_keeps_the_words_of_a_translation(old: str, new: str, told: str) -> None:
    made = renumbered(f"1.2. {old}", f"3. {new}", f"1.2. {told}")
    if made is not None:
        assert made == f"3. {told.strip()}"


def test_the_title_of_a_renamed_rule_is_fuzzy_with_what_it_was_called() -> None:
    old = po.Message("Pack", ("Falka",), "k#title", comments=(" variorum-reviewed: Bo",))
    _, message = one(old, "Horde of wolves")
    assert (message.msgstr, message.fuzzy, message.previous_msgid) == (("Falka",), True, "Pack")
    assert " variorum-was-reviewed: Bo" in message.comments
    # A title of another rule, and a text, are not taken for it.
    new = catalogue(po.Message("Horde of wolves", ("",), "other#title"))
    (message,) = update(catalogue(old), new, lang="en").catalogue.live()
    assert message.msgstr == ("",)
    _, message = one(po.Message(LONG, ("x",), "k"), OTHER)
    assert message.msgstr == ("",)


def test_a_text_that_is_back_in_other_typography_has_its_translation_again() -> None:
    first = po.Message(QUAY, ("x",), "k", comments=(" variorum-reviewed: Bo",))
    changed, message = one(first, QUAY.replace("6", "9"))
    assert message.fuzzy
    back = update(changed.catalogue, catalogue(po.Message(QUAY_SET, ("",), "k")), lang="en")
    (message,) = back.catalogue.messages[1:]
    assert (message.msgid, message.msgstr, message.fuzzy) == (QUAY_SET, ("x",), False)
    assert message.comments == (" variorum-reviewed: Bo",)
    assert [outcome.kind for outcome in back.outcomes] == ["revived"]
    # Nothing of what was made for the other text meanwhile is lost.
    other = po.Message(QUAY.replace("6", "9"), ("y",), "k")
    gone = po.Message(QUAY, ("x",), "k", obsolete=True)
    both = update(catalogue(other, gone), catalogue(po.Message(QUAY_SET, ("",), "k")), lang="en")
    assert [(m.msgstr[0], m.obsolete) for m in both.catalogue.messages[1:]] == [
        ("x", False),
        ("y", True),
    ]


def test_what_a_translator_made_fuzzy_is_not_told_to_have_changed_for_its_typography() -> None:
    result, message = one(po.Message(QUAY, ("x",), "k", flags=("fuzzy",)), QUAY_SET)
    assert (message.fuzzy, message.previous_msgid, message.comments) == (True, None, ())
    assert [outcome.kind for outcome in result.outcomes] == ["typographic"]


def test_what_is_to_be_looked_at_anyhow_is_not_counted_again_for_its_typography() -> None:
    changed, _ = one(po.Message(QUAY, ("x",), "k"), QUAY.replace("6", "9"))
    assert [outcome.kind for outcome in changed.outcomes] == ["fuzzy"]
    for text, kind in (
        (QUAY_SET.replace("6", "9"), "typographic"),
        (QUAY.replace("6", "8"), "fuzzy"),
    ):
        again = update(changed.catalogue, catalogue(po.Message(text, ("",), "k")), lang="en")
        (message,) = again.catalogue.live()
        assert (message.fuzzy, message.previous_msgid) == (True, QUAY)
        assert [outcome.kind for outcome in again.outcomes] == [kind]
