"""What copying does to words: letters of other scripts, cuts, lost spaces, lost accents."""

from __future__ import annotations

import unicodedata

import pytest
from inspect_texts import readings

ROWS = """# Rowing
The galley moves before the lantern is lit. Each galley needs a lantern and four oars, and the crew adds Grip to the roll. No captain may row.
The crew adds Grip when it boards. A wounded captain (or a wounded rower) stays below deck while the lantern burns, and four oars are lost. Oars may break.
"""
RAMES = """# La rame
Chaque unité avance avant le défenseur. Les règles données ici suivent la première édition, et une unité touchée recule. Les unités touchées par le vent reculent, et les touchées restent.
Chaque unité tient sa place. Les données du défenseur sont secrètes : la première unité touchée recule, le défenseur tient. Les rameurs sont prudents ; les joueurs aussi.
"""
EVEZO = """# Evezés
A küldetést a kezdeményező játékos választja. A küldetést nem lehet feladni, a közelharcban viszont lehet hátrálni.
A kezdeményező játékos a közelharcban elsőként üt. A küldetést a célpont közelharcban is teljesítheti, ha a célpont elmenekül. A célpont lőhet.
"""


def all_of(text: str, more: str, lang: str, *kinds: str) -> list[tuple[str | None, str | None]]:
    return readings(f"{text}{more}\n", lang, *kinds)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("c\u0430pt\u0430in", "captain"),
        ("\u0421aptain", "Captain"),
        ("g\u03bflley", "golley"),
        ("\u0435\u0445p\u043er\u0442", None),
    ],
)
def test_letters_of_another_script_inside_a_word(wrong: str, right: str | None) -> None:
    found = all_of(ROWS, f"The {wrong} rows on.", "en", "encoding")
    assert found == ([(wrong, right)] if right else [])


@pytest.mark.parametrize(
    "words",
    [
        "The ship is called \u041c\u043e\u0441\u043a\u0432\u0430.",
        "An angle of \u03b1 degrees and a \u0394x of 3 \u00b5m.",
        "The \u03bbcalculus of the oracle of \u0394\u03b5\u03bb\u03c6\u03bf\u03af.",
    ],
)
def test_words_of_another_script_are_none_of_ours(words: str) -> None:
    assert all_of(ROWS, words, "en", "encoding") == []


@pytest.mark.parametrize("char", ["\u200b", "\u200c", "\u2060", "\ufeff"])
def test_characters_inside_a_word_that_nobody_sees(char: str) -> None:
    assert all_of(ROWS, f"The cap{char}tain rows.", "en", "encoding") == [
        (f"cap{char}tain", "captain")
    ]


def test_unseen_characters_between_words_and_in_other_scripts_are_none() -> None:
    words = "The \u200bcaptain rows\u200b. \U0001f468\u200d\U0001f469 \u0645\u06cc\u200c\u0631"
    assert all_of(ROWS, words, "en", "encoding") == []


@pytest.mark.parametrize(
    ("text", "lang", "words", "wrong", "right"),
    [
        (ROWS, "en", "Each lan- tern burns.", "lan- tern", "lantern"),
        (ROWS, "en", "A manoeu- vring crew wins.", "manoeu- vring", "manoeuvring"),
        (EVEZO, "hu", "A kez- deményező kezd.", "kez- deményező", "kezdeményező"),
        (RAMES, "fr", "Le défen- seur recule.", "défen- seur", "défenseur"),
    ],
)
def test_words_divided_in_the_middle_of_a_line(
    text: str, lang: str, words: str, wrong: str, right: str
) -> None:
    assert (wrong, right) in all_of(text, words, lang, "spelling")


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        (EVEZO, "hu", "A be- és kiszállás két- vagy háromszor fél mozgás."),
        (EVEZO, "hu", "A tűz-, víz- és szélpróba kimarad."),
        (ROWS, "en", "Two- and three-masted galleys row; pre- or post-war ones do not."),
        (ROWS, "en", "The galley - if there is one - rows. The galley- lost or not- counts."),
        (RAMES, "fr", "Les demi- et quarts d'unité comptent."),
    ],
)
def test_hyphens_that_stand_for_a_part_of_a_word_divide_none(
    text: str, lang: str, words: str
) -> None:
    assert [w for w, _ in all_of(text, words, lang) if w and "- " in w] == []


