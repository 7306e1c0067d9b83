"""What mutation testing found loose in the comparer: each line here holds one."""

from __future__ import annotations

import pytest

from variorum.compare import compare, words_of
from variorum.compare.align import align_forms
from variorum.compare.classes import GRAVITY, gravest
from variorum.compare.lexicon import lexicon
from variorum.compare.reading import read

NUMBERS = {
    "fr": {
        "vingt et un": "21",
        "vingt-et-un": "21",
        "trente-deux": "32",
        "quatre-vingts": "80",
        "quatre vingt": "80",
        "quatre-vingt-dix-neuf": "99",
        "soixante et onze": "71",
        "soixante-dix-sept": "77",
        "soixante-quinze": "75",
        "dix-sept": "17",
        "dix sept": "10 7",
        "dix-dix": "10 10",
        "cent": "100",
        "cent-un": "101",
        "cent et deux": "102",
        "cent vingt": "120",
        "cent trente-cinq": "135",
        "deux cents": "200",
        "deux  cents": "2 100",
        "deux cent cinquante": "250",
        "cent cent": "100 100",
        "onze cents": "1100",
        "mille": "1000",
        "mille deux": "1002",
        "mille et une": "1001",
        "mille cinq": "1005",
        "mille cinq cents": "1500",
        "mille neuf cent deux": "1902",
        "mille cinq, cents": "1005 100",
        "deux mille trois": "2003",
        "deux mille cinq cents": "2500",
        "cent mille": "100000",
        "mille mille": "1000 1000",
        "quatre et cinq": "4 et 5",
        "vingt et deux": "20 et 2",
        "vingt et un et deux": "21 et 2",
        "deux trois": "2 3",
        "cinq, six": "5 6",
        "vingt 3": "20 3",
        "2 cents": "2 100",
        "un cent": "un 100",
        "vingt et": "20 et",
        "trois zéro": "3 0",
        "vingt zéro": "20 0",
    },
    "en": {
        "twenty-one": "21",
        "twenty three": "23",
        "hundred and ten": "110",
        "two hundred and twenty-one": "221",
        "two thousand three hundred": "2300",
        "twelve hundred": "1200",
        "thousand and one": "1001",
        "thirty and five": "30 and 5",
        "five and six": "5 and 6",
        "four twenty": "4 20",
        "two hundred a turn": "200 a turn",
        "a hundred": "100",
        "a hundred a turn": "100 a turn",
        "one hundred and five": "105",
        "one thousand": "1000",
        "one hundred thousand": "100000",
        "one thousand one hundred and one": "1101",
        "two thousand one hundred": "2100",
        "two thousand a turn": "2000 a turn",
        "twenty a hundred": "20 100",
        "one, hundred": "one 100",
        "five thousand a thousand": "5000 1000",
        "zero hundred": "0 100",
    },
    "hu": {
        "huszonöt": "25",
        "huszonhat": "26",
        "harmincegy": "31",
        "negyvenhárom": "43",
        "hetvenhét": "77",
        "tizenkettő": "12",
        "százegy": "101",
        "százhat": "106",
        "kétszáz": "200",
        "kétszázötven": "250",
        "ezeregy": "1001",
        "ezerszáz": "1100",
        "ezerkétszáz": "1200",
        "kétezer": "2000",
        "kétezerhuszonegy": "2021",
        "kétezerötszáz": "2500",
        "háromszázezer": "300000",
        "kétszázezerötszáz": "200500",
        "hat": "hat",
        "ötöt": "5",
        "kéthíd": "kéthíd",
        "száz egy": "100 egy",
    },
}


@pytest.mark.parametrize(
    ("lang", "text", "forms"),
    [(lang, text, forms) for lang, all_ in NUMBERS.items() for text, forms in all_.items()],
)
def test_numbers_in_words_are_read_as_far_as_they_go(lang: str, text: str, forms: str) -> None:
    assert " ".join(words_of(text, lang)) == forms
    assert " ".join(words_of(f"bac {text} bac", lang)) == f"bac {forms} bac"


