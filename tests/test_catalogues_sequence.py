"""Edits, updates, mailed files and merges in any order: no translated string is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catalogue_samples import game
from hypothesis import example, given, settings
from hypothesis import strategies as st

from variorum import po
from variorum.model import System
from variorum.translations.heading import start
from variorum.translations.intake import take_in
from variorum.translations.merge import merge
from variorum.translations.places import places_of
from variorum.translations.published import classifier
from variorum.translations.template import template
from variorum.translations.update import update

TIN = System("tin", "Game tin", "en")
# Few words, so that texts are often nearly the same, the same but for marks, or unrelated.
TEXTS = st.builds(
    "{} {} {} the {}, {} at the bridge{}".format,
    st.sampled_from(["Each", "No"]),
    st.sampled_from(["lantern", "ferry"]),
    st.sampled_from(["lights", "does not light"]),
    st.sampled_from(["quay", "mill"]),
    st.sampled_from(["two boats", "three boats"]),
    st.sampled_from([".", " !"]),
)
GAMES = st.lists(
    st.tuples(st.sampled_from(["Owls", "Owl", "Ferry"]), st.lists(TEXTS, max_size=3)),
    min_size=1,
    max_size=3,
    unique_by=lambda rule: rule[0],
)
# How a translator leaves what was open: done, a guess, or not at all.
WORK = st.lists(st.sampled_from(["done", "fuzzy", "open"]), min_size=1, max_size=4)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("edit"), GAMES, WORK),
        st.tuples(st.just("mail"), st.integers(0, 9), WORK),
        st.tuples(st.just("merge"), st.integers(0, 9), WORK),
    ),
    min_size=1,
    max_size=6,
)


def brought_up(catalogue: po.Catalogue, rules: Sequence[tuple[str, list[str]]]) -> po.Catalogue:
    return update(
        catalogue, template(TIN, places_of(game(rules))), lang="en", keep_moved=True
    ).catalogue


def translate(
    catalogue: po.Catalogue, work: Sequence[str], made: list[str], tag: str
) -> po.Catalogue:
    """A translator fills in what is open, and overwrites nothing; `made` are all their texts."""
    messages = []
    for at, message in enumerate(catalogue.messages):
        state = work[at % len(work)]
        if not (message.is_header or message.obsolete or message.msgstr[0]) and state != "open":
            text = f"{tag}: {message.msgid}"
            made.append(text)
            message = replace(message, msgstr=(text,)).with_fuzzy(state == "fuzzy")
        messages.append(message)
    return catalogue.with_messages(messages)


TWO, THREE = (f"Each lantern lights the quay, {n} boats at the bridge." for n in ("two", "three"))
OWLS: list[tuple[str, list[str]]] = [("Owls", [])]


@settings(max_examples=80, deadline=None)
@given(GAMES, WORK, STEPS)
# What came by mail stands in a comment beside a suggestion whose text then goes.
@example(
    [*OWLS, ("Owl", [THREE, TWO])],
    ["open", "done"],
    [
        ("edit", OWLS, ["done"]),
        ("edit", [("Owl", [TWO])], ["done"]),
        ("mail", 0, ["fuzzy"]),
        ("edit", OWLS, ["done"]),
    ],
)
def test_nothing_is_lost(
    rules: Sequence[tuple[str, list[str]]],
    work: Sequence[str],
    steps: Sequence[tuple[str, object, Sequence[str]]],
) -> None:
    made: list[str] = []
    first = template(TIN, places_of(game(rules)))
    now = translate(brought_up(start(first, "hu"), rules), work, made, "first")
    states = [now]
    for number, (kind, what, work) in enumerate(steps):
        if kind == "edit":
            now = translate(brought_up(now, what), work, made, f"{number}")  # type: ignore[arg-type]
        else:
            sent = states[what % len(states)]  # type: ignore[operator]
            back = translate(sent, work, made, f"{number}")
            if kind == "mail":
                now = take_in(now, back, lang="en", keep_moved=True).catalogue
            else:
                now = merge(sent, now, back).catalogue
        data = po.serialise(now)
        now = po.parse(data)
        states.append(now)
        said = "\n".join(m.msgstr[0] for m in now.messages) + "\n".join(
            line for m in now.messages for line in m.comments
        )
        assert not [text for text in made if text not in said]
        # And nothing stands, unmarked, under a text that it was not made for.
        for message in now.live():
            if message.msgstr[0] and not message.fuzzy:
                own = message.msgstr[0].partition(": ")[2]
                same = classifier("en")(own, message.msgid).relation
                assert same in ("identical", "markup", "typographic")