@pytest.mark.parametrize(
    ("text", "lang", "words", "wrong", "right"),
    [
        (ROWS, "en", "A wou nded rower rests.", "wou nded", "wounded"),
        (ROWS, "en", "All lant erned boats row.", "lant erned", "lanterned"),
        (EVEZO, "hu", "A közelha rcban bárki üthet.", "közelha rcban", "közelharcban"),
    ],
)
def test_words_that_a_space_parts(text: str, lang: str, words: str, wrong: str, right: str) -> None:
    assert (wrong, right) in all_of(text, words, lang, "spacing")


def test_two_words_that_make_none_are_left() -> None:
    words = "Some mariners whistle under every lonely arch, and old anchors rust nearby."
    assert all_of(ROWS, words, "en", "spacing") == []


@pytest.mark.parametrize(
    ("text", "lang", "words", "wrong", "right"),
    [
        (ROWS, "en", "It hides belowdeck.", None, None),
        (ROWS, "en", "He hides lanternbelow it.", "lanternbelow", "lantern below"),
        (ROWS, "en", "The crew addsGrip twice.", "addsGrip", "adds Grip"),
        (RAMES, "fr", "Une règle vaut pour chaqueunité ici.", "chaqueunité", "chaque unité"),
        (RAMES, "fr", "La édition secrète : secrètepremière.", None, None),
        (RAMES, "fr", "Une unitétouchée recule.", "unitétouchée", "unité touchée"),
        (EVEZO, "hu", "Csak küldetéstvagy csatát játszunk.", "küldetéstvagy", "küldetést vagy"),
    ],
)
def test_words_that_lost_the_space_between_them(
    text: str, lang: str, words: str, wrong: str | None, right: str | None
) -> None:
    found = [one for one in all_of(text, words, lang, "spacing") if one[0] and " " not in one[0]]
    assert found == ([(wrong, right)] if wrong else [])


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        (ROWS, "en", "Thereafter nobody rows; whenever and everywhere a threefold lamp burns."),
        (ROWS, "en", "Set rowSpeed and crewGrip in McKay's GalleyMaster for the iPad."),
        (RAMES, "fr", "Surtout, la mortelle tourelle des partisans est partout, néanmoins."),
        (RAMES, "fr", "Autrefois, lorsque la parcelle était petite, pourtant, ils jouaient."),
        (EVEZO, "hu", "Mindenesetre ugyanolyan ellenállás várható, csakugyan, akárhogy lesz."),
    ],
)
def test_real_words_that_look_like_two(text: str, lang: str, words: str) -> None:
    assert all_of(text, words, lang, "spacing") == []


@pytest.mark.parametrize(
    ("text", "lang", "words", "wrong", "right"),
    [
        (ROWS, "en", "The lanttern, the lantttern burns.", "lantttern", "lanttern"),
        (ROWS, "en", "The officcce is shut.", "officcce", None),
        (EVEZO, "hu", "A célpont melllé áll.", "melllé", None),
        (RAMES, "fr", "Chaque unité est commme une autre.", "commme", None),
        (RAMES, "fr", "Une unité encercléee recule.", "encercléee", "encerclée"),
    ],
)
def test_letters_three_times_in_a_row(
    text: str, lang: str, words: str, wrong: str, right: str | None
) -> None:
    assert (wrong, right) in all_of(text, words, lang, "spelling")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Aaargh, brrr, zzz, hmmm, nooo! See www or part VIII and XXX, says Mrs Willlow."),
        ("fr", "Pfff, brrr, la créée est là, au chapitre III."),
        ("hu", "A sakk-készlet jjj, a Széll-lelet brrr, III. rész."),
    ],
)
def test_cries_numbers_and_names_have_letters_three_times(lang: str, words: str) -> None:
    text = {"en": ROWS, "fr": RAMES, "hu": EVEZO}[lang]
    assert all_of(text, words, lang, "spelling") == []