def test_a_number_of_several_words_is_one_word_of_the_whole_stretch() -> None:
    text = "Les vingt et un bacs"
    word = read(text, "fr").words[1]
    assert (text[word.start : word.end], word.features) == ("vingt et un", ("number:21",))


FORMS = [
    ("fr", "2D6+1 d6 3k10-2 +2D6 −1D6 002d06 W8", "2d6+1 1d6 3d10-2 +2d6 -1d6 2d6 1d8"),
    ("fr", "2d6+1d6 0d0", "2d6 1d6 0d0"),
    ("fr", "1 500 1.500 1,5 2.5 12.345.678 1\u202f000", "1500 1500 1.5 2.5 12345678 1000"),
    ("fr", "+1 -1 −1 –2 ±3 4+ x-1 5-6 ]-2", "+1 -1 -1 -2 ±3 4+ x 1 5 6 2"),
    ("en", "1,500 1.500 1,50 1,500.5 22nd 4th", "1500 1500 1.50 1500 5 22. 4."),
    ("de", "1,500 1.500", "1.500 1.500"),
    ("fr", "1er 2e 3ème 2nde 2ex", "1. 2. 3. 2. 2 ex"),
    ("hu", "2. kör 2.  Kör 3.kör 12. a 1234. Kör 1234. kör", "2. kör 2. kör 3 kör 12. a 1234 kör 1234. kör"),
    ("hu", "6\" 6″ 6'' 6” x\"", "6 in 6 in 6 in 6 in x"),
    ("en", "½ 1½ ¼ ⅓ ⅔ ¾ a½ × 50%", "1/2 1 1/2 1/4 1/3 2/3 3/4 a 1/2 × 50 %"),
    ("fr", "œuf ŒUF ﬁn m\u00adot e\u0301té L’ÉLAN", "oeuf oeuf fin mot été l' élan"),
    ("en", "rock'n’roll the dogs'", "rock'n'roll the dogs"),
    ("fr", "[b]gras[/b] <i>x</i> **y** [url=ici là]l[/url]", "gras x y l"),
    ("fr", "ab2c x_y", "ab 2 c x y"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "text", "forms"), FORMS)
def test_words_are_told_by_these_forms(lang: str, text: str, forms: str) -> None:
    assert words_of(text, lang) == tuple(forms.split(" "))


SENTENCES = [
    ("fr", "Un bac. Il passe.  Il coule", ["Un bac.", "Il passe.", "Il coule"]),
    ("fr", "Voir p. 4, art. Ponts et fig. 3. Il dort.", ["Voir p. 4, art. Ponts et fig. 3.", "Il dort."]),
    ("fr", "Il dort… puis part ! « Oui. » Non ?", ["Il dort… puis part !", "« Oui. » Non ?"]),
    ("fr", "Il dort. puis il part.", ["Il dort. puis il part."]),
    ("fr", "Il dort.Puis il part.", ["Il dort.Puis il part."]),
    ("fr", "Un bac. — Puis un autre.", ["Un bac.", "— Puis un autre."]),
    ("fr", "Un !!! Deux ?! trois", ["Un !!!", "Deux ?! trois"]),
    ("fr", "Les art! Ponts. Non? 2 bacs", ["Les art!", "Ponts.", "Non?", "2 bacs"]),
    ("fr", "Fin. ...", ["Fin. ..."]),
    ("fr", "...", []),
    ("hu", "A 2. kör. A 3. híd. 4. Híd", ["A 2. kör.", "A 3. híd.", "4. Híd"]),
    ("hu", "Az 1234. Híd.", ["Az 1234.", "Híd."]),
    ("hu", "A 234. Híd.", ["A 234. Híd."]),
    ("fr", "Les 12. Ponts.", ["Les 12.", "Ponts."]),
    ("en", "See e.g. The gate. It is i.e. open. 3 walls.", ["See e.g. The gate.", "It is i.e. open.", "3 walls."]),
    ("en", "He said (so.) Then left.", ["He said (so.)", "Then left."]),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "text", "wanted"), SENTENCES)
