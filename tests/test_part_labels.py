"""Labels of parts before titles, on lines of their own too; documents beside the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from loader_texts import parsed, texts, tree

from variorum.loaders import load
from variorum.loaders.partlabels import part_label
from variorum.loaders.titles import dissect


@pytest.mark.parametrize(
    ("title", "lang", "name"),
    [
        ("Chapter IV: Ships", "en", "Ships"),
        ("CHAPTER 3 SHIPS AT SEA", "en", "SHIPS AT SEA"),
        ("Section B - Terrain", "en", "Terrain"),
        ("Rule 12 – Rout", "en", "Rout"),
        ("Article 3. Dice (X)", "en", "Dice"),
        ("TITRE II – COMPOSITION", "fr", "COMPOSITION"),
        ("Art. 2. Participation", "fr", "Participation"),
        ("Chapitre 1 : La mer", "fr", "La mer"),
        ("III. fejezet – Mozgás", "hu", "Mozgás"),
        ("II. FEJEZET A VERSENYEK", "hu", "A VERSENYEK"),
        ("4. § Nevezés", "hu", "Nevezés"),
        # Things of the game keep their names, and so does what is no title.
        ("B.3 Hills", "en", "Hills"),
        ("B.3.1. Hills", "en", "Hills"),
        ("T.34", "en", "T.34"),
        ("St. Anne", "en", "St. Anne"),
        ("Phase 2: Fire", "en", "Phase 2: Fire"),
        ("Mission 3 – The Bridge", "en", "Mission 3 – The Bridge"),
        ("Chapter 3", "en", "Chapter 3"),
        ("Rule of the Sea", "en", "Rule of the Sea"),
        ("Part 2 of the fleet", "en", "Part 2 of the fleet"),
        ("Section A Company", "en", "Section A Company"),
        ("Parts: Oars", "en", "Parts: Oars"),
        ("Rule 12 – Rout", "fr", "Rule 12 – Rout"),
    ],
)
def test_names_behind_labels(title: str, lang: str, name: str) -> None:
    assert dissect(title, lang).name == name


def test_where_a_label_ends() -> None:
    assert part_label("Chapter IV: Ships", "en") == len("Chapter IV: ")
    assert part_label("II. FEJEZET", "hu") == len("II. FEJEZET")
    assert part_label("Ships of Chapter IV", "en") == part_label("A 3. fejezet", "hu") == 0


PARTS = """A lápvidék szabályzata

I. FEJEZET
ALAPOK

1. § A lap

(1) A lap hat mezőből áll, és minden mező egy csónaké.

2. § A csónak

(1) A csónak egy mezőt halad, ahogy az 1. § mondja.

II. FEJEZET
VERSENYEK

3. § Nevezés

(1) Aki nevez, az elfogadja a 2. § (1) bekezdését.

4. § Díjak