@pytest.mark.parametrize(
    ("text", "lang", "words", "wrong", "right"),
    [
        (RAMES, "fr", "Le defenseur recule.", "defenseur", "défenseur"),
        (RAMES, "fr", "Les unités touchees reculent.", "touchees", "touchées"),
        (RAMES, "fr", "Une premiere unité recule.", "premiere", "première"),
        (EVEZO, "hu", "A kuldetest feladják.", "kuldetest", "küldetést"),
        (EVEZO, "hu", "A kezdemenyezo üt.", "kezdemenyezo", "kezdeményező"),
    ],
)
def test_words_that_lost_their_accents(
    text: str, lang: str, words: str, wrong: str, right: str
) -> None:
    assert all_of(text, words, lang, "spelling") == [(wrong, right)]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "fr",
            "La réserve est réparée puis répartie ; on répartit, on réforme. La réserve répartie.",
        ),
        ("fr", "Il est chargé, marqué et touché ; il est chargé, marqué et touché."),
        (
            "hu",
            "A szemét az értékét, az arányos részét, az aranyos, a szemét és az arányos értékét.",
        ),
    ],
)
def test_other_words_that_differ_by_accents_alone(lang: str, words: str) -> None:
    more = {
        "fr": "On repartit, on reforme la reserve ; il charge, il marque et touche.",
        "hu": "A szemet és az aranyos kutyát nézi, az értéket kapja.",
    }[lang]
    text = {"fr": RAMES, "hu": EVEZO}[lang]
    assert [w for w, _ in all_of(text, f"{words} {more}", lang, "spelling") if w != "reserve"] == []


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "A galley with no oars drifts until the turn ends."),
        ("fr", "Une galère sans rames dérive jusqu'à la fin du tour."),
        ("hu", "Az evező nélküli gálya a kör végéig sodródik."),
    ],
)
def test_a_sentence_that_stands_twice_in_a_row(lang: str, sentence: str) -> None:
    (one,) = readings(f"# A\n{sentence} {sentence} X.\n", lang, "doubled_word")
    assert one[0] and sentence.startswith(one[0])


@pytest.mark.parametrize(
    "words",
    [
        "Roll again. Roll again. Roll a third time.",
        "A galley drifts until the turn ends. A galley burns until the turn ends.",
        "A galley drifts until the turn ends. The crew rests. A galley drifts until the turn ends.",
    ],
)
def test_sentences_that_are_much_alike_stand_once_each(words: str) -> None:
    assert readings(f"# A\n{words}\n", "en", "doubled_word") == []


@pytest.mark.parametrize("times", [1, 2, 3])
def test_damaged_words_are_told_once_and_read_right(times: int) -> None:
    word = "d\u00e9j\u00e0-vu-\u00e9t\u00e9"
    wrong = word
    for _ in range(times):
        wrong = wrong.encode().decode("cp1252")
    if wrong.split() == [wrong]:
        assert readings(f"# A\nLe {wrong} dure.\n", "fr", "encoding") == [(wrong, word)]


def test_question_marks_for_letters_where_the_text_has_the_habit() -> None:
    more = "A kezdeményez? játékos miel?tt üt, els?ként lép a túlél?kkel."
    found = [w for w, _ in all_of(EVEZO, more, "hu", "encoding")]
    # At the end of a word it may be a mark.
    assert found == ["miel?tt", "els?ként", "túlél?kkel"]


def test_marks_doubled_around_a_space() -> None:
    assert all_of(ROWS, "The galley turns, , then rows.", "en", "punctuation") == [
        ("turns, ,", "turns,")
    ]
    found = all_of(ROWS, "Write “a, , b” or [1, , 2].", "en", "punctuation")
    assert found == [("“a, ,", "“a,")]  # of numbers a place may be left out


