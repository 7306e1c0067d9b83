"""Findings of punctuation and brackets, at sentences in three languages."""

from __future__ import annotations

import pytest
from inspect_texts import found, readings

FILLER = {
    "en": "The lamps along the quay are lit one by one as soon as the evening bell has rung.",
    "fr": "Les lampes du quai sont allumées une à une dès que la cloche du soir a sonné.",
    "hu": "A rakpart lámpásait egyenként gyújtják meg, amint az esti harang elhallgatott.",
}


def prose(lang: str, last: str) -> str:
    """Ten sound paragraphs, then `last`."""
    return "\n".join([*(FILLER[lang][:-1] + f" {n}." for n in range(10)), last])


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "Wait for the bell,, then row.", "bell,,", "bell,"),
        ("en", "Ropes, hooks, etc.. are free.", "etc..", "etc."),
        ("fr", "Attendez la cloche,, puis ramez.", "cloche,,", "cloche,"),
        ("fr", "Le guetteur dort.. Il rêve.", "dort..", "dort."),
        ("hu", "Várd meg a harangot,, aztán evezz.", "harangot,,", "harangot,"),
        ("hu", "Kötelek, horgok, stb.. kellenek.", "stb..", "stb."),
        ("hu", "A rév csendes;; senki sincs ott.", "csendes;;", "csendes;"),
        ("en", "Wait for the bell,: then row.", "bell,:", None),
        ("fr", "Attendez la cloche;, puis ramez.", "cloche;,", None),
    ],
)
def test_doubled_and_clashing_marks(lang: str, text: str, excerpt: str, right: str | None) -> None:
    assert readings(text, lang) == [(excerpt, right)]
    assert found(text, lang)[0].kind == "punctuation"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "And then... nothing. Wait… no, go to ../tide or a..z; use Foo::bar here."),
        ("en", "Is it safe?! No!! Never!!! He said: ‘Go!’, and she went."),
        ("fr", "Et puis... rien. Attendez… non ; quoi ?! Rien !!"),
        ("hu", "Azután... semmi. Várj… ne! ,,Ki az?” – kérdezte az őr."),
        ("en", "The manual of &boat;, its &amp.crew;. It goes on, &#x41;; and ends."),
        ("hu", "A 2. és a 3. kapu közt stb., pl. itt, ill. ott, az 1. oldalon."),
    ],
)
def test_ellipses_paths_and_old_quotes_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang) == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("en", "The boat turns. and the crew cheers.", "turns. and", "turns, and"),
        ("en", "The boat turns slowly. the crew cheers.", "slowly. the", None),
        ("fr", "La barque tourne. mais elle reste.", "tourne. mais", "tourne, mais"),
        ("fr", "La barque tourne. la rive attend.", "tourne. la", None),
        ("hu", "A csónak fordul. de nem siet.", "fordul. de", "fordul, de"),
        ("en", "The boat turns, but. the crew cheers.", "but. the", "but the"),
        ("fr", "La barque tourne, mais. la rive attend.", "mais. la", "mais la"),
        ("hu", "A csónak fordul, de. a rév messze van.", "de. a", "de a"),
    ],
)
def test_a_full_stop_before_a_small_letter(
    lang: str, text: str, excerpt: str, right: str | None
) -> None:
    assert readings(text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Bring approx. the same load, e.g. a net, i.e. the old one, cf. the list."),
        ("fr", "Voir chap. et sect. de la liste, p. ex. la corde, etc. et le reste."),
        ("hu", "Ld. a 41. évezred stb. és az ún. révek, kb. az összes, vö. a listával."),
        ("en", "Mr. and Mrs. Gull use iTide. eReader owners wait... and wait."),
    ],
)
def test_abbreviations_do_not_end_sentences(lang: str, text: str) -> None:
    assert readings(text, lang, "punctuation") == []


@pytest.mark.parametrize("lang", ["en", "fr", "hu"])
def test_the_full_stop_at_the_end_is_missing(lang: str) -> None:
    last = {
        "en": "A boat that has lost its rudder drifts with the tide until its crew makes a new one",
        "fr": "Une barque sans gouvernail dérive avec la marée tant que ses rameurs dorment encore",
        "hu": "A kormányát vesztett csónak az árral sodródik, amíg a legénysége újat nem farag",
    }[lang]
    word = last.split()[-1]
    assert readings(prose(lang, last), lang) == [(word, word + ".")]
    (finding,) = found(prose(lang, last), lang)
    assert finding.line == 11
    assert finding.column == len(last) - len(word) + 1


