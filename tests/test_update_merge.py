"""Merging catalogues by message: both sides' work, and conflicts that cannot be overlooked."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from po_samples import HEADER, assert_valid, catalogue, needs_gettext

from variorum import po
from variorum.compare import compare
from variorum.model import VariorumError
from variorum.translations.merge import MARK, conflicts_in, merge, merge_files, under_edited_text
from variorum.translations.update import update

BASE = (
    'msgctxt "a"\nmsgid "heron"\nmsgstr "gém"',
    'msgctxt "b"\nmsgid "otter"\nmsgstr ""',
    'msgctxt "c"\nmsgid "pike"\nmsgstr "csuka"',
)


def side(
    *changes: tuple[str, str], header: str = HEADER, more: tuple[str, ...] = ()
) -> po.Catalogue:
    messages = list(BASE)
    for old, new in changes:
        assert any(old in message for message in messages)
        messages = [message.replace(old, new) for message in messages]
    return po.parse(catalogue(*filter(None, messages), *more, header=header))


def texts(read: po.Catalogue) -> dict[str, str]:
    return {m.msgid: m.msgstr[0] for m in read.messages if not m.is_header}


def test_what_one_side_changed_is_taken_from_it() -> None:
    ours = side(('msgstr ""', 'msgstr "vidra"'))
    theirs = side(("csuka", "Csuka"), more=('# by them\nmsgctxt "d"\nmsgid "newt"\nmsgstr "gőte"',))
    for one, other in ((ours, theirs), (theirs, ours)):
        result = merge(side(), one, other)
        assert not result.conflicts
        assert texts(result.catalogue) == {
            "heron": "gém",
            "otter": "vidra",
            "pike": "Csuka",
            "newt": "gőte",
        }
        data = po.serialise(result.catalogue)
        assert b'\n# by them\nmsgctxt "d"' in data
        assert po.parse(data).messages == result.catalogue.messages


def test_new_messages_come_after_the_one_they_follow() -> None:
    theirs = side(('"gém"', '"gém"\n\nmsgctxt "n"\nmsgid "crane"\nmsgstr "daru"'))
    merged = merge(side(), side(), theirs).catalogue
    assert list(texts(merged)) == ["heron", "crane", "otter", "pike"]


def test_different_translations_are_a_conflict_that_editors_can_open(tmp_path: Path) -> None:
    result = merge(side(), side(("gém", "kócsag")), side(("gém", "gólya")), names=("main", "mail"))
    (conflict,) = result.conflicts
    assert conflict.fuzzy
    assert conflict.msgstr[0].split("\n") == [
        f"{MARK}  main  {MARK}",
        "kócsag",
        f"{MARK}  mail  {MARK}",
        "gólya",
    ]
    read = po.parse(po.serialise(result.catalogue))
    assert conflicts_in(read) == [conflict]
    assert gone_from_programs(read)


def gone_from_programs(read: po.Catalogue) -> bool:
    return b"heron" not in po.compile_mo(read)


@needs_gettext
def test_a_conflict_is_a_valid_file(tmp_path: Path) -> None:
    result = merge(side(), side(("gém", "kócsag")), side(("gém", "gólya")))
    assert_valid(po.serialise(result.catalogue), tmp_path)


def test_who_looked_at_a_translation_wins_over_who_left_it() -> None:
    base = side(('msgctxt "a"', '#, fuzzy\n#| msgid "egret"\nmsgctxt "a"'))
    approved, untouched = side(), base
    merged = merge(base, untouched, approved)
    message = next(m for m in merged.catalogue.live() if m.msgid == "heron")
    assert (message.fuzzy, message.previous_msgid, merged.conflicts) == (False, None, ())


def test_comments_and_flags_of_both_sides_are_kept() -> None:
    ours = side(("gém", "kócsag"), ('msgctxt "a"', '# ours\n#, no-wrap\nmsgctxt "a"'))
    theirs = side(('msgctxt "a"', '# theirs\n#, mine\nmsgctxt "a"'))
    message = next(merge(side(), ours, theirs).catalogue.live())
    assert message.comments == (" ours", " theirs")
    assert message.flags == ("no-wrap", "mine")
    assert message.msgstr == ("kócsag",)


def test_a_deleted_translation_becomes_obsolete_and_an_empty_message_goes() -> None:
    shorter = po.parse(catalogue(BASE[2]))
    for one, other in ((shorter, side()), (side(), shorter)):
        merged = merge(side(), one, other).catalogue
        assert [(m.msgid, m.obsolete) for m in merged.messages[1:]] == [
            ("pike", False),
            ("heron", True),
        ]


def test_an_improved_translation_reaches_the_suggestion_made_of_the_old_one() -> None:
    template = po.parse(catalogue('msgctxt "a"\nmsgid "grey herons"\nmsgstr ""', *BASE[1:]))
    source = po.parse(catalogue('msgctxt "a"\nmsgid "grey heron"\nmsgstr "gém"', *BASE[1:]))
    ours = update(source, template, lang="en").catalogue
    theirs = source.with_messages(
        replace(m, msgstr=("szürke gém",)) if m.msgid == "grey heron" else m
        for m in source.messages
    )
    merged = merge(source, ours, theirs)
    assert not merged.conflicts
    live = {m.msgid: (m.msgstr[0], m.fuzzy) for m in merged.catalogue.live()}
    assert live["grey herons"] == ("szürke gém", True)
    assert [m.msgstr for m in merged.catalogue.obsolete()] == [("szürke gém",)]


def test_headers_are_merged_field_by_field() -> None:
    ours = side(header=HEADER.replace('"MIME', '"X-Ours: 1\\n"\n"MIME').replace("Ada", "Bo"))
    theirs = side(
        header=HEADER.replace("2025-03", "2026-03").replace("Ada", "Cy").replace("none", "Marsh")
    )
    header = merge(side(), ours, theirs).catalogue.header
    assert (header.get("X-Ours"), header.get("Language-Team")) == ("1", "Marsh")
    assert header.get("Last-Translator").startswith("Cy")
    assert merge(side(), theirs, ours).catalogue.header.get("Last-Translator").startswith("Cy")


def test_files_are_merged_in_place_or_not_at_all(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("base", "ours", "theirs")]
    for path, read in zip(
        paths, (side(), side(("gém", "kócsag")), side(("csuka", "Csuka"))), strict=True
    ):
        po.write(read, path)
    assert not merge_files(*paths).conflicts
    assert texts(po.read(paths[1]))["pike"] == "Csuka"
    before = paths[1].read_bytes()
    paths[2].write_bytes(before.replace(b'msgstr "k', b'<<<<<<< x\nmsgstr "k'))
    with pytest.raises(VariorumError) as error:
        merge_files(*paths)
    assert error.value.file == str(paths[2])
    assert paths[1].read_bytes() == before
    paths[0].write_bytes(b"")  # git gives an empty file where there is no common ancestor
    paths[2].write_bytes(po.serialise(side(more=('msgid "n"\nmsgstr "o"',))))
    assert texts(merge_files(*paths).catalogue)["n"] == "o"


def test_a_merge_by_lines_that_kept_an_old_translation_is_found() -> None:
    def pond(text: str, translation: str, flag: str = "") -> po.Catalogue:
        return po.parse(catalogue(f'{flag}msgctxt "p"\nmsgid "{text}"\nmsgstr "{translation}"'))

    before = pond("A pike needs two turns.", "A csuka két kör.")
    for text, translation, flag, found in (
        ("A pike needs three turns.", "A csuka két kör.", "", 1),
        ("A pike needs three turns.", "A csuka két kör.", "#, fuzzy\n", 0),
        ("A pike needs three turns.", "A csuka három kör.", "", 0),
        ("A pike needs two turns .", "A csuka két kör.", "", 0),
        ("A pike needs two turns.", "A csuka két kör.", "", 0),
    ):
        pairs = under_edited_text(
            pond(text, translation, flag), before, partial(compare, lang="en")
        )
        assert [(new.msgid, old.msgid) for new, old in pairs] == [
            (text, "A pike needs two turns.")
        ] * found


KEYS = st.sampled_from(["a", "b", "c", "d"])
MESSAGES = st.builds(
    lambda key, n, fuzzy, gone, comment, previous: po.Message(
        f"text of {key}",
        (n,),
        key,
        comments=(comment,) if comment else (),
        flags=("fuzzy",) if fuzzy else (),
        previous_msgid="before" if previous and fuzzy else None,
        obsolete=gone,
    ),
    KEYS, st.sampled_from(["", "1", "2", "3", "4"]), st.booleans(), st.booleans(),
    st.sampled_from(["", " one", " two"]), st.booleans(),
)  # fmt: skip
SIDES = st.lists(MESSAGES, max_size=4, unique_by=lambda m: m.msgctxt).map(
    lambda messages: po.Catalogue((*po.parse(catalogue()).messages, *messages))
)


def strings(read: po.Catalogue) -> set[tuple[str, str]]:
    return {(m.msgid, text) for m in read.messages if not m.is_header for text in m.msgstr if text}


@settings(max_examples=120, deadline=None)
@given(SIDES, SIDES, SIDES)
def test_no_merge_loses_a_translation_that_is_new(
    base: po.Catalogue, ours: po.Catalogue, theirs: po.Catalogue
) -> None:
    result = merge(base, ours, theirs)
    data = po.serialise(result.catalogue)
    assert po.parse(data).messages == result.catalogue.messages
    there = strings(result.catalogue)
    conflicts = {(m.msgid, line) for m in result.conflicts for line in m.msgstr[0].split("\n")}
    for key, text in (strings(ours) | strings(theirs)) - strings(base):
        assert (key, text) in there | conflicts
    # A translation that both sides still have stays.
    assert strings(ours) & strings(theirs) <= there | conflicts


@pytest.mark.parametrize("ours_changed", [True, False])
def test_what_one_side_translated_and_left_stays_where_that_side_put_it(ours_changed: bool) -> None:
    texts = {"b": ("a rope of hemp", "", False), "d": ("a rope of old hemp", "", False)}

    def made(**messages: tuple[str, str, bool]) -> po.Catalogue:
        return po.Catalogue((
            *po.parse(catalogue()).messages,
            *[
                po.Message(msgid, (msgstr,), key, obsolete=gone)
                for key, (msgid, msgstr, gone) in messages.items()
            ],
        ))  # fmt: skip

    base = made(b=texts["b"])
    changed = made(d=texts["d"], b=("a rope of hemp", "kenderkötél", True))
    sides = (changed, base) if ours_changed else (base, changed)
    merged = {m.key: m for m in merge(base, *sides).catalogue.messages}
    assert all(merged[m.key].msgstr == m.msgstr for m in changed.messages if not m.is_header)


@settings(max_examples=60, deadline=None)
@given(SIDES, SIDES)
def test_merging_with_what_did_not_change_gives_the_side_that_did(
    base: po.Catalogue, ours: po.Catalogue
) -> None:
    result = merge(base, ours, base).catalogue
    mine = {m.key: m for m in ours.messages}
    for message in result.messages:
        if message.key in mine:
            assert message == mine[message.key]
    assert merge(base, ours, ours).catalogue.messages == tuple(
        sorted(ours.messages, key=lambda m: m.obsolete)
    )


@settings(max_examples=60, deadline=None)
@given(SIDES, SIDES, SIDES)
def test_either_side_may_come_first(
    base: po.Catalogue, ours: po.Catalogue, theirs: po.Catalogue
) -> None:
    one, other = merge(base, ours, theirs), merge(base, theirs, ours)
    assert {m.key for m in one.catalogue.messages} == {m.key for m in other.catalogue.messages}
    assert {m.key for m in one.conflicts} == {m.key for m in other.conflicts}
