"""What mutation testing found loose in the update of catalogues: each line here holds one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from update_texts import LONG, OTHER, RARE, THIRD, catalogue, kinds, notes, plural

from variorum import po
from variorum.translations import marks
from variorum.translations.kept import with_all
from variorum.translations.matching import (
    NEAR,
    OTHER_KEY,
    SAME_KEY,
    STILL_THERE,
    Rarity,
    Text,
    is_part,
    likeness,
    match,
    match_copies,
    rarity,
    words,
)
from variorum.translations.update import update, update_file


def test_the_same_text_is_wholly_alike_and_nothing_more() -> None:
    assert likeness(Text("k", LONG), Text("k", LONG), SAME_KEY, RARE) == pytest.approx(1.0)


def test_a_short_text_of_the_same_words_is_the_same_text() -> None:
    assert likeness(Text("k", "Roll a die."), Text("k", "roll a die!"), SAME_KEY, RARE) == 1.0
    assert likeness(Text("k", "Roll a die."), Text("k", "Sleep."), SAME_KEY, RARE) == 0.0


def test_a_title_may_change_its_number_though_no_word_stays() -> None:
    assert likeness(Text("k", "Retraite"), Text("k", "Retraites"), SAME_KEY, RARE) > 0.85


def test_letters_count_in_texts_of_few_words_only() -> None:
    few = " ".join(LONG.split()[:5])
    enough = " ".join(LONG.split()[:6])
    # The same words in another order: alike by words, not by letters.
    turned = [" ".join(reversed(text.split())) for text in (few, enough)]
    least = (0.0, 0.0, 0.9)
    assert likeness(Text("k", few), Text("k", turned[0]), least, RARE) == 0.0
    assert likeness(Text("k", enough), Text("k", turned[1]), least, RARE) > 0.0


def test_a_part_is_nearly_all_there_and_long_enough_to_be_no_accident() -> None:
    whole = Text("k", f"{LONG} {OTHER}")
    assert is_part(whole, Text("k", LONG))
    assert is_part(Text("k", LONG), whole)
    assert not is_part(whole, Text("k", THIRD))
    few = LONG.split()[:8]
    assert is_part(whole, Text("k", " ".join(few)))
    assert not is_part(whole, Text("k", " ".join(few[:-1])))


def test_an_old_text_goes_to_one_new_text() -> None:
    old = [Text("old", LONG)]
    new = [Text("a", f"{LONG} today"), Text("b", f"{LONG} tomorrow")]
    assert list(match(old, new, RARE).values()) == [0]


def test_an_old_text_that_was_divided_goes_to_each_part() -> None:
    old = [Text("k", f"{LONG} {OTHER}")]
    assert match(old, [Text("k", LONG), Text("k", OTHER)], RARE) == {0: 0, 1: 0}


def test_the_text_that_was_there_goes_before_one_that_was_gone() -> None:
    old = [Text("k", LONG, gone=True), Text("k", LONG)]
    assert match(old, [Text("k", f"{LONG} today")], RARE) == {0: 1}
    assert match(old[::-1], [Text("k", f"{LONG} today")], RARE) == {0: 0}


def test_what_stands_under_its_own_key_is_not_looked_for_elsewhere() -> None:
    changed = LONG.replace("north", "south").replace("dawn", "dusk")
    old = [Text("other", changed), Text("k", LONG)]
    assert match(old, [Text("k", changed)], RARE) == {0: 1}


def test_words_are_without_case_marks_and_spaces() -> None:
    assert words("A boat ;  «NORTH» !") == ["a", "boat", "north"]


def test_new_texts_are_told_as_new_and_changed_ones_never_as_gone() -> None:
    changed = LONG.replace("north", "south")
    old = catalogue(po.Message(LONG, ("x",), "k"))
    assert kinds(
        old, catalogue(po.Message(changed, ("",), "k"), po.Message(OTHER, ("",), "o"))
    ) == [
        ("fuzzy", changed),
        ("new", OTHER),
    ]
    assert kinds(old, catalogue(po.Message(OTHER, ("",), "o"))) == [
        ("new", OTHER),
        ("obsolete", LONG),
    ]


@pytest.mark.parametrize(("lang", "fuzzy"), [(None, False), ("hu", True), ("fr", False)])
def test_the_language_of_the_texts_is_told_or_read(
    lang: str | None, fuzzy: bool, tmp_path: Path
) -> None:
    """A number in words against digits is typographic, in the language whose word it is."""
    told = "Chaque barque qui passe le gué attend {} tours sur la rive avant de repartir."
    old = catalogue(po.Message(told.format("quatre"), ("x",), "k"))
    new = catalogue(po.Message(told.format("4"), ("",), "k"))
    files = [tmp_path / "hu.po", tmp_path / "new.pot"]
    for file, content in zip(files, (old, new), strict=True):
        file.write_bytes(po.serialise(content))
    update_file(*files, lang=lang)
    (message,) = po.read(files[0]).live()
    assert (message.msgid, message.fuzzy) == (told.format("4"), fuzzy)


@pytest.mark.parametrize(
    ("line", "header", "name"),
    [
        (" variorum-translator: Kiss Anna", "Nagy Béla <b@example.org>", "Kiss Anna"),
        (" a note", "Nagy Béla <b@example.org>", "Nagy Béla"),
        (" a note", "FULL NAME <EMAIL@ADDRESS>", None),
        (" a note", "b@example.org", None),
        (" variorum-translator: b@example.org", "Nagy Béla", None),
        (" a note", "", None),
    ],
)
def test_who_translated_a_message(line: str, header: str, name: str | None) -> None:
    message = po.Message("a", ("b",), comments=(line,))
    told = po.parse(
        f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Last-Translator: {header}\\n"\n'.encode()
    ).header
    assert marks.translator_of(message, told) == name


def test_a_credit_takes_the_place_of_the_last_and_leaves_the_rest() -> None:
    message = po.Message("a", ("b",), comments=(" a note", " variorum-translator: Kiss Anna"))
    assert marks.credited(message, "Nagy Béla").comments == (
        " a note",
        " variorum-translator: Nagy Béla",
    )
    assert marks.credited(message, None).comments == (" a note",)


def test_what_was_reviewed_says_by_whom_after_a_change() -> None:
    assert marks.no_longer_reviewed((" a", " variorum-reviewed: Kiss Anna")) == (
        " a",
        " variorum-was-reviewed: Kiss Anna",
    )


def test_a_text_that_was_gone_still_goes_before_one_that_is_little_alike() -> None:
    near = LONG.replace("north", "south").replace("dawn", "dusk").replace("boat", "raft")
    far = " ".join([*LONG.split()[:9], *OTHER.split()[:7]])
    old = [Text("a", near, gone=True), Text("b", far)]
    assert match(old, [Text("k", LONG)], RARE) == {0: 0}


def test_the_key_speaks_for_a_text_less_than_its_words_do() -> None:
    far = " ".join([*LONG.split()[:8], *OTHER.split()[:8]])
    near = LONG.replace("north", "south")
    assert match([Text("k", far)], [Text("k", LONG)], RARE) == {0: 0}
    assert match([Text("k", far), Text("o", near)], [Text("k", LONG)], RARE) == {0: 1}


def test_a_note_tells_what_is_new_and_what_is_gone() -> None:
    longer = LONG.replace("waits", "waits silently")
    assert notes(LONG, longer) == (" variorum-changed: wording: “silently” is new",)
    assert notes(longer, LONG) == (" variorum-changed: wording: “silently” is gone",)


def test_many_changes_are_counted_not_told() -> None:
    text = "On turn {} roll {} dice, move {} boats, pay {} coins, ring {} bells, wait {} hours, "
    text += "light {} lamps and count {} oars."
    old, new = text.format(*range(2, 10)), text.format(*range(12, 20))
    told = notes(old, new)
    assert len(told) == 7
    assert told[-1] == " variorum-changed: 2 more"
    six = text.format(*range(12, 18), 8, 9)
    assert len(notes(old, six)) == 6
    assert not any("more" in line for line in notes(old, six))


def test_either_form_of_a_plural_text_counts() -> None:
    old = catalogue(plural("{n} boat may pass", "{n} boats may pass in 4 turns", "a", "b"))
    same = update(old, old, lang="en").catalogue
    assert not next(iter(same.live())).fuzzy
    for one, many in (
        ("{n} boat may pass", "{n} boats may pass in 5 turns"),
        ("{n} boat must pass", "{n} boats may pass in 4 turns"),
    ):
        result = update(old, catalogue(plural(one, many)), lang="en")
        (message,) = result.catalogue.live()
        assert message.fuzzy, (one, many)
        assert message.msgstr == ("a", "b")


def test_forms_that_no_longer_fit_are_kept_in_a_comment() -> None:
    old = catalogue(plural("one boat may pass", "all boats may pass", "egy hajó", "sok hajó"))
    result = update(old, catalogue(po.Message("one boat may pass", ("",), "k")), lang="en")
    (message,) = result.catalogue.live()
    assert message.msgstr == ("egy hajó",)
    assert any("sok hajó" in line for line in message.comments)
    assert not any("egy hajó" in line for line in message.comments)


@pytest.mark.parametrize("part", ["extracted", "references", "flags"])
def test_what_the_template_says_of_an_unchanged_text_is_taken_over(part: str) -> None:
    value = {"extracted": (" entry: Lanterns",), "references": ("b:7",), "flags": ("no-wrap",)}
    old = catalogue(po.Message(LONG, ("x",), "k"))
    new = catalogue(po.Message(LONG, ("",), "k", **{part: value[part]}))  # type: ignore[arg-type]
    (message,) = update(old, new, lang="en").catalogue.live()
    assert getattr(message, part) == value[part]
    assert message.msgstr == ("x",)
    (back,) = update(
        new.with_messages([*new.messages[:1], message]), old, lang="en"
    ).catalogue.live()
    # A flag of the translator's own stays.
    assert getattr(back, part) == (("no-wrap",) if part == "flags" else ())


def test_what_was_gone_before_comes_before_what_is_gone_now() -> None:
    old = catalogue(po.Message(LONG, ("x",), "k"), po.Message(OTHER, ("y",), "o", obsolete=True))
    result = update(old, catalogue(po.Message(THIRD, ("",), "t")), lang="en")
    assert [m.msgid for m in result.catalogue.messages if m.obsolete] == [OTHER, LONG]
    again = update(result.catalogue, catalogue(po.Message(THIRD, ("",), "t")), lang="en")
    assert po.serialise(again.catalogue) == po.serialise(result.catalogue)


def test_a_text_under_another_key_is_looked_at_by_a_person() -> None:
    old = catalogue(po.Message(LONG, ("x",), "k"))
    (message,) = update(old, catalogue(po.Message(LONG, ("",), "o")), lang="en").catalogue.live()
    assert message.fuzzy
    moved = update(old, catalogue(po.Message(LONG, ("",), "o")), lang="en", keep_moved=True)
    assert not next(iter(moved.catalogue.live())).fuzzy


def test_new_plural_texts_have_the_forms_of_the_language() -> None:
    old = catalogue(po.Message(LONG, ("x",), "k"))
    new = catalogue(plural("{n} boat", "{n} boats"))
    result = update(old, new, lang="en").catalogue
    assert [m.msgstr for m in result.live()] == [("", "")]
    bare = po.parse(b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n')
    result = update(bare, bare.with_messages([*bare.messages, *new.live()]), lang="en").catalogue
    assert [m.msgstr for m in result.live()] == [("", "")]


LEAST = {
    "same key": (SAME_KEY, (0.4, 0.25, 0.65)),
    "other key": (OTHER_KEY, (0.5, 0.4, 0.85)),
    "still there": (STILL_THERE, (0.8, 0.75, 0.9)),
    "near": (NEAR, (0.65, 0.6, 0.85)),
}


@pytest.mark.parametrize("name", LEAST)
def test_how_alike_texts_must_be(name: str) -> None:
    """A little below each of the three shares they are not alike, a little above they are."""
    least, (in_order, by_rarity, letters) = LEAST[name]
    many = [f"word{n}x" for n in range(100)]

    def turned(share: float) -> str:
        """The same words, of which that share stands in the same order."""
        size = round(100 * share)
        blocks = [many[at : at + size] for at in range(0, 100, size)]
        return " ".join(word for block in reversed(blocks) for word in block)

    rare = Rarity(Counter({"usual": 1000}), 1000)

    def with_rare(share: float) -> str:
        """Usual words, and words of which that share is in the text with all of them."""
        kept = round(100 * share)
        return "usual " * 900 + " ".join([*many[:kept], *(f"other{n}" for n in range(100 - kept))])

    def spelled(share: float, letter: str) -> str:
        size = round(100 * share)
        return "x " + "a" * (size - 2) + letter * (100 - size)

    for up in (-0.06, 0.06):
        for old, new in (
            (turned(1.0), turned(in_order + up)),
            (with_rare(1.0), with_rare(by_rarity + up)),
            (spelled(letters + up, "b"), spelled(letters + up, "c")),
        ):
            score = likeness(Text("k", old), Text("k", new), least, rare)
            assert (score > 0) == (up > 0), (old[-20:], new[-20:], score)


def test_short_texts_of_no_common_word_must_be_alike_by_nearly_every_letter() -> None:
    assert likeness(Text("k", "Barque"), Text("k", "Marque"), SAME_KEY, RARE) == 0.0
    assert likeness(Text("k", "Barque 2"), Text("k", "Marque 2"), SAME_KEY, RARE) > 0.65


def test_a_part_may_be_three_quarters_of_the_whole_and_lack_a_word_in_ten() -> None:
    own = [f"word{n}x" for n in range(20)]
    assert is_part(Text("k", " ".join(own[:12])), Text("k", " ".join(own[:9])))
    assert not is_part(Text("k", " ".join(own[:12])), Text("k", " ".join(own[:10])))
    whole = Text("k", " ".join(own))
    assert is_part(whole, Text("k", " ".join(["other", *own[1:10]])))
    assert not is_part(whole, Text("k", " ".join(["other", "words", *own[2:10]])))


def with_changed(number: int, word: str = "other") -> str:
    """A text of twenty words, of which so many are changed."""
    return " ".join(
        [f"{word}{n}x" for n in range(number)] + [f"own{n}x" for n in range(number, 20)]
    )


TWENTY = rarity([with_changed(0)])


@pytest.mark.parametrize(
    ("here", "there", "wins"), [(3, 0, "k"), (4, 0, "k"), (7, 0, "o"), (7, 4, "k"), (9, 4, "o")]
)
def test_a_key_counts_as_much_as_a_fifth_of_the_words(here: int, there: int, wins: str) -> None:
    old = [Text("k", with_changed(here, "here")), Text("o", with_changed(there, "there"))]
    found = match(old, [Text("k", with_changed(0))], TWENTY)
    assert old[found[0]].key == wins


@pytest.mark.parametrize("key", ["k", "o"])
@pytest.mark.parametrize(("less", "wins"), [(3, 1), (6, 0)])
def test_what_was_gone_must_be_more_alike_by_a_word_in_twenty(
    key: str, less: int, wins: int
) -> None:
    own = [f"own{n}x" for n in range(80)]

    def changed(number: int, word: str) -> str:
        return " ".join([*(f"{word}{n}x" for n in range(number)), *own[number:]])

    old = [Text(key, changed(24, "gone"), gone=True), Text(key, changed(24 + less, "there"))]
    new = Text("k", changed(0, ""))
    assert match(old, [new], rarity([new.text])) == {0: wins}


def test_a_near_copy_is_found_by_few_words_and_by_some_of_its_rarest() -> None:
    seven = "the bell rings twice near seven mills"
    assert match_copies([THIRD, seven], [Text(None, seven + " again")], RARE) == {0: 1}
    # Three words that nobody else has are the rarest of all.
    changed = LONG.replace("north", "zzz").replace("dawn", "yyy")
    sample = rarity([LONG, f"{LONG} {OTHER}", OTHER])
    long = f"{LONG} and {OTHER}"
    assert match_copies([long], [Text(None, f"{changed} xxx and {OTHER}")], sample) == {0: 0}
    assert match_copies([THIRD], [Text(None, LONG)], RARE) == {}
    # The most alike of several, and of equals the first.
    near = [
        long.replace("bells", "drums").replace("river", "sea"),
        long.replace("mill", "inn"),
        long.replace("mill", "pub"),
    ]
    assert match_copies(near, [Text(None, long), Text(None, THIRD)], sample) == {0: 1}
    assert match_copies(near[1::-1], [Text(None, long)], sample) == {0: 0}


def test_a_text_that_went_to_another_key_with_a_format_is_the_same_text() -> None:
    old = catalogue(po.Message("{n} boats", ("x",), "k", flags=("python-brace-format",)))
    new = catalogue(po.Message("{n} boats", ("",), "o", flags=("python-brace-format",)))
    result = update(old, new, lang="en", keep_moved=True)
    (message,) = result.catalogue.live()
    assert (message.msgstr, message.fuzzy, message.comments) == (("x",), False, ())
    assert [outcome.kind for outcome in result.outcomes] == ["moved"]
    assert [outcome.kind for outcome in update(old, new, lang="en").outcomes] == ["fuzzy"]


def test_sticky_flags_of_the_translator_stay() -> None:
    changed = LONG.replace("north", "south")
    old = catalogue(po.Message(LONG, ("x",), "k", sticky_flags=("fuzzy", "no-wrap")))
    (message,) = update(old, catalogue(po.Message(changed, ("",), "k")), lang="en").catalogue.live()
    assert message.sticky_flags == ("no-wrap",)
    assert message.fuzzy


def test_a_translation_whose_message_is_nowhere_stays_as_an_old_one() -> None:
    ours = catalogue(po.Message(LONG, ("x",), "k"))
    theirs = catalogue(
        po.Message(LONG, ("x",), "k"),
        po.Message(OTHER, ("y",), "o", references=("a:1",)),
        po.Message(THIRD, ("x",), "t"),
    )
    result = with_all(ours, [theirs])
    assert [(m.msgid, m.msgstr, m.obsolete, m.references) for m in result.messages[1:]] == [
        (LONG, ("x",), False, ()),
        (OTHER, ("y",), True, ()),
    ]
    assert with_all(result, [theirs]).messages == result.messages
    assert with_all(ours, [theirs], known=[theirs]).messages == ours.messages
    other = with_all(ours, [catalogue(po.Message(LONG, ("z",), "k"))])
    (message,) = other.live()
    assert (message.msgstr, message.comments) == (("x",), (" variorum-other: z",))
    assert with_all(other, [catalogue(po.Message(LONG, ("z",), "k"))]).messages == other.messages
    # Comments that keep a translation are kept as well, a comment that does not is not.
    noted = catalogue(po.Message(LONG, ("x",), "k", comments=(" a note", " variorum-other: w")))
    assert next(iter(with_all(ours, [noted]).live())).comments == (" variorum-other: w",)


def test_each_translation_of_a_conflict_is_kept_for_itself() -> None:
    divided = "#-#-#-#-#  a.po  #-#-#-#-#\nx\n#-#-#-#-#  b.po  #-#-#-#-#\nz\n"
    ours = catalogue(po.Message(LONG, ("x",), "k"))
    (message,) = with_all(ours, [catalogue(po.Message(LONG, (divided,), "k"))]).live()
    assert (message.msgstr, message.comments) == (("x",), (" variorum-other: z",))
    theirs = catalogue(po.Message(LONG, (divided,), "k"))
    assert with_all(theirs, [ours]).messages == theirs.messages


def test_a_near_copy_has_its_own_numbers_in_the_language_of_the_catalogue() -> None:
    text = f"{LONG} with 2 boats for {{}} turns"
    old = catalogue(po.Message(text.format(4), ("Két hajóval 4 körig",), "k"))
    new = catalogue(po.Message(text.format(4), ("",), "k"), po.Message(text.format(6), ("",), "o"))
    first, second = update(old, new, lang="en").catalogue.live()
    assert (first.msgstr, first.fuzzy) == (("Két hajóval 4 körig",), False)
    assert (second.msgstr, second.fuzzy) == (("Két hajóval 6 körig",), True)
    # In a language that is not told the word may be any; nothing is put in its place.
    header = po.Message("", (old.messages[0].msgstr[0].replace("Language: hu", "Language: "),))
    unknown = update(old.with_messages([header, *old.live()]), new, lang="en").catalogue
    assert list(unknown.live())[1].msgstr == ("Két hajóval 4 körig",)


def test_what_stays_and_what_became_of_the_rest_is_counted() -> None:
    typed = LONG.replace(" and ", "  and ")
    old = catalogue(
        po.Message(LONG, ("x",), "k"),
        po.Message(OTHER, ("y",), "o", obsolete=True),
        po.Message(THIRD, ("z",), "t"),
        po.Message("Bells", ("",), "b"),
    )
    new = catalogue(
        po.Message(typed, ("",), "k"),
        po.Message(OTHER, ("",), "o"),
        po.Message("Bells", ("",), "b"),
        po.Message("Salt and oars", ("",), "s"),
    )
    result = update(old, new, lang="en")
    assert [(outcome.kind, outcome.message.msgid) for outcome in result.outcomes] == [
        ("revived", OTHER),
        ("typographic", typed),
        ("new", "Salt and oars"),
        ("obsolete", THIRD),
    ]
    assert result.kept == 1
    assert [result.count(k) for k in ("revived", "typographic", "new", "fuzzy")] == [1, 1, 1, 0]