def test_the_full_stop_after_a_bracket_is_missing() -> None:
    last = "A boat that has lost its rudder drifts with the tide (and its crew may not row)"
    assert readings(prose("en", last), "en") == [("row)", "row).")]


@pytest.mark.parametrize(
    "last",
    [
        "The harbour at night, seen from the old tower",
        "Anchor Stone Gate",
        "A boat that has lost its rudder drifts with the tide until its crew has RUDDER_REPAIRED",
        "- a rope that is long enough to reach the quay and back again",
        "A boat that has lost its rudder drifts with the tide, and for its crew this holds:",
        "See the chart of the harbour master at https://example.org/harbour/chart",
        "“A boat that has lost its rudder drifts with the tide,” says the old song.",
        "A boat that has lost its rudder drifts with the tide (and its crew may not row.)",
        "A boat that has lost its rudder drifts with the tide until its crew makes a new one…",
    ],
)
def test_ends_that_need_no_full_stop(last: str) -> None:
    assert readings(prose("en", last), "en") == []


def test_a_text_that_never_ends_paragraphs_with_full_stops_is_left_alone() -> None:
    lines = [f"The lamps along the quay number {n} are lit when the bell rings" for n in range(9)]
    assert readings("\n".join(lines), "en") == []


def test_a_paragraph_that_goes_on_after_its_list_is_left_alone() -> None:
    text = prose("en", "A boat that has lost its rudder and its oars may be towed home by\n- a tug")
    assert readings(text, "en") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt", "right"),
    [
        ("hu", "A csónak megfordul A legénység éljenez.", "megfordul A", "megfordul. A"),
        ("hu", "A csónak megfordul Ha elég mély a víz.", "megfordul Ha", "megfordul. Ha"),
        ("fr", "La barque tourne Les rameurs chantent.", "tourne Les", "tourne. Les"),
        ("en", "The boat turns The crew cheers.", "turns The", "turns. The"),
        ("en", 'Within 6" the boat turns It cheers.', "turns It", "turns. It"),
        ("hu", 'A csónak 12"-et fordul A legénység éljenez.', "fordul A", "fordul. A"),
    ],
)
def test_a_full_stop_between_sentences_is_missing(
    lang: str, text: str, excerpt: str, right: str
) -> None:
    assert readings(text, lang) == [(excerpt, right)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "They sailed to The Hague and saw the film “The gull” twice."),
        ("fr", "Ils ont lu Le Monde et vu le film « La mouette » hier, au Mans."),
        ("hu", "Az A és a B kapu közt, az A-vitamin mellett, „A sirály” című dal szól."),
    ],
)
def test_capitals_of_names_and_letters_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang) == []


def test_commas_before_conjunctions_in_hungarian() -> None:
    sound = "Az őr tudja, hogy a rév mély, mert látta, és nem a parton állt, hanem a hídon. "
    text = sound * 20 + "Nem az őr szólt hanem a kalauz. Az őr tudja hogy késő van."
    assert readings(text, "hu") == [("szólt hanem", "szólt, hanem"), ("tudja hogy", "tudja, hogy")]


@pytest.mark.parametrize(
    "text",
    [
        "Az őr felel, és hogy hallják, kiált, kivéve hogy ha alszik, vagy mert fél.",
        "Nem tudni, hogy az utas mely kaput keresi, vagy hogy van, s hogy mit kér.",
        "Csak mert késő van, még nem zárják a rév kapuját, de mert hideg van, igen.",
    ],
)
def test_conjunctions_that_need_no_comma(text: str) -> None:
    sound = "Az őr tudja, hogy a rév mély, mert látta, és nem a parton állt, hanem a hídon. "
    assert readings(sound * 20 + text, "hu") == []