def test_where_sentences_end(lang: str, text: str, wanted: list[str]) -> None:
    reading = read(text, lang)
    assert [text[s.start : s.end] for s in reading.sentences] == wanted
    # Every word is in one sentence, in order.
    ends = [0, *(s.last for s in reading.sentences)]
    assert [s.first for s in reading.sentences] == ends[:-1]
    assert ends[-1] == len(reading.words)


def test_line_ends_divide_passages() -> None:
    text = " \nUn.\nDeux. Trois.\n\n  Quatre !  Cinq\n"
    found = [(text[s.start : s.end], s.passage) for s in read(text, "fr").sentences]
    assert found == [("Un.", 1), ("Deux.", 2), ("Trois.", 2), ("Quatre !", 4), ("Cinq", 4)]


def features(text: str, lang: str) -> list[tuple[str, ...]]:
    return [word.features for word in read(text, lang).words]


def test_words_of_counting_are_units_only_after_a_number() -> None:
    turn = ("counted:turn",)
    assert features("turn 5 turns the turn two turns a turn", "en") == [
        (), ("number:5",), turn, (), (), ("number:2",), turn, ("maybe:1",), turn,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "on 4 or more", [None, ">=:4", ">=:4", ">=:4"]),
        ("en", "on 4 inches or more", [None, ">=:4", None, ">=:4", ">=:4"]),
        ("en", "on 4, or more", [None, ">=:4", ">=:4", ">=:4"]),
        ("en", "on 4. Or more", [None] * 4),
        ("en", "on 4; or more", [None] * 4),
        ("en", "on 4\nor more", [None] * 4),
        ("en", "at least four inches", [">=:4", ">=:4", ">=:4", None]),
        ("en", "more than one boat", [">:1", ">:1", ">:1", None]),
        ("en", "roll 4+ now", [None, ">=:4", None]),
        ("en", "roll 12+ now", [None, ">=:12", None]),
        ("en", "cannot be rowed higher than 4", ["<=:4"] * 6),
        ("en", "cannot be lower than 4", [">=:4"] * 5),
        ("en", "cannot row if higher than 4", [None] * 3 + [">:4"] * 3),
        ("fr", "plus d'un bac", [">:1", ">:1", ">:1", None]),
        ("fr", "au moins un bac, au plus deux", [">=:1"] * 3 + [None] + ["<=:2"] * 3),
        ("hu", "csak 5-nél kisebb", [None, "<:5", "<:5", "<:5"]),
        ("hu", "legfeljebb hat", ["<=:6", "<=:6"]),
    ],
)
def test_bounds_are_about_their_number(lang: str, text: str, wanted: list[str | None]) -> None:
    bounds = [[f[6:] for f in word if f.startswith("bound:")] for word in features(text, lang)]
    assert [found[0] if found else None for found in bounds] == wanted


def test_a_denial_in_a_bound_stays_one() -> None:
    assert features("pas plus de 4", "fr")[0] == ("negation",)
    assert features("no more than 4", "en")[-1] == ("number:4", "bound:<=:4")


def test_phrases_mean_something_whole_and_only_whole() -> None:
    must: tuple[str, ...] = ("modality:must",)
    assert features("he has to go, had no way to go", "en") == [
        (), must, (), (), (), ("negation",), (), (), (),
    ]  # fmt: skip
    assert features("he has", "en") == [(), ()]
    assert features("has to", "en") == [must, ()]
    assert features("at least the bell", "en")[:2] == [("quantity:least",), ()]


