"""An update of a catalogue: what stays, what becomes fuzzy, what is never attached."""

from __future__ import annotations

from pathlib import Path

import pytest
from po_samples import HEADER, assert_valid, catalogue, needs_gettext

from variorum import po
from variorum.model import VariorumError
from variorum.translations import heading
from variorum.translations.update import UpdateResult, update, update_file

SOURCE = "A lantern on the quay shows every boat within six paces of the mill."
NUMBER = "A lantern on the quay shows every boat within nine paces of the mill."
QUOTES = "A lantern  on the quay shows every boat within six paces of the mill ."
OTHER = "Ferrymen sleep until somebody throws a stone into their bucket."
TRANSLATION = "A rakparti lámpás hat lépésen belül minden csónakot megmutat a malomnál."


def template(*messages: tuple[str | None, str]) -> po.Catalogue:
    return po.parse(
        po.serialise(
            po.Catalogue((
                *po.parse(catalogue()).messages,
                *(po.Message(text, msgctxt=key, references=(f"book:{n}",)) for n, (key, text) in enumerate(messages)),
            ))
        )
    )  # fmt: skip


def translated(*messages: tuple[str | None, str, str]) -> po.Catalogue:
    return po.parse(
        po.serialise(
            po.Catalogue((
                *po.parse(catalogue()).messages,
                *(po.Message(text, (target,), key) for key, text, target in messages),
            ))
        )
    )  # fmt: skip


def run(old: po.Catalogue, new: po.Catalogue, **more: object) -> UpdateResult:
    """The update, after trying that a second one changes nothing and that the file is valid."""
    result = update(old, new, lang="en", **more)  # type: ignore[arg-type]
    data = po.serialise(result.catalogue)
    again = update(po.parse(data), new, lang="en", **more)  # type: ignore[arg-type]
    assert po.serialise(again.catalogue) == data
    assert not again.outcomes
    return result


def one(result: UpdateResult, key: str | None = "k") -> po.Message:
    (message,) = (m for m in result.catalogue.live() if m.msgctxt == key)
    return message


def test_an_unchanged_text_keeps_its_translation_and_its_bytes_wherever_it_moves() -> None:
    body = f'msgctxt "k"\nmsgid   ""\n"{SOURCE}"\nmsgstr "{TRANSLATION}"'
    old = po.parse(catalogue(f"#  mine \n#: old:1\n{body}", 'msgctxt "j"\nmsgid "x"\nmsgstr "y"'))
    result = run(old, template(("j", "x"), ("new", "z"), ("k", SOURCE)))
    assert result.kept == 2
    data = po.serialise(result.catalogue).decode()
    assert f"#  mine \n#: book:2\n{body}\n" in data
    assert data.index('"x"') < data.index('"z"') < data.index(SOURCE)


def test_a_typographic_change_keeps_the_translation_valid() -> None:
    result = run(translated(("k", SOURCE, TRANSLATION)), template(("k", QUOTES)))
    message = one(result)
    assert (message.msgstr, message.fuzzy, message.previous_msgid) == ((TRANSLATION,), False, None)
    assert result.count("typographic") == 1
    assert not list(result.catalogue.obsolete())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (NUMBER, "number: “six” is now “nine”"),
        (SOURCE.replace("shows", "does not show"), "negation"),
        (SOURCE.replace("quay", "pier"), "wording: “quay” is now “pier”"),
    ],
)
def test_a_changed_text_is_fuzzy_with_what_it_was_and_what_changed(text: str, kind: str) -> None:
    old = translated(("k", SOURCE, TRANSLATION))
    result = run(old, template(("k", text)))
    message = one(result)
    assert message.msgstr == (TRANSLATION,)
    assert message.fuzzy
    assert (message.previous_msgid, message.previous_msgctxt) == (SOURCE, None)
    assert any(kind in line for line in message.comments)
    back = update(result.catalogue, template(("k", SOURCE)), lang="en")
    assert one(back).msgstr == (TRANSLATION,)
    assert not one(back).fuzzy
    assert not one(back).comments
    assert not list(back.catalogue.obsolete())


def test_the_previous_text_is_the_one_that_was_translated() -> None:
    first = run(translated(("k", SOURCE, TRANSLATION)), template(("k", NUMBER)))
    second = run(first.catalogue, template(("k", NUMBER.replace("quay", "pier"))))
    message = one(second)
    assert (message.previous_msgid, message.msgstr) == (SOURCE, (TRANSLATION,))
    assert len([line for line in message.comments if "number" in line]) == 1


