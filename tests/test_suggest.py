"""Suggestions from earlier translations: marked, told where they come from, never a wrong number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from catalogue_samples import game, write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from variorum import po
from variorum.cli import main
from variorum.po import Catalogue, Message
from variorum.translations.adapt import adapted
from variorum.translations.published import classifier, state_of
from variorum.translations.remembering import Remembered, read_memory
from variorum.translations.suggest import with_suggestions
from variorum.translations.tmx import Target, Unit, write_tmx

TOLL = "Each barge that passes the lock pays 4 coins to whoever holds the tower."
PAYS = "A zsilipen áthaladó minden uszály 4 érmét fizet a torony birtokosának."
HU = Path("translations/hu/LC_MESSAGES/tin.po")


def suggested(
    new: str, *memory: tuple[str, str], langs: tuple[str, str] = ("en", "hu"), **more: object
) -> Message:
    """The message of a catalogue of one untranslated text, after suggestions."""
    message = Message(new, ("",), "tin/lock", **more)  # type: ignore[arg-type]
    told = [
        Remembered(text, translation, f"zinc/e{n}") for n, (text, translation) in enumerate(memory)
    ]
    catalogue, number = with_suggestions(
        Catalogue((message,)), told, *langs, classifier(langs[0])
    )  # fmt: skip
    assert number == bool(catalogue.messages[0].msgstr[0])
    return catalogue.messages[0]


# ---- what is suggested ------------------------------------------------------------------


def test_the_same_text_is_suggested_and_says_where_from() -> None:
    got = suggested(TOLL, (TOLL, PAYS))
    assert (got.msgstr, got.fuzzy) == ((PAYS,), True)
    assert (got.previous_msgctxt, got.previous_msgid) == ("zinc/e0", TOLL)
    assert got.comments == (" variorum-suggested: the same text, from zinc/e0",)
    assert state_of(got) == "fuzzy"


def test_a_near_text_tells_what_differs() -> None:
    got = suggested(TOLL.replace("tower", "bridge"), (TOLL, PAYS))
    assert got.msgstr == (PAYS,)
    assert got.previous_msgid == TOLL
    assert re.fullmatch(r" variorum-suggested: \d\d % alike, from zinc/e0", got.comments[0])
    assert got.comments[1] == " variorum-changed: wording: “tower” is now “bridge”"


@pytest.mark.parametrize(
    ("langs", "old", "translation", "new", "wanted"),
    [
        (("en", "hu"), TOLL, PAYS, TOLL.replace("4", "7"), PAYS.replace("4", "7")),
        (
            *(("fr", "en"), "Le radeau coûte 12 points et porte 3 marins."),
            "The raft costs 12 points and carries 3 sailors.",
            "Le radeau coûte 15 points et porte 2 marins.",
            "The raft costs 15 points and carries 2 sailors.",
        ),
        (
            *(("hu", "fr"), "A tutaj 12 pontba kerül, és 3 utast visz."),
            "Le radeau porte 3 passagers et coûte 12 points.",
            "A tutaj 3 pontba kerül, és 12 utast visz.",
            "Le radeau porte 12 passagers et coûte 3 points.",
        ),
        (
            *(("en", "fr"), "Roll 2D6 for each of the rafts in the harbour."),
            "Lancez 2D6 pour chaque radeau du port.",
            "Roll 3D8 for each of the rafts in the harbour.",
            "Lancez 3D8 pour chaque radeau du port.",
        ),
    ],
)
def test_numbers_are_adapted_where_it_is_plain(
    langs: tuple[str, str], old: str, translation: str, new: str, wanted: str
) -> None:
    got = suggested(new, (old, translation), langs=langs)
    assert (got.msgstr, got.fuzzy, got.previous_msgid) == ((wanted,), True, old)


@pytest.mark.parametrize(
    ("new", "old", "translation"),
    [
        # The translation spells the number out.
        (TOLL.replace("4", "7"), TOLL, PAYS.replace("4", "négy")),
        # One number became two, or two stand for one.
        ("Pay 5 coins or 6 ropes to the ferryman here.", "Pay 4 coins or 4 ropes to the ferryman here.", "Fizess 4 érmét vagy 4 kötelet itt a révésznek."),
        # The translation was wrong before.
        (TOLL.replace("4", "7"), TOLL, PAYS.replace("4", "5")),
        (TOLL.replace("tower", "bridge"), TOLL.replace("4", "8"), PAYS.replace("4", "5")),
        # Numbers in words.
        ("Each of the three barges pays at the lock.", "Each of the four barges pays at the lock.", "A négy uszály mindegyike fizet a zsilipnél."),
        # Another unit, another die.
        ("The barge drifts 6 inches towards the lock.", "The barge drifts 6 cm towards the lock.", "Az uszály 6 cm-t sodródik a zsilip felé."),
        (TOLL.replace("4 coins", "4 coins and 2 ropes"), TOLL, PAYS),
    ],
)  # fmt: skip
def test_a_number_that_cannot_be_adapted_is_refused(new: str, old: str, translation: str) -> None:
    got = suggested(new, (old, translation))
    assert got == Message(new, ("",), "tin/lock")


NUMBERS = st.lists(st.integers(0, 30), min_size=3, max_size=3)


@settings(max_examples=150, deadline=None)
@given(NUMBERS, NUMBERS, st.permutations([0, 1, 2]))
def test_no_number_enters_that_the_text_does_not_have(
    old: list[int], new: list[int], order: list[int]
) -> None:
    text = "A raft of {} planks carries {} crews over {} locks.".format
    told = "Il porte {} ici, {} là et {} plus loin."
    translation = told.format(*(old[at] for at in order))
    got = adapted(text(*old), translation, text(*new), "en", "fr")
    if got is not None:
        assert got == told.format(*(new[at] for at in order))
    elif len(set(old)) == 3:
        pytest.fail("three different numbers are plain")


def test_what_is_nothing_alike_is_not_suggested() -> None:
    other = "Whoever rings the bell at night may be thrown into the harbour."
    assert suggested(TOLL, (other, "Aki éjjel harangoz, azt a kikötőbe dobhatják.")).msgstr == ("",)
    assert suggested("Pay 4.", ("Sit.", "Ülj.")).msgstr == ("",)
    assert suggested("12", ("14", "14")).msgstr == ("",)


def test_the_most_alike_and_of_equals_the_first_is_taken() -> None:
    near, nearer = TOLL.replace("whoever holds", "the owner of"), TOLL.replace("tower", "keep")
    assert suggested(TOLL, (near, "Egy 4."), (nearer, "Kettő 4.")).msgstr == ("Kettő 4.",)
    assert suggested(TOLL, (near, "Egy 4."), (TOLL, "Három."), (TOLL, "Más.")).msgstr == ("Három.",)


@pytest.mark.parametrize(
    "message",
    [
        Message(TOLL, ("Kész.",), "a"),
        Message(TOLL, ("Kész?",), "a", flags=("fuzzy",)),
        Message(TOLL, ("", ""), "a", msgid_plural=f"{TOLL} {TOLL}"),
        Message(TOLL, ("",), "a", obsolete=True),
    ],
)
def test_nothing_is_ever_overwritten(message: Message) -> None:
    catalogue = Catalogue((message,))
    told = [Remembered(TOLL, PAYS, "m")]
    assert with_suggestions(catalogue, told, "en", "hu", classifier("en")) == (catalogue, 0)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)


@settings(max_examples=50, deadline=None)
@given(st.lists(TEXT, max_size=5), st.lists(TEXT, max_size=5))
def test_any_texts_are_held_against_each_other(texts: list[str], memory: list[str]) -> None:
    messages = tuple(Message(t, ("",), f"k{n}") for n, t in enumerate(texts) if t)
    told = [Remembered(t, f"{t}x", "m\n\nmsgid") for t in memory]
    catalogue, _ = with_suggestions(Catalogue(messages), told, "en", "hu", classifier("en"))
    again = po.parse(po.serialise(catalogue), "c.po")
    assert [m.msgid for m in again.messages] == [m.msgid for m in messages]
    assert all(m.fuzzy or not m.msgstr[0] for m in again.messages)


# ---- memories of other programs ----------------------------------------------------------


def test_a_memory_is_read_both_ways_and_its_own_region_comes_first() -> None:
    units = [
        Unit("en", "Oar", (Target("fr_CA", "Aviron"), Target("fr", "Rame"), Target("hu", "Evező"))),
        Unit("fr", "Bac", (Target("en", "Ferry"),), "tin/ferry", 0),
    ]
    memory = read_memory(write_tmx(units, "1"), "old/m.tmx")
    assert list(memory.between("en", "fr")) == [
        Remembered("Oar", "Rame", "m.tmx"),
        Remembered("Oar", "Aviron", "m.tmx"),
        Remembered("Ferry", "Bac", "tin/ferry#title"),
    ]
    assert next(one.translation for one in memory.between("en", "fr_CA")) == "Aviron"
    assert list(memory.between("hu", "fr")) == []


def test_a_catalogue_is_a_memory_of_what_is_finished_in_it() -> None:
    raw = (
        'msgid ""\nmsgstr "Language: hu\\nX-Source-Language: en\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Oar"\nmsgstr "Evező"\n\n#, fuzzy\nmsgid "Raft"\nmsgstr "Komp"\n\nmsgid "Bow"\nmsgstr ""\n'
    )  # fmt: skip
    memory = read_memory(raw.encode(), "old.po")
    assert list(memory.between("en", "hu")) == [Remembered("Oar", "Evező", "old.po")]
    assert list(memory.between("en", "fr")) == []


# ---- on the command line -----------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_game(Path("rules.db"), game([("Locks", [TOLL])]))
    assert main(["translations", "extract", "--language", "hu"]) == 0
    return tmp_path


def texts(path: Path = HU) -> dict[str, tuple[str, bool]]:
    return {m.msgid: (m.msgstr[0], m.fuzzy) for m in po.read(path).live() if m.msgid}


def translate(path: Path, done: dict[str, str]) -> None:
    catalogue = po.read(path)
    messages = [
        po.Message(m.msgid, (done[m.msgid],), m.msgctxt) if m.msgid in done else m
        for m in catalogue.messages
    ]
    path.write_bytes(po.serialise(catalogue.with_messages(messages)))


def with_rules(rules: list[tuple[str, list[str]]], system: str = "tin") -> None:
    Path("rules.db").unlink()
    write_game(Path("rules.db"), game(rules, system=system))


def test_a_new_text_gets_a_suggestion_from_its_own_catalogue(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translate(HU, {TOLL: PAYS})
    new = TOLL.replace("4 coins", "9 coins").replace("barge", "ferry")
    with_rules([("Locks", [TOLL]), ("Ferries", [new])])
    assert main(["translations", "update"]) == 0
    assert texts()[new] == (PAYS.replace("4", "9"), True)
    assert texts()[TOLL] == (PAYS, False)
    before = HU.read_bytes()
    assert main(["translations", "update"]) == 0
    assert HU.read_bytes() == before
    # Who refuses a suggestion is not told it again.
    translate(HU, {new: ""})
    assert main(["translations", "update"]) == 0
    assert texts()[new] == ("", False)


def test_a_new_text_gets_a_suggestion_from_another_game_of_the_folder(folder: Path) -> None:
    zinc = HU.with_name("zinc.po")
    translate(HU, {TOLL: PAYS})
    HU.rename(zinc)
    text = zinc.read_text("utf-8").replace('"tin/', '"zinc/')
    zinc.write_text(text, "utf-8")
    with_rules([("Locks", [TOLL])], system="zinc")
    assert main(["translations", "update"]) == 0
    assert texts(zinc)[TOLL] == (PAYS, False)


def test_a_memory_fills_what_is_open(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("m.tmx").write_bytes(write_tmx([Unit("en", TOLL, (Target("hu", PAYS),))], "1"))
    assert main(["translations", "update"]) == 0
    assert texts()[TOLL] == ("", False)
    capsys.readouterr()
    assert main(["translations", "update", "--memory", "m.tmx"]) == 0
    assert "1 with a suggestion, to look at" in capsys.readouterr().out
    assert texts()[TOLL] == (PAYS, True)
    message = next(m for m in po.read(HU).messages if m.msgid == TOLL)
    assert (message.previous_msgctxt, message.previous_msgid) == ("m.tmx", TOLL)
    # It goes with its comment once somebody has looked at it.
    translate(HU, {TOLL: PAYS})
    assert main(["translations", "update"]) == 0
    assert "variorum-suggested" not in HU.read_text("utf-8")
    assert texts()[TOLL] == (PAYS, False)


def test_any_catalogue_can_be_updated_with_a_memory(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("m.tmx").write_bytes(write_tmx([Unit("en", TOLL, (Target("hu", PAYS),))], "1"))
    assert (
        main(["translations", "update", "--template", "translations/tin.pot", str(HU), "--memory", "m.tmx"])
        == 0
    )  # fmt: skip
    assert texts()[TOLL] == (PAYS, True)


BOMB = b'<!DOCTYPE tmx [\n<!ENTITY a "aaaa">\n<!ENTITY b "&a;&a;">]><tmx><body/></tmx>'


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("m.tmx", BOMB, "m.tmx:2: declares the entity 'a'"),
        ("m.tmx", b"<tmx>\n<body>", "m.tmx:2: is no well-formed XML"),
        ("m.tmx", "<tmx>é</tmx>".encode("latin-1"), "m.tmx:1: is no well-formed XML"),
        ("m.tmx", b'<?xml version="1.0" encoding="koi-none"?><tmx/>', "m.tmx:1: is no well-formed XML"),
        ("m.tmx", b'<?xml version="1.0"?>\n<tmx><body>\xff</body></tmx>', "m.tmx:2: is no well-formed XML"),
        ("m.tmx", b"<tbx/>", "m.tmx:1: is no TMX"),
        ("m.po", b"msgid\n", "m.po:1"),
        ("gone.tmx", None, "gone.tmx"),
    ],
)  # fmt: skip
def test_a_hostile_memory_changes_nothing(
    folder: Path, name: str, raw: bytes | None, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if raw is not None:
        Path(name).write_bytes(raw)
    before = HU.read_bytes()
    assert main(["translations", "update", "--memory", name]) == 2
    assert told in capsys.readouterr().err
    assert HU.read_bytes() == before


def test_a_memory_cannot_write_into_the_catalogue(folder: Path) -> None:
    evil = 'x"\n\nmsgid "evil"\nmsgstr "y'
    Path("m.tmx").write_bytes(
        write_tmx([Unit("en", TOLL, (Target("hu", evil),), "a/b\n#~ c", 1)], "1")
    )
    assert main(["translations", "update", "--memory", "m.tmx"]) == 0
    assert "evil" not in {m.msgid for m in po.read(HU).messages}
    assert texts()[TOLL] == (evil, True)