def test_two_words_that_say_a_thing_together_have_four_others_between_them_at_most() -> None:
    only: tuple[str, ...] = ("quantity:only",)
    denies: tuple[str, ...] = ("negation",)
    assert features("il ne rame le soir tard que là", "fr")[1] == only
    assert features("il ne rame le soir très tard que là", "fr")[1] == denies
    assert features("il ne rame pas que là", "fr")[1:4] == [denies, (), denies]
    assert features("il ne rame pas", "fr")[1] == denies


def test_the_longest_phrase_is_the_one_that_is_meant() -> None:
    assert features("il dort tout au plus", "fr") == [(), (), ("quantity:most",), (), ()]
    assert features("il dort au plus", "fr") == [(), (), ("quantity:most",), ()]


def test_a_suffix_that_allows_belongs_to_a_verb() -> None:
    may: tuple[str, ...] = ("modality:may",)
    assert features("várhat mehetnek mászhatná rohat hat vár", "hu") == [
        may, may, may, (), ("maybe:6",), (),
    ]  # fmt: skip


def test_units_of_one_measure_are_one_word() -> None:
    for lang, words in (("en", "inch inches"), ("fr", "pouce ps"), ("hu", "hüvelyk hüvelykes")):
        assert words_of(words, lang) == ("in", "in")
    assert features("cm", "de") == [("unit:cm",)]


def test_what_the_lexicon_says_of_a_form() -> None:
    lex = lexicon("en")
    assert lex.is_unit("inches") and lex.is_unit("turn") and not lex.is_unit("gate")
    assert not lex.is_unit("must")
    assert lex.is_written("gate") and not lex.is_written("cm") and not lex.is_written("4")
    assert not lex.is_written("in")
    assert lex.value("five") == 5 and lex.value("one") is None and lex.value("fiveten") is None
    assert lexicon("hu").short("kőszívű") == "köszivü"
    assert lex.short("kőszívű") == "kőszívű"


@pytest.mark.parametrize(
    ("ours", "theirs", "groups"),
    [
        ([], [], []),
        (["q"], [], [(0, 1, 0, 0)]),
        ([], ["q", "r"], [(0, 0, 0, 2)]),
        (["a b"], ["q r"], [(0, 1, 0, 1)]),
        (["a b c", "d e f"], ["q r s"], [(0, 2, 0, 1)]),
        # split, joined, between others
        (["a b c d", "e f g h"], ["a b c d e f g h"], [(0, 2, 0, 1)]),
        (["a b c d e f g h"], ["a b c d", "e f g h"], [(0, 1, 0, 2)]),
        (["zz", "a b", "c d", "e f"], ["a b c d e f"], [(0, 1, 0, 0), (1, 4, 0, 1)]),
        (["a b", "c d", "e f"], ["a b c d e f", "zz"], [(0, 3, 0, 1), (3, 3, 1, 2)]),
        (["a b c x y z"], ["p", "a b c", "x y z"], [(0, 0, 0, 1), (0, 1, 1, 3)]),
        (["x y", "a b c", "d e f", "k l"], ["a b c d e f"], [(0, 1, 0, 0), (1, 3, 0, 1), (3, 4, 1, 1)]),
        (["a b c d e f"], ["a b", "c d e f"], [(0, 1, 0, 2)]),
        (["a b", "c d e f"], ["a b c d e f"], [(0, 2, 0, 1)]),
        # what answers another is not taken from it
        (["a b c d", "e f g h x"], ["a b c d e f g h", "e f g h y"], [(0, 1, 0, 1), (1, 2, 1, 2)]),
        (["a b c d e f g h", "e f g h y"], ["a b c d", "e f g h x"], [(0, 1, 0, 1), (1, 2, 1, 2)]),
        # alike, with one of no answer between
        (["a b c", "x y z", "d e f"], ["a b q", "d e q"], [(0, 1, 0, 1), (1, 2, 1, 1), (2, 3, 1, 2)]),
        (["a b q", "d e q"], ["a b c", "x y z", "d e f"], [(0, 1, 0, 1), (1, 1, 1, 2), (1, 2, 2, 3)]),
        # the most alike, in order
        (["a b q q q", "c d e f g"], ["c d e f h", "a b r r r"], [(0, 1, 0, 0), (1, 2, 0, 1), (2, 2, 1, 2)]),
        (["a b c d e", "z", "f g h i j"], ["a b c d x", "y", "f g h i x"], [(0, 1, 0, 1), (1, 2, 1, 2), (2, 3, 2, 3)]),
        # anchors
        (["a b c"], ["a b c", "d"], [(0, 1, 0, 1), (1, 1, 1, 2)]),
        (["a", "b", "k l m", "z"], ["b", "k l n", "z"], [(0, 1, 0, 0), (1, 2, 0, 1), (2, 3, 1, 2), (3, 4, 2, 3)]),
        (["a", "b", "c"], ["a", "b", "c"], [(0, 1, 0, 1), (1, 2, 1, 2), (2, 3, 2, 3)]),
    ],
)  # fmt: skip
def test_sentences_answer_each_other(
    ours: list[str], theirs: list[str], groups: list[tuple[int, int, int, int]]
) -> None:
    a, b = ([tuple(s.split()) for s in side] for side in (ours, theirs))
    assert [tuple(g) for g in align_forms(a, b)] == groups