def test_what_was_told_goes_when_the_translator_has_decided() -> None:
    fuzzy = run(translated(("k", SOURCE, TRANSLATION)), template(("k", NUMBER))).catalogue
    data = (
        po.serialise(fuzzy).decode().replace("#, fuzzy\n", "").replace("hat lépés", "kilenc lépés")
    )
    message = one(run(po.parse(data.encode()), template(("k", NUMBER))))
    assert (message.comments, message.previous_msgid) == ((), None)
    assert "kilenc" in message.msgstr[0]


def test_a_returning_text_revives_its_translation_even_after_another_was_made() -> None:
    old = translated(("k", SOURCE, TRANSLATION))
    for away in (template(), template(("j", OTHER))):
        gone = run(old, away)
        assert [m.msgstr for m in gone.catalogue.obsolete()] == [(TRANSLATION,)]
        back = run(gone.catalogue, template(("k", SOURCE)))
        assert one(back).msgstr == (TRANSLATION,)
        assert back.count("revived") == 1
    fuzzy = run(old, template(("k", NUMBER))).catalogue
    data = po.serialise(fuzzy).decode().replace("#, fuzzy\n", "")
    head, tail = data.split("#~", 1)
    mended = po.parse((head.replace("hat lépés", "kilenc lépés") + "#~" + tail).encode())
    back = run(mended, template(("k", SOURCE)))
    assert one(back).msgstr == (TRANSLATION,)
    assert any("kilenc" in m.msgstr[0] for m in back.catalogue.obsolete())


def test_a_text_under_a_new_key_is_fuzzy_unless_the_move_is_known() -> None:
    old = translated(("k", SOURCE, TRANSLATION), ("k/title", "Lanterns", "Lámpások"))
    new = template(("n", SOURCE), ("n/title", "Lanterns"))
    message = one(run(old, new), "n")
    assert message.fuzzy
    assert (message.previous_msgctxt, message.previous_msgid) == ("k", SOURCE)
    for more in ({"renamed": {"k": "n", "k/title": "n/title"}}, {"keep_moved": True}):
        result = run(old, new, **more)
        assert [(m.msgstr, m.fuzzy) for m in result.catalogue.live()] == [
            ((TRANSLATION,), False),
            (("Lámpások",), False),
        ]
        assert not list(result.catalogue.obsolete())


def test_a_known_rename_takes_along_what_changed_too() -> None:
    result = run(
        translated(("k", SOURCE, TRANSLATION)), template(("n", NUMBER)), renamed={"k": "n"}
    )
    message = one(result, "n")
    assert (message.fuzzy, message.previous_msgid, message.previous_msgctxt) == (True, SOURCE, None)


def test_a_reused_key_inherits_nothing() -> None:
    result = run(translated(("k", SOURCE, TRANSLATION)), template(("k", OTHER)))
    assert one(result).msgstr == ("",)
    assert [m.msgstr for m in result.catalogue.obsolete()] == [(TRANSLATION,)]


def test_a_removed_and_an_added_text_of_one_entry_are_not_taken_for_an_edit() -> None:
    opening = "A bearer with this ability may "
    ends = [f"{verb} {noun} at night" for verb in ("swim past", "sell", "wake", "hide behind")
            for noun in ("strangers", "one oar", "barrels", "his lamp")]  # fmt: skip
    old = translated(*((f"k{n}", f"{opening}{end}.", f"T{n}") for n, end in enumerate(ends)))
    rest = [(f"k{n}", f"{opening}{end}.") for n, end in enumerate(ends) if n]
    result = run(old, template(("k0", f"{opening}never carry two heavy anvils uphill."), *rest))
    assert one(result, "k0").msgstr == ("",)


def test_each_key_keeps_its_own_translation_of_the_same_text() -> None:
    old = translated(("a", SOURCE, "A " + TRANSLATION), ("b", SOURCE, "B " + TRANSLATION))
    for new in (
        template(("b", NUMBER), ("a", NUMBER.replace("nine", "two"))),
        template(("b", SOURCE), ("a", NUMBER)),
    ):
        result = run(old, new)
        assert one(result, "a").msgstr[0].startswith("A ")
        assert one(result, "b").msgstr[0].startswith("B ")


