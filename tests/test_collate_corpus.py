"""Across entries: what is alike, what contradicts, and what only looks like it."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import pytest
from collate_texts import entry, witness

from variorum.cli.pipeline import build
from variorum.compare import Collation, collate
from variorum.compare.candidates import near_pairs
from variorum.model import Entry, Passage, Witness

FLOATS = "Un ponton amarré flotte sur la rivière même pendant les grandes crues du printemps."
CHAIN = "Sa chaîne de fer rouille chaque hiver et demande un forgeron patient."


def corpus(*texts: str, lang: str = "fr", parent: str | None = "rives") -> tuple[Entry, ...]:
    """An entry of its own name for every text."""
    names = ["Ponton", "Quai", "Digue", "Jetée", "Écluse", "Barrage", "Gué", "Bac"]
    return tuple(
        entry(name, witness(text, 10 * k, title=name), lang=lang, parent=parent)
        for k, (name, text) in enumerate(zip(names, texts, strict=False), 1)
    )


def duplicates(result: Collation) -> list[tuple[str, str, int, int]]:
    return [(d.scope, d.relation, d.line, d.other_line) for d in result.duplicates]


def test_equal_paragraphs_are_duplicates_of_the_first_one() -> None:
    found = collate(corpus(f"{FLOATS}\nUn.", f"{CHAIN}\n{FLOATS}", f"Trois.\n{FLOATS.upper()}"))
    assert duplicates(found) == [
        ("passage", "identical", 21, 10),
        ("passage", "typographic", 31, 10),
    ]
    assert not found.conflicts


def test_equal_texts_of_two_systems_are_duplicates_and_near_ones_are_not() -> None:
    here = entry("Ponton", witness(FLOATS, 1, "a.txt"))
    same = entry("Ponton", witness(FLOATS, 1, "b.txt"), system="lac")
    near = entry("Quai", witness(FLOATS.replace("printemps", "mois"), 3, "b.txt"), system="mer")
    found = collate((here, same, near))
    assert duplicates(found) == [("passage", "identical", 1, 1)]


def test_a_few_words_make_a_near_duplicate_not_a_conflict() -> None:
    found = collate(corpus(FLOATS, FLOATS.replace("ponton", "radeau")))
    assert duplicates(found) == [("passage", "near", 20, 10)]
    assert not found.conflicts
    assert 0.8 < found.duplicates[0].similarity < 1


def test_sibling_rules_with_other_numbers_are_no_conflict() -> None:
    texts = [
        f"Ce bâtiment tient {n} tours face aux crues et coûte {n * 50} points." for n in (2, 3, 5)
    ]
    found = collate(corpus(*texts))
    assert not found.conflicts
    assert {d.relation for d in found.duplicates} == {"near"}


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("fr", "Un bac amarré peut traverser la rivière pendant la nuit.", "Un bac amarré ne peut pas traverser la rivière pendant la nuit."),
        ("hu", "A kikötött komp éjszaka is lehet a folyó közepén.", "A kikötött komp éjszaka is nem lehet a folyó közepén."),
        ("en", "A moored ferry may cross the river during the night.", "A moored ferry may not cross the river during the night."),
    ],
)  # fmt: skip
def test_near_passages_of_which_one_denies_the_other_contradict(
    lang: str, first: str, second: str
) -> None:
    found = collate(corpus(first, second, lang=lang))
    [conflict] = found.conflicts
    assert (conflict.kind, conflict.line, conflict.other_line) == ("contradiction", 20, 10)
    assert {d.kind for d in conflict.differences} == {"negation"}


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("(the ferry is moored at the old pier, blind)", "(the ferry is moored at the old pier, not blind)", "text"),
        ("(le bac est amarré au vieux quai, gardé)", "(le bac est amarré au vieux quai, non gardé)", "text"),
        ("Old ferry 4 6 8 10 3 none", "Old ferry 4 6 8 10 3 no none", "table"),
    ],
)  # fmt: skip
def test_conditions_in_brackets_and_rows_of_tables_deny_nothing(
    first: str, second: str, kind: str
) -> None:
    lang = "fr" if "bac" in first else "en"
    told = [
        Witness("a.csv", line, line, name, (Passage(kind, text, "a.csv", line, (), ""),))
        for name, text, line in (("Quai", first, 10), ("Digue", second, 20))
    ]
    assert not collate(tuple(entry(w.title or "", w, lang=lang) for w in told)).conflicts


def test_an_exception_of_one_rule_is_no_contradiction() -> None:
    first = "Un bac amarré peut traverser la rivière pendant la nuit."
    second = first.replace("nuit.", "nuit, sauf les jours de grande crue.")
    assert not collate(corpus(first, second)).conflicts


def test_one_text_inside_another_is_a_near_duplicate() -> None:
    found = collate(corpus(FLOATS, f"{FLOATS} Le gardien le surveille."))
    assert duplicates(found) == [("passage", "near", 20, 10)]


def test_a_sentence_that_recurs_is_a_duplicate_of_that_scope() -> None:
    alone = "Le gardien du soir range les perches et compte les cordages restants."
    others = "Les saules poussent vite. Personne ne les taille avant octobre, hélas."
    found = collate(corpus(f"{FLOATS} {CHAIN} {alone}", f"{others} {alone}"))
    [d] = found.duplicates
    assert (d.scope, d.relation) == ("sentence", "identical")
    assert (d.start, d.other_start) == (len(others) + 1, len(f"{FLOATS} {CHAIN} "))


def test_two_mirrored_rules_are_alike_as_a_whole() -> None:
    rule = (
        "Un {a} qui rencontre un {b} sur la berge peut lui barrer le passage. Le {b} jette alors "
        "un dé et ajoute sa force. Quand le {a} obtient davantage, le {b} recule de trois pas et "
        "perd son tour. Dans le cas contraire, le {a} lâche sa perche et tombe dans la rivière. "
        "Aucun {b} ne peut aider son voisin pendant cette épreuve. Après la rencontre, le {a} "
        "remonte sur la berge et reprend sa perche. Le {b} garde le souvenir de sa défaite et "
        "évite le {a} jusqu'au lendemain matin. Toute rencontre nouvelle suit les mêmes étapes, "
        "que le {b} soit seul ou que le {a} voyage avec ses compagnons de halage."
    )
    one, two = rule.format(a="passeur", b="haleur"), rule.format(a="haleur", b="passeur")
    extra = " Le haleur ne se plaint jamais. Il chante souvent une vieille chanson du canal."
    found = collate(corpus(one, two + extra))
    assert ("bac/quai", "bac/ponton", "near") in [
        (d.entry_key, d.other_key, d.relation) for d in found.duplicates if d.scope != "sentence"
    ]
    assert not found.conflicts


def test_one_text_under_two_names_is_a_conflict_of_names() -> None:
    [conflict] = collate(corpus(FLOATS, FLOATS)).conflicts
    assert (conflict.scope, conflict.kind) == ("entry", "name")
    assert (conflict.reading, conflict.other_reading) == ("Quai", "Ponton")
    same = (entry("Élan", witness(FLOATS, 1)), entry("ELAN", witness(FLOATS, 5)))
    assert not collate(same).conflicts


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("fr", "Un bac de classe 4 ou plus coule.", "Un bac de classe supérieure à 4 flotte."),
        ("fr", "Il porte au moins 4 marins.", "Il porte plus de 4 marins à bord."),
        ("hu", "Egy 4-es vagy nagyobb komp átkel a folyón.", "Ez a 4-esnél nagyobb komp elsüllyed."),
        ("en", "With 4 or more rowers it sails.", "Here more than 4 rowers may sit."),
        ("en", "Each rower drowns on a roll of 4 or more.", "The rowers drown on a roll of more than 4."),
        ("fr", "Un marin tombe sur un résultat de 4 ou plus.", "Les marins tombent sur un résultat supérieur à 4."),
    ],
)  # fmt: skip
def test_a_threshold_with_and_without_its_number_contradicts(
    lang: str, first: str, second: str
) -> None:
    found = collate(corpus(first, second, lang=lang))
    assert [(c.kind, c.line, c.other_line) for c in found.conflicts] == [("contradiction", 20, 10)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Avec au moins 4 marins, il part.", "Avec plus de 5 marins, il part."),
        ("Avec au moins 4 marins, il part.", "Avec plus de 4 rames, il dérive."),
        ("À au moins 12 cm de la rive, il part.", "À plus de 12 cm de la rive, il dérive."),
        ("Avec au moins 4 marins, il part.", "Avec au plus 4 marins, il reste."),
        ("Sur un résultat de 4 ou plus, il part.", "Le pont casse sur un résultat supérieur à 4."),
    ],
)
def test_other_thresholds_do_not_contradict(first: str, second: str) -> None:
    assert not collate(corpus(first, second)).conflicts


def test_thresholds_of_other_chapters_do_not_contradict() -> None:
    one = entry("Ponton", witness("Il porte au moins 4 marins.", 1), parent="rives")
    two = entry("Quai", witness("Il porte plus de 4 marins.", 9), parent="lacs")
    assert not collate((one, two)).conflicts


def test_a_rare_modifier_of_a_term_against_the_usual_one() -> None:
    usual = [
        "A komp indulásakor Sebes Folyó próbát kell tennie a révésznek.",
        "A csónak éjjel Sebes Folyó próbát kell tennie a révésznek.",
        "A tutaj ősszel Sebes Folyó próbát kell tennie minden evezősnek.",
    ]
    rare = "A dereglye télen Lassú Folyó próbát kell tennie a révésznek."
    found = collate(corpus(*usual, rare, lang="hu"))
    assert [(c.kind, c.line, c.other_line) for c in found.conflicts] == [("contradiction", 40, 30)]
    apart = [*corpus(*usual, lang="hu"), entry("Bac", witness(rare, 990), lang="hu", parent="más")]
    filler = [entry(f"Tó {k}", witness(f"Szó{k} áll itt.", 100 + k), lang="hu") for k in range(12)]
    assert not collate((*apart[:3], *filler, apart[3])).conflicts


@pytest.mark.parametrize(
    ("lang", "title", "text"),
    [
        ("hu", "Sötét Vizek Ura", "A révész a Vizek Sötét Ura szabályt használja."),
        ("hu", "Sebezhetők a lassú folyókon", 'Rájuk a "Sérülékenyek a lassú folyókon" szabály hat.'),
        ("en", "Keepers of the Long Bridge", "It has the Wardens of the Long Bridge rule."),
        ("fr", "Garde et honneur", "Il suit la règle « Honneur et garde » du port."),
    ],
)  # fmt: skip
def test_a_name_with_a_word_replaced_or_moved(lang: str, title: str, text: str) -> None:
    named = entry(title, witness("Ez itt.", 1, title=title), lang=lang)
    [conflict] = collate((named, entry("Bac", witness(text, 9), lang=lang))).conflicts
    assert conflict.kind == "name"
    assert (conflict.line, conflict.other_line) == (9, 1)
    assert conflict.other_reading == title
    assert {d.kind for d in conflict.differences} <= {"name", "typographic"}


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Ordre de Tir Appuyé", "Il attend le Segment de Tir Appuyé du tour."),  # another thing
        ("Garde du Vieux Pont", "Il suit les Gardes du Vieux Pont sans peine."),  # endings
        ("Tir Rapide", "Il suit le Tir Lent du port."),  # two names
        ("Garde du Vieux Pont", "Il aime le Vieux Pont du port."),  # a part
    ],
)
def test_other_names_are_no_conflict(title: str, text: str) -> None:
    named = entry(title, witness("Voici la règle du lieu.", 1, title=title))
    assert not collate((named, entry("Bac", witness(text, 9)))).conflicts


def test_the_same_entries_give_the_same_answer_in_any_run() -> None:
    entries = corpus(FLOATS, CHAIN, FLOATS.replace("ponton", "bac"), f"{CHAIN} {FLOATS}")
    assert collate(entries) == collate(entries)


def _texts(count: int, seed: int) -> list[list[str]]:
    """Texts of invented words with copies that differ by a word or two."""
    rng = random.Random(seed)
    words = [
        f"{a}{b}"
        for a in ["ba", "be", "bi", "bo", "bu", "da", "de", "di", "do", "du", "ka", "ke", "ki"]
        for b in ["n", "r", "st", "l", "m"]
    ]
    texts = [[rng.choice(words) for _ in range(rng.randint(5, 30))] for _ in range(count)]
    for _ in range(count // 4):
        copy = list(rng.choice(texts))
        copy[rng.randrange(len(copy))] = rng.choice(words)
        texts.append(copy)
    return texts


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_to_find_near_pairs_give_the_same(seed: int) -> None:
    texts = _texts(300, seed)
    sentences = [[hash(tuple(t[:6])) % 1000] for t in texts]
    plain = near_pairs(texts, sentences, vectorised=False)
    assert near_pairs(texts, sentences, vectorised=True) == plain
    assert len(plain) > 50


@pytest.mark.parametrize("vectorised", [False, True])
def test_near_pairs_of_nothing(vectorised: bool) -> None:
    assert near_pairs([], vectorised=vectorised) == []
    assert near_pairs([[], []], vectorised=vectorised) == []
    assert near_pairs([["a"], ["b"]], vectorised=vectorised) == []


def test_the_apparatus_is_stored_with_who_has_which(tmp_path: Path) -> None:
    database = tmp_path / "rules.db"
    built = build([], database)
    stored = sqlite3.connect(database).execute(
        'select entry_key, place, passage, start, "end", variant, class, reading, witnesses'
        " from apparatus order by entry_key, place, variant"
    )
    wanted = [
        (
            p.entry_key,
            p.position,
            p.passage,
            p.start,
            p.end,
            n,
            v.kind,
            v.reading,
            list(v.witnesses),
        )
        for p in sorted(built.corpus.apparatus, key=lambda p: (p.entry_key, p.position))
        for n, v in enumerate(p.variants)
    ]
    assert [(*row[:8], json.loads(row[8])) for row in stored] == wanted
    assert {row[6] for row in wanted} >= {None, "number", "missing_passage"}


def test_what_many_things_of_one_kind_are_told_is_no_conflict_of_their_names() -> None:
    assert not collate(corpus(FLOATS, FLOATS, FLOATS)).conflicts