def test_a_text_that_leaves_commas_out_is_left_alone() -> None:
    text = "Az őr tudja hogy a rév mély. " * 5 + "Az őr tudja, hogy a rév mély. " * 5
    assert readings(text, "hu") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt"),
    [
        ("fr", "La barque coule si la coque est trouée? dans ce cas nagez.", "trouée? dans"),
        ("fr", "Le guetteur ne voit pas la barque ? mais il l'entend.", "? mais"),
        ("en", "The boat sinks after this turn? then swim.", "turn? then"),
    ],
)
def test_a_question_mark_where_nothing_is_asked(lang: str, text: str, excerpt: str) -> None:
    assert readings(text, lang) == [(excerpt, None)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "fr",
            "« Pourquoi ? » dit-il. Qui va là ? demanda le guetteur. Est-ce loin ? si oui, non.",
        ),
        ("fr", "« Tu viens ? et vite ! » cria-t-elle."),
        ("en", "Why? and for whom? “Now?” and they left. Who goes there? said the guard."),
        ("hu", "Ki az? kérdezte az őr. – Miért? és hová?"),
    ],
)
def test_questions_are_sound(lang: str, text: str) -> None:
    assert readings(text, lang, "punctuation") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt"),
    [
        ("en", "The boat (and its crew turns back.", "(and"),
        ("en", "The boat and its crew) turns back.", "crew)"),
        ("fr", "La barque [et ses rameurs revient.", "[et"),
        ("fr", "La barque et ses rameurs} revient.", "rameurs}"),
        ("hu", "A csónak (a legénységgel együtt megfordul.", "(a"),
        ("hu", "A csónak legénységgel együtt) megfordul.", "együtt)"),
        ("en", "The boat (with [its crew) turns back.", "[its"),
    ],
)
def test_a_bracket_without_a_mate(lang: str, text: str, excerpt: str) -> None:
    (finding,) = found(text, lang)
    assert (finding.kind, finding.excerpt) == ("bracket", excerpt)


@pytest.mark.parametrize(
    "text",
    [
        'A 6" move (12" on the road) costs 2" of rope, and 5" is far.',
        "a) row, b) swim, 1) wait, iv) sink; then (c) pray :) or weep :-(",
        "Choose a point of [0, 1) or of ]2, 3] (see [1]).",
        'He typed “)” and then ‘(’, or "]" by mistake.',
        "(The whole paragraph stands in brackets [as here] {and here}.)",
    ],
)
def test_inches_labels_faces_and_intervals_are_sound(text: str) -> None:
    assert readings(text, "en", "bracket") == []


def test_brackets_over_several_paragraphs_of_an_entry() -> None:
    text = (
        "# Tides\n(The first paragraph of an aside.\nThe second ends it.)\n# Winds\nNothing here."
    )
    assert readings(text, "en") == []
    inside = "# Tides\nThe first (of an aside.\nThe second) ends it."
    assert [f.excerpt for f in found(inside, "en")] == ["(of", "second)"]
    apart = "# Tides\n(The first paragraph of an aside.\n# Winds\nThe second does not end it.)"
    assert [f.excerpt for f in found(apart, "en")] == ["(The", "it.)"]


def test_a_title_inside_a_sentence_begins_no_new_one() -> None:
    text = "# A kapu őrei (Guards)\nAz őr nem alszik (lásd A kapu őrei részt), és figyel."
    assert readings(text, "hu") == []


@pytest.mark.parametrize(
    ("lang", "text", "excerpt"),
    [
        ("hu", "Az evezős „gyors hajót kér.", "„gyors"),
        ("fr", "Le rameur « rapide est là.", "«"),
        ("en", "A rower “rows fast, and then rests.", "“rows"),
    ],
)
def test_a_quotation_that_is_not_closed(lang: str, text: str, excerpt: str) -> None:
    assert [(f.kind, f.excerpt, f.suggestion) for f in found(text, lang)] == [
        ("bracket", excerpt, None)
    ]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("hu", "Az evezős „gyors” hajót kér, „lassú“ nem kell, „régi\" sem."),
        ("fr", "Il dit « non », puis “oui”. Il dit « non,\net oui »."),
        ("en", "He says “no, and he goes on.\nHe says “yes” then. “Who goes there?"),
        ("en", "“Who goes there?\nThe guard waits."),
    ],
)  # fmt: skip
def test_quotations_that_are_closed_or_go_on(lang: str, text: str) -> None:
    assert readings(text, lang, "bracket") == []


@pytest.mark.parametrize(
    ("text", "excerpt", "right"),
    [
        ("The boat waits., The rower rests.", "waits.,", "waits."),
        ("The boat waits.,", "waits.,", "waits."),
        ("The boat waits. .", "waits. .", "waits."),
    ],
)
def test_two_marks_at_an_end(text: str, excerpt: str, right: str) -> None:
    assert readings(text, "en", "punctuation") == [(excerpt, right)]


@pytest.mark.parametrize(
    "text",
    [
        "Oars, misc., and so on. Oars, misc., The end.",
        "Wait . . . and go. Wait. . .",
        "No. 2., no. 3.",
    ],
)
def test_stops_of_abbreviations_and_spaced_dots(text: str) -> None:
    assert readings(text, "en", "punctuation") == []