def test_passages_of_one_entry_find_their_own_successors() -> None:
    texts = [f"{name} pays {n} coins when the {name} crosses the bridge at dawn, and no more."
             for n, name in enumerate(["miller", "ferryman", "watchman", "pedlar"], 3)]  # fmt: skip
    old = translated(*(("k", text, text.split()[0]) for text in texts))
    edited = [text.replace("no more", "never less") for text in reversed(texts)]
    result = run(old, template(*(("k", text) for text in edited)))
    assert all(m.fuzzy and m.msgid.startswith(m.msgstr[0]) for m in result.catalogue.live())


def test_an_edited_text_is_found_under_another_key_and_a_new_one_gets_nothing() -> None:
    old = translated(("a", SOURCE, TRANSLATION), ("b", OTHER, "Révészek."))
    result = run(old, template(("x", NUMBER), ("y", "Owls may not be startled twice in a night.")))
    assert one(result, "x").msgstr == (TRANSLATION,)
    assert one(result, "x").previous_msgctxt == "a"
    assert one(result, "y").msgstr == ("",)


def test_a_near_copy_of_a_text_that_stays_is_a_suggestion_without_its_comments() -> None:
    old = translated(("a", SOURCE * 2, TRANSLATION))
    old = old.with_messages(
        [old.messages[0], po.Message(SOURCE * 2, (TRANSLATION,), "a", comments=(" mine",))]
    )
    result = run(old, template(("a", SOURCE * 2), ("b", SOURCE + NUMBER)))
    assert (one(result, "a").fuzzy, one(result, "b").fuzzy) == (False, True)
    assert one(result, "b").msgstr == (TRANSLATION,)
    assert " mine" not in one(result, "b").comments


def test_catalogues_without_keys_are_updated_too() -> None:
    old = translated(
        (None, SOURCE, TRANSLATION), (None, OTHER, "Révészek."), (None, "Tie!", "Döntetlen!")
    )
    result = run(old, template((None, OTHER), (None, NUMBER), (None, "Tie !")))
    by_text = {m.msgid: m for m in result.catalogue.live()}
    assert not by_text[OTHER].fuzzy
    assert by_text[NUMBER].previous_msgid == SOURCE
    assert (by_text["Tie !"].msgstr, by_text["Tie !"].fuzzy) == (("Döntetlen!",), False)


def test_keys_can_be_given_to_a_catalogue_and_taken_away() -> None:
    bare, keyed = translated((None, SOURCE, TRANSLATION)), translated(("k", SOURCE, TRANSLATION))
    assert not one(run(bare, template(("k", SOURCE)))).fuzzy
    assert not one(run(keyed, template((None, SOURCE))), None).fuzzy


def test_obsolete_messages_and_comments_stay_as_they_are() -> None:
    old = po.parse(
        catalogue(
            'msgctxt "k"\nmsgid "x"\nmsgstr ""',
            '# mine\n#, fuzzy\n#~| msgid "p"\n#~ msgid   "q"\n#~ msgstr "r"',
        )
    )
    result = run(old, template(("k", "x")))
    assert po.serialise(result.catalogue).endswith(
        b'\n# mine\n#, fuzzy\n#~| msgid "p"\n#~ msgid   "q"\n#~ msgstr "r"\n'
    )


def test_an_untranslated_text_goes_without_a_trace_unless_somebody_wrote_a_comment() -> None:
    old = po.parse(
        catalogue(
            'msgctxt "k"\nmsgid "x"\nmsgstr ""', '# ask Bo\nmsgctxt "j"\nmsgid "y"\nmsgstr ""'
        )
    )
    gone = run(old, template()).catalogue
    assert [m.comments for m in gone.obsolete()] == [(" ask Bo",)]


def test_flags_follow_the_template_and_the_translator() -> None:
    old = po.parse(
        catalogue(
            '#, no-wrap, c-format, fuzzy\nmsgid "x"\nmsgstr "y"',
            '#, mine\nmsgid "50 % off"\nmsgstr "z"',
        )
    )
    new = po.parse(
        catalogue('#, python-format\nmsgid "x"\nmsgstr ""', 'msgid "50 % off"\nmsgstr ""')
    )
    flags = [m.flags for m in run(old, new).catalogue.live()]
    assert flags == [("fuzzy", "python-format", "no-wrap"), ("mine",)]