def test_where_there_is_too_much_to_align_the_whole_answers_the_whole() -> None:
    for size in (250, 10_001):
        groups = align_forms([(f"a{n}",) for n in range(size)], [(f"b{n}",) for n in range(size)])
        assert [tuple(g) for g in groups] == [(0, size, 0, size)]


def told(a: str, b: str, lang: str = "fr", known: set[str] | None = None) -> list[tuple[str, str, str]]:  # fmt: skip
    found = compare(a, b, lang, known=known).differences
    return [(d.kind, a[d.start : d.end], b[d.other_start : d.other_end]) for d in found]


BAC = "Le bac attend la nuit."
ROUILLE = "Il rouille vite sous la pluie."
DORT = "Le passeur dort encore."


def test_a_sentence_that_one_reading_lacks() -> None:
    whole, less = f"{BAC} {ROUILLE} {DORT}", f"{BAC} {DORT}"
    result = compare(whole, less, "fr")
    assert told(whole, less) == [("missing_sentence", f"{ROUILLE} ", "")]
    assert (result.relation, result.similarity) == ("near", 0.75)
    assert [tuple(s) for s in result.sentences] == [
        (0, 22, 0, 22), (23, 53, 22, 22), (54, 77, 23, 46),
    ]  # fmt: skip
    back = compare(less, whole, "fr")
    assert [tuple(s) for s in back.sentences] == [
        (0, 22, 0, 22), (22, 22, 23, 53), (23, 46, 54, 77),
    ]  # fmt: skip
    assert told(f"{BAC} {ROUILLE}", BAC) == [("missing_sentence", f" {ROUILLE}", "")]
    assert told(f"{ROUILLE} {BAC}", BAC) == [("missing_sentence", f"{ROUILLE} ", "")]


def test_a_sentence_that_one_reading_lacks_at_its_beginning_stands_before_it() -> None:
    result = compare(DORT, f"{ROUILLE} {DORT}", "fr")
    assert [tuple(s) for s in result.sentences] == [(0, 0, 0, 30), (0, 23, 31, 54)]


def test_two_missing_sentences_are_two_and_a_missing_passage_is_one() -> None:
    four = [BAC, ROUILLE, "La corde casse net.", DORT]
    kinds = [k for k, *_ in told(" ".join(four), f"{BAC} {DORT}")]
    assert kinds == ["missing_sentence"] * 2
    kinds = [k for k, *_ in told("{}\n{} {}\n{}".format(*four), f"{BAC}\n{DORT}")]
    assert kinds == ["missing_passage"]
    kinds = [k for k, *_ in told("{} {}\n{}\n{}".format(*four), f"{BAC}\n{DORT}")]
    assert kinds == ["missing_sentence", "missing_passage"]
    kinds = [k for k, *_ in told("{}\n{}\n{} {}".format(*four), f"{BAC}\n{DORT}")]
    assert kinds == ["missing_passage", "missing_sentence"]
    kinds = [k for k, *_ in told("{} {} {}\n{}".format(*four), DORT)]
    assert kinds == ["missing_passage"]
    assert told("", BAC) == [("missing_passage", "", BAC)]


