"""Catalogues among the sources: their translations are offered, nothing of them is lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from loader_texts import document, kept, parsed

from variorum.cli.pipeline import build
from variorum.loaders import gettext, load
from variorum.loaders.elsewhere import with_offered

RULES = "# Special rules\n\n## Fear\n\nEnemies must “test”.\n\n## Flight\n\nShips fly.\n"
CATALOGUE = """# Made for another program.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: fr_CA\\n"
"Last-Translator: Zoé\\n"

#: src/a.c:1
msgid "Fear"
msgstr "Peur"

msgid "Enemies  must \\"<b>test</b>\\"."
msgstr "Les ennemis doivent « tester »."

msgid "Nothing like it"
msgstr "Rien de tel"

msgid "Ships fly."
msgstr ""
"""


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(database) as connection:
        return connection.execute(query).fetchall()


def made(tmp_path: Path, **files: str) -> Path:
    folder = tmp_path / "rules"
    for name, text in {"rules.md": RULES, "other.po": CATALOGUE, **files}.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    database = tmp_path / "rules.db"
    build([folder], database)
    return database


def test_what_is_the_same_is_offered_as_a_suggestion(tmp_path: Path) -> None:
    database = made(tmp_path)
    query = "select entry_key, position, text, state, translator, catalogue, line from translations"
    assert rows(database, f"{query} where text is not null and lang = 'fr'") == [
        ("special-rules/fear", 0, "Peur", "fuzzy", "Zoé", "other.po", 9),
        (
            "special-rules/fear", 1, "Les ennemis doivent « tester ».",
            "fuzzy", "Zoé", "other.po", 12,
        ),
    ]  # fmt: skip
    assert rows(database, "select messages, translated, fuzzy from coverage") == [(5, 0, 2)]
    found = rows(database, "select kind, message from findings where source = 'other.po'")
    assert ("other", "1 of 3 translations are of texts that no source here tells") in found
    assert [kind for kind, _ in found] == ["no_rules", "other"]


def test_no_work_of_a_translator_is_replaced(tmp_path: Path) -> None:
    own = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: fr\\n"\n\n'
        'msgctxt "special-rules/fear#title"\nmsgid "Fear"\nmsgstr "Terreur"\n'
    )
    database = made(tmp_path, translations__fr__LC_MESSAGES__special_rules=own)
    folder = tmp_path / "rules/translations/fr/LC_MESSAGES"
    (folder / "special_rules").rename(folder / "special-rules.po")
    build([tmp_path / "rules"], database)
    query = "select position, text, state from translations where entry_key = 'special-rules/fear'"
    assert rows(database, query) == [
        (0, "Terreur", "translated"),
        (1, "Les ennemis doivent « tester ».", "fuzzy"),
    ]


def test_every_character_is_kept() -> None:
    found = parsed(CATALOGUE, "gettext")
    assert found.drafts == []
    assert kept(found, CATALOGUE, "markup").startswith("# Made for")
    assert 'msgstr "Peur"' in kept(found, CATALOGUE, "translation")


def test_a_broken_catalogue_is_reported_and_breaks_nothing(tmp_path: Path) -> None:
    database = made(tmp_path, **{"bad.po": 'msgid "a"\nmsgstr "b\n'})
    found = rows(database, "select severity, line from findings where source = 'bad.po'")
    assert ("warning", 2) in found
    assert rows(database, "select count(*) from entries") == [(3,)]


@pytest.mark.parametrize("text", ["", "msgid is a word.\n", '# msgid "a"\n', "a;b\nmsgid;msgstr\n"])
def test_other_texts_are_no_catalogues(text: str) -> None:
    assert gettext.recognise(document(text)) == 0


WHOLE = "All who hear it turn:<br><ul><li>first the small</li><li>then the others</li></ul>"
ENTIER = "Tous virent :<br><ul><li>d’abord les petits</li><li>puis les autres</li></ul>"


@pytest.mark.parametrize(
    ("said", "passages"),
    [
        (ENTIER, ["Tous virent :", "d’abord les petits", "puis les autres"]),
        (ENTIER.replace("</li><li>", ", "), [None, None, None]),
    ],
)
def test_a_message_of_a_whole_entry_is_offered_paragraph_by_paragraph(
    tmp_path: Path, said: str, passages: list[str | None]
) -> None:
    table = f"id|name|description|\n0701|Bell|{WHOLE}|\n0702|Rope|It holds.|\n"
    (tmp_path / "a.csv").write_text(table, encoding="utf-8")
    messages = f'msgid "{WHOLE}"\nmsgstr "{said}"\n\nmsgid "Bell"\nmsgstr "Cloche"\n'
    head = 'msgid ""\nmsgstr "Language: fr\\n"\n\n'
    (tmp_path / "fr.po").write_text(head + messages, encoding="utf-8")
    corpus = with_offered(load([tmp_path]).corpus)
    (bell,) = (e for e in corpus.entries if e.title == "Bell")
    told = {t.position: t.text for t in corpus.translations if t.entry_key == bell.key}
    assert told == {0: "Cloche", **dict(enumerate(passages, 1))}