ACCENTS = {
    "hu": (
        "A játékos dönti el, melyik küldetést játsszák, és ki kezdi a következő kört.",
        "Ha a játékos ezt nem dönti el, akkor a másik választ, és a küldetést feladja a harmadik.",
    ),
    "fr": (
        "Le défenseur déploie ses unités derrière la muraille, après le début de la première phase.",
        "Si le défenseur a perdu ses unités, la première muraille est abandonnée après le tour.",
    ),
}


@pytest.mark.parametrize("lang", ["hu", "fr"])
def test_a_passage_that_lost_its_accents_is_one_finding(lang: str) -> None:
    kept, gone = ACCENTS[lang]
    bare = "".join(c for c in unicodedata.normalize("NFD", gone) if not unicodedata.combining(c))
    text = f"# A\n{kept}\n{kept[:60]}\n{bare}\n{kept[:50]}\n"
    (one,) = readings(text, lang, "encoding")
    assert one[0] is not None and one[0].isascii() and one[1] is None


@pytest.mark.parametrize("lang", ["hu", "fr"])
def test_passages_in_other_words_have_none_to_lose(lang: str) -> None:
    kept, gone = ACCENTS[lang]
    bare = "The defender puts his units behind the wall, and a player who wins the roll goes first."
    assert readings(f"# A\n{kept}\n{gone}\n{bare}\n", lang, "encoding") == []
    plain = "".join(c for c in unicodedata.normalize("NFD", gone) if not unicodedata.combining(c))
    # A text that is written without them altogether.
    assert readings(f"# A\n{plain}\n{plain}\n{kept}\n", lang, "encoding") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "A lantern and a lantern. The lan-tern burns.", "lan-tern", "lantern"),
        ("fr", "Une figurine, la figurine. Cette figu-rine.", "figu-rine", "figurine"),
        ("hu", "A kapitány és a kapitány. Egy kapi-tány.", "kapi-tány", "kapitány"),
    ],
)
def test_a_hyphen_inside_a_word(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang, "spelling") == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "A reroll, the reroll, a re-roll. An undercoat, the undercoat: an under-coat."),
        ("en", "A shopkeeper, the shopkeeper; a shop, a shop-keeper. A lan-tern, no lan-tern; lantern."),
        ("fr", "Un coéquipier, ce coéquipier : un co-équipier. Le contresens, un contresens, contre-sens."),
        ("hu", "Az orkokat és orkokat, az ork-okat. A modellnek, modellnek, modell-nek."),
    ],
)  # fmt: skip
def test_hyphens_that_are_meant(lang: str, text: str) -> None:
    assert readings(text, lang, "spelling") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "Jön a harcos, vár a harcos. Itt aharcos.", "aharcos", "a harcos"),
        ("hu", "Jön egy modell, két modell. Itt egymodell.", "egymodell", "egy modell"),
        ("fr", "Voici la barque, et la barque part. Voilà labarque.", "labarque", "la barque"),
        ("en", "See the watcher, hear the watcher. There is thewatcher.", "thewatcher", "the watcher"),
    ],
)  # fmt: skip
def test_an_article_glued_to_its_word(lang: str, text: str, excerpt: str, right: str) -> None:
    assert readings(text, lang, "spacing") == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "hu",
            "Ott a lapok, itt a lapok. Az alapok, alapok szerint. A mellett, a mellett, amellett.",
        ),
        ("hu", "Ott a karja, itt a karja. Akarja. Nem a szerint, a szerint, aszerint."),
        (
            "fr",
            "Des cendres, des cendres. Il descendra, nous descendons. La tente, la tente, latente.",
        ),
        ("en", "The orem, the orem and theorems, theorem. The rapist. Android, the roid."),
    ],
)
def test_words_that_begin_as_an_article(lang: str, text: str) -> None:
    assert readings(text, lang, "spacing") == []


def test_a_tilde_in_a_word_that_others_begin_as() -> None:
    assert readings("A kikötő zárt. Bent a kikötõben.", "hu", "encoding") == [
        ("kikötõben", "kikötőben")
    ]
    assert readings("Bent a põhjas.", "hu", "encoding") == []