@pytest.mark.parametrize(
    ("a", "b", "relation", "similarity"),
    [
        ("aa bb cc xx", "aa bb yy zz", "near", 0.5),
        ("aa bb cc xx ww", "aa bb yy zz vv", "different", 0.4),
        # six words that are all in a much longer text; five may be there by chance
        ("aa bb cc dd ee ff", "aa bb cc dd ee ff " + "hh " * 14, "near", 0.4615),
        ("aa bb cc dd ee", "aa bb cc dd ee " + "hh " * 14, "different", 0.4167),
        ("aa bb cc dd ee xx", "aa bb cc dd ee " + "hh " * 14, "different", 0.4),
        ("aa bb cc dd ee ff hh ii kk xx", "aa bb cc dd ee ff hh ii kk " + "ll " * 21, "near", 0.45),
        # words that are typographically the same are the same
        ("Élan dur et bac", "Elan dur et canot", "near", 0.75),
        ("a bc d x", "abc d y", "near", 0.5714),
        ("d a bc e x", "d abc e y", "near", 0.6667),
        (" ", "", "typographic", 1.0),
        (".", "!", "typographic", 1.0),
        ("[b]", "", "markup", 1.0),
        ("aa", "", "different", 0.0),
    ],
)
def test_how_alike_two_readings_are(a: str, b: str, relation: str, similarity: float) -> None:
    result = compare(a, b, "fr")
    assert (result.relation, result.similarity) == (relation, similarity)


def test_sentences_of_little_in_common_differ_as_a_whole() -> None:
    six = "aa bb cc dd ee ff"
    assert told(six, "aa gg hh ii jj kk") == [("wording", six, "aa gg hh ii jj kk")]
    assert told(six, "aa bb hh ii jj kk") == [("wording", "cc dd ee ff", "hh ii jj kk")]
    # Few words are always compared one by one: a number among them counts.
    assert told("aa bb 3", "hh ii 4")[-1] == ("number", "3", "4")
    assert told("aa bb cc 3", "hh ii jj 4")[-1] == ("number", "3", "4")


def test_marks_and_tags_around_words_that_are_the_same() -> None:
    assert told("a [b]x[/b] c", "a x c") == [("markup", "[b]", ""), ("markup", "[/b]", "")]
    assert told("[b] a", "a") == [("markup", "[b] ", "")]
    assert told("a <i>x</i> c", "a <b>x</b> c") == [
        ("markup", "<i>", "<b>"),
        ("markup", "</i>", "</b>"),
    ]
    assert told("a, x", "a x") == [("typographic", ",", "")]
    assert told("a. X", "a; X") == [("typographic", ".", ";")]
    assert told("a x", "A x") == [("typographic", "a", "A")]
    assert told("a x!", "a x") == [("typographic", "!", "")]
    assert told("a", " a ") == [("typographic", "", " "), ("typographic", "", " ")]


def test_differences_begin_and_end_at_the_words_that_differ() -> None:
    assert told("Le bac, lent, dort.", "Le bac, lourd, dort.") == [("wording", "lent", "lourd")]
    assert told("Le bac dort.", "Le vieux bac dort.") == [("wording", "", "vieux ")]
    assert told("Le bac peut passer ici demain", "Le canot doit passer ici demain") == [
        ("wording", "bac", "canot"),
        ("modality", "peut", "doit"),
    ]
    assert told("Il a 3 bacs et 4 rames.", "Il a 5 bacs et 6 rames.") == [
        ("number", "3", "5"),
        ("number", "4", "6"),
    ]


