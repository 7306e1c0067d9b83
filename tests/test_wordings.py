"""Words of many texts: the plain way and the vectorised one answer the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from soaking import examples

from variorum.compare import wordings_np
from variorum.compare.cutting import bounds, sentences
from variorum.compare.wordings import PlainWordings, Wordings, wordings
from variorum.compare.wordings_np import WordingsNp

# Letters, marks and signs for which it matters whether a text is cut or folded first.
SIGNS = "abÉßœŒ½ﬁªſİıͅ\u0301\u00ad\u200b\u00a0\u202f’ʼ_¿7²٣ \n.…!?;»”)[]<>/*水ก็각ᄀ一丁"
TEXTS = st.lists(
    st.one_of(
        st.text(st.sampled_from(SIGNS), max_size=40),
        st.lists(
            st.sampled_from(["un", "bac", "Gué.", "[b]", "pont;", "3", "\n"]), max_size=30
        ).map(" ".join),
    ),
    unique=True,
    max_size=12,
)


def all_of(cut: Wordings, texts: list[str]) -> list[object]:
    members = [at for at in range(len(texts)) if cut.same[at] == at]
    parts = [[at, (at + 1) % len(texts)] for at in range(len(texts))]
    return [
        list(cut.same),
        list(cut.lengths),
        [cut.words(at) for at in range(len(texts))],
        [cut.changed(at, 0) for at in range(len(texts))],
        cut.near(members),
        cut.near(members[::2]),
        cut.near_wholes(parts, 0.5),
        cut.said_again(members),
        cut.said_again(members[::3]),
        cut.near_said(members),
    ]


@pytest.mark.invariant
@examples(100)
@given(TEXTS.filter(bool))
@example(["Un pont. ", "un PONT", "\nUn pont.\n\n. . ", "Un\u00a0pont…", "u\u0301n pont", ""])
def test_both_ways_cut_alike(texts: list[str]) -> None:
    assert all_of(WordingsNp(texts), texts) == all_of(PlainWordings(texts), texts)


@pytest.mark.parametrize("seed", [1, 2])
def test_both_ways_find_the_same_in_many_texts(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(wordings_np, "STRETCH", 300)
    rng = random.Random(seed)
    lexicon = ["".join(rng.choices("abcdéœ", k=5)) for _ in range(300)]
    stock = [" ".join(rng.choices(lexicon, k=rng.randint(5, 9))) + ". " for _ in range(90)]
    texts = ["".join(rng.choices(stock, k=rng.randint(1, 4))) for _ in range(250)]
    for text in texts[:120]:
        words = text.split(" ")
        words[rng.randrange(len(words))] = rng.choice(["[i]", "Œuf.", *lexicon])
        texts.append(" ".join(words))
    texts = list(dict.fromkeys(texts))
    plain = all_of(PlainWordings(texts), texts)
    assert all_of(WordingsNp(texts), texts) == plain
    assert all(map(len, plain))


def test_runs_with_one_hash_are_held_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordings_np._Hashing, "_BASE", 0)
    monkeypatch.setattr(wordings_np, "pow", lambda *_: 0, raising=False)
    texts = [
        "un bac passe le gué du lac",
        "un pont passe le gué du lac",
        "Un bac passe le gué du LAC",
    ]
    assert list(WordingsNp(texts).same) == [0, 1, 0]


def test_few_texts_need_no_numpy() -> None:
    assert isinstance(wordings(["un", "deux"]), PlainWordings)
    assert isinstance(wordings(["un", "deux"], vectorised=True), WordingsNp)


@given(st.text(st.sampled_from(SIGNS), max_size=60))
def test_sentences_tile_their_text(text: str) -> None:
    pieces = sentences(text, {})
    assert "".join(piece.text for piece in pieces) == text
    assert [(p.start, p.start + len(p.text)) for p in pieces] == bounds(text)
