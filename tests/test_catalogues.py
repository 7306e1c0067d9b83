"""From rules to catalogues and back: what a translator wrote is published, nothing stale is."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from catalogue_samples import FERRY, LEAP, RULES, SWIM, Rules, game, with_former, write_game
from hypothesis import given
from hypothesis import strategies as st
from po_samples import assert_valid, needs_gettext
from soaking import examples

from variorum import po
from variorum.model import Corpus, System, Translation
from variorum.schema import open_database, read_state, state_of
from variorum.translations.coverage import coverage
from variorum.translations.extract import bring_up, extract, rules_in
from variorum.translations.folder import catalogue_path, catalogues_in, named_by, shipped
from variorum.translations.places import places_in, places_of
from variorum.translations.published import translations_of
from variorum.translations.template import template

TIN = System("tin", "Game tin", "en")


def catalogue_of(corpus: Corpus, texts: dict[str, str]) -> po.Catalogue:
    """The catalogue of a game with translations, by msgid."""
    start = template(TIN, places_of(corpus))
    return start.with_messages(
        m if m.is_header else replace(m, msgstr=(texts.get(m.msgid, ""),)) for m in start.messages
    )


def states(corpus: Corpus, catalogue: po.Catalogue) -> dict[tuple[str, int], tuple[str, str]]:
    """State and text of each place."""
    return {
        (t.entry_key.partition("/")[2], t.position): (t.state, t.text or "")
        for t in told(corpus, catalogue)
    }


def told(corpus: Corpus, catalogue: po.Catalogue) -> list[Translation]:
    read = po.parse(po.serialise(catalogue), "hu.po")
    return translations_of(
        *(TIN, list(places_of(corpus)), read, "hu", "hu.po"), former_keys=corpus.former_keys
    )


def rules_of(path: Path, corpus: Corpus) -> sqlite3.Connection:
    return open_database(write_game(path, corpus))


def test_a_database_has_the_places_of_its_corpus(tmp_path: Path) -> None:
    corpus = game([*RULES, (None, ["Whoever sleeps is left behind."]), ("Gate", [" "])])
    with contextlib.closing(rules_of(tmp_path / "r.db", corpus)) as connection:
        assert list(places_in(connection)) == list(places_of(corpus))


def test_messages_are_keyed_and_said_twice_is_one_message_with_two_places(tmp_path: Path) -> None:
    corpus = game([FERRY, (None, ["Whoever sleeps is left behind."])])
    with contextlib.closing(rules_of(tmp_path / "r.db", corpus)) as connection:
        extract(rules_in(connection), tmp_path / "po", ["hu"])
    written = po.read(tmp_path / "po" / "tin.pot")
    assert [(m.msgctxt, m.msgid) for m in written.live()] == [
        ("tin/ferry#title", "Ferry"),
        ("tin/ferry", "Each ferry carries two crews."),
        ("tin/ferry", "Pay. Pay."),
        ("tin/unnamed-2", "Whoever sleeps is left behind."),
    ]
    assert [m.references for m in written.live()][2] == (
        "\u2068tin rules.txt\u2069:3",
        "\u2068tin rules.txt\u2069:4",
    )
    assert written.header.get("X-Source-Language") == "en"
    assert "before: tin/unnamed-2" in next(written.live()).extracted


def test_extract_is_deterministic_and_leaves_catalogues_alone(tmp_path: Path) -> None:
    with contextlib.closing(rules_of(tmp_path / "r.db", game(RULES))) as connection:
        rules = rules_in(connection)
    made = extract(rules, tmp_path / "a")
    assert {p.relative_to(tmp_path / "a").as_posix() for p in made} == {
        "tin.pot",
        "fr/LC_MESSAGES/tin.po",
        "hu/LC_MESSAGES/tin.po",
    }
    extract(rules, tmp_path / "b")
    for path in made:
        other = tmp_path / "b" / path.relative_to(tmp_path / "a")
        assert other.read_bytes() == path.read_bytes()
    mine = catalogue_path(tmp_path / "a", "hu", "tin")
    mine.write_bytes(mine.read_bytes() + b"# mine\n")
    assert extract(rules, tmp_path / "a") == []
    assert mine.read_bytes().endswith(b"# mine\n")


@needs_gettext
def test_gettext_accepts_what_is_extracted(tmp_path: Path) -> None:
    hostile = [("A\tb\\c", ['"Quoted" \\n', "{0} %s %(x)d {name}", "#~ msgid", "a\u2028b", "\\"])]
    with contextlib.closing(rules_of(tmp_path / "r.db", game(hostile))) as connection:
        made = extract(rules_in(connection), tmp_path / "po")
    for path in made:
        assert_valid(path.read_bytes(), tmp_path)


def test_only_what_was_made_for_this_text_is_published() -> None:
    done = catalogue_of(
        game([LEAP]),
        {"Leap": "Ugrás", LEAP[1][0]: "8 hüvelyket ugrik.", LEAP[1][1]: "A homok nem számít."},
    )
    now = game([("Leap", [LEAP[1][0].replace("8", "6"), LEAP[1][1].replace("Walls", "Walls ")])])
    assert states(now, done) == {
        ("leap", 0): ("translated", "Ugrás"),
        ("leap", 1): ("stale", "8 hüvelyket ugrik."),
        ("leap", 2): ("translated", "A homok nem számít."),
    }


def test_an_update_changes_no_state_but_only_where_it_stands(tmp_path: Path) -> None:
    done = catalogue_of(game([LEAP]), {"Leap": "Ugrás", LEAP[1][0]: "8 hüvelyket ugrik."})
    now = game([("Leap", [LEAP[1][0].replace("8", "6"), "Sand is new."])])
    before = states(now, done)
    path = catalogue_path(tmp_path / "po", "hu", "tin")
    path.parent.mkdir(parents=True)
    po.write(done, path)
    with contextlib.closing(rules_of(tmp_path / "r.db", now)) as connection:
        bring_up(rules_in(connection), tmp_path / "po")
    assert states(now, po.read(path)) == before


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"flags": ("fuzzy",)}, "fuzzy"),
        ({"comments": (" variorum-reviewed: Ada",)}, "reviewed"),
        ({"comments": (" it is variorum-reviewed: not",)}, "translated"),
        ({"msgstr": (" \n",)}, "untranslated"),
        ({"msgstr": ("#-#-#-#-#  ours  #-#-#-#-#\na",)}, "fuzzy"),
        ({"msgstr": ("a\n#-#-#-#-#  theirs",)}, "fuzzy"),
        ({"msgstr": ("#-#-#-#-#",)}, "translated"),
    ],
)
def test_states_of_a_message(change: dict[str, tuple[str, ...]], state: str) -> None:
    base = catalogue_of(game([LEAP]), {"Leap": "Ugrás"})
    marked = base.with_messages(
        replace(m, **change) if m.msgid == "Leap" else m  # type: ignore[arg-type]
        for m in base.messages
    )
    assert states(game([LEAP]), marked)["leap", 0][0] == state


def test_a_review_ends_with_the_text_that_was_reviewed() -> None:
    base = catalogue_of(game([LEAP]), {LEAP[1][0]: "8 hüvelyket ugrik."})
    reviewed = base.with_messages(
        replace(m, comments=(" variorum-reviewed: Ada",)) if m.msgid == LEAP[1][0] else m
        for m in base.messages
    )
    now = template(TIN, places_of(game([("Leap", [LEAP[1][0].replace("8", "6")])])))
    from variorum.translations.update import update

    (fuzzy,) = (m for m in update(reviewed, now, lang="en").catalogue.live() if any(m.msgstr))
    assert " variorum-was-reviewed: Ada" in fuzzy.comments
    confirmed = now.with_messages([*now.messages[:1], fuzzy.with_fuzzy(False)])
    assert states(game([("Leap", [LEAP[1][0].replace("8", "6")])]), confirmed)["leap", 1] == (
        "translated",
        "8 hüvelyket ugrik.",
    )


def test_translators_are_credited_without_their_addresses() -> None:
    base = catalogue_of(game([LEAP]), {"Leap": "Ugrás", LEAP[1][0]: "Ugrik."})
    named = base.with_header(base.header.having("Last-Translator", "Ada <ada@example.org>"))
    named = named.with_messages(
        replace(m, comments=(" variorum-translator: Béla <b@x>",)) if m.msgid == "Leap" else m
        for m in named.messages
    )
    found = {t.position: t.translator for t in told(game([LEAP]), named)}
    assert found == {0: "Béla", 1: "Ada", 2: None}
    assert {t.translator for t in told(game([LEAP]), base)} == {None}


def test_a_renamed_entry_and_a_renamed_game_take_their_translations_along(tmp_path: Path) -> None:
    done = catalogue_of(game([LEAP]), {"Leap": "Ugrás", LEAP[1][0]: "8 hüvelyket ugrik."})
    folder = tmp_path / "po"
    old = catalogue_path(folder, "hu", "tin")
    old.parent.mkdir(parents=True)
    po.write(done, old)
    now = with_former(
        game([("Leap", LEAP[1])], system="zinc", keys={"Leap": "vault"}),
        {"tin/leap": "zinc/vault"},
    )
    with contextlib.closing(rules_of(tmp_path / "r.db", now)) as connection:
        (brought,) = bring_up(rules_in(connection), folder)
        (row,) = coverage(connection, folder)
    assert (brought.path, brought.origin) == (catalogue_path(folder, "hu", "zinc"), old)
    assert brought.result is not None and brought.result.kept == 3
    assert (row.system, row.translated, row.stale, row.untranslated) == ("zinc", 2, 0, 1)


def test_a_catalogue_of_no_game_is_left_alone(tmp_path: Path) -> None:
    path = catalogue_path(tmp_path / "po", "hu", "lead")
    path.parent.mkdir(parents=True)
    po.write(catalogue_of(game([LEAP]), {"Leap": "Ugrás"}), path)
    before = path.read_bytes()
    with contextlib.closing(rules_of(tmp_path / "r.db", game([LEAP]))) as connection:
        (brought,) = bring_up(rules_in(connection), tmp_path / "po")
        assert coverage(connection, tmp_path / "po") == []
    assert brought.result is None
    assert path.read_bytes() == before


def test_names_of_catalogues() -> None:
    assert named_by("translations/hu/LC_MESSAGES/tin.po") == ("hu", "tin")
    for other in ("hu/LC_MESSAGES/variorum.po", "hu/tin.po", "hu/LC_MESSAGES/tin.pot", "tin.po"):
        assert named_by(other) is None


def test_the_shipped_catalogues_are_found_and_are_sound() -> None:
    found = catalogues_in(shipped())
    assert {one.lang for one in found} == {"en", "fr", "hu"}
    assert "variorum" not in {one.system for one in found}
    for one in found:
        assert po.serialise(po.read(one.path)) == one.path.read_bytes()


def test_current_translations_have_a_history_and_are_found(tmp_path: Path) -> None:
    corpus = game([LEAP, SWIM])
    done = catalogue_of(corpus, {"Leap": "Ugrás", "Swim": "Úszás", SWIM[1][0]: "Gyorsan úszik."})
    done = done.with_messages(m.with_fuzzy(m.msgid == "Swim") for m in done.messages)
    corpus = replace(corpus, translations=tuple(told(corpus, done)))
    with contextlib.closing(rules_of(tmp_path / "r.db", corpus)) as connection:
        assert read_state(connection).revision == state_of(corpus).revision
        versions = connection.execute(
            "select entry_key, title, text from text_versions where lang = 'hu' order by 1"
        ).fetchall()
        found = connection.execute(
            "select entry_key, position, lang, title from search where search match 'uszik'"
        ).fetchall()
        hidden = connection.execute("select 1 from search where search match 'Úszás'").fetchall()
        (row,) = connection.execute("select * from coverage").fetchall()
    assert [tuple(v) for v in versions] == [
        ("tin/leap", "Ugrás", ""),
        ("tin/swim", None, "Gyorsan úszik."),
    ]
    assert [tuple(f) for f in found] == [("tin/swim", 1, "hu", "Swim")]
    assert hidden == []
    assert tuple(row)[:2] == ("tin", "hu")
    assert tuple(row)[4:9] == (2, 1, 3, 0, 0)


NASTY = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30
) | st.sampled_from(
    ["<script>alert(1)</script>", "'; drop table entry; --", '"', "\\", "\\n", "#~ msgid", "\r\n",
     "msgid \"x\"", "\x1b[2J", "\u202e", "%s", "a\n", "\nb", "#-#-#-", "\u2068x\u2069"]
)  # fmt: skip
WORDS = st.sampled_from(["Leap", "Swim", "It leaps.", "Walls, and sand.", "8 inches", "Ferry"])
GAMES = st.lists(
    st.tuples(st.none() | WORDS, st.lists(WORDS, max_size=3)),
    min_size=1,
    max_size=4,
    unique_by=lambda rule: rule[0],
)


@pytest.mark.invariant
@examples(15)
@given(GAMES, st.lists(NASTY, min_size=1, max_size=6))
def test_what_a_translator_wrote_is_what_the_database_says(
    tmp_path: Path, rules: Rules, texts: list[str]
) -> None:
    corpus = game(rules)
    blank = template(TIN, places_of(corpus))
    filled = blank.with_messages(
        m if m.is_header else replace(m, msgstr=(texts[at % len(texts)],))
        for at, m in enumerate(blank.messages)
    )
    wanted = {(m.msgctxt, m.msgid): m.msgstr[0] for m in filled.live()}
    path = tmp_path / "r.db"
    path.unlink(missing_ok=True)
    made = replace(corpus, translations=tuple(told(corpus, filled)))
    with contextlib.closing(rules_of(path, made)) as connection:
        places = {(p.entry_key, p.position): p for p in places_in(connection)}
        rows = connection.execute(
            "select entry_key, position, text, state from translations"
        ).fetchall()
    assert len(rows) == len(places)
    for key, position, text, state in rows:
        place = places[key, position]
        want = wanted[place.context, place.text]
        assert (text, state) == ((want, "translated") if want.strip() else (None, "untranslated"))
