"""Tokens of many texts: cut once, and the same as what the texts hold."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from link_samples import entry, placed

from variorum.compare import arrays, slots
from variorum.compare import tokens as module
from variorum.compare.cutting import tokens_of
from variorum.compare.names import misnamed
from variorum.compare.tokens import Tokens, counted, holders, used
from variorum.loaders.link import link

TEXTS = st.lists(st.text(st.sampled_from("ab é.\n\u00a0\ud800"), max_size=9), max_size=9)


def read(tokens: Tokens, texts: list[str]) -> list[str]:
    """The texts again, from their tokens."""
    cut = tokens.of(texts)
    spans = zip(cut.ends.tolist(), cut.ends.tolist()[1:], strict=False)
    found = []
    for start, end in spans:
        own = [tokens.kinds[number] for number in cut.ids[start:end].tolist()]
        assert own.pop() == "\n"
        found.append(" ".join(own).replace(" \n ", "\n"))
    return found


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS)
@example(["a", "b", "c"], ["b", "c"])
@example(["a"], [])
@example([], ["", "a\n\nb", " "])
def test_texts_known_and_new_are_made_of_their_tokens(known: list[str], asked: list[str]) -> None:
    tokens = Tokens(known)
    assert read(tokens, asked) == asked
    assert read(tokens, known) == known


def test_texts_are_cut_and_put_together_in_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CUT_AT_ONCE", 3)
    monkeypatch.setattr(arrays, "STRETCH", 3)
    monkeypatch.setattr(arrays, "RUNS", 2)
    monkeypatch.setattr(module, "RUNS", 2)
    known = ["un pont", "le gué\ndu lac", "", "un bac"]
    asked = ["un bac", "trois bacs", "un pont", "le gué\ndu lac", "un bac"]
    assert read(Tokens(known), asked) == asked


# Of at most fifteen bytes, of more, of none; some differ only in what fills up a number.
TOKENS = st.sampled_from(["", "a", "a\0", "aé", "é" * 7, "é" * 8, "a" * 15, "a" * 16, "\ud800"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(TOKENS | st.text(max_size=17), max_size=9).map(" ".join), max_size=9))
def test_tokens_that_share_a_slot_are_told_apart(texts: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CUT_AT_ONCE", 9)  # what came before is known by its slot
        patch.setattr(slots, "BITS", 2)
        tokens = Tokens(texts)
        assert read(tokens, texts) == texts
        assert len(tokens.kinds) == len({*tokens.kinds})
        # In the order in which they come.
        words = " ".join(text.replace("\n", " \n ") + " \n" for text in texts).split(" ")
        assert list(tokens.kinds) == list(dict.fromkeys(["\n", *(words if texts else [])]))


@given(TEXTS)
def test_tokens_are_counted_and_found_where_they_stand(texts: list[str]) -> None:
    tokens = Tokens(texts[:3])
    cut = tokens.of(texts)
    whole = Counter(
        token for text in texts for line in text.split("\n") for token in line.split(" ")
    )
    whole["\n"] = sum(text.count("\n") + 1 for text in texts)
    assert dict(counted(tokens, texts)) == {k: n for k, n in whole.items() if n}
    for number in used(cut):
        token = tokens.kinds[number]
        if token != "\n":
            assert list(holders([number], cut)) == [
                at for at, text in enumerate(texts) if token in text.replace("\n", " ").split(" ")
            ]


def test_few_texts_are_read_without_tokens() -> None:
    assert tokens_of(["un pont"] * 9) is None
    assert tokens_of(["un pont " * 9_000] * 9) is not None


PIECES = ["Voir la capacité ", "capacité ", "Guet", "Ronde", " de nuit", "page 12", " ", ", ", "\n",
          "“Marée”", "règle 3.1", " et ", "ni ", ": ", "(Watch) ", "la règle ", "a “bord” "]  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), max_size=8),
    st.sampled_from(["fr", "hu", "en", "und"]),
)
def test_references_are_the_same_with_tokens_and_without(texts: list[str], lang: str) -> None:
    names = ["Guet", "Ronde de nuit", "3.1 Marée", "Figure 2: Ronde"]
    told = [entry(names[at % 4], text, lang=lang, key=f"tin/{at}") for at, text in enumerate(texts)]
    entries, source = placed(told)
    assert link(entries, [source], tokens=Tokens(texts[::2])) == link(entries, [source])


MENTIONS = [
    "le Guet ",
    "« Nuit de ronde » ",
    "la Nuit de Ronde ",
    "nuit, Ronde de ",
    "Garde ",
    ". ",
    "\n",
]


def misnamed_both_ways(texts: list[str]) -> int:
    """How many names miss, told with tokens and without."""
    names = ["Ronde de nuit", "Guet de jour", "Garde"]
    told = [entry(names[at % 3], text, key=f"tin/{at}") for at, text in enumerate(texts)]
    entries, _ = placed(told)
    found = misnamed(entries, "fr")
    assert misnamed(entries, "fr", Tokens(texts[::2])) == found
    return len(found)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(MENTIONS), min_size=1, max_size=6).map("".join), max_size=6)
)
def test_names_that_miss_are_the_same_with_tokens_and_without(texts: list[str]) -> None:
    misnamed_both_ways(texts)


def test_names_that_miss_are_found_by_quotes_and_by_capitals() -> None:
    assert misnamed_both_ways(["« Nuit de ronde »"]) == 1
    assert misnamed_both_ways(["Voici la Nuit de Ronde."]) == 1
