"""One sheet in the dialects that a spreadsheet program exports."""

from __future__ import annotations

from pathlib import Path

import pytest

from variorum.loaders import load
from variorum.model import Corpus

FIXTURES = Path(__file__).parent / "fixtures"
ANSWERS = {
    "Œil de proie": [
        "Le navire voit à travers la fumée, jusqu'à 12\".",
        "Il ne peut pas viser ce qu'il ne voit pas; sauf ordre contraire.",
    ],
    "Étrave (2)": [
        'Le navire brise la glace de "deux" cases | et perd 1 point de vapeur par case.'
    ],
    "Cœur de chauffe": ["Une fois par partie, le navire gagne deux points de vapeur."],
    "Vieux loup": ["Le capitaine ignore la première tempête, tirée contre lui."],
    "Double coque": [],
}


def told(corpus: Corpus) -> dict[str | None, list[str]]:
    return {e.title: [p.text for p in e.passages] for e in corpus.entries}


@pytest.mark.parametrize(
    ("dialect", "encoding"),
    [
        ("comma", "utf-8"),
        ("semicolon-1252", "cp1252"),
        ("tab-utf16", "utf-16-le"),
        ("pipe-quoted", "utf-8"),
    ],
)
def test_a_sheet_says_the_same_in_every_dialect(dialect: str, encoding: str) -> None:
    corpus = load([FIXTURES / f"bord-{dialect}.csv"]).corpus
    assert told(corpus) == ANSWERS
    assert corpus.sources[0].encoding == encoding
    costs = {e.title: [p.value for p in e.witnesses[0].properties] for e in corpus.entries}
    assert costs["Vieux loup"] == ["4", "loup"]


def test_without_quotes_only_the_cell_with_a_line_end_is_cut() -> None:
    corpus = load([FIXTURES / "bord-bare.csv"]).corpus
    own = told(corpus)
    assert {t: own[t] for t in list(ANSWERS)[1:]} == {t: ANSWERS[t] for t in list(ANSWERS)[1:]}
    assert [f.line for f in corpus.findings if f.kind == "ragged_row"] == [2]


MAC = "Nom;Effet\rCœur d’acier;Où l’œil ne voit, il frappe à côté…\rŒil noir;Été comme hiver, il gèle.\r"


@pytest.mark.parametrize("encoding", ["mac_roman", "cp850"])
def test_exports_of_old_machines_are_read_in_their_encodings(tmp_path: Path, encoding: str) -> None:
    text = MAC if encoding == "mac_roman" else MAC.replace("œ", "oe").replace("Œ", "Oe")
    text = text.replace("’", "'").replace("…", ".") if encoding == "cp850" else text
    (tmp_path / "a.csv").write_bytes(text.encode(encoding))
    corpus = load([tmp_path]).corpus
    assert [s.encoding for s in corpus.sources] == [encoding]
    assert [e.base_witness.text for e in corpus.entries] == [
        row.split(";")[1] for row in text.split("\r")[1:3]
    ]


@pytest.mark.parametrize("encoding", ["cp1252", "iso-8859-2", "cp1250"])
def test_usual_encodings_stay_what_they_are(tmp_path: Path, encoding: str) -> None:
    text = "Név;Hatás\nŐrült őr;Kétszer lő, ha űzik – és túléli.\nHős;Újra dob, ha elűzik."
    if encoding == "cp1252":
        text = MAC.replace("\r", "\n")
    if encoding == "iso-8859-2":
        text = text.replace("–", "-")
    (tmp_path / "a.csv").write_bytes(text.encode(encoding))
    (source,) = load([tmp_path]).corpus.sources
    assert text.encode(encoding).decode(source.encoding) == text


def test_a_column_that_sets_the_mood_holds_no_rules(tmp_path: Path) -> None:
    mood = "Les anciens racontent que la plaine chantait, longtemps, et que nul ne l’entendait."
    rows = [("Cœur", mood, "Relance un dé."), ("Nœud", mood, "Relance deux dés, puis recule.")]
    table = "Nom;Ambiance;Règle\n" + "".join(";".join(r) + "\n" for r in rows)
    (tmp_path / "a.csv").write_text(table, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert [e.base_witness.text for e in corpus.entries] == [r[2] for r in rows]
    # Where nothing else is told it is what there is.
    only = "Nom;Ambiance\n" + "".join(f"{n};{m}\n" for n, m, _ in rows)
    (tmp_path / "a.csv").write_text(only, encoding="utf-8")
    assert [e.base_witness.text for e in load([tmp_path]).corpus.entries] == [mood, mood]


SAID = [
    "It lifts one oar, and then it waits.",
    "Nobody may pass it, as it sleeps by day.",
    "Two may.",
]


def test_questions_of_a_form_head_columns(tmp_path: Path) -> None:
    rows = [f'2024/03/01 10:00:0{n},Rope {w},"{a}",Ann' for n, (w, a) in enumerate(zip("abc", SAID, strict=True))]  # fmt: skip
    table = "\n".join(["Timestamp,Name of ability,What does it do?,Your name", *rows])
    (tmp_path / "a.csv").write_text(table, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    told = [(e.title, e.base_witness.text) for e in corpus.entries]
    assert told == [(f"Rope {w}", a) for w, a in zip("abc", SAID, strict=True)]


def test_a_list_of_questions_has_no_header(tmp_path: Path) -> None:
    asked = [f"May it lift {w} oars?;{a}" for w, a in zip(("two", "three", "four"), SAID, strict=True)]  # fmt: skip
    (tmp_path / "a.csv").write_text("\n".join(asked), encoding="utf-8")
    told = "\n".join(e.base_witness.text for e in load([tmp_path]).corpus.entries)
    assert all(answer in told for answer in SAID)


def test_a_chapter_above_each_row_is_no_name(tmp_path: Path) -> None:
    rows = [f"Movement;1.{n};{a} It is so in all weathers.;" for n, a in enumerate(SAID * 2)]
    table = "\n".join(["Section;Rule #;Rule;Clarification", *rows])
    (tmp_path / "a.csv").write_text(table, encoding="utf-8")
    corpus = load([tmp_path]).corpus
    assert [e.title for e in corpus.entries] == [f"1.{n}" for n in range(6)]
    assert {p.name for e in corpus.entries for p in e.base_witness.properties} == {"Section"}
