"""The checks of single translations: what each finds, and what it leaves alone."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from catalogue_samples import game, write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from variorum import po
from variorum.cli import main
from variorum.translations.quality import KINDS, Pair, problems, problems_in

DOCS = Path(__file__).parents[1] / "docs" / "catalogues.md"


def kinds(msgid: str, msgstr: str, langs: str = "en fr", **more: object) -> list[str]:
    source, target = langs.split()
    return [p.kind for p in problems(Pair(msgid, msgstr, source, target, **more))]  # type: ignore[arg-type]


FAULTY = [
    ("dice", "en hu", "Roll 2D6 now.", "Dobj 2K8-cal most."),
    ("dice", "fr en", "Lancez 1D6+1 ici.", "Roll 1D6 here."),
    ("dice", "en hu", "Roll 2D6 now.", "Dobj most."),
    ("dice", "fr en", "Gagnez +1D6 jetons.", "Gain +1D3 tokens."),
    ("number", "en fr", "It costs 12 points.", "Cela coûte 21 points."),
    ("number", "en fr", "It costs 1,500 points.", "Cela coûte 150 points."),
    ("number", "hu en", "Három hajó indul.", "Four ships set out."),
    ("number", "en hu", "On a 4+ it holds.", "A kötél 5+ esetén kitart."),
    ("number", "fr en", "Relancez 3 dés.", "Reroll dice."),
    ("number", "en hu", "It has 0.5 charges.", "Ennek 5 töltete van."),
    ("unit", "fr en", "Avancez de 6 cm.", "Advance 6 inches."),
    ("unit", "en hu", 'Move it 6".', "Mozgasd 6 cm-t."),
    ("unit", "en fr", "Add 10% of it.", "Ajoutez-y 10."),
    ("number", "fr hu", "Ils tirent trois fois.", "Négyszer lőnek."),
    ("unit", "en fr", "It moves six inches.", "Il avance de six centimètres."),
    ("unit", "hu fr", 'Menj 2K6"-et.', "Avancez de 2D6 cm."),
    ("unit", "en fr", "“The rope” reaches 8”.", "« La corde » mesure 8 cm."),
    ("unit", "en hu", "“Move 6” on”, it says.", "„Menj 6 cm-t”, mondja."),
    ("unit", "en fr", 'The "old rope" has 8" and "2" knots.', "La « vieille corde » a 8 cm et « 2 » nœuds."),
    ("parameter", "en fr", "Armour (X)", "Armure"),
    ("parameter", "en fr", "Armour (XX)", "Armure (X)"),
    ("parameter", "en hu", "Add X to it.", "Adj hozzá ennyit."),
    ("markup", "en fr", "A [b]bold[/b] ship.", "Un navire [b]hardi."),
    ("markup", "en fr", "See {name} there.", "Voyez {nom} là."),
    ("markup", "en hu", "%(n)s ships left.", "%s hajó maradt."),
    ("markup", "en hu", "Use `keep` there.", "Használd ott."),
    ("markup", "en fr", "A *bold* ship.", "Un navire hardi."),
    ("bracket", "en fr", "The crew (all of it) rests.", "L'équipage (tout entier se repose."),
    ("bracket", "en fr", "The crew (all of it) rests.", "L'équipage tout entier se repose."),
    ("bracket", "en fr", "The crew rests.", "L'équipage) se repose."),
    ("quote", "en fr", 'Shout "heave" now.', "Criez « hissez maintenant."),
    ("quote", "en fr", 'Shout "heave" now.', "Criez hissez maintenant."),
    ("quote", "en hu", "Shout heave now.", "Kiáltsd „hórukk most."),
    ("list_item", "en fr", "- one rope\n- one hook", "- une corde, un crochet"),
    ("list_item", "en hu", "1) a rope\n2) a hook", "1) egy kötél, egy horog"),
    ("list_item", "en fr", "1. a rope\n2. a hook", "1. une corde 2. un croc"),
    ("ending", "en fr", "The crew rests.", "L'équipage se repose"),
    ("ending", "en fr", "Does it rest?", "Il se repose."),
    ("ending", "en hu", "Take these:", "Vedd el ezeket"),
    (
        *("length", "en fr"),
        "The crew rests where it stands, and whoever is awake keeps watch until the bell.",
        "L'équipage se repose.",
    ),
    ("untranslated_copy", "en fr", "The crew rests on deck.", "The crew rests on deck."),
    ("untranslated_copy", "hu en", "A legénység pihen a fedélzeten.", "A legénység pihen a fedélzeten."),
    ("untranslated_copy", "en fr", "Roll two dice.", "Roll two dice."),
    ("untranslated_copy", "en fr", "General questions", "General questions"),
    ("wrong_language", "en fr", "The crew rests on deck.", "A legénység a fedélzeten pihen."),
    ("wrong_language", "hu en", "A legénység pihen a fedélzeten.", "L'équipage se repose sur le pont."),
    (
        *("wrong_language", "en hu"),
        "The crew rests. Nobody rings the bell before noon.",
        "A legénység pihen. Nobody rings the bell before noon.",
    ),
    ("spacing", "en fr", "Does it rest?", "Se repose-t-il?"),
    ("spacing", "en fr", "Take these: ropes.", "Prenez ceci: des cordes."),
    ("spacing", "en fr", 'Shout "heave" now.', "Criez «hissez» maintenant."),
    ("spacing", "fr en", "Se repose-t-il ?", "Does it rest ?"),
    ("spacing", "fr hu", "Prenez ceci : une corde.", "Vedd el ezt : egy kötelet."),
    ("quotation_marks", "en fr", 'Shout "heave" now.', "Criez “hissez” maintenant."),
    ("doubled_word", "en fr", "Nobody sits there.", "Il n'y a pas pas d'équipage ici."),
    ("doubled_word", "fr hu", "Elle gagne trois cordes.", "Három kötelet kötelet kap."),
    ("doubled_word", "hu en", "A kötél a fedélzeten van.", "The rope is on on deck."),
    ("capital", "en fr", "The crew rests.", "l'équipage se repose."),
    ("capital", "fr hu", "L'équipage se repose.", "a legénység pihen."),
    ("capital", "en fr", "Do you see the rope?", "voyez-vous la corde ?"),
    ("capital", "hu en", "„A legénység pihen.”", "“the crew rests.”"),
    ("spacing", "en fr", "The crew rests.", "L'équipage  se repose."),
    ("spacing", "hu en", "A legénység pihen.", " The crew rests."),
    ("spacing", "fr hu", "L'équipage se repose.", "A legénység pihen. "),
    ("spacing", "en hu", "The crew rests.", "A legény\u200bség pihen."),
    ("spacing", "en hu", "The crew rests.", "A legénység pihen.\n"),
    ("spacing", "fr hu", "L'équipage se repose.", "\nA legénység pihen."),
    ("spacing", "en fr", "One rope.\nOne hook.", "Une corde.\nUn croc. \n"),
    ("spacing", "en fr", "<b>Rope</b>: take it.", "<b>Corde</b>: prenez-la."),
    ("markup", "en fr", "See https://example.org/rope now.", "Voyez https://example.org/corde là."),
    ("markup", "en hu", "Write to crew@example.org.", "Írj a legénységnek."),
    ("markup", "en fr", "A <loud>bold</loud> ship.", "Un navire <gros>hardi</gros>."),
    ("list_item", "en fr", "One rope.\n\nOne hook.", "Une corde. Un croc."),
    ("ending", "en fr", "All the ropes", "Toutes les cordes."),
    ("number", "en fr", "It costs 14 points.", "Elle coûte XIII points."),
    ("number", "en hu", "It takes a third of them.", "A negyedüket viszi el."),
    ("quotation_marks", "fr en", "Criez « hissez » maintenant.", "Shout « heave » now."),
]  # fmt: skip

FINE = [
    ("en fr", "Save it as “Rope UTF-8” now.", "Enregistrez-la comme « Corde UTF-8 »."),
    ("en hu", 'The ship "Gull 2" sails.', "A „Sirály 2” hajó indul."),
    ("hu fr", "A „Sirály 2” hajó indul.", "Le navire « Mouette 2 » part."),
    ("fr hu", "Lancez 2D6.", "Dobj 2K6-tal."),
    ("en hu", "Roll a D6.", "Dobj egy K6-ot."),
    ("en fr", "It costs 1,500 points.", "Cela coûte 1 500 points."),
    ("en fr", "Add 10% of it.", "Ajoutez-en 10 %."),
    ("en fr", "It weighs 2.5 stone.", "Elle pèse 2,5 pierres."),
    ("en fr", "It has 3 ropes.", "Il a trois cordes."),
    ("en hu", "Reroll three dice.", "Dobj újra 3 kockával."),
    ("en hu", "Both ships sink.", "A két hajó elsüllyed."),
    ("en hu", "See page 14.", "Lásd a 14. oldalt."),
    ("fr en", "Avancez de 6 pouces.", 'Advance 6".'),
    ("en hu", 'Stay within 2" of it.', "Maradj 2 hüvelykre tőle."),
    ("en hu", "It moves 6 cm.", "6 cm-t mozog."),
    ("en fr", "Armour (X)", "Armure (X)"),
    ("en fr", "Is it so?", "En est-il ainsi ?"),
    ("en fr", "See https://example.org/a?b=1 there.", "Voyez https://example.org/a?b=1 là."),
    ("en fr", "Anchors aweigh!", "Levez l'ancre\u202f!"),
    ("en fr", "At 12:30 it ends.", "Cela finit à 12:30."),
    ("en fr", "Really?! Yes.", "Vraiment ?! Oui."),
    ("hu en", "Lovasok (Riders)", "Riders"),
    ("hu fr", "Elveszett! (Ship Lost!)", "Perdu ! (Ship Lost!)"),
    ("en fr", "Esprit de Corps", "Esprit de Corps"),
    ("en fr", "Tides of Cinder", "Tides of Cinder"),
    ("en fr", "Half of them, 1/4 at most.", "La moitié, ¼ au plus."),
    ("hu en", "A modellek 1/2 része elég.", "Half of the models is enough."),
    ("en hu", "On a six or seven it hits.", "Hatos vagy hetes dobásnál talál."),
    ("en hu", "Do not reroll sixes.", "A hatosokat ne dobd újra."),
    ("en fr", "The 1st and 3rd players go.", "Le 1er et le 3e joueur commencent."),
    ("en hu", "The 1st and 3rd players go.", "Az 1. és a 3. játékos kezd."),
    ("en hu", "Two-thirds of the army waits.", "A sereg kétharmada vár."),
    ("en fr", "See p. 12-14.", "Voir p. 12 à 14."),
    ("en fr", "Backlash* and Fleet* count.", "Contrecoup* et Rapide* comptent."),
    ("en hu", "Ada Lovelace", "Ada Lovelace"),
    ("en fr", "passage %(number)s", "passage %(number)s"),
    ("hu en", "A l 58c7e2 övése talál.", "The shot hits."),
    ("en fr", "The crew (most of it) rests.", "L'équipage (presque tout) se repose (un peu)."),
    ("en fr", 'It reads "Tides of Cinder" there.', "On y lit « Tides of Cinder »."),
    ("en hu", 'He has 3" left, "so be it".', "3\" maradt neki, „ám legyen”."),
    ("en fr", "The crew of the Wind and Tide is on the ship.", "L'équipage du Wind and Tide est à bord."),
    ("en de", "The crew rests: 4 of 5.", "Die Mannschaft ruht: 4 von 5."),
    ("und und", "abc 12 (X).", "cba 12 (X)."),
    ("en fr", "In the 13th century it sank.", "Au XIIIe siècle, il coula."),
    ("hu fr", "A 14. században elsüllyedt.", "Il coula au XIVe siècle."),
    ("en fr", "It heals a third of them.", "Il en soigne un tiers."),
    ("en fr", "The %s of %s rests.", "À %2$s, le %1$s se repose."),
    ("en fr", "It lost 'a lot' there.", "Il y perdit « beaucoup »."),
    ("en hu", "The mast breaks.", "Az „öreg” árboc eltörik."),
    ("en fr", "They meet in pairs.", "Nous nous retrouvons par deux."),
    ("en hu", "He knew that it was he.", "Tudta, hogy az az."),
    ("en fr", "It is far, far away.", "C'est loin, loin d'ici."),
    ("en fr", "iron ropes hold.", "les cordes de fer tiennent."),
    ("en fr", "Two  spaces  stand here.", "Deux  espaces  ici."),
    ("en hu", "A rope 8 ft.", "Egy nyolclábas kötél: 8 láb"),
    ("en fr", "See https://example.org/rope.", "Voir https://example.org/rope."),
    ("en fr", "Ankh-thoria", "Ankh-thoria"),
    ("en hu", "Roll for morale when the last of your crew has been thrown over board", "Dobj harci szellemre, amikor a legénységed utolsó tagja is a vízbe zuhant."),
    ("en fr", "One rope.\nOne hook.\n", "Une corde.\nUn croc.\n"),
    ("en hu", "One rope.\nOne hook.", "Egy kötél.\nEgy horog."),
    ("en fr", "\n", "\n"),
    ("en fr", "Cannot write file.", "Impossible de créer le répertoire de sauvegarde."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "langs", "msgid", "msgstr"), FAULTY)
def test_a_fault_is_found(kind: str, langs: str, msgid: str, msgstr: str) -> None:
    assert kind in kinds(msgid, msgstr, langs)


@pytest.mark.parametrize(("langs", "msgid", "msgstr"), FINE)
def test_what_is_right_is_left_alone(langs: str, msgid: str, msgstr: str) -> None:
    assert kinds(msgid, msgstr, langs) == []


def test_an_inflected_title_is_the_title() -> None:
    titles = {"Mist Walk": "Ködjárás (X)"}
    assert kinds("It has Mist Walk.", "Ködjárással bír.", "en hu", titles=titles) == []
    assert kinds("It has Mist Walk.", "Ködsétával bír.", "en hu", titles=titles) == ["reference"]
    french = {"Mist Walk": "Marche dans la brume"}
    fine = "Les marches dans la brume comptent."
    assert kinds("Each Mist Walk counts.", fine, titles=french) == []
    wrong = "Les promenades comptent."
    assert kinds("Each Mist Walk counts.", wrong, titles=french) == ["reference"]
    short = {"PF": "Tir plongeant (TP)"}
    assert kinds("It has PF.", "Elle possède TP.", titles=short) == []


def test_two_entries_need_two_names() -> None:
    def titles(*pairs: tuple[str, str]) -> list[tuple[int, str]]:
        messages = [
            po.Message(msgid, (msgstr,), f"tin/e{at}#title", line=at)
            for at, (msgid, msgstr) in enumerate(pairs)
        ]
        told = problems_in(po.Catalogue(tuple(messages)), "en", "fr")
        return [(message.line, problem.kind) for message, problem in told]

    assert titles(("Rope", "Corde"), ("Line", "Corde")) == [(1, "one_translation")]
    assert titles(("Rope", "Corde"), ("ROPE", "corde"), ("Ropes", "Corde")) == []
    assert titles(("Rope (X)", "Corde (X)"), ("Hook", "Croc")) == []


def test_a_problem_says_how_to_mend_it() -> None:
    (problem,) = problems(Pair("Roll 2D6.", "Lancez 3D6.", "en", "fr"))
    assert problem.message == "the dice differ: the source has 2d6 and the translation has 3d6"
    assert problem.mend
    assert problem.severity == "error"


HOSTILE = [
    "", " ", "\x00", "[" * 3000, "(" * 3000 + ")" * 2999, "«" * 500, '"' * 999, "9" * 100_000,
    "1d" + "9" * 400, "{" * 2000, "<b" * 1500, "-\n" * 2000, "\ud7ff\u202e\u200b", "%(" * 900,
    "a ?" * 2000, "`" * 1001, "🜂" * 400, "٣٤ ½ ²", "X" * 3000, "(X)" * 900, "& &" * 900,
    " ,.;:!?" * 400,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("langs", ["en fr", "fr hu", "hu en", "und xx"])
def test_hostile_texts_are_judged_without_a_crash(langs: str, text: str) -> None:
    for msgid, msgstr in ((text, "Two."), ("Two.", text), (text, text)):
        assert set(kinds(msgid, msgstr, langs)) <= set(KINDS)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from(["en", "fr", "hu", "und"]))
def test_any_texts_are_judged_and_always_the_same(msgid: str, msgstr: str, lang: str) -> None:
    found = list(problems(Pair(msgid, msgstr, "en", lang)))
    assert found == list(problems(Pair(msgid, msgstr, "en", lang)))
    if not msgstr.strip():
        assert found == []


@settings(max_examples=100, deadline=None)
@given(st.text("abcX0123456789 .,?!()[]{}«»\"'\n-", max_size=60))
def test_a_text_has_the_quantities_and_marks_of_itself(text: str) -> None:
    own = {"dice", "number", "unit", "parameter", "markup", "list_item", "ending", "reference"}
    assert not own & set(kinds(text, text, "en en"))


def catalogue(*messages: po.Message) -> po.Catalogue:
    return po.parse(
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    ).with_messages(messages)


def message(msgid: str, msgstr: str, msgctxt: str = "a/b", **more: object) -> po.Message:
    return po.Message(msgid, (msgstr,), msgctxt, **more)  # type: ignore[arg-type]


def told(*messages: po.Message, langs: str = "en fr") -> list[tuple[str, str]]:
    source, target = langs.split()
    return [(m.msgstr[0], p.kind) for m, p in problems_in(catalogue(*messages), source, target)]


def test_kinds_are_switched_off_by_a_comment() -> None:
    wrong = message("It costs 12 points.", "Cela coûte 21 points")
    assert {kind for _, kind in told(wrong)} == {"number", "ending"}
    assert told(replace(wrong, comments=(" variorum-ignore: number",))) == [
        ("Cela coûte 21 points", "ending")
    ]
    assert told(replace(wrong, comments=(" variorum-ignore: Number,  ending",))) == []
    assert (
        told(replace(wrong, comments=(" variorum-ignore: ending", " variorum-ignore: number")))
        == []
    )
    assert ("Cela coûte 21 points", "ignore") in told(
        replace(wrong, comments=(" variorum-ignore: numbers",))
    )


def test_one_source_in_two_ways_is_told_at_the_second() -> None:
    one, two = message("Crew", "Équipage", "a/b"), message("Crew", "Matelots", "a/c")
    assert told(one, two) == [("Matelots", "two_translations")]
    assert told(one, message("Crew", "équipage", "a/c")) == []


def test_references_are_those_of_the_comments() -> None:
    title = message("Mist Walk", "Marche dans la brume", "a/walk#title")
    refers = ("refers to: a/walk (Mist Walk)", "refers to: page 3 (p. 3)", "refers to: nothing")
    right = message("It has Mist Walk.", "Il a Marche dans la brume.", extracted=refers)
    wrong = replace(right, msgstr=("Il a Promenade.",))
    assert told(title, right) == []
    assert told(title, wrong) == [("Il a Promenade.", "reference")]
    assert told(wrong) == [], "the title is not there"
    copied = replace(title, msgid="the mist walk", msgstr=("the mist walk",))
    assert told(copied, wrong) == [("the mist walk", "untranslated_copy")]


def test_a_copied_title_is_told_from_a_name_by_the_prose() -> None:
    title = message("Salt Marsh", "Salt Marsh", "a/marsh#title")
    name = message("The salt of Marsh is dear.", "Le sel de Marsh est cher.")
    assert told(title, name) == []
    noun = message("The salt of a marsh is dear.", "Le sel d'un marais est cher.")
    assert told(title, noun) == [("Salt Marsh", "untranslated_copy")]
    single = message("Salt", "Salt", "a/salt#title")
    assert told(single, noun) == []


def test_what_is_unfinished_is_not_judged() -> None:
    fuzzy = message("It costs 12 points.", "Cela coûte 21 points.", flags=("fuzzy",))
    assert told(fuzzy) == []
    assert told(replace(fuzzy, previous_msgid="It costs 21 points.")) == [
        ("Cela coûte 21 points.", "stale")
    ]
    assert told(message("It costs 12 points.", "")) == []


def test_plural_forms_are_held_against_their_own_sources() -> None:
    plural = po.Message("one ship, 4 men", ("un navire, 4 hommes", "%(n)s navires, 5 hommes"))
    plural = replace(plural, msgid_plural="%(n)s ships, 4 men")
    assert [p.kind for _, p in problems_in(catalogue(plural), "en", "fr")] == ["number"]


@pytest.fixture
def hungarian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue with one error, one warning and one notice, beside its database."""
    monkeypatch.chdir(tmp_path)
    rules = [("Leap", ["It costs 12 points.", "The crew rests.", 'Shout "heave" now.'])]
    write_game(tmp_path / "rules.db", game(rules))
    assert main(["translations", "extract", "--language", "hu"]) == 0
    path = Path("translations/hu/LC_MESSAGES/tin.po")
    given = {
        "It costs 12 points.": "21 pontba kerül.",
        "The crew rests.": "A legénység pihen",
        'Shout "heave" now.': "Kiáltsd most: «hórukk».",
    }
    read = po.read(path)
    po.write(
        read.with_messages(
            replace(m, msgstr=(given.get(m.msgid, m.msgstr[0]),)) for m in read.messages
        ),
        path,
    )
    return path


