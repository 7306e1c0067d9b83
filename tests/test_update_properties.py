"""What must hold of any sequence of updates: nothing lost, nothing stale, back again whole."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from po_samples import assert_valid, catalogue, needs_gettext

from variorum import po
from variorum.compare import compare
from variorum.translations.changes import CHANGED
from variorum.translations.update import update

CLASSIFY = partial(compare, lang="en")
KEYS = st.sampled_from([None, "a", "b", "c", "c/title"])
# Few words, so that texts are often nearly the same, the same but for marks, or unrelated.
TEXTS = st.builds(
    "{} {} {} the {}, {} {} at the {}{}".format,
    st.sampled_from(["Each", "No", "Every"]),
    st.sampled_from(["lantern", "ferry", "owl"]),
    st.sampled_from(["lights", "does not light", "may cross"]),
    st.sampled_from(["quay", "mill", "quay-side"]),
    st.sampled_from(["two", "three", "2"]),
    st.sampled_from(["boats", "oars"]),
    st.sampled_from(["bridge", "bridge ", "old  bridge"]),
    st.sampled_from([".", " !", "\n", "…"]),
) | st.sampled_from(["Owls", "Owls!", "Ferry", "Ferry rules", "x"])
PLACES = st.lists(
    st.tuples(KEYS, TEXTS, st.none() | st.sampled_from(["THE OWLS", "The owls", "Two ferries"])),
    max_size=7,
    unique_by=lambda p: p[:2],
)


def template(places: list[tuple[str | None, str, str | None]]) -> po.Catalogue:
    # msgfmt wants both to end alike.
    places = [(k, t, p + "\n" if p and t.endswith("\n") else p) for k, t, p in places]
    messages = [
        po.Message(text, ("", "") if plural else ("",), key, plural, references=(f"s:{n}",))
        for n, (key, text, plural) in enumerate(places)
    ]
    return po.Catalogue((*po.parse(catalogue()).messages, *messages))


def translate(old: po.Catalogue, states: list[str]) -> po.Catalogue:
    """The catalogue with texts of its own for what has none, fuzzy or not, or not at all."""
    messages = []
    for n, message in enumerate(old.messages):
        state = states[n % len(states)] if states else "done"
        if not message.is_header and not message.obsolete and state != "open":
            ends = "\n" if message.msgid.endswith("\n") else ""
            texts = tuple(
                text or f"{message.msgctxt}|{message.msgid.strip()}|{n}|{i}{ends}"
                for i, text in enumerate(message.msgstr)
            )
            message = replace(message.with_fuzzy(state == "fuzzy"), msgstr=texts)
        messages.append(message)
    return old.with_messages(messages)


STATES = st.lists(st.sampled_from(["done", "done", "fuzzy", "open"]), max_size=5)


def texts_of(read: po.Catalogue) -> set[str]:
    """Every translated string, those that were put into comments too."""
    found = {text for m in read.messages for text in m.msgstr if text and not m.is_header}
    return found | {c.strip() for m in read.messages for c in m.comments}


def assert_kept(before: po.Catalogue, after: po.Catalogue) -> None:
    there = texts_of(after)
    lost = {
        text
        for text in texts_of(before)
        if text not in there and text.strip() not in there and not text.startswith(CHANGED.strip())
    }
    assert not lost


def step(old: po.Catalogue, new: po.Catalogue) -> po.Catalogue:
    result = update(old, new, classify=CLASSIFY)
    data = po.serialise(result.catalogue)
    read = po.parse(data)
    assert read.messages == result.catalogue.messages
    assert [m.key for m in read.live()] == [m.key for m in new.live()]
    again = update(read, new, classify=CLASSIFY)
    assert po.serialise(again.catalogue) == data
    assert not again.outcomes
    assert_kept(old, read)
    return read


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(PLACES, STATES), min_size=1, max_size=5))
def test_no_sequence_of_updates_loses_a_translation(
    steps: list[tuple[list[tuple[str | None, str, str | None]], list[str]]],
) -> None:
    now = po.parse(catalogue())
    for places, states in steps:
        now = step(translate(now, states), template(places))


QUAY = "Each lantern lights the quay, two boats at the bridge"
OWLS = (None, "Owls", None)


@settings(max_examples=60, deadline=None)
@given(PLACES, PLACES, STATES)
# A good translation stands under no key, and as a suggestion under another one.
@example([("b", "Owls", None)], [(None, "Owls!", None), OWLS, ("a", "Owls", None)], [])
# One stands under the text in other typography, and as a suggestion under a third form of it.
@example([(None, f"{QUAY}.", None)], [(None, f"{QUAY} !", None), (None, f"{QUAY}\n", None)], [])
# One stands under the same key in other typography, and another one under another key.
@example([OWLS, ("a", "Owls", None)], [(None, "Owls!", None)], [])
def test_there_and_back_restores_every_translation(
    first: list[tuple[str | None, str, str | None]],
    second: list[tuple[str | None, str, str | None]],
    states: list[str],
) -> None:
    # The singular alone names a message, so a plural that comes and goes is another text.
    plurals = {(key, text): plural for key, text, plural in first}
    second = [(key, text, plurals.get((key, text), plural)) for key, text, plural in second]
    here = translate(
        update(po.parse(catalogue()), template(first), classify=CLASSIFY).catalogue, states
    )
    there = step(here, template(second))
    back = step(there, template(first))
    for before, after in zip(here.live(), back.live(), strict=True):
        assert before.key == after.key
        if any(before.msgstr):
            assert (after.msgstr, after.fuzzy) == (before.msgstr, before.fuzzy)


@settings(max_examples=60, deadline=None)
@given(PLACES, PLACES)
def test_a_valid_translation_is_of_this_text_or_of_one_that_means_the_same(
    first: list[tuple[str | None, str, str | None]],
    second: list[tuple[str | None, str, str | None]],
) -> None:
    start = translate(
        update(po.parse(catalogue()), template(first), classify=CLASSIFY).catalogue, []
    )
    for message in step(start, template(second)).live():
        if not any(message.msgstr) or message.fuzzy:
            continue
        key, text = message.msgstr[0].split("|")[:2]
        assert key == str(message.msgctxt) or "None" in (key, str(message.msgctxt))
        relation = CLASSIFY(text, message.msgid.strip()).relation
        assert relation in ("identical", "markup", "typographic")


@needs_gettext
@settings(max_examples=15, deadline=None)
@given(PLACES, PLACES, STATES)
def test_msgfmt_accepts_every_update(
    first: list[tuple[str | None, str, str | None]],
    second: list[tuple[str | None, str, str | None]],
    states: list[str],
) -> None:
    start = translate(
        update(po.parse(catalogue()), template(first), classify=CLASSIFY).catalogue, states
    )
    assert_valid(po.serialise(step(start, template(second))), Path(tempfile.gettempdir()))


@pytest.mark.parametrize("count", [3, 40])
def test_edits_of_prose_find_their_own(count: int) -> None:
    """Texts that share their openings, edited in the middle, some under another key."""
    names = ["heron", "otter", "bittern", "pike", "marten", "crane", "newt", "stoat"]
    old = [
        (
            f"{name}/{n}",
            f"A player whose {name} stands in the reeds may look at {n} cards of the marsh, "
            f"put {n % 5} of them under the {names[n % 8]} and then lets the other side choose.",
        )
        for name in names
        for n in range(count)
    ]
    start = po.Catalogue((
        *po.parse(catalogue()).messages,
        *(po.Message(text, (f"T {key}",), key) for key, text in old),
    ))  # fmt: skip
    edited = [
        (key if n % 3 else f"new/{n}", text.replace("then lets the other side choose", "rests"))
        for n, (key, text) in enumerate(old)
    ]
    new = po.Catalogue((start.messages[0], *(po.Message(text, ("",), key) for key, text in edited)))
    result = update(start, new, lang="en").catalogue
    for message, (key, _) in zip(result.live(), old, strict=True):
        assert (message.msgstr, message.fuzzy) == ((f"T {key}",), True)
