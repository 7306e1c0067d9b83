"""What mutation testing found loose in the update of catalogues, further on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from update_texts import LONG, OTHER, RARE, THIRD, catalogue, compare_english, kinds, notes, plural

from variorum import po
from variorum.translations import marks
from variorum.translations.carry import carry
from variorum.translations.kept import with_all
from variorum.translations.matching import (
    STILL_THERE,
    Text,
    likeness,
    match,
    match_copies,
    rarity,
)
from variorum.translations.update import update


def test_an_untranslated_text_that_changed_is_new() -> None:
    old = catalogue(po.Message(LONG, ("",), "k", comments=(" ask Ada",)))
    changed = LONG.replace("north", "south")
    new = catalogue(po.Message(changed, ("",), "k"))
    assert kinds(old, new) == [("new", changed)]
    (message,) = update(old, new, lang="en").catalogue.live()
    assert (message.comments, message.fuzzy) == ((" ask Ada",), False)


def test_a_text_that_is_gone_from_its_place_goes_before_one_that_is_still_there() -> None:
    old = catalogue(
        po.Message(LONG, ("still",), "here"),
        po.Message(LONG, ("gone",), "gone"),
        po.Message(LONG, ("long gone",), "before", obsolete=True),
    )
    new = catalogue(po.Message(LONG, ("",), "here"), po.Message(LONG, ("",), "new"))
    assert [m.msgstr[0] for m in update(old, new, lang="en").catalogue.live()] == ["still", "gone"]
    more = catalogue(*new.live(), po.Message(LONG, ("",), "newer"))
    result = update(old, more, lang="en", keep_moved=True).catalogue
    assert [(m.msgstr[0], m.fuzzy) for m in result.live()] == [
        ("still", False),
        ("gone", False),
        ("long gone", False),
    ]
    # What is still there under its own key is only suggested elsewhere.
    alone = catalogue(po.Message(LONG, ("still",), "here"))
    result = update(alone, new, lang="en", keep_moved=True).catalogue
    assert [(m.msgstr[0], m.fuzzy) for m in result.live()] == [("still", False), ("still", True)]


def test_texts_that_gain_or_lose_keys_are_valid_where_all_say_the_same() -> None:
    bare = catalogue(po.Message(LONG, ("x",)))
    keyed = catalogue(po.Message(LONG, ("",), "k"), po.Message(LONG, ("",), "l"))
    result = update(bare, keyed, lang="en").catalogue
    assert [(m.msgstr[0], m.fuzzy) for m in result.live()] == [("x", False), ("x", False)]
    for other, fuzzy in (("x", False), ("y", True)):
        two = catalogue(po.Message(LONG, ("x",), "k"), po.Message(LONG, (other,), "l"))
        (message,) = update(two, catalogue(po.Message(LONG, ("",))), lang="en").catalogue.live()
        assert (message.msgstr, message.fuzzy) == (("x",), fuzzy)


def test_a_suggestion_goes_home_to_the_text_it_was_made_for() -> None:
    changed = LONG.replace("north", "south")
    old = catalogue(po.Message(LONG, ("x",), "k"))
    suggested = update(old, catalogue(po.Message(changed, ("",), "k")), lang="en").catalogue
    live = suggested.with_messages([m for m in suggested.messages if not m.obsolete])
    back = update(live, old, lang="en")
    (message,) = back.catalogue.live()
    assert (message.msgid, message.msgstr) == (LONG, ("x",))
    assert (message.fuzzy, message.previous_msgid, message.comments) == (True, None, ())


def test_plural_forms_are_counted_where_the_header_does_not_say() -> None:
    header = po.parse(b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n')
    old = header.with_messages([*header.messages, plural("one oar", "{n} oars", "a", "b", "c")])
    more = [plural("one oar", "{n} oars"), po.Message("a boat", ("", ""), "b", "{n} boats")]
    result = update(old, header.with_messages([*header.messages, *more]), lang="en").catalogue
    assert [m.msgstr for m in result.live()] == [("a", "b", "c"), ("", "", "")]


def test_a_text_that_becomes_plural_has_its_translation_in_every_form() -> None:
    old = catalogue(po.Message("one boat may pass", ("x",), "k"))
    new = catalogue(plural("one boat may pass", "{n} boats may pass"))
    result = update(old, new, lang="en")
    (message,) = result.catalogue.live()
    assert (message.msgstr, message.fuzzy) == (("x", "x"), True)
    assert message.comments == (" variorum-changed: plural forms",)
    assert [outcome.kind for outcome in result.outcomes] == ["fuzzy"]
    three = catalogue(plural("one boat", "{n} boats", "a", "b"))
    header = po.Message("", (three.messages[0].msgstr[0].replace("nplurals=2; plural=(n != 1)", "nplurals=3; plural=(n > 2 ? 2 : n)"),))  # fmt: skip
    grown = update(three.with_messages([header, *three.live()]), catalogue(plural("one boat", "{n} bigger boats")), lang="en")  # fmt: skip
    (message,) = grown.catalogue.live()
    assert message.msgstr == ("a", "b", "")


def test_nothing_of_a_near_copy_but_what_differs_is_told() -> None:
    copy = LONG.replace("north", "south")
    old = catalogue(po.Message(LONG, ("x",), "k", comments=(" ask Ada", " variorum-reviewed: Bo")))
    new = catalogue(po.Message(LONG, ("",), "k"), po.Message(copy, ("",), "o"))
    first, second = update(old, new, lang="en").catalogue.live()
    assert first.comments == (" ask Ada", " variorum-reviewed: Bo")
    assert second.comments == (" variorum-changed: wording: “north” is now “south”",)
    assert (second.msgstr, second.fuzzy, second.previous_msgid) == (("x",), True, LONG)


def test_long_stretches_are_cut_in_what_is_told() -> None:
    for size, cut in ((60, False), (61, True)):
        word = "z" * size
        (note,) = notes(LONG, LONG.replace("north", word))
        shown = f"{'z' * 59}…" if cut else word
        assert note == f" variorum-changed: wording: “north” is now “{shown}”"


def test_a_wholly_other_text_under_its_own_words_is_told_as_such() -> None:
    old = catalogue(plural("one boat may pass the weir", THIRD, "a", "b"))
    new = catalogue(plural("one boat may pass the weir", OTHER))
    (message,) = update(old, new, lang="en").catalogue.live()
    assert message.comments == (" variorum-changed: nearly everything",)


@pytest.mark.parametrize(
    ("key", "texts", "found"),
    [
        ("k", (LONG,), "n"),  # known by its new name
        ("k", (LONG, OTHER), "n"),
        (None, (LONG,), None),
    ],
)
def test_known_new_names_of_keys(
    key: str | None, texts: tuple[str, ...], found: str | None
) -> None:
    old = catalogue(*(po.Message(text, ("x",), key) for text in texts))
    new = catalogue(*(po.Message(text, ("",), "n" if key else None) for text in texts))
    result = update(old, new, lang="en", renamed={"k": "n", "": "m"})
    assert [(m.msgctxt, m.msgstr, m.fuzzy) for m in result.catalogue.live()] == [
        (found, ("x",), False) for _ in texts
    ]
    assert result.kept == len(texts)


def test_a_new_name_that_is_taken_takes_no_translation_away() -> None:
    old = catalogue(po.Message(LONG, ("x",), "k"), po.Message(LONG, ("y",), "n"))
    result = update(old, catalogue(po.Message(LONG, ("",), "n")), lang="en", renamed={"k": "n"})
    assert [(m.msgctxt, m.msgstr, m.obsolete) for m in result.catalogue.messages[1:]] == [
        ("n", ("y",), False),
        ("k", ("x",), True),
    ]
    # Two names that change places leave each other's room.
    chain = catalogue(po.Message(LONG, ("y",), "n"), po.Message(LONG, ("x",), "k"))
    new = catalogue(po.Message(LONG, ("",), "n"), po.Message(LONG, ("",), "m"))
    result = update(chain, new, lang="en", renamed={"k": "n", "n": "m"})
    assert {m.msgctxt: m.msgstr[0] for m in result.catalogue.live()} == {"n": "x", "m": "y"}


def test_kinds_of_problems_that_a_message_switches_off() -> None:
    lines = (" a note", " variorum-ignore: Numbers, spacing,, ", " variorum-ignore:tags")
    assert marks.ignored_kinds(po.Message("a", comments=lines)) == ("numbers", "spacing", "tags")
    assert marks.ignored_kinds(po.Message("a", comments=(" a note: numbers",))) == ()


def test_how_often_words_were_seen() -> None:
    rare = rarity([LONG, f"{LONG} boat", OTHER])
    assert [rare.count(word) for word in ("zzz", "bells", "North!", "boat-bells")] == [0, 1, 2, 2]
    assert rare.count("—") == rare.texts == 3
    assert rare.weight(Counter(["bells"])) > rare.weight(Counter(["north"])) > 0
    assert rare.weight(Counter(["bells", "bells"])) == 2 * rare.weight(Counter(["bells"]))
    # Where there is one text only, its words prove about seven tenths of what others do.
    seen, unseen = (rarity([LONG]).weight(Counter([word])) for word in ("north", "zzz"))
    assert seen / unseen == pytest.approx(0.7, abs=0.03)


@pytest.mark.parametrize(("changed", "found"), [(4, {0: 0}), (5, {})])
def test_a_near_copy_has_half_of_the_eight_rarest_words(
    changed: int, found: dict[int, int]
) -> None:
    own = [f"own{n}x" for n in range(40)]
    old = " ".join(own)
    new = Text(None, " ".join([*(f"new{n}x" for n in range(changed)), *own[changed:]]))
    rare = rarity([old])
    assert likeness(Text(None, old), new, STILL_THERE, rare) > 0
    assert match_copies([old], [new], rare) == found
    assert match_copies([old], [new, Text(None, old)], rare) == found | {1: 0}


def test_a_suggestion_goes_home_before_the_same_text_comes_from_elsewhere() -> None:
    lent = po.Message(THIRD, ("lent",), "t", previous_msgid=LONG, previous_msgctxt="k", flags=("fuzzy",))  # fmt: skip
    new = catalogue(po.Message(LONG, ("",), "k"), po.Message(THIRD, ("",), "t"))
    result = update(catalogue(lent), new, lang="en")
    assert [m.msgstr for m in result.catalogue.live()] == [("lent",), ("lent",)]
    both = catalogue(po.Message(LONG, ("elsewhere",), "e"), lent)
    (home, _) = update(both, new, lang="en").catalogue.live()
    assert home.msgstr == ("lent",)


def test_headers_are_no_translations_to_keep() -> None:
    ours, theirs = catalogue(po.Message(LONG, ("x",), "k")), catalogue(lang="hu")
    assert with_all(ours, [theirs]).messages == ours.messages


def test_a_new_text_has_the_flags_of_the_template_but_is_not_fuzzy() -> None:
    old = catalogue(po.Message(LONG, ("x",), "k"))
    new = catalogue(po.Message(LONG, ("",), "k"), po.Message("{n} oars", ("",), "o", flags=("fuzzy", "python-brace-format"), comments=(" made by hand",)))  # fmt: skip
    result = update(old, new, lang="en")
    assert list(result.catalogue.live())[1].flags == ("python-brace-format",)
    assert list(result.catalogue.live())[1].comments == ()
    assert result.suggested == 0


def test_of_texts_that_are_as_alike_the_one_under_the_same_key_has_the_translation() -> None:
    assert match([Text(None, "Owls")], [Text("a", "Owls."), Text(None, "Owls!")], RARE) == {1: 0}
    assert match([Text("a", "Owls"), Text(None, "Owls")], [Text(None, "Owls!")], RARE) == {0: 1}
    old = catalogue(po.Message("Owls", ("x", "y"), None, "THE OWLS"))
    new = catalogue(po.Message("Owls", ("",), "a"), po.Message("Owls!", ("", ""), None, "THE OWLS"))
    _, second = update(old, new, lang="en").catalogue.live()
    assert (second.msgstr, second.fuzzy) == (("x", "y"), False)


def test_the_same_words_in_another_order_are_wholly_alike_by_rarity() -> None:
    turned = " ".join(reversed(LONG.split()))
    assert likeness(Text("k", LONG), Text("k", turned), (0.01, 1.0, 1.0), RARE) > 0.5


def test_a_translation_that_two_sides_lack_is_kept_once() -> None:
    ours = catalogue(po.Message(LONG, ("x",), "k"))
    theirs = catalogue(po.Message(LONG, ("z",), "k"))
    (message,) = with_all(ours, [theirs, theirs]).live()
    assert message.comments == (" variorum-other: z",)


def test_a_translation_goes_under_another_key_only_where_that_is_trusted() -> None:
    old, new = po.Message(LONG, ("x",), "k"), po.Message(LONG, ("",), "o")
    assert carry(old, new, compare_english, forms=2).message.fuzzy
    assert not carry(old, new, compare_english, forms=2).valid
    assert carry(old, new, compare_english, forms=2, trusted=True).valid
    assert carry(old, replace(new, msgctxt="k"), compare_english, forms=2).valid


def test_a_suggestion_goes_where_its_translation_is_kept_anyway() -> None:
    old = catalogue(
        po.Message(LONG, ("x",), "k"),
        po.Message(OTHER, ("x",), "o", flags=("fuzzy",), previous_msgid=LONG),
        po.Message("a loose oar", ("y",), "l", flags=("fuzzy",), previous_msgid="an oar"),
    )
    result = update(old, catalogue(po.Message(THIRD, ("",), "t")), lang="en").catalogue
    assert [m.msgid for m in result.messages if m.obsolete] == [LONG, "a loose oar"]


def test_a_short_text_is_found_under_another_key_by_its_words() -> None:
    assert match([Text("a", "Owls")], [Text("b", "Owls!")], RARE) == {0: 0}
    assert match([Text("a", "—")], [Text("b", "…")], RARE) == {}


def test_two_keys_with_one_new_name_are_not_one_message() -> None:
    old = catalogue(po.Message(LONG, ("x",), "k"), po.Message(LONG, ("y",), "l"))
    new = catalogue(po.Message(LONG, ("",), "n"))
    result = update(old, new, lang="en", renamed={"k": "n", "l": "n"}).catalogue
    assert [(m.msgctxt, m.msgstr, m.obsolete) for m in result.messages[1:]] == [
        ("n", ("x",), False),
        ("l", ("y",), True),
    ]
