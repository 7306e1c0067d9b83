"""Notes that lead to each other by name, as Obsidian and the wikis of GitHub write them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from loader_texts import kept, parsed, texts

from variorum.cli.pipeline import build

RUN = "# Run\n\nA band runs eight paces in a straight line, and cannot shoot. See [[Walk]].\n"
WALK = "A band walks four paces, and it may turn once while it does so.\n"


def built(tmp_path: Path, **notes: str) -> sqlite3.Connection:
    for name, text in notes.items():
        path = tmp_path / "notes" / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    build([tmp_path / "notes"], tmp_path / "rules.db")
    return sqlite3.connect(tmp_path / "rules.db")


def led(db: sqlite3.Connection) -> list[tuple[str, str, str | None]]:
    return list(
        db.execute(
            "select surface, status, (select title from entries where key = to_key)"
            " from cross_references order by source, line, start"
        )
    )


def test_links_by_name_lead_to_notes_wherever_they_lie(tmp_path: Path) -> None:
    moves = (
        "# Moves\n\nA band may [[Run|have run]], [[walk]] or [[Fight#The Rest|rest]]; it never"
        " [[Swim|swims]].\n\n![[Run]]\n\n![[band.png]]\n\nAs in [[#Again]].\n\n## Again\n\nOnce more.\n"
    )
    fight = "# Fight\n\nTwo bands fight until one of them is gone.\n\n## The Rest\n\nIt rests.\n"
    db = built(tmp_path, Moves=moves, deep__Run=RUN, Walk=WALK, Fight=fight)
    assert led(db) == [
        ("have run", "resolved", "Run"),
        ("walk", "resolved", "Walk"),
        ("rest", "resolved", "The Rest"),
        ("swims", "external", None),
        ("Run", "resolved", "Run"),
        ("Again", "resolved", "Again"),
        ("Walk", "resolved", "Walk"),
    ]
    assert db.execute("select count(distinct system) from sources").fetchall() == [(1,)]
    said = db.execute("select text from entries where title = 'Moves'").fetchone()[0]
    assert "may have run, walk or rest; it never swims." in said and "[" not in said


def test_a_note_goes_by_the_name_that_others_call_it_by(tmp_path: Path) -> None:
    db = built(
        tmp_path, Run=RUN, Walk=WALK, Alone="It stands apart, and nobody leads to it here.\n"
    )
    titles = {title for (title,) in db.execute("select title from entries")}
    assert {"Run", "Walk"} <= titles and "Alone" not in titles


def test_of_notes_with_one_name_the_one_beside_is_meant(tmp_path: Path) -> None:
    db = built(
        tmp_path,
        a__Run=RUN,
        a__Walk="# Walk on land\n\nA band walks four paces on land.\n",
        b__Run=RUN.replace("Run", "Row").replace("eight", "nine"),
        b__Walk="# Walk in water\n\nA band walks two paces in water.\n",
    )
    assert [title for _, _, title in led(db) if title] == ["Walk on land", "Walk in water"]


NOTE = """# Run

#moves/fast #core

A band runs eight paces. ^pace

%% Is that too far? %%

%%
Ask the others
about it.
%%

It [[Walk|walks]] then.
"""


def test_what_nobody_reads_of_a_note_is_no_word() -> None:
    found = parsed(NOTE, "markdown", "en")
    assert texts(found, "Run") == ["A band runs eight paces.", "It walks then."]
    assert "Ask the others" in kept(found, NOTE, "chrome")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("It rolls [[2d6]] dice.", "It rolls 2d6 dice."),
        ("See [[Walk]](https://example.org).", "See [Walk]."),
        ("Hits add x^2 to it.", "Hits add x^2 to it."),
        ("It gains 5%% or 10%%.", "It gains 5%% or 10%%."),
        ("An [[ open bracket.", "An [[ open bracket."),
        ("Empty [[]] ones.", "Empty [[]] ones."),
        ("A #tag in a line.", "A #tag in a line."),
        ("[Run](run.md) and [[Walk\\|walk]].", "Run and walk."),
    ],
)
def test_other_brackets_and_signs_stay(line: str, words: str) -> None:
    found = parsed(f"# Run\n\nIt may run.\n\n## Dice\n\n{line}\n", "markdown", "en")
    assert texts(found, "Dice") == [words]


def test_tags_and_remarks_of_a_text_without_notes_are_words() -> None:
    found = parsed("# Run\n\nIt runs.\n\n## Dice\n\n#core\n\n%% 5 %%\n", "markdown", "en")
    assert texts(found, "Dice") == ["#core", "%% 5 %%"]


def test_a_short_note_may_have_nothing_but_a_link() -> None:
    assert texts(parsed("It rests, as told in [[Walk]].\n", "markdown", "en"), None) == [
        "It rests, as told in Walk."
    ]
