"""Words and signs that lead to a name or a number, in three languages, and those that do not."""

from __future__ import annotations

import pytest
from link_samples import entry, references

NAMES = {"en": "Keel", "fr": "Quille", "hu": "Gerinc"}
TEXTS = {"en": "It is deep.", "fr": "Elle est longue.", "hu": "Hosszú és mély."}
OTHERS = {
    "en": "A boat lies still. ",
    "fr": "Un bateau reste là. ",
    "hu": "A hajó nem mozdul. ",
}


def found(lang: str, text: str, title: str | None = None) -> list[str]:
    keel = entry(NAMES[lang], TEXTS[lang], lang=lang, kind="rule", title=title)
    return references(keel, entry("Notes", text, lang=lang, kind="rule"))


@pytest.mark.parametrize(
    ("lang", "lead"),
    [
        *(("en", lead) for lead in ("See ", "q.v. ", "cf. ", "See below: ", "See also: ", "→ ")),
        *(("fr", lead) for lead in ("Voir ", "v. ", "Voir plus bas : ", "→ ")),
        *(("hu", lead) for lead in ("Lásd ", "l. ", "Lásd lejjebb: ", "ld. még: ", "-> ")),
    ],
)
@pytest.mark.parametrize("before", ["", "sentence", "("])
def test_what_leads_to_a_name_at_the_start_of_a_sentence(lang: str, lead: str, before: str) -> None:
    text = f"{OTHERS[lang] if before == 'sentence' else before}{lead}{NAMES[lang]}"
    text += ")" if before == "(" else "."
    assert found(lang, text) == [f"{NAMES[lang]} > {NAMES[lang]}"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "A boat lies still. Keel and mast are down."),
        ("en", "Look below. Keel and mast are down."),
        ("en", "A. Keel and mast are down."),
        ("fr", "Un bateau reste là. Quille et mât sont abattus."),
        ("fr", "C'est plus bas. Quille et mât sont abattus."),
        ("hu", "Ez itt lejjebb van. Gerinc és árboc eltört."),
        ("hu", "5 l. víz kell. Gerinc és árboc eltört."),
    ],
)
def test_a_sentence_that_begins_with_the_word_leads_nowhere(lang: str, text: str) -> None:
    assert found(lang, text) == []


@pytest.mark.parametrize(
    ("lang", "text", "surface"),
    [
        ("en", "It sinks as in 2.3 above.", "2.3"),
        ("en", "The case of 2.3 below is another.", "2.3"),
        ("fr", "Il coule comme en 2.3 ci-dessus.", "2.3"),
        ("fr", "Le cas 2.3 plus bas est autre.", "2.3"),
        ("hu", "A 2.3 és 2.5 szabályok érvényesek.", "2.3"),
        ("hu", "A 2.3. és a 2.5. pont érvényes.", "2.3."),
        ("hu", "A 2.3, 2.4 és 2.5 szakasz érvényes.", "2.3"),
    ],
)
def test_what_leads_to_a_number(lang: str, text: str, surface: str) -> None:
    own = [line for line in found(lang, text, f"2.3 {NAMES[lang]}") if line.endswith(NAMES[lang])]
    assert own == [f"{surface} > {NAMES[lang]}"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "It costs 2.3 crowns above all."),
        ("en", "The tide is 12.3 above the mark."),
        ("fr", "Il coûte 2.3 écus de plus."),
        ("hu", "A 2.3 és 2.5 korona közötti ár jó."),
    ],
)
def test_values_are_no_numbers_of_rules(lang: str, text: str) -> None:
    assert found(lang, text, f"2.3 {NAMES[lang]}") == []