def test_plural_forms_have_the_number_of_the_catalogue() -> None:
    header = HEADER.replace("nplurals=2; plural=(n != 1)", "nplurals=3; plural=n%3").replace(
        "hu", "pl"
    )
    old = po.parse(catalogue(
        'msgid "an owl"\nmsgid_plural "owls"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"',
        'msgid "alone"\nmsgstr "sam"',
        header=header,
    ))  # fmt: skip
    new = po.parse(catalogue(
        'msgid "a bat"\nmsgid_plural "bats"\nmsgstr[0] ""\nmsgstr[1] ""',
        'msgid "an owl"\nmsgstr ""',
        'msgid "alone"\nmsgid_plural "together"\nmsgstr[0] ""\nmsgstr[1] ""',
    ))  # fmt: skip
    bat, owl, alone = run(old, new).catalogue.live()
    assert (bat.msgstr, bat.fuzzy) == (("", "", ""), False)
    assert (owl.msgstr, owl.fuzzy, owl.previous_msgid_plural) == (("a",), True, "owls")
    assert {" b", " c"} <= set(owl.comments)
    assert (alone.msgstr, alone.fuzzy) == (("sam",) * 3, True)


def test_a_format_or_a_newline_that_changed_must_be_looked_at() -> None:
    old = po.parse(
        catalogue(
            '#, c-format\nmsgctxt "k"\nmsgid "%d owls"\nmsgstr "%d bagoly"',
            'msgctxt "j"\nmsgid "x y z"\nmsgstr "a"',
        )
    )
    new = po.parse(
        catalogue(
            '#, c-format\nmsgctxt "k"\nmsgid "% d owls"\nmsgstr ""',
            'msgctxt "j"\nmsgid "x y z\\n"\nmsgstr ""',
        )
    )
    assert all(m.fuzzy for m in run(old, new).catalogue.live())


def test_headers_follow_the_template_where_they_should() -> None:
    old = po.parse(catalogue(header=HEADER.replace('"MIME', '"X-Mine: 1\\n"\n"MIME')))
    new = po.parse(
        catalogue(
            header=HEADER.replace('"PO-', '"POT-Creation-Date: 2026-01-01 10:00+0000\\n"\n"PO-')
        )
    )
    header = run(old, new).catalogue.header
    assert (header.get("X-Mine"), header.get("POT-Creation-Date")) == ("1", "2026-01-01 10:00+0000")
    assert header.get("Last-Translator").startswith("Ada")


def test_a_charset_that_was_never_named_is_named() -> None:
    old = po.parse(catalogue('msgid "x"\nmsgstr ""', header=HEADER.replace("UTF-8", "CHARSET")))
    assert run(old, template((None, "ő"))).catalogue.header.charset == "UTF-8"


@needs_gettext
def test_a_new_catalogue_is_started_from_a_template(tmp_path: Path) -> None:
    pot = po.parse(catalogue(
        'msgid "őr"\nmsgid_plural "őrök"\nmsgstr[0] ""\nmsgstr[1] ""',
        header="#, fuzzy\n" + HEADER.replace("=UTF-8", "=CHARSET").replace("Language: hu", "Language: ")
        .replace("nplurals=2; plural=(n != 1)", "nplurals=INTEGER; plural=EXPRESSION"),
    ))  # fmt: skip
    for language, forms in (("hu", 2), ("fr", 3), ("pl", 3), ("ja", 1)):
        result = run(heading.start(pot, language), pot)
        assert result.catalogue.header.get("Language") == language
        assert [len(m.msgstr) for m in result.catalogue.live()] == [forms]
        assert_valid(po.serialise(result.catalogue), tmp_path)


def test_files_are_updated_or_left_alone(tmp_path: Path) -> None:
    path, pot = tmp_path / "a.po", tmp_path / "a.pot"
    po.write(translated(("k", SOURCE, TRANSLATION)), path)
    po.write(template(("k", QUOTES)), pot)
    assert update_file(path, pot, lang="en").count("typographic") == 1
    assert one(UpdateResult(po.read(path), 0, ())).msgid == QUOTES
    before = path.read_bytes()
    pot.write_bytes(b'msgid "broken')
    with pytest.raises(VariorumError) as error:
        update_file(path, pot)
    assert (error.value.file, error.value.line) == (str(pot), 1)
    assert path.read_bytes() == before
