"""The comparer: the class of every kind of difference, in each language, by hand-written pairs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from soaking import examples

from variorum.compare import compare, flip, rebuild, words_of
from variorum.compare.language import languages

PAIRS = [
    # typographic
    ("fr", None, "L'abri n'est pas sûr : il brûle.", "L’abri n’est pas sûr\u00a0: il brûle."),
    ("fr", None, "Le cœur du bœuf", "Le coeur du boeuf"),
    ("fr", None, "Règle spéciale", "REGLE SPECIALE"),
    ("fr", None, "L'Élan du cerf", "L'Elan du cerf"),
    ("fr", None, "Il jette deux dés.", "Il jette 2 dés."),
    ("fr", None, "Il jette un dé.", "Il jette 1 dé."),
    ("fr", None, "Mille cinq cents points", "1 500 points"),
    ("fr", None, "Coût : 1\u202f500 points", "Coût : 1500 points"),
    ("fr", None, "Quatre-vingt-dix pas", "90 pas"),
    ("fr", None, "Vingt et un pas", "21 pas"),
    ("fr", None, "Au 2e tour", "Au deuxième tour"),
    ("fr", None, "Le tir « lent » — rare", 'Le tir "lent" - rare'),
    ("fr", None, "À 12 cm du pont", "À 12 centimètres du pont"),
    ("fr", None, "Un passage au-dessus du mur", "Un passage au dessus du mur"),
    ("hu", None, "A két híd áll.", "A 2 híd áll."),
    ("hu", None, "Huszonöt pont", "25 pont"),
    ("hu", None, "Dobj 2k6-tal!", "Dobj 2D6-tal!"),
    ("hu", None, 'A „gyors” híd 6"-re van.', 'A "gyors" híd 6 hüvelyk-re van.'),
    ("hu", None, "A HÍD ÁLL", "A híd áll"),
    ("en", None, "It doesn't matter.", "It doesn’t matter."),
    ("en", None, "Roll twenty-one dice.", "Roll 21 dice."),
    ("en", None, "Two hundred points", "200 points"),
    ("en", None, "1,500 points", "1500 points"),
    ("en", None, "It cannot cross.", "It can not cross."),
    ("en", None, "It can’t cross.", "It cannot cross."),
    ("en", None, "It won't cross, and they'll wait.", "It will not cross, and they will wait."),
    ("en", None, "The gate is 6 inches wide.", 'The gate is 6" wide.'),
    # endings behind a hyphen
    ("hu", None, 'A híd 6"-en belül van.', "A híd 6 hüvelyken belül van."),
    ("hu", None, "A híd 6 cm-en belül van.", "A híd 6 centiméteren belül van."),
    ("hu", None, 'A híd 6"-nél távolabb van.', "A híd 6 hüvelyknél távolabb van."),
    ("hu", None, "Dobj 2-t!", "Dobj kettőt!"),
    ("hu", "unit", 'A híd 6"-en belül van.', "A híd 6 cm-en belül van."),
    ("hu", "number", 'A híd 6"-en belül van.', 'A híd 8"-en belül van.'),
    ("hu", "number", "Dobj 2-t!", "Dobj 3-at!"),
    ("hu", "quantity", 'A híd 6"-nél távolabb van.', "A híd 6 hüvelyknél közelebb van."),
    ("hu", "wording", "A híd 4-en áll.", "A híd 4-be áll."),
    # one word, two spellings
    ("en", None, "An armoured harbour of one colour", "An armored harbor of one color"),
    ("en", None, "Organise the manoeuvre.", "Organize the maneuver."),
    ("en", None, "It paralysed the centre.", "It paralyzed the center."),
    ("en", None, "The traveller moves towards it.", "The traveler moves toward it."),
    ("en", None, "No defence is grey.", "No defense is gray."),
    ("en", "modality", "It may honour it.", "It must honor it."),
    ("en", "wording", "It is your hour.", "It is your hor."),
    ("en", "wording", "Raise the prize.", "Raize the prise."),
    ("en", "wording", "Exercise here.", "Exercize here."),
    ("en", "number", "Four boats", "For boats"),
    ("fr", None, "Il connaît le coût et brûle la boîte.", "Il connait le cout et brule la boite."),
    ("fr", "wording", "Il est sûr.", "Il est sur."),
    ("fr", "wording", "Le faîte est là.", "Le faite est là."),
    ("de", None, "Das „Tor“ steht.", 'Das "Tor" steht.'),
    # number
    ("fr", "number", "Le pont tient 3 tours.", "Le pont tient 4 tours."),
    ("fr", "number", "Il jette deux dés.", "Il jette trois dés."),
    ("fr", "number", "Il jette un dé.", "Il jette quatre dés."),
    ("fr", "number", "Sur un 4+, il passe.", "Sur un 5+, il passe."),
    ("fr", "number", "Lancez 2D6+1.", "Lancez 2D6."),
    ("fr", "number", "Un bonus de +1", "Un bonus de -1"),
    ("fr", "number", "Sur 4 ou plus, il passe.", "Sur plus de 4, il passe."),
    ("fr", "number", "Avec au moins 4 rames", "Avec plus de 4 rames"),
    ("fr", "number", "Le premier rameur", "Le second rameur"),
    ("fr", "number", "La moitié du pont", "Le double du pont"),
    ("hu", "number", "A híd 3 körig áll.", "A híd 4 körig áll."),
    ("hu", "number", "Egy híd áll.", "Két híd áll."),
    ("hu", "number", "A 4-es vagy nagyobb dobás", "A 4-esnél nagyobb dobás"),
    ("hu", "number", "Legalább 4 evezős", "Több mint 4 evezős"),
    ("hu", "number", "Dobj 2k6-tal!", "Dobj 3k6-tal!"),
    ("hu", "number", "Az első evezős", "A második evezős"),
    ("hu", "number", "4+ dobásra átjut.", "3+ dobásra átjut."),
    ("en", "number", "The bridge holds 3 turns.", "The bridge holds 4 turns."),
    ("en", "number", "On 4 or more it passes.", "On more than 4 it passes."),
    ("en", "number", "At least 4 rowers", "More than 4 rowers"),
    ("en", "number", "Once a day", "Twice a day"),
    ("en", "number", "Roll 1D3+1.", "Roll 1D3+2."),
    ("en", "number", "The first rower", "The second rower"),
    ("de", "number", "Das Tor hält 3 Tage.", "Das Tor hält 4 Tage."),
    # negation
    ("fr", "negation", "Le bac peut passer.", "Le bac ne peut pas passer."),
    ("fr", "negation", "Le bac passe toujours.", "Le bac ne passe jamais."),
    ("fr", "negation", "Il rame avec sa perche.", "Il rame sans sa perche."),
    ("fr", "negation", "Tous passent.", "Tous passent, sauf le passeur."),
    ("hu", "negation", "A komp átmehet.", "A komp nem mehet át."),
    ("hu", "negation", "Van rajta evező.", "Nincs rajta evező."),
    ("hu", "negation", "Bárki evezhet.", "Senki sem evezhet."),
    ("en", "negation", "The ferry may pass.", "The ferry may not pass."),
    ("en", "negation", "The ferry can pass.", "The ferry can't pass."),
    ("en", "negation", "He rows with a pole.", "He rows without a pole."),
    ("fr", "negation", "Il ne rame que la nuit.", "Il ne rame pas la nuit."),
    ("fr", "negation", "Il ne dit pas que ça coule.", "Il dit que ça coule."),
    ("hu", "negation", "Anélkül evez, hogy pihenne.", "Úgy evez, hogy pihenne."),
    ("en", "negation", "The ferry won't wait.", "The ferry will wait."),
    # modality
    ("fr", "modality", "Le bac peut attendre.", "Le bac doit attendre."),
    ("fr", "modality", "Le bac peut attendre.", "Le bac attend."),
    ("hu", "modality", "A komp várhat a parton.", "A komp vár a parton."),
    ("hu", "modality", "A kompnak várnia kell.", "A kompnak várnia lehet."),
    ("en", "modality", "The ferry may wait.", "The ferry must wait."),
    ("en", "modality", "The ferry can wait.", "The ferry has to wait."),
    # quantity
    ("fr", "quantity", "Chaque bac attend.", "Un bac attend."),
    ("fr", "quantity", "Le bac attend seulement la nuit.", "Le bac attend la nuit."),
    ("fr", "quantity", "Au moins 3 rameurs", "Au plus 3 rameurs"),
    ("fr", "quantity", "Il ne rame que la nuit.", "Il rame la nuit."),
    ("fr", "quantity", "Il n'attend qu'un bac.", "Il attend un bac."),
    ("en", "quantity", "The ferry waits.", "The ferry waits if it rains."),
    ("en", "quantity", "The ferry waits.", "When it rains, the ferry waits."),
    ("fr", "quantity", "Le bac attend.", "Le bac attend s'il pleut."),
    ("hu", "quantity", "A komp vár.", "A komp vár, ha esik."),
    ("en", "wording", "If it rains, the ferry waits.", "When it rains, the ferry waits."),
    ("en", "moved", "If it rains, the ferry waits.", "The ferry waits if it rains."),
    ("en", "wording", "When it rains, the ferry waits.", "During rain, the ferry waits."),
    ("hu", "quantity", "Minden komp vár.", "A komp vár."),
    ("hu", "quantity", "Csak éjjel vár.", "Éjjel vár."),
    ("hu", "quantity", "Legalább 3 evezős", "Legfeljebb 3 evezős"),
    ("en", "quantity", "Each ferry waits.", "A ferry waits."),
    ("en", "quantity", "It waits only at night.", "It waits at night."),
    ("en", "quantity", "At least 3 rowers", "At most 3 rowers"),
    # unit
    ("fr", "unit", "À 12 cm du quai", "À 12 pouces du quai"),
    ("hu", "unit", "12 cm a parttól", '12" a parttól'),
    ("en", "unit", "Within 12 inches", "Within 12 cm"),
    ("de", "unit", "Bis 12 cm", "Bis 12 mm"),
    # wording
    ("fr", "wording", "Le bac attend la nuit.", "Le canot attend la nuit."),
    ("fr", "wording", "Il a ramé.", "Il à ramé."),
    ("hu", "wording", "A komp vár.", "A csónak vár."),
    ("hu", "wording", "A kor kemény.", "A kór kemény."),
    ("en", "wording", "The ferry waits.", "The barge waits."),
    ("de", "wording", "Das Boot wartet.", "Das Schiff wartet."),
    # bounds that include their number, or are told after it
    ("fr", "number", "Une profondeur supérieure ou égale à 6", "Une profondeur supérieure à 6"),
    ("fr", "number", "Un fond égal ou inférieur à 6", "Un fond inférieur à 6"),
    ("fr", "wording", "Le port tient 8 bacs au maximum.", "Le port tient au plus 8 bacs."),
    ("fr", "wording", "Il faut 8 rames au moins.", "Il faut au moins 8 rames."),
    ("fr", "quantity", "Il faut 8 rames au moins.", "Il faut 8 rames au plus."),
    ("fr", "number", "Un minimum de 3 rames", "Un minimum de 4 rames"),
    ("hu", "number", "A mélység nagyobb vagy egyenlő, mint 6.", "A mélység nagyobb, mint 6."),
    ("hu", "number", "6-nál kisebb vagy egyenlő dobás", "6-nál kisebb dobás"),
    ("hu", "number", "Legalább 6 a mélység.", "Nagyobb mint 6 a mélység."),
    ("hu", "wording", "Legfeljebb 6 evező", "6 vagy kevesebb evező"),
    ("en", "number", "A depth greater than or equal to 6", "A depth greater than 6"),
    ("en", "number", "A depth equal to or less than 6", "A depth less than 6"),
    ("en", "wording", "The port takes 8 ferries at most.", "The port takes up to 8 ferries."),
    ("en", "wording", "No fewer than 5 gulls", "At least 5 gulls"),
    ("en", "wording", "A maximum of 8 ferries", "Up to 8 ferries"),
    ("en", "quantity", "It takes 8 ferries at least.", "It takes 8 ferries at most."),
    # numbers that are nouns, and shares with endings
    ("fr", "number", "Une douzaine de rames", "Une vingtaine de rames"),
    ("fr", "number", "Une dizaine de rames", "Une rame"),
    ("hu", "number", "Add el a negyedét.", "Add el a harmadát."),
    ("hu", "number", "Kétszer evez.", "Négyszer evez."),
    ("hu", "number", "Egy tucat evező", "Egy evező"),
    ("en", "number", "A dozen oars", "An oar"),
    # what may, must and cannot be done, in other words
    ("fr", "modality", "Il a le droit de ramer.", "Il a l'obligation de ramer."),
    ("fr", "modality", "Il est tenu de ramer.", "Il est fatigué de ramer."),
    ("fr", "modality", "Il a le droit d'attendre.", "Il a peur d'attendre."),
    ("hu", "negation", "A komp sérthetetlen.", "A komp sérthető."),
    ("hu", "negation", "A gát leküzdhetetlenül magas.", "A gát magas."),
    # units with endings
    ("hu", "unit", "A komp 3 méterre áll.", "A komp 3 centiméterre áll."),
    ("hu", "unit", "A kötél 3 centiméterig ér.", "A kötél 3 milliméterig ér."),
    ("hu", "unit", "2 kört vár.", "2 fázist vár."),
    # a unit that is another word where nothing is counted
    ("fr", "unit", "À moins de 3 pas du quai", "À moins de 3 pouces du quai"),
    ("fr", "negation", "Il ne rame pas.", "Il rame."),
    ("fr", "negation", "Trois bacs ne rament pas.", "Trois bacs rament."),
    ("hu", "unit", "3 lépésre a móló", "3 hüvelykre a móló"),
    ("en", "unit", "Within 3 paces of the quay", "Within 3 inches of the quay"),
    ("en", "negation", "The buoy hardly floats.", "The buoy floats."),
    # missing_sentence
    ("fr", "missing_sentence", "Le bac attend. Il rouille. Il coule.", "Le bac attend. Il coule."),
    ("hu", "missing_sentence", "A komp vár. Rozsdás lett. Elsüllyed.", "A komp vár. Elsüllyed."),
    ("en", "missing_sentence", "The ferry waits. It rusts. It sinks.", "The ferry waits. It sinks."),
    # missing_passage
    ("fr", "missing_passage", "Le bac attend.\nIl rouille vite.", "Le bac attend."),
    ("hu", "missing_passage", "A komp vár.\nGyorsan rozsdásodik.", "A komp vár."),
    ("en", "missing_passage", "The ferry waits.\nIt rusts soon.", "The ferry waits."),
    # moved
    ("fr", "moved", "La nuit tombe. Le bac attend.", "Le bac attend. La nuit tombe."),
    ("fr", "moved", "À la nuit tombée, le bac attend.", "Le bac attend à la nuit tombée."),
    ("hu", "moved", "Leszáll az éj. A komp vár.", "A komp vár. Leszáll az éj."),
    ("en", "moved", "Night falls. The ferry waits.", "The ferry waits. Night falls."),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "kind", "reading", "other"), PAIRS)
def test_the_gravest_class_is_named(lang: str, kind: str | None, reading: str, other: str) -> None:
    result = compare(reading, other, lang)
    assert result.kind == kind
    assert (result.relation == "typographic") == (kind is None)
    assert rebuild(reading, other, result.differences) == other


def test_every_class_is_tried_in_every_language() -> None:
    wanted = {"number", "negation", "modality", "quantity", "unit", "wording", "moved", None}
    wanted |= {"missing_sentence", "missing_passage"}
    for lang in languages():
        assert {kind for of, kind, *_ in PAIRS if of == lang} == wanted


@pytest.mark.parametrize("lang", ["fr", "hu", "en", "de"])
def test_markup_is_told_from_typography(lang: str) -> None:
    assert compare("A [g]B[/g] c.", "A B c.", lang).relation == "markup"
    assert compare("A <b>B</b> c.", "A B c.", lang).relation == "markup"
    result = compare("A [g]B[/g] c.", "A B, c.", lang)
    assert {d.kind for d in result.differences} == {"markup", "typographic"}
    assert result.relation == "typographic"


@pytest.mark.parametrize(
    ("lang", "wrong", "right"),
    [
        ("fr", "avanse", "avance"),
        ("hu", "távolasg", "távolság"),
        ("en", "shoudler", "shoulder"),
    ],
)
def test_a_misspelling_is_typographic_only_where_the_corpus_knows_the_right_form(
    lang: str, wrong: str, right: str
) -> None:
    a, b = f"Aba {wrong} 3 cm.", f"Aba {right} 3 cm."
    assert compare(a, b, lang, known={"aba", right}).kind is None
    assert compare(a, b, lang, known={"aba", right, wrong}).kind == "wording"
    assert compare(a, b, lang, known={"aba"}).kind == "wording"
    assert compare(a, b, lang).kind == "wording"


@pytest.mark.parametrize(
    ("lang", "old", "new"),
    [
        ("hu", "kerek", "kérek"),  # length tells words apart
        ("hu", "örült", "őrült"),
        ("fr", "trois", "troie"),  # a number is never a misspelling
        ("fr", "jamais", "jamai"),  # nor is a negation
        ("en", "never", "nevre"),
        ("hu", "nélkül", "nélkul"),
    ],
)
def test_numbers_negations_and_vowel_length_are_never_misspellings(
    lang: str, old: str, new: str
) -> None:
    assert compare(f"aba {old} cb", f"aba {new} cb", lang, known={old, "aba"}).kind is not None


def test_several_differences_each_have_their_class_and_place() -> None:
    a = "Chaque bac peut porter 3 chevaux à 12 cm."
    b = "Un bac doit porter 4 chevaux à 12 pouces."
    result = compare(a, b, "fr")
    assert [(d.kind, a[d.start : d.end], b[d.other_start : d.other_end]) for d in result.differences] == [
        ("quantity", "Chaque", "Un"),
        ("modality", "peut", "doit"),
        ("number", "3", "4"),
        ("unit", "cm", "pouces"),
    ]  # fmt: skip
    assert result.kind == "number"


def test_a_dropped_clause_stands_in_exactly_one_reading() -> None:
    a, b = "Blessé, il peut ramer et plonger encore.", "Blessé, il peut ramer encore."
    [d] = compare(a, b, "fr").differences
    assert (a[d.start : d.end], b[d.other_start : d.other_end]) == ("et plonger ", "")


def test_sentences_that_were_joined_are_no_missing_sentence() -> None:
    a = "Le bac attend la nuit. Il passe ensuite la rivière."
    b = "Le bac attend la nuit, il passe ensuite la rivière."
    assert compare(a, b, "fr").kind is None


def test_texts_that_share_nothing_are_different() -> None:
    result = compare("Le bac attend sous les saules.", "Aucun feu ne prend par ici demain.", "fr")
    assert result.relation == "different"
    assert result.similarity < 0.3


def test_relation_and_similarity() -> None:
    assert compare("Un bac.", "Un bac.", "fr").relation == "identical"
    assert compare("", "", "fr").similarity == 1.0
    near = compare("Le bac attend la nuit.", "Le bac attend le jour.", "fr")
    assert near.relation == "near"
    assert 0.5 < near.similarity < 1


def test_long_readings_are_compared_in_bounded_memory() -> None:
    a = " ".join(f"mot{k}" for k in range(12_000))
    b = " ".join(f"mot{k}" for k in range(500, 12_500))
    result = compare(a, b, "fr")
    assert result.kind == "wording"
    assert rebuild(a, b, result.differences) == b
    sentences = [f"Le bac {k} attend la nuit {k * 7 % 1000}." for k in range(1500)]
    other = [*sentences[:700], "Il rouille.", *sentences[700:]]
    assert compare(" ".join(sentences), " ".join(other), "fr").kind == "missing_sentence"


def test_words_of_gives_the_forms_that_are_compared() -> None:
    assert words_of("L’ÉLAN : deux dés.", "fr") == ("l'", "élan", "2", "dés")


TOKENS = """
le la ne pas n' peut doit deux 2 4+ 2D6 k6 1 500 plus de au moins cent vingt et un É e E œ
tir nem kell hat not can't may 12" cm [g] [/g] <b> . , : ; ! ? … « » - – ' ’ ½ 2. 3e
"""
WORDS = st.sampled_from(TOKENS.split())
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from(["", " ", "  ", "\n", "\u00a0", ". "]))).map(
    lambda parts: "".join(word + space for word, space in parts)
)
LANGS = st.sampled_from(["fr", "hu", "en", "de"])


@given(TEXTS | st.text(max_size=60), TEXTS | st.text(max_size=60), LANGS)
@pytest.mark.invariant
@examples(100)
def test_differences_rebuild_the_other_reading(reading: str, other: str, lang: str) -> None:
    result = compare(reading, other, lang)
    assert rebuild(reading, other, result.differences) == other
    assert rebuild(other, reading, flip(result.differences)) == reading
    assert (result.relation == "identical") == (reading == other)


@given(TEXTS, TEXTS, LANGS)
@pytest.mark.invariant
@examples(70)
def test_compare_is_symmetric(reading: str, other: str, lang: str) -> None:
    there, back = compare(reading, other, lang), compare(other, reading, lang)
    assert back.differences == flip(there.differences)
    assert (back.kind, back.relation, back.similarity) == (
        there.kind,
        there.relation,
        there.similarity,
    )


@given(TEXTS, TEXTS, LANGS)
@pytest.mark.invariant
@examples(70)
def test_differences_are_in_order_and_do_not_overlap(reading: str, other: str, lang: str) -> None:
    at = other_at = 0
    for d in compare(reading, other, lang).differences:
        assert at <= d.start <= d.end <= len(reading)
        assert other_at <= d.other_start <= d.other_end <= len(other)
        assert d.start < d.end or d.other_start < d.other_end
        at, other_at = d.end, d.other_end


@pytest.mark.parametrize(
    "text",
    ["9" * 5000, "Lancez " + "9" * 5000 + "D6", "deux " + "1" * 6000, "²³ dés", "٣ dés", "0D0"],
)
def test_numbers_of_any_length_and_script_are_read(text: str) -> None:
    assert compare(text, text + " encore", "fr").differences
    assert compare(text, text, "fr").relation == "identical"


def test_tags_that_never_close_are_read_in_one_pass() -> None:
    text = "[url=" * 20_000 + "<a" * 20_000
    assert compare(text, text + " x", "fr").differences