def test_words_divided_otherwise_are_the_same_words() -> None:
    assert told("a bc d", "ab c d") == [("typographic", "a bc", "ab c")]
    assert told("au dessus du mur", "audessus du mur") == [("typographic", "au dessus", "audessus")]
    assert told("x 1 2 y z", "x 12 y z")[0][0] == "number"
    assert compare("a bc d", "ab c d", "fr").similarity == 1.0


def test_what_went_elsewhere_was_moved() -> None:
    assert [k for k, *_ in told(f"{BAC} {DORT}", f"{DORT} {BAC}")] == ["moved", "moved"]
    a, b = "Le rouge bac passe le gué bleu.", "Le bleu bac passe le gué rouge."
    assert told(a, b) == [("moved", "rouge", "bleu"), ("moved", "bleu", "rouge")]
    # A number or a denial that stands elsewhere may be about something else.
    a, b = "Il paie 3 pour un bac et la rive.", "Il paie pour un bac et 3 la rive."
    assert {k for k, *_ in told(a, b)} == {"number"}
    a, b = "Il ne voit le bac et la rive.", "Il voit le bac et ne la rive."
    assert {k for k, *_ in told(a, b)} == {"negation"}


def test_what_is_moved_is_known_again_once_for_each() -> None:
    def moved(a: str, b: str) -> list[str]:
        return [k for k, *_ in told(a, b)]

    assert moved("vert aa xx bb cc dd", "aa xx bb vert cc dd") == ["moved", "moved"]
    assert moved("vert aa xx bb cc vert dd", "aa vert xx bb cc dd") == ["moved", "moved", "wording"]
    assert moved("vert aa xx bb cc dd", "aa xx bb bleu cc dd") == ["wording", "wording"]
    assert moved("rouge aa bleu bb rouge cc noir", "bleu aa rouge bb bleu cc noir") == [
        "moved", "moved", "wording",
    ]  # fmt: skip
    # A short word alone may stand anywhere; beside another it is known again.
    assert moved("Il va or ici, et part.", "Il va ici, et or part.") == ["wording", "wording"]
    assert moved("Il va par là ici, et part.", "Il va ici, et par là part.") == ["moved", "moved"]
    assert moved("Il va à la ici, et part.", "Il va ici, et à la part.") == ["wording", "wording"]


def test_the_gravest_of_several_classes() -> None:
    assert gravest([]) is None
    assert gravest(["moved", "number", "wording"]) == "number"
    assert gravest(list(GRAVITY)) == GRAVITY[0]


