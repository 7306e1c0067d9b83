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
