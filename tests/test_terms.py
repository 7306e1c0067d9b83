"""Terms of the glossary that a translation does not use: what is found, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalogue_samples import game, write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from variorum import po
from variorum.cli import main
from variorum.po import Catalogue, Message
from variorum.translations.glossary import (
    Row,
    alternatives,
    doubts,
    glossary_path,
    parse_glossary,
    terms_of,
)
from variorum.translations.offered import offer_of
from variorum.translations.quality import Terms, problems_in

HEAD = "concept,system,fr,hu,en,note\n"
GLOSSARY = HEAD + (
    "hull,,coque,hajótest,hull,\n"
    "turret,,tourelle,lövegtorony,turret,\n"
    "infantry,,infanterie,gyalogság,infantry,\n"
    "horse,,cheval,ló,steed,\n"
    "bush,,buisson,bokor,thicket,\n"
    "tree,,sapin,fa,spruce,\n"
    "smoke,,fumée,füst,smoke,\n"
    "assault,,assaut,megrohanás,onslaught,\n"
    "line,,ligne,vonal,line,\n"
    "line-of-sight,,ligne de vue,rálátás,line of sight,\n"
    "hull-breach,,voie d'eau,lék,hull breach,\n"
    "cannon,,canon,ágyú; löveg,cannon; gun,\n"
    "shove,tin,Bourrade,Lökdösés,Shove,\n"
    "turret,zinc,coupole,kupola,turret,\n"
)
OTHER = {"en": "gadget", "fr": "bidule", "hu": "bigyó"}


def rows(text: str = GLOSSARY) -> tuple[Row, ...]:
    return parse_glossary(text.encode(), "glossary.csv")


def found(langs: str, *texts: tuple[str, str], system: str = "tin", **more: object) -> list[int]:
    """The places, from 0, of the texts in which a term is not used."""
    source, target = langs.split()
    messages = [
        Message(msgid, (msgstr,), f"tin/e{at}", line=at, **more)  # type: ignore[arg-type]
        for at, (msgid, msgstr) in enumerate(texts)
    ]
    told = problems_in(
        Catalogue(tuple(messages)), source, target, Terms(rows(), system, source, target)
    )
    return [message.line for message, problem in told if problem.kind == "term"]


MISSED = [
    ("en fr", "The hull holds.", "La carène tient."),
    ("en hu", "Both hulls hold.", "Mindkét bordázat kitart."),
    ("fr en", "Les coques tiennent.", "The keels hold."),
    ("fr hu", "L'infanterie avance.", "A lovasok előrenyomulnak."),
    ("hu fr", "A gyalogságnak várnia kell.", "Les cavaliers doivent attendre."),
    ("hu en", "A hajótestén lyuk tátong.", "There is a hole in its side."),
    ("hu en", "Egy hajótesttel ütközik.", "It runs into a keel."),
    ("hu fr", "A bokrokban ül.", "Il se tient dans les herbes."),
    ("hu en", "A lövegtoronyból lőnek.", "They shoot from the tower."),
    ("fr hu", "Les chevaux galopent.", "A szamarak vágtatnak."),
    ("en hu", "Nobody has a line of sight.", "Senki sem néz oda."),
    ("en fr", "There are two lines of sight.", "Il y a deux lignes à suivre."),
    ("fr en", "Tracez des lignes de vue.", "Draw lines."),
    ("en fr", "Its guns fall silent in a cannon duel.", "Ses fusils se taisent en duel."),
    ("en hu", "It may use Shove now.", "Most használhat Taszítást."),
    ("hu fr", "Ekkor Lökdösést kap.", "Il reçoit alors une Gifle."),
    ("fr hu", "Il emploie la Bourrade.", "Ütést alkalmaz."),
    ("hu en", "Az ágyúkkal lő.", "It fires its mortars."),
]

USED = [
    ("en fr", "The hulls hold.", "Les coques tiennent."),
    ("en fr", "The hull's paint is old.", "La peinture de la Coque est vieille."),
    ("en hu", "The hull is struck.", "A hajótestet eltalálják."),
    ("en hu", "Its hull is gone.", "A hajóteste elveszett."),
    ("en hu", "It hides in the smoke.", "Füstben rejtőzik."),
    ("en hu", "It comes with smoke.", "Füsttel érkezik."),
    ("en hu", "They sit in the thicket.", "A bokrokban ülnek."),
    ("en hu", "There is a spruce here.", "Itt egy fát látsz."),
    ("en hu", "They cut spruces.", "Fákat vágnak ki."),
    ("en hu", "Its steeds gallop.", "Lovaival vágtat."),
    ("en hu", "Light infantry may run.", "A könnyűgyalogság futhat."),
    ("en hu", "Fight the onslaught.", "Harcolj a megrohanók ellen."),
    ("en hu", "An onslaught follows.", "Ezután megrohanja őket."),
    ("fr hu", "L'infanterie avance.", "A gyalogosok előrenyomulnak."),
    ("hu fr", "A gyalogság vár.", "L'infanterie attend."),
    ("hu fr", "Lovak vágtatnak.", "Les chevaux galopent."),
    ("hu fr", "Lefogja a füsttel.", "Il l'arrête avec sa fumée."),
    ("hu en", "Fák állnak itt.", "Spruces stand here."),
    ("hu en", "Az ágyúkkal lő.", "It fires its guns."),
    ("hu en", "A lövegekkel lő.", "It fires its cannons."),
    ("fr en", "Les chevaux galopent.", "The steeds gallop."),
    ("fr en", "D'une ligne de vue à l'autre.", "From one line of sight to another."),
    ("en fr", "Its line of sight is blocked.", "La LV est bouchée."),
    # A term inside a longer one does not count.
    ("en hu", "A hull breach opens.", "Lék keletkezik."),
    ("en fr", "The hull breach grows.", "La voie d'eau s'élargit."),
    # Words that only look like a form of a term.
    ("hu en", "A kilován túl falu áll.", "Beyond it stands a village."),
    ("hu en", "Ne lapulj a fagyban.", "Do not lie in the frost."),
    ("en fr", "The hullabaloo ends.", "Le vacarme cesse."),
    ("fr en", "Le bac est plein de coquilles.", "The ferry is full of shells."),
    # Words of every day.
    ("en fr", "Read the next line aloud.", "Lisez la phrase suivante à voix haute."),
    ("fr en", "En ligne de compte entre le vent.", "The wind counts."),
    ("hu fr", "Vonalat húz.", "Il trace un trait."),
    ("en fr", "Line up behind it.", "Rangez-vous derrière."),
    ("en fr", "Do not shove it.", "Ne le poussez pas."),
    # No languages that the glossary has.
    ("en de", "The hull holds.", "Der Rumpf hält."),
    ("und und", "The hull holds.", "xyz."),
]


@pytest.mark.parametrize(("langs", "msgid", "msgstr"), MISSED)
def test_a_term_that_is_not_used_is_found(langs: str, msgid: str, msgstr: str) -> None:
    assert found(langs, (msgid, msgstr)) == [0]


@pytest.mark.parametrize(("langs", "msgid", "msgstr"), USED)
def test_a_term_in_any_form_and_a_word_of_every_day_are_left_alone(
    langs: str, msgid: str, msgstr: str
) -> None:
    assert found(langs, (msgid, msgstr)) == []


@pytest.mark.parametrize(
    ("langs", "used", "other"),
    [
        ("en fr", ("Cross the line {}.", "Passez la ligne {}."), ("See line {}.", "Voyez {}.")),
        ("hu en", ("Lépd át a {}. vonalat.", "Cross line {}."), ("A {}. vonal ez.", "It is {}.")),
        ("fr hu", ("Passez la ligne {}.", "Lépd át a {}. vonalat."), ("La ligne {}.", "A {}.")),
    ],
)
def test_a_doubtful_word_counts_where_the_catalogue_nearly_always_has_the_term(
    langs: str, used: tuple[str, str], other: tuple[str, str]
) -> None:
    many = [(used[0].format(n), used[1].format(n)) for n in range(3, 9)]
    fault = (other[0].format(40), other[1].format(40))
    assert found(langs, *many, fault) == [len(many)]
    again = (other[0].format(41), other[1].format(41))
    assert found(langs, *many, fault, again) == []
    assert found(langs, *many[:3], fault) == []


def test_a_capital_shows_a_term_but_not_within_another_name() -> None:
    assert found("en fr", ("Hold the Line now.", "Tenez bon.")) == [0]
    assert found("en fr", ("He serves on the Blue Line Ferry.", "Il sert sur un bac.")) == []
    assert found("en fr", ("Last Line Of All", "Fin")) == []


def test_a_term_that_no_message_has_is_told_once() -> None:
    texts = [(f"The hull of raft {n} holds.", f"La carène du radeau {n} tient.") for n in range(6)]
    assert found("en fr", *texts) == [0]
    assert found("en fr", *texts[:3]) == [0, 1, 2]


def test_the_words_of_a_game_come_before_those_for_all() -> None:
    text = ("The turret turns.", "La coupole tourne.")
    assert found("en fr", text) == [0]
    assert found("en fr", text, system="zinc") == []
    assert found("en fr", ("The turret turns.", "La tourelle tourne."), system="zinc") == [0]
    assert found("en fr", ("It may use Shove.", "Il frappe."), system="zinc") == []


def test_a_longer_name_that_the_text_refers_to_covers_its_words() -> None:
    text = ("Roll on Hull Rot now.", "Lancez pour la Carie maintenant.")
    assert found("en fr", text, extracted=("refers to: tin/rot (Hull Rot)",)) == []
    assert found("en fr", ("Roll for the hull now.", "Lancez maintenant.")) == [0]


def test_a_term_with_a_parameter_is_a_title_of_its_own() -> None:
    # `(X)` is no word beside it, so that a renamed term is seen in the title that it is.
    assert found("en fr", ("Turret (X)", "Coupole (X)")) == [0]
    assert found("en fr", ("Turret (XX)", "Tourelle (XX)")) == []
    assert found("en fr", ("Line (X)", "File (X)")) == []  # a word of every day
    assert found("en fr", ("Turret (Y) Rot", "Carie (Y)")) == []  # a part of another name


def test_a_message_that_is_to_be_looked_at_or_says_so_is_left_alone() -> None:
    text = ("The hull holds.", "La carène tient.")
    assert found("en fr", text, flags=("fuzzy",)) == []
    assert found("en fr", text, comments=(" variorum-ignore: term",)) == []
    assert found("en fr", ("The hull holds for a day.", "The hull holds for a day.")) == []


def test_a_problem_names_the_words() -> None:
    terms = Terms(rows(), "tin", "en", "hu")
    message = Message("A cannon.", ("Egy puska.",), "tin/a")
    (told,) = [p for _, p in problems_in(Catalogue((message,)), "en", "hu", terms)]
    assert told.message == "“cannon” is “ágyú” / “löveg” in the glossary, and is not called so here"
    assert told.severity == "warning"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["en", "fr", "hu", "und"]))
def test_any_text_is_read(msgid: str, msgstr: str, lang: str) -> None:
    for text in (msgid, f"hull {msgid} line of sight", "hull " * 200):
        found(f"{lang} hu", (text, msgstr))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([";", " ", "a", "B;b", "é"]), max_size=6))
def test_what_uses_a_cell_of_the_glossary_is_never_a_fault(parts: list[str]) -> None:
    cell = "".join(parts)
    for word in alternatives(cell):
        row = Row(2, "c", None, (("en", "zebra"), ("fr", cell)), None)
        terms = Terms([row], "tin", "en", "fr")
        message = Message("A zebra.", (f"Un {word} !",), "tin/a")
        assert not [
            p for _, p in problems_in(Catalogue((message,)), "en", "fr", terms) if p.kind == "term"
        ]


# ---- cells of several words --------------------------------------------------------------


def test_semicolons_divide_a_cell() -> None:
    given_ = rows(HEAD + "gun,,canon,ágyú; löveg ;,gun,\n")
    assert [(t.lang, t.term, t.status) for t in terms_of(given_, [])] == [
        ("fr", "canon", None),
        ("hu", "ágyú", "preferred"),
        ("hu", "löveg", "admitted"),
        ("en", "gun", None),
    ]


def test_rows_that_share_one_of_their_words_agree() -> None:
    assert not doubts(rows(HEAD + "a,,canon,ágyú; löveg,gun,\nb,,pièce; canon,löveg,gun,\n"))
    assert doubts(rows(HEAD + "a,,canon,ágyú; löveg,gun,\nb,,canon,cső,gun,\n"))


def test_each_word_of_a_cell_is_offered() -> None:
    offer = offer_of([(None, {"en": "cannon; gun", "hu": "ágyú; löveg"})])
    assert offer("tin", "en", "Two guns.") == ("term: gun = ágyú; löveg (hu)",)
    assert offer("tin", "hu", "Két löveg.") == ("term: löveg = cannon; gun (en)",)


# ---- on the command line -----------------------------------------------------------------


def test_check_holds_catalogues_against_the_glossary_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "rules.db", game([("Raft", ["The hull holds."])]))
    assert main(["translations", "extract", "--language", "fr"]) == 0
    path = Path("translations/fr/LC_MESSAGES/tin.po")
    catalogue = po.read(path)
    done = {"Raft": "Radeau", "The hull holds.": "La carène tient."}
    messages = [
        message if message.is_header else po.Message(message.msgid, (done[message.msgid],), message.msgctxt)
        for message in catalogue.messages
    ]  # fmt: skip
    path.write_bytes(po.serialise(catalogue.with_messages(messages)))
    assert main(["translations", "check"]) == 0
    glossary_path(Path("translations")).write_text(HEAD + "hull,,coque,hajótest,hull,\n", "utf-8")
    capsys.readouterr()
    assert main(["translations", "check"]) == 1
    line = next(m.line for m in po.read(path).messages if m.msgid == "The hull holds.")
    told = capsys.readouterr().out
    assert f"{path}:{line}: warning: “hull” is “coque” in the glossary" in told
    glossary_path(Path("translations")).write_text("broken\n", "utf-8")
    assert main(["translations", "check"]) == 1
    assert "coque" not in capsys.readouterr().out