(1) A győztes egy lámpást kap (lásd 3. §).
"""


def test_a_label_and_the_title_below_it_are_one_heading(tmp_path: Path) -> None:
    found = parsed(PARTS, "prose", "hu")
    assert tree(found)[1:] == [
        *("  I. FEJEZET ALAPOK", "    1. § A lap", "    2. § A csónak"),
        *("  II. FEJEZET VERSENYEK", "    3. § Nevezés", "    4. § Díjak"),
    ]
    (tmp_path / "lap.txt").write_text(PARTS, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert [e.name for e in corpus.entries][1:3] == ["ALAPOK", "A lap"]
    assert [(r.surface, r.target) for r in corpus.references] == [
        ("1. §", "A lap"),
        ("2. §", "A csónak"),
        ("3. §", "Nevezés"),
    ]
    assert [f.kind for f in corpus.findings] == []


@pytest.mark.parametrize(
    "below",
    [
        "1.1 Oars\n\n1.1.1 Every galley has as many oars as it has men on board.",
        "A galley has as many oars as it has men on board, and no more than these.",
        "CHAPTER 9\n\nA galley has as many oars as it has men on board, and no more.",
    ],
)
def test_what_stands_below_a_label_and_is_no_title(below: str) -> None:
    text = f"GALLEYS\n\nCHAPTER 1\n\n{below}\n\nCHAPTER 2\n\n{below.replace('9', '8')}\n"
    found = [d.title for d in parsed(text, "prose", "en").drafts]
    assert "CHAPTER 1" in found and "CHAPTER 2" in found


def systems(tmp_path: Path, *files: str) -> list[str]:
    for n, text in enumerate(files):
        (tmp_path / f"f{n}.md").write_text(text, encoding="utf-8")
    return [s.key for s in load([tmp_path]).corpus.systems]


RULES = "# {}\n\n## {}\n\nThis is what the rule {} says to all who play, and to nobody else.\n"


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("en", "The Quiet Bay", "The Quiet Bay: Errata"),
        ("en", "Quiet Bay Rulebook", "Official FAQ and Errata for Quiet Bay"),
    ],
)
def test_errata_and_questions_belong_to_the_game_of_their_title(
    tmp_path: Path, lang: str, one: str, other: str
) -> None:
    assert (
        len(systems(tmp_path, RULES.format(one, "Oars", 1), RULES.format(other, "Sails", 2))) == 1
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Quiet Bay", "The Quiet Sea: Errata"),
        ("The Quiet Bay", "The Quiet Bay of Varne: Errata"),
        ("Errata", "Questions"),
        ("Rules", "Official Rules and FAQ"),
    ],
)
def test_other_titles_name_other_games(tmp_path: Path, one: str, other: str) -> None:
    assert (
        len(systems(tmp_path, RULES.format(one, "Oars", 1), RULES.format(other, "Sails", 2))) == 2
    )


def test_what_a_changelog_says_of_rules_that_are_gone_is_not_reported(tmp_path: Path) -> None:
    rules = "".join(f"## 4.{n} Rule {n}\n\nThe text of it.\n\n" for n in range(1, 11))
    log = "## {}\n\n### v2\n\n- Removed rule 4.19.\n- Reworded rule 4.2.\n"
    (tmp_path / "bay.md").write_text(f"# Bay\n\n{rules}{log.format('Changelog')}", encoding="utf-8")
    found = {r.surface: r.status for r in load([tmp_path]).corpus.references}
    assert found == {"rule 4.2": "resolved"}
    (tmp_path / "bay.md").write_text(f"# Bay\n\n{rules}{log.format('Sails')}", encoding="utf-8")
    found = {r.surface: r.status for r in load([tmp_path]).corpus.references}
    assert found == {"rule 4.2": "resolved", "rule 4.19": "dangling"}


def test_one_letter_in_strong_words_is_no_name() -> None:
    text = (
        "# Answers\n\n**Q:** May a barge turn in a lock?\n\n**A:** It may, where the lock is wide.\n\n"
        "**Q1.** May a tug?\n\n**A1.** It may not.\n"
    )
    found = parsed(text, "markdown", "en")
    assert tree(found) == ["Answers"]
    assert len(texts(found, "Answers")) == 4


def names(tmp_path: Path, text: str) -> tuple[list[str | None], list[tuple[str, str]]]:
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    return [e.name for e in corpus.entries], [(r.surface, r.target) for r in corpus.references]


def test_letters_above_numbers_that_have_them_are_in_no_name(tmp_path: Path) -> None:
    text = "# Brass\n\n## A. Setup\n\n### A.1 Tables\n\nA table (see B.2).\n\n### A.2 Sides\n\nTwo.\n\n"
    text += (
        "## B. Moves\n\n### B.1 Marching\n\nSix fields.\n\n### B.2 Wheeling\n\nSee A.1, not A.9.\n"
    )
    found, references = names(tmp_path, text)
    assert found == ["Brass", "Setup", "Tables", "Sides", "Moves", "Marching", "Wheeling"]
    assert references == [("B.2", "Wheeling"), ("A.1", "Tables")]


def test_letters_of_answers_without_numbers_stay(tmp_path: Path) -> None:
    text = "# Brass\n\n## A. Company\n\nIt marches.\n\n## B. Company\n\nIt rests.\n"
    assert names(tmp_path, text)[0] == ["Brass", "A. Company", "B. Company"]


def test_chapters_with_labels_on_lines_of_their_own_are_referred_to(tmp_path: Path) -> None:
    texts_of = "".join(
        f"CHAPTER {n}\n{name}\n\nA barge of the bay is what chapter {3 - n} says, but not chapter 7.\n\n"
        for n, name in ((1, "THE BARGES"), (2, "THE TUGS"))
    )
    (tmp_path / "rules.txt").write_text(f"THE QUIET BAY\n\n{texts_of}", encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert [(r.surface, r.target) for r in corpus.references] == [
        ("chapter 2", "THE TUGS"),
        ("chapter 1", "THE BARGES"),
    ]


def test_a_copy_of_a_file_tells_the_same_game_however_short_it_is(tmp_path: Path) -> None:
    for name in ("a.txt", "copy-of-a.txt"):
        (tmp_path / name).write_text("Fer et Nacre\n", encoding="utf-8")
    assert len(load([tmp_path]).corpus.systems) == 1
