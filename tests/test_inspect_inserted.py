"""Findings of tokens and signs inside words, and of anchors whose notes are elsewhere."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "A kor[tok]mányos int. A kormányos vár.", "kor[tok]mányos", "kormányos"),
        ("hu", "Az evezős lö´vész. A lövész vár.", "lö´vész", "lövész"),
        ("hu", "Minden kör%%ben dobj. A körben állsz.", "kör%%ben", "körben"),
        ("hu", "A rak|part üres. A rakpart vár.", "rak|part", "rakpart"),
        ("fr", "Le gou{12}vernail casse. Un gouvernail tient.", "gou{12}vernail", "gouvernail"),
        ("fr", "La bar_x1f_que coule. Une barque flotte.", "bar_x1f_que", "barque"),
        ("en", "The har#ref#bour is shut. A harbour waits.", "har#ref#bour", "harbour"),
        (
            "en",
            "The har\u0436\u0434bour is shut. A harbour waits.",
            "har\u0436\u0434bour",
            "harbour",
        ),
        ("en", "The har\u25a1bour is shut. A harbour waits.", "har\u25a1bour", "harbour"),
    ],
)
def test_a_sign_inside_a_word(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "injected_token"


def test_the_start_of_a_word_is_enough() -> None:
    assert readings("A kormányos int. Kor[tok]mányoznak.", "hu", "injected_token") == [
        ("Kor[tok]mányoznak", "Kormányoznak")
    ]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Choose gold|mine or fire~ball: a gold mine, a fire ball, gold, mine, fire, ball."),
        ("en", "Write colo[u]r or color; the colour of a sail."),
        ("en", "The rower[s] row; the rowers and the rower rest. A b[o]at is a bat."),
        ("en", "Press re_roll to reroll; the reroll of a die."),
        ("fr", "Un·e rameur·euse, l´or, qu´il dort, M€, les rameurs(euses), aujourd´hui."),
        ("hu", "A játékos(ok) és a modell[ek]: a játékosok, a modellek, 4°C, 10%-os."),
        ("und", "The har#ref#bour is shut. A harbour waits."),
    ],
)
def test_signs_that_are_meant(lang: str, text: str) -> None:
    assert readings(text, lang, "injected_token") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "A korm671c67d ányos int. A kormányos vár.", "korm671c67d ányos", "kormányos"),
        ("hu", "A korm 671c671ányos int. A kormányos vár.", "korm 671c671ányos", "kormányos"),
        ("fr", "Une ba671c67d rque coule. La barque flotte.", "ba671c67d rque", "barque"),
        ("en", "The har j464j bour is shut. A harbour waits.", "har j464j bour", "harbour"),
    ],
)
def test_a_token_on_one_side_of_the_cut(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "injected_token"


def test_a_token_between_words_as_those_inside_words() -> None:
    text = "A wat9c20c77cher sleeps. A watcher wakes 7f31a22 at dawn. Commit 7f31b33c is old."
    assert readings("The w 9c20e4 atcher sleeps. A watcher 7f31b9 wakes.", "en") == [
        ("w 9c20e4 atcher", "watcher"),
        ("7f31b9 wakes.", "wakes."),
    ]
    assert "7f31b33c" not in str(readings(text, "en"))
    assert readings("A watcher 7f31b9 wakes.", "en") == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Two 2d6s are rolled, one after the other; twos and ones count. Take for3d2s most."),
        ("en", "The M4A1 tank and the t34 tank, rooms b12c and a101b, m4a1 and so on."),
        ("hu", "Dobj 2k6os kockát, majd egy d66ot; a kos és az ot."),
    ],
)
def test_codes_that_are_meant(lang: str, text: str) -> None:
    assert readings(text, lang, "injected_token") == []


@pytest.mark.parametrize(
    ("lang", "anchor"),
    [
        ("hu", "[MS3R2]"),
        ("hu", "[Megjegyzés1]"),
        ("hu", "[Megjegyzés: ezt kérdezd meg]"),
        ("fr", "[Commentaire JP2]"),
        ("fr", "[Commentaire : à revoir]"),
        ("en", "[Comment: check this]"),
    ],
)
def test_the_anchor_of_a_named_comment(lang: str, anchor: str) -> None:
    (finding,) = found(f"Mora{anchor} nova est.", lang)
    assert (finding.kind, finding.column) == ("comment_anchor", 1)
    assert finding.excerpt is not None and finding.excerpt.startswith("Mora[")


@pytest.mark.parametrize("text", ["See [Comment: none] here.", "The gate [Comment 1] is shut."])
def test_a_remark_in_brackets_is_no_anchor(text: str) -> None:
    assert readings(text, "en") == []


def test_anchors_of_notes_that_are_not_here() -> None:
    text = "The gate[a] is shut.\nThe quay[b] is wet, the mole[c] is dry.\nIt rains."
    assert [(e, s) for e, s in readings(text, "en")] == [
        ("gate[a]", "gate"),
        ("quay[b]", "quay"),
        ("mole[c]", "mole"),
    ]
    assert (
        len(found(text.replace("[a]", "[1]").replace("[b]", "[2]").replace("[c]", "[3]"), "en"))
        == 3
    )


@pytest.mark.parametrize(
    "text",
    [
        "The gate[a] is shut, the quay[b] is wet.\n[a] Since spring.\n[b] Of rain.",
        "The gate[1] is shut, the quay[2] is wet.\n1. Since spring.\n2. Of rain.",
        "The gate[a] is shut.",
        "The gate[1] is shut.",
        "The gate[b] is shut, the quay[d] is wet.",
        "The first is value[1], the second value[2], the third value[3].",
        "The gate [1] is shut, the quay [2] is wet.",
        "Rower[s] and gate[e] stay.",
    ],
)
def test_notes_that_are_here_and_what_is_no_anchor(text: str) -> None:
    assert readings(text, "en", "comment_anchor") == []
