"""A mailed catalogue that comes back late: what is applied, what moved, what is stale."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from po_samples import catalogue

from variorum import po
from variorum.translations.intake import Intake, take_in
from variorum.translations.update import update

POND = "Every otter in the pond eats six crabs before the heron wakes."
REEDS = "Nobody may cut the reeds while a bittern sings in them."
BRIDGE = "Pay the toll at the bridge, or wade and lose your left boot."


def having(*messages: tuple[str, str, str]) -> po.Catalogue:
    return po.parse(
        catalogue(
            *(f'msgctxt "{k}"\nmsgid "{text}"\nmsgstr "{target}"' for k, text, target in messages)
        )
    )


def take(current: po.Catalogue, mailed: po.Catalogue, **more: object) -> Intake:
    result = take_in(current, mailed, lang="en", **more)  # type: ignore[arg-type]
    read = po.parse(po.serialise(result.catalogue))
    assert read.messages == result.catalogue.messages
    assert [m.key for m in read.live()] == [m.key for m in current.live()]
    return result


def state(result: Intake) -> dict[str, tuple[str, bool]]:
    return {m.msgid: (m.msgstr[0], m.fuzzy) for m in result.catalogue.live()}


def test_what_still_applies_is_applied_and_what_changed_is_a_suggestion() -> None:
    mailed = having(("p", POND, "Vidra."), ("r", REEDS, "Nád."), ("b", BRIDGE, "Híd."))
    edited = POND.replace("six", "nine")
    current = having(
        ("p", edited, ""), ("r", REEDS.replace("reeds", "reeds "), ""), ("x", "Newt.", "")
    )
    result = take(current, mailed)
    assert state(result) == {
        edited: ("Vidra.", True),
        REEDS.replace("reeds", "reeds "): ("Nád.", False),
        "Newt.": ("", False),
    }
    assert [m.msgctxt for m in result.applied] == ["r"]
    assert [m.msgctxt for m in result.moved] == ["r"]
    assert [m.msgctxt for m in result.stale] == ["p"]
    assert {m.msgstr[0] for m in result.left} == {"Vidra.", "Híd."}
    assert all(m.obsolete for m in result.left)


def test_a_decision_replaces_a_suggestion_and_meets_another_decision_as_a_conflict() -> None:
    fuzzy = update(
        having(("p", POND, "Vidra.")), having(("p", POND.replace("six", "two"), "")), lang="en"
    )
    mailed = having(("p", POND.replace("six", "two"), "Két vidra."))
    result = take(fuzzy.catalogue, mailed)
    assert state(result) == {POND.replace("six", "two"): ("Két vidra.", False)}
    assert not result.conflicts
    clash = take(having(("r", REEDS, "Nád.")), having(("r", REEDS, "Nádas.")))
    assert [m.msgctxt for m in clash.conflicts] == ["r"]
    assert not clash.applied


def test_what_the_translator_left_alone_does_not_count_against_later_work() -> None:
    sent = having(("p", POND, "Vidra."), ("r", REEDS, ""))
    mailed = having(("p", POND, "Vidra."), ("r", REEDS, "Nád."))
    current = having(("p", POND, "Minden vidra."), ("r", REEDS, ""))
    result = take(current, mailed, sent=sent)
    assert state(result) == {POND: ("Minden vidra.", False), REEDS: ("Nád.", False)}
    assert not result.conflicts
    assert [m.msgctxt for m in result.applied] == ["r"]


def test_taking_in_twice_changes_nothing_more() -> None:
    mailed = having(("p", POND, "Vidra."), ("b", BRIDGE, "Híd."))
    once = take(having(("p", POND.replace("six", "nine"), "")), mailed)
    twice = take(once.catalogue, mailed)
    assert po.serialise(twice.catalogue) == po.serialise(once.catalogue)
    assert not (twice.applied or twice.stale or twice.left)


CATALOGUES = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.sampled_from([POND, POND.replace("six", "two"), REEDS, BRIDGE, "Newt."]),
        st.sampled_from(["", "1", "2", "3"]),
    ),
    max_size=5,
    unique_by=lambda m: m[:2],
).map(lambda messages: having(*messages))


@settings(max_examples=100, deadline=None)
@given(CATALOGUES, CATALOGUES, st.none() | CATALOGUES)
def test_no_translation_of_either_side_is_lost(
    current: po.Catalogue, mailed: po.Catalogue, sent: po.Catalogue | None
) -> None:
    result = take(current, mailed, sent=sent)
    there = {
        line for m in result.catalogue.messages for text in m.msgstr for line in text.split("\n")
    }
    before = {text for m in (sent.messages if sent else ()) for text in m.msgstr}
    for side in (current, mailed):
        texts = {text for m in side.messages if not m.is_header for text in m.msgstr if text}
        assert texts - before <= there
