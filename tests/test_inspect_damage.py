"""Findings of what copying and converting did: encodings, foreign tokens, comment anchors."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("fr", "Le navire arrivÃ© ce soir.", "arrivÃ©", "arrivé"),
        ("fr", "Il dit Ã\xa0 demi-mot qu’il part.", "Ã\xa0 demi-mot", "à demi-mot"),
        ("fr", "Lâ€™ancre est levée.", "Lâ€™ancre", "L’ancre"),
        ("hu", "A hajÃ³ elindult.", "hajÃ³", "hajó"),
        ("hu", "Az erÅ\x91s szÃ©l fÃºj.", "erÅ\x91s", "erős"),
        ("en", "The captainâ€™s cabin is locked.", "captainâ€™s", "captain’s"),
    ],
)
def test_utf8_read_as_an_8_bit_code(lang: str, text: str, excerpt: str, right: str) -> None:
    assert (excerpt, right) in readings(text, lang, "encoding")


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
@pytest.mark.parametrize("bad", ["\ufffd", "\x92", "\x00", "\x1b"])
def test_lost_and_control_characters(lang: str, bad: str) -> None:
    (finding,) = found(f"Anna{bad}bella", lang, "encoding")
    assert (finding.column, finding.excerpt, finding.suggestion) == (1, f"Anna{bad}bella", None)


def test_a_tilde_where_a_double_acute_belongs() -> None:
    text = "Az erõs szél fújt. Az erős szél elállt."
    assert readings(text, "hu", "encoding") == [("erõs", "erős")]
    assert readings("Erõ, tetõ, gyûjt és hûvös.", "hu", "encoding") == [
        ("Erõ", "Erő"),
        ("tetõ", "tető"),
        ("gyûjt", "gyűjt"),
        ("hûvös", "hűvös"),
    ]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "L'âme, la forêt brûlée, Âge d'or, ÂGE ET MÛRE, « à côté » : œuf, ça, où, île."),
        ("hu", "A São Paulo-i crème brûlée íze jó, az őr űzi a vendéget."),
        ("en", "The café in São Tomé sells crème brûlée for 3 €, naïve as it is."),
        ("en", "A soft\u00adhyphen, a no-break\u00a0space and a tab are no damage."),
    ],
)
def test_letters_with_accents_are_no_damage(lang: str, text: str) -> None:
    assert readings(text, lang, "encoding") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "A k 81f3a7 apunál állnak. A kapunál vár.", "k 81f3a7 apunál", "kapunál"),
        ("hu", "Az őr kap 55b2c1 ukhoz ért. A kapuk nyílnak.", "kap 55b2c1 ukhoz", "kapukhoz"),
        ("fr", "Le g 3b71d0 uetteur dort. Un guetteur veille.", "g 3b71d0 uetteur", "guetteur"),
        ("en", "The w 9c20e4 atcher sleeps. A watcher wakes.", "w 9c20e4 atcher", "watcher"),
        ("en", "The wat9c20echer sleeps. A watcher wakes.", "wat9c20echer", "watcher"),
    ],
)
def test_a_token_inside_a_word(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "injected_token"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Roll 2d6 and add 3d6 more; a 4x4 cart, room 12b3c, weighs 300kg."),
        ("en", "Commit 9fceb02d0ae598e95 and file a1b2c3 are at /srv/a1b2c3/x.html."),
        ("fr", "Lancez 2d6 puis 3d10, sur la table 4b, avant 18h30m."),
        ("hu", "Dobj 2K6-ot, majd 3k10-et, a 12a3b számú szobában."),
    ],
)
def test_dice_codes_and_numbers_are_no_tokens(lang: str, text: str) -> None:
    assert readings(text, lang, "injected_token") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "A kapu[AB1] zárva.", "kapu[AB1]", "kapu"),
        ("fr", "La grille[JP12] est fermée.", "grille[JP12]", "grille"),
        ("en", "The gate[XYZ3] is shut.", "gate[XYZ3]", "gate"),
        ("hu", "A kapu zárva van[Szerk3].", "van[Szerk3].", "van."),
        ("hu", "A kapu zárva van.[KB3]", "van.[KB3]", "van."),
    ],
)
def test_the_anchor_of_a_comment(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "comment_anchor"


def test_the_anchors_after_a_paragraph() -> None:
    text = "A kapu zárva van. [KB3] [KB4]\nA rév nyitva. [KB5]"
    assert [e.strip() for e, _ in readings(text, "hu", "comment_anchor")] == ["[KB3]", "[KB4]"]


def test_the_anchor_in_a_title() -> None:
    assert readings("# Kapuőrök[KB4]\nŐk őrzik a kaput.", "hu") == [("Kapuőrök[KB4]", "Kapuőrök")]


@pytest.mark.parametrize("text", ["See [A1] and note [12].", "The list[i] and gate[1] stay."])
def test_references_in_brackets_are_no_anchors(text: str) -> None:
    assert readings(text, "en", "comment_anchor") == []


@pytest.mark.parametrize(
    ("lang", "text", "readings_"),
    [
        ("fr", "Le b?uf dort. Un bœuf veille.", [("b?uf", "bœuf")]),
        ("fr", "La man?uvre est finie. Une manœuvre suit.", [("man?uvre", "manœuvre")]),
        ("fr", "C?ur de chêne, il vit d’?uvres et m?me la nuit.",
         [("C?ur", None), ("d’?uvres", None), ("m?me", None)]),
        ("fr", "?il de lynx. Il voit loin, et il dort peu.", [("?il", None)]),
        ("hu", "Az er?d áll. Az erőd vár.", [("er?d", "erőd")]),
    ],
)  # fmt: skip
def test_letters_that_a_code_does_not_have(
    lang: str, text: str, readings_: list[tuple[str, str | None]]
) -> None:
    assert readings(text, lang, "encoding") == readings_


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Quoi?Encore lui? Oui, mais pourquoi?parce qu’il le veut."),
        ("fr", "Il est là ?et toi aussi. Le jour et la nuit."),
        ("fr", "Voir http://quai.example/liste?page=3&tri?nom, ou /page?nom."),
        ("en", "Who goes there?I do. The pattern colou?r finds both; is it x?y or what?"),
        ("hu", "Ki az?Senki. Hová mész?haza."),
    ],
)
def test_question_marks_that_are_meant(lang: str, text: str) -> None:
    assert readings(text, lang, "encoding") == []
