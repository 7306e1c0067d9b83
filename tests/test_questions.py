"""Questions and answers, and errata: what speaks of rules is no other text of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.compare import collate
from variorum.loaders import load
from variorum.loaders.questions import is_asked, questions
from variorum.model import Corpus

RULES = {
    "fr": (
        "Les Îles Basses\n\n1. Ramer\n\nLe navire avance de trois cases.\n\n2. Voiles\n\n"
        "Le vent pousse le navire de deux cases.\n\n3. Abordage\n\nL'équipage saute à bord.\n"
    ),
    "hu": (
        "Az Alsó Szigetek\n\n1. Evezés\n\nA hajó három mezőt halad előre.\n\n2. Vitorlák\n\n"
        "A szél két mezővel tolja el a hajót.\n\n3. Csáklyázás\n\nA legénység átugrik rá.\n"
    ),
    "en": (
        "The Low Isles\n\n1. Rowing\n\nThe ship goes three squares on.\n\n2. Sails\n\n"
        "The wind drives the ship two squares.\n\n3. Boarding\n\nThe crew jumps aboard.\n"
    ),
}
ASKED = {
    "fr": (
        "Les Îles Basses : FAQ\n\nVoiles\n\nQ. Un navire échoué ignore-t-il les Voiles (2.) ?\n"
        "R. Oui, jusqu'à la marée.\n\nQ : L'Abordage est-il permis la nuit ?\n"
        "R : Non, sauf à quai.\n\nAbordage\n\nQ. La règle Ramer compte-t-elle double ?\n"
        "R. Non.\n\nQ2. Et par gros temps ?\nR2. Non plus.\n"
    ),
    "hu": (
        "Az Alsó Szigetek: GYIK\n\nVitorlák\n\nK: Zátonyon is hat a Vitorlák szabály?\n"
        "V: Igen, az árig.\n\nKérdés: Lehet éjjel Csáklyázás?\nVálasz: Nem, csak a parton.\n\n"
        "Csáklyázás\n\nK: Az Evezés duplán számít?\nV: Nem.\n\nK: És viharban?\nV: Akkor sem.\n"
    ),
    "en": (
        "The Low Isles: FAQ\n\nSails\n\nQ. Does a stranded ship ignore the Sails rule?\n"
        "A. Yes, until the tide.\n\nQuestion 2: Is Boarding allowed at night?\n"
        "Answer: No, but for the quay.\n\nBoarding\n\nQ. Does Rowing count twice?\nA. No.\n\n"
        "Q. In a gale, too?\nA. No.\n"
    ),
}


def build(folder: Path, **files: str) -> Corpus:
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return load([folder]).corpus


@pytest.mark.parametrize("lang", ["fr", "hu", "en"])
def test_what_is_asked_below_the_name_of_a_rule_is_no_other_text_of_it(
    tmp_path: Path, lang: str
) -> None:
    corpus = build(tmp_path, rules=RULES[lang], faq=ASKED[lang])
    assert collate(corpus.entries, corpus.repeats).conflicts == ()
    asked = [e for e in corpus.entries if e.base_witness.source == "faq.txt" and e.passages]
    assert all(len(e.witnesses) == 1 and len(e.passages) > 3 for e in asked)
    assert len(asked) == 2
    assert not any("?" in (e.title or "") for e in corpus.entries)


@pytest.mark.parametrize("lang", ["fr", "hu", "en"])
def test_what_a_question_names_is_a_reference(tmp_path: Path, lang: str) -> None:
    corpus = build(tmp_path, rules=RULES[lang], faq=ASKED[lang])
    by_key = {e.key: e for e in corpus.entries}
    led = {
        (by_key[r.to_key].title or "").partition(". ")[2]
        for r in corpus.references
        if r.to_key and r.source == "faq.txt"
    }
    own = {line.partition(". ")[2] for line in RULES[lang].split("\n\n") if line[:1].isdigit()}
    assert led & own >= own - {"Voiles"}


def test_two_texts_of_one_rule_are_compared_still(tmp_path: Path) -> None:
    other = RULES["en"].replace("two squares", "four squares")
    corpus = build(tmp_path, rules=RULES["en"], other=other)
    (found,) = collate(corpus.entries, corpus.repeats).conflicts
    assert found.kind == "number"


@pytest.mark.parametrize(
    ("texts", "lang", "expected"),
    [
        (["Q. Why?", "A. So.", "Q: Why?", "Q: When?", "A: Now."], "en", [1, 0, 0, 1, 0]),
        (["Q1. Pourquoi ?", "Voir plus bas.", "R1. Ainsi."], "fr", [1, 0, 0]),
        (["K – Miért?", "V – Csak."], "hu", [1, 0]),
        # A letter of a list, a rank, a name: nothing answers, or nobody asks.
        (["Q. Quartermaster", "R. Rower", "S. Scout"], "en", [0, 0, 0]),
        (["A. Infanterie", "B. Cavalerie", "Q. Quais", "S. Sièges"], "fr", [0, 0, 0, 0]),
        (["Question of Honour", "Answer the call."], "en", [0, 0]),
        (["Qui vive : la garde", "Ronde : le guet"], "fr", [0, 0]),
    ],
)
def test_only_labels_with_an_answer_are_questions(
    texts: list[str], lang: str, expected: list[int]
) -> None:
    assert questions(texts, lang) == list(map(bool, expected))
    assert is_asked(texts, lang) is bool(expected[0])
    assert not is_asked([], lang)


ERRATA = {
    "fr": (
        "Les Îles Basses : errata\n\nPage 12 – Voiles (2.)\nRemplacez « deux » par « trois ».\n\n"
        "p. 14, règle 3 « Abordage », premier alinéa\nSupprimez la phrase.\n\n"
        "Page 31 : Ramer\nAjoutez une phrase.\n"
    ),
    "hu": (
        "Az Alsó Szigetek: hibajegyzék\n\n12. oldal, Vitorlák\nA két mező helyett három.\n\n"
        "14. oldal – Csáklyázás\nA mondat elmarad.\n\n31. oldal: Evezés\nÚj mondat kerül a végére.\n"
    ),
    "en": (
        "The Low Isles: Errata\n\nPage 12 – Sails\nReplace two by three.\n\n"
        "p. 14, rule 3, Boarding\nDelete the sentence.\n\nPage 31: Rowing\nAdd a sentence.\n"
    ),
}


@pytest.mark.parametrize("lang", ["fr", "hu", "en"])
def test_a_line_that_says_to_what_page_it_belongs_is_no_heading(tmp_path: Path, lang: str) -> None:
    corpus = build(tmp_path, rules=RULES[lang], errata=ERRATA[lang])
    assert not [e.title for e in corpus.entries if any(c in (e.title or "") for c in "13")][3:]
    by_key = {e.key: e for e in corpus.entries}
    led = {by_key[r.to_key].title for r in corpus.references if r.to_key}
    assert len(led) >= 2
    assert sum(r.kind == "page" for r in corpus.references) == 3


@pytest.mark.parametrize(
    "title", ["Page Boys", "Page Turners (2)", "Pages and Squires", "P Company"]
)
def test_a_title_that_only_begins_like_a_page_is_one(tmp_path: Path, title: str) -> None:
    text = f"The Court\n\n{title}\n\nThey follow their knight.\n\nSquires\n\nThey ride.\n"
    assert title.partition(" (")[0] in {e.name for e in build(tmp_path, a=text).entries}


@pytest.mark.parametrize("mark", ["**Q: {}**", "**{}**", "#### {}"])
def test_headings_above_questions_tell_no_rule_of_their_name(tmp_path: Path, mark: str) -> None:
    (tmp_path / "rules.txt").write_text(RULES["en"], encoding="utf-8")
    (tmp_path / "faq.md").write_text(
        "# The Low Isles: FAQ\n\n## Sails\n\n"
        + mark.format("Does a stranded ship sail?")
        + "\n\nNo, not until the tide.\n\n"
        + mark.format("May it turn in a gale?")
        + "\n\nYes, once.\n\n## Rowing\n\n"
        + mark.format("Does it count twice?")
        + "\n\nNo.\n",
        encoding="utf-8",
    )
    corpus = load([tmp_path]).corpus
    assert collate(corpus.entries, corpus.repeats).conflicts == ()


def test_an_empty_heading_above_rules_is_compared_still(tmp_path: Path) -> None:
    whole = RULES["en"].replace("The wind drives", "Sails fill.\n\nThe wind drives")
    corpus = build(tmp_path, rules=whole, other=RULES["en"])
    assert [c.kind for c in collate(corpus.entries, corpus.repeats).conflicts] == [
        "missing_passage"
    ]