@pytest.mark.parametrize(
    ("lang", "kind", "a", "b"),
    [
        ("en", None, "It takes one bell.", "It takes 1 bell."),
        ("en", "number", "It takes one bell.", "It takes 2 bell."),
        ("en", "number", "It takes one bell.", "It takes 1+ bell."),
        ("en", "quantity", "At least 4 boats", "4 boats"),
        ("en", "number", "More than 4 boats", "4 boats"),
        ("en", "quantity", "At least 4 boats", "At most 4 boats"),
        ("en", "quantity", "More than 4 boats", "Less than 4 boats"),
        ("en", "number", "At least 4 boats", "More than 4 boats"),
        # A bound as a sign says what its words say; other words for it are other wording.
        ("en", None, "A roll of 4+ holds.", "A roll of 4 or more holds."),
        ("fr", None, "Sur un 4+, il tient.", "Sur un 4 ou plus, il tient."),
        ("hu", None, "Ha a dobás 4+, kitart.", "Ha a dobás legalább 4, kitart."),
        ("en", "number", "A roll of 4+ holds.", "A roll of 5 or more holds."),
        ("en", "number", "A roll of 4+ holds.", "A roll of more than 4 holds."),
        ("en", "number", "A roll of 4+ holds.", "A roll of 4 or less holds."),
        ("en", "negation", "A roll of 4+ holds.", "No roll of 4 or more holds."),
        ("en", "wording", "If at least four boats sink, pay.", "If 4 or more boats sink, pay."),
        ("en", "wording", "Up to 4 boats sink.", "4 or fewer boats sink."),
        ("en", "number", "If at least 4 boats sink, pay.", "If 5 or more boats sink, pay."),
        ("fr", "wording", "Si au moins 4 bacs coulent", "Si 4 bacs ou plus coulent"),
        ("fr", "quantity", "Si au moins 4 bacs coulent", "Si 4 bacs ou moins coulent"),
        ("hu", "wording", "Ha legalább 4 komp vár", "Ha 4 komp vagy több vár"),
        ("en", "number", "A roll of 4+ holds.", "A roll of 4 holds."),
        ("en", "number", "Pay ½ of it.", "Pay ¼ of it."),
        ("en", None, "Pay ½ of it.", "Pay half of it."),
        ("en", "unit", "For 3 turns it burns.", "For 3 rounds it burns."),
        ("en", "quantity", "All boats wait.", "Some boats wait."),
        ("en", "quantity", "All boats wait.", "Boats wait."),
        ("en", "modality", "It must wait.", "It waits."),
        ("en", "negation", "It must not wait.", "It must wait."),
        ("en", "wording", "It must wait.", "It should wait."),
        ("fr", None, "RÈGLE", "REGLE"),
        ("fr", "wording", "règle dure", "regle dure"),
        ("fr", "wording", "Règle dure", "Regle dure"),
        ("fr", None, "Élan dur", "Elan dur"),
        ("fr", "wording", "ÉLAN DUR", "ÉLIN DUR"),
        ("fr", None, "CŒUR ÉLU", "COEUR ELU"),
        ("hu", "wording", "ÉLEN ÁLL", "ELEN ÁLL"),
        ("hu", None, "A 2. kör vége", "A 2. Kör vége"),
        ("hu", None, "A 2. kör vége", "A 2.\u00a0 kör vége"),
        ("hu", None, "A 2. Kör vége", "A második kör vége"),
        ("hu", "number", "A 2. kör vége", "A 2 kör vége"),
        ("en", None, "Pay one hundred coins.", "Pay 100 coins."),
        ("en", "number", "Pay a hundred coins.", "Pay two hundred coins."),
        # A number in another notation hides no word beside it.
        ("fr", "wording", "Le second rameur passe.", "Le 2e passeur passe."),
        ("fr", "wording", "Le second grand rameur passe.", "Le 2e passeur passe."),
        ("hu", "wording", "A második evezős vár.", "A 2. kapitány vár."),
        ("en", "wording", "Roll the second die.", "Roll the 2nd cube."),
        ("en", "wording", "Add one full half point.", "Add 1 ½ point."),
        ("en", None, "Add one half point.", "Add 1 ½ point."),
    ],
)
def test_classes(lang: str, kind: str | None, a: str, b: str) -> None:
    assert compare(a, b, lang).kind == kind
    assert compare(b, a, lang).kind == kind


@pytest.mark.parametrize(
    ("known", "wrong", "same"),
    [
        ("rame", "rama", True),
        ("ras", "rus", False),  # short words are soon alike
        ("passeur", "passaur", True),
        ("passeur", "pessaur", False),  # two faults are one too many for seven letters
        ("passeurs", "pessaurs", True),
        ("passeurs", "pessaars", False),
        ("passeur", "psaseur", True),  # letters that changed places are one fault
    ],
)
def test_how_much_may_be_misspelled(known: str, wrong: str, same: bool) -> None:
    a, b = f"Le vieux {known} dort.", f"Le vieux {wrong} dort."
    assert (compare(a, b, "fr", known={known}).kind is None) == same
    assert (compare(b, a, "fr", known={known}).kind is None) == same
    assert compare(a, b, "fr", known={known, wrong}).kind == "wording"
    assert compare(a, b, "fr", known=set()).kind == "wording"