@pytest.mark.parametrize("format", ["text", "json", "github"])
def test_the_command_reports_file_line_and_remedy(
    hungarian: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["translations", "check", "--format", format]) == 1
    out = capsys.readouterr().out
    line = {m.msgid: m.line for m in po.read(hungarian).live()}
    error, warning = line["It costs 12 points."], line["The crew rests."]
    notice = line['Shout "heave" now.']
    if format == "text":
        assert f"{hungarian}:{error}: the numbers differ" in out
        assert "write the numbers of the source" in out
        assert f"{hungarian}:{warning}: warning: " in out
        assert f"{hungarian}:{notice}: notice: " in out
        assert "no faults" not in out
    elif format == "json":
        report = json.loads(out)
        assert report["counts"] == {"error": 1, "warning": 1, "notice": 2}
        assert [(f["line"], f["kind"]) for f in report["faults"] if f["line"] > 1] == sorted(
            [(error, "number"), (warning, "ending"), (notice, "quotation_marks")]
        )
    else:
        assert f"::error file={hungarian},line={error},title=number::" in out
        assert f"::warning file={hungarian},line={warning},title=ending::" in out
        assert f"::notice file={hungarian},line={notice},title=quotation_marks::" in out


def test_a_warning_counts_and_a_notice_does_not(hungarian: Path) -> None:
    text = hungarian.read_text("utf-8")
    text = text.replace("21 pontba", "12 pontba")
    hungarian.write_text(text, "utf-8")
    assert main(["translations", "check"]) == 1
    hungarian.write_text(text.replace("legénység pihen", "legénység pihen."), "utf-8")
    assert main(["translations", "check"]) == 0


def test_every_kind_is_documented_with_its_severity() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (error|warning|notice) \|", DOCS.read_text("utf-8"), re.M)
    assert dict(rows) == dict(KINDS)
