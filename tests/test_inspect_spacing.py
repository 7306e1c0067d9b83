"""Findings of spaces: missing, doubled, on the wrong side."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings

KNOWN = {
    "en": "The boat and the crew turn. When the tide turns, the boat waits. The tide is high. ",
    "fr": "La barque et les rameurs tournent. Quand la marée monte, la barque attend la marée. ",
    "hu": "A csónak és a legénység fordul. Amikor a dagály jön, a csónak vár. A dagály itt van. ",
}


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The boat , and the crew.", "boat ,", "boat,"),
        ("en", "The boat waits .", "waits .", "waits."),
        ("fr", "La barque tourne ,puis attend.", "tourne ,puis", "tourne, puis"),
        ("fr", "La barque , et les rameurs.", "barque ,", "barque,"),
        ("fr", "La barque attend\u00a0. La marée monte.", "attend\u00a0.", "attend."),
        ("hu", "A csónak , és a legénység.", "csónak ,", "csónak,"),
        ("hu", "A csónak vár .", "vár .", "vár."),
    ],
)
def test_a_space_before_a_mark(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "spacing"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Quoi ! La barque ; la marée : où ? « Là »."),
        ("fr", "Quoi\u202f! La barque\u00a0; la marée\u00a0: où\u202f? «\u00a0Là\u00a0»."),
        ("fr", "Quoi! La barque; la marée: où? «Là»."),
        ("fr", "Quoi\u00a0 ! La barque \u00a0; rien."),
        ("en", "Bring .5 litres and ... wait ; the . key and the , key work."),
        ("hu", "Hozz .5 litert és ... várj; a . jel meg a , jel jó."),
    ],
)
def test_french_spaces_and_marks_that_are_spoken_of_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang) == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The boat waits.When the tide turns, row.", "waits.When", "waits. When"),
        ("en", "The boat,and the crew.", "boat,and", "boat, and"),
        ("fr", "La barque attend.Quand la marée monte, ramez.", "attend.Quand", "attend. Quand"),
        ("fr", "La barque,et les rameurs.", "barque,et", "barque, et"),
        ("hu", "A csónak vár.Amikor a dagály jön, evezz.", "vár.Amikor", "vár. Amikor"),
        ("hu", "A csónak,és a legénység.", "csónak,és", "csónak, és"),
        ("en", "Is it the tide?When the boat waits, yes.", "tide?When", "tide? When"),
    ],
)
def test_a_space_is_missing_after_a_mark(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(KNOWN[lang] + text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    "text",
    [
        "See www.Boat.com, Tide.When at 12,5 or 1,000; a,b and x;y stay.",
        "The U.S.A. and the e.g.The case, v1.The and A.B.Crew are odd.",
        "Write boat.Crew() or /boat.When in the log.",
    ],
)
def test_addresses_numbers_and_initials_are_sound(text: str) -> None:
    assert readings(KNOWN["en"] + text, "en") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The harbour(near the mill) is shut.", "harbour(near", "harbour (near"),
        ("fr", "Le gouvernail(voir plus bas) casse.", "gouvernail(voir", "gouvernail (voir"),
        ("hu", "Merülési Értéke(MV) csökken.", "Értéke(MV)", "Értéke (MV)"),
        ("fr", "Relancez le dé(même si le port est pris).", "dé(même", "dé (même"),
        ("hu", "Elmegy a rév(ha a malom is áll) mellett.", "rév(ha", "rév (ha"),
        ("en", "The harbour (near the mill)stays shut.", "mill)stays", "mill) stays"),
        ("fr", "# [Note du port]Marées\nRien.", "port]Marées", "port] Marées"),
        ("en", "The harbour ( near the mill) is shut.", "( near", "(near"),
        ("hu", "A rév (a malom mellett ) zárva.", "mellett )", "mellett)"),
    ],
)
def test_spaces_at_brackets(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The rower(s) may (re)roll; call turn(x) or getBoat(x, y), see printf(3)."),
        ("fr", "Le(s) rameur(s) et la gardien(ne), le batelier(ère), l'unité (XX)."),
        ("hu", "A kezelő(k)nek, az evező(s)nek és a csónak(ok)nak (XX)-et adj."),
    ],
)
def test_endings_in_brackets_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang) == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The boat  turns back.", "boat  turns", "boat turns"),
        ("fr", "La barque,  lente, revient.", "barque,  lente,", "barque, lente,"),
        ("hu", "A csónak  lassan fordul.", "csónak  lassan", "csónak lassan"),
        ("hu", "A révek\u00a0 (Ferries) zárva.", "révek\u00a0 (Ferries)", "révek (Ferries)"),
    ],
)
def test_two_spaces(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].severity == "note"


def test_two_spaces_that_are_a_habit() -> None:
    assert readings("The  boat  turns  to  the  quay  and  back.", "en") == []
    assert readings("The boat turns.  The crew cheers.  Nobody rows.", "en") == []


@pytest.mark.parametrize(
    ("text", "readings_"),
    [
        ("Kövek/ rönkök zárják el.", [("Kövek/ rönkök", "Kövek/rönkök")]),
        ("Kövek / rönkök, kövek/rönkök és a/ b zárja el.", []),
        ("A naplók/ mappa a /var/log alatt van.", []),
    ],
)
def test_a_space_on_one_side_of_a_slash(text: str, readings_: list[tuple[str, str]]) -> None:
    assert readings(text, "hu") == readings_


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "They left theharbour. They saw the harbour again.", "theharbour", "the harbour"),
        ("en", "Rowing andthe rest. Rowing and the rest.", "andthe", None),
        ("fr", "Il quitte lafalaise. Il revoit la falaise.", "lafalaise", "la falaise"),
        ("fr", "L’ombre autredes deux. L’autre des deux.", "autredes", "autre des"),
        ("fr", "Il revoit lamarrage et l'amarrage.", "lamarrage", "l'amarrage"),
        ("hu", "Az őr nemlátja a révet, mert nem látja senki.", "nemlátja", "nem látja"),
    ],
)
def test_two_words_run_into_one(lang: str, text: str, excerpt: str, right: str | None) -> None:
    assert readings(text, lang) == ([(excerpt, right)] if right else [])


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "fr",
            "La légalité et l'égalité, lesquelles ? Les quelles, latente, la tente ; surtout, sur tout.",
        ),
        ("hu", "Azelőtt az előtt a kapu előtt álltak, azután az után mentek; nemcsak, nem csak."),
        ("hu", "A hajókormány és a hajó kormány nélkül: egyhelyben, egy helyben."),
        ("hu", "Egy alakzatot meg lehet lepni; a meglepetés hatásai: meglepett, meglepés."),
        ("en", "They withstand it and stand with stand mates; therein lies the rein."),
    ],
)
def test_compounds_beside_their_parts_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang) == []


@pytest.mark.parametrize(
    ("text", "excerpt", "right"),
    [
        ("Il voit l' ancre.", "l' ancre", "l'ancre"),
        ("Il dit qu’ elle part.", "qu’ elle", "qu’elle"),
    ],
)
def test_a_space_after_the_apostrophe(text: str, excerpt: str, right: str) -> None:
    assert readings(text, "fr") == [(excerpt, right)]


def test_one_high_mark_without_the_space_that_the_others_have() -> None:
    text = "Ramez ! Vite ! Où ? Là ; ici ; oui : non ! Encore ! Ramez ! Vite ! Plus vite! Ramez."
    assert readings(text, "fr") == [("vite!", "vite !")]
    assert readings(text.replace(" !", "\u00a0!"), "fr") == [("vite!", "vite\u00a0!")]
    assert readings(text, "en") == []


@pytest.mark.parametrize(
    ("text", "excerpt", "right"),
    [
        ("A kő-és fahidak állnak.", "kő-és fahidak", "kő- és fahidak"),
        ("Más-és más hidak állnak.", "Más-és más", "Más és más"),
        ("Megkönnyíti a le és felszállást a hajóra.", "le és felszállást", "le- és felszállást"),
        ("Nem lehet be- és ki menni.", "be- és ki", "be és ki"),
    ],
)
def test_hyphens_that_stand_for_half_a_compound(text: str, excerpt: str, right: str) -> None:
    assert readings(text, "hu") == [(excerpt, right)]


@pytest.mark.parametrize(
    "text",
    [
        "A ki- és bejárat, a kő- és fahidak, a be- vagy kiszállás rendben van.",
        "Menj le és felejtsd el, szállj ki és beszélj, tedd le és vedd fel.",
        "Fel és le járnak, ide-oda, ki és be, előre és hátra.",
    ],
)
def test_sound_hyphens_and_prefixes(text: str) -> None:
    assert readings(text, "hu") == []


@pytest.mark.parametrize(
    ("lang", "text", "right"),
    [
        ("fr", "Le terrain est difficile. La pente est diffi cile.", ["difficile"]),
        (
            "fr",
            "Une fi gurine modifi ée tourne. La fl èche attend le signal offi ciel du fi let.",
            ["figurine", "modifiée", "flèche", "officiel", "filet"],
        ),
        (
            "en",
            "The fi rst boat waits. A fl ag and an offi cer turn.",
            ["first", "flag", "officer"],
        ),
        (
            "hu",
            "A fi gura vár. A fl otta fordul. A grafi kon jön.",
            ["figura", "flotta", "grafikon"],
        ),
    ],
)
def test_a_space_behind_a_ligature(lang: str, text: str, right: list[str]) -> None:
    assert [after for _, after in readings(KNOWN[lang] + text, lang)] == right
    assert {f.kind for f in found(KNOWN[lang] + text, lang)} == {"spacing"}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "en",
            "Take off quickly. The staff sergeant waits below a cliff face. A stiff breeze turns.",
        ),
        ("en", "A sci-fi movie. Hi-fi sets, wi-fi masts and lo-fi tapes wait."),
        ("fr", "Le défi lancé attend. Le bluff marche. Un staff complet tourne. Un fi donc."),
        ("hu", "Egy profi evezős vár. A sci-fi film jön. A hi-fi torony fordul."),
    ],
)
def test_words_that_end_like_ligatures_are_words(lang: str, text: str) -> None:
    assert readings(KNOWN[lang] + text, lang) == []


@pytest.mark.parametrize(
    ("lang", "text", "right"),
    [
        ("fr", "La barque a un pont (3).Elle attend.", "(3). Elle"),
        ("en", "The boat waits (see below).The crew turns.", "below). The"),
        ("hu", "A csónak vár (lásd ott).A legénység fordul.", "ott). A"),
    ],
)
def test_no_space_behind_a_stop_that_follows_a_bracket(lang: str, text: str, right: str) -> None:
    assert [after for _, after in readings(KNOWN[lang] + text, lang)] == [right]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Call boat(x).The and look at the name (a).Boat of the file."),
        ("fr", "La barque (3).doc et le nom (a).Xyz attendent."),
    ],
)
def test_names_of_files_behind_brackets_are_left(lang: str, text: str) -> None:
    assert [after for _, after in readings(KNOWN[lang] + text, lang) if ")." in after] == []
